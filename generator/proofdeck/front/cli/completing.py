"""What the Tab key offers in more than one command: games, cards, codes and bots of the current project."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from proofdeck.front.cli.folders import project_of
from proofdeck.ground.problems import Problems

if TYPE_CHECKING:
    from proofdeck.source.cards import Deck


def completion(offered: Callable[[typer.Context], Iterable[str]]) -> Callable[[typer.Context, str], list[str]]:
    """Offer the words that begin as typed; none if the project cannot be read, for a message would be out of place."""

    def complete(context: typer.Context, begun: str) -> list[str]:
        with suppress(Exception):
            return [name for name in dict.fromkeys(offered(context)) if name.startswith(begun)]
        return []

    return complete


@completion
def games(context: typer.Context) -> Iterable[str]:
    """Games of the project."""
    return _decks(context)


@completion
def cards(context: typer.Context) -> Iterable[str]:
    """What `--only` can name: products, and the ids of cards of the games on the command line."""
    from proofdeck.source.project.request import PRODUCTS

    decks = _decks(context)
    asked = context.params.get("games") or decks
    return [*PRODUCTS, *(card.id for name in asked if name in decks for card in decks[name])]


@completion
def languages(context: typer.Context) -> Iterable[str]:
    """Languages that the project is translated into."""
    from proofdeck.source.cards.languages import languages_of

    return sorted({name for deck in _decks(context).values() for name in languages_of(deck)})


@completion
def layouts(context: typer.Context) -> Iterable[str]:
    """Layouts of sheets: built-in ones, and those of the project."""
    from proofdeck.source.project.layouts import AUTO, built_in, own_layouts

    root = project_of(context, context.params.get("project") or Path())
    return [AUTO, *built_in(), *own_layouts(root)]


@completion
def printers(_context: typer.Context) -> Iterable[str]:
    """Printers that have been measured."""
    from proofdeck.source.project.printers import known_printers

    return known_printers()


@completion
def codes(_context: typer.Context) -> Iterable[str]:
    """Codes of problems."""
    from proofdeck.ground.problems import explanations

    return explanations()


def bots(_context: typer.Context, begun: str) -> list[str]:
    """Bots, each appended to those already named."""
    before, comma, last = begun.rpartition(",")
    return [f"{before}{comma}{name}" for name in ("random", "greedy", "search", "ismcts") if name.startswith(last)]


def _decks(context: typer.Context) -> dict[str, Deck]:
    from proofdeck.ground.places import find_spreadsheet
    from proofdeck.source.cards import read_cards
    from proofdeck.source.project.reading import game_without_a_name

    root = project_of(context, context.params.get("project") or Path())
    path = find_spreadsheet(root)
    return dict(read_cards(path, path.name, Problems(), default_game=game_without_a_name(root)))
