"""A match: several rounds of a game between the same players, computed from its entries in the ledger.

Entries are `begun`, `round` (a round was played), `edited` (a round was corrected), `removed` (a round was deleted),
`deleted` (the match was hidden) and `undone`. A match is computed from them and never stored.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from proofdeck.ground.problems import Problem, Problems, ProofdeckError, counted
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.play.engine.score_sheet import Criterion, Ranking
from proofdeck.score.entries import Entry, Stream
from proofdeck.score.streams import Kind
from proofdeck.source.rules.sides import Sides

if TYPE_CHECKING:
    from proofdeck.score.ledger import Ledger

KIND = "match"
ROUND, EDITED, REMOVED, DELETED = "round", "edited", "removed", "deleted"
MOST_POINTS = 1_000_000
MATCH_WON = "match"
"""Takes the place of a clause in a match without a rules page."""


@dataclass(frozen=True, slots=True)
class Round:
    """The result of one round. points: one per seat; won: the seats that won it; table: as written."""

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
    """The current state of a match. dealer: the seat that deals the first round; deleted: whether it is hidden.

    id: stays the same when the match is exported; game: its name in the spreadsheet, or "" if it is in no project.
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

    @property
    def sides(self) -> Sides:
        return Sides(self.form.sides) if self.form.sides else Sides.each_alone(len(self.players))

    def counted(self, played: Round) -> list[Fraction]:
        """What each seat scores for a round: the points of its side, or the side's share of the win."""
        if self.form.counts == "points":
            return self.sides.sums(Fraction(points) for points in played.points)
        winners = sum(side[0] in played.won for side in self.sides.seats)
        return [Fraction(1, winners) if seat in played.won else Fraction(0) for seat in range(len(self.players))]

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
        """The ranking by totals; if rounds won are counted, the points of all rounds break ties."""
        sign = -1 if self.form.wins == "lowest" else 1
        label = "points" if self.form.counts == "points" else "rounds won"
        rows = [Criterion(MATCH_WON, label, [float(sign * total) for total in self.totals])]
        if self.form.counts == "wins":
            points = [sum(played.points[seat] for played in self.rounds) for seat in range(len(self.players))]
            totals = self.sides.sums(float(sign * total) for total in points)
            rows.append(Criterion(MATCH_WON, "points of all rounds", totals))
        return Ranking.by(rows, self.sides)

    @property
    def over(self) -> bool:
        form, played = self.form, len(self.rounds)
        if any(last and played >= last for last in (form.last, len(form.rounds))):
            return True
        if form.target is None or not self.rounds:
            return False
        undecided = form.play_on and self.ranking.is_shared
        return max(self.totals) >= form.target and not undecided

    @property
    def endless(self) -> bool:
        """Whether only the players decide when it ends."""
        return not self.form.rounds and self.form.target is None and self.form.last is None

    def dealer_of(self, number: int) -> int:
        """The seat that deals a round, counted from 1: the deal passes to the left."""
        return (self.dealer + number - 1) % len(self.players)

    def round_name(self, number: int) -> str:
        """The name of a round besides its number, or ""."""
        return self.form.rounds[number - 1] if number <= len(self.form.rounds) else ""


def _folded(stream: Stream, entries: Sequence[Entry]) -> Match:
    first, *changes = entries
    data = first.data
    kept = data["form"]
    sides = tuple(map(tuple, kept.get("sides", ())))
    form = MatchForm(**{**kept, "rounds": tuple(kept["rounds"]), "sides": sides})
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


SHOWN, NEW = "`proofdeck match list` shows them.", "Start one with `proofdeck match new GAME PLAYER...`."
MATCHES = Kind(KIND, "matches", "E711", SHOWN, NEW, _folded)
folded_match, load = MATCHES.folded, MATCHES.load


def begin(ledger: Ledger, game: str, title: str, players: Sequence[str], form: MatchForm, dealer: int) -> Match:
    """Begin a match in the ledger. game: its name in the ledger's project, or "" if it is in no project."""
    return MATCHES.begin(ledger, game, beginning(game, title, players, form, dealer))


def beginning(game: str, title: str, players: Sequence[str], form: MatchForm, dealer: int) -> dict[str, object]:
    """The first entry of a new match."""
    match = {"id": uuid.uuid4().hex, "game": game, "title": title, "players": list(players)}
    kept = asdict(form)
    if not form.sides:
        del kept["sides"]
    return {**match, "form": kept, "dealer": dealer}


def matches(ledger: Ledger, problems: Problems) -> list[Match]:
    """All matches not deleted, the one last used at the end. Matches that cannot be read become problems."""
    return [match for match in MATCHES.all(ledger, problems) if not match.deleted]


def find(ledger: Ledger, number: int | None, *, deleted: bool = False) -> Match:
    """The match with that number, or the one last used in this project. deleted: whether to accept deleted ones.

    Raises ProofdeckError if there is none.
    """
    match = MATCHES.find(ledger, number, lambda match: deleted or not match.deleted)
    if match.deleted and not deleted:
        hint = f"`proofdeck match undo --match {number}` brings it back."
        raise ProofdeckError(Problem("E711", f"match {number} was deleted", hint=hint))
    return match


def add(ledger: Ledger, match: Match, played: Round) -> Match:
    """Add a round, after those that were added in other terminals meanwhile.

    Raises ProofdeckError if the match is over, or has changed so that the round may be meant differently.
    """
    with ledger.writing():
        now = load(ledger, match.stream)
        check_open(now if _still_holds(played, match, now) else _unchanged(ledger, match, "added"))
        ledger.append(match.stream, ROUND, played.as_data())
    return load(ledger, match.stream)


def _still_holds(played: Round, before: Match, now: Match) -> bool:
    """Whether rounds were only added since, this one not among them, and its table is not of a certain round."""
    added = now.rounds[len(before.rounds) :]
    only_added = now.rounds == (*before.rounds, *added)
    return only_added and played not in added and not (added and played.table and now.form.rounds)


def check_open(match: Match) -> None:
    """Raises ProofdeckError if the match is over."""
    if match.over:
        hint = "Correct a round with `edit`, or start another match with `new`."
        message = f"{match.stream} is over: {counted(len(match.rounds), 'round')}"
        raise ProofdeckError(Problem("E712", message, hint=hint))


def _unchanged(ledger: Ledger, match: Match, done: str) -> Match:
    """The current match. Raises ProofdeckError if its rounds have changed. done: what could not be done."""
    now = load(ledger, match.stream)
    if now.rounds != match.rounds:
        hint = "`proofdeck match show` shows its present state."
        message = f"{match.stream} was changed in another terminal, so this round was not {done}"
        raise ProofdeckError(Problem("E713", message, hint=hint))
    return now


def edit(ledger: Ledger, match: Match, number: int, played: Round | None) -> Match:
    """Replace a round, or remove it.

    Raises ProofdeckError if there is no such round, or if the match has changed in another terminal.
    """
    with ledger.writing():
        check_round(_unchanged(ledger, match, "changed"), number)
        what, data = (REMOVED, {}) if played is None else (EDITED, played.as_data())
        ledger.append(match.stream, what, {"round": number, **data})
    return load(ledger, match.stream)


def check_round(match: Match, number: int) -> None:
    """Raises ProofdeckError if that round has not been played."""
    if not 1 <= number <= len(match.rounds):
        known = f"It has rounds 1 to {len(match.rounds)}." if match.rounds else "No round has been played yet."
        raise ProofdeckError(Problem("E712", f"{match.stream} has no round {number}", hint=known))


def delete(ledger: Ledger, match: Match) -> None:
    """Hide the match, without removing it from the ledger."""
    ledger.append(match.stream, DELETED, {})
