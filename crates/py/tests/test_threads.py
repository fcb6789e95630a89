"""Eight threads call everything at once, and their answers are those of one thread.

On a free-threaded interpreter they run side by side; elsewhere they take turns as often as the
interpreter lets them.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from conftest import CONFLICT, EASY, HARD, NO_SOLUTION, SMALL, relabelled

import quadrille
from quadrille import game as games
from quadrille import lab

THREADS = 8
ROWS = [*relabelled(EASY, 60), *relabelled(HARD, 20), SMALL, NO_SOLUTION, CONFLICT, None, "x"]
EASY_ROWS = [row for row in ROWS[:60] if row is not None]
# Objects that all threads use at once.
SHARED_PUZZLE = quadrille.Puzzle(EASY)
SHARED_TABLE = quadrille.solve_batch(ROWS)
SHARED_RUN = quadrille.search(EASY, "tabu", seed=1, nodes=2000)
SHARED_GAME = games.Game(4, moves="r1c1=1 r2c3=1")
SHARED_AGENT = games.Agent("random-valid")


@pytest.fixture(autouse=True)
def impatient() -> Iterator[None]:
    """Lets threads take turns after every few instructions."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def rows_of(table: quadrille.Table) -> list[dict[str, Any]]:
    rows = table.to_pylist()
    for row in rows:
        for name in [name for name in row if "seconds" in name]:
            del row[name]
    return rows


def compared() -> list[object]:
    comparison = lab.compare(["norvig", "tabu"], EASY_ROWS[:5], seed=3, runs=2, nodes=500)
    return [comparison.algorithms, rows_of(comparison.runs())]


def game_to_its_end(seed: int = 5) -> list[object]:
    draw = random.Random(seed)
    game = games.Game(6)
    while not game.is_over():
        game.push(draw.choice(list(game.legal_moves)))
        if draw.random() < 0.2 and game.ply:
            game.pop()
    return [repr(game), game.outcome(), str(game), game.record().text]


def reason_of(call: Callable[[], object]) -> str:
    with pytest.raises(ValueError) as caught:
        call()
    return f"{type(caught.value).__name__}: {caught.value}"


CALLS: Mapping[str, Callable[[], object]] = {
    "solve_batch": lambda: rows_of(quadrille.solve_batch(ROWS)),
    "solve_batch, threads": lambda: rows_of(quadrille.solve_batch(ROWS, threads=2)),
    "check_batch": lambda: rows_of(quadrille.check_batch(ROWS, minimal=True)),
    "count_batch": lambda: rows_of(quadrille.count_batch(ROWS, limit=3)),
    "rate_batch": lambda: rows_of(quadrille.rate_batch(ROWS[:20])),
    "canon_batch": lambda: rows_of(quadrille.canon_batch(ROWS[:5])),
    "run_batch": lambda: rows_of(quadrille.run_batch(ROWS[:30], "tabu", seed=7, nodes=500)),
    "generate_batch": lambda: rows_of(quadrille.generate_batch(20, seed=2, minimal=True)),
    "errors of batches": lambda: reason_of(lambda: quadrille.solve_batch(ROWS, errors="raise")),
    "solve": lambda: [quadrille.solve(row) for row in EASY_ROWS],
    "count": lambda: quadrille.count(SMALL, limit=50),
    "check": lambda: quadrille.check(EASY, redundant=True),
    "candidates": lambda: quadrille.candidates(EASY),
    "rate": lambda: quadrille.rate(EASY),
    "hint": lambda: str(quadrille.hint(EASY, level=4, lang="fr")),
    "explain": lambda: str(quadrille.explain(EASY)),
    "canon": lambda: quadrille.canon(EASY),
    "convert": lambda: quadrille.convert(EASY, "sdk"),
    "search": lambda: quadrille.search(EASY, "annealing", seed=3, nodes=500).nodes,
    "generate": lambda: quadrille.generate(2, seed=4),
    "positions": lambda: quadrille.positions("x-wing", seed=4, next=True),
    "errors": lambda: reason_of(lambda: quadrille.Puzzle(CONFLICT)),
    "a puzzle of all": lambda: [SHARED_PUZZLE.steps(), hash(SHARED_PUZZLE), SHARED_PUZZLE.draw()],
    "a table of all": lambda: [rows_of(SHARED_TABLE), SHARED_TABLE["solution"][0]],
    "a trace of all": lambda: list(SHARED_RUN.trace.cost_curve()["cost"]),
    "algorithms": lambda: rows_of(lab.algorithms()),
    "compare": compared,
    "a game": game_to_its_end,
    "a game of all": lambda: [
        [str(move) for move in SHARED_GAME.legal_moves],
        SHARED_GAME.copy() == SHARED_GAME,
        str(SHARED_GAME.board()),
    ],
    "an agent": lambda: str(games.Agent("strong:nodes=200").choose(SHARED_GAME)),
    # It draws again at each call.
    "an agent of all": lambda: SHARED_GAME.is_legal(SHARED_AGENT.choose(SHARED_GAME)),
    "analyse": lambda: games.analyse(SHARED_GAME, nodes=500),
    "play": lambda: games.play("random-valid", "ia", games.Game(4), seed=9).game().moves,
    "a match with Python": lambda: (
        games.play(lambda game: game.legal_moves[0], "first-valid", games.Game(4), seed=9)
        .game()
        .moves
    ),
}


def at_once(calls: Mapping[str, Callable[[], object]], repeats: int) -> None:
    """Asserts that threads that make all calls in different orders get the answers of one."""
    expected = {name: call() for name, call in calls.items()}
    start = threading.Barrier(THREADS)
    wrong: list[tuple[int, str, object]] = []
    made = [0] * THREADS

    def work(number: int) -> None:
        names = list(calls)
        draw = random.Random(number)
        start.wait()
        for _ in range(repeats):
            draw.shuffle(names)
            for name in names:
                try:
                    answer = calls[name]()
                except BaseException as error:
                    answer = error
                if answer != expected[name]:
                    wrong.append((number, name, answer))
                made[number] += 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong[:3]
    assert made == [repeats * len(calls)] * THREADS


def test_the_engine_the_laboratory_and_games() -> None:
    at_once(CALLS, repeats=2)


def test_environments() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("pettingzoo")
    pytest.importorskip("gymnasium")
    from quadrille import rl

    def many_games() -> list[object]:
        env = rl.VectorEnv(16, side=4, opening=2, seed=3)
        env.reset(seed=3)
        for _ in range(59):
            env.step(env.sample())
        seen, rewards, over, cut, told = env.step(env.sample())
        arrays = [*seen.values(), rewards, over, cut, *told.values()]
        return [array.tolist() for array in arrays]

    def in_turns() -> list[object]:
        env = rl.env(side=4, reward="win")
        env.reset(seed=1)
        draw = random.Random(2)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            assert seen is not None
            actions = seen["action_mask"].nonzero()[0]
            env.step(None if terminated or truncated else int(draw.choice(actions)))
        return [repr(env.game), env.rewards, env.infos]

    def against_an_agent() -> list[object]:
        import gymnasium

        env = gymnasium.make("quadrille/DualSudoku-v0", opponent="ia", side=4, seat="random")
        seen, info = env.reset(seed=1)
        paid: list[object] = []
        over = cut = False
        while not (over or cut):
            seen, reward, over, cut, info = env.step(seen["action_mask"].nonzero()[0][0])
            paid.append(reward)
        return [paid, info, seen["observation"].tolist()]

    def evaluated() -> str:
        (found,) = rl.evaluate(
            lambda seen: seen["action_mask"].nonzero()[0][0], ["random-valid"], side=4, games=10
        )
        return str(found)

    calls: dict[str, Callable[[], object]] = {
        "VectorEnv": many_games,
        "AEC": in_turns,
        "Gymnasium": against_an_agent,
        "evaluate": evaluated,
        "solve_array": lambda: quadrille.solve_array(np.zeros((3, 81), np.uint8)).tolist(),
    }
    at_once(calls, repeats=3)


def test_one_game_for_all_stays_whole() -> None:
    """Moves of threads that share a game interleave, each of them wholly."""
    game = games.Game(9)
    refused = [0] * THREADS

    def work(number: int) -> None:
        draw = random.Random(number)
        for _ in range(300):
            try:
                if draw.random() < 0.7:
                    game.push(draw.choice(list(game.legal_moves)))
                else:
                    game.pop()
            except (ValueError, IndexError):
                # Another thread was first.
                refused[number] += 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert game.ply == len(game.moves)
    assert games.Game(9, moves=game.moves) == game


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"),
    reason="needs a free-threaded interpreter",
)
def test_the_import_does_not_bring_the_lock_back() -> None:
    code = "import sys, quadrille.game, quadrille.lab; sys.exit(sys._is_gil_enabled())"
    environment = {name: text for name, text in os.environ.items() if name != "PYTHON_GIL"}
    subprocess.run([sys.executable, "-W", "error", "-c", code], env=environment, check=True)
