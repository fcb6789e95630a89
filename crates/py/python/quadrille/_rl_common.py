"""What the environments share."""

from __future__ import annotations

from typing import Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from ._game_errors import UnknownNameError
from ._game_moves import whole
from ._game_state import Game

#: What a learner is paid.
Reward = Literal["margin", "win"]

#: A pass rule, or a game whose board and rules are meant.
Rules = str | Game


class Observation(TypedDict):
    """What a player sees."""

    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]


def rules_of(side: int, rules: Rules, illegal: str | None = None) -> Game:
    """Returns a game without moves."""
    if isinstance(rules, Game):
        return rules.start()
    return Game(side, passing=rules, illegal=illegal)


def action_count(side: int) -> int:
    """Returns the number of actions on a board of that side.

    >>> from quadrille import rl
    >>> rl.action_count(9)
    730
    """
    return int(side**3) + 1


def check_options(reward: str, opening: int) -> None:
    """Refuses an unknown reward, and openings that are too long."""
    if reward not in {"margin", "win"}:
        raise UnknownNameError(f"unknown reward `{reward}`; known are margin, win")
    whole("opening", opening, most=1000)


def planes(game: Game, player: int) -> NDArray[np.int8]:
    """Returns the observation of a player, 1 or 2, as an array of its own."""
    side = game.side
    seen = np.frombuffer(game._core.observation(player), np.int8)
    return seen.reshape(side, side, side + 3).copy()


def mask(game: Game) -> NDArray[np.int8]:
    """Returns which actions are legal."""
    return np.frombuffer(game._core.mask(), np.int8).copy()


def observe(game: Game, player: int | None = None) -> Observation:
    """Returns what a player sees: the one to move unless said otherwise.

    >>> from quadrille import rl
    >>> from quadrille.game import Game
    >>> seen = rl.observe(Game(side=4, moves="r1c1=4"))
    >>> seen["observation"].shape, seen["observation"][0, 0].tolist()
    ((4, 4, 7), [0, 0, 0, 1, 0, 0, -4])
    """
    return {
        "observation": planes(game, game.turn if player is None else player),
        "action_mask": mask(game),
    }


def reward_of(game: Game, reward: str, mover: int) -> int:
    """Returns what the last move paid to the player who played it, or the end without a move."""
    outcome = game.outcome()
    if reward == "win":
        if outcome is None or outcome.winner is None:
            return 0
        return 1 if outcome.winner == mover else -1
    if outcome is not None and outcome.reason in {"forfeit", "time"}:
        ahead = game.scores[mover - 1] - game.scores[2 - mover]
        if outcome.winner == mover:
            return max(-ahead, 0) + game.bonus
        return -max(ahead, 0) - game.bonus
    return game._core.moves()[-1][3]
