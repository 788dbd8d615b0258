"""Games as OpenSpiel games: call `register`, then `pyspiel.load_game("proofdeck_tombs(players=3)")`.

The root is the only chance node. Its outcomes are deals: deal 0 is the first game of `proofdeck simulate` with the same
seed. In Proofdeck, the seed determines all chance in a game, even when a pile is shuffled again later, so a history of
actions is complete, and OpenSpiel can replay, clone and store it. With `deals=1` there is one fixed deal.

Where players choose at the same time, a node is simultaneous: `apply_actions` takes what each player does.

Utilities are shares of the win, which add up to 1. If a game is stopped after `most_actions`, the win is shared evenly.
Information states are what the player knows; observations are JSON strings, or vectors of `width` numbers as described
in `numbers.vector`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pyspiel
from pyspiel import IIGObservationType

from proofdeck.play.adapters.numbers import WIDTH, ActionNumbers, choosers, vector
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.referee import MOST_ACTIONS
from proofdeck.play.engine.state import Game, State

DEALS = 1000
_games: dict[str, ActionNumbers] = {}
"""Registered games by their OpenSpiel names."""


def register(game: Game) -> str:
    """Register the game with OpenSpiel and return its name there; a game with that name is replaced."""
    name = f"proofdeck_{game.name.replace('-', '_')}"
    known = name in _games
    _games[name] = ActionNumbers(game)
    if not known:

        def load(parameters: dict[str, int]) -> SpielGame:
            return SpielGame(name, parameters)

        vars(load)["itself"] = load  # never freed: OpenSpiel releases it after Python has already shut down
        pyspiel.register_game(_kind(name, game), load)
    return name


def _kind(name: str, game: Game) -> pyspiel.GameType:
    """What OpenSpiel needs to know about a game before it is loaded."""
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=f"{game.name} (Proofdeck)",
        dynamics=kind.Dynamics.SIMULTANEOUS if game.chooses_together else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, int]:
    """What can be chosen when it is loaded, and what it is by default."""
    return {"players": game.min_players, "deals": DEALS, "seed": 1, "most_actions": MOST_ACTIONS, "width": WIDTH}


class SpielGame(pyspiel.Game):
    """The rules with the parameters of this instance."""

    def __init__(self, name: str, parameters: dict[str, int]) -> None:
        self.numbered = _games[name]
        self.rules = game = self.numbered.game
        given = _parameters(game) | parameters
        self.players, self.deals, self.seed = given["players"], given["deals"], given["seed"]
        self.most_actions, self.width = given["most_actions"], given["width"]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbered),
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.most_actions,
        )
        super().__init__(_kind(name, game), info, parameters)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the name and parameters only, as OpenSpiel does, so that the rules need not be picklable."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: IIGObservationType | None = None, params: object = None) -> SpielObserver:  # noqa: ARG002
        return SpielObserver(iig_obs_type, self.width)


class Held:
    """A table that OpenSpiel can copy and store: clones share the rules, and it is stored as a list of actions.

    table: None before the deal; history: the deal, then the numbers of the actions.
    """

    __slots__ = ("game", "history", "table")

    def __init__(self, game: SpielGame, table: State | None = None, history: Sequence[int] = ()) -> None:
        self.game, self.table, self.history = game, table, list(history)

    @classmethod
    def restored(cls, game: str, history: Sequence[int]) -> Held:
        """The table that the history leads to."""
        held = cls(pyspiel.load_game(game))
        for action in history:
            held.play(action)
        return held

    def play(self, action: int) -> None:
        game = self.game
        if self.table is None:
            self.table = game.rules.new_initial_state(game.players, derived(game.seed, "game", action))
        else:
            self.table.apply_action(game.numbered.actions[action])
        self.history.append(action)

    @property
    def is_stopped(self) -> bool:
        """Whether the limit of actions has been reached."""
        return len(self.history) > self.game.most_actions

    def __deepcopy__(self, _: dict[int, object]) -> Held:
        return Held(self.game, self.table and self.table.clone(), self.history)

    def __reduce__(self) -> tuple[object, ...]:
        return Held.restored, (str(self.game), tuple(self.history))


class SpielState(pyspiel.State):
    """A node: the deal, or a table."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Held(game)

    @property
    def table(self) -> State | None:
        return self.held.table

    def is_terminal(self) -> bool:
        table = self.held.table
        return table is not None and (table.is_terminal() or self.held.is_stopped)

    def current_player(self) -> int:
        if self.held.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if self._together() else self.held.table.current_player()

    def _together(self) -> dict[int, list[int]]:
        """The numbers of what each player can choose, if they choose at the same time now."""
        table, game = self.held.table, self.held.game
        if table is None or not game.rules.chooses_together:
            return {}
        return {seat: game.numbered.numbers(legal) for seat, legal in choosers(table).items()}

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.held.game.deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        table = self.held.table
        if together := self._together():
            return together.get(player, [])
        return self.held.game.numbered.legal(table) if table is not None and table.current_player() == player else []

    def _apply_action(self, action: int) -> None:
        self.held.play(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """What each player chooses at the same time; the number of a player who does not choose means nothing."""
        for seat in self._together():
            self.held.play(actions[seat])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"Deal {action}"
        return self.held.game.rules.action_to_string(self.held.game.numbered.actions[action])

    def returns(self) -> list[float]:
        table, players = self.held.table, self.held.game.players
        if table is None or not self.is_terminal():
            return [0.0] * players
        return table.returns() if table.is_terminal() else [1 / players] * players

    def __str__(self) -> str:
        table = self.held.table
        return "before the deal" if table is None else f"turn {table.turns}, {table.hash()}"


class SpielObserver:
    """What a player sees or, with perfect recall, what they know."""

    def __init__(self, kind: IIGObservationType | None, width: int) -> None:
        self._recalls = bool(kind and kind.perfect_recall)
        self._public = bool(kind and kind.private_info == pyspiel.PrivateInfoType.NONE)
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        self.tensor[:] = vector(self._seen(state, player), len(self.tensor))

    def string_from(self, state: SpielState, player: int) -> str:
        if self._recalls and not self._public and state.table is not None:
            return state.table.information_state_key(player).hex()
        return json.dumps(self._seen(state, player), ensure_ascii=False, sort_keys=True)

    def _seen(self, state: SpielState, player: int) -> dict[str, object]:
        return state.table.observation(None if self._public else player) if state.table is not None else {}
