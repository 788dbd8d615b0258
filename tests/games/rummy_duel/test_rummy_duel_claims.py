"""What Rummy Duel computes for claims, beside figures worked out without the program."""

from __future__ import annotations

from math import comb

import pytest
from games.rummy_duel.duel import rules

from proofdeck.play.games.rummy_duel import GAME
from proofdeck.play.games.rummy_duel.claims import (
    examples_of_strength,
    high_cards,
    rummy_of_the_source,
    runs_not_beaten,
    sets_of_one_suit,
)


def test_no_set_is_of_one_suit_because_a_suit_has_each_rank_once() -> None:
    found = sets_of_one_suit(rules())
    assert found.value == "0"
    assert f"of {comb(52, 3)} ways to take 3 cards of the deck {13 * comb(4, 3)} are of one rank" in found.evidence


def test_every_set_beats_every_run() -> None:
    found = runs_not_beaten(rules())
    assert found.value == "0"
    assert f"All {12 * 4**3} runs, {12 * 4} of them of one suit, were compared with all 52 sets." in found.evidence


def test_without_the_rule_that_sets_are_stronger_runs_win() -> None:
    assert int(runs_not_beaten(rules(GAME.points.without(("strength.set",)))).value) > 0


def test_the_ten_and_the_jack_of_the_source_are_rummy_and_neither_is_alone() -> None:
    found = rummy_of_the_source(rules())
    assert found.value == "yes"
    assert "is worth 30." in found.evidence
    assert "has 21, and the rival can still win 9. Neither of them alone would do." in found.evidence


def test_without_sets_there_is_nothing_to_compare() -> None:
    with pytest.raises(ValueError, match="there are no sets"):
        runs_not_beaten(rules(GAME.points.without(("meld.set",))))


def test_high_cards_go_from_3_in_runs_and_from_2_in_sets_to_the_ace() -> None:
    runs, sets = high_cards(rules(), is_set=False), high_cards(rules(), is_set=True)
    assert runs.value == "3 to A"
    assert f"{12 * 4**3} melds, from the weakest: 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K and A." in runs.evidence
    assert sets.value == "2 to A"
    assert "52 melds, from the weakest: 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K and A." in sets.evidence


def test_without_runs_that_begin_with_an_ace_the_lowest_high_card_is_a_4() -> None:
    assert high_cards(rules(GAME.points.without(("meld.ace",))), is_set=False).value == "4 to A"


def test_without_the_rule_of_high_cards_the_examples_of_the_source_fail() -> None:
    assert examples_of_strength(rules()).value == "yes"
    assert examples_of_strength(rules(GAME.points.without(("strength.rank",)))).value == "no"
