"""A table in the middle of a game of Tombs, in the notation of examples, and how books show it.

::

    players: 3
    board: B1 . O2 / T1 X . / . M2 .
    hand 1: Blade, Thorn x2
    deck: Magus, Ombra
    kills: 3 2 0
    turn: 9
    to move: 1
    stuck: 1

The hand is the one after the draw. `deck` is what will be drawn, in order; all cards that are nowhere else are below it
or, if `deck` is left out, form the deck in the order of the classes. `stuck` is how many players in a row were stuck.
"""

from __future__ import annotations

from generator.bounds import whole
from generator.engine.kit.position import lines_of, unused
from generator.engine.notation import Names, Notation
from generator.engine.pictures import LEFT_OUT, Board, Pictures, Tile, player
from generator.engine.position import Fields, as_text
from generator.engine.state import State
from generator.games.tombs.board import CLASSES, LETTERS, TILES
from generator.games.tombs.rules import Tombs, TombsState
from generator.problems import Problems

KEYS = ("players", "board", "deck", "kills", "turn", "to move", "stuck")
LATER = 9
"""A turn in which peace is over, whatever the number of players."""


def position(game: Tombs, notation: Notation, problems: Problems) -> State | None:
    """The table of an example. None after problems."""
    fields = Fields(notation, KEYS, ("hand",), problems)
    players = fields.players(game)
    names = Names("class", [(name, kind) for kind, name in enumerate(game.names)])
    hands = [fields.cards("hand", names, seat) for seat in range(1, players + 1)]
    table = game.new_initial_state(players, 0)
    _lay(table, fields)
    table.hand = [[hand.count(kind) for kind in range(4)] for hand in hands]
    table.kills = fields.of_each("kills", "kills", players)
    table.turns = fields.whole("turn", 1, game.sizes[players], LATER)
    table.player = fields.to_move(players)
    table.stuck = fields.whole("stuck", 0, players - 1, 0)
    _put_away(table, fields, fields.cards("deck", names))
    return fields.ready(table)


def _lay(table: TombsState, fields: Fields) -> None:
    table.units, table.board, table.tombs, table.everyone = [0] * table.players, [0] * 4, 0, 0
    line = fields.line("board")
    words = [word for word in line.words() if word.text != "/"] if line else []
    if line and len(words) != 9:
        fields.refuse(
            f"the board has 9 tiles, but there are {len(words)}", line.value, "Such as B1 . . / . X . / . . ."
        )
    for tile, word in enumerate(words[:9]):
        kind, owner = LETTERS.get(word.text[:1].upper()), whole(word.text[1:]) or 0
        if word.text in {"X", "x"}:
            table.tombs |= 1 << tile
        elif kind is not None and 1 <= owner <= table.players:
            table.units[owner - 1] |= 1 << tile
            table.board[kind] |= 1 << tile
            table.everyone |= 1 << tile
        elif word.text != ".":
            fields.refuse(f"'{word.text}' is not a tile", word, "B1 is a Blade of player 1, X a tombstone, . empty.")


def _put_away(table: TombsState, fields: Fields, deck: list[int]) -> None:
    """Put cards not named anywhere into the deck or, if the deck is given, out of the game."""
    table.stock = deck[::-1]
    rest = unused(table, fields, "setup.deck")
    if fields.line("deck"):
        table.gone = [rest.count(kind) for kind in range(4)]
    else:
        table.stock = rest[::-1]


def written(table: TombsState) -> str:
    """The lines from which `position` reads this table again."""
    names, tiles = table.rules.names, [table.tile(tile) for tile in range(9)]
    return as_text(
        ("players", table.players),
        ("board", " / ".join(" ".join(tiles[start : start + 3]) for start in (0, 3, 6))),
        *lines_of(table, "hand"),
        ("deck", ", ".join(names[kind] for kind in reversed(table.stock))),
        ("kills", " ".join(map(str, table.kills))),
        ("turn", table.turns),
        ("to move", table.player + 1),
        ("stuck", table.stuck),
    )


# -- how books show it -------------------------------------------------------------------------------------------------


TOMBSTONE = "tombstone"
WIDTH = 3


def board(state: TombsState) -> Board:
    """Three rows of three tiles."""
    tiles = [_tile(state, number) for number in range(len(TILES))]
    return tuple(tuple(tiles[start : start + WIDTH]) for start in range(0, len(tiles), WIDTH))


def _tile(state: TombsState, number: int) -> Tile:
    name, what = TILES[number], state.tile(number)
    if what in {"X", "."}:
        return Tile(name, TOMBSTONE if what == "X" else "")
    return Tile(name, CLASSES[LETTERS[what[0]]], player(int(what[1:])))


PICTURES = Pictures(
    words={
        "board": LEFT_OUT,
        "deck": "deck",
        "stock": "deck",
        "gone": "out of the game",
        "magus-adjacent": "near-sighted Magi",
    },
    board=board,
    unit="unit",
    piles=frozenset({"deck"}),
    at_once=("turn.draw",),
    unsaid=frozenset({"stuck"}),
)
