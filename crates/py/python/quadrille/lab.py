"""The laboratory: search algorithms under the same limits, compared as tables.

>>> from quadrille import lab
>>> comparison = lab.compare(["norvig", "dfs-mrv"], ["1...............", "...............2"])
>>> comparison.summary()["solved"].to_pylist()
[2, 2]
>>> comparison.runs()["algorithm"].to_pylist()
['norvig', 'dfs-mrv', 'norvig', 'dfs-mrv']
"""

from __future__ import annotations

from . import _native
from ._batch import Reporting
from ._guard import LEAST_MEMORY, guard
from ._native import Comparison

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from typing import Any

    from ._batch import Progress, Puzzles
    from ._native import Table

__all__ = ["Comparison", "algorithms", "compare", "plot"]


def algorithms() -> Table:
    """Returns the algorithms.

    Columns: ``id``, ``title``, ``family`` (``exact``, ``tree``, ``local``, ``sampling``),
    ``complete``, ``deterministic``, ``nodes`` (the counter that is called nodes), ``parameters``
    with their defaults, ``about``, ``source``, ``flaw`` of those kept as they were published.

    >>> from quadrille import lab
    >>> "tabu" in lab.algorithms()["id"].to_pylist()
    True
    """
    return _native.algorithms()


def compare(
    algorithms: Sequence[str] | str | None = None,
    puzzles: str | os.PathLike[str] | Puzzles = "collection",
    *,
    runs: int = 1,
    detect: str | None = None,
    seed: int = 1,
    seeds: str = "own",
    nodes: int | None = None,
    evaluations: int | None = None,
    time: float | None = None,
    cpu_time: float | None = None,
    memory: int | None = None,
    box: str | None = None,
    features: bool = False,
    threads: int | None = 1,
    progress: Progress = None,
) -> Comparison:
    """Runs algorithms on puzzles, as ``quadrille compare`` does.

    algorithms: names such as ``"tabu:start=givens"``; those that the command compares if missing.
        ``"cmd:python3 my.py"`` is a program of yours that speaks the protocol ``quadrille-lab``. It
        runs with your rights, so take such names from those you trust only. It is started once to
        find out whether it can be, and is killed with all that it started when the comparison ends
        and, on Linux, when this process does.
    puzzles: a source such as ``"collection"`` or ``"random-norvig:100"``, the path of a file, or a
        column of puzzles of one size. Lines of a file that are no puzzles are in ``bad_lines``; a
        row of a column that is none raises a ``PuzzleError``.
    runs: runs of each random algorithm on each puzzle; deterministic ones run once.
    detect: a difference such as ``"5%"``: instead of ``runs``, as many as detect that difference of
        processor times between any two algorithms 9 times of 10. Some first runs tell how many.
    seeds: ``"common"`` if all algorithms draw the same random numbers on a puzzle, and runs are
        compared one by one: two versions of one algorithm then differ in their costs alone.
    nodes, evaluations, time, cpu_time, memory: limits of each run, in seconds and bytes; a million
        nodes if there are none.
    features: compute the costly features of puzzles for the report.
    threads: 1, so that runs do not disturb each other's times, unless said otherwise.
    """
    limits = {
        "nodes": nodes,
        "evaluations": evaluations,
        "time": time,
        "cpu_time": cpu_time,
        "memory": memory,
    }
    text, name, strict = puzzles_of(puzzles)
    if isinstance(algorithms, str):
        algorithms = [algorithms]
    names = None if algorithms is None else list(algorithms)
    with Reporting(progress) as report:
        return _native.compare(
            names,
            text,
            name,
            strict,
            box,
            runs,
            detect,
            seed,
            seeds,
            limits,
            features,
            threads,
            report,
            guard(),
            LEAST_MEMORY,
        )


def puzzles_of(given: str | os.PathLike[str] | Puzzles) -> tuple[str, str | None, bool]:
    """Returns the text of a source, file or column, the file's name, and whether it is a column."""
    if not isinstance(given, str):
        import os

        if not isinstance(given, os.PathLike):
            return _native.lines_of(given), None, True
        given = os.fspath(given)
    elif _native.is_source(given):
        return given, None, False
    return _text_of(given), given, False


def _text_of(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read().encode("utf-8", "replace").decode()
    except FileNotFoundError as error:
        near = "; for puzzles themselves, pass a list of them" if len(path) < 3000 else ""
        message = f"neither a source nor a file{near}"
        raise FileNotFoundError(error.errno, message, path[:200]) from None


def plot(comparison: Comparison, *, by: str = "nodes", ax: Any = None) -> Any:
    """Draws the share of runs that are solved within a cost, a curve for each algorithm.

    by: a column of the runs: ``nodes``, ``cpu_seconds`` or ``seconds``.
    ax: axes of matplotlib to draw on; new ones if missing. They are returned.

    Needs matplotlib.
    """
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plot needs matplotlib") from error

    table = comparison.runs()
    if ax is None:
        ax = plt.subplots(layout="constrained")[1]
    rows = zip(table["algorithm"], table["status"], table[by], strict=True)
    costs: dict[str, list[float | None]] = {name: [] for name in comparison.algorithms}
    for name, status, cost in rows:
        if status != "unsupported":
            costs[name].append(cost if status == "solved" else None)
    for name, of_runs in costs.items():
        solved = sorted(cost for cost in of_runs if cost is not None)
        share = [100 * (index + 1) / len(of_runs) for index in range(len(solved))]
        ax.step(solved, share, where="post", label=name)
    ax.set(xscale="symlog" if by == "nodes" else "log", ylim=(0, 102))
    ax.set(xlabel=by.replace("_", " "), ylabel="runs solved, %")
    ax.legend()
    return ax
