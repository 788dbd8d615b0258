"""The editions for paper, set by Typst: `templates/rulebook/rulebook.typ` walks the book as plain data.

What the page looks like is written there. Typst sets lines and pages; ReportLab prints cards.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.book.manuscript.fitting import Inputs, Part, fitted
from proofdeck.book.manuscript.plain_data import Data
from proofdeck.ground.apart import PastLimits, run_apart
from proofdeck.ground.problems import Problem, ProofdeckError

if TYPE_CHECKING:
    import typst

PAPERS = {"a4": "a4", "letter": "us-letter", "legal": "us-legal", "a3": "a3", "tabloid": "us-tabloid"}
"""The names of papers in Typst."""
HALVES = {"a4": "a5", "letter": "us-statement", "a3": "a4", "tabloid": "us-letter"}
"""The pages of a booklet that is folded from each paper; a folded Legal has a shape of its own."""
PACKAGE = "package"
"""What Typst speaks of if one cannot be had."""
MADE, SAID = "book.pdf", "refused.txt"
"""What a process of its own leaves behind."""
MOST_MEMORY = 2 << 30
"""Bytes. The longest book of the six games needs between 256 and 400 MB of address space."""
LONGEST = 60
"""CPU seconds for one book. None of the six games takes one."""
PROXIES = {"https_proxy": "http://127.0.0.1:9", "no_proxy": "", "NO_PROXY": ""}
"""Port 9 discards whatever it is sent, and is closed nearly everywhere."""


UNDRAWN = re.compile(r"the text `\"(?P<text>.+?)\"` could not be displayed")
MOST_LACKING = 60
"""The most characters that are looked for one by one."""


def lacking(characters: Sequence[str], fonts: Sequence[Path]) -> list[str]:
    """Return those that no font has, also none of Typst's own. fonts: folders."""
    import typst

    found: list[str] = []
    left = list(characters)
    while left and len(found) < MOST_LACKING:
        words = "\n\n".join(f"#{json.dumps(one, ensure_ascii=False)}" for one in left)
        page = f'#set document(title: "Letters", date: none)\n{words}'
        try:
            typst.compile(page.encode(), font_paths=_found(tuple(fonts)), format="pdf", pdf_standards=["ua-1"])
            break
        except typst.TypstError as error:
            undrawn = UNDRAWN.search(str(error))
            one = next((one for one in left if undrawn and one in undrawn["text"]), left[0])
            found.append(one)
            left.remove(one)
    return found


@cache
def _found(folders: tuple[Path, ...]) -> typst.Fonts:
    """The fonts in those folders, which takes a while to find."""
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=list(folders))


class Page(NamedTuple):
    """`rulebook.typ`. is_own: whether it is the project's, which may compute whatever it wants."""

    text: bytes
    is_own: bool


def pdf(book: Data, paper: str, page: Page, cards: Sequence[bytes], fonts: Sequence[Path]) -> bytes:
    """Set a book.

    `paper`: its name in Typst; `cards`: JPEGs in the order of their numbers; `fonts`: folders.

    A book with a black accent saves ink: it has no tints. The same input gives the same bytes.

    The file is tagged and follows PDF/UA-1, the standard for documents that can be read aloud, in which Typst does not
    embed PDF files; so cards are pixels here. Raises ProofdeckError if the page, or a text of the rules, cannot be set.
    """
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "book.json").write_text(json.dumps(book), encoding="utf-8")
        for number, card in enumerate(cards, 1):
            (Path(folder) / f"card-{number}.jpg").write_bytes(card)
        (Path(folder) / "rulebook.typ").write_bytes(page.text)
        try:
            return (_set_apart if page.is_own else _set)(folder, paper, *map(str, fonts))
        except ValueError as error:
            raise ProofdeckError(_refused(str(error))) from None


def _set(folder: str, paper: str, *fonts: str) -> bytes:
    """Set the page in that folder. Raises ValueError with what Typst has against it."""
    import typst

    def book(inputs: Inputs) -> typst.Compiler:
        return typst.Compiler(
            str(Path(folder) / "rulebook.typ"),
            root=folder,
            font_paths=_found(tuple(map(Path, fonts))),
            package_path=folder,
            package_cache_path=folder,
            sys_inputs={"paper": paper, **inputs},
        )

    try:
        with _offline():
            inputs = fitted(lambda inputs: _laid_out(book(inputs)))
            made = book(inputs).compile(format="pdf", pdf_standards=["ua-1"], timestamp=0)
        assert isinstance(made, bytes)  # a PDF is one file
    except typst.TypstError as error:
        raise ValueError(str(error)) from None
    return made


def _laid_out(book: typst.Compiler) -> tuple[list[Part], Inputs]:
    """Where the parts of a book are, and what it says of its first page; nothing if it cannot be set, since setting it
    then says why.
    """
    try:
        parts, front = (json.loads(book.query(f"<{name}>")) for name in ("part", "front"))
    except RuntimeError:
        return [], {}
    known = {"front": str(front[0]["value"])} if front else {}
    return [Part(**one["value"]) for one in parts], known


def _set_apart(folder: str, paper: str, *fonts: str) -> bytes:
    """Do the same in a process of its own: if it is refused memory, Typst ends the process that it is in."""
    try:
        done = run_apart(__name__, folder, paper, *fonts, memory=MOST_MEMORY, seconds=LONGEST)
    except PastLimits:
        message = f"its page took more than {MOST_MEMORY >> 30} GB of memory, or more than {LONGEST} s"
        raise ValueError(message) from None
    if done.returncode == 0:
        return (Path(folder) / MADE).read_bytes()
    if (Path(folder) / SAID).is_file():
        raise ValueError((Path(folder) / SAID).read_text(encoding="utf-8"))
    raise RuntimeError(done.stderr.decode(errors="replace"))


def main() -> None:
    """Set the page in the folder that the command line names, and write there what came of it."""
    folder, paper, *fonts = sys.argv[1:]
    try:
        (Path(folder) / MADE).write_bytes(_set(folder, paper, *fonts))
    except ValueError as error:
        (Path(folder) / SAID).write_text(str(error), encoding="utf-8")
        sys.exit(1)


def _refused(error: str) -> Problem:
    """The problem behind an error of Typst."""
    if PACKAGE in error:
        message = "the book cannot be set: its page imports a package, and Proofdeck neither downloads nor reads any"
        hint = "Write what you need of the package into templates/rulebook/rulebook.typ, and remove the import."
        return Problem("E613", message, hint=hint)
    hint = "Look at templates/rulebook/rulebook.typ if it is yours, and at the headings of the rules."
    return Problem("E613", f"the book cannot be set: {error}", hint=hint)


@contextmanager
def _offline() -> Iterator[None]:
    """Send what Typst would download to a port where nothing answers; it has no option for working offline.

    A page can compute the name of a package, so looking for imports in its text would not be enough.
    """
    before = {name: os.environ.get(name) for name in PROXIES}
    os.environ.update(PROXIES)
    try:
        yield
    finally:
        for name, value in before.items():
            del os.environ[name]
            if value is not None:
                os.environ[name] = value
