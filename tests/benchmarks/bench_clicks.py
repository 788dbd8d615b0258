"""How many clicks a first game takes: `python tests/benchmarks/bench_clicks.py [--seeds N] [GAME ...]`.

One person against one bot, from the page on which the table is set to the end, by somebody who clicks on what can be
clicked. It needs Chromium.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browsing import DESK, chromium
from preview.clicking import clicks_of_a_game
from tables import game_with_faces

from proofdeck.front.preview.server import Preview

GAMES = ("tombs", "salt-roads")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seeds", type=int, default=5)
    asked = parser.parse_args()
    print("| game | clicks, by deal | moves of the person |\n|---|---|---|")
    for game in asked.games:
        with TemporaryDirectory() as folder:
            counted = [clicks_and_moves(Path(folder) / game, game, seed) for seed in range(1, asked.seeds + 1)]
        clicks, moves = zip(*counted, strict=True)
        print(f"| {game} | {', '.join(map(str, clicks))} | {', '.join(map(str, moves))} |", flush=True)


def clicks_and_moves(root: Path, game: str, seed: int) -> tuple[int, int]:
    """Of one game, dealt with that seed."""
    if not root.exists():
        game_with_faces(root, game)
    preview = Preview(root)
    serving = Thread(target=preview.serve)
    serving.start()
    try:
        with chromium() as browser, browser.new_context(reduced_motion="reduce") as context:
            page = context.new_page()
            page.set_viewport_size({"width": DESK, "height": 800})
            page.goto(f"{preview.address}g/{game}/play")
            clicks = clicks_of_a_game(page, seed)
        table = preview.tables.room(game).table
        assert table is not None
        return clicks, sum(event.mover == table.viewer for event in table.talk.log)
    finally:
        preview.stop()
        serving.join()


if __name__ == "__main__":
    main()
