"""Every batch function equals its form for one puzzle and the command line's JSON.

The command line is the program named by `QUADRILLE_PROGRAM`, which `cargo xtask py` sets.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import EASY

import quadrille

Row = dict[str, Any]
PROGRAM = os.environ.get("QUADRILLE_PROGRAM", "")
needs_program = pytest.mark.skipif(
    not PROGRAM, reason="QUADRILLE_PROGRAM does not name the command line's program"
)


@pytest.fixture(scope="session")
def ratable(mixed: list[str | None]) -> list[str | None]:
    """Ten thousand rows of which few take long to rate."""
    made = quadrille.generate_batch(2000, seed=5, minimal=True)["puzzle"].to_pylist()
    made += quadrille.generate_batch(2000, seed=6, clues=(27, 32))["puzzle"].to_pylist()
    odd = [row for row in mixed if row is None or len(row) != 81 or "." not in row]
    rows = [*made, *odd, *mixed[:50]]
    rows += [EASY] * (10_000 - len(rows))
    random.Random(2).shuffle(rows)
    return rows


def failure(row: str, call: str, **options: Any) -> tuple[str | None, Any]:
    """Calls the function for one puzzle. Returns its error as columns have it, and its answer."""
    try:
        return None, getattr(quadrille, call)(row, **options)
    except quadrille.PuzzleError as error:
        return f"{error.line}:{error.column}: {error}", None
    except quadrille.UnsupportedError as error:
        return str(error), None


def test_solve_equals_its_form_for_one(mixed: list[str | None]) -> None:
    table = quadrille.solve_batch(mixed).to_pylist()
    assert len(table) == len(mixed) == 10_000
    for text, row in zip(mixed, table, strict=True):
        if text is None:
            assert (row["status"], row["solution"]) == ("invalid", None)
            continue
        error, solution = failure(text, "solve")
        assert row["error"] == error
        assert row["solution"] == (None if solution is None else str(solution))
        word = "invalid" if error else "none" if solution is None else "solved"
        assert row["status"] == word


def test_check_and_count_equal_their_forms_for_one(mixed: list[str | None]) -> None:
    checked = quadrille.check_batch(mixed, minimal=True).to_pylist()
    counted = quadrille.count_batch(mixed, limit=3).to_pylist()
    for text, check, count in zip(mixed, checked, counted, strict=True):
        if text is None:
            assert (check["verdict"], count["count"]) == ("invalid", None)
            continue
        error, one = failure(text, "check")
        if error:
            assert (check["verdict"], check["error"]) == ("invalid", error)
        else:
            assert (check["verdict"], check["minimal"]) == (one.verdict, one.minimal)
        error, one = failure(text, "count", limit=3)
        assert count["error"] == error
        if not error:
            assert (count["count"], count["exact"]) == (one.count, one.exact)


def test_canon_equals_its_form_for_one(mixed: list[str | None]) -> None:
    for text, row in zip(mixed, quadrille.canon_batch(mixed).to_pylist(), strict=True):
        if text is None:
            assert row["status"] == "invalid"
            continue
        error, one = failure(text, "canon")
        assert row["error"] == error
        if not error:
            assert (row["canonical"], row["stop"]) == (one.canonical, one.stop)
            most = 2**64 - 1
            assert row["automorphisms"] == (
                one.automorphisms if one.automorphisms <= most else None
            )


RATED = ["status", "rating", "pearl", "diamond", "hardest", "steps", "score", "stop"]


def test_rate_equals_its_form_for_one(ratable: list[str | None]) -> None:
    table = quadrille.rate_batch(ratable, threads=None).to_pylist()
    for text, row in zip(ratable, table, strict=True):
        if text is None:
            assert row["status"] == "invalid"
            continue
        error, one = failure(text, "rate")
        assert row["error"] == error
        if not error:
            assert [row[name] for name in RATED] == [getattr(one, name) for name in RATED]
            assert row["class"] == one.class_


@pytest.mark.parametrize("algorithm", ["tabu:start=givens", "dfs-mrv"])
def test_run_equals_its_form_for_one(mixed: list[str | None], algorithm: str) -> None:
    table = quadrille.run_batch(mixed, algorithm, seed=9, nodes=50, threads=None)
    names = ["status", "solution", "stop", "nodes", "counters"]
    for text, row in zip(mixed, table.to_pylist(), strict=True):
        if text is None:
            assert row["status"] == "invalid"
            continue
        error, one = failure(text, "search", algorithm=algorithm, seed=9, nodes=50)
        assert row["error"] == error
        if not error:
            assert [row[name] for name in names] == [getattr(one, name) for name in names]


def lines(rows: list[str | None]) -> list[str]:
    """Returns the rows that are a line of a file with a record."""
    return [EASY, *(row for row in rows if row and row.strip() and not row.startswith("#"))]


def command(arguments: list[str], rows: list[str], folder: Path) -> list[Row]:
    """Returns what the command line writes with `--json`."""
    path = folder / "rows.txt"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    done = subprocess.run(
        [PROGRAM, *arguments, "--json", "--quiet", "--mixed-sizes", "--threads", "1", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode in (0, 1, 2)
    written = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["line"] for row in written] == list(range(1, len(rows) + 1))
    return written


def same(table: quadrille.Table, written: list[Row], names: list[str]) -> None:
    """Compares columns with the fields of the same name, and errors with their columns."""
    for number, (row, fields) in enumerate(zip(table.to_pylist(), written, strict=True), 1):
        error = fields.get("error")
        if error:
            place = fields.get("place")
            assert row["error"] == (f"1:{place['column']}: {error}" if place else error)
        # Unsupported boards have words for people only here.
        elif fields.get("status") != "unsupported":
            assert row["error"] is None
        for name in names:
            assert row[name] == fields.get(name), (number, name)


@needs_program
def test_solve_equals_the_command(mixed: list[str | None], tmp_path: Path) -> None:
    rows = lines(mixed)
    written = command(["solve"], rows, tmp_path)
    same(quadrille.solve_batch(rows), written, ["status", "solution"])


@needs_program
def test_check_equals_the_command(mixed: list[str | None], tmp_path: Path) -> None:
    rows = lines(mixed)
    written = command(["check"], rows, tmp_path)
    same(quadrille.check_batch(rows, minimal=True), written, ["verdict", "minimal"])


@needs_program
def test_count_equals_the_command(mixed: list[str | None], tmp_path: Path) -> None:
    rows = lines(mixed)
    written = command(["count", "--limit", "3"], rows, tmp_path)
    same(quadrille.count_batch(rows, limit=3), written, ["count", "exact"])


@needs_program
def test_canon_equals_the_command(mixed: list[str | None], tmp_path: Path) -> None:
    rows = lines(mixed)
    written = command(["canon"], rows, tmp_path)
    for row in written:
        row.setdefault("status", "solved")
        # A number beyond 53 bits is a string there, and one beyond 64 does not fit here.
        if row.get("automorphisms") is not None:
            number = int(row["automorphisms"])
            row["automorphisms"] = number if number < 2**64 else None
    same(quadrille.canon_batch(rows), written, ["status", "canonical", "automorphisms", "stop"])


@needs_program
@pytest.mark.parametrize("profile", ["se121", "hodoku"])
def test_rate_equals_the_command(ratable: list[str | None], profile: str, tmp_path: Path) -> None:
    rows = lines(ratable)
    written = command(["rate", "--profile", profile], rows, tmp_path)
    table = quadrille.rate_batch(rows, profile=profile, threads=None)
    same(table, written, [*RATED, "class"])


@needs_program
@pytest.mark.parametrize("algorithm", ["tabu:start=givens", "dfs-mrv"])
def test_run_equals_the_command(mixed: list[str | None], algorithm: str, tmp_path: Path) -> None:
    rows = lines(mixed)
    options = ["solve", "--with", algorithm, "--nodes", "50", "--seed", "9"]
    written = command(options, rows, tmp_path)
    for row in written:
        if "counters" in row:
            row["nodes"] = row["counters"].pop("nodes")
        if row["status"] != "limit":
            row["stop"] = None
    table = quadrille.run_batch(rows, algorithm, seed=9, nodes=50)
    same(table, written, ["status", "solution", "stop", "nodes"])
    for counted, row in zip(table["counters"], written, strict=True):
        if "counters" in row:
            assert counted == row["counters"]


@needs_program
@pytest.mark.parametrize(
    ("options", "wishes"),
    [
        ([], {}),
        (["--minimal", "--symmetry", "diagonal"], {"minimal": True, "symmetry": "diagonal"}),
        (["--clues", "25..28", "--first", "7"], {"clues": (25, 28), "first": 7}),
        (["--box", "3x4"], {"box": "3x4"}),
        (["--box", "2x2", "--edges", "4"], {"box": "2x2", "edges": 4}),
        (["--rating", "se121:1.5..2.6"], {"rating": (1.5, 2.6)}),
        (["--unbiased"], {"unbiased": True}),
        (
            ["--needs", "x-wing", "--once", "naked-pair", "--steps", "40..70"],
            {"needs": "x-wing", "once": "naked-pair", "steps": (40, 70)},
        ),
    ],
)
def test_generate_equals_the_command(options: list[str], wishes: dict[str, Any]) -> None:
    count = 20 if {"box", "once"} & wishes.keys() else 300
    done = subprocess.run(
        [PROGRAM, "generate", "puzzle", "-n", str(count), "--seed", "42", "--json", *options],
        stdout=subprocess.PIPE,
        check=True,
    )
    written = [json.loads(line) for line in done.stdout.splitlines()]
    table = quadrille.generate_batch(count, seed=42, threads=None, **wishes)
    for row, fields in zip(table.to_pylist(), written, strict=True):
        row.pop("stop")
        assert row == {name: fields.get(name) for name in row}
