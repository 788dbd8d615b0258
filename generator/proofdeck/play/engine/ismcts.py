"""A search bot for all games: Monte Carlo tree search over what a player knows.

Each simulation imagines the hidden cards again, walks down one tree that belongs to the searching player, adds a leaf,
plays random moves and carries the result back (single-observer ISMCTS: Cowling, Powley and Whitehouse 2012). For each
action it counts how often it was `available`, not how often its parent was visited. What others choose at the same time
as the searching player is left to chance, because in the tree they would know that player's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random

from proofdeck.play.engine.bots import Seat
from proofdeck.play.engine.state import Action, State

EXPLORATION = 0.7
SIMULATIONS = 200
HORIZON = 60
"""Actions in a playout after which the table is judged by its `standing`."""


class Node:
    """What the search knows about an action at its place in the tree. reward: the sum for the player who took it."""

    __slots__ = ("available", "children", "reward", "visits")

    def __init__(self) -> None:
        self.children: dict[Action, Node] = {}
        self.visits = 0
        self.available = 0
        self.reward = 0.0

    def untried(self, legal: Sequence[Action]) -> list[Action]:
        """The legal actions without a child; all others are counted as available again."""
        fresh = []
        for action in legal:
            child = self.children.get(action)
            if child is None:
                fresh.append(action)
            else:
                child.available += 1
        return fresh

    def pick(self, legal: Sequence[Action]) -> Action:
        """The most promising legal action by the upper confidence bound, if all have been tried."""
        best, chosen = -1.0, legal[0]
        for action in legal:
            child = self.children[action]
            bound = child.reward / child.visits + EXPLORATION * sqrt(log(child.available) / child.visits)
            if bound > best:
                best, chosen = bound, action
        return chosen


class Ismcts:
    """Searches before each action. simulations: the number of playouts per action."""

    def __init__(self, random: Random, simulations: int = SIMULATIONS, horizon: int = HORIZON) -> None:
        self._random = random
        self._simulations = simulations
        self._horizon = horizon

    def choose(self, seat: Seat) -> Sequence[Action]:
        legal = seat.legal_actions()
        if len(legal) == 1:
            return legal
        root = Node()
        for _ in range(self._simulations):
            self.simulate(seat.imagine(self._random), root)
        tried = [action for action in legal if action in root.children]
        return (max(tried, key=lambda action: root.children[action].visits),)

    def simulate(self, state: State, root: Node) -> None:
        """One simulation: walk down the tree and back."""
        node, path = root, []
        searcher = state.current_player()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_sealed() and state.current_player() != searcher:
                state.apply_action(legal[int(self._random.random() * len(legal))])
                continue
            fresh = node.untried(legal)
            action = fresh[int(self._random.random() * len(fresh))] if fresh else node.pick(legal)
            mover = state.current_player()
            if fresh:
                child = node.children[action] = Node()
                child.available = 1
            node = node.children[action]
            path.append((node, mover))
            state.apply_action(action)
            if fresh:
                break
        shares = self._play_on(state)
        for visited, mover in path:
            visited.visits += 1
            visited.reward += shares[mover]

    def _play_on(self, state: State) -> list[float]:
        random = self._random.random
        for _ in range(self._horizon):
            if state.is_terminal():
                return state.returns()
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
        return state.standing()
