"""The PettingZoo environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._game_errors import QuadrilleError
from ._game_state import Game
from ._rl_common import Observation, action_count, check_options, observe, reward_of
from ._rl_spaces import observation_space, opened

_PLAYERS = ("player_0", "player_1")


class DualSudoku(AECEnv[str, Observation, int | None]):  # type: ignore[misc, unused-ignore]
    """DualSudoku as an environment of two agents that take turns."""

    # PettingZoo has it as a variable of instances.
    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "dual_sudoku_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        start: Game,
        reward: str = "margin",
        *,
        opening: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_options(reward, opening)
        if render_mode not in {None, "ansi", "human"}:
            raise QuadrilleError(f"render_mode is {render_mode!r}; expected 'ansi' or 'human'")
        self._start = start
        self._reward = reward
        self._opening = opening
        self._generator = np.random.default_rng()
        self.render_mode = render_mode
        self.possible_agents = list(_PLAYERS)
        self.agents = list(_PLAYERS)
        # Dictionaries of arrays and their space are not typed alike, nor are actions.
        self.observation_spaces: dict[str, Any] = {
            agent: observation_space(start.side) for agent in _PLAYERS
        }
        self.action_spaces: dict[str, Any] = {
            agent: spaces.Discrete(action_count(start.side)) for agent in _PLAYERS
        }
        self.game = start.copy()

    def observation_space(self, agent: str) -> Any:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The seed draws the opening, and nothing else."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.game = opened(self._start, self._opening, int(self._generator.integers(1 << 62)))
        self.agents = list(_PLAYERS)
        self.rewards = dict.fromkeys(_PLAYERS, 0)
        self._cumulative_rewards = dict.fromkeys(_PLAYERS, 0)
        self.terminations = dict.fromkeys(_PLAYERS, False)
        self.truncations = dict.fromkeys(_PLAYERS, False)
        self.agent_selection = _PLAYERS[self.game.turn - 1]
        self._tell()

    def observe(self, agent: str) -> Observation:
        """Returns what an agent sees; its mask is empty when it is not its turn."""
        player = _PLAYERS.index(agent) + 1
        seen = observe(self.game, player)
        if self.game.turn != player:
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: int | None) -> None:
        """Plays an action of the agent to move. An illegal one costs what the rules say."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise QuadrilleError("None is not an action; the game is not over")
        mover = self.game.turn
        self.game.attempt(action)
        self._cumulative_rewards[agent] = 0
        paid = reward_of(self.game, self._reward, mover)
        self.rewards = {_PLAYERS[mover - 1]: paid, _PLAYERS[2 - mover]: -paid}
        outcome = self.game.outcome()
        if outcome is not None:
            ends = self.truncations if outcome.reason == "ply-cap" else self.terminations
            ends.update(dict.fromkeys(_PLAYERS, True))
        self.agent_selection = _PLAYERS[self.game.turn - 1]
        self._accumulate_rewards()
        self._tell()
        if self.render_mode == "human":
            self.render()

    def _tell(self) -> None:
        outcome = self.game.outcome()
        told = {
            "scores": self.game.scores,
            "ply": self.game.ply,
            "reason": None if outcome is None else outcome.reason,
        }
        self.infos = {agent: dict(told) for agent in _PLAYERS}

    def render(self) -> str | None:
        """Returns the board as a text, or prints it."""
        if self.render_mode == "human":
            print(self.game)
            return None
        return str(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: an environment holds nothing that has to be closed."""
