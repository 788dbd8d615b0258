"""Looks for tables that the rules leave open: in all games of a small deck, and in many games of a large one.

All games of a deck are searched breadth first from each deal; tables with the same `key` are one. In a large deck,
games are played at random, by greedy bots, by players who avoid one kind of move, by players who return to earlier
tables, and from the rarest tables on. The result is a list of `Find`s: a question with a bad answer, and the game that
led to it.
"""

from __future__ import annotations

import gc
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count, permutations
from math import factorial, prod
from pathlib import PurePath
from random import Random
from traceback import extract_tb, walk_tb
from typing import NamedTuple

from proofdeck.play.engine.bots import Seat
from proofdeck.play.engine.faults import ShortDeal, said
from proofdeck.play.engine.kit.rules import Rules
from proofdeck.play.engine.kit.table import Table
from proofdeck.play.engine.patience import EndlessCall
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.referee import BotMaker
from proofdeck.play.engine.state import OVER, Action, Game, State
from proofdeck.play.engine.trial.comparing import Broken, cards_of
from proofdeck.play.engine.trial.questions import LONGEST, STANDING, Seen, TrialQuestion, When
from proofdeck.play.engine.trial.table_checks import named
from proofdeck.play.engine.trial.word_checks import all_actions

CYCLE_MOVES = 500
"""How many moves a cycle is repeated before the game is called endless."""
FULL_CHECK_MOVES = 300
"""How many moves of a game are checked one by one; after them, every tenth is."""
CARD_CHECK_EVERY = 16
"""In an exhaustive search, cards are counted at one table in this many, and at every finished one."""
CHOICES_TRIED = 8
"""How many legal moves a player who avoids something looks at before giving in."""
DEEP_CHECKS = 80
"""How many tables of a piece get the expensive checks."""
MOST_ORDERS = 400_000
"""A deck with at most this many orders is dealt in all of them."""
MOST_COUNTED = 12
"""Counts above this do not make a table rarer."""
ORDERS_SAMPLED = 2_000
"""How many random orders of a larger deck are dealt."""
MOST_GAMES = 16
"""The most games in one piece of work."""
ENOUGH_MOVES = 1_500
"""How many moves end a piece of work: it starts no game after them."""
STYLES = ("random", "rarest", "greedy", "without", "random", "rarest", "both", "back")
"""How the players of a piece play, game after game."""

SLOW, SLOW_EVERY = {"greedy", "both"}, 4
"""Styles whose bots look ahead, and one piece in how many uses them."""


class Trail(NamedTuple):
    """A game up to a table. order: that of the shuffled cards, empty for the one that follows from the seed."""

    players: int
    seed: int
    order: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()

    def begin(self, game: Game) -> State:
        """The table after the deal."""
        if not self.order or not isinstance(game, Rules):
            return game.new_initial_state(self.players, self.seed)
        table: State = game.table.blank(game, self.players, self.seed)
        table.deal(list(self.order))  # type: ignore[attr-defined]  # every table of the kit is dealt so
        return table

    def tables(self, game: Game) -> Iterator[State]:
        """The table after the deal and after each move. Raises whatever the last move raises."""
        state = self.begin(game)
        yield state.clone()
        for action in self.actions:
            state.apply_action(action)
            yield state.clone()


@dataclass(frozen=True, slots=True)
class Find:
    """A bad answer. kind: of the question, or the claim; says: what is wrong; look: a hint; trail: how to get there.

    loop: how many of the last moves can be made again and again; endless: whether a call did not come back.
    """

    kind: str
    says: str
    look: str
    trail: Trail
    remark: bool = False
    loop: int = 0
    endless: bool = False


@dataclass(slots=True)
class HuntResult:
    """What a search has found and seen. finds: the first of each kind. reached: claims of tables that can be reached.

    fired, moves: bits of clauses and kinds of moves; moved: cards that changed places; shares: of the win, by style and
    number of players. complete: whether all games were searched; shuffled: whether chance had more to say than a deal;
    short: whether there were too few cards to deal.
    """

    finds: dict[str, Find] = field(default_factory=dict)
    reached: set[str] = field(default_factory=set)
    tables: int = 0
    games: int = 0
    fired: int = 0
    moves: int = 0
    moved: set[str] = field(default_factory=set)
    shares: dict[tuple[str, int], list[tuple[float, ...]]] = field(default_factory=dict)
    complete: bool = False
    shuffled: bool = False
    short: bool = False

    @property
    def endless(self) -> bool:
        """Whether a call that did not come back has ended the search."""
        return any(find.endless for find in self.finds.values())

    def add(self, other: HuntResult) -> None:
        """Take what another search has found as well."""
        for kind, find in other.finds.items():
            self.finds.setdefault(kind, find)
        for key, shares in other.shares.items():
            self.shares.setdefault(key, []).extend(shares)
        self.reached |= other.reached
        self.moved |= other.moved
        self.tables, self.games = self.tables + other.tables, self.games + other.games
        self.fired, self.moves = self.fired | other.fired, self.moves | other.moves


Goals = Mapping[str, Callable[[Seen], bool]]
"""Tables that the page says can be reached, by its words."""


class Hunter:
    """Asks the questions, and keeps the first bad answer to each. extra: the claims of the page, as questions."""

    def __init__(self, game: Game, extra: Sequence[TrialQuestion] = (), goals: Goals | None = None) -> None:
        self.game, self.haul = game, HuntResult()
        self.claims = tuple(extra)
        self.goals = dict(goals or {})
        self.questions = {
            when: [one for one in (*STANDING, *extra) if one.when == when and one.ask is not None] for when in When
        }
        self._asked = 0
        self.known = frozenset(all_actions(game)) if game.kinds_of_moves() else frozenset[Action]()
        self._kinds = [numbers for _, numbers in game.kinds_of_moves()]

    def ask(self, when: When, seen: Seen, trail: Callable[[], Trail]) -> None:
        """The questions of that moment. trail: the game that led to this table."""
        for one in self.questions[when]:
            if one.kind in self.haul.finds or one.ask is None:
                continue
            try:
                one.ask(seen)
            except Broken as broken:
                self.haul.finds[one.kind] = Find(one.kind, broken.says, broken.look, trail(), one.remark)
            except Exception as error:  # noqa: BLE001 - whatever an engine raises is reported to its author
                self.crashed(error, trail())

    def look(self, seen: Seen, trail: Callable[[], Trail]) -> None:
        """Ask what is to be asked of a table of a complete search. trail: as for `ask`."""
        haul, state = self.haul, seen.state
        is_over = state.player == OVER
        haul.fired |= state.fired
        haul.shuffled |= getattr(state, "shuffles", 0) > getattr(seen.first, "shuffles", 0)
        haul.games += is_over
        for when in (When.MOVE, When.END if is_over else When.TABLE):
            self.ask(when, seen, trail)
        if self.goals:
            self.reach(seen)

    def is_deep(self) -> bool:
        """Whether it is time for the questions that take long; not once something else was found."""
        self._asked += 1
        return not self._asked % DEEP_CHECKS and all(find.remark for find in self.haul.finds.values())

    def reach(self, seen: Seen) -> None:
        """Note the tables that the page says can be reached."""
        for words, holds in list(self.goals.items()):
            if holds(seen):
                del self.goals[words]
                self.haul.reached.add(words)

    def crashed(self, error: Exception, trail: Trail) -> None:
        """A finding for each line that raises. Raises EndlessCall again: any other game may wait as long."""
        kind, endless = crash(error), isinstance(error, EndlessCall)
        if kind not in self.haul.finds:
            self.haul.finds[kind] = Find(kind, said(error), _line_of(error) if endless else "", trail, endless=endless)
        if endless:
            raise error

    def used(self, actions: Sequence[Action]) -> None:
        """Note what kinds of moves were made."""
        for place, numbers in enumerate(self._kinds):
            if any(action in numbers for action in actions):
                self.haul.moves |= 1 << place


def crash(error: Exception) -> str:
    """The kind of a finding for an exception: the line that raises it."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    return f"crash {type(error).__name__} {frame.f_code.co_name}:{line}"


def _line_of(error: Exception) -> str:
    """The line that was running in the file of the function that the message names."""
    frames = extract_tb(error.__traceback__)
    file = next((one.filename for one in reversed(frames) if str(error).startswith(f"{one.name}()")), None)
    lines = [one.lineno for one in frames if one.filename == file]
    return f"It was at line {lines[-1]} of {PurePath(file).name}." if file else ""


# -- everything --------------------------------------------------------------------------------------------------------


def deals(game: Game, players: int) -> tuple[Iterator[tuple[int, ...]], bool]:
    """The orders in which the cards can be dealt, each once, and whether these are all there are.

    Empty orders stand for those of seeds, for a game that is not of the kit or has too many cards.
    """
    if not isinstance(game, Rules) or type(game).new_initial_state is not Rules.new_initial_state:
        return iter([()] * ORDERS_SAMPLED), False
    cards = game.decks[players]
    ways = factorial(len(cards)) // prod(map(factorial, Counter(cards).values()))
    if ways > MOST_ORDERS:
        return (tuple(Random(number).sample(cards, len(cards))) for number in range(ORDERS_SAMPLED)), False
    if ways == factorial(len(cards)):
        return permutations(cards), True
    return _orders(Counter(cards), len(cards)), True


def _orders(left: Counter[int], size: int) -> Iterator[tuple[int, ...]]:
    """Each order of cards of which there are copies."""
    if not size:
        yield ()
        return
    for card in [card for card, copies in left.items() if copies]:
        left[card] -= 1
        yield from ((card, *rest) for rest in _orders(left, size - 1))
        left[card] += 1


Path = tuple["Path", Action] | None
"""The moves that led to a table, the last one first."""


def _actions(path: Path) -> tuple[Action, ...]:
    found = []
    while path is not None:
        path, action = path
        found.append(action)
    return tuple(reversed(found))


def everything(hunter: Hunter, players: int, met: set[bytes] | None = None) -> Iterator[int]:
    """Search all games of that many players, breadth first from each deal, and yield how many tables there are so far.

    The search is over when nothing more is yielded; only then is the haul complete. met: takes a digest of each table.
    """
    game, haul, seen = hunter.game, hunter.haul, set() if met is None else met
    orders, are_all = deals(game, players)
    was_on = gc.isenabled()
    gc.disable()  # tables hold no circles, and looking for some takes half of the time
    try:
        for number, order in enumerate(orders):
            trail = Trail(players, 0 if order else number, order)
            try:
                first = trail.begin(game)
            except ShortDeal:
                haul.short = True
                break
            except Exception as error:  # noqa: BLE001 - whatever an engine raises is reported to its author
                hunter.crashed(error, trail)
                continue
            if (key := _digest(first)) not in seen:
                seen.add(key)
                for _ in _from_deal(hunter, trail, first, seen):
                    yield len(seen)
            if not number % 16:
                yield len(seen)
    finally:
        haul.tables = len(seen)
        if was_on:
            gc.enable()
    haul.complete = are_all and not haul.shuffled and not haul.short


def _digest(state: State) -> bytes:
    return blake2b(state.key(), digest_size=16).digest()


def _from_deal(hunter: Hunter, trail: Trail, first: State, seen: set[bytes]) -> Iterator[None]:
    """Search from one deal, and yield now and then."""
    deck = cards_of(first)
    hunter.haul.shuffled |= getattr(first, "shuffles", 0) > 0
    queue: deque[tuple[State, Path, bytes]] = deque([(first, None, _digest(first))])
    is_plain = type(first).apply_action is State.apply_action  # what is listed need not be looked up again
    is_claimed = bool(hunter.claims or hunter.goals)

    def look(state: State, path: Path, keys: tuple[bytes, bytes] | None = None) -> None:
        """keys: before and after a move that led to the same table."""
        found = Seen(hunter.game, state, deck, keys=keys, first=first)
        hunter.look(found, lambda: trail._replace(actions=_actions(path)))

    look(first, None)
    for turn in count(1):
        if not queue:
            return
        state, path, own = queue.popleft()
        for action in state.legal_actions():
            after = state.clone()
            try:
                if is_plain:
                    after._legal = None
                    after._play(action)
                else:
                    after.apply_action(action)
                key = blake2b(after.key(), digest_size=16).digest()
                if key in seen:
                    if key == own:
                        look(after, (path, action), (own, key))
                    continue
                seen.add(key)
                is_open = after.player != OVER and after.legal_actions()
            except Exception as error:  # noqa: BLE001 - whatever an engine raises is reported to its author
                hunter.crashed(error, trail._replace(actions=(*_actions(path), action)))
                continue
            if is_open:
                queue.append((after, (path, action), key))
            if not is_open or is_claimed or not len(seen) % CARD_CHECK_EVERY:
                look(after, (path, action))
        if not turn % 64:
            yield


# -- many games --------------------------------------------------------------------------------------------------------


class _Cell(NamedTuple):
    """A table from which a game may go on, how it came about, and with which cards and which first table it began."""

    state: State
    trail: Trail
    deck: Counter[str]
    first: State


def many(
    game: Game,
    makers: Sequence[BotMaker],
    seed: int,
    index: int,
    *,
    extra: Sequence[TrialQuestion] = (),
    goals: Goals | None,
) -> HuntResult:
    """Piece number index of a hunt: games of so many players as there are bots, each in the next of the STYLES."""
    hunter = Hunter(game, extra, goals)
    piece = _Piece(hunter, makers, derived(seed, "hunt", index))
    with suppress(EndlessCall):
        for number in range(MOST_GAMES):
            if piece.moves < ENOUGH_MOVES:
                style = STYLES[number % len(STYLES)]
                piece.play("random" if index % SLOW_EVERY and style in SLOW else style, number)
    hunter.haul.tables = len(piece.met)
    return hunter.haul


class _Piece:
    """Some games, and the tables that were met in them."""

    def __init__(self, hunter: Hunter, makers: Sequence[BotMaker], seed: int) -> None:
        self._hunter, self._makers, self._seed = hunter, makers, seed
        self._cells: dict[tuple[object, ...], list[_Cell]] = {}
        self._tries: Counter[tuple[object, ...]] = Counter()
        self.met: set[bytes] = set()
        self.moves = 0

    def play(self, style: str, number: int) -> None:
        """One game to its end, or to the first move that an engine does not survive."""
        hunter, random = self._hunter, Random(derived(self._seed, style, number))
        trail = Trail(len(self._makers), derived(self._seed, "game", number))
        try:
            cell = self._rarest(random) if style == "rarest" else None
            state = cell.state.clone() if cell else trail.begin(hunter.game)
        except Exception as error:  # noqa: BLE001 - whatever an engine raises is reported to its author
            hunter.crashed(error, trail)
            return
        cell = cell or _Cell(state.clone(), trail, cards_of(state), state.clone())
        run = _Run(hunter, cell, state, list(cell.trail.actions))
        choose = _chooser(style, hunter.game, self._makers, random)
        hunter.haul.games += 1
        try:
            run.begin()
            while run.goes_on():
                run.choose(choose)
                self._keep(run)
        except Exception as error:  # noqa: BLE001 - as above
            hunter.crashed(error, run.trail())
            return
        finally:
            self.moves += len(run.actions)
        hunter.used(run.actions)
        run.end(style)

    def _rarest(self, random: Random) -> _Cell | None:
        """A table of the kind from which games went on least."""
        if not self._cells:
            return None
        cell = min(self._cells, key=lambda one: (self._tries[one], len(self._cells[one])))
        self._tries[cell] += 1
        return random.choice(self._cells[cell])

    def _keep(self, run: _Run) -> None:
        """Remember the table with those of its kind: the clauses that fired, and how many moves there are."""
        state = run.state
        self.met.add(_digest(state))
        if state.player != OVER and len(run.actions) < FULL_CHECK_MOVES:
            kind = state.fired, min(len(state.legal_actions()), CHOICES_TRIED), _numbers(state)
            held = self._cells.setdefault(kind, [])
            if len(held) < 2:
                held.append(_Cell(state.clone(), run.trail(), run.cell.deck, run.cell.first))


def _numbers(state: State) -> tuple[int, ...]:
    """The greatest value of each number of a declared table, by which rare tables are told."""
    facts = state.FACTS if isinstance(state, Table) else {}
    found = (getattr(state, name) for name, fact in facts.items() if fact.shown)
    values = (max(one, default=0) if isinstance(one, list) else one for one in found)
    return tuple(min(one, MOST_COUNTED) for one in values if isinstance(one, int))


Choose = Callable[[State, AbstractSet[bytes]], Sequence[Action]]
"""(table, tables of this game whatever their turn) -> what is played."""


def _chooser(style: str, game: Game, makers: Sequence[BotMaker], random: Random) -> Choose:
    """How the players of a style choose their moves."""
    bots = [make(Random(random.getrandbits(32))) for make in makers]
    kinds = game.kinds_of_moves()
    barred = random.choice(kinds)[1] if style == "without" and len(kinds) > 1 else range(0)

    def choose(state: State, met: AbstractSet[bytes]) -> Sequence[Action]:
        if style == "greedy" or (style == "both" and random.random() < 0.5):
            return bots[state.current_player()].choose(Seat(state))
        if style == "back" and not state.is_open():
            for macro in random.sample(found := state.macro_actions(), min(CHOICES_TRIED, len(found))):
                after = state.clone()
                for action in macro:
                    after.apply_action(action)
                if whatever_turn(after) in met:
                    return macro
        for _ in range(CHOICES_TRIED if barred else 1):
            macro = state.random_macro(random)
            if not any(action in barred for action in macro):
                break
        return macro

    return choose


def whatever_turn(state: State) -> bytes:
    """The key of a table without the number of the turn."""
    copy = state.clone()
    copy.turns = 0
    return copy.key()


@dataclass(slots=True)
class _Run:
    """A game that is being played."""

    hunter: Hunter
    cell: _Cell
    state: State
    actions: list[Action]
    met: dict[bytes, int] = field(default_factory=dict)

    def trail(self) -> Trail:
        return self.cell.trail._replace(actions=tuple(self.actions))

    def begin(self) -> None:
        """Ask about the table on which it begins."""
        self._ask(When.MOVE)

    def goes_on(self) -> bool:
        """Whether there is another move. Asks about the table if so."""
        if self.state.player == OVER:
            return False
        if len(self.actions) >= LONGEST:
            says = f"a game has not ended after {LONGEST:,} moves in {self.state.turns:,} turns"
            self._tell("end", says, 0)
            return False
        self._ask(When.TABLE)
        if len(self.actions) <= FULL_CHECK_MOVES and self.hunter.is_deep():
            self._ask(When.DEEP)
        return bool(self.state.legal_actions()) and not self._circles()

    def choose(self, choose: Choose) -> None:
        for action in choose(self.state, self.met.keys()):
            self.actions.append(action)
            before = self.state
            if len(self.actions) <= FULL_CHECK_MOVES or not len(self.actions) % 10:
                before = self.state.clone()
                self.state.apply_action(action)
                self._ask(When.MOVE, (before.key(), self.state.key()))
            else:
                self.state.apply_action(action)
            if self.state.is_open() and len(self.actions) <= FULL_CHECK_MOVES and self.hunter.is_deep():
                self._ask(When.DEEP)

    def end(self, style: str) -> None:
        haul, state = self.hunter.haul, self.state
        haul.fired |= state.fired
        then, now = self.cell.first.zones(), state.zones()
        haul.moved |= {card for zone in now for card in Counter(now[zone]) - Counter(then.get(zone, []))}
        if state.player == OVER:
            self._ask(When.END)
            if style in {"random", "greedy"}:
                haul.shares.setdefault((style, state.players), []).append(tuple(state.returns()))

    def _ask(self, when: When, keys: tuple[bytes, bytes] | None = None) -> None:
        move = f"the move {named(self.hunter.game, self.actions[-1])}" if self.actions else "the deal"
        seen = Seen(self.hunter.game, self.state, self.cell.deck, self.hunter.known, move, keys, self.cell.first)
        self.hunter.ask(when, seen, self.trail)
        if self.hunter.goals:
            self.hunter.reach(seen)

    def _circles(self) -> bool:
        """Whether the last moves can be made again and again, so that the game need not end."""
        if "end" in self.hunter.haul.finds or len(self.actions) > FULL_CHECK_MOVES:
            return False
        begun = self.met.setdefault(whatever_turn(self.state), len(self.actions))
        loop = len(self.actions) - begun
        if not loop or not goes_round(self.state, self.actions[begun:]):
            return False
        words = ", ".join(named(self.hunter.game, action) for action in self.actions[begun:][:6])
        self._tell("end", f"players can go on for ever with {words}{', ...' if loop > 6 else ''}", loop)
        return True

    def _tell(self, kind: str, says: str, loop: int) -> None:
        find = Find(kind, says, "A game needs a rule that ends it whatever players do.", self.trail(), loop=loop)
        self.hunter.haul.finds.setdefault(kind, find)


def goes_round(state: State, actions: Sequence[Action]) -> bool:
    """Whether these moves lead back to the same table, again and again, whatever the turn.

    They do not if a die is rolled or cards are shuffled among them: only luck without end would go on for ever.
    """
    copy, key = state.clone(), whatever_turn(state)
    for _ in range(-(-CYCLE_MOVES // len(actions))):
        for action in actions:
            if action not in copy.legal_actions():
                return False
            copy.apply_action(action)
        if whatever_turn(copy) != key:
            return False
    return True
