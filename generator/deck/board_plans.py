"""What the templates of a game say of its boards and pieces: how large they are, and where spaces are."""

from __future__ import annotations

from collections.abc import Callable

from generator.cards import Deck
from generator.engine.state import Game
from generator.faces.template import Template
from generator.scene.boards import NO_PLANS, Plan, Plans


def plans_of(game: Game, deck: Deck, front_of: Callable[[str], Template | None]) -> Plans:
    """Plans of all cards, if the game has pieces on boards. front_of: the template of a kind of card, if it has one."""
    boards = game.spaces_of_boards()
    if not boards:
        return NO_PLANS
    fronts = {kind: front_of(kind) for kind in dict.fromkeys(card.kind for card in deck)}
    return {
        card.id: Plan(front.size, front.spaces if card.id in boards else {})
        for card in deck
        if (front := fronts[card.kind])
    }
