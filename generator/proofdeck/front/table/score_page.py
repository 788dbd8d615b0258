"""What the page shows of scores that are being added up: a question, what may be tapped, and the points so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from proofdeck.front.table.results import Clause, GameEnd, clause_in, result_of
from proofdeck.front.table.scores import ScoreRoom, Scores
from proofdeck.front.table.shown import FacePicture
from proofdeck.ground.problems import Problem, Problems
from proofdeck.play.engine.asking import Gap
from proofdeck.score.matches.exports import number


class ScoreChoice(NamedTuple):
    """A word that may be tapped. says: what it is called in the language of the page.

    drawn: the card that it names; None if it names none, or one without a face.
    """

    word: str
    says: str
    drawn: FacePicture | None


class ScoreQuestion(NamedTuple):
    """The next question. ends: what an empty answer means, "" if there has to be one."""

    words: str
    such_as: str
    ends: str
    is_number: bool
    between: str
    choices: tuple[ScoreChoice, ...]
    finds_sets: bool


class AnswerLine(NamedTuple):
    """An answer that can be corrected, counted from 1."""

    number: int
    asks: str
    text: str


class ScorePage:
    """Reads scores that are being added up. match: the rounds that are finished."""

    def __init__(self, room: ScoreRoom, scores: Scores) -> None:
        self._room, self._scores = room, scores
        self._conversation, self._say = scores.tally.conversation, scores.shown.say
        self.match = scores.tally.match
        self._clauses = scores.shown.clauses(scores.game)
        problems = Problems()
        scored = self._scored = self._conversation.scored(problems)
        self.unclear: Sequence[Problem] = [] if scored else list(problems)
        """Why what was answered cannot be scored."""
        self.names, self.sheets, self.notes = (scored.names, scored.sheets, scored.notes) if scored else ((), (), ())
        """The sheet of each player so far, and how anything left unsaid was read."""

    @property
    def round_name(self) -> str:
        """`Round 3: 2 runs of 4`; "" if there will be only one."""
        played = len(self.match.rounds) + 1
        name = self.match.round_name(played)
        number = self._say("table.round_number", number=played)
        return f"{number}{f': {name}' if name else ''}" if self.match.rounds or name else ""

    @cached_property
    def asked(self) -> ScoreQuestion | None:
        """The next question; None if all are answered, or if nothing is being scored."""
        question = self._conversation.table.question
        if question is None or not self._room.is_asking:
            return None
        empty = "that_is_all" if question.many else "none" if question.optional else ""
        ends = self._say(f"table.{empty}") if empty else ""
        suggests = question.many and self._scores.playable.engine.suggest is not None
        such_as = question.such_as
        return ScoreQuestion(
            self._say.written(question.asks),
            such_as,
            ends,
            question.is_number,
            question.between,
            tuple(self._choices(question)),
            suggests,
        )

    @property
    def suggested(self) -> list[str]:
        """The best reading of a pile, line by line."""
        suggestion = self._room.suggestion
        if suggestion is None:
            return []
        changes = [f"{text} (in place of answer {line})" for line, text in self._conversation.changes(suggestion)]
        besides = (("Left over", suggestion.left), ("Fulfilled", suggestion.fulfils))
        return [*changes, *suggestion.answers, *(f"{what}: {', '.join(words)}" for what, words in besides if words)]

    @property
    def lines(self) -> list[AnswerLine]:
        """The answers so far."""
        lines = enumerate(self._conversation.table.lines, 1)
        return [AnswerLine(at, self._say.written(question.asks), answer.text) for at, (question, answer) in lines]

    @property
    def result(self) -> GameEnd | None:
        """The result of the round; None before all questions are answered."""
        scored = self._scored
        if scored is None or self.asked or not self._room.is_asking:
            return None
        unit = self._scores.playable.engine.pictures.unit
        return result_of(scored.names, scored.ranking, scored.sheets, self.clause, self._say, unit)

    @property
    def rounds(self) -> list[list[tuple[int, str]]]:
        """For each round of the match so far, the points of each player and the totals after it."""
        played = zip(self.match.rounds, self.match.running(), strict=True)
        return [list(zip(one.points, map(number, totals), strict=True)) for one, totals in played]

    def clause(self, name: str) -> Clause:
        """A rule by its id."""
        return clause_in(self._clauses, name)

    def _choices(self, question: Gap) -> Iterator[ScoreChoice]:
        """Words that are not cards first, unless the question is repeated, as for sets; then cards."""
        named = {called.casefold(): card.id for card in self._scores.game.deck for called in (card.name, card.id)}
        cards = [(word, question.pictures.get(word) or named.get(word.casefold())) for word in question.words]
        for word, card in sorted(cards, key=lambda pair: pair[1] is not None):
            sides = self._scores.shown.cards.get(card or "")
            if card or not question.many:
                yield ScoreChoice(word, self._say.term(word), sides.front if sides else None)
