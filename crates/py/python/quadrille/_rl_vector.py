"""Many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._game_agents import _seed
from ._game_errors import QuadrilleError
from ._game_moves import whole
from ._rl_common import Reward, Rules, action_count, check_options, rules_of


class VectorEnv:
    """Games that are played side by side, a move in each with one call.

    The arrays that it returns are its own: each call overwrites them, so copy what is to be kept.
    They cannot be written to. Both players of a game are the learner's; rewards are those of the
    player who moved, and the opponent's are the opposite. A game that is over is followed by the
    next within the same call.

    side, rules, reward: as for `quadrille.rl.env`.
    opening: random plies at the start of each game, drawn by the seed, the index and the number of
        the game.

    >>> from quadrille import rl
    >>> games = rl.VectorEnv(256, side=9)
    >>> seen, info = games.reset(seed=1)
    >>> seen["board"].shape, seen["action_mask"].shape
    ((256, 9, 9), (256, 730))
    >>> for _ in range(100):
    ...     seen, rewards, terminated, truncated, info = games.step(games.sample())
    >>> bool((seen["board"][0] > 0).sum() == info["ply"][0] > 0)
    True
    """

    def __init__(
        self,
        n: int,
        *,
        side: int = 9,
        rules: Rules = "two-pass-end",
        reward: Reward = "margin",
        opening: int = 0,
        seed: int = 1,
    ) -> None:
        check_options(reward, opening)
        start = rules_of(side, rules)
        whole("games", n, 1)
        self._core = _native.GamesCore(start._core, n, reward, opening, _seed(seed))
        # Views of the memory of the native half, which they keep alive.
        arrays = {name: np.asarray(array) for name, array in self._core.arrays().items()}
        #: How many games are played side by side.
        self.num_envs: int = n
        #: The side of the board.
        self.side: int = start.side
        #: The number of actions.
        self.num_actions: int = action_count(start.side)
        self._actions: NDArray[np.int64] = arrays.pop("actions")
        self._seen = {name: arrays[name] for name in ("board", "action_mask", "turn", "after_pass")}
        self._told = {name: arrays[name] for name in ("scores", "final_scores", "ply")}
        self._answer = (
            self._seen,
            arrays["rewards"],
            arrays["terminated"].view(np.bool_),
            arrays["truncated"].view(np.bool_),
            self._told,
        )

    def reset(self, seed: int = 1) -> tuple[dict[str, NDArray[Any]], dict[str, NDArray[Any]]]:
        """Begins all games from a seed, which draws openings and what `sample` returns.

        Returns observations (``board``: uint8[n, side, side]; ``action_mask``: uint8[n, actions];
        ``turn``: 0 or 1; ``after_pass``) and infos (``scores``: int32[n, 2]; ``ply``;
        ``final_scores`` of the game of each row that ended last).
        """
        self._core.reset(_seed(seed))
        return self._seen, self._told

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        dict[str, NDArray[Any]],
        NDArray[np.int32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, NDArray[Any]],
    ]:
        """Plays an action in each game. An illegal one costs what the rules say.

        Returns observations, rewards, which games were over and which reached the ply cap, and
        infos. If one of the actions is out of range, it raises ``QuadrilleError`` and plays none.
        """
        if actions is not self._actions:
            given = np.asarray(actions)
            if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
                kind = f"{given.dtype}{list(given.shape)}"
                raise QuadrilleError(f"actions are {kind}; expected {self.num_envs} integers")
            self._actions[:] = given
        self._core.step()
        return self._answer

    def sample(self) -> NDArray[np.int64]:
        """Returns a legal action for each game, all equally likely, in an array that `step` takes
        without a copy.
        """
        self._core.draw()
        return self._actions
