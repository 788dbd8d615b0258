"""A match: several rounds of a game between the same players, as its entries in the ledger tell it.

Entries say `begun`, `round` (one was played), `edited` (what one says now), `removed` (it was none), `deleted` (nobody
wants to see the match any more) and `undone`. A match is what they add up to; it is never stored.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from generator.engine.match_form import MatchForm
from generator.engine.score_sheet import Criterion, Ranking
from generator.problems import Problem, ProofdeckError, counted
from generator.scoring.ledger import HOME, Entry, Ledger, Stream, standing

KIND = "match"
ROUND, EDITED, REMOVED, DELETED = "round", "edited", "removed", "deleted"
MOST_POINTS = 1_000_000
MATCH_WON = "match"
"""Stands where a clause would for a match that follows no page of rules."""


@dataclass(frozen=True, slots=True)
class Round:
    """What one round gave. points: one a seat; won: the seats that won it; table: what lay there, as it was written."""

    points: tuple[int, ...]
    won: tuple[int, ...]
    table: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Round:
        return cls(tuple(data["points"]), tuple(data["won"]), data.get("table", ""))

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands. dealer: the seat that deals the first round; deleted: whether it is out of sight.

    id: the same wherever the match is carried; game: its name in the spreadsheet, or "" for one that no project has.
    """

    stream: Stream
    id: str
    game: str
    title: str
    players: tuple[str, ...]
    form: MatchForm
    dealer: int
    begun: str
    rounds: tuple[Round, ...] = ()
    deleted: bool = False

    def counted(self, played: Round) -> list[Fraction]:
        """What each seat gets for a round: its points, or its share of the win."""
        if self.form.counts == "points":
            return [Fraction(points) for points in played.points]
        share = Fraction(1, len(played.won)) if played.won else Fraction(0)
        return [share if seat in played.won else Fraction(0) for seat in range(len(self.players))]

    def running(self) -> Iterator[list[Fraction]]:
        """The totals after each round."""
        totals = [Fraction(0)] * len(self.players)
        for played in self.rounds:
            totals = [total + more for total, more in zip(totals, self.counted(played), strict=True)]
            yield totals

    @property
    def totals(self) -> list[Fraction]:
        return list(self.running())[-1] if self.rounds else [Fraction(0)] * len(self.players)

    @property
    def ranking(self) -> Ranking:
        """By the totals; where rounds won are counted, equal ones are parted by the points of all rounds."""
        sign = -1 if self.form.wins == "lowest" else 1
        label = "points" if self.form.counts == "points" else "rounds won"
        rows = [Criterion(MATCH_WON, label, [float(sign * total) for total in self.totals])]
        if self.form.counts == "wins":
            points = [sum(played.points[seat] for played in self.rounds) for seat in range(len(self.players))]
            rows.append(Criterion(MATCH_WON, "points of all rounds", [float(sign * total) for total in points]))
        return Ranking.by(rows)

    @property
    def over(self) -> bool:
        form, played = self.form, len(self.rounds)
        if any(last and played >= last for last in (form.last, len(form.rounds))):
            return True
        if form.target is None or not self.rounds:
            return False
        undecided = form.play_on and len(self.ranking.groups[0]) > 1
        return max(self.totals) >= form.target and not undecided

    @property
    def endless(self) -> bool:
        """Whether nothing but the players ends it."""
        return not self.form.rounds and self.form.target is None and self.form.last is None

    def dealer_of(self, number: int) -> int:
        """The seat that deals a round, counted from 1: the deal passes to the left."""
        return (self.dealer + number - 1) % len(self.players)

    def round_name(self, number: int) -> str:
        """What a round is called beside its number, or ""."""
        return self.form.rounds[number - 1] if number <= len(self.form.rounds) else ""


def folded_match(stream: Stream, entries: Iterable[Entry]) -> Match:
    """What the entries of a match add up to. Raises ProofdeckError for entries that no match has."""
    try:
        return _folded(stream, entries)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        raise ProofdeckError(Problem("E714", f"the entries of {stream} cannot be understood: {error!r}")) from None


def _folded(stream: Stream, entries: Iterable[Entry]) -> Match:
    first, *changes = standing(entries)
    data = first.data
    form = MatchForm(**{**data["form"], "rounds": tuple(data["form"]["rounds"])})
    rounds: list[Round] = []
    deleted = False
    for change in changes:
        if change.what == ROUND:
            rounds.append(Round.of(change.data))
        elif change.what == EDITED:
            rounds[change.data["round"] - 1] = Round.of(change.data)
        elif change.what == REMOVED:
            del rounds[change.data["round"] - 1]
        deleted = change.what == DELETED
    return Match(
        stream, data["id"], data["game"], data["title"], tuple(data["players"]), form, data["dealer"],
        first.at, tuple(rounds), deleted,
    )  # fmt: skip


def begin(ledger: Ledger, game: str, title: str, players: Sequence[str], form: MatchForm, dealer: int) -> Match:
    """A new match in the ledger. game: as the project of the ledger calls it, or "" for one that no project has."""
    data = {
        **({HOME: ledger.home} if game and ledger.home else {}),
        "id": uuid.uuid4().hex,
        "game": game,
        "title": title,
        "players": list(players),
        "form": asdict(form),
        "dealer": dealer,
    }
    return load(ledger, ledger.begin(KIND, data))


def load(ledger: Ledger, stream: Stream) -> Match:
    return folded_match(stream, ledger.entries(stream))


def matches(ledger: Ledger, problems: list[Problem]) -> list[Match]:
    """All that are not deleted; the one that was used last stands last. One that cannot be understood is a problem."""
    found = []
    for stream in ledger.streams(KIND):
        entries = ledger.entries(stream)
        try:
            found.append(folded_match(stream, entries))
        except ProofdeckError as error:
            problems.extend(error.problems)
    return [match for match in found if not match.deleted]


def find(ledger: Ledger, number: int | None, *, deleted: bool = False) -> Match:
    """The match of that number, else the one last used in this project. deleted: whether one out of sight will do.

    Raises ProofdeckError when there is none.
    """
    known = ledger.streams(KIND)
    if number is None:
        for stream in reversed(ledger.streams_at_home(KIND)):
            match = load(ledger, stream)
            if deleted or not match.deleted:
                return match
        raise ProofdeckError(_none_at_home(ledger, known))
    if Stream(KIND, number) in known:
        match = load(ledger, Stream(KIND, number))
        if deleted or not match.deleted:
            return match
        hint = f"`proofdeck match undo --match {number}` brings it back."
        raise ProofdeckError(Problem("E711", f"match {number} was deleted", hint=hint))
    raise ProofdeckError(Problem("E711", f"there is no match {number}", hint="`proofdeck match list` shows them."))


def _none_at_home(ledger: Ledger, known: Sequence[Stream]) -> Problem:
    """Matches of other projects are named, and never taken unasked."""
    new = "`proofdeck match new GAME PLAYER...` begins one."
    if not known:
        return Problem("E711", f"there is no match in {ledger.path}", hint=new)
    last = load(ledger, known[-1])
    hint = f"{last.stream}, {last.title}, belongs to another project: --match {last.stream.number} takes it. {new}"
    return Problem("E711", "no match was begun in this project", hint=hint)


def add(ledger: Ledger, match: Match, played: Round) -> Match:
    """One round more. Raises ProofdeckError when the match is over, or has gone on in another terminal meanwhile."""
    with ledger.writing():
        check_open(_unchanged(ledger, match, "added"))
        ledger.append(match.stream, ROUND, played.as_data())
    return load(ledger, match.stream)


def check_open(match: Match) -> None:
    """Raises ProofdeckError when the match is over."""
    if match.over:
        hint = "`edit` mends a round, and `new` begins another match."
        message = f"{match.stream} is over: {counted(len(match.rounds), 'round')}"
        raise ProofdeckError(Problem("E712", message, hint=hint))


def _unchanged(ledger: Ledger, match: Match, done: str) -> Match:
    """The match as it stands. Raises ProofdeckError when its rounds are others meanwhile. done: what is not."""
    now = load(ledger, match.stream)
    if now.rounds != match.rounds:
        hint = "`proofdeck match show` shows the match as it stands now."
        message = f"{match.stream} was changed in another place meanwhile, and this round was not {done}"
        raise ProofdeckError(Problem("E713", message, hint=hint))
    return now


def edit(ledger: Ledger, match: Match, number: int, played: Round | None) -> Match:
    """Another round in the place of that one, or none.

    Raises ProofdeckError when there is no such round, or when the match has gone on in another terminal meanwhile.
    """
    with ledger.writing():
        check_round(_unchanged(ledger, match, "changed"), number)
        what, data = (REMOVED, {}) if played is None else (EDITED, played.as_data())
        ledger.append(match.stream, what, {"round": number, **data})
    return load(ledger, match.stream)


def check_round(match: Match, number: int) -> None:
    """Raises ProofdeckError when that round has not been played."""
    if not 1 <= number <= len(match.rounds):
        known = f"It has the rounds 1 to {len(match.rounds)}." if match.rounds else "None has been played yet."
        raise ProofdeckError(Problem("E712", f"{match.stream} has no round {number}", hint=known))


def delete(ledger: Ledger, match: Match) -> None:
    """Out of sight, and not out of the ledger."""
    ledger.append(match.stream, DELETED, {})
