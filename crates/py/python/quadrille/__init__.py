"""A Sudoku engine: one puzzle at a time for people, columns of millions of them for machines.

>>> import quadrille
>>> quadrille.Puzzle("1...............").solve()
Solution('1234341221434321')
>>> quadrille.solve_batch(["1...............", "12....3........."])["status"].to_pylist()
['solved', 'none']
"""

from ._answers import Answer, Canon, Check, Count, Explanation, Generated, Hint, Rating, Step
from ._batch import check_batch, count_batch, solve_batch
from ._errors import PuzzleError, QuadrilleError, UnknownNameError, UnsupportedError
from ._native import Column, Table, __version__
from ._puzzle import Puzzle, Solution
from ._single import (
    candidates,
    canon,
    check,
    convert,
    count,
    explain,
    generate,
    hint,
    rate,
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
    "Hint",
    "Puzzle",
    "PuzzleError",
    "QuadrilleError",
    "Rating",
    "Solution",
    "Step",
    "Table",
    "UnknownNameError",
    "UnsupportedError",
    "__version__",
    "candidates",
    "canon",
    "check",
    "check_batch",
    "convert",
    "count",
    "count_batch",
    "explain",
    "generate",
    "hint",
    "rate",
    "solve",
    "solve_batch",
]
