"""What play costs: `python tests/benchmarks/bench_play.py [--quick] [--runs N]`.

Decisions a second are those of players by chance through the public protocol, dealing and ranking included: ask what is
legal, take one, apply it. A game of nothing, which offers five actions a hundred times and ends, goes through the same
loop in the same run; how many times its time a real decision takes says more of a program than seconds, which say more
of a machine. Simulations a second are those of the search on tables from the middle of games. Processor time, one
process, the best of several runs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Protocol

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.bots import Seat
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.ismcts import Ismcts, Node
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.engine.state import OVER, Game
from proofdeck.play.setup.opening import open_game

ROOT = Path(__file__).resolve().parents[2]
WANTED = {
    "tombs": 150_000,
    "fishing-dragon": 150_000,
    "rummy-duel": 80_000,
    "toonerville-rook": 48_000,
    "fantasy-contract-rummy": 40_000,
}
"""Decisions a second."""
TABLES = {
    "tombs": "board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\n",
    "fantasy-contract-rummy": "Ana:\n  master-of-arms: Paladin, Shield x2, Sword, Dagger\nBen:\n  actions: Espionage\n",
}
BETWEEN = 7
"""Actions by chance between two tables that the search is asked about."""


class Playful(Protocol):
    """A table as far as the loop needs it."""

    player: int

    def legal_actions(self) -> list[int]: ...

    def apply_action(self, action: int) -> None: ...


class Nothing:
    """A hundred decisions about nothing."""

    def __init__(self) -> None:
        self.player = 0
        self.left = 100

    def legal_actions(self) -> list[int]:
        return [0, 1, 2, 3, 4]

    def apply_action(self, action: int) -> None:
        self.left -= 1
        if not self.left:
            self.player = OVER


def decisions_a_second(deal: Callable[[int], Playful], seconds: float) -> float:
    """Players by chance, for about that long."""
    chance = Random(1).random
    count = seed = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        state = deal(seed)
        seed += 1
        while state.player != OVER:
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            count += 1
    return count / spent


def simulations_a_second(game: Game, seconds: float) -> float:
    random = Random(1)
    bot = Ismcts(random)
    count = seed = 0
    spent = 0.0
    state = game.new_initial_state(game.min_players, seed)
    while spent < seconds:
        for _ in range(BETWEEN):
            if state.is_terminal():
                seed += 1
                state = game.new_initial_state(game.min_players, seed)
            state.apply_action(random.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        root, seat = Node(), Seat(state)
        begin = time.process_time()
        for _ in range(50):
            bot.simulate(seat.imagine(random), root)
        spent += time.process_time() - begin
        count += 50
    return count / spent


def greedy_games_a_second(name: str, seconds: float) -> float:
    _, playable = open_game(ROOT, name, Problems(), trust=False)
    makers = [bot_makers(playable.engine)["greedy"]] * playable.game.min_players
    begin, count = time.process_time(), 0
    while (spent := time.process_time() - begin) < seconds:
        play_one(playable.game, makers, derived(1, name), count)
        count += 1
    return count / spent


def cold_score(name: str, text: str, runs: int) -> float:
    """Least processor seconds of `proofdeck score`, from the start of the interpreter to its end."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table.txt"
        table.write_text(text)
        found = []
        for _ in range(runs):
            command = [sys.executable, "-m", "proofdeck", "score", name, str(table)]
            process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
            found.append(usage.ru_utime + usage.ru_stime)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description="What play costs.")
    parser.add_argument("--quick", action="store_true", help="half a second for each figure")
    parser.add_argument("--runs", type=int, default=3, help="how often each is taken; the best counts")
    asked = parser.parse_args()
    seconds = 0.5 if asked.quick else 2.0

    def best(measure: Callable[..., float], *of: object) -> float:
        return max(measure(*of, seconds) for _ in range(asked.runs))

    floor = best(decisions_a_second, lambda _: Nothing())
    print(f"a game of nothing: {floor:,.0f} decisions/s")
    print("| | players | decisions/s | wanted | of the game of nothing | searches/s | greedy games/s |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, wanted in WANTED.items():
        _, playable = open_game(ROOT, name, Problems(), trust=False)
        game = playable.game
        for players in range(game.min_players, game.max_players + 1):
            try:
                game.new_initial_state(players, 0)
            except ValueError:
                continue
            speed = best(decisions_a_second, partial(game.new_initial_state, players))
            row = [name, str(players), f"{speed:,.0f}", f"{wanted:,}", f"{floor / speed:.1f} x"]
            if players == game.min_players:
                row += [f"{best(simulations_a_second, game):,.0f}", f"{best(greedy_games_a_second, name):,.1f}"]
            print(f"| {' | '.join(row + [''] * (7 - len(row)))} |", flush=True)
    for name, text in TABLES.items():
        print(f"cold score of {name}: {cold_score(name, text, 4 * asked.runs):.3f} s CPU")


if __name__ == "__main__":
    main()
