"""Translates a game of a project into another language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proofdeck.ground.files import names_in
from proofdeck.ground.flags import LANGUAGE
from proofdeck.ground.places import RULES
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.ground.workspace.workspace import Kept, question
from proofdeck.source.cards.languages import languages_of, translated, untranslated
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import About, Game, Translation
from proofdeck.source.project.head import check_head
from proofdeck.source.rules.page import RulesPage, read_page
from proofdeck.source.rules.translations import HEAD, TranslatedRules, translated_rules

NOTED = re.compile(r"(?<![ \t])[ \t]*\{#\s*original:\s*(?P<words>.*?)\s*#\}", re.DOTALL)
"""An original, in a comment beside its translation."""
TOLD = ("title", "age", "time", "needs")
"""The facts of a head that a translation of it can have."""


def in_language(project: Project, game: Game, language: str, problems: Problems) -> Game:
    """Return a copy in that language, or the game itself for "". Missing translations are added to `problems`."""
    if not language or language == game.about.language not in languages(project, game):
        return game
    _warn_of_empty_cells(game, language, problems)
    return with_rules_in(project, game, language, problems)


def with_rules_in(project: Project, game: Game, language: str, problems: Problems) -> Game:
    """The same for the rules only."""
    rules = _rules(project, game, language, problems)
    about = _about(game.about, rules.page, language) if rules else game.about
    return replace(game, about=about, translation=Translation(language, translated(game.deck, language), rules))


@question(Kept.VALUE)
def translation_of(project: Project, game: str, language: str) -> str:
    """That language if the game is translated into it, or "" if it is written in it."""
    one = project.games[game]
    return "" if language == one.about.language and language not in languages(project, one) else language


def languages(project: Project, game: Game) -> list[str]:
    """The languages that its cards or its rules are translated into."""
    return sorted({*languages_of(game.deck), *languages_of_rules(project, game)})


def languages_of_rules(project: Project, game: Game) -> list[str]:
    """The languages with a page such as `rules_md/GAME.de.md`."""
    page = re.compile(rf"{re.escape(game.name)}\.({LANGUAGE.pattern})\.md")
    return sorted(match[1] for name in names_in(project.root / RULES) if (match := page.fullmatch(name)))


def _about(about: About, page: RulesPage, language: str) -> About:
    """The facts in the head of a translation, and the rest unchanged."""
    own: dict[str, Any] = {key: words for key in TOLD if (words := page.text(key, Problems()))}
    return replace(about, language=language, **own)


def _rules(project: Project, game: Game, language: str, problems: Problems) -> TranslatedRules | None:
    """The translated rules; None if there are none, or if they are not translated, which gives a warning."""
    shown = f"{RULES}/{game.name}.{language}.md"
    page = read_page(project.root / shown, shown, problems)
    if page is None and game.page.body.strip():
        message = f"the rules of {game.title} are not translated into '{language}'"
        hint = f"The book is made from {game.page.shown}. To translate it, write {shown}."
        problems.report("W525", message, game.page.place(), hint=hint)
    if page is None:
        return None
    check_head(page, HEAD, problems)
    _warn_of_originals(game, page, language, problems)
    return translated_rules(game.page, page, problems)


def _warn_of_originals(game: Game, page: RulesPage, language: str, problems: Problems) -> None:
    """Give one warning for all texts that still say what `translate` wrote to be written over."""
    left = [found for found in NOTED.finditer(page.body) if _is_left(page.body, found)]
    if left:
        texts = "1 text is" if len(left) == 1 else f"{len(left)} texts are"
        message = f"{texts} not translated into '{language}' in the rules of {game.title}"
        line = page.first_line + page.body.count("\n", 0, left[0].start())
        problems.report(
            "W525", message, page.place(line), hint="Write over the text; delete its comment if it is right."
        )


def _is_left(body: str, found: re.Match[str]) -> bool:
    """Whether the words before an original are the original, however their lines end."""
    words = found["words"].split()
    before = body[max(0, found.start() - 2 * len(found["words"]) - len(words)) : found.start()].split()
    return before[len(before) - len(words) :] == words


def check_language(project: Project, games: Sequence[Game], language: str) -> None:
    """Raises ProofdeckError for a language that none of those games is translated into."""
    if not language or any(language in {*languages(project, game), game.about.language} for game in games):
        return
    if others := [game.title for game in project.games.values() if language in languages(project, game)]:
        message = f"nothing of {listed(game.title for game in games)} is written in the language '{language}'"
        hint = f"Only {listed(others)} can be printed in it."
        raise ProofdeckError(Problem("E523", message, field="lang", hint=hint))
    known = sorted({name for game in project.games.values() for name in languages(project, game)})
    all_known = f"The languages are {listed(known)}." if known else "Add a column such as text@de."
    hint = hint_from(did_you_mean(language, known), all_known)
    raise ProofdeckError(Problem("E523", f"nothing is written in the language '{language}'", field="lang", hint=hint))


def _warn_of_empty_cells(game: Game, language: str, problems: Problems) -> None:
    """Give one warning for all untranslated cells."""
    missing = list(untranslated(game.deck, language))
    if not missing:
        return
    column, place = missing[0]
    cells = "1 cell is" if len(missing) == 1 else f"{len(missing)} cells are"
    which = "it is" if len(missing) == 1 else "the first is"
    message = f"{cells} not translated into '{language}' in {game.title}; {which} in the column '{column}'"
    hint = "The plain column is printed instead."
    problems.report("W524", message, place, field=column, hint=hint)
