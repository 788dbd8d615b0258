"""Takes a snapshot of a laid-out game, to store and compare."""

from __future__ import annotations

from collections.abc import Sequence

from proofdeck.book.changes.snapshot import CardSnapshot, GameSnapshot
from proofdeck.book.manuscript.composing import clause_words
from proofdeck.ground.cache import digest
from proofdeck.paper.deck.prints import Print
from proofdeck.source.project.game import Game
from proofdeck.source.rules.examples import OPENING, by_id


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


def snapshot_of(made: Print, faces: Sequence[str]) -> GameSnapshot:
    """A snapshot of the whole game. faces: of its copies."""
    return GameSnapshot(made.game.name, made.game.title, cards_of(made, faces), texts_of(made.game))


def texts_of(game: Game) -> dict[str, dict[str, str]]:
    """The texts of its page as they are printed, by kind and id."""
    head = {
        name: ", ".join(str(item.value) for item in entry.items) or str(entry.value)
        for name, entry in game.page.head.items()
        if entry.value is not None or entry.items
    }
    return {
        "setting": head,
        "clause": {name: words.partition(" ")[2] for name, words in clause_words(game).items()},
        **{kind: {name: "\n".join(block.lines) for name, block in by_id(game.book, kind).items()} for kind in OPENING},
    }
