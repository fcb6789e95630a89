"""``python -m quadrille.shard IN… OUT --task solve``: jobs over files without a cluster.

``--shard K/N`` does the K-th of N parts, for arrays of Slurm or for GNU parallel.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time

from . import jobs, tasks
from ._errors import QuadrilleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


def parser(program: str, description: str) -> argparse.ArgumentParser:
    """Returns a parser of the options that all jobs have."""
    options = argparse.ArgumentParser(prog=program, description=description)
    add = options.add_argument
    add("inputs", nargs="+", metavar="IN", help="Parquet files, patterns, or folders of them")
    add("output", metavar="OUT", help="folder of the outputs")
    add("--task", required=True, choices=list(tasks.TASKS), help="what is done to each puzzle")
    add(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of the task, as JSON or as text; may be repeated",
    )
    add("--column", default="puzzle", help="the column of the puzzles (default: puzzle)")
    add(
        "--carry",
        metavar="NAMES",
        help="columns to carry over, separated by commas (default: all others)",
    )
    add("--seconds", action="store_true", help="keep columns of times, which always differ")
    add("--overwrite", action="store_true", help="replace outputs of another job")
    add("--threads", type=int, default=1, help="threads of a process (default: 1; 0: all cores)")
    add("--verify", action="store_true", help="verify all outputs afterwards")
    add("--quiet", action="store_true", help="no progress on standard error")
    return options


def request(given: argparse.Namespace) -> tuple[tasks.Task, dict[str, Any]]:
    """Returns the task and the options of the job that a command line asks for."""
    parameters: dict[str, Any] = {}
    for item in given.set:
        name, equals, text = item.partition("=")
        if not equals:
            raise jobs.JobError(f"--set {item}: expected NAME=VALUE")
        parameters[name] = text
        with contextlib.suppress(ValueError):
            parameters[name] = json.loads(text)
    options = {
        "column": given.column,
        "carry": given.carry.split(",") if given.carry else None if given.carry is None else [],
        "seconds": given.seconds,
        "overwrite": given.overwrite,
        "threads": given.threads or None,
    }
    return tasks.named(given.task, parameters), options


class Report:
    """Lines on standard error: shards, rows a second, the time left, failures."""

    def __init__(self, every: float = 1.0) -> None:
        self._began = time.monotonic()
        self._last = 0.0
        self._every = every
        self._is_terminal = sys.stderr.isatty()

    def __call__(self, summary: jobs.Summary, shards: int, failed: int) -> None:
        now = time.monotonic()
        finished = summary.shards + failed
        if finished < shards and now - self._last < self._every:
            return
        self._last = now
        elapsed = max(now - self._began, 1e-9)
        fresh = summary.shards - summary.skipped
        words = [f"{finished}/{shards} shards", f"{summary.rows} rows"]
        if summary.skipped:
            words.append(f"{summary.skipped} were there")
        if fresh and finished < shards:
            left = (shards - finished) * elapsed / fresh
            words.append(f"{left:.0f} s left")
        if failed:
            words.append(f"{failed} failed")
        end = "\r" if self._is_terminal and finished < shards else "\n"
        print(f"{', '.join(words)}, {elapsed:.0f} s", end=end, file=sys.stderr, flush=True)


def outcome(work: Callable[[], jobs.Summary], verify: Callable[[], Any] | None) -> int:
    """Runs a job and prints what came out. Returns the exit status."""
    try:
        summary = work()
        fields: dict[str, Any] = {
            "shards": summary.shards,
            "skipped": summary.skipped,
            "rows": summary.rows,
            "errors": summary.errors,
            "counts": summary.counts,
            "complete": summary.complete,
        }
        if verify is not None and summary.complete:
            fields["verified"] = verify()
        print(json.dumps(fields))
    except KeyboardInterrupt:
        print("interrupted; start again to continue", file=sys.stderr)
        return 130
    except (jobs.JobError, QuadrilleError, TypeError, ValueError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def part(text: str) -> tuple[int, int]:
    """Reads ``K/N``."""
    number, _, parts = text.partition("/")
    try:
        found = int(number), int(parts)
    except ValueError:
        raise argparse.ArgumentTypeError("expected K/N, such as 1/8") from None
    if not 1 <= found[0] <= found[1]:
        raise argparse.ArgumentTypeError(f"K counts from 1 to N, as in {found[1]}/{found[1]}")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line."""
    options = parser("python -m quadrille.shard", "Apply a task to Parquet files in this process.")
    options.add_argument(
        "--shard",
        type=part,
        default=(1, 1),
        metavar="K/N",
        help="the K-th of N parts of the files",
    )
    options.add_argument(
        "--isolate",
        action="store_true",
        help="apply the task in a child process; rows that kill it become bad rows",
    )
    given = options.parse_args(arguments)

    def work() -> jobs.Summary:
        task, wanted = request(given)
        return jobs.run(
            given.inputs,
            given.output,
            task,
            part=given.shard,
            isolated=given.isolate,
            progress=None if given.quiet else Report(),
            **wanted,
        )

    def verify() -> Any:
        return jobs.verify(given.output).rows

    return outcome(work, verify if given.verify else None)


if __name__ == "__main__":
    sys.exit(main())
