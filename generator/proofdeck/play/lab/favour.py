"""Whether bots that think say something else of seats than players by chance do on the same deals.

Where they do, their figures may be about the bots and not about the game: one that bids too much loses for its seat,
and one that sees past a reveal what its player cannot know yet wins for whoever chooses last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from proofdeck.play.engine.playouts import ENOUGH, is_favoured, play_one, suspect, wilson
from proofdeck.play.lab.estimates import ALPHA
from proofdeck.play.lab.results import DoubtedSide, Favour, FavouredSeat
from proofdeck.play.setup.series import Crew, Series, played
from proofdeck.source.rules.sides import Sides, said_of

if TYPE_CHECKING:
    from proofdeck.play.engine.playouts import Outcome

MOST = 200
"""Games by chance that they are compared with, or fewer if their moves are more than all those of the bots: a player
who never means to end a game of Rook takes eight times as long.
"""
CHANCE = "random"


def favour(
    series: Series, outcomes: Sequence[Outcome], crew: Crew, sides: Sides, progress: Callable[[int, int], None]
) -> Favour:
    """What players by chance say differently of seats, for JSON: the seat that bots favour, and each side whose share
    of the wins is another one by more than chance allows. Nothing if they agree, or after Ctrl-C.

    Games by chance are only played if all bots are the same, and do not play by chance themselves. progress: told how
    many of them are done, and how many there are.
    """
    are_alike = len(set(series.bots)) == 1 and CHANCE not in series.bots
    if sides.is_together or not are_alike or len(outcomes) < ENOUGH:
        return {}
    by_chance = replace(series, bots=(CHANCE,) * len(series.bots), games=min(len(outcomes), MOST))
    try:
        others = _by_chance(by_chance, crew, sum(one.decisions for one in outcomes), progress)
    except KeyboardInterrupt:
        return {}
    told: Favour = {}
    if doubted := list(_doubted(series.bots[0], outcomes, others, sides)):
        told["doubted"] = doubted
    if found := suspect(outcomes, sides):
        side, share = found
        seat = sides.seats[side][0]
        chance = sum(one.shares[seat] for one in others) / len(others)
        if is_favoured(chance, len(sides.seats)):
            told["favoured"] = {"seat": seat + 1, "bot": series.bots[0], "wins": share, "by_chance": chance}
    return told


def _by_chance(series: Series, crew: Crew, most: int, progress: Callable[[int, int], None]) -> list[Outcome]:
    """Those games, but no more than it takes to make so many moves, and not too few to be compared."""
    found: list[Outcome] = []
    with closing(played(series, play_one, crew)) as chunks:
        for chunk in chunks:
            found += chunk
            progress(len(found), series.games)
            if len(found) >= ENOUGH and sum(one.decisions for one in found) >= most:
                break
    return found


def _doubted(bot: str, outcomes: Sequence[Outcome], others: Sequence[Outcome], sides: Sides) -> Iterator[DoubtedSide]:
    """Each side whose shares differ. All sides together are wrongly doubted in at most ALPHA of comparisons."""
    z = NormalDist().inv_cdf(1 - ALPHA / (2 * len(sides.seats)))
    for seats in sides.seats:
        (wins, games), (by_chance, chances) = (
            (sum(one.shares[seats[0]] for one in some), len(some)) for some in (outcomes, others)
        )
        if differ(wins, games, by_chance, chances, z):
            yield {
                "seats": [seat + 1 for seat in seats],
                "bot": bot,
                "wins": wins / games,
                "interval": [*wilson(wins, games)],
                "by_chance": by_chance / chances,
                "interval_by_chance": [*wilson(by_chance, chances)],
            }


def differ(wins: float, games: int, others: float, chances: int, z: float) -> bool:
    """Whether two shares are so many standard errors apart, with a win and a loss more on each side (Agresti and Caffo
    2000).
    """
    one, other = (wins + 1) / (games + 2), (others + 1) / (chances + 2)
    return abs(one - other) > z * sqrt(one * (1 - one) / (games + 2) + other * (1 - other) / (chances + 2))


def told(favoured: FavouredSeat) -> str:
    """The warning above the figures."""
    return (
        f"Seat {favoured['seat']} wins {100 * favoured['wins']:.0f} % among {favoured['bot']} players and "
        f"{100 * favoured['by_chance']:.0f} % by chance: the bots may see what their players cannot know yet, such as "
        "what others have chosen. `choice(each=True)` keeps choices hidden until all have chosen."
    )


def doubts(doubted: Sequence[DoubtedSide]) -> str:
    """What is said up front where thinking and chance disagree; "" if they do not."""
    if not doubted:
        return ""
    most = max(doubted, key=lambda one: abs(one["wins"] - one["by_chance"]))
    who = said_of([seat - 1 for seat in most["seats"]])
    wins, by_chance = (f"{100 * share:.0f} %" for share in (most["wins"], most["by_chance"]))
    return (
        f"Among {most['bot']} players, {who} wins {wins} of games, and {by_chance} by chance. That is more than "
        "chance explains, so nothing is said of which seats are better: it may be the doing of the bots."
    )
