"""Turns some moves of a game that was played into a worked example."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.ground.problems import Problem, Problems, ProofdeckError, counted
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.pictures import kind_of
from proofdeck.play.engine.retelling import Played, free_id, played_on, retold
from proofdeck.play.setup.opening import open_game
from proofdeck.source.rules.examples import read_examples

if TYPE_CHECKING:
    from proofdeck.play.engine.loading import Playable
    from proofdeck.play.engine.state import Action
    from proofdeck.play.engine.transcript import Replay

FURTHEST_BACK = 60
"""Moves by which an example may begin earlier than it was asked to."""


class Retold(NamedTuple):
    """An example as text. `first`: the number of its first move, counted from 1."""

    text: str
    first: int


def example_from(root: Path, transcript: Replay, move: int | None, count: int, name: str, *, trust: bool) -> Retold:
    """Write the example of `count` moves of a transcript from number `move` on, counted from 1; the last by default.

    If the table before them cannot be written, such as one in the middle of a commitment, the example begins at the
    nearest earlier move before which it can. `name`: the id of the example; a free one if it is empty. Raises
    ProofdeckError if there are no such moves, or if no earlier table can be written.
    """
    game, playable = open_game(root, transcript.header["game"], Problems(), trust=trust)
    rules = playable.game
    state = transcript.begin(rules, playable.fingerprint)
    tables, actions = [state.clone()], list["Action"]()
    for step in transcript.steps(rules, state):
        actions.append(rules.string_to_action(step.action))
        tables.append(state.clone())
    first = len(actions) - count + 1 if move is None else move
    end = first + count - 1
    if not actions:
        hint = "Play on, and ask for the example then."
        raise ProofdeckError(Problem("E807", "no move of this game has been made yet", field="move", hint=hint))
    if not 1 <= first <= end <= len(actions):
        has = counted(len(actions), "move")
        message = f"the game has {has}, so there is no example of {count} from move {first} on"
        raise ProofdeckError(Problem("E807", message, field="move", hint="Choose another --move or --moves."))
    for start in range(first, max(0, first - FURTHEST_BACK), -1):
        played = Played.of(tables[start - 1], actions[start - 1 : end])
        table, again = _written(playable, played)
        if again is not None:
            examples = read_examples(game.book, playable.clauses, playable.engine.parameters, Problems())
            called = name or free_id(one.id for one in examples)
            return Retold(retold(called, table, again, rules, playable.clauses), start)
    message = f"no table of {game.title} at or shortly before move {first} can be written as an example"
    raise ProofdeckError(Problem("E807", message, field="move", hint="Choose another --move."))


def _written(playable: Playable, played: Played) -> tuple[str, Played | None]:
    """The lines of the table before the moves, and the moves on the table that they are read as, if it is the same.

    What all had chosen at the same time is left out if it no longer matters.
    """
    write, read = playable.engine.written, playable.engine.position
    if write is None or read is None:
        return "", None
    table = write(played.before)
    said = [
        line for line in table.splitlines() if kind_of(line.partition(":")[0]) not in playable.engine.pictures.unsaid
    ]
    for text in [table] if played.before.is_sealed() else dict.fromkeys(["\n".join(said), table]):
        if again := played_on(read(playable.game, read_notation(text, "example"), Problems()), played):
            return text, again
    return table, None
