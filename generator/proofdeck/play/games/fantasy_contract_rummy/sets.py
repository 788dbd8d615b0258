"""The eight types of sets: which cards make one, and what it scores.

A set is its type and its elements in ascending order; it is made of groups. Each type is described by shapes, which say
how many groups a set has of each kind of card, and how many cards are in a group. All questions about sets are answered
from these shapes: whether a set is valid (here), which cards may be added (`building.py`), and which sets make the most
of a pile (`best_reading.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations_with_replacement, takewhile
from typing import Self

from proofdeck.play.engine.score_sheet import Item
from proofdeck.play.games.fantasy_contract_rummy.motifs import Motifs
from proofdeck.source.rules.parameters import Values

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
ONE = (1, 1)

CardSet = tuple[int, tuple[int, ...]]
"""Type and elements."""
Bounds = tuple[int, int]
"""The fewest and the most."""


@dataclass(slots=True, eq=False)
class Part:
    """The groups of a set that show certain motifs, which are all of one kind.

    A group shows one motif; if the part is `mixed`, all its cards are one group. stand_in: the card that can stand in
    for most of these motifs, -1 for none. groups, cards: how many groups there are, and how many cards in each.
    natural: whether a group needs a card that shows its motif itself.
    """

    motifs: range
    stand_in: int
    groups: Bounds
    cards: Bounds
    natural: bool = False
    mixed: bool = False

    def lacks_natural(self, group: Iterable[int]) -> bool:
        """Whether a group still needs a card that shows its motif itself."""
        return self.natural and all(element & 1 for element in group)

    def is_enough(self, group: Sequence[int]) -> bool:
        return self.cards[0] <= len(group) <= self.cards[1] and not self.lacks_natural(group)


@dataclass(slots=True, eq=False)
class Shape:
    """One way to be a set of a type.

    groups: the fewest in all parts together. even: whether all parts have the same number of groups. cards: the fewest
    there can be. needs: for each part and for the whole, which cards of a hand show its motifs, what else may stand in
    for them, and how many there are at least.
    """

    parts: Sequence[Part]
    groups: int = 0
    even: bool = False
    cards: int = field(init=False)
    needs: Sequence[tuple[slice, int, int]] = field(init=False)

    def __post_init__(self) -> None:
        fewest = [part.groups[0] * part.cards[0] for part in self.parts]
        self.cards = max(sum(fewest), self.groups * self.parts[0].cards[0])
        spans = [slice(part.motifs.start, part.motifs.stop) for part in self.parts]
        stand_ins = [part.stand_in for part in self.parts]
        whole = [(slice(spans[-1].stop), -1, self.cards)] if self.parts[1:] else []
        self.needs = [*zip(spans, stand_ins, fewest, strict=True), *whole]

    def grouped(self, elements: Sequence[int]) -> Sequence[Mapping[int, Sequence[int]]] | None:
        """The groups of each part, by their motif (or the last, if they are mixed); None if there are other ones."""
        grouped, covered = [], 0
        for part in self.parts:
            groups: dict[int, list[int]] = {}
            for element in elements:
                role = element >> 1
                if role in part.motifs:
                    covered += 1
                    groups.setdefault(part.motifs[-1] if part.mixed else role, []).append(element)
            if len(groups) > part.groups[1]:
                return None
            grouped.append(groups)
        return grouped if covered == len(elements) else None

    def is_met(self, elements: Sequence[int]) -> bool:
        """Whether the elements are a set of this shape."""
        grouped = self.grouped(elements)
        return (
            grouped is not None
            and any(not any(lacking) for lacking in self.lacking([len(groups) for groups in grouped]))
            and all(
                part.is_enough(group)
                for part, groups in zip(self.parts, grouped, strict=True)
                for group in groups.values()
            )
        )

    def lacking(self, shown: Sequence[int]) -> Iterable[Sequence[int]]:
        """How many groups of each part may be added to those that are shown; only the smallest numbers."""
        if self.even:
            most = max(len(part.motifs) for part in self.parts)
            return ([count - there for there in shown] for count in range(max(1, *shown), most + 1))
        least = [max(0, part.groups[0] - there) for part, there in zip(self.parts, shown, strict=True)]
        more = self.groups - sum(shown) if self.groups else 0
        if more <= 0:
            return (least,)
        places = range(len(least))
        return (
            [count + extra.count(place) for place, count in enumerate(least)]
            for extra in combinations_with_replacement(places, more)
        )


@dataclass(slots=True, eq=False)
class Agreed:
    """The settings for sets.

    natural, triple, tricksters, druids: whether the clauses on natural cards, on partners, and on those who stand in
    apply. any_number: whether any number of cards may stand in, whatever the page says. factor: how many times a
    partner's weapon counts. bonus: of each type. card_of: the card used up by each element, -1 for those that cannot
    be. shapes: those of each type, from the fewest cards up.
    """

    motifs: Motifs
    values: Values
    natural: bool
    triple: bool
    tricksters: bool
    druids: bool
    any_number: bool = False
    factor: int = field(init=False)
    most_stand_ins: int = field(init=False)
    bonus: Sequence[int] = field(init=False)
    card_of: Sequence[int] = field(init=False)
    shapes: Sequence[Sequence[Shape]] = field(init=False)

    def __post_init__(self) -> None:
        values, motifs = self.values, self.motifs
        self.factor = values.number("sets.partner-factor") if self.triple else 1
        self.most_stand_ins = NO_LIMIT if self.any_number else STAND_INS[values.word("stand-ins")]
        self.bonus = tuple(values.number(f"bonus.{kind}") for kind in KINDS)
        off = {motifs.trickster: not self.tricksters, motifs.druid: not self.druids}
        self.card_of = [-1 if element & 1 and off.get(card) else card for element, card in enumerate(motifs.card_of)]
        self.shapes = (*((shape,) for shape in self._single_shapes()), tuple(self._multiplets()))

    def with_any_stand_ins(self) -> Self:
        """The same, but any number of cards may stand in, and make a group alone."""
        return replace(self, natural=False, any_number=True)

    def _part(
        self, motifs: range, groups: Bounds, cards: Bounds, *, natural: bool = False, mixed: bool = False
    ) -> Part:
        stand_in = max(self.card_of[2 * motif + 1] for motif in motifs)
        return Part(motifs, stand_in, groups, cards, natural=natural and self.natural, mixed=mixed)

    def _single_shapes(self) -> Iterator[Shape]:
        """The shapes of the types that have one, in the order of the types."""
        part, (characters, companions, weapons) = self._part, self.motifs.kinds
        least, different, animals = (self.values.number(f"sets.{of}") for of in ("cards", "weapons", "companions"))
        enough, leader = (least, NO_LIMIT), part(characters, ONE, ONE)
        yield Shape([part(characters, enough, ONE)])
        yield Shape([part(characters, ONE, enough, natural=True)])
        yield Shape([part(weapons, ONE, enough, mixed=True)])
        yield Shape([part(weapons, ONE, enough)])
        yield Shape([part(companions, ONE, enough, natural=True, mixed=True)])
        yield Shape([leader, part(weapons, (different, NO_LIMIT), (1, NO_LIMIT))])
        yield Shape([leader, part(companions, (animals, NO_LIMIT), ONE)])

    def _multiplets(self) -> Iterator[Shape]:
        """One for each size of groups."""
        wanted, kinds = self.values.word("multiplets"), self.motifs.kinds
        groups = {"strict": ONE, "wide": (1, NO_LIMIT), "loose": (0, NO_LIMIT)}[wanted]
        for size in range(self.values.number("sets.copies"), sum(self.motifs.copies)):
            parts = [self._part(motifs, groups, (size, size), natural=True) for motifs in kinds]
            yield Shape(parts, groups=2 if wanted == "loose" else 0, even=wanted == "wide")

    def shapes_of(self, kind: int, cards: int) -> Iterable[Shape]:
        """The shapes of a type for which so many cards are enough."""
        return takewhile(lambda shape: shape.cards <= cards, self.shapes[kind])

    def is_valid(self, kind: int, elements: Sequence[int]) -> bool:
        """Whether those elements are a set of that type."""
        return _is_valid(self, kind, tuple(elements))

    def points(self, kind: int, elements: Sequence[int]) -> int:
        """Values, partner weapons times their factor, and the bonus; 0 when the set is broken."""
        return sum(item.points for item in self.items(kind, elements))

    def items(self, kind: int, elements: Sequence[int]) -> Sequence[Item]:
        """The lines of a score sheet for one set: its cards, what partners add, its bonus."""
        return _items(self, kind, tuple(elements))


@lru_cache(maxsize=MOST_REMEMBERED)
def _is_valid(agreed: Agreed, kind: int, elements: tuple[int, ...]) -> bool:
    if sum(element & 1 for element in elements) > agreed.most_stand_ins:
        return False
    return any(shape.is_met(elements) for shape in agreed.shapes_of(kind, len(elements)))


@lru_cache(maxsize=MOST_ITEMISED)
def _items(agreed: Agreed, kind: int, elements: tuple[int, ...]) -> tuple[Item, ...]:
    motifs, points, name = agreed.motifs, agreed.motifs.points, agreed.motifs.element_name
    names = tuple(map(name, elements))
    if not agreed.is_valid(kind, elements):
        return (Item("set.broken", f"{SET_NAMES[kind]}, broken", 0, names),)
    items = [Item("set.value", f"{SET_NAMES[kind]}, values", sum(map(points, elements)), names)]
    roles = {element >> 1 for element in elements}
    tripled = [one for one in elements if one >> 1 in motifs.weapons and motifs.partner[one >> 1] in roles]
    if more := (agreed.factor - 1) * sum(map(points, tripled)):
        items.append(Item("partner.triple", f"{SET_NAMES[kind]}, partners", more, tuple(map(name, tripled))))
    return (*items, Item(f"set.{KINDS[kind]}", f"{SET_NAMES[kind]}, bonus", agreed.bonus[kind]))
