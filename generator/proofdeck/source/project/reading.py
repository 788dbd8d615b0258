"""Reads the games of a folder: the spreadsheet, and a page of rules for each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from proofdeck.ground.files import children, is_file, is_folder, names_in
from proofdeck.ground.places import RULES, TEMPLATES, find_spreadsheet, rules_file
from proofdeck.ground.problems import Problem, Problems, counted
from proofdeck.ground.workspace.workspace import Kept, question
from proofdeck.source.cards import Deck
from proofdeck.source.cards.columns import KEY_COLUMNS
from proofdeck.source.cards.languages import languages_of
from proofdeck.source.cards.spelling import meant
from proofdeck.source.cards.spreadsheet import Spreadsheet, read_spreadsheet
from proofdeck.source.cards.values import LONGEST_ID
from proofdeck.source.project.folder import BASE, Project, open_project
from proofdeck.source.project.game import About, Game
from proofdeck.source.project.head import about
from proofdeck.source.project.settings import usual_choices, usual_language
from proofdeck.source.rules.page import RulesPage, read_page
from proofdeck.source.rules.plain import as_written, at_home

OF_NO_GAME = {BASE, "icons", "rulebook"}
"""Folders of templates that belong to all games."""


def load_project(
    root: Path, problems: Problems, only: str | None = None, *, remembers: bool = True, past_of: Path | None = None
) -> Project:
    """Open the folder, and read its spreadsheet and rules pages. Raises ProofdeckError if there is nothing to work on.

    only: the one game whose rules page is read; of the others only the cards are read. The rest as in `open_project`.
    """
    project = open_project(root, remembers, past_of)
    problems_of_project(project, problems, only)
    return project


def problems_of_project(project: Project, problems: Problems, only: str | None = None) -> None:
    """Read the spreadsheet and the rules pages, and report what is wrong with them. Arguments as of `load_project`."""
    names = game_names(project)
    problems.extend(project.problems(spreadsheet.about()))
    for name in names:
        if only in {None, name}:
            page, _ = game_page(project, name)
            problems.extend(project.problems(game_page.about(name)))
            problems.extend(doubt for doubt in deck_of(project, name).doubts if counts_with(page, doubt))


def counts_with(page: RulesPage, doubt: Problem) -> bool:
    """Whether the rules of a game need the column of a doubtful cell: an engine any, and others those they name."""
    if not (page.is_written and page.shown.startswith(RULES)):
        return False
    named = re.search(rf"\b{re.escape(doubt.field or '')}\b", page.body)
    return "engine" in page.head or doubt.field in KEY_COLUMNS or named is not None


@question(Kept.VALUE)
def spreadsheet(project: Project) -> Spreadsheet:
    """The cards of each game. Raises ProofdeckError if there is nothing to work on."""
    root, problems = project.root, project.collector()
    file = find_spreadsheet(root)
    found = read_spreadsheet(file, file.name, problems, default_game=game_without_a_name(root))
    _check_names(root, found.decks, problems)
    return found


@question(Kept.VALUE)
def sheets_seen(project: Project) -> tuple[tuple[str, int, str], ...]:
    """Each sheet of a workbook with several, its rows, and why it is not read or ""."""
    return tuple((one.name, one.rows, one.left_out) for one in spreadsheet(project).sheets)


@question()
def game_names(project: Project) -> tuple[str, ...]:
    """The names of the games, in the order of the spreadsheet."""
    return tuple(spreadsheet(project).decks)


@question()
def deck_of(project: Project, name: str) -> Deck:
    """The cards of one game."""
    return spreadsheet(project).decks[name]


@question()
def game_page(project: Project, name: str) -> tuple[RulesPage, About]:
    """The rules of a game; empty if there are none."""
    file = rules_file(project.root, name, alone=len(game_names(project)) == 1)
    shown = file.relative_to(project.root).as_posix()
    problems = project.collector()
    page = read_page(file, shown, problems) or RulesPage(shown)
    page = at_home(page if shown.startswith(RULES) else as_written(page))
    return page, about(page, name.replace("-", " ").title(), problems)


@question()
def game_called(project: Project, name: str) -> Game:
    """The game of that name."""
    page, facts = game_page(project, name)
    deck, lang = deck_of(project, name), facts.language or usual_language(project.root)
    if lang not in languages_of(deck) and not is_file(project.root / RULES / f"{name}.{lang}.md"):
        facts = replace(facts, language=lang)
    twice = {(doubt.line, doubt.column) for doubt in deck.doubts if doubt.code == "E111" and counts_with(page, doubt)}
    if twice:  # an engine knows a card by its id
        deck = replace(deck, cards=tuple(card for card in deck if card.place()[1:] not in twice))
    return Game(name, facts, deck, page, choices=usual_choices(project.root))


def game_without_a_name(root: Path) -> str:
    """The name of the game whose cards do not say which game they belong to.

    That of the only page of rules or, without pages, of the only folder of templates; so a folder can be renamed or
    unzipped elsewhere. If neither tells, or one is named after the project's folder, the name of that folder.
    """
    named = slug(root.resolve().name)[:LONGEST_ID].strip("-") or "game"
    pages, folders = _pages(root), _folders(root) - OF_NO_GAME
    pages, folders = ({name for name in names if name == slug(name)} for names in (pages, folders))
    only = pages or folders
    return named if len(only) != 1 or named in pages | folders else only.pop()


def _pages(root: Path) -> set[str]:
    """What the pages of rules are named after."""
    return {name.partition(".")[0] for name in names_in(root / RULES) if name.endswith(".md")}


def _folders(root: Path) -> set[str]:
    """The names of the folders of templates."""
    return {path.name for path in children(root / TEMPLATES) if is_folder(path)}


def _check_names(root: Path, decks: Mapping[str, Deck], problems: Problems) -> None:
    """Report a game that has no rules or templates if its name is almost that of one that has."""
    known = _pages(root) | _folders(root)
    for name, deck in decks.items():
        if name in known or not (other := meant(name, known)):
            continue
        rows = counted(len(deck.cards), "row")
        message = f"'{name}' has neither rules nor templates, but '{other}' does ({rows})"
        hint = f"Write '{other}'. If it is a new game, start its rules in {RULES}/{name}.md."
        if deck.cards:
            place = deck.cards[0].place("game")
            problems.report("E511", message, place, field="game", hint=hint)


def slug(words: str) -> str:
    """`the-long-tide` for `The Long Tide`: lowercase letters without accents, digits and single hyphens."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", words) if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")
