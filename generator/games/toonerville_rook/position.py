"""A table in the middle of a round of Toonerville Rook, as an example writes it.

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

Pile and stock are written from the top down. Without `stock`, all cards that lie nowhere are in it; with it, they are
in nobody's reach until the next round. Whoever has a field has laid his contract: its melds stand between bars, and a
meld is a set when its natural cards have one number. The card of the turn has been taken or drawn unless `stage` says
otherwise. Earlier rounds have cost nobody a point.
"""

from __future__ import annotations

from collections import Counter

from generator.engine.notation import Line, Names, Notation, Word
from generator.engine.position import Fields
from generator.engine.state import Game, State
from generator.games.toonerville_rook.cards import KINDS, NUMBERS, ROOK
from generator.games.toonerville_rook.clauses import MELDS
from generator.games.toonerville_rook.melds import Meld
from generator.games.toonerville_rook.rules import PLAY, RookState, ToonervilleRook
from generator.games.toonerville_rook.table import card_names
from generator.problems import Problem

KEYS = ("players", "round", "pile", "stock", "to move", "stage", "bought", "quiet")
OF_PLAYERS = ("hand", "field")


def position(game: Game, notation: Notation, problems: list[Problem]) -> State | None:
    """The table of an example. None after problems."""
    assert isinstance(game, ToonervilleRook)
    before = len(problems)
    fields = Fields(notation, KEYS, OF_PLAYERS, problems)
    players = fields.whole("players", game.min_players, game.max_players, game.min_players)
    for key in OF_PLAYERS:
        for seat in fields.seats(key):
            if not 1 <= seat <= players:
                fields.refuse(f"there is no player {seat}", _key(fields, key, seat))
    names = card_names(game)
    table = game.new_initial_state(players, 0)
    table.round = fields.whole("round", 1, len(game.rounds), 1) - 1
    table.results = (((),) * players,) * table.round
    hands = [Counter(fields.cards("hand", names, seat)) for seat in range(1, players + 1)]
    table.hand = [[hand[card] for card in range(KINDS)] for hand in hands]
    table.known = [[0] * KINDS for _ in range(players)]
    for seat in range(players):
        _lay(table, seat, fields, names, notation, problems)
    table.discard_pile = fields.cards("pile", names)[::-1]
    _put_away(table, fields, names)
    table.bought = _bought(fields, players)
    table.quiet = fields.whole("quiet", 0, game.stall - 1, 0)
    _begin(table, fields)
    return table if len(problems) == before else None


def _key(fields: Fields, key: str, seat: int) -> Word | None:
    line = fields.line(key, seat)
    return line.key if line else None


def _lay(
    table: RookState, seat: int, fields: Fields, names: Names[int], notation: Notation, problems: list[Problem]
) -> None:
    """The melds of one player."""
    line = fields.line("field", seat + 1)
    if line is None:
        return
    table.down |= 1 << seat
    pieces = line.cut("|")
    if len(pieces) > MELDS:
        fields.refuse(f"a field has room for {MELDS} melds, and here are {len(pieces)}", line.value)
    for place, piece in enumerate(pieces[:MELDS], MELDS * seat):
        before = len(problems)
        entries = Line(line.key, piece, line.indented).entries(problems, notation.shown)
        cards = [(names.look_up(entry.name, notation, problems), entry.count) for entry in entries]
        laid = tuple(card for card, count in cards if card is not None for _ in range(count))
        if len(problems) == before:
            _add(table, place, laid, piece, notation, problems)


def _add(
    table: RookState, place: int, cards: tuple[int, ...], piece: Word, notation: Notation, problems: list[Problem]
) -> None:
    """One meld, when the cards are one."""
    game = table.rules
    spots = [(spot, card) for spot, card in enumerate(cards) if card != ROOK]
    if not spots:
        problems.append(notation.problem("E704", "a meld has a natural card [meld.natural]", piece))
        return
    spot, card = spots[0]
    is_run = len({natural % NUMBERS for _, natural in spots}) > 1
    if not is_run:
        if len(cards) < game.set_length:
            problems.append(notation.problem("E704", f"a set has {game.set_length} cards [meld.set]", piece))
        table.melds[place] = Meld(place, card % NUMBERS, tuple(sorted(cards)), is_run=False, on=table.on)
        return
    first = card - spot
    follow = all(natural == first + at for at, natural in spots)
    fits = first >= 0 and first // NUMBERS == (first + len(cards) - 1) // NUMBERS == card // NUMBERS
    if not (follow and fits) or len(cards) < game.run_length:
        message = f"a run has {game.run_length} cards of one colour that follow each other [meld.run]"
        problems.append(notation.problem("E704", message, piece))
        return
    table.melds[place] = Meld(place, first, cards, is_run=True, on=table.on)


def _put_away(table: RookState, fields: Fields, names: Names[int]) -> None:
    """What lies nowhere is in the stock, unless the stock is told."""
    deck = Counter(table.rules.decks[table.players])
    used = Counter(table.discard_pile)
    for hand in table.hand:
        used.update(dict(enumerate(hand)))
    for meld in table.melds.values():
        used.update(meld.cards)
    if fields.line("stock"):
        table.stock = fields.cards("stock", names)[::-1]
        used.update(table.stock)
    else:
        table.stock = sorted((deck - used).elements())
    for card, count in used.items():
        if count > deck[card]:
            name = table.rules.names[card]
            fields.too_many(f"{count} of {name} lie there, and the deck has {deck[card]} [setup.deck]")


def _bought(fields: Fields, players: int) -> list[int]:
    """How many cards each player has bought in this round."""
    line = fields.line("bought")
    words = line.words() if line else []
    bought = [int(word.text) for word in words if word.text.isascii() and word.text.isdigit() and len(word.text) < 3]
    if line and not len(words) == len(bought) == players:
        fields.refuse(f"'{line.value.text}' is not a number of purchases for each of {players} players", line.value)
    return bought or [0] * players


def _begin(table: RookState, fields: Fields) -> None:
    """Whose turn it is, and how far it has come."""
    player = fields.whole("to move", 1, table.players, 1) - 1
    if fields.word("stage", ("take", "play"), "play") == "take":
        table._begin_turn(player)
    else:
        table.player = table.active = player
        table.phase = PLAY
    table.fired, table._legal = 0, None
