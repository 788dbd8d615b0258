"""Scores one side of the table at the end: sets, contracts, played actions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from proofdeck.play.engine.score_sheet import Item, ScoreSheet
from proofdeck.play.games.fantasy_contract_rummy.motifs import CONTRACTS, HOARDER, Motifs
from proofdeck.play.games.fantasy_contract_rummy.sets import ARMORY, KINDS, SPECIALIST, Agreed, CardSet
from proofdeck.source.rules.parameters import Values
from proofdeck.source.rules.points import ALL_ON, RulePoints

MOST_SHEETS = 5_000
"""Score sheets that are remembered."""
SHOWN, CARDS, DIFFERENT = "shown", "cards", "different"


@dataclass(frozen=True, slots=True)
class Side:
    """The cards in front of one player: sets, played actions (motifs), contracts as (contract, whether it is open)."""

    sets: Sequence[CardSet]
    actions: Sequence[int]
    contracts: Sequence[tuple[int, bool]]


class Demand(NamedTuple):
    """What a contract asks for: at least so many cards of these motifs.

    of: whether cards count that show the motifs, cards that are of them even as stand-ins, or each motif once.
    """

    of: str
    motifs: Collection[int]
    least: int

    def number(self, elements: Iterable[int], card_of: Sequence[int]) -> int:
        """How many there are among the elements."""
        if self.of == CARDS:
            return sum(card_of[element] in self.motifs for element in elements)
        shown = [element >> 1 for element in elements if element >> 1 in self.motifs]
        return len(shown if self.of == SHOWN else set(shown))


class Contract(NamedTuple):
    """What fulfils a contract: one set of these types that meets all demands, or all sets together, and actions."""

    demands: Sequence[Demand]
    actions: Sequence[int] = ()
    types: Collection[int] = range(len(KINDS))
    together: bool = False

    def is_met(self, elements: Sequence[int], card_of: Sequence[int]) -> bool:
        """Whether the elements meet all demands."""
        return all(demand.number(elements, card_of) >= demand.least for demand in self.demands)


def contracts(motifs: Motifs, values: Values) -> Sequence[Contract]:
    """What each contract asks for, in the order of `CONTRACTS`."""
    number, whole = motifs.number, values.number

    def show(name: str, least: int = 1) -> Demand:
        return Demand(SHOWN, (number[name],), least)

    def all_copies(name: str) -> Demand:
        return Demand(CARDS, (number[name],), motifs.copies[number[name]])

    rewrite, helping = number["rewrite-destiny"], number["helping-hand"]
    different = Demand(DIFFERENT, motifs.weapons, whole("arsenal.weapons"))
    either = Demand(SHOWN, (number["spirit"], number["phoenix"]), 1)
    asked = {
        "warriors-arsenal": Contract([show("paladin"), different]),
        "just-a-friendly-troubadour": Contract([show("bard"), show("lute"), show("mirror")], (helping,)),
        "tricksters-run": Contract([Demand(CARDS, (number["trickster"],), 1)], (rewrite, helping)),
        "hoarder": Contract([Demand(SHOWN, motifs.weapons, whole("hoarder.weapons"))], types=(ARMORY, SPECIALIST)),
        "companion-mastery": Contract([Demand(SHOWN, (companion,), 1) for companion in motifs.companions]),
        "tricksters-kingdom": Contract([all_copies("trickster"), all_copies("mirror")], together=True),
        "slippery-beasts": Contract(
            [either, show("weasel", whole("beasts.weasels")), show("raven", whole("beasts.ravens"))]
        ),
    }
    return [asked[name] for name in CONTRACTS]


class Scoring:
    """Scores sides for one deck and one set of parameters. on: the clauses that apply."""

    def __init__(self, agreed: Agreed, values: Values, points: RulePoints, on: int = ALL_ON) -> None:
        self.agreed = agreed
        self._motifs = agreed.motifs
        self.on = set(points.named(on))
        self.contracts = contracts(agreed.motifs, values)
        paid = {how: values.number(f"pay.{how}") for how in ("open", "secret", "open-failed", "secret-failed")}
        if values.flag("secret-pays"):
            paid["open"], paid["secret"] = paid["secret"], paid["open"]
        self._factor = {
            (True, True): paid["open"],
            (False, True): paid["secret"],
            (True, False): -paid["open-failed"],
            (False, False): -paid["secret-failed"],
        }
        cases = product(range(len(CONTRACTS)), (False, True), (False, True))
        self._contract_items = {case: self._contract_item(*case) for case in cases}

    def sheet(self, side: Side) -> ScoreSheet:
        """Every item of a side; tallies: the fulfilled contracts, which break a tie.

        A Hoarder that lies face down counts neither way.
        """
        return _sheet(self, Side(tuple(side.sets), tuple(side.actions), tuple(side.contracts)))

    def total(self, side: Side) -> int:
        return self.sheet(side).total

    def contract_item(self, contract: int, *, is_open: bool, fulfilled: bool) -> Item:
        return self._contract_items[contract, is_open, fulfilled]

    def _contract_item(self, contract: int, is_open: bool, fulfilled: bool) -> Item:
        name, value = self._motifs.contract_names[contract], self._motifs.contract_values[contract]
        if contract == HOARDER and not is_open:
            return Item("pay.hoarder", f"{name}, face down", 0, (name,))
        how = "open" if is_open else "secret"
        clause = f"contract.{CONTRACTS[contract]}" if fulfilled else f"pay.{how}"
        label = f"{name}, {how}, {'fulfilled' if fulfilled else 'not fulfilled'}"
        return Item(clause, label, value * self._factor[is_open, fulfilled], (name,))

    def pays(self, contract: int, *, is_open: bool) -> tuple[int, int]:
        """What a contract pays if it is fulfilled, and if it is not."""
        paid, lost = (self.contract_item(contract, is_open=is_open, fulfilled=well).points for well in (True, False))
        return paid, lost

    def fulfilled(self, side: Side) -> set[int]:
        """Which contracts of that side its sets and actions fulfil; broken sets do not count."""
        return {
            contract
            for contract in {contract for contract, _ in side.contracts}
            if f"contract.{CONTRACTS[contract]}" in self.on and self.is_fulfilled(contract, side.sets, side.actions)
        }

    def is_fulfilled(self, contract: int, sets: Iterable[CardSet], actions: Sequence[int]) -> bool:
        """Whether the valid ones of these sets and the played actions fulfil a contract."""
        asked, is_valid, card_of = self.contracts[contract], self.agreed.is_valid, self._motifs.card_of
        if not all(action in actions for action in asked.actions):
            return False
        if asked.together:
            return asked.is_met([element for one in sets if is_valid(*one) for element in one[1]], card_of)
        return any(one[0] in asked.types and asked.is_met(one[1], card_of) and is_valid(*one) for one in sets)


@lru_cache(maxsize=MOST_SHEETS)
def _sheet(scoring: Scoring, side: Side) -> ScoreSheet:
    motifs, fulfilled = scoring.agreed.motifs, scoring.fulfilled(side)
    items = [item for kind, elements in side.sets for item in scoring.agreed.items(kind, elements)]
    items += [
        scoring.contract_item(contract, is_open=is_open, fulfilled=contract in fulfilled)
        for contract, is_open in side.contracts
    ]
    names = [motifs.names[motif] for motif in side.actions]
    values = [motifs.values[motif] for motif in side.actions]
    items += [Item("action.value", name, value, (name,)) for name, value in zip(names, values, strict=True)]
    kept = tuple(item for item in items if item.clause in scoring.on)
    counted = sum(contract in fulfilled for contract, is_open in side.contracts if is_open or contract != HOARDER)
    return ScoreSheet(kept, {"fulfilled contracts": counted})
