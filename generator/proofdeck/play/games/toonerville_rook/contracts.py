"""Decides whether the rest of a contract can still be laid from these cards, as every step of laying requires.

A contract is a number of runs and then a number of sets. In most rounds cards may be left over; then it is enough to
look at melds of the smallest length, because a longer one can always be cut down to those cards that hold a natural
one. Count for each such meld the cards that are missing: the contract fits when they are no more than the Rooks in
hand. Only with as many Rooks as a whole meld has cards can it happen that a meld would be left without a natural card,
and then it is tried where Rooks can be laid instead of natural cards that another meld needs.

In the last round the whole hand must be used up, so the length of each meld matters. That search is plain, and fast
because of one check: natural cards of colours without a run can only be in sets, so they have few numbers.

Hands are lists of counts. The searches take cards out of them and put them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import combinations, compress, pairwise
from operator import or_

from proofdeck.play.games.toonerville_rook.cards import COLOURS, NUMBERS, ROOK, Hand

MOST_REMEMBERED = 20_000
COLOUR_STARTS = tuple(range(0, ROOK, NUMBERS))
BITS = tuple(1 << number for number in range(NUMBERS))


class Contracts:
    """The search for one pair of smallest lengths.

    natural: whether every meld needs a natural card; ordered: whether no meld begins before one that is laid. longer:
    whether a meld that is complete may have to go on.
    """

    longer = False

    def __init__(self, run_length: int, set_length: int, *, natural: bool = True, ordered: bool = True) -> None:
        self.run_length, self.set_length = run_length, set_length
        self.natural, self.ordered = natural, ordered
        self.scarce = min(run_length, set_length)

    def fits(self, hand: Hand, runs: int, sets: int, floor: int = 0, lowest: int = 0) -> bool:
        """Whether melds can be laid: runs that begin at `floor` or later, and sets of `lowest` or more.

        Where melds need not be laid in order, `floor` is 0.
        """
        if not runs:
            return self.sets_fit(by_number(hand), hand[ROOK], sets, lowest)
        is_short = not self.natural or hand[ROOK] < self.scarce  # of Rooks, so that no meld is made of them alone
        if not self._runs_fit(hand, hand[ROOK], runs, sets, floor, natural=is_short and self.natural):
            return False
        return is_short or any(self.opens(hand, first, runs - 1, sets) for first in range(floor, ROOK))

    def _runs_fit(self, hand: Hand, rooks: int, runs: int, sets: int, floor: int, *, natural: bool) -> bool:
        """The same for runs of the smallest length that take every natural card in their way.

        natural: whether each set needs a natural card.
        """
        if not runs:
            return not sets or are_enough(by_number(hand), rooks, sets, self.set_length, natural=natural)
        length = self.run_length
        for colour in COLOUR_STARTS[floor // NUMBERS :]:
            lacks = gaps(tuple(hand[colour : colour + NUMBERS]), length)
            for start in range(max(0, floor - colour), len(lacks)):
                if lacks[start] > rooks:
                    continue
                first = colour + start
                used = [card for card in range(first, first + length) if hand[card]]
                for card in used:
                    hand[card] -= 1
                fits = self._runs_fit(hand, rooks - lacks[start], runs - 1, sets, first, natural=natural)
                for card in used:
                    hand[card] += 1
                if fits:
                    return True
        return False

    # -- sets ----------------------------------------------------------------------------------------------------------

    def sets_fit(self, numbers: Sequence[int], rooks: int, sets: int, lowest: int) -> bool:
        """Whether so many sets of `lowest` or more can be made from natural cards by number and Rooks."""
        return not sets or are_enough(numbers[lowest:], rooks, sets, self.set_length, natural=self.natural)

    # -- melds that are begun ------------------------------------------------------------------------------------------

    def opens(self, hand: Hand, meld: int, runs: int, sets: int) -> bool:
        """Whether the run from that card, or above those the set of a number, can be laid with more melds after it."""
        if meld >= ROOK:
            return self.set_fits(hand, meld - ROOK, 0, 0, 0, sets)
        room = meld % NUMBERS + self.run_length <= NUMBERS
        return room and self.run_fits(hand, meld, 0, natural=False, runs=runs, sets=sets)

    def run_fits(self, hand: Hand, first: int, length: int, *, natural: bool, runs: int, sets: int) -> bool:
        """Whether a run from `first` with `length` cards so far can be completed, with runs and sets after it.

        natural: whether it holds a natural card already. A Rook is kept if a natural card is there, unless there are so
        many Rooks that another meld may need the natural card more.
        """
        following, is_valid = first + length, length >= self.run_length and (natural or not self.natural)
        if is_valid and self.fits(hand, runs, sets, self.ordered * first):
            return True
        if (is_valid and not self.longer) or (length and following % NUMBERS == 0):
            return False
        either = self.longer or (self.natural and hand[ROOK] >= self.scarce)
        for card in (following, ROOK):
            if hand[card]:
                hand[card] -= 1
                has_natural = natural or card != ROOK
                fits = self.run_fits(hand, first, length + 1, natural=has_natural, runs=runs, sets=sets)
                hand[card] += 1
                if fits or not either:
                    return fits
        return False

    def set_fits(self, hand: Hand, number: int, colour: int, length: int, rooks_in: int, sets: int) -> bool:
        """Whether a set with `length` cards so far can be completed, with sets after it.

        colour: the least that may still be added, because cards are added in ascending order; rooks_in: its Rooks.
        """
        need = max(0, self.set_length - length)
        numbers = by_number(hand)
        mine = 0 if rooks_in else sum(hand[number + NUMBERS * colour : ROOK : NUMBERS])
        least = 0 if length > rooks_in or not (self.natural or self.longer) else 1
        for natural in range(mine if self.longer else min(mine, max(need, least)), least - 1, -1):
            rooks = hand[ROOK] - max(0, need - natural)
            if rooks < 0:
                return False
            numbers[number] -= natural
            rest = range(rooks + 1) if self.longer else (rooks,)
            if any(self.sets_fit(numbers, left, sets, self.ordered * number) for left in rest):
                return True
            numbers[number] += natural
        return False


@lru_cache(maxsize=MOST_REMEMBERED)
def gaps(colour: tuple[int, ...], length: int) -> list[int]:
    """For each number at which a run of that length can begin, how many of its cards are missing."""
    missing = [not count for count in colour]
    return [sum(missing[start : start + length]) for start in range(NUMBERS - length + 1)]


def by_number(hand: Hand) -> list[int]:
    """How many natural cards of each number, whatever the colour."""
    return [
        red + yellow + green + black
        for red, yellow, green, black in zip(hand[:14], hand[14:28], hand[28:42], hand[42:56], strict=True)
    ]


def are_enough(numbers: Sequence[int], rooks: int, sets: int, length: int, *, natural: bool) -> bool:
    """Whether so many sets of that length can be made of so many cards of each number, and Rooks.

    The first sets of a number are free, the next needs what its last cards lack, each further one all but one. natural:
    whether each needs a natural card.
    """
    prices = [0] * (length + 1)
    for count in numbers:
        if count >= length:
            sets -= count // length
            if sets <= 0:
                return True
        rest = count % length
        if rest:
            prices[length - rest] += 1
        prices[length] += count - count // length - (rest > 0) if natural else sets
    for price in range(1, length + 1):
        if price > rooks:
            return sets <= 0
        bought = min(prices[price], sets, rooks // price)
        sets -= bought
        rooks -= bought * price
        if sets <= 0:
            return True
    return False


class WholeHand(Contracts):
    """The search for the contract of the last round, in which no card may be left over."""

    longer = True

    def fits(self, hand: Hand, runs: int, sets: int, floor: int = 0, lowest: int = 0) -> bool:
        """Whether all cards can be laid: runs that begin at `floor` or later, and sets of `lowest` or more."""
        if not runs:
            return self.sets_fit(by_number(hand), hand[ROOK], sets, lowest)
        if sum(hand) < runs * self.run_length + sets * self.set_length or strays(hand, runs) > sets:
            return False
        return any(self.opens(hand, first, runs - 1, sets) for first in range(floor, ROOK))

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


def strays(hand: Hand, runs: int) -> int:
    """The fewest numbers that sets must cover, because their cards have colours without a run."""
    numbers = [sum(compress(BITS, hand[start : start + NUMBERS])) for start in COLOUR_STARTS]
    without_runs = combinations(numbers, max(0, len(COLOURS) - runs))
    return min(reduce(or_, colours, 0).bit_count() for colours in without_runs)
