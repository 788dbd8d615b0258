"""Lays a contract from the hand, meld by meld and card by card.

Only steps from which the whole contract can still be completed are offered, so every contract begun can be finished.
Runs come before sets, melds in the order of their first cards, and the cards of a set in ascending order, so that a
contract has one path. Only different melds that begin with the same card, or two sets of the same number, can be laid
in either order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from proofdeck.play.games.toonerville_rook import actions
from proofdeck.play.games.toonerville_rook.cards import NUMBERS, ROOK, Hand
from proofdeck.play.games.toonerville_rook.clauses import NATURAL, ORDER, ROOK_WILD
from proofdeck.play.games.toonerville_rook.contracts import Contracts

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
    return min(step - actions.CARD, ROOK)


class Laying(NamedTuple):
    """The cards set aside for an incomplete contract.

    left: the rest of the hand; runs, sets: how many are still to be opened. closed: finished melds, each with its kind
    and cards. opened: the current meld, or NOTHING; added: its cards. The kind of a meld is the first card of a run or,
    above those, the number of a set.
    """

    left: Hand
    runs: int
    sets: int
    closed: tuple[tuple[int, tuple[int, ...]], ...] = ()
    opened: int = NOTHING
    added: tuple[int, ...] = ()

    def is_open(self) -> bool:
        """Whether a meld is open."""
        return self.opened != NOTHING

    def is_run(self) -> bool:
        """Whether the open meld is a run."""
        return self.opened < ROOK

    def is_complete(self) -> bool:
        return not (self.is_open() or self.runs or self.sets)

    def cards(self) -> list[int]:
        """All cards that have left the hand for it."""
        return [*(card for _, cards in self.closed for card in cards), *self.added]

    def after(self, step: int) -> Laying:
        """The state after a possible step."""
        if step == actions.CLOSE:
            return Laying(self.left, self.runs, self.sets, (*self.closed, (self.opened, self.added)))
        if step < actions.CARD:
            is_run = step < actions.OPEN_SET
            return Laying(self.left, self.runs - is_run, self.sets - (not is_run), self.closed, step - actions.OPEN_RUN)
        card, left = card_of(step), self.left[:]
        left[card] -= 1
        return Laying(left, self.runs, self.sets, self.closed, self.opened, (*self.added, card))

    # -- what cannot be done -------------------------------------------------------------------------------------------

    def comes_too_late(self, step: int) -> str | None:
        """Why this step needs an earlier meld to be open."""
        if not actions.OPEN_RUN <= step < actions.CARD:
            return None
        if self.runs and step >= actions.OPEN_SET:
            return "runs are laid before sets"
        late = self.closed and step - actions.OPEN_RUN < self.closed[-1][0]
        return "melds are laid in the order of their first cards" if late else None

    def misfits(self, step: int) -> str | None:
        """Why the added card does not belong to the open meld."""
        following, number = self.opened + len(self.added), self.opened - ROOK
        if not self.is_run():
            if step >= actions.ROOK_AS:
                return None if step == actions.ROOK_IN_SET else "in a set, a Rook does not stand for a particular card"
            return None if card_of(step) % NUMBERS == number else f"it is not a {number + 1}"
        if self.added and following % NUMBERS == 0:
            return f"a run cannot go beyond {NUMBERS}"
        if step >= actions.ROOK_AS:
            return None if step == actions.ROOK_AS + following else "its place in the run needs a different card"
        return None if step == actions.CARD + following else "it is not the next card of the run"

    # -- what can be done ----------------------------------------------------------------------------------------------

    def steps(self, search: Contracts, on: int) -> tuple[list[int], int]:
        """The next steps, ascending, and bits of the clauses that mattered. on: those that apply."""
        hand = self.left if on & ROOK_WILD else [*self.left[:ROOK], 0]
        if not self.is_open():
            return self._openings(search, hand)
        return self._run_steps(search, hand) if self.is_run() else self._set_steps(search, hand)

    def _openings(self, search: Contracts, hand: Hand) -> tuple[list[int], int]:
        runs, sets = self.runs, self.sets
        first = self.closed[-1][0] if self.closed and search.ordered else 0
        if not search.fits(hand, runs, sets, first, max(0, first - ROOK)):
            return [], 0
        melds = range(first, ROOK) if runs else range(max(first, ROOK), ROOK + NUMBERS)
        runs, sets = (runs - 1, sets) if runs else (0, sets - 1)
        legal = [actions.OPEN_RUN + meld for meld in melds if search.opens(hand, meld, runs, sets)]
        return legal, ORDER if first % ROOK else 0

    def _run_steps(self, search: Contracts, hand: Hand) -> tuple[list[int], int]:
        runs, sets, first = self.runs, self.sets, self.opened
        length, fired = len(self.added), 0
        natural = any(card != ROOK for card in self.added)
        legal: list[int] = []
        if length >= search.run_length:
            if not natural and search.natural:
                fired = NATURAL
            elif search.fits(hand, runs, sets, first if search.ordered else 0):
                legal.append(actions.CLOSE)
        following = first + length
        if length and following % NUMBERS == 0:
            return legal, fired
        for card, action in ((following, actions.CARD + following), (ROOK, actions.ROOK_AS + following)):
            if hand[card]:
                hand[card] -= 1
                has_natural = natural or card != ROOK
                if search.run_fits(hand, first, length + 1, natural=has_natural, runs=runs, sets=sets):
                    legal.append(action)
                hand[card] += 1
        return legal, fired

    def _set_steps(self, search: Contracts, hand: Hand) -> tuple[list[int], int]:
        sets, number, added = self.sets, self.opened - ROOK, self.added
        length, rooks, fired = len(added), added.count(ROOK), 0
        legal: list[int] = []
        if length >= search.set_length and search.fits(hand, 0, sets, 0, number if search.ordered else 0):
            legal.append(actions.CLOSE)
        if not rooks:
            for card in range(added[-1] if added else number, ROOK, NUMBERS):
                if hand[card]:
                    hand[card] -= 1
                    if search.set_fits(hand, number, card // NUMBERS, length + 1, 0, sets):
                        legal.append(actions.CARD + card)
                    hand[card] += 1
        if hand[ROOK]:
            if not length and search.natural:
                fired = NATURAL
            else:
                hand[ROOK] -= 1
                if search.set_fits(hand, number, 0, length + 1, rooks + 1, sets):
                    legal.append(actions.ROOK_IN_SET)
                hand[ROOK] += 1
        return legal, fired
