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
    from typing import Any, Literal, Protocol

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
    with Reporting(progress) as report:
        return _native.solve_batch(puzzles, threads, nodes, time, errors, report)


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
    with Reporting(progress) as report:
        return _native.check_batch(puzzles, minimal, threads, nodes, time, errors, report)


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
    with Reporting(progress) as report:
        return _native.count_batch(puzzles, limit, threads, nodes, time, errors, report)


def rate_batch(
    puzzles: Puzzles,
    *,
    profile: str = "se121",
    threads: int | None = 1,
    time: float | None = None,
    errors: Errors = "null",
    progress: Progress = None,
) -> Table:
    """Rates how hard each puzzle is for people; 4x4 to 16x16.

    Columns: ``status`` (``solved`` if it is rated, ``stuck``, ``multiple``, ``none``, ``limit``,
    ``unsupported``, ``invalid``), ``rating``, ``pearl``, ``diamond``, ``hardest`` (the id of a
    technique), ``steps``, ``class`` and ``score`` in profiles with scores, ``stop`` (the limit that
    ended a search), ``error``. The other options are those of `solve_batch`.

    >>> import quadrille
    >>> text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> quadrille.rate_batch([text, "." * 81])["rating"].to_pylist()
    [1.2, None]
    """
    with Reporting(progress) as report:
        return _native.rate_batch(puzzles, profile, threads, time, errors, report)


def canon_batch(
    puzzles: Puzzles,
    *,
    form: str = "pattern",
    threads: int | None = 1,
    time: float | None = None,
    errors: Errors = "null",
    progress: Progress = None,
) -> Table:
    """Finds the canonical form of each puzzle: the same for all that are essentially the same.

    Columns: ``status`` (``solved``, ``limit``, ``unsupported``, ``invalid``), ``canonical``,
    ``automorphisms`` (null also for numbers from 2**64 on), ``stop``, ``error``. The other options
    are those of `solve_batch`.

    >>> import quadrille
    >>> table = quadrille.canon_batch(["1...............", "...............3"])
    >>> table["canonical"].to_pylist(), table["automorphisms"][0]
    (['...............1', '...............1'], 48)
    """
    with Reporting(progress) as report:
        return _native.canon_batch(puzzles, form, threads, time, errors, report)


def run_batch(
    puzzles: Puzzles,
    algorithm: str,
    *,
    seed: int = 1,
    seeds: str = "own",
    nodes: int | None = None,
    evaluations: int | None = None,
    time: float | None = None,
    threads: int | None = 1,
    errors: Errors = "null",
    progress: Progress = None,
) -> Table:
    """Runs an algorithm of the laboratory on each puzzle.

    algorithm: an id with parameters, as in ``"tabu:start=givens"``; `quadrille.lab.algorithms`
        lists them.
    nodes, evaluations, time: limits of each run; a million nodes if there are none. A run is a
        function of algorithm, seed, puzzle and limits on work, so only a limit on time makes
        answers depend on the machine.
    seeds: ``"common"`` for the random numbers of a comparison with common seeds.

    Columns: ``status`` (``solved``, ``none``, ``stuck``, ``wrong``, ``limit``, ``unsupported``,
    ``invalid``), ``solution``, ``stop`` (the limit that ended it), ``nodes``, ``counters`` (a
    struct of all that the algorithm counts), ``seconds``, ``cpu_seconds``, ``error``. The other
    options are those of `solve_batch`.

    >>> import quadrille
    >>> text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> table = quadrille.run_batch([text], "dfs-column", seed=7)
    >>> table["status"][0], table["nodes"][0]
    ('solved', 621)
    """
    with Reporting(progress) as report:
        return _native.run_batch(
            puzzles, algorithm, seed, seeds, threads, nodes, evaluations, time, errors, report
        )


def generate_batch(
    count: int,
    *,
    seed: int,
    first: int = 0,
    box: str | None = None,
    minimal: bool = False,
    symmetry: str | None = None,
    pattern: str | None = None,
    clues: tuple[int, int] | None = None,
    solution: str | Puzzle | None = None,
    unbiased: bool = False,
    edges: int | None = None,
    rating: tuple[float | None, float | None] | None = None,
    profile: str | None = None,
    technique: str | None = None,
    needs: str | None = None,
    once: str | None = None,
    steps: tuple[int, int] | None = None,
    threads: int | None = 1,
    time: float | None = 10.0,
    progress: Progress = None,
) -> Table:
    """Generates puzzles with one solution: those that the command ``generate puzzle`` writes.

    first: the index of the first one. A puzzle depends on the seed, its index and what is asked
        for, not on how many are made or by how many threads.
    box: the box shape, such as ``"2x3"``; 9x9 boards if it is missing.
    minimal: make every given necessary.
    symmetry: of the cells with givens, such as ``"half-turn"``.
    pattern: the cells with givens, row by row; ``.`` for an empty cell.
    clues: the least and the greatest number of givens.
    solution: the solution of all of them.
    unbiased: sample all minimal puzzles alike, with a column ``weight``.
    edges: show that many pairs of adjacent cells with consecutive digits.
    rating: the least and the greatest rating in the units of the profile; 9x9 only.
    profile: by which the puzzles are solved: the first of ``hodoku``, ``se121``, ``se`` and
        ``quadrille`` by which the techniques can be steps if it is missing.
    technique: the id of a technique that the solution takes; 9x9 only.
    needs: one without which others as easy as the hardest step do not solve it.
    once: one that the solution takes exactly once.
    steps: the least and the greatest number of steps.
    time: seconds for each puzzle, on average where they are made together. A puzzle that took
        longer is null, with the limit in ``stop``.

    Columns: ``index``, ``puzzle``, ``solution``, ``clues``, ``minimal``, ``weight`` and ``rating``
    if they are asked for, ``stop``.

    >>> import quadrille
    >>> table = quadrille.generate_batch(100, seed=7, symmetry="half-turn")
    >>> len(table), set(quadrille.check_batch(table)["verdict"])
    (100, {'proper'})
    """
    import json

    bounds = None
    if rating is not None:
        bounds = {"profile": profile or "se121", "from": rating[0], "to": rating[1]}
    request = {
        "box": box,
        "minimal": minimal,
        "symmetry": symmetry,
        "pattern": pattern,
        "clues": clues,
        "solution": None if solution is None else str(solution),
        "unbiased": unbiased,
        "edges": edges,
        "rating": bounds,
        "profile": profile,
        "technique": technique,
        "needs": needs,
        "once": once,
        "steps": steps,
    }
    with Reporting(progress) as report:
        return _native.generate_batch(
            count, seed, first, json.dumps(request), threads, time, report
        )


class Reporting:
    """Gives the function to report to; a bar ends with the call.

    A class, as a generator would take a quarter of the time of a call.
    """

    __slots__ = ("_bar", "_progress")

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._bar: Any = None

    def __enter__(self) -> Callable[[int, int], object] | None:
        if self._progress is not True:
            return self._progress or None
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError("progress=True needs tqdm; pass a function instead") from error
        self._bar = tqdm(unit="row")
        return self._report

    def _report(self, done: int, total: int) -> None:
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
