"""What each clause decides in games of random moves: where it fires and what moves then, what it bars, what it gives.

The games have known numbers, so they need not be kept. Each has a token of eight digits for each clause: four for the
moves of the game, and four for what the clause decides in it, or none. If the code of a clause is rewritten, its
decisions are compared in those games that still have the same moves.
"""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random

from proofdeck.ground.cache import digest
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.state import IllegalAction, State

LENGTHS = (12, 60, 400) * 16
"""How many moves are looked at in each game: short games still have the same moves if something late is different."""
TRIED = 8
"""Moves that are tried at each table to see which clauses forbid them."""
SCORED = 6
"""Points are added up at every so manieth table, and at the end."""
HALF = 4
NOTHING = "-" * HALF


def decisions_of(playable: Playable, players: Sequence[int]) -> dict[str, str]:
    """The tokens of all games for each clause, in games of those numbers of players."""
    tokens: dict[str, list[str]] = defaultdict(list)
    for number, length in enumerate(LENGTHS):
        moves, decided = _play(playable, players[number % len(players)], number, length)
        for clause in playable.engine.points:
            what = digest(decided[clause])[:HALF] if clause in decided else NOTHING
            tokens[clause].append(f"{digest(moves)[:HALF]}{what}")
    return {clause: "".join(found) for clause, found in tokens.items()}


def is_the_same(before: str, now: str) -> bool | None:
    """Whether a clause decides the same in the games that have the same moves; None if it decides nothing in them."""
    pairs = [(before[at : at + 2 * HALF], now[at : at + 2 * HALF]) for at in range(0, len(before), 2 * HALF)]
    common = [(one[HALF:], other[HALF:]) for one, other in pairs if one[:HALF] == other[:HALF]]
    if any(one != other for one, other in common):
        return False
    return True if any(one != NOTHING for one, _ in common) else None


def _play(playable: Playable, players: int, number: int, length: int) -> tuple[list[str], dict[str, list[object]]]:
    """Play one game, and return its moves and what each clause decided."""
    game, points, random = playable.game, playable.engine.points, Random(number)
    found: dict[str, list[object]] = defaultdict(list)
    state = game.new_initial_state(players, derived(number, "signed", 0))
    actions, made, table = list(game.actions()), list[str](), _table(state)
    for clause in points.named(state.fired):
        found[clause].append("dealt")
    for moves in range(length):
        for clause, what in _decided(state, [random.choice(actions) for _ in range(TRIED)], moves):
            found[clause].append((moves, what))
        if state.is_terminal():
            break
        words, action = min(_drawn(game.action_to_string(one), one, number, moves) for one in state.legal_actions())[1:]
        fired, state.fired = state.fired, 0
        state.apply_action(action)
        before, table = table, _table(state)
        for clause in points.named(state.fired):
            found[clause].append((moves, words, _changes(before, table)))
        state.fired |= fired
        made.append(words)
    return made, found


def _table(state: State) -> Counter[str]:
    """The cards in each zone and the numbers that everybody sees, each with how many or how much it is."""
    found = Counter(f"{zone} {card}" for zone, cards in state.zones().items() for card in cards)
    for name, seen in state.observation(None).items():
        for place, value in enumerate(seen if isinstance(seen, list) else [seen]):
            if isinstance(value, int):
                found[f"{name} {place}"] += value
    return found


def _changes(before: Counter[str], now: Counter[str]) -> list[tuple[str, int]]:
    """What a move changes, and by how much."""
    return sorted((key, now[key] - before[key]) for key in {*before, *now} if now[key] != before[key])


def _drawn(words: str, action: int, number: int, moves: int) -> tuple[int, str, int]:
    """A lot for a move: one more or one less move elsewhere rarely changes which is made."""
    return zlib.crc32(f"{words} {number} {moves}".encode()), words, action


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
