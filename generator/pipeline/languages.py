"""A game of a project -> the same game as it is printed in another language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.cards.languages import languages_of, translated, untranslated
from generator.problems import Problem, ProofdeckError, did_you_mean, hint_from, listed
from generator.project import Game, Project


def in_language(game: Game, language: str, problems: list[Problem]) -> Game:
    """Return a copy that is printed in that language; the game itself for "". What is missing is told in `problems`."""
    if not language:
        return game
    _warn_of_empty_cells(game, language, problems)
    return replace(game, language=language, translation=translated(game.deck, language))


def check_language(project: Project, games: Sequence[Game], language: str) -> None:
    """Raises ProofdeckError for a language in which nobody wrote anything for any of those games."""
    if not language or any(language in languages_of(game.deck) for game in games):
        return
    known = sorted({name for game in project.games.values() for name in languages_of(game.deck)})
    others = f"Languages here: {listed(known)}." if known else "Add a column such as text@de."
    hint = hint_from(did_you_mean(language, known), others)
    raise ProofdeckError(Problem("E523", f"nothing is written in the language '{language}'", field="lang", hint=hint))


def _warn_of_empty_cells(game: Game, language: str, problems: list[Problem]) -> None:
    """One warning for all cells that are printed as they are because nobody translated them."""
    missing = list(untranslated(game.deck, language))
    if not missing:
        return
    column, place = missing[0]
    cells = "1 cell is" if len(missing) == 1 else f"{len(missing)} cells are"
    which = "it is" if len(missing) == 1 else "the first is"
    message = f"{cells} not translated into '{language}' in {game.title}; {which} in the column '{column}'"
    hint = "The plain column is printed instead."
    problems.append(Problem("W524", message, place.file, place.line, place.column, column, hint))
