"""A meld on the table: its cards, what can be laid off on it, and which Rooks can be swapped out of it.

A meld never changes; laying off or swapping makes a new one. So it can list in advance what it takes, and finding
lay-offs only means checking a hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from proofdeck.play.games.toonerville_rook import actions
from proofdeck.play.games.toonerville_rook.cards import NUMBERS, ROOK
from proofdeck.play.games.toonerville_rook.clauses import LAY_OFF_ROOK, LAY_OFF_RUN, LAY_OFF_SET, SWAP, SWAP_SET


class Meld:
    """Cards on the table. Never changed after it is made.

    first: for a run the card with which it begins, whether that is natural or a Rook; for a set its number less one.
    cards: in the order of a run, or the natural cards of a set ascending and then its Rooks.
    room: for a run how many cards can still be put to its ends.
    takes, swaps: what a player who has laid their contract may do with it, each with the card it needs from the hand;
    guarded: cards that would free a Rook from a set, if that were allowed.
    """

    __slots__ = ("cards", "first", "guarded", "is_run", "place", "room", "swaps", "takes")

    def __init__(self, place: int, first: int, cards: tuple[int, ...], *, is_run: bool, on: int) -> None:
        """place: of the table; on: the clauses that apply."""
        self.place, self.first, self.cards, self.is_run = place, first, cards, is_run
        self.room = NUMBERS - len(cards) if is_run else 0
        lead = actions.LAY_OFF + place * actions.SPOTS
        self.takes = [(lead + spot, min(ROOK, spot)) for spot in self._spots(on)]
        self.guarded = () if is_run or ROOK not in cards else tuple(range(first, ROOK, NUMBERS))
        fetching: Sequence[int] = () if on & SWAP_SET else self.guarded
        if is_run:
            fetching = [first + i for i, card in enumerate(cards) if card == ROOK]
        self.swaps = [(actions.SWAP_FOR + place * ROOK + card, card) for card in fetching] if on & SWAP else []

    def _spots(self, on: int) -> list[int]:
        """The cards that can be laid off on it: natural cards, then Rooks."""
        first, beyond = self.first, self.first + len(self.cards)
        if self.is_run:
            below, above = first % NUMBERS > 0, beyond % NUMBERS > 0
            naturals = [first - 1] * below + [beyond] * above
            rooks = [actions.ROOK_BEFORE] * below + [actions.ROOK_BEHIND] * above
        else:
            naturals, rooks = list(range(first, ROOK, NUMBERS)), [actions.ROOK_BEFORE]
        takes = on & (LAY_OFF_RUN if self.is_run else LAY_OFF_SET)
        return (naturals if takes else []) + (rooks if on & LAY_OFF_ROOK else [])

    def with_card(self, spot: int, on: int) -> Meld:
        """The meld after a lay-off: a natural card, or a Rook on one side."""
        card = min(spot, ROOK)
        if not self.is_run:
            return Meld(self.place, self.first, tuple(sorted((*self.cards, card))), is_run=False, on=on)
        before = spot == actions.ROOK_BEFORE or spot == self.first - 1
        cards = (card, *self.cards) if before else (*self.cards, card)
        return Meld(self.place, self.first - before, cards, is_run=True, on=on)

    def with_swap(self, card: int, on: int) -> Meld:
        """The meld after a natural card has replaced a Rook."""
        cards = list(self.cards)
        cards[card - self.first if self.is_run else cards.index(ROOK)] = card
        return Meld(self.place, self.first, tuple(cards if self.is_run else sorted(cards)), is_run=self.is_run, on=on)

    def stands_for(self) -> Sequence[int | None]:
        """For each card, what it stands for in this meld; None for a Rook in a set."""
        if self.is_run:
            return [self.first + i for i in range(len(self.cards))]
        return [None if card == ROOK else card for card in self.cards]

    def __repr__(self) -> str:
        return repr((self.place, self.first, int(self.is_run), *self.cards))
