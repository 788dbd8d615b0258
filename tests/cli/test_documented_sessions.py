"""The sessions on the page about the table are what happens: each is typed again on a real terminal, word for word."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from cli.commands import ROOT, run
from cli.terminals import Terminal, can_run

SESSION = re.compile(r"^```text\n(\$ proofdeck .*?)^```$", re.MULTILINE | re.DOTALL)
DATE = re.compile(r"\d{4}-\d\d-\d\d")
INSTEAD = ", corrected: "
GAMES = {"fantasy-contract-rummy", "rummy-duel", "tombs", "toonerville-rook", "fishing-dragon", "salt-roads"}


def sessions() -> list[str]:
    return SESSION.findall((ROOT / "docs" / "at-the-table.md").read_text(encoding="utf-8"))


def commands(session: str) -> list[tuple[str, list[str]]]:
    """Each command with the lines that follow it."""
    pieces = re.split(r"^\$ proofdeck (.*)\n", session, flags=re.MULTILINE)[1:]
    return [(words, shown.rstrip("\n").split("\n")) for words, shown in zip(pieces[::2], pieces[1::2], strict=True)]


def undated(lines: list[str]) -> list[str]:
    return [DATE.sub("a day", line) for line in written(lines)]


def written(lines: list[str]) -> list[str]:
    """Without the empty ones: a terminal may break a line that is just as long as it is wide in one way or another."""
    return [line for line in lines if line]


def typed_again(terminal: Terminal, printed: list[str]) -> list[str]:
    """Answer each question as the page does; return what the screen shows in the end.

    The page has the line of the question too, followed by the answer.
    """
    while terminal.is_asking():
        asked, line = terminal.asked, written(printed)[len(written(terminal.above))]
        assert line.startswith(asked.split(INSTEAD)[0]), f"the page has '{line}' where this is asked:\n{terminal.text}"
        answer = line.split(INSTEAD)[1] if INSTEAD in asked else line[len(asked) :].strip()
        terminal.says(answer, instead=INSTEAD in asked)
    return terminal.lines


def test_there_is_a_session_of_every_game() -> None:
    words = " ".join(word for session in sessions() for word, _ in commands(session)).split()
    assert set(words) >= GAMES
    assert len(sessions()) == len(GAMES)


@pytest.mark.skipif(not can_run(), reason="there is no such terminal here")
@pytest.mark.parametrize("session", sessions(), ids=lambda session: session.split("\n")[0].removeprefix("$ proofdeck "))
def test_a_session_on_the_page_is_what_happens(session: str, tmp_path: Path) -> None:
    for words, printed in commands(session):
        with Terminal(ROOT, *words.split(), PROOFDECK_DB=str(tmp_path / "scores.db")) as terminal:
            assert undated(typed_again(terminal, printed)) == undated(printed)


def test_the_line_that_sums_up_a_proof_is_the_one_on_its_page_but_for_the_numbers() -> None:
    page = (ROOT / "docs" / "proof.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```text\n(Tombs: .*)\n```$", page, re.MULTILINE)
    said = run(ROOT, "check", "tombs", "--proof", "--games", "3").out.splitlines()[-1]
    assert re.sub(r"\d+", "1", said) == re.sub(r"\d+", "1", shown)


def test_the_sessions_on_the_page_about_the_lab_are_what_happens(tmp_path: Path) -> None:
    shutil.copy(ROOT / "cards.csv", tmp_path)
    for folder in ("rules_md", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shown = [
        one for session in SESSION.findall((ROOT / "docs" / "lab.md").read_text("utf-8")) for one in commands(session)
    ]
    assert [words.split()[0] for words, _ in shown] == ["lab", "compare", "compare", "lab"]
    for words, printed in shown:
        assert run(tmp_path, *words.split()).out.splitlines() == printed


def test_the_commands_on_the_page_about_tournaments_run(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "tournaments.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"^```text\n(proofdeck tournament .*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "players.txt").write_text("".join(f"Player {number}\n" for number in range(1, 13)))
    for line in lines.splitlines():
        ran = run(tmp_path, *line.split()[1:], "-C", ROOT, PROOFDECK_DB=str(tmp_path / "scores.db"))
        assert ran.code == 0, (line, ran.err)
