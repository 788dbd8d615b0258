"""The file of scores, and what commands share that work with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, ProjectFolder, print_object
from proofdeck.ground.problems import Problems

if TYPE_CHECKING:
    from proofdeck.play.engine.loading import Playable
    from proofdeck.score.entries import Stream
    from proofdeck.score.ledger import Ledger

Db = Annotated[
    Path | None,
    typer.Option("--db", envvar="PROOFDECK_DB", metavar="FILE", help="The file of scores.", show_default=False),
]


@dataclass(frozen=True)
class Scores:
    """The file of scores and the project that a command works with, and whether it prints JSON."""

    db: Db = None
    as_json: AsJson = False
    project: ProjectFolder = Path()

    def opened(self) -> "Ledger":
        """The file of scores that is given, or the user's default one."""
        from proofdeck.ground.places import is_project
        from proofdeck.score.ledger import Ledger, ledger_path

        return Ledger(ledger_path(self.db), str(self.project.resolve()) if is_project(self.project) else "")

    def show(self, found: Callable[[], Mapping[str, object]], words: Callable[[], str]) -> None:
        """Print an object for programs, or words for people."""
        if self.as_json:
            print_object(found())
        else:
            say(words())

    def undo(self, ledger: "Ledger", stream: "Stream", words: Mapping[str, str]) -> None:
        """Take back the last entry, and say what it was. words: for each kind of entry, with gaps for its data."""
        taken_back = ledger.undo(stream)
        if not self.as_json:
            say(words[taken_back.what].format(**taken_back.data) if taken_back else "Nothing is left to undo.")

    def opener(self, game: str, *, trust: bool) -> "Callable[[], Playable]":
        """Opens a game, if a table has to be scored or points are to be looked at."""

        def opened() -> "Playable":
            from proofdeck.play.setup.opening import open_game

            return open_game(self.project, game, Problems(), trust=trust)[1]

        return opened
