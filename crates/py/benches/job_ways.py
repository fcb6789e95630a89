"""The same job on Dask, under GNU parallel and on Ray: three outputs with equal rows.

    python benches/job_ways.py PUZZLES SCRATCH [--rows N]

Needs dask, distributed, ray, numpy and pyarrow, and the command `parallel`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
from job_faults import digest, make_inputs

import quadrille


def on_dask(inputs: Path, out: Path) -> None:
    """Two workers."""
    words = [str(inputs), str(out), "--task", "solve", "--quiet", "--scheduler", "local:2"]
    subprocess.run([sys.executable, "-m", "quadrille.dask", *words], check=True)


def under_parallel(inputs: Path, out: Path) -> None:
    """Two processes at a time, each with a quarter of the files."""
    words = [str(inputs), str(out), "--task", "solve", "--quiet", "--shard", "{}/4"]
    command = ["parallel", "--will-cite", "--jobs", "2", "--quote", sys.executable, "-m"]
    parts = ["1", "2", "3", "4"]
    subprocess.run([*command, "quadrille.shard", *words, ":::", *parts], check=True)


def on_ray(inputs: Path, out: Path) -> None:
    """Two processors."""
    import ray

    def solve(table: Any) -> Any:
        answers = pyarrow.table(quadrille.solve_batch(table["puzzle"]))
        answers = answers.set_column(0, "status", answers["status"].cast("string"))
        return answers.add_column(0, "id", table["id"])

    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    rows = ray.data.read_parquet(str(inputs))
    rows.map_batches(solve, batch_format="pyarrow", batch_size=65536).write_parquet(str(out))
    ray.shutdown()


def main() -> int:
    """Runs all of them."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("puzzles", type=Path)
    options.add_argument("scratch", type=Path)
    options.add_argument("--rows", type=int, default=1_000_000)
    given = options.parse_args()
    inputs = given.scratch / "in"
    if not inputs.exists():
        make_inputs(given.puzzles, inputs, given.rows, 16)
    found = set()
    ways: list[Callable[[Path, Path], None]] = [on_dask, under_parallel, on_ray]
    for way in ways:
        out = given.scratch / way.__name__
        shutil.rmtree(out, ignore_errors=True)
        began = time.monotonic()
        way(inputs, out)
        elapsed = time.monotonic() - began
        found.add(digest(out))
        files = len(list(out.glob("*.parquet")))
        print(f"{way.__name__}: {elapsed:.1f} s, {files} files, hash {digest(out)}", flush=True)
    return 0 if len(found) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
