"""Games that are scored and not played: the `score:` table in the head of a page, for whoever writes no Python.

::

    score:
      wins: highest
      values: yes
      each: {raven: 2, creature: 1}
      sets:
        trio: {cards: "fox, raven, oak", points: 5}
      rules:
        colours: {count: cards, by: suit, series: 1 3 6 10}
        most-green: {most: suit green, points: 6 3}
        coins: {asks: coins, points: 1, at-most: 20}

Each of them is a clause, which the page must print: `score.values`, `score.each`, `score.trio`, `score.colours`, and
`score.wins` for who wins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from generator.cards import Deck
from generator.engine.asking import Question, Script
from generator.engine.beside import Beside
from generator.engine.categories import ScoreForm
from generator.engine.engine import Engine, Scored
from generator.engine.match_form import MatchForm
from generator.engine.notation import Line, Notation, Word
from generator.engine.pictures import Heap, Pictures, Piece
from generator.engine.score_sheet import Criterion, Item, Ranking, ScoreSheet
from generator.engine.score_table.counts import Holding
from generator.engine.score_table.mistakes import MOST_POINTS
from generator.engine.score_table.reader import DIRECTIONS, ScoreTable, read_score_table
from generator.engine.score_table.rules import WINS, Rule
from generator.engine.score_table.words import card_names, cards_of, counted_cards, is_called
from generator.engine.state import Action, Game, State
from generator.problems import Problem, ProofdeckError, listed
from generator.rules.page import RulesPage
from generator.rules.parameters import Values
from generator.rules.points import ALL_ON, RulePoints

TABLE = "score"
NUMBER = r"[-+−]?\d+"
NUMBER_BEHIND = re.compile(rf"(?P<name>\D*?[^\W\d_]) ?(?:[:=×*]|\bx)? ?(?P<number>{NUMBER})", re.IGNORECASE)
NUMBER_BEFORE = re.compile(rf"(?P<number>{NUMBER})(?: ?(?:[×*]|x\b))? ?(?P<name>\D+)", re.IGNORECASE)
"""`coins 7`, `coins: 7` or `coins x7`, and `7 coins`."""
LONGEST_NUMBERED = 100
"""Characters of a name and its number; what is longer is neither."""


class ScoredGame(Game):
    """A game of which only the score is known."""

    min_players: ClassVar[int] = 1
    max_players: ClassVar[int] = 99

    def __init__(self, deck: Deck, table: ScoreTable, points: RulePoints, on: int = ALL_ON) -> None:
        super().__init__(Values({}), on)
        self.name, self.points = deck.game, points  # type: ignore[misc]
        self.table = table
        self.cards = cards_of(deck)
        self.names = card_names(self.cards)

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
    entry = page.head.get(TABLE)
    if entry is not None and entry.value != "":
        problems.append(Problem("E614", f"{TABLE}: it is a table", page.shown, entry.line, entry.column))
    if not page.under(TABLE):
        return None
    table = read_score_table(page, TABLE, deck, problems)
    if table is None:
        return None
    points = RulePoints()
    for clause in (WINS, *(rule.clause for rule in table.rules)):
        points.bind(clause)

    def make(cards: Deck, _: Values, on: int) -> Game:
        found: list[Problem] = []
        of_cards = table if cards is deck else read_score_table(page, TABLE, cards, found)
        if of_cards is None:
            raise ProofdeckError(found)
        return ScoredGame(cards, of_cards, points, on)

    pictures = Pictures(heaps=_heaps) if table.asked else Pictures()
    beside = Beside(script=_script, score_form=score_form, pictures=pictures)
    return Engine(deck.game, (), points, make, _score, _match_form, lambda: beside)


def _match_form(game: Game) -> MatchForm:
    assert isinstance(game, ScoredGame)
    return MatchForm("lowest" if game.table.wins == DIRECTIONS[1] else "highest")


# -- what players have -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Read:
    """What is written down of one player. cards: place in the list of cards -> copies."""

    cards: Counter[int] = field(default_factory=Counter)
    numbers: dict[str, int] = field(default_factory=dict)


def _read(game: ScoredGame, notation: Notation, problems: list[Problem]) -> dict[str, _Read]:
    """A line for each player: the name, a colon, the cards and what else is counted. `Ana: Red Fox x2; coins 7`."""
    tables: dict[str, _Read] = {}
    for line in notation.lines:
        own = tables.setdefault(line.key.text, _Read())
        if not (line.colon or line.value.text):
            continue
        cards, numbers = _apart(game, line)
        for name, word, number in numbers:
            _take_number(own, name, word, number, notation, problems)
        counts = sum((_counted(game, replace(line, value=part), notation, problems) for part in cards), Counter[int]())
        own.cards += counts
        for card, count in counts.items():
            everywhere, copies = sum(one.cards[card] for one in tables.values()), game.cards[card].quantity
            if count and everywhere > copies:
                message = f"{everywhere} of {game.cards[card].name} lie there, and the deck has {copies}"
                problems.append(notation.problem("E703", message, line.value))
    return tables


def _apart(game: ScoredGame, line: Line) -> tuple[list[Word], list[tuple[str, Word, str]]]:
    """The cards of a line, and (what is asked for, where, the number that is written)."""
    if not game.table.asked:
        return [line.value], []
    cards, numbers = [], []
    for part in line.cut(";"):
        for word in replace(line, value=part).cut(","):
            if found := _numbered(word.text, game.table.asked):
                numbers.append((found[0], word, found[1]))
            elif word.text:
                cards.append(word)
    return cards, numbers


def _numbered(text: str, asked: Iterable[str]) -> tuple[str, str] | None:
    """What is asked for and its number; None for a card."""
    plain = " ".join(text.split()) if len(text) <= LONGEST_NUMBERED else ""
    found = NUMBER_BEHIND.fullmatch(plain) or NUMBER_BEFORE.fullmatch(plain)
    return next(((name, found["number"]) for name in asked if is_called(name, found["name"])), None) if found else None


def _counted(game: ScoredGame, line: Line, notation: Notation, problems: list[Problem]) -> Counter[int]:
    """How many of each card there are."""
    for entry in line.entries([], notation.shown) if game.table.asked else ():
        if name := _lacking(game, entry.name.text):
            message = f"{name}: a whole number is missing"
            problems.append(notation.problem("E702", message, entry.name, f"Such as: {name} 7"))
            return Counter()
    return counted_cards(line, game.names, notation, problems)


def _lacking(game: ScoredGame, card: str) -> str:
    """What is asked for, where it is written without a number that can be read; "" for a card."""
    try:
        game.names.find(card)
    except ValueError:
        words = card.split()
        return next((name for name in game.table.asked if is_called(name, " ".join(words[: len(name.split())]))), "")
    return ""


def _take_number(own: _Read, name: str, word: Word, written: str, notation: Notation, problems: list[Problem]) -> None:
    digits = written.lstrip("-+−").lstrip("0")
    if len(digits) > len(str(MOST_POINTS)) or int(digits or 0) > MOST_POINTS:
        problems.append(notation.problem("E702", f"{name}: numbers go up to {MOST_POINTS:,}", word))
    elif name in own.numbers:
        message = f"{name}: there is already a number, {own.numbers[name]}"
        problems.append(notation.problem("E702", message, word, "Take one of them out."))
    else:
        own.numbers[name] = -int(digits or 0) if written[0] in "-−" else int(digits or 0)


# -- scoring -----------------------------------------------------------------------------------------------------------


def _score(game: Game, notation: Notation, problems: list[Problem]) -> Scored | None:
    """None after problems."""
    assert isinstance(game, ScoredGame)
    before = len(problems)
    tables = _read(game, notation, problems)
    if not tables:
        problems.append(notation.problem("E702", "there is nobody to score", hint="Such as: Ana: Red Fox x2, Raven"))
    if len(problems) > before:
        return None
    holdings = [_holding(game, own) for own in tables.values()]
    sheets = tuple(ScoreSheet(tuple(_items(game, own, holdings)), {}) for own in holdings)
    sign = 1 if game.table.wins == DIRECTIONS[0] else -1
    totals = [float(sign * sheet.total) for sheet in sheets]
    deciding = [Criterion(WINS, f"{game.table.wins} points", totals)] if game.is_on(WINS) else []
    return Scored(tuple(tables), sheets, Ranking.by(deciding or [Criterion(WINS, "nothing", [0.0] * len(sheets))]))


def _holding(game: ScoredGame, own: _Read) -> Holding:
    cards = tuple((game.cards[card], copies) for card, copies in sorted(own.cards.items()) if copies)
    return Holding(cards, own.numbers)


def _items(game: ScoredGame, own: Holding, everybody: Sequence[Holding]) -> Iterator[Item]:
    for rule in game.table.rules:
        if game.is_on(rule.clause):
            yield from rule.items(own, everybody)


# -- asked for, on paper and in books ----------------------------------------------------------------------------------


def _script(game: Game, players: Sequence[str]) -> Script:
    """First the cards of each player, then what else is counted."""
    assert isinstance(game, ScoredGame)
    cards = tuple(card.name for card in game.cards)
    such_as = f"{cards[0]} x2" if cards else "Enter"
    parts: list[str | Question] = []
    for player in players:
        parts += [f"\n{player}:", Question(f"Cards of {player}", " ", such_as, cards, player, optional=True)]
        for name in game.table.asked:
            asks = f"{name[0].upper()}{name[1:]} of {player}"
            parts.append(Question(asks, f"; {name} ", "7", player=player, optional=True))
    return (*parts, "\n")


def score_form(game: Game) -> ScoreForm:
    """A line for each rule, and how ties are settled."""
    assert isinstance(game, ScoredGame)
    categories = tuple(rule.category() for rule in game.table.rules)
    notes = (f"The {game.table.wins} total wins.", *_notes(game.table.rules))
    return ScoreForm(categories, (game.min_players, game.max_players), notes=notes)


def _notes(rules: Sequence[Rule]) -> Iterator[str]:
    """Each once; where there are several, with the rules that they are about."""
    about: dict[str, list[str]] = {}
    for rule in rules:
        if note := rule.note():
            about.setdefault(note, []).append(rule.category().label)
    for note, labels in about.items():
        yield note if len(about) == 1 else f"{listed(labels)}: {note[0].lower()}{note[1:]}"


def _heaps(game: Game, line: Line) -> Sequence[Heap]:
    """The cards of a player, and the numbers beside them."""
    assert isinstance(game, ScoredGame)
    cards, numbers = _apart(game, line)
    problems: list[Problem] = []
    entries = [entry for part in cards for entry in replace(line, value=part).entries(problems, "")]
    found = [(game.names.look_up(entry.name, Notation("", ()), problems), entry.count) for entry in entries]
    pieces = tuple(Piece(game.cards[card].id, copies) for card, copies in found if card is not None)
    return () if problems else (Heap(pieces), *(Heap((), f"{name} {number}") for name, _, number in numbers))
