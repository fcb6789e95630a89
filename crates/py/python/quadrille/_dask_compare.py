"""Comparisons of algorithms on a Dask cluster."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from . import experiment as _experiment
from ._shards import JobError, hash_of, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ._batch import Puzzles
    from ._native import Comparison

_GONE = "the scheduler has forgotten the comparison, or it has died; start again to continue"


def compare(
    algorithms: Sequence[str] | str | None,
    puzzles: str | os.PathLike[str] | Puzzles,
    output: str | os.PathLike[str],
    *,
    shards: int,
    client: Any = None,
    progress: Callable[[int, int], object] | None = None,
    retries: int = 3,
    threads: int | None = 1,
    csv: bool = False,
    **options: Any,
) -> Comparison:
    """Runs algorithms on puzzles on a cluster, with the result of `quadrille.lab.compare`.

    A task is one shard: all runs of its puzzles, into a log below ``output/shards`` on a file
    system that all machines see. What is killed is started again, and keeps the runs that it has.
    At the end the logs are joined, and the report is in ``output/report``.

    shards: some ten for each thread of the cluster; at most one for each puzzle is of use.
    client: of `distributed`; the current one if it is missing.
    progress: called with the shards done and all shards.
    retries: for a shard whose task raises.
    csv: write all runs and pairs as CSV files, too.
    options: as for `quadrille.lab.compare`: runs, seed, limits of each run, box, features.

    After all other shards, a `JobError` says which have failed and why.
    """
    from distributed import as_completed, get_client

    if client is None:
        try:
            client = get_client()
        except ValueError:
            raise JobError("there is no client of Dask: pass client=") from None
    experiment = _experiment.make(algorithms, puzzles, output, shards=shards, **options)
    _experiment.check(experiment)
    key = experiment.key()
    running = {
        client.submit(
            _experiment.run,
            experiment,
            number,
            threads=threads,
            # The same for a client that was started again, so that nothing runs twice at a time.
            key=f"quadrille-compare-{key}-{hash_of(experiment.output)[:8]}-{number}",
            retries=retries,
        ): number
        for number in range(1, shards + 1)
    }
    failures: list[JobError] = []
    done = 0
    # Without it, futures would be waited for in the loop of the default client.
    completed = as_completed(list(running), loop=client.loop, raise_errors=False)
    try:
        for future in completed:
            if future.status in ("lost", "pending"):
                # Its worker died after the task and before its answer was fetched.
                completed.add(future)
                continue
            number = running.pop(future)
            error = _error_of(future)
            if error is None:
                done += 1
            else:
                failures.append(JobError(f"shard {number}/{shards}: {error}"))
            if progress is not None:
                progress(done, shards)
    finally:
        if running:
            client.cancel(list(running), force=True)
    if failures:
        raise JobError(listed(f"{len(failures)} failed", failures))
    comparison = _experiment.finish(experiment, csv=csv)
    if comparison is None:
        raise JobError(f"{experiment.output}: shards were removed meanwhile; start again")
    return comparison


def _error_of(future: Any) -> str | None:
    """Returns why a task has failed."""
    from distributed import CancelledError, KilledWorker

    if future.status == "cancelled":
        raise JobError(_GONE)
    try:
        error = future.exception()
    except (CancelledError, OSError) as problem:
        # It died while the answer was fetched.
        raise JobError(_GONE) from problem
    if error is None:
        return None
    if isinstance(error, KilledWorker):
        return f"as many workers died of it as the scheduler allows; start again: {error}"
    return str(error) if isinstance(error, JobError) else f"{type(error).__name__}: {error}"
