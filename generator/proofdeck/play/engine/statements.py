"""What a page states of all tables of its game, in the words of positions.

::

    never: [cards in hand > 7, the game is over and cards in deck > 0]
    always: [cards in trick < players]
    reachable: [kills 1 = 8]
    conserved: [cards in deck + cards in hand of all, coins of all]

A statement is made of conditions, joined by `and`:

    condition:  SUM = SUM, or with !=, <, <=, >, >=
                PLACE has CARD, CARD x2
                can WORDS OF A MOVE
                the game is over
    SUM:        terms with + or − between them
    term:       a number; cards in PLACE; CARD in PLACE; a key of positions with a number, such as coins 1 or turn;
                points 1 for the points of a player; turn, players, to move

What each player has may be named without the number of a player. The statement is then about each player in turn, the
same wherever no number is written; `of all` adds up what all players have. `conserved` has sums alone.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from proofdeck.ground.problems import Place, Problem, Problems, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.play.engine.notation import Names, read_notation
from proofdeck.play.engine.position import SEAT
from proofdeck.play.engine.state import Game, State
from proofdeck.source.project.head import ALWAYS, CONSERVED, NEVER, REACHABLE, STATEMENTS
from proofdeck.source.rules.page import HeadEntry, RulesPage

COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}
COMPARISON = re.compile(r"\s*(!=|<=|>=|=|<|>)\s*")
SIGN = re.compile(r"\s+([+−-])\s+")
HAS = re.compile(r"(?P<place>\S.*?)\s+has\s+(?P<cards>\S.*)", re.IGNORECASE)
IN = re.compile(r"(?P<card>\S.*?)\s+in\s+(?P<place>\S.*)", re.IGNORECASE)
CAN = re.compile(r"can\s+(?P<move>\S.*)", re.IGNORECASE)
OF_ALL = re.compile(r"\s+of\s+all$", re.IGNORECASE)
OVER_WORDS = "the game is over"
EXAMPLES = {
    NEVER: "For example: cards in hand > 7",
    ALWAYS: "For example: cards in trick < players",
    REACHABLE: "For example: the game is over and cards in deck = 0",
    CONSERVED: "For example: cards in deck + cards in hand of all",
}
PLAYERS, TURN, TO_MOVE, POINTS = "players", "turn", "to move", "points"
POINTS_OF = re.compile(rf"{POINTS}(?:\s+\d+|\s+of\s+all)?", re.IGNORECASE)
WHOLE = re.compile(r"-?\d{1,9}")


class WordedTable:
    """A table in the words of statements, worked out when they are needed."""

    def __init__(self, state: State) -> None:
        self.state = state

    @cached_property
    def zones(self) -> Mapping[str, Sequence[str]]:
        return {key.casefold(): cards for key, cards in self.state.zones().items()}

    @cached_property
    def seen(self) -> Mapping[str, int]:
        """Every number that everybody sees, by its key; what each player has ends with the player's number."""
        state, found = self.state, dict[str, int]()
        for key, value in state.seen_by_all().items():
            if isinstance(value, list) and len(value) == state.players:
                found |= {
                    f"{key.casefold()} {seat}": int(one) for seat, one in enumerate(value, 1) if isinstance(one, int)
                }
            elif isinstance(value, int) or (isinstance(value, str) and WHOLE.fullmatch(value)):
                found[key.casefold()] = int(value)
        return found | {PLAYERS: state.players, TURN: state.turns, TO_MOVE: state.current_player() + 1}

    @cached_property
    def points(self) -> Mapping[str, int]:
        """The points of each player, by the same keys."""
        return {f"{POINTS} {seat}": sheet.total for seat, sheet in enumerate(self.state.score_sheets(), 1)}


class Looking:
    """Keeps what was worked out of the table that was looked at last: all statements are about the same one."""

    def __init__(self) -> None:
        self._at: object = None
        self._view: WordedTable | None = None

    def at(self, moment: object, state: State) -> WordedTable:
        """The table. moment: what stands for it as long as it does not change."""
        if self._view is None or moment is not self._at:
            self._at, self._view = moment, WordedTable(state)
        return self._view


Term = Callable[[WordedTable, "int | None"], int]
"""(table, the player that the statement is about) -> a number."""
Condition = Callable[[WordedTable, "int | None"], bool]


@dataclass(frozen=True, slots=True)
class HeadStatement:
    """One line of the head. kind: one of STATEMENTS; conditions: all must hold; total: for what is conserved.

    of_each: whether it is about each player in turn.
    """

    kind: str
    words: str
    place: Place
    of_each: bool
    conditions: tuple[Condition, ...] = field(repr=False, default=())
    total: Term | None = field(repr=False, default=None)

    def _players(self, view: WordedTable) -> Iterable[int | None]:
        return range(1, view.state.players + 1) if self.of_each else (None,)

    def holds(self, view: WordedTable) -> list[bool]:
        """Whether it is so on this table, for each player that it is about."""
        return [all(one(view, who) for one in self.conditions) for who in self._players(view)]

    def totals(self, view: WordedTable) -> list[int]:
        """What is conserved, for each player that it is about."""
        return [self.total(view, who) for who in self._players(view)] if self.total else []

    def broken(self, view: WordedTable, first: WordedTable | None = None) -> str:
        """What is wrong with a table; "" if nothing is. first: the table to which it must be equal."""
        if self.kind == CONSERVED:
            before, now = (self.totals(one) for one in (first or view, view))
            if before == now:
                return ""
            return (
                f"'{self.words}' must not change, but it was {listed(map(str, before))} and is {listed(map(str, now))}"
            )
        held = self.holds(view)
        if self.kind == NEVER and any(held):
            return f"the page says never '{self.words}', but it is so{self._where(held, True)}"
        if self.kind == ALWAYS and not all(held):
            return f"the page says always '{self.words}', but it is not so{self._where(held, False)}"
        return ""

    def _where(self, held: Sequence[bool], bad: bool) -> str:
        return f" for player {held.index(bad) + 1}" if self.of_each else ""


def read_statements(page: RulesPage, game: Game, names: Mapping[str, str], problems: Problems) -> list[HeadStatement]:
    """The statements in the head of a page. names: the ids of cards, by their names. Mistakes become problems."""
    found, reader = [], None
    for kind in STATEMENTS:
        entry = page.head.get(kind)
        if entry is None and page.under(kind):
            one = next(iter(page.under(kind).values()))
            message = f"{kind}: this must be a list of statements"
            problems.report("E636", message, one.place, field=kind, hint=EXAMPLES[kind])
        for one in (entry.items or (entry,)) if entry else ():
            reader = reader or Reader(game, names)
            try:
                found.append(_statement(reader, kind, one))
            except ProofdeckError as error:
                problems.extend(error.problems)
    return found


def _statement(reader: Reader, kind: str, entry: HeadEntry) -> HeadStatement:
    if not isinstance(entry.value, str) or not entry.value.strip():
        hint = "Put it in quotes if there is a colon in it."
        raise ProofdeckError(Problem("E636", f"{kind}: {entry.said} is not a statement", *entry.place, kind, hint))
    return reader.statement(kind, entry.value, entry.place)


class Reader:
    """Reads statements about one game. names: the ids of cards, by their names."""

    def __init__(self, game: Game, names: Mapping[str, str]) -> None:
        self._game = game
        table = WordedTable(_largest(game))
        self._cards = Names("card", [*((one, one) for one in names.values()), *names.items()])
        self._places, self._own_places = _keys(table.zones)
        self._numbers, self._own_numbers = _keys({**table.seen, **table.points})

    def statement(self, kind: str, words: str, place: Place) -> HeadStatement:
        """Raises ProofdeckError for words that are not a statement of that kind."""
        self._of_each = False
        plain = " ".join(words.split())
        try:
            if kind == CONSERVED:
                total = self._sum(plain)
                return HeadStatement(kind, plain, place, self._of_each, total=total)
            conditions = tuple(self._condition(part) for part in re.split(r"\s+and\s+", plain, flags=re.IGNORECASE))
        except ValueError as error:
            message, hint = (*error.args, "")[:2]
            raise ProofdeckError(Problem("E636", f"{kind}: {message}", *place, kind, hint or EXAMPLES[kind])) from None
        return HeadStatement(kind, plain, place, self._of_each, conditions)

    def _condition(self, words: str) -> Condition:
        if words.casefold() == OVER_WORDS:
            return lambda view, _: view.state.is_terminal()
        if found := CAN.fullmatch(words):
            action = self._game.string_to_action(found["move"])
            return lambda view, _: action in view.state.legal_actions()
        if found := HAS.fullmatch(words):
            return self._has(found["place"], found["cards"])
        parts = COMPARISON.split(words)
        if len(parts) != 3:
            raise ValueError(f"'{words}' is not a condition")
        left, compare, right = self._sum(parts[0]), COMPARED[parts[1]], self._sum(parts[2])
        return lambda view, who: compare(left(view, who), right(view, who))

    def _has(self, place: str, cards: str) -> Condition:
        zone = self._zones(place)
        (line,) = read_notation(f"x: {cards}", "").lines
        wanted = Counter[str]()
        for entry in line.entries(Problems()):
            wanted[self._cards.find(entry.name.text)] += entry.count
        return lambda view, who: wanted <= Counter(zone(view, who))

    def _sum(self, words: str) -> Term:
        first, *rest = SIGN.split(f" {words}".rstrip())
        terms = [(1, self._term(first.strip()))]
        terms += [
            (1 if sign == "+" else -1, self._term(term)) for sign, term in zip(rest[::2], rest[1::2], strict=True)
        ]
        return lambda view, who: sum(sign * term(view, who) for sign, term in terms)

    def _term(self, words: str) -> Term:
        if re.fullmatch(r"\d{1,6}", words):
            number = int(words)
            return lambda *_: number
        if found := IN.fullmatch(words):
            zone = self._zones(found["place"])
            if found["card"].casefold() == "cards":
                return lambda view, who: len(zone(view, who))
            card = self._cards.find(found["card"])
            return lambda view, who: zone(view, who).count(card)
        keys = self._which(words, self._numbers, self._own_numbers, "number")
        if POINTS_OF.fullmatch(words):
            return lambda view, who: sum(view.points.get(key, 0) for key in keys(view, who))
        return lambda view, who: sum(view.seen.get(key, 0) for key in keys(view, who))

    def _zones(self, words: str) -> Callable[[WordedTable, int | None], Sequence[str]]:
        keys = self._which(words, self._places, self._own_places, "place of cards")

        def cards(view: WordedTable, who: int | None) -> Sequence[str]:
            found = [view.zones.get(key, ()) for key in keys(view, who)]
            return found[0] if len(found) == 1 else [card for one in found for card in one]

        return cards

    def _which(
        self, words: str, shared: Sequence[str], own: Sequence[str], what: str
    ) -> Callable[[WordedTable, int | None], Sequence[str]]:
        """The keys that the words mean at a table: of everybody, of one player, of each in turn, or of all."""
        key = words.casefold().strip()
        if key in shared:
            return lambda *_: (key,)
        if (seated := SEAT.fullmatch(key)) and seated["key"] in own:
            if not 1 <= int(seated["seat"]) <= self._game.max_players:
                raise ValueError(f"there is no player {seated['seat']} in '{words}'")
            return lambda *_: (key,)
        name = OF_ALL.sub("", key)
        if name not in own:
            hint = hint_from(did_you_mean(name, [*shared, *own]), f"Known are {listed([*shared, *own])}.")
            raise ValueError(f"there is no {what} '{words}'", hint)
        if name != key:
            return lambda view, _: [f"{name} {seat}" for seat in range(1, view.state.players + 1)]
        self._of_each = True
        return lambda _, who: (f"{name} {who}",)


def _largest(game: Game) -> State:
    """A table with as many players as cards can be dealt to."""
    for players in range(game.max_players, game.min_players, -1):
        try:
            return game.new_initial_state(players, 1)
        except (ValueError, ProofdeckError):
            continue
    return game.new_initial_state(game.min_players, 1)


def _keys(known: Iterable[str]) -> tuple[list[str], list[str]]:
    """The keys of what is shared, and those of what each player has, without the number of a player."""
    shared, own = list[str](), dict[str, None]()
    for key in known:
        seated = SEAT.fullmatch(key)
        if seated and seated["key"]:
            own[seated["key"]] = None
        else:
            shared.append(key)
    return shared, list(own)
