"""An end of a game is judged by its result: no guess at the middle of a game may look better than a win or worse than
a loss, and no bot walks into a loss while it can play on."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import engine, playable, variant

from proofdeck.play.engine.bots import Bot, Seat, after, prospect
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.state import Game, Macro, State

SEATS = [
    ("tombs", 2), ("tombs", 3), ("tombs", 4), ("fishing-dragon", 2), ("fishing-dragon", 3),
    ("rummy-duel", 2), ("fantasy-contract-rummy", 2), ("toonerville-rook", 3),
]  # fmt: skip
EVERY_GAME = pytest.mark.parametrize(("name", "players"), SEATS)
GAMES = {"rummy-duel": 12, "tombs": 6}
"""How many games are played; of the others one. Only some games have ends that a player can avoid."""


def game_of(name: str, players: int) -> Game:
    return variant(name, {"multi": True}) if name == "fishing-dragon" and players > 2 else playable(name).game


def decisions(name: str, players: int, index: int, game: Game | None = None) -> list[tuple[Bot, State, Macro]]:
    """A game of greedy players: each bot, the table it saw and what it did; at last the table of the end."""
    bots = [engine(name).greedy(Random(derived(3, index, seat))) for seat in range(players)]
    state = (game or game_of(name, players)).new_initial_state(players, derived(3, "game", index))
    seen: list[tuple[Bot, State, Macro]] = []
    while not state.is_terminal():
        bot, before = bots[state.current_player()], state.clone()
        macro = tuple(bot.choose(Seat(state)))
        for action in macro:
            state.apply_action(action)
        seen.append((bot, before, macro))
    return [*seen, (bots[0], state, ())]


@EVERY_GAME
def test_at_the_end_the_guess_is_the_result_and_before_it_is_never_beyond(name: str, players: int) -> None:
    *middle, (_, end, _) = decisions(name, players, 0)
    assert end.standing() == end.prospect() == end.returns()
    first = end.ranking().groups[0]
    assert end.returns() == [1 / len(first) if seat in first else 0 for seat in range(players)]
    for _, table, _ in middle[-30:]:
        assert all(0 <= guess <= 1 for guess in table.standing())


@EVERY_GAME
def test_nobody_ends_a_game_by_losing_it_who_could_have_gone_on(name: str, players: int) -> None:
    for index in range(GAMES.get(name, 1)):
        *_, (_, before, macro), (_, end, _) = decisions(name, players, index)
        mover = before.current_player()
        if end.returns()[mover] == 0:
            ways = [other for other in before.macro_actions() if not after(before, other).is_terminal()]
            assert ways == [], f"game {index}: {before.observation(mover)} and then {macro}"


@pytest.mark.parametrize("name", ["tombs", "fishing-dragon", "rummy-duel"])
def test_a_win_within_reach_is_taken(name: str) -> None:
    """Where one commitment wins at once, the bot that looks one commitment ahead makes such a one.

    Greedy players of Tombs seldom come to as many kills as its page asks for, so fewer are enough here.
    """
    found, game = 0, variant(name, {"goal.2": 3} if name == "tombs" else None)
    for index in range(GAMES.get(name, 1)):
        *middle, _ = decisions(name, 2, index, game)
        for _, table, macro in middle[-4:]:
            mover = table.current_player()
            winning = [other for other in table.macro_actions() if wins(after(table, other), mover)]
            assert not winning or macro in winning
            found += bool(winning)
    assert found or name == "fishing-dragon", "in the games that were looked at somebody can win"


def wins(table: State, player: int) -> bool:
    return table.is_terminal() and table.returns()[player] == 1


@cache
def ends_of_tombs(players: int) -> tuple[State, State]:
    """The last table on which a game goes on, and its end."""
    *_, (_, before, _), (_, end, _) = decisions("tombs", players, 1)
    return before, end


@given(players=st.sampled_from([2, 3, 4]), guess=st.floats(allow_nan=False))
def test_whatever_a_bot_thinks_of_the_middle_of_a_game_a_loss_is_worse_and_a_win_better(
    players: int, guess: float
) -> None:
    before, end = ends_of_tombs(players)
    shares = end.returns()
    winner, loser = shares.index(max(shares)), shares.index(0)
    for seat in range(players):
        middle = prospect(lambda *_: guess, before, seat)
        assert prospect(lambda *_: guess, end, loser) < middle < prospect(lambda *_: guess, end, winner)
