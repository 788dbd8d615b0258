"""How often the lab is right: `python tests/benchmarks/bench_lab.py [--quick]`.

First coins and dice, whose odds are known: how often intervals cover the truth, how often a difference is reported
where there is none, and how often a planted one is missed. Then the six games: a planted change in each, and
comparisons of each game with itself, in which the two sides play with different seeds.
"""

from __future__ import annotations

import argparse
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import NamedTuple

from proofdeck.ground.problems import Problems
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.play.engine.playouts import Outcome, play_one, wilson
from proofdeck.play.lab.difference import FigureVerdict, Paired
from proofdeck.play.lab.estimates import (
    ALPHA,
    FIRST_LOOK,
    Reach,
    Sample,
    chance_of,
    clustered_difference,
    estimate_of,
    holm,
    reach_at_any_time,
    reach_at_the_end,
    visible,
)
from proofdeck.play.lab.experiments import compare
from proofdeck.play.lab.ladder import step_of
from proofdeck.play.lab.results import FigureChange
from proofdeck.play.lab.simulation import Simulation
from proofdeck.play.setup.series import Series, played_here
from proofdeck.play.setup.versions import NumberChange, Version

ROOT = Path(__file__).parents[2]
GAMES = 600
"""Of two coins, in a comparison that may stop at any time; LOOK of them between two looks."""
LOOK = 50
COPIED = 4
"""Games of a game and its copy."""
Group = list[tuple[bool, float]]


def sample_of(values: Sequence[float]) -> Sample:
    found = Sample()
    for value in values:
        found.add(value)
    return found


# -- games of known odds -----------------------------------------------------------------------------------------------


def coin(random: Random, odds: float = 0.5) -> float:
    return float(random.random() < odds)


def pair(random: Random, odds: float = 0.5) -> float:
    """Two versions of a coin: what the new one wins more than the old one."""
    return coin(random, odds) - coin(random)


def table(random: Random, gain: float = 0.0) -> Group:
    """Two players, each of whom has a card in three games of ten; alone with it, a player wins that much more often."""
    had = [random.random() < 0.3 for _ in range(2)]
    won = coin(random, 0.5 + gain * (had[0] - had[1]))
    return [(had[0], won - 0.5), (had[1], 0.5 - won)]


def coin_game(random: Random, favour: float = 0.5) -> Outcome:
    """Two players toss for the win, and dice for points and for length. A tie in one game of ten."""
    won = 0.5 if random.random() < 0.1 else coin(random, favour)
    scores = (random.randint(1, 6), random.randint(1, 6))
    turns = random.randint(1, 6) + random.randint(1, 6)
    return Outcome((won, 1 - won), scores, turns, decisions=turns, choices=turns, forced=0, fired=0, decided_by="")


# -- intervals ---------------------------------------------------------------------------------------------------------


def covers_share(random: Random, odds: float, games: int) -> bool:
    low, high = wilson(sum(coin(random, odds) for _ in range(games)), games)
    return low <= odds <= high


def covers_die(random: Random, games: int) -> bool:
    return 3.5 in estimate_of(sample_of([random.randint(1, 6) for _ in range(games)]))


def covers_difference(random: Random, odds: float, games: int) -> bool:
    found = sample_of([pair(random, odds) for _ in range(games)])
    return abs(found.mean - (odds - 0.5)) <= reach_at_the_end(found.softened(), ALPHA)


def covers_always(random: Random) -> bool:
    """Whether it does at every look."""
    found = Sample()
    for number in range(1, GAMES + 1):
        found.add(pair(random))
        if number % LOOK == 0 and abs(found.mean) > reach_at_any_time(found.softened(), ALPHA):
            return False
    return True


def covers_lift(random: Random, gain: float, games: int) -> bool:
    """The truth: having it gains 0.7 of the gain, and lacking it loses 0.3, which is how often one player has it."""
    found = clustered_difference([table(random, gain) for _ in range(games)])
    return found is not None and gain in estimate_of(found)


def covers_bot(random: Random, odds: float, players: int, deals: int) -> bool:
    shares = [mean(coin(random, odds) for _ in range(players)) for _ in range(deals)]
    low, high = step_of("a", "b", players, shares)["interval"]
    return low <= odds <= high


INTERVALS: dict[str, Callable[[Random], bool]] = {
    "share of wins, 50 % of 100 games": lambda random: covers_share(random, 0.5, 100),
    "share of wins, 90 % of 40 games": lambda random: covers_share(random, 0.9, 40),
    "share of wins, 2 % of 400 games": lambda random: covers_share(random, 0.02, 400),
    "mean of a die, 12 games": lambda random: covers_die(random, 12),
    "mean of a die, 100 games": lambda random: covers_die(random, 100),
    "difference of two equal coins, 40 pairs": lambda random: covers_difference(random, 0.5, 40),
    "difference of coins, 50 and 60 %, 400 pairs": lambda random: covers_difference(random, 0.6, 400),
    f"difference of equal coins, at every look up to {GAMES} pairs": covers_always,
    "a card that does nothing, 200 games": lambda random: covers_lift(random, 0.0, 200),
    "a card that gains 20 points, 200 games": lambda random: covers_lift(random, 0.2, 200),
    "a bot of equal strength, 2 players, 20 deals": lambda random: covers_bot(random, 0.5, 2, 20),
    "a bot that wins 90 %, 2 players, 20 deals": lambda random: covers_bot(random, 0.9, 2, 20),
    "a bot that wins 60 %, 3 players, 20 deals": lambda random: covers_bot(random, 0.6, 3, 20),
}


# -- differences -------------------------------------------------------------------------------------------------------


def tells_apart(random: Random, favour: float, reach: Reach, games: int, look: int) -> int:
    """The number of games at the first look at which a figure differs; 0 if none does at any."""
    paired = Paired(2, reach)
    for number in range(1, games + 1):
        paired.add([coin_game(random)], [coin_game(random, favour)])
        if number % look == 0 and any(one.verdict == FigureVerdict.DIFFERS for one in paired.differences()):
            return number
    return 0


def a_card_stands_out(random: Random, games: int, cards: int) -> bool:
    """Whether one does, of so many that do nothing."""
    found = [clustered_difference([table(random) for _ in range(games)]) for _ in range(cards)]
    return any(holm([chance_of(lift) for lift in found if lift]))


def an_equal_is_stronger(random: Random, deals: int) -> bool:
    return step_of("a", "b", 2, [mean(coin(random) for _ in range(2)) for _ in range(deals)])["stronger"]


def misses_what_is_visible(random: Random, games: int) -> bool:
    """Whether a difference is missed that is as large as is promised to be seen in four of five trials."""
    spread = Sample(games, 0, 0.5 * games)
    planted = visible(spread, reach_at_the_end(spread, ALPHA))
    found = sample_of([pair(random, 0.5 + planted) for _ in range(games)])
    return found.mean <= reach_at_the_end(found.softened(), ALPHA)


FALSE: dict[str, tuple[Callable[[Random], bool], str]] = {
    "equal coins, all six figures, after 150 pairs": (
        lambda random: bool(tells_apart(random, 0.5, reach_at_the_end, 150, 150)),
        "at most 5 %",
    ),
    f"the same, looking every {LOOK} pairs up to {GAMES}": (
        lambda random: bool(tells_apart(random, 0.5, reach_at_any_time, GAMES, LOOK)),
        "at most 5 %",
    ),
    "one of 20 cards that do nothing stands out": (
        lambda random: a_card_stands_out(random, 100, 20),
        "at most 5 %",
    ),
    "a bot of equal strength is called stronger, 20 deals": (
        lambda random: an_equal_is_stronger(random, 20),
        "at most 2.5 %",
    ),
}
MISSED: dict[str, tuple[Callable[[Random], bool], str]] = {
    "a difference that would have been seen, 300 pairs": (
        lambda random: misses_what_is_visible(random, 300),
        "20 %",
    ),
    "50 and 65 %, all six figures, after 600 pairs": (
        lambda random: not tells_apart(random, 0.65, reach_at_the_end, 600, 600),
        "–",
    ),
    f"the same, looking every {LOOK} pairs up to {GAMES}": (
        lambda random: not tells_apart(random, 0.65, reach_at_any_time, GAMES, LOOK),
        "–",
    ),
}


def show_known_odds(trials: int) -> None:
    print(f"Known odds, {trials:,} trials each\n")
    print("| interval for 95 % | covers the truth |\n|---|---:|")
    for name, covers in INTERVALS.items():
        print(f"| {name} | {_share(covers, trials)} |")
    for title, cases in (("false differences", FALSE), ("missed differences", MISSED)):
        print(f"\n| {title} | share of trials | promised |\n|---|---:|---:|")
        for name, (happens, promised) in cases.items():
            print(f"| {name} | {_share(happens, trials)} | {promised} |")
    random = Random(1)
    looks = [tells_apart(random, 0.65, reach_at_any_time, 10_000, LOOK) for _ in range(trials // 10)]
    print(f"\n50 and 65 % are told apart after {mean(looks):.0f} pairs on average (first look after {FIRST_LOOK}).\n")


def _share(happens: Callable[[Random], bool], trials: int) -> str:
    random = Random(1)
    return f"{100 * sum(happens(random) for _ in range(trials)) / trials:.1f} %"


# -- the six games ----------------------------------------------------------------------------------------------------


class Trial(NamedTuple):
    """planted: a change to be found in that many games of greedy bots. quiet: games in a comparison with itself.

    changes: what makes those games shorter.
    """

    planted: str
    games: int
    quiet: int
    changes: tuple[NumberChange, ...] = ()


TRIALS = {
    "tombs": Trial("goal.2=7", 400, 200),
    "rummy-duel": Trial("hand=8", 400, 200),
    "fishing-dragon": Trial("straight.each=4", 400, 200),
    "toonerville-rook": Trial("rounds=10", 60, 40, (NumberChange("rounds", "1"),)),
    "fantasy-contract-rummy": Trial("bonus.formation=7", 400, 200),
}


def show_games(trials: int) -> None:
    print("| game | planted | pairs | found in | seconds | equal for 1 and 2 jobs | false, other seeds | same seeds |")
    print("|---|---|---:|---|---:|---|---:|---:|")
    for name, trial in TRIALS.items():
        begin = time.perf_counter()
        found = compare(ROOT, Simulation(name, trial.games, crew=2), [trial.planted], no_progress, Problems())
        seconds = time.perf_counter() - begin
        differs = ", ".join(_words(one) for one in found["figures"] if one["verdict"] == FigureVerdict.DIFFERS)
        few = [
            compare(
                ROOT,
                Simulation(name, 20, crew=jobs, bots=("random", "greedy")),
                [trial.planted],
                no_progress,
                Problems(),
            )
            for jobs in (1, 2)
        ]
        wrong = sum(_differs_from_itself(name, trial, number) for number in range(trials))
        copies = max(1, trials // len(TRIALS))
        unequal = sum(_differs_from_a_copy(name, seed) for seed in range(copies))
        print(
            f"| {name} | `{trial.planted}` | {trial.games} | {differs or 'nothing'} | {seconds:.0f} "
            f"| {'yes' if few[0] == few[1] else 'no'} | {wrong} of {trials} | {unequal} of {copies} |",
            flush=True,
        )


def _words(one: FigureChange) -> str:
    seat = f"seat {one['seat']} " if one["seat"] else ""
    return f"{seat}{one['figure']} {one['difference']:+.2f}"


def _differs_from_itself(name: str, trial: Trial, number: int) -> bool:
    """Whether a game is told apart from itself, played with different seeds on both sides by bots of chance."""
    version = Version(ROOT, name, trial.changes)
    players = version.open(Problems())[1].game.min_players
    sides = (Series(version, ("random",) * players, 2 * number + side, trial.quiet) for side in (1, 2))
    old, new = (list(_flat(played_here(side, play_one))) for side in sides)
    paired = Paired(players, reach_at_the_end)
    paired.add(old, new)
    return any(one.verdict == FigureVerdict.DIFFERS for one in paired.differences())


def _differs_from_a_copy(name: str, seed: int) -> bool:
    """Whether anything at all is said of a copy of the project, played with the same seeds."""
    with TemporaryDirectory() as folder:
        shutil.copy(ROOT / "cards.csv", folder)
        shutil.copytree(ROOT / "rules_md", Path(folder) / "rules_md")
        found = compare(ROOT, Simulation(name, COPIED, seed=seed), [], no_progress, Problems(), to=folder)
    return any(one["verdict"] != FigureVerdict.SAME for one in found["figures"])


def _flat(chunks: Iterator[list[Outcome]]) -> Iterator[Outcome]:
    for chunk in chunks:
        yield from chunk


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How often the lab is right.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the trials")
    given = parser.parse_args()
    os.chdir(ROOT)
    show_known_odds(200 if given.quick else 2000)
    show_games(4 if given.quick else 40)
