"""What each clause decides at some thousand tables of a game: where it fires, what it bars, and what it gives.

The tables are those of games of random moves with known seeds, so they need not be kept. If the code of a clause is
rewritten and it decides the same at all of them, the code was most likely only rewritten.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random

from generator.cache import digest
from generator.engine.loading import Playable
from generator.engine.piles import derived
from generator.engine.state import IllegalAction, State

TABLES = 3_000
LONGEST = 500
"""Moves of a game that are looked at."""
TRIED = 8
"""Moves that are tried at each table to see which clauses forbid them."""
SCORED = 6
"""Points are added up at every so manieth table, and at the end."""
SHORT = 16


def decisions_of(playable: Playable, players: Sequence[int]) -> dict[str, str]:
    """A digest for each clause of what it decides in games of those numbers of players; "" if it decides nothing."""
    found: dict[str, list[object]] = defaultdict(list)
    tables = game = 0
    while tables < TABLES and game < TABLES:
        tables += _play(playable, players[game % len(players)], game, found)
        game += 1
    return {clause: digest(found[clause])[:SHORT] if clause in found else "" for clause in playable.engine.points}


def _play(playable: Playable, players: int, number: int, found: dict[str, list[object]]) -> int:
    """Play one game, add what is decided in it, and return how many tables were looked at."""
    game, points, random = playable.game, playable.engine.points, Random(number)
    state = game.new_initial_state(players, derived(number, "signed", 0))
    actions = list(game.actions())
    for clause in points.named(state.fired):
        found[clause].append((number, "dealt"))
    for moves in range(LONGEST):
        for clause, what in _decided(state, [random.choice(actions) for _ in range(TRIED)], moves):
            found[clause].append((number, moves, what))
        if state.is_terminal():
            return moves + 1
        named = sorted((game.action_to_string(action), action) for action in state.legal_actions())
        words, action = named[int(random.random() * len(named))]
        before, state.fired = state.fired, 0
        state.apply_action(action)
        for clause in points.named(state.fired):
            found[clause].append((number, moves, words))
        state.fired |= before
    return LONGEST


def _decided(state: State, tried: Sequence[int], moves: int) -> Iterator[tuple[str, object]]:
    """Clause -> what it decides at one table."""
    for action in tried if not state.is_terminal() else ():
        try:
            state.clone().apply_action(action)
        except IllegalAction as refused:
            yield refused.clause, action
    if moves % SCORED == 0 or state.is_terminal():
        for seat, sheet in enumerate(state.score_sheets()):
            yield from ((item.clause, (seat, item.points, item.cards)) for item in sheet.items)
        yield from ((one.clause, tuple(one.values)) for one in state.criteria())
