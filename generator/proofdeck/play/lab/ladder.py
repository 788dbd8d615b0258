"""How much stronger one bot is than another, as a share of wins and as an Elo rating."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log10

from proofdeck.play.engine.playouts import play_one
from proofdeck.play.engine.referee import BotMaker
from proofdeck.play.engine.state import Game
from proofdeck.play.lab.estimates import Sample, estimate_of
from proofdeck.play.lab.results import Step


def play_around(game: Game, makers: Sequence[BotMaker], seed: int, index: int, *, players: int) -> float:
    """One deal, played once with the first bot on each seat and the second on all others; its share of the wins.

    The games of one deal are one trial: what a deal or a seat is worth does not get into the result.
    """
    one, other = makers
    games = ([one if seat == place else other for seat in range(players)] for place in range(players))
    shares = [play_one(game, bots, seed, index).shares[place] for place, bots in enumerate(games)]
    return sum(shares) / players


def elo(share: float, players: int) -> float:
    """How far apart ratings are when one of so many players, the others being equal, wins that share."""
    if not 0 < share < 1:
        return -inf if share <= 0 else inf
    return 400 * log10(share * (players - 1) / (1 - share))


def step_of(bot: str, against: str, players: int, shares: Sequence[float]) -> Step:
    """One bot against a weaker one. shares: of the wins, deal by deal; 1 / players if both are equally strong.

    For the interval one deal more is lost, and one as far above an even share.
    """
    around, wins = estimate_of(Sample.of((*shares, 0.0, 2 / players))), sum(shares) / len(shares)
    low, high = max(0.0, around.low), min(1.0, around.high)
    return {
        "bot": bot,
        "against": against,
        "deals": len(shares),
        "wins": wins,
        "interval": [low, high],
        "elo": _rating(wins, players),
        "elo_interval": [_rating(low, players), _rating(high, players)],
        "stronger": low > 1 / players,
    }


def _rating(share: float, players: int) -> float | None:
    """As `elo`; None without bounds."""
    rating = elo(share, players)
    return rating if abs(rating) != inf else None
