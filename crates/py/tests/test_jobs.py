"""Jobs over files, without a cluster."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import job_tasks
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import CONFLICT, EASY, HARD, NO_SOLUTION, SMALL, SOLVED, relabelled

import quadrille
from quadrille import _shard_files, jobs, shard, tasks
from quadrille.jobs import verify

ROWS: list[str | None] = [EASY, None, SMALL, CONFLICT, NO_SOLUTION, "x", SOLVED, "." * 81]


def table_of(rows: Sequence[str | None], first: int = 0, **columns: Any) -> pa.Table:
    ids = pa.array(range(first, first + len(rows)), "int64")
    return pa.table({"id": ids, "puzzle": pa.array(rows, "string"), **columns})


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """Three files: several batches, odd rows, no rows."""
    folder = tmp_path / "in"
    folder.mkdir()
    many = [*relabelled(EASY, 1000), None] * 70
    pq.write_table(table_of(many), folder / "a.parquet", row_group_size=1000)
    pq.write_table(table_of(ROWS, 100_000), folder / "b c é.parquet")
    pq.write_table(table_of([], 200_000), folder / "d.parquet")
    (folder / "_SUCCESS.json").write_text("{}")
    (folder / ".hidden.parquet").write_text("x")
    return folder


def parquet(folder: Path) -> dict[str, pa.Table]:
    paths = sorted(folder.glob("*.parquet"))
    return {path.name: pq.read_table(path).replace_schema_metadata() for path in paths}


def left(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def expected(inputs: Path, function: Callable[..., Any]) -> dict[str, pa.Table]:
    found = {}
    for path in sorted(inputs.glob("[a-z]*.parquet")):
        table = pq.read_table(path)
        answers = pa.table(function(table["puzzle"]))
        for name in ("status", "verdict"):
            if name in answers.column_names:
                words = answers[name].cast("string")
                place = answers.column_names.index(name)
                answers = answers.set_column(place, name, words)
        found[path.name] = answers.add_column(0, "id", table["id"])
    return found


@pytest.mark.parametrize("name", ["solve", "check", "count"])
def test_files_hold_what_batch_functions_answer(inputs: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    summary = jobs.run(inputs, out, tasks.named(name))
    function = getattr(quadrille, f"{name}_batch")
    assert parquet(out) == expected(inputs, function)
    assert (summary.shards, summary.skipped, summary.rows) == (3, 0, 70_078)
    assert summary.errors == 70 + 3 and summary.complete and not left(out)
    for path in out.glob("*.parquet"):
        kinds = pq.read_schema(path).types
        assert not any(pa.types.is_dictionary(kind) for kind in kinds)
    success = json.loads((out / "_SUCCESS.json").read_text())
    assert (success["rows"], success["errors"], success["task"]) == (70_078, 73, name)
    log = [json.loads(line) for line in (out / "_log.jsonl").read_text().splitlines()]
    assert [line["shard"] for line in log] == ["a.parquet", "b c é.parquet", "d.parquet"]
    assert verify(out, sample=None).rows == 70_078


def test_searches_give_the_same_in_files(tmp_path: Path) -> None:
    pq.write_table(table_of(ROWS[:4]), tmp_path / "a.parquet")
    pq.write_table(table_of([*ROWS, HARD]), tmp_path / "b.parquet")
    pq.write_table(table_of([]), tmp_path / "c.parquet")
    cases: list[tuple[tasks.Task, Callable[..., Any]]] = [
        (tasks.rate(profile="hodoku"), lambda rows: quadrille.rate_batch(rows, profile="hodoku")),
        (tasks.canon(form="string"), lambda rows: quadrille.canon_batch(rows, form="string")),
        (
            tasks.run("tabu", seed=7, nodes=1000),
            lambda rows: quadrille.run_batch(rows, "tabu", seed=7, nodes=1000),
        ),
    ]
    for task, function in cases:
        for isolated in (False, True):
            out = tmp_path / f"{task.name} {isolated}"
            summary = jobs.run(tmp_path / "*.parquet", out, task, isolated=isolated)
            found = parquet(out)
            for name, table in expected(tmp_path, function).items():
                kept = [column for column in table.column_names if "seconds" not in column]
                assert found[name].to_pylist() == table.select(kept).to_pylist(), (task, name)
                assert found[name].schema == found["a.parquet"].schema
            bad = summary.counts["invalid"] + summary.counts.get("conflict", 0)
            assert sum(summary.counts.values()) == 13 and bad == 5
            assert verify(out).rows == 13


def test_what_is_done_is_skipped(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    jobs.run(inputs, out, tasks.solve)
    before = {path.name: path.stat() for path in out.iterdir()}
    (out / "a.parquet").unlink()
    (out / "_log.jsonl").write_text((out / "_log.jsonl").read_text()[:-20])
    summary = jobs.run(inputs, out, tasks.solve(nodes=None))
    assert (summary.skipped, summary.counts) == (2, {"solved": 70_004, "invalid": 73, "none": 1})
    after = {path.name: path.stat() for path in out.iterdir()}
    for name in ("b c é.parquet", "d.parquet"):
        assert (before[name].st_ino, before[name].st_mtime_ns) == (
            after[name].st_ino,
            after[name].st_mtime_ns,
        )
    lines = _shard_files.read_lines(str(out / "_log.jsonl"))
    # The broken line is written again.
    assert [line["shard"] for line in lines] == ["a.parquet", "b c é.parquet", "d.parquet"]
    assert json.loads((out / "_SUCCESS.json").read_text())["counts"] == summary.counts


def test_another_job_is_an_error_unless_it_overwrites(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    jobs.run(inputs, out, tasks.count)
    with pytest.raises(jobs.JobError, match=r"parameters .*'limit': 2.*not .*'limit': 5"):
        jobs.run(inputs, out, tasks.count(limit=5))
    assert parquet(out) == expected(inputs, quadrille.count_batch)
    jobs.run(inputs, out, tasks.count(limit=5), overwrite=True)
    assert parquet(out) == expected(inputs, lambda puzzles: quadrille.count_batch(puzzles, limit=5))
    assert json.loads((out / "_SUCCESS.json").read_text())["parameters"]["limit"] == 5
    # An input that is another one now.
    os.utime(inputs / "a.parquet", ns=(1, 1))
    with pytest.raises(jobs.JobError, match=r"1 failed:.*\n.*made by another job .input"):
        jobs.run(inputs, out, tasks.count(limit=5))
    for text in ("", "no Parquet file at all"):
        (out / "a.parquet").write_text(text)
        with pytest.raises(jobs.JobError, match=r"a.parquet: not an output of a job"):
            jobs.run(inputs, out, tasks.count(limit=5))
    pq.write_table(pa.table({"x": [1]}), out / "a.parquet")
    with pytest.raises(jobs.JobError, match="not an output of a job; remove it or overwrite"):
        jobs.run(inputs, out, tasks.count(limit=5))
    assert jobs.run(inputs, out, tasks.count(limit=5), overwrite=True).skipped == 2


def test_columns_are_chosen(tmp_path: Path) -> None:
    kaggle = pa.table(
        {"quizzes": [EASY, None], "solution": [SOLVED, "?"], "n": [1.5, float("nan")]}
    )
    words = pa.array(["u", None]).dictionary_encode()
    path = tmp_path / "x.parquet"
    pq.write_table(kaggle.append_column("word", words), path)
    with pytest.raises(jobs.JobError, match="no column `puzzle`; there are quizzes, solution"):
        jobs.run(path, tmp_path / "1", tasks.solve)
    with pytest.raises(jobs.JobError, match="`solution` is also a column of the answers"):
        jobs.run(path, tmp_path / "1", tasks.solve, column="quizzes")
    with pytest.raises(jobs.JobError, match="no column `m`"):
        jobs.run(path, tmp_path / "1", tasks.solve, column="quizzes", carry=["m"])
    with pytest.raises(TypeError, match="a list"):
        jobs.run(path, tmp_path / "1", tasks.solve, carry="n")
    cases: list[tuple[list[str], list[str]]] = [
        ([], []),
        (["word", "n"], ["word", "n"]),
        (["quizzes"], ["quizzes"]),
    ]
    for number, (carry, names) in enumerate(cases):
        out = tmp_path / f"out{number}"
        jobs.run([path], out, tasks.solve, column="quizzes", carry=carry)
        table = pq.read_table(out / "x.parquet")
        assert table.column_names == [*names, "status", "solution", "error"]
        assert table["solution"].to_pylist() == [SOLVED, None]
        assert verify(out).validated == 1
    assert pq.read_table(tmp_path / "out1" / "x.parquet")["word"].to_pylist() == ["u", None]


def test_times_are_left_out_unless_asked_for(inputs: Path, tmp_path: Path) -> None:
    task = tasks.Task("timed", job_tasks.timed)
    jobs.run(inputs, tmp_path / "out", task)
    assert pq.read_schema(tmp_path / "out" / "a.parquet").names == ["id", "answer"]
    jobs.run(inputs, tmp_path / "with", task, seconds=True)
    assert pq.read_schema(tmp_path / "with" / "a.parquet").names == ["id", "answer", "cpu_seconds"]


def test_bytes_and_other_types_of_columns(tmp_path: Path) -> None:
    fixed = pa.array([EASY.encode(), None], pa.binary(81))
    pq.write_table(pa.table({"puzzle": fixed}), tmp_path / "a.parquet")
    jobs.run(tmp_path / "a.parquet", tmp_path / "out", tasks.solve)
    found = pq.read_table(tmp_path / "out" / "a.parquet")
    assert found["solution"].to_pylist() == [SOLVED, None]
    assert verify(tmp_path / "out").validated == 1
    pq.write_table(pa.table({"puzzle": [1]}), tmp_path / "b.parquet")
    with pytest.raises(jobs.JobError, match=r"b.parquet: TypeError: a column of Int64"):
        jobs.run(tmp_path / "b.parquet", tmp_path / "out", tasks.solve)


def test_a_bad_file_stops_no_other(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    whole = (inputs / "a.parquet").read_bytes()
    middle = len(whole) // 3
    (inputs / "a.parquet").write_bytes(whole[:middle] + b"?" * 5000 + whole[middle + 5000 :])
    (inputs / "aa.parquet").write_bytes(b"")
    (inputs / "ab.parquet").mkdir()
    with pytest.raises(jobs.JobError, match="3 failed") as raised:
        jobs.run(inputs, out, tasks.solve)
    for name in ("a.parquet: ", "aa.parquet: ", "ab.parquet: "):
        assert name in str(raised.value)
    assert sorted(parquet(out)) == ["b c é.parquet", "d.parquet"]
    assert not left(out) and not (out / "_SUCCESS.json").exists()
    with pytest.raises(jobs.JobError, match="not complete"):
        verify(out)


def test_parts_make_the_whole(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = [jobs.run(inputs, out, tasks.solve, part=(number, 4)) for number in (3, 4, 1, 2)]
    assert [summary.shards for summary in found] == [1, 0, 1, 1]
    assert [summary.complete for summary in found] == [False, False, False, True]
    assert parquet(out) == expected(inputs, quadrille.solve_batch)
    assert verify(out).shards == 3
    with pytest.raises(jobs.JobError, match="part 0/4"):
        jobs.run(inputs, out, tasks.solve, part=(0, 4))


def test_folders(inputs: Path, tmp_path: Path) -> None:
    with pytest.raises(jobs.JobError, match="holds the inputs"):
        jobs.run(inputs, inputs, tasks.solve)
    (tmp_path / "same").symlink_to(inputs)
    with pytest.raises(jobs.JobError, match="holds the inputs"):
        jobs.run(inputs, tmp_path / "same", tasks.solve)
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    jobs.run(inputs, tmp_path / "link", tasks.solve)
    assert parquet(tmp_path / "real") == expected(inputs, quadrille.solve_batch)
    assert verify(tmp_path / "link").shards == 3
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "file").write_text("x")
    for name in ("dangling", "file"):
        with pytest.raises(jobs.JobError, match=f"{name}: File exists"):
            jobs.run(inputs, tmp_path / name, tasks.solve)
    with pytest.raises(jobs.JobError, match="there are no Parquet files"):
        jobs.run(tmp_path / "no*", tmp_path / "out", tasks.solve)
    with pytest.raises(jobs.JobError, match="mounted"):
        jobs.run("s3://bucket/x.parquet", tmp_path / "out", tasks.solve)
    (tmp_path / "other").mkdir()
    pq.write_table(table_of(ROWS), tmp_path / "other" / "a.parquet")
    with pytest.raises(jobs.JobError, match="would have the same output"):
        jobs.run([inputs, tmp_path / "other"], tmp_path / "out", tasks.solve)


@pytest.mark.skipif(sys.platform != "linux", reason="/sys refuses writers, root included")
def test_a_folder_that_cannot_be_written(inputs: Path) -> None:
    with pytest.raises(jobs.JobError, match=r"/sys/kernel/.*Permission denied"):
        jobs.run(inputs / "d.parquet", "/sys/kernel", tasks.solve)


def test_long_names(tmp_path: Path) -> None:
    path = tmp_path / f"{'é' * 120}.parquet"
    pq.write_table(table_of(ROWS), path)
    jobs.run(path, tmp_path / "out", tasks.solve)
    assert verify(tmp_path / "out").rows == len(ROWS)


def test_options_are_tried_first(inputs: Path, tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        jobs.run(inputs, tmp_path / "out", tasks.count(limit="many"))
    with pytest.raises(ValueError, match="threads is 0"):
        jobs.run(inputs, tmp_path / "out", tasks.count, threads=0)
    with pytest.raises(TypeError, match="threads is not a parameter"):
        tasks.count(threads=5)
    with pytest.raises(TypeError, match="limits"):
        tasks.count(limits=5)
    with pytest.raises(quadrille.UnknownNameError, match="there are solve"):
        tasks.named("solv")
    assert not (tmp_path / "out").exists()


def test_lying_tasks_are_found_out(inputs: Path, tmp_path: Path) -> None:
    # No rows can lose none.
    task = tasks.Task("short", job_tasks.short)
    with pytest.raises(jobs.JobError, match="rows for"):
        jobs.run(inputs, tmp_path / "out", task)
    pq.write_table(table_of([EASY, job_tasks.POISON]), inputs / "b.parquet")
    with pytest.raises(jobs.JobError, match=r"1 failed.*\n.*b.parquet: ValueError: no, not this"):
        jobs.run(inputs, tmp_path / "failing", tasks.Task("failing", job_tasks.failing))


def test_an_input_that_changes_meanwhile(inputs: Path, tmp_path: Path) -> None:
    path = inputs / "b c é.parquet"
    task = tasks.Task("touching", job_tasks.touching, {"path": str(path)})
    with pytest.raises(jobs.JobError, match="changed while it was read"):
        jobs.run(path, tmp_path / "out", task)
    assert parquet(tmp_path / "out") == {} and not left(tmp_path / "out")


@pytest.mark.parametrize("other", ["overtaken", "solve"])
def test_another_process_is_faster(inputs: Path, tmp_path: Path, other: str) -> None:
    path, out = inputs / "b c é.parquet", tmp_path / "out"
    parameters = {"path": str(path), "out": str(out), "task": other}
    task = tasks.Task("overtaken", job_tasks.overtaken, parameters)
    if other == "overtaken":
        assert jobs.run(path, out, task).skipped == 1
    else:
        with pytest.raises(jobs.JobError, match="task solve, not overtaken"):
            jobs.run(path, out, task)
    rows = expected(inputs, quadrille.solve_batch)["b c é.parquet"]
    assert parquet(out)["b c é.parquet"] == rows and not left(out)


def command(*words: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "quadrille.shard", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_processes_on_the_same_shards(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    running = [command(inputs, out, "--task", "solve", "--quiet") for _ in range(3)]
    for process in running:
        text, errors = process.communicate()
        assert process.returncode == 0, errors
        assert json.loads(text)["shards"] == 3
    assert parquet(out) == expected(inputs, quadrille.solve_batch)
    assert not left(out) and verify(out).rows == 70_078


def test_temporary_files_of_the_dead_are_swept(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    program = (
        "import sys\n"
        "from quadrille._shard_files import Attempt\n"
        "with Attempt(sys.argv[1]) as attempt:\n"
        "    print('ready', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", program, str(out / "a.parquet")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None and writer.stdout.readline() == "ready\n"
    (out / ".b.parquet.0123456789abcdef.tmp").write_text("of a process that was killed")
    (out / ".not ours.tmp").write_text("")
    live = [name for name in left(out) if name.startswith(".a")]
    jobs.run(inputs, out, tasks.solve)
    assert sorted(left(out)) == sorted([*live, ".not ours.tmp"])
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    assert _shard_files.sweep(str(out)) == 1
    assert left(out) == [".not ours.tmp"]


def test_a_killed_process_loses_nothing(inputs: Path, tmp_path: Path) -> None:
    out, mark = tmp_path / "out", tmp_path / "mark"
    task = tasks.Task("deadly_once", job_tasks.deadly_once, {"mark": str(mark)})
    program = (
        "import sys; sys.path[:0] = sys.argv[3:]\n"
        "import job_tasks\n"
        "from quadrille import jobs, tasks\n"
        "task = tasks.Task('deadly_once', job_tasks.deadly_once, {'mark': sys.argv[1]})\n"
        "jobs.run(sys.argv[2] + '/in', sys.argv[2] + '/out', task)\n"
    )
    folder = str(Path(__file__).parent)
    killed = subprocess.run([sys.executable, "-c", program, mark, tmp_path, folder])
    assert killed.returncode == -signal.SIGKILL
    assert len(left(out)) == 1 and not (out / "_SUCCESS.json").exists()
    jobs.run(inputs, out, task)
    assert parquet(out) == expected(inputs, quadrille.solve_batch)
    assert not left(out)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
def test_a_full_disk(inputs: Path, tmp_path: Path) -> None:
    # A limit on the size of files fails in the same place; the real thing is in benches.
    out = tmp_path / "out"
    program = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "from quadrille import shard\n"
        "sys.exit(shard.main(sys.argv[1:]))\n"
    )
    words = [str(inputs), str(out), "--task", "solve", "--quiet"]
    full = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, check=False
    )
    assert full.returncode == 2
    assert "1 failed" in full.stderr and "a.parquet: File too large" in full.stderr
    assert "Traceback" not in full.stderr and "Exception" not in full.stderr
    assert sorted(parquet(out)) == ["b c é.parquet", "d.parquet"] and not left(out)
    assert shard.main(words) == 0
    assert parquet(out) == expected(inputs, quadrille.solve_batch)


def test_rows_that_kill_are_left_out(inputs: Path, tmp_path: Path) -> None:
    (inputs / "a.parquet").unlink()
    pq.write_table(
        table_of([*[EASY] * 5000, job_tasks.POISON, *ROWS], 300_000), inputs / "c.parquet"
    )
    out = tmp_path / "out"
    task = tasks.Task("deadly", job_tasks.deadly)
    jobs.run(inputs, out, task, isolated=True)
    found, rows = parquet(out), expected(inputs, quadrille.solve_batch)
    changed = found.pop("c.parquet").to_pylist()
    wanted = rows.pop("c.parquet").to_pylist()
    row = changed[5000]
    assert row == {
        "id": 305_000,
        "status": "invalid",
        "solution": None,
        "error": "not tried again after 3 processes died of it: it was killed by SIGKILL",
    }
    wanted[5000] = row
    assert changed == wanted and found == rows
    with pytest.raises(jobs.JobError, match="ValueError: no, not this one"):
        jobs.run(inputs, tmp_path / "no", tasks.Task("no", job_tasks.failing), isolated=True)


def test_verification_finds_what_was_changed(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    jobs.run(inputs, out, tasks.solve)
    path = out / "b c é.parquet"
    whole = path.read_bytes()
    keys = pq.read_metadata(path).metadata
    table = pq.read_table(path).replace_schema_metadata(
        {key: text for key, text in keys.items() if key.startswith(b"quadrille")}
    )
    wrong = [SOLVED[::-1] if text == SOLVED else text for text in table["solution"].to_pylist()]
    changes = {
        "row 0: not a solution of its puzzle": table.set_column(2, "solution", pa.array(wrong)),
        "column `id` differs": table.set_column(0, "id", pa.array(range(8))),
        "7 rows, and 8 in the input": table.slice(1),
        "not an output of a job": table.replace_schema_metadata(None),
    }
    for problem, changed in changes.items():
        pq.write_table(changed, path)
        with pytest.raises(jobs.JobError, match=problem):
            verify(out)
    path.write_bytes(whole[:-20])
    with pytest.raises(jobs.JobError, match=r"b c é.parquet: "):
        verify(out)
    path.unlink()
    with pytest.raises(jobs.JobError, match=r"2 shards, but _SUCCESS.json says 3"):
        verify(out)
    path.write_bytes(whole)
    verify(out)
    moved = tmp_path / "moved"
    inputs.rename(moved)
    with pytest.raises(jobs.JobError, match=r"its input .* is missing"):
        verify(out)
    assert verify(out, [moved]).rows == 70_078
    (out / ".x.parquet.0123456789abcdef.tmp").write_text("")
    with pytest.raises(jobs.JobError, match="a temporary file is left"):
        verify(out, [moved])


def test_the_command_line(inputs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    words = [str(inputs / "[a-c]*.parquet"), str(inputs / "d.parquet"), out, "--task", "count"]
    assert shard.main([*words, "--set", "limit=5", "--carry", "id", "--verify"]) == 0
    text, errors = capsys.readouterr()
    assert json.loads(text)["verified"] == 70_078
    assert errors.splitlines()[-1].startswith("3/3 shards, 70078 rows, ")
    assert shard.main([*words, "--quiet"]) == 2
    assert "made by another job" in capsys.readouterr().err
    assert shard.main([*words, "--set", "limit"]) == 2
    assert shard.main([*words, "--set", "limit=many"]) == 2
    assert shard.main([*words, "--set", "depth=5"]) == 2
    assert "depth" in capsys.readouterr().err
    for part in ("0/3", "4/3", "x", "1/0", "1"):
        with pytest.raises(SystemExit) as ended:
            shard.main([*words, "--shard", part])
        assert ended.value.code == 2


def test_control_c_ends_the_command(inputs: Path, tmp_path: Path) -> None:
    pq.write_table(table_of(["." * 81] * 3), inputs / "0.parquet")
    running = command(inputs, tmp_path / "out", "--task", "count", "--set", "limit=0")
    deadline = time.monotonic() + 20
    while not (tmp_path / "out").exists() or not left(tmp_path / "out"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.3)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=20)
    assert (running.returncode, errors) == (130, "interrupted; start again to continue\n")
    assert left(tmp_path / "out") == []


def test_memory_does_not_grow_with_files(tmp_path: Path) -> None:
    # One file of a million rows, 65 536 at a time.
    path = tmp_path / "a.parquet"
    pq.write_table(table_of([*relabelled(EASY, 1000)] * 1000), path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    jobs.run(path, tmp_path / "out", tasks.solve)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200_000, f"{grown} KiB"
