"""How much stronger one bot is than another, as a share of wins and as an Elo rating."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log10

from generator.engine.playouts import play_one
from generator.engine.referee import BotMaker
from generator.engine.state import Game
from generator.lab.estimates import Estimate, Sample, estimate_of
from generator.lab.results import Step


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


@dataclass(frozen=True, slots=True)
class Rung:
    """One bot against a weaker one. deals: how many; wins: its share, 1 / players if they are equally strong."""

    bot: str
    against: str
    deals: int
    players: int
    wins: Estimate

    @property
    def is_stronger(self) -> bool:
        return self.wins.low > 1 / self.players

    def as_row(self) -> Step:
        """For JSON. A rating without bounds is None."""
        low, value, high = (_finite(elo(end, self.players)) for end in (self.wins.low, self.wins.value, self.wins.high))
        return {
            "bot": self.bot,
            "against": self.against,
            "deals": self.deals,
            "wins": self.wins.value,
            "interval": [self.wins.low, self.wins.high],
            "elo": value,
            "elo_interval": [low, high],
            "stronger": self.is_stronger,
        }


def step_of(bot: str, against: str, players: int, shares: Sequence[float]) -> Rung:
    """shares: of the wins, deal by deal. For the interval one deal more is lost, and one as far above an even share."""
    around = estimate_of(Sample.of((*shares, 0.0, 2 / players)))
    wins = Estimate(sum(shares) / len(shares), max(0.0, around.low), min(1.0, around.high))
    return Rung(bot, against, len(shares), players, wins)


def _finite(rating: float) -> float | None:
    return rating if abs(rating) != inf else None
