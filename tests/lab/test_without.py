"""What a player loses who does without something: nobody uses what they do without, and nothing else is different."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from tables import ROOT, playable, project

from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.referee import play
from proofdeck.play.engine.sparing import Sparing, does, spared
from proofdeck.play.engine.state import Action, State
from proofdeck.play.lab.estimates import FEWEST
from proofdeck.play.lab.results import Columns
from proofdeck.play.lab.simulation import Simulation
from proofdeck.play.lab.without import about_without, do_without, lose_one

WITHOUT = [
    ("tombs", "magus"),
    ("tombs", "Discard …"),
    ("tombs", "magus.kill"),
    ("fishing-dragon", "Discard it"),
    ("fishing-dragon", "fish.suit"),
    ("rummy-duel", "Pass"),
    ("rummy-duel", "Take community card …"),
]


def names(game: str) -> list[tuple[str, str]]:
    return [(card.id, card.name) for card in project().games[game].deck]


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("game", "what"), WITHOUT)
def test_nobody_uses_what_they_do_without_unless_nothing_else_is_possible(game: str, what: str, bot: str) -> None:
    found = playable(game)
    avoids = spared(found.game, what, names(game))
    used: list[bool] = []

    def watch(state: State, action: Action) -> None:
        if state.current_player() == 0 and not state.is_open() and does(state, (action,), avoids):
            used.append(any(not does(state, macro, avoids) for macro in state.macro_actions()))

    maker = bot_makers(found.engine)[bot]
    bots = [Sparing(maker(Random(1)), maker(Random(2)), avoids, Random(1)), maker(Random(9))]
    play(found.game.new_initial_state(2, derived(1, "game", 0)), bots, watch)
    assert not any(used)


def test_a_card_is_named_by_its_id_or_name_and_by_whole_words() -> None:
    game = playable("salt-roads").game
    words = [game.action_to_string(action) for action in game.actions()]
    ids = {name: card for card, name in names("salt-roads")}
    for what in ("Salt 1", ids["Salt 1"], "salt 1"):
        avoids = spared(game, what, names("salt-roads"))
        found = [words[action] for action in game.actions() if avoids(game.new_initial_state(2, 1), action)]
        assert found == ["Play Salt 1", "Sell Salt 1"] or {one.split(" ", 1)[1] for one in found} == {"Salt 1"}


@pytest.mark.parametrize("what", ["Bald", "rooks", "place.pease"])
def test_a_name_that_is_nothing_is_told(what: str) -> None:
    asked = Simulation("tombs", 2, None, ("random",), 1, 1)
    with pytest.raises(ProofdeckError, match="E810"):
        do_without(ROOT, asked, what, no_progress, Problems())


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_only_the_player_who_does_without_plays_differently(bot: str) -> None:
    """Where it is not used, both games of a pair are the same."""
    found = playable("tombs")
    makers = [bot_makers(found.engine)[bot]] * 2
    play_one = partial(lose_one, found.game, makers, 3, what="magus", names=names("tombs"))
    pairs = [play_one(index) for index in range(40)]
    unused = [pair for pair in pairs if not pair.uses]
    assert unused
    assert all(pair.shares[0] == pair.shares[1] and pair.points[0] == pair.points[1] for pair in unused)
    assert any(pair.shares[0] > pair.shares[1] for pair in pairs)


@pytest.mark.parametrize("jobs", [2])
def test_the_figures_are_the_same_for_any_number_of_processes(jobs: int) -> None:
    one, other = (
        do_without(ROOT, Simulation("tombs", 40, 3, ("random",), 5, crew), "blade", no_progress, Problems())
        for crew in (1, jobs)
    )
    assert one == other
    assert one["wins_low"] <= one["wins"] <= one["wins_high"]
    assert one["wins"] == pytest.approx(one["wins_without"] - one["wins_with"])


def test_a_strong_card_is_missed_and_sentences_say_how_much() -> None:
    asked = Simulation("tombs", 60, 2, ("greedy",), 1, 1)
    found = do_without(ROOT, asked, "magus", no_progress, Problems())
    assert found["wins_high"] < 0
    assert "percentage points fewer" in "\n".join(about_without(found))


def test_what_is_never_used_says_nothing() -> None:
    asked = Simulation("tombs", 30, 2, ("random",), 1, 1)
    found = do_without(ROOT, asked, "teams.friendly", no_progress, Problems())
    assert found["used_in"] == 0
    assert [*about_without(found)][-1] == "So these games say nothing about doing without it."


def stopped_after(games: int) -> Columns:
    def stop(_: str, done: int, __: int) -> None:
        if done >= games:
            raise KeyboardInterrupt

    return do_without(ROOT, Simulation("tombs", 500, 2, ("random",), 1, 1), "magus", stop, Problems())


@pytest.mark.parametrize("games", [FEWEST, 40])
def test_ctrl_c_ends_with_what_is_known(games: int) -> None:
    found = stopped_after(games)
    assert (found["stopped"], found["games"]) == ("interrupted", games)
    assert found["wins_low"] is not None


def test_ctrl_c_before_anything_is_known_is_no_result() -> None:
    with pytest.raises(KeyboardInterrupt):
        stopped_after(FEWEST - 5)
