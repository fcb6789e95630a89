"""DualSudoku for reinforcement learning: environments, the solved game, and evaluations.

Actions are numbers: ``cell * side + digit - 1``, and ``side ** 3`` for a pass. An observation is
``{"observation": int8[side, side, side + 3], "action_mask": int8[side ** 3 + 1]}`` from the view of
the player: a plane of 0 and 1 for each digit, then the edges of the board (1 to the right, plus 2
downwards), whether the last move was a pass, and how many points the player is ahead, from -127 to
127.

Rewards are ``"margin"``, the points that a move gains on the opponent, or ``"win"``, 1 or -1 at the
end. Both are zero-sum. With ``"margin"``, a game lost by an illegal move is lost by at least the
bonus of a house.

numpy is needed; pettingzoo for `env`, gymnasium for ``quadrille/DualSudoku-v0``.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from . import _native
from ._game_state import Game
from ._native import Table
from ._rl_common import Observation, Reward, Rules, action_count, observe, rules_of
from ._rl_evaluation import Elo, Evaluation, evaluate
from ._rl_vector import VectorEnv

if TYPE_CHECKING:
    from ._rl_aec import DualSudoku

__all__ = [
    "Elo",
    "Evaluation",
    "Observation",
    "Reward",
    "Rules",
    "VectorEnv",
    "action_count",
    "afterstates",
    "env",
    "evaluate",
    "exact_values",
    "observe",
    "position_key",
]


def env(
    side: int = 9,
    rules: Rules = "two-pass-end",
    reward: Reward = "margin",
    *,
    opening: int = 0,
    render_mode: str | None = None,
) -> DualSudoku:
    """Returns a PettingZoo environment (AEC) of two agents, ``player_0`` and ``player_1``.

    rules: a pass rule, or a `Game` whose board and rules are meant.
    opening: random plies at the start, drawn by the seed of ``reset``.
    render_mode: ``"ansi"`` returns the board as a text, ``"human"`` prints it.

    >>> from quadrille import rl
    >>> env = rl.env(side=4)
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.observe("player_0")["action_mask"].sum()
    ('player_0', np.int64(65))
    >>> env.step(3)
    >>> env.rewards
    {'player_0': 4, 'player_1': -4}
    """
    from ._rl_aec import DualSudoku

    return DualSudoku(rules_of(side, rules), reward, opening=opening, render_mode=render_mode)


def exact_values(side: int = 4, rules: Rules = "two-pass-end") -> Table:
    """Returns the solved 4x4 game: every position up to the 128 symmetries of the board.

    Columns: ``board`` (the representative, 16 cells), ``filled``, ``value``, and ``best``, a best
    move or null. The value is what the player to move gains on the opponent until the end with best
    play of both, if the last move was not a pass. It takes some seconds.

    rules: a pass rule, or a `Game`, whose board the table begins with.

    >>> from quadrille import rl
    >>> from quadrille.game import Game
    >>> end = Game(board="123434122143....", passing="forbidden")
    >>> [(row["filled"], row["value"]) for row in rl.exact_values(4, end).to_pylist()][:2]
    [(12, -46), (13, 65)]
    """
    return _native.exact_values(rules_of(side, rules)._core)


def afterstates(game: Game) -> list[tuple[int, int, int]]:
    """Returns what each legal placement of a 4x4 game without edges leads to: its action, its
    points, and the key of the position after it.

    >>> from quadrille import rl
    >>> from quadrille.game import Game
    >>> found = rl.afterstates(Game(side=4))
    >>> len(found), len({key for _, _, key in found})
    (64, 4)
    """
    return game._core.afterstates()


def position_key(game: Game) -> int:
    """Returns a number for the board of a 4x4 game without edges, which is the same for boards that
    are equal up to the 128 symmetries of the board.
    """
    return game._core.key()


def _register() -> None:
    """Makes ``gymnasium.make("quadrille/DualSudoku-v0")`` work once this module is imported."""
    if find_spec("gymnasium") is None:
        return
    import gymnasium

    if "quadrille/DualSudoku-v0" not in gymnasium.registry:
        gymnasium.register("quadrille/DualSudoku-v0", "quadrille._rl_gym:DualSudokuEnv")


_register()


def __getattr__(name: str) -> Any:
    # The class needs gymnasium.
    if name == "DualSudokuEnv":
        from ._rl_gym import DualSudokuEnv

        return DualSudokuEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
