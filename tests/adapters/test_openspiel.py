"""OpenSpiel's own tests on our games, and that it plays the game that we play."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tables import ROOT, playable

from proofdeck.play.engine.state import Game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[openspiel]'")

from proofdeck.play.adapters.openspiel import register  # noqa: E402 - it needs OpenSpiel
from proofdeck.play.lab.simulation import Simulation, transcripts  # noqa: E402

SHORT = {"most_actions": 60, "deals": 20, "width": 64}


def load(game: Game, **parameters: int) -> Any:
    return pyspiel.load_game(register(game), parameters)


def test_every_game_passes_the_tests_of_openspiel(game: Game) -> None:
    for players in {game.min_players, game.max_players}:
        pyspiel.random_sim_test(load(game, players=players, **SHORT), 1, True, False)


def test_openspiel_plays_the_same_game(game_in_turns: Game) -> None:
    random = Random(6)
    players = game_in_turns.max_players
    spiel = load(game_in_turns, players=players, most_actions=400).new_initial_state()
    spiel.apply_action(7)
    table = spiel.table.clone()
    while not spiel.is_terminal():
        assert spiel.current_player() == table.current_player()
        words = [spiel.action_to_string(action) for action in spiel.legal_actions()]
        assert words == [game_in_turns.action_to_string(action) for action in table.legal_actions()]
        chosen = random.randrange(len(words))
        spiel.apply_action(spiel.legal_actions()[chosen])
        table.apply_action(game_in_turns.string_to_action(words[chosen]))
        assert spiel.returns() == [0] * players or spiel.is_terminal()
    assert (str(spiel).split()[-1], spiel.move_number()) == (table.hash(), len(spiel.history()))
    assert spiel.returns() == (table.returns() if table.is_terminal() else [1 / players] * players)


def test_a_deal_is_the_game_of_that_number_in_a_simulation() -> None:
    game = playable("tombs").game
    spiel = load(game, players=3, seed=9)
    for deal, (_, text) in enumerate(transcripts(ROOT, Simulation("tombs", 3, 3, ("random",), 9, 1))):
        state = spiel.new_initial_state()
        assert (state.is_chance_node(), state.chance_outcomes()[deal]) == (True, (deal, 1 / 1000))
        state.apply_action(deal)
        header = json.loads(text.partition("\n")[0])
        assert state.table.hash() == game.new_initial_state(3, header["seed"]).hash()


def test_a_player_is_told_what_it_sees_and_what_it_knows(game_in_turns: Game) -> None:
    random = Random(3)
    state = load(game_in_turns, **SHORT).new_initial_state()
    state.apply_action(1)
    for _ in range(30):
        if state.is_terminal():
            break
        for seat in range(state.num_players()):
            imagined = state.table.resample(seat, random)
            assert json.loads(state.observation_string(seat)) == json.loads(json.dumps(imagined.observation(seat)))
            assert state.information_state_string(seat) == imagined.information_state_key(seat).hex()
        state.apply_action(random.choice(state.legal_actions()))


def test_clones_and_stored_states_are_the_same_table_and_share_nothing_that_changes(game_in_turns: Game) -> None:
    state = load(game_in_turns).new_initial_state()
    state.apply_action(0)
    before = str(state)
    cloned, stored = state.clone(), state.serialize()
    cloned.apply_action(cloned.legal_actions()[0])
    assert str(cloned) != before
    assert str(state) == before
    assert str(state.get_game().deserialize_state(stored)) == before
    assert str(pickle.loads(pickle.dumps(state))) == before
    assert str(pickle.loads(pickle.dumps(state.get_game()))) == str(state.get_game())


def test_a_game_that_is_stopped_is_shared_evenly_whoever_leads() -> None:
    game = load(playable("tombs").game, players=4, most_actions=1)
    state = game.new_initial_state()
    state.apply_action(5)
    assert not state.is_terminal()
    state.apply_action(state.legal_actions()[0])
    assert state.table.returns() == [1, 0, 0, 0]  # the only unit on the board
    assert (state.is_terminal(), state.returns(), game.max_game_length()) == (True, [0.25] * 4, 1)


def test_a_program_that_has_registered_a_game_ends_without_a_crash(tmp_path: Path) -> None:
    code = f"""
import proofdeck
game = proofdeck.open({str(ROOT)!r}).games["tombs"].openspiel(players=3, deals=5)
print(game.num_players(), game.max_chance_outcomes())
"""
    call = [sys.executable, "-c", code]
    path = ":".join(sys.path)
    done = subprocess.run(call, cwd=tmp_path, env={"PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("3 5\n", 0), done.stderr
