"""Plans for a contract: the melds that need the fewest further cards, found one after the other."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from proofdeck.play.games.toonerville_rook.cards import COLOURS, NUMBERS, ROOK
from proofdeck.play.games.toonerville_rook.contracts import COLOUR_STARTS, by_number, gaps

MOST_PLANS = 50_000
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
    waits: list[float] = []
    missing = _take_runs(hand, goal.runs, goal.run_length, waits) if runs_first else 0
    missing += _take_sets(hand, goal.sets, goal.set_length, waits)
    missing += 0 if runs_first else _take_runs(hand, goal.runs, goal.run_length, waits)
    waits.sort()
    return Plan(missing, tuple(hand), tuple(waits))


def _take_runs(hand: list[int], runs: int, length: int, waits: list[float]) -> int:
    """Take the most complete runs out of the hand, one after the other; how many cards they lack.

    Each waits first for any card that would bring it or another just as complete on, then for what it still lacks.
    """
    if not runs:
        return 0
    missing, nearest = 0, [_nearest_run(tuple(hand[start : start + NUMBERS]), length) for start in COLOUR_STARTS]
    for _ in range(runs):
        lacks = min([run[0] for run in nearest])
        colours = [colour for colour, run in enumerate(nearest) if run[0] == lacks]
        if lacks:
            missing += lacks
            waits.append(WAIT[sum([nearest[colour][2] for colour in colours])])
            waits += WAIT[lacks - 1 : 0 : -1]
        start = COLOUR_STARTS[colours[0]]
        first = start + nearest[colours[0]][1]
        for card in range(first, first + length):
            if hand[card]:
                hand[card] -= 1
        nearest[colours[0]] = _nearest_run(tuple(hand[start : start + NUMBERS]), length)
    return missing


@lru_cache(maxsize=MOST_PLANS)
def _nearest_run(colour: tuple[int, ...], length: int) -> tuple[int, int, int]:
    """How many cards the most complete run of a colour lacks, its first card, and how many cards help such a run."""
    lacks = gaps(colour, length)
    fewest, wanted = min(lacks), set[int]()
    for start, gap in enumerate(lacks):
        if gap == fewest:
            wanted.update(card for card in range(start, start + length) if not colour[card])
    return fewest, lacks.index(fewest), len(wanted)


def _take_sets(hand: list[int], sets: int, length: int, waits: list[float]) -> int:
    """The same for sets: the numbers with most cards."""
    if not sets:
        return 0
    missing, numbers = 0, by_number(hand)
    for _ in range(sets):
        most = max(numbers)
        number, lacks = numbers.index(most), max(0, length - most)
        if lacks:
            missing += lacks
            waits.append(WAIT[len(COLOURS) * numbers.count(most)])
            waits += [WAIT[len(COLOURS)]] * (lacks - 1)
        need = length - lacks
        numbers[number] -= need
        for card in range(number, ROOK, NUMBERS):
            if (count := hand[card]) >= need:
                hand[card] = count - need
                break
            need -= count
            hand[card] = 0
    return missing
