"""A task in a process of its own, which it may kill without killing ours.

When the process dies, the rows it had are split until one row is left. A row that has killed
`DEATHS` processes by itself gets the answer of a bad row, with the reason as its error.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import IO, Any

    from .tasks import Task

#: The number of processes that a row must kill before it is omitted.
DEATHS = 3
#: Rows that the process is given at a time.
_ROWS = 4096
#: The number of pieces into which rows are split that have killed a process.
_PIECES = 64
#: Bytes of the length before each message.
_LENGTH = 8
#: What the process runs; what follows is where it finds its modules.
_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]; from quadrille import _isolate; _isolate.serve()"
)


class Died(Exception):
    """The process has died, and how."""


@contextlib.contextmanager
def applying(isolated: bool) -> Generator[Callable[..., Any], None, None]:
    """Gives a function that applies a task to a column with a number of threads."""
    if not isolated:
        yield lambda task, puzzles, threads: task.apply(puzzles, threads)
        return
    process = _Process()
    try:
        yield process.apply
    finally:
        process.end()


class _Process:
    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None

    def apply(self, task: Task, puzzles: Any, threads: int | None) -> Any:
        import pyarrow as pa

        packed = _pack(task)
        starts = range(0, max(len(puzzles), 1), _ROWS)
        parts = [
            part
            for start in starts
            for part in self._parts(task, packed, puzzles[start : start + _ROWS], threads)
        ]
        return pa.concat_tables([_without_dictionaries(part) for part in parts])

    def _parts(self, task: Task, packed: bytes, rows: Any, threads: int | None) -> Iterator[Any]:
        reason = ""
        # There may be other reasons to die than the rows, so one row is tried again.
        for _ in range(1 if len(rows) > 1 else DEATHS):
            try:
                yield self._ask(packed, rows, threads)
                return
            except Died as death:
                reason = str(death)
                self.end()
        if len(rows) > 1:
            # Not halves: it takes longer to start a process than to ask one often.
            step = -(-len(rows) // _PIECES)
            for start in range(0, len(rows), step):
                yield from self._parts(task, packed, rows[start : start + step], threads)
        else:
            yield _left_out(task, f"not tried again after {DEATHS} processes died of it: {reason}")

    def _ask(self, packed: bytes, rows: Any, threads: int | None) -> Any:
        import pyarrow as pa

        child = self._running()
        assert child.stdin is not None and child.stdout is not None
        try:
            _send(child.stdin, pickle.dumps((packed, _ipc(pa.table({"puzzle": rows})), threads)))
            answer = _receive(child.stdout)
        except (BrokenPipeError, ConnectionResetError):
            answer = None
        if answer is None:
            code = child.wait()
            raise Died(_words(code))
        table, error = pickle.loads(answer)
        if error is not None:
            raise RuntimeError(error)
        return pa.ipc.open_stream(table).read_all()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            self._child = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        return self._child

    def end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            # What was not sent to a dead process does not matter.
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()


def serve() -> None:
    """Answers requests until there are no more, or until the other process has died."""
    import pyarrow as pa

    # What a task prints goes elsewhere than the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests: queue.Queue[bytes] = queue.Queue()

    def read() -> None:
        while (request := _receive(sys.stdin.buffer)) is not None:
            requests.put(request)
        # Also in the middle of a row that takes an hour.
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        packed, rows, threads = pickle.loads(requests.get())
        table, error = b"", None
        try:
            task: Task = pickle.loads(packed)
            column = pa.ipc.open_stream(rows).read_all().column(0)
            table = _ipc(_without_dictionaries(pa.table(task.apply(column, threads))))
        except Exception as caught:
            error = f"{type(caught).__name__}: {caught}"
        _send(answers, pickle.dumps((table, error)))


def _left_out(task: Task, reason: str) -> Any:
    """Returns the answer of a bad row with another reason."""
    import pyarrow as pa

    table = _without_dictionaries(pa.table(task.apply(pa.array([None], "string"))))
    if "error" in table.column_names:
        place = table.column_names.index("error")
        kind = table.schema.field("error").type
        table = table.set_column(place, "error", pa.array([reason], kind))
    return table


def _without_dictionaries(table: Any) -> Any:
    import pyarrow as pa

    columns = {}
    for name in table.column_names:
        column = table.column(name)
        is_dictionary = pa.types.is_dictionary(column.type)
        columns[name] = column.cast(column.type.value_type) if is_dictionary else column
    return pa.table(columns)


def _pack(task: Task) -> bytes:
    try:
        # It also takes functions of a notebook.
        import cloudpickle
    except ImportError:
        return pickle.dumps(task)
    packed: bytes = cloudpickle.dumps(task)
    return packed


def _ipc(table: Any) -> bytes:
    import pyarrow as pa

    out = pa.BufferOutputStream()
    with pa.ipc.new_stream(out, table.schema) as stream:
        stream.write_table(table)
    text: bytes = out.getvalue().to_pybytes()
    return text


def _send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(len(message).to_bytes(_LENGTH, "little") + message)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes | None:
    """Returns a message; ``None`` at the end, also if it comes in the middle of one."""
    head = pipe.read(_LENGTH)
    if len(head) < _LENGTH:
        return None
    length = int.from_bytes(head, "little")
    message = pipe.read(length)
    return message if len(message) == length else None


def _words(code: int) -> str:
    if code >= 0:
        return f"it ended with {code}"
    try:
        return f"it was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"it was killed by signal {-code}"
