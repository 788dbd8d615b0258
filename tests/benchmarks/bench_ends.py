"""How well bots play the ends of games: `python tests/benchmarks/bench_ends.py [--ends N]`.

Ends of games between greedy players at which the result can still change are solved by brute force with all cards open.
What a bot loses is the share of the win between the best choice and its own, in points. `open`: it sees all cards, so
that it could lose nothing; else it sees what its player sees, and even the best play loses something. `by guess`: the
same at 12 tables that the player imagines, where the best choice is the one that is best on average.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.ends import End, ends, expected, share
from tables import engine

from proofdeck.play.engine.bots import Seat, after
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.referee import BotMaker
from proofdeck.play.engine.rollouts import OpenSeat
from proofdeck.play.engine.state import Macro

MOST = 2_000
"""Different tables that may follow on an end."""
GAMES = (("tombs", 2), ("tombs", 3), ("fishing-dragon", 2))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ends", type=int, default=120)
    count = parser.parse_args().ends
    print("| game | bot | cards | loses | wrong | by guess | ms |\n|---|---|---|---:|---:|---:|---:|")
    for name, players in GAMES:
        found = [*islice(ends(name, players, MOST), count)]
        chance = sum(max(worth.values()) - sum(worth.values()) / len(worth) for _, worth in found) / len(found)
        print(f"| {name}, {players} | chance | | {100 * chance:.1f} | | | |")
        guesses = [expected(table, [*worth], Random(number), 100 * MOST) for number, (table, worth) in enumerate(found)]
        for bot in ("greedy", "search"):
            for kind in (OpenSeat, Seat):
                cards = "open" if kind is OpenSeat else "hidden"
                measured(f"{name}, {players} | {bot} | {cards}", found, guesses, bot, kind, name)


def measured(
    label: str, found: list[End], guesses: list[dict[Macro, float]], bot: str, kind: type[Seat], name: str
) -> None:
    """Print what a bot loses on these ends."""
    maker: BotMaker = bot_makers(engine(name))[bot]
    lost = wrong = missed = spent = 0.0
    for number, ((table, worth), guess) in enumerate(zip(found, guesses, strict=True)):
        before = time.process_time()
        answer = tuple(maker(Random(number)).choose(kind(table)))
        spent += time.process_time() - before
        missing = max(worth.values()) - share(after(table, answer), table.current_player(), {}, 100 * MOST)
        missed += max(guess.values()) - max(guess[macro] for macro in guess if macro[: len(answer)] == answer)
        lost, wrong = lost + missing, wrong + (missing > 0)
    size = len(found)
    by_guess = f"{100 * missed / size:.1f}" if kind is Seat else ""
    print(
        f"| {label} | {100 * lost / size:.1f} | {100 * wrong / size:.0f} % | {by_guess} | {1000 * spent / size:.1f} |"
    )


if __name__ == "__main__":
    main()
