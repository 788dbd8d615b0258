"""Positions of Rummy Duel as examples write them."""

from __future__ import annotations

import pytest
from games.rummy_duel.duel import legal, play, points, rules
from hypothesis import given
from hypothesis import strategies as st
from tables import playable

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.games.rummy_duel.position import position
from proofdeck.play.games.rummy_duel.rules import RummyDuelState
from proofdeck.score.calculator import calculate

GAME = rules()


def read(text: str) -> tuple[RummyDuelState | None, Problems]:
    problems = Problems()
    found = position(GAME, read_notation(text, "page"), problems)
    assert found is None or isinstance(found, RummyDuelState)
    return found, problems


def table(text: str) -> RummyDuelState:
    found, problems = read(text)
    assert not problems
    assert found is not None
    return found


WHOLE = """row: 2H 3C 4D 10S J♠
hand 1: 5H, king of spades
hand 2: 7D
melds 1: 4 = QS QH QD
melds 2: 4 = 8S 9H TD; 5 = 2C 2D 2S
pile: 9C 9D
to move: 2
step: meld
without progress: 18
"""


def test_a_position_is_read_as_it_is_written() -> None:
    state = table(WHOLE)
    zones, seen = state.zones(), state.observation(1)
    assert zones["row"] == ["2H", "3C", "4D", "TS", "JS"]
    assert (zones["hand 1"], zones["hand 2"]) == (["5H", "KS"], ["7D"])
    assert (zones["melds 1"], zones["melds 2"]) == (["QD", "QH", "QS"], ["8S", "9H", "TD", "2C", "2D", "2S"])
    assert zones["pile"][-2:] == ["9D", "9C"], "the last one lies on top"
    assert (seen["to move"], seen["step"], seen["idle"]) == (2, "meld", 19)
    assert points(state) == [10, 11], "the set has won the 10, and the jack is claimed alone"
    assert state.fired == 0


def test_what_is_left_out_is_a_row_without_melds_and_player_one_to_draw() -> None:
    state = table("hand 2: 2D")
    assert state.zones()["row"] == ["2C", "2H", "2S", "3C", "3D"]
    assert (state.player, state.claimed, state.idle) == (0, [0, 0], 1)
    assert legal(state) == ["Draw from the pile"], "there is no card to put in the place of another"


def test_the_rest_may_lie_in_a_hand_so_that_the_pile_runs_out() -> None:
    state = table("row: 2H 3C 4D TS JS\nhand 1: 5H\nhand 2: the rest\npile: KD")
    assert len(state.zones()["hand 2"]) == 52 - 5 - 1 - 1
    assert play(state, "draw", "pass").is_terminal()


@pytest.mark.parametrize("text", [WHOLE, "", "row: AS KS QS JS TS\nhand 1: rest\npile: 2C", "melds 2: 1 = 5H 6C 7D"])
def test_no_card_is_lost(text: str) -> None:
    everywhere = [card for zone in table(text).zones().values() for card in zone]
    assert sorted(everywhere) == sorted(GAME.ids)


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "says"),
    [
        ("hand: 5H", "E702", 1, 1, "needs the number of a player"),
        ("talon: 5H", "E701", 1, 1, "no line 'talon'"),
        ("hand 1: 5H 1X", "E701", 1, 12, "no card '1X'"),
        ("hand 1: 5H 6", "E702", 1, 12, "'6' has no suit"),
        ("hand 1: 5H\npile: 9C 5H", "E703", 2, 10, "line 1, and the deck has only one [setup.deck]"),
        ("row: 2H 3C", "E704", 1, 6, "here are 2 [setup.row]"),
        ("melds 1: 1 = 5H 6C 8D", "E704", 1, 14, "neither a run nor a set [meld.run]"),
        ("melds 1: 9 = 5H 6C 7D", "E704", 1, 10, "numbered from 1 to 5"),
        ("melds 1: 1 = 5H 6C 7D; 1 = 2C 2D 2H", "E704", 1, 24, "[meld.side]"),
        ("melds 1: hand 3", "E702", 1, 10, "'hand 3' is not a claim"),
        ("hand 1: rest\nhand 2: the rest\npile: 2C", "E702", 2, 9, "only one hand can have the rest"),
        ("step: replace", "E702", 1, 7, "not one of draw, meld"),
        ("without progress: 20", "E702", 1, 19, "from 0 to 19"),
        ("hand 1: the rest", "E704", None, None, "when the pile is empty [end.pile]"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    text: str, code: str, line: int | None, column: int | None, says: str
) -> None:
    found, problems = read(text)
    assert found is None
    assert [(p.code, p.line, p.column) for p in problems] == [(code, line, column)]
    assert says in problems[0].message


def test_a_scored_table_names_the_clauses_that_give_no_points() -> None:
    text = "row: 2H 3C 4D TS JS\nAna: 4 = AC 2D 3S; hand 1\nBen: 4 = AD 2C 3H; hand 1"
    scored = calculate(playable("rummy-duel"), text, "table", Problems())
    assert scored is not None
    assert scored.fired == {"meld.run", "meld.ace", "strength.run", "claim.contest", "claim.tie", "win.draw"}


PIECES = [*WHOLE.split(), "rest", "hand", "melds", ":", ";", "=", "\n", "9 =", "to move: 3", "é", "²", "5", "of", "#"]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=40))
def test_no_text_gives_a_traceback(pieces: list[str]) -> None:
    found, problems = read(" ".join(pieces))
    assert (found is None) == bool(problems)
    assert all(problem.code in {"E701", "E702", "E703", "E704"} for problem in problems)
