"""The Gymnasium environment: one learner and a Sudoku, each step judged."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from ._ai_boards import VERDICTS, Rewards, VectorEnv, Wrong, level
from ._errors import QuadrilleError


class SudokuEnv(gymnasium.Env[Any, np.int64]):
    """A Sudoku that is solved step by step.

    puzzles: proper puzzles of one size; or else a level: ``rating``, ``technique`` and ``box`` of
        `quadrille.ai.level`, of which ``count`` puzzles are made from ``level_seed``.
    observation: ``"dict"`` has all arrays, ``"grid"`` and ``"candidates"`` are one of them,
        ``"text"`` is the board on one line. The action mask is in the info too.
    profile, max_rating, rewards, wrong, max_steps: as for `quadrille.ai.VectorEnv`; without
        ``max_steps``, a board is cut off after as many steps as an empty one has candidates.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        puzzles: list[str] | None = None,
        *,
        box: str | None = None,
        rating: tuple[float | None, float | None] | None = None,
        technique: str | None = None,
        count: int = 64,
        level_seed: int = 1,
        observation: Literal["dict", "grid", "candidates", "text"] = "dict",
        profile: str = "quadrille",
        max_rating: float | None = None,
        rewards: Rewards | None = None,
        wrong: Wrong = "refuse",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in {None, "ansi", "human"}:
            raise QuadrilleError(f"render_mode is {render_mode!r}; expected 'ansi' or 'human'")
        if puzzles is None:
            puzzles = level(count, seed=level_seed, box=box, rating=rating, technique=technique)
        side = round(len(puzzles[0]) ** 0.5) if puzzles else 9
        self._boards = VectorEnv(
            1,
            puzzles,
            profile=profile,
            max_rating=max_rating,
            rewards=rewards,
            wrong=wrong,
            max_steps=side**3 if max_steps is None else max_steps,
            _resets=False,
        )
        self._observation = observation
        self.render_mode = render_mode
        side = self._boards.side
        all_spaces: dict[str, spaces.Space[Any]] = {
            "grid": spaces.Box(0, side, (side, side), np.uint8),
            "candidates": spaces.Box(0, 1, (side, side, side), np.uint8),
            "notes": spaces.Box(0, 1, (side, side, side), np.uint8),
            "action_mask": spaces.Box(0, 1, (3 * side**3,), np.uint8),
        }
        symbols = ".123456789ABCDEFG"[: side + 1]
        if observation == "dict":
            self.observation_space: Any = spaces.Dict(all_spaces)
        elif observation == "text":
            self.observation_space = spaces.Text(
                side * side, min_length=side * side, charset=symbols
            )
        elif observation in all_spaces:
            self.observation_space = all_spaces[observation]
        else:
            raise QuadrilleError(f"observation is {observation!r}; see the documentation")
        self._symbols = symbols
        self.action_space: Any = spaces.Discrete(self._boards.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a board; the seed draws which."""
        super().reset(seed=seed)
        self._boards.reset(int(self.np_random.integers(1 << 62)))
        return self._seen(), self._told(None)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes a step, which is judged."""
        _, rewards, over, cut, info = self._boards.step(np.array([int(action)], np.int64))
        if self.render_mode == "human":
            self.render()
        verdict = VERDICTS[int(info["verdict"][0])]
        return self._seen(), float(rewards[0]), bool(over[0]), bool(cut[0]), self._told(verdict)

    def _seen(self) -> Any:
        if self._observation == "text":
            return self._text()
        seen = {name: array[0].copy() for name, array in self._boards._seen.items()}
        return seen if self._observation == "dict" else seen[self._observation]

    def _text(self) -> str:
        return "".join(self._symbols[digit] for digit in self._boards._seen["grid"][0].flat)

    def _told(self, verdict: str | None) -> dict[str, Any]:
        info = self._boards._info
        number = int(info["puzzle"][0])
        return {
            "verdict": verdict,
            "rating": int(info["rating"][0]) / 10 if verdict == "deducible" else None,
            "puzzle": self._boards.puzzles[number],
            "steps": int(info["steps"][0]),
            "solved": verdict is not None and bool(info["solved"][0]),
            "action_mask": self._boards._seen["action_mask"][0].copy(),
        }

    def render(self) -> Any:
        """Returns the board as a text, or prints it."""
        from . import _native

        if self.render_mode is None:
            return None
        text = _native.draw(self._text())
        if self.render_mode == "human":
            print(text)
            return None
        return text
