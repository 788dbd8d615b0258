"""Statistics of many games: wins by seat, length, and which clauses fire.

The seed of game number i, and those of its bots, are derived from the seed of the simulation and i. So games can be
played in any order by any number of processes, with the same results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import NotRequired, TypedDict

from proofdeck.play.engine.bots import Bot
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.referee import BotMaker, Watcher, play
from proofdeck.play.engine.state import Action, Game, State
from proofdeck.source.rules.sides import Sides

CHUNK = 5
"""Games that a process plays between reports."""
Z_95 = 1.959964
"""Standard deviations on each side that contain 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The figures of one game. shares: of the win, one per seat; decisions: actions played; choices: legal ones.

    fired, moves, kinds: bits of the clauses that fired, the kinds of actions, and the kinds of cards that were moved.
    """

    shares: tuple[float, ...]
    scores: tuple[int, ...]
    turns: int
    decisions: int
    choices: int
    forced: int
    fired: int
    decided_by: str
    moves: int = 0
    kinds: int = 0


def bots_of(makers: Sequence[BotMaker], seed: int, index: int) -> list[Bot]:
    """Fresh bots for game number `index`, each with its own random generator."""
    return [make(Random(derived(seed, "bot", index, seat))) for seat, make in enumerate(makers)]


def play_one(game: Game, makers: Sequence[BotMaker], seed: int, index: int, watcher: Watcher | None = None) -> Outcome:
    """Play game number `index` of a simulation. Exceptions carry a note that says how to repeat it."""
    counts = [0, 0, 0]
    done: set[Action] = set()

    def watch(state: State, action: Action) -> None:
        if watcher:
            watcher(state, action)
        legal = len(state.legal_actions())
        done.add(action)
        counts[0] += 1
        counts[1] += legal
        counts[2] += legal == 1

    with _noted(len(makers), seed, index):
        state = game.new_initial_state(len(makers), derived(seed, "game", index))
        before = _places(game, state)
        play(state, bots_of(makers, seed, index), watch)
        moves = [not done.isdisjoint(numbers) for _, numbers in game.kinds_of_moves()]
        moved = [before[kind] != places for kind, places in _places(game, state).items()]
        decided = state.ranking().decided_by
        return Outcome(
            shares=tuple(state.returns()),
            scores=tuple(sheet.total for sheet in state.score_sheets()),
            turns=state.turns,
            decisions=counts[0],
            choices=counts[1],
            forced=counts[2],
            fired=state.fired,
            decided_by=decided.clause if decided else "",
            moves=_bits(moves),
            kinds=_bits(moved),
        )


def _places(game: Game, state: State) -> dict[str, Counter[tuple[str, str]]]:
    """For each kind of card, in how many copies which card is where."""
    kinds = game.kinds_of_cards()
    found: dict[str, Counter[tuple[str, str]]] = {kind: Counter() for kind in sorted({*kinds.values()})}
    for zone, cards in state.zones().items() if kinds else ():
        for card in cards:
            if card in kinds:
                found[kinds[card]][zone, card] += 1
    return found


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


@contextmanager
def _noted(players: int, seed: int, index: int) -> Iterator[None]:
    """Add a note to any exception that says which game it was."""
    try:
        yield
    except Exception as error:
        error.add_note(f"This was game {index + 1}; --players {players} --seed {seed} --games {index + 1} repeats it.")
        raise


def wilson(wins: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """The interval of a share, 95 % by default, both ends from 0 to 1 (Wilson 1927).

    wins may be a sum of shared wins; z: how many standard deviations it reaches to each side.
    """
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, z**2 / games
    middle = share + spread / 2
    reach = z * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


ENOUGH = 20
"""Games from which wins by seat are compared."""


def too_much(seats: int) -> float:
    """The share of wins that makes a seat suspicious: twice an even share, or half way from there to all."""
    return min(2 / seats, (1 + 1 / seats) / 2)


def suspect(outcomes: Sequence[Outcome], sides: Sides) -> tuple[int, float] | None:
    """The number of the side that wins more than that, and its share; None if there is none, or too few games."""
    return None if sides.is_together else suspect_share([sides.each(one.shares) for one in outcomes])


def suspect_share(games: Sequence[Sequence[float]]) -> tuple[int, float] | None:
    """The same from the shares of the win in each game, one per seat."""
    if len(games) < ENOUGH:
        return None
    shares = [sum(wins) / len(games) for wins in zip(*games, strict=True)]
    best = max(range(len(shares)), key=shares.__getitem__)
    return (best, shares[best]) if shares[best] > too_much(len(shares)) else None


def is_favoured(by_chance: float, seats: int) -> bool:
    """Whether it is the doing of the players that a suspicious seat wins so much, and not of the deals.

    by_chance: the share that it wins among players by chance, on the same deals.
    """
    return by_chance <= too_much(seats)


def percentile(values: Iterable[int], percent: float) -> int:
    """The smallest value that at least that share of the values does not exceed (nearest rank)."""
    ordered = sorted(values)
    rank = max(1, -(-len(ordered) * percent // 100))
    return ordered[int(rank) - 1]


class Spread(TypedDict):
    """The mean of all values, and the ends between which nine tenths of them are."""

    mean: float
    p5: float
    p95: float


class SeatFigures(TypedDict):
    """interval: of the share of wins, at 95 %; score: points in a game."""

    seat: int
    bot: str
    wins: float
    interval: list[float]
    score: Spread


class SideFigures(TypedDict):
    """A side of several players, or all of them against the game. even: the share of wins if all sides are equally
    strong; None against the game.
    """

    seats: list[int]
    wins: float
    interval: list[float]
    even: float | None


class Loss(TypedDict):
    """What ended games that were lost against the game: in which share of all games, and after how many turns. words:
    the clause as it is printed.
    """

    clause: str
    words: str
    share: float
    turns: float


class Summary(TypedDict):
    """What a simulation counts. branching: choices in a decision; forced: decisions with one; clauses: which fired.

    sides: if players are partners, or play against the game; lost: what ends games that they lose against it.
    """

    games: int
    seats: list[SeatFigures]
    sides: NotRequired[list[SideFigures]]
    lost: NotRequired[list[Loss]]
    ties: float
    turns: Spread
    decisions: int
    branching: float
    forced: float
    decided_by: dict[str, float]
    clauses: dict[str, float]
    never_fired: list[str]


def summary(game: Game, bots: Sequence[str], outcomes: Sequence[Outcome]) -> Summary:
    """The results of a simulation as data for JSON. Shares and intervals are from 0 to 1."""
    games = len(outcomes)
    decisions = sum(outcome.decisions for outcome in outcomes)
    seats = range(len(bots))
    fires = {clause: sum(outcome.fired >> bit & 1 for outcome in outcomes) for bit, clause in enumerate(game.points)}
    deciders = sorted({outcome.decided_by for outcome in outcomes if outcome.decided_by})
    sides = game.sides(len(bots))
    found: Summary = {
        "games": games,
        "seats": [_seat(seat, bots[seat], outcomes) for seat in seats],
        "ties": sum(is_tie(outcome) for outcome in outcomes) / games,
        "turns": _spread([outcome.turns for outcome in outcomes]),
        "decisions": decisions,
        "branching": sum(outcome.choices for outcome in outcomes) / decisions,
        "forced": sum(outcome.forced for outcome in outcomes) / decisions,
        "decided_by": {clause: sum(o.decided_by == clause for o in outcomes) / games for clause in deciders},
        "clauses": {clause: count / games for clause, count in fires.items()},
        "never_fired": [clause for clause, count in fires.items() if not count],
    }
    if not sides.is_plain:
        found["sides"] = [_side(seats, sides, outcomes) for seats in sides.seats]
    if sides.is_together:
        found["lost"] = list(_losses(outcomes))
    return found


def _seat(seat: int, bot: str, outcomes: Sequence[Outcome]) -> SeatFigures:
    wins = sum(outcome.shares[seat] for outcome in outcomes)
    low, high = wilson(wins, len(outcomes))
    scores = _spread([outcome.scores[seat] for outcome in outcomes])
    return {"seat": seat + 1, "bot": bot, "wins": wins / len(outcomes), "interval": [low, high], "score": scores}


def is_tie(outcome: Outcome) -> bool:
    """Whether several sides share the win."""
    return 0 < max(outcome.shares) < 1


def _side(seats: Sequence[int], sides: Sides, outcomes: Sequence[Outcome]) -> SideFigures:
    wins = sum(outcome.shares[seats[0]] for outcome in outcomes)
    numbers, even = [seat + 1 for seat in seats], None if sides.is_together else sides.fair
    return {
        "seats": numbers,
        "wins": wins / len(outcomes),
        "interval": [*wilson(wins, len(outcomes))],
        "even": even,
    }


def _losses(outcomes: Sequence[Outcome]) -> Iterator[Loss]:
    """What ended the games that were lost, what did most often first."""
    ended = Counter(one.decided_by for one in outcomes if not max(one.shares))
    for clause, count in ended.most_common():
        turns = [one.turns for one in outcomes if one.decided_by == clause and not max(one.shares)]
        yield {"clause": clause, "words": clause, "share": count / len(outcomes), "turns": sum(turns) / count}


def _spread(values: Sequence[int]) -> Spread:
    return {"mean": sum(values) / len(values), "p5": percentile(values, 5), "p95": percentile(values, 95)}
