"""Makes the table of a find smaller, as a property that fails is made smaller.

The last move alone is enough if the table before it can be written down and read again. Then words are taken out of its
lines, as long as the same question still has a bad answer after the same moves, and none before them. Whatever the
game, each smaller text is read by its engine and played again, and dice show what they have shown. Hands lose cards in
step, so that they stay as even as the rules have dealt them.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import Generic

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.engine import Engine, Rules
from proofdeck.play.engine.faults import said
from proofdeck.play.engine.kit.table import Table
from proofdeck.play.engine.kit.zones import ALL, called
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.patience import EndlessCall
from proofdeck.play.engine.pictures import kind_of
from proofdeck.play.engine.position import PLAYERS
from proofdeck.play.engine.state import OVER, Action, Game, State, WrongRoll
from proofdeck.play.engine.trial.comparing import Broken, cards_of
from proofdeck.play.engine.trial.hunting import Find, crash, goes_round
from proofdeck.play.engine.trial.questions import Seen, TrialQuestion, When
from proofdeck.play.engine.trial.table_checks import check_seat, named

FURTHEST_BACK = 60
"""Moves by which a table may begin before the one that is wrong."""

BOARD, NOTHING = "/", "nothing"
"""What separates the rows of a board, and what an empty place is called."""
MOST_SMALLER = 3_000
"""Smaller tables that are tried for one find."""
MOST_TRIED = 200
"""Ways to take cards away from a place that are tried for each number of cards."""


Move = tuple[Action, tuple[int, ...]]
"""An action, and what its dice show."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """The smallest table found. text: its lines; before: the table; moves: those that show what is wrong.

    says: what is wrong then; after: the table that is wrong, None if the last move fails.
    """

    text: str
    before: State
    moves: tuple[Move, ...]
    says: str
    after: State | None

    @property
    def cards(self) -> int:
        """How many cards its lines name; those of a pile that no line names do not count."""
        values = [line.partition(":")[2].strip() for line in self.text.splitlines()]
        on_boards = sum(len(re.findall(r"[^\s/.]+", value)) for value in values if BOARD in value)
        return on_boards + sum(len(_entries(value)) for value in values)


def smallest(
    engine: Engine[Rules], game: Rules, find: Find, questions: Sequence[TrialQuestion], found_in: Rules | None = None
) -> Smallest | None:
    """The smallest table of a find; None if no table of its game can be written down and shows the same.

    found_in: the game with a smaller deck in which it was found, if it was; the table is one of `game` all the same.
    """
    actions = tuple(_translated(find.trail.actions, found_in, game) if found_in else find.trail.actions)
    shrinker = _Shrinker(engine, game, find, questions)
    tables = deque[State](maxlen=max(FURTHEST_BACK, find.loop) + 2)
    end = shrinker.play(find.trail.tables(found_in or game), actions, tables)
    first = end - len(tables) + (len(tables) > 0 and not shrinker.has_failed)
    last = end - (find.loop or 1)
    moves = [(action, _faces(table, action)) for table, action in zip(tables, actions[first:end], strict=False)]
    for start in range(max(0, last), first - 1, -1):
        if found := shrinker.written(tables[start - first], moves[start - first :]):
            return shrinker.shrunk(found)
    return None


def _faces(state: State, action: Action) -> tuple[int, ...]:
    """What the dice of a move show, even if the engine fails later in it."""
    after, before = state.clone(), len(state.rolled())
    try:
        after.apply_action(action)
    except Exception as error:
        if isinstance(error, EndlessCall):
            raise
    return tuple(one.face for one in after.rolled()[before:])


def _translated(actions: Sequence[Action], found_in: Game, game: Game) -> Iterator[Action]:
    """The same moves in a game whose moves have other numbers."""
    return (game.string_to_action(found_in.action_to_string(action)) for action in actions)


class _Shrinker(Generic[Rules]):
    """Plays one find again on smaller tables. questions: the one with a bad answer is that of the find; if the engine
    fails instead, it may do so when any of them is asked.
    """

    def __init__(self, engine: Engine[Rules], game: Rules, find: Find, questions: Sequence[TrialQuestion]) -> None:
        self._engine, self._game, self._find, self._questions = engine, game, find, questions
        asked = next((one for one in questions if one.kind == find.kind), None)
        self._question = asked if asked and asked.ask else None
        self.has_failed = False

    def play(self, tables: Iterator[State], actions: Sequence[Action], last: deque[State]) -> int:
        """Play the game until it is wrong, and return after how many moves. last: takes the tables."""
        first: State | None = None
        is_looking = not self._find.loop and self._question is not None and self._question.when != When.DEEP
        try:
            for moves, state in enumerate(tables):
                first = first or state
                last.append(state)
                if is_looking and self._wrong(state, first, actions[moves - 1] if moves else None):
                    return moves
        except Exception as error:
            self.has_failed = True
            if isinstance(error, EndlessCall):
                raise
        return len(actions)

    def _wrong(self, state: State, first: State, last: Action | None) -> str:
        """The bad answer at a table that this move led to; "" if the answer is good."""
        try:
            self._ask(self._question, state, first, last)
        except Broken as broken:
            return broken.says
        return ""

    def _ask(self, question: TrialQuestion | None, state: State, first: State, last: Action | None) -> None:
        """Ask a question if it is one about such a table. Raises Broken, and whatever the engine raises."""
        is_asked = {When.END: state.player == OVER, When.TABLE: state.player != OVER, When.DEEP: state.player != OVER}
        if question and question.ask and is_asked.get(question.when, True):
            move = "the deal" if last is None else f"the move {named(self._game, last)}"
            question.ask(Seen(self._game, state, cards_of(first), move=move, first=first))

    def _fails(self, state: State, first: State, last: Action | None) -> str:
        """What the engine says if it fails as it was found when the table is looked at; "" if it does not."""
        for one in self._questions if self._question is None else ():
            try:
                self._ask(one if one.when != When.DEEP else None, state, first, last)
            except Broken:
                continue
            except Exception as error:  # noqa: BLE001 - this may be what was found
                return said(error) if crash(error) == self._find.kind else ""
        return ""

    def written(self, state: State, moves: Sequence[Move]) -> Smallest | None:
        """The table as it is written and read again, if these moves show the same there."""
        write = self._engine.written
        if write is None or self._engine.position is None or state.player == OVER:
            return None
        return self._read(partial(write, state), moves)

    def _read(self, write: Callable[[], str], moves: Sequence[Move]) -> Smallest | None:
        """The table of a text, if these moves show the same there.

        What an engine cannot write or read is not a table.
        """
        read, problems = self._engine.position, Problems()
        try:
            text = write()
            again = read(self._game, read_notation(text, "example"), problems) if read else None
            return None if again is None or problems else self._played(text, again, moves)
        except Exception as error:
            if isinstance(error, EndlessCall):
                raise
            return None

    def _played(self, text: str, before: State, moves: Sequence[Move]) -> Smallest | None:
        """Play the moves. Only after the last of them may anything be wrong. Raises WrongRoll for other dice."""
        state = before.clone()
        check_seat(state)
        if self._find.loop:
            is_so = goes_round(state, [action for action, _ in moves])
            return Smallest(text, before, tuple(moves), self._find.says, state) if is_so else None
        last: Action | None = None
        for place, (action, faces) in enumerate(moves, 1):
            if action not in state.legal_actions() or self._wrong(state, before, last):
                return None
            try:
                state.play_rolling(action, faces)
            except WrongRoll:
                raise
            except Exception as error:  # noqa: BLE001 - this may be what was found
                is_same = place == len(moves) and crash(error) == self._find.kind
                return Smallest(text, before, tuple(moves), said(error), None) if is_same else None
            last = action
        says = self._wrong(state, before, last) or self._fails(state, before, last)
        return Smallest(text, before, tuple(moves), says, state) if says else None

    # -- fewer cards ---------------------------------------------------------------------------------------------------

    def shrunk(self, found: Smallest) -> Smallest:
        """The same with fewer cards and numbers, as long as anything can go."""
        zones = found.before.ZONES.items() if isinstance(found.before, Table) else ()
        in_step = {called(name) for name, zone in zones if zone.each and zone.sees != ALL} or {"hand"}
        left, changed = MOST_SMALLER, True
        while changed and left > 0:
            changed, most = False, cards_of(found.before).total()
            for smaller in islice(_smaller(found.text, in_step), left):
                left -= 1
                shown = self._read(partial(str, smaller), found.moves)
                if shown and cards_of(shown.before).total() <= most:
                    found, changed = shown, True
                    break
        return found


def _smaller(text: str, in_step: Collection[str]) -> Iterator[str]:
    """Texts with less in them, the smallest first: fewer cards in hands, in other lines, on boards, and fewer lines.

    in_step: keys of what each player has and others do not see.
    """
    lines = [(key.strip(), value.strip()) for key, _, value in (line.partition(":") for line in text.splitlines())]
    hands = defaultdict[str, list[int]](list)
    for place, (key, _) in enumerate(lines):
        if kind_of(key) in in_step:
            hands[kind_of(key)].append(place)
    others = [[place] for place, (key, _) in enumerate(lines) if kind_of(key) not in in_step]
    for places in (*hands.values(), *others):
        held = [_entries(lines[place][1]) for place in places]
        least = min(map(len, held))
        least -= len(places) > 1 and max(map(len, held)) == least  # a table with empty hands says little
        for size in sorted({least, least // 2, 1} - {0}, reverse=True) if least > 0 else ():
            starts = product(*(range(0, len(cards) - size + 1, size) for cards in held))
            for at in islice(starts, MOST_TRIED):
                fewer = list(lines)
                for place, cards, start in zip(places, held, at, strict=True):
                    left = ", ".join([*cards[:start], *cards[start + size :]])
                    fewer[place] = lines[place][0], left or NOTHING
                yield _text(fewer)
    for place, (key, value) in enumerate(lines):
        if BOARD in value:
            spots = [found.span() for found in re.finditer(r"[^\s/.]+", value)]
            yield from (
                _text([*lines[:place], (key, f"{value[:a]}.{value[b:]}"), *lines[place + 1 :]]) for a, b in spots
            )
        elif kind_of(key) not in in_step and key != PLAYERS:
            yield _text([*lines[:place], *lines[place + 1 :]])


def _entries(value: str) -> list[str]:
    """What may go from a line one by one; nothing of a board, a number or a word."""
    found = [] if BOARD in value or value == NOTHING else [word.strip() for word in value.split(",")]
    return found if any(letter.isalpha() for word in found for letter in word) else []


def _text(lines: Sequence[tuple[str, str]]) -> str:
    return "\n".join(f"{key}: {value}" for key, value in lines)
