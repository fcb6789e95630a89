"""Exceptions. All of them are a ``ValueError``."""

from __future__ import annotations


class QuadrilleError(ValueError):
    """Base of all exceptions of this package that are about what was passed in."""


class PuzzleError(QuadrilleError):
    """A text that is not a puzzle.

    >>> import quadrille
    >>> try:
    ...     quadrille.Puzzle("1..............1.")
    ... except quadrille.PuzzleError as error:
    ...     print(error, (error.line, error.column))
    ... # doctest: +ELLIPSIS
    17 cells, expected 16: no board has 17, the nearest is 4x4 (1, 1)
    """

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        cells: list[str] | None = None,
        row: int | None = None,
    ) -> None:
        super().__init__(message)
        #: The line of the text, from 1.
        self.line = line
        #: The column in characters, from 1.
        self.column = column
        #: The cells that conflict, such as ``["r1c1", "r1c2"]``.
        self.cells = cells or []
        #: The row of a column of puzzles, from 0.
        self.row = row

    def __reduce__(
        self,
    ) -> tuple[type[PuzzleError], tuple[object, ...]]:
        return type(self), (str(self), self.line, self.column, self.cells, self.row)


class UnknownNameError(QuadrilleError):
    """A name of a format, profile, technique or algorithm that does not exist."""

    def __init__(self, message: str, near: str | None = None) -> None:
        super().__init__(message)
        #: The name that was probably meant.
        self.near = near

    def __reduce__(self) -> tuple[type[UnknownNameError], tuple[object, ...]]:
        return type(self), (str(self), self.near)


class UnsupportedError(QuadrilleError):
    """A board that cannot be dealt with in this way."""
