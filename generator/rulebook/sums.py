"""Sums in prose after a change: each number of a sum stands for something that is worth something else now.

A sum is rewritten only where there is one way to read it: it held before, each of its terms was something on the score
sheets, and what these things are worth now comes to what the total is now.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from generator.engine.score_sheet import Item, ScoreSheet
from generator.rulebook.examples import JINJA, STEP, SUM, itself, worth

Sheets = Mapping[str, ScoreSheet]
"""Of each player, by name."""
CardValues = Mapping[str, int]
"""By the names of cards in small letters."""
MINUS = "-−"
MOST_WAYS = 4096
"""Ways to read a sum; one with more is left to people."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of an example before a change and after it.

    start, end: the pieces of the score sheets that it counts, from the first sheet on; both 0 when it counts none.
    """

    old: int
    new: int
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """The smallest part of a score sheet: a card where the values of cards make the points of an item, else an item."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Replacement:
    """Letters of a prose, and what stands there instead."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The sums of a prose. replacements: the numbers that change; unread: (start, end) of sums with no one meaning."""

    replacements: tuple[Replacement, ...] = ()
    unread: tuple[tuple[int, int], ...] = ()


Pieces = Sequence[Sequence[Sequence[Piece]]]
"""Of each player, of each item."""


def pieces_of(sheets: Sheets, values: CardValues) -> Pieces:
    """All score sheets taken apart."""
    return [[_pieces(item, values) for item in sheet.items] for sheet in sheets.values()]


def _pieces(item: Item, values: CardValues) -> list[Piece]:
    cards = [Piece(itself(card), values.get(itself(card), 0)) for card in item.cards]
    if cards and sum(card.points for card in cards) == item.points:
        return cards
    return [Piece(f"{item.clause} {item.label}", item.points)]


# -- what is known -----------------------------------------------------------------------------------------------------


def facts_of(before: Pieces, after: Pieces) -> list[Fact]:
    """What can be counted on both: neighbouring cards of an item, neighbouring items, a whole sheet.

    Nothing when the sheets do not have the same pieces.
    """
    if _names(before) != _names(after):
        return []
    facts, place = [], 0
    for old_items, new_items in zip(before, after, strict=True):
        begins = [place]
        old, new = [_points(items) for items in (old_items, new_items)]
        for item in old_items:
            begins.append(begins[-1] + len(item))
            runs = combinations(range(begins[-2], begins[-1] + 1), 2)
            facts += [_fact(old, new, start, end, place) for start, end in runs]
        facts += [_fact(old, new, start, end, place) for start, end in combinations(begins, 2)]
        place = begins[-1]
    return facts


def _names(pieces: Pieces) -> list[list[list[str]]]:
    return [[[piece.name for piece in item] for item in items] for items in pieces]


def _points(items: Iterable[Iterable[Piece]]) -> list[int]:
    return [piece.points for item in items for piece in item]


def _fact(old: Sequence[int], new: Sequence[int], start: int, end: int, place: int) -> Fact:
    part = slice(start - place, end - place)
    return Fact(sum(old[part]), sum(new[part]), start, end)


def guesses(after: Pieces, totals: Sequence[tuple[int, int]]) -> Iterator[Pieces]:
    """What the sheets were, if one thing on them changed alone. totals: (player, what was printed for them)."""
    gaps = {player: sum(_points(after[player])) - printed for player, printed in totals}
    for name in dict.fromkeys(piece.name for items in after for item in items for piece in item):
        counts = [sum(piece.name == name for item in items for piece in item) for items in after]
        step = next((gap // counts[player] for player, gap in gaps.items() if counts[player]), 0)
        if step and all(counts[player] * step == gap for player, gap in gaps.items()):
            yield [[[_less(piece, name, step) for piece in item] for item in items] for items in after]


def _less(piece: Piece, name: str, step: int) -> Piece:
    return Piece(name, piece.points - step) if piece.name == name else piece


# -- what is written ---------------------------------------------------------------------------------------------------


def read_sums(prose: str, facts: Sequence[Fact]) -> Reading:
    """What the sums of a prose are now, in its order. What one sum comes to, the next may count."""
    known, found, unread = list(facts), list[Replacement](), list[tuple[int, int]]()
    for match in sums_in(prose):
        sum_ = _Sum(match)
        ways = sum_.ways(known) if worth(sum_.left) == sum_.total else set()
        if len(ways) == 1:
            (way,) = ways
            found += sum_.replacements(way)
            known.append(Fact(sum_.total, sum_.worth_of(way)))
        else:
            unread.append(match.span())
    return Reading(tuple(found), tuple(unread))


def sums_in(prose: str) -> Iterator[re.Match[str]]:
    """Those that are written out, and not filled in from the rules."""
    return SUM.finditer(JINJA.sub(lambda one: re.sub(r"[^\n]", " ", one[0]), prose))


Way = tuple[tuple[int, ...], ...]
"""Of each term of a sum its factors, as they are now."""


class _Sum:
    """A sum as it is written. terms: the factors of each, with the sign before it."""

    def __init__(self, match: re.Match[str]) -> None:
        self.left, _, self.right = match[0].partition("=")
        self._start = match.start()
        self._terms: list[tuple[int, list[re.Match[str]]]] = []
        for step in STEP.finditer(self.left):
            if step["sign"] in set("×x*"):
                self._terms[-1][1].append(step)
            else:
                self._terms.append((-1 if step["sign"] in set(MINUS) else 1, [step]))

    @property
    def total(self) -> int:
        return int(self.right.replace("−", "-"))

    def worth_of(self, way: Way) -> int:
        return sum(sign * prod(factors) for (sign, _), factors in zip(self._terms, way, strict=True))

    def ways(self, facts: Sequence[Fact]) -> set[Way]:
        """How it can be read: what its factors are now. Of several ways, the one that counts in order is meant."""
        options = [_options(_numbers(factors), facts) for _, factors in self._terms]
        if prod(map(len, options)) > MOST_WAYS:
            return set()
        totals = {fact.new for fact in facts if fact.old == self.total}
        ways = {way for way in product(*options) if not totals or self.worth_of(way) in totals}
        in_order = {way for way in ways if self._is_in_order(way, facts)}
        return in_order if len(ways) > 1 and len(in_order) == 1 else ways

    def _is_in_order(self, way: Way, facts: Sequence[Fact]) -> bool:
        place = 0
        for (_, factors), now in zip(self._terms, way, strict=True):
            pair = prod(_numbers(factors)), prod(now)
            ends = [fact.end for fact in facts if _sizes(fact) == pair and place <= fact.start < fact.end]
            if not ends:
                return False
            place = min(ends)
        return True

    def replacements(self, way: Way) -> Iterator[Replacement]:
        for (_, factors), now in zip(self._terms, way, strict=True):
            for step, number in zip(factors, now, strict=True):
                if int(step["number"]) != number:
                    start, end = step.span("number")
                    yield Replacement(self._start + start, self._start + end, str(number))
        total = self.worth_of(way)
        if total != self.total:
            written = self.right.lstrip()
            end = self._start + len(self.left) + 1 + len(self.right)
            minus = written[0] if written[0] in MINUS else "-"
            yield Replacement(end - len(written), end, str(total).replace("-", minus))


def _numbers(factors: Iterable[re.Match[str]]) -> tuple[int, ...]:
    return tuple(int(step["number"]) for step in factors)


def _sizes(fact: Fact) -> tuple[int, int]:
    return abs(fact.old), abs(fact.new)


def _options(factors: tuple[int, ...], facts: Sequence[Fact]) -> set[tuple[int, ...]]:
    """What the factors of one term may be now; nothing when the term was never on the sheets."""
    steady = [fact for fact in facts if fact.old * fact.new >= 0]
    whole = {abs(fact.new) for fact in steady if abs(fact.old) == prod(factors)}
    if len(factors) == 1:
        return {(now,) for now in whole}
    each = [{abs(fact.new) for fact in steady if abs(fact.old) == factor} for factor in factors]
    if not whole and not any(each):
        return set()
    ways = product(*(now | {factor} for now, factor in zip(each, factors, strict=True)))
    return {way for way in ways if not whole or prod(way) in whole}
