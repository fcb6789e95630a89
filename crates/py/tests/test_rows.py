"""Ratings, canonical forms, runs of algorithms, generated puzzles and arrays."""

from __future__ import annotations

import random

import pytest
from conftest import CONFLICT, EASY, HARD, NO_SOLUTION, SMALL, SOLVED, relabelled

import quadrille

np = pytest.importorskip("numpy")


def without_times(table: quadrille.Table) -> list[dict[str, object]]:
    return [
        {name: value for name, value in row.items() if "seconds" not in name}
        for row in table.to_pylist()
    ]


def test_ratings() -> None:
    table = quadrille.rate_batch([EASY, HARD, SMALL, "." * 81, CONFLICT, None])
    expected = ["solved", "solved", "multiple", "multiple", "conflict", "invalid"]
    assert table["status"].to_pylist() == expected
    assert table["rating"].to_pylist() == [1.2, 10.7, None, None, None, None]
    scored = quadrille.rate_batch([EASY], profile="hodoku").to_pylist()[0]
    assert (scored["class"], scored["score"]) == ("Easy", 204)
    with pytest.raises(quadrille.UnknownNameError) as raised:
        quadrille.rate_batch([], profile="se12")
    assert raised.value.near == "se121"
    stopped = quadrille.rate_batch([HARD], time=0.0).to_pylist()[0]
    assert (stopped["status"], stopped["stop"], stopped["rating"]) == ("limit", "time", None)


def test_canonical_forms_are_those_of_the_class() -> None:
    draw = random.Random(3)
    digits = "".join(draw.sample("123456789", 9))
    other = EASY.translate(str.maketrans("123456789", digits))
    other = "".join(other[column * 9 + row] for row in range(9) for column in range(9))
    table = quadrille.canon_batch([EASY, other, CONFLICT, SMALL])
    forms = table["canonical"].to_pylist()
    assert forms[0] == forms[1] == quadrille.canon(EASY).canonical
    assert table["automorphisms"].to_pylist() == [1, 1, None, 48]
    assert table["status"].to_pylist() == ["solved", "solved", "invalid", "solved"]
    least = quadrille.canon_batch([EASY], form="string")["canonical"][0]
    assert least == quadrille.canon(EASY, form="string").canonical
    with pytest.raises(quadrille.UnknownNameError, match="form"):
        quadrille.canon_batch([EASY], form="least")
    # 16x16: 4!^10 * 2 * 16! does not fit into 64 bits.
    assert quadrille.canon_batch(["." * 256])["automorphisms"][0] is None


def test_positions_have_the_technique() -> None:
    boards = quadrille.positions("hidden-pair", 3, seed=1, next=True, profile="se121")
    assert [board.index for board in boards] == [0, 1, 2] and boards.stop is None
    for board in boards:
        hint = quadrille.hint(board.candidates, level=4, profile="se121")
        assert (hint.technique, hint.eliminations) == (board.technique, board.eliminations)
        assert board.rating == 3.4 and board.text and len(board.grid) == 81
    none = quadrille.positions("finned-x-wing", seed=1, next=True, profile="quadrille", time=0.1)
    assert (list(none), none.stop, none.closest) == ([], "time", None)


def test_a_limit_says_what_came_closest() -> None:
    made = quadrille.generate(1, seed=1, once="x-wing", steps=(1, 9), time=0.3)
    assert (list(made), made.stop) == ([], "time")
    assert made.closest is not None and "technique" in made.closest


@pytest.mark.parametrize("algorithm", ["auto", "dfs-column", "tabu:start=givens", "annealing"])
def test_runs_do_not_depend_on_threads(algorithm: str) -> None:
    rows = [*relabelled(EASY, 40), SMALL, NO_SOLUTION, None, "x"]
    one = quadrille.run_batch(rows, algorithm, seed=5, nodes=2000)
    for threads in (2, 3, None):
        other = quadrille.run_batch(rows, algorithm, seed=5, nodes=2000, threads=threads)
        assert without_times(one) == without_times(other)
    assert one["status"].to_pylist()[-2:] == ["invalid", "invalid"]
    alone = quadrille.run_batch([rows[7]], algorithm, seed=5, nodes=2000)
    assert without_times(alone) == without_times(one)[7:8]


def test_runs_have_limits() -> None:
    runs = quadrille.run_batch([HARD], "tabu", evaluations=50).to_pylist()[0]
    assert (runs["status"], runs["stop"], runs["solution"]) == ("limit", "evaluations", None)
    assert runs["counters"]["evaluated"] == runs["nodes"] <= 60
    runs = quadrille.run_batch(["." * 625], "dfs-row", time=0.02).to_pylist()[0]
    assert (runs["status"], runs["stop"]) == ("limit", "time")
    assert runs["seconds"] < 5
    assert quadrille.run_batch([HARD], "dfs-row")["nodes"][0] <= 1_000_000
    with pytest.raises(quadrille.UnknownNameError) as raised:
        quadrille.run_batch([HARD], "tabou")
    assert raised.value.near == "tabu"
    with pytest.raises(ValueError, match="start"):
        quadrille.run_batch([HARD], "tabu:start=nowhere")
    counters = quadrille.run_batch([EASY], "tabu")["counters"].to_pyarrow()
    assert {"accepted", "evaluated"} <= {field.name for field in counters.type}


def test_generated_puzzles_depend_on_seed_and_index_only() -> None:
    table = quadrille.generate_batch(700, seed=11, threads=2)
    assert set(quadrille.check_batch(table)["verdict"]) == {"proper"}
    assert table["solution"].to_pylist() == quadrille.solve_batch(table)["solution"].to_pylist()
    assert len(set(table["puzzle"])) == 700
    later = quadrille.generate_batch(5, seed=11, first=600)
    assert later.to_pylist() == table.to_pylist()[600:605]
    single = quadrille.generate(3, seed=11)
    assert [item.puzzle for item in single] == table["puzzle"].to_pylist()[:3]
    assert quadrille.generate_batch(1, seed=12)["puzzle"][0] != table["puzzle"][0]
    assert len(quadrille.generate_batch(0, seed=1)) == 0


def test_generated_puzzles_are_as_asked() -> None:
    made = quadrille.generate_batch(20, seed=1, symmetry="half-turn", minimal=True, clues=(24, 27))
    for row in made.to_pylist():
        cells = [cell == "." for cell in row["puzzle"]]
        assert cells == cells[::-1] and 24 <= row["clues"] <= 27 and row["minimal"]
    assert set(quadrille.check_batch(made, minimal=True)["minimal"]) == {True}
    small = quadrille.generate_batch(9, seed=1, box="2x3")
    assert {len(text) for text in small["puzzle"]} == {36}
    rated = quadrille.generate_batch(5, seed=1, rating=(2.0, 3.4))
    assert rated["rating"].to_pylist() == quadrille.rate_batch(rated)["rating"].to_pylist()
    assert all(2.0 <= rating <= 3.4 for rating in rated["rating"])
    known = quadrille.generate_batch(3, seed=1, solution=SOLVED)
    assert known["solution"].to_pylist() == [SOLVED] * 3
    weighed = quadrille.generate_batch(2, seed=1, unbiased=True)
    assert all(weight > 0 for weight in weighed["weight"])
    pattern = "".join("." if cell == "." else "x" for cell in EASY)
    shaped = quadrille.generate_batch(2, seed=1, pattern=pattern)["puzzle"]
    assert [["." == cell for cell in text] for text in shaped] == [[c == "." for c in EASY]] * 2
    edges = quadrille.generate_batch(2, seed=1, box="2x2", edges=3)["puzzle"]
    assert all("edges=" in text for text in edges)
    late = quadrille.generate_batch(3, seed=1, clues=(18, 18), time=0.0).to_pylist()
    assert [(row["puzzle"], row["stop"]) for row in late] == [(None, "time")] * 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"symmetry": "half"}, "half-turn"),
        ({"clues": (5, 6)}, "too few"),
        ({"box": "3"}, "box"),
        ({"box": "2x2", "rating": (1.0, 2.0)}, "9x9"),
        ({"rating": (3.0, 2.0)}, "empty"),
        ({"technique": "x-whale"}, "technique"),
        ({"once": "skyscraper", "profile": "se121"}, "hodoku"),
        ({"steps": (3, 2)}, "empty"),
        ({"solution": EASY}, "51 empty cells"),
        ({"pattern": "xx"}, "2 cells, expected 81"),
        ({"unbiased": True, "clues": (24, 25)}, "exclude"),
        ({"time": -1.0}, "time is"),
        ({"first": 2**64 - 1}, "too many"),
    ],
)
def test_wrong_wishes_are_errors(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        quadrille.generate_batch(2, seed=1, **options)  # type: ignore[arg-type]


def test_arrays() -> None:
    rows = [*relabelled(EASY, 3000), CONFLICT + "." * 65, HARD]
    boards = np.array([[int(c) if c != "." else 0 for c in row] for row in rows], np.uint8)
    solved = quadrille.solve_array(boards, threads=2)
    assert solved.shape == boards.shape and solved.dtype == np.uint8 and solved.flags.writeable
    expected = quadrille.solve_batch(rows)["solution"].to_pylist()
    for text, digits in zip(expected, solved, strict=True):
        assert "".join(map(str, digits)) == (text or "0" * 81)
    cubes = quadrille.solve_array(boards.reshape(-1, 9, 9))
    assert (cubes.reshape(-1, 81) == solved).all()
    # Not contiguous.
    assert (quadrille.solve_array(boards[::-2]) == solved[::-2]).all()
    assert quadrille.solve_array(boards[:0]).shape == (0, 81)
    boards[5, 0] = 77
    assert not quadrille.solve_array(boards)[5].any()
    with pytest.raises(quadrille.PuzzleError) as raised:
        quadrille.solve_array(boards, errors="raise")
    assert raised.value.row == 5
    with pytest.raises(ValueError, match="shape"):
        quadrille.solve_array(boards[0])
    with pytest.raises(TypeError, match="int64"):
        quadrille.solve_array(boards.astype(np.int64))


def test_searches_have_traces() -> None:
    run = quadrille.search(HARD, "annealing", seed=3, nodes=5000)
    again = quadrille.Puzzle(HARD).search("annealing", seed=3, nodes=5000)
    assert run == again and run.trace.text == again.trace.text
    curve = run.trace.cost_curve().to_pylist()
    costs = [row["cost"] for row in curve]
    assert costs == sorted(costs, reverse=True) and len(set(costs)) == len(costs) > 5
    assert [row["nodes"] for row in curve] == sorted(row["nodes"] for row in curve)
    assert all(len(row["board"]) == 81 for row in curve)
    batch = quadrille.run_batch([HARD], "annealing", seed=3, nodes=5000).to_pylist()[0]
    assert (run.status, run.stop, run.nodes) == (batch["status"], batch["stop"], batch["nodes"])
    assert run.counters == batch["counters"]
    with pytest.raises(ValueError):
        quadrille.Run({**run.to_dict(), "trace": "nonsense"}).trace.cost_curve()


def test_puzzles_know_their_steps() -> None:
    puzzle = quadrille.Puzzle(EASY)
    assert puzzle.rating() == 1.2 and quadrille.Puzzle(SMALL).rating() is None
    assert puzzle.verdict() == "proper" and quadrille.Puzzle(SMALL).verdict() == "multiple"
    assert not puzzle.is_minimal() and quadrille.Puzzle(HARD).is_minimal()
    steps = puzzle.steps()
    assert len(steps) == 51 and steps == quadrille.explain(EASY).steps
    hints = puzzle.hints()
    assert len(hints) > 5 and steps[0].text in {step.text for step in hints}
    assert "<svg" in puzzle._repr_html_()
