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

from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.scoring import DIFFERENT, SHOWN, Contract, Demand
from generator.games.fantasy_contract_rummy.sets import KINDS, CardSet
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
        for way in self.shapes.of(kind, sum(self.pile.values())):
            slots = [self.shapes.slot(way) for _ in range(way.most)]
            for before, after in pairwise(slots):
                self.say(after.open <= before.open)
            yield from slots

    def _repairs(self, kind: int, elements: Sequence[int]) -> list[Slot]:
        """A slot for each way to make a broken set valid; at most one of them is open."""
        ways = self.shapes.of(kind, self.shapes.most)
        slots = [self.shapes.slot(way, elements) for way in ways if {e >> 1 for e in elements} <= {*way.roles()}]
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
        well, asked = self.shapes.binary(), self.game.scoring.contracts[contract]
        if not all(action in self.actions for action in asked.actions):
            self.say(well <= 0)
        elif asked.together:
            lying = [element for _, elements in self.valid for element in elements]
            for demand in asked.demands:
                held = sum((self._count(slot, demand) for slot in self.slots), start=0)
                self.say(held + 0 * well >= (demand.least - demand.number(lying, self.motifs.card_of)) * well)
        else:
            witnesses = [self._witness(asked, slot) for slot in self.slots]
            self.say(well <= sum(witnesses, start=0))
        return well

    def _witness(self, asked: Contract, slot: Slot) -> Linear:
        """0 or 1, and 1 only if that one slot is what the contract asks for."""
        well = self.shapes.binary()
        for demand in asked.demands:
            count = self._count(slot, demand) if slot.kind in asked.types else 0
            self.say(count + 0 * well >= demand.least * well)
        return well

    def _count(self, slot: Slot, demand: Demand) -> Linear:
        """How many of the cards that a contract asks for are in a slot."""
        if demand.of == DIFFERENT:
            return sum((self.shapes.shows(slot, role) for role in slot.among(demand.motifs)), start=0)
        return slot.roles(demand.motifs) if demand.of == SHOWN else slot.cards(demand.motifs)
