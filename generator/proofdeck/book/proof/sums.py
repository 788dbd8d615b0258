"""Sums in prose after a change: each number of a sum stands for something that now has a different value.

A sum is rewritten only if there is one way to read it: it held before, each of its terms was something on the score
sheets, and the values of these things now add up to the new total.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise, product
from math import prod

from proofdeck.book.proof.examples import JINJA, STEP, SUM, itself, worth
from proofdeck.play.engine.score_sheet import Item, ScoreSheet
from proofdeck.source.rules.wording import blanked

Sheets = Mapping[str, ScoreSheet]
"""Of each player, by name."""
CardValues = Mapping[str, int]
"""By the names of cards in small letters."""
MINUS = "-−"
MOST_WAYS = 256
MOST_TERMS = 16
"""The most terms of a sum that is read, and the most ways to read it; beyond that it is left to people."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of an example before and after a change.

    `start`, `end`: the pieces of the score sheets that it counts, numbered from the first sheet on; both 0 if it counts
    none.
    """

    old: int
    new: int
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class ScorePiece:
    """The smallest part of a score sheet: a card if the values of cards make up the points of an item, else an item."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Replacement:
    """Letters of a prose, and what replaces them."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The sums of a prose.

    `replacements`: the numbers that change; `unread`: (start, end) of sums without a single meaning.
    """

    replacements: tuple[Replacement, ...] = ()
    unread: tuple[tuple[int, int], ...] = ()


Pieces = Sequence[Sequence[Sequence[ScorePiece]]]
"""Of each player, of each item."""
Spans = list[tuple[int, int]]
"""First piece and the one behind the last: what a term may count."""


def pieces_of(sheets: Sheets, values: CardValues) -> Pieces:
    """Take all score sheets apart."""
    return [[_pieces(item, values) for item in sheet.items] for sheet in sheets.values()]


def _pieces(item: Item, values: CardValues) -> list[ScorePiece]:
    cards = [ScorePiece(itself(card), values.get(itself(card), 0)) for card in item.cards]
    if cards and sum(card.points for card in cards) == item.points:
        return cards
    return [ScorePiece(f"{item.clause} {item.label}", item.points)]


# -- what is known -----------------------------------------------------------------------------------------------------


def facts_of(before: Pieces, after: Pieces) -> list[Fact]:
    """Return what can be counted on both: neighbouring cards of an item, neighbouring items, a whole sheet.

    Returns nothing if the sheets do not have the same pieces.
    """
    if _names(before) != _names(after):
        return []
    old, new = (_points(item for items in pieces for item in items) for pieces in (before, after))
    spans, place = Spans(), 0
    for items in before:
        begins = list(accumulate(map(len, items), initial=place))
        for start, end in pairwise(begins):
            spans += combinations(range(start, end + 1), 2)
        spans += combinations(begins, 2)
        place = begins[-1]
    return [Fact(sum(old[start:end]), sum(new[start:end]), start, end) for start, end in spans]


def _names(pieces: Pieces) -> list[list[list[str]]]:
    return [[[piece.name for piece in item] for item in items] for items in pieces]


def _points(items: Iterable[Iterable[ScorePiece]]) -> list[int]:
    return [piece.points for item in items for piece in item]


def guesses(after: Pieces, totals: Sequence[tuple[int, int]]) -> Iterator[Pieces]:
    """Guess what the sheets were if only one thing on them changed. `totals`: (player, what was printed for them)."""
    gaps = {player: sum(_points(after[player])) - printed for player, printed in totals}
    for name in dict.fromkeys(piece.name for items in after for item in items for piece in item):
        counts = [sum(piece.name == name for item in items for piece in item) for items in after]
        step = next((gap // counts[player] for player, gap in gaps.items() if counts[player]), 0)
        if step and all(counts[player] * step == gap for player, gap in gaps.items()):
            yield [[[_less(piece, name, step) for piece in item] for item in items] for items in after]


def _less(piece: ScorePiece, name: str, step: int) -> ScorePiece:
    return ScorePiece(name, piece.points - step) if piece.name == name else piece


# -- what is written ---------------------------------------------------------------------------------------------------


def read_sums(prose: str, facts: Sequence[Fact]) -> Reading:
    """Return what the sums of a prose are now, in order. A later sum may count the result of an earlier one."""
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
    """Yield the sums that are written out, and not filled in from the rules."""
    return SUM.finditer(JINJA.sub(blanked, prose))


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
        """Return what its factors may be now.

        If there are several ways, the one that counts in the order of the sheets is meant.
        """
        options = [_options(_numbers(factors), facts) for _, factors in self._terms]
        if len(options) > MOST_TERMS or prod(map(len, options)) > MOST_WAYS:
            return set()
        totals = _now(abs(self.total), facts)
        ways = [way for way in product(*options) if not totals or abs(self.worth_of(way)) in totals]
        places = _places(facts)
        spans = {way: self._spans(way, places) for way in ways}
        strays = {way: _strays(spans[way]) for way in ways if _are_apart(sorted(filter(None, spans[way]), key=len), [])}
        return {way for way in strays if strays[way] == min(strays.values())}

    def _spans(self, way: Way, places: Mapping[tuple[int, int], Spans]) -> list[Spans]:
        """Return the pieces that each term may count; none for a product, which counts some of them several times."""
        terms = [(_numbers(factors), now) for (_, factors), now in zip(self._terms, way, strict=True)]
        return [places.get((then[0], now[0]), []) if len(then) == 1 else [] for then, now in terms]

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


def _places(facts: Iterable[Fact]) -> dict[tuple[int, int], Spans]:
    """Return where something that was that large is now that large; the first of many places."""
    found: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for fact in facts:
        if fact.end:
            found.setdefault((abs(fact.old), abs(fact.new)), set()).add((fact.start, fact.end))
    return {pair: sorted(spans)[:MOST_TERMS] for pair, spans in found.items()}


def _are_apart(terms: Sequence[Spans], taken: Spans) -> bool:
    """Return whether each term can count pieces that no other term counts and that are not taken."""
    if not terms:
        return True
    first, rest = terms[0], terms[1:]
    for start, end in first:
        if all(end <= other or after <= start for other, after in taken):
            later = [[span for span in one if span > (start, end)] if one == first else one for one in rest]
            if _are_apart(later, [*taken, (start, end)]):
                return True
    return False


def _strays(terms: Iterable[Spans]) -> tuple[int, int, int]:
    """Measure how far a sum is from counting piece by piece: terms that count none, steps back, and pieces left out."""
    place = none = back = left_out = 0
    for spans in terms:
        ahead = [span for span in spans if span[0] >= place]
        none += not spans
        back += bool(spans) and not ahead
        if spans:
            start, end = min(ahead or spans)
            left_out += max(0, start - place)
            place = end
    return none, back, left_out


def _numbers(factors: Iterable[re.Match[str]]) -> tuple[int, ...]:
    return tuple(int(step["number"]) for step in factors)


def _now(number: int, facts: Sequence[Fact]) -> set[int]:
    """Return the new size of something that was that large and has kept its sign."""
    return {abs(fact.new) for fact in facts if abs(fact.old) == number and fact.old * fact.new >= 0}


def _options(factors: tuple[int, ...], facts: Sequence[Fact]) -> set[tuple[int, ...]]:
    """Return what the factors of one term may be now; nothing if the term was never on the sheets."""
    whole = _now(prod(factors), facts)
    if len(factors) == 1:
        return {(now,) for now in whole}
    each = [_now(factor, facts) for factor in factors]
    if not whole and not any(each):
        return set()
    ways = product(*(now | {factor} for now, factor in zip(each, factors, strict=True)))
    return {way for way in ways if not whole or prod(way) in whole}
