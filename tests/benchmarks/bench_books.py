"""What the books of rules cost: `python tests/benchmarks/bench_books.py [--runs N]`.

For each shipped game, processor seconds to prove it (every worked example played), to write HTML and Markdown, and to
set the PDFs for both papers; booklets and the layout of the cards apart. One process, the least of several runs; a
first run of everything, with all imports, is told once at the end.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from proofdeck.book.manuscript.books import book_jobs
from proofdeck.ground.problems import Problems
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.paper.deck.prints import lay_out
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

ROOT = Path(__file__).resolve().parents[2]
Result = TypeVar("Result")
KINDS = {".html": "screens", ".md": "screens", "rulebook": "paper", "booklet": "booklets"}


def spent_so_far() -> float:
    """Processor seconds of this process, and of those that it has started and that are done."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    begin = spent_so_far()
    found = work()
    return spent_so_far() - begin, found


def books(name: str) -> dict[str, float]:
    """Seconds for each part of the books of one game."""
    problems = Problems()
    project = load_project(ROOT, problems)
    spent: dict[str, float] = defaultdict(float)
    made = lay_out(project, project.games[name], Options(), problems)
    seconds, jobs = timed(lambda: book_jobs(project, made, Options(), problems))
    spent["proof"] = seconds
    for job in jobs:
        (path,) = job.keys
        kind = KINDS.get(Path(path).suffix) or KINDS[path.partition("-")[0]]
        spent[kind] += timed(lambda job=job: list(job.make(list(job.keys), no_progress)))[0]  # type: ignore[misc]
    return spent


def main(runs: int) -> None:
    cold, _ = timed(lambda: [books(name) for name in load_project(ROOT, Problems()).games])
    columns = ("proof", "screens", "paper", "booklets")
    print(f"| | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    total = 0.0
    for name in load_project(ROOT, Problems()).games:
        measured = [books(name) for _ in range(runs)]
        least = {column: min(row[column] for row in measured) for column in columns}
        total += sum(least.values()) - least["booklets"]
        print(f"| {name} | {' | '.join(f'{least[column]:.2f}' for column in columns)} |")
    print(f"all five, HTML and both papers: {total:.2f} s CPU warm; with imports and booklets, once: {cold:.2f} s CPU")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What the books of rules cost.")
    parser.add_argument("--runs", type=int, default=3)
    main(parser.parse_args().runs)
