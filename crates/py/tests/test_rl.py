"""Environments for reinforcement learning, the solved game, and evaluations."""

from __future__ import annotations

import functools
import gc
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from typing import Any, cast

import numpy as np
import pytest

import quadrille
from quadrille import rl
from quadrille._rl_common import reward_of
from quadrille.game import Agent, Game, IllegalMoveError, analyse, parse_records

pytest.importorskip("pettingzoo")
gymnasium = pytest.importorskip("gymnasium")


@pytest.mark.parametrize(
    "fields",
    [
        {"side": 4},
        {"side": 4, "rules": "forbidden", "reward": "win"},
        {"side": 6, "rules": "no-double-pass", "opening": 3},
        {"side": 9, "render_mode": "ansi"},
        {"rules": Game(board="0030020020034020;edges=r1c2-r1c3,r2c1-r2c2")},
    ],
)
def test_the_environment_passes_the_tests_of_pettingzoo(fields: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # What all board games with a mask are warned of, those of PettingZoo too.
        for message in ("space for each agent", "numpy array is all", "is not a NumPy array"):
            message = f"Observation {message}"
            warnings.filterwarnings("ignore", message)
        api_test(rl.env(**fields), num_cycles=200)
    seed_test(lambda: rl.env(**fields), num_cycles=100)


def test_the_environment_renders() -> None:
    from pettingzoo.test import render_test

    # Its type is that of one environment; it passes the mode to a function.
    make: Any = functools.partial(rl.env, side=4)
    render_test(make)


@pytest.mark.parametrize(
    "fields",
    [
        {"side": 4},
        {"side": 4, "opponent": "perfect4", "seat": "second", "reward": "win"},
        {"opponent": "strong:nodes=100", "seat": "random", "opening": 3},
        {"side": 4, "opponent": lambda game: game.legal_moves[0], "rules": "forbidden"},
    ],
)
def test_the_environment_passes_the_test_of_gymnasium(fields: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("quadrille/DualSudoku-v0", **fields)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        check_env(env.unwrapped, skip_render_check=True)
    check_env(env.unwrapped)


def played(env: Any, draw: random.Random) -> Game:
    """Plays a game of random moves, and checks what the environment says of it."""
    env.reset(seed=draw.randrange(1 << 30))
    totals = dict.fromkeys(env.possible_agents, 0)
    game: Game = env.game.copy()
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        assert info["scores"] == game.scores and info["ply"] == game.ply
        if terminated or truncated:
            outcome = game.outcome()
            assert outcome is not None and info["reason"] == outcome.reason
            assert not seen["action_mask"].any()
            env.step(None)
            continue
        assert agent == f"player_{game.turn - 1}"
        legal = game.legal_moves.actions()
        assert seen["action_mask"].nonzero()[0].tolist() == legal
        planes = seen["observation"]
        digits = planes[..., : game.side].argmax(-1) + planes[..., : game.side].any(-1)
        assert digits.ravel().tolist() == game.digits()
        own, other = game.scores[game.turn - 1], game.scores[2 - game.turn]
        assert (planes[..., -1] == max(-127, min(127, own - other))).all()
        assert (planes[..., -2] == game.after_pass).all()
        action = draw.choice(legal)
        env.step(action)
        game.push(action)
        assert game == env.game
    first, second = game.scores
    assert totals["player_0"] == -totals["player_1"]
    if env._reward == "margin":
        assert totals["player_0"] == first - second
    else:
        assert totals["player_0"] == (first > second) - (first < second)
    return game


def test_rewards_are_the_margin_or_the_win() -> None:
    draw = random.Random(3)
    for side, games in [(4, 40), (6, 8), (9, 3)]:
        for reward in ("margin", "win"):
            env = rl.env(side, reward=reward)
            for _ in range(games):
                assert played(env, draw).is_over()


def test_edges_are_seen() -> None:
    game = Game(board="................;edges=r1c1-r1c2,r1c1-r2c1,r4c3-r4c4")
    plane = rl.observe(game)["observation"][..., 4]
    assert plane[0, 0] == 3 and plane[3, 2] == 1 and plane.sum() == 4


def test_illegal_actions_cost_what_the_rules_say() -> None:
    env = rl.env(4)
    env.reset()
    env.step(3)
    env.step(3)
    assert env.rewards == {"player_0": 4, "player_1": -4} and env.agent_selection == "player_0"
    with pytest.raises(quadrille.QuadrilleError, match="actions are 0 to 64"):
        env.step(65)
    with pytest.raises(quadrille.QuadrilleError, match="None is not an action"):
        env.step(None)
    env = rl.env(4, "forbidden")
    env.reset()
    env.step(3)
    env.step(3)
    # Player 1 loses by the bonus of a house; player 0 is four points ahead besides.
    assert env.rewards == {"player_0": 16, "player_1": -16}
    assert all(env.terminations.values()) and env.infos["player_0"]["reason"] == "forfeit"
    env = rl.env(4, "forbidden")
    env.reset()
    env.step(3)
    env.step(0 + 4 * 6)
    env.step(3)
    # The player who was 3 points ahead loses these, too.
    assert env.rewards == {"player_0": -19, "player_1": 19}
    env = rl.env(4, "forbidden", "win")
    env.reset()
    env.step(64)
    assert env.rewards == {"player_0": -1, "player_1": 1}


def test_wrong_options_are_errors() -> None:
    wrong: Any = "x"
    for call, message in [
        (lambda: rl.env(reward=wrong), "unknown reward `x`; known are margin, win"),
        (lambda: rl.env(rules="pass"), "unknown pass rule `pass`"),
        (lambda: rl.env(side=3), "side 3 is not supported"),
        (lambda: rl.env(render_mode="x"), "render_mode is 'x'"),
        (lambda: rl.VectorEnv(0), "games 0; 1 or more"),
        (lambda: rl.VectorEnv(1 << 40), "games 1099511627776; from 1 to"),
        (lambda: rl.VectorEnv(1, opening=-1), "opening -1; from 0 to 1000"),
        (lambda: rl.VectorEnv(1, seed=-1), "seed -1; from 0"),
        (lambda: rl.VectorEnv(1).reset(1 << 64), "seed 18446744073709551616; from 0"),
        (lambda: rl.env(opening=1001), "opening 1001; from 0 to 1000"),
        (lambda: rl.VectorEnv(1, reward=wrong), "unknown reward `x`"),
        (
            lambda: rl.VectorEnv(1, rules=Game(board="1234341221434321")),
            "no move is possible: full",
        ),
        (lambda: rl.exact_values(9), "only the 4x4 game .* is solved, not side 9"),
        (lambda: rl.exact_values(4, "unlimited"), "the game is not solved"),
        (lambda: rl.position_key(Game(9)), "keys are for 4x4 boards"),
        (lambda: rl.evaluate("ia", ["first-valid"], games=0), "games 0; from 1"),
        (lambda: rl.evaluate("ia", ["first-valid"], view=wrong), "view is 'x'"),
        (lambda: rl.evaluate(cast(Any, 3), ["first-valid"]), "3 is not a policy"),
        (lambda: rl.evaluate("ia", ["first-vali"]), "did you mean `first-valid`"),
        (lambda: rl.evaluate("ia", ["perfect4"]), "plays 4x4 boards"),
        (lambda: gymnasium.make("quadrille/DualSudoku-v0", opponent="perfect4"), "plays 4x4"),
        (lambda: gymnasium.make("quadrille/DualSudoku-v0", seat="third"), "seat is 'third'"),
    ]:
        with pytest.raises(quadrille.QuadrilleError, match=message):
            call()  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    ("fields", "steps"),
    [
        ({"side": 4}, 60),
        ({"side": 4, "rules": "forbidden", "reward": "win"}, 60),
        ({"side": 4, "rules": "no-double-pass", "opening": 3}, 60),
        ({"side": 6}, 80),
        ({"side": 9, "reward": "win"}, 150),
        ({"side": 9, "opening": 4, "seed": 5}, 150),
        ({"rules": Game(4, ply_cap=7)}, 40),
        ({"rules": Game(board="0030020020034020;edges=r1c2-r1c3,r2c1-r2c2", ply_cap=9)}, 60),
    ],
)
def test_many_games_equal_single_ones(fields: dict[str, Any], steps: int) -> None:
    """Ten thousand positions and more: masks, boards, scores and rewards, with illegal actions."""
    n = 32
    games = rl.VectorEnv(n, **fields)
    seen, told = games.reset(fields.get("seed", 1))
    rules = fields.get("rules", "two-pass-end")
    reward = fields.get("reward", "margin")
    draw = random.Random(5)
    start = rules if isinstance(rules, Game) else Game(fields.get("side", 9), passing=rules)
    begun = [start.copy() for _ in range(n)]
    opening = fields.get("opening", 0)

    def synchronized(index: int) -> None:
        """Takes over the opening of a game that has just begun."""
        game = begun[index]
        digits = seen["board"][index].ravel().tolist()
        placed = [
            (cell, digit)
            for cell, (digit, now) in enumerate(zip(digits, game.digits(), strict=True))
            if digit != now
        ]
        assert len(placed) == opening == told["ply"][index]
        # Neither the order nor who placed what can be seen, so the scores are not compared.
        for cell, digit in placed:
            game.push(cell * game.side + digit - 1)

    for index in range(n):
        synchronized(index)
    checked = ended = 0
    for _ in range(steps):
        actions = games.sample().copy()
        for index, game in enumerate(begun):
            legal = game.legal_moves.actions()
            assert seen["action_mask"][index].nonzero()[0].tolist() == legal
            assert seen["board"][index].ravel().tolist() == game.digits()
            assert seen["turn"][index] == game.turn - 1
            assert seen["after_pass"][index] == game.after_pass
            if not opening:
                assert told["scores"][index].tolist() == list(game.scores)
            assert told["ply"][index] == game.ply
            assert actions[index] in legal
            if draw.random() < 0.02:
                actions[index] = draw.randrange(game.side**3 + 1)
            checked += 1
        seen, rewards, terminated, truncated, told = games.step(actions)
        for index, game in enumerate(begun):
            mover = game.turn
            game.attempt(int(actions[index]))
            if not opening:
                assert rewards[index] == reward_of(game, reward, mover)
            outcome = game.outcome()
            is_capped = outcome is not None and outcome.reason == "ply-cap"
            assert truncated[index] == is_capped
            assert terminated[index] == (outcome is not None and not is_capped)
            if outcome is not None:
                ended += 1
                if not opening:
                    assert told["final_scores"][index].tolist() == list(game.scores)
                begun[index] = game.start()
                synchronized(index)
    assert checked >= 32 * steps and ended > 0


def test_many_games_have_random_actions_that_are_repeatable() -> None:
    def run(seed: int) -> list[list[int]]:
        games = rl.VectorEnv(8, side=4, opening=1, seed=seed)
        games.reset(seed)
        found = []
        for _ in range(100):
            found.append(games.sample().tolist())
            games.step(games._actions)
        return found

    assert run(1) == run(1) != run(2)
    # All legal actions are equally likely: 65 of them, 13000 draws.
    games = rl.VectorEnv(1300, side=4)
    counts = np.zeros(65)
    for seed in range(10):
        games.reset(seed)
        np.add.at(counts, games.sample(), 1)
    assert ((counts - 200) ** 2 / 200).sum() < 120


def test_the_arrays_are_reused_and_cannot_be_written() -> None:
    games = rl.VectorEnv(4, side=4)
    seen, told = games.reset()
    again, rewards, terminated, truncated, _ = games.step([0, 1, 2, 3])
    assert again is seen and seen["board"][3, 0, 0] == 4
    assert [seen[name].dtype.str for name in ("board", "action_mask")] == ["|u1", "|u1"]
    assert [rewards.dtype.kind, terminated.dtype.kind] == ["i", "b"]
    for array in (*seen.values(), *told.values(), rewards, terminated, truncated):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    # They outlive the games.
    board = seen["board"]
    del games, seen, again
    gc.collect()
    assert board[:, 0, 0].tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "actions",
    [
        [0, 1, 2],
        [[0, 1, 2, 3]],
        3,
        None,
        [0.0, 1.0, 2.0, 3.0],
        ["a"] * 4,
        [True] * 4,
        [0, 1, 2, 65],
        [-1, 0, 0, 0],
        [0, 0, 0, 1 << 62],
        np.array([0, 0, 0, 1 << 63], np.uint64),
    ],
)
def test_wrong_actions_are_errors_and_play_nothing(actions: Any) -> None:
    games = rl.VectorEnv(4, side=4)
    games.reset()
    with pytest.raises(quadrille.QuadrilleError, match="actions are"):
        games.step(actions)
    assert not games._seen["board"].any() and not games._told["ply"].any()


def test_many_games_are_fast() -> None:
    games = rl.VectorEnv(256)
    games.reset()
    most = 0.0
    for _ in range(5):
        start = time.process_time()
        for _ in range(200):
            games.step(games.sample())
        most = max(most, 256 * 200 / (time.process_time() - start))
    # A release build does more than a million; a machine that has other things to do, less.
    assert most > 200_000


def test_positions_have_one_key_for_all_their_images() -> None:
    draw = random.Random(1)
    rows = [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0], [2, 3, 1, 0]]
    for _ in range(200):
        game = Game(4)
        for _ in range(draw.randrange(10)):
            placements = [move for move in game.legal_moves if not move.is_pass]
            if not placements:
                break
            game.push(draw.choice(placements))
        board = np.array(game.digits()).reshape(4, 4)
        image = board[draw.choice(rows)][:, draw.choice(rows)]
        if draw.random() < 0.5:
            image = image.T
        text = "".join(map(str, image.ravel()))
        assert rl.position_key(Game(board=text)) == rl.position_key(game)
        for action, points, key in rl.afterstates(game):
            after = game.copy()
            assert (after.push(action), rl.position_key(after)) == (points, key)
    # Digits are points, so they are not exchanged.
    assert rl.position_key(Game(4, moves="r1c1=1")) != rl.position_key(Game(4, moves="r1c1=2"))
    assert len({key for _, _, key in rl.afterstates(Game(4))}) == 4


def test_the_solved_game_has_all_positions_with_their_values() -> None:
    table = rl.exact_values(4, "forbidden")
    rows = table.to_pylist()
    by_layer = np.bincount(table["filled"].to_pylist()).tolist()
    # As published in docs/reference/solved-games.md.
    published = [1, 4, 38, 280, 1918, 9468, 32922, 75948, 116628, 118080, 79812, 35640, 10881]
    assert by_layer == [*published, 2244, 372, 36, 6]
    assert (rows[0]["board"], rows[0]["value"]) == ("." * 16, -9)
    by_board = {row["board"]: row for row in rows}
    by_key = {}
    for row in random.Random(2).sample(rows, 1000):
        game = Game(board=row["board"], passing="forbidden")
        by_key[rl.position_key(game)] = row
        if game.is_over():
            assert (row["value"], row["best"]) == (0, None)
        elif row["filled"] >= 8 or len(by_key) < 5:
            found = analyse(game)
            assert found.exact and found.value == row["value"]
            best = {str(it.move) for it in found.moves if it.value == found.value}
            assert row["best"] in best
    assert len(by_key) == 1000 and len(by_board) == 484278


def highest(seen: rl.Observation) -> int:
    """Plays the highest digit in the first cell that can have it."""
    return int(max(seen["action_mask"].nonzero()[0][:-1], key=lambda action: action % 4))


def test_evaluations_are_those_of_the_arena() -> None:
    found = rl.evaluate(highest, ["perfect4", Agent("random-valid")], side=4, games=40, seed=3)
    worst, best = found
    assert (worst.name, worst.opponent, best.opponent) == ("highest", "perfect4", "random-valid")
    for it in found:
        assert it.games == 40 and it.pairs + it.repeated_pairs == 20
        assert sum(it.first) == sum(it.second) == 20
        records = it.records()
        assert len(records) == 40 and len({record.number for record in records}) == 40
        # Both seats of each opening.
        for one, two in zip(records[::2], records[1::2], strict=True):
            assert one.players == tuple(reversed(two.players))
            assert one.game().moves[:4] == two.game().moves[:4]
        margins = [
            (record.scores[0] - record.scores[1]) * (1 if record.players[0] == "highest" else -1)
            for record in records
        ]
        assert (it.wins, it.losses) == (sum(m > 0 for m in margins), sum(m < 0 for m in margins))
        assert it.elo is not None and it.elo.low < it.elo.estimate < it.elo.high
        assert it.score is not None and (it.elo.estimate > 0) == (it.score > 0.5)
    assert worst.score is not None and best.score is not None and worst.score < 0.5 < best.score
    numbers = [record.number for it in found for record in it.records()]
    assert len(set(numbers)) == 80
    assert str(worst).startswith("highest - perfect4: ")
    # The same once more, and the same as agents of the arena see it.
    again = rl.evaluate(highest, ["perfect4"], side=4, games=40, seed=3)[0]
    assert [r.game() for r in again.records()] == [r.game() for r in worst.records()]
    twin = rl.evaluate(
        "perfect4", [lambda game: highest(rl.observe(game))], side=4, games=40, seed=3
    )
    assert (twin[0].wins, twin[0].losses) == (worst.losses, worst.wins)
    assert parse_records(worst.text)[0] == worst.records()[0]


def test_repeated_games_are_no_evidence_unless_said_so() -> None:
    first = rl.evaluate("first-valid", ["ia"], side=4, opening=0, games=40)[0]
    # There is one opening without plies.
    assert first.games == 2 and first.elo is None
    both = [
        rl.evaluate("ia", ["ia"], side=4, opening=1, games=200, repeats_count=count)[0]
        for count in (False, True)
    ]
    assert both[0].games == both[1].games == 128
    assert both[0].pairs + both[0].repeated_pairs == both[1].pairs == 64


def test_policies_that_fail_are_errors_or_lose() -> None:
    for nonsense in (None, "checkmate", 2.5, [1], 65, -1):
        with pytest.raises(quadrille.QuadrilleError, match=r"is not a move|actions are 0 to 64"):
            rl.evaluate(lambda seen, it=nonsense: it, ["first-valid"], side=4, games=2)  # type: ignore[misc]
    with pytest.raises(ZeroDivisionError):
        rl.evaluate(lambda seen: 1 // 0, ["first-valid"], side=4, games=2)
    # An illegal action loses the game.
    found = rl.evaluate(
        lambda seen: seen["action_mask"].argmin(), ["first-valid"], side=4, games=10
    )[0]
    assert (found.losses, found.forfeits, found.reasons) == (10, 10, {"forfeit": 10})
    # By other rules it costs points.
    game = Game(4, ply_cap=20)
    found = rl.evaluate(
        lambda seen: seen["action_mask"].argmin(), ["first-valid"], rules=game, games=10
    )[0]
    assert (found.losses, found.forfeits) == (10, 0)
    seen: list[Any] = []
    rl.evaluate(
        highest, ["ia"], side=4, games=6, progress=lambda done, all: seen.append((done, all))
    )
    assert seen == [(number, 6) for number in range(1, 7)]
    with pytest.raises(ZeroDivisionError):
        rl.evaluate("ia", ["ia"], side=4, games=2, progress=lambda done, all: 1 // 0)


def test_an_opponent_that_fails_loses() -> None:
    from quadrille.game import Engine

    with Engine.popen([sys.executable, "-c", "print('ready'); input()"], timeout=5) as engine:
        env = gymnasium.make("quadrille/DualSudoku-v0", opponent=engine, side=4).unwrapped
        env.reset(seed=1)
        _, reward, terminated, _, info = env.step(3)
        assert (reward, terminated, info["reason"]) == (4 + 16, True, "forfeit")
        env = gymnasium.make("quadrille/DualSudoku-v0", opponent=engine, side=4, reward="win")
        env = env.unwrapped
        env.reset(seed=1)
        assert env.step(3)[1:3] == (1.0, True)
        with pytest.raises(IllegalMoveError, match="the game is over: forfeit"):
            env.step(3)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    "work",
    [
        "rl.evaluate(lambda seen: time.sleep(60), ['ia'])",
        "rl.evaluate('strong:ms=60000', ['strong'])",
        "rl.exact_values(); rl.exact_values(); rl.exact_values(); rl.exact_values()",
    ],
)
def test_ctrl_c_ends_long_work(work: str) -> None:
    code = f"""
import time
from quadrille import rl
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=20)[0] == "interrupted\n"
    finally:
        child.kill()


def test_the_package_imports_none_of_what_learners_need() -> None:
    code = """
import sys
import quadrille
heavy = {"numpy", "pettingzoo", "gymnasium", "json", "typing"} & set(sys.modules)
assert heavy <= set(before), heavy
import quadrille.game
heavy = {"numpy", "pettingzoo", "gymnasium"} & set(sys.modules)
assert not heavy, heavy
import quadrille.rl
assert "pettingzoo" not in sys.modules
"""
    before = "import sys\nbefore = list(sys.modules)\n"
    subprocess.run([sys.executable, "-c", before + code], check=True)
