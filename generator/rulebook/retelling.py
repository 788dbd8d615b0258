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
    lines = [
        f"```example id={name}{covers}",
        *table.splitlines(),
        "play:",
        *(f"  {game.action_to_string(action)}" for action in played.actions),
        "expect:",
        *(f"  {line}" for line in _outcome(played)),
        "---",
        PROSE,
        "```",
    ]
    return "\n".join(lines) + "\n"


def _outcome(played: Played) -> Iterator[str]:
    """What the moves changed: cards, points, and whose turn it is."""
    before, after = played.before.zones(), played.after.zones()
    for zone, cards in after.items():
        if sorted(cards) != sorted(before.get(zone, [])):
            if len(cards) > MOST_LISTED:
                yield f"cards in {zone}: {len(cards)}"
            else:
                yield f"{zone}: {', '.join(sorted(cards)) or 'nothing'}"
    for seat, sheet in enumerate(played.after.score_sheets()):
        if sheet.total != played.before.score_sheets()[seat].total:
            yield f"player {seat + 1}: {sheet.total}"
    yield f"to move: {'nobody' if played.after.is_terminal() else played.after.current_player() + 1}"


def is_read_as_played(read: State | None, played: Played) -> bool:
    """Whether the moves do the same on the table that was read as on the one that was played."""
    if read is None or read.zones() != played.before.zones():
        return False
    for action in played.actions:
        if action not in read.legal_actions():
            return False
        read.apply_action(action)
    return list(_outcome(played._replace(after=read))) == list(_outcome(played))


def free_id(taken: Iterable[str]) -> str:
    """The first of `ex.played-1`, `ex.played-2` and so on that no example has."""
    known, number = set(taken), 1
    while f"ex.played-{number}" in known:
        number += 1
    return f"ex.played-{number}"
