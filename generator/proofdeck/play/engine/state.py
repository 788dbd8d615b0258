"""The protocol of all games, in OpenSpiel's terms.

A `Game` is the rules for one deck and one set of parameters; it never changes. A `State` is a table in the middle of a
game. It is the only mutable object in the program, because half a million actions per second pass through it: cards and
actions are small integers, and `apply_action` works in place. Names are used only in what people see.

What is legal is defined once, in `_generate`. `apply_action` looks the action up there, and only if it is missing does
`_refuse` find the clause that forbids it.
"""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import ClassVar, NamedTuple, Self

from proofdeck.ground.problems import counted, did_you_mean, hint_from, some_of
from proofdeck.play.engine.score_sheet import Criterion, Ranking, ScoreSheet
from proofdeck.source.rules.parameters import Values
from proofdeck.source.rules.points import ALL_ON, RulePoints
from proofdeck.source.rules.sides import Sides

Action = int
"""What a player does at one point of a turn. Each game numbers its actions; `Game.action_to_string` names them."""
Macro = tuple[Action, ...]
"""A whole commitment, such as this meld from these cards; a single action in a game without stages."""
ROLLING = re.compile(r"(?P<move>.*\S)\s*:\s*(?P<faces>\d+(\s*,\s*\d+)*)")
"""A move, and what its dice show."""
OVER = -1
"""The current player of a game that has ended."""
LOOK_AHEAD = 25
"""Turns, enough for the whole of a short game."""
UNKNOWN_ACTION = "engine.unknown-action"
"""Takes the place of a clause if a number is not an action of the game."""


class Laid(NamedTuple):
    """Copies of a piece that lies on the table outside the zones of cards.

    place: its key in observations, such as `coins 1` or `board`. piece: the id of its design, "" for something that is
    not printed, such as a die. seat: whose it is, None for everybody. board: the id of the board it lies on, "" for
    none; space: the name of the space there. says: what it shows, such as the face of a die.
    """

    place: str
    piece: str
    copies: int = 1
    seat: int | None = None
    board: str = ""
    space: str = ""
    says: str = ""


class Rolled(NamedTuple):
    """A die that was rolled. die: its key in observations, such as `face` or `dice 2`; face: what it shows."""

    die: str
    face: int


class Dice(NamedTuple):
    """Dice that lie together. place: their key in observations; seat: whose they are, None for everybody."""

    place: str
    faces: int
    copies: int = 1
    seat: int | None = None


class WrongRoll(Exception):  # noqa: N818 - as below
    """Dice show something else than an example says. rolled: the faces of those that were rolled."""

    def __init__(self, rolled: Sequence[int]) -> None:
        super().__init__(rolled)
        self.rolled = rolled


class IllegalAction(Exception):  # noqa: N818 - the field's name
    """The rules forbid an action. clause: the id of the rule; why: a sentence. The state is unchanged."""

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(clause, why)
        self.clause = clause
        self.why = why

    def __str__(self) -> str:
        return f"{self.why} [{self.clause}]"


class Game(ABC):
    """The rules of one game, ready to play.

    values: the parameters from the head of its page. on: which clauses apply; every bit is set except in tests.
    """

    name: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    points: ClassVar[RulePoints]
    chooses_together: bool = False
    """Whether players choose at the same time at some tables; see `State.is_sealed`."""

    def __init__(self, values: Values, on: int = ALL_ON) -> None:
        self.values = values
        self.on = on

    @abstractmethod
    def new_initial_state(self, players: int, seed: int) -> State:
        """The state after the deal, first player to move. Raises ValueError for an invalid number of players."""

    @abstractmethod
    def actions(self) -> Iterable[Action]:
        """Every action that can ever be legal, ascending."""

    @abstractmethod
    def action_to_string(self, action: Action) -> str:
        """The action in words, unique in the game."""

    def string_to_action(self, text: str) -> Action:
        """The inverse of `action_to_string`, ignoring case. Raises ValueError that suggests the nearest action."""
        action = self._by_words.get(text.strip().casefold())
        if action is None:
            near = did_you_mean(text, (self.action_to_string(known) for known in self.actions()))
            kinds = some_of([f"'{words}'" for words, _ in self.kinds_of_moves()])
            hint = near or (f"Actions are {kinds}." if kinds else "")
            raise ValueError(hint_from(f"there is no action '{text}'.", hint))
        return action

    def read_move(self, text: str) -> tuple[Action, tuple[int, ...]]:
        """An action with what its dice show, if that is said: `Roll: 5, 2`. Raises ValueError as `string_to_action`."""
        found = ROLLING.fullmatch(text.strip())
        if found is None or text.strip().casefold() in self._by_words:
            return self.string_to_action(text), ()
        return self.string_to_action(found["move"]), tuple(map(int, found["faces"].split(",")))

    def move_to_string(self, action: Action, faces: Sequence[int]) -> str:
        """The inverse of `read_move`."""
        return ": ".join(filter(None, (self.action_to_string(action), ", ".join(map(str, faces)))))

    @cached_property
    def _by_words(self) -> Mapping[str, Action]:
        return {self.action_to_string(action).casefold(): action for action in self.actions()}

    def sides(self, players: int) -> Sides:
        """Who plays with whom at a table for so many: what the page says, unless the rules know better."""
        return self.values.sides.of(players)

    def kinds_of_moves(self) -> Sequence[tuple[str, range]]:
        """Each kind of action in words, with `…` for what is chosen, and its numbers; empty if not known."""
        return ()

    def kinds_of_cards(self) -> Mapping[str, str]:
        """The kind of each card, by its id; empty if not known."""
        return {}

    def spaces_of_boards(self) -> Mapping[str, Sequence[str]]:
        """The spaces on which its pieces can be, by the id of their board; empty if pieces are on no board."""
        return {}

    def _check_players(self, players: int) -> None:
        fewest, most = self.min_players, self.max_players
        if not fewest <= players <= most:
            raise ValueError(f"{self.name} is for {counted(fewest, 'player', most)}, not {players}")


class State(ABC):
    """One table. Its slots are what all games share.

    player: the player to move, OVER at the end. turns: turns begun so far by all players. fired: bits of clauses that
    fired.
    """

    __slots__ = ("_legal", "fired", "player", "players", "turns")

    players: int
    player: int
    turns: int
    fired: int
    _legal: list[Action] | None

    # -- what a game must say ------------------------------------------------------------------------------------------

    @abstractmethod
    def _generate(self) -> list[Action]:
        """The legal actions, ascending, without duplicates, and never empty before the end."""

    @abstractmethod
    def _play(self, action: Action) -> None:
        """Carry out a legal action, in place."""

    @abstractmethod
    def _refuse(self, action: Action) -> IllegalAction:
        """Why that action is not legal now."""

    @abstractmethod
    def clone(self) -> Self:
        """A copy that shares nothing that changes."""

    @abstractmethod
    def key(self) -> bytes:
        """Everything that affects the rest of the game, hidden or not; equal for equal tables."""

    @abstractmethod
    def zones(self) -> dict[str, list[str]]:
        """Where every card is, hidden or not: zone -> card ids. Together they make up the deck."""

    @abstractmethod
    def criteria(self) -> list[Criterion]:
        """What decides who wins, most important first."""

    @abstractmethod
    def score_sheets(self) -> list[ScoreSheet]:
        """The present score of each player, item by item."""

    @abstractmethod
    def standing(self) -> list[float]:
        """A guess at `returns` in the middle of the game: shares of the win, those of all sides together 1."""

    @abstractmethod
    def observation(self, player: int | None) -> dict[str, object]:
        """What the player (or a spectator) sees, as names and numbers ready for JSON."""

    @abstractmethod
    def information_state_key(self, player: int) -> bytes:
        """What the player knows about the table, from everything seen so far.

        Equal keys mean the same possible tables, and `resample` imagines them in the same way. If players could deduce
        more than the keys of a game contain, its docstring says what is forgotten.
        """

    @abstractmethod
    def resample(self, player: int, random: Random) -> Self:
        """A table with the same key for that player and hidden cards redealt, every arrangement equally likely."""

    # -- what follows from it ------------------------------------------------------------------------------------------

    def glance(self, player: int) -> Self:
        """A table to look at and not to play on: what the player sees, and anything or nothing where cards are hidden.

        It is often quicker to have than `resample`.
        """
        return self.resample(player, Random(0))

    def with_and_without(self, card: str, player: int, random: Random) -> tuple[Self, Self] | None:  # noqa: ARG002
        """The table with that card in the player's hand, and with a random card of the draw pile in its place.

        None if that cannot be, or if the engine does not say where cards lie.
        """
        return None

    def prospect(self) -> list[float]:
        """The guess of players who look ahead, if a game has a better one than `standing`: it may say more about the
        cards in hand than about the score.
        """
        return self.standing()

    def look_ahead(self) -> int:
        """After how many turns players who look ahead rely on `prospect`."""
        return LOOK_AHEAD

    def chapter(self) -> int | None:
        """The part of the game that is being played, such as the round, beyond which looking ahead says nothing; None
        if a game has no such parts.
        """
        return None

    def laid_pieces(self) -> list[Laid]:
        """The pieces that everybody sees besides the cards in zones, in the order of their declarations."""
        return []

    def pieces_aside(self) -> list[Laid]:
        """The printed pieces that are not in use yet, before whoever has pieces of their own or for everybody."""
        return []

    def laid_cards(self) -> list[Laid]:
        """The cards of zones that lie on spaces of a board, in the order of `zones`."""
        return []

    def laid_dice(self) -> list[Dice]:
        """The dice of the game, rolled or not, in the order of their declarations."""
        return []

    def rolled(self) -> tuple[Rolled, ...]:
        """Every roll of a die so far, oldest first; not on imagined tables."""
        return ()

    def counted_pieces(self) -> dict[str, str]:
        """The numbers of pieces and dice on the table, by their keys in positions and as positions have them."""
        return {}

    def seen_by_all(self) -> Mapping[str, object]:
        """What everybody sees, among it every number: pieces and dice as `counted_pieces` has them."""
        return {**self.observation(None), **self.counted_pieces()}

    def is_sealed(self) -> bool:
        """Whether players are choosing at the same time and some have chosen, which others cannot see yet."""
        return False

    def unsealed(self, player: int, random: Random) -> Self:  # noqa: ARG002
        """The same table with other choices in place of those that the player cannot see yet, all equally likely."""
        return self

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player == OVER

    def legal_actions(self) -> list[Action]:
        """The legal actions, ascending, without duplicates. The list is cached: do not change it."""
        legal = self._legal
        if legal is None:
            legal = self._legal = [] if self.player == OVER else self._generate()
        return legal

    def apply_action(self, action: Action) -> None:
        """Play an action. Raises IllegalAction with the clause that forbids it, leaving the state unchanged."""
        if action not in (self._legal or self.legal_actions()):
            raise self._refuse(action)
        self._legal = None
        self._play(action)

    def play_rolling(self, action: Action, faces: Sequence[int]) -> None:
        """Play an action whose dice show these faces, in the order in which they are rolled.

        Raises WrongRoll, after playing it, if it rolls other dice than that; IllegalAction as `apply_action`.
        """
        before = len(self.rolled())
        self._foretell(faces)
        self.apply_action(action)
        rolled = [one.face for one in self.rolled()[before:]]
        if rolled != [*faces]:
            raise WrongRoll(rolled)

    def _foretell(self, faces: Sequence[int]) -> None:  # noqa: B027 - a game without dice has nothing to do
        """Let the next dice show that."""

    def is_open(self) -> bool:
        """Whether the current player is in the middle of a commitment that others cannot see yet."""
        return False

    def macro_actions(self) -> list[Macro]:
        """Every whole commitment that can begin here, ascending."""
        found: list[Macro] = []
        if type(self).is_open is State.is_open:
            return [(action,) for action in self.legal_actions()]
        for action in self.legal_actions():
            after = self.clone()
            after.apply_action(action)
            if after.is_open():
                found += [(action, *rest) for rest in after.macro_actions()]
            else:
                found.append((action,))
        return found

    def random_macro(self, random: Random) -> Macro:
        """A random whole commitment, found by a random walk through its stages; every one is possible."""
        legal = self.legal_actions()
        taken = [legal[int(random.random() * len(legal))]]
        if type(self).is_open is State.is_open:
            return tuple(taken)
        state = self.clone()
        state.apply_action(taken[-1])
        while state.is_open():
            legal = state.legal_actions()
            taken.append(legal[int(random.random() * len(legal))])
            state.apply_action(taken[-1])
        return tuple(taken)

    def sides(self) -> Sides:
        """Who plays with whom: by default each player is a side."""
        return Sides.each_alone(self.players)

    def ranking(self) -> Ranking:
        """Places by the printed tie-breakers, and what decided."""
        return Ranking.by(self.criteria(), self.sides())

    def returns(self) -> list[float]:
        """Each player's share of the win: 1 for all of a single side that wins, 1/k for those of each of k that share
        it, 0 for others. Against the game it is 1 or 0 for everybody.
        """
        found = [*zip(*(criterion.values for criterion in self.criteria()), strict=True)]
        return self.sides().shares(found)

    def hash(self) -> str:
        """Sixteen hexadecimal digits that stand for `key`."""
        return hashlib.blake2b(self.key(), digest_size=8).hexdigest()
