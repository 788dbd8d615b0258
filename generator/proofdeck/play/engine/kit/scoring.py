"""The calculator's notation for a table at the end of a game, and the questions and score pad that go with it.

::

    Ana: Reef 10, Deep 3; last trick 1
    Ben:
      taken: Gale 4
      last trick: 0

Each player has the cards of the scored zones, and the numbers asked for. If only one zone is scored, its name may be
left out. What is scored of the whole table has a line of its own: `storm: 3` for a number, and `land: n1 1, n5 2` for a
board, with a space and the number of a player.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from proofdeck.ground.problems import Place, Problems, counted, listed
from proofdeck.play.engine.asking import Gap, Script, of_each
from proofdeck.play.engine.categories import Category, ScoreForm
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.faults import usable
from proofdeck.play.engine.kit.pieces import Crowds, Grid, short_of
from proofdeck.play.engine.kit.position import card_names
from proofdeck.play.engine.kit.rules import Rules
from proofdeck.play.engine.kit.table import Objection, Table
from proofdeck.play.engine.kit.zones import called
from proofdeck.play.engine.notation import NOTHING, Names, Notation, NotationLine, Reading, Word, folded, whole_number
from proofdeck.play.engine.state import OVER

SCORES = "score."
"""The beginning of ids of clauses that give points."""


def score(game: Rules[Table], notation: Notation, problems: Problems) -> Scored | None:
    """The sheets and places of a written table; None after problems."""
    shared = {folded(called(name)): name for name in (*scored_boards(game.table), *scored_of_all(game.table))}
    everything = list(notation.blocks())
    blocks = [block for block in everything if folded(block[0].key.text) not in shared]
    names = list(dict.fromkeys(head.key.text for head, _ in blocks))
    if not game.min_players <= len(names) <= game.max_players:
        players = counted(game.min_players, "player", game.max_players)
        message = f"{game.name} is for {players}, not {len(names)}"
        hint = "Write one line per player: the name, a colon, and the cards."
        problems.report("E704", message, Place(notation.shown), hint=hint)
        return None
    table = game.table.blank(game, len(names), 0)
    reader = _Reader(game, table, notation, problems)
    for head, below in blocks:
        reader.player(names.index(head.key.text), head, below)
    for head, _ in everything:
        if name := shared.get(folded(head.key.text)):
            reader.of_all(name, head)
    reader.check()
    if not reader.failed():
        reader.objections()
    if reader.failed():
        return None
    table.player = OVER
    return Scored(
        tuple(names),
        tuple(table.score_sheets()),
        table.ranking(),
        frozenset(game.points.named(table.fired)),
    )


class _Reader(Reading):
    def __init__(self, rules: Rules[Table], table: Table, notation: Notation, problems: Problems) -> None:
        super().__init__(notation, problems)
        self._rules, self._table = rules, table
        self._cards = card_names(rules)
        self._zones, self._facts = scored_zones(table), scored_facts(table)
        asked = {fact.scored: name for name in self._facts if (fact := table.FACTS[name]).scored}
        self._words = {called(name): name for name in (*self._facts, *self._zones)}
        self._words = {**{word.casefold(): name for word, name in asked.items()}, **self._words}
        self._keys = Names("line", self._words.items())
        self._found: dict[tuple[str, int], list[int]] = {}
        self._where: dict[int, dict[int, Word]] = {}
        self._lines: dict[int, Word] = {}

    def player(self, seat: int, head: NotationLine, below: Sequence[NotationLine]) -> None:
        self._lines[seat] = head.key
        for word in head.cut(";"):
            if word.text:
                self._part(seat, word)
        for line in below:
            self._lines[seat] = line.key
            name = self.look_up(self._keys, line.key)
            if name:
                self._value(seat, name, line.value)

    def of_all(self, name: str, head: NotationLine) -> None:
        """A board or a number of the whole table."""
        thing = self._table.FACTS[name].thing
        if isinstance(thing, Grid):
            words = [word for word in head.cut(",") if word.text and folded(word.text) != NOTHING]
            setattr(self._table, name, thing.taken(words, called(name), self._table.players, self))
        elif (number := self._number(name, head.value)) is not None:
            setattr(self._table, name, number)

    def _part(self, seat: int, word: Word) -> None:
        """`last trick 1`, `melds Reef 3, Reef 4`, or cards of the scored zone."""
        for said, name in self._words.items():
            found = re.match(rf"{re.escape(said)}\b\s*[:=]?\s*", word.text, re.IGNORECASE)
            if found:
                self._value(seat, name, word.part(found.end(), len(word.text)))
                return
        if len(self._zones) == 1:
            self._value(seat, self._zones[0], word)
        else:
            known = [*(f"{called(name)} {self._rules.names[0]}" for name in self._zones)]
            known += [f"{called(name)} 1" for name in self._facts]
            hint = f"Write what it is first: {listed(known)}." if known else ""
            self.refuse(f"it is not clear where '{word.text}' belongs", word, hint)

    def _value(self, seat: int, name: str, word: Word) -> None:
        if name in self._facts:
            thing = self._table.FACTS[name].thing
            if isinstance(thing, Crowds):
                words = NotationLine(word.part(0, 0), word, indented=False).cut(",")
                there = [one for one in words if one.text and folded(one.text) != NOTHING]
                getattr(self._table, name)[seat] = thing.counts(there, called(name), self._rules, self)
            elif (number := self._number(name, word)) is not None:
                getattr(self._table, name)[seat] = number
            return
        line = NotationLine(word.part(0, 0), word, indented=False)
        cards = self._found.setdefault((name, seat), [])
        for entry in self.entries(line, self._cards):
            card = self.look_up(self._cards, entry.name)
            if card is not None:
                cards += [card] * entry.count
                self._where.setdefault(card, {})[seat] = entry.name

    def _number(self, name: str, word: Word) -> int | None:
        """The number written there; None after a problem."""
        thing, number = self._table.FACTS[name].thing, whole_number(word.text)
        number = {"no": 0, "yes": 1}.get(folded(word.text), number)
        if number is None or (number < 0 and not thing):
            self.refuse(f"'{word.text}' is not a number", word)
        elif thing and (why := thing.strays(number, self._rules)):
            self.cannot_be(f"'{called(name)}' is wrong: {why}", word)
        else:
            return number
        return None

    def check(self) -> None:
        """Put down the cards, up to the number in the deck."""
        total: Counter[int] = Counter()
        for (name, seat), cards in self._found.items():
            total.update(cards)
            self._table.put(name, cards, seat)
        for card, count in total.items():
            has = self._rules.cards[card].copies(self._table.players)
            *_, last = self._where[card].values()
            self.check_copies(self._rules.names[card], count, has, last)
        if self._rules.things and (short := short_of(self._table)):
            self.too_many(short)

    def objections(self) -> None:
        """Report what the rules forbid on the table, at the card concerned or else at the player's last line."""
        table = self._table
        for seat, line in self._lines.items():
            for one in usable(table.objections, "objection", Objection, table.objections(seat)):
                if table.on & one.clause:
                    written = (self._where[card][seat] for card in one.cards if seat in self._where.get(card, ()))
                    self.cannot_be(f"{one.why} [{self._rules.points.id(one.clause)}]", next(written, line))


def scored_zones(table: Table | type[Table]) -> list[str]:
    return [name for name, zone in table.ZONES.items() if zone.scored and zone.each]


def scored_facts(table: Table | type[Table]) -> list[str]:
    return [name for name, fact in table.FACTS.items() if fact.scored and fact.each]


def scored_of_all(table: Table | type[Table]) -> list[str]:
    """The scored numbers of the whole table."""
    facts = table.FACTS.items()
    return [name for name, fact in facts if fact.scored and not fact.each and not isinstance(fact.thing, Grid)]


def scored_boards(table: Table | type[Table]) -> list[str]:
    return [
        name for name, fact in table.FACTS.items() if fact.scored and not fact.each and isinstance(fact.thing, Grid)
    ]


def unasked(state: Table) -> list[str]:
    """What the calculator does not ask for, although the points of that table depend on it."""
    asked = {*scored_zones(state), *scored_facts(state), *scored_boards(state), *scored_of_all(state)}
    table = type(state).blank(state.rules, state.players, 0)
    for name in asked:
        setattr(table, name, getattr(state, name))
    table.player = OVER
    if table.points() == state.points():
        return []
    found, others = [], [name for name in state.declared() if name not in asked]
    for name in others:
        before = table.points()
        setattr(table, name, getattr(state, name))
        found += [name] if table.points() != before else []
    return found or others


# -- asking and writing down -------------------------------------------------------------------------------------------


def script(game: Rules[Table], players: Sequence[str]) -> Script:
    """Ask for what is scored of the whole table, and then each player for the scored cards and for the numbers."""
    return (*_of_all(game), *of_each(players, "\n{player}:", *_asked(game)), "\n")


def _of_all(rules: Rules[Table]) -> Iterator[Gap]:
    for name in scored_of_all(rules.table):
        yield Gap(rules.table.FACTS[name].scored, f"\n{called(name)}: ", "1", optional=True)
    for name in scored_boards(rules.table):
        fact = rules.table.FACTS[name]
        assert isinstance(fact.thing, Grid)
        asks = f"{fact.scored}, each space with the number of its player"
        yield Gap(asks, f"\n{called(name)}: ", f"{fact.thing.spaces[0]} 1", optional=True)


def _asked(rules: Rules[Table]) -> Iterator[Gap]:
    for zone in scored_zones(rules.table):
        possible = _possible(rules, zone)
        asks, such_as = f"{{player}}, {called(zone)}: which cards?", ", ".join(possible[:2])
        yield Gap(asks, f"\n  {called(zone)}: ", such_as, possible, optional=True)
    for name in scored_facts(rules.table):
        fact = rules.table.FACTS[name]
        such_as = f"{fact.thing.spaces[0]} 2" if isinstance(fact.thing, Crowds) else "1"
        yield Gap(f"{fact.scored}, {{player}}", f"\n  {called(name)}: ", such_as, optional=True)


def _possible(rules: Rules[Table], zone: str) -> tuple[str, ...]:
    """The cards that may be there at the end: not those that the rules refuse alone as well as with all others."""

    def refused(cards: Sequence[int]) -> set[int]:
        table = rules.table.blank(rules, rules.min_players, 0)
        table.put(zone, cards, 0)
        found = usable(table.objections, "objection", Objection, table.objections(0))
        return {card for one in found if table.on & one.clause for card in one.cards}

    among_all = refused(range(len(rules.names)))
    return tuple(name for card, name in enumerate(rules.names) if card not in among_all & refused([card]))


def score_form(game: Rules[Table]) -> ScoreForm:
    """A line for each clause that gives points, named by its id."""
    found = [clause for clause in game.points if clause.startswith(SCORES)]
    labels = {clause: clause.removeprefix(SCORES).replace("-", " ").capitalize() for clause in found}
    categories = tuple(Category(label, frozenset({clause})) for clause, label in labels.items())
    return ScoreForm(categories, (game.min_players, game.max_players))
