"""A table in the middle of a game of Tombs, in the notation of examples.

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
from generator.engine.kit import one_by_one
from generator.engine.notation import Names, Notation
from generator.engine.position import Fields
from generator.engine.state import State
from generator.games.tombs.board import LETTERS
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
    copies = table.rules.copies[table.players]
    used = [sum(hand[kind] for hand in table.hand) + table.board[kind].bit_count() for kind in range(4)]
    for kind in range(4):
        there = used[kind] + deck.count(kind)
        fields.check_copies(table.rules.names[kind], there, copies[kind], clause="setup.deck")
    rest = one_by_one([copies[kind] - used[kind] for kind in range(4)])
    told = fields.line("deck") is not None
    left = deck if told else rest
    table.gone = [max(0, rest.count(kind) - left.count(kind)) for kind in range(4)]
    table.stock = left[::-1]


def written(table: TombsState) -> str:
    """The lines from which `position` reads this table again."""
    names = table.rules.names
    tiles = [table.tile(tile) for tile in range(9)]
    rows = " / ".join(" ".join(tiles[start : start + 3]) for start in (0, 3, 6))
    hands = [[names[kind] for kind in one_by_one(hand)] for hand in table.hand]
    return "\n".join(
        [
            f"players: {table.players}",
            f"board: {rows}",
            *(f"hand {seat}: {', '.join(hand)}" for seat, hand in enumerate(hands, 1) if hand),
            f"deck: {', '.join(names[kind] for kind in reversed(table.stock))}",
            f"kills: {' '.join(map(str, table.kills))}",
            f"turn: {table.turns}",
            f"to move: {table.player + 1}",
            f"stuck: {table.stuck}",
        ]
    )
