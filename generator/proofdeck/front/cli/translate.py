"""`proofdeck translate`: a page to translate, and later what is new or stale in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, GameNames, ProgressBar, ProjectFolder, print_object
from proofdeck.ground.flags import Trust

MOST_WORDS = 30


def translate(
    language: Annotated[str, typer.Argument(metavar="CODE", help="The language, such as de or pt-br.")],
    games: GameNames = None,
    project: ProjectFolder = Path(),
    as_json: AsJson = False,
    trust: Trust = False,
) -> None:
    """Write a page of rules to translate, or note in it what is new or stale; list the words that are missing."""
    from dataclasses import asdict

    from proofdeck.book.accept.translating import translate as work_on
    from proofdeck.ground.flags import LANGUAGE
    from proofdeck.ground.problems import counted, some_of

    if not LANGUAGE.fullmatch(language):
        raise typer.BadParameter(f"'{language}' is not the code of a language, such as de or pt-br")
    with ProgressBar():
        found = work_on(project, language, games or [], trust=trust)
    if as_json:
        print_object({"version": 1, "translations": [asdict(one) for one in found]})
        return
    for one in found:
        both = f"new: {some_of(one.added) or 'nothing'}; stale: {some_of(one.stale) or 'nothing'}"
        what = f"new, with {counted(len(one.added), 'text')} to translate" if one.is_new else both
        say(f"{one.file}: {what}." if one.file else f"{one.title} has no rules to translate yet.")
        if one.cells:
            say(f"  {counted(one.cells, 'cell')} to translate, in columns such as text@{language}.")
        if one.words:
            say(f"  Words of examples without a translation: {some_of(one.words, MOST_WORDS)}.")
