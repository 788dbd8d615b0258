"""Positions of a declared table, in the notation of examples.

::

    hand 1: Reef 3, Deep 5
    hand 2: the rest
    trick: Reef 7
    to move: 1
    turn: 12

There is a line for each zone and each fact; keys of what each player has end with the player's number. Cards not named
anywhere go to the zone with `the rest`, or else to the first zone that nobody can look into and that has no line;
without either, they are out of the game. `nothing` is an empty zone, and `players: 3` gives the number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.kit.pieces import short_of
from proofdeck.play.engine.kit.rules import Rules
from proofdeck.play.engine.kit.table import Table
from proofdeck.play.engine.kit.tiles import lay, read_tiles, written_tiles
from proofdeck.play.engine.kit.zones import NOBODY, Fact, Zone, called, place
from proofdeck.play.engine.notation import NOTHING, Names, Notation, NotationLine, folded
from proofdeck.play.engine.position import PLAYERS, TO_MOVE, Fields
from proofdeck.play.engine.state import State

TURN = "turn"
REST = frozenset({"rest", "therest"})
MOST_OF_A_FACT = 999_999


def card_names(rules: Rules[Table]) -> Names[int]:
    """Cards by printed name and by id."""
    both = [*zip(rules.ids, range(rules.designs), strict=True), *zip(rules.names, range(rules.designs), strict=True)]
    return Names("card", both)


def position(game: Rules[Table], notation: Notation, problems: Problems) -> State | None:
    """The table of an example. None after problems."""
    table = game.table.blank(game, _players(game, notation), 0)
    return _Reader(game, table, notation, problems).read()


def _players(rules: Rules[Table], notation: Notation) -> int:
    """The number of players, from `players` or the highest number after a key, within the game's limits."""
    ends = [line.key.text.split()[-1] for line in notation.lines if line.key.text]
    ends += [line.value.text for line in notation.lines if folded(line.key.text) == PLAYERS]
    seats = [int(end) for end in ends if end.isascii() and end.isdigit() and len(end) < 3]
    return min(max([rules.min_players, *seats]), rules.max_players)


def facts_of(table: Table) -> dict[str, Fact]:
    """The facts with a line of their own: not what players know, and not the pieces that are written with a board."""
    return {name: fact for name, fact in table.FACTS.items() if fact.shown or (fact.decides and not fact.thing)}


class _Reader:
    def __init__(self, rules: Rules[Table], table: Table, notation: Notation, problems: Problems) -> None:
        self._rules, self._table = rules, table
        lines: dict[str, Zone | Fact] = {**table.ZONES, **facts_of(table)}
        keys = [called(name) for name, one in lines.items() if not one.each]
        own = [called(name) for name, one in lines.items() if one.each]
        self._fields = Fields(notation, [*keys, PLAYERS, TO_MOVE, TURN], own, problems)
        self._names = card_names(rules)
        self._left = Counter(rules.decks[table.players])
        self._rest: list[tuple[str, int | None, NotationLine]] = []

    def read(self) -> Table | None:
        table, fields = self._table, self._fields
        for seat, key in fields.beyond(table.players):
            fields.refuse(f"there is no player {seat}, because there are {table.players} players", key)
        for name, _, of, _ in list(table.heaps()):
            self._zone(name, of)
        for name, fact in facts_of(table).items():
            if fact.each:
                setattr(table, name, [self._fact(name, fact, seat) for seat in range(table.players)])
            else:
                setattr(table, name, self._fact(name, fact, None))
        table.player = fields.to_move(table.players)
        table.turns = fields.whole(TURN, 1, MOST_OF_A_FACT, 1)
        self._lay_the_rest()
        if self._rules.things and (short := short_of(table)):
            fields.too_many(short)
        return fields.ready(table)

    def _zone(self, name: str, seat: int | None) -> None:
        key, number = called(name), 0 if seat is None else seat + 1
        line = self._fields.line(key, number)
        if line is None:
            return
        if folded(line.value.text) == NOTHING:
            return
        if folded(line.value.text) in REST:
            self._rest.append((name, seat, line))
            return
        if tiles := self._table.ZONES[name].tiles:
            found = read_tiles(tiles, self._rules, line, self._fields, self._table.players)
            lay(self._table, name, (one for one, _ in found))
            self._take(self._table.cards_in(name), line)
            return
        cards = self._fields.cards(key, self._names, number)
        known = name in {zone.known for zone in self._table.ZONES.values()}
        if not known:
            self._take(cards, line)
        self._table.put(name, cards, seat)

    def _take(self, cards: list[int], line: NotationLine) -> None:
        """Report each card that the deck does not have enough of once."""
        self._left.subtract(cards)
        for card in dict.fromkeys(cards):
            if self._left[card] < 0:
                has = self._rules.cards[card].copies(self._table.players)
                self._fields.check_copies(self._rules.names[card], has - self._left[card], has, line.value)
                self._left[card] = 0

    def _fact(self, name: str, fact: Fact, seat: int | None) -> object:
        key, number = called(name), 0 if seat is None else seat + 1
        line = self._fields.line(key, number)
        if fact.thing:
            return fact.thing.read(self._fields, key, number, self._rules, fact.start)
        if line is None:
            return fact.start
        words = fact.words(self._rules) if callable(fact.words) else fact.words
        if isinstance(fact.start, bool):
            words = ("no", "yes")
        if words is None:
            return self._fields.whole(key, 0, MOST_OF_A_FACT, 0, number)
        value = words.index(self._fields.word(key, words, words[0], number))
        return bool(value) if isinstance(fact.start, bool) else value

    def _lay_the_rest(self) -> None:
        cards = sorted(self._left.elements())
        if len(self._rest) > 1:
            self._fields.refuse("only one zone can have the rest", self._rest[1][2].value)
        dark = [
            name
            for name, zone in self._table.ZONES.items()
            if zone.sees == NOBODY and not zone.each and self._fields.line(called(name)) is None
        ]
        if self._rest:
            name, seat, _ = self._rest[0]
            self._table.put(name, cards, seat)
        elif dark:
            self._table.put(dark[0], [*cards, *self._table.cards_in(dark[0])])


def lines_of(table: Table, zone: str, key: str = "", *, from_top: bool = False) -> Iterator[tuple[str, str | None]]:
    """The lines of a zone, one per player if each has one: key, and names of cards, or None if there are none.

    key: what they are called, if not like the zone. from_top: whether the last card is written first.
    """
    for seat in range(table.players) if table.ZONES[zone].each else (None,):
        cards = table.cards_in(zone, seat)[:: -1 if from_top else 1]
        yield place(key or zone, seat), ", ".join(table.rules.names[card] for card in cards) or None


def unused(table: Table, fields: Fields, clause: str) -> list[int]:
    """The cards of the deck that are nowhere on the table, ascending. Cards that it does not have become problems.

    clause: the rule about the deck.
    """
    deck, shadows = Counter(table.rules.decks[table.players]), {zone.known for zone in table.ZONES.values()}
    heaps = [zone.form.cards(held, table.rules) for name, zone, _, held in table.heaps() if name not in shadows]
    used = Counter(card for cards in heaps for card in cards)
    for card, count in used.items():
        fields.check_copies(table.rules.names[card], count, deck[card], clause=clause)
    return sorted((deck - used).elements())


def written(table: Table) -> str:
    """The lines from which `position` reads this table again, cards by their names."""
    rules = table.rules
    lines = [f"{PLAYERS}: {table.players}"]
    for name, zone, seat, held in table.heaps():
        cards = ", ".join(rules.names[card] for card in zone.form.cards(held, rules))
        cards = written_tiles(zone.tiles, table) if zone.tiles else cards
        if cards or zone.sees == NOBODY:
            lines.append(f"{place(name, seat)}: {cards or NOTHING}")
    for name, fact in facts_of(table).items():
        values = getattr(table, name) if fact.each else [getattr(table, name)]
        for seat, value in enumerate(values):
            said = fact.thing.written(value, rules) if fact.thing else fact.says(value, rules)
            if value != fact.start and said is not None:
                words = {True: "yes", False: "no"}.get(said, said) if isinstance(said, bool) else said
                lines.append(f"{place(name, seat if fact.each else None)}: {words}")
    return "\n".join([*lines, f"to move: {table.player + 1}", f"turn: {table.turns}"])
