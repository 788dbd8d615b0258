"""Scores one side of the table at the end: sets, contracts, played actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.engine.score_sheet import Item, ScoreSheet
from generator.games.fantasy_contract_rummy.motifs import ARSENAL, CONTRACTS, HOARDER, KINGDOM, MASTERY, RUN, TROUBADOUR
from generator.games.fantasy_contract_rummy.sets import ARMORY, SPECIALIST, Agreed, CardSet
from generator.rules.parameters import Values
from generator.rules.points import ALL_ON, RulePoints


@dataclass(frozen=True, slots=True)
class Side:
    """The cards in front of one player: sets, played actions (motifs), contracts as (contract, whether it is open)."""

    sets: Sequence[CardSet]
    actions: Sequence[int]
    contracts: Sequence[tuple[int, bool]]


class Goals(NamedTuple):
    """The numbers in contracts: different weapons for an Arsenal, weapons for a Hoarder, Slippery Beasts."""

    arsenal: int
    hoard: int
    weasels: int
    ravens: int


class Scoring:
    """Scores sides for one deck and one set of parameters. on: the clauses that apply."""

    def __init__(self, agreed: Agreed, values: Values, points: RulePoints, on: int = ALL_ON) -> None:
        self._agreed = agreed
        self._motifs = agreed.motifs
        self._on = set(points.named(on))
        self.goals = Goals(
            values.number("arsenal.weapons"),
            values.number("hoarder.weapons"),
            values.number("beasts.weasels"),
            values.number("beasts.ravens"),
        )
        paid = {how: values.number(f"pay.{how}") for how in ("open", "secret", "open-failed", "secret-failed")}
        if values.flag("secret-pays"):
            paid["open"], paid["secret"] = paid["secret"], paid["open"]
        self._factor = {
            (True, True): paid["open"],
            (False, True): paid["secret"],
            (True, False): -paid["open-failed"],
            (False, False): -paid["secret-failed"],
        }

    def sheet(self, side: Side) -> ScoreSheet:
        """Every item of a side; tallies: the fulfilled contracts, which break a tie.

        A Hoarder that lies face down counts neither way.
        """
        items = [item for kind, elements in side.sets for item in self._agreed.items(kind, elements)]
        fulfilled = self.fulfilled(side)
        items += [
            self.contract_item(contract, is_open=is_open, fulfilled=contract in fulfilled)
            for contract, is_open in side.contracts
        ]
        items += [
            Item("action.value", self._motifs.names[motif], self._motifs.values[motif], (self._motifs.names[motif],))
            for motif in side.actions
        ]
        kept = tuple(item for item in items if item.clause in self._on)
        counted = sum(contract in fulfilled for contract, is_open in side.contracts if is_open or contract != HOARDER)
        return ScoreSheet(kept, {"fulfilled contracts": counted})

    def total(self, side: Side) -> int:
        return self.sheet(side).total

    def contract_item(self, contract: int, *, is_open: bool, fulfilled: bool) -> Item:
        name, value = self._motifs.contract_names[contract], self._motifs.contract_values[contract]
        if contract == HOARDER and not is_open:
            return Item("pay.hoarder", f"{name}, face down", 0, (name,))
        how = "open" if is_open else "secret"
        clause = f"contract.{CONTRACTS[contract]}" if fulfilled else f"pay.{how}"
        label = f"{name}, {how}, {'fulfilled' if fulfilled else 'not fulfilled'}"
        return Item(clause, label, value * self._factor[is_open, fulfilled], (name,))

    def fulfilled(self, side: Side) -> set[int]:
        """Which contracts of that side its sets and actions fulfil; broken sets do not count."""
        asked = {contract for contract, _ in side.contracts if f"contract.{CONTRACTS[contract]}" in self._on}
        if not asked:
            return asked
        valid = [(kind, elements) for kind, elements in side.sets if self._agreed.is_valid(kind, elements)]
        return {contract for contract in asked if self.is_fulfilled(contract, valid, side.actions)}

    def is_fulfilled(self, contract: int, sets: Sequence[CardSet], actions: Sequence[int]) -> bool:
        """Whether unbroken sets and played actions fulfil a contract."""
        number = self._motifs.number
        if contract == RUN:
            played = number["rewrite-destiny"] in actions and number["helping-hand"] in actions
            return played and any(self._cards(elements, "trickster") for _, elements in sets)
        if contract == KINGDOM:
            return all(
                sum(self._cards(elements, name) for _, elements in sets) >= self._motifs.copies[number[name]]
                for name in ("trickster", "mirror")
            )
        if contract == TROUBADOUR and number["helping-hand"] not in actions:
            return False
        return any(self._one_set(contract, kind, elements) for kind, elements in sets)

    def has_hoard(self, sets: Sequence[CardSet]) -> bool:
        """Whether one of the sets is what a Hoarder asks for."""
        return any(
            self._one_set(HOARDER, kind, elements) and self._agreed.is_valid(kind, elements) for kind, elements in sets
        )

    def _one_set(self, contract: int, kind: int, elements: Sequence[int]) -> bool:
        """Whether that one set fulfils a contract that asks for one."""
        motifs, number = self._motifs, self._motifs.number
        if contract == HOARDER:
            return kind in {ARMORY, SPECIALIST} and len(elements) >= self.goals.hoard
        roles = [element >> 1 for element in elements]
        if contract == ARSENAL:
            weapons = {role for role in roles if role in motifs.weapons}
            return number["paladin"] in roles and len(weapons) >= self.goals.arsenal
        if contract == TROUBADOUR:
            return all(number[name] in roles for name in ("bard", "lute", "mirror"))
        if contract == MASTERY:
            return set(motifs.companions) <= set(roles)
        if number["spirit"] not in roles and number["phoenix"] not in roles:
            return False
        return roles.count(number["weasel"]) >= self.goals.weasels and roles.count(number["raven"]) >= self.goals.ravens

    def _cards(self, elements: Sequence[int], name: str) -> int:
        """How many of the elements are that card, as itself or by a stand-in."""
        motif = self._motifs.number[name]
        return sum(self._motifs.card_of[element] == motif for element in elements)
