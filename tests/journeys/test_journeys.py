"""Sequences of commands, each a process of its own, with edits between them, in folders as people have them.

Whatever happens between two commands, these laws hold:

- no command ends in a traceback, and each ends with 0, 1, 2 or 130;
- no command changes, removes or adds a file of the person, unless it is for that;
- what a build leaves in `output/`, and what it says is wrong, is what a build in a copy of the folder gives that has
  never seen another one.

A journey that fails is shortened to the fewest steps and printed as lines that can be pasted into a shell.
`PROOFDECK_JOURNEYS=2000 pytest -m thorough tests/journeys` makes that many, each time others.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from journeys.places import EDITS, Edit, age_store, csv_text, damage_store, write_workbook

from generator.making.build import build
from generator.problems import ProofdeckError, as_row, has_errors
from generator.project.request import Options

PROGRAM = Path(sys.executable).with_name("proofdeck")
COMMAND = [str(PROGRAM)] if PROGRAM.exists() else [sys.executable, "-m", "generator"]
PATIENCE = 120
"""s after which a command that should have ended long ago is given up."""
BEGINNINGS = (
    ("csv", "zoo"),
    ("csv", "salt-roads"),
    ("xlsx", "zoo"),
    ("xlsx", "rummy-duel"),
    ("new", "zoo"),
    ("new", "tombs"),
    ("from", "fishing-dragon"),
)
"""A spreadsheet, a workbook and what `new` makes, for a game with a name of its own and for some that are called like a
shipped one."""
KINDS = ("cards", "tricks", "rummy", "draft", "auction", "board")
BUILD = ("build", "--paper", "a4")
BUILDS = (BUILD, (*BUILD, "--clean"), (*BUILD, "--only", "cards", "--png", "40"), (*BUILD, "--ink", "low", "--changed"))
OTHERS = (
    ("check",),
    ("check", "--json"),
    ("printed",),
    ("diff",),
    ("accept", "--list"),
    ("games",),
    ("rules", "GAME"),
    ("export", "pictures", "--dpi", "30"),
    ("export", "play"),
    ("score", "GAME", "README.md"),
    ("match", "new", "GAME", "Ana", "Ben", "--wins", "highest"),
    ("simulate", "GAME", "--games", "2"),
    ("pull", "--cards", "cards.csv"),
)
WRITES = {"new": "*", "pull": "cards.*", "accept": "*", "printed": "printed.json"}
"""The files of the person that some commands are for writing."""
ENDS = {0, 1, 2, 130}
JOURNEYS = 2
"""From each beginning, in each run of the tests; all of them and the commands that they start take a minute of CPU."""
STEPS = 3


class Said(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


class Journey(RuleBasedStateMachine):
    """A folder, the commands that are run in it, and what a person does in between."""

    def __init__(self, form: str, game: str) -> None:
        super().__init__()
        self.form, self.game = form, game
        self.place = Path(tempfile.mkdtemp(prefix="journey-"))
        self.root = self.place / game
        self.copies = 0
        self.is_lawful_so_far = True

    def teardown(self) -> None:
        try:
            if self.is_lawful_so_far and self.root.exists():
                self.arrives()
        finally:
            shutil.rmtree(self.place, ignore_errors=True)

    # -- how it begins -------------------------------------------------------------------------------------------------

    @initialize(kind=st.sampled_from(KINDS))
    def begins(self, kind: str) -> None:
        form, game = self.form, self.game
        if form == "new":
            self.command("new", game, "--kind", kind, at=self.place)
            note(f"cd {game}")
            self.command("check")
            return
        home = self.root if form != "from" else self.place
        home.mkdir(exist_ok=True)
        if form == "xlsx":
            write_workbook(home / "cards.xlsx", game)
            note(f"mkdir {game}; cd {game}  # and a workbook cards.xlsx of these rows:\n{csv_text(game)}")
        else:
            (home / "cards.csv").write_text(csv_text(game), encoding="utf-8")
            note(f"mkdir {game}; cat > {home.name}/cards.csv <<END\n{csv_text(game)}END\ncd {home.name}")
        if form == "from":
            self.command("new", game, "--from", "cards.csv", at=self.place)
            note(f"cd {game}")

    # -- what a person does --------------------------------------------------------------------------------------------

    @rule(edit=st.sampled_from(EDITS))
    def edits(self, edit: Edit) -> None:
        note(edit.typed)
        edit.do(self.root)

    @rule(words=st.sampled_from(BUILDS))
    def builds(self, words: Sequence[str]) -> None:
        self.command(*words)

    @rule(edit=st.sampled_from(EDITS), words=st.sampled_from((BUILD, BUILD, *BUILDS, ("check",))))
    def edits_after_a_build_and_asks_again(self, edit: Edit, words: Sequence[str]) -> None:
        """What people do all evening, and so more often than all the rest."""
        self.builds(BUILD)
        self.edits(edit)
        self.command(*words)

    @rule(words=st.sampled_from(OTHERS))
    def asks(self, words: Sequence[str]) -> None:
        self.command(*(word.replace("GAME", self.game) for word in words))

    @rule()
    def looks_at_the_preview(self) -> None:
        """One request, and Ctrl-C."""
        note("proofdeck preview --no-browser  # open the page, then Ctrl-C")
        with self.started("preview", "--no-browser") as process:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                lines.append(line)
                if found := re.search(r"http://\S+", line):
                    urllib.request.urlopen(found[0], timeout=PATIENCE).read()
                    process.send_signal(signal.SIGINT)
                    break
            out, err = process.communicate(timeout=PATIENCE)
        self.is_lawful(Said(process.returncode, "".join(lines) + out, err))

    @precondition(lambda self: hasattr(os, "fork"))
    @rule(how=st.sampled_from((signal.SIGINT, signal.SIGKILL)), late=st.sampled_from((0.1, 0.4, 0.8, 1.5)))
    def interrupts_a_build(self, how: signal.Signals, late: float) -> None:
        note(f"timeout -s {how.name.removeprefix('SIG')} {late} proofdeck {' '.join(BUILD)}")
        before = self.files()
        with self.started(*BUILD) as process:
            try:
                process.wait(late)
            except subprocess.TimeoutExpired:
                process.send_signal(how)
            out, err = process.communicate(timeout=PATIENCE)
        is_killed = process.returncode == -signal.SIGKILL
        is_early = "KeyboardInterrupt" in err and "/generator/" not in err  # Python itself is still waking up
        if not is_killed and not is_early:
            self.is_lawful(Said(process.returncode, out, err))
        assert self.files() == before

    @rule(how=st.sampled_from(("cp -r", "mv", "ln -s")))
    def goes_on_in_another_folder(self, how: str) -> None:
        self.copies += 1
        other = self.place / f"{self.copies}" / self.root.name
        other.parent.mkdir()
        note(f"mkdir ../{self.copies}; {how} . {other.relative_to(self.place)}; cd {other.relative_to(self.place)}")
        if how == "mv":
            self.root.rename(other)
        elif how == "cp -r":
            shutil.copytree(self.root, other)
        else:
            other.symlink_to(self.root, target_is_directory=True)
        self.root = other

    @rule(how=st.sampled_from((damage_store, age_store)))
    def finds_the_store_as_another_left_it(self, how: object) -> None:
        assert callable(how)
        note(f"# in the cache: {how.__doc__}")
        how(self.place / "cache")

    # -- the laws ------------------------------------------------------------------------------------------------------

    def arrives(self) -> None:
        """Build once more. The files and the problems are those of a build that knows nothing of the journey."""
        said = self.command(*BUILD, "--json")
        fresh = self.place / "fresh" / self.root.name
        shutil.copytree(self.root, fresh, ignore=shutil.ignore_patterns("output"))
        try:
            problems = build(fresh, [], Options(papers=("a4",), cache=False)).problems
        except ProofdeckError as error:
            problems = list(error.problems)
        assert json.loads(said.out)["problems"] == [as_row(problem) for problem in problems]
        if has_errors(problems):
            return
        wanted, found = self.files(fresh / "output"), self.files(self.root / "output")
        assert [name for name in wanted if name not in found] == []
        assert [name for name in wanted if found[name] != wanted[name]] == []

    def command(self, *words: str, at: Path | None = None) -> Said:
        """Run a command, whose effects are lawful."""
        note(" ".join(("proofdeck", *words)))
        before, self.is_lawful_so_far = self.files(), False
        said = self.is_lawful(self.ran(words, at or self.root))
        after, may_write = self.files(), WRITES.get(words[0], "")
        touched = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        assert [name for name in sorted(touched) if not fnmatch(name, may_write)] == []
        self.is_lawful_so_far = True
        return said

    def is_lawful(self, said: Said) -> Said:
        assert "Traceback" not in said.out + said.err, said.out + said.err
        assert said.code in ENDS, said
        return said

    def files(self, folder: Path | None = None) -> Mapping[str, bytes]:
        """The files of the person, or all below the folder."""
        top = folder or self.root
        own = (path for path in sorted(top.rglob("*")) if path.is_file())
        names = ((path.relative_to(top).as_posix(), path) for path in own)
        return {name: path.read_bytes() for name, path in names if folder or not name.startswith("output/")}

    def ran(self, words: Sequence[str], at: Path, **more: str) -> Said:
        with self.started(*words, at=at, **more) as process:
            out, err = process.communicate(timeout=PATIENCE)
        return Said(process.returncode, out, err)

    def started(self, *words: str, at: Path | None = None, **more: str) -> subprocess.Popen[str]:
        places = {"XDG_CACHE_HOME": str(self.place / "cache"), "XDG_DATA_HOME": str(self.place / "data")}
        environment = {**os.environ, **places, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1", **more}
        return subprocess.Popen(
            [*COMMAND, *words],
            cwd=at or self.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )


def travel(form: str, game: str, journeys: int, *, always_the_same: bool) -> None:
    run_state_machine_as_test(
        partial(Journey, form, game),  # type: ignore[arg-type]
        settings=settings(
            max_examples=journeys,
            stateful_step_count=STEPS,
            derandomize=always_the_same,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
            report_multiple_bugs=False,
            print_blob=False,
        ),
    )


@pytest.mark.parametrize(("form", "game"), BEGINNINGS)
def test_no_journey_breaks_a_law(form: str, game: str) -> None:
    travel(form, game, JOURNEYS, always_the_same=True)


@pytest.mark.thorough
@pytest.mark.parametrize(("form", "game"), BEGINNINGS)
def test_no_long_series_of_journeys_breaks_a_law(form: str, game: str) -> None:
    travel(form, game, int(os.environ.get("PROOFDECK_JOURNEYS", "200")) // len(BEGINNINGS), always_the_same=False)
