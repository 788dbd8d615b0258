"""What a change costs: CPU and clock of each step of the loop, as a ratio to a cold build of the same run.

    python tests/benchmarks/bench_loop.py              the table
    python tests/benchmarks/bench_loop.py --stale 500  random edits, kept results against fresh ones, byte by byte

Commands are processes of their own, as a user starts them, in a copy of the shipped project with a cache of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "generator"), str(ROOT / "tests")]


def copy_of_the_project(place: Path) -> Path:
    for name in ("templates", "rules_md"):
        shutil.copytree(ROOT / name, place / name)
    shutil.copy(ROOT / "cards.csv", place)
    return place


def command(root: Path, *words: str) -> tuple[float, float]:
    """Seconds of processor and of the clock, processes that it started included."""
    from benchmarks.costs import seconds_of_children

    before, began = seconds_of_children(), time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(root / "cache")}
    program = [sys.executable, "-m", "proofdeck", *words]
    done = subprocess.run(program, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    clock = time.perf_counter() - began
    return seconds_of_children() - before, clock


FLAVOUR = re.compile(r"She has never (?:once|\d+ times) lowered it\.")
TIMES = count(2)


def edited(root: Path) -> None:
    """One flavour text of the largest game, each time to something that was never there."""
    path = root / "cards.csv"
    text, found = FLAVOUR.subn(f"She has never {next(TIMES)} times lowered it.", path.read_text(encoding="utf-8"))
    assert found == 1
    path.write_text(text, encoding="utf-8")


def table(rounds: int) -> None:
    from benchmarks.bench_print import compile_modules
    from benchmarks.costs import adopt_orphans

    steps: list[tuple[str, tuple[str, ...], Callable[[Path], None] | None]] = [
        ("first build of all five", ("build", "-q"), None),
        ("nothing changed", ("build", "-q"), None),
        ("one text, cards and sheets", ("build", "-q", "--only", "cards"), edited),
        ("one text, with its book", ("build", "-q"), edited),
        ("first check of all five", ("check", "--no-cache"), None),
        ("check, nothing changed", ("check",), None),
        ("check after one cell", ("check",), edited),
    ]
    least: dict[str, tuple[float, float]] = {}
    adopt_orphans()
    compile_modules()
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as place:
            root = copy_of_the_project(Path(place))
            for name, words, edit in steps:
                if name == "one text, cards and sheets":
                    command(root, *words)
                if name == "check, nothing changed":
                    command(root, *words)
                if edit is not None:
                    edit(root)
                found = command(root, *words)
                least[name] = min(found, least.get(name, found))
    cold = least["first build of all five"][0]
    print(f"{'':32}{'CPU s':>8}{'clock s':>9}{'of a cold build':>17}")
    for name, (cpu, clock) in least.items():
        print(f"{name:32}{cpu:8.2f}{clock:9.2f}{cpu / cold:17.3f}")


def stale(edits: int, seed: int) -> int:
    """How many results that were kept were not those of a build from nothing."""
    from edits import EDITS, begin, differs

    wrong, chance = 0, random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_CACHE_HOME"] = str(Path(place, "cache"))
        root = begin(Path(place, "two"))
        for number in range(edits):
            name = chance.choice(list(EDITS))
            EDITS[name](root, chance)
            if found := differs(root):
                wrong += 1
                print(f"edit {number}, {name}: {found}")
    return wrong


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--stale", type=int, default=0, metavar="EDITS")
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    if asked.stale:
        print(f"{stale(asked.stale, asked.seed)} of {asked.stale} edits left something stale")
    else:
        table(asked.rounds)


if __name__ == "__main__":
    main()
