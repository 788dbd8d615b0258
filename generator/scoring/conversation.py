"""A table that is asked for line by line: what has been answered, what is asked next, and what it is worth so far.

Nothing here asks or keeps anything: `cli/asking.py` asks, and `drafts.py` keeps what was said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.engine.asking import Question, Script, Suggestion
from generator.engine.engine import Scored
from generator.engine.loading import Playable
from generator.engine.notation import read_notation
from generator.engine.score_sheet import Item, ScoreSheet
from generator.problems import Problem, ProofdeckError
from generator.scoring.calculator import calculate

NOTHING = ScoreSheet((), {})
SHOWN = "table"
"""What a table in the making is called in problems."""


class Answer(NamedTuple):
    """place: of its question in the script. text: "" where the question was left open, or is not asked again."""

    place: int
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A script and what has been answered so far, in the order of the script."""

    script: Script
    answers: tuple[Answer, ...] = ()

    @property
    def place(self) -> int | None:
        """The question that is next; None when all are answered."""
        answered = {answer.place for answer in self.answers}
        closed = {answer.place for answer in self.answers if not answer.text}
        for place, part in enumerate(self.script):
            if isinstance(part, Question) and place not in (closed if part.many else answered):
                return place
        return None

    @property
    def question(self) -> Question | None:
        return None if self.place is None else self._question(self.place)

    def _question(self, place: int) -> Question:
        part = self.script[place]
        assert isinstance(part, Question)
        return part

    @property
    def lines(self) -> list[tuple[Question, Answer]]:
        """What was answered, for people who want to change it; what was left open is not among it."""
        return [(self._question(answer.place), answer) for answer in self.answers if answer.text]

    def with_answer(self, text: str) -> Table:
        """The next question answered; "" ends one that may be asked again, or leaves an optional one open."""
        assert self.place is not None
        return replace(self, answers=(*self.answers, Answer(self.place, text)))

    def with_line(self, number: int, text: str) -> Table:
        """Another answer instead of the number-th line, counted from 1; "" takes it out where it may be left out."""
        answer = self.lines[number - 1][1]
        at = next(place for place, known in enumerate(self.answers) if known is answer)
        many = self._question(answer.place).many
        instead = () if many and not text else (Answer(answer.place, text),)
        return replace(self, answers=(*self.answers[:at], *instead, *self.answers[at + 1 :]))

    @property
    def waiting(self) -> set[str]:
        """The players whose answer is still made up."""
        answered = {answer.place for answer in self.answers}
        return {
            part.player
            for place, part in enumerate(self.script)
            if isinstance(part, Question) and part.made_up and place not in answered
        }

    def notation(self) -> str:
        """As people could have written it down; what is not answered yet is filled in as the script says."""
        return "".join(text for _, text in self._pieces())

    def lines_of(self, wanted: Answer) -> range:
        """The lines of the notation, counted from 1, on which that answer stands."""
        before = ""
        for answer, text in self._pieces():
            if answer is wanted:
                start = before.count("\n") + 1 + len(text) - len(text.lstrip("\n"))
                return range(start, (before + text).count("\n") + 2)
            before += text
        return range(0)

    def _pieces(self) -> Iterator[tuple[Answer | None, str]]:
        first = next((part for part in self.script if part), None)
        for place, part in enumerate(self.script):
            if isinstance(part, str):
                yield None, part.lstrip("\n") if part is first else part
                continue
            given = [answer for answer in self.answers if answer.place == place]
            for answer in given:
                yield answer, f"{part.before}{answer.text}" if answer.text else ""
            if not given and part.until:
                yield None, f"{part.before}{part.until}"


class Worth(NamedTuple):
    """What an answer changed.

    items: (player, item, how many more; negative for fewer); totals: name -> points; notes: how it was read.
    """

    items: list[tuple[str, Item, int]]
    totals: dict[str, int]
    notes: list[str]


class Conversation:
    """A table in the making, and the game that says what it is worth."""

    def __init__(self, playable: Playable, players: Sequence[str], known: Sequence[str] = ()) -> None:
        """known: answers to the first questions, which need not be asked and cannot be taken back.

        Raises ProofdeckError for a game that does not say what to ask.
        """
        if playable.engine.script is None:
            hint = "Write the table down in a file, and name that."
            raise ProofdeckError(Problem("E708", f"{playable.engine.name} does not say what to ask", hint=hint))
        self.playable = playable
        self.players = tuple(players)
        self._known = tuple(known)
        self.table = Table(playable.engine.script(playable.game, players))
        self.begin_again()

    def begin_again(self) -> None:
        """Nothing is said yet but what was known before."""
        self.table = Table(self.table.script)
        for answer in self._known:
            self.say(answer)

    def scored(self, problems: list[Problem]) -> Scored | None:
        """What the table is worth so far. Who has not answered yet has nothing."""
        scored = calculate(self.playable, self.table.notation(), SHOWN, problems)
        waiting = self.table.waiting
        if scored is None or not waiting:
            return scored
        pairs = zip(scored.names, scored.sheets, strict=True)
        return replace(scored, sheets=tuple(NOTHING if name in waiting else sheet for name, sheet in pairs))

    def say(self, text: str) -> list[Problem]:
        """Answer the question that is next. What is wrong with an answer is given back, and it does not count."""
        question = self.table.question
        assert question is not None
        if not text and not question.many and not question.optional:
            return [Problem("E702", "nothing is said", hint=f"Such as: {question.such_as}")]
        table = self.table.with_answer(text)
        return self._take(table, table.answers[-1])

    def suggestion(self, cards: str) -> tuple[Suggestion | None, list[Problem]]:
        """How a pile of cards is best read as answers to the question that is next; None after problems."""
        question, suggest = self.table.question, self.playable.engine.suggest
        if question is None or not question.many or suggest is None:
            hint = (
                "Such as: pile Paladin, Shield x2, Sword, Dagger" if suggest else "Here a pile can be read in one way."
            )
            return None, [Problem("E708", "no pile of cards is asked for here", hint=hint)]
        table = self.table.with_answer(f"pile: {cards}")
        problems: list[Problem] = []
        found = suggest(self.playable.game, read_notation(table.notation(), SHOWN), problems)
        return found.get(question.player), problems

    def changes(self, suggestion: Suggestion) -> list[tuple[int, str]]:
        """(number of the line, what it says then) for the lines that a suggestion changes, the first one first."""
        return [
            (number, suggestion.instead[line])
            for number, (_, answer) in enumerate(self.table.lines, 1)
            for line in self.table.lines_of(answer)
            if line in suggestion.instead
        ]

    def change(self, number: int, text: str) -> list[Problem]:
        """Another answer for a line, counted from 1. Problems as for `say`."""
        lines = self.table.lines
        if not 1 <= number <= len(lines):
            return [Problem("E702", f"there is no line {number}", hint=f"There are {len(lines)}: `lines` shows them.")]
        question = lines[number - 1][0]
        if not text and not question.many and not question.optional:
            return [Problem("E702", "nothing is said", hint=f"Such as: {question.such_as}")]
        table = self.table.with_line(number, text)
        return self._take(table, table.lines[number - 1][1] if text else None)

    def _take(self, table: Table, answer: Answer | None) -> list[Problem]:
        """Go on with that table, unless that answer is wrong by itself."""
        wrong: list[Problem] = []
        if answer is not None and answer.text:
            problems: list[Problem] = []
            calculate(self.playable, table.notation(), SHOWN, problems)
            own = table.lines_of(answer)
            wrong = [problem for problem in problems if problem.is_error and problem.line in own]
        if not wrong:
            self.table = table
        return wrong

    def worth_since(self, before: Scored | None) -> Worth | None:
        """What has changed since; None while the table is not complete enough to be scored."""
        now = self.scored([])
        if now is None:
            return None
        old = _items(before) if before else Counter[tuple[str, Item]]()
        new = _items(now)
        changed = [(name, item, new[name, item] - old[name, item]) for name, item in dict.fromkeys([*old, *new])]
        totals = {name: sheet.total for name, sheet in zip(now.names, now.sheets, strict=True)}
        known = before.notes if before else ()
        return Worth([row for row in changed if row[2]], totals, [note for note in now.notes if note not in known])


def _items(scored: Scored) -> Counter[tuple[str, Item]]:
    return Counter(
        (name, item) for name, sheet in zip(scored.names, scored.sheets, strict=True) for item in sheet.items
    )


def not_to_be_written(playable: Playable, players: Sequence[str]) -> list[Problem]:
    """The names that a table of the game would take for something else, such as `Round 3`, `open` or `Ana: 5`."""
    others = [f"Player {seat}" for seat in range(1, len(players) + 1)]
    hint = "Call that player something else. In a match, points can be said all the same."
    return [
        Problem("E710", f"'{name}' would be taken for something else where a table is written down", hint=hint)
        for seat, name in enumerate(players)
        if not _is_key(name)
        or _mistakes(playable, [*others[:seat], name, *others[seat + 1 :]]) != _mistakes(playable, others)
    ]


def _is_key(name: str) -> bool:
    """Whether a line of a notation can begin with it."""
    return [line.key.text for line in read_notation(f"{name}: -", SHOWN).lines] == [name]


def _mistakes(playable: Playable, players: Sequence[str]) -> list[tuple[str, int | None]]:
    """What is wrong with a table on which nothing is said yet."""
    problems: list[Problem] = []
    conversation = Conversation(playable, players)
    conversation.scored(problems)
    return [(problem.code, problem.line) for problem in problems]
