"""A pair: printed words, and what they must agree with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofdeck.book.signing.acting import SHORT
from proofdeck.book.signing.elsewhere import OTHERS, WORDS
from proofdeck.ground.cache import digest
from proofdeck.ground.problems import Place
from proofdeck.source.rules.passages import DRAWN, JINJA, STRING

CLAUSE, EXAMPLE, CLAIM, CHANGED, TEXT = "clause", "example", "claim", "changed", "text"
KINDS = (CLAUSE, EXAMPLE, CLAIM, CHANGED, TEXT, *WORDS, *OTHERS)
"""The kinds of pairs, besides translations, whose kind is the code of their language."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Words, and what they must agree with.

    kind, name: tell it from the other pairs of the game. called: how messages name it, such as `3.2 [turn.draw]`. says:
    the words, without layout. of: what they must agree with, part by part, each with a digest; None for an engine that
    is not run. places: where parts are, if that is not on the page. beyond: a digest of what code calls in turn.
    """

    kind: str
    name: str
    called: str
    says: str
    of: Mapping[str, str] | None
    place: Place
    places: Mapping[str, Place]
    beyond: str = ""

    @property
    def is_bound(self) -> bool:
        """Whether there is anything that its words must agree with; a physical clause is one by itself."""
        return self.kind == CLAUSE or bool(self.of)

    @property
    def where(self) -> str:
        """The place of the words: `rules_md/tombs.md:41`."""
        return ":".join(str(part) for part in self.place[:2] if part is not None)


def of_words(words: str) -> str:
    """The short digest of words."""
    return digest(words)[:SHORT]


def beginning(words: str) -> str:
    """The first words of a text, or of the captions of a figure, for messages."""
    captions = (one or other for found in JINJA.findall(words) for one, other in STRING.findall(found))
    first = JINJA.sub("...", words).split()
    if first == ["..."]:
        figure = DRAWN.search(words)
        first = next((caption for caption in captions if " " in caption), figure[1] if figure else "...").split()
    return " ".join(first[:5]) + (" ..." if len(first) > 5 else "")
