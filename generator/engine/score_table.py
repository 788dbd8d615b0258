"""Games that are scored and not played: the `score:` table in the head of a page, for whoever writes no Python.

::

    score:
      wins: highest
      values: yes
      each: {raven: 2, creature: 1}
      sets:
        trio: {cards: "fox, raven, oak", points: 5}

`values` counts the value of each card, `each` points for each card of an id or a kind, `sets` points for as many
complete sets as there are. Each of them is a clause, which the page must print: `score.values`, `score.each`,
`score.trio`, and `score.wins` for who wins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from generator.cards import Card, Deck
from generator.engine.asking import Question, Script
from generator.engine.beside import Beside
from generator.engine.categories import Category, Place, ScoreForm
from generator.engine.engine import Engine, Scored
from generator.engine.match_form import MatchForm
from generator.engine.notation import Line, Names, Notation, read_notation
from generator.engine.score_sheet import Criterion, Item, Ranking, ScoreSheet
from generator.engine.state import Action, Game, State
from generator.problems import Problem, ProofdeckError, did_you_mean, hint_from, listed
from generator.rules.page import Entry, RulesPage
from generator.rules.parameters import Values
from generator.rules.points import ALL_ON, RulePoints

TABLE = "score"
WINS, VALUES, EACH = "score.wins", "score.values", "score.each"
DIRECTIONS = ("highest", "lowest")
MOST_POINTS = 1_000_000
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Set:
    """Cards that count together. cards: number -> how many; points: for each complete set."""

    name: str
    cards: Mapping[int, int]
    points: int


class ScoredGame(Game):
    """A game of which only the score is known."""

    min_players: ClassVar[int] = 1
    max_players: ClassVar[int] = 99

    def __init__(self, name: str, deck: Deck, points: RulePoints, on: int = ALL_ON) -> None:
        super().__init__(Values({}), on)
        self.name, self.points = name, points  # type: ignore[misc]
        self.cards = [card for card in deck if card.kind != "reference"]
        pairs = [(name, place) for place, card in enumerate(self.cards) for name in dict.fromkeys((card.name, card.id))]
        self.names = Names("card", pairs)
        self.wins = DIRECTIONS[0]
        self.values_count = False
        self.each: dict[str, int] = {}
        self.sets: list[Set] = []

    def is_on(self, clause: str) -> bool:
        return bool(self.on & self.points.bit(clause))

    def new_initial_state(self, players: int, seed: int) -> State:  # noqa: ARG002
        message = f"{self.name} can be scored and not played: the head of its rules names no engine"
        raise ProofdeckError(Problem("E608", message))

    def actions(self) -> Iterable[Action]:
        return ()

    def action_to_string(self, action: Action) -> str:  # noqa: ARG002
        raise ValueError(f"{self.name} has no actions")


def scored_engine(page: RulesPage, deck: Deck, problems: list[Problem]) -> Engine | None:
    """What the `score:` table of the page says, as an engine that can score; None when there is none, or mistakes."""
    entries = page.under(TABLE)
    if not entries:
        return None
    before = len(problems)
    points = RulePoints()
    for clause in _clauses(entries):
        points.bind(clause)
    _filled(ScoredGame(deck.game, deck, points), entries, page, problems)
    if len(problems) > before:
        return None

    def make(cards: Deck, _: Values, on: int) -> Game:
        return _filled(ScoredGame(cards.game, cards, points, on), entries, page, [])

    return Engine(
        deck.game, (), points, make, _score, _match_form, lambda: Beside(script=_script, score_form=score_form)
    )


def _script(game: Game, players: Sequence[str]) -> Script:
    assert isinstance(game, ScoredGame)
    cards = tuple(card.name for card in game.cards)
    such_as = f"{cards[0]} x2" if cards else "Enter"
    hands = (
        part
        for name in players
        for part in (f"\n{name}:", Question(f"Cards of {name}", " ", such_as, cards, name, optional=True))
    )
    return (*hands, "\n")


def _match_form(game: Game) -> MatchForm:
    assert isinstance(game, ScoredGame)
    return MatchForm("lowest" if game.wins == DIRECTIONS[1] else "highest")


def _clauses(entries: Mapping[str, Entry]) -> Iterator[str]:
    yield WINS
    if "values" in entries and entries["values"].value is True:
        yield VALUES
    if any(key.startswith("each.") for key in entries):
        yield EACH
    taken = {WINS, VALUES, EACH}
    yield from (f"score.{name}" for name in _sets_of(entries) if f"score.{name}" not in taken)


def _sets_of(entries: Mapping[str, Entry]) -> list[str]:
    return list(dict.fromkeys(key.split(".")[1] for key in entries if key.startswith("sets.")))


# -- reading the table -------------------------------------------------------------------------------------------------


def _filled(game: ScoredGame, entries: Mapping[str, Entry], page: RulesPage, problems: list[Problem]) -> ScoredGame:
    reader = _Reader(game, page, problems)
    for key, entry in entries.items():
        reader.read(key, entry)
    if "wins" not in entries:
        first = next(iter(entries.values()))
        hint = "Write 'wins: highest' or 'wins: lowest' below 'score:'."
        problems.append(
            Problem("E614", "who wins is missing in the table of scores", page.shown, first.line, hint=hint)
        )
    reader.read_sets(entries)
    reader.check_values()
    return game


class _Reader:
    """Fills the game from the entries, and says which cannot be used."""

    def __init__(self, game: ScoredGame, page: RulesPage, problems: list[Problem]) -> None:
        self._game, self._page, self._problems = game, page, problems

    def read(self, key: str, entry: Entry) -> None:
        if key == "wins" and entry.value in DIRECTIONS:
            self._game.wins = str(entry.value)
        elif key == "values" and isinstance(entry.value, bool):
            self._game.values_count = entry.value
        elif key.startswith("each."):
            self._each(key.removeprefix("each."), entry)
        elif not key.startswith("sets."):
            known = ("wins", "values", "each", "sets")
            wanted = {"wins": "highest or lowest", "values": "yes or no", "each": "a table", "sets": "a table"}.get(key)
            message = f"{key}: it is {wanted}" if wanted else f"a table of scores has no '{key}'"
            self._refuse(
                message, entry, "" if wanted else hint_from(did_you_mean(key, known), f"Known: {listed(known)}.")
            )

    def read_sets(self, entries: Mapping[str, Entry]) -> None:
        for name in _sets_of(entries):
            keys = {key: entry for key, entry in entries.items() if key.startswith(f"sets.{name}.")}
            first = next(entry for key, entry in entries.items() if f"{key}.".startswith(f"sets.{name}."))
            if not NAME.fullmatch(name) or f"score.{name}" in {WINS, VALUES, EACH}:
                self._refuse(f"'{name}' cannot be the name of a set", first, "Take another word in small letters.")
            for key, entry in keys.items():
                if key.removeprefix(f"sets.{name}.") not in {"cards", "points"}:
                    self._refuse(f"a set has no '{key.rpartition('.')[2]}'", entry, "It has cards and points.")
            cards, points = entries.get(f"sets.{name}.cards"), entries.get(f"sets.{name}.points")
            if cards is None or points is None:
                self._refuse(
                    f"the set '{name}' needs cards and points", first, 'Such as {cards: "fox, oak", points: 5}.'
                )
                continue
            number, needed = self._points(points), self._cards(cards)
            if number is not None and needed:
                self._game.sets.append(Set(name, needed, number))

    def check_values(self) -> None:
        """Points are whole numbers; so are the values that count as such."""
        for card in self._game.cards if self._game.values_count else ():
            if card.value is not None and card.value != int(card.value):
                place = card.place("value")
                message = f"the value of {card.id} counts as points, and they are whole numbers"
                self._problems.append(Problem("E614", message, place.file, place.line, place.column, "value"))

    def _each(self, name: str, entry: Entry) -> None:
        known = {card.id for card in self._game.cards} | {card.kind for card in self._game.cards if card.kind}
        points = self._points(entry)
        if name not in known:
            self._refuse(f"there is no card and no kind '{name}'", entry, did_you_mean(name, known))
        elif points is not None:
            self._game.each[name] = points

    def _points(self, entry: Entry) -> int | None:
        value = entry.value
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_POINTS:
            return value
        self._refuse(f"{entry.said} is not a whole number of points", entry)
        return None

    def _cards(self, entry: Entry) -> Counter[int]:
        words = ", ".join(str(item.value) for item in entry.items) or str(entry.value)
        notation = read_notation(f"cards: {words}", self._page.shown)
        found: list[Problem] = []
        counts = _counted(notation.lines[0], self._game, notation, found)
        for problem in found:
            self._refuse(problem.message, entry, problem.hint)
        if not counts and not found:
            self._refuse("a set has at least one card", entry)
        return counts

    def _refuse(self, message: str, entry: Entry, hint: str = "") -> None:
        self._problems.append(Problem("E614", message, self._page.shown, entry.line, entry.column, hint=hint))


def _counted(line: Line, game: ScoredGame, notation: Notation, problems: list[Problem]) -> Counter[int]:
    """How many of each card a line names."""
    counts: Counter[int] = Counter()
    for entry in line.entries(problems, notation.shown):
        card = game.names.look_up(entry.name, notation, problems)
        if card is not None:
            counts[card] += entry.count
    return counts


# -- scoring -----------------------------------------------------------------------------------------------------------


def _score(game: Game, notation: Notation, problems: list[Problem]) -> Scored | None:
    """A line a player: the name, a colon, the cards. None after problems."""
    assert isinstance(game, ScoredGame)
    before = len(problems)
    tables: dict[str, Counter[int]] = {}
    for line in notation.lines:
        name = line.key.text
        counts = _counted(line, game, notation, problems) if line.colon or line.value.text else Counter[int]()
        tables[name] = tables.get(name, Counter()) + counts
        for card, count in counts.items():
            everywhere = sum(table[card] for table in tables.values())
            if count and everywhere > game.cards[card].quantity:
                copies = game.cards[card].quantity
                message = f"{everywhere} of {game.cards[card].name} lie there, and the deck has {copies}"
                problems.append(notation.problem("E703", message, line.value))
    if not tables:
        problems.append(notation.problem("E702", "there is nobody to score", hint="Such as: Ana: Red Fox x2, Raven"))
    if len(problems) > before:
        return None
    sheets = tuple(ScoreSheet(tuple(_items(game, table)), {}) for table in tables.values())
    sign = 1 if game.wins == DIRECTIONS[0] else -1
    totals = [float(sign * sheet.total) for sheet in sheets]
    deciding = [Criterion(WINS, f"{game.wins} points", totals)] if game.is_on(WINS) else []
    return Scored(tuple(tables), sheets, Ranking.by(deciding or [Criterion(WINS, "nothing", [0.0] * len(sheets))]))


def _items(game: ScoredGame, table: Counter[int]) -> Iterator[Item]:
    cards = [(game.cards[card], count) for card, count in sorted(table.items()) if count]
    if game.values_count and game.is_on(VALUES):
        names = tuple(card.name for card, count in cards for _ in range(count))
        yield Item(VALUES, "values", sum(int(card.value or 0) * count for card, count in cards), names)
    for name, points in game.each.items():
        found = [card.name for card, count in cards for _ in range(count) if name in {card.id, card.kind}]
        if found and game.is_on(EACH):
            yield Item(EACH, f"{len(found)} x {_called(name, game.cards)}", points * len(found), tuple(found))
    for one in game.sets:
        times = min(table[card] // needed for card, needed in one.cards.items())
        if times and game.is_on(f"score.{one.name}"):
            names = tuple(game.cards[card].name for card, needed in one.cards.items() for _ in range(needed * times))
            yield Item(f"score.{one.name}", f"{times} x {one.name}", one.points * times, names)


def _called(name: str, cards: Iterable[Card]) -> str:
    return next((card.name for card in cards if card.id == name), name)


# -- on paper ----------------------------------------------------------------------------------------------------------


def score_form(game: Game) -> ScoreForm:
    """A line for the values, for each card that counts by itself, and for each set."""
    assert isinstance(game, ScoredGame)
    each = tuple(Place(_called(name, game.cards), f"{points} each") for name, points in game.each.items())
    found = [Category("Values of the cards", frozenset({VALUES}))] if game.values_count else []
    found += [Category("Cards", frozenset({EACH}), lines=each)] if each else []
    found += [
        Category(
            one.name.replace("-", " ").capitalize(),
            frozenset({f"score.{one.name}"}),
            f"{_in_words(one, game)}: {one.points}",
        )
        for one in game.sets
    ]
    return ScoreForm(tuple(found), (game.min_players, game.max_players), notes=(f"The {game.wins} total wins.",))


def _in_words(one: Set, game: ScoredGame) -> str:
    """`Red Fox, Old Oak x2`."""
    return ", ".join(f"{game.cards[card].name}{f' x{count}' if count > 1 else ''}" for card, count in one.cards.items())
