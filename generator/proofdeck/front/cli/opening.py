"""`proofdeck` without a command: the page of the folder, or of a spreadsheet that is named or dropped on it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import typer

from proofdeck.front.cli.folders import nearest_project
from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import is_terminal, shown
from proofdeck.ground.files import names_ending
from proofdeck.ground.places import OTHER_FORMS, SPREADSHEETS, find_spreadsheet, is_project
from proofdeck.ground.problems import ProofdeckError, did_you_mean, hint_from

ENDINGS = {Path(name).suffix for name in SPREADSHEETS}
GONE = {
    "sweep": "`sweep` is now a part of `compare`: proofdeck compare GAME --set NAME=VALUES, such as --set goal.2=6..10",
    "bots": "`bots` is now a part of `lab`: proofdeck lab GAME --ladder random,greedy,search",
}
"""What is said to people who type a command that there was."""
OF_FOLDER = ("-C", "--project")
EMPTY = """\
There is no spreadsheet of cards in this folder yet.
Put one here, with one card a row below a line of headings, and type `proofdeck` again.
Or begin with a small game: `proofdeck new my-game`."""


def words_for(words: list[str]) -> list[str]:
    """The command that is meant by words of which the first is none.

    Raises ValueError with what is wrong with them, and Exit for an empty folder.
    """
    if not words:
        return _words_for_folder()
    behind = words[2:] if words[0] in OF_FOLDER else words
    if not behind and is_terminal():
        return ["preview", *words]
    if behind and behind[0] in GONE:
        raise ValueError(GONE[behind[0]])
    return _words_for_file(words) if Path(words[0]).suffix.casefold() in ENDINGS else words


def _words_for_file(words: Sequence[str]) -> list[str]:
    file = Path(words[0])
    if not file.is_file():
        near = did_you_mean(file.name, names_ending(file.parent, ENDINGS) if file.parent.is_dir() else ())
        raise ValueError(f"There is no file '{shown(file)}'. {hint_from(near, 'Look at how its name is spelt.')}")
    if len(names_ending(file.parent, ENDINGS)) > 1 and not _is_read(file):
        how = f"`proofdeck new {_free_folder(file)} --from {shlex.quote(shown(file))}` makes a folder of it."
        why = f"There are other spreadsheets beside '{file.name}', and a game has a folder of its own."
        raise ValueError(f"{why} {how}")
    return ["preview", "-C", str(file.parent), *words[1:]]


def _is_read(file: Path) -> bool:
    """Whether it is the spreadsheet of its folder."""
    try:
        return find_spreadsheet(file.parent).samefile(file)
    except ProofdeckError:
        return False


def _words_for_folder() -> list[str]:
    """The command for nothing typed at a terminal; none where there is none, so that the help is shown."""
    if not is_terminal():
        return []
    folder = nearest_project()
    if not is_project(folder) and not names_ending(folder, (ENDINGS | OTHER_FORMS.keys()) - {".txt"}):
        say(EMPTY)
        raise typer.Exit(2)
    return ["preview", "-C", str(folder)]


def _free_folder(file: Path) -> str:
    """The name of a folder that is not there, such as `space-miners`."""
    name = "-".join(file.stem.casefold().split())
    return next(name for name in (name, *(f"{name}-{count}" for count in range(2, 99))) if not Path(name).exists())
