"""What every bot must do in every game: answer with what is legal, wherever others have led the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from tables import playable, positions, starter_in, with_engine

from proofdeck.play.engine.bots import RandomBot, Seat
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.ismcts import Ismcts
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.referee import BotMaker
from proofdeck.play.engine.rollouts import Rollouts
from proofdeck.play.engine.state import Game, State

STARTER = "the starter"
MOST_MOVES = 600
"""Moves of a game by chance after which no more tables are looked at."""


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Playable:
    return starter_in(tmp_path_factory.mktemp("starter") / "my-game")


@pytest.fixture(params=[*with_engine(), STARTER])
def played(request: pytest.FixtureRequest, starter: Playable) -> Playable:
    return starter if request.param == STARTER else playable(request.param)


def led_by_chance(game: Game, every: int, games: int) -> Iterator[State]:
    """Tables on the way through games of single random actions, with each number of players."""
    for players in range(game.min_players, game.max_players + 1):
        for seed in range(games):
            tables = positions(game, players, seed, every, MOST_MOVES)
            yield from (state for state in tables if not state.is_terminal())


def answers_legally(maker: BotMaker, state: State, seed: int) -> None:
    """Raises IllegalAction if the bot answers with what it may not do."""
    before = state.key()
    answer = maker(Random(seed)).choose(Seat(state))
    assert answer
    assert state.key() == before
    after, player = state.clone(), state.current_player()
    for action in answer:
        assert after.current_player() == player
        after.apply_action(action)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_quick_bot_answers_legally_wherever_chance_has_led(played: Playable, name: str) -> None:
    """Even in the middle of commitments that it would not have begun."""
    maker = bot_makers(played.engine)[name]
    for number, state in enumerate(led_by_chance(played.game, every=2, games=6)):
        answers_legally(maker, state, number)


def test_the_bots_that_a_game_names_itself_answer_legally_wherever_chance_has_led(played: Playable) -> None:
    for maker in played.engine.bots.values():
        for number, state in enumerate(led_by_chance(played.game, every=2, games=6)):
            answers_legally(maker, state, number)


def test_a_game_can_name_bots_but_none_as_those_of_every_game(played: Playable) -> None:
    named = replace(played.engine, parts={"bots": {"last": RandomBot, "search": RandomBot}}.get)
    assert [*bot_makers(named)] == ["random", "greedy", "search", "ismcts", "last"]
    assert bot_makers(named)["search"] is not RandomBot


@pytest.mark.parametrize("name", ["search", "ismcts"])
def test_a_bot_that_searches_answers_legally_wherever_chance_has_led(played: Playable, name: str) -> None:
    searching: dict[str, BotMaker] = {
        "search": partial(Rollouts, greedy=played.engine.greedy, playouts=4),
        "ismcts": short_ismcts,
    }
    for number, state in enumerate(led_by_chance(played.game, every=37, games=1)):
        answers_legally(searching[name], state, number)


def short_ismcts(random: Random) -> Ismcts:
    return Ismcts(random, simulations=4, horizon=6)
