"""Positions of Fishing Dragon as examples write them."""

from __future__ import annotations

import pytest
from games.fishing_dragon.pond import MULTI, rules
from hypothesis import given
from hypothesis import strategies as st
from tables import playable

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.games.fishing_dragon.position import position
from proofdeck.play.games.fishing_dragon.rules import FishingDragon, FishingDragonState
from proofdeck.score.calculator import calculate

TWO = rules()
MORE = rules(changes=MULTI)
MATCH = rules(changes={"match": True})


def read(text: str, game: FishingDragon = TWO) -> tuple[FishingDragonState | None, Problems]:
    problems = Problems()
    found = position(game, read_notation(text, "page"), problems)
    assert found is None or isinstance(found, FishingDragonState)
    return found, problems


def table(text: str, game: FishingDragon = TWO) -> FishingDragonState:
    found, problems = read(text, game)
    assert not problems
    assert found is not None
    return found


WHOLE = """players: 2
hand 1: Star 5, leaf-9
hand 2: 3 of Coins
river: Star 8, Coin Blank
bank 1: Star 1-3, Leaf 3
aside: Sword 7
deck: Sword 2, Leaf 5
to move: 2
"""


def test_a_position_is_read_as_it_is_written() -> None:
    state = table(WHOLE)
    zones = state.zones()
    assert zones["hand 1"] == ["star-5", "leaf-9"]
    assert zones["hand 2"] == ["coin-3"]
    assert zones["river"] == ["star-8", "coin-blank"]
    assert (zones["bank 1"], zones["bank 2"]) == (["star-1", "star-2", "star-3", "leaf-3"], [])
    assert (zones["aside"], state.observation(None)["prized"]) == (["sword-7"], "sword")
    assert zones["stock"][-2:] == ["leaf-5", "sword-2"], "the last one lies on top"
    assert (state.current_player(), state.fired) == (1, 0)


def test_what_is_left_out_is_an_empty_table_with_player_one_to_move() -> None:
    state = table("hand 1: Star 5")
    assert (state.current_player(), state.river, state.bank, state.hand[1]) == (0, 0, [0, 0], 0)
    assert state.zones()["aside"] == ["sword-dragon"]


def test_the_next_player_turns_up_the_top_card_of_the_deck() -> None:
    state = table("hand 1: Star 5\nhand 2: Leaf 2\ndeck: Coin 4, Coin 3")
    state.apply_action(TWO.string_to_action("Play 5 of Stars"))
    state.apply_action(TWO.string_to_action("Discard it"))
    assert state.zones()["river"] == ["star-5", "coin-4"]


@pytest.mark.parametrize("text", [WHOLE, "hand 1: Star 5", "hand 2: Leaf 1-10\nto move: 2\nriver: Coin 1-12"])
def test_no_card_is_lost(text: str) -> None:
    everywhere = [card for zone in table(text).zones().values() for card in zone]
    assert sorted(everywhere) == sorted(TWO.deck.ids)


def test_more_players_sit_down_where_more_may_play() -> None:
    state = table("players: 3\nhand 3: Star 5\nbank 3: Leaf 1, Leaf 2\nto move: 3", MORE)
    assert state.zones()["bank 3"] == ["leaf-1", "leaf-2"]
    assert state.current_player() == 2


@pytest.mark.parametrize(("text", "earlier"), [
    ("", []),
    ("before: 120 95", [120, 95]),
    ("before: 120 95\nround: 4", [120, 95, 0, 0, 0, 0]),
    ("round: 3", [0, 0, 0, 0]),
])  # fmt: skip
def test_earlier_rounds_of_a_match_are_told(text: str, earlier: list[int]) -> None:
    assert table(f"hand 1: Star 5\n{text}", MATCH).earlier == tuple(earlier)


@pytest.mark.parametrize(("text", "says"), [
    ("before: 120", "no points for each of the 2 players"),
    ("before: 120 -5", "no points for each of the 2 players"),
    ("before: 120 95\nround: 1", "there are no earlier points in the first round"),
    ("round: 101", "not a number from 1 to 100"),
])  # fmt: skip
def test_earlier_rounds_that_cannot_be_are_told(text: str, says: str) -> None:
    found, problems = read(f"hand 1: Star 5\n{text}", MATCH)
    assert found is None
    assert [(p.code, p.line) for p in problems] == [("E702", 2)]
    assert says in problems[0].message


@pytest.mark.parametrize("text", ["before: 120 95", "round: 2"])
def test_a_single_round_has_no_earlier_ones(text: str) -> None:
    _, problems = read(f"hand 1: Star 5\n{text}")
    assert [(p.code, p.line, p.message[-12:]) for p in problems] == [("E702", 2, "[match.goal]")]


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "says"),
    [
        ("hand: Star 5", "E702", 1, 1, "needs the number of a player"),
        ("hand 1: Star 5\nhand 3: Star 6", "E702", 2, 1, "no player 3, because there are 2 players"),
        ("hand 1: Star 5, Moon 3", "E701", 1, 17, "no suit 'Moon'"),
        ("hand 1: Star 5\nriver: Leaf 2, Star 5", "E703", 2, 16, "line 1, and the deck has only one [setup.deck]"),
        ("hand 1: Star 5\naside: Leaf 2, Leaf 3", "E702", 2, 8, "one card lies aside"),
        ("players: 3\nhand 1: Star 5", "E702", 1, 10, "from 2 to 2"),
        ("hand 1: Star 5\nto move: 2", "E702", 2, 10, "player 2 is to move and has no card in hand"),
        ("hand 1: Star 1-12\nhand 2: Leaf 1-12\nriver: Coin 1-12 Flower", "E704", None, None, "22 cards for 23 turns"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    text: str, code: str, line: int | None, column: int | None, says: str
) -> None:
    found, problems = read(text)
    assert found is None
    assert (code, line, column) in [(p.code, p.line, p.column) for p in problems]
    assert any(says in p.message for p in problems)


def test_a_scored_bank_names_the_clauses_that_give_no_points() -> None:
    scored = calculate(playable("fishing-dragon"), "prized: Coin\nAna: Star Blank\nBen: Leaf 1", "table", Problems())
    assert scored is not None
    assert scored.fired == {"score.blank", "end.draw"}


PIECES = [*WHOLE.split(), "hand", "x2", "1-12", ":", ",", "\n", "to move: 1", "players: 0", "é", "²", "B9", "#"]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=40))
def test_no_text_gives_a_traceback(pieces: list[str]) -> None:
    found, problems = read(" ".join(pieces))
    assert (found is None) == bool(problems)
    assert all(problem.code in {"E701", "E702", "E703", "E704"} for problem in problems)
