"""What the calculator says about tables of any game, and how a ranking comes about."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import ROOT, playable, with_engine

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.notation import LONGEST_TABLE, Names, folded, read_notation
from proofdeck.play.engine.score_sheet import Criterion, Item, Ranking, ScoreSheet
from proofdeck.score.calculator import as_object, calculate
from proofdeck.score.report import as_text

POINTS = Criterion("end.points", "points", [5, 9, 9, 1])
KILLS = Criterion("end.kills", "kills", [0, 1, 4, 0])


def test_equal_points_are_parted_by_the_next_criterion_which_is_named() -> None:
    ranking = Ranking.by([POINTS, KILLS])
    assert ranking.groups == ((2,), (1,), (0,), (3,))
    assert ranking.places == [3, 2, 1, 4]
    assert ranking.decided_by == KILLS


def test_who_is_equal_in_everything_shares_a_place_and_leaves_the_next_free() -> None:
    ranking = Ranking.by([POINTS])
    assert ranking.groups == ((1, 2), (0,), (3,))
    assert ranking.places == [3, 1, 1, 4]
    assert ranking.decided_by == POINTS, "the first place is parted from the next by points"
    assert Ranking.by([Criterion("a.b", "c", [1, 1])]).decided_by is None


SCORED = Scored(
    ("Ana", "Ben"),
    (
        ScoreSheet((Item("set.armory", "Armory, bonus", 4, ("Sword", "Staff")), Item("pay.open", "Hoarder", -16)), {}),
        ScoreSheet((), {"kills": 2}),
    ),
    Ranking.by([Criterion("end.total", "total", [-12, 0])]),
)


def test_the_sheet_in_words() -> None:
    assert as_text(SCORED).splitlines() == [
        "Ana",
        "     4  Armory, bonus  [set.armory]  Sword, Staff",
        "   -16  Hoarder        [pay.open]",
        "   -12  in all",
        "",
        "Ben",
        "     0  in all, kills 2",
        "",
        "1. Ben",
        "2. Ana",
        "Decided by: total [end.total]",
    ]


def test_the_sheet_for_programs() -> None:
    assert json.loads(json.dumps(as_object("game", SCORED))) == {
        "version": 1,
        "game": "game",
        "players": [
            {
                "name": "Ana",
                "total": -12,
                "items": [
                    {"clause": "set.armory", "label": "Armory, bonus", "points": 4, "cards": ["Sword", "Staff"]},
                    {"clause": "pay.open", "label": "Hoarder", "points": -16, "cards": []},
                ],
                "tallies": {},
            },
            {"name": "Ben", "total": 0, "items": [], "tallies": {"kills": 2}},
        ],
        "ranking": [["Ben"], ["Ana"]],
        "decided_by": {"clause": "end.total", "label": "total"},
    }


NAMES = Names("card", [("Bow & Arrow", 1), ("Wolf", 2), ("Wolverine", 3), ("Warrior’s Arsenal", 4), ("Fairy", 5)])


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("bow and arrow", 1), ("BOW&ARROW", 1), ("bow", 1), ("wolf", 2), ("wolves", 2), ("Wolfs", 2), ("wolv", 3),
        ("warrior's arsenal", 4), ("warriors arsenals", 4), ("fairies", 5), (" f ", 5), ("arrow", 1), ("arse", 4),
    ],
)  # fmt: skip
def test_a_name_is_found_however_it_is_written(text: str, thing: int) -> None:
    assert NAMES.find(text) == thing


@pytest.mark.parametrize(
    ("text", "says"),
    [("wo", "'wo' may mean Wolf or Wolverine"), ("wlof", "there is no card 'wlof'"), ("", "there is no")],
)
def test_a_name_that_is_not_clear_is_told_so(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        NAMES.find(text)


def test_folding_forgets_what_people_write_differently() -> None:
    assert folded("  Warrior’s ÄRSENAL ") == folded("warriors-arsenal")


def test_lines_entries_and_their_places() -> None:
    notation = read_notation(
        "Ana:  # the first\n  set: Shield x2, 3 x Wolf, Trickster as Ranger x2\n\n\tkills 3\n", "t"
    )
    first, second, third = notation.lines
    assert (first.key.text, first.value.text, first.indented) == ("Ana", "", False)
    assert (second.indented, third.indented) == (True, True)
    entries = second.entries(Problems())
    assert [(e.name.text, e.count, e.stands_for and e.stands_for.text) for e in entries] == [
        ("Shield", 2, None),
        ("Wolf", 3, None),
        ("Trickster", 2, "Ranger"),
    ]
    assert [(e.name.line, e.name.column) for e in entries] == [(2, 8), (2, 23), (2, 29)]
    assert (third.key.text, third.value.text) == ("kills", "3")


EXAMPLE = re.compile(r"```text\n(# (?P<game>[a-z-]+):.*?)```", re.DOTALL)
EXAMPLES = {
    found["game"]: found[1]
    for found in EXAMPLE.finditer((ROOT / "docs" / "at-the-table.md").read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("name", with_engine())
def test_the_example_on_the_page_about_the_table_is_read_as_it_is(name: str) -> None:
    problems = Problems()
    scored = calculate(playable(name), EXAMPLES[name], "table", problems)
    assert not problems
    assert scored is not None


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("fantasy-contract-rummy", "Ana: Sword, Shield, Staff\nBen: {}"),
        ("fishing-dragon", "prized: Star\nAna: Star 3-5\nBen: {}"),
        ("toonerville-rook", "round 3\nAna: Red 5\nBen: {}\nCleo: Red 6"),
        ("salt-roads", "Ana: Silk x4\nBen: {}"),
        ("rummy-duel", "row: 2H 3C 4D TS JS\nAna: 1 = 5H 6C 7D\nBen: {}"),
    ],
)
@pytest.mark.parametrize("nothing", ["nothing", "Nothing"])
def test_whoever_has_nothing_has_no_cards(name: str, table: str, nothing: str) -> None:
    problems = Problems()
    found = calculate(playable(name), table.format(nothing), "table", problems)
    assert not problems
    assert found is not None
    assert dict(zip(found.names, found.sheets, strict=True))["Ben"].total == 0


@pytest.mark.parametrize("name", with_engine())
def test_a_text_that_is_too_long_is_refused_at_once(name: str) -> None:
    problems = Problems()
    assert calculate(playable(name), "a" * (LONGEST_TABLE + 1), "table", problems) is None
    assert [problem.code for problem in problems] == ["E702"]


@pytest.mark.parametrize("name", with_engine())
@given(text=st.text(max_size=200))
def test_no_text_gives_a_traceback(name: str, text: str) -> None:
    problems = Problems()
    found = calculate(playable(name), text, "table", problems)
    assert (found is None) == bool(problems)
    assert all(problem.code in {"E701", "E702", "E703", "E704"} for problem in problems)
