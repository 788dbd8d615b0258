"""The edition for paper: Markdown -> Typst -> PDF.

Every word goes to Typst as a string in quotation marks, so no text of a page can be taken for one of its commands. What
the page looks like is written in `templates/rulebook/rulebook.typ`. Typst sets lines and pages; ReportLab prints cards.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.problems import Problem, ProofdeckError
from generator.rulebook.editions import parts
from generator.rulebook.look import LOW_INK, Look
from generator.rulebook.marks import ANCHOR, HERE, MARKED, PICTURES, as_tokens, ids_of
from generator.rules.clauses import Clause

PAPERS = {"a4": "a4", "letter": "us-letter", "legal": "us-legal", "a3": "a3", "tabloid": "us-tabloid"}
"""What Typst calls them."""
HALVES = {"a4": "a5", "letter": "us-statement", "a3": "a4", "tabloid": "us-letter"}
"""The pages of a booklet that is folded from them; a folded Legal has a shape of its own."""
SMALL = ("a5", "us-statement")
MARK = re.compile(f"{ANCHOR.pattern}|{PICTURES.pattern}")
BOX = "#f6f1e4"
"""What lies behind an example."""


def pdf(source: str, page: bytes, cards: Sequence[bytes], fonts: Sequence[Path]) -> bytes:
    """Set a document. page: rulebook.typ; cards: a PNG each; fonts: folders. The same input gives the same bytes.

    The file is tagged and follows PDF/UA-1, the standard for documents that are read aloud, in which Typst embeds no
    PDF; so cards are pixels here. Raises ProofdeckError when the page, or a text of the rules, cannot be set.
    """
    import typst

    compile_: Any = typst.compile
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rulebook.typ").write_bytes(page)
        for number, card in enumerate(cards, 1):
            (Path(folder) / f"card-{number}.png").write_bytes(card)
        try:
            made = compile_(
                source.encode(),
                root=folder,
                font_paths=list(fonts),
                ignore_system_fonts=True,
                format="pdf",
                pdf_standards=["ua-1"],
                timestamp=0,
            )
        except typst.TypstError as error:
            hint = "Look at templates/rulebook/rulebook.typ if it is yours, and at the headings of the rules."
            raise ProofdeckError(Problem("E613", f"the book cannot be set: {error}", hint=hint)) from None
    return bytes(made)


def typst_source(
    title: str,
    about: str,
    text: str,
    clauses: Mapping[str, Clause],
    pictures: Mapping[str, str],
    look: Look,
    paper: str,
    imprint: str,
) -> str:
    """The whole document. text: filled in with the marks of `rulebook.marks`; paper: in the words of Typst.

    pictures: ids of cards in the order of their files, and what they show in words. A look whose accent is black saves
    ink: it has no boxes.
    """
    premise, body = parts(text, clauses, MARKED)
    write = _Writer(clauses, pictures, look, small=paper in SMALL)
    sections = "".join(
        f"(id: {_string(number)}, name: {_string(name)}), "
        for number, _, name in (line[3:].partition(" ") for line in body.splitlines() if line.startswith("## "))
    )
    return f"""#import "/rulebook.typ": *
#show: book.with(
  name: {_string(title)},
  about: {_string(about)},
  premise: [{write.markup(premise)}],
  sections: ({sections}),
  imprint: {_string(imprint)},
  colour: rgb({_string(look.accent)}),
  face: {_string(look.title)},
  size: {_string(paper)},
)
{write.markup(body)}
"""


def _string(words: str) -> str:
    """As Typst writes strings, which is as JSON does but for the characters beyond ASCII."""
    return json.dumps("".join(letter for letter in words if letter >= " " or letter in "\n\t"), ensure_ascii=False)


class _Writer:
    """Markdown tokens to Typst markup."""

    def __init__(self, clauses: Mapping[str, Clause], pictures: Mapping[str, str], look: Look, *, small: bool) -> None:
        """small: whether the page is half a sheet."""
        self._clauses, self._pictures, self._look, self._small = clauses, pictures, look, small
        self._box = "#ffffff" if look.accent == LOW_INK else BOX

    def markup(self, markdown: str) -> str:
        return "".join(self._blocks(as_tokens(markdown)))

    def _blocks(self, tokens: Sequence[Any]) -> Iterator[str]:
        place = 0
        while place < len(tokens):
            token = tokens[place]
            if token.nesting == 1:
                end = _closing(tokens, place)
                yield self._block(token, tokens[place + 1 : end])
                place = end
            elif token.type in {"fence", "code_block"}:
                yield f"#raw(block: true, {_string(token.content.rstrip())})\n\n"
            elif token.type == "hr":
                yield "#line(length: 100%)\n\n"
            elif token.type == "inline":
                yield "".join(self._inline(token.children or []))
            place += 1

    def _block(self, token: Any, inside: Sequence[Any]) -> str:
        content = "".join(self._blocks(inside)) if token.type != "table_open" else ""
        kind = token.type.removesuffix("_open")
        if kind == "heading":
            number = inside[0].content.partition(" ")[0]
            label = f"#label({_string(number)})" if token.tag == "h2" else ""
            return f"#heading(level: {max(1, int(token.tag[1]) - 1)}, [{content}]){label}\n\n"
        if kind in {"bullet_list", "ordered_list"}:
            return f"#{'list' if kind == 'bullet_list' else 'enum'}({content})\n\n"
        if kind == "list_item":
            return f"[{content.strip()}], "
        if kind == "blockquote":
            colours = f"rgb({_string(self._look.accent)}), rgb({_string(self._box)})"
            return f"#example({colours}, [{content}])\n\n"
        if kind == "table":
            return self._table(inside)
        return f"{content}\n\n"

    def _table(self, tokens: Sequence[Any]) -> str:
        kinds = {place: tokens[place - 1].type for place, token in enumerate(tokens) if token.type == "inline"}
        cells = [("".join(self._inline(tokens[place].children or [])), kind) for place, kind in kinds.items()]
        header = "".join(f"[{cell}], " for cell, kind in cells if kind == "th_open")
        rows = "".join(f"[{cell}], " for cell, kind in cells if kind == "td_open")
        return f"#pieces(({header}), {rows})\n\n"

    def _inline(self, tokens: Sequence[Any]) -> Iterator[str]:
        for token in tokens:
            if token.type == "text":
                yield from self._words(token.content)
            elif token.type == "code_inline":
                yield f"#raw({_string(token.content)});"
            elif token.type == "softbreak":
                yield " "
            elif token.type == "hardbreak":
                yield "#linebreak();"
            elif token.type in {"strong_open", "em_open"}:
                yield "#strong[" if token.type == "strong_open" else "#emph["
            elif token.type in {"strong_close", "em_close"}:
                yield "];"

    def _words(self, text: str) -> Iterator[str]:
        """Words, pictures, the numbers of clauses, and references to them."""
        end = 0
        for found in MARK.finditer(text):
            yield self._plain(text[end : found.start()])
            end = found.end()
            picture, anchor = PICTURES.fullmatch(found[0]), ANCHOR.fullmatch(found[0])
            if picture:
                yield self._shown(ids_of(picture))
            elif anchor:
                yield self._anchor(anchor)
        yield self._plain(text[end:])

    def _anchor(self, found: re.Match[str]) -> str:
        clause = self._clauses.get(found[2])
        if clause is None:
            return self._plain(found[2])
        if found[1] == HERE:
            return f"#clause({_string(clause.id)}, {_string(clause.number)}, rgb({_string(self._look.accent)}));"
        return f"#see({_string(clause.id)}, {_string(clause.number)});"

    def _shown(self, ids: Sequence[str]) -> str:
        places = {name: number for number, name in enumerate(self._pictures, 1)}
        shown = [name for name in ids if name in places]
        cards = "".join(f", (number: {places[name]}, alt: {_string(self._pictures[name])})" for name in shown)
        return f"#pictures({str(self._small).lower()}{cards});" if shown else ""

    @staticmethod
    def _plain(words: str) -> str:
        return f"#{_string(words)};" if words else ""


def _closing(tokens: Sequence[Any], place: int) -> int:
    """Where the block that opens there is closed."""
    depth = 0
    for at in range(place, len(tokens)):
        depth += tokens[at].nesting
        if not depth:
            return at
    return len(tokens)
