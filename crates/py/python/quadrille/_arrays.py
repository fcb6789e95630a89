"""Boards as arrays of numpy."""

from __future__ import annotations

from . import _native
from ._batch import Reporting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from ._batch import Errors, Progress


def solve_array(
    boards: NDArray[Any],
    *,
    threads: int | None = 1,
    errors: Errors = "null",
    progress: Progress = None,
) -> NDArray[np.uint8]:
    """Finds a solution of each board of an array of digits, 0 = empty; 9x9 only.

    boards: ``uint8[n, 81]`` or ``uint8[n, 9, 9]``. The answer has the same shape, with zeros where
        there is no solution or the board is none.
    errors: ``"raise"`` raises a ``PuzzleError`` for the first board that is none, with its ``row``.
    threads, progress: as for `solve_batch`.

    >>> import numpy, quadrille
    >>> boards = numpy.zeros((2, 81), numpy.uint8)
    >>> boards[1, :2] = 5
    >>> quadrille.solve_array(boards).any(axis=1).tolist()
    [True, False]
    """
    import numpy as np

    digits = np.asarray(boards)
    if digits.shape[1:] not in ((81,), (9, 9)):
        raise ValueError(f"an array of shape {digits.shape}; expected (n, 81) or (n, 9, 9)")
    if digits.dtype != np.uint8:
        raise TypeError(f"an array of {digits.dtype}; expected uint8, as by .astype(numpy.uint8)")
    with Reporting(progress) as report:
        solved = _native.solve_digits(digits.tobytes(), threads, errors, report)
    return np.frombuffer(solved, np.uint8).reshape(digits.shape)
