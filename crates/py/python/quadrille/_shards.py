"""Shards: one input is one shard is one output, which says in its footer what it was made from."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import json
import os
import time
from dataclasses import dataclass

from . import _isolate, _native
from ._shard_files import Attempt, Exists
from .tasks import Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

#: Rows that are read, worked on and written at a time.
BATCH = 1 << 16
#: Keys of the footer: the hash, what it was made of, what came out, and where the input was.
KEY, REQUEST, RESULT, INPUT = (
    b"quadrille.job",
    b"quadrille.request",
    b"quadrille.result",
    b"quadrille.input",
)
SUCCESS = "_SUCCESS.json"
LOG = "_log.jsonl"
#: Columns of answers that say how a row went.
_WORDS = ("status", "verdict")


class JobError(RuntimeError):
    """A job that cannot continue, and what to do about it."""


@dataclass(frozen=True)
class Job:
    """What is done to each file.

    output: the folder of the outputs.
    column: the column of the puzzles.
    carry: the other columns that go into the output, such as an id; ``None`` takes all of them.
    seconds: keep columns with ``seconds`` in their name, which differ from run to run.
    overwrite: replace outputs of another job.
    threads: for the task in one process; ``None`` takes all cores. Answers do not depend on it.
    """

    task: Task
    output: str
    column: str = "puzzle"
    carry: tuple[str, ...] | None = None
    seconds: bool = False
    overwrite: bool = False
    threads: int | None = 1
    version: str = _native.__version__

    def request(self, stat: os.stat_result) -> str:
        """Returns what determines the output for an input, as JSON."""
        fields = {
            "carry": self.carry,
            "column": self.column,
            "input": {"mtime_ns": stat.st_mtime_ns, "size": stat.st_size},
            "parameters": self.task.parameters,
            "seconds": self.seconds,
            "task": self.task.name,
            "version": self.version,
        }
        return json.dumps(fields, sort_keys=True, separators=(",", ":"))

    def target(self, path: str) -> str:
        """Returns the output for an input."""
        return os.path.join(self.output, os.path.basename(path))


@dataclass(frozen=True)
class Shard:
    """An output that is done. ``counts`` holds rows by status or verdict."""

    name: str
    job: str
    rows: int
    errors: int
    counts: dict[str, int]
    skipped: bool = False
    seconds: float = 0.0


def make_job(
    output: str | os.PathLike[str],
    task: Task,
    *,
    column: str = "puzzle",
    carry: Sequence[str] | None = None,
    seconds: bool = False,
    overwrite: bool = False,
    threads: int | None = 1,
) -> Job:
    """Returns a job after its options were tried on no rows."""
    if isinstance(carry, str):
        raise TypeError("carry is a list of names")
    kept = None if carry is None else tuple(carry)
    folder = os.path.abspath(os.fspath(output))
    job = Job(task, folder, column, kept, seconds, overwrite, threads)
    _answers(job, arrow().array([], "string"), job.task.apply)
    return job


def find_inputs(inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    """Returns the files that names, patterns and folders mean, as absolute paths sorted by name."""
    given = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    found: dict[str, str] = {}
    for item in given:
        text = os.fspath(item)
        if "://" in text:
            raise JobError(f"{text}: not a path; object stores must be mounted as a file system")
        if os.path.isdir(text):
            names = sorted(os.listdir(text))
            paths = [os.path.join(text, name) for name in names if name.endswith(".parquet")]
            paths = [path for path in paths if not os.path.basename(path).startswith((".", "_"))]
        elif os.path.exists(text):
            paths = [text]
        else:
            paths = sorted(glob.glob(text, recursive=True))
        if not paths:
            raise JobError(f"{text}: there are no Parquet files")
        for path in map(os.path.abspath, paths):
            name = os.path.basename(path)
            if found.setdefault(name, path) != path:
                raise JobError(f"{path} and {found[name]} would have the same output")
    if not found:
        raise JobError("there are no inputs")
    return [found[name] for name in sorted(found)]


def prepare(job: Job, paths: Sequence[str]) -> None:
    """Makes the output folder, and checks that it is another one than those of the inputs."""
    try:
        os.makedirs(job.output, exist_ok=True)
    except OSError as error:
        raise described(error, job.output) from error
    for folder in {os.path.dirname(path) for path in paths}:
        if os.path.samefile(folder, job.output):
            raise JobError(f"{job.output}: holds the inputs; choose another folder for the outputs")


def run_shard(job: Job, path: str, isolated: bool = False) -> Shard:
    """Makes the output for an input, unless it is there.

    isolated: in a process of its own, which may die: the rows that kill it become bad rows.
    """
    began = time.monotonic()
    name, target = os.path.basename(path), job.target(path)
    if job.version != _native.__version__:
        raise JobError(
            f"quadrille {_native.__version__} is installed here, and {job.version} where the job "
            "was started; install the same"
        )
    try:
        before = os.stat(path)
    except OSError as error:
        raise described(error, path) from error
    request = job.request(before)
    key = hash_of(request)
    found = read_footer(job, path, key)
    if found is not None:
        return found
    with contextlib.suppress(FileNotFoundError):
        os.unlink(os.path.join(job.output, SUCCESS))
    try:
        with Attempt(target) as attempt:
            footer = {KEY: key, REQUEST: request, INPUT: path}
            with _isolate.applying(isolated) as apply:
                result = _write(job, path, attempt.file, footer, apply)
            after = os.stat(path)
            if _identity(after) != _identity(before):
                raise JobError(f"{path}: changed while it was read; start the job again")
            try:
                attempt.publish(replace=job.overwrite)
            except Exists:
                # Another process was faster, with the same job or with another one.
                found = read_footer(job, path, key)
                if found is None:
                    raise JobError(f"{target}: appeared and vanished; start again") from None
                return found
    except OSError as error:
        raise described(error, target) from error
    return Shard(name, key, **result, seconds=time.monotonic() - began)


def _write(
    job: Job,
    path: str,
    file: Any,
    footer: dict[bytes, str],
    apply: Callable[..., Any],
) -> dict[str, Any]:
    """Writes the answers for an input. Returns the rows, the errors, and the rows by word."""
    import pyarrow.parquet

    pa = arrow()
    result: dict[str, Any] = {"rows": 0, "errors": 0, "counts": {}}
    writer = None
    try:
        for names, batch in _batches(job, path):
            puzzles = batch.column(job.column)
            try:
                answers = _answers(job, puzzles, lambda *given: apply(job.task, *given))
            except (JobError, OSError):
                raise
            except Exception as error:
                raise JobError(f"{path}: {type(error).__name__}: {error}") from error
            columns = {name: batch.column(name) for name in names}
            twice = columns.keys() & set(answers.column_names)
            if twice:
                raise JobError(
                    f"{path}: `{min(twice)}` is also a column of the answers; choose the columns "
                    "to carry without it"
                )
            for name in answers.column_names:
                columns[name] = answers.column(name)
            table = pa.table({name: _plain(column) for name, column in columns.items()})
            if writer is None:
                # Hardly a solution or a puzzle occurs twice.
                often: Any = [name for name in columns if name not in ("solution", job.column)]
                writer = pyarrow.parquet.ParquetWriter(
                    file,
                    table.schema,
                    compression="lz4",
                    use_dictionary=often,
                )
            writer.write_table(table)
            _count(result, answers)
        assert writer is not None, "an empty file has an empty batch"
        footer = {**footer, RESULT: json.dumps(result)}
        writer.add_key_value_metadata(footer)
        writer.close()
    except pa.ArrowException as error:
        if isinstance(error, OSError):
            raise
        raise JobError(f"{path}: {error}") from error
    finally:
        if writer is not None and writer.is_open:
            # It would write the footer of a file that is not wanted, and complain of a full disk.
            with contextlib.suppress(Exception):
                writer.close()
            writer.is_open = False
    return result


def _batches(job: Job, path: str) -> Iterator[tuple[list[str], Any]]:
    """Reads the columns of an input that are wanted; yields what to carry, and the rows."""
    import pyarrow.parquet

    pa = arrow()
    try:
        source = pyarrow.parquet.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        raise described(error, path) from error
    with source:
        names = source.schema_arrow.names
        others = [name for name in names if name != job.column]
        carried = others if job.carry is None else list(job.carry)
        for name in (job.column, *carried):
            if name not in names:
                raise JobError(f"{path}: no column `{name}`; there are {', '.join(names)}")
        wanted = list(dict.fromkeys([job.column, *carried]))
        is_empty = True
        try:
            for batch in source.iter_batches(BATCH, columns=wanted, use_threads=False):
                is_empty = False
                yield carried, batch
        except (pa.ArrowException, OSError) as error:
            raise described(error, path) from error
        if is_empty:
            schema = pa.schema([source.schema_arrow.field(name) for name in wanted])
            yield carried, pa.RecordBatch.from_pylist([], schema=schema)


def _answers(job: Job, puzzles: Any, apply: Callable[..., Any]) -> Any:
    """Applies the task to a column. Returns the columns that are kept."""
    answers = arrow().table(apply(puzzles, job.threads))
    if len(answers) != len(puzzles):
        raise JobError(
            f"task {job.task.name}: {len(answers)} rows for {len(puzzles)}; a task has an answer "
            "for each row"
        )
    if job.seconds:
        return answers
    return answers.select([name for name in answers.column_names if "seconds" not in name])


def _plain(column: Any) -> Any:
    """Returns a column without a dictionary, which every reader of Parquet files takes."""
    pa = arrow()
    kind = column.type
    return column.cast(kind.value_type) if pa.types.is_dictionary(kind) else column


def _count(result: dict[str, Any], answers: Any) -> None:
    result["rows"] += len(answers)
    if "error" in answers.column_names:
        result["errors"] += len(answers) - answers.column("error").null_count
    for name in _WORDS:
        if name in answers.column_names:
            for item in _plain(answers.column(name)).value_counts().to_pylist():
                word = str(item["values"])
                result["counts"][word] = result["counts"].get(word, 0) + item["counts"]


def read_footer(job: Job, path: str, key: str) -> Shard | None:
    """Returns what the output for an input holds; ``None`` if there is none or it is replaced."""
    import pyarrow.parquet

    target = job.target(path)
    try:
        footer = pyarrow.parquet.read_metadata(target).metadata or {}
    except FileNotFoundError:
        return None
    except (arrow().ArrowException, OSError) as error:
        if job.overwrite and not os.path.isdir(target):
            return None
        raise JobError(f"{target}: not an output of a job ({error}); remove it or overwrite") from (
            error
        )
    if footer.get(KEY) == key.encode():
        result = json.loads(footer[RESULT])
        return Shard(os.path.basename(target), key, **result, skipped=True)
    if job.overwrite:
        return None
    made = json.loads(footer.get(REQUEST, b"null"))
    if made is None:
        raise JobError(f"{target}: not an output of a job; remove it or overwrite")
    wanted = json.loads(job.request(os.stat(path)))
    differ = [
        f"{name} {made.get(name)}, not {wanted[name]}"
        for name in wanted
        if made.get(name) != wanted[name]
    ]
    raise JobError(
        f"{target}: made by another job ({'; '.join(differ)}); choose another folder or overwrite"
    )


def hash_of(request: str) -> str:
    return hashlib.sha256(request.encode()).hexdigest()[:32]


def _identity(stat: os.stat_result) -> tuple[int, ...]:
    return stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns


def described(error: BaseException, path: str) -> JobError:
    """Returns an error with the path and, for a full disk, with what to do."""
    number = getattr(error, "errno", None)
    reason = os.strerror(number) if number else str(error)
    if number is not None and reason.lower().startswith("no space"):
        reason += "; what is done is kept: make room and start again"
    return JobError(f"{path}: {reason}")


def listed(title: str, problems: Sequence[object], most: int = 10) -> str:
    lines = [f"{title}:", *(f"  {problem}" for problem in problems[:most])]
    if len(problems) > most:
        lines.append(f"  and {len(problems) - most} more")
    return "\n".join(lines)


def arrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("jobs need pyarrow: pip install 'quadrille-sudoku[dask]'") from error
    return pyarrow
