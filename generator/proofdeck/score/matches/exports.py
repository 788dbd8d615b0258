"""Exports a match for other programs: a spreadsheet, JSON with the whole log, BG Stats, Markdown.

In BG Stats, players, games and plays refer to each other by number; scores are strings, and `12+5` is a sum.
"""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from fractions import Fraction

from proofdeck.score.entries import Entry, without_home
from proofdeck.score.matches.match import Match
from proofdeck.score.matches.rounds import best

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "'")
"""Characters that begin a formula in a spreadsheet, and the mark that prevents it."""
HEAD = ("round", "name", "dealer")
FACTS = ("match", "title", "game", "begun", "wins", "counts", "target", "play on", "last", "names of rounds", "dealer")
SIDES = "sides"
"""What is said besides, by the numbers of players, if some play together."""
NAMESPACE = uuid.UUID("8a3c8f0e-6b0f-4b57-9e58-0f3a5d1c7e21")
SEPARATOR = " / "
"""Separates the names of rounds in one cell."""
VERSION = 1


def number(value: Fraction | int) -> str:
    """`12`, `2.5`, `0.33`."""
    return str(int(value)) if value == int(value) else f"{float(value):.2f}".rstrip("0")


def as_json(match: Match, entries: Iterable[Entry], **besides: object) -> str:
    """The match and its whole log, from which it can be restored, without the folder it was begun in.

    besides: what else the file is to hold.
    """
    return json.dumps({**as_object(match), "log": as_log(entries), **besides}, ensure_ascii=False, indent=2)


def as_log(entries: Iterable[Entry]) -> list[dict[str, object]]:
    return [{**entry._asdict(), "data": without_home(entry.data)} for entry in entries]


def as_object(match: Match) -> dict[str, object]:
    """The match as data for programs."""
    form = asdict(match.form)
    del form["sides"]
    return {
        "version": VERSION,
        "match": match.stream.number,
        "id": match.id,
        "game": match.game,
        "title": match.title,
        "begun": match.begun,
        "players": list(match.players),
        "form": form,
        **match.ranking.told_of_sides(match.players),
        "dealer": match.dealer,
        "rounds": [
            {"round": place, "points": list(played.points), "won": [match.players[seat] for seat in played.won]}
            for place, played in enumerate(match.rounds, 1)
        ],
        "running": [[float(total) for total in totals] for totals in match.running()],
        "totals": [float(total) for total in match.totals],
        "places": match.ranking.places,
        "over": match.over,
        "next dealer": match.players[match.dealer_of(len(match.rounds) + 1)],
    }


def guarded(cell: str) -> str:
    """A cell that no spreadsheet treats as a formula; `unguarded` reverses this."""
    return f"'{cell}" if cell.startswith(DANGEROUS) else cell


def unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(DANGEROUS) else cell


def as_csv(match: Match) -> str:
    """One row per round, then the totals, then other facts, one per row.

    A `*` marks the winner of a round if the points do not show it.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*HEAD, *map(guarded, match.players)])
    for place, played in enumerate(match.rounds, 1):
        dealer = match.players[match.dealer_of(place)]
        told = played.won == best(played.points, match.form)
        points = [
            f"{score}*" if seat in played.won and not told else str(score) for seat, score in enumerate(played.points)
        ]
        writer.writerow([place, guarded(match.round_name(place)), guarded(dealer), *points])
    writer.writerow(["total", "", "", *map(number, match.totals)])
    writer.writerow([])
    form = match.form
    play_on, names = "yes" if form.play_on else "", SEPARATOR.join(form.rounds)
    facts = (
        match.id, match.title, match.game, match.begun, form.wins, form.counts, form.target, play_on,
        form.last, names, match.players[match.dealer],
    )  # fmt: skip
    for fact, value in zip(FACTS, facts, strict=True):
        writer.writerow([fact, guarded("" if value is None else str(value))])
    if form.sides:
        writer.writerow([SIDES, SEPARATOR.join(" ".join(str(seat + 1) for seat in side) for side in form.sides)])
    return text.getvalue()


def as_markdown(match: Match) -> str:
    """A table for notes, and the places."""
    rows = [["Round", *match.players], ["---", *("---:" for _ in match.players)]]
    running = list(match.running())
    for place, (played, totals) in enumerate(zip(match.rounds, running, strict=True), 1):
        name = f"{place}. {match.round_name(place)}".rstrip(". ") if match.round_name(place) else str(place)
        cells = [f"{points} ({number(total)})" for points, total in zip(played.points, totals, strict=True)]
        rows.append([name, *cells])
    rows.append(["**Total**", *(f"**{number(total)}**" for total in match.totals)])
    rows.append(["Place", *(f"{place}." for place in match.ranking.places)])
    table = "\n".join(f"| {' | '.join(map(_in_cell, row))} |" for row in rows)
    return f"# {_in_cell(match.title)}\n\n{match.begun[:10]}\n\n{table}\n"


def _in_cell(words: str) -> str:
    return words.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def as_bgstats(match: Match) -> str:
    """A file for BG Stats: players, games and plays that refer to each other by number."""
    return json.dumps(
        {
            "about": "Written by Proofdeck",
            "players": [
                {"id": place, "uuid": _uuid("player", name), "name": name, "isAnonymous": False}
                for place, name in enumerate(match.players, 1)
            ],
            "locations": [],
            "games": [
                {
                    "id": 1,
                    "uuid": _uuid("game", match.title),
                    "name": match.title,
                    "highestWins": match.form.counts == "wins" or match.form.wins == "highest",
                    "noPoints": False,
                    "usesTeams": False,
                    "bggId": 0,
                }
            ],
            "plays": [_play(match)],
        },
        ensure_ascii=False,
        indent=2,
    )


def _uuid(kind: str, name: str) -> str:
    return str(uuid.uuid5(NAMESPACE, f"{kind} {name}"))


def _play(match: Match) -> dict[str, object]:
    moment = datetime.fromisoformat(match.begun).strftime("%Y-%m-%d %H:%M:%S")
    places, is_together = match.ranking.places, match.sides.is_together
    is_decided = bool(match.rounds) and (match.over or match.endless)
    has_won = 2 * sum(bool(played.won) for played in match.rounds) > len(match.rounds)
    scores = [[match.counted(played)[seat] for played in match.rounds] for seat in range(len(match.players))]
    return {
        "uuid": str(uuid.UUID(match.id)),
        "gameRefId": 1,
        "playDate": moment,
        "entryDate": moment,
        "modificationDate": moment,
        "rounds": len(match.rounds),
        "durationMin": 0,
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "nrOfPlayers": len(match.players),
        "playerScores": [
            {
                "playerRefId": seat + 1,
                "score": "+".join(map(number, scores[seat])).replace("+-", "-") or "0",
                "winner": is_decided and (has_won if is_together else places[seat] == 1),
                "rank": places[seat],
                "seatOrder": seat + 1,
                "startPlayer": seat == (match.dealer + 1) % len(match.players),
                "newPlayer": False,
            }
            for seat in range(len(match.players))
        ],
    }
