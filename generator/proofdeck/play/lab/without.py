"""What a player loses who never uses a card, a clause or a move: the same games twice, the second time without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.playouts import bots_of
from proofdeck.play.engine.referee import BotMaker, play
from proofdeck.play.engine.sparing import Sparing, does, spared
from proofdeck.play.engine.state import Action, Game, State
from proofdeck.play.lab.estimates import FEWEST, Sample, columns, estimate_of, estimate_of_shares
from proofdeck.play.lab.report import percent
from proofdeck.play.lab.results import Columns
from proofdeck.play.lab.simulation import Experiment, Simulation, collect

if TYPE_CHECKING:
    from proofdeck.ground.workspace.workspace import Progress


class PairedGames(NamedTuple):
    """One player in two games: shares of the win, from 0 to 1, and points, with and without it.

    uses: how often it was used in the first; needed: how often nothing else was possible in the second.
    """

    shares: tuple[float, float]
    points: tuple[int, int]
    uses: int
    needed: int


def lose_one(
    game: Game, makers: Sequence[BotMaker], seed: int, index: int, *, what: str, names: Sequence[tuple[str, str]]
) -> PairedGames:
    """Play pair number index. The players take turns to be the one who does without."""
    seat, avoids = index % len(makers), spared(game, what, names)
    uses = 0

    def watch(state: State, action: Action) -> None:
        nonlocal uses
        uses += state.current_player() == seat and does(state, (action,), avoids)

    bots, others = bots_of(makers, seed, index), bots_of(makers, seed, index)
    again = bots_of(makers, derived(seed, "without"), index)[seat]
    others[seat] = sparing = Sparing(others[seat], again, avoids, Random(derived(seed, "without", index)))
    deal = derived(seed, "game", index)
    one = play(game.new_initial_state(len(makers), deal), bots, watch)
    other = play(game.new_initial_state(len(makers), deal), others)
    points = one.score_sheets()[seat].total, other.score_sheets()[seat].total
    return PairedGames((one.returns()[seat], other.returns()[seat]), points, uses, sparing.needed)


def do_without(root: Path, asked: Simulation, what: str, progress: Progress, problems: Problems) -> Columns:
    """Play that many pairs, with the same figures for any number of jobs.

    Ctrl-C ends play, and the figures so far are returned. Raises ProofdeckError if the game cannot be played, or has
    nothing with that name.
    """
    one = Experiment.begin(root, asked, problems)
    names = [(card.id, card.name) for card in one.game.deck]
    try:
        spared(one.playable.game, what, names)
    except ValueError as error:
        message, hint = (*error.args, "")[:2]
        raise ProofdeckError(Problem("E810", message, field="without", hint=hint)) from None
    lose = partial(lose_one, what=what, names=names)
    title, games = one.game.title, asked.games
    pairs, stopped = collect(one.series, lose, asked.crew, lambda done: progress(title, done, games), FEWEST)
    enough = len(pairs) >= FEWEST
    wins = estimate_of_shares(Sample.of(pair.shares[1] - pair.shares[0] for pair in pairs)) if enough else None
    points = estimate_of(Sample.of(pair.points[1] - pair.points[0] for pair in pairs)) if enough else None
    return {
        **one.head,
        "bots": list(one.series.bots),
        "without": what,
        "games": len(pairs),
        "stopped": stopped,
        "wins_with": sum(pair.shares[0] for pair in pairs) / len(pairs),
        "wins_without": sum(pair.shares[1] for pair in pairs) / len(pairs),
        **columns("wins", wins),
        **columns("points", points),
        "used_in": sum(pair.uses > 0 for pair in pairs) / len(pairs),
        "needed_in": sum(pair.needed > 0 for pair in pairs) / len(pairs),
    }


def about_without(found: Columns) -> Iterator[str]:
    """What was found, in sentences."""
    bots = ", ".join(found["bots"])
    games = f"{found['games']:,} pairs of games"
    yield f"{found['title']}: {games}, {found['players']} players ({bots}), seed {found['seed']}"
    yield ""
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what is known so far."
    what = found["without"]
    yield f"A player used '{what}' in {percent(found['used_in'])} of games."
    if not found["used_in"]:
        yield "So these games say nothing about doing without it."
        return
    yield (
        f"A player who does without it wins {percent(found['wins_without'])} of games in place of "
        f"{percent(found['wins_with'])}, with the same cards."
    )
    if found["wins"] is not None:
        yield f"That is {_change(found, 'wins', 100, 'percentage point')}."
        yield f"At the end the player has {_change(found, 'points', 1, 'point')}."
    if found["needed_in"]:
        yield f"In {percent(found['needed_in'])} of games nothing else was possible at least once."


def _change(found: Columns, name: str, factor: int, unit: str) -> str:
    """`3.1 percentage points fewer (95 %: −4.0 to −2.2)`."""
    value, low, high = (factor * found[f"{name}{end}"] for end in ("", "_low", "_high"))
    same = "" if low > 0 or high < 0 else ", which could be no difference"
    interval = f"{low:+.1f} to {high:+.1f}".replace("-", "−")
    return f"{abs(value):.1f} {unit}s {'more' if value > 0 else 'fewer'} (95 %: {interval}){same}"
