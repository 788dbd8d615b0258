"""What is in the box of a game, for a table without rules: its cards with their sizes and backs, and its setup."""

from __future__ import annotations

from collections.abc import Mapping

from proofdeck.front.table.shown import CardSides
from proofdeck.paper.faces.sizes import BOARD_AREA
from proofdeck.play.free.box import BoxCard, FreeBox
from proofdeck.play.free.setup import heads
from proofdeck.play.scene.boards import Front
from proofdeck.source.cards.called import called
from proofdeck.source.project.game import Game
from proofdeck.source.project.head import SETUP, TRACKS

USUAL_PLAYERS = 1, 4


def box_of(game: Game, cards: Mapping[str, CardSides], fronts: Mapping[str, Front]) -> FreeBox:
    """The box of a game. fronts: what is known of boards and pieces, by kind of card."""
    found = []
    for card in game.printed:
        if (sides := cards.get(card.id)) is None:
            continue
        wide, high, form = sides.front.width, sides.front.height, sides.front.outline
        back = sides.back.key if sides.back else ""
        plan = fronts.get(card.kind)
        is_board = bool(plan and plan.spaces) or wide * high > BOARD_AREA
        copies = ((0, card.quantity), *card.quantities.items())
        found.append(BoxCard(card.id, called(card), card.kind, wide, high, back, form, is_board, copies))
    players, page = game.about.players or USUAL_PLAYERS, game.page
    by_players = ((number, game.about.sides.of(number)) for number in range(players[0], players[1] + 1))
    seats = tuple((number, one.seats) for number, one in by_players if one.has_partners and not one.is_together)
    return FreeBox(tuple(found), players, heads(page, SETUP), heads(page, TRACKS), game.about.needs, seats)
