"""A folder, the commands that are run in it, each as a process of its own, and the laws that hold whatever happens."""

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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from random import Random
from typing import NamedTuple

from journeys.places import BESIDE, EDITS, IN_TEXT, IN_WORKBOOK, age_store, csv_text, damage_store, write_workbook

from proofdeck.front.making.build import build
from proofdeck.ground.problems import ProofdeckError, as_row, has_errors
from proofdeck.source.project.request import Options

PROGRAM = Path(sys.executable).with_name("proofdeck")
COMMAND = [str(PROGRAM)] if PROGRAM.exists() else [sys.executable, "-m", "proofdeck"]
PATIENCE = 120
"""s after which a command that should have ended long ago is given up."""
KINDS = ("cards", "tricks", "rummy", "draft", "auction", "board", "partners", "coop")
BUILD = ("build", "--paper", "a4")
BUILDS = (BUILD, (*BUILD, "--clean"), (*BUILD, "--only", "cards", "--png", "40"), (*BUILD, "--ink", "low", "--changed"))
CHECK = ("check",)
OTHERS = (
    CHECK,
    ("check", "--json"),
    ("printed",),
    ("diff",),
    ("accept", "--list"),
    ("games",),
    ("rules",),
    ("export", "png", "--dpi", "30"),
    ("export", "play"),
    ("score", "README.md"),
    ("match", "new", "Ana", "Ben"),
    ("simulate", "--games", "2"),
    ("pull", "--cards", "cards.csv"),
)
WRITES = {"new": "*", "pull": "cards.*", "accept": "*", "printed": "printed.json"}
"""The files of the person that some commands are for writing."""
ENDS = {0, 1, 2, 130, -signal.SIGINT}
"""A shell shows the last as 130, too: Python was interrupted when all was done."""
MISHAPS = (
    "looks_at_the_preview",
    *(
        f"interrupts_a_build {name} {late}"
        for name in ("INT", "KILL")
        for late in (0.1, 0.4, 0.8)
        if os.name == "posix"
    ),
    *(f"goes_on_in_another_folder {how}" for how in ("cp -r", "mv", "ln -s")),
    "finds_the_store_damaged",
    "finds_the_store_of_another_version",
)
Step = tuple[str, ...]
"""`("run", ...)` with the words of a command, `("edit", ...)` with how it is typed, or `("mishap", ...)`."""
MOST_TRIES = 40
"""Shorter journeys that are tried before the shortest so far is printed."""


class Said(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


def steps_by_chance(form: str, chance: Random, length: int) -> list[Step]:
    """Mostly what people do all evening: build, edit, and build again."""
    edits = IN_WORKBOOK if form == "xlsx" else IN_TEXT
    found: list[Step] = []
    for _ in range(length):
        one = chance.random()
        if one < 0.6:  # so that most kinds of edit come between two builds in a few journeys
            edit = chance.choice(chance.choice((edits, BESIDE)))
            found += [("run", *BUILD), ("edit", edit.typed), ("run", *chance.choice((BUILD, *BUILDS, CHECK)))]
        elif one < 0.8:
            found.append(("run", *chance.choice(OTHERS)))
        else:
            found.append(("mishap", chance.choice(MISHAPS)))
    return found


def broken_by(form: str, game: str, kind: str, steps: Sequence[Step]) -> tuple[AssertionError, list[str]] | None:
    """The law that a journey breaks, and the journey as lines for a shell; None if it breaks none."""
    with tempfile.TemporaryDirectory(prefix="journey-", ignore_cleanup_errors=True) as place:
        journey = Journey(Path(place), form, game)
        try:
            journey.begins(kind)
            for what, *words in steps:
                journey.takes(what, words)
            journey.arrives()
        except AssertionError as error:
            return error, journey.lines
    return None


def shortest(form: str, game: str, kind: str, steps: Sequence[Step]) -> tuple[AssertionError, list[str]] | None:
    """The same for the fewest steps that still break a law."""
    found = broken_by(form, game, kind, steps)
    tries = at = 0
    while found and at < len(steps) and tries < MOST_TRIES:
        fewer = [*steps[:at], *steps[at + 1 :]]
        tries += 1
        if again := broken_by(form, game, kind, fewer):
            found, steps = again, fewer
        else:
            at += 1
    return found


class Journey:
    """What a person does in a folder, one step after the other. lines: the same for a shell."""

    def __init__(self, place: Path, form: str, game: str) -> None:
        self.place, self.form, self.game = place, form, game
        self.root = self.place / game
        self.copies = 0
        self.lines: list[str] = []

    def begins(self, kind: str) -> None:
        """Make the folder. kind: of the project that `new` makes."""
        game = self.game
        if self.form == "new":
            self.command("new", game, "--kind", kind, at=self.place)
            self.lines.append(f"cd {game}")
            self.command(*CHECK)
        elif self.form == "from":
            (self.place / "cards.csv").write_text(csv_text(game), encoding="utf-8")
            self.lines.append(f"cat > cards.csv <<END\n{csv_text(game)}END")
            self.command("new", game, "--from", "cards.csv", at=self.place)
            self.lines.append(f"cd {game}")
        elif self.form == "xlsx":
            self.root.mkdir()
            write_workbook(self.root / "cards.xlsx", game)
            self.lines.append(f"mkdir {game}; cd {game}  # with a workbook cards.xlsx of these rows:\n{csv_text(game)}")
        else:
            self.root.mkdir()
            (self.root / "cards.csv").write_text(csv_text(game), encoding="utf-8")
            self.lines.append(f"mkdir {game}; cd {game}; cat > cards.csv <<END\n{csv_text(game)}END")

    def takes(self, what: str, words: Sequence[str]) -> None:
        """Take a step."""
        if what == "run":
            self.command(*words)
        elif what == "edit":
            self.lines.append(words[0])
            EDITS[words[0]].do(self.root)
        else:
            name, _, how = words[0].partition(" ")
            getattr(self, name)(*([how] if how else []))

    # -- mishaps -------------------------------------------------------------------------------------------------------

    def looks_at_the_preview(self) -> None:
        """One request, and Ctrl-C."""
        self.lines.append("proofdeck preview --no-browser  # open the page, then Ctrl-C")
        with self.running("preview", "--no-browser") as process:
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

    def interrupts_a_build(self, how: str) -> None:
        signal_name, late = how.split()
        self.lines.append(f"timeout -s {signal_name} {late} proofdeck {' '.join(BUILD)}")
        before = self.files()
        with self.running(*BUILD) as process:
            try:
                process.wait(float(late))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.Signals[f"SIG{signal_name}"])
            out, err = process.communicate(timeout=PATIENCE)
        is_killed = process.returncode == -signal.SIGKILL
        is_early = "KeyboardInterrupt" in err and "in main" not in err  # Python still loads the command
        if not is_killed and not is_early:
            self.is_lawful(Said(process.returncode, out, err))
        assert self.files() == before

    def goes_on_in_another_folder(self, how: str) -> None:
        self.copies += 1
        other = self.place / f"{self.copies}" / self.root.name
        other.parent.mkdir()
        self.lines.append(
            f"mkdir ../{self.copies}; {how} . {other.relative_to(self.place)}; cd {other.relative_to(self.place)}"
        )
        if how == "mv":
            self.root.rename(other)
        elif how == "cp -r":
            shutil.copytree(self.root, other)
        else:
            other.symlink_to(self.root, target_is_directory=True)
        self.root = other

    def finds_the_store_damaged(self) -> None:
        self.lines.append("# half of each store in the cache is gone")
        damage_store(self.place / "cache")

    def finds_the_store_of_another_version(self) -> None:
        self.lines.append("# another version of the program has written each store in the cache")
        age_store(self.place / "cache")

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
        self.lines.append(" ".join(("proofdeck", *words)))
        before = self.files()
        said = self.is_lawful(self.ran(words, at or self.root))
        after, may_write = self.files(), WRITES.get(words[0], "")
        touched = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        assert [name for name in sorted(touched) if not fnmatch(name, may_write)] == []
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
        with self.running(*words, at=at, **more) as process:
            out, err = process.communicate(timeout=PATIENCE)
        return Said(process.returncode, out, err)

    @contextmanager
    def running(self, *words: str, at: Path | None = None, **more: str) -> Iterator[subprocess.Popen[str]]:
        """A command that has ended when the block has, whatever fails in it."""
        with self.started(*words, at=at, **more) as process:
            try:
                yield process
            finally:
                process.kill()

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
            preexec_fn=_hears_ctrl_c if os.name == "posix" else None,  # noqa: PLW1509 - the tests start no threads
        )


def _hears_ctrl_c() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
