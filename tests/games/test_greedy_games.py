"""Whole games of greedy players: they end as the page says, and they do what the game is about.

`--games 1000` plays as many of each as are asked for; a handful is played otherwise.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest
from tables import engine, playable, variant

from generator.engine.bots import Bot
from generator.engine.piles import derived
from generator.engine.referee import play
from generator.engine.state import State


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
}
SEATS = [
    ("tombs", 2), ("tombs", 3), ("tombs", 4), ("fishing-dragon", 2), ("fishing-dragon", 3), ("fishing-dragon", 4),
    ("rummy-duel", 2), ("fantasy-contract-rummy", 2),
    ("toonerville-rook", 3), ("toonerville-rook", 4), ("toonerville-rook", 5),
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
