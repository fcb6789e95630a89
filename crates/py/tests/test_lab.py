"""Comparisons of algorithms, and the files that the command line writes."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import EASY, HARD, NO_SOLUTION, SMALL, SOLVED, relabelled

import quadrille
from quadrille import lab

PROGRAM = os.environ.get("QUADRILLE_PROGRAM", "")
needs_program = pytest.mark.skipif(
    not PROGRAM, reason="QUADRILLE_PROGRAM does not name the command line's program"
)
ALGORITHMS = ["norvig", "tabu:start=givens", "dfs-column", "annealing-r0"]


@pytest.fixture(scope="module")
def puzzles() -> list[str]:
    return [*relabelled(EASY, 6), SOLVED, HARD]


@pytest.fixture(scope="module")
def comparison(puzzles: list[str]) -> lab.Comparison:
    return lab.compare(ALGORITHMS, puzzles, runs=3, seed=4, nodes=3000)


def logged(path: Path) -> list[dict[str, Any]]:
    """Returns the lines of a log without what differs from run to run."""
    lines = []
    for text in (path / "runs.jsonl").read_text().splitlines():
        line = json.loads(text)
        # The checksum is that of the whole line.
        line = {k: v for k, v in line.items() if "seconds" not in k and k not in ("crc", "check")}
        lines.append(line)
    return lines


def test_runs_and_summary(comparison: lab.Comparison) -> None:
    runs, summary = comparison.runs().to_pylist(), comparison.summary().to_pylist()
    assert len(runs) == 8 * (1 + 3 + 1 + 3)
    assert [row["algorithm"] for row in summary] == comparison.algorithms == ALGORITHMS
    for row in summary:
        own = [run for run in runs if run["algorithm"] == row["algorithm"]]
        assert row["runs"] == len(own)
        assert row["solved"] == sum(run["status"] == "solved" for run in own)
        assert row["nodes_total"] == sum(run["nodes"] for run in own)
        assert row["success"] == row["solved"] / row["runs"]
    tabu = next(run for run in runs if run["algorithm"].startswith("tabu"))
    assert tabu["evaluated"] == tabu["nodes"] and tabu["assign"] is None
    # Any run can be repeated alone.
    for run in runs[::7]:
        alone = quadrille.run_batch(
            [run["puzzle"]], run["algorithm"], seed=run["seed"], nodes=3000
        ).to_pylist()[0]
        assert (alone["status"], alone["nodes"]) == (run["status"], run["nodes"])


def test_common_seeds_and_detection(puzzles: list[str]) -> None:
    options: dict[str, Any] = {"seeds": "common", "nodes": 3000}
    found = lab.compare(["tabu", "annealing-r0"], puzzles, runs=2, **options)
    for run in found.runs().to_pylist()[::5]:
        alone = quadrille.run_batch(
            [run["puzzle"]], run["algorithm"], seed=run["seed"], **options
        ).to_pylist()[0]
        assert (alone["status"], alone["nodes"]) == (run["status"], run["nodes"])
    source = "random-norvig:30"
    found = lab.compare(["norvig", "dfs-mrv"], source, detect="900%", nodes=100_000)
    assert {run["algorithm"] for run in found.runs().to_pylist()} == {"norvig", "dfs-mrv"}
    with pytest.raises(quadrille.QuadrilleError, match="fewer than six"):
        lab.compare(["norvig", "dfs-mrv"], [EASY, SOLVED], detect="900%")
    with pytest.raises(ValueError, match="5%"):
        lab.compare(["norvig", "dfs-mrv"], puzzles, detect="5")
    with pytest.raises(ValueError, match="common"):
        quadrille.run_batch([EASY], "tabu", seeds="shared")


def test_results_do_not_depend_on_threads(comparison: lab.Comparison, puzzles: list[str]) -> None:
    other = lab.compare(ALGORITHMS, puzzles, runs=3, seed=4, nodes=3000, threads=2)
    for mine, its in ((comparison.runs(), other.runs()), (comparison.summary(), other.summary())):
        for first, second in zip(mine.to_pylist(), its.to_pylist(), strict=True):
            assert {k: v for k, v in first.items() if "seconds" not in k} == {
                k: v for k, v in second.items() if "seconds" not in k
            }


@needs_program
def test_the_report_is_what_the_command_writes(puzzles: list[str], tmp_path: Path) -> None:
    names = ["norvig", "tabu", "dfs-mrv"]
    lines = [*puzzles, "x", SMALL]
    (tmp_path / "puzzles.txt").write_text("\n".join(lines) + "\n")
    here = Path.cwd()
    os.chdir(tmp_path)
    try:
        made = lab.compare(names, "puzzles.txt", runs=2, nodes=500)
    finally:
        os.chdir(here)
    assert len(made.bad_lines) == 2 and made.bad_lines[0].startswith("puzzles.txt:9:1: ")
    made.report(tmp_path / "mine", csv=True)
    words = re.findall(r"'[^']*'|\S+", made.command)
    command = [PROGRAM, *(word.strip("'") for word in words[1:])]
    options = ["--csv", "--threads", "1", "--quiet", "--output", "its"]
    subprocess.run(
        [*command, *options], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    mine, its = logged(tmp_path / "mine"), logged(tmp_path / "its")
    for log in (mine, its):
        del log[0]["command"]
    assert mine == its
    # The command writes the same files from the same log, byte by byte.
    again = tmp_path / "again"
    again.mkdir()
    shutil.copy(tmp_path / "mine" / "runs.jsonl", again)
    subprocess.run([PROGRAM, "report", "--csv", "--quiet", str(again)], check=True)
    files = sorted(path.name for path in again.iterdir())
    assert files == sorted(path.name for path in (tmp_path / "mine").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "its").iterdir())
    for file in files:
        assert (tmp_path / "mine" / file).read_bytes() == (again / file).read_bytes(), file
    table = subprocess.run([PROGRAM, "report", str(again)], capture_output=True, check=True)
    assert table.stdout.decode() == str(made)


def test_reports_replace_only_reports(comparison: lab.Comparison, tmp_path: Path) -> None:
    comparison.report(tmp_path / "report")
    assert (tmp_path / "report" / "index.html").stat().st_size > 10_000
    with pytest.raises(FileExistsError, match="overwrite=True"):
        comparison.report(tmp_path / "report")
    comparison.report(str(tmp_path / "report"), overwrite=True)
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(FileExistsError, match=re.escape("not part of a report")):
        comparison.report(tmp_path, overwrite=True)
    assert (tmp_path / "thesis.tex").exists()
    with pytest.raises(OSError):
        comparison.report("/dev/null/report")


def test_puzzles_come_from_sources_files_and_columns(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    made = lab.compare(["norvig"], "random-norvig:5", seed=3)
    assert len(made.runs()) == 5
    assert set(made.runs()["source"]) == {"random-norvig:5"}
    column = pa.chunked_array([[EASY], [HARD]])
    made = lab.compare(["norvig"], column)
    assert made.runs()["puzzle"].to_pylist() == [EASY, HARD]
    with pytest.raises(ValueError, match="several sizes"):
        lab.compare(["norvig"], [EASY, NO_SOLUTION])
    path = tmp_path / "own.txt"
    path.write_text(f"{EASY}\n# nothing\n{HARD}\n")
    assert lab.compare(["norvig"], path).runs()["line"].to_pylist() == [1, 3]
    with pytest.raises(quadrille.PuzzleError) as raised:
        lab.compare(["norvig"], [EASY, "x"])
    assert raised.value.row == 1
    with pytest.raises(FileNotFoundError, match="neither a source nor a file"):
        lab.compare(["norvig"], "no-such-thing.txt")
    with pytest.raises(ValueError):
        lab.compare(["norvig"], "random-norvig:many")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithms": ["norvigg"]}, "did you mean `norvig`"),
        ({"algorithms": []}, "none"),
        ({"algorithms": ["norvig", "norvig"]}, "twice"),
        ({"runs": 0}, "runs is 0"),
        ({"runs": 10_000_000}, "runs"),
        ({"puzzles": []}, "no puzzle"),
        ({"time": -1.0}, "time is"),
        ({"threads": 0}, "threads is 0"),
    ],
)
def test_wrong_options_are_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        known: dict[str, Any] = {"algorithms": ["tabu"], "puzzles": [EASY, HARD]}
        lab.compare(**(known | options))


def test_algorithms_are_a_table() -> None:
    table = lab.algorithms().to_pylist()
    assert len(table) >= 50
    tabu = next(row for row in table if row["id"] == "tabu")
    assert tabu["family"] == "local" and not tabu["complete"] and "start=" in tabu["parameters"]


def test_texts(comparison: lab.Comparison) -> None:
    assert "tabu:" in str(comparison) and "start=givens" in str(comparison)
    assert comparison.text("markdown").startswith("|")
    assert repr(comparison) == ("<quadrille.lab.Comparison: 4 algorithms on 8 puzzles, 64 runs>")
    with pytest.raises(ValueError, match="latex"):
        comparison.text("word")


def test_progress(puzzles: list[str]) -> None:
    seen: list[tuple[int, int]] = []
    lab.compare(["dfs-column"], puzzles * 20, nodes=50_000, progress=lambda *at: seen.append(at))
    assert seen[-1][0] == seen[-1][1] > 160 and seen == sorted(seen)


def test_plots(comparison: lab.Comparison) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = lab.plot(comparison)
    assert [line.get_label() for line in axes.lines] == ALGORITHMS
    assert lab.plot(comparison, by="cpu_seconds", ax=axes) is axes


def test_importing_loads_nothing_else() -> None:
    program = (
        "import sys, quadrille, quadrille.lab; "
        "print([n for n in ('json', 'numpy', 'pyarrow', 'matplotlib') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout == b"[]\n"


SEARCH = Path(__file__).parents[2] / "lab" / "examples" / "search.py"
# Cell by cell, it takes many millions of nodes.
SLOW = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
OURS = f"cmd:{sys.executable} {SEARCH}"


def running(word: str) -> list[int]:
    """Returns the processes with a word among their arguments."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and word in (folder / "cmdline").read_text().split("\0"):
                found.append(int(folder.name))
        except OSError:
            # It has ended meanwhile.
            continue
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="guards and /proc are Linux's")
def test_programs_of_ones_own(tmp_path: Path) -> None:
    puzzles = [*relabelled(EASY, 4), SOLVED]
    names = ["norvig", f"{OURS} mark-a", "dfs-row"]
    comparison = lab.compare(names, puzzles, nodes=5000, threads=2)
    assert not running("mark-a"), "a comparison keeps no processes"
    summary = comparison.summary().to_pylist()
    assert [row["algorithm"] for row in summary] == names
    own, ours = (
        [row for row in comparison.runs().to_pylist() if row["algorithm"] == name]
        for name in ("dfs-row", f"{OURS} mark-a")
    )
    # It is the same search, cell by cell, and what it answers is validated.
    assert [row["status"] for row in ours] == [row["status"] for row in own]
    assert "solved" in {row["status"] for row in ours}
    assert all(row["nodes"] <= 5000 for row in ours)
    comparison.report(tmp_path / "report")
    assert "search.py" in (tmp_path / "report" / "index.html").read_text()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cmd:/no/such/program", "cannot be started"),
        ("cmd:", "names no program"),
        ("cmd:'a", "quote"),
        ("cmd:a\u202eb", "hidden"),
    ],
)
def test_programs_that_cannot_be_started(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lab.compare(["norvig", name], [EASY])


def test_programs_that_lie_or_crash_have_their_rows(tmp_path: Path) -> None:
    lying, ending = tmp_path / "lying.py", tmp_path / "ending.py"
    lying.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    hello = line.startswith('quadrille-lab')\n"
        f"    print('ready liar' if hello else 'solution {'1' * 81} nodes=1', flush=True)\n"
    )
    ending.write_text("import sys\nprint('ready', flush=True)\nsys.stdin.readline()\n")
    names = [f"cmd:{sys.executable} {script}" for script in (lying, ending)]
    comparison = lab.compare(["norvig", *names], [EASY, HARD])
    stops = {(row["algorithm"], row["stop"]) for row in comparison.runs().to_pylist()}
    assert stops == {("norvig", "solved"), (names[0], "wrong"), (names[1], "failed")}


@pytest.mark.skipif(sys.platform != "linux", reason="guards and /proc are Linux's")
def test_control_c_and_kill_leave_no_program() -> None:
    code = f"""
import sys
from quadrille import lab
lab.compare(["cmd:{sys.executable} {SEARCH} " + sys.argv[1]], ["{SLOW}"], runs=50)
"""
    for mark, ending in (("mark-b", signal.SIGINT), ("mark-c", signal.SIGKILL)):
        with subprocess.Popen(
            [sys.executable, "-c", code, mark], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as child:
            try:
                until = time.monotonic() + 30
                # The interpreter, a guard and the program.
                while len(running(mark)) < 3:
                    assert time.monotonic() < until, "the program was not started"
                    time.sleep(0.02)
                child.send_signal(ending)
                assert child.wait(20) != 0
            finally:
                child.kill()
        while running(mark):
            assert time.monotonic() < until, "the program was not ended"
            time.sleep(0.02)
