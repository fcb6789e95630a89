"""Batch functions over Parquet files: one input is one shard is one output of the same name.

An output appears whole or not at all, and says in its footer what it was made from. So a job that
was killed is started again with the same words: shards that are done are skipped, and nothing is
done twice. `quadrille.shard` runs the shards of one process, `quadrille.dask` those of a cluster;
both make the same files. Paths are those of a file system that all processes see.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from dataclasses import dataclass, field

from ._shard_files import append_line, read_lines, sweep, write_json
from ._shards import (
    LOG,
    SUCCESS,
    Job,
    JobError,
    Shard,
    arrow,
    described,
    find_inputs,
    hash_of,
    listed,
    make_job,
    prepare,
    read_footer,
    run_shard,
)
from ._verify import Verified, verify
from .tasks import Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

__all__ = [
    "Job",
    "JobError",
    "Ledger",
    "Shard",
    "Summary",
    "Verified",
    "find_inputs",
    "make_job",
    "prepare",
    "run",
    "run_shard",
    "verify",
]


@dataclass
class Summary:
    """What a run has done, and what all of its outputs hold together."""

    shards: int = 0
    #: Outputs that were there already.
    skipped: int = 0
    rows: int = 0
    #: Rows with an error.
    errors: int = 0
    #: Rows by status or verdict.
    counts: dict[str, int] = field(default_factory=dict)
    #: Whether all outputs of the job are there, those of other processes included.
    complete: bool = False

    def add(self, shard: Shard) -> None:
        """Adds an output."""
        self.shards += 1
        self.skipped += shard.skipped
        self.rows += shard.rows
        self.errors += shard.errors
        for word, count in shard.counts.items():
            self.counts[word] = self.counts.get(word, 0) + count


def run(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    task: Task,
    *,
    part: tuple[int, int] = (1, 1),
    isolated: bool = False,
    progress: Callable[[Summary, int, int], object] | None = None,
    **options: Any,
) -> Summary:
    """Applies a task to each file in this process. Options are those of `Job`.

    part: ``(K, N)`` does the K-th of N parts of the files; N processes do all.
    isolated: applies the task in a process of its own; the rows that kill it become bad rows.
    progress: called after each file with the summary so far, the number of files, and the number
        of those that failed.

    A file that fails stops nothing; after all others a `JobError` says which have failed.
    """
    number, parts = part
    if not 1 <= number <= parts:
        raise JobError(f"part {number}/{parts}: expected 1/{parts} to {parts}/{parts}")
    paths = find_inputs(inputs)
    job = make_job(output, task, **options)
    prepare(job, paths)
    ledger = Ledger(job)
    mine = paths[number - 1 :: parts]
    for path in mine:
        try:
            ledger.done(run_shard(job, path, isolated))
        except JobError as error:
            ledger.failed(path, error)
        if progress is not None:
            progress(ledger.summary, len(mine), len(ledger.failures))
    return ledger.close(paths)


class Ledger:
    """The log of a job, and what comes after its last shard."""

    def __init__(self, job: Job) -> None:
        self.summary = Summary()
        #: Errors by input.
        self.failures: dict[str, Exception] = {}
        self._job = job
        self._began = time.monotonic()
        self._log = os.path.join(job.output, LOG)
        self._logged = {(line.get("shard"), line.get("job")) for line in read_lines(self._log)}

    def done(self, shard: Shard) -> None:
        """Adds a shard; the log has a line for each, whether or not it is done again."""
        self.summary.add(shard)
        if (shard.name, shard.job) in self._logged:
            return
        fields: dict[str, Any] = {
            "shard": shard.name,
            "job": shard.job,
            "rows": shard.rows,
            "errors": shard.errors,
            "counts": shard.counts,
        }
        if not shard.skipped:
            # The process that made a skipped one has died before it could write the line.
            fields["seconds"] = round(shard.seconds, 3)
        try:
            append_line(self._log, fields)
        except OSError as error:
            raise described(error, self._log) from error
        self._logged.add((shard.name, shard.job))

    def failed(self, path: str, error: Exception) -> None:
        """Adds a shard that failed."""
        self.failures[path] = error

    def close(self, paths: Sequence[str]) -> Summary:
        """Sweeps, and writes the summary if all outputs are there."""
        with contextlib.suppress(OSError):
            sweep(self._job.output)
        if self.failures:
            raise JobError(listed(f"{len(self.failures)} failed", list(self.failures.values())))
        total = self._collect(paths)
        self.summary.complete = total is not None
        if total is not None:
            self._write_success(*total)
        return self.summary

    def _collect(self, paths: Sequence[str]) -> tuple[Summary, str] | None:
        """Returns the sum of all outputs and a hash of their keys; ``None`` if one is missing."""
        there = set(os.listdir(self._job.output))
        if not there.issuperset(os.path.basename(path) for path in paths):
            return None
        total, keys = Summary(), hashlib.sha256()
        for path in paths:
            try:
                key = hash_of(self._job.request(os.stat(path)))
            except OSError as error:
                raise described(error, path) from error
            # Another process may be about to replace one.
            try:
                shard = read_footer(self._job, path, key)
            except JobError:
                return None
            if shard is None:
                return None
            total.add(shard)
            keys.update(f"{shard.name}\0{key}\n".encode())
        return total, keys.hexdigest()[:32]

    def _write_success(self, total: Summary, keys: str) -> None:
        job, path = self._job, os.path.join(self._job.output, SUCCESS)
        with contextlib.suppress(OSError, ValueError), open(path, "rb") as file:
            if json.load(file)["jobs"] == keys:
                return
        fields = {
            "jobs": keys,
            "task": job.task.name,
            "parameters": job.task.parameters,
            "column": job.column,
            "carry": job.carry,
            "shards": total.shards,
            "rows": total.rows,
            "errors": total.errors,
            "counts": total.counts,
            "versions": {"quadrille": job.version, "pyarrow": arrow().__version__},
            "seconds": round(time.monotonic() - self._began, 3),
        }
        try:
            write_json(path, fields)
        except OSError as error:
            raise described(error, path) from error
