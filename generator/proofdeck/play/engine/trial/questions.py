"""The standing questions: what is asked of every game, by `check` for a while and by `hunt` for longer.

Each is asked of a table that the rules lead to, and raises `Broken` if the answer is bad. Questions about many games
have no function here; who plays the games asks them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from proofdeck.ground.problems import ProofdeckError, listed
from proofdeck.play.engine.kit.pieces import Choice
from proofdeck.play.engine.kit.rules import Rules
from proofdeck.play.engine.kit.table import Table
from proofdeck.play.engine.kit.zones import Fact
from proofdeck.play.engine.patience import EndlessCall
from proofdeck.play.engine.state import Action, Game, State
from proofdeck.play.engine.trial.comparing import Broken, check_cards, seen_of
from proofdeck.play.engine.trial.table_checks import CHECKS, ExaminedTable, check_end, check_legal, check_seat
from proofdeck.source.cards import Deck

LONGEST = 50_000
"""The most moves in a game. The longest shipped game, Toonerville Rook with random moves, takes about 20,000."""


class When(Enum):
    """What a question is about: a table, a table and all that can be done with it, which takes long, the last move, the
    end of a game, or many games.
    """

    TABLE = "table"
    DEEP = "deep"
    MOVE = "move"
    END = "end"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Seen:
    """A table, and how it came about. deck: all cards of its game. known: all actions, if they are to be compared.

    move: the last one in words, such as `the move 'Draw'`; keys: of the tables before and after it, if they are to be
    compared. first: the table after the deal; performs: the method that made the move.
    """

    game: Game
    state: State
    deck: Counter[str]
    known: frozenset[Action] = frozenset()
    move: str = "the deal"
    keys: tuple[bytes, bytes] | None = None
    first: State | None = None
    performs: object = None


@dataclass(frozen=True, slots=True)
class TrialQuestion:
    """kind: the fault that it finds; says: that fault in words; ask: raises Broken, None for one about many games.

    remark: whether a bad answer may be what the author wants.
    """

    kind: str
    says: str
    when: When
    ask: Callable[[Seen], None] | None = None
    remark: bool = False


def _key(seen: Seen) -> None:
    if seen.keys and seen.keys[0] == seen.keys[1]:
        look = "key() must contain everything that affects the rest of the game, including turn and player."
        raise Broken(f"{seen.move} does not change key()", look, type(seen.state).key)


def _cards(seen: Seen) -> None:
    check_cards(seen.state, seen.deck, seen.move, seen.performs or type(seen.state)._play, type(seen.state).zones)


def _order(seen: Seen) -> None:
    """Count the points again with the rows of the spreadsheet in another order."""
    state = seen.state
    for other in other_orders(state):
        points, found = ([sheet.total for sheet in one.score_sheets()] for one in (state, other))
        if found != points:
            both = " and ".join(listed(map(str, one)) for one in (points, found))
            says = f"the points depend on the order in which cards are read: they are {both}"
            raise Broken(says, "Count all cards before you decide, or try every way.", type(state).score_sheets)


def _rank(seen: Seen) -> None:
    ranking = seen.state.ranking()
    if ranking.is_shared:
        who = listed(f"player {seat + 1}" for seat in ranking.groups[0])
        raise Broken(f"nothing decides between {who}", "Say in the rules who wins then, or that they share the win.")


def _deep(kind: str) -> Callable[[Seen], None]:
    """A check of the tests of engines, as a question about a table."""

    def ask(seen: Seen) -> None:
        state, every = seen.state, sorted(seen.known)
        known = frozenset({"cards"})
        scene = ExaminedTable(seen.game, state, seen_of(state), (), (), every, state.clone, state.turns, known)
        try:
            CHECKS[kind].look(scene)
        except (Broken, EndlessCall):
            raise
        except Exception:  # noqa: BLE001 - what fails in play is found there, with the move that fails
            return

    return ask


STANDING = (
    TrialQuestion(
        "legal",
        "legal moves that are in no order, or no moves of the game",
        When.TABLE,
        lambda seen: check_legal(seen.game, seen.state, seen.known),
    ),
    TrialQuestion("seat", "nobody can move and the game is not over", When.TABLE, lambda seen: check_seat(seen.state)),
    TrialQuestion("key", "a move that changes nothing", When.MOVE, _key),
    TrialQuestion("cards", "a card is lost or created", When.MOVE, _cards),
    TrialQuestion(
        "end of game", "a result that does not share out one win", When.END, lambda seen: check_end(seen.state)
    ),
    TrialQuestion("order", "points depend on the order in which cards are read", When.END, _order),
    TrialQuestion("crash", "the engine fails, or a board or a pool cannot hold what the rules put there", When.MOVE),
    TrialQuestion("end", "a game need not end", When.GAMES),
    *(TrialQuestion(kind, f"a fault of {check.does}", When.DEEP, _deep(kind)) for kind, check in CHECKS.items()),
    TrialQuestion("rank", "players share the first place", When.END, _rank, remark=True),
    TrialQuestion("unused", "a clause, a card or a move is never used", When.GAMES, remark=True),
    TrialQuestion("favoured", "a seat wins more than its share among equal players", When.GAMES, remark=True),
)
"""All of them, the gravest first among those that are asked at the same time."""


def other_orders(state: State) -> Iterator[State]:
    """The same table with its cards numbered from the last row of the spreadsheet.

    Only tables of the kit can be made again; those that keep numbers of cards in hidden facts are left out.
    """
    if not isinstance(state, Table) or not isinstance(rules := state.rules, Rules):
        return
    known = _turned(rules)
    if known is None or known.ids == rules.ids:
        return
    facts = state.FACTS.items()
    is_plain = all(fact.shown or not fact.decides or getattr(state, name) == fact.start for name, fact in facts)
    if not is_plain or any(zone.form.of is None for zone in state.ZONES.values()):
        return
    number = {name: card for card, name in enumerate(known.ids)}
    other = known.table.blank(known, state.players, state.seed)
    for name in ("player", "turns", "ended_by", "shuffles"):
        setattr(other, name, getattr(state, name))
    for name, fact in facts:
        setattr(other, name, _renumbered(fact, getattr(state, name), rules, known))
    for name, zone, seat, held in state.heaps():
        cards = zone.form.cards(held, rules)
        other.fill(name, [number[rules.ids[card]] for card in cards], seat)
    yield other


def _renumbered(fact: Fact, value: Any, rules: Rules[Table], known: Rules[Table]) -> Any:
    """The value of a fact that may be the number of a card, by the names of its values."""
    if isinstance(fact.thing, Choice):
        names, others = (list(fact.thing.names(one)) for one in (rules, known))
    elif callable(fact.words):
        names, others = (list(fact.words(one)) for one in (rules, known))
    else:
        return [one[:] if isinstance(one, list) else one for one in value] if fact.is_list else value
    values = value if fact.is_list else [value]
    found = [others.index(names[one]) if 0 <= one < len(names) else one for one in values]
    return found if fact.is_list else found[0]


_made: dict[int, tuple[Rules[Table], Rules[Table] | None]] = {}
"""By the identity of rules: these rules, so that the identity stays theirs, and those with the rows turned round."""


def _turned(rules: Rules[Table]) -> Rules[Table] | None:
    """None if the game cannot be played with the rows in that order."""
    if id(rules) not in _made:
        deck = Deck(rules.name, (*reversed(rules.cards), *rules.pieces.values()))
        _made.clear()
        try:
            _made[id(rules)] = rules, type(rules)(deck, rules.values, rules.on)
        except ProofdeckError:
            _made[id(rules)] = rules, None
    return _made[id(rules)][1]
