"""What a learning program is given: vectors that hold what a player sees, and nothing else."""

from __future__ import annotations

from random import Random

import numpy as np
from tables import playable, positions

from proofdeck.play.adapters.numbers import ActionNumbers, features, vector
from proofdeck.play.engine.state import Game


def test_each_leaf_counts_at_its_place_and_anywhere_in_its_list() -> None:
    seen = {"hand": ["fox", "owl"], "kills": [3], "over": False, "taken": None, "piles": [[], [{"top": "fox"}]]}
    seen |= {"stock": "28 cards", "aside": "1 card", "name": "8 of cards"}
    assert list(features(seen)) == [
        ("/hand/0=fox", 1.0),
        ("/hand/*=fox", 1.0),
        ("/hand/1=owl", 1.0),
        ("/hand/*=owl", 1.0),
        ("/kills/0", 3.0),
        ("/kills/*", 3.0),
        ("/over", 0.0),
        ("/piles/1/0/top=fox", 1.0),
        ("/piles/1/*/top=fox", 1.0),
        ("/stock", 28.0),
        ("/aside", 1.0),
        ("/name=8 of cards", 1.0),
    ]


def test_a_vector_adds_its_features_up_whatever_its_width() -> None:
    seen = {"points": -7, "hand": ["fox", "fox", "owl"]}
    for width in (1, 16, 4096):
        assert vector(seen, width).shape == (width,)
        assert vector(seen, width).sum() == -7 + 2 * 3
    assert vector({"points": 10**9}, 1)[0] == 10**6


def test_a_vector_knows_a_card_by_its_name_in_whatever_order() -> None:
    one, other = vector({"hand": ["fox", "owl"]}, 4096), vector({"hand": ["owl", "fox"]}, 4096)
    assert int((one != other).sum()) == 4  # the four features that say which card is at which place
    assert not np.array_equal(one, vector({"hand": ["fox", "elk"]}, 4096))


def test_a_vector_is_the_same_for_all_tables_that_look_the_same() -> None:
    for table in positions(playable("rummy-duel").game, 2, seed=4, every=15, most=100):
        for seat in range(2):
            imagined = table.resample(seat, Random(1))
            assert imagined.hash() != table.hash() or table.is_terminal()
            assert np.array_equal(vector(imagined.observation(seat)), vector(table.observation(seat)))


def test_actions_are_numbered_from_0_without_gaps_in_the_order_of_the_game(game: Game) -> None:
    numbered = ActionNumbers(game)
    words = [game.action_to_string(action) for action in numbered.actions]
    assert len(set(words)) == len(numbered)
    for table in positions(game, game.max_players, seed=2, every=10, most=60):
        legal = numbered.legal(table)
        assert legal == sorted(legal)
        assert [numbered.actions[number] for number in legal] == table.legal_actions()
