"""Tournaments at the command line, from the list of players to the standings."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from cli.commands import COMMAND, ROOT, Ran, run, surroundings
from cli.terminals import CTRL_C, Terminal
from reading import page_count, text_of

NAMES = "Ana Ben Cleo Dag Eva Fin Gus Hal Ida Jon Kim Leo Mia Nik Oda Pia".split()


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder without a project, with a list of sixteen players, of whom nobody need meet twice."""
    (tmp_path / "players.txt").write_text("\n".join(NAMES))
    return tmp_path


def tournament(root: Path, *words: str | Path) -> Ran:
    return run(root, "tournament", *words, PROOFDECK_DB=str(root / "scores.db"))


def begun(root: Path, *more: str) -> Ran:
    words = ("new", "Skat", "--players", "players.txt", "--rounds", "3", "--tables", "3-5", "--wins", "highest")
    return tournament(root, *words, *more)


def read(ran: Ran) -> dict[str, object]:
    found: dict[str, object] = json.loads(ran.out)
    assert found["version"] == 1
    return found


def test_a_tournament_from_the_list_of_players_to_the_standings(table: Path) -> None:
    assert "16 players, not seated yet" in begun(table).out
    seated = tournament(table, "seat").out
    assert "Nobody meets twice." in seated
    assert seated.count("table 1 ") == 3, "all rounds of a fixed movement are known"
    first = re.findall(r"table (\d+) +(.*)", seated)[0][1].split(", ")
    entered = tournament(table, "enter", "1", "1", "12", "-5", "30", "7")
    assert entered.out.splitlines()[:3] == ["Round 1, table 1", f"  1. {first[2]} 30", f"  2. {first[0]} 12"]
    assert "Tables 2, 3 and 4 are missing." in entered.out
    shown = tournament(table, "standings").out.splitlines()
    assert re.match(rf" *1\. +{first[2]} +1 ", shown[3])
    assert tournament(table, "enter", "1", "1", "12", "31", "30", "7").code == 0
    assert re.match(rf" *1\. +{first[1]} +1 ", tournament(table, "standings").out.splitlines()[3])
    assert "round 1, table 1, has been undone" in tournament(table, "undo").out
    assert re.match(rf" *1\. +{first[2]} +1 ", tournament(table, "standings").out.splitlines()[3])


def test_who_wins_in_a_game_of_the_project_is_not_said_otherwise(table: Path) -> None:
    words = ("new", "toonerville-rook", "--players", "players.txt", "--rounds", "3", "--wins", "highest")
    ran = tournament(table, *words, "-C", str(ROOT))
    assert ran.code == 2
    assert "E720 in Toonerville Rook the lowest total wins" in ran.err
    assert tournament(table, *words[:-1], "lowest", "-C", str(ROOT)).code == 0


def test_a_tournament_that_cannot_be_understood_is_told_and_hides_no_other(table: Path) -> None:
    begun(table)
    connection = sqlite3.connect(table / "scores.db")
    connection.execute("INSERT INTO entry (kind, stream, at, what, data) VALUES ('tournament', 2, '', 'begun', '{}')")
    connection.commit()
    connection.close()
    listed = tournament(table, "list")
    assert listed.out.startswith("tournament 1: Skat")
    assert "E714" in listed.err


def test_names_may_stand_beside_points_on_the_line_in_a_file_and_on_standard_input(table: Path) -> None:
    begun(table)
    found = read(tournament(table, "seat", "--json"))
    names = found["rounds"][0]["tables"][0]["players"]  # type: ignore[index]
    line = ", ".join(f"{name} {10 * place}" for place, name in enumerate(names))
    assert tournament(table, "enter", "1", "1", *line.split()).code == 0
    (table / "one.txt").write_text("\n".join(f"{name}: {-place}" for place, name in enumerate(names)))
    after = read(tournament(table, "enter", "1", "1", "--file", "one.txt", "--json"))
    assert after["rounds"][0]["tables"][0]["points"] == [0, -1, -2, -3]  # type: ignore[index]
    done = subprocess.run(
        [*COMMAND, "tournament", "enter", "1", "1"],
        cwd=table, env=surroundings(PROOFDECK_DB=str(table / "scores.db")), input="4 3 2 1\n", text=True,
        capture_output=True, check=True,
    )  # fmt: skip
    assert f"1. {names[0]} 4" in done.stdout


def test_at_a_terminal_the_points_of_the_table_are_asked_for(table: Path) -> None:
    begun(table)
    names = read(tournament(table, "seat", "--json"))["rounds"][0]["tables"][2]["players"]  # type: ignore[index]
    scores = str(table / "scores.db")
    with Terminal(table, "tournament", "enter", "1", "3", PROOFDECK_DB=scores) as terminal:
        terminal.says("12 -5 30 seven")
        assert terminal.wait().startswith(f"Points of {names[0]}, "), "what cannot be read is asked for again"
        terminal.says(f"{names[3]} 7, {names[0]} 12, {names[2]} 30, {names[1]} out; won: {names[2]}")
        assert terminal.ends() == 0
        assert f"  1. {names[2]} 30" in terminal.lines
    for leaving, code in ((CTRL_C, 130), ("quit\r", 0)):
        with Terminal(table, "tournament", "enter", "1", "3", PROOFDECK_DB=scores) as terminal:
            terminal.presses(leaving)
            assert terminal.ends() == code
    after = read(tournament(table, "show", "--json"))
    assert after["rounds"][0]["tables"][2]["points"] == [12, 0, 30, 7]  # type: ignore[index]


def test_late_arrivals_and_drop_outs_are_seated_in_the_rounds_that_are_left(table: Path) -> None:
    begun(table)
    before = read(tournament(table, "seat", "--json"))["rounds"]
    for number in (1, 2, 3, 4):
        tournament(table, "enter", "1", str(number), "4", "3", "2", "1")
    tournament(table, "drop", "ida")
    after = read(tournament(table, "arrive", "Zoe", "--json"))
    rounds = after["rounds"]
    assert isinstance(rounds, list)
    assert isinstance(before, list)
    assert [played["players"] for played in rounds[0]["tables"]] == [
        played["players"] for played in before[0]["tables"]
    ]
    for one in rounds[1:]:
        assert sorted(name for played in one["tables"] for name in played["players"]) == sorted(
            {*NAMES, "Zoe"} - {"Ida"}
        )
    assert {"name": "Ida", "gone": True} in after["players"]  # type: ignore[operator]
    assert "Ida (left)" in tournament(table, "standings").out
    assert "Zoe is out again" in tournament(table, "undo").out


def test_by_standing_the_next_round_waits_for_the_last(table: Path) -> None:
    begun(table, "--movement", "swiss")
    assert tournament(table, "seat").code == 0
    too_soon = tournament(table, "seat")
    assert too_soon.code == 2
    assert "E723 round 1 still lacks results" in too_soon.err
    for number in (1, 2, 3, 4):
        tournament(table, "enter", "1", str(number), "4", "3", "2", "1")
    assert "Round 2" in tournament(table, "seat").out


def test_a_game_of_the_project_knows_its_tables_and_who_wins_and_how_a_table_is_scored(table: Path) -> None:
    words = ("--players", "players.txt", "--rounds", "2", "-C", str(ROOT), "--json")
    rook = read(tournament(table, "new", "toonerville-rook", *words))
    assert (rook["tables"], rook["wins"], rook["title"]) == ([3, 5], "lowest", "Toonerville Rook")
    tombs = read(tournament(table, "new", "tombs", *words))
    assert (tombs["tables"], tombs["tournament"]) == ([2, 4], 2)
    tournament(table, "seat")
    names = read(tournament(table, "show", "--json"))["rounds"][0]["tables"][1]["players"]  # type: ignore[index]
    assert len(names) == 3
    (table / "lies.txt").write_text(f"board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2 1\nnames: {', '.join(names)}\n")
    scored = tournament(table, "enter", "1", "2", "--file", "lies.txt", "-C", str(ROOT), "--json")
    assert scored.code == 0
    result = read(scored)["rounds"][0]["tables"][1]  # type: ignore[index]
    assert result["places"] == [1, 2, 3]
    assert tournament(table, "list").out.count("\n") == 2
    assert "tournament 1: Toonerville Rook" in tournament(table, "show", "--tournament", "1").out


@pytest.mark.parametrize(
    ("players", "words", "says"),
    [
        ("Ana\nBen\n\nana\n", (), ["players.txt:4 E720 'ana' is the same as 'Ana' in line 1"]),
        ("Ana\n---\nBen\n...\n", (), ["players.txt:2 E720 '---' is not a name", "players.txt:4 E720"]),
        ("", (), ["E720 there are no players"]),
        ("Ana\nBen\n", (), ["E720 2 players cannot fill a table of 3"]),
        ("Ana\nBen\nCleo\n", ("--tables", "5-3"), ["E720 tables have 2 to 20 players"]),
    ],
)
def test_what_is_wrong_with_a_list_of_players_is_told_with_its_lines(
    table: Path, players: str, words: tuple[str, ...], says: list[str]
) -> None:
    (table / "players.txt").write_text(players)
    ran = begun(table, *words)
    assert ran.code in {1, 2}
    assert [line for line in says if line not in ran.err] == []


def test_a_game_that_nobody_knows_needs_tables_and_a_winner(table: Path) -> None:
    ran = tournament(table, "new", "tomb", "--players", "players.txt", "--rounds", "2", "-C", str(ROOT))
    assert ran.code == 2
    assert "E503 there is no game 'tomb'" in ran.err
    assert "Did you mean 'tombs'?" in ran.err
    assert "--tables 3-5" in ran.err


def test_before_anything_is_begun_that_is_said(table: Path) -> None:
    ran = tournament(table, "standings")
    assert (ran.code, "E721 there are no tournaments" in ran.err) == (2, True)
    assert "There are no tournaments yet" in tournament(table, "list").out
    assert not (table / "scores.db").exists()


def test_problems_are_one_object_for_programs(table: Path) -> None:
    begun(table)
    ran = tournament(table, "enter", "1", "1", "5", "--json")
    assert ran.code == 2
    assert [problem["code"] for problem in json.loads(ran.out)["problems"]] == ["E722"]
    tournament(table, "seat")
    ran = tournament(table, "enter", "1", "1", "5", "--json")
    assert ran.code == 1
    assert [problem["code"] for problem in json.loads(ran.out)["problems"]] == ["E715"]


HEAVY = (
    "reportlab",
    "pandas",
    "jinja2",
    "yaml",
    "uharfbuzz",
    "pypdfium2",
    "typst",
    "proofdeck.source.project",
    "numpy",
)


@pytest.mark.parametrize("words", [["standings"], ["show"], ["list"], ["enter", "1", "1", "4", "3", "2", "1"]])
def test_looking_at_a_tournament_loads_no_project_and_nothing_heavy(table: Path, words: list[str]) -> None:
    begun(table)
    tournament(table, "seat")
    code = (
        f"import sys; from proofdeck.front.cli.app import app\ntry: app({['tournament', *words]!r})\n"
        f"finally: print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)"
    )
    environment = {**surroundings(PROOFDECK_DB=str(table / "scores.db")), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=table, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"


# -- on paper ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def printed(table: Path) -> dict[str, bytes]:
    """The PDFs of a tournament of which the first table of the first round is entered, by their names."""
    begun(table)
    tournament(table, "seat")
    tournament(table, "enter", "1", "1", "4", "3", "2", "1")
    ran = tournament(table, "print", "--output", "paper", "--paper", "letter")
    assert ran.code == 0
    assert ran.err == ""
    files = [Path(line) for line in ran.out.splitlines()]
    assert [path.name for path in files] == [f"{name}-letter.pdf" for name in PRODUCTS]
    return {path.name: (table / path).read_bytes() for path in files}


def words_of(pdf: bytes) -> str:
    """All of its text, with single spaces."""
    return " ".join(" ".join(text_of(pdf, page) for page in range(page_count(pdf))).split())


PRODUCTS = ("seating", "movement-slips", "table-slips", "master-sheet")


def test_charts_and_slips_on_paper_name_everybody_where_they_sit(table: Path, printed: dict[str, bytes]) -> None:
    rounds = read(tournament(table, "show", "--json"))["rounds"]
    assert isinstance(rounds, list)
    wall = words_of(printed["seating-letter.pdf"])
    for number, one in enumerate(rounds, 1):
        assert f"Round {number}" in wall
        for seated in one["tables"]:
            assert " ".join([str(seated["table"]), *seated["players"]]) in wall
    slips = words_of(printed["table-slips-letter.pdf"])
    assert "Round 1, table 1" not in slips, "it has a result"
    assert [title in slips for title in ("Round 1, table 2", "Round 3, table 4")] == [True, True]
    hands = words_of(printed["movement-slips-letter.pdf"])
    assert [name for name in NAMES if name not in hands] == []


def test_the_master_sheet_on_paper_has_the_scores_that_are_entered(table: Path, printed: dict[str, bytes]) -> None:
    sheet = words_of(printed["master-sheet-letter.pdf"])
    first = read(tournament(table, "show", "--json"))["rounds"][0]["tables"][0]["players"]  # type: ignore[index]
    number = NAMES.index(first[1]) + 1
    assert f"{number} {first[1]} 0.667" in sheet
    assert "highest points win" in sheet


def test_slips_lie_side_by_side_and_the_same_tournament_gives_the_same_bytes(
    table: Path, printed: dict[str, bytes]
) -> None:
    assert page_count(printed["movement-slips-letter.pdf"]) == 2, "twelve slips on a sheet, four on the next"
    assert page_count(printed["master-sheet-letter.pdf"]) == 1
    assert tournament(table, "print", "--output", "again", "--paper", "letter").code == 0
    for name, pdf in printed.items():
        assert (table / "again" / name).read_bytes() == pdf


def test_before_anything_is_seated_there_are_only_slips_and_a_master_sheet(table: Path) -> None:
    begun(table, "--movement", "swiss")
    ran = tournament(table, "print")
    assert [Path(line).name for line in ran.out.splitlines()] == ["movement-slips-a4.pdf", "master-sheet-a4.pdf"]
    assert (table / "output" / "tournament-1" / "master-sheet-a4.pdf").is_file()


def test_names_of_any_length_and_many_rounds_have_room_on_paper(table: Path) -> None:
    long = [f"Bartholomäus Maximilian von und zu {letter * 20}" for letter in "ABCDEFGHIJKL"]
    (table / "players.txt").write_text("\n".join([*long, "Ng", "ŁĘ", *["w" * 55 + str(number) for number in range(3)]]))
    tournament(
        table, "new", "A" * 80, *"--players players.txt --rounds 25 --tables 3-5 --wins lowest --movement swiss".split()
    )
    tournament(table, "seat")
    ran = tournament(table, "print")
    assert (ran.code, ran.err) == (0, "")
    for line in ran.out.splitlines():
        assert page_count((table / line).read_bytes()) >= 1
