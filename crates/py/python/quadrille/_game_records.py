"""Records of games, as ``quadrille match --record`` writes and ``quadrille replay`` reads them."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _native
from ._game_errors import QuadrilleError
from ._game_moves import Move, whole
from ._game_state import Game


class Record:
    """A recorded game. Its moves were played again and lead to its scores."""

    __slots__ = ("_core", "header", "result", "text")
    _core: _native.GameCore
    #: The lines of the record.
    text: str
    #: The first line: ``game``, ``players``, ``board``, ``ruleset``, ``opening_plies``, ``seed``.
    header: dict[str, Any]
    #: The last line; ``None`` if the game is not over.
    result: dict[str, Any] | None

    def __init__(self, text: str) -> None:
        records = parse_records(text)
        if len(records) != 1:
            raise QuadrilleError(f"a record of one game is expected, not of {len(records)}")
        for name in self.__slots__:
            setattr(self, name, getattr(records[0], name))

    @property
    def number(self) -> int:
        """The number of the game in its match, from 0."""
        number: int = self.header["game"]
        return number

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players."""
        first, second = self.header["players"]
        return first, second

    @property
    def scores(self) -> tuple[int, int]:
        """The scores at the end."""
        return self._core.status()[2]

    def game(self) -> Game:
        """Returns the game after its last move, to be continued or taken back.

        >>> from quadrille.game import play
        >>> game = play("first-valid", "first-valid", Game(side=4)).game()
        >>> game.scores, game.outcome().reason
        ((52, 180), 'full')
        """
        return Game._of(self._core.copy())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        first, second = self.scores
        reason = "not over" if self.result is None else self.result["reason_for_end"]
        names = " - ".join(self.players)
        return f"game {self.number}: {names}: {first} - {second}, {reason}"

    def __repr__(self) -> str:
        return f"<Record of {self}>"

    def __reduce__(self) -> tuple[type[Record], tuple[str]]:
        return type(self), (self.text,)


def parse_records(text: str) -> list[Record]:
    """Reads the games of a text, and plays each again to check it.

    Raises ``RecordError`` with the line of what is wrong.

    >>> from quadrille.game import Game, parse_records
    >>> text = Game(side=4, moves="r1c1=4").record().text
    >>> parse_records(text)
    [<Record of game 0: player 1 - player 2: 4 - 0, not over>]
    >>> parse_records(text.replace('"points":4', '"points":5'))
    Traceback (most recent call last):
    quadrille._game_errors.RecordError: ...
    """
    import json

    records = []
    for header, result, core, lines in _native.read_records(text):
        record = object.__new__(Record)
        record.header = json.loads(header)
        record.result = None if result is None else json.loads(result)
        record.text = lines
        record._core = core
        records.append(record)
    return records


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
