"""The edition for paper: Markdown -> Typst -> PDF.

What the page looks like is written in `templates/rulebook/rulebook.typ`. Typst sets lines and pages; ReportLab prints
cards.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.phrases import ENGLISH, Phrases
from generator.problems import Problem, ProofdeckError
from generator.rulebook.editions import parts
from generator.rulebook.manuscript import Manuscript
from generator.rulebook.typst_markup import Writer, string

PAPERS = {"a4": "a4", "letter": "us-letter", "legal": "us-legal", "a3": "a3", "tabloid": "us-tabloid"}
"""What Typst calls them."""
HALVES = {"a4": "a5", "letter": "us-statement", "a3": "a4", "tabloid": "us-letter"}
"""The pages of a booklet that is folded from them; a folded Legal has a shape of its own."""
SET_WORDS = ("Example", "example", "examples", "for", "and", "not_allowed", "see")
"""The phrases that rulebook.typ sets."""


def pdf(
    source: str, paper: str, page: bytes, cards: Sequence[bytes], fonts: Sequence[Path], phrases: Phrases = ENGLISH
) -> bytes:
    """Set a document. paper: in the words of Typst; page: rulebook.typ; cards: a JPEG each; fonts: folders.

    The same input gives the same bytes.

    The file is tagged and follows PDF/UA-1, the standard for documents that are read aloud, in which Typst embeds no
    PDF; so cards are pixels here. Raises ProofdeckError when the page, or a text of the rules, cannot be set.
    """
    import typst

    words = {"lang": phrases.language, **{name: phrases(name) for name in SET_WORDS}}
    compile_: Any = typst.compile
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rulebook.typ").write_bytes(page)
        for number, card in enumerate(cards, 1):
            (Path(folder) / f"card-{number}.jpg").write_bytes(card)
        try:
            made = compile_(
                source.encode(),
                root=folder,
                font_paths=list(fonts),
                ignore_system_fonts=True,
                format="pdf",
                sys_inputs={"paper": paper, "words": json.dumps(words)},
                pdf_standards=["ua-1"],
                timestamp=0,
            )
        except typst.TypstError as error:
            hint = "Look at templates/rulebook/rulebook.typ if it is yours, and at the headings of the rules."
            raise ProofdeckError(Problem("E613", f"the book cannot be set: {error}", hint=hint)) from None
    return bytes(made)


def typst_source(book: Manuscript, cards: Sequence[str]) -> str:
    """The whole document for any paper. cards: ids in the order of their files, others are told in words.

    A look whose accent is black saves ink: it has no boxes.
    """
    premise, body = parts(book.text, book.clauses, book.told)
    write = Writer(book, cards)
    rules, back = _cut(body, book.phrases("quick_reference"))
    sections = "".join(
        f"(id: {string(number)}, name: {string(name)}), "
        for number, _, name in (line[3:].partition(" ") for line in body.splitlines() if line.startswith("## "))
    )
    return f"""#import "/rulebook.typ": *
#show: book.with(
  name: {string(book.title)},
  about: {string(book.about)},
  premise: [{write.markup(premise)}],
  sections: ({sections}),
  imprint: {string(book.imprint)},
  colour: rgb({string(book.look.accent)}),
  face: {string(book.look.title)},
  text-face: {string(book.look.text)},
  emblem: {write.emblem()},
  size: sys.inputs.paper,
)
{write.report()}{write.markup(rules)}{_back_page(write.markup(back))}
"""


def _cut(body: str, last: str) -> tuple[str, str]:
    """The rules, and the section of that name with which a book ends: it is kept on one page, the back of a booklet."""
    found = re.search(rf"^## \d+ {re.escape(last)}$", body, re.MULTILINE)
    if found is None or "\n## " in body[found.end() :]:
        return body, ""
    return body[: found.start()], body[found.start() :]


def _back_page(markup: str) -> str:
    return f"#back-page[{markup}]\n" if markup else ""
