"""Stores the answers of an unfinished table as they are given.

A conversation is a fold over its entries, as a match is one over its rounds: `said` and `changed` entries, and `undone`
ones that take back the last of them. So it can be left at any moment and continued later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.score.conversation import Conversation
from proofdeck.score.entries import BEGUN, UNDONE, Entry, Stream, standing
from proofdeck.score.ledger import Ledger

DRAFT, PLAYERS = "table", "players"
SAID, CHANGED, ENDED = "said", "changed", "ended"


class Draft:
    """The answers about one table, stored as they are given, or only in memory if the ledger cannot be written.

    If another terminal continues the same table, each goes on with its own copy.
    """

    def __init__(self, ledger: Ledger, begun: Mapping[str, object], stream: Stream | None = None) -> None:
        self._ledger, self._stream = ledger, stream
        self.entries = ledger.entries(stream) if stream else [Entry(0, "", BEGUN, begun)]
        self.is_kept = True

    def keep(self, what: str, **data: object) -> list[Problem]:
        """Report once why answers cannot be stored, and continue without storing them."""
        entry = Entry(0, "", what, data)
        try:
            if self.is_kept:
                with self._ledger.writing():
                    entry = self._ledger.append(self._own_stream(), what, data)
        except ProofdeckError as error:
            self.is_kept = False
            return list(error.problems)
        finally:
            self.entries.append(entry)
        return []

    def _own_stream(self) -> Stream:
        """The stream that was begun or, if someone else has written to it, a new one with the same entries."""
        if self._stream is not None:
            known = self._ledger.entries(self._stream)
            if [entry.number for entry in known[1:]] == [entry.number for entry in self.entries[1:]]:
                return self._stream
        self._stream = stream = self._ledger.begin(DRAFT, self.entries[0].data)
        self.entries[1:] = [self._ledger.append(stream, entry.what, entry.data) for entry in self.entries[1:]]
        return stream

    @property
    def is_empty(self) -> bool:
        return len(standing(self.entries)) == 1


def unfinished(ledger: Ledger, begun: Mapping[str, object]) -> Draft | None:
    """The table of that game, begun in that place, that was left unfinished; None if there is none.

    begun: what it must agree with, except for the players.
    """
    for stream in reversed(ledger.streams(DRAFT)):
        draft = Draft(ledger, begun, stream)
        if {**draft.entries[0].data, PLAYERS: None} == {**begun, PLAYERS: None}:
            said = standing(draft.entries)
            return draft if len(said) > 1 and said[-1].what != ENDED else None
    return None


def replay(conversation: Conversation, draft: Draft) -> list[Problem]:
    """Repeat all answers from the beginning.

    An answer that no longer fits, because cards or rules have changed, is returned; it and all later ones are removed
    from the draft as well.
    """
    said = standing(draft.entries)[1:]
    fitting, wrong = repeat(conversation, said)
    for _ in said[fitting:]:
        draft.keep(UNDONE)
    return wrong


def repeat(conversation: Conversation, said: Sequence[Entry]) -> tuple[int, list[Problem]]:
    """Give these answers from the beginning: how many of them fit, and what is wrong with the next one."""
    conversation.begin_again()
    for fitting, entry in enumerate(said):
        wrong: list[Problem] = []
        if entry.what == SAID:
            wrong = conversation.say(str(entry.data["text"])) if conversation.table.question else []
        elif entry.what == CHANGED:
            wrong = conversation.change(int(entry.data["line"]), str(entry.data["text"]))
        if wrong:
            return fitting, wrong
    return len(said), []
