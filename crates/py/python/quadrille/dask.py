"""Jobs over files on a Dask cluster: ``python -m quadrille.dask IN… OUT --task solve``.

    from quadrille import dask as qd
    qd.map_files("in/*.parquet", "out", qd.solve, client=client, progress=True)

One input is one shard is one task is one output, so nothing passes through the scheduler but names
and counts. Killed workers, a killed scheduler and a killed client lose nothing that is done.
`compare` spreads a comparison of algorithms the same way, a shard a task.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ._dask_compare import compare
from ._shards import hash_of
from .jobs import (
    Job,
    JobError,
    Ledger,
    Shard,
    Summary,
    Verified,
    find_inputs,
    make_job,
    prepare,
    run_shard,
    verify,
)
from .tasks import Task, canon, check, count, rate, run, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

__all__ = [
    "JobError",
    "Summary",
    "Task",
    "Verified",
    "canon",
    "check",
    "compare",
    "count",
    "map_files",
    "rate",
    "run",
    "solve",
    "verify",
]

#: Shards that the scheduler is given at a time, at least; it slows down with 100 000.
_AT_A_TIME = 1000


def map_files(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    task: Task,
    *,
    client: Any = None,
    progress: bool | Callable[[Summary, int, int], object] = False,
    retries: int = 3,
    column: str = "puzzle",
    carry: Sequence[str] | None = None,
    seconds: bool = False,
    overwrite: bool = False,
    threads: int | None = 1,
) -> Summary:
    """Applies a task to each Parquet file on a cluster. Outputs that are there are skipped.

    client: of `distributed`; the current one if it is missing.
    progress: ``True`` for lines on standard error, or a function of the summary so far, the number
        of files and the number of those that failed.
    retries: for a file whose task raises. A worker that dies is another matter: when that many have
        died at a file as the scheduler allows (``distributed.scheduler.allowed-failures``, 3), it
        is read again by a child of a worker, and the rows that kill the child become bad rows.
    column, carry, seconds, overwrite, threads: as in `quadrille.jobs.Job`.

    After all other files, a `JobError` says which have failed and why.
    """
    from distributed import get_client

    if client is None:
        try:
            client = get_client()
        except ValueError:
            raise JobError("there is no client of Dask: pass client=") from None
    paths = find_inputs(inputs)
    job = make_job(
        output,
        task,
        column=column,
        carry=carry,
        seconds=seconds,
        overwrite=overwrite,
        threads=threads,
    )
    prepare(job, paths)
    report: Callable[[Summary, int, int], object] = _silent
    if callable(progress):
        report = progress
    elif progress:
        from .shard import Report

        report = Report()
    ledger = Ledger(job)
    _Run(client, job, ledger, retries, report).all(paths)
    return ledger.close(paths)


class _Run:
    """The tasks of a job on a cluster."""

    def __init__(
        self,
        client: Any,
        job: Job,
        ledger: Ledger,
        retries: int,
        report: Callable[[Summary, int, int], object],
    ) -> None:
        self._client = client
        self._job = job
        self._ledger = ledger
        self._retries = retries
        self._report = report
        #: The input of each task, and whether it is isolated.
        self._running: dict[Any, tuple[str, bool]] = {}

    def all(self, paths: Sequence[str]) -> None:
        """Submits files as others are done, until all are."""
        from distributed import as_completed

        waiting = iter(paths)
        # Without it, futures would be waited for in the loop of the default client.
        completed = as_completed(loop=self._client.loop, raise_errors=False)
        try:
            threads = sum(self._client.nthreads().values())
            for _, path in zip(range(max(_AT_A_TIME, 4 * threads)), waiting, strict=False):
                completed.add(self._submit(path))
            for future in completed:
                if future.status in ("lost", "pending"):
                    # Its worker died after the task and before its answer was fetched. The
                    # scheduler gives it to another one, which finds the output.
                    completed.add(future)
                    continue
                path, is_isolated = self._running.pop(future)
                if self._finish(future, path, is_isolated):
                    completed.add(self._submit(path, isolated=True))
                else:
                    path = next(waiting, "")
                    if path:
                        completed.add(self._submit(path))
                self._report(self._ledger.summary, len(paths), len(self._ledger.failures))
        finally:
            if self._running:
                self._client.cancel(list(self._running), force=True)

    def _submit(self, path: str, isolated: bool = False) -> Any:
        try:
            key = hash_of(self._job.request(os.stat(path)))
        except OSError as error:
            raise JobError(f"{path}: {error.strerror}") from error
        ending = "-isolated" if isolated else ""
        future = self._client.submit(
            run_shard,
            self._job,
            path,
            isolated,
            # The same for a client that was started again, so that nothing runs twice at a time.
            key=f"quadrille-{self._job.task.name}-{key}-{os.path.basename(path)}{ending}",
            retries=self._retries,
        )
        self._running[future] = path, isolated
        return future

    def _finish(self, future: Any, path: str, is_isolated: bool) -> bool:
        """Takes what a task has given. Returns whether its file must be isolated."""
        from distributed import CancelledError, KilledWorker

        gone = "the scheduler has forgotten the job, or it has died; start again to continue"
        if future.status == "cancelled":
            raise JobError(gone)
        shard: Shard | None = None
        try:
            error = future.exception()
            if error is None:
                shard = future.result()
        except (CancelledError, OSError) as problem:
            # It died while the answer was fetched.
            raise JobError(gone) from problem
        if shard is not None:
            try:
                self._ledger.done(shard)
            except JobError as problem:
                self._ledger.failed(path, problem)
            return False
        if isinstance(error, KilledWorker) and not is_isolated:
            return True
        if not isinstance(error, JobError):
            error = JobError(f"{path}: {type(error).__name__}: {error}")
        self._ledger.failed(path, error)
        return False


def _silent(summary: Summary, shards: int, failed: int) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line."""
    from . import shard

    options = shard.parser("python -m quadrille.dask", "Apply a task to Parquet files with Dask.")
    options.add_argument(
        "--scheduler",
        default="local",
        metavar="ADDR",
        help="address of a scheduler, or local:N for N processes on this machine (default: local)",
    )
    options.add_argument("--retries", type=int, default=3, help="for a file whose task raises")
    options.add_argument(
        "--allowed-failures",
        type=int,
        metavar="N",
        help="workers that may die at a file before it is isolated, with --scheduler local",
    )
    given = options.parse_args(arguments)

    def work() -> Summary:
        task, wanted = shard.request(given)
        with _client(given.scheduler, given.allowed_failures) as client:
            return map_files(
                given.inputs,
                given.output,
                task,
                client=client,
                retries=given.retries,
                progress=not given.quiet,
                **wanted,
            )

    return shard.outcome(work, (lambda: verify(given.output).rows) if given.verify else None)


def _client(scheduler: str, allowed_failures: int | None) -> Any:
    """Returns a client of a scheduler, or of processes that are started."""
    import dask.config
    from distributed import Client, LocalCluster

    kind, _, number = scheduler.partition(":")
    if kind != "local":
        if allowed_failures is not None:
            raise JobError(
                "--allowed-failures is an option of the scheduler when it is started: "
                "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"
            )
        try:
            return Client(scheduler, timeout="20s")
        except (OSError, ValueError) as error:
            raise JobError(f"{scheduler}: {error}") from error
    if number and not (number.isdigit() and int(number) > 0):
        raise JobError(f"--scheduler {scheduler}: expected local:N, such as local:2")
    if allowed_failures is not None:
        dask.config.set({"distributed.scheduler.allowed-failures": allowed_failures})
    no_dashboard: Any = None
    cluster = LocalCluster(
        n_workers=int(number) if number else os.cpu_count(),
        threads_per_worker=1,
        dashboard_address=no_dashboard,
    )
    return _OwnClient(Client, cluster)


class _OwnClient:
    """A client with a cluster that ends when it does."""

    def __init__(self, client: Callable[[Any], Any], cluster: Any) -> None:
        self._cluster = cluster
        self._client = client(cluster)

    def __enter__(self) -> Any:
        return self._client

    def __exit__(self, *_: object) -> None:
        self._client.close()
        self._cluster.close()


if __name__ == "__main__":
    sys.exit(main())
