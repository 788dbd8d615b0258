"""The rules of a game with a declared table: its deck, its parameters, and the numbers of its actions."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Generic, TypeVar

from proofdeck.ground.problems import Problem, ProofdeckError, did_you_mean, for_each, hint_from, some_of
from proofdeck.play.engine.faults import Misdeclared, ShortDeal, Unusable
from proofdeck.play.engine.kit.actions import NumberedAction, all_said, numbered
from proofdeck.play.engine.kit.ground import BareRules, Declaration
from proofdeck.play.engine.kit.pieces import BOUNDS, PRINT_MORE, Grid, can_run_short, strays, too_many
from proofdeck.play.engine.kit.reading import Declared
from proofdeck.play.engine.kit.table import Table
from proofdeck.play.engine.kit.zones import SET, Number, one_by_one
from proofdeck.play.engine.piles import shuffled
from proofdeck.play.engine.state import Action
from proofdeck.source.cards import Card, Deck
from proofdeck.source.cards.columns import COMPONENT
from proofdeck.source.rules.parameters import Parameter, Values
from proofdeck.source.rules.points import ALL_ON

WHOLE = re.compile(r"-?[0-9]{1,8}")
MOST_COLUMNS = 20
"""How many columns a message names."""
NOT_PLAYED = "reference"
"""The kind of card that explains a game and is not used in play."""
CARD = frozenset({"", "card", "no"})
"""Words in that column for a card."""
Laid_co = TypeVar("Laid_co", bound=Table, covariant=True)


class Rules(BareRules, Generic[Laid_co]):
    """Rules that are ready to play. A game gives its name, its numbers of players and its table.

    Cards are numbered in the order of the spreadsheet. ids, names: of each design; designs: how many there are. decks:
    all cards for each number of players; pieces: rows that are never dealt, by id; things: facts that stand for more
    than a number; designs_of_pieces: the rows that each piece they name may be; moves: for each action, its method
    and arguments; named: kinds of action by the name of their method; first: the number of the first action of each
    kind, by the same name. laid_by: the things that lay a piece, by its id; limited: those that can run short; ranges:
    by the name of each number, whether each player has one, the least and the greatest value; has_lists: whether other
    things are lists of numbers.
    """

    table: type[Laid_co]
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    reshuffles: bool = True
    """Whether cards are shuffled again after the deal, so that the seed affects the rest of the game."""
    reads: ClassVar[Mapping[str, Declared]] = {}
    """What is declared with `whole`, `wholes` and `column`, by name."""
    checks_pieces: bool = True
    """Whether numbers of pieces are checked after each action. A game in which none can run out may do without."""

    def __init_subclass__(cls, **more: object) -> None:
        super().__init_subclass__(**more)
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Declared)}
        for name in own:
            delattr(cls, name)
        cls.reads = {**cls.reads, **own}
        read = (parameter for one in cls.reads.values() for parameter in one.parameters)
        cls.parameters = tuple(dict.fromkeys((*cls.parameters, *read)))

    def __init__(self, deck: Deck, values: Values, on: int = ALL_ON) -> None:
        """Raises ProofdeckError for a deck that does not work with this game."""
        super().__init__(values, on)
        # No cached properties: an object whose `__dict__` has been accessed is slower to read ever after.
        self.things = tuple((name, fact, fact.thing) for name, fact in self.table.FACTS.items() if fact.thing)
        self.pieces = pieces_in(self.table, self.things, deck)
        self.chooses_together = bool(self.table.CHOICES)
        self.designs_of_pieces = {
            piece: designs_of(piece, self.pieces.values())
            for _, _, thing in self.things
            for piece in (thing.piece, thing.board)
        }
        for name, fact, thing in self.things:
            designs = self.designs_of_pieces[thing.piece] if thing.piece else ()
            if (fact.each or isinstance(thing, Grid)) and 1 < len(designs) < self.max_players:
                message = f"'{name}' needs a row of the kind '{thing.piece}' for each of {self.max_players} players"
                hint = "Add rows, keep only one that all players share, or change `players:` in the head of the page."
                raise refusal(designs[-1], "kind", f"{message}, but there are {len(designs)}", hint)
        dealt = [card for card in deck if card.kind != NOT_PLAYED and card.id not in self.pieces]
        self.cards = tuple(self.in_order(dealt))
        self.ids = tuple(card.id for card in self.cards)
        self.names = tuple(card.name for card in self.cards)
        self.designs = len(self.cards)
        self.decks = {players: self._deck(players) for players in range(self.min_players, self.max_players + 1)}
        self._check_copies()
        for_each(self.reads.items(), lambda named: setattr(self, named[0], named[1].of(self)))
        self.prepare()
        self.laid_by = {
            card.id: [one for one in self.things if card in self.designs_of_pieces[one[2].piece]]
            for card in self.pieces.values()
        }
        self.limited = [one for one in self.things if can_run_short(one[2])]
        self.ranges = {key: (fact.each, *one.range(self)) for key, fact, one in self.things if isinstance(one, Number)}
        self.has_lists = len(self.ranges) < len(self.things)
        for players in self.decks if self.things and self.checks_pieces else ():
            for card, says in too_many(self.table.blank(self, players, 0)):
                raise refusal(card, "quantity", f"with {players} players, {says}", PRINT_MORE)
        check_choices(self.table)
        if self.table.deciding is Table.deciding and not all(self.sides(number).is_together for number in self.decks):
            raise TypeError(f"the class {self.table.__name__} needs the method `deciding`, because players are rivals")
        self.kinds: tuple[NumberedAction, ...] = numbered(list(self.table.ACTIONS.values()), self)
        self.moves = [(kind.action.effect, parts) for kind in self.kinds for parts in kind.all_parts()]
        self.named = dict(zip(self.table.ACTIONS, self.kinds, strict=True))
        self.first = {name: kind.start for name, kind in self.named.items()}

    def in_order(self, cards: list[Card]) -> Sequence[Card]:
        """The cards in the order of their numbers. Raises ProofdeckError for unsuitable cards."""
        return cards

    def prepare(self) -> None:
        """Read what the game needs from its cards and parameters, before the first deal."""

    # -- pieces --------------------------------------------------------------------------------------------------------

    def spaces_of_boards(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for _, _, thing in self.things:
            if thing.board:
                found.setdefault(thing.board, []).extend(thing.all_spaces(self))
        return found

    # -- reading the deck ----------------------------------------------------------------------------------------------

    def column(self, name: str, known: Sequence[str]) -> list[int]:
        """For each card, the place of its cell in a list of words, counted from 0. name: that of the column; known: the
        words. Raises ProofdeckError for any other word.
        """

        def read(card: Card) -> int:
            cell = card.fields[name]
            if cell not in known:
                hint = f"Correct the cell, or the words in the engine that the column '{name}' can have."
                message = f"'{cell}' is not one of {', '.join(known)}"
                raise refusal(card, name, message, hint_from(did_you_mean(cell, known), hint))
            return known.index(cell)

        return for_each(self._with(name), read)

    def numbers(self, name: str) -> list[int]:
        """For each card, the whole number in that column. Raises ProofdeckError for any other cell."""

        def read(card: Card) -> int:
            cell = card.fields[name]
            if not WHOLE.fullmatch(cell):
                raise refusal(card, name, f"'{cell}' is not a whole number", "" if cell else _no_card(card, name))
            return int(cell)

        return for_each(self._with(name), read)

    def _with(self, column: str) -> Sequence[Card]:
        """The cards. Raises ProofdeckError if the spreadsheet has no such column."""
        if lacking := next((card for card in self.cards if column not in card.fields), None):
            message = f"the engine reads the column '{column}', which the spreadsheet does not have"
            known = [name for name in lacking.fields if "@" not in name]
            columns = f"The columns are {some_of(known, MOST_COLUMNS)}."
            raise refusal(lacking, column, message, hint_from(did_you_mean(column, known), columns))
        return self.cards

    def _check_copies(self) -> None:
        """Check that cards in sets have only one copy."""
        sets = [name for name, zone in self.table.ZONES.items() if zone.form is SET]

        def check(card: Card) -> None:
            if card.copies() != 1:
                message = f"{card.name} has {card.copies()} copies, but the zone '{sets[0]}' holds each card once"
                raise refusal(card, "quantity", message, "Declare zone(form=COUNTS), which counts copies.")

        for_each(self.cards if sets else (), check)

    # -- playing -------------------------------------------------------------------------------------------------------

    def new_initial_state(self, players: int, seed: int) -> Laid_co:
        self._check_players(players)
        try:
            return self._dealt(players, seed)
        except ShortDeal as short:
            raise self._every_short_deal(seed).with_traceback(short.__traceback__) from None

    def _dealt(self, players: int, seed: int) -> Laid_co:
        table = self.table.blank(self, players, seed)
        table.deal(shuffled(self.decks[players], seed, 0))
        if self.things and self.checks_pieces and (why := strays(table)):
            code = self.table.deal.__code__
            raise Unusable(f"after the deal to {players} players, {why}", code.co_filename, code.co_firstlineno, BOUNDS)
        return table

    def _every_short_deal(self, seed: int) -> ShortDeal:
        """One error for all numbers of players for which there are too few cards."""
        found: list[tuple[int, int, int]] = []
        for players in range(self.min_players, self.max_players + 1):
            try:
                self._dealt(players, seed)
            except ShortDeal as short:
                found += short.deals
        return ShortDeal(*found)

    def _deck(self, players: int) -> list[int]:
        return one_by_one([card.copies(players) for card in self.cards])

    def actions(self) -> range:
        return range(self.kinds[-1].end)

    def number_of(self, name: str, *parts: int) -> Action:
        """The number of an action, from the name of its method and its arguments."""
        return self.named[name].number(parts)

    def kinds_of_moves(self) -> list[tuple[str, range]]:
        return [(kind.action.outline, range(kind.start, kind.end)) for kind in self.kinds]

    def kinds_of_cards(self) -> dict[str, str]:
        return {card.id: card.kind for card in self.cards if card.kind}

    def action_to_string(self, action: Action) -> str:
        kind = self.kind_of(action)
        if kind is None:
            raise ValueError(f"{self.name} has no action {action}")
        return all_said(kind)[action - kind.start]


def designs_of(piece: str, cards: Iterable[Card]) -> list[Card]:
    """The row with that id, or else the rows of that kind."""
    known = list(cards)
    return [card for card in known if card.id == piece] or [card for card in known if card.kind == piece]


def pieces_in(table: type[Table], things: Iterable[Declaration], deck: Deck) -> dict[str, Card]:
    """The rows that are never dealt: those that say so, and those that the table names.

    Raises Misdeclared for a piece that the spreadsheet lacks.
    """
    found = {card.id: card for card in deck if card.fields.get(COMPONENT, "").strip().casefold() not in CARD}
    for name, _, thing in things:
        for piece in filter(None, (thing.piece, thing.board)):
            designs = designs_of(piece, deck)
            if not designs:
                known = {word for card in deck for word in (card.id, card.kind)}
                what = "lies on the board" if piece == thing.board else "is about the piece"
                message = f"'{name}' {what} '{piece}', but no row of the spreadsheet has that id or kind"
                hint = hint_from(did_you_mean(piece, known), "Add a row for it, or rename it in the engine.")
                raise Misdeclared(message, hint, next(iter(deck)).place().file, *declared_at(table, name))
            found |= {card.id: card for card in designs}
    return found


def check_choices(table: type[Table]) -> None:
    """Raises Misdeclared for choices of which the author's modules commit none."""
    modules = {sys.modules.get(one.__module__) for one in table.__mro__ if issubclass(one, Table) and one is not Table}
    with suppress(OSError, TypeError):
        if table.CHOICES and not any("commit(" in inspect.getsource(module) for module in filter(None, modules)):
            name = next(iter(table.CHOICES))
            hint = f"In the action that chooses, write `if self.commit({name}=...):`."
            raise Misdeclared(f"no line commits the choice '{name}'", hint, None, *declared_at(table, name))


def declared_at(table: type[Table], name: str) -> tuple[str, int]:
    """The file and the line that declare something of a table."""
    declares = re.compile(rf"\s+{name}\b[^=]*=")
    for one in table.__mro__:
        try:
            lines, first = inspect.getsourcelines(one)
        except (OSError, TypeError):
            continue
        if found := next((number for number, line in enumerate(lines, first) if declares.match(line)), 0):
            return inspect.getsourcefile(one) or "", found
    return "", 1


def _no_card(card: Card, column: str) -> str:
    return (
        f"Correct the column '{column}' of the card '{card.id}'. If it is never dealt, say what it is in a column "
        f"`{COMPONENT}`: board, token or die."
    )


def whole_value(card: Card, message: str, hint: str = "") -> int:
    """The value of a card. Raises ProofdeckError with that message unless it is a whole number, 0 or more."""
    if card.value is None or card.value != int(card.value) or card.value < 0:
        raise refusal(card, "value", message, hint)
    return int(card.value)


def refusal(card: Card | None, field: str, message: str, hint: str = "") -> ProofdeckError:
    """The error for an unsuitable card; card: None if one is missing."""
    if card is None:
        return ProofdeckError(Problem("E610", message, hint=hint))
    cure = hint or f"Correct the column '{field}' of the card '{card.id}'."
    return ProofdeckError(Problem("E610", message, *card.place(field), field, cure))
