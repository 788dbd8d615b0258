"""A table in the middle of a round of Fishing Dragon, in the notation of examples.

::

    players: 2
    hand 1: Star 5, Leaf 9
    hand 2: Coin 3
    river: Star 8, Coin Blank
    bank 1: Star 1-4, Leaf 1-4
    aside: Sword Dragon
    deck: Leaf 5, Sword 2
    to move: 1
    before: 120 95
    round: 3

The player to move has already turned up a card, which is in the river. `deck` is what will be turned up, in order;
below it are all cards not named anywhere. If no card is set aside, the last of these is. `before` has the points of all
earlier rounds of a match together, one number per player; it is round 2 unless `round` gives another number.
"""

from __future__ import annotations

from generator.engine.kit import as_set
from generator.engine.notation import Notation
from generator.engine.position import Fields
from generator.engine.state import State
from generator.games.fishing_dragon.clauses import ASIDE, MATCH_GOAL, POINTS, REVEAL
from generator.games.fishing_dragon.reading import CardReader
from generator.games.fishing_dragon.rules import NO_CARD, FishingDragon, FishingDragonState
from generator.games.fishing_dragon.scoring import NO_SUIT
from generator.problems import Problems

KEYS = ("players", "river", "aside", "deck", "to move", "before", "round")
OF_PLAYERS = ("hand", "bank")
MOST_POINTS = 5
"""Digits of the points of a player."""


def position(game: FishingDragon, notation: Notation, problems: Problems) -> State | None:
    """The table of an example. None after problems."""
    fields = Fields(notation, KEYS, OF_PLAYERS, problems)
    table = game.new_initial_state(fields.players(game), 0)
    _lay(table, fields, CardReader(game.deck, notation, problems))
    if not fields.failed() and (wrong := _cannot_go_on(table)):
        fields.cannot_be(wrong)
    return fields.ready(table)


def _lay(table: FishingDragonState, fields: Fields, reader: CardReader) -> None:
    seats = range(1, table.players + 1)
    table.hand = [as_set(_cards(fields, reader, "hand", seat)) for seat in seats]
    table.bank = [as_set(_cards(fields, reader, "bank", seat)) for seat in seats]
    table.river = as_set(_cards(fields, reader, "river"))
    aside, deck = _cards(fields, reader, "aside"), _cards(fields, reader, "deck")
    rest = _rest(table, list(reader.places))
    if len(aside) > 1:
        fields.refuse("one card lies aside", fields.value("aside"))
    _put_aside(table, [*(aside[:1] or [rest.pop()] if aside or rest else []), *deck, *rest])
    table.earlier = _earlier(table, fields)
    table.player = fields.to_move(table.players)
    table.turns, table.chosen = 1, NO_CARD
    if not table.hand[table.player]:
        message = f"player {table.player + 1} is to move and has no card in hand"
        fields.refuse(message, fields.value("to move"), f"Such as 'hand {table.player + 1}: Star 5'.")


def _cards(fields: Fields, reader: CardReader, key: str, seat: int = 0) -> list[int]:
    line = fields.line(key, seat)
    return reader.laid(line) if line else []


def _earlier(table: FishingDragonState, fields: Fields) -> tuple[int, ...]:
    """The points of the rounds before this one, as if all had been made in the first."""
    line = fields.line("before")
    first = line or fields.line("round")
    words = [word.text for word in line.words()] if line else ["0"] * table.players
    rounds = fields.whole("round", 1, table.rules.values.number("rounds"), 2 if line else 1) - 1
    if first and not table.rules.match:
        message = f"a single round has no earlier rounds [{POINTS.id(MATCH_GOAL)}]"
        fields.refuse(message, first.key, "Turn on the parameter match.")
    elif line and not rounds:
        fields.refuse("there are no earlier points in the first round", line.key)
    elif len(words) != table.players or not all(map(_is_points, words)):
        fields.refuse(f"there are no points for each of the {table.players} players", line.value if line else None)
    else:
        return (*map(int, words), *[0] * (table.players * (rounds - 1))) if rounds else ()
    return ()


def _is_points(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_POINTS


def _rest(table: FishingDragonState, used: list[int]) -> list[int]:
    return [card for card in range(table.rules.designs) if card not in used]


def _put_aside(table: FishingDragonState, cards: list[int]) -> None:
    """The first card, whose suit is prized; without a card set aside, it is simply drawn."""
    table.first = cards[0] if cards else NO_CARD
    table.aside = cards[:1] if table.on & ASIDE else []
    table.stock = cards[len(table.aside) :][::-1]
    if table.prized != NO_SUIT and cards:
        table.prized = table.rules.deck.suit_of(table.first)


def _cannot_go_on(table: FishingDragonState) -> str:
    """What is wrong when there are fewer cards to turn up than turns to come, or ""."""
    turns, left = sum(map(int.bit_count, table.hand)) - 1, len(table.stock)
    if left >= turns:
        return ""
    return f"the deck has {left} cards for {turns} turns to come [{POINTS.id(REVEAL)}]"


def written(table: FishingDragonState) -> str:
    """The lines from which `position` reads this table again."""
    names = table.rules.names
    seats = range(table.players)
    heaps = {
        **{f"hand {seat + 1}": table.cards_in("hand", seat) for seat in seats},
        "river": table.cards_in("river"),
        **{f"bank {seat + 1}": table.cards_in("bank", seat) for seat in seats},
        "aside": table.aside,
        "deck": table.stock[::-1],
    }
    lines = [f"{key}: {', '.join(names[card] for card in cards)}" for key, cards in heaps.items() if cards]
    lines += [f"to move: {table.player + 1}"]
    if table.earlier:
        points = [sum(table.earlier[seat :: table.players]) for seat in seats]
        lines += [f"before: {' '.join(map(str, points))}", f"round: {len(table.earlier) // table.players + 1}"]
    return "\n".join([f"players: {table.players}", *lines])
