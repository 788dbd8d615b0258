"""Builds a set: which element may come next, so that it can still become a set of its type.

Elements are added in ascending order, so that every set has one path. For each type, it counts what is missing and what
the hand can still provide; nothing is tried out. The same counts work for a set on the table that gets more cards: then
`chosen` includes its cards, and `room` says how many may be added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from generator.games.fantasy_contract_rummy import sets
from generator.games.fantasy_contract_rummy.sets import MOST_REMEMBERED, NO_LIMIT, Agreed

NOTHING_YET = -1
"""The last element before the first has been added."""


class Builder:
    """Counts what a set lacks. hand: for each motif the cards left; it is restored after each question."""

    def __init__(self, agreed: Agreed, *, tricksters: bool = True, druids: bool = True) -> None:
        """tricksters, druids: whether they can stand in for others."""
        self._agreed = agreed
        motifs = agreed.motifs
        self._card_of = [
            card if not element & 1 or (tricksters if element >> 1 in motifs.characters else druids) else -1
            for element, card in enumerate(motifs.card_of)
        ]
        self._first_companion, self._first_weapon = motifs.companions.start, motifs.weapons.start
        self._end = motifs.weapons.stop
        self._trickster, self._druid = motifs.trickster, motifs.druid
        self._as_characters = agreed.most_stand_ins if tricksters else 0
        self._as_companions = agreed.most_stand_ins if druids else 0
        counts = (
            self._formation, self._class_formation, self._armory, self._specialist,
            self._animal_kingdom, self._master, self._friend, self._multiplets,
        )  # fmt: skip
        self._counts = dict(enumerate(counts))
        self._elements = {
            sets.FORMATION: range(2 * self._first_companion),
            sets.CLASS_FORMATION: range(2 * self._first_companion),
            sets.ARMORY: range(2 * self._first_weapon, 2 * self._end, 2),
            sets.SPECIALIST: range(2 * self._first_weapon, 2 * self._end, 2),
            sets.ANIMAL_KINGDOM: range(2 * self._first_companion, 2 * self._first_weapon),
            sets.MASTER: range(2 * self._end),
            sets.FRIEND: range(2 * self._first_weapon),
            sets.MULTIPLETS: range(2 * self._end),
        }

    def can_finish(self, kind: int, chosen: Sequence[int], last: int, hand: list[int], room: int = NO_LIMIT) -> bool:
        """Whether at most `room` elements from `last` on, or none at all, make `chosen` a set of that type."""
        left = self._agreed.most_stand_ins
        if chosen:
            left -= sum(element & 1 for element in chosen)
        return left >= 0 and self._counts[kind](chosen, last, hand, room, left)

    def options(
        self, kind: int, chosen: Sequence[int], last: int, hand: Sequence[int], room: int = NO_LIMIT
    ) -> Sequence[int]:
        """The elements that may be added next, ascending."""
        return _options(self, kind, tuple(chosen), last, tuple(hand), room) if room > 0 else ()

    def found(self, kind: int, chosen: list[int], last: int, hand: list[int], room: int) -> Iterator[int]:
        """The same, tried out one by one."""
        card_of = self._card_of
        for element in self._elements[kind]:
            if element < last or card_of[element] < 0 or not hand[card_of[element]]:
                continue
            chosen.append(element)
            hand[card_of[element]] -= 1
            possible = self.can_finish(kind, chosen, element, hand, room - 1)
            hand[card_of[element]] += 1
            chosen.pop()
            if possible:
                yield element

    # -- one count a type ----------------------------------------------------------------------------------------------

    def _formation(self, chosen: Sequence[int], last: int, hand: list[int], room: int, left: int) -> bool:
        roles = {element >> 1 for element in chosen}
        if len(roles) != len(chosen) or any(role >= self._first_companion for role in roles):
            return False
        trickster = self._trickster
        free = [role for role in range((last >> 1) + 1, self._first_companion) if role not in roles]
        counts = [hand[role] for role in free if role != trickster]
        others = counts.count(0)
        natural = len(counts) - others
        tricksters = min(hand[trickster], min(left, self._as_characters, others) + (len(counts) < len(free)))
        return self._agreed.smallest - len(chosen) <= min(room, natural + tricksters)

    def _class_formation(self, chosen: Sequence[int], last: int, hand: list[int], room: int, left: int) -> bool:
        if not chosen:
            likely = max(hand[: self._first_companion]) + hand[self._trickster] >= self._agreed.smallest
            roles = range(self._first_companion if likely else 0)
            return any(self._one_class(role, chosen, last, hand, room, left) for role in roles)
        role = chosen[0] >> 1
        alike = all(element >> 1 == role for element in chosen) and role < self._first_companion
        return alike and self._one_class(role, chosen, last, hand, room, left)

    def _one_class(self, role: int, chosen: Sequence[int], last: int, hand: list[int], room: int, left: int) -> bool:
        if last >> 1 > role:
            natural = stand_ins = 0
        else:
            natural = 0 if last == 2 * role + 1 else hand[role]
            stand_ins = min(left, self._as_characters, hand[self._trickster]) if role != self._trickster else 0
        return self._is_enough(chosen, natural, stand_ins, room)

    def _is_enough(self, chosen: Sequence[int], natural: int, stand_ins: int, room: int) -> bool:
        """Whether so many natural cards and stand-ins complete a set of one kind, which may need a natural card."""
        missing = self._agreed.smallest - len(chosen)
        if not self._agreed.has_natural(chosen):
            if not natural:
                return False
            missing = max(1, missing)
        return missing <= min(room, natural + stand_ins)

    def _armory(self, chosen: Sequence[int], last: int, hand: list[int], room: int, _: int) -> bool:
        if any(element >> 1 < self._first_weapon for element in chosen):
            return False
        given = sum(hand[max(last >> 1, self._first_weapon) : self._end])
        return self._agreed.smallest - len(chosen) <= min(room, given)

    def _specialist(self, chosen: Sequence[int], last: int, hand: list[int], room: int, _: int) -> bool:
        if not chosen:
            return self._agreed.smallest <= min(room, max(hand[self._first_weapon : self._end]))
        role = chosen[0] >> 1
        if role < self._first_weapon or any(element >> 1 != role for element in chosen):
            return False
        return self._agreed.smallest - len(chosen) <= min(room, hand[role] if last >> 1 <= role else 0)

    def _animal_kingdom(self, chosen: Sequence[int], last: int, hand: list[int], room: int, left: int) -> bool:
        first, end = self._first_companion, self._first_weapon
        if any(not first <= element >> 1 < end for element in chosen):
            return False
        begin = (last >> 1) + 1 if last >= 0 and last & 1 else max(last >> 1, first)
        stand_ins = min(left, self._as_companions, hand[self._druid])
        return self._is_enough(chosen, sum(hand[begin:end]), stand_ins, room)

    def _master(self, chosen: Sequence[int], last: int, hand: list[int], room: int, _: int) -> bool:
        roles = [element >> 1 for element in chosen]
        characters = sum(role < self._first_companion for role in roles)
        motifs = {role for role in roles if role >= self._first_weapon}
        if characters > 1 or any(self._first_companion <= role < self._first_weapon for role in roles):
            return False
        if not characters and (last >> 1 >= self._first_weapon or not any(hand[: self._first_companion])):
            return False
        begin = max(last >> 1, self._first_weapon)
        given = sum(hand[role] > 0 for role in range(begin, self._end) if role not in motifs)
        missing = max(0, self._agreed.weapons - len(motifs))
        return missing <= given and missing + (not characters) <= room

    def _friend(self, chosen: Sequence[int], last: int, hand: list[int], room: int, left: int) -> bool:
        first, end = self._first_companion, self._first_weapon
        roles = [element >> 1 for element in chosen]
        characters = sum(role < first for role in roles)
        motifs = {role for role in roles if role >= first}
        if characters > 1 or len(motifs) != len(roles) - characters or any(role >= end for role in roles):
            return False
        druids = hand[self._druid]
        if not characters:
            people = sum(hand[:first])
            if last >> 1 >= first or not people:
                return False
            druids -= people == druids
        free = [role for role in range(max((last >> 1) + 1, first), end) if role not in motifs]
        natural = sum(hand[role] > 0 for role in free)
        given = natural + min(left, self._as_companions, druids, len(free) - natural)
        missing = max(0, self._agreed.companions - len(motifs))
        return missing <= given and missing + (not characters) <= room

    # -- multiplets ----------------------------------------------------------------------------------------------------

    def _multiplets(self, chosen: Sequence[int], last: int, hand: list[int], room: int, left: int) -> bool:
        groups: dict[int, list[int]] = {}
        for element in chosen:
            groups.setdefault(element >> 1, []).append(element)
        counts = self._groups_of_each_kind(groups)
        if self._agreed.multiplets == "strict" and max(counts) > 1:
            return False
        largest = max(hand[: self._end]) + hand[self._trickster] + hand[self._druid] + len(chosen)
        smallest = max((len(group) for group in groups.values()), default=0)
        sizes = range(max(smallest, self._agreed.copies), largest + 1)
        return any(self._groups_of(size, groups, last, hand, room, left) for size in sizes)

    def _groups_of_each_kind(self, roles: Sequence[int] | dict[int, list[int]]) -> list[int]:
        counts = [0, 0, 0]
        for role in roles:
            counts[(role >= self._first_companion) + (role >= self._first_weapon)] += 1
        return counts

    def _groups_of(
        self, size: int, groups: dict[int, list[int]], last: int, hand: list[int], room: int, left: int
    ) -> bool:
        """Whether all groups can get that size, and groups that are missing can be added."""
        cost = _Cost()
        for role, group in groups.items():
            added, natural = size - len(group), self._agreed.has_natural(group)
            stand_ins = self._stand_ins(role, added, last, hand, natural=natural)
            if stand_ins is None:
                return False
            self._charge(cost, role, added, stand_ins, natural=natural)
        fresh: dict[int, int] = {}
        for role in range(self._end):
            if role not in groups:
                needed = self._stand_ins(role, size, last, hand, natural=False)
                if needed is not None:
                    fresh[role] = needed
        counts = self._groups_of_each_kind(groups)
        limits = (room, left, hand[self._trickster], hand[self._druid])
        return any(self._can_add(wanted, size, fresh, cost, limits) for wanted in self._wanted(counts))

    def _charge(self, cost: _Cost, role: int, added: int, stand_ins: int, *, natural: bool) -> None:
        """What a group that grows by `added` cards takes from the hand. natural: whether it has a natural card."""
        cost.cards += added
        if role >= self._first_companion:
            cost.druids += stand_ins
        else:
            cost.tricksters += stand_ins + (added if role == self._trickster else 0)
        if role == self._druid:
            cost.druids += added - stand_ins
            cost.replaceable += added - stand_ins - (0 if natural or not self._agreed.natural else 1)
        cost.stand_ins += stand_ins

    def _stand_ins(self, role: int, added: int, last: int, hand: list[int], *, natural: bool) -> int | None:
        """How many stand-ins a group needs to grow by `added` cards; None if it cannot."""
        natural = natural or not self._agreed.natural
        if added <= 0:
            return 0 if added == 0 and natural else None
        if role < last >> 1:
            return None
        own = 0 if last == 2 * role + 1 else hand[role]
        if not natural and not own:
            return None
        needed = max(0, added - own)
        as_character = self._as_characters if role != self._trickster else 0
        most = as_character if role < self._first_companion else self._as_companions
        return needed if needed <= (most if role < self._first_weapon else 0) else None

    def _wanted(self, counts: list[int]) -> Iterator[tuple[int, int, int]]:
        """How many groups of characters, companions and weapons may still be added to make multiplets."""
        most = self._end
        if self._agreed.multiplets == "loose":
            lacking = max(0, 2 - sum(counts))
            for characters in range(lacking + 1):
                for companions in range(lacking - characters + 1):
                    yield characters, companions, lacking - characters - companions
            return
        if self._agreed.multiplets == "strict":
            most = 1
        for each in range(max(1, *counts), most + 1):
            yield each - counts[0], each - counts[1], each - counts[2]

    def _can_add(
        self, wanted: tuple[int, int, int], size: int, fresh: dict[int, int], cost: _Cost, limits: tuple[int, ...]
    ) -> bool:
        """Whether that many new groups are possible; the cheapest first, with and without stand-ins."""
        first, weapons = self._first_companion, self._first_weapon
        special = [role for role in (self._trickster, self._druid) if role in fresh]
        cheapest = sorted(fresh, key=fresh.__getitem__)
        plain = [role for role in cheapest if role < first and role not in special]
        companions = [role for role in cheapest if first <= role < weapons][: wanted[1]]
        blades = [role for role in cheapest if role >= weapons][: wanted[2]]
        if len(companions) < wanted[1] or len(blades) < wanted[2]:
            return False
        for used in _subsets(special):
            others = wanted[0] - len(used)
            if 0 <= others <= len(plain):
                total = replace(cost)
                for role in (*used, *plain[:others], *companions, *blades):
                    self._charge(total, role, size, fresh[role], natural=False)
                if total.is_within(*limits):
                    return True
        return False


@lru_cache(maxsize=MOST_REMEMBERED)
def _options(
    builder: Builder, kind: int, chosen: tuple[int, ...], last: int, hand: tuple[int, ...], room: int
) -> Sequence[int]:
    """As `found` finds them; players who look ahead ask the same again and again."""
    return tuple(builder.found(kind, [*chosen], last, [*hand], room))


@dataclass(slots=True)
class _Cost:
    """What multiplets take from the hand. replaceable: Druids of a Druid group for whom a Trickster could stand."""

    cards: int = 0
    stand_ins: int = 0
    tricksters: int = 0
    druids: int = 0
    replaceable: int = 0

    def is_within(self, room: int, stand_ins: int, tricksters: int, druids: int) -> bool:
        """Whether that is enough; Tricksters replace missing Druids."""
        short = max(0, self.druids - druids)
        enough = self.cards <= room and self.stand_ins + short <= stand_ins
        return enough and self.tricksters + short <= tricksters and short <= self.replaceable


def _subsets(items: list[int]) -> Iterator[tuple[int, ...]]:
    yield ()
    for index, item in enumerate(items):
        for rest in _subsets(items[index + 1 :]):
            yield (item, *rest)
