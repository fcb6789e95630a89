"""The Gymnasium environment: a learner against an agent."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from ._game_agents import Agent, Player
from ._game_errors import AgentError, QuadrilleError
from ._rl_common import (
    Observation,
    Reward,
    Rules,
    action_count,
    check_options,
    observe,
    reward_of,
    rules_of,
)
from ._rl_spaces import observation_space, opened


class DualSudokuEnv(gymnasium.Env[Observation, np.int64]):
    """DualSudoku against an opponent, who moves within ``step``.

    opponent: an agent, its name, or a function of a game.
    seat: ``"first"``, ``"second"``, or ``"random"``, drawn by the seed of ``reset``.
    opening: random plies at the start, drawn by the seed of ``reset``.
    side, rules, reward, render_mode: as for `quadrille.rl.env`.

    An opponent that fails loses the game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        opponent: Player = "random-valid",
        side: int = 9,
        rules: Rules = "two-pass-end",
        reward: Reward = "margin",
        *,
        seat: Literal["first", "second", "random"] = "first",
        opening: int = 0,
        render_mode: str | None = None,
    ) -> None:
        check_options(reward, opening)
        if seat not in {"first", "second", "random"}:
            raise QuadrilleError(f"seat is {seat!r}; expected 'first', 'second' or 'random'")
        if render_mode not in {None, "ansi", "human"}:
            raise QuadrilleError(f"render_mode is {render_mode!r}; expected 'ansi' or 'human'")
        self._start = rules_of(side, rules)
        self._opponent = Agent(opponent) if isinstance(opponent, str) else opponent
        self._reward = reward
        self._seat = seat
        self._opening = opening
        self._own = 1
        self.render_mode = render_mode
        self.game = self._start.copy()
        self.observation_space: Any = observation_space(self._start.side)
        self.action_space: Any = spaces.Discrete(action_count(self._start.side))
        if isinstance(self._opponent, Agent):
            # Fails now, and not at its first turn, if it does not play by these rules.
            self._opponent._core.check_rules(self._start._core)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game, and lets the opponent move if it is its turn."""
        super().reset(seed=seed)
        draws = self.np_random.integers(1 << 62, size=3)
        seats = {"first": 1, "second": 2, "random": 1 + int(draws[0]) % 2}
        self._own = seats[self._seat]
        self.game = opened(self._start, self._opening, int(draws[1]))
        if isinstance(self._opponent, Agent):
            self._opponent.restart(int(draws[2]))
        self._reply()
        return observe(self.game, self._own), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponent's reply. An illegal action costs what the rules say."""
        self.game.attempt(action)
        paid = reward_of(self.game, self._reward, self._own)
        paid -= self._reply()
        outcome = self.game.outcome()
        is_capped = outcome is not None and outcome.reason == "ply-cap"
        if self.render_mode == "human":
            self.render()
        is_over = outcome is not None and not is_capped
        return observe(self.game, self._own), float(paid), is_over, is_capped, self._info()

    def _reply(self) -> int:
        """Lets the opponent move if it is its turn. Returns what it is paid."""
        if self.game.is_over() or self.game.turn == self._own:
            return 0
        try:
            if isinstance(self._opponent, Agent):
                self.game.attempt(self._opponent.think(self.game))
            elif callable(self._opponent):
                self.game.attempt(self._opponent(self.game.copy()))
        except AgentError as error:
            self.game.forfeit(reason=error.reason)
        return reward_of(self.game, self._reward, 3 - self._own)

    def _info(self) -> dict[str, Any]:
        outcome = self.game.outcome()
        return {
            "scores": self.game.scores,
            "ply": self.game.ply,
            "player": self._own,
            "reason": None if outcome is None else outcome.reason,
        }

    def render(self) -> Any:
        """Returns the board as a text, or prints it."""
        if self.render_mode == "human":
            print(self.game)
            return None
        return str(self.game) if self.render_mode == "ansi" else None
