"""Decides whether the rest of a contract can still be laid from these cards, as every step of laying requires.

A contract is a number of runs and then a number of sets. In most rounds cards may be left over; then it is enough to
look at melds of the smallest length, because a longer one can always be cut down to those cards that hold a natural
one. Count for each such meld the cards that are missing: the contract fits when they are no more than the Rooks in
hand. Only with as many Rooks as a whole meld has cards can it happen that a meld would be left without a natural card,
and then it is looked for which natural card each meld gets.

Hands are lists of counts. The searches take cards out of them and put them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from generator.games.toonerville_rook.cards import NUMBERS, ROOK, Hand

Heads = list[Sequence[int]]
"""For each meld, the natural cards of which it needs one."""
MOST_REMEMBERED = 20_000
COLOUR_STARTS = tuple(range(0, ROOK, NUMBERS))


class Contracts:
    """The search for one pair of smallest lengths.

    natural: whether every meld needs a natural card; ordered: whether no meld begins before one that is laid.
    """

    def __init__(self, run_length: int, set_length: int, *, natural: bool = True, ordered: bool = True) -> None:
        self.run_length, self.set_length = run_length, set_length
        self.natural, self.ordered = natural, ordered
        self.scarce = min(run_length, set_length)

    def fits(self, hand: Hand, runs: int, sets: int, floor: int = 0, lowest: int = 0) -> bool:
        """Whether melds can be laid: runs that begin at `floor` or later, and sets of `lowest` or more."""
        heads: Heads | None = [] if self.natural and hand[ROOK] >= self.scarce else None
        if not runs:
            return self.sets_fit(by_number(hand), hand[ROOK], sets, lowest)
        return self._runs_fit(
            hand, hand[ROOK], runs, sets, floor, lowest, heads, hand[:] if heads is not None else hand
        )

    # -- runs ----------------------------------------------------------------------------------------------------------

    def _runs_fit(
        self, hand: Hand, rooks: int, runs: int, sets: int, floor: int, lowest: int, heads: Heads | None, whole: Hand
    ) -> bool:
        """heads: the melds so far that need a natural card, if there are many Rooks. whole: the hand before them."""
        if not runs:
            return self._rest_fits(hand, rooks, sets, lowest, heads, whole)
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
                if heads is not None:
                    heads.append(range(first, first + length))
                fits = self._runs_fit(hand, rooks - lacks[start], runs - 1, sets, first, lowest, heads, whole)
                if heads is not None:
                    heads.pop()
                for card in used:
                    hand[card] += 1
                if fits:
                    return True
        return False

    def _rest_fits(self, hand: Hand, rooks: int, sets: int, lowest: int, heads: Heads | None, whole: Hand) -> bool:
        numbers = by_number(hand)
        if heads is None:
            return not sets or self.sets_fit(numbers, rooks, sets, lowest)
        return self._sets_headed(numbers, rooks, sets, lowest, heads, whole)

    # -- sets ----------------------------------------------------------------------------------------------------------

    def sets_fit(self, numbers: Sequence[int], rooks: int, sets: int, lowest: int) -> bool:
        """Whether so many sets of `lowest` or more can be made from natural cards by number and Rooks.

        The first sets of a number are free, the next needs what its last cards lack, each further one all but one.
        """
        length = self.set_length
        prices = [0] * (length + 1)
        for count in numbers[lowest:] if lowest else numbers:
            if count >= length:
                sets -= count // length
                if sets <= 0:
                    return True
            rest = count % length
            if rest:
                prices[length - rest] += 1
            prices[length] += count - count // length - (rest > 0) if self.natural else sets
        for price in range(1, length + 1):
            if price > rooks:
                return sets <= 0
            bought = min(prices[price], sets, rooks // price)
            sets -= bought
            rooks -= bought * price
            if sets <= 0:
                return True
        return False

    def _sets_headed(self, numbers: Hand, rooks: int, sets: int, lowest: int, heads: Heads, whole: Hand) -> bool:
        """The same with many Rooks: all choices of numbers are tried, and each meld gets its natural card."""
        if not sets:
            return headed(heads, whole, 0)
        length = self.set_length
        for number in range(lowest, NUMBERS):
            used = min(numbers[number], length)
            if length - used > rooks:
                continue
            numbers[number] -= used
            heads.append(range(number, ROOK, NUMBERS))
            fits = self._sets_headed(numbers, rooks - length + used, sets - 1, number, heads, whole)
            heads.pop()
            numbers[number] += used
            if fits:
                return True
        return False

    # -- melds that are begun ------------------------------------------------------------------------------------------

    def opens(self, hand: Hand, meld: int, runs: int, sets: int) -> bool:
        """Whether the run from that card, or above those the set of a number, can be laid with more melds after it."""
        if meld >= ROOK:
            return self.set_fits(hand, meld - ROOK, 0, 0, 0, sets)
        room = meld % NUMBERS + self.run_length <= NUMBERS
        return room and self.run_fits(hand, meld, 0, natural=False, runs=runs, sets=sets)

    def run_fits(self, hand: Hand, first: int, length: int, *, natural: bool, runs: int, sets: int) -> bool:
        """Whether a run from `first` with `length` cards so far can be completed, with runs and sets after it.

        natural: whether it holds a natural card already.
        """
        natural = natural or not self.natural
        end = first + max(length, self.run_length)
        if self._run_fits_to(hand, first + length, end, first, natural=natural, runs=runs, sets=sets):
            return True
        if natural or hand[ROOK] + length < self.run_length:
            return False
        last = first - first % NUMBERS + NUMBERS
        for card in range(end, last):
            rooks = card - first - length
            if rooks > hand[ROOK]:
                break
            if hand[card] and self._all_rooks_to(hand, card, rooks, first, runs, sets):
                return True
        return False

    def _run_fits_to(
        self, hand: Hand, begin: int, end: int, first: int, *, natural: bool, runs: int, sets: int
    ) -> bool:
        """Whether it can be completed with the cards from `begin` up to `end`."""
        used = [card for card in range(begin, end) if hand[card]]
        rooks = end - begin - len(used)
        if rooks > hand[ROOK]:
            return False
        heads: Heads | None = None
        whole = hand
        if self.natural and (hand[ROOK] >= self.scarce or not natural):
            heads, whole = ([] if natural else [range(begin, end)]), hand[:]
        for card in used:
            hand[card] -= 1
        fits = self._runs_fit(hand, hand[ROOK] - rooks, runs, sets, self.ordered * first, 0, heads, whole)
        for card in used:
            hand[card] += 1
        return fits

    def _all_rooks_to(self, hand: Hand, end: int, rooks: int, first: int, runs: int, sets: int) -> bool:
        """Whether Rooks alone can lead to the natural card `end`."""
        hand[ROOK] -= rooks
        hand[end] -= 1
        fits = self.fits(hand, runs, sets, self.ordered * first)
        hand[ROOK] += rooks
        hand[end] += 1
        return fits

    def set_fits(self, hand: Hand, number: int, colour: int, length: int, rooks_in: int, sets: int) -> bool:
        """Whether a set with `length` cards so far can be completed, with sets after it.

        colour: the least that may still be added, because cards are added in ascending order; rooks_in: its Rooks.
        """
        need = max(0, self.set_length - length)
        numbers = by_number(hand)
        mine = 0 if rooks_in else sum(hand[number + NUMBERS * colour : ROOK : NUMBERS])
        least = 0 if length > rooks_in or not self.natural else 1
        for natural in range(min(mine, max(need, least)), least - 1, -1):
            rooks = hand[ROOK] - max(0, need - natural)
            if rooks < 0:
                return False
            numbers[number] -= natural
            if not sets or self.sets_fit(numbers, rooks, sets, self.ordered * number):
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


def headed(heads: Heads, cards: Hand, meld: int) -> bool:
    """Whether each meld from that one on can get its own natural card."""
    if meld == len(heads):
        return True
    for card in heads[meld]:
        if cards[card]:
            cards[card] -= 1
            found = headed(heads, cards, meld + 1)
            cards[card] += 1
            if found:
                return True
    return False
