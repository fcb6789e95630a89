"""Moves, and the moves that are legal in a position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, overload

from ._game_errors import QuadrilleError

#: Row and column from 0, and the digit; ``None`` for a pass.
Place = tuple[int, int, int] | None

_LARGEST: Final = (1 << 63) - 1


def whole(name: str, value: int, least: int = 0, most: int = _LARGEST) -> int:
    """Returns a number that is within its bounds."""
    if not least <= value <= most:
        bounds = f"{least} or more" if most == _LARGEST else f"from {least} to {most}"
        raise QuadrilleError(f"{name} {value}; {bounds}")
    return value


_TEXT: Final = re.compile(r"r(-?\d{1,18})c(-?\d{1,18})=(-?\d{1,18})", re.ASCII)


class Move:
    """A placement or a pass: a value that is its text.

    Rows, columns and digits count from 1. Whether a move is legal is for the game to say; it may
    name a cell that the board does not have.

    >>> from quadrille.game import Move
    >>> move = Move("r1c2=3")
    >>> move.row, move.column, move.digit
    (1, 2, 3)
    >>> Move.at(1, 2, 3) == move
    True
    >>> Move("pass").is_pass
    True
    """

    __slots__ = ("_place",)
    _place: Place

    def __init__(self, text: str) -> None:
        place: Place = None
        if text != "pass":
            found = _TEXT.fullmatch(text)
            if found is None:
                shown = text[:60]
                raise QuadrilleError(f"`{shown}` is not a move; write r1c1=9 or pass")
            row, column, digit = map(int, found.groups())
            place = row - 1, column - 1, digit
        object.__setattr__(self, "_place", place)

    @classmethod
    def at(cls, row: int, column: int, digit: int) -> Move:
        """Returns the placement of a digit; all three count from 1."""
        return cls(f"r{row:d}c{column:d}={digit:d}")

    @classmethod
    def from_action(cls, action: int, side: int) -> Move:
        """Returns the move of an action of a learner on a board of that side.

        >>> from quadrille.game import Move
        >>> Move.from_action(0, 9), Move.from_action(728, 9), Move.from_action(729, 9)
        (Move('r1c1=1'), Move('r9c9=9'), Move('pass'))
        """
        last = side**3
        if not 0 <= action <= last:
            message = f"action {action}; actions are 0 to {last}, the last one passes"
            raise QuadrilleError(message)
        if action == last:
            return cls._of(None)
        cell, digit = divmod(action, side)
        return cls._of((*divmod(cell, side), digit + 1))

    @classmethod
    def _of(cls, place: Place) -> Move:
        move = object.__new__(cls)
        object.__setattr__(move, "_place", place)
        return move

    @property
    def is_pass(self) -> bool:
        """Whether it places nothing."""
        return self._place is None

    @property
    def row(self) -> int | None:
        """The row, from 1; ``None`` for a pass."""
        return None if self._place is None else self._place[0] + 1

    @property
    def column(self) -> int | None:
        """The column, from 1; ``None`` for a pass."""
        return None if self._place is None else self._place[1] + 1

    @property
    def digit(self) -> int | None:
        """The digit; ``None`` for a pass."""
        return None if self._place is None else self._place[2]

    def action(self, side: int) -> int:
        """Returns the action of a learner on a board of that side: ``cell * side + digit - 1``, or
        ``side ** 3`` for a pass.
        """
        if self._place is None:
            return int(side**3)
        row, column, digit = self._place
        if not (0 <= row < side and 0 <= column < side and 1 <= digit <= side):
            raise QuadrilleError(f"{self} is not on a board of side {side}")
        return (row * side + column) * side + digit - 1

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Move is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._place == other._place

    def __hash__(self) -> int:
        return hash(("Move", self._place))

    def __lt__(self, other: object) -> bool:
        """Orders by cell and digit, passes last."""
        if not isinstance(other, Move):
            return NotImplemented
        if self._place is None or other._place is None:
            return other._place is None and self._place is not None
        return self._place < other._place

    def __str__(self) -> str:
        if self._place is None:
            return "pass"
        row, column, digit = self._place
        return f"r{row + 1}c{column + 1}={digit}"

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __reduce__(self) -> tuple[type[Move], tuple[str]]:
        return type(self), (str(self),)


class LegalMoves(Sequence[Move]):
    """The legal moves of a position: placements by cell, digits ascending, then the pass.

    >>> from quadrille.game import Game, Move
    >>> moves = Game(side=4).legal_moves
    >>> len(moves), moves[0], moves[-1]
    (65, Move('r1c1=1'), Move('pass'))
    >>> Move("r1c1=4") in moves
    True
    """

    __slots__ = ("_actions", "_side")

    def __init__(self, actions: list[int], side: int) -> None:
        self._actions = actions
        self._side = side

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> LegalMoves: ...
    def __getitem__(self, index: int | slice) -> Move | LegalMoves:
        if isinstance(index, slice):
            return LegalMoves(self._actions[index], self._side)
        return Move.from_action(self._actions[index], self._side)

    def __iter__(self) -> Iterator[Move]:
        for action in self._actions:
            yield Move.from_action(action, self._side)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        try:
            return move.action(self._side) in self._actions
        except QuadrilleError:
            return False

    def actions(self) -> list[int]:
        """Returns the moves as actions of a learner, ascending."""
        return list(self._actions)

    def __repr__(self) -> str:
        shown = ", ".join(str(move) for move in self[:6])
        more = ", …" if len(self) > 6 else ""
        return f"<LegalMoves: {len(self)}: {shown}{more}>"
