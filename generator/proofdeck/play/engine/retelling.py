"""A worked example from a game that was played: the table before a move, the move, and what it changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self

from proofdeck.play.engine.state import Action, Game, State, WrongRoll
from proofdeck.source.rules.clauses import Clause

MOST_LISTED = 12
"""Cards of a zone that are listed; of a larger one, the number is told."""
PROSE = "Say here what happens, and why."


class Played(NamedTuple):
    """Some moves of a game. `before`, `after`: the table; `actions`: what was played in between; `faces`: what the dice
    of each showed.
    """

    before: State
    actions: tuple[Action, ...]
    faces: tuple[tuple[int, ...], ...]
    after: State

    @classmethod
    def of(cls, before: State, actions: Sequence[Action]) -> Self:
        """Those moves, played again."""
        after, faces = before.clone(), list[tuple[int, ...]]()
        for action in actions:
            rolls = len(after.rolled())
            after.apply_action(action)
            faces.append(tuple(one.face for one in after.rolled()[rolls:]))
        return cls(before, tuple(actions), tuple(faces), after)

    def moves(self, game: Game) -> Iterator[str]:
        """The moves as an example has them."""
        return map(game.move_to_string, self.actions, self.faces)


def retold(name: str, table: str, played: Played, game: Game, clauses: dict[str, Clause]) -> str:
    """Write the example. `name`: its id; `table`: the position before the moves, in the notation of examples.

    It covers the clauses that the moves made fire, as far as the page prints them.
    """
    fired = [clause for clause in game.points.named(played.after.fired) if clause in clauses]
    covers = f" covers={','.join(fired)}" if fired else ""
    return example_block(f"{name}{covers}", table, played.moves(game), _outcome(played), PROSE)


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
    for action, faces in zip(played.actions, played.faces, strict=True):
        if action not in after.legal_actions():
            return None
        try:
            after.play_rolling(action, faces)
        except WrongRoll:
            return None
    after.legal_actions()
    again = played._replace(before=read, after=after)
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
