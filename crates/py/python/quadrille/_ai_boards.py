"""Boards to learn on: many at once, each step judged."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._batch import generate_batch
from ._errors import QuadrilleError
from ._game_agents import _seed

VERDICTS = ("deducible", "true", "false", "unsolvable", "idle", "note")
Wrong = Literal["refuse", "end", "keep"]


class Rewards(TypedDict, total=False):
    """What a step pays, by its verdict, and what it pays to solve the board."""

    deducible: float
    true: float
    false: float
    unsolvable: float
    idle: float
    note: float
    solved: float


#: A deduction pays, a lucky guess does not, and what is wrong costs.
REWARDS: Rewards = {
    "deducible": 1.0,
    "true": 0.0,
    "false": -1.0,
    "unsolvable": -1.0,
    "idle": -0.1,
    "note": 0.0,
    "solved": 10.0,
}


def level(
    count: int,
    *,
    seed: int = 1,
    box: str | None = None,
    rating: tuple[float | None, float | None] | None = None,
    technique: str | None = None,
    profile: str | None = None,
) -> list[str]:
    """Returns puzzles of a level: of a rating, or that take a technique.

    >>> from quadrille import ai
    >>> [len(puzzle) for puzzle in ai.level(2, box="2x2")]
    [16, 16]
    """
    made = generate_batch(
        count, seed=seed, box=box, rating=rating, technique=technique, profile=profile
    )
    return [str(text) for text in made["puzzle"].to_pylist()]


def action_of(side: int, kind: Literal["place", "eliminate", "note"], cell: int, digit: int) -> int:
    """Returns the number of an action: the kind, a cell from 0 row by row, and a digit from 1.

    >>> from quadrille import ai
    >>> ai.action_of(9, "eliminate", 80, 9)
    1457
    """
    if not (0 <= cell < side * side and 1 <= digit <= side):
        raise QuadrilleError(f"cell {cell}, digit {digit}: not on a board with side {side}")
    return ("place", "eliminate", "note").index(kind) * side**3 + cell * side + digit - 1


def reward_table(rewards: Rewards | None) -> tuple[NDArray[np.float32], float]:
    """Returns what each verdict pays, and what it pays to solve the board."""
    known: dict[str, Any] = {**REWARDS, **(rewards or {})}
    if unknown := known.keys() - {*VERDICTS, "solved"}:
        raise QuadrilleError(f"rewards for {sorted(unknown)}; expected {[*VERDICTS, 'solved']}")
    table = np.array([known[verdict] for verdict in VERDICTS], np.float32)
    return table, float(known["solved"])


class VectorEnv:
    """Boards side by side, a step on each with one call.

    The arrays that it returns are its own: each call overwrites them, so copy what is to be kept.
    A board that is over is followed by the next within the same call; which puzzle it has follows
    from the seed, the row and the number of the board.

    An action is a number, as `action_of` makes it. Each step is judged on its board, as by
    `quadrille.ai.judge`; *note* is for notes, which mean nothing to the judge.

    n: how many boards.
    puzzles: proper puzzles of one size, 4x4 to 16x16, such as those of `level`.
    rewards: what each verdict pays; those that are missing pay what `REWARDS` says.
    wrong: what happens to wrong steps: ``"refuse"`` does not take them, ``"end"`` ends the board,
        ``"keep"`` takes them, after which the board cannot be solved.
    max_rating: the hardest deductions; all but the last resorts of the profile if it is missing.
    max_steps: after how many steps a board is cut off.

    >>> from quadrille import ai
    >>> boards = ai.VectorEnv(64, ai.level(8, box="2x2"))
    >>> seen, info = boards.reset(seed=1)
    >>> seen["grid"].shape, seen["action_mask"].shape
    ((64, 4, 4), (64, 192))
    >>> seen, rewards, terminated, truncated, info = boards.step(boards.sample())
    >>> rewards.shape, int(info["verdict"].max()) < len(ai.VERDICTS)
    ((64,), True)
    """

    def __init__(
        self,
        n: int,
        puzzles: list[str],
        *,
        profile: str = "quadrille",
        max_rating: float | None = None,
        rewards: Rewards | None = None,
        wrong: Wrong = "refuse",
        max_steps: int | None = None,
        seed: int = 1,
        _resets: bool = True,
    ) -> None:
        texts = [str(puzzle) for puzzle in puzzles]
        most = 2**31 - 1 if max_steps is None else max_steps
        if not 0 < most < 2**31:
            raise QuadrilleError(f"max_steps is {max_steps}; expected 1 to {2**31 - 1}")
        self._rewards, self._bonus = reward_table(rewards)
        self._core = _native.BoardsCore(
            texts, n, profile, max_rating, wrong, most, _resets, _seed(seed)
        )
        # Views of the memory of the native half, which they keep alive.
        arrays = {name: np.asarray(array) for name, array in self._core.arrays().items()}
        #: How many boards there are.
        self.num_envs: int = n
        #: The side of the boards.
        self.side: int = self._core.side()
        #: The number of actions.
        self.num_actions: int = 3 * self.side**3
        #: The puzzles, by the number in ``info["puzzle"]``.
        self.puzzles: list[str] = texts
        self._actions: NDArray[np.int64] = arrays.pop("actions")
        names = ("grid", "candidates", "notes", "action_mask")
        self._seen = {name: arrays[name] for name in names}
        self._info = {name: arrays[name] for name in ("verdict", "rating", "puzzle", "steps")}
        self._info["solved"] = arrays["solved"].view(np.bool_)
        self._terminated = arrays["terminated"].view(np.bool_)
        self._truncated = arrays["truncated"].view(np.bool_)

    def reset(self, seed: int = 1) -> tuple[dict[str, NDArray[Any]], dict[str, NDArray[Any]]]:
        """Begins all boards from a seed, which draws the puzzles and what `sample` returns.

        Returns observations (``grid``: uint8[n, side, side], 0 in an empty cell; ``candidates`` and
        ``notes``: uint8[n, side, side, side], 0 or 1; ``action_mask``: uint8[n, actions]) and infos
        (``verdict``: the place in `VERDICTS`; ``rating`` of the deduction in tenths; ``puzzle``;
        ``steps`` taken on this board; ``solved``).
        """
        self._core.reset(_seed(seed))
        return self._seen, self._info

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        dict[str, NDArray[Any]],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, NDArray[Any]],
    ]:
        """Takes an action on each board.

        Returns observations, rewards, which boards were over and which were cut off, and infos. If
        one of the actions is out of range, it raises ``QuadrilleError`` and takes none.
        """
        if actions is not self._actions:
            given = np.asarray(actions)
            if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
                kind = f"{given.dtype}{list(given.shape)}"
                raise QuadrilleError(f"actions are {kind}; expected {self.num_envs} integers")
            self._actions[:] = given
        self._core.step()
        rewards = self._rewards[self._info["verdict"]]
        rewards += np.float32(self._bonus) * self._info["solved"]
        return self._seen, rewards, self._terminated, self._truncated, self._info

    def sample(self) -> NDArray[np.int64]:
        """Returns an action for each board: a candidate to place or to rule out, all equally
        likely, in an array that `step` takes without a copy.
        """
        self._core.draw()
        return self._actions

    def solution(self, puzzle: int) -> str | None:
        """Returns the solution of a puzzle by its number."""
        return self._core.solution(puzzle)
