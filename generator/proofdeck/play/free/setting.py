"""The setup that a table shows: lines that lay out the same again, whatever is on top of its shuffled piles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from proofdeck.ground.units import Box
from proofdeck.play.free.acts import NotPossible
from proofdeck.play.free.pieces import FreeCounter, FreePile
from proofdeck.play.free.setup import BAG, COLUMN, EACH, EMPTY, HAND, ROW, SHUFFLED, TOP_UP, UP, SetupLine, line_of
from proofdeck.play.free.table import FreeTable
from proofdeck.source.project.head import SETUP, TRACKS

PLAIN = re.compile(r"[^\d\s,][^,]*")
"""Names that a line can hold as they are."""


class _Heap(NamedTuple):
    """A pile as it is to be written. ids: with what was taken from it for other piles; taken: that many of a pile."""

    pile: FreePile
    label: str
    ids: tuple[str, ...]
    taken: tuple[int, str] | None

    @property
    def spot(self) -> tuple[float, float]:
        """In whole mm, as people write it."""
        return round(self.pile.x), round(self.pile.y)


def setup_of(table: FreeTable) -> list[SetupLine]:
    """The lines of a setup. Raises NotPossible if hands differ in more than which cards of one pile they hold."""
    hand = _hand(table)
    heaps = _heaps(table)
    alike = _before_each(table, heaps)
    others = {heap.pile.id for same in alike.values() for heap in same}
    rest = _rests(table, heaps)
    lines = list[tuple[int, SetupLine]]()
    for heap in heaps:
        if heap.pile.id in others:
            continue
        line = _line(table, heap, rest)
        if heap.pile.id in alike:
            x, y = table.start.seats[0].centre
            line = line._replace(flags=line.flags | {EACH}, at=(round(heap.pile.x - x), round(heap.pile.y - y)))
        is_rest = any(not count and name in rest for count, name in line.names)
        lines.append((2 if heap.taken else 1 if is_rest else 0, line))
    found = [line for _, line in sorted(lines, key=lambda one: one[0])]
    labels = _own_labels(die.label for die in table.dice.values())
    dice = [
        SetupLine(label, faces=die.faces, at=(round(die.x), round(die.y)))
        for label, die in zip(labels, table.dice.values(), strict=True)
    ]
    return [*found, *hand, *dice]


def setup_tables(table: FreeTable) -> dict[str, dict[str, str]]:
    """What the head of a page of rules says of this table, by its keys. Raises as `setup_of` does."""
    return {SETUP: {line.label: line.words for line in setup_of(table)}, TRACKS: tracks_of(table)}


def tracks_of(table: FreeTable) -> dict[str, str]:
    """The numbers to keep track of, as the head of a page says them, by their names."""
    return {counter.label: _range(counter) for counter in table.counters.values()}


def _range(counter: FreeCounter) -> str:
    each = " each" if counter.seat else ""
    if counter.value == counter.high and not counter.low:
        return f"{counter.high}{each}"
    start = "" if counter.value == counter.low else f" from {counter.value}"
    return f"{counter.low}-{counter.high}{start}{each}"


def _own_labels(labels: Iterator[str]) -> Iterator[str]:
    """Each label once, those of others with a number: `Heroes`, `Heroes 2`."""
    taken: Counter[str] = Counter({HAND: 1})
    for label in labels:
        taken[label.casefold()] += 1
        number = taken[label.casefold()]
        yield f"{label} {number}" if number > 1 else label


def _heaps(table: FreeTable) -> list[_Heap]:
    """Every pile with pieces, or with a name of its own.

    What was taken unseen from the top of a pile is random, so a setup says only how many there are, and puts them back.
    """
    piles = [pile for pile in table.piles.values() if pile.pieces or pile.stays]
    labels = Counter(pile.label for pile in piles)
    homes = {pile.label: pile.id for pile in piles if labels[pile.label] == 1 and pile.label}
    origin = {pile.id: _origin(table, pile.pieces, homes) for pile in piles}
    put_back: dict[str, list[str]] = {}
    for pile in piles:
        if (home := origin[pile.id]) not in {"", pile.id}:
            put_back.setdefault(home, []).extend(pile.pieces)
    for hand in table.hands:
        put_back.setdefault(_origin(table, hand, homes), []).extend(hand)
    words = _own_labels(pile.label or _unnamed(table, pile) for pile in piles)
    called = {pile.id: label for pile, label in zip(piles, words, strict=True)}
    found = []
    for pile in piles:
        home = origin[pile.id]
        taken = None if home in {"", pile.id} else (len(pile.pieces), called[home])
        own = pile.pieces if taken else (*put_back.get(pile.id, ()), *pile.pieces)
        found.append(_Heap(pile, called[pile.id], own, taken))
    return found


def _origin(table: FreeTable, names: Sequence[str], homes: Mapping[str, str]) -> str:
    """The pile from which all of these were taken unseen; "" if there is none that is still there."""
    labels = {table.came.get(name, "") for name in names}
    return homes.get(labels.pop(), "") if len(labels) == 1 else ""


def _unnamed(table: FreeTable, pile: FreePile) -> str:
    """What a pile is called that has no name: after the pile it came from, or after its topmost piece."""
    return table.came.get(pile.pieces[0]) or table.pieces[pile.pieces[0]].name


def _hand(table: FreeTable) -> list[SetupLine]:
    """The line for the hands; none if they are empty."""
    if not any(table.hands):
        return []
    origins = {table.came.get(name, "") for hand in table.hands for name in hand}
    is_there = origins <= {pile.label for pile in table.piles.values()} - {""}
    if len(origins) > 1 or len({len(hand) for hand in table.hands}) > 1 or not is_there:
        raise NotPossible("hands_differ")
    return [SetupLine(HAND, taken=(len(table.hands[0]), next(iter(origins))))]


def _before_each(table: FreeTable, heaps: Sequence[_Heap]) -> dict[str, list[_Heap]]:
    """By the id of a pile in the area of the first player, the same pile of each other player."""
    first, *others = table.start.seats or (Box(0, 0, 0, 0),)
    if not others:
        return {}
    found: dict[str, list[_Heap]] = {}
    used: set[str] = set()
    for heap in (heap for heap in heaps if heap.ids and first.holds(*heap.spot)):
        same: list[_Heap] = []
        for seat in others:
            match = (one for one in heaps if one.pile.id not in used and seat.holds(*one.spot))
            same += [one for one in match if _looks(table, one) == _looks(table, heap)][:1]
        if len(same) == len(others):
            found[heap.pile.id] = same
            used |= {one.pile.id for one in same}
    return found


def _looks(table: FreeTable, heap: _Heap) -> object:
    """What is the same for piles that are alike."""
    cards = heap.taken or tuple(sorted(Counter(table.pieces[name].card for name in heap.ids).items()))
    return cards, heap.pile.is_row, heap.pile.is_column, heap.pile.is_bag, bool(heap.ids) and heap.ids[0] in table.up


def _rests(table: FreeTable, heaps: Sequence[_Heap]) -> dict[str, str]:
    """By kind, the pile that takes all of it that no other line names: the one with most of it."""
    counts: Counter[tuple[str, str]] = Counter()
    for heap in heaps:
        if not heap.taken:
            counts.update((table.pieces[name].kind, heap.pile.id) for name in heap.ids)
    found: dict[str, str] = {}
    for (kind, pile), _ in counts.most_common():
        if kind and PLAIN.fullmatch(kind):
            found.setdefault(kind, pile)
    return found


def _line(table: FreeTable, heap: _Heap, rest: dict[str, str]) -> SetupLine:
    top = heap.pile.pieces[0] if heap.pile.pieces else ""
    kinds = {table.pieces[name].kind for name in heap.ids}
    whole = sorted(kinds) if all(rest.get(kind) == heap.pile.id for kind in kinds) else []
    names = [(0, kind) for kind in whole]
    if not heap.taken:
        ids = [name for name in table.pieces if name in heap.ids and table.pieces[name].kind not in whole]
        copies = Counter(table.pieces[name].card for name in ids)
        every = Counter(piece.card for piece in table.pieces.values())
        names += [(0 if count == every[card] else count, _name(table, card)) for card, count in copies.items()]
    is_up, is_top_up = _facing(table, heap.pile)
    looks = {table.pieces[name].card for name in heap.ids}
    is_so = {
        EMPTY: not heap.ids,
        SHUFFLED: not is_up and not heap.taken and len(looks) > 1 and not heap.pile.is_row,
        BAG: heap.pile.is_bag,
        UP: is_up,
        TOP_UP: is_top_up,
        ROW: heap.pile.is_row and not heap.pile.is_column,
        COLUMN: heap.pile.is_column,
    }
    flags = frozenset(word for word, holds in is_so.items() if holds)
    return SetupLine(heap.label, tuple(names), heap.taken, heap.spot, flags, turned=table.turned.get(top, 0))


def _facing(table: FreeTable, pile: FreePile) -> tuple[bool, bool]:
    """Whether a pile lies face up, and whether only the piece on top of the others does."""
    faces = [name in table.up for name in pile.pieces[:: -1 if pile.is_column else 1]]
    is_top_up = faces[:1] == [True] and len(faces) > 1 and not any(faces[1:]) and pile.is_column == pile.is_row
    return bool(faces) and pile.pieces[0] in table.up and not is_top_up, is_top_up


def _name(table: FreeTable, card: str) -> str:
    """The name of a card if it names no other one and no kind, else its id."""
    name = next(piece.name for piece in table.pieces.values() if piece.card == card)
    word = name.casefold()
    alike = {one.card for one in table.pieces.values() if word in (one.name.casefold(), one.kind.casefold())}
    try:
        is_read = line_of("", name).names == ((0, name),)
    except ValueError:
        is_read = False
    return name if is_read and alike == {card} and PLAIN.fullmatch(name) else card
