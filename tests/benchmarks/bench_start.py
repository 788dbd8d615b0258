"""How long an exported game takes to be ready, beside the bare start of its runtime, in each engine.

PROOFDECK_PYODIDE=package python tests/benchmarks/bench_start.py           # ten minutes; --quick: Chromium alone

From the hiring of the worker until the game is ready, without anybody who reads the cover. Each run starts the bare
runtime, whose library is as it is delivered, and then the game; the ratio is that of the least of each.
"""

from __future__ import annotations

import gzip
import re
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1])]

from benchmarks.bench_send import LONG, exported, runtime  # noqa: E402
from browsing import chromium  # noqa: E402
from driving import Driven, firefox, webkit  # noqa: E402

import proofdeck  # noqa: E402

GAMES = ("salt-roads", "tombs")
SPREADSHEET = "name,kind,quantity\nAda,Hero,3\nBo,Hero,2\nFog,Event,1\n"
RUNS = 5
GOAL, MOST_MB = 1.3, 12.0
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
PREPARED = "const prepared = prepare();"
TIMES = "prepared.then(() => { globalThis.took = performance.now() - hired; });"
TIMED = f"globalThis.hired = performance.now(); {PREPARED} {TIMES}"
"""Where the page hires its worker, and what it does there here."""
STARTED = 'self.postMessage({ step: "setting" });'
IS_READY = "self.postMessage({ number: 1 }); return;"
"""Where the worker goes on after the bare start, and what it does there instead."""
STDLIB = "python_stdlib.zip"
LIBRARY = re.compile(rf'(data-part="{STDLIB}">)[^<]+')
Opened = Callable[[Path], float]
"""Opens a page of `timed_page` and returns the seconds that it took."""


def main() -> None:
    only = [word for word in sys.argv[1:] if not word.startswith("-")]
    engines = ENGINES if "--quick" not in sys.argv else {"Chromium": ENGINES["Chromium"]}
    with tempfile.TemporaryDirectory() as folder:
        files = {game: exported(game, Path(folder)) for game in GAMES} | {"no rules": without_rules(Path(folder))}
        print(f"{'seconds':10} {'':12} {'bare':>6} {'game':>6} {'ratio':>6} {'MB':>6}   of {GOAL:g} and {MOST_MB:g}")
        for engine, browser in engines.items():
            if only and engine not in only:
                continue
            with browser() as opened:
                for game, file in files.items():
                    bare, whole = least(opened, file)
                    size = file.stat().st_size / 1e6
                    print(f"{engine:10} {game:12} {bare:6.2f} {whole:6.2f} {whole / bare:6.2f} {size:6.2f}", flush=True)


def least(opened: Opened, file: Path) -> tuple[float, float]:
    """Seconds of the bare start and of the game, the least of several runs that take turns."""
    pages = [timed_page(file, is_bare=is_bare) for is_bare in (True, False)]
    bare, whole = zip(*([opened(page) for page in pages] for _ in range(RUNS)), strict=True)
    return min(bare), min(whole)


def timed_page(file: Path, *, is_bare: bool) -> Path:
    """The same page, which times its start; bare: without the game."""
    text = POLICY.sub("", file.read_text(encoding="utf-8"))
    text = replaced(text, PREPARED, TIMED)
    made = file.with_name(f"{'bare' if is_bare else 'whole'}.html")
    if is_bare:
        delivered = gzip.compress(Path(runtime() or "", STDLIB).read_bytes())
        text = LIBRARY.sub(rf"\g<1>{b64encode(delivered).decode()}", replaced(text, STARTED, IS_READY))
    made.write_text(text, encoding="utf-8")
    return made


def replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def without_rules(folder: Path) -> Path:
    """A game that is a spreadsheet and nothing else."""
    place = folder / "spreadsheet"
    place.mkdir()
    (place / "cards.csv").write_text(SPREADSHEET, encoding="utf-8")
    (file,) = proofdeck.open(place).export("play", runtime=runtime()).files
    return file


@contextmanager
def in_chromium() -> Iterator[Opened]:
    with chromium() as browser:

        def opened(page: Path) -> float:
            with browser.new_context() as context:
                shown = context.new_page()
                shown.goto(page.as_uri())
                shown.wait_for_function("globalThis.took", timeout=LONG)
                return float(shown.evaluate("took / 1000"))

        yield opened


@contextmanager
def driven(browser: Callable[[Path], AbstractContextManager[Driven]]) -> Iterator[Opened]:
    with tempfile.TemporaryDirectory() as folder, browser(Path(folder)) as driven:

        def opened(page: Path) -> float:
            driven.open(page.as_uri())
            return float(driven.until("return globalThis.took")) / 1000

        yield opened


ENGINES: dict[str, Callable[[], AbstractContextManager[Opened]]] = {
    "Chromium": in_chromium,
    "Firefox": partial(driven, firefox),
    "WebKit": partial(driven, webkit),
}

if __name__ == "__main__":
    main()
