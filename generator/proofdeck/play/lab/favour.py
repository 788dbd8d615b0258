"""Whether bots that look ahead favour a seat of their own making: one that wins far more than it does by chance.

It happens where a bot sees past a reveal what its player cannot know yet, so that whoever chooses last wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from proofdeck.play.engine.playouts import is_favoured, play_one, suspect
from proofdeck.play.lab.results import Favour, FavouredSeat
from proofdeck.play.setup.series import Crew, Series, played
from proofdeck.source.rules.sides import Sides

if TYPE_CHECKING:
    from proofdeck.play.engine.playouts import Outcome

MOST = 200
"""Games by chance that they are compared with."""
CHANCE = "random"


def favour(series: Series, outcomes: Sequence[Outcome], crew: Crew, sides: Sides) -> Favour:
    """The seat, or the first one of the side, that wins far more than by chance on the same deals, for JSON; nothing if
    there is none.

    Games by chance are only played if a seat wins too much, and all players are the same, but not of chance.
    """
    found = suspect(outcomes, sides) if len(set(series.bots)) == 1 and CHANCE not in series.bots else None
    if found is None:
        return {}
    side, share = found
    seat = sides.seats[side][0]
    by_chance = replace(series, bots=(CHANCE,) * len(series.bots), games=min(len(outcomes), MOST))
    wins = [outcome.shares[seat] for some in played(by_chance, play_one, crew) for outcome in some]
    chance = sum(wins) / len(wins)
    if not is_favoured(chance, len(sides.seats)):
        return {}
    return {"favoured": {"seat": seat + 1, "bot": series.bots[0], "wins": share, "by_chance": chance}}


def told(favoured: FavouredSeat) -> str:
    """The warning above the figures."""
    return (
        f"Seat {favoured['seat']} wins {100 * favoured['wins']:.0f} % among {favoured['bot']} players and "
        f"{100 * favoured['by_chance']:.0f} % by chance: the bots may see what their players cannot know yet, such as "
        "what others have chosen. `choice(each=True)` keeps choices hidden until all have chosen."
    )
