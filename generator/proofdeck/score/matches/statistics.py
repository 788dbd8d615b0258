"""Statistics of players over many matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from proofdeck.play.engine.notation import folded
from proofdeck.score.matches.match import Match


@dataclass(frozen=True, slots=True)
class OfGame:
    """One player in all matches of one game. won: shared wins count as fractions, and so do the rounds that were won of
    a match against the game; mean: points per round.

    best: the best round, by what wins in that game.
    """

    title: str
    matches: int
    won: Fraction
    rounds: int
    mean: float
    best: int | None


@dataclass(frozen=True, slots=True)
class OfPlayer:
    """One player. rivals: players of other sides: (name, matches against them, times ahead, times behind)."""

    name: str
    matches: int
    won: Fraction
    games: tuple[OfGame, ...]
    rivals: tuple[tuple[str, int, int, int], ...]


def statistics(matches: Iterable[Match]) -> list[OfPlayer]:
    """Everybody who has played, most wins first. A match counts if it is over or has no set end.

    Names that differ only in case, accents or spaces belong to the same player.
    """
    counting = [match for match in matches if match.rounds and (match.over or match.endless)]
    names: dict[str, str] = {}
    for match in counting:
        for name in match.players:
            names.setdefault(folded(name), name)
    found = [_of_player(key, names, counting) for key in names]
    return sorted(found, key=lambda player: (-player.won, player.matches, player.name))


def as_rows(found: Iterable[OfPlayer]) -> list[dict[str, object]]:
    """For programs."""
    return [
        {
            "name": player.name,
            "matches": player.matches,
            "won": float(player.won),
            "games": [
                {
                    "title": game.title,
                    "matches": game.matches,
                    "won": float(game.won),
                    "rounds": game.rounds,
                    "mean of a round": game.mean,
                    "best round": game.best,
                }
                for game in player.games
            ],
            "rivals": [
                {"name": name, "matches": together, "ahead": better, "behind": worse}
                for name, together, better, worse in player.rivals
            ],
        }
        for player in found
    ]


def _of_player(key: str, names: dict[str, str], counting: Sequence[Match]) -> OfPlayer:
    own = [(match, _seat(match, key)) for match in counting if key in map(folded, match.players)]
    titles = list(dict.fromkeys(match.title for match, _ in own))
    games = tuple(_of_game(title, [(match, seat) for match, seat in own if match.title == title]) for title in titles)
    met = dict.fromkeys(folded(match.players[rival]) for match, seat in own for rival in _rivals(match, seat))
    rivals = tuple((names[other], *_head_to_head(other, own)) for other in met)
    return OfPlayer(names[key], len(own), sum((game.won for game in games), Fraction(0)), games, rivals)


def _of_game(title: str, own: Sequence[tuple[Match, int]]) -> OfGame:
    points = [played.points[seat] for match, seat in own for played in match.rounds]
    best = min if own[0][0].form.wins == "lowest" else max
    won = sum((_share(match, seat) for match, seat in own), Fraction(0))
    return OfGame(title, len(own), won, len(points), sum(points) / len(points) if points else 0.0, best(points))


def _share(match: Match, seat: int) -> Fraction:
    if match.sides.is_together:
        return Fraction(sum(bool(played.won) for played in match.rounds), len(match.rounds))
    first = match.ranking.groups[0]
    winners = sum(side[0] in first for side in match.sides.seats)
    return Fraction(1, winners) if seat in first else Fraction(0)


def _head_to_head(other: str, own: Sequence[tuple[Match, int]]) -> tuple[int, int, int]:
    better = worse = against = 0
    for match, seat in own:
        for rival in _rivals(match, seat):
            if folded(match.players[rival]) == other:
                mine, theirs = match.ranking.places[seat], match.ranking.places[rival]
                against += 1
                better += mine < theirs
                worse += mine > theirs
    return against, better, worse


def _rivals(match: Match, seat: int) -> list[int]:
    """The seats of the other sides."""
    sides = match.sides
    return [other for other in range(len(match.players)) if sides.of(other) != sides.of(seat)]


def _seat(match: Match, key: str) -> int:
    return [folded(name) for name in match.players].index(key)
