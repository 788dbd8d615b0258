"""The contract of the last round, which must use up the whole hand.

It answers the same questions as `Contracts`, but here the length of each meld matters. The search is plain, and fast
because of one check: natural cards of colours without a run can only be in sets, so they have few numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, compress, pairwise

from generator.games.toonerville_rook.cards import COLOURS, NUMBERS, ROOK, Hand
from generator.games.toonerville_rook.contracts import COLOUR_STARTS, Contracts, by_number

BITS = tuple(1 << number for number in range(NUMBERS))
WITHOUT_RUNS = [
    [[colour for colour in range(len(COLOURS)) if colour not in chosen] for chosen in combinations(range(4), runs)]
    for runs in range(len(COLOURS) + 1)
]
"""For each number of runs and each choice of their colours, the colours without a run."""


class WholeHand(Contracts):
    """The search if no card may be left over."""

    def fits(self, hand: Hand, runs: int, sets: int, floor: int = 0, lowest: int = 0) -> bool:
        """Whether all cards can be laid: runs that begin at `floor` or later, and sets of `lowest` or more."""
        if not runs:
            return self.sets_fit(by_number(hand), hand[ROOK], sets, lowest)
        if sum(hand) < runs * self.run_length + sets * self.set_length or strays(hand, runs) > sets:
            return False
        return any(self.opens(hand, first, runs - 1, sets) for first in range(floor, ROOK))

    def run_fits(self, hand: Hand, first: int, length: int, *, natural: bool, runs: int, sets: int) -> bool:
        """Whether a run from `first` with `length` cards so far can be completed, and the rest of the hand laid."""
        if (
            length >= self.run_length
            and (natural or not self.natural)
            and self.fits(hand, runs, sets, self.ordered * first)
        ):
            return True
        following = first + length
        if length and following % NUMBERS == 0:
            return False
        for card in (following, ROOK):
            if hand[card]:
                hand[card] -= 1
                has_natural = natural or card != ROOK
                fits = self.run_fits(hand, first, length + 1, natural=has_natural, runs=runs, sets=sets)
                hand[card] += 1
                if fits:
                    return True
        return False

    def sets_fit(self, numbers: Sequence[int], rooks: int, sets: int, lowest: int) -> bool:
        """Whether so many sets of `lowest` or more take all natural cards and Rooks."""
        if not sets:
            return not rooks and not any(numbers)
        if any(numbers[:lowest]):
            return False
        there = [count for count in numbers if count]
        further = sets - len(there)
        if not there or further < 0:
            return False
        prices = sorted(price for count in there for price in self._prices(count))
        if len(prices) < further:
            return False
        return sum(max(0, self.set_length - count) for count in there) + sum(prices[:further]) <= rooks

    def _prices(self, count: int) -> list[int]:
        """How many more Rooks each further set of a number needs, if there already is one."""
        needs = [max(0, self.set_length * sets - count) for sets in range(1, count + 1)]
        return [after - before for before, after in pairwise(needs)]

    def set_fits(self, hand: Hand, number: int, colour: int, length: int, rooks_in: int, sets: int) -> bool:
        """Whether a set with `length` cards so far can be completed, and the rest of the hand laid as sets."""
        mine = 0 if rooks_in else sum(hand[number + NUMBERS * colour : ROOK : NUMBERS])
        least = 0 if length > rooks_in else 1
        numbers = by_number(hand)
        for natural in range(least, mine + 1):
            numbers[number] -= natural
            short = max(0, self.set_length - length - natural)
            if any(
                self.sets_fit(numbers, hand[ROOK] - rooks, sets, self.ordered * number)
                for rooks in range(short, hand[ROOK] + 1)
            ):
                return True
            numbers[number] += natural
        return False


def strays(hand: Hand, runs: int) -> int:
    """The fewest numbers that sets must cover, because their cards have colours without a run."""
    there = [sum(compress(BITS, hand[start : start + NUMBERS])) for start in COLOUR_STARTS]
    fewest = NUMBERS
    for colours in WITHOUT_RUNS[min(runs, len(COLOURS))]:
        numbers = 0
        for colour in colours:
            numbers |= there[colour]
        fewest = min(fewest, numbers.bit_count())
    return fewest
