"""What people write down of one round of a match -> its points and who won it.

Either points, in the order of the players or with their names, or what lies on the table in the notation of the game::

    12 -5 30

    Ana 12, Ben -5, Cleo out
    won: Ben

    round 3
    Ana: Red 5, Green 14, Rook
    ...
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from generator.engine.notation import Names, Notation, Word, folded, read_notation
from generator.problems import Problem, counted, listed
from generator.scoring.matches.match import MOST_POINTS, Match, Round

if TYPE_CHECKING:
    from generator.engine.engine import Scored
    from generator.engine.loading import Playable

NUMBER = r"[-+−]?\d{1,40}"
"""More digits than anybody scores, so that they can be told to be too many."""
NOTHING = {"out", "0", "none"}
NUMBERS = re.compile(rf"\s*{NUMBER}(?:[\s,;]+{NUMBER})*\s*")
FIGURES = re.compile(r"\W*\d[\d\W]*")
"""Digits and signs without a letter: points, if only badly written ones, where nobody is called so."""
NAMED = re.compile(rf"(?P<name>[^:=]*?\S)(?:\s*[:=]\s*|\s+)(?P<points>{NUMBER}|out)", re.IGNORECASE)
WON = re.compile(r"(?:won|winners?|won by)\s*[:=]\s*(?P<names>.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be read. number: which round of the match; shown: what the text is called in problems.

    opened: the game, when a table must be scored; None for one that no project has.
    """

    match: Match
    number: int
    shown: str
    opened: Callable[[], Playable | None]


def read_round(text: str, asked: Asked, problems: list[Problem], *, table: bool = False) -> Round | None:
    """None after problems. table: it is one for certain, even where `7` is a card and could be points."""
    match, shown = asked.match, asked.shown
    lines = read_notation(text, shown).lines
    words = [_whole(text, line.key) if line.colon else line.without_key().value for line in lines]
    if words and not table and all(_is_plain(word, match) for word in words):
        return _plain(words, shown, match, problems)
    playable = asked.opened() if match.game else None
    if playable is None:
        message = "these are no points" if words else "nothing is written down"
        hint = f"Write {counted(len(match.players), 'number')}, or lines such as: {match.players[0]} 12"
        problems.append(Problem("E715", message, shown, words[0].line if words else None, hint=hint))
        return None
    from generator.scoring.calculator import calculate

    head = _round_before(text, asked, problems)
    if head is None:
        return None
    found_wrong: list[Problem] = []
    scored = calculate(playable, f"{head}{text}", shown, found_wrong)
    problems.extend(_placed_in(text, head, problem) for problem in found_wrong)
    found = _scored(scored, match, shown, problems) if scored else None
    return replace(found, table=text) if found else None


def _round_before(text: str, asked: Asked, problems: list[Problem]) -> str | None:
    """The line with the number of the round, where the game has named rounds and the text lacks it; None if wrong."""
    if not asked.match.form.rounds:
        return ""
    told = re.findall(r"^\s*rounds?\b\W*(\d*)", text, re.IGNORECASE | re.MULTILINE)
    if not told:
        return f"round {asked.number}\n"
    if told == [str(asked.number)]:
        return ""
    message = f"the table is that of round {listed(told)}, and here stands round {asked.number}"
    problems.append(Problem("E715", message, asked.shown, hint="One round at a time, in their order."))
    return None


def _placed_in(text: str, head: str, problem: Problem) -> Problem:
    """A problem of the text with that head, at its place in the text; one of the head is one of the whole."""
    line = problem.line and problem.line - head.count("\n")
    if not line or line > len(text.splitlines()):
        return replace(problem, line=None, column=None)
    return replace(problem, line=line)


def _whole(text: str, key: Word) -> Word:
    line = text.splitlines()[key.line - 1]
    return Word(re.sub(r"(^|\s)#.*", "", line).strip(), key.line, key.column)


def _is_plain(word: Word, match: Match) -> bool:
    if NUMBERS.fullmatch(word.text) or WON.fullmatch(word.text) or _is_no_row(word, match):
        return True
    return all(NAMED.fullmatch(part.strip()) for part in word.text.split(",") if part.strip())


def _is_no_row(word: Word, match: Match) -> bool:
    """Whether it was meant for a row of numbers: nothing but figures, where nobody is called by a number."""
    by_number = any(FIGURES.fullmatch(name) for name in match.players)
    return bool(FIGURES.fullmatch(word.text)) and not NUMBERS.fullmatch(word.text) and not by_number


def _plain(words: Sequence[Word], shown: str, match: Match, problems: list[Problem]) -> Round | None:
    before = len(problems)
    notation = Notation(shown, ())
    names = Names("player", [(name, seat) for seat, name in enumerate(match.players)])
    points: dict[int, int] = {}
    won: tuple[int, ...] | None = None
    for word in words:
        if found := WON.fullmatch(word.text):
            named = Word(found["names"], word.line, word.column + found.start("names"))
            seats = [names.look_up(name, notation, problems) for name in _cut(named)]
            won = tuple(sorted(seat for seat in seats if seat is not None))
        elif NUMBERS.fullmatch(word.text):
            points |= _in_order(word, len(points), match, notation, problems)
        elif _is_no_row(word, match):
            hint = f"Such as: {' '.join('12' for _ in match.players)}"
            problems.append(notation.problem("E715", f"'{word.text}' are no whole numbers", word, hint))
        else:
            _with_names(word, names, points, notation, problems)
    if len(problems) == before and (
        missing := [match.players[s] for s in range(len(match.players)) if s not in points]
    ):
        hint = "Write a number for each player, 0 for none."
        problems.append(notation.problem("E715", f"the points of {listed(missing)} are missing", words[-1], hint))
    for seat, number in points.items():
        if abs(number) > MOST_POINTS:
            message = f"{number} points of {match.players[seat]} are more than anybody scores"
            problems.append(notation.problem("E715", message, words[0]))
    if len(problems) > before:
        return None
    row = tuple(points[seat] for seat in range(len(match.players)))
    return Round(row, won or best(row, match))


def best(points: Sequence[int], match: Match) -> tuple[int, ...]:
    """The seats with the best points of a round."""
    top = min(points) if match.form.wins == "lowest" else max(points)
    return tuple(seat for seat, number in enumerate(points) if number == top)


def _in_order(word: Word, first: int, match: Match, notation: Notation, problems: list[Problem]) -> dict[int, int]:
    numbers = [_number(found) for found in re.findall(NUMBER, word.text)]
    if first and len(numbers) == len(match.players):
        hint = "One round at a time: each has one row of points."
        problems.append(notation.problem("E715", "the points of this round stand there already", word, hint))
        return {}
    if len(numbers) != len(match.players):
        message = f"{counted(len(numbers), 'number')} for {counted(len(match.players), 'player')}"
        problems.append(notation.problem("E715", message, word, f"The order is {listed(match.players)}."))
        return {}
    return dict(enumerate(numbers))


def _with_names(
    word: Word, names: Names[int], points: dict[int, int], notation: Notation, problems: list[Problem]
) -> None:
    for part in _cut(word):
        found = NAMED.fullmatch(part.text)
        assert found is not None
        seat = names.look_up(part.part(*found.span("name")), notation, problems)
        if seat is None:
            continue
        if seat in points:
            problems.append(notation.problem("E715", f"the points of {found['name']} stand there twice", part))
        points[seat] = 0 if folded(found["points"]) in NOTHING else _number(found["points"])


def _cut(word: Word) -> list[Word]:
    found = re.finditer(r"[^,]+", word.text)
    return [word.part(*piece.span()) for piece in found if piece.group().strip()]


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


def _scored(scored: Scored, match: Match, shown: str, problems: list[Problem]) -> Round | None:
    """The players of a table found again among those of the match; the table is kept beside its points."""
    before = len(problems)
    names = Names("player", [(name, seat) for seat, name in enumerate(match.players)])
    by_number = [f"Player {seat}" for seat in range(1, len(match.players) + 1)]
    seats = []
    for place, name in enumerate(scored.names):
        try:
            seats.append(place if list(scored.names) == by_number else names.find(name))
        except ValueError as error:
            problems.append(Problem("E701", error.args[0], shown, hint=error.args[1]))
    if len(problems) == before and sorted(seats) != list(range(len(match.players))):
        missing = listed(name for seat, name in enumerate(match.players) if seat not in seats)
        problems.append(Problem("E715", f"{missing or 'a player'} is missing, or there twice", shown))
    if len(problems) > before:
        return None
    points = {seat: sheet.total for seat, sheet in zip(seats, scored.sheets, strict=True)}
    won = tuple(sorted(seats[place] for place in scored.ranking.groups[0]))
    return Round(tuple(points[seat] for seat in range(len(match.players))), won)
