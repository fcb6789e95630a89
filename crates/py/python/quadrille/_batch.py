"""Columns of puzzles in, tables of answers out.

A column is anything with ``__arrow_c_stream__`` or ``__arrow_c_array__`` (pyarrow, polars, pandas,
duckdb, …) or an iterable of ``str``, ``bytes``, ``Puzzle`` and ``None``. Answers keep the order and
the length of the input. A row that is not a puzzle has null and a reason; it stops nothing.
"""

from __future__ import annotations

from . import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal, Protocol

    from ._native import Table
    from ._puzzle import Puzzle

    class ArrowArray(Protocol):
        def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

    class ArrowStream(Protocol):
        def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

    Puzzles = ArrowStream | ArrowArray | Iterable[str | bytes | Puzzle | None]
    Progress = Callable[[int, int], object] | bool | None
    Errors = Literal["null", "raise"]


def solve_batch(
    puzzles: Puzzles,
    *,
    threads: int | None = 1,
    nodes: int | None = None,
    time: float | None = None,
    errors: Errors = "null",
    progress: Progress = None,
) -> Table:
    """Finds a solution of each puzzle.

    Columns: ``status`` (``solved``, ``none``, ``limit``, ``invalid``), ``solution``, ``error``.

    threads: 1 unless said otherwise; ``None`` takes all cores. Answers do not depend on it.
    nodes, time: limits of the search of each puzzle; time in seconds.
    errors: ``"raise"`` raises a ``PuzzleError`` for the first bad row, with its ``row``.
    progress: a function of the rows done and all rows, called at most ten times a second; or
        ``True`` for a bar of tqdm.

    >>> import quadrille
    >>> table = quadrille.solve_batch(["1...............", "11..............", None])
    >>> table["status"].to_pylist()
    ['solved', 'invalid', 'invalid']
    >>> table["error"][1]
    '1:2: r1c1 and r1c2 both hold 1 in row 1'
    """
    report, close = _reporting(progress)
    try:
        return _native.solve_batch(puzzles, threads, nodes, time, errors, report)
    finally:
        close()


def check_batch(
    puzzles: Puzzles,
    *,
    minimal: bool = False,
    threads: int | None = 1,
    nodes: int | None = None,
    time: float | None = None,
    errors: Errors = "null",
    progress: Progress = None,
) -> Table:
    """Says of each puzzle whether it is proper, that is, whether it has exactly one solution.

    Columns: ``verdict`` (``proper``, ``multiple``, ``none``, ``conflict``, ``invalid``, or
    ``undecided`` after a limit), ``solution`` of proper puzzles, ``minimal`` if asked for, and
    ``error``. The other options are those of `solve_batch`.

    >>> import quadrille
    >>> quadrille.check_batch(["1...............", "11.............."])["verdict"].to_pylist()
    ['multiple', 'conflict']
    """
    report, close = _reporting(progress)
    try:
        return _native.check_batch(puzzles, minimal, threads, nodes, time, errors, report)
    finally:
        close()


def count_batch(
    puzzles: Puzzles,
    *,
    limit: int = 2,
    threads: int | None = 1,
    nodes: int | None = None,
    time: float | None = None,
    errors: Errors = "null",
    progress: Progress = None,
) -> Table:
    """Counts the solutions of each puzzle, up to a limit (0 = all of them).

    Columns: ``count``, ``exact`` (whether these are all) and ``error``. The other options are those
    of `solve_batch`.

    >>> import quadrille
    >>> quadrille.count_batch(["1..............."], limit=0).to_pylist()
    [{'count': 72, 'exact': True, 'error': None}]
    """
    report, close = _reporting(progress)
    try:
        return _native.count_batch(puzzles, limit, threads, nodes, time, errors, report)
    finally:
        close()


def _reporting(
    progress: Progress,
) -> tuple[Callable[[int, int], object] | None, Callable[[], object]]:
    """Returns the function to report to, and one that ends the report."""
    if progress is None or progress is False:
        return None, _nothing
    if progress is not True:
        return progress, _nothing
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError("progress=True needs tqdm; pass a function instead") from error
    bar = tqdm(unit="row")

    def report(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return report, bar.close


def _nothing() -> None:
    pass
