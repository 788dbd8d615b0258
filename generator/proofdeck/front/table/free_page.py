"""What the page shows of a table without rules, as one seat may see it: piles with their topmost pieces, and the log.

Only pieces that the table says this seat sees are named; of all others there is the back, and where they lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from proofdeck.front.table.free import OpenFree
from proofdeck.front.table.free_words import FreeLine, FreeTold
from proofdeck.front.table.shown import FacePicture
from proofdeck.ground.units import Box
from proofdeck.play.free.acts import HAND, SOME_PILE, NotPossible
from proofdeck.play.free.pieces import SURFACE, FreeCounter, FreeDie, FreePiece, FreePile
from proofdeck.play.free.setting import setup_tables
from proofdeck.play.free.table import FreeTable

MOST_TOLD = 60
SIDE_BY_SIDE = 1.06
"""From one piece of a row to the next, as a multiple of its width."""
LONGEST_ROW = 0.9
"""Of the table: longer rows lie closer together."""
BELOW = 0.26
"""From one piece of a column to the next, as a multiple of its height."""
BESIDE = 10.0
"""mm by which pieces of one line may be higher or lower than each other."""
LETTER, LETTERS, COUNT, WIDEST = 7.0, 9, 7.0, 100.0
"""mm of a letter of a name, and how many should have room; mm of the number above a pile, and of a wide name."""


class ShownFree(NamedTuple):
    """A piece. ref: how forms name it; card: its id, "" if it is face down; drawn: None if nothing is printed there.

    other: the other side of a piece in the hand of whoever looks.
    """

    ref: str
    name: str
    card: str
    drawn: FacePicture | None
    turned: int = 0
    is_marked: bool = False
    other: FacePicture | None = None


@dataclass(frozen=True, slots=True)
class ShownFreePile:
    """A pile. x, y: of its middle in mm; left, top, width, height: of its first piece, in percent of the table.

    named: its own name, as far as there is room for it; label: that, or what it is called; pieces: the topmost one, or
    all of a row; step: from one to the next, in percent; room: for its name, in percent of its width; below: in percent
    of the table.
    """

    id: str
    named: str
    label: str
    pieces: tuple[ShownFree, ...]
    count: int
    is_bag: bool
    x: float
    y: float
    left: float
    top: float
    width: float
    height: float
    step: float
    is_board: bool
    is_column: bool
    called: str
    room: int
    below: float


class FreePage:
    """Reads a table for the person in a seat."""

    def __init__(self, table: OpenFree, seat: int, *, is_now: bool = False) -> None:
        """is_now: although somebody looks back on another screen."""
        self.sitting, self._shown, self.viewer = table.sitting, table.shown, seat
        self.names = table.sitting.header.names
        self._say, self._told = table.shown.say, FreeTold(table.sitting, table.shown.say, seat)
        acts = len(table.sitting.acts)
        self.then, self.acts = None if is_now else table.then, acts
        self.table: FreeTable = table.sitting.table if self.then is None else table.sitting.table_after(self.then)

    @property
    def piles(self) -> list[ShownFreePile]:
        """From the lowest to the topmost."""
        return [self._pile(pile) for pile in self.table.piles.values()]

    @property
    def hand(self) -> list[ShownFree]:
        """The pieces that the viewer holds."""
        sides = self._shown.cards
        found = [(self._piece(name, name), self.table.pieces[name].card) for name in self.table.hands[self.viewer]]
        return [one._replace(other=sides[card].back if card in sides else None) for one, card in found]

    @property
    def others(self) -> Iterator[tuple[int, str, Sequence[ShownFree]]]:
        """Seat, name and hand of everybody else."""
        for seat, hand in enumerate(self.table.hands):
            if seat != self.viewer:
                yield seat, self.names[seat], [self._piece(name, "") for name in hand]

    def partners(self, seat: int) -> list[str]:
        """The names of those who play with that seat."""
        return [self.names[one] for one in self._shown.box.partners(len(self.names), seat)]

    @property
    def looked(self) -> list[ShownFree]:
        """What the viewer is looking at in a pile."""
        return [self._piece(name, name) for name in self.table.looked[self.viewer]]

    @property
    def looked_at(self) -> str:
        """The pile that the viewer looks into, by its id; "" for none."""
        seen = self.table.looked[self.viewer]
        return self.table.place(seen[0]) if seen else ""

    @property
    def places(self) -> list[tuple[str, str]]:
        """Where pieces can be put: (how forms name it, words)."""
        piles = [(pile.id, self._called(pile)) for pile in self.table.piles.values() if self._label(pile)]
        hands = [(f"{HAND}{seat}", self._told.whose(seat - 1)) for seat in range(1, self.table.players + 1)]
        return [*hands, *piles]

    @property
    def dice(self) -> list[FreeDie]:
        return list(self.table.dice.values())

    @property
    def counters(self) -> list[FreeCounter]:
        return list(self.table.counters.values())

    @property
    def log(self) -> list[FreeLine]:
        """What was done and said, the newest first."""
        return self._told.lines(self.table, MOST_TOLD)[::-1]

    @property
    def setup(self) -> tuple[dict[str, dict[str, str]], str]:
        """What the head of a page of rules says of this table, by its keys; or why it cannot say it, in a sentence."""
        try:
            return setup_tables(self.table), ""
        except NotPossible as refused:
            return {}, self._say(f"free.{refused.phrase}")

    @property
    def seats(self) -> tuple[Box, ...]:
        return self.table.start.seats

    def share(self, x: float, y: float) -> tuple[float, float]:
        """A place in percent of the table."""
        return 100 * x / SURFACE.width, 100 * y / SURFACE.height

    # -- pieces --------------------------------------------------------------------------------------------------------

    def _pile(self, pile: FreePile) -> ShownFreePile:
        table, scale = self.table, self.table.start.scale
        first = self._topmost(pile)
        is_row = pile.is_row and len(pile.pieces) > 1
        listed = list(enumerate(pile.pieces, 1)) if is_row else list(enumerate(pile.pieces[:1], 1))
        width, height = first.width * scale, first.height * scale
        more, is_column = len(listed) - 1, is_row and pile.is_column
        step = min(width * SIDE_BY_SIDE, (SURFACE.width * LONGEST_ROW - width) / more) if more > 0 else 0.0
        beside = 0.0 if is_column else step * max(0, more)
        left = max(0.0, min(pile.x - (width + beside) / 2, SURFACE.width - width - beside))
        top = max(0.0, min(pile.y - height / 2, SURFACE.height - height))
        if is_column:
            step = max(height * BELOW / 3, min(height * BELOW, (SURFACE.height - top - height) / more))
        refs = {name: self._ref(pile, name, at, is_row=is_row) for at, name in listed}
        pieces = tuple(self._piece(name, ref, is_up=name in table.up) for name, ref in refs.items())
        across, down = 100 / SURFACE.width, 100 / SURFACE.height
        return ShownFreePile(
            pile.id,
            "" if pile.id in self._unnamed else pile.label,
            self._label(pile),
            pieces,
            len(pile.pieces),
            pile.is_bag,
            pile.x,
            pile.y,
            round(left * across, 2),
            round(top * down, 2),
            round(width * across, 2),
            round(height * down, 2),
            round(step * (down if is_column else across), 2),
            first.is_board,
            is_column,
            self._called(pile),
            round(100 * self._beside(pile, height) / (width + beside)),
            round(max(0.0, self._below(pile, top + height, self._beside(pile, height)) - COUNT) * down, 2),
        )

    def _called(self, pile: FreePile) -> str:
        """Its name, and beside which pile it is if others have the same name."""
        labels = self._labels
        label = labels[pile.id]
        others = [one for one in self.table.piles.values() if labels[one.id] not in {"", label}]
        if not others or [*labels.values()].count(label) == 1:
            return label
        near = min(others, key=lambda one: (one.x - pile.x) ** 2 + (one.y - pile.y) ** 2)
        return self._say("free.beside", place=label, other=labels[near.id])

    @cached_property
    def _labels(self) -> dict[str, str]:
        return {pile.id: self._label(pile) for pile in self.table.piles.values()}

    def _beside(self, pile: FreePile, height: float) -> float:
        """How wide the name below a pile can be: as far as it is to the nearest pile with a name in its line."""
        line = (one for one in self._line(pile, height) if one.id not in self._unnamed)
        return min((abs(one.x - pile.x) for one in line), default=SURFACE.width)

    def _line(self, pile: FreePile, height: float) -> Iterator[FreePile]:
        return (one for one in self.table.piles.values() if one.x != pile.x and abs(one.y - pile.y) < height)

    def _below(self, pile: FreePile, bottom: float, width: float) -> float:
        """How far it is from the lower edge of a pile to what is below it and below a name of that width."""
        scale, ends = self.table.start.scale, [SURFACE.height + COUNT]
        for one in self.table.piles.values():
            first, aside = self._topmost(one), abs(one.x - pile.x)
            if one.y > pile.y and not first.is_board and aside < (min(width, WIDEST) + first.width * scale) / 2:
                ends.append(one.y - first.height * scale / 2)
        return min(ends) - bottom

    @cached_property
    def _unnamed(self) -> set[str]:
        """Places that were laid without pieces and share a name, such as those for discards, if names have no room."""
        table, labels = self.table, [pile.label for pile in self.table.piles.values()]
        needed = LETTER * min(LETTERS, max(map(len, labels), default=0))
        empty = {pile.id for pile in table.start.piles if not pile.pieces}
        shared = [pile for pile in table.piles.values() if pile.id in empty and labels.count(pile.label) > 1]
        return {pile.id for pile in shared if self._nearest(pile) < needed}

    def _nearest(self, pile: FreePile) -> float:
        line = self._line(pile, self._topmost(pile).height * self.table.start.scale)
        return min((abs(one.x - pile.x) for one in line), default=SURFACE.width)

    def _topmost(self, pile: FreePile) -> FreePiece:
        """Its first piece, or what an empty place is as large as."""
        return self.table.pieces[pile.pieces[0]] if pile.pieces else self._usual(pile)

    def _usual(self, pile: FreePile) -> FreePiece:
        """What an empty place is as large as: the pieces of the pile to its left, else the nearest cards, or a card."""
        filled = [one for one in self.table.start.piles if one.pieces and not self._first(one).is_board]
        cards = [one for one in filled if self._first(one).is_card]
        line = [one for one in filled if one.x < pile.x and abs(one.y - pile.y) < BESIDE]
        near = min(line or cards, key=lambda one: (one.x - pile.x) ** 2 + (one.y - pile.y) ** 2, default=None)
        return self._first(near) if near else FreePiece("", "", "")

    def _first(self, pile: FreePile) -> FreePiece:
        return self.table.pieces[pile.pieces[0]]

    def _ref(self, pile: FreePile, name: str, at: int, *, is_row: bool) -> str:
        if not is_row:
            return pile.id
        return name if name in self.table.up else f"{pile.id}.{at}"

    def _piece(self, name: str, ref: str, *, is_up: bool = True) -> ShownFree:
        """is_up: false for a piece that lies face down, of which somebody who looks at it sees the front elsewhere."""
        piece, sides = self.table.pieces[name], self._shown.cards.get(self.table.pieces[name].card)
        turned, is_marked = self.table.turned.get(name, 0), name in self.table.marked
        if is_up and self.table.sees(self.viewer, name):
            return ShownFree(ref, piece.name, piece.card, sides and sides.front, turned, is_marked)
        hidden = self._say("table.face_down") if piece.form == "rectangle" else self._say("free.piece_down")
        return ShownFree(ref, hidden, "", sides and sides.back, turned, is_marked)

    def _label(self, pile: FreePile) -> str:
        label = self.table.called(pile.id)
        return self._say("free.a_pile") if label == SOME_PILE else label
