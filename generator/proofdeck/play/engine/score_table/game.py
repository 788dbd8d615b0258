"""Games that can be scored but not played, from the `score:` table in the head of a page, without Python.

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

Each entry is a clause that the page must print: `score.values`, `score.each`, `score.trio`, `score.colours`, and
`score.wins` for who wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from proofdeck.ground.problems import Place, Problem, Problems, ProofdeckError, listed
from proofdeck.play.engine.asking import Gap, Script, of_each
from proofdeck.play.engine.categories import ScoreForm
from proofdeck.play.engine.engine import Engine, Scored
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.play.engine.notation import Notation, NotationLine
from proofdeck.play.engine.pictures import Heap, Pictures, Piece
from proofdeck.play.engine.score_sheet import AgainstTheGame, Criterion, Ranking, ScoreSheet
from proofdeck.play.engine.score_table.notation import TableNotation
from proofdeck.play.engine.score_table.reader import DIRECTIONS, ScoreTable, read_score_table
from proofdeck.play.engine.score_table.rules import WINS, ScoreRule
from proofdeck.play.engine.score_table.words import cards_of
from proofdeck.play.engine.state import Action, Game, State
from proofdeck.source.cards import Deck
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.parameters import Values
from proofdeck.source.rules.points import ALL_ON, RulePoints
from proofdeck.source.rules.sides import NO_SIDES, PageSides

TABLE = "score"


class ScoredGame(Game):
    """A game that can only be scored."""

    min_players: ClassVar[int] = 1
    max_players: ClassVar[int] = 99

    def __init__(self, deck: Deck, table: ScoreTable, points: RulePoints, values: Values, on: int = ALL_ON) -> None:
        super().__init__(values, on)
        self.name, self.points = deck.game, points  # type: ignore[misc]
        self.table = table
        self.cards = cards_of(deck)
        self.notation = TableNotation(self.cards, table.asked)

    def is_on(self, clause: str) -> bool:
        return bool(self.on & self.points.bit(clause))

    def new_initial_state(self, players: int, seed: int) -> State:  # noqa: ARG002
        message = f"{self.name} can be scored but not played: the head of its rules names no engine"
        raise ProofdeckError(Problem("E608", message))

    def actions(self) -> Iterable[Action]:
        return ()

    def action_to_string(self, action: Action) -> str:  # noqa: ARG002
        raise ValueError(f"{self.name} has no actions")


def scored_engine(page: RulesPage, deck: Deck, problems: Problems, sides: PageSides = NO_SIDES) -> Engine[Any] | None:
    """The `score:` table of the page as an engine that can score; None if there is none or it has mistakes."""
    entry = page.head.get(TABLE)
    if entry is not None and entry.value != "":
        problems.report("E614", f"{TABLE}: this must be a table", entry.place)
    if not page.under(TABLE):
        return None
    table = read_score_table(page, TABLE, deck, problems, sides)
    if table is None:
        return None
    points = RulePoints()
    for clause in (WINS, *(rule.clause for rule in table.rules)):
        points.bind(clause)

    def make(cards: Deck, values: Values, on: int) -> ScoredGame:
        found = Problems()
        of_cards = table if cards is deck else read_score_table(page, TABLE, cards, found, sides)
        if of_cards is None:
            raise ProofdeckError(found)
        return ScoredGame(cards, of_cards, points, values, on)

    pictures = Pictures(heaps=_heaps) if table.asked else Pictures()
    parts = {"script": _script, "score_form": score_form, "pictures": pictures, "sums": sums}
    return Engine(deck.game, (), points, make, _score, _match_form, parts.get)


def _match_form(game: ScoredGame) -> MatchForm:
    return MatchForm("lowest" if game.table.wins == DIRECTIONS[1] else "highest")


# -- scoring -----------------------------------------------------------------------------------------------------------


def _score(game: ScoredGame, notation: Notation, problems: Problems) -> Scored | None:
    """None after problems."""
    scope = problems.scope()
    holdings = game.notation.read(notation, problems)
    if not holdings:
        hint = "Such as Ana: Red Fox x2, Raven"
        problems.report("E702", "there is no player to score", Place(notation.shown), hint=hint)
    if not scope.is_clean:
        return None
    everybody = list(holdings.values())
    rules = [rule for rule in game.table.rules if game.is_on(rule.clause)]
    items = (tuple(item for rule in rules for item in rule.items(own, everybody)) for own in everybody)
    sheets = tuple(map(ScoreSheet, items))
    points = [sheet.total for sheet in sheets]
    return Scored(tuple(holdings), sheets, _ranking(game, points), notes=tuple(_together(game, [*holdings], points)))


def _together(game: ScoredGame, names: Sequence[str], points: Sequence[int]) -> Iterator[str]:
    """What partners have."""
    sides = game.sides(len(points))
    for side in sides.seats if not sides.is_together and sides.has_partners else ():
        yield f"{' + '.join(names[seat] for seat in side)}: {sum(points[seat] for seat in side)}."


def _ranking(game: ScoredGame, points: Sequence[int]) -> Ranking:
    """By the points of each side, or by those of the whole table if it plays against the game."""
    sides, table = game.sides(len(points)), game.table
    if sides.is_together:
        needs = table.needs if game.is_on(WINS) else None
        if needs is None:
            return Ranking(sides.seats, None, sides)
        result: AgainstTheGame = "won" if sum(points) >= needs else "lost"
        return Ranking(sides.seats, Criterion(WINS, f"{needs} points", ()), sides, result)
    sign = 1 if table.wins == DIRECTIONS[0] else -1
    totals = sides.sums(float(sign * one) for one in points)
    deciding = Criterion(WINS, f"{table.wins} points", totals)
    return Ranking.by([deciding if game.is_on(WINS) else Criterion(WINS, "nothing", [0.0] * len(points))], sides)


def sums(game: ScoredGame) -> list[int]:
    """The numbers of which all points are sums; empty if they may be any."""
    found = [rule.parts(game.cards) for rule in game.table.rules]
    return [] if None in found else [part for parts in found if parts for part in parts]


# -- asked for, on paper and in books ----------------------------------------------------------------------------------


def _script(game: ScoredGame, players: Sequence[str]) -> Script:
    """Ask for the cards of each player, then for what else is counted."""
    cards = tuple(card.name for card in game.cards)
    such_as = f"{cards[0]} x2" if cards else "Enter"
    held = Gap("Cards of {player}", " ", such_as, cards, optional=True)
    asked = (
        Gap(f"{name[0].upper()}{name[1:]} of {{player}}", f"; {name} ", "7", optional=True) for name in game.table.asked
    )
    return (*of_each(players, "\n{player}:", held, *asked), "\n")


def score_form(game: ScoredGame) -> ScoreForm:
    """A line for each rule, and how ties are broken."""
    categories = tuple(rule.category() for rule in game.table.rules)
    notes = (*_goal(game), *_notes(game.table.rules))
    return ScoreForm(categories, (game.min_players, game.max_players), notes=notes)


def _goal(game: ScoredGame) -> Iterator[str]:
    """Who wins."""
    if game.table.wins:
        yield f"The {game.table.wins} total wins."
    elif game.table.needs is not None:
        yield f"You win with {game.table.needs} points."


def _notes(rules: Sequence[ScoreRule]) -> Iterator[str]:
    """Each note once, with the rules it is about if there are several notes."""
    about: dict[str, list[str]] = {}
    for rule in rules:
        if note := rule.note():
            about.setdefault(note, []).append(rule.category().label)
    for note, labels in about.items():
        yield note if len(about) == 1 else f"{listed(labels)}: {note[0].lower()}{note[1:]}"


def _heaps(game: ScoredGame, line: NotationLine) -> Sequence[Heap]:
    """A player's cards and numbers."""
    cards, numbers = game.notation.cards_and_numbers(line)
    pieces = tuple(Piece(game.cards[card].id, copies) for card, copies in cards)
    return (Heap(pieces), *(Heap((), f"{name} {number}") for name, number in numbers)) if pieces else ()
