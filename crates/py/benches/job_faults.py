"""Long tests of jobs: workers, a scheduler and a client killed at random moments, and a full disk.

    python benches/job_faults.py PUZZLES SCRATCH [--rows N] [--shards N] [--repeats N] [TEST…]

PUZZLES is a file of 9x9 puzzles, one a line; SCRATCH is a folder that may fill up. Needs dask,
distributed, numpy and pyarrow. Results go to standard output; a failure ends with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import logging
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy
import pyarrow
import pyarrow.compute
import pyarrow.parquet

from quadrille import dask as qd


def make_inputs(puzzles: Path, folder: Path, rows: int, shards: int) -> None:
    """Writes files of puzzles with their digits exchanged at random, always the same ones."""
    lines = [line[:81] for line in puzzles.read_text().splitlines() if len(line) >= 81]
    digits = numpy.array(
        [
            [0 if symbol in ".0" else int(symbol) for symbol in line]
            for line in lines
            if line[0] != "#"
        ]
    )
    draw = numpy.random.default_rng(1)
    symbols = numpy.frombuffer(b".123456789", numpy.uint8)
    folder.mkdir(parents=True)
    for shard in range(shards):
        start, end = shard * rows // shards, (shard + 1) * rows // shards
        count = end - start
        orders = draw.random((count, 9)).argsort(axis=1) + 1
        orders = numpy.concatenate([numpy.zeros((count, 1), orders.dtype), orders], axis=1)
        chosen = digits[draw.integers(0, len(digits), count)]
        text = symbols[numpy.take_along_axis(orders, chosen, axis=1)]
        offsets = pyarrow.py_buffer(numpy.arange(0, 81 * count + 1, 81, numpy.int32).tobytes())
        column = pyarrow.StringArray.from_buffers(count, offsets, pyarrow.py_buffer(text.tobytes()))
        table = pyarrow.table({"id": numpy.arange(start, end), "puzzle": column})
        # A few rows are not puzzles.
        if count > 100:
            bad = table.slice(0, 2).set_column(1, "puzzle", pyarrow.array(["11", None]))
            table = pyarrow.concat_tables([bad, table.slice(2)])
        name = f"part {shard:04}.parquet"
        pyarrow.parquet.write_table(table, folder / name, compression="lz4", use_dictionary=False)


def digest(folder: Path, columns: Sequence[str] = ("id", "status", "solution", "error")) -> str:
    """Returns a hash over ids and results in the order of the ids, whatever the files."""
    paths = sorted(folder.glob("*.parquet"))
    tables = [pyarrow.parquet.read_table(path, columns=list(columns)) for path in paths]
    table = pyarrow.concat_tables(tables).sort_by("id")
    found = hashlib.sha256(f"{len(table)}".encode())
    for name in columns:
        column = table.column(name)
        if name == "id":
            found.update(column.cast("int64").to_numpy().tobytes())
            continue
        for chunk in column.cast("large_string").fill_null("null").chunks:
            found.update(pyarrow.compute.binary_length(chunk).to_numpy().tobytes())
            found.update(chunk.buffers()[2][_bytes_of(chunk)])
    return found.hexdigest()[:32]


def _bytes_of(chunk: Any) -> slice:
    offsets = numpy.frombuffer(chunk.buffers()[1], numpy.int64)
    return slice(int(offsets[chunk.offset]), int(offsets[chunk.offset + len(chunk)]))


@contextlib.contextmanager
def local_cluster() -> Iterator[tuple[Any, Any]]:
    """Starts two workers of one thread."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield cluster, client


class Killer(threading.Thread):
    """Kills each worker twice at random moments."""

    def __init__(self, cluster: Any, seconds: float, draw: random.Random) -> None:
        super().__init__(daemon=True)
        self.killed = 0
        self._cluster = cluster
        self._ended = threading.Event()
        self._moments = sorted((draw.uniform(0, 0.9 * seconds), worker) for worker in (0, 1, 0, 1))

    def run(self) -> None:
        """Waits for each moment, and for the worker if it is just being started again."""
        began = time.monotonic()
        for moment, name in self._moments:
            if self._ended.wait(max(0, began + moment - time.monotonic())):
                return
            nanny = self._cluster.workers[name]
            while not self._ended.is_set():
                process = nanny.process
                if process is not None and process.status.name == "running" and process.pid:
                    os.kill(process.pid, signal.SIGKILL)
                    self.killed += 1
                    time.sleep(0.2)
                    break
                time.sleep(0.01)

    def end(self) -> int:
        """Returns how many were killed."""
        self._ended.set()
        self.join()
        return self.killed


class Tests:
    """The tests, with what they share."""

    def __init__(self, scratch: Path, repeats: int) -> None:
        self.failures = 0
        self._inputs, self._scratch, self._repeats = scratch / "in", scratch, repeats
        self._expected, self._seconds = "", 0.0

    def undisturbed(self) -> None:
        """The hash and the time that the others are compared with."""
        out = self._fresh("undisturbed")
        self._seconds, rows = self._run(out)
        self._expected = digest(out)
        self._say(f"undisturbed: {rows} rows in {self._seconds:.2f} s, hash {self._expected}")

    def workers(self) -> None:
        """Both workers are killed twice, by turns with runs in which they are not."""
        draw = random.Random(7)
        times: list[tuple[float, float]] = []
        for repeat in range(self._repeats):
            out = self._fresh("undisturbed")
            calm, _ = self._run(out)
            self._check(digest(out) == self._expected, "an undisturbed run gives the same again")
            out = self._fresh("workers")
            with local_cluster() as (cluster, client):
                killer = Killer(cluster, calm, draw)
                began = time.monotonic()
                killer.start()
                qd.map_files(self._inputs, out, qd.solve, client=client)
                elapsed = time.monotonic() - began
                killed = killer.end()
            times.append((calm, elapsed))
            self._judge(
                f"workers {repeat + 1}: {killed} killed, {elapsed:.2f} s after {calm:.2f} s "
                f"undisturbed, {100 * (elapsed / calm - 1):+.0f} %",
                out,
            )
        more = sorted(100 * (elapsed / calm - 1) for calm, elapsed in times)
        total = sum(elapsed for _, elapsed in times) / sum(calm for calm, _ in times)
        self._say(
            f"workers: {100 * (total - 1):+.0f} % time in all; "
            f"from {more[0]:+.0f} to {more[-1]:+.0f} %"
        )
        self._check(total <= 1.3, "at most 30 % more time")

    def _run(self, out: Path) -> tuple[float, int]:
        with local_cluster() as (_, client):
            began = time.monotonic()
            summary = qd.map_files(self._inputs, out, qd.solve, client=client)
            return time.monotonic() - began, summary.rows

    def client(self) -> None:
        """The client is killed, with its cluster and without, and started again."""
        out = self._fresh("client")
        for moment in (0.3, 0.4):
            client = self._command(out, "local:2")
            time.sleep(2 + moment * self._seconds)
            # The nannies notice, and end.
            client.kill()
            client.wait()
            done = len(list(out.glob("*.parquet")))
            self._say(f"client: killed with {done} files done")
        self._finish(self._command(out, "local:2"), out, "client with its cluster")
        out = self._fresh("client")
        with local_cluster() as (cluster, _):
            client = self._command(out, cluster.scheduler_address)
            time.sleep(1 + 0.4 * self._seconds)
            client.kill()
            client.wait()
            done = len(list(out.glob("*.parquet")))
            self._say(f"client: killed with {done} files done, the cluster lives")
            self._finish(self._command(out, cluster.scheduler_address), out, "client alone")

    def scheduler(self) -> None:
        """The scheduler is killed; another one and the client are started again."""
        out = self._fresh("scheduler")
        for moment in (0.4, None):
            with _processes(self._scratch) as (address, scheduler):
                client = self._command(out, address)
                if moment is None:
                    self._finish(client, out, "scheduler")
                    continue
                time.sleep(1.5 + moment * self._seconds)
                scheduler.kill()
                began = time.monotonic()
                _, errors = client.communicate(timeout=120)
                done = len(list(out.glob("*.parquet")))
                words = errors.decode().strip().splitlines()
                self._say(
                    f"scheduler: killed with {done} files done; after "
                    f"{time.monotonic() - began:.1f} s the client ended with {client.returncode}: "
                    f"{words[-1] if words else ''}"
                )
                self._check(client.returncode == 2, "the client says that the scheduler is gone")

    def full_disk(self) -> None:
        """The disk is full in the middle; there is room, and the job is started again."""
        script = (
            "set -e; mount -t tmpfs -o size=$SIZE tmpfs $OUT; "
            "if $RUN; then exit 9; fi; df --output=pcent $OUT | tail -1 >&2; "
            "ls -A $OUT | wc -l >&2; ls -A $OUT | grep -c tmp >&2 || true; "
            "mount -o remount,size=4G $OUT; $RUN; mkdir -p $KEPT; cp $OUT/* $KEPT"
        )
        out, kept = self._fresh("full"), self._fresh("kept")
        out.mkdir()
        size = sum(path.stat().st_size for path in self._inputs.iterdir())
        command = [sys.executable, "-m", "quadrille.shard", "--quiet", "--task", "solve"]
        environment = {
            **os.environ,
            "OUT": str(out),
            "KEPT": str(kept),
            "SIZE": str(size),
            "RUN": " ".join([*command, str(self._inputs), str(out)]),
        }
        ended = subprocess.run(
            ["unshare", "--user", "--map-root-user", "--mount", "bash", "-c", script],
            env=environment,
            capture_output=True,
        )
        self._say(ended.stderr.decode())
        self._check(ended.returncode == 0, "a full disk is survived")
        self._judge("full disk", kept)

    def _fresh(self, name: str) -> Path:
        out = self._scratch / name
        shutil.rmtree(out, ignore_errors=True)
        return out

    def _command(self, out: Path, scheduler: str) -> subprocess.Popen[bytes]:
        words = [str(self._inputs), str(out), "--task", "solve", "--quiet"]
        return subprocess.Popen(
            [sys.executable, "-m", "quadrille.dask", *words, "--scheduler", scheduler],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def _finish(self, client: subprocess.Popen[bytes], out: Path, title: str) -> None:
        found, errors = client.communicate()
        if client.returncode != 0:
            self._say(errors.decode())
        self._check(client.returncode == 0, f"{title}: ends well")
        self._judge(f"{title}, again: {found.decode().strip()}", out)

    def _judge(self, title: str, out: Path) -> None:
        """Compares results with those of the undisturbed run, and looks for what was left."""
        found = digest(out)
        left = [path.name for path in out.iterdir() if path.name.startswith(".")]
        verified = qd.verify(out)
        self._say(f"{title}; hash {found}, {verified.rows} rows, {len(left)} temporary files")
        self._check(found == self._expected, "the hash is that of the undisturbed run")
        self._check(not left, "no temporary file is left")
        lines = (out / "_log.jsonl").read_text().splitlines()
        self._check(len(lines) == verified.shards, "the log has a line a shard")

    def _check(self, holds: bool, what: str) -> None:
        if not holds:
            self.failures += 1
            self._say(f"FAILED: {what}")

    def _say(self, text: str) -> None:
        print(text, flush=True)


@contextlib.contextmanager
def _processes(scratch: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Starts a scheduler and two workers as processes of their own."""
    place = scratch / "scheduler.json"
    place.unlink(missing_ok=True)
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    scheduler = subprocess.Popen(
        [*dask, "--port", "0", "--no-dashboard", "--scheduler-file", str(place)], **quiet
    )
    while not place.exists():
        time.sleep(0.05)
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1"]
    workers = [
        subprocess.Popen(
            [*worker, "--no-dashboard", "--death-timeout", "5", "--scheduler-file", str(place)],
            **quiet,
            cwd=scratch,
        )
        for _ in range(2)
    ]
    try:
        yield json.loads(place.read_text())["address"], scheduler
    finally:
        for process in (*workers, scheduler):
            process.terminate()
        for process in (*workers, scheduler):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def main() -> int:
    """Runs the tests that are named."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("puzzles", type=Path)
    options.add_argument("scratch", type=Path)
    options.add_argument("--rows", type=int, default=10_000_000)
    options.add_argument("--shards", type=int, default=40)
    options.add_argument("--repeats", type=int, default=20)
    names = ("workers", "client", "scheduler", "full_disk")
    options.add_argument("tests", nargs="*", default=names, metavar="TEST", help=", ".join(names))
    given = options.parse_args()
    logging.getLogger("distributed").setLevel(logging.ERROR)
    if not (given.scratch / "in").exists():
        make_inputs(given.puzzles, given.scratch / "in", given.rows, given.shards)
    tests = Tests(given.scratch, given.repeats)
    tests.undisturbed()
    for name in given.tests:
        getattr(tests, name)()
    print(f"{tests.failures} failures")
    return 1 if tests.failures else 0


if __name__ == "__main__":
    sys.exit(main())
