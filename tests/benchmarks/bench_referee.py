"""What an assistant waits for: `python tests/benchmarks/bench_referee.py [GAME]...`.

Each tool is used once on each of the six games, by the official client, over a server of its own. Figures are seconds
of the wall clock with a warm cache: `check` is told once before. `compare`, `lab` and `hunt` may take five seconds.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "generator"), str(ROOT / "tests")]

from cli.commands import run  # noqa: E402
from referee.assistants import assistant  # noqa: E402

GAMES = ("tombs", "rummy-duel", "fishing-dragon", "fantasy-contract-rummy", "toonerville-rook", "salt-roads")
SECONDS = 5


def calls(game: str, card: str) -> list[tuple[str, dict[str, Any]]]:
    page, of_game = f"rules_md/{game}.md", {"game": game}
    return [
        ("project", {}),
        ("read", {"file": page}),
        ("check", {}),
        ("write", {"file": page, "instead_of": "\nage: ", "text": "\nage: 1"}),
        ("check", {}),
        ("diff", {}),
        ("face", {**of_game, "card": card}),
        ("page", of_game),
        ("page", {**of_game, "what": "cards", "number": 2}),
        *((tool, {**of_game, "seconds": SECONDS}) for tool in ("compare", "lab", "hunt")),
        ("table", {**of_game, "do": "deal"}),
        ("propose", {}),
    ]


def measured(game: str, root: Path) -> None:
    run(root.parent, "new", root.name, "--like", game)
    rules = root / "rules_md" / f"{root.name}.md"
    card = next(
        row.split(",")[1]
        for row in (root / "cards.csv").read_text(encoding="utf-8").splitlines()
        if row.startswith(f"{game},")
    )
    assert rules.exists()
    begun = time.perf_counter()
    with assistant(root) as asks:
        print(f"{game:<24} {'begin':<8} {time.perf_counter() - begun:6.2f} s", flush=True)
        asks("check")
        for tool, given in calls(game, card):
            begun = time.perf_counter()
            said = asks(tool, **given)
            spent = time.perf_counter() - begun
            print(
                f"{game:<24} {tool:<8} {spent:6.2f} s  {len(said.text):>5} letters{'  refused' * said.is_error}",
                flush=True,
            )


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        with TemporaryDirectory() as place:
            measured(name, Path(place) / name)
