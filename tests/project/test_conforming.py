"""Engines of the project, tried out by `check` once they are trusted."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest
from cli.commands import run, run_briefly
from tables import playable, tombs_played_by

from proofdeck.front.making.check import check
from proofdeck.front.starting import start_project
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.bots import RandomBot
from proofdeck.play.engine.faults import fault_of_author, is_of_author
from proofdeck.play.engine.importing import modules_of
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.engine.trial import conformance
from proofdeck.play.engine.trial.conformance import Effort
from proofdeck.play.setup.conforming import try_engine
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.trial import as_line

MINE = """
    from dataclasses import replace
    from proofdeck.play.games.tombs import GAME as PLAIN
    from proofdeck.play.games.tombs.rules import Tombs, TombsState

    class Table(TombsState):
        __slots__ = ()
        _generate = TombsState._generate
        # and more

    class Mine(Tombs):
        table = Table

    GAME = replace(PLAIN, make=Mine)
"""
SHARES = """
        def clone(self):
            copy = super().clone()
            copy.units = self.units
            return copy
"""
FAILS = """
        def standing(self):
            return [1 / 0] * self.players
"""


CANNOT_DEAL = """
        @classmethod
        def blank(cls, *args):
            return {}["stock"]
"""
FOUR = """\
    table = Table

    def _check_players(self, players):
        if players > 4:
            raise ValueError("only four can play")
"""
LEAVES = """
        zones = property(lambda table: None)
"""


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(conformance, "USUAL", Effort(games=1, tables=3, deals=60))
    yield
    sys.modules.pop("mine", None)


@pytest.fixture
def mine(tmp_path: Path) -> Callable[[str], Path]:
    """A project whose game is Tombs for two, played by its own code, which the given methods change."""

    def project(more: str = "", name: str = "project") -> Path:
        root = tombs_played_by("mine", tmp_path / name / "tombs")
        page = root / "rules_md" / "tombs.md"
        page.write_text(page.read_text(encoding="utf-8").replace("players: 2-4", "players: 2"), encoding="utf-8")
        (root / "mine.py").write_text(dedent(MINE.replace("        # and more\n", more)).lstrip("\n"), encoding="utf-8")
        return root

    return project


@dataclass(frozen=True)
class Said:
    told: list[str]
    lines: list[str]
    progress: list[tuple[str, int, int]]


def tried(root: Path, *, trust: bool = True) -> Said:
    """What trying out the engines of a project says."""
    sys.modules.pop("mine", None)
    problems = Problems()
    steps: list[tuple[str, int, int]] = []
    project = load_project(root, Problems())
    project.progress = lambda *step: steps.append(step)
    found = [try_engine(project, game, problems, trust=trust) for game in project.games.values()]
    told = [f"{problem.where} {problem.code} {problem.message}" for problem in problems]
    return Said(told, [as_line(one) for one in found if one], steps)


def line(verdict: str) -> str:
    """What is said after one game of two players, whose moves are counted by the simulation that plays the same."""
    moves = play_one(playable("tombs").game, [RandomBot] * 2, 1, 0).decisions
    return f"Tombs: its engine {verdict} in 1 game of 2 players with {moves} moves"


def test_a_fault_is_told_at_the_method_that_has_it(mine: Callable[..., Path]) -> None:
    (fault,) = tried(mine(SHARES)).told
    assert fault.startswith("mine.py:9 E646 playing on a clone changes ")
    assert " of its original table, because both share 'units' (after the deal, 2 players, seed 1)" in fault


def test_a_crash_is_told_at_its_line_and_other_faults_beside_it(mine: Callable[..., Path]) -> None:
    said = tried(mine(SHARES + FAILS))
    assert [fault.split(" ", 2)[:2] for fault in said.told] == [["mine.py:9", "E646"], ["mine.py:15", "E616"]]
    assert said.lines == [line("was tested")]


STUCK = """
        def _generate(self):
            return [] if self.turns > 3 else super()._generate()
"""
SHARES_OUT = """
        def returns(self):
            return [1.0] * self.players
"""
CURE = re.compile(r"`proofdeck ([^`]*)`")


@pytest.mark.parametrize(
    ("more", "then"), [(SHARES, ""), (SHARES_OUT, ""), (STUCK, "E645 no action is legal after move 3, but the game")]
)
def test_the_cure_of_a_fault_plays_its_game_as_it_is_printed(mine: Callable[..., Path], more: str, then: str) -> None:
    root = mine(more)
    problems, project = Problems(), load_project(root, Problems())
    for game in project.games.values():
        try_engine(project, game, problems, trust=True)
    cures = [found[1] for problem in problems if (found := CURE.search(problem.hint))]
    assert cures
    for cure in cures:
        said = run(root, *cure.split())
        assert (said.code, then in said.err) == (2 if then else 0, True), said.err


def test_a_fault_without_a_method_of_the_author_is_told_where_the_page_names_the_engine(
    mine: Callable[..., Path],
) -> None:
    """What is in the place of the method says nothing of where it was written."""
    (fault,) = tried(mine("\n        standing = property(lambda table: lambda: [1.0] * table.players)\n")).told
    assert fault == "rules_md/tombs.md:8 E646 standing() adds up to 2, not to 1 (after the deal, 2 players, seed 1)"


def test_a_fault_that_is_remembered_is_told_where_the_page_names_the_engine_now(mine: Callable[..., Path]) -> None:
    root = mine("\n        standing = property(lambda table: lambda: [1.0] * table.players)\n")
    page = root / "rules_md/tombs.md"
    places = [fault.partition(" ")[0] for fault in tried(root).told]
    page.write_text(page.read_text(encoding="utf-8").replace("title:", "# a note\ntitle:", 1), encoding="utf-8")
    places += [fault.partition(" ")[0] for fault in tried(root).told]
    assert places == ["rules_md/tombs.md:8", "rules_md/tombs.md:9"]


def test_code_that_was_made_is_no_file_of_the_author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name such as `<made for Table>` would otherwise be a file in the folder in which the command runs."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ZeroDivisionError) as failed:
        exec(compile("1 / 0", "<made for Table>", "exec"))
    assert fault_of_author(failed.value, tmp_path) is None


@pytest.mark.parametrize(
    ("file", "is_theirs"),
    [
        ("mine/rules.py", True),
        ("mine/.venv/lib/site-packages/library.py", False),
        ("mine-too/rules.py", False),
        ("elsewhere/linked.py", True),
        ("through/rules.py", True),
    ],
)
def test_code_of_the_author_lies_in_the_project_by_whatever_way_it_was_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, is_theirs: bool
) -> None:
    for folder in ("mine/.venv/lib/site-packages", "mine-too", "elsewhere"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "mine" / "rules.py").touch()
    (tmp_path / "elsewhere" / "linked.py").symlink_to(tmp_path / "mine" / "rules.py")
    (tmp_path / "through").symlink_to(tmp_path / "mine")
    module = ModuleType("strange")
    module.__file__ = str(tmp_path / file)
    monkeypatch.setitem(sys.modules, "strange", module)
    assert is_of_author(tmp_path / file, tmp_path / "mine") is is_theirs
    assert not is_of_author(tmp_path / "mine/.venv/lib/site-packages", tmp_path / "mine")
    assert modules_of(tmp_path / "mine") == [tmp_path / file] * is_theirs
    monkeypatch.delitem(sys.modules, "strange")
    monkeypatch.setitem(sys.modules, "__main__", module)
    assert modules_of(tmp_path / "mine") == [], "a script is no engine"


def test_a_page_for_more_players_than_the_engine_can_deal_to_is_told(mine: Callable[..., Path]) -> None:
    root = mine()
    replaced(root / "rules_md" / "tombs.md", "players: 2", "players: 4-6")
    (fault,) = tried(root).told
    assert fault == "rules_md/tombs.md:3 E644 the page says 4 to 6 players, but the engine cannot deal to 5 and 6"


@pytest.mark.parametrize("more", [(), ("--set", "hand=8")], ids=["as printed", "with a change"])
def test_no_more_players_than_the_page_says_are_dealt_to(tmp_path: Path, more: tuple[str, ...]) -> None:
    root = tmp_path / "my-game"
    start_project(root, engine=True)
    replaced(root / "rules_md" / "my-game.md", "players: 2-4", "players: 2")
    words = ("compare", "my-game", *more) if more else ("simulate", "my-game")
    said = run(root, *words, "--trust", "--games", "2", "--players", "3", "--bots", "random")
    assert said.code == 2
    assert "E504 my-game is for 2 players, not 3" in said.out + said.err
    assert run(root, *words, "--trust", "--games", "2", "--bots", "random").code == 0


def test_too_few_cards_are_told_once_with_every_number_of_players_for_which_they_are_too_few(tmp_path: Path) -> None:
    root = tmp_path / "shells"
    start_project(root, engine=True)
    replaced(root / "shells_rules.py", 'Whole("hand", 1, 10', 'Whole("hand", 1, 20')
    replaced(root / "rules_md" / "shells.md", "  hand: 10", "  hand: 16")
    short = "shells_rules.py:33 E616 the engine fails here: 16 cards each for 3 and 4 players are 48 and 64 cards, "
    said = run_briefly(root, "check", "--trust")
    assert said.code == 1
    assert said.out.count(" E616 ") == 1
    assert f"{short}but there are 40\n" in said.out
    assert f"{short}but there are 40\n" in run(root, "simulate", "shells", "--trust", "--players", "4").err


EXAMPLE = r"```example id=ex\.{}\b.*?^```\n"


def test_clauses_of_an_own_engine_that_no_example_shows_are_listed(tmp_path: Path) -> None:
    root = tmp_path / "shells"
    start_project(root, engine=True)
    page = root / "rules_md" / "shells.md"
    assert "shown by no example" not in run_briefly(root, "check", "--trust").out
    assert json.loads(run_briefly(root, "check", "--trust", "--json").out)["unshown"] == {"shells": []}
    few = re.sub(EXAMPLE.format("(?!lead)"), "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    page.write_text(few, encoding="utf-8")
    ran = run_briefly(root, "check", "--trust")
    assert ran.code == 0
    says = "  7 of 11 clauses are shown by no example; nobody would notice if they were wrong: setup.deal, "
    assert says in ran.out
    (missing,) = json.loads(run_briefly(root, "check", "--trust", "--json").out)["unshown"].values()
    assert f"{says}{', '.join(missing[1:])}\n" in ran.out
    assert run(root, "check", "--json").out.count("unshown") == 0


def test_of_a_shipped_engine_nothing_is_said_to_go_unnoticed(tmp_path: Path) -> None:
    root = tmp_path / "shells"
    start_project(root, like="tombs")
    page = root / "rules_md" / "shells.md"
    few = re.sub(EXAMPLE.format(".*"), "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    page.write_text(few, encoding="utf-8")
    assert "shown by no example" not in run(root, "check").out
    assert "unshown" not in run(root, "check", "--json").out


def test_a_shipped_engine_says_that_there_are_too_few_cards(tmp_path: Path) -> None:
    root = tmp_path / "small"
    start_project(root, like="tombs")
    cards = root / "cards.csv"
    cards.write_text(re.sub(r",unit,,,,\d+,\d+,\d+,", ",unit,,,,1,1,1,", cards.read_text("utf-8")), encoding="utf-8")
    said = run(root, "simulate", "small", "--players", "3")
    assert said.code == 2
    assert "E610 2 cards each for 3 and 4 players are 6 and 8 cards, but there are 4\n" in said.err
    assert "deal_out" not in said.err


def test_no_more_players_than_the_page_says_are_scored(tmp_path: Path) -> None:
    root = tmp_path / "my-game"
    start_project(root, engine=True)
    replaced(root / "rules_md" / "my-game.md", "players: 2-4", "players: 3-4")
    (root / "table.txt").write_text("Ana: Reef 10\nBen: Reef 9\n", encoding="utf-8")
    said = run(root, "score", "my-game", "table.txt", "--trust")
    assert said.code == 1
    assert "E704 my-game is for 3 to 4 players, not 2" in said.out + said.err


def test_a_page_for_fewer_players_than_its_engine_checks_has_nothing_wrong(mine: Callable[..., Path]) -> None:
    root = mine()
    replaced(root / "mine.py", "    table = Table\n", FOUR)
    replaced(root / "rules_md" / "tombs.md", "players: 2", "players: 2-3")
    assert tried(root).told == []


def test_an_engine_that_cannot_deal_is_told_once_and_not_counted(mine: Callable[..., Path]) -> None:
    said = tried(mine(CANNOT_DEAL))
    assert said.told == ["mine.py:11 E616 the engine fails here: KeyError: 'stock'"]
    assert said.lines == []


def test_what_the_engine_left_behind_is_told_beside_the_place_in_the_program(mine: Callable[..., Path]) -> None:
    root = mine(LEAVES)
    (fault, *_) = tried(root).told
    assert fault.startswith("rules_md/tombs.md:8 E616 the engine 'mine' returned something unusable: ")
    assert "(Proofdeck's " in fault
    hints = {problem.hint for problem in check(root, [], trust=True) if problem.code == "E616"}
    (hint,) = (hint for hint in hints if "example" in hint)
    assert hint.startswith("Look at what the engine returned, or left on the table. This happened in the example ex.")


def test_a_game_that_does_not_end_is_told(mine: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "LONGEST", 5)
    assert tried(mine()).told == [
        "rules_md/tombs.md:8 E645 the game has not ended after 5 moves in 6 turns (2 players, seed 1)"
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "other.py").touch(),
        lambda root: (root / "odds.txt").write_text("1"),
        lambda root: replaced(root / "cards.csv", ",10,8,9,", ",10,8,8,"),
    ],
    ids=["code", "a file that it may read", "cards"],
)
def test_a_clean_result_is_kept_until_the_engine_or_what_it_reads_changes(
    mine: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    root = mine()
    first = tried(root)
    assert (first.told, first.lines) == ([], [line("passed all tests")])
    assert first.progress[0] == ("Tombs", 0, 1)
    monkeypatch.setattr(conformance, "examine", None)
    assert tried(root) == Said([], [line("passed all tests")], [])
    replaced(root / "templates" / "tombs" / "front.toml", "Tombs: stone", "Tombs: Stone")
    assert tried(root) == Said([], [line("passed all tests")], [])
    change(root)
    with pytest.raises(TypeError):
        tried(root)


def replaced(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_is_wrong_is_told_again_without_another_test(mine: Callable[..., Path]) -> None:
    root = mine(SHARES)
    first, again = tried(root), tried(root)
    assert first.told
    assert again == replace(first, progress=[])


def test_engines_that_come_with_proofdeck_are_not_tried_out(tmp_path: Path) -> None:
    start_project(tmp_path / "tombs", "tombs")
    assert tried(tmp_path / "tombs") == Said([], [], [])


def test_check_says_what_is_wrong_with_an_engine_once_it_is_trusted(mine: Callable[..., Path]) -> None:
    root = mine(SHARES)
    run(root, "trust")
    checked = run(root, "check")
    assert checked.code == 1
    assert "mine.py:9 E646 playing on a clone changes " in checked.out
    assert "Tombs: its engine was tested in " in checked.out
