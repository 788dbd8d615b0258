"""A match for people: one line per round, running totals, who leads and who deals next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from proofdeck.ground.problems import counted, listed
from proofdeck.score.matches.exports import number
from proofdeck.score.matches.match import Match, Round

if TYPE_CHECKING:
    from proofdeck.score.matches.statistics import OfPlayer

GAP = "  "


def as_grid(match: Match) -> str:
    """The whole match. Each cell has the points of the round, then the running total."""
    lines = [f"{match.stream}: {match.title}, started {match.begun[:10]}", "", *_table(match), ""]
    return "\n".join([*lines, *_where_it_stands(match)])


def _table(match: Match) -> Iterator[str]:
    running = list(match.running())
    sides = match.sides.seats
    rows = [["round", "", "dealer", *(_named(match, side) for side in sides)]]
    for place, (played, totals) in enumerate(zip(match.rounds, running, strict=True), 1):
        dealer = match.players[match.dealer_of(place)]
        cells = [_cell(match, played, side, totals[side[0]]) for side in sides]
        rows.append([str(place), match.round_name(place), dealer, *cells])
    rows.append(["total", "", "", *(number(match.totals[side[0]]) for side in sides)])
    places = match.ranking.places
    if not match.sides.is_together:
        rows.append(["place", "", "", *(f"{places[side[0]]}." if running else "" for side in sides)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for place, row in enumerate(rows):
        if place in {1, len(match.rounds) + 1}:
            yield GAP.join("-" * width for width in widths if width)
        cells = [
            cell.ljust(width) if column < 3 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            if width
        ]
        yield GAP.join(cells).rstrip()


def _named(match: Match, side: Sequence[int]) -> str:
    return " + ".join(match.players[seat] for seat in side)


def _cell(match: Match, played: Round, side: Sequence[int], total: Fraction) -> str:
    """`35  90`; if rounds won are counted, or won against the game, a star marks the winner: `12*  1`."""
    is_told = match.form.counts == "wins" or match.sides.is_together
    star = "*" if is_told and side[0] in played.won else ""
    return f"{sum(played.points[seat] for seat in side)}{star} {number(total):>4}"


def _where_it_stands(match: Match) -> Iterator[str]:
    if match.rounds:
        yield _leader(match)
    if match.over:
        return
    following = len(match.rounds) + 1
    dealer = match.dealer_of(following)
    name = match.round_name(following)
    starter = match.players[(dealer + 1) % len(match.players)]
    said = f"Next: round {following}{f', {name}' if name else ''}."
    yield f"{said} {match.players[dealer]} deals, {starter} starts."


def _leader(match: Match) -> str:
    ranking = match.ranking
    if ranking.sides.is_together:
        won, points = sum(bool(played.won) for played in match.rounds), sum(sum(one.points) for one in match.rounds)
        of_them = f", {won} of them won" if won else ""
        return f"{counted(points, 'point')} in {counted(len(match.rounds), 'round')}{of_them}."
    first = listed(_named(match, side) for side in ranking.sides.seats if side[0] in ranking.groups[0])
    several = len(ranking.groups[0]) > 1
    total = number(match.totals[ranking.groups[0][0]])
    noun = "round" if match.form.counts == "wins" else "point"
    what = f"with {total} {noun}{'' if total == '1' else 's'}"
    if match.over:
        verb = "share the win" if ranking.is_shared else "win" if several else "wins"
        return f"The match is over: {first} {verb} {what}."
    if len(ranking.groups) == 1:
        return "All players are level."
    goal = f" of {match.form.target}" if match.form.target is not None else ""
    return f"{first} {'lead' if several else 'leads'} {what}{goal}."


def in_a_line(match: Match) -> str:
    """`match 3  2026-11-21  Tombs: Ana 2, Ben 1; 3 rounds`."""
    standing = ", ".join(f"{name} {number(total)}" for name, total in zip(match.players, match.totals, strict=True))
    over = ", over" if match.over else ""
    return f"{match.stream}  {match.begun[:10]}  {match.title}: {standing}; {counted(len(match.rounds), 'round')}{over}"


def of_players(found: Sequence[OfPlayer]) -> Iterator[str]:
    """Games and opponents of each player."""
    for player in found:
        yield f"{player.name}: {_matches(player.matches)}, won {number(player.won)}"
        for game in player.games:
            average = f"{game.mean:.1f} points in a round, the best {game.best}"
            yield f"  {game.title}: {_matches(game.matches)}, won {number(game.won)}; {average}"
        for rival, together, better, worse in player.rivals:
            yield f"  against {rival}: {_matches(together)}, ahead {better}, behind {worse}"
        yield ""


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"
