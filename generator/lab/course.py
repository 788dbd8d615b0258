"""What a game is like: what a simulation counts, and who was the favourite when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from generator.engine.playouts import summary
from generator.engine.state import Game
from generator.lab.estimates import Estimate, Sample, estimate_of
from generator.lab.watching import Course, Watched

COURSE: dict[str, Callable[[Course], float]] = {
    "lead_changes": lambda course: course.lead_changes,
    "settled": lambda course: course.settled,
    "comebacks": lambda course: course.comeback,
    "quiet": lambda course: course.quiet,
}


def game_figures(game: Game, bots: Sequence[str], games: Sequence[Watched]) -> dict[str, object]:
    """Everything, ready for JSON: what `simulate` gives, how long games were, and each of COURSE with its interval."""
    found = summary(game, bots, [one.outcome for one in games])
    shares = [seat["wins"] for seat in found["seats"]]
    found["seat_advantage"] = max(shares) - min(shares)
    lengths = Counter(one.outcome.turns for one in games)
    found["lengths"] = {str(turns): count for turns, count in sorted(lengths.items())}
    return found | {
        name: as_row(estimate_of(Sample.of(of(one.course) for one in games))) for name, of in COURSE.items()
    }


def as_row(estimate: Estimate) -> dict[str, object]:
    return {"mean": estimate.value, "interval": [estimate.low, estimate.high]}
