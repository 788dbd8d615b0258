"""A table asked for line by line: the answers so far, the next question, and the points so far.

This module neither asks nor stores anything: `cli/asking.py` asks, and `drafts.py` stores the answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.asking import Gap, Script, Suggestion
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.score_sheet import Item, ScoreSheet
from proofdeck.score.calculator import calculate

NOTHING = ScoreSheet((), {})
SHOWN = "table"
"""The name of an unfinished table in problems."""


class Reply(NamedTuple):
    """place: of its question in the script. text: "" if the question was left open, or is not asked again."""

    place: int
    text: str


@dataclass(frozen=True, slots=True)
class AnsweredScript:
    """A script and the answers so far, in the order of the script."""

    script: Script
    answers: tuple[Reply, ...] = ()

    @property
    def place(self) -> int | None:
        """The next question; None if all are answered."""
        answered = {answer.place for answer in self.answers}
        closed = {answer.place for answer in self.answers if not answer.text}
        for place, part in enumerate(self.script):
            if isinstance(part, Gap) and place not in (closed if part.many else answered):
                return place
        return None

    @property
    def question(self) -> Gap | None:
        return None if self.place is None else self._question(self.place)

    def _question(self, place: int) -> Gap:
        part = self.script[place]
        assert isinstance(part, Gap)
        return part

    @property
    def lines(self) -> list[tuple[Gap, Reply]]:
        """The answers that people can change, without questions left open."""
        return [(self._question(answer.place), answer) for answer in self.answers if answer.text]

    def with_answer(self, text: str) -> AnsweredScript:
        """Answer the next question; "" ends a repeated question, or leaves an optional one open."""
        assert self.place is not None
        return replace(self, answers=(*self.answers, Reply(self.place, text)))

    def with_line(self, number: int, text: str) -> AnsweredScript:
        """Replace line `number`, counted from 1; "" removes it if it is optional."""
        answer = self.lines[number - 1][1]
        at = next(place for place, known in enumerate(self.answers) if known is answer)
        many = self._question(answer.place).many
        instead = () if many and not text else (Reply(answer.place, text),)
        return replace(self, answers=(*self.answers[:at], *instead, *self.answers[at + 1 :]))

    @property
    def waiting(self) -> set[str]:
        """The players whose answers are still placeholders."""
        answered = {answer.place for answer in self.answers}
        return {
            part.player
            for place, part in enumerate(self.script)
            if isinstance(part, Gap) and part.made_up and place not in answered
        }

    def notation(self) -> str:
        """The table in notation; open questions are filled in with the script's placeholders."""
        return "".join(text for _, text in self._pieces())

    def lines_of(self, wanted: Reply) -> range:
        """The lines of the notation, counted from 1, that contain that answer."""
        before = ""
        for answer, text in self._pieces():
            if answer is wanted:
                start = before.count("\n") + 1 + len(text) - len(text.lstrip("\n"))
                return range(start, (before + text).count("\n") + 2)
            before += text
        return range(0)

    def _pieces(self) -> Iterator[tuple[Reply | None, str]]:
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


class AnswerEffect(NamedTuple):
    """The effect of an answer.

    items: (player, item, how many more, or fewer if negative); totals: name -> points; notes: how it was read.
    """

    items: list[tuple[str, Item, int]]
    totals: dict[str, int]
    notes: list[str]


class Conversation:
    """An unfinished table, and the game that scores it."""

    def __init__(self, playable: Playable, players: Sequence[str], known: Sequence[str] = ()) -> None:
        """known: answers to the first questions, which are not asked and cannot be taken back.

        Raises ProofdeckError if the game has no questions.
        """
        if playable.engine.script is None:
            hint = "Write the table in a file and give its name."
            raise ProofdeckError(Problem("E708", f"{playable.engine.name} has no questions about its table", hint=hint))
        self.playable = playable
        self.players = tuple(players)
        self._known = tuple(known)
        self.table = AnsweredScript(playable.engine.script(playable.game, players))
        self.begin_again()

    def begin_again(self) -> None:
        """The table with only the known answers."""
        self.table = AnsweredScript(self.table.script)
        for answer in self._known:
            self.say(answer)

    def scored(self, problems: Problems) -> Scored | None:
        """The score so far. Players whose questions are open have no points."""
        scored = calculate(self.playable, self.table.notation(), SHOWN, problems)
        waiting = self.table.waiting
        if scored is None or not waiting:
            return scored
        pairs = zip(scored.names, scored.sheets, strict=True)
        return replace(scored, sheets=tuple(NOTHING if name in waiting else sheet for name, sheet in pairs))

    def say(self, text: str) -> list[Problem]:
        """Answer the next question. A wrong answer returns problems and does not count."""
        question = self.table.question
        assert question is not None
        table = self.table.with_answer(text)
        return self._take(question, text, table, table.answers[-1])

    def suggestion(self, cards: str) -> tuple[Suggestion | None, Sequence[Problem]]:
        """The best reading of a pile of cards as answers to the next question; None after problems."""
        question, suggest = self.table.question, self.playable.engine.suggest
        if question is None or not question.many or suggest is None:
            hint = (
                "For example: pile Paladin, Shield x2, Sword, Dagger" if suggest else "This game has no sets to find."
            )
            return None, [Problem("E708", "`pile` only works when you are asked for sets of cards", hint=hint)]
        table = self.table.with_answer(f"pile: {cards}")
        problems = Problems()
        found = suggest(self.playable.game, read_notation(table.notation(), SHOWN), problems)
        return found.get(question.player), problems

    def changes(self, suggestion: Suggestion) -> list[tuple[int, str]]:
        """(line number, new text) for the lines that a suggestion changes, in order."""
        return [
            (number, suggestion.instead[line])
            for number, (_, answer) in enumerate(self.table.lines, 1)
            for line in self.table.lines_of(answer)
            if line in suggestion.instead
        ]

    def change(self, number: int, text: str) -> list[Problem]:
        """Replace the answer of a line, counted from 1. Problems as for `say`."""
        lines = self.table.lines
        if not 1 <= number <= len(lines):
            return [Problem("E702", f"there is no line {number}", hint=f"Lines are 1 to {len(lines)}.")]
        table = self.table.with_line(number, text)
        return self._take(lines[number - 1][0], text, table, table.lines[number - 1][1] if text else None)

    def _take(self, question: Gap, text: str, table: AnsweredScript, answer: Reply | None) -> list[Problem]:
        """Continue with that table, unless the answer itself is wrong."""
        wrong: list[Problem] = []
        if answer is not None and text:
            problems = Problems()
            calculate(self.playable, table.notation(), SHOWN, problems)
            own = table.lines_of(answer)
            wrong = [problem for problem in problems if problem.is_error and problem.line in own]
        elif not question.many and not question.optional:
            wrong = [Problem("E702", "the answer is empty", hint=f"For example: {question.such_as}")]
        if not wrong:
            self.table = table
        return wrong

    def worth_since(self, before: Scored | None) -> AnswerEffect | None:
        """What has changed since; None if the table is not complete enough to be scored."""
        now = self.scored(Problems())
        if now is None:
            return None
        old = _items(before) if before else Counter[tuple[str, Item]]()
        new = _items(now)
        changed = [(name, item, new[name, item] - old[name, item]) for name, item in dict.fromkeys([*old, *new])]
        totals = {name: sheet.total for name, sheet in zip(now.names, now.sheets, strict=True)}
        known = before.notes if before else ()
        return AnswerEffect(
            [row for row in changed if row[2]], totals, [note for note in now.notes if note not in known]
        )


def _items(scored: Scored) -> Counter[tuple[str, Item]]:
    return Counter(
        (name, item) for name, sheet in zip(scored.names, scored.sheets, strict=True) for item in sheet.items
    )


def not_to_be_written(playable: Playable, players: Sequence[str]) -> list[Problem]:
    """Names that would mean something else in the game's notation, such as `Round 3`, `open` or `Ana: 5`."""
    others = [f"Player {seat}" for seat in range(1, len(players) + 1)]
    hint = "Use a different name. In a match you can still enter points."
    return [
        Problem("E710", f"'{name}' cannot be used as a name, because it means something else in a table", hint=hint)
        for seat, name in enumerate(players)
        if not _is_key(name)
        or _mistakes(playable, [*others[:seat], name, *others[seat + 1 :]]) != _mistakes(playable, others)
    ]


def _is_key(name: str) -> bool:
    """Whether a line of a notation can begin this way."""
    return [line.key.text for line in read_notation(f"{name}: -", SHOWN).lines] == [name]


def _mistakes(playable: Playable, players: Sequence[str]) -> list[tuple[str, int | None]]:
    """The problems of a table without any answers."""
    problems = Problems()
    conversation = Conversation(playable, players)
    conversation.scored(problems)
    return [(problem.code, problem.line) for problem in problems]
