"""Plans for a contract: the melds that need the fewest further cards, found one after the other."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from generator.games.toonerville_rook.cards import COLOURS, NUMBERS, ROOK
from generator.games.toonerville_rook.contracts import COLOUR_STARTS, by_number, gaps

MOST_PLANS = 50_000
ONE_NUMBER = sum(1 << start for start in COLOUR_STARTS)
"""The bits of the cards with the lowest number."""
WAIT = [1 / (1 + wanted) for wanted in range(ROOK + 1)]
"""How long it takes until one of so many cards or a Rook is seen, in decks."""


class Goal(NamedTuple):
    """A contract and the smallest melds that fulfil it."""

    runs: int
    sets: int
    run_length: int
    set_length: int

    @property
    def cards(self) -> int:
        return self.runs * self.run_length + self.sets * self.set_length


class Plan(NamedTuple):
    """missing: the natural cards it lacks, ignoring Rooks; spare: counts of cards that it does not need.

    waits: for each missing card how long it will take to come, in decks of cards seen, ascending.
    """

    missing: int
    spare: tuple[int, ...]
    waits: tuple[float, ...]

    def wait(self, rooks: int) -> float:
        """How long it takes until the contract can be laid, if Rooks stand for the cards that would come last."""
        return sum(self.waits[: max(0, self.missing - rooks)])


@lru_cache(maxsize=MOST_PLANS)
def plan(hand: tuple[int, ...], goal: Goal) -> Plan:
    """The better of two: runs chosen before sets, or sets before runs."""
    plans = [_plan([*hand], goal, runs_first=True)]
    if goal.runs and goal.sets:
        plans.append(_plan([*hand], goal, runs_first=False))
    return min(plans)


def _plan(hand: list[int], goal: Goal, *, runs_first: bool) -> Plan:
    missing, waits = 0, []
    for runs in (True, False) if runs_first else (False, True):
        for _ in range(goal.runs if runs else goal.sets):
            lacks, wanted = _take_run(hand, goal.run_length) if runs else _take_set(hand, goal.set_length)
            if lacks:
                missing += lacks
                waits.append(WAIT[wanted.bit_count()])
                waits += [WAIT[further if runs else len(COLOURS)] for further in range(1, lacks)]
    return Plan(missing, tuple(hand), tuple(sorted(waits)))


def _take_run(hand: list[int], length: int) -> tuple[int, int]:
    """Take the most complete run out of the hand; how many cards it lacks, and which, with those just as complete."""
    fewest, best, wanted = length + 1, 0, 0
    for start in COLOUR_STARTS:
        lacks, first, wants = _nearest_run(tuple(hand[start : start + NUMBERS]), length)
        if lacks < fewest:
            fewest, best, wanted = lacks, start + first, 0
        if lacks == fewest:
            wanted |= wants << start
    for card in range(best, best + length):
        if hand[card]:
            hand[card] -= 1
    return fewest, wanted


@lru_cache(maxsize=MOST_PLANS)
def _nearest_run(colour: tuple[int, ...], length: int) -> tuple[int, int, int]:
    """The first of the most complete runs of a colour, and which cards they lack."""
    lacks = gaps(colour, length)
    fewest, wanted = min(lacks), 0
    for start, gap in enumerate(lacks):
        if gap == fewest:
            wanted |= sum(1 << card for card in range(start, start + length) if not colour[card])
    return fewest, lacks.index(fewest), wanted


def _take_set(hand: list[int], length: int) -> tuple[int, int]:
    """The same for a set: the number with most cards."""
    numbers = by_number(hand)
    most = max(numbers)
    number, need = numbers.index(most), length
    wanted = sum(ONE_NUMBER << number for number, count in enumerate(numbers) if count == most) if most < length else 0
    for card in range(number, ROOK, NUMBERS):
        used = min(need, hand[card])
        hand[card] -= used
        need -= used
    return need, wanted
