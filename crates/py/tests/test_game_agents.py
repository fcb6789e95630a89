"""Agents of the arena, and programs that speak its protocol, well or badly."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

import quadrille
from quadrille.game import Agent, AgentError, Engine, Game, Move, agent, agents, play, read_records


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[list[str]]:
    """The command of a program that answers with what its argument says."""
    file = tmp_path / "bot.py"
    file.write_text(
        """
import os, subprocess, sys, time
kind, folder = sys.argv[1:]
open(f"{folder}/pid-{os.getpid()}", "w").close()
def child(code):
    started = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    open(f"{folder}/pid-{started.pid}", "w").close()
if kind == "children":
    child("import time; time.sleep(600)")
    child("import os, time\\nif os.fork() == 0: os.setsid(); time.sleep(600)\\ntime.sleep(600)")
turn = 0
for line in sys.stdin:
    word = line.split()[0]
    if word == "quadrille":
        print("ready test", flush=True)
    elif word == "go":
        turn += 1
        if kind == "hang":
            time.sleep(600)
        elif kind == "die":
            print("out of luck", file=sys.stderr, flush=True)
            os._exit(3)
        elif kind == "nonsense":
            print("checkmate", flush=True)
        elif kind == "resign":
            print("resign", flush=True)
        elif kind == "illegal":
            print("place 99 99 99", flush=True)
        elif kind == "flood":
            while True:
                print("x" * 1000)
        else:
            # The first row, one after the other.
            print(f"info score {turn} depth 2\\nplace 0 {turn - 1} {turn}", flush=True)
    elif word == "quit" and kind != "stubborn":
        break
while kind == "stubborn":
    time.sleep(1)
"""
    )
    yield [sys.executable, str(file), "good", str(tmp_path)]
    assert not alive(tmp_path), "processes are left"


def of(bot: list[str], kind: str) -> list[str]:
    return [*bot[:2], kind, bot[3]]


def alive(folder: Path) -> list[int]:
    """The processes that were started and still run, after a moment to end."""
    pids = [int(file.name[4:]) for file in folder.glob("pid-*")]
    deadline = time.monotonic() + 5
    while True:
        running = [pid for pid in pids if Path(f"/proc/{pid}/stat").exists() and not is_dead(pid)]
        if not running or time.monotonic() > deadline:
            return running
        time.sleep(0.02)


def is_dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are listed in /proc")


def test_the_agents_of_the_arena_play() -> None:
    known = agents()
    assert [it.id for it in known if it.id == "human"] == []
    for it in known:
        player = Agent(it.id)
        assert player.is_deterministic == it.deterministic
        again = eval(repr(player))
        assert (again.name, again.seed) == (player.name, player.seed)
        assert pickle.loads(pickle.dumps(player)).name == it.id
        game = Game(4)
        for _ in range(4):
            game.attempt(player.think(game))
        assert game.ply == 4


def test_names_are_checked_in_the_words_of_the_command_line() -> None:
    for name, message in [
        ("minmax", "unknown agent `minmax`; did you mean `minimax`"),
        ("minimax:value=ascending", "has no parameter `value`; did you mean `values`"),
        ("strong:ms=x", "ms"),
        ("human", "needs a terminal"),
        ("cmd:true", "use Engine.popen"),
        ("", "unknown agent"),
    ]:
        with pytest.raises(quadrille.QuadrilleError, match=message):
            Agent(name)
    with pytest.raises(quadrille.UnknownNameError) as caught:
        agent("minmax")
    assert caught.value.near == "minimax"
    with pytest.raises(quadrille.QuadrilleError, match="seed -1; from 0"):
        agent("ia", seed=-1)
    assert agent("strong", ms=10, nodes=5).name == "strong:ms=10,nodes=5"
    assert agent("strong:ms=10", nodes=5).name == "strong:ms=10,nodes=5"
    with pytest.raises(
        quadrille.UnsupportedError, match="plays 4x4 boards with 2x2 boxes, not side 9"
    ):
        agent("perfect4").choose(Game(9))
    with pytest.raises(quadrille.UnsupportedError, match="does not support unlimited passing"):
        agent("perfect4").choose(Game(4, passing="unlimited"))
    with pytest.raises(quadrille.QuadrilleError, match="the game is over: two-passes"):
        agent("ia").choose(Game(4, moves="pass pass"))


@pytest.mark.parametrize("name", ["random-valid", "random-no-validation", "mcts:nodes=50", "ia"])
@pytest.mark.parametrize("side", [4, 6])
def test_games_equal_those_of_the_arena(name: str, side: int) -> None:
    """The arena plays the whole game, or it is played here move by move."""
    for number in range(3):
        start = Game(side, illegal="penalty", ply_cap=200)
        record = play(name, name, start, number=number, seed=11)
        game = start.copy()
        first, second = Agent(name, seed=11), Agent(name, seed=11)
        first.restart(number)
        second.restart(number)
        for ply in record.game().plies:
            choice = (first, second)[game.turn - 1].think(game)
            assert choice.move == ply.move
            assert game.attempt(choice) == ply.points
        assert game == record.game() and game.is_over()


@pytest.mark.parametrize("file", ["match.jsonl", "match6.jsonl"])
def test_games_equal_those_of_the_command_line(file: str) -> None:
    """What ``quadrille match AGENT AGENT --record`` wrote, once more."""
    records = read_records(Path(__file__).parent / "golden" / file)
    assert len(records) >= 2
    for record in records:
        opening = record.header["opening_plies"]
        game = record.game()
        while game.ply > opening:
            game.pop()
        seed = record.header["seed"]
        again = play(*record.players, game, number=record.number, seed=seed).game()
        assert again == record.game() and again.plies == record.game().plies
        players = [Agent(name, seed=seed) for name in record.players]
        for player in players:
            player.restart(record.number)
        for ply in record.game().plies[opening:]:
            choice = players[game.turn - 1].think(game)
            assert (choice.move, game.attempt(choice)) == (ply.move, ply.points)
        assert game == again


def test_one_agent_in_both_seats_draws_for_each() -> None:
    record = play("random-valid", "random-valid", Game(4), seed=5)
    player, game = Agent("random-valid", seed=5), Game(4)
    while not game.is_over():
        game.push(player.choose(game))
    assert game == record.game()
    # Another game is another draw, and the first again after a restart.
    other = Game(4)
    while not other.is_over():
        other.push(player.choose(other))
    assert other.moves != game.moves
    player.restart()
    assert player.choose(Game(4)) == game.moves[0]


def test_functions_play() -> None:
    def last(game: Game) -> Move:
        return game.legal_moves[-1]

    record = play(last, "first-valid", Game(4))
    assert record.players == ("last", "first-valid")
    assert record.game().moves[0] == Move("pass")
    record = play(lambda game: "r9c9=9", "first-valid", Game(4, illegal="forfeit"))
    assert record.result is not None
    assert record.result["detail"] == "illegal move row 8, column 8 (from 0), value 9"
    assert record.game().result() == "0-1"
    several: list[Any] = [None, 2.5, [], b"pass"]
    for nonsense in several:
        with pytest.raises(quadrille.QuadrilleError, match="is not a move"):
            play(cast(Any, lambda game, it=nonsense: it), "first-valid", Game(4))
    with pytest.raises(quadrille.QuadrilleError, match="actions are 0 to 64"):
        play(lambda game: 65, "first-valid", Game(4))
    with pytest.raises(ZeroDivisionError):
        play("first-valid", lambda game: 1 // 0, Game(4))
    with pytest.raises(quadrille.QuadrilleError, match="not a player"):
        play(3, "first-valid", Game(4))  # type: ignore[arg-type]
    # What a function does to its game does not change the game.
    record = play(lambda game: [game.push(0), 5][1], "first-valid", Game(4, ply_cap=2))
    assert record.game().moves[0] == Move.from_action(5, 4)


@linux
def test_programs_play(bot: list[str]) -> None:
    with Engine.popen(bot, timeout=20) as engine:
        game = Game(4)
        choice = engine.think(game)
        assert (choice.move, choice.score, choice.depth) == (Move("r1c1=1"), 1, 2)
        game.push(choice)
        game.push("r4c4=4")
        # The program continues its game.
        assert engine.choose(game) == Move("r1c2=2")
        # Another game begins.
        assert engine.choose(Game(4)) == Move("r1c1=1")
        assert play(engine, "first-valid", Game(4, ply_cap=4)).game().moves[0] == Move("r1c1=1")
        for call in (lambda: pickle.dumps(engine), lambda: Engine()):
            with pytest.raises(TypeError):
                call()
    with pytest.raises(quadrille.QuadrilleError, match="was closed"):
        engine.choose(Game(4))
    engine.close()


@linux
@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("hang", r"gave no answer within 0\.5 s"),
        ("die", "the program ended .*exit status: 3.*: out of luck"),
        ("nonsense", "said `checkmate`; the answer to `go` is"),
        ("resign", "resigned"),
        ("flood", "said `xxx|a line of more than"),
    ],
)
def test_programs_that_fail_are_errors(bot: list[str], kind: str, message: str) -> None:
    with Engine.popen(of(bot, kind), timeout=0.5) as engine:
        with pytest.raises(AgentError, match=message) as caught:
            engine.choose(Game(4))
        assert caught.value.reason == "forfeit"
        assert isinstance(pickle.loads(pickle.dumps(caught.value)), AgentError)
        # In a game by the referee the program loses.
        record = play("first-valid", engine, Game(4))
        assert record.game().result() == "1-0"


@linux
def test_illegal_moves_of_programs_are_for_the_rules(bot: list[str]) -> None:
    with Engine.popen(of(bot, "illegal"), memory=2 << 30, cpu_time=60) as engine:
        game = Game(4)
        choice = engine.think(game)
        with pytest.raises(quadrille.QuadrilleError, match="illegal move row 99, column 99"):
            game.push(choice)
        assert game.attempt(choice) == -4


@linux
@pytest.mark.parametrize("kind", ["children", "stubborn"])
def test_nothing_is_left_of_a_program(bot: list[str], kind: str, tmp_path: Path) -> None:
    with Engine.popen(of(bot, kind)) as engine:
        engine.choose(Game(4))
    assert not alive(tmp_path)
    # An engine that is forgotten is closed, too.
    engine = Engine.popen(of(bot, kind))
    engine.choose(Game(4))
    del engine
    assert not alive(tmp_path)


@linux
@pytest.mark.parametrize("ending", ["SIGKILL", "SIGINT", "exit"])
def test_programs_end_with_this_process(bot: list[str], ending: str, tmp_path: Path) -> None:
    code = f"""
import sys, time
from quadrille.game import Engine, Game
engine = Engine.popen({of(bot, "children")!r})
engine.choose(Game(4))
hanging = Engine.popen({of(bot, "hang")!r})
print("ready", flush=True)
if {ending!r} != "exit":
    hanging.choose(Game(4))
"""
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        if ending != "exit":
            time.sleep(0.5)
            assert len(list(tmp_path.glob("pid-*"))) >= 4
            os.kill(child.pid, getattr(signal, ending))
        child.communicate(timeout=20)
    finally:
        child.kill()
    assert not alive(tmp_path)


def test_programs_that_cannot_be_started_are_errors() -> None:
    with pytest.raises(quadrille.QuadrilleError, match="cannot start `no-such-program`"):
        Engine.popen("no-such-program --fast")
    with pytest.raises(quadrille.QuadrilleError, match="names no program"):
        Engine.popen("")
    with pytest.raises(quadrille.QuadrilleError, match=r"memory 5; \d+ or more"):
        Engine.popen("true", memory=5)
    for timeout in (0, -1, float("nan")):
        with pytest.raises(quadrille.QuadrilleError, match="timeout is"):
            Engine.popen("true", timeout=timeout)
