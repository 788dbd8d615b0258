"""PettingZoo's own tests on our games, and that its agents play the game that we play."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tables import ROOT, playable

import proofdeck
from proofdeck.play.engine.state import Game, IllegalAction

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install -e '.[pettingzoo]'")

from pettingzoo.test import api_test, seed_test

from proofdeck.play.adapters.pettingzoo import TableEnv

CYCLES = 40
ONLY_FOR_ITS_OWN = ("Observation space for each agent probably should", "Observation is not a NumPy array")
"""What PettingZoo says of any observation with a mask, unless the environment is one of its own by name."""


@pytest.mark.filterwarnings(*(f"ignore:{words}:UserWarning" for words in ONLY_FOR_ITS_OWN))
def test_every_game_passes_the_tests_of_pettingzoo(game: Game) -> None:
    for players in {game.min_players, game.max_players}:
        api_test(TableEnv(game, players, render_mode="ansi"), num_cycles=CYCLES)
        seed_test(lambda players=players: TableEnv(game, players), num_cycles=CYCLES)


def legal(env: Any) -> list[int]:
    observation, *_ = env.last()
    return [int(number) for number in np.flatnonzero(observation["action_mask"])]


def test_agents_play_the_same_game(game: Game) -> None:
    random = Random(6)
    env = TableEnv(game, game.max_players, most_actions=400)
    env.reset(seed=3)
    table = env.table.clone()
    rewards = dict.fromkeys(env.agents, 0.0)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        assert env.agent_selection == f"player_{table.current_player()}"
        assert [env.numbered.actions[number] for number in legal(env)] == table.legal_actions()
        assert set(env.rewards.values()) == {0.0}
        chosen = random.choice(legal(env))
        env.step(chosen)
        table.apply_action(env.numbered.actions[chosen])
    over = table.is_terminal()
    assert set(env.terminations.values()) == {over}
    assert set(env.truncations.values()) == {not over}
    for agent in env.agent_iter():
        rewards[agent] += env.last()[1]
        env.step(None)
    assert list(rewards.values()) == (table.returns() if over else [0.0] * game.max_players)


def test_resetting_takes_the_next_deal_of_the_row_that_a_seed_begins() -> None:
    def deals(env: TableEnv, seed: int) -> list[str]:
        env.reset(seed=seed)
        found = [env.table.hash()]
        for _ in range(4):
            env.reset()
            found.append(env.table.hash())
        return found

    env = TableEnv(playable("tombs").game)
    first = deals(env, 5)
    assert len(set(first)) == 5
    assert deals(env, 6) != first
    assert deals(env, 5) == deals(TableEnv(playable("tombs").game), 5) == first


def test_an_action_outside_the_mask_is_refused_with_its_clause_and_changes_nothing() -> None:
    env = TableEnv(playable("tombs").game)
    env.reset(seed=1)
    before = env.table.hash()
    forbidden = next(number for number in range(len(env.numbered)) if number not in legal(env))
    with pytest.raises(IllegalAction, match=r"\[\w+\.[\w-]+\]$"):
        env.step(forbidden)
    with pytest.raises(ValueError, match="player_0 must act"):
        env.step(None)
    assert (env.table.hash(), env.agent_selection) == (before, "player_0")


def test_an_agent_that_is_not_to_move_has_no_action_and_sees_its_own_side() -> None:
    env = TableEnv(playable("rummy-duel").game)
    env.reset(seed=2)
    mine, other = env.observe("player_0"), env.observe("player_1")
    assert (mine["action_mask"].sum(), other["action_mask"].sum()) == (len(legal(env)), 0)
    assert not np.array_equal(mine["observation"], other["observation"])


def test_a_game_of_a_project_becomes_an_environment() -> None:
    env = proofdeck.open(ROOT).games["tombs"].pettingzoo(players=3, width=32)
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1", "player_2"]
    assert env.observe("player_2")["observation"].shape == (32,)
    with pytest.raises(proofdeck.ProofdeckError, match="tombs is for 2 to 4 players"):
        proofdeck.open(ROOT).games["tombs"].pettingzoo(players=7)
