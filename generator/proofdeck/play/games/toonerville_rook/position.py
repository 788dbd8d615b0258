"""A table in the middle of a round of Toonerville Rook, in the notation of examples, and how books show it.

::

    players: 3
    round: 2
    hand 1: Red 3, R4, R5 x2, Rook
    field 2: R7, R8, Rook, R10 | G5, B5, Rook
    pile: Green 1, Black 2
    stock: Red 1, Red 2
    to move: 1
    stage: take
    bought: 0 1 0
    quiet: 199

Pile and stock are written from the top down. Without `stock`, all cards that are nowhere else are in it; with it, they
are out of reach until the next round. Players with a field have laid their contract: its melds are separated by bars,
and a meld is a set if its natural cards have the same number. Unless `stage` says something else, the card of the turn
has already been taken or drawn. Earlier rounds cost no points.
"""

from __future__ import annotations

from collections.abc import Iterable

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.kit.position import lines_of, unused
from proofdeck.play.engine.notation import Names, Notation, NotationLine
from proofdeck.play.engine.pictures import LEFT_OUT, Pictures
from proofdeck.play.engine.position import Fields, as_text
from proofdeck.play.engine.state import State
from proofdeck.play.games.toonerville_rook.cards import NUMBERS, ROOK
from proofdeck.play.games.toonerville_rook.clauses import MELDS
from proofdeck.play.games.toonerville_rook.melds import Meld
from proofdeck.play.games.toonerville_rook.rules import PLAY, RookState, ToonervilleRook
from proofdeck.play.games.toonerville_rook.table import card_names

KEYS = ("players", "round", "pile", "stock", "to move", "stage", "bought", "quiet")
OF_PLAYERS = ("hand", "field")


def position(game: ToonervilleRook, notation: Notation, problems: Problems) -> State | None:
    """The table of an example. None after problems."""
    fields = Fields(notation, KEYS, OF_PLAYERS, problems)
    players = fields.whole("players", game.min_players, game.max_players, game.min_players)
    for seat, key in fields.beyond(players):
        fields.refuse(f"there is no player {seat}", key)
    names = card_names(game)
    table = game.table.blank(game, players, 0)
    table.round = fields.whole("round", 1, len(game.rounds), 1) - 1
    table.results = (((),) * players,) * table.round
    for seat in range(players):
        table.put("hand", fields.cards("hand", names, seat + 1), seat)
        if line := fields.line("field", seat + 1):
            table.down |= 1 << seat
            _lay(table, seat, fields, line, names)
    table.discard_pile = fields.cards("pile", names)[::-1]
    table.stock = fields.cards("stock", names)[::-1]
    rest = unused(table, fields, "setup.deck")
    if not fields.line("stock"):
        table.stock = rest
    table.bought = fields.of_each("bought", "purchases", players)
    table.quiet = fields.whole("quiet", 0, game.stall - 1, 0)
    table.player = table.active = fields.to_move(players)
    table.turns, table.phase = 1, PLAY
    if fields.word("stage", ("take", "play"), "play") == "take":
        table._begin_turn(table.player)
    return fields.ready(table)


def _lay(table: RookState, seat: int, fields: Fields, line: NotationLine, names: Names[int]) -> None:
    """The valid melds of one player."""
    pieces = line.cut("|")
    if len(pieces) > MELDS:
        fields.refuse(f"a field has room for {MELDS} melds, but there are {len(pieces)}", line.value)
    for place, piece in enumerate(pieces[:MELDS], MELDS * seat):
        scope = fields.problems.scope()
        cards = fields.cards_of(NotationLine(line.key, piece, line.indented), names)
        if scope.is_clean:
            found = _meld(table, place, cards)
            if isinstance(found, Meld):
                table.melds[place] = found
            else:
                fields.cannot_be(found, piece)


def _meld(table: RookState, place: int, cards: list[int]) -> Meld | str:
    """The meld that the cards make, or why they do not make one."""
    rules, naturals = table.rules, [(spot, card) for spot, card in enumerate(cards) if card != ROOK]
    if not naturals:
        return "a meld needs a natural card [meld.natural]"
    spot, card = naturals[0]
    if len({natural % NUMBERS for _, natural in naturals}) == 1:
        if len(cards) < rules.set_length:
            return f"a set needs {rules.set_length} cards [meld.set]"
        return Meld(place, card % NUMBERS, tuple(sorted(cards)), is_run=False, on=table.on)
    first = card - spot
    follow = all(natural == first + at for at, natural in naturals)
    fits = first >= 0 and first // NUMBERS == (first + len(cards) - 1) // NUMBERS
    if follow and fits and len(cards) >= rules.run_length:
        return Meld(place, first, tuple(cards), is_run=True, on=table.on)
    return f"a run needs {rules.run_length} consecutive cards of one colour [meld.run]"


def written(table: RookState) -> str:
    """The lines from which `position` reads this table again."""

    def named(cards: Iterable[int]) -> str:
        return ", ".join(table.rules.names[card] for card in cards)

    seats = range(table.players)
    own = [[meld for place, meld in table.melds.items() if place // MELDS == seat] for seat in seats]
    fields = [" | ".join(named(meld.cards) for meld in melds) for melds in own]
    return as_text(
        ("players", table.players),
        ("round", table.round + 1),
        *((f"hand {seat + 1}", named(table.cards_in("hand", seat))) for seat in seats),
        *((f"field {seat + 1}", fields[seat]) for seat in seats if table.down >> seat & 1),
        *lines_of(table, "discard_pile", "pile", from_top=True),
        *lines_of(table, "stock", from_top=True),
        ("to move", table.player + 1),
        ("stage", "play" if table.phase == PLAY else "take"),
        ("bought", " ".join(map(str, table.bought))),
        ("quiet", table.quiet),
    )


# -- how books show it -------------------------------------------------------------------------------------------------


PICTURES = Pictures(
    words={
        "pile": "discard pile",
        "stage": LEFT_OUT,
        "bought": "cards bought in this round",
        "quiet": "turns in a row that brought nothing new",
        "buy-limit": "cards that may be bought in a round",
        "round-11-deal": "cards dealt in round 11",
    },
    unit="penalty point",
    open_zones=frozenset({"field", "table", "discard pile"}),
    piles=frozenset({"pile", "stock"}),
    at_once=("setup.starter", "turn.draw", "stock.reshuffle", "buy.offer", "buy.order", "buy.limit", "buy.stock"),
    unsaid=frozenset({"as", "is", "owed", "phase", "quiet", "turn of"}),
    told={"Close the meld": ""},
)
