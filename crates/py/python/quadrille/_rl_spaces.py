"""The space of observations, and openings."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from . import _native
from ._game_state import Game
from ._rl_common import action_count


def observation_space(side: int) -> spaces.Dict:
    """Returns the space of observations."""
    low = np.zeros((side, side, side + 3), np.int8)
    high = np.ones_like(low)
    high[..., side] = 3
    low[..., side + 2], high[..., side + 2] = -127, 127
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (action_count(side),), np.int8),
        }
    )


def opened(start: Game, plies: int, seed: int) -> Game:
    """Returns a copy of a game after a random opening."""
    game = start.copy()
    if plies:
        for moves in _native.openings(game._core, plies, 1, seed):
            for place in moves:
                game._core.push(place, True)
    return game
