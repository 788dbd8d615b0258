"""Which bot sits in which seat."""

from __future__ import annotations

from collections.abc import Sequence

from proofdeck.ground.problems import Problems, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.loading import Playable


def seated(playable: Playable, bots: Sequence[str], players: int) -> list[str]:
    """The bot for each seat, assigned in turn. Raises ProofdeckError for unknown bots."""
    known = bot_makers(playable.engine)
    problems = Problems()
    for name in bots:
        if name not in known:
            hint = hint_from(did_you_mean(name, known), f"The bots are {listed(known)}.")
            problems.report("E802", f"there is no bot '{name}'", field="bots", hint=hint)
    with playable.origin.faults():
        try:
            playable.game.new_initial_state(players, 0)
        except ValueError as error:
            problems.report("E504", str(error), field="players", hint="Choose another number with --players.")
    if problems:
        raise ProofdeckError(problems)
    return [bots[seat % len(bots)] for seat in range(players)]
