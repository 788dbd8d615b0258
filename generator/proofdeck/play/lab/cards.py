"""What the cards of a game do: how often they are seen, and how often players win with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from proofdeck.play.engine.playouts import wilson
from proofdeck.play.lab.estimates import Estimate, Sample, chance_of, clustered_difference, columns, estimate_of, holm
from proofdeck.play.lab.results import Columns
from proofdeck.play.lab.watching import Watched
from proofdeck.source.cards import Card, Deck

SEEN: dict[str, Callable[[Watched], tuple[int, ...]]] = {
    "opening": lambda game: game.opening,
    "held": lambda game: game.held,
    "played": lambda game: game.played,
    "scored": lambda game: game.scored,
}
"""What can become of a card in the hands of a player; each is a share of the players, not of the games."""
FATES = ("opening", "held", "played")
"""Those that wins are counted by: in the opening hand, in hand at any time, played."""


@dataclass(frozen=True, slots=True)
class CardRecord:
    """Players who had a card in that way, and players who had not. count: how often; wins: of those who had it.

    lift: how much more those won, each beside what their seat wins on average; None when too few had it or had it not.
    stands_out: whether that holds for all cards together, at 5 %.
    """

    count: int
    wins: Estimate
    without: Estimate
    lift: Estimate | None
    stands_out: bool


@dataclass(frozen=True, slots=True)
class CardFigures:
    """Of one design. shares: of players and games in which it was dealt, held, played and scored, from 0 to 1.

    points: what it gave in a game on average, all players together.
    """

    card: Card
    shares: dict[str, float]
    points: float
    fates: dict[str, CardRecord]

    def as_row(self) -> Columns:
        """One flat row, for JSON, spreadsheets and data frames. What is not known is None."""
        row: Columns = {"card": self.card.id, "name": self.card.name, "kind": self.card.kind}
        row |= {name: self.shares[name] for name in SEEN} | {"points": self.points}
        for name, fate in self.fates.items():
            row |= columns(f"wins_{name}", fate.wins if fate.count else None)
            row |= columns(f"wins_not_{name}", fate.without if self.shares[name] < 1 else None)
            row |= columns(f"lift_{name}", fate.lift)
            row[f"stands_out_{name}"] = fate.stands_out
        return row


def card_figures(deck: Deck, games: Sequence[Watched]) -> list[CardFigures]:
    """Of each design that was ever dealt, in the order of the spreadsheet."""
    seats = range(len(games[0].outcome.shares))
    average = [sum(game.outcome.shares[seat] for game in games) / len(games) for seat in seats]
    places = _places_held(deck, games)
    fates = {name: _fates(places, [SEEN[name](game) for game in games], games, average) for name in FATES}
    players = len(games) * len(seats)
    return [
        CardFigures(
            deck.cards[place],
            {name: sum(one >> place & 1 for game in games for one in of(game)) / players for name, of in SEEN.items()},
            sum(game.points.get(place, 0.0) for game in games) / len(games),
            {name: found[number] for name, found in fates.items()},
        )
        for number, place in enumerate(places)
    ]


def cards_held(deck: Deck, games: Sequence[Watched]) -> list[str]:
    """The ids of the designs that were ever in a hand, in the order of the spreadsheet."""
    return [deck.cards[place].id for place in _places_held(deck, games)]


def _places_held(deck: Deck, games: Sequence[Watched]) -> list[int]:
    return [place for place in range(len(deck.cards)) if any(set_ >> place & 1 for game in games for set_ in game.held)]


def _fates(
    places: Sequence[int], had: Sequence[tuple[int, ...]], games: Sequence[Watched], average: Sequence[float]
) -> list[CardRecord]:
    """Of each design at these places."""
    lifts = [_lift(place, had, games, average) for place in places]
    known = [number for number, lift in enumerate(lifts) if lift is not None]
    firm = holm([chance_of(lift) for lift in lifts if lift is not None])
    standing_out = {number for number, is_firm in zip(known, firm, strict=True) if is_firm}
    return [_fate(place, had, games, lifts[number], number in standing_out) for number, place in enumerate(places)]


def _lift(
    place: int, had: Sequence[tuple[int, ...]], games: Sequence[Watched], average: Sequence[float]
) -> Sample | None:
    groups = [
        [
            (bool(set_ >> place & 1), share - mean)
            for set_, share, mean in zip(sets, game.outcome.shares, average, strict=True)
        ]
        for sets, game in zip(had, games, strict=True)
    ]
    return clustered_difference(groups)


def _fate(
    place: int, had: Sequence[tuple[int, ...]], games: Sequence[Watched], lift: Sample | None, stands_out: bool
) -> CardRecord:
    shares: tuple[list[float], list[float]] = ([], [])
    for sets, game in zip(had, games, strict=True):
        for set_, share in zip(sets, game.outcome.shares, strict=True):
            shares[set_ >> place & 1].append(share)
    without, wins = map(_wins, shares)
    return CardRecord(len(shares[1]), wins, without, estimate_of(lift) if lift else None, stands_out)


def _wins(shares: Sequence[float]) -> Estimate:
    total = sum(shares)
    return Estimate(total / len(shares) if shares else 0.0, *wilson(total, len(shares)))
