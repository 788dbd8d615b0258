"""Everyday manners of the command line: where a project is found, what the tab key offers, what programs get."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest
import typer
from cli.commands import run

from proofdeck.front.cli import terminal
from proofdeck.front.cli.app import app
from proofdeck.front.cli.folders import nearest_project
from proofdeck.front.cli.terminal import ProgressBar
from proofdeck.front.starting import start_project


@pytest.fixture
def root(tmp_path: Path) -> Path:
    start_project(tmp_path / "zoo")
    return tmp_path / "zoo"


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    assert holds()


class Screen(StringIO):
    """A terminal for what a command writes besides its answer."""

    def isatty(self) -> bool:
        return True


def test_something_moves_on_a_terminal_while_nothing_is_told_and_is_gone_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(terminal, "SILENCE", 0.01)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    with ProgressBar() as progress:
        until(lambda: "working" in screen.getvalue())
        progress("Owls", 1, 4)
        until(lambda: "Owls" in screen.getvalue() and "1/4" in screen.getvalue())
    assert screen.getvalue().endswith("\x1b[2K"), "the lines are deleted"


@pytest.mark.parametrize("words", [("score", "trick.txt"), ("match", "add", "trick.txt")])
def test_something_moves_while_an_engine_reads_a_table(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_project(tmp_path / "reef", engine=True)
    monkeypatch.chdir(tmp_path / "reef")
    engine, begins = tmp_path / "reef" / "reef_rules.py", "    def items(self, seat: int) -> Iterator[Item]:\n"
    text = engine.read_text(encoding="utf-8").replace(begins, f"{begins}        __import__('time').sleep(0.3)\n")
    engine.write_text(text, encoding="utf-8")
    (tmp_path / "reef" / "trick.txt").write_text("Ana: Reef 1\nBen: Gale 2\n")
    monkeypatch.setenv("PROOFDECK_DB", str(tmp_path / "scores.db"))
    command = typer.main.get_command(app)
    with suppress(SystemExit):
        command(["match", "new", "Ana", "Ben", "--trust"])
    monkeypatch.setattr(terminal, "SILENCE", 0.01)
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    with pytest.raises(SystemExit) as ended:
        command([*words, "--trust"])
    assert not ended.value.code, screen.getvalue()
    assert "working" in screen.getvalue()


def test_nothing_moves_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "SILENCE", 0.01)
    monkeypatch.setattr(sys, "stderr", file := StringIO())
    with ProgressBar() as progress:
        progress("Owls", 1, 4)
    assert file.getvalue() == ""


def test_a_project_is_found_from_its_subfolders(root: Path) -> None:
    (root / "templates/zoo/deep").mkdir()
    games = run(root, "games").out
    assert games.startswith("zoo")
    assert run(root / "templates/zoo/deep", "games").out == games
    assert (
        run(root / "rules_md", "check").out == "No problems found.\nZoo: nothing checks 20 texts, 27 never compared\n"
    )


def test_above_a_folder_without_any_project_nothing_is_found(tmp_path: Path) -> None:
    said = run(tmp_path, "check")
    assert said.code == 2
    assert "there is no cards.csv in '.'" in said.out + said.err


@pytest.mark.parametrize(
    "words", [("-C", "zoo", "games"), ("games", "-C", "zoo"), ("-C", "elsewhere", "games", "-C", "zoo")]
)
def test_the_folder_stands_before_or_behind_the_command(root: Path, words: tuple[str, ...]) -> None:
    """The nearer one counts."""
    assert run(root.parent, *words).out == run(root, "games").out


def test_a_group_of_commands_takes_the_folder_too(root: Path) -> None:
    assert run(root.parent, "-C", "zoo", "match", "new", "zoo", "Ana", "Ben", "--wins", "highest").code == 0
    assert "Zoo" in run(root, "match", "list").out


def test_programs_get_one_object_from_every_command_that_tells_something(root: Path) -> None:
    rules = json.loads(run(root, "rules", "zoo", "--json").out)
    assert rules["game"] == "zoo"
    assert rules["markdown"].startswith("# Zoo")
    assert {"score.each", "score.values"} <= rules["clauses"].keys()
    told = json.loads(run(root, "explain", "e103", "--json").out)
    assert (told["version"], told["code"]) == (1, "E103")
    assert run(root, "check", "--json").out == run(root, "check", "--format", "json").out
    refused = json.loads(run(root, "explain", "E000", "--json").out)
    assert refused["problems"][0]["code"] == "E509"


def test_a_replay_is_an_object_for_programs(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[2]
    run(shipped, "simulate", "tombs", "--games", "1", "--transcripts", tmp_path)
    (file,) = tmp_path.glob("*.jsonl")
    words, found = run(shipped, "replay", file).out, json.loads(run(shipped, "replay", file, "--json").out)
    assert (found["version"], found["game"], found["players"]) == (1, "tombs", 2)
    assert [line for line in words.splitlines()[1:] if line][: len(found["protocol"])][:3] == found["protocol"][:3]
    assert sorted(name for group in found["score"]["ranking"] for name in group) == ["Player 1", "Player 2"]


def offered(root: Path, *words: str) -> set[str]:
    """What bash is offered when the last of these words is completed."""
    line = " ".join(("proofdeck", *words))
    asked = {"_PROOFDECK_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words))}
    return set(run(root, **asked).out.split())


def test_the_tab_key_offers_games_cards_codes_and_bots(root: Path) -> None:
    assert offered(root, "build", "z") == {"zoo"}
    assert offered(root / "templates", "score", "") == {"zoo"}
    assert offered(root, "build", "zoo", "--only", "f") == {"fox", "frost"}
    assert offered(root, "build", "--only", "ru") == {"rulebook"}
    assert offered(root, "explain", "E10") == {f"E10{digit}" for digit in "12345689"}
    assert offered(root, "simulate", "zoo", "--bots", "greedy,r") == {"greedy,random"}
    assert offered(root, "pr") == {"preview", "printed", "printer"}


def test_the_tab_key_says_nothing_where_there_is_no_project(tmp_path: Path) -> None:
    assert offered(tmp_path, "build", "") == set()


def test_pictures_are_called_like_their_cards_whatever_is_built(root: Path) -> None:
    run(root, "build", "-q", "--png", "40", "--only", "cards")
    folder = root / "output/zoo"
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.png")}
    assert names == {"backs/back.png", *(f"fronts/{card}.png" for card in ("fox", "raven", "oak", "frost"))}
    fox = (folder / "fronts/fox.png").read_bytes()
    run(root, "build", "-q", "--png", "40", "--only", "fox", "-o", "few")
    assert (root / "few/zoo/fronts/fox.png").read_bytes() == fox


@pytest.mark.skipif(os.name != "posix", reason="this system keeps the folder that somebody is in")
def test_a_folder_that_is_gone_is_told_in_a_sentence(tmp_path: Path) -> None:
    words = (
        "import os, sys; os.rmdir(os.getcwd()); sys.argv[1:] = ['check']; from proofdeck.front.cli import main; main()"
    )
    (tmp_path / "gone").mkdir()
    command = [sys.executable, "-c", words]
    said = subprocess.run(command, cwd=tmp_path / "gone", capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (2, "The current folder no longer exists. Go to another one with `cd`.\n")


@pytest.mark.parametrize("files", [("CARDS.CSV",), ("deck.xlsx", "rules_md/"), ("deck.csv", "templates/")])
def test_a_project_inside_another_is_the_nearest_however_its_spreadsheet_is_called(
    files: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "inner"
    (inner / "notes").mkdir(parents=True)
    (tmp_path / "cards.csv").write_text("name\nAnt\n")
    for name in files:
        (inner / name).mkdir() if name.endswith("/") else (inner / name).write_text("name\nBee\n")
    monkeypatch.chdir(inner / "notes")
    assert nearest_project().resolve() == inner.resolve()


def test_a_list_in_a_folder_of_a_project_makes_no_project_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "exports").mkdir()
    for name in ("cards.csv", "exports/old.csv"):
        (tmp_path / name).write_text("name\nAnt\n")
    monkeypatch.chdir(tmp_path / "exports")
    assert nearest_project().resolve() == tmp_path.resolve()


@pytest.mark.parametrize(
    ("name", "cure"),
    [("cards.json", ".xlsx or .csv"), ("deck.numbers", "Export it from Numbers"), ("deck.txt", "call it cards.txt")],
)
def test_cards_in_another_form_are_named_with_what_to_do(name: str, cure: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("?")
    (tmp_path / "README.txt").write_text("Read me.")
    said = run(tmp_path, "build")
    assert (said.code, f"'{name}' cannot be read as one" in said.err, cure in said.err) == (2, True, True)


def test_what_became_of_each_sheet_is_told_by_build_and_check_and_to_programs(tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    book.active.title = "Notes"
    book.active.append(["Print the heroes."])
    for row in (["Name", "Text"], ["Ada", "Draw."], ["Bo", "Rest."]):
        (book["Heroes"] if "Heroes" in book.sheetnames else book.create_sheet("Heroes")).append(row)
    book.save(tmp_path / "deck.xlsx")
    lines = ["sheet Notes   not read: notes", "sheet Heroes  2 cards"]
    assert run(tmp_path, "build", "--paper", "a4", "--only", "cards").out.splitlines()[-2:] == lines
    assert run(tmp_path, "check").out.splitlines()[-2:] == lines
    rows = [
        {"sheet": "Notes", "cards": None, "read": False, "why": "notes"},
        {"sheet": "Heroes", "cards": 2, "read": True, "why": ""},
    ]
    for command in (("check", "--json"), ("build", "--paper", "a4", "--only", "cards", "--json")):
        assert json.loads(run(tmp_path, *command).out)["sheets"] == rows
