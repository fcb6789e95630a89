"""The judge, traces and boards to learn on."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quadrille
from quadrille import ai

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = "1234341221.....1"


def one_by_one(puzzle: str, step: str, board: str, candidates: str) -> dict[str, Any]:
    """The verdict of the call about one puzzle."""
    side = round(len(puzzle) ** 0.5)
    cells = [0 if symbol == "." else int(symbol) for symbol in puzzle]
    entries = [
        0 if given else int(now) for given, now in zip(cells, board.replace(".", "0"), strict=True)
    ]
    notes = [
        [int(symbol) for symbol in candidates[cell * side : (cell + 1) * side] if symbol != "."]
        for cell in range(side * side)
    ]
    board_fields = {"box": "3x3", "cells": cells, "entries": entries, "notes": notes}
    request = {"call": "judge", "puzzle": board_fields, "steps": [step], "max_rating": 4.0}
    answer: dict[str, Any] = json.loads(quadrille._native.call(json.dumps(request)))
    return answer


def test_rows_are_judged_as_one_puzzle_is() -> None:
    rng = np.random.default_rng(1)
    rows = []
    for puzzle in ai.level(20, rating=(2.0, 4.0)):
        steps = quadrille.explain(puzzle).steps
        for _ in range(10):
            at = steps[int(rng.integers(len(steps) - 1))]
            board, candidates = at.grid, at.candidates
            row, column, digit = (int(number) for number in rng.integers(1, 10, 3))
            sign = "=" if rng.integers(2) else "<>"
            rows.append((puzzle, f"r{row}c{column}{sign}{digit}", board, candidates))
        for before, after in itertools.pairwise(steps):
            if after.technique == "naked-single":
                placed = after.placements[0]
                step = f"r{placed['row']}c{placed['column']}={placed['digit']}"
                rows.append((puzzle, step, before.grid, before.candidates))
    columns = [list(column) for column in zip(*rows, strict=True)]
    table = ai.judge(
        columns[0],
        columns[1],
        boards=columns[2],
        candidates=columns[3],
        max_rating=4.0,
        threads=2,
    ).to_pylist()
    seen = set()
    for texts, judged in zip(rows, table, strict=True):
        assert judged["error"] is None
        alone = one_by_one(*texts)["steps"][0]
        assert judged["verdict"] == alone["verdict"], texts
        assert judged["technique"] == alone.get("technique"), texts
        seen.add(judged["verdict"])
    assert len(seen) == 5, seen


def test_rows_that_cannot_be_judged_say_why() -> None:
    puzzles = [PUZZLE, "1" + "." * 80, "11" + "." * 79, "x", None, PUZZLE]
    table = ai.judge(puzzles, ["r1c2", *["r1c3=4"] * 5]).to_pylist()
    errors = [row["error"] for row in table]
    assert "not a step" in errors[0]
    assert errors[1] == "multiple"
    assert all(errors[:5]) and errors[5] is None
    with pytest.raises(ValueError, match="1 steps for 2 puzzles"):
        ai.judge([PUZZLE] * 2, ["r1c3=4"])
    lacking = ai.judge([PUZZLE], ["r1c3=4"], boards=["." * 81]).to_pylist()
    assert "lacks a given" in lacking[0]["error"]


def test_claims_are_checked() -> None:
    steps = ["r5c5=5 naked-single", "r5c5=5 x-wing", "r5c5=5"]
    assert ai.judge([PUZZLE] * 3, steps)["claim"].to_pylist() == [True, False, None]


def test_traces_end_in_the_solution_and_are_deductions() -> None:
    puzzles = ai.level(30, rating=(1.0, 4.5))
    table = ai.traces(puzzles, threads=2).to_pylist()
    assert all(row["error"] is None for row in table)
    scores = ai.score(puzzles, [row["trace"] for row in table], max_rating=20.0).to_pylist()
    for row, graded in zip(table, scores, strict=True):
        assert graded["solved"] and graded["format"] == "steps"
        assert graded["grid"] == row["solution"]
        assert graded["deduced"] == 1.0
    chats = ai.traces(puzzles, form="chat", lang="fr")["trace"].to_pylist()
    for puzzle, chat in zip(puzzles, chats, strict=True):
        question, answer = json.loads(chat)["messages"]
        assert question["role"] == "user" and "Résolvez" in question["content"]
        assert "".join(question["content"].split("\n\n")[1].split()) == puzzle
        assert ai.score([puzzle], [answer["content"]])["format"].to_pylist() == ["grid"]
    assert ai.traces(["." * 81])["error"].to_pylist() == ["multiple"]


@pytest.mark.parametrize("observation", ["dict", "grid", "candidates", "text"])
def test_the_environment_passes_the_check_of_gymnasium(observation: str) -> None:
    import gymnasium

    env = gymnasium.make("quadrille/Sudoku-v0", puzzles=[SMALL], observation=observation)
    check_env(env.unwrapped)
    level = gymnasium.make("quadrille/Sudoku-v0", box="2x3", count=3, max_steps=10)
    level.reset(seed=1)
    over = [level.step(level.action_space.sample())[2:4] for _ in range(10)]
    assert over[-1] == (False, True)


def solved_by_deductions(side: int, puzzles: list[str], **options: Any) -> None:
    """A learner that takes what the judge calls deducible solves every board."""
    boards = ai.VectorEnv(8, puzzles, **options)
    seen, info = boards.reset(seed=3)
    solved = 0
    for _ in range(side**3 * 4):
        before = seen["grid"].copy()
        puzzle = info["puzzle"].copy()
        seen, rewards, over, cut, info = boards.step(boards.sample())
        for index in np.flatnonzero(over):
            solved += 1
            assert info["solved"][index] and rewards[index] > 5
            left = np.flatnonzero(before[index] == 0)
            assert len(left) == 1, boards.solution(int(puzzle[index]))
        assert not cut.any()
        assert (seen["grid"] <= side).all()
    assert solved > 8


def test_random_steps_solve_small_boards_where_wrong_ones_are_refused() -> None:
    solved_by_deductions(4, ai.level(5, box="2x2"), wrong="refuse")


def test_boards_are_those_of_the_seed_and_rewards_are_data() -> None:
    puzzles = ai.level(5, box="2x2")
    first, second = (ai.VectorEnv(3, puzzles, wrong="end") for _ in range(2))
    first.reset(seed=9)
    second.reset(seed=9)
    for _ in range(200):
        seen, _, _, _, _ = first.step(first.sample())
        same, _, _, _, _ = second.step(second.sample())
        assert all((seen[name] == same[name]).all() for name in seen)
    paid = ai.VectorEnv(1, [SMALL], rewards={"deducible": 5.0, "solved": 0.0})
    action = ai.action_of(4, "place", 10, 4)
    assert paid.reset()[0]["action_mask"][0, action] == 1
    _, rewards, *_ = paid.step([action])
    assert rewards.tolist() == [5.0]
    note = ai.action_of(4, "note", 11, 3)
    seen, rewards, *_ = paid.step([note])
    assert rewards.tolist() == [0.0] and seen["notes"][0].sum() == 1
    with pytest.raises(quadrille.QuadrilleError, match="rewards for"):
        ai.VectorEnv(1, [SMALL], rewards={"luck": 1.0})  # type: ignore[arg-type]
    with pytest.raises(quadrille.QuadrilleError, match="actions are 0 to 191"):
        paid.step([192])
    with pytest.raises(quadrille.QuadrilleError, match="puzzle 1 has boxes"):
        ai.VectorEnv(1, [SMALL, PUZZLE])


def test_masks_are_the_candidates() -> None:
    boards = ai.VectorEnv(16, ai.level(4), wrong="keep")
    seen, _ = boards.reset()
    for _ in range(50):
        seen, *_ = boards.step(boards.sample())
        placed = seen["action_mask"][:, :729].reshape(16, 9, 9, 9)
        assert (placed == seen["candidates"]).all()
        assert not seen["candidates"][seen["grid"] > 0].any()
