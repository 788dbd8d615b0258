"""The cards of a game as printed, with every cell filled in from the parameters of the rules."""

from __future__ import annotations

from collections.abc import Iterable

from proofdeck.ground.problems import Problems
from proofdeck.source.cards import Card
from proofdeck.source.expressions.cells import filled
from proofdeck.source.project.game import Game
from proofdeck.source.rules.parameters import TABLE, as_tables


def names_of(game: Game, players: int | None) -> dict[str, object]:
    """The names available to expressions on cards besides the row. Without parameters there are no `rules`."""
    parameters = as_tables(game.page)
    rows = {card.id: card.fields for card in game.printed}
    names: dict[str, object] = {
        "deck": rows,
        "title": game.title,
        "players": players or "",
        "version": game.about.version,
    }
    names |= {"with": game.choices} if game.choices else {}
    names |= {"language": game.tongue} if game.tongue else {}
    return {**names, TABLE: parameters} if parameters else names


def printed_cards(game: Game, cards: Iterable[Card], players: int | None, problems: Problems) -> list[Card]:
    """Those cards of the game, filled in. Cells that cannot be filled in are added to `problems`."""
    names = names_of(game, players)
    return [filled(card, names, problems) for card in cards]
