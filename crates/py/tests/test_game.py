"""Games: the verbs, the rules, records and analyses."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille.game import (
    Agent,
    Game,
    IllegalMoveError,
    Move,
    Record,
    RecordError,
    analyse,
    parse_records,
    play,
    read_records,
    turning_points,
)

EDGES = "0030020020034020;edges=r1c2-r1c3,r2c1-r2c2,r2c1-r3c1,r3c3-r3c4"
DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "golden_games"
GOLDEN_4 = "0030020020034020;edges=" + ",".join(
    f"r{a + 1}c{b + 1}-r{c + 1}c{d + 1}"
    for a, b, c, d in [
        (0, 1, 0, 2),
        (0, 2, 0, 3),
        (1, 0, 1, 1),
        (1, 1, 1, 2),
        (1, 0, 2, 0),
        (1, 1, 2, 1),
        (1, 3, 2, 3),
        (2, 0, 2, 1),
        (2, 2, 2, 3),
        (3, 0, 3, 1),
        (3, 1, 3, 2),
        (3, 2, 3, 3),
    ]
)


class Naive:
    """The rules of docs/reference/dualsudoku.md once more, in the most obvious way."""

    def __init__(
        self, game: Game, digits: list[int], edges: list[tuple[int, int]], passing: str
    ) -> None:
        self.side = game.side
        self.rows, self.columns = game.box
        self.digits = digits
        self.edges = edges
        self.passing = passing
        self.scores = [0, 0]
        self.player = 0
        self.passes = 0

    def houses(self, cell: int) -> list[list[int]]:
        side = self.side
        row, column = divmod(cell, side)
        top, left = row - row % self.rows, column - column % self.columns
        return [
            [row * side + other for other in range(side)],
            [other * side + column for other in range(side)],
            [
                (top + down) * side + left + right
                for down in range(self.rows)
                for right in range(self.columns)
            ],
        ]

    def is_legal(self, cell: int, digit: int) -> bool:
        if self.digits[cell]:
            return False
        if any(self.digits[peer] == digit for house in self.houses(cell) for peer in house):
            return False
        for first, second in self.edges:
            if cell in (first, second):
                other = self.digits[first + second - cell]
                if other and abs(other - digit) != 1:
                    return False
        return True

    def legal(self) -> list[int]:
        found = [
            cell * self.side + digit - 1
            for cell in range(self.side**2)
            for digit in range(1, self.side + 1)
            if self.is_legal(cell, digit)
        ]
        if not found or (self.passing == "two-pass-end" and self.passes == 2):
            return []
        if self.passing in ("unlimited", "two-pass-end") or (
            self.passing == "no-double-pass" and self.passes == 0
        ):
            found.append(self.side**3)
        return found

    def push(self, action: int) -> int:
        if action == self.side**3:
            points = -self.side
            self.passes += 1
        else:
            cell, digit = action // self.side, action % self.side + 1
            self.digits[cell] = digit
            full = sum(all(self.digits[peer] for peer in house) for house in self.houses(cell))
            points = digit + self.side**2 * full
            self.passes = 0
        self.scores[self.player] += points
        self.player = 1 - self.player
        return points


def cell_of(name: str, side: int) -> int:
    row, column = name[1:].split("c")
    return (int(row) - 1) * side + int(column) - 1


@pytest.mark.parametrize(
    ("fields", "games"),
    [
        ({"side": 4}, 30),
        ({"side": 4, "passing": "forbidden"}, 30),
        ({"side": 4, "passing": "no-double-pass"}, 30),
        ({"side": 4, "passing": "unlimited"}, 10),
        ({"board": EDGES}, 30),
        ({"box": "2x3"}, 10),
        ({"box": "3x2"}, 10),
        ({"side": 9}, 5),
        ({"side": 16}, 1),
        ({"side": 25, "passing": "forbidden"}, 1),
    ],
)
def test_games_follow_the_rules(fields: dict[str, object], games: int) -> None:
    draw = random.Random(7)
    for _ in range(games):
        game = Game(**fields)  # type: ignore[arg-type]
        named = str(fields.get("board", "")).partition(";edges=")[2]
        pairs = [pair.split("-") for pair in named.split(",") if pair]
        edges = [(cell_of(a, game.side), cell_of(b, game.side)) for a, b in pairs]
        naive = Naive(game, game.digits(), edges, game.passing)
        past = []
        # The obvious way takes long on large boards.
        most = 400 if game.side < 16 else 2000 // game.side**2
        while not game.is_over() and game.ply < most:
            legal = game.legal_moves.actions()
            assert legal == naive.legal()
            if game.side < 16 and draw.random() < 0.2:
                # Any other action is illegal.
                other = draw.randrange(game.side**3 + 1)
                assert game.is_legal(other) == (other in legal)
            past.append((game.copy(), repr(game)))
            action = draw.choice(legal)
            assert game.push(action) == naive.push(action)
            assert game.digits() == naive.digits
            assert list(game.scores) == naive.scores
            assert game.turn == naive.player + 1
        if game.ply < most:
            assert not naive.legal()
            assert not game.legal_moves
            scores = game.scores
            expected = "1/2-1/2" if scores[0] == scores[1] else "10"[scores[0] < scores[1]]
            assert game.result().startswith(expected)
        # Everything can be taken back, and be written.
        for before, text in reversed(past):
            game.pop()
            assert game == before
            assert repr(game) == text
        assert game.ply == 0
        assert eval(past[-1][1]) == past[-1][0]


@pytest.mark.parametrize(
    "game",
    [
        Game(),
        Game(4, moves="r1c1=4 pass r1c2=3"),
        Game(4, passing="forbidden", moves=[Move("r1c1=4"), "r1c2=3"]),
        Game(box="3x2", illegal="forfeit", moves="r1c1=6 r1c1=5!"),
        Game(6, moves="r1c1=6 r1c1=5! r7c0=9! r-3c1=1!"),
        Game(board=EDGES, bonus=7, pass_cost=1, ply_cap=5, moves="pass"),
        Game(12, box="2x6", time_per_game=60.0, time_increment=0.5, nodes_per_move=100),
        Game(7, box="1x7"),
        Game(board="1" + "." * 35, box="3x2", moves="r1c2=2"),
        Game(4, moves="r1c1=1 forfeit:2"),
        Game(4, moves="time:1"),
        Game(4, moves="pass pass"),
    ],
)
def test_games_are_values(game: Game) -> None:
    again = eval(repr(game))
    assert again == game and repr(again) == repr(game)
    assert again.outcome() == game.outcome() and again.plies == game.plies
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert other == game and repr(other) == repr(game) and other is not game
    drawn = str(game).rpartition("\n")[0]
    if repr(game).count("box="):
        with pytest.raises(quadrille.UnsupportedError, match="a puzzle on one line has no"):
            game.board()
    else:
        assert game.board().draw() == drawn
    (record,) = parse_records(game.record(("a", "b"), number=3, seed=5).text)
    assert record.game() == game and repr(record.game()) == repr(game)
    assert record.players == ("a", "b") and record.number == 3 and record.header["seed"] == 5
    assert (record.result is None) == (not game.is_over())
    assert game != Game(4, moves="r2c2=2") and game != "game"
    with pytest.raises(TypeError):
        hash(game)


def test_copies_go_on_by_themselves() -> None:
    game = Game(4, moves="r1c1=4")
    other = game.copy()
    other.push("r1c2=3")
    assert (game.ply, other.ply) == (1, 2)
    assert game.start() == Game(4)


def test_moves_are_values() -> None:
    move = Move("r1c2=3")
    assert move == Move.at(1, 2, 3) == eval(repr(move)) == pickle.loads(pickle.dumps(move))
    assert len({move, Move("r1c2=3"), Move("pass")}) == 2
    assert sorted([Move("pass"), Move("r2c1=1"), move])[0] == move
    for side in (4, 9, 25):
        for action in (0, side, side**3 - 1, side**3):
            assert Move.from_action(action, side).action(side) == action
    for text in ("", "Pass", "r1c1", "r1c1=", "r1c1=1 ", "c1r1=1", "r1c1=x", "r" + "1" * 30):
        with pytest.raises(quadrille.QuadrilleError, match="is not a move; write r1c1=9 or pass"):
            Move(text)
    with pytest.raises(AttributeError):
        move.row = 3  # type: ignore[misc]
    with pytest.raises(quadrille.QuadrilleError, match="not on a board of side 4"):
        Move("r5c1=1").action(4)


def test_hostile_calls_are_errors_and_change_nothing() -> None:
    game = Game(4, moves="r1c1=4")
    before = repr(game)
    for move in ("r1c1=1", "r1c2=4", "r2c2=4", "r5c1=1", "r1c2=5", "r0c0=0", "r-1c1=1"):
        assert not game.is_legal(move)
        assert Move(move) not in game.legal_moves
        with pytest.raises(
            IllegalMoveError, match=r"illegal move .*; it would cost as much as a pass"
        ):
            game.push(move)
    for action in (-1, 65, 10**6, 10**30):
        with pytest.raises(
            quadrille.QuadrilleError, match="actions are 0 to 64, the last one passes"
        ):
            game.push(action)
    several: list[Any] = [None, 1.5, [1], {}, b"pass", ("r1c1", 2)]
    for nonsense in several:
        with pytest.raises(quadrille.QuadrilleError, match="is not a move"):
            game.push(nonsense)
    with pytest.raises(quadrille.QuadrilleError, match="not a move"):
        game.push("r1c1")
    with pytest.raises(quadrille.QuadrilleError, match="player 3; from 1 to 2"):
        game.forfeit(3)
    with pytest.raises(quadrille.UnknownNameError, match="unknown reason `boredom`"):
        game.forfeit(reason="boredom")
    assert repr(game) == before
    assert game.pop() == Move("r1c1=4")
    with pytest.raises(IllegalMoveError, match="no move to take back"):
        game.pop()
    with pytest.raises(IllegalMoveError, match="no move was played"):
        game.peek()
    game.forfeit()
    for call in (lambda: game.push("r1c1=1"), lambda: game.attempt("r1c1=1"), game.forfeit):
        with pytest.raises(IllegalMoveError, match="the game is over: forfeit"):
            call()
    assert game.result() == "0-1" and game.pop() is None and not game.is_over()
    with pytest.raises(IllegalMoveError, match="would lose the game"):
        Game(4, passing="forbidden").push("pass")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"side": 3}, "side 3 is not supported; sides are 4 to 49"),
        ({"side": -1}, "side -1 is not supported"),
        ({"side": 7}, 'side 7 fits only boxes of one row; add box="1x7"'),
        ({"side": 9, "box": "2x3"}, "a 2x3 box makes side 6, not 9"),
        ({"box": "x"}, "x"),
        ({"board": "11.............."}, "r1c1 and r1c2 both hold 1 in row 1"),
        ({"board": EDGES, "side": 9}, "the board has side 4 and 2x2 boxes"),
        ({"board": EDGES, "box": "3x3"}, "16 cells, expected 81"),
        ({"passing": "pass"}, "unknown pass rule `pass`.*; known are unlimited, two-pass-end"),
        ({"illegal": "fine"}, "unknown rule for illegal attempts `fine`"),
        ({"bonus": -1}, "bonus -1; from 0 to 10000"),
        ({"pass_cost": 10**9}, "pass_cost 1000000000; from 0 to 1000"),
        ({"bonus": 1 << 70}, "bonus 1180591620717411303424"),
        ({"side": 1 << 70}, "side 1180591620717411303424"),
        ({"nodes_per_move": -1}, "nodes_per_move -1; 0 or more"),
        ({"ply_cap": 0}, "ply_cap 0; from 1 to 1000000"),
        ({"time_per_game": float("nan")}, "not a valid time"),
        ({"time_per_move": -1.0}, "-1 seconds are not a valid time"),
    ],
)
def test_wrong_rules_are_errors(fields: dict[str, object], message: str) -> None:
    with pytest.raises(quadrille.QuadrilleError, match=message):
        Game(**fields)  # type: ignore[arg-type]


def test_records_are_read_and_checked(tmp_path: Path) -> None:
    one = play("random-valid", "first-valid", Game(4), seed=3)
    two = play("strong:nodes=50", "ia", Game(6, moves="r1c1=6 r2c4=6"), number=1, seed=3)
    file = tmp_path / "games.jsonl"
    file.write_text(one.text + two.text)
    assert read_records(file) == [one, two] and read_records(str(file))[1].number == 1
    assert Record(one.text) == one == pickle.loads(pickle.dumps(one)) and len({one, one}) == 1
    assert two.header["opening_plies"] == 2 and two.game().moves[:2] == [
        Move("r1c1=6"),
        Move("r2c4=6"),
    ]
    assert two.result is not None and two.result["nodes_total"][0] > 0
    # A game that was read can be taken back and continued, and written again.
    game = one.game()
    assert game.result() in {"1-0", "0-1", "1/2-1/2"}
    while game.ply:
        game.pop()
    assert game == Game(4)
    lines = one.text.splitlines(keepends=True)
    assert parse_records("") == []
    # A last line that was cut is dropped, as after a crash.
    assert parse_records("".join(lines[:3]) + lines[3][:20])[0].game().ply == 2
    damaged = [
        ("hello\n", 1, "not a file of recorded games|not a line"),
        (lines[0] + "{}\n" + lines[2], 2, "not a line of a game record"),
        (lines[1], 1, "a game begins with"),
        (lines[0] + lines[1].replace('"points":', '"points":1'), 1, "ply 1 has points"),
        ("".join(lines).replace("random-valid", "somebody"), 1, "checksum"),
    ]
    for text, line, message in damaged:
        with pytest.raises(RecordError, match=message) as caught:
            parse_records(text)
        assert caught.value.line == line
        assert isinstance(pickle.loads(pickle.dumps(caught.value)), RecordError)
    with pytest.raises(quadrille.QuadrilleError, match="one game is expected, not of 2"):
        Record(one.text + two.text)
    with pytest.raises(quadrille.QuadrilleError, match="opening_plies 5; the game has 1 plies"):
        Game(4, moves="pass").record(opening_plies=5)


def test_what_agents_say_is_recorded() -> None:
    game, player = Game(4), Agent("strong:nodes=500")
    while not game.is_over():
        choice = player.think(game)
        assert choice.nodes <= 500 and choice.seconds >= 0
        game.push(choice)
    ply = json.loads(game.record().text.splitlines()[1])
    assert ply["nodes"] > 0 and "seconds" in ply
    assert json.loads(game.record(opening_plies=1).text.splitlines()[1])["nodes"] == 0


def test_analyses_find_the_published_values() -> None:
    for passing, value in [("forbidden", -9), ("two-pass-end", 0), ("no-double-pass", 0)]:
        found = analyse(Game(4, passing=passing))
        assert (found.value, found.exact, found.moves[0].value) == (value, True, value)
        by_digit = {it.move.digit: it.value for it in found.moves if not it.move.is_pass}
        if passing == "forbidden":
            assert by_digit == {4: -9, 3: -11, 2: -12, 1: -13}
        game = Game(4, passing=passing)
        for move in found.line:
            game.push(move)
        assert game.is_over() and game.scores[0] - game.scores[1] == value
    end = analyse(Game(9), nodes=10_000)
    assert not end.exact and end.nodes <= 10_000 and len(end.moves) == 730
    with pytest.raises(TimeoutError, match="the limits were reached"):
        analyse(Game(9), nodes=10)
    with pytest.raises(IllegalMoveError, match="the game is over: two-passes"):
        analyse(Game(4, moves="pass pass"))
    with pytest.raises(quadrille.QuadrilleError, match="nodes -1; 0 or more"):
        analyse(Game(4), nodes=-1)
    with pytest.raises(quadrille.QuadrilleError, match="time is -1"):
        analyse(Game(4), time=-1)


def test_turning_points_are_where_points_are_given_away() -> None:
    record = play("first-valid", "perfect4", Game(4, passing="forbidden"))
    points = turning_points(record, threads=2)
    # The perfect player gives nothing away.
    assert points and {point.player for point in points} == {1}
    margin = -9
    for point in points:
        assert point.exact and point.before == margin and point.after < margin
        margin = point.after
    assert margin == record.scores[0] - record.scores[1]
    with pytest.raises(ValueError, match="threads is 0"):
        turning_points(record, threads=0)


def test_other_threads_run_during_an_analysis() -> None:
    counted = 0
    over = threading.Event()

    def count() -> None:
        nonlocal counted
        while not over.is_set():
            counted += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = counted
        analyse(Game(9), nodes=10**9, time=0.5)
        assert counted - before > 100
    finally:
        over.set()
        thread.join()


WORK = {
    "analyse": "analyse(Game(9), nodes=10**12)",
    "choose": "Agent('strong:ms=60000').choose(Game(9))",
    "play": "play('strong:ms=60000', 'strong:ms=60000')",
    "policy": "play(lambda game: time.sleep(60), 'strong')",
}


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("work", WORK)
def test_ctrl_c_ends_long_work(work: str) -> None:
    code = f"""
import time
from quadrille.game import *
print("ready", flush=True)
try:
    {WORK[work]}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=20)[0] == "interrupted\n"
        assert child.returncode == 0
        assert time.monotonic() - start < 5
    finally:
        child.kill()


def test_threads_share_games_and_agents() -> None:
    game, player, errors = Game(9), Agent("random-valid"), []

    def work(number: int) -> None:
        draw = random.Random(number)
        try:
            for _ in range(200):
                own = game.copy()
                own.push(draw.choice(own.legal_moves))
                player.choose(own)
                try:
                    game.push(draw.choice(game.legal_moves))
                    game.pop()
                except (IllegalMoveError, IndexError):
                    pass  # Another thread was faster.
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


@pytest.mark.shared_data
def test_golden_games_are_played_move_for_move() -> None:
    files = sorted(DATA.glob("*.jsonl"))
    assert len(files) == 45, f"golden games are missing in {DATA}"
    searched = 0
    for file in files:
        board, players = file.stem.rsplit("_vs_", 1)[0], file.stem.rsplit("_vs_", 1)[1]
        board, first = board.rsplit("_", 1)
        header, *plies = map(json.loads, file.read_text().splitlines())
        if board == "csudoku4_1":
            game = Game(board=GOLDEN_4, passing="unlimited")
        else:
            game = Game(int(board[-1]), passing="unlimited")
        names = [name.replace("firstvalid", "first-valid") for name in (first, players)]
        agents = [Agent(name) for name in names]
        # The slow ones at 9x9 are searched by the tests of the arena.
        is_searched = game.side == 4 or "minimax" not in names
        for ply in plies:
            assert not game.is_over() and game.turn == ply["player"]
            move = (
                Move("pass")
                if ply.get("pass")
                else Move.at(ply["row"] + 1, ply["col"] + 1, ply["value"])
            )
            assert game.is_legal(move), (file.name, ply)
            if is_searched:
                choice = agents[game.turn - 1].think(game)
                assert (choice.move, choice.nodes) == (move, ply["nodes"]), (file.name, ply)
                searched += 1
            assert game.push(move) == ply["points"]
            assert list(game.scores) == [ply["score1"], ply["score2"]]
        assert list(game.scores) == header["final_scores"], file.name
        outcome = game.outcome()
        reason = "endless_passes" if outcome is None else outcome.reason
        assert reason == header["reason_for_end"], file.name
    assert searched > 1000
