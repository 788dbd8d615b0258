"""The contents of each type of set, as linear constraints on a slot of the program in `best_reading.py`.

An Armory holds no fewer than 3 weapons when it is open, a Formation no more than one of each character, and so on for
all eight types. Names follow `sets.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from generator.games.fantasy_contract_rummy import sets
from generator.games.fantasy_contract_rummy.sets import Agreed, CardSet

Linear = Any
"""A variable of the solver, or a sum of such."""


class Slot:
    """A set that may be laid, or a broken one that may be repaired.

    open: 0 or 1; held: element -> how many of it. lying: what is already there. tripled: weapon -> how many of it
    count more.
    """

    def __init__(
        self, agreed: Agreed, kind: int, is_open: Linear, held: Mapping[int, Linear], lying: Counter[int]
    ) -> None:
        self._agreed = agreed
        self.kind, self.open, self.held, self.lying = kind, is_open, held, lying
        self.tripled: dict[int, Linear] = {}

    def role(self, role: int) -> Linear:
        """How many cards show that motif, or stand in for it."""
        return sum((self.held[element] for element in (2 * role, 2 * role + 1) if element in self.held), start=0)

    def roles(self, roles: Iterable[int]) -> Linear:
        return sum((self.role(role) for role in roles), start=0)

    def among(self, roles: Iterable[int]) -> list[int]:
        """Those of the motifs that can be shown here."""
        return [role for role in roles if 2 * role in self.held or 2 * role + 1 in self.held]

    def cards(self, motif: int) -> Linear:
        """How many elements here are that motif, as itself or by a stand-in."""
        card_of = self._agreed.motifs.card_of
        return sum((held for element, held in self.held.items() if card_of[element] == motif), start=0)

    def taken(self, motif: int) -> Linear:
        """How many of these come from the pile."""
        card_of = self._agreed.motifs.card_of
        there = sum(count for element, count in self.lying.items() if card_of[element] == motif)
        return self.cards(motif) - there * self.open if there else self.cards(motif)

    def worth(self) -> Linear:
        motifs, bonus = self._agreed.motifs, self._agreed.bonus[self.kind]
        plain = sum((motifs.points(element) * held for element, held in self.held.items()), start=0)
        factor = self._agreed.factor - 1
        more = sum((factor * motifs.values[weapon] * count for weapon, count in self.tripled.items()), start=0)
        return plain + more + bonus * self.open

    def filled(self, values: Sequence[float]) -> CardSet | None:
        """The set that a solution puts here; None if the slot is closed."""
        counts = Counter({element: round(values[held.index]) for element, held in self.held.items()})
        elements = tuple(sorted(counts.elements()))
        return (self.kind, elements) if elements else None


Law = Callable[[Slot], None]
"""Tells the solver what a slot may contain."""


class Shape(NamedTuple):
    """One way to be a set of a type. roles: the motifs it may show; most: how many such sets the cards allow."""

    kind: int
    roles: Sequence[int]
    most: int
    law: Law


class Slots:
    """Makes slots and constrains them. pile: motif -> how many; most: an upper bound on the cards in a slot."""

    def __init__(self, agreed: Agreed, pile: Mapping[int, int], most: int) -> None:
        import highspy

        self.agreed, self.motifs, self.pile, self.most = agreed, agreed.motifs, pile, most
        self.solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self.solver.silent()
        for option, value in (("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
            self.solver.setOptionValue(option, value)

    def say(self, constraint: Any) -> None:
        if constraint is not True:
            self.solver.addConstr(constraint)

    def binary(self) -> Linear:
        return self.solver.addBinary()

    def slot(self, shape: Shape, elements: Sequence[int] = ()) -> Slot:
        """An empty slot if it is closed. elements: those already there, which stay while it is open."""
        lying = Counter(elements)
        possible = sorted({*self._of(shape.roles), *lying})
        held = {
            e: self.solver.addIntegral(lb=0, ub=self.pile.get(self.motifs.card_of[e], 0) + lying[e]) for e in possible
        }
        slot = Slot(self.agreed, shape.kind, self.binary(), held, lying)
        self.say(sum(held.values(), start=0) <= self.most * slot.open)
        for element, count in lying.items():
            self.say(held[element] >= count * slot.open)
        stand_ins = [variable for element, variable in held.items() if element & 1]
        if stand_ins and self.agreed.most_stand_ins < self.most:
            self.say(sum(stand_ins, start=0) <= self.agreed.most_stand_ins * slot.open)
        shape.law(slot)
        return slot

    def shows(self, slot: Slot, role: int) -> Linear:
        """0 or 1, and 1 only if a card in the slot shows that motif."""
        shown = self.binary()
        self.say(shown <= slot.role(role))
        return shown

    def of(self, kind: int, cards: int) -> Iterator[Shape]:
        """The shapes of a type. cards: how many cards there are for it."""
        motifs, agreed = self.motifs, self.agreed
        alike: Mapping[int, tuple[Sequence[Sequence[int]], Law]] = {
            sets.FORMATION: ([motifs.characters], self._formation),
            sets.CLASS_FORMATION: ([[role] for role in motifs.characters], self._with_a_natural),
            sets.ARMORY: ([motifs.weapons], self._enough),
            sets.SPECIALIST: ([[motif] for motif in motifs.weapons], self._enough),
            sets.ANIMAL_KINGDOM: ([motifs.companions], self._with_a_natural),
        }
        led = {
            sets.MASTER: (motifs.weapons, agreed.weapons, self._master),
            sets.FRIEND: (motifs.companions, agreed.companions, self._friend),
        }
        if kind in alike:
            groups, law = alike[kind]
            for roles in groups:
                yield Shape(kind, roles, self._supply(roles) // agreed.smallest, law)
        elif kind in led:
            others, least, law = led[kind]
            most = min(self._supply(motifs.characters), self._supply(others) // max(least, 1))
            yield Shape(kind, [*motifs.characters, *others], most, law)
        else:
            yield from self._multiplets(cards)

    def _multiplets(self, cards: int) -> Iterator[Shape]:
        """For each size that groups may have, sets whose groups all have it."""
        least = 2 if self.agreed.multiplets == "loose" else 3
        for size in range(self.agreed.copies, cards // least + 1):
            law = partial(self._groups, size=size)
            yield Shape(sets.MULTIPLETS, range(self.motifs.weapons.stop), cards // (least * size), law)

    def _of(self, roles: Iterable[int]) -> list[int]:
        """The elements that can show one of those motifs with a card of the pile."""
        wanted = set(roles)
        return [e for e in self.motifs.elements if e >> 1 in wanted and self.motifs.card_of[e] in self.pile]

    def _supply(self, roles: Iterable[int]) -> int:
        """How many cards of the pile can show one of those motifs."""
        return sum(self.pile[motif] for motif in {self.motifs.card_of[element] for element in self._of(roles)})

    # -- their laws ----------------------------------------------------------------------------------------------------

    def _natural(self, slot: Slot) -> None:
        """Require that one of the cards shows its motif itself, if the rules say so."""
        if self.agreed.natural:
            self.say(sum((held for element, held in slot.held.items() if not element & 1), start=0) >= slot.open)

    def _enough(self, slot: Slot) -> None:
        self.say(sum(slot.held.values(), start=0) >= self.agreed.smallest * slot.open)

    def _with_a_natural(self, slot: Slot) -> None:
        self._enough(slot)
        self._natural(slot)

    def _formation(self, slot: Slot) -> None:
        self._enough(slot)
        self._different(slot, self.motifs.characters)

    def _different(self, slot: Slot, roles: Iterable[int]) -> None:
        for role in slot.among(roles):
            self.say(slot.role(role) <= slot.open)

    def _master(self, slot: Slot) -> None:
        weapons = slot.among(self.motifs.weapons)
        self.say(slot.roles(self.motifs.characters) == slot.open)
        different = sum((self.shows(slot, weapon) for weapon in weapons), start=0)
        self.say(different >= self.agreed.weapons * slot.open)
        self._partners(slot, weapons, self.most)

    def _friend(self, slot: Slot) -> None:
        self.say(slot.roles(self.motifs.characters) == slot.open)
        self.say(slot.roles(self.motifs.companions) >= self.agreed.companions * slot.open)
        self._different(slot, self.motifs.companions)

    def _groups(self, slot: Slot, size: int) -> None:
        roles = slot.among(range(self.motifs.weapons.stop))
        shown = {role: self.binary() for role in roles}
        for role, is_shown in shown.items():
            self.say(slot.role(role) == size * is_shown)
            if self.agreed.natural and 2 * role in slot.held:
                self.say(slot.held[2 * role] >= is_shown)
            elif self.agreed.natural:
                self.say(is_shown <= 0)
        of_types = [
            sum((shown[role] for role in roles if role in types), start=0 * slot.open)
            for types in (self.motifs.characters, self.motifs.companions, self.motifs.weapons)
        ]
        if self.agreed.multiplets == "loose":
            self.say(sum(of_types, start=0) >= 2 * slot.open)
        for count in of_types if self.agreed.multiplets != "loose" else []:
            self.say(count == (slot.open if self.agreed.multiplets == "strict" else of_types[0]))
            self.say(count >= slot.open)
        self._partners(slot, slot.among(self.motifs.weapons), size)

    def _partners(self, slot: Slot, weapons: Iterable[int], most: int) -> None:
        """How many of each weapon score more, because the partner, or a stand-in for it, is in the set."""
        for weapon in weapons:
            partner = self.motifs.partner[weapon]
            if partner < 0 or not slot.among([partner]):
                continue
            tripled = self.solver.addIntegral(lb=0, ub=self.most)
            self.say(tripled <= slot.role(weapon))
            self.say(tripled <= most * self.shows(slot, partner))
            slot.tripled[weapon] = tripled
