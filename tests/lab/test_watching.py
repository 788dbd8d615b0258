"""What is watched of a game is what happened in it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tables import playable, project

from proofdeck.play.engine.bots import RandomBot, Seat
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.playouts import bots_of, play_one
from proofdeck.play.lab.watching import Course, Designs, course_of, watch_one

pytestmark = pytest.mark.quick

GAMES = ("tombs", "fishing-dragon", "rummy-duel", "fantasy-contract-rummy")


def names_in(set_: int, designs: Designs) -> set[str]:
    return {name for place, name in enumerate(designs.ids) if set_ >> place & 1}


@pytest.mark.parametrize("name", GAMES)
def test_cards_are_held_and_played_as_a_second_look_at_the_same_game_says(name: str) -> None:
    game, designs = playable(name).game, Designs.of(project().games[name].deck)
    makers = [RandomBot] * game.min_players
    watched = watch_one(game, makers, 5, 3, designs=designs)
    assert watched.outcome == play_one(game, makers, 5, 3)

    state = game.new_initial_state(game.min_players, derived(5, "game", 3))
    bots = bots_of(makers, 5, 3)
    seats = range(game.min_players)
    held: list[set[str]] = [set() for _ in seats]
    played: list[set[str]] = [set() for _ in seats]
    opening = [set(state.zones()[f"hand {seat + 1}"]) for seat in seats]
    while not state.is_terminal():
        for action in bots[state.current_player()].choose(Seat(state)):
            mover, words = state.current_player(), game.action_to_string(action)
            before = Counter(state.zones()[f"hand {mover + 1}"])
            for seat in seats:
                held[seat] |= set(state.zones()[f"hand {seat + 1}"])
            state.apply_action(action)
            if not words.startswith("Discard"):
                played[mover] |= set(before - Counter(state.zones()[f"hand {mover + 1}"]))
    for seat in seats:
        assert names_in(watched.opening[seat], designs) == opening[seat]
        assert names_in(watched.held[seat], designs) == held[seat] | set(state.zones()[f"hand {seat + 1}"])
        assert names_in(watched.played[seat], designs) == played[seat]
        cards = {card for item in state.score_sheets()[seat].items for card in item.cards}
        assert {name for name in designs.names if any(f"{card} ".startswith(f"{name} ") for card in cards)} == {
            dict(zip(designs.ids, designs.names, strict=True))[name] for name in names_in(watched.scored[seat], designs)
        }
    given = sum(item.points for sheet in state.score_sheets() for item in sheet.items if item.cards)
    assert sum(watched.points.values()) == pytest.approx(given)


def test_a_card_is_found_by_what_a_score_sheet_calls_it_unless_two_are_called_so() -> None:
    designs = Designs(("fox", "hen-1", "hen-2"), ("Fox", "Hen", "Hen"))
    assert [designs.place_of(said) for said in ("Fox", "Fox as Hen", "hen-2", "Hen", "Wolf")] == [0, 0, 2, None, None]


EVEN, MINE, YOURS = [0.5, 0.5], [0.8, 0.2], [0.1, 0.9]


@pytest.mark.parametrize(
    ("standings", "shares", "expected"),
    [
        ([EVEN, MINE, MINE, MINE], (1.0, 0.0), Course(0, 0.25, False, 0.5)),
        ([MINE, YOURS, MINE, YOURS], (0.0, 1.0), Course(3, 0.75, True, 0.0)),
        ([YOURS, EVEN, YOURS, EVEN], (0.0, 1.0), Course(0, 1.0, False, 0.0)),
        ([YOURS, YOURS, MINE, MINE, MINE], (0.5, 0.5), Course(1, 1.0, False, 0.4)),
    ],
)
def test_the_course_of_a_game_is_as_one_would_tell_it(
    standings: list[list[float]], shares: tuple[float, ...], expected: Course
) -> None:
    assert course_of(standings, shares) == expected


def test_chance_decides_nothing_that_is_watched_twice() -> None:
    game, designs = playable("tombs").game, Designs.of(project().games["tombs"].deck)
    seed = Random(1).randrange(1000)
    assert watch_one(game, [RandomBot] * 3, seed, 0, designs=designs) == watch_one(
        game, [RandomBot] * 3, seed, 0, designs=designs
    )
