"""Whole games of greedy players: they end as the page says, and they do what the game is about.

`--games 1000` plays as many of each as are asked for; a handful is played otherwise.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest
from tables import engine, playable, variant

from proofdeck.play.engine.bots import Bot, LookaheadBot, Seat
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.referee import play
from proofdeck.play.engine.state import State
from proofdeck.play.games.fishing_dragon.bot import worth


class Expected(NamedTuple):
    """ends: clauses of which one must end each game; deeds: of which one must fire in most; stalls: in few."""

    ends: set[str]
    deeds: set[str]
    stalls: set[str]


EXPECTED = {
    "tombs": Expected(
        {"end.kill-goal", "end.unit-count", "end.field-lock"}, {"blade.kill", "magus.kill", "thorn.activate"}, set()
    ),
    "fishing-dragon": Expected({"end.round"}, {"turn.fish"}, set()),
    "rummy-duel": Expected(
        {"end.rummy", "end.claims", "end.last-turn", "end.pile", "end.stall"}, {"meld.lay"}, {"end.stall"}
    ),
    "fantasy-contract-rummy": Expected(
        {"end.contracts", "end.deck", "end.stall"}, {"set.value", "contract.hoarder"}, {"end.stall"}
    ),
    "toonerville-rook": Expected({"end.lowest"}, {"round.out"}, {"round.stall", "round.no-stock"}),
    "salt-roads": Expected({"season.end"}, {"score.guild", "turn.oasis"}, set()),
}
SEATS = [
    ("tombs", 2), ("tombs", 3), ("tombs", 4), ("fishing-dragon", 2), ("fishing-dragon", 3), ("fishing-dragon", 4),
    ("rummy-duel", 2), ("fantasy-contract-rummy", 2),
    ("toonerville-rook", 3), ("toonerville-rook", 4), ("toonerville-rook", 5), ("salt-roads", 2), ("salt-roads", 4),
]  # fmt: skip


def ended(name: str, players: int, index: int) -> State:
    game = variant(name, {"multi": True}) if name == "fishing-dragon" and players > 2 else playable(name).game
    bots: list[Bot] = [engine(name).greedy(Random(derived(3, index, seat))) for seat in range(players)]
    state = game.new_initial_state(players, derived(3, "game", index))
    play(state, bots)
    return state


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_greedy_games_end_by_a_printed_end_and_do_what_the_game_is_about(
    name: str, players: int, request: pytest.FixtureRequest
) -> None:
    games = request.config.getoption("--games")
    expected, points = EXPECTED[name], engine(name).points
    assert expected.ends | expected.deeds | expected.stalls <= set(points)
    deeds = stalls = 0
    for index in range(games):
        fired = set(points.named(ended(name, players, index).fired))
        assert fired & expected.ends, f"game {index}"
        deeds += bool(fired & expected.deeds)
        stalls += bool(fired & expected.stalls)
    assert deeds > games / 2
    assert stalls <= games / 10


def test_the_greedy_fisher_plays_as_one_who_tries_every_move(request: pytest.FixtureRequest) -> None:
    """It asks what each move brings into the bank, and need not make the move on a copy of the table."""
    for index in range(request.config.getoption("--games")):
        for players in (2, 3):
            game = variant("fishing-dragon", {"multi": True, "match": index % 2 == 0, "rounds": 2})
            state = game.new_initial_state(players, derived(5, "game", index))
            while not state.is_terminal():
                quick, slow = engine("fishing-dragon").greedy(Random(1)), LookaheadBot(worth, Random(1))
                chosen = quick.choose(Seat(state))
                assert chosen == slow.choose(Seat(state))
                for action in chosen:
                    state.apply_action(action)
