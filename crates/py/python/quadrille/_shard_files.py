"""Files of a job: written aside under a lock, published under a name that nothing else had.

A temporary file is locked while its writer lives. The lock ends with the process, however it ends,
so who can take the lock of a temporary file knows that it is an orphan.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets

try:
    import fcntl
except ImportError:  # Windows, where a file that is open cannot be removed anyway.
    fcntl = None  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{16}\.tmp")
#: Bytes of a name that a temporary name keeps: file systems allow 255 for all of it.
_KEPT_BYTES = 200


class Exists(Exception):
    """Another process has published a file of this name."""


class Attempt:
    """A temporary file beside its target. It is removed unless it is published.

    Use it in a ``with`` statement, and write to ``file``.
    """

    def __init__(self, target: str) -> None:
        self._target = target
        folder, name = os.path.split(target)
        kept = os.fsdecode(os.fsencode(name)[:_KEPT_BYTES])
        while True:
            self._path = os.path.join(folder, f".{kept}.{secrets.token_hex(8)}.tmp")
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            self.file = os.fdopen(os.open(self._path, flags, 0o666), "wb")
            # Between the two calls a sweep may have taken it for an orphan.
            if _lock(self.file.fileno()) and _is_at(self.file.fileno(), self._path):
                break
            self.file.close()

    def publish(self, replace: bool) -> None:
        """Gives the file its name, and returns when it survives a power failure.

        Raises `Exists` if there is one of that name and it is not to be replaced.
        """
        self.file.flush()
        os.fsync(self.file.fileno())
        if replace:
            self._rename()
        else:
            try:
                # Unlike a rename, a link never replaces what another job has published meanwhile.
                os.link(self._path, self._target)
            except FileExistsError:
                raise Exists(self._target) from None
            except FileNotFoundError:
                raise
            except (OSError, NotImplementedError):
                # File systems without links; a name that is taken is noticed a moment too early.
                if os.path.lexists(self._target):
                    raise Exists(self._target) from None
                self._rename()
        sync_folder(os.path.dirname(self._target))

    def _rename(self) -> None:
        if os.name == "nt":
            self.file.close()
        os.replace(self._path, self._target)

    def __enter__(self) -> Attempt:
        return self

    def __exit__(self, *_: object) -> None:
        if os.name != "nt":
            # While it is locked, so that no sweep gets in between.
            with contextlib.suppress(OSError):
                os.unlink(self._path)
        # What could not be written is not wanted.
        with contextlib.suppress(OSError):
            self.file.close()
        if os.name == "nt":
            with contextlib.suppress(OSError):
                os.unlink(self._path)


def _lock(descriptor: int) -> bool:
    """Returns false if another process has locked the file."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A file system without locks: there nothing is swept.
        pass
    return True


def _is_at(descriptor: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


def sync_folder(folder: str) -> None:
    """Makes the names in a folder survive a power failure."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        # Some network file systems refuse; they write names through.
        pass
    finally:
        os.close(descriptor)


def temporary_files(folder: str) -> list[str]:
    """Returns the temporary files in a folder."""
    return sorted(
        os.path.join(folder, name) for name in os.listdir(folder) if _TEMPORARY.fullmatch(name)
    )


def sweep(folder: str) -> int:
    """Removes temporary files whose writers are dead. Returns how many there were."""
    removed = 0
    for path in temporary_files(folder):
        with contextlib.suppress(FileNotFoundError, PermissionError):
            if _is_orphan(path):
                removed += 1
    return removed


def _is_orphan(path: str) -> bool:
    """Removes a file if it is an orphan, and returns whether it was."""
    if fcntl is None:
        os.unlink(path)
        return True
    descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        # Its writer lives, or the file system has no locks.
        return False
    else:
        if not _is_at(descriptor, path):
            return False
        os.unlink(path)
        return True
    finally:
        os.close(descriptor)


def write_json(path: str, fields: dict[str, Any]) -> None:
    """Replaces a file by an object, at once."""
    with Attempt(path) as attempt:
        attempt.file.write(json.dumps(fields, indent=2).encode() + b"\n")
        attempt.publish(replace=True)


@contextlib.contextmanager
def alone(path: str) -> Generator[None, None, None]:
    """Keeps out other processes that use the same file for this."""
    with open(path, "ab") as file:
        if fcntl is not None:
            with contextlib.suppress(OSError):
                fcntl.flock(file.fileno(), fcntl.LOCK_EX)
        yield


def append_line(path: str, fields: dict[str, Any]) -> None:
    """Appends an object to a file of lines, after whatever a killed process has left there."""
    line = json.dumps(fields).encode() + b"\n"
    with open(path, "a+b", buffering=0) as file:
        if fcntl is not None:
            with contextlib.suppress(OSError):
                fcntl.flock(file.fileno(), fcntl.LOCK_EX)
        end = file.seek(0, os.SEEK_END)
        if end > 0:
            file.seek(end - 1)
            if file.read(1) != b"\n":
                line = b"\n" + line
        while line:
            line = line[file.write(line) :]


def read_lines(path: str) -> list[dict[str, Any]]:
    """Returns the objects of a file of lines; broken lines are ignored."""
    try:
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return []
    found = []
    for line in lines:
        with contextlib.suppress(ValueError):
            fields = json.loads(line)
            if isinstance(fields, dict):
                found.append(fields)
    return found
