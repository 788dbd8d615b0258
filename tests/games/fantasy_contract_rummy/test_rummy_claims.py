"""What the computations for claims find when the rules or the cards are others: they compute, and do not recite."""

from __future__ import annotations

import pytest
from games.fantasy_contract_rummy.rummy_tables import rules

from proofdeck.play.games.fantasy_contract_rummy.claims import CHECKS
from proofdeck.source.rules.parameters import Value

DRUIDS = "points of Multiplets of 2 Druids, 2 Daggers and 2 Wolves"
BARD = "sets of Bard, Lute and Mirror"
WITHOUT = "types of sets without a weapon"
CONTRACTS = "contracts that can be fulfilled without a weapon"


@pytest.mark.parametrize(
    ("check", "changes", "found"),
    [
        (DRUIDS, {}, "43"),
        (DRUIDS, {"bonus.multiplets": 0}, "34"),
        (DRUIDS, {"sets.copies": 3}, "0"),
        (BARD, {}, "0"),
        (BARD, {"sets.weapons": 2}, "1"),
        (WITHOUT, {}, "4"),
        (WITHOUT, {"multiplets": "loose"}, "5"),
        (WITHOUT, {"sets.companions": 7}, "3"),
        (CONTRACTS, {}, "3"),
        (CONTRACTS, {"beasts.weasels": 6, "beasts.ravens": 5}, "3"),
        (CONTRACTS, {"arsenal.weapons": 8}, "3"),
    ],
)
def test_a_claim_is_decided_by_the_rules_that_are_agreed_on(check: str, changes: dict[str, Value], found: str) -> None:
    assert CHECKS[check].find(rules(changes)).value == found


def test_a_contract_is_found_that_a_deck_has_after_all() -> None:
    game = rules()
    game.motifs.contract_names[0] = "Wild Druid"
    assert (
        CHECKS["contracts named Barrier Mage, Wild Druid, Unseen Actors or Thinning the Herd"].find(game).value == "1"
    )
