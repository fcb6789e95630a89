"""Exceptions about games. All of them are a ``QuadrilleError``."""

from __future__ import annotations

from ._errors import QuadrilleError, UnknownNameError, UnsupportedError

__all__ = [
    "AgentError",
    "IllegalMoveError",
    "QuadrilleError",
    "RecordError",
    "UnknownNameError",
    "UnsupportedError",
]


class IllegalMoveError(QuadrilleError):
    """A move that the rules do not allow, or that follows the end of the game."""


class AgentError(QuadrilleError):
    """An agent that gave no move: it resigned, failed, or took too long."""

    def __init__(self, message: str, reason: str = "forfeit") -> None:
        super().__init__(message)
        #: As a game ends by it: ``forfeit`` or ``time``.
        self.reason = reason

    def __reduce__(self) -> tuple[type[AgentError], tuple[str, str]]:
        return type(self), (str(self), self.reason)


class RecordError(QuadrilleError):
    """A text that is not a record of games, or one whose moves do not lead to its scores."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        #: The line, from 1.
        self.line = line
        #: The byte within the line, from 1.
        self.column = column

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int | None, int | None]]:
        return type(self), (str(self), self.line, self.column)
