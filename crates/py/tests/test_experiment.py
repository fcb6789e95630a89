"""Comparisons in shards: in processes, on a cluster, killed, and joined to those of one process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import EASY

from quadrille import dask as qd
from quadrille import experiment, jobs, lab

HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
ALGORITHMS = ["norvig", "tabu", "annealing-r0:start=givens"]


def log_of(report: Path) -> list[str]:
    """Returns the lines of a log, without what varies and the command."""
    text = (report / "runs.jsonl").read_text()
    text = re.sub(r'seconds(_samples)?":("[^"]*"|[^,}]*)', "seconds", text)
    return re.sub(r'"command":.*?,"spec_hash"', "", text).splitlines()


def rows_of(comparison: lab.Comparison) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = comparison.runs().to_pyarrow().to_pylist()
    return [{name: row[name] for name in row if "seconds" not in name} for row in rows]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    from distributed import Client, LocalCluster

    no_dashboard: Any = None
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=no_dashboard) as local,
        Client(local) as client,
    ):
        yield client


def test_a_cluster_gives_the_bytes_of_one_process(client: Any, tmp_path: Path) -> None:
    mixed = tmp_path / "mixed.txt"
    mixed.write_text(f"{EASY}\n{HARD}\nno puzzle\n{EASY[::-1]}\n")
    options: dict[str, Any] = {"runs": 3, "nodes": 2000, "seed": 7, "features": True}
    one = lab.compare(ALGORITHMS, mixed, **options)
    one.report(tmp_path / "one", csv=True)
    seen: list[tuple[int, int]] = []
    spread = qd.compare(
        ALGORITHMS,
        mixed,
        tmp_path / "out",
        shards=5,
        client=client,
        csv=True,
        progress=lambda done, shards: seen.append((done, shards)),
        **options,
    )
    assert seen[-1] == (5, 5)
    report = tmp_path / "out" / "report"
    assert rows_of(spread) == rows_of(one)
    assert log_of(report) == log_of(tmp_path / "one")
    assert len(spread.bad_lines) == 1
    names = sorted(path.name for path in report.iterdir())
    assert names == sorted(path.name for path in (tmp_path / "one").iterdir())
    for name in ("features.json", "features.csv"):
        assert (report / name).read_bytes() == (tmp_path / "one" / name).read_bytes()
    # Again: nothing is run, and the report is the same.
    page = (report / "index.html").read_bytes()
    logs = {path: path.read_bytes() for path in (tmp_path / "out").glob("shards/*/runs.jsonl")}
    assert len(logs) == 5
    qd.compare(ALGORITHMS, mixed, tmp_path / "out", shards=5, client=client, csv=True, **options)
    assert (report / "index.html").read_bytes() == page
    assert all(path.read_bytes() == log for path, log in logs.items())


def test_a_killed_worker_loses_nothing_that_is_done(client: Any, tmp_path: Path) -> None:
    # Some seconds of work.
    options: dict[str, Any] = {"runs": 20, "nodes": 20_000}
    algorithms = ["annealing-r0", "norvig"]
    column = [HARD, EASY[::-1], *[EASY] * 4]
    killed: list[int] = []
    logs: dict[Path, bytes] = {}

    def kill(done: int, shards: int) -> None:
        if not killed:
            for path in (tmp_path / "out").glob("shards/*/runs.jsonl"):
                logs[path] = path.read_bytes()
            killed.extend(client.run(os.getpid).values())
            os.kill(killed[0], signal.SIGKILL)

    spread = qd.compare(
        algorithms, column, tmp_path / "out", shards=6, client=client, progress=kill, **options
    )
    assert killed and logs
    # Whole lines of a log stay.
    for path, log in logs.items():
        assert path.read_bytes().startswith(log[: log.rfind(b"\n") + 1])
    assert rows_of(spread) == rows_of(lab.compare(algorithms, column, **options))


def test_a_killed_client_is_started_again(client: Any, tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from distributed import Client\n"
        "from quadrille import dask as qd\n"
        "with Client(sys.argv[1]) as client:\n"
        "    qd.compare(['annealing-r0', 'norvig'], 'random-norvig:8', sys.argv[2], shards=4,\n"
        "               client=client, runs=10, nodes=30_000)\n"
    )
    out = tmp_path / "out"
    words = [sys.executable, "-c", program, client.scheduler.address, str(out)]
    child = subprocess.Popen(words)
    deadline = time.monotonic() + 60
    while not list(out.glob("shards/*.json")) and time.monotonic() < deadline:
        time.sleep(0.01)
    child.kill()
    assert child.wait() == -signal.SIGKILL
    # Those that are complete are not touched any more.
    done = {path: path.with_suffix("") / "runs.jsonl" for path in out.glob("shards/*.json")}
    logs = {path: path.read_bytes() for path in done.values()}
    assert 1 <= len(logs) < 4
    options: dict[str, Any] = {"runs": 10, "nodes": 30_000}
    algorithms, source = ["annealing-r0", "norvig"], "random-norvig:8"
    spread = qd.compare(algorithms, source, out, shards=4, client=client, **options)
    assert all(path.read_bytes() == log for path, log in logs.items())
    assert rows_of(spread) == rows_of(lab.compare(algorithms, source, **options))


def start(out: Path, shard: str, *words: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "quadrille.experiment", str(out), "--shard", shard, *words]
    return subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_processes_are_killed_and_the_last_one_reports(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["--algorithms", "annealing-r0; norvig", "--puzzles", "random-norvig:12"]
    words += ["--runs", "10", "--nodes", "30000"]
    kills = 0
    for round in range(3):
        child = start(out, "1/2", *words)
        log = out / "shards" / "1-of-2" / "runs.jsonl"
        before = log.stat().st_size if round else 0
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and child.poll() is None:
            if log.exists() and log.stat().st_size > max(before, 6000):
                child.kill()
                break
            time.sleep(0.002)
        child.communicate()
        kills += child.returncode == -signal.SIGKILL
    assert kills >= 1
    # The same shard in two processes: one waits for the other and finds everything done.
    twins = [start(out, "1/2", *words), start(out, "1/2", *words)]
    found = [json.loads(child.communicate()[0]) for child in twins]
    assert [row["complete"] for row in found] == [False, False]
    assert max(row["resumed"] for row in found) == found[0]["runs"] > 0
    assert not (out / "report").exists()
    last = start(out, "2/2", *words)
    assert json.loads(last.communicate()[0])["complete"]
    one = lab.compare(["annealing-r0", "norvig"], "random-norvig:12", runs=10, nodes=30_000)
    one.report(tmp_path / "one")
    assert log_of(out / "report") == log_of(tmp_path / "one")
    if program := os.environ.get("QUADRILLE_PROGRAM"):
        shards = [str(path) for path in (out / "shards").glob("*-of-2")]
        merge = [program, "merge", "-q", "-o", str(tmp_path / "merged"), *shards]
        subprocess.run(merge, check=True, stdout=subprocess.DEVNULL)
        assert log_of(tmp_path / "merged") == log_of(tmp_path / "one")


def test_programs_run_where_the_shard_does(client: Any, tmp_path: Path) -> None:
    code = "read hello; echo ready test; while read word rest; do case $word in run) "
    (tmp_path / "program.sh").write_text(code + "echo stuck nodes=7;; quit) exit;; esac; done")
    algorithms = ["norvig", f"cmd:sh {tmp_path / 'program.sh'}"]
    one = lab.compare(algorithms, [HARD, EASY, HARD])
    spread = qd.compare(algorithms, [HARD, EASY, HARD], tmp_path / "out", shards=2, client=client)
    assert rows_of(spread) == rows_of(one)
    assert {row["status"] for row in rows_of(spread)} == {"solved", "stuck"}
    with pytest.raises(ValueError, match="cannot be started"):
        qd.compare(["cmd:no-such-program"], [EASY], tmp_path / "no", shards=2, client=client)


def test_mistakes_are_errors_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(**options: Any) -> experiment.Experiment:
        wanted: dict[str, Any] = {"algorithms": ["tabu"], "puzzles": [EASY] * 3, "shards": 2}
        return experiment.make(output=tmp_path / "out", **(wanted | options))

    with pytest.raises(ValueError, match="did you mean `tabu`"):
        experiment.check(made(algorithms=["tabuu"]))
    with pytest.raises(ValueError, match="runs is 0"):
        experiment.check(made(runs=0))
    with pytest.raises(jobs.JobError, match="0 shards"):
        made(shards=0)
    with pytest.raises(jobs.JobError, match="neither a source nor a file"):
        made(puzzles="nowhere.txt")
    with pytest.raises(jobs.JobError, match="shard 3/2: expected 1/2 to 2/2"):
        experiment.run(made(), 3)
    assert experiment.check(made()) == 6
    assert experiment.run(made(), 1).resumed == 0
    assert experiment.finish(made()) is None
    # The folder is of one experiment.
    with pytest.raises(jobs.JobError, match=r"another experiment \(seed: 1 there, 2 here"):
        experiment.run(made(seed=2), 1)
    assert experiment.finish(made(seed=2)) is None
    log = tmp_path / "out" / "shards" / "1-of-2" / "runs.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"nodes":', b'"nodez":', 2))
    with pytest.raises(jobs.JobError, match="line 1, column 1: the line was changed"):
        experiment.run(made(), 1)
    assert experiment.main([str(tmp_path / "x"), "--algorithms", "tabuu"]) == 2
    assert "did you mean `tabu`" in capsys.readouterr().err
