"""`proofdeck` without a command: the page of a folder or of a spreadsheet, and what is said where there is none."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.request import urlopen

import pytest
from cli.commands import run
from cli.terminals import Terminal, can_run

CARDS = "Name,Power\nWolf,3\nOwl,2\n"
at_a_terminal = pytest.mark.skipif(not can_run(), reason="this system has no such terminals")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "Forest Deck.csv").write_text(CARDS, encoding="utf-8")
    return tmp_path


@pytest.fixture
def browser(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that keeps the address which it is to open."""
    script = tmp_path_factory.mktemp("bin") / "browser"
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > "{script}.opened"\n', encoding="utf-8")
    script.chmod(0o755)
    return script


def page_of(terminal: Terminal) -> str:
    terminal.wait_for("Ctrl-C stops it.")
    address = re.search(r"http://\S+", terminal.text)
    assert address is not None
    return str(urlopen(address[0], timeout=20).read().decode())


@at_a_terminal
def test_nothing_typed_in_a_folder_with_a_spreadsheet_opens_its_page(folder: Path, browser: Path) -> None:
    with Terminal(folder, BROWSER=f"{browser} %s") as terminal:
        assert "Wolf" in page_of(terminal)
    assert browser.with_name("browser.opened").read_text(encoding="utf-8").startswith("http://127.0.0.1:")


@at_a_terminal
def test_a_spreadsheet_that_is_dropped_on_it_opens_its_page_from_anywhere(folder: Path, browser: Path) -> None:
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    with Terminal(elsewhere, str(folder / "Forest Deck.csv"), BROWSER=f"{browser} %s") as terminal:
        assert "Wolf" in page_of(terminal)


@at_a_terminal
def test_an_empty_folder_says_in_three_lines_what_to_do(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        assert terminal.ends() == 2
        assert len(terminal.lines) == 3
        assert terminal.lines[-1] == "Or begin with a small game: `proofdeck new my-game`."


def test_without_a_terminal_nothing_typed_is_answered_with_the_help(folder: Path) -> None:
    said = run(folder)
    assert said.code == 2
    assert "Usage" in said.out + said.err
    assert "http://" not in said.out + said.err


def test_a_spreadsheet_that_is_not_there_is_told_with_what_is_nearly_called_so(folder: Path) -> None:
    said = run(folder, "Forst Deck.csv")
    words = " ".join(said.err.replace("│", " ").split())
    assert said.code == 2
    assert "There is no file 'Forst Deck.csv'. Did you mean 'Forest Deck.csv'?" in words


def test_a_spreadsheet_among_others_is_told_how_it_gets_a_folder(folder: Path) -> None:
    (folder / "Invoices.csv").write_text("Name,Sum\nJune,12\n", encoding="utf-8")
    words = " ".join(run(folder, "Forest Deck.csv").err.replace("│", " ").split())
    assert "There are other spreadsheets beside 'Forest Deck.csv'" in words
    assert run(folder, "new", "forest-deck", "--from", "Forest Deck.csv").code == 0


def test_a_command_that_is_gone_is_told_where_it_went_also_behind_a_folder(folder: Path) -> None:
    for words in (("sweep",), ("-C", ".", "sweep")):
        assert "is now a part of `compare`" in " ".join(run(folder, *words).err.split())


@pytest.mark.parametrize("words", [("--help",), ("-h",)])
def test_the_help_is_what_it_was(folder: Path, words: tuple[str, ...]) -> None:
    said = run(folder, *words)
    assert said.code == 0
    assert "Start with: proofdeck new my-game" in said.out
