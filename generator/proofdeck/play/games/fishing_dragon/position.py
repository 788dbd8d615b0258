"""A table in the middle of a round of Fishing Dragon, in the notation of examples, and how books show it.

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

import re

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.kit import as_set
from proofdeck.play.engine.kit.position import lines_of
from proofdeck.play.engine.notation import Notation, NotationLine
from proofdeck.play.engine.pictures import Heap, Pictures, Piece
from proofdeck.play.engine.position import Fields, as_text
from proofdeck.play.engine.state import State
from proofdeck.play.games.fishing_dragon.clauses import ASIDE, MATCH_GOAL, POINTS, REVEAL
from proofdeck.play.games.fishing_dragon.reading import CardReader
from proofdeck.play.games.fishing_dragon.rules import NO_CARD, FishingDragon, FishingDragonState
from proofdeck.play.games.fishing_dragon.scoring import NO_SUIT

KEYS = ("players", "river", "aside", "deck", "to move", "before", "round")
OF_PLAYERS = ("hand", "bank")
POINTS_OF_A_PLAYER = re.compile(r"[0-9]{1,5}")


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
    rest = [card for card in range(table.rules.designs) if card not in reader.places]
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
    elif len(words) != table.players or not all(map(POINTS_OF_A_PLAYER.fullmatch, words)):
        fields.refuse(f"there are no points for each of the {table.players} players", line.value if line else None)
    else:
        return (*map(int, words), *[0] * (table.players * (rounds - 1))) if rounds else ()
    return ()


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
    players, earlier = table.players, table.earlier
    points = [str(sum(earlier[seat::players])) for seat in range(players)]
    return as_text(
        ("players", players),
        *(line for zone in ("hand", "river", "bank", "aside") for line in lines_of(table, zone)),
        *lines_of(table, "stock", "deck", from_top=True),
        ("to move", table.player + 1),
        ("before", " ".join(points) if earlier else None),
        ("round", len(earlier) // players + 1 if earlier else None),
    )


# -- how books show it -------------------------------------------------------------------------------------------------


def heaps(game: FishingDragon, line: NotationLine) -> list[Heap]:
    """The cards of a line in order; empty if it names none."""
    problems = Problems()
    cards = CardReader(game.deck, Notation("", ()), problems).laid(line)
    return [] if problems or not cards else [Heap(tuple(Piece(game.deck.ids[card]) for card in cards))]


PICTURES = Pictures(
    words={
        "deck": "deck",
        "stock": "deck",
        "aside": "card set aside",
        "prized": "prized suit",
        "before": "points of earlier rounds",
        "multi": "more players",
    },
    heaps=heaps,
    open_zones=frozenset({"river", "bank", "aside"}),
    piles=frozenset({"deck"}),
    at_once=("turn.reveal", "match.deal"),
    unsaid=frozenset({"chosen"}),
)
