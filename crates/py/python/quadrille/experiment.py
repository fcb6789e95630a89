"""Comparisons of algorithms in shards: ``python -m quadrille.experiment OUT --shard K/N``.

A shard is a log of its own below ``OUT/shards``, as ``quadrille compare --shard`` writes it, and
has all runs of its puzzles. When all are there, they are joined to the comparison of one process,
whose report is written into ``OUT/report``. A shard that was killed is started again with the same
words, and keeps the runs that it has. `quadrille.dask.compare` does the same on a cluster.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import sys
from dataclasses import asdict, dataclass, field

from . import _native, lab
from ._errors import QuadrilleError
from ._guard import LEAST_MEMORY, guard
from ._shard_files import Attempt, Exists, alone, write_json
from ._shards import JobError, described, hash_of
from .shard import part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ._batch import Puzzles
    from ._native import Comparison

__all__ = ["Experiment", "Part", "check", "finish", "make", "run"]


@dataclass(frozen=True)
class Experiment:
    """A comparison in shards. It can be sent to other machines, which need the same file names."""

    output: str
    #: The number of shards.
    shards: int
    algorithms: tuple[str, ...] | None
    #: A source of puzzles, or ``None`` if they are in a file.
    source: str | None
    #: The file of the puzzles.
    path: str | None
    #: Whether all of them must be puzzles, as in a column.
    strict: bool
    runs: int
    seed: int
    seeds: str
    box: str | None
    features: bool
    limits: dict[str, Any] = field(default_factory=dict)

    def key(self) -> str:
        """Returns a hash of everything but the place."""
        fields = {**asdict(self), "output": "", "version": _native.__version__}
        return hash_of(json.dumps(fields, sort_keys=True))

    def folder(self, number: int) -> str:
        """Returns the folder of a shard."""
        return os.path.join(self.output, "shards", f"{number}-of-{self.shards}")

    @property
    def report(self) -> str:
        """The folder of the report."""
        return os.path.join(self.output, "report")

    def wanted(self) -> dict[str, Any]:
        """Returns what the native half needs to know."""
        text, name = self.source, None
        if self.path is not None:
            text, name, _ = lab.puzzles_of(_Path(self.path))
            if self.strict:
                name = None
        return {
            "algorithms": None if self.algorithms is None else list(self.algorithms),
            "puzzles": text,
            "name": name,
            "strict": self.strict,
            "box": self.box,
            "runs": self.runs,
            "seed": self.seed,
            "seeds": self.seeds,
            "limits": self.limits,
            "features": self.features,
            "guard": guard(),
            "least_memory": LEAST_MEMORY,
        }


class _Path(os.PathLike[str]):
    """A path that is never taken for the name of a source."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __fspath__(self) -> str:
        return self._path


@dataclass(frozen=True)
class Part:
    """What is known of a shard that is done."""

    number: int
    #: The number of its runs, those of the noise floor included.
    runs: int
    #: How many of them were there before.
    resumed: int


def make(
    algorithms: Sequence[str] | str | None,
    puzzles: str | os.PathLike[str] | Puzzles,
    output: str | os.PathLike[str],
    *,
    shards: int,
    runs: int = 1,
    seed: int = 1,
    seeds: str = "own",
    nodes: int | None = None,
    evaluations: int | None = None,
    time: float | None = None,
    cpu_time: float | None = None,
    memory: int | None = None,
    box: str | None = None,
    features: bool = False,
) -> Experiment:
    """Returns an experiment with the arguments of `quadrille.lab.compare`, in that many shards.

    A column of puzzles is written into the folder, so that all processes find it.
    """
    if shards < 1:
        raise JobError(f"{shards} shards: expected at least 1")
    output = os.path.abspath(os.fspath(output))
    if isinstance(algorithms, str):
        algorithms = [algorithms]
    source = path = None
    strict = False
    if isinstance(puzzles, str) and _native.is_source(puzzles):
        source = puzzles
    elif isinstance(puzzles, str | os.PathLike):
        path = os.path.abspath(os.fspath(puzzles))
        if not os.path.isfile(path):
            raise JobError(f"{path}: neither a source nor a file")
    else:
        strict = True
        path = _column(_native.lines_of(puzzles), output)
    return Experiment(
        output=output,
        shards=shards,
        algorithms=None if algorithms is None else tuple(algorithms),
        source=source,
        path=path,
        strict=strict,
        runs=runs,
        seed=seed,
        seeds=seeds,
        box=box,
        features=features,
        limits={
            "nodes": nodes,
            "evaluations": evaluations,
            "time": time,
            "cpu_time": cpu_time,
            "memory": memory,
        },
    )


def _column(text: str, output: str) -> str:
    """Writes the puzzles of a column where all processes find them, and returns the path."""
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    path = os.path.join(output, "shards", f"puzzles-{name}.txt")
    if os.path.exists(path):
        return path
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with Attempt(path) as attempt, contextlib.suppress(Exists):
            attempt.file.write(text.encode())
            attempt.publish(replace=False)
    except OSError as error:
        raise described(error, path) from error
    return path


def check(experiment: Experiment) -> int:
    """Returns the number of runs. Mistakes in names and puzzles raise an error."""
    return _native.count_runs(experiment.wanted())


def run(
    experiment: Experiment,
    number: int,
    *,
    threads: int | None = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Part:
    """Runs what is missing of a shard.

    A process that runs the same shard already is waited for.
    """
    folder = experiment.folder(number)
    try:
        runs, resumed = _native.run_shard(
            experiment.wanted(), number, experiment.shards, folder, threads, progress
        )
    except OSError as error:
        raise described(error, folder) from error
    except ValueError as error:
        raise JobError(str(error)) from error
    # Says that the shard is complete without reading its log.
    done = folder + ".json"
    if _done(experiment, number) is None:
        try:
            write_json(done, {"experiment": experiment.key(), "shard": number, "runs": runs})
        except OSError as error:
            raise described(error, done) from error
    return Part(number, runs, resumed)


def _done(experiment: Experiment, number: int) -> int | None:
    """Returns the number of runs of a shard that is complete."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        with open(experiment.folder(number) + ".json", "rb") as file:
            fields = json.load(file)
        if fields["experiment"] == experiment.key():
            return int(fields["runs"])
    return None


def finish(experiment: Experiment, *, csv: bool = False) -> Comparison | None:
    """Joins the shards, and writes the report; ``None`` if some are not complete."""
    numbers = range(1, experiment.shards + 1)
    if any(_done(experiment, number) is None for number in numbers):
        return None
    folders = [experiment.folder(number) for number in numbers]
    try:
        comparison = _native.merge_shards(experiment.wanted(), folders)
    except (ValueError, OSError) as error:
        raise JobError(str(error)) from error
    try:
        with alone(os.path.join(experiment.output, "shards", ".report.lock")):
            comparison.report(experiment.report, csv=csv, overwrite=True)
    except OSError as error:
        raise described(error, experiment.report) from error
    return comparison


def _parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(
        prog="python -m quadrille.experiment",
        description="Run a part of a comparison of algorithms; the last one writes the report.",
    )
    add = options.add_argument
    add("output", metavar="OUT", help="folder of the shards and of the report")
    add("--shard", type=part, default=(1, 1), metavar="K/N", help="the K-th of N parts")
    add("--algorithms", metavar="LIST", help="names, separated by `;` (default: 22 of them)")
    add("--puzzles", default="collection", metavar="INPUT", help="a source or a file")
    add("--runs", type=int, default=1, help="runs of each random algorithm on each puzzle")
    add("--seed", type=int, default=1)
    add(
        "--seeds",
        choices=("own", "common"),
        default="own",
        help="random numbers of each algorithm's own, or common ones",
    )
    add("--nodes", type=int, help="limit of each run")
    add("--evaluations", type=int, help="limit of each run")
    add("--time", type=float, help="limit of each run, in seconds")
    add("--cpu-time", type=float, help="limit of each run, in seconds")
    add("--memory", type=int, help="limit of each run, in bytes")
    add("--box", metavar="RxC", help="box shape, where the number of cells allows several")
    add("--features", action="store_true", help="compute the costly features of the puzzles")
    add("--threads", type=int, default=1, help="threads of a process (default: 1; 0: all cores)")
    add("--csv", action="store_true", help="write all runs and pairs as CSV files, too")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line."""
    given = _parser().parse_args(arguments)
    number, shards = given.shard
    try:
        names = None
        if given.algorithms is not None:
            names = [name for name in map(str.strip, given.algorithms.split(";")) if name]
        experiment = make(
            names,
            given.puzzles,
            given.output,
            shards=shards,
            runs=given.runs,
            seed=given.seed,
            seeds=given.seeds,
            nodes=given.nodes,
            evaluations=given.evaluations,
            time=given.time,
            cpu_time=given.cpu_time,
            memory=given.memory,
            box=given.box,
            features=given.features,
        )
        done = run(experiment, number, threads=given.threads or None)
        comparison = finish(experiment, csv=given.csv)
        fields = {"shard": f"{number}/{shards}", "runs": done.runs, "resumed": done.resumed}
        print(json.dumps({**fields, "complete": comparison is not None}))
    except KeyboardInterrupt:
        print("interrupted; start again to continue", file=sys.stderr)
        return 130
    except (JobError, QuadrilleError, TypeError, ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
