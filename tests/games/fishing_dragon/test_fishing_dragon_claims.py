"""What Fishing Dragon computes for claims: the dearest bank of other rules, and whole games that end with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from games.fishing_dragon.dearest_game import Planned, plans
from games.fishing_dragon.pond import points, rules
from tables import ROOT, playable

from proofdeck.play.engine.kit import bits
from proofdeck.play.engine.transcript import record
from proofdeck.play.games.fishing_dragon.claims import CHECKS, most_points, points_of, points_of_the_source
from proofdeck.play.games.fishing_dragon.dearest_bank import Points
from proofdeck.play.games.fishing_dragon.rules import FishingDragonState
from proofdeck.source.rules.parameters import Value

GAME = rules()
MOST = 204
RECORDED = ROOT / "rules_md" / "claims" / "fishing-dragon-204.jsonl"
SEED = 512
SEEDS = {
    "Blank": 9770, "1": 131386, "2": 65628, "3": 92773, "4": 93107, "5": 223665, "6": SEED, "7": 35611, "8": 27954,
    "9": 74611, "10": 26339, "11": 93208, "12": 317267, "Flower": 6229, "Dragon": 24772,
}  # fmt: skip
"""For each rank that can lie aside the seed of a deal from which the most points can be had."""


def test_the_search_is_told_the_cards_and_points_of_the_page() -> None:
    assert points_of(GAME) == (Points(), tuple(range(1, 15)))


@pytest.mark.parametrize(
    ("changes", "most"),
    [
        ({"prized": 3}, str(204 + 8)),
        ({"suit.bonus": 41}, str(204 + 2)),
        ({"suit.bonus": 0, "prized": 0, "straight.full": 24}, str(2 * (12 + 12 + 12 + 11 + 10) + 2 * 3)),
    ],
)
def test_the_most_follows_the_points_of_the_rules(changes: dict[str, Value], most: str) -> None:
    """Without bonus and prized suit: the five dearest ranks whole, of which three are a straight."""
    assert most_points(rules(changes=changes)).value == most


def test_the_bank_of_the_source_scores_what_its_author_says() -> None:
    found = points_of_the_source(GAME)
    assert found.value == str(24 + 60 + 40 + 24 + 22 + 10)
    assert "with 20 cards in the bank" in found.evidence


@pytest.mark.parametrize("aside", SEEDS)
def test_whatever_rank_lies_aside_a_legal_game_ends_with_the_most(aside: str) -> None:
    (plan,) = plans(GAME, MOST, range(SEEDS[aside], SEEDS[aside] + 1))
    state = GAME.new_initial_state(2, plan.seed)
    assert isinstance(state, FishingDragonState)
    assert GAME.deck.ranks[GAME.deck.rank_of(state.first)] == aside
    while not state.is_terminal():
        for action in plan.turns[state.turns]:
            state.apply_action(action)
    assert state.turns == 20
    assert sorted(points(state)) == [0, MOST]
    assert state.bank[plan.collector] == plan.bank
    assert len(bits(plan.bank)) == 20


def test_most_deals_allow_nobody_to_get_the_most() -> None:
    assert not list(plans(GAME, MOST, range(1, 200)))


def test_the_recorded_game_is_the_planned_one(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    (plan,) = plans(GAME, MOST, range(SEED, SEED + 1))
    state = GAME.new_initial_state(2, SEED)
    bots = [Planned(plan), Planned(plan)]
    lines = record(GAME, state, SEED, ["planned", "planned"], bots, playable("fishing-dragon").fingerprint)
    text = "\n".join(lines) + "\n"
    if request.config.getoption("--rewrite-goldens"):
        RECORDED.write_text(text, encoding="utf-8")
    assert RECORDED.read_text(encoding="utf-8") == text, "run with --rewrite-goldens"


def test_the_examples_of_points_in_the_source_are_scored_as_it_says_and_follow_the_page() -> None:
    assert CHECKS["points of three and four 4s and 10s"].find(GAME).value == "4, 10, 8, 20"
    assert CHECKS["points of three Flowers and three Dragons"].find(GAME).value == "12, 12"
    assert CHECKS["points of the straight from 3 to 7"].find(GAME).value == "10"
    assert CHECKS["points of the straight from 1 to 12"].find(GAME).value == "60"
    dearer = rules(changes={"rank.full-times": 3, "straight.each": 3, "straight.full": 70})
    assert CHECKS["points of three and four 4s and 10s"].find(dearer).value == "4, 10, 12, 30"
    assert CHECKS["points of the straight from 3 to 7"].find(dearer).value == "15"
    assert CHECKS["points of the straight from 1 to 12"].find(dearer).value == "70"
