"""Columns that hold something, and that nobody will ever see: no face shows them, and no rule reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from proofdeck.ground.files import files_below, is_file, read_text
from proofdeck.ground.problems import Place, Problem, Problems, counted, some_of
from proofdeck.paper.deck.folders import template_texts
from proofdeck.paper.faces.placed import parts_of
from proofdeck.paper.faces.template import Template
from proofdeck.source.cards import Card
from proofdeck.source.cards.columns import COMPONENT, KNOWN_COLUMNS, is_note
from proofdeck.source.cards.roles import Role
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.reading import counts_with

EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
ANY_COLUMN = ("deck", "card")
"""The names by which templates read other rows, and columns whose names are computed: `card[each]`."""
MOST_NAMED = 12


def check_columns(
    project: Project, game: Game, templates: Mapping[tuple[str, str], Template | None], problems: Problems
) -> None:
    """Give one warning for all such columns. templates: by side and kind.

    Columns for programs, such as addresses of web pages, and notes, whose headers begin with `_` or `#`, are left out.
    A template that reads other rows or `card[...]`, a rule and an engine are believed to read any column they name.
    """
    doubtful = {name: header for name, header in game.deck.headers.items() if name not in KNOWN_COLUMNS}
    read = {COMPONENT} if "engine" in game.page.head else set()
    doubtful = {name: header for name, header in doubtful.items() if name not in read and not is_note(header)}
    shown = {name for name in doubtful if any(_shows(templates, card, name) for card in game.deck if card.fields[name])}
    if not shown.issuperset(doubtful):
        others = set(re.findall(r"\w+", "\n".join(_elsewhere(project, game, templates))))
        programs = {part.column.key for part in parts_of(game.deck) if part.role in {Role.PROGRAM, Role.BLANK}}
        others |= {name for name in doubtful if name.startswith(tuple(word for word in others if word.endswith("_")))}
        unseen = [header for name, header in doubtful.items() if name not in shown | others | programs]
        if unseen:
            name = next(name for name, header in doubtful.items() if header == unseen[0])
            what = f"{counted(len(unseen), 'column')}, and no rule reads {'it' if len(unseen) == 1 else 'them'}"
            message = f"no face of {game.title} shows {what}: {some_of(unseen, MOST_NAMED)}"
            hint = f"Show a column in a template, {{{{ {name} }}}}, or begin its header with # if it is a note."
            problems.report("W111", message, Place(game.deck.cards[0].place().file), hint=hint)


def check_doubts(
    game: Game, templates: Mapping[tuple[str, str], Template | None], problems: Problems, *, is_made: bool
) -> None:
    """Report doubtful cells: as errors if a rule or a template needs them. A made face prints a value as it stands."""
    needed = [one for one in templates.values() if one is not None]

    def is_read(doubt: Problem) -> bool:
        names = ((doubt.field or "").partition("@")[0], *ANY_COLUMN)
        printed = any(one.depends_on(name) for one in needed for name in names)
        return counts_with(game.page, doubt) or (printed and not (is_made and doubt.code == "E103"))

    game.deck.tell_doubts(is_read, problems)


def _shows(templates: Mapping[tuple[str, str], Template | None], card: Card, name: str) -> bool:
    both = (templates.get((side, card.kind)) for side in ("front", "back"))
    return any(one is not None and one.depends_on(name) for one in both)


def _elsewhere(project: Project, game: Game, templates: Mapping[tuple[str, str], Template | None]) -> Iterator[str]:
    """Texts that may name a column: cells with expressions, rules, engines, and templates that read other rows."""
    yield from (cell for card in game.deck for cell in card.fields.values() if "{{" in cell or "{%" in cell)
    yield from EXPRESSION.findall(game.page.body)
    yield from (f"{name} {entry.value}" for name, entry in game.page.head.items())
    if any(one is not None and one.depends_on(name) for one in templates.values() for name in ANY_COLUMN):
        yield from template_texts(project, game.name)
    if engine := game.page.head.get("engine"):
        path = Path(*str(engine.value).split("."))
        for place in (project.root / path, Path(__file__).parents[3] / path):
            files = [place.with_suffix(".py"), *(file for file in files_below(place) if file.suffix == ".py")]
            yield from (read_text(file) for file in files if is_file(file))
