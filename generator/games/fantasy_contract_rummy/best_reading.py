"""The best reading of a pile of cards: which sets to make, so that sets and contracts score the most.

It is a mixed-integer program, solved to proven optimality by HiGHS. Each possible set is a slot, which is open or
closed and contains a number of each element. A broken set on the table is a slot too, which is open if cards of the
pile repair it. `slots.py` defines, as linear constraints, which cards a slot of each type may contain. A contract pays
if one slot fulfils it; contracts already fulfilled by sets on the table need no slot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from generator.games.fantasy_contract_rummy.motifs import ARSENAL, HOARDER, KINGDOM, MASTERY, RUN, TROUBADOUR
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.sets import ARMORY, KINDS, SPECIALIST, CardSet
from generator.games.fantasy_contract_rummy.slots import Linear, Slot, Slots


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


class _Model:
    """The integer program for one pile and the sets on the table."""

    def __init__(
        self, game: FantasyContractRummy, pile: Mapping[int, int], lying: Sequence[CardSet], actions: Sequence[int]
    ) -> None:
        self.game, self.agreed, self.motifs = game, game.agreed, game.motifs
        self.pile, self.lying, self.actions = pile, lying, actions
        self.valid = [one for one in lying if self.agreed.is_valid(*one)]
        self.shapes = Slots(
            self.agreed, pile, most=sum(pile.values()) + max((len(cards) for _, cards in lying), default=0)
        )
        self.solver, self.say = self.shapes.solver, self.shapes.say
        self.new = [slot for kind in range(len(KINDS)) for slot in self._new_slots(kind)]
        self.repairs = {
            place: self._repairs(*lying[place]) for place in range(len(lying)) if lying[place] not in self.valid
        }
        self.slots = [*self.new, *(slot for slots in self.repairs.values() for slot in slots)]
        for motif, count in pile.items():
            self.say(sum((slot.taken(motif) for slot in self.slots), start=0) <= count)

    def _new_slots(self, kind: int) -> Iterator[Slot]:
        """As many slots as the pile could fill; earlier ones are opened first, so that solutions are unique."""
        for shape in self.shapes.of(kind, sum(self.pile.values())):
            slots = [self.shapes.slot(shape) for _ in range(shape.most)]
            for before, after in pairwise(slots):
                self.say(after.open <= before.open)
            yield from slots

    def _repairs(self, kind: int, elements: Sequence[int]) -> list[Slot]:
        """A slot for each way to make a broken set valid; at most one of them is open."""
        shapes = self.shapes.of(kind, self.shapes.most)
        slots = [
            self.shapes.slot(shape, elements) for shape in shapes if {e >> 1 for e in elements} <= set(shape.roles)
        ]
        if len(slots) > 1:
            self.say(sum((slot.open for slot in slots), start=0) <= 1)
        return slots

    def solved(self, contracts: Sequence[tuple[int, bool]]) -> list[CardSet]:
        if not self.slots:
            return list(self.lying)
        worth = sum((slot.worth() for slot in self.slots), start=0)
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
        item = self.game.scoring.contract_item
        gains: Counter[int] = Counter()
        for contract, is_open in contracts:
            if not self.game.scoring.is_fulfilled(contract, self.valid, self.actions):
                paid, lost = (item(contract, is_open=is_open, fulfilled=well).points for well in (True, False))
                gains[contract] += paid - lost
        return gains

    def _fulfilled(self, contract: int) -> Linear:
        """0 or 1, and 1 only if the slots, the sets on the table and the actions fulfil the contract."""
        well = self.shapes.binary()
        number = self.motifs.number
        needed = {RUN: ("rewrite-destiny", "helping-hand"), TROUBADOUR: ("helping-hand",)}
        if any(number[name] not in self.actions for name in needed.get(contract, ())):
            self.say(well <= 0)
        elif contract == KINGDOM:
            for name in ("trickster", "mirror"):
                motif = number[name]
                lying = sum(self.motifs.card_of[element] == motif for _, elements in self.valid for element in elements)
                held = sum((slot.cards(motif) for slot in self.slots), start=0)
                self.say(held + 0 * well >= (self.motifs.copies[motif] - lying) * well)
        else:
            witnesses = [self._witness(contract, slot) for slot in self.slots]
            self.say(well <= sum(witnesses, start=0))
        return well

    def _witness(self, contract: int, slot: Slot) -> Linear:
        """0 or 1, and 1 only if that one slot is what the contract asks for."""
        well = self.shapes.binary()
        number, goals = self.motifs.number, self.game.scoring.goals

        def at_least(count: Linear, least: int) -> None:
            self.say(count + 0 * well >= least * well)

        if contract == HOARDER:
            in_one = slot.roles(self.motifs.weapons) if slot.kind in {ARMORY, SPECIALIST} else 0
            at_least(in_one, goals.hoard)
        elif contract == ARSENAL:
            at_least(slot.role(number["paladin"]), 1)
            weapons = slot.among(self.motifs.weapons)
            at_least(sum((self.shapes.shows(slot, weapon) for weapon in weapons), start=0), goals.arsenal)
        elif contract == TROUBADOUR:
            for name in ("bard", "lute", "mirror"):
                at_least(slot.role(number[name]), 1)
        elif contract == RUN:
            at_least(slot.cards(number["trickster"]), 1)
        elif contract == MASTERY:
            for role in self.motifs.companions:
                at_least(slot.role(role), 1)
        else:
            at_least(slot.role(number["spirit"]) + slot.role(number["phoenix"]), 1)
            at_least(slot.role(number["weasel"]), goals.weasels)
            at_least(slot.role(number["raven"]), goals.ravens)
        return well
