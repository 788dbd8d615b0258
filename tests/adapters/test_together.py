"""Choices made at the same time, as OpenSpiel and PettingZoo have them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from kit.families import family

from proofdeck.play.adapters.numbers import choosers


def test_all_who_choose_at_the_same_time_are_known_before_anybody_has() -> None:
    state: Any = family("roads").game.new_initial_state(3, 1)
    found = choosers(state)
    assert list(found) == [0, 1, 2]
    for seat, legal in found.items():
        held = {state.rules.names[card] for card in state.cards_in("hand", seat)}
        assert {state.rules.action_to_string(one).split(" ", 1)[1] for one in legal} <= held
    state.apply_action(found[0][0])
    assert choosers(state) == {}


def test_games_in_turn_have_no_such_tables() -> None:
    assert choosers(family("dice").game.new_initial_state(2, 1)) == {}


@pytest.mark.parametrize("name", ["auction", "roads"])
def test_openspiel_knows_such_nodes_as_simultaneous(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'")
    from proofdeck.play.adapters.openspiel import register

    spiel = pyspiel.load_game(register(family(name).game), {"players": 3, "deals": 20, "width": 64})
    pyspiel.random_sim_test(spiel, 1, True, False)
    random, state = Random(2), spiel.new_initial_state()
    state.apply_action(3)
    while not state.is_terminal():
        assert state.is_simultaneous_node()
        chosen = [random.choice(state.legal_actions(seat)) for seat in range(3)]
        words = [state.action_to_string(seat, one) for seat, one in enumerate(chosen)]
        state.apply_actions(chosen)
        table = state.table
        if not table.is_terminal() and name == "roads":
            deeds = [word.split()[0].casefold() for word in words]
            assert table.observation(None)["deed"] == deeds
    assert sum(state.returns()) == pytest.approx(1)


@pytest.mark.parametrize("name", ["auction", "roads"])
def test_pettingzoo_is_told_where_agents_choose_at_the_same_time(name: str) -> None:
    from proofdeck.play.adapters.pettingzoo import TableEnv

    env = TableEnv(family(name).game, 3)
    env.reset(seed=1)
    mask = env.observe("player_0")["action_mask"]
    seen = []
    for action in [number for number, is_legal in enumerate(mask) if is_legal][:2]:
        env.reset(seed=1)
        assert env.infos["player_0"]["simultaneous"]
        env.step(action)
        assert env.infos["player_1"]["simultaneous"]
        seen.append(env.observe("player_1")["observation"].tolist())
    assert seen[0] == seen[1]
