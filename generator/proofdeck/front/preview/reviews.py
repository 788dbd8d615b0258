"""The failing examples that are shown on the page, and the new results that are accepted there.

A new result is written as `proofdeck accept` writes it, and only if the project is still as it was on the page with the
button.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from proofdeck.book.accept.rewriting import PageChangedError, Pages, can_take_back, take_back
from proofdeck.book.accept.telling import Review, Reviewed
from proofdeck.front.preview.behind import Behind
from proofdeck.front.preview.showing import Showing
from proofdeck.front.table.forms import Form, OutOfDate, sentence
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.source.project.game import Game

NOT_NOW = "The project has changed since that page was shown, so nothing was written. This is how it is now."


@dataclass(frozen=True, slots=True)
class Pile:
    """The failing examples of a game in one reading of the project.

    `at`: the number of the reading; `is_known`: whether all examples have been played; `waiting`: those to be decided;
    `skipped`: those left as they are; `problems`: why examples could not be run at all; `said`: the answer to what was
    done last.
    """

    at: int
    is_known: bool
    waiting: tuple[Review, ...]
    skipped: tuple[Review, ...]
    problems: tuple[Problem, ...]
    said: str
    can_undo: bool


class Reviews:
    """The failing examples of a project, by game. Safe for several threads."""

    def __init__(self, root: Path, showing: Showing, behind: Behind, tell: Callable[[], None]) -> None:
        """`tell` is called whenever the examples of a game have been played."""
        self._root, self._showing, self._behind, self._tell = root, showing, behind, tell
        self._lock = Lock()
        self._skipped: set[Review] = set()
        self._said: dict[str, str] = {}

    def pile(self, game: str) -> Pile:
        """The examples as far as they are known."""
        return self._pile(game, self._showing.now.number)

    def act(self, game: str, form: Form) -> bool:
        """Do what a form asks for, and return whether it was done: not if the page with the form was out of date."""
        with self._lock:
            self._showing.follow()
            shown = self._showing.now
            if form.get("at") != str(shown.number) or game not in shown.project.games:
                return False
            try:
                self._said[game] = self._act(shown.project.games[game], form, self._pile(game, shown.number))
            except (OutOfDate, PageChangedError):
                return False
            except ProofdeckError as error:
                self._said[game] = " ".join(map(sentence, error.problems))
            except OSError as error:
                self._said[game] = f"Nothing was written: {error.strerror}."
            self._showing.follow()
            return True

    def _pile(self, game: str, number: int) -> Pile:
        errand = self._behind.reviews(game, number, self._tell)
        has_ended = errand.has_ended
        found = (errand.answer() if has_ended else None) or Reviewed()
        return Pile(
            at=number,
            is_known=has_ended,
            waiting=tuple(one for one in found.reviews if one not in self._skipped),
            skipped=tuple(one for one in found.reviews if one in self._skipped),
            problems=found.problems,
            said=self._said.get(game, ""),
            can_undo=can_take_back(self._root, [game]),
        )

    def _act(self, game: Game, form: Form, pile: Pile) -> str:
        """What was done, in a sentence. Raises OutOfDate if it is not possible."""
        do = form.get("do", "")
        if do == "undo":
            return " ".join(f"{page} is back to what it was before." for page in take_back(self._root, [game.name]))
        one = next((one for one in (*pile.waiting, *pile.skipped) if one.example == form.get("example")), None)
        if one is None or not one.edits:
            raise OutOfDate
        if do == "yes":
            Pages(self._root).write(game, one.edits)
            return f"{one.example} is updated."
        if do == "no":
            self._skipped.add(one)
            return f"{one.example} is left as it is."
        raise OutOfDate
