"""`proofdeck bots`: how strong the bots of a game are, compared with each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

from proofdeck.front.cli.playing import MOST_GAMES, Bench, Run, names_of
from proofdeck.front.cli.terminal import GameName
from proofdeck.ground.flags import Flag
from proofdeck.ground.problems import counted, listed

if TYPE_CHECKING:
    from proofdeck.play.lab.results import Climbed, Step


@dataclass(frozen=True)
class Ladder(Bench):
    """Bots that play each other, from the weakest to the strongest."""

    bots: Annotated[
        tuple[str, ...],
        Flag(
            "From weak to strong: random, greedy, search.",
            read=names_of,
            usual="random,greedy,search",
            completion="bots",
        ),
    ] = ("random", "greedy", "search")


def bots(
    *,
    game: GameName = "",
    deals: Annotated[
        int, Flag("How many deals for each pair of bots.", typed=("--games",), least=2, most=MOST_GAMES)
    ] = 50,
    ladder: Ladder,
    run: Run,
) -> None:
    """Let bots play each other, and show how strong they are, with Elo ratings and intervals."""
    from proofdeck.play.lab.climbing import climb

    play = partial(climb, run.project, ladder.simulation(game, deals, trust=run.trust))
    run.show(play, _report)


def _report(found: "Climbed") -> Iterator[str]:
    from proofdeck.play.lab.report import percent

    yield f"{found['title']}: {found['players']} players, seed {found['seed']}"
    yield "Each deal is played from every seat: one bot sits there, and the weaker bot sits everywhere else."
    yield ""
    even = percent(1 / found["players"])
    for step in found["steps"]:
        low, high = (percent(end) for end in step["interval"])
        yield (
            f"{step['bot']} against {step['against']}: wins {percent(step['wins'])} (95 %: {low} to {high}; equals "
            f"win {even}), Elo {_rating(step)}, {counted(step['deals'], 'deal')}"
        )
    weak = [f"{step['bot']} beats {step['against']}" for step in found["steps"] if not step["stronger"]]
    if weak:
        yield ""
        yield f"These games do not show that {listed(weak)}. Figures of games between weak bots may mislead."
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what is known so far."


def _rating(step: "Step") -> str:
    low, high = (_elo(end) for end in step["elo_interval"])
    return f"{_elo(step['elo'])} ({low} to {high})"


def _elo(rating: float | None) -> str:
    """With its sign; a rating that no game has bounded is not a number."""
    if rating is None:
        return "without bound"
    return f"{rating:+.0f}".replace("-", "−")
