"""A contract on its way from the hand to the table, meld by meld and card by card.

Only such steps are offered from which the whole contract can still be completed, so a contract that is begun can be
ended. Runs come before sets, melds in the order of their first cards, and the cards of a set in ascending order, which
gives a contract one path. Only different melds that begin with the same card, or two sets of one number, leave a
choice: they may be laid in either order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from generator.engine.state import Action
from generator.games.toonerville_rook.actions import (
    CARD,
    CLOSE,
    NUMBERS,
    OPEN_RUN,
    OPEN_SET,
    ROOK,
    ROOK_AS,
    ROOK_IN_SET,
)
from generator.games.toonerville_rook.clauses import NATURAL, ORDER, ROOK_WILD, RUN, SET

if TYPE_CHECKING:
    from generator.games.toonerville_rook.rules import Round

Hand = list[int]
Closed = tuple[bool, int, tuple[int, ...]]
"""A meld of the contract: whether it is a run, its first card or number, its cards."""
NOTHING = -1


class Laying:
    """What has been set aside of a contract that is not complete.

    closed: the melds that are ready. opened: the first card of the run or the number of the set in work, or NOTHING;
    added: its cards. runs, sets: how many are still to be opened. fired: bits of the clauses that mattered.
    """

    __slots__ = ("added", "closed", "fired", "is_run", "on", "opened", "row", "runs", "sets")

    def __init__(self, row: Round, on: int) -> None:
        self.row, self.on = row, on
        self.runs, self.sets = row.runs, row.sets
        self.closed: tuple[Closed, ...] = ()
        self.opened = NOTHING
        self.is_run = False
        self.added: list[int] = []
        self.fired = 0

    def copy(self) -> Self:
        copy = type(self)(self.row, self.on)
        copy.runs, copy.sets, copy.closed = self.runs, self.sets, self.closed
        copy.opened, copy.is_run, copy.added, copy.fired = self.opened, self.is_run, self.added[:], self.fired
        return copy

    def is_complete(self) -> bool:
        return self.opened < 0 and not self.runs and not self.sets

    def cards(self) -> list[int]:
        """All that has left the hand for it."""
        return [*(card for _, _, cards in self.closed for card in cards), *self.added]

    def key(self) -> tuple[object, ...]:
        return (self.closed, self.opened, self.is_run, tuple(self.added))

    def take_fired(self) -> int:
        """Return the clauses that have mattered since this was last asked."""
        fired, self.fired = self.fired, 0
        return fired

    # -- what can be done ----------------------------------------------------------------------------------------------

    def steps(self, hand: Hand) -> list[Action]:
        """The next steps, ascending. hand: what is left of it."""
        if not self.on & ROOK_WILD:
            hand = [*hand[:ROOK], 0]
        if self.opened < 0:
            return self._openings(hand)
        return self._run_steps(hand) if self.is_run else self._set_steps(hand)

    def _floors(self) -> tuple[int, int]:
        """Where the next run and the next set may begin."""
        if not self.closed or not self.on & ORDER:
            return 0, 0
        is_run, first, _ = self.closed[-1]
        return (first, 0) if is_run else (0, first)

    def _openings(self, hand: Hand) -> list[Action]:
        search, runs, sets = self.row.contracts, self.runs, self.sets
        floor, lowest = self._floors()
        if not search.fits(hand, runs, sets, floor, lowest):
            return []
        self.fired |= ORDER if floor or lowest else 0
        if runs:
            last = NUMBERS - search.run_length
            return [
                OPEN_RUN + first
                for first in range(floor, ROOK)
                if first % NUMBERS <= last and search.run_fits(hand, first, 0, natural=False, runs=runs - 1, sets=sets)
            ]
        return [
            OPEN_SET + number for number in range(lowest, NUMBERS) if search.set_fits(hand, number, 0, 0, 0, sets - 1)
        ]

    def _run_steps(self, hand: Hand) -> list[Action]:
        search, runs, sets, first = self.row.contracts, self.runs, self.sets, self.opened
        length = len(self.added)
        natural = any(card != ROOK for card in self.added)
        legal: list[Action] = []
        if length >= search.run_length:
            if not natural and search.natural:
                self.fired |= NATURAL
            elif search.fits(hand, runs, sets, first if self.on & ORDER else 0):
                legal.append(CLOSE)
        following = first + length
        if length and following % NUMBERS == 0:
            return legal
        for card, action in ((following, CARD + following), (ROOK, ROOK_AS + following)):
            if hand[card]:
                hand[card] -= 1
                has_natural = natural or card != ROOK
                if search.run_fits(hand, first, length + 1, natural=has_natural, runs=runs, sets=sets):
                    legal.append(action)
                hand[card] += 1
        return legal

    def _set_steps(self, hand: Hand) -> list[Action]:
        search, sets, number, added = self.row.contracts, self.sets, self.opened, self.added
        length, rooks = len(added), added.count(ROOK)
        legal: list[Action] = []
        lowest = number if self.on & ORDER else 0
        if length >= search.set_length and search.fits(hand, 0, sets, 0, lowest):
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
                self.fired |= NATURAL
            else:
                hand[ROOK] -= 1
                if search.set_fits(hand, number, 0, length + 1, rooks + 1, sets):
                    legal.append(ROOK_IN_SET)
                hand[ROOK] += 1
        return legal

    # -- what is done --------------------------------------------------------------------------------------------------

    def play(self, action: Action, hand: Hand) -> None:
        """Carry out a legal step: cards move from the hand to the meld in work."""
        if action == CLOSE:
            self.fired |= self.on & (RUN if self.is_run else SET)
            self.closed = (*self.closed, (self.is_run, self.opened, tuple(self.added)))
            self.opened, self.added = NOTHING, []
        elif action < OPEN_SET:
            self.opened, self.is_run = action - OPEN_RUN, True
            self.runs -= 1
        elif action < CARD:
            self.opened, self.is_run = action - OPEN_SET, False
            self.sets -= 1
        else:
            card = action - CARD if action < ROOK_AS else ROOK
            self.fired |= ROOK_WILD if card == ROOK else 0
            hand[card] -= 1
            self.added.append(card)
