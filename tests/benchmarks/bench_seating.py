"""How good the seating of tournaments is, and what it costs: `python tests/benchmarks/bench_seating.py [--all]`.

For each number of players and rounds: repeated meetings, summed over all pairs, beside what has been reached elsewhere
and the bound by counting; how often anybody sits at a table of unusual size; processor seconds. With --all, every
number of players from 3 to 60 in five rounds. Elsewhere: figures that were collected when this was planned.
"""

from __future__ import annotations

import argparse
import time

from proofdeck.score.tournaments.movements import SeatingRequest, fixed
from proofdeck.score.tournaments.seating import quality

ELSEWHERE = {
    (12, 5): 24,
    (16, 5): 0,
    (17, 5): 8,
    (20, 5): 0,
    (24, 6): 3,
    **{(players, 6): 0 for players in range(28, 41)},
}
"""(players, rounds) -> repeated meetings."""


def main(everything: bool, seeds: int) -> None:
    cases = {(players, 5): None for players in range(3, 61)} if everything else ELSEWHERE
    print("| players | rounds | tables | repeated | elsewhere | no fewer than | odd tables | CPU s |")
    print(f"|{'---:|' * 8}")
    most = 0.0
    for (players, rounds), elsewhere in cases.items():
        found = []
        for seed in range(1, seeds + 1):
            asked = SeatingRequest(tuple(range(players)), 3, 5, seed=seed)
            begin = time.process_time()
            plan = fixed(asked, rounds)
            found.append((quality(plan, 3, 5), time.process_time() - begin))
        worst = max(quality.repeated for quality, _ in found)
        least = min(quality.repeated for quality, _ in found)
        odd = max(quality.odd[1] for quality, _ in found)
        seconds = max(seconds for _, seconds in found)
        most = max(most, seconds)
        repeated = str(worst) if least == worst else f"{least} to {worst}"
        sizes = " ".join(f"{asked.sizes.count(size)}x{size}" for size in sorted(set(asked.sizes), reverse=True))
        reached = "" if elsewhere is None else elsewhere
        print(
            f"| {players} | {rounds} | {sizes} | {repeated} | {reached} | {found[0][0].bound} | 0 to {odd} "
            f"| {seconds:.2f} |"
        )
    print(f"\nThe longest took {most:.2f} s of processor time (wanted: 5 s).")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How good the seating of tournaments is, and what it costs.")
    parser.add_argument("--all", action="store_true", help="3 to 60 players in five rounds")
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    main(given.all, given.seeds)
