"""Cards and pieces on the tiles of a board: in notation, in observations and in pictures.

::

    board: B1 . O2 / T1 X . / . M2 .

A letter with the number of a player is a card, a letter alone a piece, and a dot an empty tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from generator.engine.kit.pieces import Spots, laid
from generator.engine.kit.zones import Tiles, bits, place
from generator.engine.notation import Line, Reading, Word
from generator.engine.pictures import Board, Tile, player
from generator.engine.state import Laid
from generator.problems import listed

EMPTY = "."
EMPTY_TOO = frozenset({EMPTY, "-", "_"})

Value = TypeVar("Value")


class OnTile(NamedTuple):
    """What is written for a tile that is not empty. tile: its number; id: of the card or piece; seat: whose it is."""

    tile: int
    id: str
    seat: int | None
    word: Word


def laid_cards(table: Any) -> Iterator[Laid]:
    """The cards that lie on tiles, each with its owner, whose piece lies there too."""
    for name, zone in table.ZONES.items():
        if zone.tiles:
            lying = [one for one in laid(table) if one.board == zone.tiles.board]
            owners = {one.space: one.seat for one in lying if one.seat is not None}
            for card, spots in enumerate(getattr(table, name)):
                for space in (zone.tiles.names[spot] for spot in bits(spots)):
                    yield Laid(place(name, None), table.rules.ids[card], 1, owners.get(space), zone.tiles.board, space)


def on_tiles(tiles: Tiles, table: Any) -> list[Laid | None]:
    """For each tile, the card or piece that its letter stands for, or None."""
    known = {**tiles.cards, **tiles.pieces}
    lying = [*laid(table), *laid_cards(table)]
    found = {one.space: one for one in lying if one.board == tiles.board and one.piece in known}
    return [found.get(name) for name in tiles.names]


def in_words(tiles: Tiles, table: Any) -> list[str]:
    """For each tile `B1`, `X` or a dot."""
    letters = {**tiles.cards, **tiles.pieces}
    return [
        EMPTY if one is None else letters[one.piece] + ("" if one.seat is None else str(one.seat + 1))
        for one in on_tiles(tiles, table)
    ]


def in_rows(tiles: Tiles, values: list[Value]) -> list[list[Value]]:
    """Values of all tiles, row by row."""
    return [values[start : start + tiles.width] for start in range(0, len(values), tiles.width)]


def written_tiles(tiles: Tiles, table: Any) -> str:
    """The value of the line that `read_tiles` reads."""
    return " / ".join(map(" ".join, in_rows(tiles, in_words(tiles, table))))


def picture_of(tiles: Tiles, table: Any) -> Board:
    """The board as pictures show it."""
    found = [
        Tile(name, one.piece if one else "", player(one.seat + 1) if one and one.seat is not None else "")
        for name, one in zip(tiles.names, on_tiles(tiles, table), strict=True)
    ]
    return tuple(map(tuple, in_rows(tiles, found)))


def read_tiles(tiles: Tiles, line: Line, reading: Reading, players: int) -> list[OnTile]:
    """What lies on each tile that is not empty. Mistakes become problems."""
    rows = [replace(line, value=row).words() for row in line.cut("/")]
    words, width, size = [word for row in rows for word in row], tiles.width, len(tiles.names)
    if len(words) != size:
        there = f"has {size // width} rows of {width} tiles, not rows of {', '.join(str(len(row)) for row in rows)}"
        message = there if len(rows) > 1 else f"has {size} tiles, but there are {len(words)}"
        hint = "Use a dot for an empty tile and a slash between rows."
        reading.refuse(f"the {line.key.text.casefold()} {message}", line.value, hint)
    known: dict[str, tuple[str, int | None]] = {letter: (piece, None) for piece, letter in tiles.pieces.items()}
    for card, letter in tiles.cards.items():
        known |= {f"{letter}{seat + 1}": (card, seat) for seat in range(players)}
    found = []
    for tile, word in enumerate(words[:size]):
        if word.text.upper() in known:
            found.append(OnTile(tile, *known[word.text.upper()], word))
        elif word.text not in EMPTY_TOO:
            hint = f"Write {listed(tiles.cards.values())} with the number of a player, {listed(tiles.pieces.values())}"
            reading.refuse(f"'{word.text}' is not a tile", word, f"{hint} or a dot.")
    return found


def lay(table: Any, zone: str, found: list[OnTile]) -> None:
    """Put cards and pieces on the tiles of a zone, each card with a piece of its owner."""
    tiles, rules, cards = table.ZONES[zone].tiles, table.rules, getattr(table, zone)
    for one in found:
        spot, is_card = 1 << one.tile, one.id in rules.ids
        if is_card:
            cards[rules.ids.index(one.id)] |= spot
        for name, fact, thing in rules.things:
            if not isinstance(thing, Spots) or thing.board != tiles.board:
                continue
            if fact.each and one.seat is not None:
                getattr(table, name)[one.seat] |= spot
            elif not fact.each and rules.design_of(thing.piece, None) == one.id:
                setattr(table, name, getattr(table, name) | spot)
