"""A worked example from a game that was played: the table before a move, the move, and what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.engine.state import Action, Game, State
from generator.rules.clauses import Clause

MOST_LISTED = 12
"""Cards of a zone that are listed; of a larger one, the number is told."""
PROSE = "Say here what happens, and why."


class Played(NamedTuple):
    """Some moves of a game. `before`, `after`: the table; `actions`: what was played in between."""

    before: State
    actions: tuple[Action, ...]
    after: State


def retold(name: str, table: str, played: Played, game: Game, clauses: dict[str, Clause]) -> str:
    """Write the example. `name`: its id; `table`: the position before the moves, in the notation of examples.

    It covers the clauses that the moves made fire, as far as the page prints them.
    """
    fired = [clause for clause in game.points.named(played.after.fired) if clause in clauses]
    covers = f" covers={','.join(fired)}" if fired else ""
    return example_block(f"{name}{covers}", table, map(game.action_to_string, played.actions), _outcome(played), PROSE)


def example_block(head: str, table: str, moves: Iterable[str], expected: Iterable[str], prose: str) -> str:
    """An example as a page has it. `head`: its id, and what is said beside it."""
    play, expect = ([f"  {line}" for line in lines] for lines in (moves, expected))
    lines = [f"```example id={head}", *table.splitlines(), "play:", *play, "expect:", *expect, "---", prose, "```"]
    return "\n".join(lines) + "\n"


def _outcome(played: Played) -> Iterator[str]:
    """What the moves changed: cards, points, and whose turn it is."""
    before = _cards(played.before)
    for zone, cards in _cards(played.after).items():
        if cards != before.get(zone, []):
            if len(cards) > MOST_LISTED:
                yield f"cards in {zone}: {len(cards)}"
            else:
                yield f"{zone}: {', '.join(cards) or 'nothing'}"
    pieces = played.before.counted_pieces()
    yield from (f"{key}: {said}" for key, said in played.after.counted_pieces().items() if said != pieces.get(key))
    for seat, sheet in enumerate(played.after.score_sheets()):
        if sheet.total != played.before.score_sheets()[seat].total:
            yield f"player {seat + 1}: {sheet.total}"
    yield f"to move: {'nobody' if played.after.is_terminal() else played.after.current_player() + 1}"


def played_on(read: State | None, played: Played) -> Played | None:
    """The same moves on the table that was read from its notation; None if they do not do the same there."""
    if read is None or _cards(read) != _cards(played.before):
        return None
    after = read.clone()
    for action in played.actions:
        if action not in after.legal_actions():
            return None
        after.apply_action(action)
    after.legal_actions()
    again = Played(read, played.actions, after)
    return again if list(_outcome(again)) == list(_outcome(played)) else None


def _cards(state: State) -> dict[str, list[str]]:
    """Where every card is, whatever their order."""
    return {zone: sorted(cards) for zone, cards in state.zones().items()}


def free_id(taken: Iterable[str]) -> str:
    """The first of `ex.played-1`, `ex.played-2` and so on that no example has."""
    known, number = set(taken), 1
    while f"ex.played-{number}" in known:
        number += 1
    return f"ex.played-{number}"
