"""A judge of steps and answers, traces, and boards to learn on, for models that solve Sudokus.

The judge knows a deduction from a lucky guess. A step is *deducible* if a technique of the
profile shows it now, *true* if it is right but none does, *false* if the board says that it is
wrong, *unsolvable* if nothing on the board says so but the puzzle has no solution with it, and
*idle* if it changes nothing.

>>> from quadrille import ai
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> table = ai.judge([puzzle] * 3, ["r5c5=5", "r1c3=1", "r1c3=3"])
>>> table["verdict"].to_pylist(), table["technique"].to_pylist()[0]
(['deducible', 'unsolvable', 'false'], 'naked-single')

`VectorEnv` and the Gymnasium environment ``quadrille/Sudoku-v0`` need numpy, and the latter
gymnasium.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from . import _native
from ._native import Table

if TYPE_CHECKING:
    from ._ai_boards import REWARDS, VERDICTS, Rewards, VectorEnv, action_of, level
    from ._batch import Puzzles

__all__ = [
    "REWARDS",
    "VERDICTS",
    "Rewards",
    "VectorEnv",
    "action_of",
    "judge",
    "level",
    "score",
    "traces",
]


def judge(
    puzzles: Puzzles,
    steps: Puzzles,
    *,
    boards: Puzzles | None = None,
    candidates: Puzzles | None = None,
    profile: str = "quadrille",
    max_rating: float | None = None,
    threads: int | None = 1,
    time: float | None = None,
) -> Table:
    """Judges a step in each row.

    Columns: ``verdict``; ``technique`` and ``rating`` of the first deduction that shows the step;
    ``claim``, whether a technique that the step names shows it; ``error``.

    puzzles: the puzzles, which must be proper. Rows of the same puzzle are fastest together.
    steps: ``r1c2=5`` places a digit, ``r1c2<>5`` rules it out; the id of a technique may follow.
    boards: the digits that are filled in so far, a symbol for each cell.
    candidates: what is left of the candidates, a symbol for each digit in each cell.
    max_rating: the hardest deduction; all but the last resorts of the profile if it is missing.
    threads: 1 unless said otherwise; ``None`` takes all cores. Answers do not depend on it.
    time: the limit of each row in seconds.
    """
    return _native.judge_batch(
        puzzles, steps, boards, candidates, profile, max_rating, threads, time
    )


def score(
    puzzles: Puzzles,
    answers: Puzzles,
    *,
    profile: str = "quadrille",
    max_rating: float | None = None,
    threads: int | None = 1,
    time: float | None = None,
) -> Table:
    """Grades a whole answer in each row: a text with a grid, with steps, or with both.

    Columns: ``format`` (``grid``, ``steps`` that fill the board, or null), ``grid``, ``givens`` and
    ``rules`` (whether they are kept), ``solved``, ``right`` of ``open`` cells, ``deduced`` (the
    share of deductions among the steps), the number of steps of each verdict, and ``error``.

    If the text has ``<answer>`` elements, the last one counts; of several grids, the last one. The
    other options are those of `judge`.

    >>> from quadrille import ai
    >>> table = ai.score(["1234341221.....1"] * 2, ["It is 1234341221434321.", "It is solved!"])
    >>> table["solved"].to_pylist(), table["format"].to_pylist()
    ([True, False], ['grid', None])
    """
    return _native.score_batch(puzzles, answers, profile, max_rating, threads, time)


def traces(
    puzzles: Puzzles,
    *,
    form: Literal["compact", "chat"] = "compact",
    lang: str = "en",
    profile: str = "quadrille",
    threads: int | None = 1,
    time: float | None = None,
) -> Table:
    """Solves each puzzle by deductions, each of which is checked, and returns them as text.

    Columns: ``trace``, ``solution``, ``steps``, ``hardest`` (the rating) and ``error``.

    form: ``"compact"`` is a line for each step, as `judge` and `score` read them; ``"chat"`` a JSON
        object with ``messages``: the puzzle, and the steps with the solution.
    lang: the language of the question, ``"en"`` or ``"fr"``.

    >>> from quadrille import ai
    >>> print(ai.traces(["1234341221.....1"])["trace"][0].splitlines()[0])
    full-house c1 => r4c1=4
    """
    return _native.trace_batch(puzzles, form, lang, profile, threads, time)


def _register() -> None:
    """Makes ``gymnasium.make("quadrille/Sudoku-v0")`` work once this module is imported."""
    if find_spec("gymnasium") is None:
        return
    import gymnasium

    if "quadrille/Sudoku-v0" not in gymnasium.registry:
        gymnasium.register("quadrille/Sudoku-v0", "quadrille._ai_gym:SudokuEnv")


_register()


def __getattr__(name: str) -> Any:
    # They need numpy and gymnasium.
    if name in {"REWARDS", "VERDICTS", "Rewards", "VectorEnv", "action_of", "level"}:
        from . import _ai_boards

        return getattr(_ai_boards, name)
    if name == "SudokuEnv":
        from ._ai_gym import SudokuEnv

        return SudokuEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
