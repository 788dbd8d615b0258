"""Builds a set: which element may come next, so that it can still become a set of its type; and what a hand holds.

Elements are added in ascending order, so that every set has one path. For each shape of a type, it works out what the
groups of the set lack and whether the hand has it; nothing is tried out. This also works for a set on the table that
gets more cards: then `chosen` includes its cards, and `room` says how many may be added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from proofdeck.play.games.fantasy_contract_rummy.sets import (
    KINDS,
    MOST_REMEMBERED,
    NO_LIMIT,
    Agreed,
    CardSet,
    Part,
    Shape,
)

NOTHING_YET = -1
"""The last element before the first has been added."""


class Builder:
    """Says what may be added to sets."""

    def __init__(self, agreed: Agreed) -> None:
        self.agreed, self._card_of = agreed, agreed.card_of
        self._elements = [
            [
                element
                for part in shapes[0].parts
                for element in range(2 * part.motifs.start, 2 * part.motifs.stop)
                if agreed.card_of[element] >= 0
            ]
            for shapes in agreed.shapes
        ]

    def can_finish(
        self, kind: int, chosen: Sequence[int], last: int, hand: Sequence[int], room: int = NO_LIMIT
    ) -> bool:
        """Whether at most `room` elements from `last` on, or none at all, make `chosen` a set of that type.

        hand: for each motif the cards left.
        """
        agreed, here = self.agreed, len(chosen)
        left = agreed.most_stand_ins - (sum(element & 1 for element in chosen) if chosen else 0)
        for shape in agreed.shapes[kind]:
            if left < 0 or shape.cards > here + room:
                return False
            if shape.cards <= here and agreed.is_valid(kind, chosen):
                return True
            for span, stand_in, fewest in shape.needs:
                there = sum(hand[span]) + here
                if there < fewest and (stand_in < 0 or there + hand[stand_in] < fewest):
                    return False
            if _Supply(agreed.card_of, hand, last, room, left).completes(shape, chosen):
                return True
        return False

    def options(
        self, kind: int, chosen: Sequence[int], last: int, hand: Sequence[int], room: int = NO_LIMIT
    ) -> Sequence[int]:
        """The elements that may be added next, ascending."""
        return _options(self, kind, tuple(chosen), last, tuple(hand), room) if room > 0 else ()

    def found(self, kind: int, chosen: list[int], last: int, hand: list[int], room: int) -> Iterator[int]:
        """The same, tried out one by one."""
        for element in self._elements[kind]:
            card = self._card_of[element]
            if element < last or not hand[card]:
                continue
            hand[card] -= 1
            is_possible = self.can_finish(kind, [*chosen, element], element, hand, room - 1)
            hand[card] += 1
            if is_possible:
                yield element


@lru_cache(maxsize=MOST_REMEMBERED)
def _options(
    builder: Builder, kind: int, chosen: tuple[int, ...], last: int, hand: tuple[int, ...], room: int
) -> Sequence[int]:
    """As `found` finds them; players who look ahead ask the same again and again."""
    return tuple(builder.found(kind, [*chosen], last, [*hand], room))


def filled(builder: Builder, kind: int, hand: Sequence[int], lying: Sequence[int] = ()) -> list[int]:
    """The elements that are added to make a set of that type, with every card that fits and natural cards first.

    lying: the elements that are there already.
    """
    added: list[int] = []
    left, last = [*hand], NOTHING_YET
    while options := builder.options(kind, [*lying, *added], last, left):
        natural = [element for element in options if not element & 1]
        if not natural and builder.agreed.is_valid(kind, sorted([*lying, *added])):
            break
        last = (natural or options)[0]
        added.append(last)
        left[builder.agreed.card_of[last]] -= 1
    return added


@lru_cache(maxsize=MOST_REMEMBERED)
def sets_in(builder: Builder, hand: tuple[int, ...]) -> Sequence[CardSet]:
    """For each type that the hand can make, the set that takes every card that fits."""
    kinds = [kind for kind in range(len(KINDS)) if builder.can_finish(kind, (), NOTHING_YET, hand)]
    return [(kind, tuple(filled(builder, kind, hand))) for kind in kinds]


def best_points(builder: Builder, hand: Sequence[int]) -> int:
    """The most points that one of them has."""
    return max((builder.agreed.points(*one) for one in sets_in(builder, tuple(hand))), default=0)


class _Supply:
    """What the hand can add to a set: elements from `last` on, at most `room`, with `left` stand-ins among them.

    A card that can stand in may also show what it is itself, so every number of them that could stand in is tried.
    """

    __slots__ = ("_card_of", "_hand", "_last", "_left", "_room")

    def __init__(self, card_of: Sequence[int], hand: Sequence[int], last: int, room: int, left: int) -> None:
        self._card_of, self._hand, self._last, self._room, self._left = card_of, hand, last, room, left

    def completes(self, shape: Shape, chosen: Sequence[int]) -> bool:
        """Whether it makes the chosen elements a set of that shape."""
        shown = shape.grouped(chosen)
        if shown is None:
            return False
        lacking = list(shape.lacking([len(groups) for groups in shown]))
        most = [min(self._left, self._hand[part.stand_in]) if part.stand_in >= 0 else 0 for part in shape.parts]
        for stand_ins in product(*(range(number + 1) for number in most)):
            hand = [*self._hand]
            for part, number in zip(shape.parts, stand_ins, strict=True):
                hand[part.stand_in] -= number
            if sum(stand_ins) <= self._left and any(
                self._is_enough(zip(shape.parts, shown, stand_ins, wanted, strict=True), hand) for wanted in lacking
            ):
                return True
        return False

    def _is_enough(
        self, parts: Iterable[tuple[Part, Mapping[int, Sequence[int]], int, int]], hand: Sequence[int]
    ) -> bool:
        """Whether it fills the groups of each part with that many stand-ins, and makes that many new groups.

        hand: the cards that do not stand in.
        """
        room = self._room
        for part, groups, most, wanted in parts:
            size, short = part.cards[0], 0
            for role, group in groups.items():
                if not part.is_enough(group):
                    natural = part.lacks_natural(group)
                    cards = max(size - len(group), int(natural))
                    if len(group) + cards > part.cards[1]:
                        return False
                    room -= cards
                    short += self._short(part, role, cards, hand, natural=natural)
            if wanted:
                free = range(max(part.motifs.start, (self._last + 1) >> 1), part.motifs.stop)
                new = part.motifs[-1:] if part.mixed else [role for role in free if role not in groups]
                cheapest = sorted(self._short(part, role, size, hand, natural=part.natural) for role in new)
                if len(cheapest) < wanted:
                    return False
                room -= wanted * size
                short += sum(cheapest[:wanted])
            if room < 0 or short > most:
                return False
        return True

    def _short(self, part: Part, role: int, cards: int, hand: Sequence[int], *, natural: bool) -> int:
        """How many stand-ins a group needs to get so many cards; too many if nothing can stand in for what it lacks.

        natural: whether it needs a card that shows its motif itself.
        """
        own = sum(hand[one] for one in (part.motifs if part.mixed else (role,)) if 2 * one >= self._last)
        short, stand_in = max(0, cards - own), 2 * role + 1
        lacks = (natural and not own) or (short and (self._card_of[stand_in] < 0 or stand_in < self._last))
        return NO_LIMIT if lacks else short
