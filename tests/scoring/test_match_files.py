"""Matches as files: nothing that a spreadsheet would run, and everything comes back as it was."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.score.entries import Entry, Stream
from proofdeck.score.ledger import Ledger
from proofdeck.score.matches import exports
from proofdeck.score.matches import match as matches
from proofdeck.score.matches.imports import keep, read_match
from proofdeck.score.matches.match import Match, Round, folded_match
from proofdeck.score.matches.report import as_grid, of_players
from proofdeck.score.matches.statistics import statistics

ID = "00112233445566778899aabbccddeeff"
NAMES = st.text(
    st.characters(exclude_categories=("C", "Z"), include_characters=" =+-@'\"|,;"), min_size=1, max_size=8
).filter(lambda name: any(letter.isalnum() for letter in exports_folded(name)) and name == name.strip())


def exports_folded(name: str) -> str:
    from proofdeck.play.engine.notation import folded

    return folded(name)


@st.composite
def any_match(draw: st.DrawFn) -> Match:
    players = tuple(draw(st.lists(NAMES, min_size=1, max_size=5, unique_by=exports_folded)))
    seats = range(len(players))
    rounds = draw(st.integers(0, 4))
    form = MatchForm(
        draw(st.sampled_from(["highest", "lowest"])),
        draw(st.sampled_from(["points", "wins"])),
        tuple(draw(st.lists(st.sampled_from(["2 sets, deal 12", "=1+1", "a"]), min_size=0, max_size=3))),
        draw(st.none() | st.integers(-100, 1000)),
        draw(st.booleans()),
        draw(st.none() | st.integers(1, 50)),
    )
    played = tuple(
        Round(
            tuple(draw(st.integers(-999, 999)) for _ in seats),
            tuple(sorted(draw(st.sets(st.sampled_from(list(seats)), min_size=1)))),
        )
        for _ in range(rounds)
    )
    dealer = draw(st.sampled_from(list(seats)))
    title = draw(NAMES)
    return Match(Stream("match", 1), ID, "", title, players, form, dealer, "2026-11-21T20:00:00+00:00", played)


def entries_of(match: Match) -> list[Entry]:
    from dataclasses import asdict

    head = {"id": match.id, "game": match.game, "title": match.title, "players": list(match.players)}
    first = Entry(1, match.begun, "begun", {**head, "form": asdict(match.form), "dealer": match.dealer})
    return [first, *(Entry(0, match.begun, "round", one.as_data()) for one in match.rounds)]


def back(text: str) -> Match:
    """What is read again. A mistake in the file fails here."""
    problems = Problems()
    entries = read_match(text, "file", problems)
    assert not problems
    return folded_match(Stream("match", 1), entries)


@given(any_match())
def test_csv_comes_back_as_the_same_match(match: Match) -> None:
    assert back(exports.as_csv(match)) == match


@given(any_match())
def test_json_comes_back_as_the_same_match_with_its_log(match: Match) -> None:
    assert back(exports.as_json(match, entries_of(match))) == match


@given(any_match())
def test_no_cell_of_a_spreadsheet_is_a_formula(match: Match) -> None:
    """A cell that begins with one of these is run when the file is opened; a plain negative number is not."""
    for row in csv.reader(io.StringIO(exports.as_csv(match))):
        for cell in row:
            assert not cell.startswith(("=", "+", "@", "\t", "\r")), cell
            assert not cell.startswith("-") or cell[1:].rstrip("*").replace(".", "").isdigit(), cell


def small(**changes: object) -> Match:
    form = MatchForm("lowest", rounds=("2 sets", "3 sets"))
    rounds = (Round((10, 0), (1,)), Round((0, 25), (0,)))
    head = (Stream("match", 1), ID, "rook", "=Rook|", ("Ana", "=1+1"), form, 1, "2026-11-21T20:00:00+00:00")
    return Match(*head, rounds)


def test_the_spreadsheet_in_full() -> None:
    assert exports.as_csv(small()).splitlines()[:6] == [
        "round,name,dealer,Ana,'=1+1",
        "1,2 sets,'=1+1,10,0",
        "2,3 sets,Ana,0,25",
        "total,,,10,25",
        "",
        f"match,{ID}",
    ]


def test_a_spreadsheet_that_another_program_has_saved_again_is_read() -> None:
    """Such programs part cells by semicolons in some countries, pad rows with empty cells and write CRLF."""
    rows = list(csv.reader(io.StringIO(exports.as_csv(small()))))
    widest = max(map(len, rows))
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="\r\n").writerows(
        [*row, *[""] * (widest - len(row))] for row in rows
    )
    assert back(text.getvalue()) == small()


def test_semicolons_in_names_are_not_taken_for_the_ends_of_cells() -> None:
    match = replace(small(), players=("A;;;;;na", "B;;;en"))
    assert back(exports.as_csv(match)) == match


def test_notes_in_full() -> None:
    assert exports.as_markdown(small()).splitlines() == [
        "# =Rook\\|",
        "",
        "2026-11-21",
        "",
        "| Round | Ana | =1+1 |",
        "| --- | ---: | ---: |",
        "| 1. 2 sets | 10 (10) | 0 (0) |",
        "| 2. 3 sets | 0 (10) | 25 (25) |",
        "| **Total** | **10** | **25** |",
        "| Place | 1. | 2. |",
    ]


def test_bg_stats_gets_players_games_and_plays_that_name_each_other() -> None:
    data = json.loads(exports.as_bgstats(small()))
    (play,) = data["plays"]
    assert {player["id"]: player["name"] for player in data["players"]} == {1: "Ana", 2: "=1+1"}
    assert data["games"][play["gameRefId"] - 1]["name"] == "=Rook|"
    assert data["games"][0]["highestWins"] is False
    assert [(row["playerRefId"], row["score"], row["winner"], row["rank"]) for row in play["playerScores"]] == [
        (1, "10+0", True, 1),
        (2, "0+25", False, 2),
    ]
    assert [row["startPlayer"] for row in play["playerScores"]] == [True, False], "left of the dealer"
    assert play["playDate"] == "2026-11-21 20:00:00"


@pytest.mark.parametrize(
    ("rounds", "has_won"),
    [((), False), ((True, True), True), ((True, False), False)],
)
def test_bg_stats_is_told_that_a_game_has_beaten_all_players(rounds: tuple[bool, ...], has_won: bool) -> None:
    match = replace(
        small(), form=MatchForm(sides=((0, 1),)), rounds=tuple(Round((3, 4), (0, 1) if won else ()) for won in rounds)
    )
    (play,) = json.loads(exports.as_bgstats(match))["plays"]
    assert [row["winner"] for row in play["playerScores"]] == [has_won] * 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the first line is not round, name, dealer"),
        ("a,b\n1,2\n", "the first line is not round, name, dealer"),
        ("{", "this is not a file of scores"),
        ('{"version": 2, "log": []}', "written by a different Proofdeck"),
        ('{"version": 1, "log": []}', "this is not a file of scores"),
        ('{"plays": [{}]}', "a file for BG Stats, which Proofdeck writes and does not read"),
        (" " * 5_000_001, "the file is too long"),
        ("[" * 100_000, "the first line is not"),
        ("round,name,dealer,Ana\n1,,Ana,x\n", "these lines are missing"),
        (exports.as_csv(small()).replace("10,0", "ten,0"), "the points must be whole numbers"),
        (exports.as_csv(small()).replace("10,0", "10"), "1 numbers for 2 players"),
        (exports.as_csv(small()).replace("dealer,'=1+1", "dealer,Zoe"), "this is not a file of scores"),
        (exports.as_json(small(), entries_of(small())).replace("          25", '          "x"'), "invalid points"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(text: str, says: str) -> None:
    problems = Problems()
    read_match(text, "scores.csv", problems)
    assert problems
    assert {(problem.code, problem.file) for problem in problems} == {("E716", "scores.csv")}
    assert says in problems[0].message


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
def test_no_file_whatever_stands_in_it_ends_in_a_traceback(text: str) -> None:
    read_match(text, "file", Problems())
    read_match(f"{{{text}", "file", Problems())
    read_match(f"round,name,dealer,Ana\n{text}", "file", Problems())


LOG = json.loads(exports.as_json(small(), entries_of(small())))["log"]


def places(data: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in nested lists and mappings."""
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, below in rows:
        yield (*before, key)
        yield from places(below, (*before, key))


@pytest.mark.parametrize("place", list(places(LOG)))
@pytest.mark.parametrize("odd", [None, "x", "a\x1b[31m\n", "\ud800", 5, -1, 1.5, True, 10**30, [], [[1]], {}, {"a": 1}])
def test_a_log_of_which_one_thing_is_wrong_is_refused_or_can_be_used(place: tuple[Any, ...], odd: Any) -> None:
    """What is kept stays for ever, so whatever is let in must bear being shown, exported and counted."""
    log = json.loads(json.dumps(LOG))
    at = log
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = odd
    problems = Problems()
    entries = read_match(json.dumps({"version": 1, "log": log}), "file", problems)
    assert {problem.code for problem in problems} <= {"E716"}
    assert bool(entries) is not bool(problems)
    if entries:
        match = folded_match(Stream("match", 1), entries)
        written = exports.as_csv(match), exports.as_json(match, entries), exports.as_bgstats(match)
        for text in (*written, exports.as_markdown(match), as_grid(match), "".join(of_players(statistics([match])))):
            assert text.encode().decode().replace("\n", " ").isprintable()


@pytest.mark.parametrize(
    "entry",
    [
        {"what": "edited", "data": {"round": 0, "points": [5, 5], "won": [0]}},
        {"what": "edited", "data": {"round": 1, "points": ["a", 5], "won": [0]}},
        {"what": "removed", "data": {"round": -1}},
        {"what": "lost", "data": {}},
        {"what": "begun", "data": {}},
    ],
)
def test_an_entry_that_no_match_has_is_refused_even_where_it_was_taken_back(entry: dict[str, Any]) -> None:
    undone = {"what": "undone", "data": {}}
    log = [*LOG, *({"number": 9, "at": "2026-11-21T20:00:00", **row} for row in (entry, undone))]
    problems = Problems()
    read_match(json.dumps({"version": 1, "log": log}), "file", problems)
    assert {problem.code for problem in problems} == {"E716"}


def test_importing_twice_adds_nothing(tmp_path: Path) -> None:
    with Ledger(tmp_path / "a.db") as ledger:
        match = matches.begin(ledger, "", "Tombs", ("Ana", "Ben"), MatchForm(), 0)
        match = matches.add(ledger, match, Round((1, 2), (1,), "board: ..."))
        text = exports.as_json(match, ledger.entries(match.stream))
    entries = read_match(text, "file", Problems())
    with Ledger(tmp_path / "b.db") as other:
        found, is_new = keep(other, entries)
        assert is_new
        assert found == match
        assert [entry[1:] for entry in other.entries(found.stream)] == [entry[1:] for entry in entries]
        assert keep(other, entries) == (match, False)
        assert len(other.streams("match")) == 1
