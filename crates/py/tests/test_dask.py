"""Jobs on a cluster of two processes. The long tests are in `benches/job_faults.py`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import job_tasks
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import EASY, relabelled

import quadrille
from quadrille import dask as qd
from quadrille import jobs, tasks


@pytest.fixture(scope="module")
def cluster() -> Iterator[tuple[Any, Any]]:
    import dask.config
    from distributed import Client, LocalCluster

    no_dashboard: Any = None
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=no_dashboard) as local,
        Client(local) as client,
    ):
        yield local, client


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("in")
    rows = relabelled(EASY, 3000)
    for shard in range(12):
        table = pa.table({"id": range(shard * 3000, shard * 3000 + 3000), "puzzle": rows})
        pq.write_table(table, folder / f"part {shard:02}.parquet")
    return folder


def rows_of(folder: Path) -> list[dict[str, Any]]:
    paths = sorted(folder.glob("*.parquet"))
    return [row for path in paths for row in pq.read_table(path).to_pylist()]


def test_files_equal_those_of_one_process(
    cluster: tuple[Any, Any], inputs: Path, tmp_path: Path
) -> None:
    _, client = cluster
    seen: list[tuple[int, int, int]] = []
    summary = qd.map_files(
        str(inputs / "*.parquet"),
        tmp_path / "dask",
        qd.count(limit=5),
        client=client,
        progress=lambda summary, shards, failed: seen.append((summary.shards, shards, failed)),
    )
    assert (summary.shards, summary.skipped, summary.rows) == (12, 0, 36_000)
    assert seen[-1] == (12, 12, 0)
    jobs.run(inputs, tmp_path / "one", qd.count(limit=5))
    for path in (tmp_path / "one").glob("*.parquet"):
        assert path.read_bytes() == (tmp_path / "dask" / path.name).read_bytes()
    # Either continues where the other one was.
    (tmp_path / "one" / "part 03.parquet").unlink()
    again = qd.map_files(inputs, tmp_path / "one", qd.count(limit=5), client=client)
    assert (again.shards, again.skipped, again.complete) == (12, 11, True)
    assert qd.verify(tmp_path / "one").rows == 36_000
    with pytest.raises(jobs.JobError, match="12 failed"):
        qd.map_files(inputs, tmp_path / "one", qd.solve, client=client)


def test_a_killed_worker_loses_nothing(
    cluster: tuple[Any, Any], inputs: Path, tmp_path: Path
) -> None:
    local, client = cluster
    killed: list[int] = []

    def kill(summary: qd.Summary, shards: int, failed: int) -> None:
        if summary.shards >= 2 and not killed:
            killed.append(local.workers[0].process.pid)
            os.kill(killed[0], signal.SIGKILL)

    task = qd.check(minimal=True)
    qd.map_files(inputs, tmp_path / "out", task, client=client, progress=kill)
    assert killed
    assert qd.verify(tmp_path / "out", sample=None).shards == 12
    assert [path for path in os.listdir(tmp_path / "out") if path.startswith(".")] == []
    jobs.run(inputs, tmp_path / "one", task)
    assert rows_of(tmp_path / "out") == rows_of(tmp_path / "one")
    assert len((tmp_path / "out" / "_log.jsonl").read_text().splitlines()) == 12


def test_an_answer_that_is_lost_is_asked_for_again(
    cluster: tuple[Any, Any], inputs: Path, tmp_path: Path
) -> None:
    _, client = cluster
    lost: list[str] = []

    def lose(summary: qd.Summary, shards: int, failed: int) -> None:
        """Says what the scheduler says when a worker dies after its task, and repairs it later."""
        if lost:
            return
        deadline = time.monotonic() + 30
        while len(lost) < 5 and time.monotonic() < deadline:
            time.sleep(0.05)
            lost[:] = [key for key, state in client.futures.items() if state.status == "finished"]
        for key in lost:
            client.loop.add_callback(client._handle_lost_data, key=key)
            words = {"op": "report-key", "key": key}
            threading.Timer(1, client.loop.add_callback, [client._send_to_scheduler, words]).start()
        time.sleep(0.3)

    summary = qd.map_files(inputs, tmp_path / "out", qd.solve, client=client, progress=lose)
    assert len(lost) >= 5 and (summary.shards, summary.complete) == (12, True)
    assert qd.verify(tmp_path / "out").rows == 36_000


def test_a_row_that_kills_workers_is_left_out(cluster: tuple[Any, Any], tmp_path: Path) -> None:
    _, client = cluster
    (tmp_path / "in").mkdir()
    for name in ("a", "b", "c"):
        rows = [*relabelled(EASY, 500), job_tasks.POISON if name == "b" else EASY, None]
        table = pa.table({"id": range(len(rows)), "puzzle": rows})
        pq.write_table(table, tmp_path / "in" / f"{name}.parquet")
    task = tasks.Task("deadly", job_tasks.deadly)
    summary = qd.map_files(tmp_path / "in", tmp_path / "out", task, client=client)
    assert (summary.rows, summary.errors) == (3 * 502, 4)
    row = pq.read_table(tmp_path / "out" / "b.parquet").to_pylist()[500]
    assert (row["status"], row["solution"], row["id"]) == ("invalid", None, 500)
    assert row["error"].endswith("killed by SIGKILL")
    row = pq.read_table(tmp_path / "out" / "b.parquet").to_pylist()[499]
    assert row["solution"] == str(quadrille.solve(relabelled(EASY, 500)[499]))
    assert qd.verify(tmp_path / "out", sample=None).validated == 3 * 500 + 2


def test_a_file_that_fails_stops_no_other(
    cluster: tuple[Any, Any], inputs: Path, tmp_path: Path
) -> None:
    _, client = cluster
    (tmp_path / "in").mkdir()
    for number, path in enumerate(sorted(inputs.iterdir())):
        (tmp_path / "in" / path.name).write_bytes(b"" if number == 5 else path.read_bytes())
    with pytest.raises(jobs.JobError, match=r"1 failed:\n.*part 05.parquet: "):
        qd.map_files(tmp_path / "in", tmp_path / "out", qd.solve, client=client)
    assert len(list((tmp_path / "out").glob("*.parquet"))) == 11
    assert not (tmp_path / "out" / "_SUCCESS.json").exists()
    broken = tmp_path / "in" / "part 05.parquet"
    broken.write_bytes((inputs / broken.name).read_bytes())
    assert qd.map_files(tmp_path / "in", tmp_path / "out", qd.solve, client=client).skipped == 11


def test_the_command_line(
    cluster: tuple[Any, Any], inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    local, _ = cluster
    words = [str(inputs), str(tmp_path / "out"), "--task", "solve", "--verify"]
    assert qd.main([*words, "--scheduler", local.scheduler_address]) == 0
    text, errors = capsys.readouterr()
    assert json.loads(text)["verified"] == 36_000
    assert "12/12 shards, 36000 rows" in errors
    assert qd.main([*words, "--scheduler", "local:no"]) == 2
    assert "local:2" in capsys.readouterr().err


def test_without_a_client(inputs: Path, tmp_path: Path) -> None:
    # In a process of its own, as the cluster of the other tests has a client here.
    program = (
        "import sys\n"
        "from quadrille import dask as qd\n"
        "try:\n"
        "    qd.map_files(sys.argv[1], sys.argv[2], qd.solve)\n"
        "except qd.JobError as error:\n"
        "    print(error)\n"
    )
    words = [sys.executable, "-c", program, str(inputs), str(tmp_path / "out")]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert found.stdout == "there is no client of Dask: pass client=\n"


def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parents[1] / "notebooks" / "dask.ipynb"
    space: dict[str, Any] = {}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            exec("".join(cell["source"]), space)
    assert (space["again"].shards, space["again"].skipped) == (8, 7)
    assert "8 failed" in capsys.readouterr().out
    assert space["killed"] and space["runs"].num_rows == 2502
