"""The cards of a laid-out game as they are stored and compared: their cells, and how their copies look."""

from __future__ import annotations

from collections.abc import Sequence

from proofdeck.book.changes.snapshot import CardSnapshot
from proofdeck.ground.cache import digest
from proofdeck.paper.deck.prints import Print


def faces_of_copies(made: Print) -> list[str]:
    """For each copy a digest of both sides, in printing order."""
    key = made.keys.face
    return [digest(key(item.front), key(item.back) if item.back else "")[:16] for item in made.items]


def cards_of(made: Print, faces: Sequence[str]) -> dict[str, CardSnapshot]:
    """The cards of the game by id. faces: of its copies."""
    of_card: dict[str, list[str]] = {card.id: [] for card in made.game.deck}
    for item, face in zip(made.items, faces, strict=True):
        of_card[item.label].append(face)
    return {
        card.id: CardSnapshot(card.id, card.name, tuple(of_card[card.id]), {k: v for k, v in card.fields.items() if v})
        for card in made.game.printed
    }
