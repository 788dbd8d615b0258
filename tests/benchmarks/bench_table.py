"""What the bookkeeping costs: `python tests/benchmarks/bench_table.py [--runs N]`.

Cold commands are whole processes, least processor seconds of several runs, beside a Python that does nothing. Piles are
read in one process, by how many cards they hold.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.loading import Playable
from proofdeck.play.games.fantasy_contract_rummy.best_reading import best_reading
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.project.reading import load_project

ROOT = Path(__file__).resolve().parents[2]
TABLES = {
    "fantasy-contract-rummy": "Ana:\n  Paladin, Shield x2, Sword, Dagger\nBen:\n  Druid x2, Dagger x2, Wolf x2\n",
    "rummy-duel": "row: 2H 3C 4D TS JS\nAna: 1 = 5H 6C 7D; hand 3\nBen: 4 = 10C JD QH; hand 7\n",
    "tombs": "board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\n",
    "toonerville-rook": "round 3\nAna: Red 5, Green 14, Rook\nBen: out\nCleo: Black 2 x2, yellow 7\n",
    "fishing-dragon": "prized: Star\nAna: Star 1-6\nBen: Sword 3 4 9-11, Leaf 4\n",
}
PILES = (8, 12, 16, 20, 24)


def spent(command: list[str], said: str = "", **environment: str) -> float:
    """Processor seconds of a process from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command, cwd=ROOT, input=said.encode(), env={**os.environ, **environment}, stdout=subprocess.DEVNULL, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands(runs: int, folder: str) -> None:
    def least(*words: str, said: str = "") -> float:
        command = [sys.executable, *words]
        return min(spent(command, said, PROOFDECK_DB=f"{folder}/scores.db") for _ in range(runs))

    nothing = least("-c", "pass")
    match = [sys.executable, "-m", "proofdeck", "match", "new", "toonerville-rook", "Ana", "Ben", "Cleo"]
    spent(match, PROOFDECK_DB=f"{folder}/scores.db")
    rows = [("Python alone", nothing)]
    rows += [(f"score {game}", least("-m", "proofdeck", "score", game, said=text)) for game, text in TABLES.items()]
    add = ("-m", "proofdeck", "match", "edit", "1")
    spent([sys.executable, "-m", "proofdeck", "match", "add", "--points", "1 2 3"], PROOFDECK_DB=f"{folder}/scores.db")
    rows += [
        ("match edit, points", least(*add, "--points", "1 2 3")),
        ("match edit, a table", least(*add, said=TABLES["toonerville-rook"].replace("round 3", "round 1"))),
        ("match show", least("-m", "proofdeck", "match", "show")),
    ]
    print("| cold | CPU s | of Python alone |\n|---|---:|---:|")
    for name, seconds in rows:
        print(f"| {name} | {seconds:.2f} | {seconds / nothing:.0f} x |")


def piles(runs: int) -> None:
    project = load_project(ROOT, Problems())
    playable = playable_of(project, project.games["fantasy-contract-rummy"], Problems())
    assert isinstance(playable, Playable)
    game = playable.game
    assert isinstance(game, FantasyContractRummy)
    deck = [motif for motif in range(game.motifs.weapons.stop) for _ in range(game.motifs.copies[motif])]
    best_reading(game, Counter(deck[:3]), [], [], [])
    print("\n| cards in a pile | median s | most s |\n|---:|---:|---:|")
    for count in PILES:
        seconds = []
        for seed in range(2 * runs):
            pile = Counter(Random(seed).sample(deck, count))
            begin = time.process_time()
            best_reading(game, pile, [], [(3, True)], [])
            seconds.append(time.process_time() - begin)
        print(f"| {count} | {statistics.median(seconds):.2f} | {max(seconds):.2f} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        commands(runs, folder)
    piles(runs)
