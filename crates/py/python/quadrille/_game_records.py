"""Records of games, as ``quadrille match --record`` writes and ``quadrille replay`` reads them."""

from __future__ import annotations

import os
from typing import NamedTuple

from . import _native
from ._game_moves import Move, whole
from ._game_state import Record, parse_records


def read_records(path: str | os.PathLike[str]) -> list[Record]:
    """Reads the games of a file, like `parse_records`."""
    with open(path, encoding="utf-8") as file:
        return parse_records(file.read())


class TurningPoint(NamedTuple):
    """A move of a recorded game that gave points away."""

    #: The ply, from 1.
    ply: int
    #: Who moved: 1 or 2.
    player: int
    #: What was played.
    played: Move
    #: The final margin of the first player with best play before the move.
    before: int
    #: The same after the move.
    after: int
    #: A better move.
    better: Move
    #: Whether both margins are certain.
    exact: bool


def turning_points(
    record: Record,
    *,
    nodes: int = 2_000_000,
    time: float | None = None,
    threads: int | None = 1,
) -> list[TurningPoint]:
    """Finds the moves of a recorded game that gave points away, within limits for each position.

    >>> from quadrille.game import Game, play, turning_points
    >>> record = play("first-valid", "perfect4", Game(side=4))
    >>> turning_points(record)[0].player
    1
    """
    whole("nodes", nodes)
    found = _native.turning_points(record.text, nodes, time, threads)
    return [
        TurningPoint(ply, player, Move._of(played), before, after, Move._of(better), exact)
        for ply, player, played, before, after, better, exact in found
    ]
