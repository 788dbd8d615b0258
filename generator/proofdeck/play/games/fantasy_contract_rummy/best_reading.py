"""The best reading of a pile of cards: which sets to make, so that sets and contracts score the most.

It is a mixed-integer program, solved to proven optimality by HiGHS. Each possible set is a slot, which is open or
closed and contains a number of each element. A broken set on the table is a slot too, which is open if cards of the
pile repair it. Which cards a slot of each type may contain are linear constraints: an Armory holds no fewer than 3
weapons when it is open, a Formation no more than one of each character, and so on; all of it follows from the parts of
each shape in `sets.py`. A contract pays if one slot fulfils it; contracts already fulfilled by sets on the table need
no slot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, NamedTuple

from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy
from proofdeck.play.games.fantasy_contract_rummy.scoring import DIFFERENT, SHOWN, Contract, Demand
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS, MULTIPLETS, ONE, Agreed, CardSet, Part, Shape


def best_reading(
    game: FantasyContractRummy,
    pile: Mapping[int, int],
    lying: Sequence[CardSet],
    contracts: Iterable[tuple[int, bool]],
    actions: Sequence[int],
) -> list[CardSet]:
    """The sets of a player who uses the pile to score the most.

    pile: motif -> how many; only characters, companions and weapons count. lying: the sets on the table. They
    come back in their order, as they were or repaired with cards of the pile, and new sets follow them. contracts:
    those that have been signed, as (contract, whether it lies open). actions: motifs of those that have been played.
    """
    cards = {motif: count for motif, count in pile.items() if count and motif not in game.motifs.actions}
    return _Model(game, cards, lying, actions).solved(list(contracts))


Linear = Any
"""A variable of the solver, or a sum of such."""


@dataclass(slots=True)
class Slot:
    """A set that may be laid, or a broken one that may be repaired.

    open: 0 or 1; held: element -> how many of it. lying: what is already there. tripled: weapon -> how many of it
    count more.
    """

    _agreed: Agreed
    kind: int
    open: Linear
    held: Mapping[int, Linear]
    lying: Counter[int]
    tripled: dict[int, Linear] = field(default_factory=dict)

    def role(self, role: int) -> Linear:
        """How many cards show that motif, or stand in for it."""
        return sum(self.held[element] for element in (2 * role, 2 * role + 1) if element in self.held)

    def roles(self, roles: Iterable[int]) -> Linear:
        return sum(self.role(role) for role in roles)

    def among(self, roles: Iterable[int]) -> list[int]:
        """Those of the motifs that can be shown here."""
        return [role for role in roles if 2 * role in self.held or 2 * role + 1 in self.held]

    def cards(self, motifs: Container[int]) -> Linear:
        """How many cards here are of those motifs, as themselves or as stand-ins."""
        card_of = self._agreed.motifs.card_of
        return sum((held for element, held in self.held.items() if card_of[element] in motifs))

    def taken(self, motif: int) -> Linear:
        """How many cards of that motif come from the pile."""
        card_of = self._agreed.motifs.card_of
        there = sum(count for element, count in self.lying.items() if card_of[element] == motif)
        return self.cards((motif,)) - there * self.open if there else self.cards((motif,))

    def worth(self) -> Linear:
        motifs, bonus = self._agreed.motifs, self._agreed.bonus[self.kind]
        plain = sum((motifs.points(element) * held for element, held in self.held.items()))
        factor = self._agreed.factor - 1
        more = sum((factor * motifs.values[weapon] * count for weapon, count in self.tripled.items()))
        return plain + more + bonus * self.open

    def filled(self, values: Sequence[float]) -> CardSet | None:
        """The set that a solution puts here; None if the slot is closed."""
        counts = Counter({element: round(values[held.index]) for element, held in self.held.items()})
        elements = tuple(sorted(counts.elements()))
        return (self.kind, elements) if elements else None


class Way(NamedTuple):
    """One way to be a set of a type. most: how many such sets the cards allow."""

    kind: int
    shape: Shape
    most: int

    def roles(self) -> list[int]:
        """The motifs that it may show."""
        return [role for part in self.shape.parts for role in part.motifs]


class _Model:
    """The integer program for one pile and the sets on the table. most: an upper bound on the cards in a slot."""

    def __init__(
        self, game: FantasyContractRummy, pile: Mapping[int, int], lying: Sequence[CardSet], actions: Sequence[int]
    ) -> None:
        import highspy

        self.game, self.agreed, self.motifs = game, game.agreed, game.motifs
        self.pile, self.lying, self.actions = pile, lying, actions
        self.most = sum(pile.values()) + max((len(cards) for _, cards in lying), default=0)
        self.solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self.solver.silent()
        for option, value in (("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
            self.solver.setOptionValue(option, value)
        self.valid = [one for one in lying if self.agreed.is_valid(*one)]
        self.new = [slot for kind in range(len(KINDS)) for slot in self._new_slots(kind)]
        self.repairs = {
            place: self._repairs(*lying[place]) for place in range(len(lying)) if lying[place] not in self.valid
        }
        self.slots = [*self.new, *(slot for slots in self.repairs.values() for slot in slots)]
        for motif, count in pile.items():
            self.say(sum(slot.taken(motif) for slot in self.slots) <= count)

    def _new_slots(self, kind: int) -> Iterator[Slot]:
        """As many slots as the pile could fill; earlier ones are opened first, so that solutions are unique."""
        for way in self.of(kind, sum(self.pile.values())):
            slots = [self.slot(way) for _ in range(way.most)]
            for before, after in pairwise(slots):
                self.say(after.open <= before.open)
            yield from slots

    def _repairs(self, kind: int, elements: Sequence[int]) -> list[Slot]:
        """A slot for each way to make a broken set valid; at most one of them is open."""
        ways = self.of(kind, self.most)
        slots = [self.slot(way, elements) for way in ways if {e >> 1 for e in elements} <= {*way.roles()}]
        if len(slots) > 1:
            self.say(sum(slot.open for slot in slots) <= 1)
        return slots

    def solved(self, contracts: Sequence[tuple[int, bool]]) -> list[CardSet]:
        if not self.slots:
            return list(self.lying)
        worth = sum(slot.worth() for slot in self.slots)
        for contract, gain in self._gains(contracts).items():
            worth = worth + gain * self._fulfilled(contract)
        self.solver.maximize(worth)
        assert self.solver.getModelStatus().name == "kOptimal"
        values = self.solver.allVariableValues()
        now = list(self.lying)
        for place, slots in self.repairs.items():
            now[place] = next((found for slot in slots if (found := slot.filled(values))), now[place])
        return [*now, *(found for slot in self.new if (found := slot.filled(values)))]

    # -- contracts -----------------------------------------------------------------------------------------------------

    def _gains(self, contracts: Sequence[tuple[int, bool]]) -> Counter[int]:
        """The value of fulfilling each unfulfilled contract, for all its copies together."""
        gains: Counter[int] = Counter()
        for contract, is_open in contracts:
            if not self.game.scoring.is_fulfilled(contract, self.valid, self.actions):
                paid, lost = self.game.scoring.pays(contract, is_open=is_open)
                gains[contract] += paid - lost
        return gains

    def _fulfilled(self, contract: int) -> Linear:
        """0 or 1, and 1 only if the slots, the sets on the table and the actions fulfil the contract."""
        well, asked = self.solver.addBinary(), self.game.scoring.contracts[contract]
        if not all(action in self.actions for action in asked.actions):
            self.say(well <= 0)
        elif asked.together:
            lying = [element for _, elements in self.valid for element in elements]
            for demand in asked.demands:
                held = sum(self._count(slot, demand) for slot in self.slots)
                self.say(held + 0 * well >= (demand.least - demand.number(lying, self.motifs.card_of)) * well)
        else:
            witnesses = [self._witness(asked, slot) for slot in self.slots]
            self.say(well <= sum(witnesses))
        return well

    def _witness(self, asked: Contract, slot: Slot) -> Linear:
        """0 or 1, and 1 only if that one slot is what the contract asks for."""
        well = self.solver.addBinary()
        for demand in asked.demands:
            count = self._count(slot, demand) if slot.kind in asked.types else 0
            self.say(count + 0 * well >= demand.least * well)
        return well

    def _count(self, slot: Slot, demand: Demand) -> Linear:
        """How many of the cards that a contract asks for are in a slot."""
        if demand.of == DIFFERENT:
            return sum(self.shows(slot, role) for role in slot.among(demand.motifs))
        return slot.roles(demand.motifs) if demand.of == SHOWN else slot.cards(demand.motifs)

    # -- slots ---------------------------------------------------------------------------------------------------------

    def say(self, constraint: object) -> None:
        if constraint is not True:
            self.solver.addConstr(constraint)

    def slot(self, way: Way, elements: Sequence[int] = ()) -> Slot:
        """An empty slot if it is closed. elements: those already there, which stay while it is open."""
        lying = Counter(elements)
        possible = sorted({*self._of(way.roles()), *lying})
        held = {
            e: self.solver.addIntegral(lb=0, ub=self.pile.get(self.motifs.card_of[e], 0) + lying[e]) for e in possible
        }
        slot = Slot(self.agreed, way.kind, self.solver.addBinary(), held, lying)
        self.say(sum(held.values()) <= self.most * slot.open)
        for element, count in lying.items():
            self.say(held[element] >= count * slot.open)
        stand_ins = [variable for element, variable in held.items() if element & 1]
        if stand_ins and self.agreed.most_stand_ins < self.most:
            self.say(sum(stand_ins) <= self.agreed.most_stand_ins * slot.open)
        if way.kind == MULTIPLETS:
            self._equal_groups(slot, way.shape)
        else:
            for part in way.shape.parts:
                self._part(slot, part)
        for part in way.shape.parts:
            self._partners(slot, part)
        return slot

    def shows(self, slot: Slot, role: int) -> Linear:
        """0 or 1, and 1 only if a card in the slot shows that motif."""
        shown = self.solver.addBinary()
        self.say(shown <= slot.role(role))
        return shown

    def of(self, kind: int, cards: int) -> Iterator[Way]:
        """The ways to be a set of a type. cards: how many cards there are for it."""
        for shape in self.agreed.shapes_of(kind, cards):
            if kind == MULTIPLETS:
                yield Way(kind, shape, cards // shape.cards)
            else:
                for one in _with_groups_told_apart(shape):
                    enough = [self._supply(part) // (part.groups[0] * part.cards[0]) for part in one.parts]
                    yield Way(kind, one, min(enough))

    def _of(self, roles: Iterable[int]) -> list[int]:
        """The elements that can show one of those motifs with a card of the pile."""
        wanted = set(roles)
        return [e for e in self.motifs.elements if e >> 1 in wanted and self.motifs.card_of[e] in self.pile]

    def _supply(self, part: Part) -> int:
        """How many cards of the pile can show a motif of that part."""
        return sum(self.pile[motif] for motif in {self.motifs.card_of[element] for element in self._of(part.motifs)})

    # -- what a shape asks for -----------------------------------------------------------------------------------------

    def _part(self, slot: Slot, part: Part) -> None:
        roles = slot.among(part.motifs)
        if part.mixed:
            self.say(slot.roles(roles) >= part.cards[0] * slot.open)
            if part.natural:
                self.say(sum(slot.held[2 * role] for role in roles if 2 * role in slot.held) >= slot.open)
        elif part.cards == part.groups == ONE:
            self.say(slot.roles(roles) == slot.open)
        elif part.cards == ONE:
            self.say(slot.roles(roles) >= part.groups[0] * slot.open)
            for role in roles:
                self.say(slot.role(role) <= slot.open)
        else:
            self.say(sum(self.shows(slot, role) for role in roles) >= part.groups[0] * slot.open)

    def _equal_groups(self, slot: Slot, shape: Shape) -> None:
        """Groups of one size, as many as the shape wants of each part or in all."""
        size, natural = shape.parts[0].cards[0], shape.parts[0].natural
        shown = {role: self.solver.addBinary() for part in shape.parts for role in slot.among(part.motifs)}
        for role, is_shown in shown.items():
            self.say(slot.role(role) == size * is_shown)
            if natural:
                self.say(slot.held.get(2 * role, 0) >= is_shown)
        counts = [sum((shown[role] for role in slot.among(part.motifs)), start=0 * slot.open) for part in shape.parts]
        if shape.groups:
            self.say(sum(counts) >= shape.groups * slot.open)
            return
        for count in counts:
            self.say(count == (counts[0] if shape.even else slot.open))
            self.say(count >= slot.open)

    def _partners(self, slot: Slot, part: Part) -> None:
        """How many of each weapon score more, because the partner, or a stand-in for it, is in the set."""
        for weapon in slot.among(part.motifs):
            partner = self.motifs.partner[weapon]
            if weapon not in self.motifs.weapons or partner < 0 or not slot.among([partner]):
                continue
            tripled = self.solver.addIntegral(lb=0, ub=self.most)
            self.say(tripled <= slot.role(weapon))
            self.say(tripled <= min(part.cards[1], self.most) * self.shows(slot, partner))
            slot.tripled[weapon] = tripled


def _with_groups_told_apart(shape: Shape) -> Iterator[Shape]:
    """The shape, or if it is one group of one motif, a shape for each motif."""
    part, *others = shape.parts
    if others or part.mixed or part.groups != ONE:
        yield shape
        return
    for role in part.motifs:
        yield replace(shape, parts=[replace(part, motifs=range(role, role + 1), mixed=True)])
