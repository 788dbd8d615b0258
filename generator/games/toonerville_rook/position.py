"""A table in the middle of a round of Toonerville Rook, in the notation of examples.

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

from collections import Counter

from generator.engine.kit import one_by_one
from generator.engine.notation import Line, Names, Notation
from generator.engine.position import Fields
from generator.engine.state import State
from generator.games.toonerville_rook.cards import NUMBERS, ROOK
from generator.games.toonerville_rook.clauses import MELDS
from generator.games.toonerville_rook.melds import Meld
from generator.games.toonerville_rook.rules import PLAY, RookState, ToonervilleRook
from generator.games.toonerville_rook.table import card_names
from generator.problems import Problems

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
    _put_away(table, fields, names)
    table.bought = fields.of_each("bought", "purchases", players)
    table.quiet = fields.whole("quiet", 0, game.stall - 1, 0)
    _begin(table, fields)
    return fields.ready(table)


def _lay(table: RookState, seat: int, fields: Fields, line: Line, names: Names[int]) -> None:
    """The valid melds of one player."""
    pieces = line.cut("|")
    if len(pieces) > MELDS:
        fields.refuse(f"a field has room for {MELDS} melds, but there are {len(pieces)}", line.value)
    for place, piece in enumerate(pieces[:MELDS], MELDS * seat):
        scope = fields.problems.scope()
        cards = fields.cards_of(Line(line.key, piece, line.indented), names)
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


def _put_away(table: RookState, fields: Fields, names: Names[int]) -> None:
    """Put cards not named anywhere into the stock, unless the stock is given."""
    deck = Counter(table.rules.decks[table.players])
    used = Counter([*table.discard_pile, *table.cards_in("melds")])
    for hand in table.hand:
        used.update(one_by_one(hand))
    if fields.line("stock"):
        table.stock = fields.cards("stock", names)[::-1]
        used.update(table.stock)
    else:
        table.stock = sorted((deck - used).elements())
    for card, count in used.items():
        fields.check_copies(table.rules.names[card], count, deck[card], clause="setup.deck")


def _begin(table: RookState, fields: Fields) -> None:
    """Whose turn it is, and its stage."""
    table.player = table.active = fields.to_move(table.players)
    table.turns, table.phase = 1, PLAY
    if fields.word("stage", ("take", "play"), "play") == "take":
        table._begin_turn(table.player)


def written(table: RookState) -> str:
    """The lines from which `position` reads this table again."""
    names = table.rules.names
    lines = [f"players: {table.players}", f"round: {table.round + 1}"]
    for seat, hand in enumerate(table.hand, 1):
        lines.append(f"hand {seat}: {', '.join(names[card] for card in one_by_one(hand))}")
    for seat in range(table.players):
        own = [table.melds[place] for place in range(MELDS * seat, MELDS * (seat + 1)) if place in table.melds]
        if table.down >> seat & 1:
            melds = [", ".join(names[card] for card in meld.cards) for meld in own]
            lines.append(f"field {seat + 1}: {' | '.join(melds)}")
    heaps = {"pile": table.discard_pile[::-1], "stock": table.stock[::-1]}
    lines += [f"{key}: {', '.join(names[card] for card in cards)}" for key, cards in heaps.items() if cards]
    return "\n".join(
        [
            *lines,
            f"to move: {table.player + 1}",
            f"stage: {'play' if table.phase == PLAY else 'take'}",
            f"bought: {' '.join(map(str, table.bought))}",
            f"quiet: {table.quiet}",
        ]
    )
