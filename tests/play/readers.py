"""Bad readers: each believes all rules of a game but one, and tries a move that only this one forbids.

`PYTHONPATH=tests python tests/play/readers.py SECONDS` looks for a table of each clause where that is possible, and
writes `readers.toml`.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from tables import playable, project

from proofdeck.play.engine.bots import Seat
from proofdeck.play.engine.loading import Playable

TABLES = Path(__file__).parent / "readers.toml"
MOST_MOVES = 1200
MOST_TRIED = 60


class BadReader(NamedTuple):
    """A table and the move that is tried there. moves: how many were made; bot: who chooses them. alone: whether no
    other rule forbids the move, so that a reader who ignores this one alone would try it.
    """

    clause: str
    players: int
    seed: int
    bot: str
    moves: int
    tries: str
    alone: bool


def known_readers(game: str) -> list[BadReader]:
    """The readers of a game, as they were found."""
    found = tomllib.loads(TABLES.read_text(encoding="utf-8"))
    return [BadReader(clause, *row) for clause, row in found[game].items()]


def refusing(played: Playable) -> dict[str, list[Any]]:
    """The clauses that a refusal can name, each with the kinds of moves that it forbids."""
    game: Any = played.game
    found: dict[str, list[Any]] = {}
    for kind in game.kinds:
        clauses = [row.clause for row in kind.action.rows if not row.off]
        clauses += [axis.clause for axis in kind.action.axes.values() if axis.zone]
        for clause in dict.fromkeys(clauses):
            found.setdefault(game.points.id(clause), []).append(kind)
    return found


def is_forbidden_alone(table: Any, kind: Any, action: int, clause: str) -> bool:
    """Whether no other rule forbids the action."""
    only, parts = table.rules.points.bit(clause), kind.parts(action)
    for axis, part in zip(kind.action.axes.values(), parts, strict=True):
        is_held = not axis.zone or part in table.cards_in(axis.zone, table._seat_of(axis.zone))
        if not is_held and axis.clause != only:
            return False
    for row in kind.action.rows:
        if row.clause != only and row.applies(table.on):
            try:
                if row.why(table, *(() if row.whole else parts)) is not None:
                    return False
            except (LookupError, ValueError):  # it is not asked about such a table
                return False
    return True


def course_of(played: Playable, players: int, seed: int, bot: str) -> Iterator[tuple[Any, int]]:
    """The tables of a game, each before a move, with that move."""
    state, random = played.game.new_initial_state(players, seed), Random(seed)
    greedy = [played.engine.greedy(Random(seed)) for _ in range(players)]
    while not state.is_terminal():
        chosen = greedy[state.current_player()].choose(Seat(state)) if bot == "greedy" else ()
        for action in chosen or (random.choice(state.legal_actions()),):
            yield state, action
            state.apply_action(action)


def search(name: str, seconds: float) -> dict[str, BadReader]:
    """A reader for as many clauses as can be found in that time."""
    played, over = playable(name), monotonic() + seconds
    game, todo, random = played.game, refusing(played), Random(1)
    found: dict[str, BadReader] = {}
    for seed in range(1_000):
        for players in range(game.min_players, game.max_players + 1):
            bot = ("random", "greedy")[seed % 2]
            for moves, (state, _) in zip(range(MOST_MOVES), course_of(played, players, seed, bot), strict=False):
                legal = set(state.legal_actions())
                for clause, kinds in todo.items():
                    if clause in found and found[clause].alone:
                        continue
                    for kind in kinds:
                        every = range(kind.start, kind.end)
                        for action in every if len(every) <= MOST_TRIED else random.sample(every, MOST_TRIED):
                            if action not in legal and state._refuse(action).clause == clause:
                                is_alone = is_forbidden_alone(state, kind, action, clause)
                                if is_alone or clause not in found:
                                    words = game.action_to_string(action)
                                    found[clause] = BadReader(clause, players, seed, bot, moves, words, is_alone)
                if (len(found) == len(todo) and all(one.alone for one in found.values())) or monotonic() > over:
                    return found
    return found


if __name__ == "__main__":
    import json

    with TABLES.open("w", encoding="utf-8") as file:
        for name in project().games:
            file.write(f"[{name}]\n")
            for clause, (_, *row) in sorted(search(name, float(sys.argv[1])).items()):
                file.write(f"{json.dumps(clause)} = {json.dumps(row, ensure_ascii=False)}\n")
            file.write("\n")
