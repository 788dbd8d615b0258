"""`proofdeck match` as people call it: an evening, its files, its statistics, and what goes wrong."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest
from cli.commands import COMMAND, PATIENCE, ROOT, Ran, run, surroundings


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "scores.db"


def match(db: Path, *words: str | Path, said: str | None = None) -> Ran:
    """`proofdeck match ...` on that file. said: standard input."""
    if said is None:
        return run(ROOT, "match", *words, "--db", db)
    done = subprocess.run(
        [*COMMAND, "match", *map(str, words), "--db", str(db)],
        cwd=ROOT, env=surroundings(), input=said.encode(), capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def as_json(db: Path, *words: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(match(db, *words, "--json").out)
    return found


def test_an_evening_of_fishing_dragon_from_the_first_round_to_the_statistics(db: Path, tmp_path: Path) -> None:
    assert "Next: round 1. Ben deals, Ana starts." in match(db, "new", "fishing-dragon", "Ana", "Ben").out
    assert "Ben leads with 210 points of 500." in match(db, "add", "--points", "180 210").out
    banks = "prized: Star\nAna: Star 1-6\nBen: Sword 3 4 9-11, Leaf 4\n"
    assert match(db, "add", "-", said=banks).code == 0
    shown = match(db, "show").out
    assert shown.splitlines()[4].split() == ["1", "Ben", "180", "180", "210", "210"]
    assert as_json(db, "show")["totals"] == [204, 216], "24 for six prized cards in a row; 6 for three Swords"
    assert match(db, "edit", "1", "--points", "Ben 190, Ana 180").code == 0
    assert as_json(db, "show")["totals"] == [204, 196]
    assert "The correction of round 1 has been undone." in match(db, "undo").out
    assert "The match is over: Ben wins with 506 points." in match(db, "add", "--points", "200 290").out
    refused = match(db, "add", "--points", "1 2")
    assert (refused.code, refused.err[:4]) == (2, "E712")
    assert match(db, "stats").out.splitlines()[:3] == [
        "Ben: 1 match, won 1",
        "  Fishing Dragon: 1 match, won 1; 168.7 points in a round, the best 290",
        "  against Ana: 1 match, ahead 1, behind 0",
    ]
    assert [player["name"] for player in as_json(db, "stats", "ana")["players"]] == ["Ana"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("Skat", "A\x1b[31mna", "Ben"), "a name contains a character that cannot be printed"),
        (("Skat", "A\udcffna", "Ben"), "a name contains a character that cannot be printed"),
        (("Skat", "A" * 61, "Ben"), "is longer than 60 characters"),
        (("Sk\udcffat", "Ana", "Ben"), "the name of the game contains a character that cannot be printed"),
        ((" ", "Ana", "Ben"), "the game has no name"),
    ],
)
def test_names_that_no_terminal_can_show_are_refused(db: Path, words: tuple[str, ...], says: str) -> None:
    refused = match(db, "new", *words, "--wins", "highest")
    assert (refused.code, refused.err[:4]) == (2, "E710")
    assert says in refused.err
    assert not db.exists()


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_what_is_exported_can_be_imported_elsewhere(db: Path, tmp_path: Path, kind: str) -> None:
    match(db, "new", "toonerville-rook", "=Ana", "Ben", "Cleo")
    match(db, "add", "--points", "0 35 20")
    match(db, "add", "--points", "15 0 -5")
    file, other = tmp_path / "match", tmp_path / "other.db"
    assert match(db, "export", "--format", kind, "-o", file).code == 0
    assert match(db, "export", "--format", kind).out == file.read_text(encoding="utf-8")
    assert match(other, "import", file).out == "match 1: Toonerville Rook\n"
    assert match(other, "import", file).out == "match 1: Toonerville Rook (already there)\n"
    assert as_json(other, "show") == as_json(db, "show")
    assert match(other, "show").out == match(db, "show").out


def test_notes_can_be_exported(db: Path) -> None:
    match(db, "new", "Skat", "Ana", "Ben", "--wins", "highest")
    match(db, "add", "--points", "18 -36")
    assert "| **Total** | **18** | **-36** |" in match(db, "export", "--format", "markdown").out


def test_a_game_that_no_project_has_is_kept_as_well(db: Path) -> None:
    assert (
        match(db, "new", "Skat", "Ana", "Ben", "Cleo", "--wins", "lowest", "--rounds", "2", "--dealer", "ana").code == 0
    )
    assert "Ana deals, Ben starts." in match(db, "show").out
    match(db, "add", "--points", "1 2 3")
    assert "The match is over: Ana wins with 2 points." in match(db, "add", said="Ana 1\nBen 1\nCleo 1\n").out


def test_matches_are_listed_deleted_and_brought_back(db: Path) -> None:
    assert "There are no matches yet" in match(db, "list").out
    match(db, "new", "tombs", "Ana", "Ben")
    match(db, "new", "rummy-duel", "Ana", "Ben")
    match(db, "add", "--points", "5 3", "--match", "1")
    assert [line.split("  ")[0] for line in match(db, "list").out.splitlines()] == ["match 2", "match 1"]
    assert "Deleted match 1, Tombs." in match(db, "delete").out
    assert len(as_json(db, "list")["matches"]) == 1  # type: ignore[arg-type]
    assert match(db, "show", "--match", "1").code == 2
    assert "The match has been restored." in match(db, "undo", "--match", "1").out
    assert "Nothing is left to undo." in match(db, "undo", "--match", "2").out


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("new", "tomb", "Ana", "Ben"), "E503", "Did you mean 'tombs'?"),
        (("new", "tombs", "Ana"), "E710", "Tombs is for 2 to 4 players, not 1"),
        (("new", "tombs", "Ana", "\x1b[31mBen"), "E710", "a character that cannot be printed"),
        (("new", "tombs", "Ana", "B" * 70), "E710", "is longer than 60 characters"),
        (("new", "tombs", "Ana", "Ben", "--dealer", "Bne"), "E710", "Did you mean 'Ben'?"),
        (("new", "toonerville-rook", "A", "B", "C", "--wins", "highest"), "E710", "the lowest total wins"),
        (("new", "tombs", "A", "B", "--wins", "lowest"), "E710", "in Tombs the highest total wins"),
        (("new", "toonerville-rook", "A", "B", "C", "--rounds", "12"), "E710", "this game has 11 rounds"),
        (("show",), "E711", "Start one with `proofdeck match new GAME PLAYER...`."),
        (("undo", "--match", "3"), "E711", "there is no match 3"),
        (("import", "missing.csv"), "E705", "'missing.csv' cannot be read"),
    ],
)
def test_what_cannot_be_is_told_with_its_cure(db: Path, words: tuple[str, ...], code: str, says: str) -> None:
    said = match(db, *words)
    assert said.code == 2
    assert code in said.err
    assert says in " ".join(said.err.split())


def test_mistakes_in_a_round_are_all_told_with_their_places(db: Path, tmp_path: Path) -> None:
    match(db, "new", "toonerville-rook", "Ana", "Ben", "Cleo")
    file = tmp_path / "round.txt"
    file.write_text("Ana: Rde 5\nBen: Blue 7, Rook\nCleo: out\n")
    said = match(db, "add", file)
    assert said.code == 1
    assert [line.split()[1] for line in said.err.splitlines() if line.startswith(str(file))] == ["E701", "E701"]
    assert as_json(db, "show")["rounds"] == []
    problems = json.loads(match(db, "add", file, "--json").out)["problems"]
    assert [problem["code"] for problem in problems] == ["E701", "E701"]


@pytest.mark.parametrize(
    "words", [("show",), ("add", "--points", "1 2"), ("list",), ("stats",), ("export",), ("undo",)]
)
def test_a_file_that_cannot_serve_is_told_by_every_command(db: Path, words: tuple[str, ...]) -> None:
    db.write_bytes(random.Random(1).randbytes(5000))
    said = match(db, *words)
    assert said.code == 2
    assert "E732" in said.err
    assert "everything confirmed before is unchanged" in said.err


def test_a_match_that_cannot_be_understood_is_told_and_hides_no_other(db: Path) -> None:
    match(db, "new", "tombs", "Ana", "Ben")
    match(db, "add", "--points", "1 0")
    connection = sqlite3.connect(db)
    connection.execute("INSERT INTO entry (kind, stream, at, what, data) VALUES ('match', 2, '', 'begun', '{}')")
    connection.commit()
    connection.close()
    listed = match(db, "list")
    assert listed.out.startswith("match 1 ")
    assert "E714" in listed.err
    assert "Ana: 1 match" in match(db, "stats").out


@pytest.mark.parametrize("times", [8, pytest.param(16, marks=pytest.mark.thorough)])
def test_what_the_command_has_confirmed_is_there_whenever_it_is_killed(db: Path, times: int) -> None:
    """The whole command is killed at any moment of its life, also while Python is waking up; each fourth may live."""
    match(db, "new", "tombs", "Ana", "Ben")
    chance, confirmed = random.Random(3), 0
    command = [*COMMAND, "match", "add", "--points", "1 0", "--db", str(db)]
    for turn in range(times):
        with subprocess.Popen(command, cwd=ROOT, env=surroundings(), stdout=subprocess.PIPE) as process:
            try:
                out, _ = process.communicate(timeout=chance.uniform(0.05, 0.6) if turn % 4 else PATIENCE)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                out, _ = process.communicate()
        confirmed += b"total" in out
        rounds = as_json(db, "show")["rounds"]
        assert isinstance(rounds, list)
        assert len(rounds) >= confirmed
    assert confirmed >= times / 4
    connection = sqlite3.connect(db)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_the_file_is_named_by_the_environment(tmp_path: Path) -> None:
    named = tmp_path / "here" / "my.db"
    assert run(ROOT, "match", "new", "tombs", "Ana", "Ben", PROOFDECK_DB=str(named)).code == 0
    assert named.is_file()


def test_a_round_is_never_added_to_the_match_of_another_project(db: Path, tmp_path: Path) -> None:
    """Each project has its own last match; a match of no project is found everywhere, and outside of projects any."""
    places = [tmp_path / name for name in ("here", "there", "nowhere")]
    for place in places:
        place.mkdir()
    here, there, nowhere = places
    for place in (here, there):
        (place / "cards.csv").write_text("game,id\nzoo,fox\n")

    def said(place: Path, *words: str) -> tuple[int, str]:
        ran = run(place, "match", *words, "--db", db)
        return ran.code, ran.out + ran.err

    assert said(here, "new", "zoo", "Ana", "Ben", "--wins", "highest")[0] == 0
    code, refused = said(there, "add", "--points", "1 2")
    assert (code, refused.splitlines()[0]) == (2, "E711 there are no matches in this project")
    assert "match 1, Zoo, belongs to another project; use it with --match 1." in refused
    assert said(there, "new", "zoo", "Cleo", "Dan", "--wins", "highest")[0] == 0
    assert said(here, "add", "--points", "7 9")[0] == 0
    assert "Ben leads with 9 points." in said(here, "show")[1]
    assert "Ben leads" not in said(there, "show")[1]
    assert "Ben leads" in said(there, "show", "--match", "1")[1]
    assert said(nowhere, "new", "Skat", "Eve", "Finn", "--wins", "highest")[0] == 0
    assert said(here, "show")[1].startswith("match 3: Skat")
    assert said(here, "add", "--match", "1", "--points", "1 0")[0] == 0
    assert said(nowhere, "show")[1].startswith("match 1: Zoo")
    exported = said(here, "export", "--match", "1", "--format", "json")[1]
    assert str(tmp_path) not in exported
