"""Ends of games that are solved by brute force: every move is tried, all cards lie open, nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from statistics import fmean
from typing import NamedTuple

from tables import engine, playable

from proofdeck.play.engine.bots import Bot, Seat, after
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.state import Macro, State

ASTRAY = 0.15
"""How often players move by chance, so that the result is open for longer."""
BACK = range(2, 9)
"""Decisions before the end at which a table is looked at."""

IMAGINED = 12
"""Tables that are imagined to find out which commitment is best for a player who does not see all cards."""


class End(NamedTuple):
    """A table at which the result can still change. worth: the share of the win that each commitment leads to."""

    table: State
    worth: dict[Macro, float]


def ends(name: str, players: int, most: int) -> Iterator[End]:
    """One of each game of greedy players, the earliest for which at most so many different tables can follow."""
    seed = 0
    while True:
        seed += 1
        trail = _played(name, players, seed)
        for table in trail[-BACK.stop + 1 : -BACK.start + 1]:
            known: dict[bytes, float] = {}
            player = table.current_player()
            try:
                worth = {macro: share(after(table, macro), player, known, most) for macro in table.macro_actions()}
            except OverflowError:
                continue
            if max(worth.values()) > min(worth.values()):
                yield End(table, worth)
                break


def _played(name: str, players: int, seed: int) -> list[State]:
    """The tables of a game at which a commitment begins."""
    state = playable(name).game.new_initial_state(players, derived(seed, "end"))
    bots: list[Bot] = [engine(name).greedy(Random(derived(seed, "bot", seat))) for seat in range(players)]
    random, trail = Random(seed), []
    while not state.is_terminal():
        trail.append(state.clone())
        astray = random.random() < ASTRAY
        answer = state.random_macro(random) if astray else bots[state.current_player()].choose(Seat(state))
        for action in answer:
            state.apply_action(action)
    return trail


def share(table: State, player: int, known: dict[bytes, float], most: int) -> float:
    """The share of the win if that player goes on as well as possible, and all others as badly as possible for it.

    Raises OverflowError after so many different tables.
    """
    if table.is_terminal():
        return table.returns()[player]
    key = table.key()
    if key not in known:
        if len(known) >= most:
            raise OverflowError
        choose = max if table.current_player() == player else min
        found = [share(after(table, (action,)), player, known, most) for action in table.legal_actions()]
        known[key] = choose(found)
    return known[key]


def expected(table: State, macros: Sequence[Macro], random: Random, most: int = 1_000) -> dict[Macro, float]:
    """The mean share of the win at tables that the player imagines, leaving out those on which too much is left."""
    player = table.current_player()
    solved: list[list[float]] = []
    for _ in range(IMAGINED):
        other = table.resample(player, random)
        known: dict[bytes, float] = {}
        with suppress(OverflowError):
            solved.append([share(after(other, macro), player, known, most) for macro in macros])
    return {macro: fmean(shares) for macro, shares in zip(macros, zip(*solved, strict=True), strict=True)}
