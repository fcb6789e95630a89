"""Solves a stream of Arrow batches that never ends up in memory, and prints what that takes.

    python benches/stream.py PUZZLES [--rows N]

PUZZLES: lines of 81 characters. Each batch has others, as their digits are exchanged again. Needs
numpy and pyarrow.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy
import pyarrow

import quadrille

BATCH = 65_536


def batches(path: Path, rows: int) -> Iterator[pyarrow.Array]:
    """Makes batches of puzzles from those of a file, one at a time."""
    texts = path.read_bytes().splitlines()
    lines = [text[:81] for text in texts if len(text) >= 81 and not text.startswith(b"#")]
    cells = numpy.frombuffer(b"".join(lines).replace(b".", b"0"), numpy.uint8).reshape(-1, 81)
    draw = numpy.random.default_rng(1)
    offsets = pyarrow.py_buffer(numpy.arange(BATCH + 1, dtype=numpy.int32) * 81)
    digits = numpy.full(256, ord("0"), numpy.uint8)
    for first in range(0, rows, BATCH):
        count = min(BATCH, rows - first)
        digits[ord("1") : ord("9") + 1] = draw.permutation(9) + ord("1")
        chosen = digits[cells[draw.integers(len(cells), size=count)]]
        yield pyarrow.StringArray.from_buffers(count, offsets, pyarrow.py_buffer(chosen))


def resident() -> float:
    """Returns the memory of this process, in megabytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def main() -> None:
    """Solves, and prints a line for every tenth."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("puzzles", type=Path)
    options.add_argument("--rows", type=int, default=100_000_000)
    given = options.parse_args()
    done, solved, spent, shown = 0, 0, 0.0, 0
    for batch in batches(given.puzzles, given.rows):
        start = time.process_time()
        table = quadrille.solve_batch(batch)
        spent += time.process_time() - start
        solution = pyarrow.array(table["solution"])
        solved += len(solution) - solution.null_count
        done += len(batch)
        if done * 10 // given.rows > shown:
            shown = done * 10 // given.rows
            print(f"{done:>11} rows, {solved} solved, {spent:.1f} s, {resident():.0f} MB")
    print(f"{done / spent / 1e6:.2f} million rows a second of processor time")


if __name__ == "__main__":
    main()
