"""A contract on its way from the hand to the table, meld by meld and card by card.

Only such steps are offered from which the whole contract can still be completed, so a contract that is begun can be
ended. Runs come before sets, melds in the order of their first cards, and the cards of a set in ascending order, which
gives a contract one path. Only different melds that begin with the same card, or two sets of one number, leave a
choice: they may be laid in either order.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.engine.state import Action
from generator.games.toonerville_rook.cards import (
    CARD,
    CLOSE,
    NUMBERS,
    OPEN_RUN,
    OPEN_SET,
    ROOK,
    ROOK_AS,
    ROOK_IN_SET,
    Hand,
)
from generator.games.toonerville_rook.clauses import NATURAL, ORDER, ROOK_WILD
from generator.games.toonerville_rook.contracts import Contracts

Closed = tuple[bool, int, tuple[int, ...]]
"""A meld of the contract: whether it is a run, its first card or number, its cards."""
NOTHING = -1


class Laying(NamedTuple):
    """What has been set aside of a contract that is not complete.

    left: what is left of the hand; runs, sets: how many are still to be opened. closed: the melds that are ready.
    opened: the first card of the run or the number of the set in work, or NOTHING; added: its cards.
    """

    left: Hand
    runs: int
    sets: int
    closed: tuple[Closed, ...] = ()
    opened: int = NOTHING
    is_run: bool = False
    added: tuple[int, ...] = ()

    def is_complete(self) -> bool:
        return self.opened < 0 and not self.runs and not self.sets

    def cards(self) -> list[int]:
        """All that has left the hand for it."""
        return [*(card for _, _, cards in self.closed for card in cards), *self.added]

    def following(self) -> int:
        """The card that a run in work goes on with; that of another colour where it cannot go on."""
        return self.opened + len(self.added)

    def at_its_end(self) -> str | None:
        """Why a run in work cannot go on, or None."""
        return f"a run ends with {NUMBERS}" if self.added and self.following() % NUMBERS == 0 else None

    def key(self) -> tuple[object, ...]:
        return (self.closed, self.opened, self.is_run, self.added)

    # -- what is done --------------------------------------------------------------------------------------------------

    def with_meld(self, first: int, *, is_run: bool) -> Laying:
        """After a meld is opened."""
        return self._replace(runs=self.runs - is_run, sets=self.sets - (not is_run), opened=first, is_run=is_run)

    def with_card(self, card: int) -> Laying:
        """After a card is added to the meld that is open."""
        left = self.left[:]
        left[card] -= 1
        return self._replace(left=left, added=(*self.added, card))

    def with_meld_closed(self) -> Laying:
        closed = (*self.closed, (self.is_run, self.opened, self.added))
        return self._replace(closed=closed, opened=NOTHING, added=())

    # -- what can be done ----------------------------------------------------------------------------------------------

    def steps(self, search: Contracts, on: int) -> tuple[list[Action], int]:
        """The next steps, ascending, and bits of the clauses that mattered. on: those that apply."""
        hand = self.left if on & ROOK_WILD else [*self.left[:ROOK], 0]
        if self.opened < 0:
            return self._openings(search, hand)
        return self._run_steps(search, hand) if self.is_run else self._set_steps(search, hand)

    def _openings(self, search: Contracts, hand: Hand) -> tuple[list[Action], int]:
        runs, sets, floor, lowest = self.runs, self.sets, 0, 0
        if self.closed and search.ordered:
            is_run, first, _ = self.closed[-1]
            floor, lowest = (first, 0) if is_run else (0, first)
        if not search.fits(hand, runs, sets, floor, lowest):
            return [], 0
        fired = ORDER if floor or lowest else 0
        if runs:
            firsts = (first for first in range(floor, ROOK) if search.opens_run(hand, first, runs - 1, sets))
            return [OPEN_RUN + first for first in firsts], fired
        numbers = (number for number in range(lowest, NUMBERS) if search.opens_set(hand, number, sets - 1))
        return [OPEN_SET + number for number in numbers], fired

    def _run_steps(self, search: Contracts, hand: Hand) -> tuple[list[Action], int]:
        runs, sets, first = self.runs, self.sets, self.opened
        length, fired = len(self.added), 0
        natural = any(card != ROOK for card in self.added)
        legal: list[Action] = []
        if length >= search.run_length:
            if not natural and search.natural:
                fired = NATURAL
            elif search.fits(hand, runs, sets, first if search.ordered else 0):
                legal.append(CLOSE)
        following = first + length
        if length and following % NUMBERS == 0:
            return legal, fired
        for card, action in ((following, CARD + following), (ROOK, ROOK_AS + following)):
            if hand[card]:
                hand[card] -= 1
                has_natural = natural or card != ROOK
                if search.run_fits(hand, first, length + 1, natural=has_natural, runs=runs, sets=sets):
                    legal.append(action)
                hand[card] += 1
        return legal, fired

    def _set_steps(self, search: Contracts, hand: Hand) -> tuple[list[Action], int]:
        sets, number, added = self.sets, self.opened, self.added
        length, rooks, fired = len(added), added.count(ROOK), 0
        legal: list[Action] = []
        if length >= search.set_length and search.fits(hand, 0, sets, 0, number if search.ordered else 0):
            legal.append(CLOSE)
        if not rooks:
            for card in range(added[-1] if added else number, ROOK, NUMBERS):
                if hand[card]:
                    hand[card] -= 1
                    if search.set_fits(hand, number, card // NUMBERS, length + 1, 0, sets):
                        legal.append(CARD + card)
                    hand[card] += 1
        if hand[ROOK]:
            if not length and search.natural:
                fired = NATURAL
            else:
                hand[ROOK] -= 1
                if search.set_fits(hand, number, 0, length + 1, rooks + 1, sets):
                    legal.append(ROOK_IN_SET)
                hand[ROOK] += 1
        return legal, fired
