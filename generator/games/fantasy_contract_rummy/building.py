"""Builds a set: which element may come next, so that it can still become a set of its type; and what a hand holds.

Elements are added in ascending order, so that every set has one path. For each shape of a type, it works out what the
groups of the set lack and whether the hand has it; nothing is tried out. This also works for a set on the table that
gets more cards: then `chosen` includes its cards, and `room` says how many may be added.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import NamedTuple

from generator.games.fantasy_contract_rummy.motifs import Motifs
from generator.games.fantasy_contract_rummy.sets import KINDS, MOST_REMEMBERED, NO_LIMIT, Agreed, CardSet, Part, Shape

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
            if _Supply(agreed.motifs, hand, last, room, left).completes(shape, chosen):
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


class _Taken(NamedTuple):
    """What a group takes from the hand. replaceable: Druids of a Druid group for whom a Trickster could stand in."""

    stand_ins: int
    cards: int
    tricksters: int = 0
    druids: int = 0
    replaceable: int = 0


NO_MORE = ((),)
"""The only way to add no groups."""


class _Supply:
    """What the hand can add to a set: elements from `last` on, at most `room`, with `left` stand-ins among them."""

    __slots__ = ("_hand", "_last", "_left", "_motifs", "_room")

    def __init__(self, motifs: Motifs, hand: Sequence[int], last: int, room: int, left: int) -> None:
        self._motifs, self._hand, self._last, self._room, self._left = motifs, hand, last, room, left

    def completes(self, shape: Shape, chosen: Sequence[int]) -> bool:
        """Whether it makes the chosen elements a set of that shape."""
        shown = shape.grouped(chosen)
        if shown is None:
            return False
        grown = []
        for part, groups in zip(shape.parts, shown, strict=True):
            for role, group in groups.items():
                if not part.is_enough(group):
                    taken = self._grow(part, role, group)
                    if taken is None:
                        return False
                    grown.append(taken)
        for wanted in shape.lacking([len(groups) for groups in shown]):
            for added in product(*map(self._ways, shape.parts, shown, wanted)):
                if self._is_enough([*grown, *chain.from_iterable(added)]):
                    return True
        return False

    def _ways(self, part: Part, shown: Container[int], count: int) -> Sequence[Sequence[_Taken]]:
        """The ways to add that many groups: those that take the least, with and without Tricksters and Druids."""
        if not count:
            return NO_MORE
        hand, size, natural = self._hand, part.cards[0], part.natural
        least = max(size - self._stand_ins(part), natural)
        if part.mixed:
            own = {role: cards for role in part.motifs[-1:] if (cards := self._own(part, role)) >= least}
        else:
            free = range(max(part.motifs.start, (self._last + 1) >> 1), part.motifs.stop)
            own = {role: hand[role] for role in free if hand[role] >= least and role not in shown}
        if len(own) < count:
            return ()
        special = [
            self._take(part, role, size, own.pop(role), natural=natural)
            for role in (self._motifs.trickster, self._motifs.druid)
            if role in own
        ]
        most = sorted(own, key=own.__getitem__, reverse=True)[:count]
        plain = [self._take(part, role, size, own[role], natural=natural) for role in most]
        if not special:
            return (plain,)
        return [
            (*used, *plain[: count - number])
            for number in range(len(special) + 1)
            for used in combinations(special, number)
            if number <= count <= number + len(plain)
        ]

    def _grow(self, part: Part, role: int, group: Sequence[int]) -> _Taken | None:
        """What a group with that motif takes to be large enough; None if the hand does not have it."""
        natural = part.lacks_natural(group)
        cards = max(part.cards[0] - len(group), int(natural))
        own = self._own(part, role)
        stand_ins = cards - own
        if (
            (natural and not own)
            or len(group) + cards > part.cards[1]
            or stand_ins > self._stand_ins(part)
            or (stand_ins > 0 and 2 * role + 1 < self._last)
        ):
            return None
        return self._take(part, role, cards, own, natural=natural)

    def _stand_ins(self, part: Part) -> int:
        """How many cards can stand in for motifs of that part."""
        return min(self._left, self._hand[part.stand_in]) if part.stand_in >= 0 else 0

    def _own(self, part: Part, role: int) -> int:
        """How many cards can still show that motif themselves, or any motif of a mixed part."""
        if part.mixed:
            return sum(self._hand[role] for role in part.motifs if 2 * role >= self._last)
        return self._hand[role] if 2 * role >= self._last else 0

    def _take(self, part: Part, role: int, cards: int, own: int, *, natural: bool) -> _Taken:
        """What a group takes to get so many cards. own: how many the hand has. natural: whether it needs one."""
        motifs, stand_ins = self._motifs, max(0, cards - own)
        if role == motifs.trickster:
            return _Taken(0, cards, cards)
        if role == motifs.druid:
            own = cards - stand_ins
            replaceable = own - natural if part.stand_in == motifs.trickster else 0
            return _Taken(stand_ins, cards, stand_ins, own, replaceable)
        if part.stand_in == motifs.trickster:
            return _Taken(stand_ins, cards, stand_ins)
        return _Taken(stand_ins, cards, 0, stand_ins)

    def _is_enough(self, groups: Sequence[_Taken]) -> bool:
        """Whether it is enough for all these groups; Tricksters replace missing Druids."""
        if not groups:
            return True
        stand_ins, cards, tricksters, druids, replaceable = map(sum, zip(*groups, strict=True))
        short = max(0, druids - self._hand[self._motifs.druid])
        return (
            cards <= self._room
            and stand_ins + short <= self._left
            and tricksters + short <= self._hand[self._motifs.trickster]
            and short <= replaceable
        )
