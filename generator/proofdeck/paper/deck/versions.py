"""The cards of a game as one version prints them: in a language, with its choices, for a number of players."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from proofdeck.ground.problems import Problems
from proofdeck.ground.workspace.workspace import question
from proofdeck.source.cards import Card
from proofdeck.source.expressions.cells import filled
from proofdeck.source.expressions.expressions import is_expression
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.languages import in_language
from proofdeck.source.project.printed_cards import names_of


class PrintVersion(NamedTuple):
    """One way to print a game. choices: those that are not the usual ones; players: None for any number."""

    game: str
    lang: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    players: int | None = None

    @classmethod
    def of(cls, game: Game, players: int | None = None) -> PrintVersion:
        """How that game is to be printed."""
        return cls(game.name, game.language, tuple(sorted(game.choices.items())), players)


@question()
def game_of(project: Project, version: PrintVersion) -> Game:
    """The game as it is printed in that version."""
    game = project.games[version.game]
    chosen = replace(game, choices={**game.choices, **dict(version.choices)})
    return in_language(project, chosen, version.lang, Problems())


@question()
def rows(project: Project, version: PrintVersion) -> dict[str, Card]:
    """The cards of that version by id, as they are written."""
    return {card.id: card for card in game_of(project, version).printed}


@question()
def row(project: Project, version: PrintVersion, card: str) -> Card:
    """One card, as it is written."""
    return rows(project, version)[card]


@question()
def known_names(project: Project, version: PrintVersion) -> dict[str, object]:
    """The names for expressions besides the row, with their values."""
    return names_of(game_of(project, version), version.players)


@question()
def name_for_cards(project: Project, version: PrintVersion, name: str) -> object:
    """The value of one of these names."""
    return known_names(project, version)[name]


@question()
def list_of_names(project: Project, version: PrintVersion) -> tuple[str, ...]:
    """These names."""
    return tuple(known_names(project, version))


@question()
def printed_card(project: Project, version: PrintVersion, card: str) -> Card:
    """One card, with every cell filled in."""
    found = row(project, version, card)
    if not any(map(is_expression, found.fields.values())):
        return found
    return filled(found, known_names(project, version), project.collector())
