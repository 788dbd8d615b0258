"""A seat that wins far more among bots than by chance is told, and nothing else is."""

from __future__ import annotations

import pytest
from tables import ROOT

from proofdeck.play.engine.playouts import Outcome
from proofdeck.play.lab.favour import favour, told
from proofdeck.play.setup.series import Series
from proofdeck.play.setup.versions import Version
from proofdeck.source.rules.sides import Sides

GAMES = 40


def outcomes(wins_of_second: int) -> list[Outcome]:
    """Games of which the second player wins so many."""
    shares = [(0.0, 1.0)] * wins_of_second + [(1.0, 0.0)] * (GAMES - wins_of_second)
    return [Outcome(one, (3, 3), 9, decisions=1, choices=1, forced=0, fired=0, decided_by="") for one in shares]


@pytest.mark.parametrize(
    ("bots", "wins", "is_told"),
    [
        (("greedy", "greedy"), 38, True),
        (("greedy", "greedy"), 24, False),
        (("greedy", "search"), 38, False),
        (("random", "random"), 38, False),
    ],
)
def test_a_seat_is_favoured_only_by_bots_that_are_all_alike_and_think(
    bots: tuple[str, ...], wins: int, is_told: bool
) -> None:
    found = favour(Series(Version(ROOT, "tombs"), bots, 1, GAMES), outcomes(wins), 1, Sides.each_alone(2))
    assert bool(found) == is_told
    if is_told:
        assert (found["favoured"]["seat"], found["favoured"]["bot"], found["favoured"]["wins"]) == (2, "greedy", 0.95)
        assert found["favoured"]["by_chance"] < 0.75
        assert told(found["favoured"]).startswith("Seat 2 wins 95 % among greedy players and ")
