"""A Sudoku engine: one puzzle at a time for people, columns of millions of them for machines.

>>> import quadrille
>>> quadrille.Puzzle("1...............").solve()
Solution('1234341221434321')
>>> quadrille.solve_batch(["1...............", "12....3........."])["status"].to_pylist()
['solved', 'none']
"""

from ._answers import (
    Answer,
    Canon,
    Check,
    Count,
    Explanation,
    Generated,
    GeneratedList,
    GeneratedPosition,
    Hint,
    Rating,
    Run,
    Step,
    Trace,
)
from ._arrays import solve_array
from ._batch import (
    canon_batch,
    check_batch,
    count_batch,
    generate_batch,
    rate_batch,
    run_batch,
    solve_batch,
)
from ._errors import PuzzleError, QuadrilleError, UnknownNameError, UnsupportedError
from ._native import Column, Table, __version__
from ._puzzle import (
    Puzzle,
    Solution,
    ask,
    candidates,
    canon,
    check,
    convert,
    count,
    explain,
    generate,
    hint,
    positions,
    rate,
    search,
    solve,
)

__all__ = [
    "Answer",
    "Canon",
    "Check",
    "Column",
    "Count",
    "Explanation",
    "Generated",
    "GeneratedList",
    "GeneratedPosition",
    "Hint",
    "Puzzle",
    "PuzzleError",
    "QuadrilleError",
    "Rating",
    "Run",
    "Solution",
    "Step",
    "Table",
    "Trace",
    "UnknownNameError",
    "UnsupportedError",
    "__version__",
    "ask",
    "candidates",
    "canon",
    "canon_batch",
    "check",
    "check_batch",
    "convert",
    "count",
    "count_batch",
    "explain",
    "generate",
    "generate_batch",
    "hint",
    "positions",
    "rate",
    "rate_batch",
    "run_batch",
    "search",
    "solve",
    "solve_array",
    "solve_batch",
]
