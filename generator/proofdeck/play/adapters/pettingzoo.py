"""Games as PettingZoo environments in which agents act in turn (AEC).

An agent observes `{"observation": vector, "action_mask": ...}`; `numbers.vector` describes the vector. Rewards come at
the end: each agent's share of the win. Agents that choose at the same time act one after the other, as this kind of
environment has it, and see nothing of what others have chosen; `infos[agent]["simultaneous"]` says so. An action that
the mask does not allow raises IllegalAction with the clause that forbids it. `reset(seed=...)` starts a series of
deals, and `reset()` takes the next deal in it.
"""

from __future__ import annotations

import json

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from proofdeck.play.adapters.numbers import FURTHEST, WIDTH, ActionNumbers, choosers, vector
from proofdeck.play.engine.piles import derived
from proofdeck.play.engine.referee import MOST_ACTIONS
from proofdeck.play.engine.state import Game, State


class TableEnv(AECEnv):
    """One game for a number of players. most_actions: the game is truncated after this many, without rewards."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        *,
        width: int = WIDTH,
        most_actions: int = MOST_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        name = f"proofdeck_{game.name.replace('-', '_')}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.game, self.numbered = game, ActionNumbers(game)
        self.possible_agents = [f"player_{seat}" for seat in range(game.min_players if players is None else players)]
        self.agents: list[str] = []
        self._width, self._most, self._seed, self._deal = width, most_actions, 1, -1
        actions = len(self.numbered)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-FURTHEST, FURTHEST, (width,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.table = self._dealt()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:  # noqa: ARG002
        """Deal."""
        if seed is not None:
            self._seed, self._deal = seed, -1
        self._deal += 1
        self.table = self._dealt()
        self._left = self._most
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Make it the turn of the agent to move, and say whether others choose at the same time."""
        self.agent_selection = agent = self.possible_agents[self.table.current_player()]
        together = self.game.chooses_together and (self.table.is_sealed() or bool(choosers(self.table)))
        self.infos[agent]["simultaneous"] = together

    def observe(self, agent: str) -> dict[str, npt.NDArray[np.float32] | npt.NDArray[np.int8]]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.numbered), np.int8)
        if not self.table.is_terminal() and seat == self.table.current_player():
            mask[self.numbered.legal(self.table)] = 1
        return {"observation": vector(self.table.observation(seat), self._width), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act: the game is not over")
        self.table.apply_action(self.numbered.actions[int(action)])
        self._left -= 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.table.returns(), strict=True))
        else:
            self.truncations = dict.fromkeys(self.agents, self._left <= 0)
            self._select()
        self._accumulate_rewards()

    def render(self) -> str:
        """What a spectator sees."""
        return json.dumps(self.table.observation(None), ensure_ascii=False)

    def close(self) -> None:
        """There is nothing to close."""

    def _dealt(self) -> State:
        return self.game.new_initial_state(len(self.possible_agents), derived(self._seed, "game", max(0, self._deal)))
