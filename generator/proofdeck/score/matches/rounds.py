"""Reads one round of a match: its points and who won it.

A round is written as points, in the order of the players or sides or with names, with `won` or `lost` if all play
against the game, or as the table in the game's notation::

    12 -5 30

    Ana 12, Ben -5, Cleo out
    won: Ben

    30
    lost

    round 3
    Ana: Red 5, Green 14, Rook
    ...
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from proofdeck.ground.problems import Place, Problem, Problems, counted, listed
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.play.engine.notation import Names, Word, folded, read_notation
from proofdeck.score.calculator import calculate
from proofdeck.score.matches.match import MOST_POINTS, Match, Round
from proofdeck.source.rules.sides import Sides

if TYPE_CHECKING:
    from proofdeck.play.engine.engine import Scored
    from proofdeck.play.engine.loading import Playable

NUMBER = r"[-+−]?\d{1,40}"
"""More digits than anybody scores, but few enough to read and reject."""
NOTHING = {"out", "0", "none"}
NUMBERS = re.compile(rf"\s*{NUMBER}(?:[\s,;]+{NUMBER})*\s*")
FIGURES = re.compile(r"\W*\d[\d\W]*")
"""Digits and signs without letters: points, even if badly written, unless a player has that name."""
NAMED = re.compile(rf"(?P<name>[^:=]*?\S)(?:\s*[:=]\s*|\s+)(?P<points>{NUMBER}|out)", re.IGNORECASE)
WON = re.compile(r"(?:won|winners?|won by)\s*[:=]\s*(?P<names>.*)", re.IGNORECASE)

ENDED = ("won", "lost")
"""Against the game."""


@dataclass(frozen=True, slots=True)
class RoundRequest:
    """What to read. number: the round of the match; shown: the name of the text in problems.

    opened: the game, if a table has to be scored; None for a game that is in no project.
    """

    match: Match
    number: int
    shown: str
    opened: Callable[[], Playable | None]


def read_round(text: str, asked: RoundRequest, problems: Problems, *, table: bool = False) -> Round | None:
    """Read a round; None after problems. table: it is certainly a table, even if `7` could be points."""
    match, shown = asked.match, asked.shown
    lines = read_notation(text, shown).lines
    words = [_whole(text, line.key) if line.colon else line.without_key().value for line in lines]
    if words and not table and all(_is_plain(word, match) for word in words):
        return _PointReader(match, problems).round(words)
    playable = asked.opened() if match.game else None
    if playable is None:
        message = "these are not points" if words else "the text is empty"
        hint = f"Write {counted(len(match.players), 'number')}, or lines such as {match.players[0]} 12"
        problems.report("E715", message, Place(shown, words[0].line if words else None), hint=hint)
        return None
    head = _round_before(text, asked, problems)
    if head is None:
        return None
    found_wrong = Problems()
    scored = calculate(playable, f"{head}{text}", shown, found_wrong)
    problems.extend(_placed_in(text, head, problem) for problem in found_wrong)
    found = _scored(scored, match, shown, problems) if scored else None
    return replace(found, table=text) if found else None


def _round_before(text: str, asked: RoundRequest, problems: Problems) -> str | None:
    """The line with the round number if the game's rounds have names and the text lacks it; None if it is wrong."""
    if not asked.match.form.rounds:
        return ""
    told = re.findall(r"^\s*rounds?\b\W*(\d*)", text, re.IGNORECASE | re.MULTILINE)
    if not told:
        return f"round {asked.number}\n"
    if told == [str(asked.number)]:
        return ""
    message = f"the table is of round {listed(told)}, but this is round {asked.number}"
    problems.report("E715", message, Place(asked.shown), hint="Enter one round at a time, in order.")
    return None


def _placed_in(text: str, head: str, problem: Problem) -> Problem:
    """A problem moved to its place in the text without the added head; one in the head has no place."""
    line = problem.line and problem.line - head.count("\n")
    if not line or line > len(text.splitlines()):
        return replace(problem, line=None, column=None)
    return replace(problem, line=line)


def _whole(text: str, key: Word) -> Word:
    line = text.splitlines()[key.line - 1]
    return replace(key, text=re.sub(r"(^|\s)#.*", "", line).strip())


def _is_plain(word: Word, match: Match) -> bool:
    if NUMBERS.fullmatch(word.text) or WON.fullmatch(word.text) or _is_no_row(word, match) or _ends(word, match):
        return True
    return all(NAMED.fullmatch(part.strip()) for part in word.text.split(",") if part.strip())


def _ends(word: Word, match: Match) -> bool:
    """Whether it says how a round against the game has ended."""
    return match.sides.is_together and word.text.casefold() in ENDED


def _is_no_row(word: Word, match: Match) -> bool:
    """Whether it is meant as a row of numbers: only digits, unless a player's name is a number."""
    by_number = any(FIGURES.fullmatch(name) for name in match.players)
    return bool(FIGURES.fullmatch(word.text)) and not NUMBERS.fullmatch(word.text) and not by_number


class _PointReader:
    """Reads points, in the order of the players or with names; whatever is wrong with them becomes problems."""

    def __init__(self, match: Match, problems: Problems) -> None:
        self._match, self._problems = match, problems
        self._names = _seats(match.players)
        self._points: dict[int, int] = {}

    def round(self, words: Sequence[Word]) -> Round | None:
        scope, players = self._problems.scope(), self._match.players
        won: tuple[int, ...] | None = None
        for word in words:
            if found := WON.fullmatch(word.text):
                seats = [self._names.look_up(name, self._problems) for name in _cut(word.part(*found.span("names")))]
                won = tuple(sorted(seat for seat in seats if seat is not None))
            elif _ends(word, self._match):
                won = tuple(range(len(players))) if word.text.casefold() == ENDED[0] else ()
            elif NUMBERS.fullmatch(word.text):
                self._in_order(word)
            elif _is_no_row(word, self._match):
                hint = f"For example: {' '.join('12' for _ in players)}"
                self._refuse(f"'{word.text}' is not a row of whole numbers", word, hint)
            else:
                self._with_names(word)
        self._fill_up()
        if scope.is_clean and (missing := [name for seat, name in enumerate(players) if seat not in self._points]):
            hint = "Write a number for each player, or 0 for none."
            self._refuse(f"the points of {listed(missing)} are missing", words[-1], hint)
        for seat, number in self._points.items():
            if abs(number) > MOST_POINTS:
                self._refuse(f"{number} points for {players[seat]} is more than anybody scores", words[0])
        if not scope.is_clean:
            return None
        row = tuple(self._points[seat] for seat in range(len(players)))
        return Round(row, won if won is not None else best(row, self._match.form))

    def _fill_up(self) -> None:
        """A number that a side has together belongs to the first of it."""
        for side in self._match.sides.seats:
            if len(side) > 1 and any(seat in self._points for seat in side):
                self._points = {**dict.fromkeys(side, 0), **self._points}

    def _in_order(self, word: Word) -> None:
        numbers, players = [_number(found) for found in re.findall(NUMBER, word.text)], self._match.players
        if self._points and len(numbers) == len(players):
            hint = "Enter one round at a time; each has one row of points."
            self._refuse("this round already has points", word, hint)
        elif len(numbers) == len(sides := self._match.sides.seats):
            self._points |= {side[0]: number for side, number in zip(sides, numbers, strict=True)}
        elif len(numbers) != len(players):
            message = f"{counted(len(numbers), 'number')} for {counted(len(players), 'player')}"
            self._refuse(message, word, f"The order is {listed(players)}.")
        else:
            self._points |= enumerate(numbers)

    def _with_names(self, word: Word) -> None:
        for part in _cut(word):
            found = NAMED.fullmatch(part.text)
            assert found is not None
            seat = self._names.look_up(part.part(*found.span("name")), self._problems)
            if seat is None:
                continue
            if seat in self._points:
                self._refuse(f"the points of {found['name']} appear twice", part)
            self._points[seat] = 0 if folded(found["points"]) in NOTHING else _number(found["points"])

    def _refuse(self, message: str, word: Word, hint: str = "") -> None:
        self._problems.report("E715", message, word.place, hint=hint)


def no_sums(played: Round, playable: Playable) -> tuple[list[int], list[int]]:
    """The points of a round that cannot be, each once, and the numbers of which points are sums in that game."""
    sums = playable.engine.sums
    if sums is None or played.table:
        return [], []
    parts = sorted({*sums(playable.game)} - {0})
    can_be = _sums_of(parts, max(map(abs, played.points), default=0)) if parts and parts[0] > 0 else None
    return ([] if can_be is None else sorted({points for points in played.points if points not in can_be})), parts


def _sums_of(parts: Sequence[int], most: int) -> set[int]:
    """Every number up to most that is made of these, each as often as one likes."""
    found, last = {0}, {0}
    while last:
        last = {one + part for one in last for part in parts if one + part <= most} - found
        found |= last
    return found


def _seats(players: Sequence[str]) -> Names[int]:
    return Names("player", [(name, seat) for seat, name in enumerate(players)])


def best(points: Sequence[int], form: MatchForm) -> tuple[int, ...]:
    """The seats of the sides with the best points of a round; none against the game, where points do not show it."""
    if len(form.sides) == 1:
        return ()
    sums = Sides(form.sides).sums(points) if form.sides else list(points)
    top = min(sums) if form.wins == "lowest" else max(sums)
    return tuple(seat for seat, number in enumerate(sums) if number == top)


def _cut(word: Word) -> list[Word]:
    found = re.finditer(r"[^,]+", word.text)
    return [word.part(*piece.span()) for piece in found if piece.group().strip()]


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


def _scored(scored: Scored, match: Match, shown: str, problems: Problems) -> Round | None:
    """Match the players of a table with those of the match; the table is stored with its points."""
    scope = problems.scope()
    seats = seats_in(scored, match.players, shown, problems)
    if scope.is_clean and sorted(seats) != list(range(len(match.players))):
        missing = listed(name for seat, name in enumerate(match.players) if seat not in seats)
        problems.report("E715", f"{missing or 'a player'} is missing or appears twice", Place(shown))
    if not scope.is_clean:
        return None
    if apart := _other_sides(scored, match, seats):
        problems.report("E715", apart, Place(shown), hint=f"Write the players in this order: {listed(match.players)}.")
        return None
    points = {seat: sheet.total for seat, sheet in zip(seats, scored.sheets, strict=True)}
    won = tuple(sorted(seats[place] for place in scored.ranking.winners))
    return Round(tuple(points[seat] for seat in range(len(match.players))), won)


def _other_sides(scored: Scored, match: Match, seats: Sequence[int]) -> str:
    """What is wrong if others play together in this table than in the match; "" if nothing is."""
    usual = {frozenset(side) for side in match.sides.seats}
    for side in scored.ranking.sides.seats:
        if frozenset(seats[place] for place in side) not in usual:
            names = listed(scored.names[place] for place in side)
            verb = "play together" if len(side) > 1 else "plays alone"
            return f"{names} {verb} in this table, but not in the match"
    return ""


def seats_in(scored: Scored, players: Sequence[str], shown: str, problems: Problems) -> list[int]:
    """The seats of the players of a table, in its order, among those of a match."""
    if list(scored.names) == [f"Player {seat}" for seat in range(1, len(players) + 1)]:
        return list(range(len(players)))
    names, seats = _seats(players), []
    for name in scored.names:
        try:
            seats.append(names.find(name))
        except ValueError as error:
            problems.report("E701", error.args[0], Place(shown), hint=error.args[1])
    return seats
