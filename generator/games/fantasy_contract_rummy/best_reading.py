"""The best reading of a pile of cards: which of them lie in which sets, so that sets and contracts count the most.

It is a mixed-integer program, solved to proven optimality by HiGHS. Each set that might be laid is a slot: it is open
or not, and holds so many of each element. The rules of a type are linear in these numbers: an Armory holds no fewer
than 3 weapons when it is open, a Formation no more than one of each character, and so on for all eight. A contract pays
when one slot bears witness that it is fulfilled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from generator.games.fantasy_contract_rummy import scoring
from generator.games.fantasy_contract_rummy.sets import (
    ANIMAL_KINGDOM,
    ARMORY,
    CLASS_FORMATION,
    FORMATION,
    FRIEND,
    MASTER,
    MULTIPLETS,
    SPECIALIST,
    CardSet,
)

if TYPE_CHECKING:
    from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy

Linear = Any
"""A variable of the solver, or a sum of such."""


def best_reading(
    game: FantasyContractRummy, pile: Mapping[int, int], contracts: Iterable[tuple[int, bool]], actions: Sequence[int]
) -> list[CardSet]:
    """The sets, none of them broken, whose cards come from the pile and which count the most.

    pile: motif -> how many; what is no character, companion or weapon is left aside. contracts: those that have been
    signed, as (contract, whether it lies open). actions: motifs of those that have been played.
    """
    cards = {motif: count for motif, count in pile.items() if count and motif not in game.motifs.actions}
    return _Model(game, cards, set(actions)).solved(list(contracts))


class _Slot:
    """A set that may be laid. open: 0 or 1; held: element -> how many of it. tripled: weapon -> how many count more."""

    def __init__(self, kind: int, is_open: Linear, held: Mapping[int, Linear]) -> None:
        self.kind, self.open, self.held = kind, is_open, held
        self.tripled: dict[int, Linear] = {}

    def role(self, role: int) -> Linear:
        """How many cards show that motif, or stand in for it."""
        return sum((self.held[element] for element in (2 * role, 2 * role + 1) if element in self.held), start=0)

    def roles(self, roles: Iterable[int]) -> Linear:
        return sum((self.role(role) for role in roles), start=0)


class _Model:
    """The program for one pile. Names follow `sets.py`."""

    def __init__(self, game: FantasyContractRummy, pile: Mapping[int, int], actions: set[int]) -> None:
        import highspy

        self.game, self.agreed, self.motifs = game, game.agreed, game.motifs
        self.pile, self.actions = pile, actions
        self.solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self.solver.silent()
        for option, value in (("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5)):
            self.solver.setOptionValue(option, value)
        self.most = sum(pile.values())
        self.elements = [e for e in self.motifs.elements if self.motifs.card_of[e] in pile]
        self.slots = [slot for kind in range(len(_SLOTS)) for slot in self._slots(kind)]
        for motif, count in pile.items():
            self._say(self._cards(self.slots, motif) <= count)

    def solved(self, contracts: Sequence[tuple[int, bool]]) -> list[CardSet]:
        if not self.slots:
            return []
        worth = sum((self._worth(slot) for slot in self.slots), start=0)
        for contract, gain in self._gains(contracts).items():
            worth = worth + gain * self._fulfilled(contract)
        self.solver.maximize(worth)
        assert self.solver.getModelStatus().name == "kOptimal"
        values = self.solver.allVariableValues()
        found = []
        for slot in self.slots:
            counts = Counter({element: round(values[held.index]) for element, held in slot.held.items()})
            if elements := tuple(sorted(counts.elements())):
                found.append((slot.kind, elements))
        return found

    # -- variables -----------------------------------------------------------------------------------------------------

    def _say(self, constraint: Any) -> None:
        if constraint is not True:
            self.solver.addConstr(constraint)

    def _binary(self) -> Linear:
        return self.solver.addBinary()

    def _slot(self, kind: int, elements: Iterable[int]) -> _Slot:
        """Nothing is held while it is closed, and no more stand-ins than are agreed on."""
        held = {e: self.solver.addIntegral(lb=0, ub=self.pile[self.motifs.card_of[e]]) for e in elements}
        slot = _Slot(kind, self._binary(), held)
        self._say(sum(held.values(), start=0) <= self.most * slot.open)
        stand_ins = [variable for element, variable in held.items() if element & 1]
        if stand_ins and self.agreed.most_stand_ins < self.most:
            self._say(sum(stand_ins, start=0) <= self.agreed.most_stand_ins * slot.open)
        return slot

    def _shows(self, slot: _Slot, role: int) -> Linear:
        """0 or 1, and 1 only when a card of the slot shows that motif."""
        shown = self._binary()
        self._say(shown <= slot.role(role))
        return shown

    def _cards(self, slots: Iterable[_Slot], motif: int) -> Linear:
        """How many cards of that motif lie in those slots, as themselves or standing in."""
        return sum(
            (held for slot in slots for element, held in slot.held.items() if self.motifs.card_of[element] == motif),
            start=0,
        )

    def _worth(self, slot: _Slot) -> Linear:
        plain = sum((self.motifs.points(element) * held for element, held in slot.held.items()), start=0)
        more = sum(
            ((self.agreed.factor - 1) * self.motifs.values[weapon] * count for weapon, count in slot.tripled.items()),
            start=0,
        )
        return plain + more + self.agreed.bonus[slot.kind] * slot.open

    # -- the eight types -----------------------------------------------------------------------------------------------

    def _slots(self, kind: int) -> Iterator[_Slot]:
        """As many slots as the pile could fill; the first ones are opened first, so that no two ways are the same."""
        for slots in _SLOTS[kind](self):
            for before, after in pairwise(slots):
                self._say(after.open <= before.open)
            yield from slots

    def _of(self, roles: Iterable[int]) -> list[int]:
        """The elements that can show one of those motifs."""
        wanted = set(roles)
        return [element for element in self.elements if element >> 1 in wanted]

    def _supply(self, elements: Iterable[int]) -> int:
        """How many cards can lie there as one of those elements."""
        return sum(self.pile[motif] for motif in {self.motifs.card_of[element] for element in elements})

    def _natural(self, slot: _Slot, roles: Iterable[int]) -> None:
        """One of the cards shows its motif itself, where that is asked for."""
        if self.agreed.natural:
            self._say(sum((slot.held[2 * role] for role in roles if 2 * role in slot.held), start=0) >= slot.open)

    def _formations(self) -> Iterator[list[_Slot]]:
        elements = self._of(self.motifs.characters)
        slots = [self._slot(FORMATION, elements) for _ in range(self._supply(elements) // self.agreed.smallest)]
        for slot in slots:
            for role in self.motifs.characters:
                self._say(slot.role(role) <= slot.open)
            self._say(slot.roles(self.motifs.characters) >= self.agreed.smallest * slot.open)
        yield slots

    def _class_formations(self) -> Iterator[list[_Slot]]:
        for role in self.motifs.characters:
            yield self._alike(CLASS_FORMATION, [role], natural=True)

    def _armories(self) -> Iterator[list[_Slot]]:
        yield self._alike(ARMORY, self.motifs.weapons)

    def _specialists(self) -> Iterator[list[_Slot]]:
        for motif in self.motifs.weapons:
            yield self._alike(SPECIALIST, [motif])

    def _animal_kingdoms(self) -> Iterator[list[_Slot]]:
        yield self._alike(ANIMAL_KINGDOM, self.motifs.companions, natural=True)

    def _alike(self, kind: int, roles: Sequence[int], *, natural: bool = False) -> list[_Slot]:
        """Sets of enough cards of those motifs, copies allowed."""
        elements = self._of(roles)
        slots = [self._slot(kind, elements) for _ in range(self._supply(elements) // self.agreed.smallest)]
        for slot in slots:
            self._say(slot.roles(roles) >= self.agreed.smallest * slot.open)
            if natural:
                self._natural(slot, roles)
        return slots

    def _masters(self) -> Iterator[list[_Slot]]:
        characters, weapons = self._of(self.motifs.characters), self._of(self.motifs.weapons)
        most = min(self._supply(characters), self._supply(weapons) // max(self.agreed.weapons, 1))
        slots = [self._slot(MASTER, [*characters, *weapons]) for _ in range(most)]
        for slot in slots:
            self._say(slot.roles(self.motifs.characters) == slot.open)
            different = sum((self._shows(slot, element >> 1) for element in weapons), start=0)
            self._say(different >= self.agreed.weapons * slot.open)
            self._partners(slot, [element >> 1 for element in weapons], self.most)
        yield slots

    def _friends(self) -> Iterator[list[_Slot]]:
        characters, companions = self._of(self.motifs.characters), self._of(self.motifs.companions)
        most = min(self._supply(characters), self._supply(companions) // max(self.agreed.companions, 1))
        slots = [self._slot(FRIEND, [*characters, *companions]) for _ in range(most)]
        for slot in slots:
            self._say(slot.roles(self.motifs.characters) == slot.open)
            self._say(slot.roles(self.motifs.companions) >= self.agreed.companions * slot.open)
            for role in self.motifs.companions:
                self._say(slot.role(role) <= slot.open)
        yield slots

    def _multiplets(self) -> Iterator[list[_Slot]]:
        """For each size that groups may have, sets whose groups all have it."""
        least = 2 if self.agreed.multiplets == "loose" else 3
        for size in range(self.agreed.copies, self.most // least + 1):
            slots = [self._slot(MULTIPLETS, self.elements) for _ in range(self.most // (least * size))]
            for slot in slots:
                self._groups(slot, size)
            yield slots

    def _groups(self, slot: _Slot, size: int) -> None:
        roles = sorted({element >> 1 for element in self.elements})
        shown = {role: self._binary() for role in roles}
        for role, is_shown in shown.items():
            self._say(slot.role(role) == size * is_shown)
            if self.agreed.natural and 2 * role in slot.held:
                self._say(slot.held[2 * role] >= is_shown)
            elif self.agreed.natural:
                self._say(is_shown <= 0)
        of_types = [
            sum((shown[role] for role in roles if role in types), start=0 * slot.open)
            for types in (self.motifs.characters, self.motifs.companions, self.motifs.weapons)
        ]
        if self.agreed.multiplets == "loose":
            self._say(sum(of_types, start=0) >= 2 * slot.open)
        for count in of_types if self.agreed.multiplets != "loose" else []:
            self._say(count == (slot.open if self.agreed.multiplets == "strict" else of_types[0]))
            self._say(count >= slot.open)
        self._partners(slot, [role for role in roles if role in self.motifs.weapons], size)

    def _partners(self, slot: _Slot, weapons: Iterable[int], most: int) -> None:
        """How many of each weapon count more, because their partner, or who stands in for it, lies in the set."""
        for weapon in weapons:
            partner = self.motifs.partner[weapon]
            if partner < 0 or not any(element >> 1 == partner for element in slot.held):
                continue
            tripled = self.solver.addIntegral(lb=0, ub=self.pile[weapon])
            self._say(tripled <= slot.role(weapon))
            self._say(tripled <= most * self._shows(slot, partner))
            slot.tripled[weapon] = tripled

    # -- contracts -----------------------------------------------------------------------------------------------------

    def _gains(self, contracts: Sequence[tuple[int, bool]]) -> Counter[int]:
        """What it is worth to fulfil each contract rather than not, all its copies together."""
        item = self.game.scoring.contract_item
        gains: Counter[int] = Counter()
        for contract, is_open in contracts:
            paid, lost = (item(contract, is_open=is_open, fulfilled=well).points for well in (True, False))
            gains[contract] += paid - lost
        return gains

    def _fulfilled(self, contract: int) -> Linear:
        """0 or 1, and 1 only when the slots and the actions fulfil the contract."""
        well = self._binary()
        number = self.motifs.number
        needed = {scoring.RUN: ("rewrite-destiny", "helping-hand"), scoring.TROUBADOUR: ("helping-hand",)}
        if any(number[name] not in self.actions for name in needed.get(contract, ())):
            self._say(well <= 0)
        elif contract == scoring.KINGDOM:
            for name in ("trickster", "mirror"):
                motif = number[name]
                self._say(self._cards(self.slots, motif) + 0 * well >= self.motifs.copies[motif] * well)
        else:
            witnesses = [self._witness(contract, slot) for slot in self.slots]
            self._say(well <= sum(witnesses, start=0))
        return well

    def _witness(self, contract: int, slot: _Slot) -> Linear:
        """0 or 1, and 1 only when that one slot is what the contract asks for."""
        well = self._binary()
        number, goals = self.motifs.number, self.game.scoring.goals

        def at_least(count: Linear, least: int) -> None:
            self._say(count + 0 * well >= least * well)

        if contract == scoring.HOARDER:
            in_one = slot.roles(self.motifs.weapons) if slot.kind in {ARMORY, SPECIALIST} else 0
            at_least(in_one, goals.hoard)
        elif contract == scoring.ARSENAL:
            at_least(slot.role(number["paladin"]), 1)
            weapons = [weapon for weapon in self.motifs.weapons if 2 * weapon in slot.held]
            at_least(sum((self._shows(slot, weapon) for weapon in weapons), start=0), goals.arsenal)
        elif contract == scoring.TROUBADOUR:
            for name in ("bard", "lute", "mirror"):
                at_least(slot.role(number[name]), 1)
        elif contract == scoring.RUN:
            at_least(self._cards([slot], number["trickster"]), 1)
        elif contract == scoring.MASTERY:
            for role in self.motifs.companions:
                at_least(slot.role(role), 1)
        else:
            at_least(slot.role(number["spirit"]) + slot.role(number["phoenix"]), 1)
            at_least(slot.role(number["weasel"]), goals.weasels)
            at_least(slot.role(number["raven"]), goals.ravens)
        return well


_SLOTS = (
    _Model._formations,
    _Model._class_formations,
    _Model._armories,
    _Model._specialists,
    _Model._animal_kingdoms,
    _Model._masters,
    _Model._friends,
    _Model._multiplets,
)
"""For each type of set what makes its slots, in groups that are alike."""
