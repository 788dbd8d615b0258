"""Points of partners, and of a table that plays against the game: scored, written down, and added up to a match."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
from cli.commands import run

CARDS = "game,id,name,kind,value\nzoo,fox,Fox,beast,3\nzoo,raven,Raven,beast,2\n"
PAGE = """---
title: Zoo
players: {players}
sides: {sides}
score:{wins}
  values: yes
  rules:
    gems: {{asks: gems, points: 2}}
---
r[score.wins]
The most points win.

r[score.values]
Cards are worth their values.

r[score.gems]
Each gem is worth 2.
"""
TABLE = "Ana: Fox; gems 3\nBen: Raven; gems 9\nCleo: gems 7\nDora: gems 1\n"
"""9, 20, 14 and 2 points."""


def zoo(folder: Path, sides: str, wins: str = "highest", players: str = "4") -> Path:
    (folder / "rules_md").mkdir()
    (folder / "cards.csv").write_text(CARDS)
    said = f"\n  wins: {wins}" if wins else ""
    (folder / "rules_md" / "zoo.md").write_text(PAGE.format(sides=sides, wins=said, players=players))
    (folder / "table.txt").write_text(TABLE)
    return folder


def said(root: Path, *words: str, code: int = 0) -> str:
    ran = run(root, *words, PROOFDECK_DB=str(root / "scores.db"))
    assert ran.code == code, ran.err
    return ran.out + ran.err


@pytest.mark.parametrize(
    ("sides", "wins", "ranking"),
    [
        ("partners", "highest", [["Ana", "Cleo"], ["Ben", "Dora"]]),
        ("partners", "lowest", [["Ben", "Dora"], ["Ana", "Cleo"]]),
        ("{4: 2 against all}", "highest", [["Ana", "Cleo", "Dora"], ["Ben"]]),
        ("{4: 1 2 against 3 4}", "highest", [["Ana", "Ben"], ["Cleo", "Dora"]]),
    ],
)
def test_a_table_of_scores_adds_up_what_partners_have(
    tmp_path: Path, sides: str, wins: str, ranking: list[list[str]]
) -> None:
    found = json.loads(said(zoo(tmp_path, sides, wins), "score", "zoo", "table.txt", "--json"))
    assert [player["total"] for player in found["players"]] == [9, 20, 14, 2]
    assert found["ranking"] == ranking
    assert sorted(found["sides"]) == sorted(ranking)


def test_partners_are_told_together(tmp_path: Path) -> None:
    out = said(zoo(tmp_path, "partners"), "score", "zoo", "table.txt")
    assert "Ana + Cleo: 23.\nBen + Dora: 22.\n" in out
    assert "1. Ana + Cleo\n2. Ben + Dora\n" in out


@pytest.mark.parametrize(("needs", "result"), [("45", "won"), ("46", "lost"), ("", None)])
def test_a_table_against_the_game_wins_with_the_points_it_needs(tmp_path: Path, needs: str, result: str | None) -> None:
    root = zoo(tmp_path, "together", needs)
    assert json.loads(said(root, "score", "zoo", "table.txt", "--json")).get("result") == result
    out = said(root, "score", "zoo", "table.txt")
    assert "    45  for all together" in out
    assert ("Everybody wins." in out, "The game wins." in out) == (result == "won", result == "lost")


@pytest.mark.parametrize(
    ("sides", "wins", "problem"),
    [
        ("together", "highest", "all players win or lose together, so nobody has the highest total"),
        ("partners", "25", "this must be highest or lowest\n"),
    ],
)
def test_a_page_says_who_wins_in_the_way_of_its_sides(tmp_path: Path, sides: str, wins: str, problem: str) -> None:
    out = said(zoo(tmp_path, sides, wins), "check", code=1)
    assert f"rules_md/zoo.md:6:9 E614 wins: {problem}" in out


@pytest.mark.parametrize(
    ("sides", "players", "columns", "ends"),
    [("partners", "4", 2, "Won by"), ("together", "1-4", 1, "Won"), ("{3: 1 against all}", "3", 2, "Won by")],
)
def test_a_pad_has_a_column_for_each_side(tmp_path: Path, sides: str, players: str, columns: int, ends: str) -> None:
    root = zoo(tmp_path, sides, "20" if sides == "together" else "highest", players)
    said(root, "build", "--only", "score-pad")
    with pypdfium2.PdfDocument(root / "output" / "zoo" / "score-pad-a4.pdf") as document:
        words = document[0].get_textpage().get_text_bounded().split()
    pads = words.count("Zoo")
    assert words.count("Names") == columns * pads
    assert " ".join(words).count(ends) == pads


def test_a_match_of_partners_is_between_sides(tmp_path: Path) -> None:
    root = zoo(tmp_path, "partners")
    said(root, "match", "new", "zoo", "Ana", "Ben", "Cleo", "Dora")
    for text in ("table.txt", "of_sides", "of_all", "named"):
        if text != "table.txt":
            points = {"of_sides": "10 30", "of_all": "1 2 3 4", "named": "Ana 5, Ben 7"}[text]
            (root / text).write_text(f"{points}\n")
        out = said(root, "match", "add", text)
    assert "round  dealer  Ana + Cleo  Ben + Dora\n" in out
    assert "total                  42          65\nplace                  2.          1.\n" in out
    assert "Ben + Dora lead with 65 points." in out
    found = json.loads(said(root, "match", "show", "--json"))
    assert found["totals"] == [42, 65, 42, 65]
    assert found["sides"] == [["Ana", "Cleo"], ["Ben", "Dora"]]
    assert found["rounds"][1]["won"] == ["Ben", "Dora"]
    stats = json.loads(said(root, "match", "stats", "--json"))
    rivals = {player["name"]: [rival["name"] for rival in player["rivals"]] for player in stats["players"]}
    assert rivals == {name: ["Ben", "Dora"] if name in {"Ana", "Cleo"} else ["Ana", "Cleo"] for name in rivals}


def test_sides_that_change_in_the_middle_of_a_match_are_refused(tmp_path: Path) -> None:
    root = zoo(tmp_path, "partners")
    said(root, "match", "new", "zoo", "Ana", "Ben", "Cleo", "Dora")
    (root / "other.txt").write_text("Ana: Fox\nCleo: Raven\nBen: gems 1\nDora: gems 2\n")
    out = said(root, "match", "add", "other.txt", code=1)
    assert "E715 Ana and Ben play together in this table, but not in the match" in out
    assert "Write the players in this order: Ana, Ben, Cleo and Dora." in out


def test_a_match_of_sides_is_the_same_after_an_export_and_an_import(tmp_path: Path) -> None:
    root = zoo(tmp_path, "partners")
    said(root, "match", "new", "zoo", "Ana", "Ben", "Cleo", "Dora")
    shown = said(root, "match", "add", "table.txt")
    for form in ("csv", "json"):
        text = said(root, "match", "export", "--format", form)
        (root / f"match.{form}").write_text(text)
        run(root, "match", "import", f"match.{form}", PROOFDECK_DB=str(root / f"{form}.db"))
        again = run(root, "match", "show", PROOFDECK_DB=str(root / f"{form}.db")).out
        assert again == shown


def test_rounds_against_the_game_are_won_or_lost(tmp_path: Path) -> None:
    root = zoo(tmp_path, "together", "40", "1-4")
    said(root, "match", "new", "zoo", "Ana", "Ben", "Cleo", "Dora")
    said(root, "match", "add", "table.txt")
    (root / "more.txt").write_text("12\nlost\n")
    out = said(root, "match", "add", "more.txt")
    assert "57 points in 2 rounds, 1 of them won." in out
    found = json.loads(said(root, "match", "show", "--json"))
    assert [len(one["won"]) for one in found["rounds"]] == [4, 0]
    assert "won 1/2" in said(root, "match", "stats") or "won 0.5" in said(root, "match", "stats")


def test_a_game_for_one_player_says_so(tmp_path: Path) -> None:
    root = zoo(tmp_path, "together", "40", "1")
    assert "E710 Zoo is for 1 player, not 2" in said(root, "match", "new", "zoo", "Ana", "Ben", code=2)


def test_partners_share_their_places_in_a_tournament_even_if_its_game_cannot_be_opened_any_more(tmp_path: Path) -> None:
    root = zoo(tmp_path, "partners")
    (root / "players.txt").write_text("Ana\nBen\nCleo\nDora\n")
    said(root, "tournament", "new", "zoo", "--players", "players.txt", "--rounds", "1")
    said(root, "tournament", "seat")
    seats = json.loads(said(root, "tournament", "show", "--json"))["rounds"][0]["tables"][0]["players"]
    for entered in (("30", "1", "5", "20"), ("10", "1", "25", "20")):
        (root / "rules_md" / "zoo.md").write_text("---\nplayers: [\n---\n")
        said(root, "tournament", "enter", "1", "1", *entered)
        found = json.loads(said(root, "tournament", "standings", "--json"))["standings"]
        earned = {row["player"]: row["score"] for row in found}
        assert earned[seats[0]] == earned[seats[2]] > earned[seats[1]] == earned[seats[3]]
