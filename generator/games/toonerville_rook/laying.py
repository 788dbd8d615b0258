"""A contract on its way from the hand to the table, meld by meld and card by card.

Only such steps are offered from which the whole contract can still be completed, so a contract that is begun can be
ended. Runs come before sets, melds in the order of their first cards, and the cards of a set in ascending order, which
gives a contract one path. Only different melds that begin with the same card, or two sets of one number, leave a
choice: they may be laid in either order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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


def steps_in_words(names: Sequence[str]) -> list[str]:
    """names: of the cards, the Rook last."""
    *naturals, rook = names
    opened = [
        *(f"a run from {name}" for name in naturals),
        *(f"a set of {number}s" for number in range(1, NUMBERS + 1)),
    ]
    added = [*naturals, *(f"{rook} as {name}" for name in naturals), f"{rook} to the set"]
    return ["Close the meld", *(f"Open {meld}" for meld in opened), *(f"Add {card}" for card in added)]


def card_of(step: int) -> int:
    """The card that a step adds."""
    return min(step - CARD, ROOK)


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

    def is_open(self) -> bool:
        """Whether there is a meld in work."""
        return self.opened >= 0

    def is_complete(self) -> bool:
        return self.opened < 0 and not self.runs and not self.sets

    def cards(self) -> list[int]:
        """All that has left the hand for it."""
        return [*(card for _, _, cards in self.closed for card in cards), *self.added]

    def key(self) -> tuple[object, ...]:
        return (self.closed, self.opened, self.is_run, self.added)

    def after(self, step: int) -> Laying:
        """After a step that is possible."""
        if step == CLOSE:
            closed = (*self.closed, (self.is_run, self.opened, self.added))
            return self._replace(closed=closed, opened=NOTHING, added=())
        if step < OPEN_SET:
            return self._replace(runs=self.runs - 1, opened=step - OPEN_RUN, is_run=True)
        if step < CARD:
            return self._replace(sets=self.sets - 1, opened=step - OPEN_SET, is_run=False)
        card, left = card_of(step), self.left[:]
        left[card] -= 1
        return self._replace(left=left, added=(*self.added, card))

    # -- what cannot be done -------------------------------------------------------------------------------------------

    def comes_too_late(self, step: int) -> str | None:
        """Why a meld must have been opened before."""
        is_run = step < OPEN_SET
        if step < OPEN_RUN or step >= CARD:
            return None
        if self.runs and not is_run:
            return "runs are laid before sets"
        late = self.closed and (is_run, step - (OPEN_RUN if is_run else OPEN_SET)) < self.closed[-1][:2]
        return "melds are laid in the order of their first cards" if late and self.closed[-1][0] == is_run else None

    def misfits(self, step: int) -> str | None:
        """Why a card that is added is none of the meld that is open."""
        following = self.opened + len(self.added)
        if self.is_run and self.added and following % NUMBERS == 0:
            return f"a run ends with {NUMBERS}"
        if step >= ROOK_AS:
            fits = step == (ROOK_AS + following if self.is_run else ROOK_IN_SET)
            elsewhere = "its place in the run asks for another card"
            return None if fits else elsewhere if self.is_run else "in a set a Rook stands for no certain card"
        if self.is_run:
            return None if step == CARD + following else "it is not the next card of the run"
        return None if card_of(step) % NUMBERS == self.opened else f"it is no {self.opened + 1}"

    # -- what can be done ----------------------------------------------------------------------------------------------

    def steps(self, search: Contracts, on: int) -> tuple[list[int], int]:
        """The next steps, ascending, and bits of the clauses that mattered. on: those that apply."""
        hand = self.left if on & ROOK_WILD else [*self.left[:ROOK], 0]
        if self.opened < 0:
            return self._openings(search, hand)
        return self._run_steps(search, hand) if self.is_run else self._set_steps(search, hand)

    def _openings(self, search: Contracts, hand: Hand) -> tuple[list[int], int]:
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

    def _run_steps(self, search: Contracts, hand: Hand) -> tuple[list[int], int]:
        runs, sets, first = self.runs, self.sets, self.opened
        length, fired = len(self.added), 0
        natural = any(card != ROOK for card in self.added)
        legal: list[int] = []
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

    def _set_steps(self, search: Contracts, hand: Hand) -> tuple[list[int], int]:
        sets, number, added = self.sets, self.opened, self.added
        length, rooks, fired = len(added), added.count(ROOK), 0
        legal: list[int] = []
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
