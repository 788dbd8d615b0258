"""The words of a paragraph as a tree: plain words, emphasis, and references to clauses and cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Words:
    """Plain words."""

    kind: ClassVar[str] = "words"
    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words in bold."""

    kind: ClassVar[str] = "strong"
    inside: Inlines


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words in italics."""

    kind: ClassVar[str] = "emphasis"
    inside: Inlines


@dataclass(frozen=True, slots=True)
class Marked:
    """Words with a mark of their author. how: `struck` out, `marked` in colour, `lowered` or `raised`."""

    kind: ClassVar[str] = "marked"
    how: str
    inside: Inlines


@dataclass(frozen=True, slots=True)
class Code:
    """Something to be typed."""

    kind: ClassVar[str] = "code"
    text: str


@dataclass(frozen=True, slots=True)
class Break:
    """The end of a line. `hard`: whether the author means it, or only the editor broke the line there."""

    kind: ClassVar[str] = "break"
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A link out of the book."""

    kind: ClassVar[str] = "link"
    address: str
    inside: Inlines


@dataclass(frozen=True, slots=True)
class See:
    """A reference to the clause with that id."""

    kind: ClassVar[str] = "see"
    clause: str


@dataclass(frozen=True, slots=True)
class CardPictures:
    """Large pictures of cards, by id."""

    kind: ClassVar[str] = "cards"
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture of the author. `source`: as the page names it; `alt`: what it shows, in words.

    `wide`: the width that is asked for, in mm, or 0; `side`: `left` or `right` if words go beside it.
    """

    kind: ClassVar[str] = "illustration"
    source: str
    alt: str = ""
    wide: float = 0.0
    side: str = ""

    @property
    def name(self) -> str:
        """What it is called among the pictures of a book."""
        return f"{OF_THE_AUTHOR}{self.source}"

    @property
    def words(self) -> str:
        """What stands for it where it cannot be shown: what it shows, or the name of its file."""
        in_page = self.source.startswith("data:")
        return self.alt.strip() or (PICTURE if in_page else self.source.rpartition("/")[2])


@dataclass(frozen=True, slots=True)
class Unheld:
    """The mark of a proof edition behind words that no clause and no parameter holds."""

    kind: ClassVar[str] = "unheld"


SAFE = ("http://", "https://", "mailto:")
"""How an address begins if a book may link to it."""
PICTURE = "\N{WHITE SQUARE}"
"""What stands for a picture of which nothing is known."""
OF_THE_AUTHOR = "picture:"
"""How the names of pictures begin that do not show cards."""

Inline = Words | Strong | Emphasis | Marked | Code | Break | Link | See | CardPictures | Illustration | Unheld
Inlines = tuple[Inline, ...]


def plain(inlines: Iterable[Inline], numbers: dict[str, str] | None = None) -> str:
    """Return the words without emphasis. `numbers`: of clauses, by id."""
    return "".join(_plain(one, numbers or {}) for one in inlines)


def _plain(inline: Inline, numbers: dict[str, str]) -> str:
    match inline:
        case Words(text) | Code(text):
            return text
        case Strong(inside) | Emphasis(inside) | Marked(_, inside) | Link(_, inside):
            return plain(inside, numbers)
        case See(clause):
            return numbers.get(clause, clause)
        case Break():
            return " "
        case Illustration():
            return inline.words
        case CardPictures() | Unheld():
            return ""
