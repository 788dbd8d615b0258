"""Cards, stacks and boards in words: for descriptions of pictures, and for Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from proofdeck.book.manuscript.figures import Parts
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.ground.typography import capital
from proofdeck.play.engine.pictures import Board, Heap, Piece, Tile
from proofdeck.play.scene.place import PiecePlace
from proofdeck.source.cards import Card

MARKUP = re.compile(r":[\w-]+(\|[^:]*)?:|[*_]{1,2}")


def described(card: Card, say: Phrases = ENGLISH) -> str:
    """Describe what a picture of a card shows, for readers who do not see it."""
    facts = [card.fields.get("kind", ""), f"{say('value')} {card.fields['value']}" if card.fields.get("value") else ""]
    words = " ".join(MARKUP.sub("", card.fields.get("text", "")).split())
    head = f"{card.name}: {', '.join(filter(None, facts))}" if any(facts) else card.name
    return f"{head}. {words}".strip()


def examples_in_words(numbers: Sequence[int], say: Phrases) -> str:
    """Write `example 3` or `examples 3, 5 and 8`."""
    return f"{say('examples' if len(numbers) > 1 else 'example')} {say.listed(map(str, numbers))}"


def place_in_words(place: PiecePlace, names: Mapping[str, str]) -> str:
    """List cards by name. `names`: by the ids of cards."""
    heaps = "; ".join(_heap_in_words(heap, names) for heap in place.heaps) or place.words
    heaps = heaps or ", ".join(piece_in_words(piece, names) for piece, _ in place.on)
    label = names.get(place.mat, place.label)
    return f"{capital(label)}: {heaps}".removesuffix(": ") if label else heaps


def parts_in_words(parts: Parts, names: Mapping[str, str]) -> list[str]:
    """Write each row of pieces, and what is to be said about their copies."""
    rows = ((row.label, row.words or _heap_in_words(Heap(row.pieces), names)) for row in parts.rows)
    return [": ".join(filter(None, row)) for row in rows] + list(parts.notes)


def _heap_in_words(heap: Heap, names: Mapping[str, str]) -> str:
    cards = ", ".join(piece_in_words(piece, names) for piece in heap.pieces)
    return f"{cards} {heap.says}".strip()


def piece_in_words(piece: Piece, names: Mapping[str, str]) -> str:
    """Write `Trickster as Mage ×2`."""
    name = names.get(piece.card, piece.card)
    return f"{name}{f' {piece.says}' if piece.says else ''}{f' ×{piece.copies}' if piece.copies > 1 else ''}"


def tile_in_words(tile: Tile, names: Mapping[str, str], say: Phrases) -> str:
    """Write `b2: Magus of Ben`."""
    card = names.get(tile.card, tile.card)
    return f"{tile.name}: {say('of', what=card, whose=tile.says) if tile.says else card}"


def board_in_words(board: Board, names: Mapping[str, str], say: Phrases) -> str:
    """List the occupied tiles."""
    taken = [tile for row in board for tile in row if tile.card]
    tiles = [
        f"{say('on', card=names.get(one.card, one.card), tile=one.name)}{f' ({one.says})' if one.says else ''}"
        for one in taken
    ]
    return say("comma").join(tiles) or say("empty")
