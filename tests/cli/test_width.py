"""However wide a terminal is, no word is broken and no line is wider; programs get whole lines."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import typer
from cli.commands import run
from cli.terminals import Terminal, can_run
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from proofdeck.front.cli.app import COMMANDS, app
from proofdeck.front.cli.screen import HANG, LEAST, cells, fitted
from proofdeck.front.starting import start_project

WIDTHS = (60, 80, 120)
ROWS = 200
TYPICAL = (
    "games",
    "check --trust",
    "build --only wolf --quiet --trust",
    "diff before",
    "export --list",
    "explain E303",
    "score reef trick.txt --trust",
    "score reef trick.txt --why Ana --trust",
    "simulate reef --games 6 --jobs 1 --trust",
    "compare reef --set last-trick=5..7 --games 4 --jobs 1 --trust",
    "build --png --dpi 200",
)
MISTAKES = """[elements.star]
type = "icon"
icon = "zzz"
[elements.words]
type = "text"
text = "{{ nothing_of_this_name }} and a line that is longer than any terminal on which it is shown, from end to end"
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game beside a deck with mistakes, and how its cards were before."""
    folder = tmp_path_factory.mktemp("width")
    start_project(folder / "reef", engine=True)
    made = folder / "reef"
    shutil.copytree(made, made / "before")
    sheet = made / "cards.csv"
    text = sheet.read_text(encoding="utf-8")
    head = text.split("\n", 1)[0].split(",")
    row = {
        "id": "wolf",
        "name": "狼とキツネとカラスと牡鹿とフクロウの長い長い名前の札",
        "text": "Howl. " * 30,
    }
    sheet.write_text(f"{text}{','.join(row.get(name, '') for name in head)}\n", encoding="utf-8")
    (made / "templates/reef/front.toml").write_text(MISTAKES)
    (made / "trick.txt").write_text("Ana: Reef 1\nBen: Gale 2\n")
    return made


def words_of(text: str) -> list[str]:
    """All words, without what a narrow terminal leaves out of the lines of a file. Japanese is compared by letters."""
    shown = [line for line in text.split("\n") if not re.match(r" *\d+ \| |\s*\^", line)]
    return sorted(
        re.findall(r"[^\W\d_]", "".join(shown)) if re.search(r"[\u3040-\u9fff]", text) else " ".join(shown).split()
    )


@pytest.mark.skipif(not can_run(), reason="there is no such terminal here")
@pytest.mark.parametrize(
    "columns", [pytest.param(one, marks=pytest.mark.thorough if one > 60 else ()) for one in WIDTHS]
)
def test_no_word_is_broken_and_no_line_is_wider_than_the_terminal(columns: int, root: Path) -> None:
    for words in TYPICAL:
        with Terminal(root, *words.split(), columns=columns, rows=ROWS) as terminal:
            terminal.ends()
            shown = terminal.lines
        wide = [line for line in shown if cells(line) >= columns and len(line.split()) > 1]
        assert not wide, f"{words}: these lines are as wide as the terminal"
        ran = run(root, *words.split())
        assert words_of("\n".join(shown)) == words_of(ran.out + ran.err), words


def commands() -> list[str]:
    found = ["", *COMMANDS]
    for name in ("match", "tournament"):
        found += [f"{name} {one}" for one in typer.main.get_command(app).commands[name].commands]  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_help_of_every_command_has_two_columns_and_breaks_no_word(columns: int) -> None:
    runner, whole = CliRunner(), {"COLUMNS": "400"}
    for words in commands():
        shown = runner.invoke(app, [*words.split(), "--help"], env={"COLUMNS": str(columns)}).output
        assert max(map(len, shown.split("\n"))) < columns, words
        assert shown.split() == runner.invoke(app, [*words.split(), "--help"], env=whole).output.split(), words
        begins = {len(row[1]) for row in re.finditer(r"^( +(?:-\w, )?--?[\w-]+(?: \S+)?  +)\S", shown, re.MULTILINE)}
        assert len(begins) <= 1, f"{words}: what options do begins in several columns"


def test_choices_and_defaults_are_below_what_an_option_does() -> None:
    shown = CliRunner().invoke(app, ["build", "--help"], env={"COLUMNS": "80"}).output.split("\n")
    at = next(place for place, line in enumerate(shown) if "--duplex" in line)
    assert shown[at].split("  ")[-1] == "Which edge the printer turns the paper on."
    assert shown[at + 1].strip() == "[long-edge, short-edge, none; default: long-edge]"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--png --dpi 200", "'--dpi' is not a number from 30 to 1200. Write one after --png."),
        ("--players 99", "'99' is not a whole number from 1 to 12. Write one after --players."),
        ("--first none", "'none' is not a whole number of at least 1. Write one after --first."),
    ],
)
def test_a_number_that_cannot_be_used_is_refused_with_what_to_write(words: str, told: str) -> None:
    done = CliRunner().invoke(app, ["build", *words.split()])
    assert done.exit_code == 2
    assert told in " ".join(done.output.split())


def test_programs_get_whole_lines(root: Path) -> None:
    told = run(root, "check", "--trust", COLUMNS="40").out.splitlines()
    assert any("E303" in line and line.endswith("there is no icon 'zzz'") for line in told)


LINE = st.lists(st.sampled_from(["a", "word", "several", "  ", "狼狼狼", "100 %", "\x1b[1mbold\x1b[0m", "x" * 60])).map(
    " ".join
)


@given(LINE, st.integers(LEAST, 130))
def test_any_line_is_wrapped_at_spaces_and_loses_no_word(line: str, width: int) -> None:
    parts = fitted(line, width).split("\n")
    assert "".join("".join(parts).split()) == "".join(line.split())
    assert all(cells(part) <= width or len(part.split()) == 1 for part in parts)
    assert all(part.startswith(" " * HANG) and part.strip() for part in parts[1:])


def test_what_continues_a_table_stands_in_its_last_column() -> None:
    row = "tombs   Tombs: 2 to 4 players who fight over a burial ground of nine tiles, 10+, 20 to 30 minutes"
    first, second, *_ = fitted(row, 50).split("\n")
    assert first.index("Tombs") == len(second) - len(second.lstrip())
