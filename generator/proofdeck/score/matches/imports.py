"""Imports a match from our own exports, which come back as the same match."""

from __future__ import annotations

import csv
import io
import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from proofdeck.ground.bounds import parsed_json, whole
from proofdeck.ground.problems import Place, Problem, Problems, ProofdeckError
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.play.seats.players import check_players, why_no_title
from proofdeck.score.entries import BEGUN, UNDONE, Entry, Stream, without_home
from proofdeck.score.ledger import Ledger
from proofdeck.score.matches.exports import FACTS, HEAD, SEPARATOR, SIDES, VERSION, unguarded
from proofdeck.score.matches.match import (
    DELETED,
    EDITED,
    KIND,
    MOST_POINTS,
    REMOVED,
    ROUND,
    Match,
    Round,
    folded_match,
    load,
    matches,
)
from proofdeck.score.matches.rounds import best
from proofdeck.source.rules.sides import sides_in

LONGEST = 5_000_000
"""The largest file of scores, in characters."""
MOST_SEATS = 99


def read_match(text: str, shown: str, problems: Problems) -> list[Entry]:
    """Return the entries of the match in a file that we have exported; none if it cannot be read."""
    wrong = Problems()
    entries: list[Entry] = []
    try:
        if len(text) > LONGEST:
            raise NotReadError("the file is too long to be a file of scores")
        entries = _from_json(text) if text.lstrip().startswith("{") else _from_csv(text)
        wrong.extend(wrong_entries(entries, shown))
    except NotReadError as error:
        wrong.report("E716", str(error), Place(shown, error.line), hint=HINT)
    except (*UNREADABLE, csv.Error) as error:
        wrong.report("E716", "this is not a file of scores", Place(shown, getattr(error, "lineno", None)), hint=HINT)
    problems.extend(wrong)
    return [] if wrong else entries


UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, RecursionError, ArithmeticError, ProofdeckError)
"""What reading data raises that are not those of a match."""
HINT = "Files that can be read are JSON and CSV from `proofdeck match export`."


class NotReadError(Exception):
    """Not a file of scores; says why and in which line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def keep(ledger: Ledger, entries: Sequence[Entry]) -> tuple[Match, bool]:
    """Store the match in the ledger, and tell whether it is new. An existing one is left as it is."""
    wanted = folded_match(Stream(KIND, 0), entries).id
    with ledger.writing():
        for match in matches(ledger, Problems()):
            if match.id == wanted:
                return match, False
        stream = ledger.begin(KIND, without_home(entries[0].data), entries[0].at)
        for entry in entries[1:]:
            ledger.append(stream, entry.what, entry.data, entry.at)
        return load(ledger, stream), True


def wrong_entries(entries: Sequence[Entry], shown: str) -> Iterator[Problem]:
    """Problems of entries that are not a valid match. Raises errors of many kinds for other data."""
    match = folded_match(Stream(KIND, 0), entries)
    rounds = [Round.of(entry.data) for entry in entries if entry.what in {ROUND, EDITED}]
    if not _is_log(entries) or not _is_match(match, rounds):
        yield Problem("E716", "this is not a file of scores", shown, hint=HINT)
        return
    if wrong := why_no_title(match.title):
        yield Problem("E716", wrong, shown)
    for problem in check_players(match.players, 1, MOST_SEATS, match.title):
        yield Problem("E716", problem.message, shown, hint=problem.hint)
    seats = range(len(match.players))
    for number, played in enumerate(rounds, 1):
        whole = all(type(points) is int and abs(points) <= MOST_POINTS for points in played.points)
        if not whole or len(played.points) != len(seats) or not set(played.won) <= set(seats):
            yield Problem("E716", f"round {number} has other players than the match, or invalid points", shown)
    form = match.form
    if form.wins not in {"highest", "lowest"} or form.counts not in {"points", "wins"} or match.dealer not in seats:
        yield Problem("E716", "it lacks who wins or who deals", shown)


def _is_log(entries: Sequence[Entry]) -> bool:
    """Whether these are changes of a match, and only these. Raises ValueError for unencodable characters."""
    json.dumps([entry.data for entry in entries], ensure_ascii=False).encode()
    known = {ROUND, EDITED, REMOVED, DELETED, UNDONE}
    numbers = [entry.data["round"] for entry in entries if entry.what in {EDITED, REMOVED}]
    return (
        entries[0].what == BEGUN
        and all(entry.what in known for entry in entries[1:])
        and all(type(number) is int and number > 0 for number in numbers)
    )


def _is_match(match: Match, rounds: Sequence[Round]) -> bool:
    """Whether all its values have the right type. rounds: includes those corrected or taken back."""
    form = match.form
    uuid.UUID(match.id)
    return (
        all(isinstance(word, str) for word in (match.title, match.game, *match.players, *form.rounds))
        and "".join((match.game, *form.rounds)).isprintable()
        and all(limit is None or type(limit) is int for limit in (form.target, form.last))
        and all(type(seat) is int for played in rounds for seat in played.won)
        and all(isinstance(played.table, str) for played in rounds)
        and isinstance(form.play_on, bool)
        and type(match.dealer) is int
        and (not form.sides or sorted(chain(*form.sides)) == [*range(len(match.players))])
    )


def parsed(text: str) -> Any:
    """The data in a text of JSON. Raises ValueError if it is none, or has half a character, which no file can hold."""
    data = parsed_json(text)
    json.dumps(data, ensure_ascii=False).encode()
    return data


def _from_json(text: str) -> list[Entry]:
    data = parsed(text)
    if "plays" in data:
        raise NotReadError("this is a file for BG Stats, which Proofdeck writes and does not read")
    if data["version"] != VERSION:
        raise NotReadError(f"the file was written by a different Proofdeck (version {data['version']})")
    return read_log(data["log"])


def read_log(log: Sequence[Mapping[str, Any]]) -> list[Entry]:
    """Entries as `as_log` writes them. Raises LookupError, TypeError or ValueError for anything else."""
    return [Entry(int(row["number"]), _moment(row["at"]), str(row["what"]), dict(row["data"])) for row in log]


def _from_csv(text: str) -> list[Entry]:
    """Read the grid of rounds and the facts below it."""
    rows = list(_rows(text))
    if not rows or tuple(rows[0][1][: len(HEAD)]) != HEAD:
        raise NotReadError(f"the first line is not {', '.join(HEAD)} and the players", 1)
    players = rows[0][1][len(HEAD) :]
    facts = {row[0]: "".join(row[1:]) for _, row in rows if 1 <= len(row) <= 2}
    if missing := [fact for fact in FACTS if fact not in facts]:
        raise NotReadError(f"these lines are missing: {', '.join(missing)}")
    form = MatchForm(
        wins="lowest" if facts["wins"] == "lowest" else "highest",
        counts="wins" if facts["counts"] == "wins" else "points",
        rounds=tuple(filter(None, facts["names of rounds"].split(SEPARATOR))),
        target=int(facts["target"]) if facts["target"] else None,
        play_on=facts["play on"] == "yes",
        last=int(facts["last"]) if facts["last"] else None,
        sides=sides_in(facts[SIDES], len(players)).seats if SIDES in facts else (),
    )
    rounds = []
    for number, row in rows[1:]:
        if not row or whole(row[0]) is None:
            break
        cells = row[len(HEAD) :]
        try:
            points = tuple(int(cell.rstrip("*")) for cell in cells)
        except ValueError:
            raise NotReadError("the points must be whole numbers", number) from None
        if len(points) != len(players):
            raise NotReadError(f"{len(points)} numbers for {len(players)} players", number)
        starred = tuple(seat for seat, cell in enumerate(cells) if cell.endswith("*"))
        rounds.append(Round(points, starred or best(points, form)))
    head = {
        "id": facts["match"],
        "game": facts["game"],
        "title": facts["title"],
        "players": players,
        "form": asdict(form),
        "dealer": players.index(facts["dealer"]),
    }
    at = _moment(facts["begun"])
    return [Entry(1, at, BEGUN, head), *(Entry(n, at, ROUND, one.as_data()) for n, one in enumerate(rounds, 2))]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines with their numbers, without trailing empty cells, for any separator of cells."""
    begun = re.match(rf"['\"]?{HEAD[0]}['\"]?([,;\t])", text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=begun[1] if begun else ",")
    for row in reader:
        cells = [unguarded(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        yield reader.line_num, cells


def _moment(text: str) -> str:
    """A time in the ledger's format. Raises ValueError if it is not a time."""
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat(timespec="seconds")
