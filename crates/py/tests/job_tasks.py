"""Tasks that go wrong, for the tests of jobs. Workers import them by name."""

from __future__ import annotations

import os
import signal
from typing import Any

import pyarrow as pa
from conftest import HARD

import quadrille
from quadrille import jobs, tasks

#: The puzzle that kills whoever works on it.
POISON = HARD


def deadly(puzzles: Any) -> Any:
    """Solves, but dies of one puzzle."""
    if POISON in puzzles.to_pylist():
        os.kill(os.getpid(), signal.SIGKILL)
    return quadrille.solve_batch(puzzles)


def deadly_once(puzzles: Any, *, mark: str) -> Any:
    """Solves, but dies the first time."""
    if len(puzzles) and not os.path.exists(mark):
        with open(mark, "x"):
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    return quadrille.solve_batch(puzzles)


def failing(puzzles: Any) -> Any:
    """Raises for one puzzle."""
    if POISON in puzzles.to_pylist():
        raise ValueError("no, not this one")
    return quadrille.solve_batch(puzzles)


def short(puzzles: Any) -> Any:
    """Loses a row."""
    return quadrille.solve_batch(puzzles[1:])


def timed(puzzles: Any) -> Any:
    """Has a column that differs from run to run."""
    rows = len(puzzles)
    return pa.table({"answer": ["yes"] * rows, "cpu_seconds": [os.urandom(1)[0]] * rows})


def touching(puzzles: Any, *, path: str) -> Any:
    """Changes the input while it is read."""
    if len(puzzles):
        os.utime(path, ns=(1, 1))
    return quadrille.solve_batch(puzzles)


def overtaken(puzzles: Any, *, path: str, out: str, task: str) -> Any:
    """Is slower than another process with the same output."""
    if len(puzzles):
        other = tasks.TASKS[task] if task != "overtaken" else overtaken_by_itself(path, out)
        jobs.run_shard(jobs.make_job(out, other), path)
    return quadrille.solve_batch(puzzles)


def overtaken_by_itself(path: str, out: str) -> tasks.Task:
    """Returns a task that is labelled as `overtaken`, but does not wait for another one."""
    parameters = {"path": path, "out": out, "task": "overtaken"}
    return tasks.Task("overtaken", _solving, parameters)


def _solving(puzzles: Any, **_: str) -> Any:
    return quadrille.solve_batch(puzzles)
