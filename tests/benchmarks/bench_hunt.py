"""What a hunt costs: `python tests/benchmarks/bench_hunt.py [--seconds N]`.

Different tables a second of processor time, in a search of all games of a small deck: every question is asked of every
finished table, and of one in sixteen of the others. How many tables are the end of a game says why games differ: points
are counted there, several times. Then the seconds until a mistake is found that loses a card in the tutorial's game.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from proofdeck.front.starting import start_project  # noqa: E402
from proofdeck.ground.problems import Problems  # noqa: E402
from proofdeck.play.engine.bots import RandomBot  # noqa: E402
from proofdeck.play.engine.trial.hunting import Hunter, everything, many  # noqa: E402
from proofdeck.play.engine.trial.questions import STANDING  # noqa: E402
from proofdeck.play.engine.trial.shrinking import smallest  # noqa: E402
from proofdeck.play.setup.versions import Version  # noqa: E402

SMALL = {
    "tombs": ("2 copies", "4 copies"),
    "fishing-dragon": (
        "2 suits, ranks 1 to 5, hand.2=2, river=1",
        "3 suits, ranks 1 to 6, hand.2=3, river=3",
        "4 suits, ranks 1 to 5, hand.2=4, river=3",
        "4 suits, ranks 1 to 6, hand.2=5, river=3",
    ),
    "salt-roads": ("8 cards, 1 copy, hand.2=2",),
}
LOST = "self.taken[winner] |= as_set(self.trick)"


def tables_a_second(name: str, reduced: str, seconds: float) -> str:
    _, playable = Version(ROOT, name, reduced=reduced).open(Problems())
    hunter = Hunter(playable.game)
    begin = time.process_time()
    for _ in everything(hunter, playable.game.min_players):
        if time.process_time() - begin > seconds:
            break
    spent, haul = time.process_time() - begin, hunter.haul
    how = "all" if haul.complete else "some"
    row = (name, reduced, f"{haul.tables / spent:,.0f}", f"{haul.games / haul.tables:.0%}", f"{haul.tables:,} ({how})")
    return f"| {' | '.join(row)} |"


def seconds_to_a_lost_card() -> str:
    with TemporaryDirectory() as folder:
        root = Path(folder) / "my-game"
        start_project(root, engine=True)
        _, playable = Version(root, "my-game", trust=True).open(Problems())
        module = ModuleType("spoilt")
        code = (root / "my_game_rules.py").read_text(encoding="utf-8").replace(LOST, f"{LOST} & ~1")
        exec(compile(code, "spoilt.py", "exec"), vars(module))
        deck = Version(root, "my-game", trust=True).open(Problems())[0].deck
        game = module.GAME.make(deck, playable.game.values, -1)
        begin, index = time.process_time(), 0
        while not (found := many(game, [RandomBot] * 2, 1, index, goals=None).finds.get("cards")):
            index += 1
        least = smallest(module.GAME, game, found, STANDING)
        cards = least.cards if least else "no"
        return f"a lost card: {time.process_time() - begin:.2f} s CPU, shown with {cards} cards"


def main() -> None:
    parser = argparse.ArgumentParser(description="What a hunt costs.")
    parser.add_argument("--seconds", type=float, default=8.0, help="of processor time for each deck")
    asked = parser.parse_args()
    print("| game | small deck | tables/s | ends of games | tables |\n|---|---|---:|---:|---:|")
    for name, decks in SMALL.items():
        for reduced in decks:
            print(tables_a_second(name, reduced, asked.seconds), flush=True)
    print(seconds_to_a_lost_card())


if __name__ == "__main__":
    main()
