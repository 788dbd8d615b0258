"""Positions of Tombs as examples write them."""

from __future__ import annotations

from collections import Counter

import pytest
from games.tombs.boards import rules
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.games.tombs.position import position
from proofdeck.play.games.tombs.rules import TombsState

DECK = {2: 8, 3: 9, 4: 10}


def read(text: str) -> tuple[TombsState | None, Problems]:
    problems = Problems()
    found = position(rules(), read_notation(text, "page"), problems)
    assert found is None or isinstance(found, TombsState)
    return found, problems


def table(text: str) -> TombsState:
    found, problems = read(text)
    assert not problems
    assert found is not None
    return found


WHOLE = """players: 3
board: B1 . O2 / T1 X . / . M3 .
hand 1: blade, Thorns x2
hand 3: magus
deck: Ombra, Blade
kills: 3 2 0
turn: 12
to move: 3
stuck: 1
"""


def test_a_position_is_read_as_it_is_drawn() -> None:
    state = table(WHOLE)
    seen = state.observation(2)
    assert seen["board"] == ["B1", ".", "O2", "T1", "X", ".", ".", "M3", "."]
    assert (seen["kills"], seen["turn"], seen["to move"], seen["stuck"]) == ([3, 2, 0], 12, 3, 1)
    assert seen["hand 3"] == ["magus"]
    assert state.zones()["hand 1"] == ["blade", "thorn", "thorn"]
    assert state.zones()["stock"] == ["blade", "ombra"], "the last one lies on top"
    assert state.fired == 0


def test_units_and_tombstones_and_markers_lie_on_spaces_of_their_boards() -> None:
    state = table(WHOLE)
    units = [(one.piece, one.seat, one.space) for one in state.laid_cards()]
    assert units == [("blade", 0, "a1"), ("magus", 2, "b3"), ("ombra", 1, "c1"), ("thorn", 0, "a2")]
    laid = {(one.piece, one.board, one.space) for one in state.laid_pieces()}
    assert laid == {
        *(("marker-sun", "board", tile) for tile in ("a1", "a2")),
        ("marker-moon", "board", "c1"),
        ("marker-tower", "board", "b3"),
        ("tombstone", "board", "b2"),
        ("marker-sun", "track", "3"),
        ("marker-moon", "track", "2"),
        ("marker-tower", "track", "0"),
    }


def test_a_marker_stays_on_the_last_stone_of_the_kill_track() -> None:
    laid = {one.seat: one.space for one in table("kills: 11 8").laid_pieces()}
    assert laid == {0: "8", 1: "8"}


def test_what_is_left_out_is_an_empty_board_after_the_peace_with_player_one_to_move() -> None:
    state = table("hand 1: Blade")
    assert state.observation(0)["board"] == ["."] * 9
    assert (state.player, state.kills, state.stuck) == (0, [0, 0], 0)
    assert state.turns > state.peace


@pytest.mark.parametrize(
    "text", [WHOLE, "hand 1: Blade", "players: 4\nboard: M4 M4 M4 / . . . / . . .\nhand 2: Magus x7"]
)
def test_no_card_is_lost(text: str) -> None:
    state = table(text)
    everywhere = Counter(card for cards in state.zones().values() for card in cards)
    assert everywhere == dict.fromkeys(("blade", "magus", "ombra", "thorn"), DECK[state.players])


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "says"),
    [
        ("hand: Blade", "E702", 1, 1, "needs the number of a player"),
        ("board 2: . . . . . . . . .", "E702", 1, 1, "must not have the number of a player"),
        ("bord: . . .", "E701", 1, 1, "no line 'bord'"),
        ("hand 1: Blade\nhand 1: Thorn", "E702", 2, 1, "already there"),
        ("hand 1: Blade, Thron", "E701", 1, 16, "no class 'Thron'"),
        ("board: B1 . .", "E702", 1, 8, "9 tiles"),
        ("board: B3 . . / . . . / . . .", "E702", 1, 8, "'B3' is not a tile"),
        ("kills: 1 2 3", "E702", 1, 8, "each of the 2 players"),
        ("turn: 99", "E702", 1, 7, "from 1 to 32"),
        ("turn: ²", "E702", 1, 7, "from 1 to 32"),
        ("hand 1: Blade x9", "E703", None, None, "[setup.deck]"),
        ("hand 1: Blade x8\ndeck: Blade", "E703", None, None, "[setup.deck]"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    text: str, code: str, line: int | None, column: int | None, says: str
) -> None:
    found, problems = read(text)
    assert found is None
    assert [(p.code, p.line, p.column) for p in problems] == [(code, line, column)]
    assert says in problems[0].message


PIECES = [*WHOLE.split(), "hand", "x0", "x999", ":", "\n", "turn: -1", "players: 0", "é", "B9", "#"]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=40))
def test_no_text_gives_a_traceback(pieces: list[str]) -> None:
    found, problems = read(" ".join(pieces))
    assert (found is None) == bool(problems)
    assert all(problem.code in {"E701", "E702", "E703", "E704"} for problem in problems)
