"""Versions, cards and bots compared at the command line."""

from __future__ import annotations

import csv
import html
import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import CHROMIUM, DESK, TELEPHONE, Light, broken_rules, chromium
from cli.commands import by_ctrl_c, by_kill, by_timeout, interrupted, run
from tables import to_play_in, tombs_played_by

from proofdeck.front.cli.simulate import _report
from proofdeck.front.starting import STARTERS, start_project
from proofdeck.ground.problems import Problems
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.play.lab.examining import examine
from proofdeck.play.lab.experiments import compare
from proofdeck.play.lab.ladder import climb
from proofdeck.play.lab.levels import sweep
from proofdeck.play.lab.simulation import Simulation, simulate


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A copy of what the six games are played by."""
    return to_play_in(tmp_path)


def told(root: Path, *words: str | Path) -> dict[str, Any]:
    ran = run(root, *words, "--json")
    assert (ran.code, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out)
    return found


def shown(page: Path) -> str:
    """Its text; a number and its unit stay on one line."""
    return page.read_text().replace("\N{NO-BREAK SPACE}", " ")


# -- compare -----------------------------------------------------------------------------------------------------------


def test_a_comparison_is_the_same_for_any_number_of_jobs_and_another_for_another_seed(games: Path) -> None:
    words = ("compare", "tombs", "--set", "goal.2=6", "--games", "32", "--bots", "random")
    one = told(games, *words, "--jobs", "1")
    assert told(games, *words, "--jobs", "3") == one
    assert told(games, *words, "--seed", "2")["figures"] != one["figures"]


def test_a_planted_change_is_found_and_play_stops_when_each_figure_is_decided(games: Path) -> None:
    found = told(games, "compare", "tombs", "--set", "goal.2=2", "--bots", "random", "--margin", "20", "--jobs", "1")
    assert (found["stopped"], found["old"], found["new"]) == ("decided", "as it is", "goal.2=2")
    assert 100 <= found["games"] < 1000
    turns = next(one for one in found["figures"] if one["figure"] == "turns")
    assert (turns["verdict"], turns["new"] < turns["old"]) == ("differs", True)


def test_each_version_plays_the_games_that_simulate_plays(games: Path) -> None:
    """With the very same seeds: the old side is the game as it is, the new side the one whose page says so."""
    found = told(games, "compare", "tombs", "--set", "goal.2=4", "--games", "20", "--bots", "random")
    before = told(games, "simulate", "tombs", "--games", "20", "--bots", "random")
    page = games / "rules_md" / "tombs.md"
    page.write_text(page.read_text().replace("goal: {2: 8,", "goal: {2: 4,"))
    after = told(games, "simulate", "tombs", "--games", "20", "--bots", "random")
    wins = [(one["old"], one["new"]) for one in found["figures"] if one["figure"] == "wins"]
    assert wins == [(was["wins"], now["wins"]) for was, now in zip(before["seats"], after["seats"], strict=True)]
    (turns,) = ((one["old"], one["new"]) for one in found["figures"] if one["figure"] == "turns")
    assert turns == (before["turns"]["mean"], after["turns"]["mean"])


def test_a_cell_of_the_spreadsheet_can_be_changed(games: Path) -> None:
    found = told(games, "compare", "fantasy-contract-rummy", "--set", "card.paladin.value=30", "--games", "4")
    assert found["unchanged"] < found["games"]
    same = told(games, "compare", "tombs", "--set", "card.blade.quantity_4=9", "--games", "10", "--bots", "random")
    assert same["unchanged"] == same["games"] == 10


def test_a_change_that_cannot_be_made_is_told_with_what_was_probably_meant(games: Path) -> None:
    changes = ("gaol.2=7", "card.blad.value=3", "goal.2=seven", "card.blade.value=x", "magus-adjacent=maybe")
    ran = run(games, "compare", "tombs", *(word for change in changes for word in ("--set", change)))
    assert ran.code == 2
    for words in (
        "E804 Tombs has no 'gaol.2' to change", "Did you mean 'goal.2'?", "Did you mean 'card.blade.value'?",
        "goal.2: this must be a whole number, not 'seven'", "card.blade.value: 'x' is not a number for this column",
        "magus-adjacent: this must be yes or no, not 'maybe'",
    ):  # fmt: skip
        assert words in ran.err
    assert "'goal.2' is not a change" in run(games, "compare", "tombs", "--set", "goal.2").err
    assert "E805" in run(games, "compare", "tombs").err


def test_a_comparison_in_words_says_what_differs_and_what_would_have_been_seen(games: Path) -> None:
    out = run(games, "compare", "tombs", "--set", "goal.2=3", "--games", "60", "--bots", "random").out
    assert out.startswith(
        "Tombs: goal with 2 players = 3, compared with as it is\n60 games of each with the same seeds"
    )
    for words in ("seat 1 wins", "turns", "differs", " would show", "at most 5 %"):
        assert words in out


def test_the_project_is_compared_with_a_folder_and_with_a_revision_each_with_its_own_engine(tmp_path: Path) -> None:
    """Both engines are modules of one name, and one of them ends the game earlier."""
    root, older = tombs_played_by("mine", tmp_path / "new" / "tombs"), tmp_path / "old" / "tombs"
    (root / "mine.py").write_text("from proofdeck.play.games.tombs import GAME\n")
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b.c")
    for said in (["init", "-q"], ["add", "."], ["commit", "-qm", "Begin"]):
        subprocess.run([*git, *said], cwd=root, check=True)
    shutil.copytree(root, older)
    (root / "mine.py").write_text(
        "from dataclasses import replace\nfrom proofdeck.play.games.tombs import GAME as PLAIN\n"
        "from proofdeck.play.games.tombs.rules import Tombs\n\nclass Mine(Tombs):\n    def prepare(self):\n"
        "        super().prepare()\n        self.goals = {2: 1, 3: 1, 4: 1}\n\n\nGAME = replace(PLAIN, make=Mine)\n"
    )
    words = ("compare", "tombs", "--games", "30", "--bots", "random", "--trust")
    for to, jobs in ((older, "2"), ("HEAD", "1")):
        found = told(root, *words, "--to", to, "--jobs", jobs)
        turns = next(one for one in found["figures"] if one["figure"] == "turns")
        assert (turns["verdict"], turns["new"] < turns["old"]) == ("differs", True), to
    ran = run(root, *words, "--to", "HEAD~7")
    assert (ran.code, "E516 'HEAD~7' is neither a folder nor a revision" in ran.err) == (2, True)
    (older / "mine.py").write_text("GAME = 1 / 0\n")
    ran = run(root, *words, "--to", older)
    assert (ran.code, "mine.py:1 E616 the engine fails here: ZeroDivisionError" in ran.err) == (2, True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_in_the_middle_of_a_comparison_ends_with_what_is_known(games: Path, jobs: int) -> None:
    asked = Simulation("tombs", 1000, bots=("random",), crew=jobs)

    def stop(_: str, done: int, __: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    found = compare(games, asked, ["goal.2=7"], stop, Problems())
    assert (found["stopped"], found["games"]) == ("interrupted", 20)
    whole = compare(games, replace(asked, games=20), ["goal.2=7"], no_progress, Problems())
    assert found["figures"] == whole["figures"]


@pytest.mark.parametrize("how", [by_ctrl_c, by_kill, by_timeout])
def test_an_interrupt_before_anything_is_known_ends_with_130_and_one_word(
    games: Path, how: Callable[[subprocess.Popen[bytes]], None]
) -> None:
    words = ("compare", "toonerville-rook", "--set", "rounds=10", "--bots", "search", "--jobs", "2")
    assert interrupted(games, *words, wait=lambda _: time.sleep(1), how=how) == (130, "", "interrupted\n")


# -- lab ---------------------------------------------------------------------------------------------------------------


def test_an_interrupted_simulation_says_what_is_known_so_far(games: Path) -> None:
    def interrupt(_: str, done: int, __: int) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    found = simulate(games, Simulation("tombs", 50, 2, ("random",), 1, 1), interrupt, Problems())
    assert (found["stopped"], found["games"]) == ("interrupted", 10)
    assert "Interrupted: this is what is known so far." in [*_report(found)]


def test_the_figures_of_a_lab_are_those_of_a_simulation_and_the_same_for_any_number_of_jobs(games: Path) -> None:
    words = ("--games", "33", "--bots", "random,greedy", "--players", "3", "--seed", "4")
    found = told(games, "lab", "tombs", *words, "--exchanges", "5", "--jobs", "1")
    assert told(games, "lab", "tombs", *words, "--exchanges", "5", "--jobs", "2") == found
    counted = told(games, "simulate", "tombs", *words)
    assert {name: found[name] for name in counted} == counted
    assert [card["card"] for card in found["cards"]] == ["blade", "magus", "ombra", "thorn"]
    assert sum(found["lengths"].values()) == 33
    assert not (games / "output").exists()


def bare(line: str) -> str:
    """What was hardly ever done, without what it is and how often it was done, which are in other cells of the page."""
    return re.sub("^(rule|move|kind of card) ", "", line.rsplit("  ", maxsplit=1)[-1])


def test_a_report_shows_every_card_in_a_file_that_needs_nothing_else_and_a_table_for_a_spreadsheet(
    tmp_path: Path,
) -> None:
    start_project(tmp_path / "tombs", "tombs")
    ran = run(tmp_path / "tombs", "lab", "tombs", "--games", "60", "--bots", "random")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-3:] == [f"output/tombs/lab.{end}" for end in ("html", "csv", "json")]
    page = shown(tmp_path / "tombs" / "output" / "tombs" / "lab.html")
    for row in csv.DictReader(
        (tmp_path / "tombs" / "output" / "tombs" / "lab.csv").read_text("utf-8-sig").splitlines()
    ):
        assert f'<th scope="row">{row["name"]}</th>' in page
        assert f"{100 * float(row['held']):.1f} %" in page
    assert page.count("<img ") == 4
    assert re.findall(r"<script .|https?://|<link", page) == []
    for sentence in map(bare, ran.out.splitlines()[2:]):
        assert html.escape(sentence, quote=False).replace("'", "&#39;") in page or "output/" in sentence, sentence


SETS = ("--set", "goal.2=3,4", "--set", "peace.2=0,3")


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
def test_reports_and_pages_of_several_values_break_no_rule_of_axe_core(tmp_path: Path) -> None:
    root = to_play_in(tmp_path)
    assert run(root, "lab", "tombs", "--games", "40", "--exchanges", "9", "--bots", "random").code == 0
    assert run(root, "compare", "tombs", *SETS, "--games", "5", "--bots", "random").code == 0
    looks: list[tuple[Light, int]] = [("light", DESK), ("dark", TELEPHONE)]
    with chromium() as browser, browser.new_context(java_script_enabled=True) as context:
        page = context.new_page()
        broken = []
        for name in ("lab", "compare"):
            page.goto((root / "output" / "tombs" / f"{name}.html").as_uri())
            broken += [text for light, width in looks for text in broken_rules(page, light, width)]
    assert not broken, "\n\n".join(["", *broken])


def test_an_engine_of_the_project_is_examined_when_it_is_trusted(tmp_path: Path) -> None:
    root = tmp_path / "owl-moon"
    start_project(root, engine=True)
    assert "E609" in run(root, "lab", "owl-moon", "--games", "10").err
    found = told(root, "lab", "owl-moon", "--games", "30", "--trust", "--jobs", "2")
    assert found["cards"]
    assert all(0 < card["held"] <= 1 for card in found["cards"])
    ran = run(
        root, "compare", "owl-moon", "--set", f"card.{found['cards'][0]['card']}.value=9", "--games", "4", "--trust"
    )
    assert ran.code == 0


def test_ctrl_c_in_a_lab_ends_with_what_is_known(games: Path) -> None:
    def stop(_: str, done: int, __: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    asked = Simulation("tombs", 1000, 2, ("random",), 1, 2)
    found = examine(games, asked, stop, Problems())
    assert (found["stopped"], found["games"]) == ("interrupted", 20)
    assert found["cards"] == examine(games, replace(asked, games=20), no_progress, Problems())["cards"]


# -- several values ----------------------------------------------------------------------------------------------------


def test_several_values_are_each_played_with_each_other_as_simulate_plays_them(games: Path) -> None:
    words = ("--games", "20", "--bots", "random")
    found = told(games, "compare", "tombs", "--set", "goal.2=3..5", "--set", "peace.2=0,4", *words, "--jobs", "1")
    assert (
        told(games, "compare", "tombs", "--set", "goal.2=3..5", "--set", "peace.2=0,4", *words, "--jobs", "2") == found
    )
    names = [f"goal.2={goal}, peace.2={peace}" for goal in (3, 4, 5) for peace in (0, 4)]
    assert [version["name"] for version in found["versions"]] == names
    page = games / "rules_md" / "tombs.md"
    text = page.read_text().replace("goal: {2: 8,", "goal: {2: 4,").replace("peace: {2: 3,", "peace: {2: 0,")
    page.write_text(text)
    alone = told(games, "simulate", "tombs", *words)
    rows = found["versions"][2]["figures"]
    assert [(row["value"], row["interval"]) for row in rows if row["figure"] == "wins"] == [
        (seat["wins"], seat["interval"]) for seat in alone["seats"]
    ]
    assert [row["value"] for row in rows if row["figure"] == "turns"] == [alone["turns"]["mean"]]


def test_a_sweep_plays_all_values_with_as_many_players_whatever_they_allow(tmp_path: Path) -> None:
    root = shutil.copytree(STARTERS / "rummy", tmp_path / "rummy")
    engine = root / "my_game_rules.py"
    text = engine.read_text(encoding="utf-8")
    fewest = "        self.min_players = 3 if self.size == 2 else 2\n\n\nGAME"
    engine.write_text(text.replace("\n\n\nGAME", f"\n{fewest}"), encoding="utf-8")
    found = told(
        root, "compare", "my-game", "--set", "set=2,3", "--games", "2", "--bots", "random", "--jobs", "1", "--trust"
    )
    assert found["players"] == 3
    assert [sum(row["figure"] == "wins" for row in version["figures"]) for version in found["versions"]] == [3, 3]


def test_a_sweep_is_shown_as_a_table_and_as_a_page_with_a_picture_of_each_figure(games: Path) -> None:
    ran = run(games, "compare", "tombs", "--set", "goal.2=2..4", "--games", "30", "--bots", "random")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    at = lines.index("goal with 2 players")
    assert lines[at + 1].split() == ["2", "3", "4"]
    assert [line[:15].strip() for line in lines[at + 2 : at + 8]] == [
        "seat 1 wins", "seat 2 wins", "seat 1 points", "seat 2 points", "turns", "ties"
    ]  # fmt: skip
    assert lines[-1] == "output/tombs/compare.html"
    page = shown(games / "output" / "tombs" / "compare.html")
    assert (page.count("<svg "), page.count('<circle class="dot"')) == (6, 18)
    assert "Lowest at" in page
    assert re.findall(r"<script|https?://|<link", page) == []
    for cell in re.findall(r"\d+\.\d+ %|\d+\.\d\d", "\n".join(lines[at + 2 : at + 8])):
        assert cell in page
    about = next(at for at, line in enumerate(lines) if line.startswith("These figures say nothing about"))
    never = [
        re.sub("^(rule|move|kind of card) ", "", line.rsplit("  ", maxsplit=1)[-1])
        for line in lines[about + 1 : lines.index("", about)]
    ]
    assert never
    assert [line for line in never if line.replace(" %", "\N{NO-BREAK SPACE}%") not in page] == []


@pytest.mark.parametrize(
    ("axis", "says"),
    [
        ("goal.2=9..6", "'goal.2=9..6' has no values"),
        ("goal.2", "'goal.2' is not a change"),
        ("gaol.2=6..7", "Did you mean 'goal.2'?"),
        ("goal.2=1..1000000000", "these are more than 100 versions"),
        ("goal.2=6,many", "goal.2: this must be a whole number, not 'many'"),
    ],
)
def test_a_sweep_that_cannot_be_made_is_told_before_anything_is_played(games: Path, axis: str, says: str) -> None:
    ran = run(games, "compare", "tombs", "--set", axis)
    assert (ran.code, ran.out) == (2, "")
    assert f"E804 {says}" in ran.err or says in ran.err


def test_several_values_are_not_compared_with_another_version(games: Path) -> None:
    ran = run(games, "compare", "tombs", "--set", "goal.2=3,4", "--to", "HEAD")
    assert (ran.code, ran.out) == (2, "")
    assert "E805 'goal.2=3,4' has several values, and --to compares two versions" in ran.err


def test_ctrl_c_in_a_sweep_keeps_the_versions_that_are_finished(games: Path) -> None:
    def stop(_: str, done: int, __: int) -> None:
        if done >= 25:
            raise KeyboardInterrupt

    found = sweep(games, Simulation("tombs", 10, 2, ("random",), 1, 1), ["goal.2=3..9"], stop, Problems())
    assert (found["stopped"], len(found["versions"])) == ("interrupted", 2)


# -- how strong bots are -----------------------------------------------------------------------------------------------


def test_a_ladder_is_the_same_for_any_number_of_jobs_and_says_who_is_stronger(games: Path) -> None:
    words = ("lab", "rummy-duel", "--ladder", "random,greedy", "--games", "12")
    found = told(games, *words, "--jobs", "1")
    assert told(games, *words, "--jobs", "2") == found
    (step,) = found["steps"]
    assert (step["bot"], step["against"], step["stronger"]) == ("greedy", "random", True)
    assert step["interval"][0] <= step["wins"] <= step["interval"][1]


def test_bots_that_are_equal_are_not_said_to_beat_each_other(games: Path) -> None:
    """Around the table each wins its share of every deal, whatever the seats are worth."""
    ran = run(games, "lab", "tombs", "--ladder", "greedy,greedy", "--games", "10", "--players", "3")
    assert "These games do not show that greedy beats greedy." in ran.out
    assert "equals win 33.3 %" in ran.out
    assert "E806" in run(games, "lab", "tombs", "--ladder", "greedy").err
    assert "Did you mean 'greedy'?" in run(games, "lab", "tombs", "--ladder", "random,gredy").err


@pytest.mark.parametrize(("bots", "steps"), [(("random", "greedy"), [0, 5, 6]), (("random", "ismcts"), [0, 1])])
def test_progress_begins_before_the_first_game_and_follows_each_game_of_bots_that_think(
    games: Path, bots: tuple[str, ...], steps: list[int]
) -> None:
    seen: list[int] = []

    def note(_: str, done: int, __: int) -> None:
        seen.append(done)
        if len(seen) == len(steps):
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        climb(games, Simulation("fishing-dragon", 6, 2, bots, 1, 1), note, Problems())
    assert seen == steps


def test_ctrl_c_in_a_ladder_keeps_the_step_that_was_begun(games: Path) -> None:
    def stop(_: str, done: int, __: int) -> None:
        if done >= 15:
            raise KeyboardInterrupt

    found = climb(games, Simulation("tombs", 10, 2, ("random", "greedy", "random"), 1, 1), stop, Problems())
    assert (found["stopped"], [step["deals"] for step in found["steps"]]) == ("interrupted", [10, 5])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sweep", "tombs", "goal.2=3,4"), "proofdeck compare GAME --set NAME=VALUES"),
        (("bots", "tombs"), "proofdeck lab GAME --ladder random,greedy,search"),
        (("-C", ".", "bots", "--help"), "proofdeck lab GAME --ladder random,greedy,search"),
    ],
)
def test_commands_that_are_gone_say_what_to_type(games: Path, words: tuple[str, ...], says: str) -> None:
    ran = run(games, *words)
    assert (ran.code, ran.out) == (2, "")
    assert says in " ".join(ran.err.replace("│", " ").split())
