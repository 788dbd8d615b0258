"""The end of a game is played as well as it can be, and nothing is claimed where too much is left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from random import Random

import pytest
from games.ends import End, ends, expected, share
from tables import engine, playable

from proofdeck.play.engine import endings
from proofdeck.play.engine.bots import LookaheadBot, Seat, after
from proofdeck.play.engine.endings import Solver, solved
from proofdeck.play.engine.rollouts import OpenSeat, PlayoutSeat, Rollouts
from proofdeck.play.games.tombs.bot import greedy
from proofdeck.play.games.tombs.bot import worth as guess

SMALL, GAMES = 60, [("tombs", 2), ("tombs", 3), ("fishing-dragon", 2)]


LITTLE = 0.05
"""Of a win, which a greedy player may lose at an end."""


@cache
def some(name: str, players: int = 2, most: int = 6) -> Sequence[End]:
    return [*islice(ends(name, players, SMALL), most)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_search_finds_what_is_best_in_ends_solved_by_brute_force(name: str, players: int) -> None:
    for number, (table, worth) in enumerate(some(name, players)):
        bot = Rollouts(Random(number), engine(name).greedy, playouts=8)
        chosen = after(table, tuple(bot.choose(OpenSeat(table))))
        assert share(chosen, table.current_player(), {}, SMALL) == max(worth.values())


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_solver_finds_the_same_shares_as_brute_force(name: str, players: int) -> None:
    for table, worth in some(name, players):
        solver = Solver((table.current_player(),), SMALL)
        assert {macro: solver.share(after(table, macro)) for macro in worth} == worth


def test_a_choice_that_is_as_good_as_any_stays() -> None:
    for table, worth in some("tombs"):
        for macro, one in worth.items():
            better = solved(OpenSeat(table), macro, Random(1))
            assert better is not None
            assert (better == macro) == (one == max(worth.values()))


def test_where_more_is_left_than_may_be_looked_at_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    start = playable("tombs").game.new_initial_state(2, 1)
    assert solved(Seat(start), (start.legal_actions()[0],), Random(1)) is None
    table, worth = some("tombs")[0]
    monkeypatch.setattr(endings, "MOST_TABLES", 1)
    assert Solver((table.current_player(),), 0).share(table) is None
    assert solved(Seat(table), next(iter(worth)), Random(1)) in {None, *worth}


def test_hidden_cards_are_imagined_and_not_seen() -> None:
    """What is chosen is the same for every table that the player could be looking at."""
    for table, worth in some("fishing-dragon"):
        chosen, player = next(iter(worth)), table.current_player()
        other = table.resample(player, Random(5))
        assert solved(Seat(table), chosen, Random(1)) == solved(Seat(other), chosen, Random(1))


@pytest.mark.parametrize("players", [2, 4])
def test_a_greedy_player_of_tombs_who_sees_all_cards_loses_little_at_the_end(players: int) -> None:
    found = some("tombs", players, 8)
    chosen = [tuple(greedy(Random(number)).choose(OpenSeat(table))) for number, (table, _) in enumerate(found)]
    lost = [max(worth.values()) - worth[macro] for (_, worth), macro in zip(found, chosen, strict=True)]
    assert sum(lost) <= LITTLE * len(lost)


def test_a_greedy_player_of_tombs_loses_little_compared_with_the_best_guess() -> None:
    """The best guess is the commitment that is best on average at all tables that the player imagines."""
    lost = []
    for number, (table, worth) in enumerate(some("tombs", 3, 8)):
        guesses = expected(table, [*worth], Random(number))
        lost.append(max(guesses.values()) - guesses[tuple(greedy(Random(number)).choose(Seat(table)))])
    assert sum(lost) <= LITTLE * len(lost)


def test_in_a_playout_no_end_is_solved() -> None:
    for table, _ in some("tombs", 3):
        assert greedy(Random(1)).choose(PlayoutSeat(table)) == LookaheadBot(guess, Random(1)).choose(PlayoutSeat(table))


def test_where_too_much_is_left_a_greedy_player_goes_by_its_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "FEW_TABLES", 0)
    table = playable("tombs").game.new_initial_state(2, 1)
    monkeypatch.setattr(endings, "FEW_WAYS", 10**9)
    monkeypatch.setattr(endings, "LONGEST", 100)
    assert greedy(Random(1)).choose(OpenSeat(table)) == LookaheadBot(guess, Random(1)).choose(OpenSeat(table))
