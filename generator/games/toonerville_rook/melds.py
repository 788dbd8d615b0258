"""A meld on the table: what lies in it, what can be laid off on it, and which Rooks can be swapped out of it.

A meld never changes; laying off or swapping makes a new one. So it knows from the start what it takes, and finding
lay-offs is looking into a hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.state import Action
from generator.games.toonerville_rook.cards import (
    LAY_OFF,
    NUMBERS,
    ROOK,
    ROOK_BEFORE,
    ROOK_BEHIND,
    SPOTS,
    SWAP_FOR,
)
from generator.games.toonerville_rook.clauses import LAY_OFF_ROOK, LAY_OFF_RUN, LAY_OFF_SET, SWAP, SWAP_SET

Option = tuple[Action, int]
"""An action and the card of the hand that it needs."""


class Meld:
    """Cards on the table. Never changed after it is made.

    first: for a run the card with which it begins, whether that is natural or a Rook; for a set its number less one.
    cards: in the order of a run, or the natural cards of a set ascending and then its Rooks.
    room: for a run how many cards can still be put to its ends.
    takes, swaps: what a player may do with it who has laid his contract; guarded: cards that would fetch a Rook out of
    a set, were that allowed.
    """

    __slots__ = ("cards", "first", "guarded", "is_run", "place", "room", "swaps", "takes")

    def __init__(self, place: int, first: int, cards: tuple[int, ...], *, is_run: bool, on: int) -> None:
        """place: of the table; on: the clauses that apply."""
        self.place, self.first, self.cards, self.is_run = place, first, cards, is_run
        self.takes: tuple[Option, ...]
        self.swaps: tuple[Option, ...] = ()
        self.guarded: tuple[int, ...] = ()
        if is_run:
            self.room = NUMBERS - len(cards)
            self.takes = self._takes_of_run(on)
            if on & SWAP and ROOK in cards:
                lead = SWAP_FOR + place * ROOK
                self.swaps = tuple((lead + first + i, first + i) for i, card in enumerate(cards) if card == ROOK)
        else:
            self.room = 0
            self.takes = self._takes_of_set(on)
            if ROOK in cards:
                self.guarded = tuple(range(first, ROOK, NUMBERS))
                if on & SWAP and not on & SWAP_SET:
                    self.swaps = tuple((SWAP_FOR + place * ROOK + card, card) for card in self.guarded)

    def _takes_of_run(self, on: int) -> tuple[Option, ...]:
        lead = LAY_OFF + self.place * SPOTS
        below = [self.first - 1] if self.first % NUMBERS else []
        beyond = self.first + len(self.cards)
        above = [beyond] if beyond % NUMBERS else []
        naturals = [(lead + card, card) for card in below + above] if on & LAY_OFF_RUN else []
        if on & LAY_OFF_ROOK:
            naturals += [(lead + ROOK_BEFORE, ROOK)] * len(below) + [(lead + ROOK_BEHIND, ROOK)] * len(above)
        return tuple(naturals)

    def _takes_of_set(self, on: int) -> tuple[Option, ...]:
        lead = LAY_OFF + self.place * SPOTS
        naturals = [(lead + card, card) for card in range(self.first, ROOK, NUMBERS)] if on & LAY_OFF_SET else []
        return (*naturals, *([(lead + ROOK_BEFORE, ROOK)] if on & LAY_OFF_ROOK else ()))

    def with_card(self, spot: int, on: int) -> Meld:
        """After a lay-off: a natural card, or a Rook on one side."""
        card = min(spot, ROOK)
        if not self.is_run:
            return Meld(self.place, self.first, tuple(sorted((*self.cards, card))), is_run=False, on=on)
        before = spot == ROOK_BEFORE or spot == self.first - 1
        cards = (card, *self.cards) if before else (*self.cards, card)
        return Meld(self.place, self.first - before, cards, is_run=True, on=on)

    def with_swap(self, card: int, on: int) -> Meld:
        """After a natural card has taken the place of a Rook."""
        cards = list(self.cards)
        cards[card - self.first if self.is_run else cards.index(ROOK)] = card
        return Meld(self.place, self.first, tuple(cards if self.is_run else sorted(cards)), is_run=self.is_run, on=on)

    def stands_for(self) -> Sequence[int | None]:
        """For each card what it is in this meld; None for a Rook in a set, which is nothing certain."""
        if self.is_run:
            return [self.first + i for i in range(len(self.cards))]
        return [None if card == ROOK else card for card in self.cards]

    def key(self) -> tuple[int, ...]:
        return (self.place, self.first, int(self.is_run), *self.cards)

    def __repr__(self) -> str:
        return f"Meld{self.key()}"
