"""What the Tab key offers: games, cards, codes and bots of the current project."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from generator.problems import Problems

if TYPE_CHECKING:
    from generator.cards import Deck


def games(context: typer.Context, begun: str) -> list[str]:
    """Games of the project."""
    return _beginning(begun, lambda: _decks(context))


def cards(context: typer.Context, begun: str) -> list[str]:
    """What `--only` can name: products, and the ids of cards of the games on the command line."""

    def offered() -> Iterable[str]:
        from generator.pipeline.request import PRODUCTS

        decks = _decks(context)
        asked = context.params.get("games") or decks
        return [*PRODUCTS, *(card.id for name in asked if name in decks for card in decks[name])]

    return _beginning(begun, offered)


def languages(context: typer.Context, begun: str) -> list[str]:
    """Languages that the project is translated into."""

    def offered() -> Iterable[str]:
        from generator.cards.languages import languages_of

        return sorted({name for deck in _decks(context).values() for name in languages_of(deck)})

    return _beginning(begun, offered)


def targets(_context: typer.Context, begun: str) -> list[str]:
    """Targets of exports."""

    def offered() -> Iterable[str]:
        from generator.export.settings import TARGETS

        return TARGETS

    return _beginning(begun, offered)


def layouts(context: typer.Context, begun: str) -> list[str]:
    """Layouts of sheets: built-in ones, and those of the project."""

    def offered() -> Iterable[str]:
        from generator.cli.terminal import project_of
        from generator.sheets.layouts import AUTO, built_in, own_layouts

        root = project_of(context, context.params.get("project") or Path())
        return [AUTO, *built_in(), *own_layouts(root)]

    return _beginning(begun, offered)


def codes(_context: typer.Context, begun: str) -> list[str]:
    """Codes of problems."""

    def offered() -> Iterable[str]:
        from generator.problems import explanations

        return explanations()

    return _beginning(begun, offered)


def bots(_context: typer.Context, begun: str) -> list[str]:
    """Bots, each appended to those already named."""
    before, comma, last = begun.rpartition(",")
    return [f"{before}{comma}{name}" for name in _beginning(last, lambda: ("random", "greedy", "search", "ismcts"))]


def _beginning(begun: str, offered: Callable[[], Iterable[str]]) -> list[str]:
    """The words that begin this way; none if the project cannot be read, because messages would be out of place."""
    with suppress(Exception):
        return [name for name in dict.fromkeys(offered()) if name.startswith(begun)]
    return []


def _decks(context: typer.Context) -> dict[str, Deck]:
    from generator.cards import read_cards
    from generator.cli.terminal import project_of
    from generator.places import find_spreadsheet
    from generator.project.reading import game_without_a_name

    root = project_of(context, context.params.get("project") or Path())
    path = find_spreadsheet(root)
    return dict(read_cards(path, path.name, Problems(), default_game=game_without_a_name(root)))
