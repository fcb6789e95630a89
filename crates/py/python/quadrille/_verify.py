"""The verification of a job's outputs against its inputs."""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass

from . import _native
from ._shard_files import temporary_files
from ._shards import (
    BATCH,
    INPUT,
    KEY,
    REQUEST,
    SUCCESS,
    JobError,
    find_inputs,
    hash_of,
    listed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


@dataclass(frozen=True)
class Verified:
    """What was verified."""

    shards: int
    rows: int
    #: Solutions that the independent validator has accepted.
    validated: int


def verify(
    output: str | os.PathLike[str],
    inputs: Sequence[str | os.PathLike[str]] | None = None,
    *,
    sample: int | None = 1000,
) -> Verified:
    """Verifies the outputs of a job that is complete.

    Each input has its output, made from what the input is now, with as many rows and the same
    values in the columns carried over; solutions are solutions of the puzzles in their rows; no
    temporary file is left.

    inputs: where the inputs are, if not where they were.
    sample: that many rows of each file are validated, always the same ones; ``None`` for all.

    Raises a `JobError` that says what does not hold.
    """
    folder = os.path.abspath(os.fspath(output))
    problems = [f"{path}: a temporary file is left" for path in temporary_files(folder)]
    try:
        with open(os.path.join(folder, SUCCESS), "rb") as file:
            expected = json.load(file)
    except FileNotFoundError:
        raise JobError(f"{folder}: no {SUCCESS}: the job is not complete") from None
    moved = None
    if inputs is not None:
        moved = {os.path.basename(path): path for path in find_inputs(inputs)}
    names = sorted(name for name in os.listdir(folder) if not name.startswith(("_", ".")))
    rows = validated = 0
    for name in names:
        found = _Output(os.path.join(folder, name), moved)
        found.verify(sample)
        problems += found.problems
        rows += found.rows
        validated += found.validated
    for what, count in (("shards", len(names)), ("rows", rows)):
        if expected.get(what) != count:
            problems.append(f"{folder}: {count} {what}, but {SUCCESS} says {expected.get(what)}")
    if moved is not None:
        problems += [f"{name}: has no output" for name in sorted(moved.keys() - set(names))]
    if problems:
        raise JobError(listed(f"{len(problems)} problems", problems))
    return Verified(len(names), rows, validated)


class _Output:
    """One output, and what is wrong with it."""

    def __init__(self, path: str, moved: dict[str, str] | None) -> None:
        self.problems: list[str] = []
        self.rows = self.validated = 0
        self._path = path
        self._moved = moved

    def verify(self, sample: int | None) -> None:
        import pyarrow
        import pyarrow.parquet

        try:
            with pyarrow.parquet.ParquetFile(self._path) as answers:
                self.rows = answers.metadata.num_rows
                footer = answers.metadata.metadata or {}
                request = json.loads(footer.get(REQUEST, b"null"))
                if request is None:
                    self._problem("not an output of a job")
                    return
                source = self._source(footer)
                if source is None:
                    return
                if not self._is_current(source, footer, request):
                    return
                with pyarrow.parquet.ParquetFile(source) as puzzles:
                    self._compare(puzzles, answers, request, sample)
        except (pyarrow.ArrowException, OSError) as error:
            self._problem(str(error))

    def _problem(self, text: str) -> None:
        self.problems.append(f"{self._path}: {text}")

    def _source(self, footer: dict[bytes, bytes]) -> str | None:
        source = os.fsdecode(footer.get(INPUT, b""))
        if self._moved is not None:
            source = self._moved.get(os.path.basename(self._path), "")
        if not os.path.exists(source):
            self._problem(f"its input {source} is missing")
            return None
        return source

    def _is_current(self, source: str, footer: dict[bytes, bytes], request: Any) -> bool:
        stat = os.stat(source)
        size, time = request["input"]["size"], request["input"]["mtime_ns"]
        text = json.dumps(request, sort_keys=True, separators=(",", ":"))
        if footer.get(KEY) != hash_of(text).encode():
            self._problem("its key is not that of its footer")
        elif stat.st_size != size or (self._moved is None and stat.st_mtime_ns != time):
            # Copies may have another time.
            self._problem(f"{source} has changed since")
        else:
            return True
        return False

    def _compare(self, puzzles: Any, answers: Any, request: Any, sample: int | None) -> None:
        if puzzles.metadata.num_rows != self.rows:
            self._problem(f"{self.rows} rows, and {puzzles.metadata.num_rows} in the input")
            return
        column, carried = request["column"], request["carry"]
        if carried is None:
            carried = [name for name in puzzles.schema_arrow.names if name != column]
        wanted = list(dict.fromkeys([column, *carried]))
        pairs = zip(
            puzzles.iter_batches(BATCH, columns=wanted, use_threads=False),
            answers.iter_batches(BATCH, use_threads=False),
            strict=True,
        )
        chosen = None
        if sample is not None and sample < self.rows:
            chosen = sorted(random.Random(self.rows).sample(range(self.rows), sample))
        start = 0
        for before, after in pairs:
            for name in carried:
                if not _same(before.column(name), after.column(name)):
                    self._problem(f"column `{name}` differs from row {start} on")
                    return
            if "solution" in answers.schema_arrow.names and "solution" not in carried:
                part = None
                if chosen is not None:
                    part = [row - start for row in chosen if start <= row < start + len(before)]
                self._validate(before.column(column), after, part, start)
            start += len(before)

    def _validate(self, puzzles: Any, answers: Any, part: list[int] | None, start: int) -> None:
        solutions = answers.column("solution")
        if part is not None:
            puzzles, solutions = puzzles.take(part), solutions.take(part)
        valid = _native.validate_batch(puzzles, solutions)["valid"].to_pylist()
        for place, is_valid in enumerate(valid):
            if is_valid is False:
                row = start + (place if part is None else part[place])
                self._problem(f"row {row}: not a solution of its puzzle")
        self.validated += sum(map(bool, valid))


def _same(before: Any, after: Any) -> bool:
    """Returns whether two arrays have the same values; NaN is equal to itself."""
    import pyarrow as pa

    if pa.types.is_dictionary(before.type):
        before = before.cast(before.type.value_type)
    if pa.types.is_floating(before.type) and before.type == after.type:
        width = pa.types.is_float64(before.type)
        if width or pa.types.is_float32(before.type):
            kind = pa.int64() if width else pa.int32()
            before, after = before.view(kind), after.view(kind)
    same: bool = before.equals(after)
    return same
