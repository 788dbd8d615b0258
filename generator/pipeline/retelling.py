"""Turns some moves of a game that was played into a worked example."""

from __future__ import annotations

from pathlib import Path

from generator.engine.transcript import Replay
from generator.problems import Problem, ProofdeckError, counted


def example_from(root: Path, transcript: Replay, move: int | None, count: int, name: str, *, trust: bool) -> str:
    """Write the example of `count` moves of a transcript from number `move` on, counted from 1; the last by default.

    `name`: the id of the example; a free one if it is empty. Raises ProofdeckError if there are no such moves, or if
    the notation of examples cannot say the table before them.
    """
    from generator.engine.notation import read_notation
    from generator.pipeline.playing import open_game
    from generator.rulebook.retelling import Played, free_id, is_read_as_played, retold
    from generator.rules.examples import read_examples

    game, playable = open_game(root, transcript.header["game"], [], trust=trust)
    rules, engine = playable.game, playable.engine
    state = transcript.begin(rules, playable.fingerprint)
    tables, actions = [state.clone()], []
    for step in transcript.steps(rules, state):
        actions.append(rules.string_to_action(step.action))
        tables.append(state.clone())
    first = len(actions) - count + 1 if move is None else move
    if not 1 <= first <= len(actions) - count + 1:
        has = counted(len(actions), "move")
        message = f"the game has {has}, so there is no example of {count} from move {first} on"
        raise ProofdeckError(Problem("E803", message, field="move", hint="Choose another --move or --moves."))
    before = tables[first - 1]
    before.fired = 0
    after = before.clone()
    chosen = tuple(actions[first - 1 : first - 1 + count])
    for action in chosen:
        after.apply_action(action)
    played = Played(before, chosen, after)
    table = engine.written(before) if engine.written and engine.position else ""
    read = engine.position(rules, read_notation(table, "example"), []) if table and engine.position else None
    if not is_read_as_played(read, played):
        message = f"the notation of examples cannot say the table of {game.title} before move {first}"
        hint = "A table in the middle of a move often cannot be written: choose an earlier --move and more --moves."
        raise ProofdeckError(Problem("E803", message, field="move", hint=hint))
    examples = read_examples(game.book, playable.clauses, engine.parameters, [])
    return retold(name or free_id(one.id for one in examples), table, played, rules, playable.clauses)
