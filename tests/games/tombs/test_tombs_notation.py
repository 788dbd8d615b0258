"""Boards of Tombs as people write them, and what they are told when they slip."""

from __future__ import annotations

import pytest
from games.tombs.boards import rules
from hypothesis import given
from hypothesis import strategies as st
from tables import playable

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.games.tombs.table import score
from proofdeck.score.calculator import calculate
from proofdeck.source.rules.parameters import Value


def scored(text: str) -> Scored:
    problems = Problems()
    found = calculate(playable("tombs"), text, "table", problems)
    assert not problems
    assert found is not None
    return found


def test_units_count_and_kills_part_those_who_are_equal() -> None:
    found = scored("board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\n")
    assert [sheet.total for sheet in found.sheets] == [2, 2]
    assert found.ranking.groups == ((0,), (1,))
    assert found.ranking.decided_by is not None
    assert found.ranking.decided_by.clause == "end.unit-tie"


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("board: B1 . O2 / . . . / . M2 .\nkills: 3 2", ((1,), (0,))),
        ("kills: 8 2\nboard: . . . / . M2 . / . . .", ((0,), (1,))),
        ("BOARD b1 b2 b3 / x X . / - _ .\n  kills  1 1 1", ((0, 1, 2),)),
        ("board: . . . / . . . / . . T4\nkills: 0 0 5 0\nnames: Ana, Ben, Cleo, Dora", ((3,), (2,), (0, 1))),
    ],
)
def test_people_write_in_many_ways(text: str, groups: tuple[tuple[int, ...], ...]) -> None:
    assert scored(text).ranking.groups == groups


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kills: 1 2", ("E702", None, None, "the line 'board:' is missing")),
        ("board: . . . / . . . / . . .", ("E702", None, None, "the line 'kills:' is missing")),
        ("board: . . . / . . . / . Z2 .\nkills: 1 2", ("E702", 1, 26, "'Z2' is not a tile")),
        (
            "board: . . . / . . . / . B3 .\nkills: 1 2",
            ("E704", 1, 26, "there is no player 3, because there are 2 players"),
        ),
        ("board: . . . / . . .\nkills: 1 2", ("E702", 1, 8, "the board has 3 rows of 3 tiles, not rows of 3, 3")),
        ("board: . . . / . . . / . . .\nkills: 1 two", ("E702", 2, 10, "'two' is not a number of kills")),
        (
            "board: . . . / . . . / . . .\nkills: 1",
            ("E704", 2, 8, "Tombs is for 2 to 4 players, not 1"),
        ),
        (
            "board: B1 B2 B1 / B2 B1 B2 / B1 B2 B1\nkills: 1 2",
            ("E703", 1, 36, "a Blade too many: the deck for 2 players has 8 [setup.deck]"),
        ),
        ("plank: x", ("E701", 1, 1, "there is no line 'plank'")),
    ],
)
def test_a_slip_is_named_with_its_place(text: str, expected: tuple[str, int | None, int | None, str]) -> None:
    problems = Problems()
    assert calculate(playable("tombs"), text, "table", problems) is None
    assert expected in [(problem.code, problem.line, problem.column, problem.message) for problem in problems]


FOUR = "board: B1 B1 . / B2 B2 B2 / B3 B3 B4\nkills: 0 0 0 0"
FRIENDS, RIVALS = {"teams": "friendly"}, {"teams": "rival"}
BEN_ALONE, BEN_AND_DORA = ((1,), (0, 2), (3,)), ((1, 3), (0, 2))


@pytest.mark.parametrize(
    ("changes", "without", "groups", "fired"),
    [
        ({}, (), BEN_ALONE, ""),
        (FRIENDS, (), BEN_AND_DORA, "teams.friendly"),
        (FRIENDS, ("teams.friendly",), BEN_ALONE, ""),
        (RIVALS, (), BEN_AND_DORA, "teams.rivals"),
        (RIVALS, ("teams.rivals",), BEN_ALONE, ""),
    ],
)
def test_partners_share_a_win_at_the_table_when_the_clause_on_teams_is_played(
    changes: dict[str, Value], without: tuple[str, ...], groups: tuple[tuple[int, ...], ...], fired: str
) -> None:
    problems = Problems()
    found = score(rules(changes, without), read_notation(FOUR, "table"), problems)
    assert found is not None
    assert found.ranking.groups == groups
    assert {clause for clause in found.fired if clause.startswith("teams")} == {*filter(None, [fired])}


PIECES = st.sampled_from("board: kills: names: / . X B1 O2 T3 M9 3 2 8 : , \n # b é ½".split(" "))


@given(st.lists(PIECES | st.text(max_size=4), max_size=40))
def test_no_text_gives_a_traceback(pieces: list[str]) -> None:
    problems = Problems()
    found = calculate(playable("tombs"), " ".join(pieces), "table", problems)
    assert (found is None) == bool(problems)
