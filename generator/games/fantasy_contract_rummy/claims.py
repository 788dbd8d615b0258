"""What Fantasy Contract Rummy can compute for claims: how many cards are left to draw."""

from __future__ import annotations

from generator.engine.claims import Computation, Finding
from generator.engine.state import Game


def left_to_draw(game: Game) -> Finding:
    """The draw deck when the game begins."""
    table = game.new_initial_state(game.min_players, 0)
    lie = {zone: len(cards) for zone, cards in table.zones().items()}
    hands = [lie[f"hand {seat + 1}"] for seat in range(table.players)]
    main = lie["stock"] + lie["discard pile"] + sum(hands)
    dealt = " - ".join(map(str, hands))
    return Finding(
        str(lie["stock"]),
        f"The engine dealt a game: {main} - {dealt} - {lie['discard pile']} = {lie['stock']} cards, "
        "the main deck less both hands and the card that is turned up.",
    )


CHECKS = {"cards in the draw deck after the deal": Computation(left_to_draw)}
