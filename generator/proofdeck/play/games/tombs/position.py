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

from functools import partial, reduce
from operator import or_

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.kit.position import lines_of, unused
from proofdeck.play.engine.kit.tiles import lay, picture_of, read_tiles, written_tiles
from proofdeck.play.engine.notation import Names, Notation
from proofdeck.play.engine.pictures import LEFT_OUT, Pictures
from proofdeck.play.engine.position import Fields, as_text
from proofdeck.play.engine.state import State
from proofdeck.play.games.tombs.board import GROUND
from proofdeck.play.games.tombs.rules import Tombs, TombsState

KEYS = ("players", "board", "deck", "kills", "turn", "to move", "stuck")
LATER = 9
"""A turn in which peace is over, whatever the number of players."""


def position(game: Tombs, notation: Notation, problems: Problems) -> State | None:
    """The table of an example. None after problems."""
    fields = Fields(notation, KEYS, ("hand",), problems)
    table = game.new_initial_state(fields.players(game), 0)
    names = Names("class", [(name, kind) for kind, name in enumerate(game.names)])
    for seat in range(table.players):
        table.put("hand", fields.cards("hand", names, seat + 1), seat)
    if line := fields.line("board"):
        lay(table, "board", (one for one, _ in read_tiles(GROUND, game, line, fields, table.players)))
    table.everyone = reduce(or_, table.units)
    table.kills = fields.of_each("kills", "kills", table.players)
    table.turns = fields.whole("turn", 1, game.sizes[table.players], LATER)
    table.player = fields.to_move(table.players)
    table.stuck = fields.whole("stuck", 0, table.players - 1, 0)
    table.stock = fields.cards("deck", names)[::-1]
    rest = unused(table, fields, "setup.deck")
    if fields.line("deck"):
        table.put("gone", rest)
    else:
        table.stock = rest[::-1]
    return fields.ready(table)


def written(table: TombsState) -> str:
    """The lines from which `position` reads this table again."""
    return as_text(
        ("players", table.players),
        ("board", written_tiles(GROUND, table)),
        *lines_of(table, "hand"),
        ("deck", ", ".join(table.rules.names[kind] for kind in reversed(table.stock))),
        ("kills", " ".join(map(str, table.kills))),
        ("turn", table.turns),
        ("to move", table.player + 1),
        ("stuck", table.stuck),
    )


PICTURES = Pictures(
    words={
        "board": LEFT_OUT,
        "units": LEFT_OUT,
        "tombs": LEFT_OUT,
        "deck": "deck",
        "stock": "deck",
        "gone": "out of the game",
        "magus-adjacent": "near-sighted Magi",
        "teams=friendly": "friendly teams",
        "teams=rival": "rival teams",
    },
    board=partial(picture_of, GROUND),
    unit="unit",
    piles=frozenset({"deck"}),
    at_once=("turn.draw",),
    unsaid=frozenset({"stuck"}),
    told={
        "{thorn} on tombstone {tile} removes {target}": "plays {thorn} on the tombstone of {tile}",
        "{unit} on {tile}": "plays {unit} on {tile}",
        "blade.kill": "kills {gone}",
        "magus.kill": "kills {gone}",
        "ombra.replace": "replaces {gone}",
        "thorn.activate": "removes {gone}",
    },
)
