"""Games that were played become worked examples: pasted into the rules, they hold, and they notice changed rules."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from cli.commands import ROOT, run, run_briefly
from kit.families import folder_of

from proofdeck.front.starting import start_project

GAMES = ("fantasy-contract-rummy", "rummy-duel", "tombs", "toonerville-rook", "fishing-dragon", "salt-roads")
PROSE = "Say here what happens, and why."


@pytest.fixture
def games(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "rules_md", tmp_path / "rules_md", ignore=shutil.ignore_patterns("*.de.md", "*.es.md"))
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    shutil.copy(ROOT / "cards.csv", tmp_path / "cards.csv")
    return tmp_path


def recorded(root: Path, game: str, *more: str) -> tuple[str, int]:
    """The file of a game between greedy bots, and the number of its moves."""
    ran = run(root, "simulate", game, "--games", "1", "--seed", "3", "--transcripts", "played", *more)
    assert ran.code == 0
    (file,) = (root / "played").glob(f"{game}-*.jsonl")
    return f"played/{file.name}", sum("action" in json.loads(line) for line in file.read_text().splitlines())


def paste(root: Path, game: str, example: str) -> None:
    """Put the example below the last section, with prose that has no number."""
    page = root / "rules_md" / f"{game}.md"
    page.write_text(page.read_text(encoding="utf-8") + f"\n{example}", encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_a_move_of_a_game_becomes_an_example_that_holds(games: Path, game: str) -> None:
    file, moves = recorded(games, game)
    for move in range(1, min(moves, 60), 9):
        ran = run(games, "example", file, "--move", str(move), "--id", f"ex.move-{move}")
        assert ran.code == 0
        assert ran.out.startswith(f"```example id=ex.move-{move}")
        assert ran.out.endswith(f"---\n{PROSE}\n```\n")
        paste(games, game, ran.out)
    checked = run(games, "check", game)
    assert [line for line in checked.out.splitlines() if re.search(r" E\d+ ", line)] == []


def test_moves_that_roll_dice_become_an_example_that_says_what_they_showed(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("dice"), tmp_path / "dice")
    file, _ = recorded(root, "dice", "--trust")
    told = run(root, "example", file, "--move", "1", "--moves", "3", "--trust")
    assert told.code == 0
    assert re.search(r"^  Roll: [1-6]$", told.out, re.MULTILINE)
    paste(root, "dice", told.out)
    checked = run_briefly(root, "check", "--trust")
    assert (checked.code, "E6" in checked.out) == (0, False)


def test_an_example_leaves_out_what_all_have_chosen_long_ago(games: Path) -> None:
    file, _ = recorded(games, "salt-roads")
    begun, going_on = (run(games, "example", file, "--move", move).out for move in ("3", "4"))
    assert re.findall(r"^(?:card|deed) \d", begun, re.MULTILINE) == []
    assert re.findall(r"^(?:card|deed) \d", going_on, re.MULTILINE) == ["card 1", "deed 1"]


def test_an_example_that_was_played_notices_a_rule_that_is_changed(games: Path) -> None:
    file, _ = recorded(games, "fishing-dragon")
    paste(games, "fishing-dragon", run(games, "example", file, "--id", "ex.last").out)
    page = games / "rules_md" / "fishing-dragon.md"
    text = page.read_text(encoding="utf-8")
    changed = re.sub(r"(?m)^(  prized: )2$", r"\g<1>3", text)
    assert changed != text
    page.write_text(changed, encoding="utf-8")
    place = text[: text.index("id=ex.last")].count("\n") + 1
    told = run(games, "check", "fishing-dragon").out
    lines = [int(line) for line in re.findall(r"(?m)^rules_md/fishing-dragon.md:(\d+) E621", told)]
    assert any(line > place for line in lines)


def test_a_game_of_ones_own_becomes_an_example_too(tmp_path: Path) -> None:
    root = tmp_path / "trick"
    start_project(root, engine=True)
    file, _ = recorded(root, "trick", "--trust")
    ran = run(root, "example", file, "--move", "4", "--moves", "2", "--trust")
    assert ran.code == 0
    assert ran.out.count("  Play ") == 2
    assert "id=ex.played-1" in ran.out
    paste(root, "trick", ran.out)
    assert run_briefly(root, "check", "--trust").code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--move", "900"), "so there is no example of 1 from move 900 on"),
        (("--moves", "99"), "so there is no example of 99 from move"),
    ],
)
def test_moves_that_were_not_made_are_told(games: Path, words: tuple[str, ...], told: str) -> None:
    file, _ = recorded(games, "tombs")
    ran = run(games, "example", file, *words)
    assert ran.code == 2
    assert "E807" in ran.err
    assert told in ran.err


def test_a_game_without_a_move_is_told_as_such(games: Path) -> None:
    file, _ = recorded(games, "tombs")
    path = games / file
    path.write_text(path.read_text(encoding="utf-8").splitlines(keepends=True)[0], encoding="utf-8")
    ran = run(games, "example", file)
    assert ran.code == 2
    assert "E807 no move of this game has been made yet" in ran.err


def test_an_example_begins_where_its_table_can_be_written(games: Path) -> None:
    """A set is laid card by card, and the table in between cannot be written."""
    file, _ = recorded(games, "fantasy-contract-rummy")
    moves = [row["action"] for row in map(json.loads, (games / file).read_text().splitlines()) if "action" in row]
    close = moves.index("Close") + 1
    opening = max(number for number, move in enumerate(moves[:close], 1) if move.startswith(("Open ", "Repair ")))
    ran = run(games, "example", file, "--move", str(close))
    assert f"It begins at move {opening}, because the table before move {close} cannot be written." in ran.err
    told = ran.out[ran.out.index("play:\n") : ran.out.index("expect:")].splitlines()[1:]
    assert [line.strip() for line in told] == moves[opening - 1 : close]
