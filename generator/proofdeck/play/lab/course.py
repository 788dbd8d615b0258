"""What a game is like: what a simulation counts, and who was the favourite when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from proofdeck.play.engine.playouts import summary
from proofdeck.play.engine.state import Game
from proofdeck.play.lab.estimates import Estimate, Sample, estimate_of
from proofdeck.play.lab.results import Estimated, GameFigures
from proofdeck.play.lab.watching import Course, Watched

COURSE: dict[str, Callable[[Course], float]] = {
    "lead_changes": lambda course: course.lead_changes,
    "settled": lambda course: course.settled,
    "comebacks": lambda course: course.comeback,
    "quiet": lambda course: course.quiet,
}


def game_figures(game: Game, bots: Sequence[str], games: Sequence[Watched]) -> GameFigures:
    """Everything, ready for JSON: what `simulate` gives, how long games were, and each of COURSE with its interval."""
    found = summary(game, bots, [one.outcome for one in games])
    shares = [seat["wins"] for seat in found["seats"]]
    lengths = Counter(one.outcome.turns for one in games)
    rows = {name: as_row(estimate_of(Sample.of(of(one.course) for one in games))) for name, of in COURSE.items()}
    return {
        **found,
        "seat_advantage": max(shares) - min(shares),
        "lengths": {str(turns): count for turns, count in sorted(lengths.items())},
        "lead_changes": rows["lead_changes"],
        "settled": rows["settled"],
        "comebacks": rows["comebacks"],
        "quiet": rows["quiet"],
    }


def as_row(estimate: Estimate) -> Estimated:
    return {"mean": estimate.value, "interval": [estimate.low, estimate.high]}
