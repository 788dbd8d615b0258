"""The eight types of sets: which cards make one, and what it scores.

A set is its type and its elements in ascending order. Whether the elements fulfil the type is asked of every set that
is played, added to, robbed or scored; a set that does not is broken and counts nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.engine.score_sheet import Item
from generator.games.fantasy_contract_rummy.motifs import Motifs
from generator.rules.parameters import Values

KINDS = (
    "formation",
    "class-formation",
    "armory",
    "weapon-specialist",
    "animal-kingdom",
    "master-of-arms",
    "friend-of-animals",
    "multiplets",
)
FORMATION, CLASS_FORMATION, ARMORY, SPECIALIST, ANIMAL_KINGDOM, MASTER, FRIEND, MULTIPLETS = range(8)
SET_NAMES = tuple(kind.replace("-", " ").title().replace(" Of ", " of ") for kind in KINDS)
NO_LIMIT = 1000
MOST_REMEMBERED = 50_000
"""Answers that are remembered, for each question that is often asked again."""
MOST_ITEMISED = 5_000
"""Sets whose lines of a score sheet are remembered."""
STAND_INS = {"unlimited": NO_LIMIT, "one": 1, "none": 0}

CardSet = tuple[int, tuple[int, ...]]
"""Type and elements."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """The settings for sets: sizes, bonuses and variants.

    natural: whether a group of one motif needs a card that shows it. factor: how many times a partner's weapon counts.
    """

    motifs: Motifs
    bonus: tuple[int, ...]
    smallest: int
    weapons: int
    companions: int
    copies: int
    factor: int
    multiplets: str
    most_stand_ins: int
    natural: bool = True

    @classmethod
    def by(cls, motifs: Motifs, values: Values, *, natural: bool, triple: bool) -> Agreed:
        return cls(
            motifs,
            tuple(values.number(f"bonus.{kind}") for kind in KINDS),
            values.number("sets.cards"),
            values.number("sets.weapons"),
            values.number("sets.companions"),
            values.number("sets.copies"),
            values.number("sets.partner-factor") if triple else 1,
            values.word("multiplets"),
            STAND_INS[values.word("stand-ins")],
            natural,
        )

    def is_valid(self, kind: int, elements: Sequence[int]) -> bool:
        """Whether those elements are a set of that type."""
        return _is_valid(self, kind, tuple(elements))

    def has_natural(self, elements: Sequence[int]) -> bool:
        """Whether one of the cards shows its motif itself, if that is required."""
        return not self.natural or any(not element & 1 for element in elements)

    def points(self, kind: int, elements: Sequence[int]) -> int:
        """Values, partner weapons times their factor, and the bonus; 0 when the set is broken."""
        if not self.is_valid(kind, elements):
            return 0
        return sum(self.worth(element, elements) for element in elements) + self.bonus[kind]

    def worth(self, element: int, elements: Sequence[int]) -> int:
        """What one card scores in its set."""
        value = self.motifs.points(element)
        return value * self.factor if self.is_tripled(element, elements) else value

    def is_tripled(self, element: int, elements: Sequence[int]) -> bool:
        """Whether it is a weapon whose partner, or a stand-in for the partner, is in the set."""
        motif = element >> 1
        partner = self.motifs.partner[motif]
        return motif in self.motifs.weapons and partner >= 0 and any(other >> 1 == partner for other in elements)

    def items(self, kind: int, elements: Sequence[int]) -> Sequence[Item]:
        """The lines of a score sheet for one set: its cards, what partners add, its bonus."""
        return _items(self, kind, tuple(elements))


@lru_cache(maxsize=MOST_ITEMISED)
def _items(agreed: Agreed, kind: int, elements: tuple[int, ...]) -> tuple[Item, ...]:
    names = tuple(agreed.motifs.element_name(element) for element in elements)
    if not agreed.is_valid(kind, elements):
        return (Item("set.broken", f"{SET_NAMES[kind]}, broken", 0, names),)
    plain = sum(agreed.motifs.points(element) for element in elements)
    tripled = [element for element in elements if agreed.is_tripled(element, elements)]
    more = sum(agreed.worth(element, elements) - agreed.motifs.points(element) for element in tripled)
    items = [Item("set.value", f"{SET_NAMES[kind]}, values", plain, names)]
    if more:
        weapons = tuple(agreed.motifs.element_name(element) for element in tripled)
        items.append(Item("partner.triple", f"{SET_NAMES[kind]}, partners", more, weapons))
    return (*items, Item(f"set.{KINDS[kind]}", f"{SET_NAMES[kind]}, bonus", agreed.bonus[kind]))


@lru_cache(maxsize=MOST_REMEMBERED)
def _is_valid(agreed: Agreed, kind: int, elements: tuple[int, ...]) -> bool:
    return sum(element & 1 for element in elements) <= agreed.most_stand_ins and _VALID[kind](agreed, elements)


def _split(agreed: Agreed, elements: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """The motifs of the characters, companions and weapons among the elements, copies kept."""
    motifs = agreed.motifs
    first_companion, first_weapon = motifs.companions.start, motifs.weapons.start
    parts: tuple[list[int], list[int], list[int]] = ([], [], [])
    for element in elements:
        role = element >> 1
        parts[(role >= first_companion) + (role >= first_weapon)].append(role)
    return parts


def _formation(agreed: Agreed, elements: Sequence[int]) -> bool:
    characters, companions, weapons = _split(agreed, elements)
    different = len(set(characters)) == len(characters)
    return len(characters) >= agreed.smallest and different and not companions and not weapons


def _class_formation(agreed: Agreed, elements: Sequence[int]) -> bool:
    characters, companions, weapons = _split(agreed, elements)
    alike = len(set(characters)) == 1 and not companions and not weapons
    return len(characters) >= agreed.smallest and alike and agreed.has_natural(elements)


def _armory(agreed: Agreed, elements: Sequence[int]) -> bool:
    characters, companions, weapons = _split(agreed, elements)
    return len(weapons) >= agreed.smallest and not characters and not companions


def _specialist(agreed: Agreed, elements: Sequence[int]) -> bool:
    return _armory(agreed, elements) and len(set(elements)) == 1


def _animal_kingdom(agreed: Agreed, elements: Sequence[int]) -> bool:
    characters, companions, weapons = _split(agreed, elements)
    only = not characters and not weapons
    return len(companions) >= agreed.smallest and only and agreed.has_natural(elements)


def _master(agreed: Agreed, elements: Sequence[int]) -> bool:
    characters, companions, weapons = _split(agreed, elements)
    return len(characters) == 1 and not companions and len(set(weapons)) >= agreed.weapons


def _friend(agreed: Agreed, elements: Sequence[int]) -> bool:
    characters, companions, weapons = _split(agreed, elements)
    different = len(set(companions)) == len(companions) >= agreed.companions
    return len(characters) == 1 and not weapons and different


def _multiplets(agreed: Agreed, elements: Sequence[int]) -> bool:
    groups: dict[int, list[int]] = {}
    for element in elements:
        groups.setdefault(element >> 1, []).append(element)
    if len({len(group) for group in groups.values()}) != 1 or len(elements) < agreed.copies * len(groups):
        return False
    kinds = [len(set(roles)) for roles in _split(agreed, elements)]
    counted = {
        "strict": kinds == [1, 1, 1],
        "wide": kinds[0] == kinds[1] == kinds[2] > 0,
        "loose": len(groups) > 1,
    }
    return counted[agreed.multiplets] and all(agreed.has_natural(group) for group in groups.values())


_VALID = (_formation, _class_formation, _armory, _specialist, _animal_kingdom, _master, _friend, _multiplets)
