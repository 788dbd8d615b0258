"""A match that is scored on a page: answers about the table that is being scored, and the rounds that are finished.

It is one file of JSON. `match import` reads its rounds; its answers, of which none is ever removed, are read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Self

from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.asking import Suggestion
from proofdeck.play.engine.loading import Playable
from proofdeck.play.seats.players import check_players
from proofdeck.score.conversation import SHOWN, Conversation, not_to_be_written
from proofdeck.score.drafts import CHANGED, SAID, repeat
from proofdeck.score.entries import BEGUN, UNDONE, Entry, Stream, standing
from proofdeck.score.matches.exports import as_json, as_log
from proofdeck.score.matches.imports import UNREADABLE, parsed, read_log, wrong_entries
from proofdeck.score.matches.match import KIND, ROUND, Match, beginning, folded_match
from proofdeck.score.matches.rounds import RoundRequest, read_round
from proofdeck.source.project.game import Game

STREAM = Stream(KIND, 1)
ANSWERS = "answers"
"""The key of the file for everything that was answered and taken back."""
OF_MATCHES = frozenset({BEGUN, ROUND})


class Tally:
    """Scores of one match. conversation: about the table of the round that is being scored."""

    match: Match
    conversation: Conversation

    def __init__(self, playable: Playable, entries: Sequence[Entry]) -> None:
        """Raises ProofdeckError if the entries are not those of a match, or if its game has no questions.

        Answers that no longer fit, because cards or rules have changed, are taken back.
        """
        self._playable, self._entries = playable, list(entries)
        self._add_up()

    @classmethod
    def begin(cls, playable: Playable, game: Game, players: Sequence[str]) -> Self:
        """Nothing scored yet. Raises ProofdeckError if these players cannot play it."""
        rules = playable.game
        wrong = check_players(players, rules.min_players, rules.max_players, game.title)
        if found := list(wrong) or not_to_be_written(playable, players):
            raise ProofdeckError(found)
        form = playable.engine.match(rules).among(rules.sides(len(players)))
        return cls(playable, [_now(1, BEGUN, beginning(game.name, game.title, players, form, len(players) - 1))])

    @classmethod
    def read(cls, playable: Playable, text: str, shown: str) -> Self:
        """What `written` returned. Raises ProofdeckError for anything else."""
        try:
            entries = read_log(parsed(text)[ANSWERS])
            wrong = list(wrong_entries(_of_match(entries), shown))
        except UNREADABLE:
            wrong = [Problem("E716", "this is not a file of scores that were kept by a page", shown)]
        if wrong:
            raise ProofdeckError(wrong)
        return cls(playable, entries)

    def written(self) -> str:
        """The file."""
        return as_json(self.match, _of_match(self._entries), **{ANSWERS: as_log(self._entries)})

    @property
    def is_begun(self) -> bool:
        """Whether anything has been answered since the last round."""
        return standing(self._entries)[-1].what not in OF_MATCHES

    def say(self, text: str) -> list[Problem]:
        """Answer the next question; problems if it is wrong, which changes nothing."""
        wrong = self.conversation.say(text)
        return wrong or self._keep(SAID, text=text)

    def change(self, line: int, text: str) -> list[Problem]:
        """Replace an answer, counted from 1, as `say` does."""
        wrong = self.conversation.change(line, text)
        return wrong or self._keep(CHANGED, line=line, text=text)

    def use(self, suggestion: Suggestion) -> list[Problem]:
        """Take the best reading of a pile of cards as answers."""
        for line, text in self.conversation.changes(suggestion):
            if wrong := self.change(line, text):
                return wrong
        for answer in suggestion.answers:
            if wrong := self.say(answer):
                return wrong
        return []

    def undo(self) -> str | None:
        """Take back the last answer, or the end of the last round; what was taken back, None if there is nothing."""
        last = standing(self._entries)[-1]
        if last.what == BEGUN:
            return None
        self._keep(UNDONE)
        self._add_up()
        return str(last.data.get("text", ""))

    def end_round(self) -> list[Problem]:
        """Count the table as a round of the match; problems if its answers do not fit together."""
        problems = Problems()
        asked = RoundRequest(self.match, len(self.match.rounds) + 1, SHOWN, lambda: self._playable)
        played = read_round(self.conversation.table.notation(), asked, problems, table=True)
        if played is None:
            return list(problems)
        self._keep(ROUND, **played.as_data())
        self._add_up()
        return []

    def _keep(self, what: str, **data: object) -> list[Problem]:
        self._entries.append(_now(len(self._entries) + 1, what, data))
        return []

    def _add_up(self) -> None:
        counted = standing(self._entries)
        self.match = folded_match(STREAM, _of_match(self._entries))
        last = max(place for place, entry in enumerate(counted) if entry.what in OF_MATCHES)
        said = counted[last + 1 :]
        known = (str(len(self.match.rounds) + 1),) if self.match.form.rounds else ()
        self.conversation = Conversation(self._playable, self.match.players, known)
        fitting, _ = repeat(self.conversation, said)
        for _ in said[fitting:]:
            self._keep(UNDONE)


def _of_match(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that count and are those of a match."""
    return [entry for entry in standing(entries) if entry.what in OF_MATCHES]


def _now(number: int, what: str, data: Mapping[str, object]) -> Entry:
    return Entry(number, datetime.now(UTC).isoformat(timespec="seconds"), what, data)
