"""Cards and pieces on the tiles of a board: in notation, in observations and in pictures.

::

    board: B1 . O2 / T1 X . / . M2 .

A letter with the number of a player is a card, a letter alone a piece, and a dot an empty tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from proofdeck.play.engine.kit.ground import BareTable
from proofdeck.play.engine.kit.pieces import Spots
from proofdeck.play.engine.kit.zones import Designs, Tiles, bits, place
from proofdeck.play.engine.notation import NotationLine, Reading, Word
from proofdeck.play.engine.pictures import Board, Tile, player
from proofdeck.play.engine.state import Laid

EMPTY = "."
EMPTY_TOO = frozenset({EMPTY, "-", "_"})


def laid_cards(table: BareTable) -> Iterator[Laid]:
    """The cards that lie on tiles, each with its owner: the player with a piece on the same tile."""
    for name, zone in table.ZONES.items():
        if tiles := zone.tiles:
            lying = [one for one in table.laid_pieces() if one.board == tiles.board]
            owners = {one.space: one.seat for one in lying if one.seat is not None}
            for card, spots in zip(table.rules.ids, getattr(table, name), strict=True):
                for space in (tiles.names[spot] for spot in bits(spots)):
                    yield Laid(place(name, None), card, 1, owners.get(space), tiles.board, space)


def on_tiles(tiles: Tiles, table: BareTable) -> list[Laid]:
    """For each tile, the card or piece for which there is a letter; no piece for an empty tile."""
    lying = [one for one in (*table.laid_pieces(), *laid_cards(table)) if one.board == tiles.board]
    found = {one.space: one for one in lying if one.piece in tiles.letters}
    return [found.get(name, Laid("", "", space=name)) for name in tiles.names]


def in_words(tiles: Tiles, table: BareTable) -> list[str]:
    """For each tile `B1`, `X` or a dot."""
    return [
        tiles.letters.get(one.piece, EMPTY) + ("" if one.seat is None else str(one.seat + 1))
        for one in on_tiles(tiles, table)
    ]


def written_tiles(tiles: Tiles, table: BareTable) -> str:
    """The value of the line that `read_tiles` reads."""
    words, width = in_words(tiles, table), tiles.width
    return " / ".join(" ".join(words[start : start + width]) for start in range(0, len(words), width))


def picture_of(tiles: Tiles, table: BareTable) -> Board:
    """The board as pictures show it."""
    lying, width = on_tiles(tiles, table), tiles.width
    found = [Tile(one.space, one.piece, "" if one.seat is None else player(one.seat + 1)) for one in lying]
    return tuple(tuple(found[start : start + width]) for start in range(0, len(found), width))


def read_tiles(
    tiles: Tiles, rules: Designs, line: NotationLine, reading: Reading, players: int
) -> list[tuple[Laid, Word]]:
    """The cards and pieces on tiles, with their words. Mistakes become problems."""
    rows = [replace(line, value=row).words() for row in line.cut("/")]
    words, width, size = [word for row in rows for word in row], tiles.width, len(tiles.names)
    if len(words) != size:
        lengths = ", ".join(str(len(row)) for row in rows)
        has = f"{size // width} rows of {width} tiles, not rows of {lengths}"
        has = has if len(rows) > 1 else f"{size} tiles, but there are {lengths}"
        hint = "Use a dot for an empty tile and a slash between rows."
        reading.refuse(f"the {line.key.text.casefold()} has {has}", line.value, hint)
    known: dict[str, tuple[str, int | None]] = {}
    for piece, letter in tiles.letters.items():
        owned = {f"{letter}{seat + 1}": (piece, seat) for seat in range(players)}
        known |= owned if piece in rules.ids else {letter: (piece, None)}
    found = []
    for name, word in zip(tiles.names, words, strict=False):
        if word.text.upper() in known:
            piece, seat = known[word.text.upper()]
            found.append((Laid("", piece, 1, seat, tiles.board, name), word))
        elif word.text not in EMPTY_TOO:
            reading.refuse(f"'{word.text}' is not a tile", word, _such_as(tiles, rules))
    return found


def _such_as(tiles: Tiles, rules: Designs) -> str:
    """How to write a card, pieces and an empty tile."""
    cards = [
        f"{letter}1 for a {rules.names[rules.ids.index(one)]} of player 1, for example"
        for one, letter in tiles.letters.items()
        if one in rules.ids
    ]
    pieces = [f"{letter} for a {one}" for one, letter in tiles.letters.items() if one not in rules.ids]
    return f"Write {', '.join([*cards[:1], *pieces])}, and a dot for an empty tile."


def lay(table: BareTable, zone: str, lying: Iterable[Laid]) -> None:
    """Put cards with their owners' pieces, and other pieces, on the tiles of that zone, which are empty."""
    tiles, rules, cards = table.ZONES[zone].tiles, table.rules, getattr(table, zone)
    assert tiles is not None
    for one in lying:
        spot = 1 << tiles.names.index(one.space)
        if one.piece in rules.ids:
            cards[rules.ids.index(one.piece)] |= spot
        for name, fact, thing in rules.things:
            if isinstance(thing, Spots) and thing.board == tiles.board:
                if fact.each and one.seat is not None:
                    getattr(table, name)[one.seat] |= spot
                elif not fact.each and rules.design_of(thing.piece, None) == one.piece:
                    setattr(table, name, getattr(table, name) | spot)
