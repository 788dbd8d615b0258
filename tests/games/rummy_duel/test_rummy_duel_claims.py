"""What Rummy Duel computes for claims, beside figures worked out without the program."""

from __future__ import annotations

from math import comb

import pytest
from games.rummy_duel.duel import rules
from tables import variant

from generator.games.rummy_duel.claims import rummy_of_the_source, runs_not_beaten, sets_of_one_suit


def test_no_set_is_of_one_suit_because_a_suit_has_each_rank_once() -> None:
    found = sets_of_one_suit(rules())
    assert found.value == "0"
    assert f"of {comb(52, 3)} ways to take 3 cards of the deck {13 * comb(4, 3)} are of one rank" in found.evidence


def test_every_set_beats_every_run() -> None:
    found = runs_not_beaten(rules())
    assert found.value == "0"
    assert f"All {12 * 4**3} runs, {12 * 4} of them of one suit, were compared with all 52 sets." in found.evidence


def test_without_the_rule_that_sets_are_stronger_runs_win() -> None:
    assert int(runs_not_beaten(variant("rummy-duel", without=("strength.set",))).value) > 0


def test_the_ten_and_the_jack_of_the_source_are_rummy_and_neither_is_alone() -> None:
    found = rummy_of_the_source(rules())
    assert found.value == "yes"
    assert "is worth 30." in found.evidence
    assert "has 21, and the rival can still win 9. Neither of them alone would do." in found.evidence


def test_without_sets_there_is_nothing_to_compare() -> None:
    with pytest.raises(ValueError, match="there are no sets"):
        runs_not_beaten(variant("rummy-duel", without=("meld.set",)))
