"""What an exported game weighs, and how long it takes to the first move, beside the bare start of its runtime.

PROOFDECK_PYODIDE=package python tests/benchmarks/bench_send.py            # five minutes; --quick: Tombs alone
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).parents[1])]

from browsing import chromium  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402

import proofdeck  # noqa: E402

ROOT = Path(__file__).parents[2]
GAMES = ("fantasy-contract-rummy", "rummy-duel", "tombs", "toonerville-rook", "fishing-dragon", "salt-roads")
BUDGET_MB = 12.0
RUNS = 5
READING = 1.0
"""Seconds that somebody looks at the cover once the game is ready; they are not counted."""
PART = re.compile(r'<script type="text/plain" data-part="([^"]+)">([^<]*)<')
FACES = re.compile(r'<script type="application/json" id="faces">([^<]*)<')
UNPACKS = 'python.unpackArchive(parts.program, "zip"'
"""Where the worker goes on after the bare start."""
LONG = 120_000
"""Milliseconds."""


def main() -> None:
    games = ("tombs",) if "--quick" in sys.argv else GAMES
    with tempfile.TemporaryDirectory() as folder:
        files = {game: exported(game, Path(folder)) for game in games}
        weigh(files)
        with chromium() as browser:
            time_first_move(browser, files["tombs"])


def exported(game: str, folder: Path) -> Path:
    (file,) = proofdeck.open(ROOT).export("play", game, runtime=runtime(), output=folder / game).files
    return file


def runtime() -> str | None:
    return os.environ.get("PROOFDECK_PYODIDE") or None


def weigh(files: dict[str, Path]) -> None:
    """Megabytes of each file, by part."""
    print(f"{'MB':24} {'runtime':>8} {'program':>8} {'game':>8} {'faces':>8} {'book':>8} {'all':>8}   of {BUDGET_MB:g}")
    for game, file in files.items():
        text = file.read_text(encoding="utf-8")
        parts = {name: len(data) / 1e6 for name, data in PART.findall(text)}
        faces = sum(map(len, FACES.findall(text))) / 1e6
        runtime = sum(size for name, size in parts.items() if "." in name)
        row = (runtime, parts["program"], parts["game"], faces, parts.get("book", 0.0), file.stat().st_size / 1e6)
        print(f"{game:24} {' '.join(f'{size:8.2f}' for size in row)}")


def time_first_move(browser: Browser, file: Path) -> None:
    """Seconds since the page began to load, alternating between the bare runtime and the game."""
    bare = file.with_name("bare.html")
    bare.write_text(file.read_text(encoding="utf-8").replace(UNPACKS, f"return;\n{UNPACKS}"), encoding="utf-8")
    starts, opened, moved = [], [], []
    for _ in range(RUNS):
        starts += list(loaded(browser, bare))
        for ready, move in played(browser, file):
            opened.append(ready)
            moved.append(move)
    bare_start = median(starts)
    for words, times in (
        ("bare start of the runtime", starts),
        ("the game is ready", opened),
        ("first move made, after a look at the cover", moved),
    ):
        print(f"{words:44} {median(times):6.2f} s   {median(times) / bare_start:5.2f} x   (goal of the last: 1.5 x)")


def loaded(browser: Browser, file: Path) -> Iterator[float]:
    for page in pages(browser, file):
        yield ready_after(page)


def played(browser: Browser, file: Path) -> Iterator[tuple[float, float]]:
    for page in pages(browser, file):
        ready = ready_after(page)
        page.wait_for_timeout(1000 * READING)
        page.locator(".cover [data-open=play]").click()
        page.wait_for_selector("form.begin", timeout=LONG)
        page.locator("form.begin .main").click()
        page.locator(".moves button").first.click(timeout=LONG)
        page.wait_for_selector(".next", timeout=LONG)
        yield ready, float(page.evaluate("performance.now() / 1000")) - READING


def pages(browser: Browser, file: Path) -> Iterator[Page]:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(file.as_uri())
        yield page


def ready_after(page: Page) -> float:
    return float(page.evaluate("prepared.then(() => performance.now() / 1000)"))


if __name__ == "__main__":
    main()
