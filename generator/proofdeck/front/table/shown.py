"""What the page of a table shows of a game besides the table itself: pictures of its cards, boards and clauses.

It is plain data, so that a page can be made where nothing can be laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.play.free.box import EMPTY_BOX, FreeBox
from proofdeck.play.scene.boards import Front
from proofdeck.source.project.game import ClauseWords

FANNED = 5


class FacePicture(NamedTuple):
    """A picture of one side of a card. key: its name; lengths in mm; outline: that of the face.

    tone: the colour it is known by, "" for none.
    """

    key: str
    width: float
    height: float
    outline: str
    tone: str = ""


class CardSides(NamedTuple):
    """The pictures of a card. back: None if nothing is printed there."""

    front: FacePicture
    back: FacePicture | None


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game as a table shows it. cards: by id; fronts: what is known of boards and pieces, by kind of card.

    printed: what it was made of, to tell whether that has changed; clauses: the number and the text of each; say: the
    phrases of its language, with the names of its cards; goal: how one wins, as its rules say it; box: what a table
    without rules is laid with.
    """

    cards: Mapping[str, CardSides]
    fronts: Mapping[str, Front]
    printed: object
    clauses: ClauseWords
    say: Phrases = ENGLISH
    goal: Callable[[], str] = str
    box: FreeBox = EMPTY_BOX

    @property
    def fan(self) -> list[str]:
        """Some of its cards, all of one size, to show what it looks like."""
        sizes = {card: sides.front[1:3] for card, sides in self.cards.items()}
        same = [card for card, size in sizes.items() if size == next(iter(sizes.values()))]
        return same[:: max(len(same) // FANNED, 1)][:FANNED]
