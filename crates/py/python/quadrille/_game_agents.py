"""Agents of the arena, programs that speak its protocol, analyses, and games between players."""

from __future__ import annotations

import shlex
import weakref
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import NamedTuple

from . import _native
from ._game_errors import QuadrilleError
from ._game_moves import Move, Place, whole
from ._game_state import Choice, Game, Record, parse_records
from ._guard import LEAST_MEMORY, guard


def _seed(seed: int) -> int:
    return whole("seed", seed, most=(1 << 64) - 1)


class Agent:
    """A player of the arena: a name that ``quadrille agents`` lists, with its parameters.

    It draws its random numbers as in a match with this seed: game after game, where a game begins
    when the one that it is asked about does not continue the one before.

    >>> from quadrille.game import Agent, Game
    >>> Agent("perfect4").choose(Game(side=4))
    Move('r1c1=4')
    >>> Agent("strong", nodes=1000)
    Agent('strong:nodes=1000')
    >>> Agent("minmax")
    Traceback (most recent call last):
    quadrille._errors.UnknownNameError: unknown agent `minmax`; did you mean `minimax`? ...
    """

    __slots__ = ("__weakref__", "_core")
    _core: _native.AgentCore

    def __init__(self, name: str, *, seed: int = 1, **parameters: object) -> None:
        more = ",".join(f"{key}={value}" for key, value in parameters.items())
        if more:
            name = f"{name}{',' if ':' in name else ':'}{more}"
        self._core = _native.AgentCore(name, _seed(seed))

    @property
    def name(self) -> str:
        """The name with the parameters that are not the default."""
        return self._core.name

    @property
    def seed(self) -> int:
        """The seed of its random numbers."""
        return self._core.seed

    @property
    def is_deterministic(self) -> bool:
        """Whether it is known to play the same game under every seed."""
        return self._core.is_deterministic

    def choose(self, game: Game) -> Move:
        """Chooses a move for the player to move. The game is not changed.

        Raises ``AgentError`` if it gives none, and ``UnsupportedError`` if it does not play by the
        rules of the game.
        """
        return self.think(game).move

    def think(self, game: Game) -> Choice:
        """Chooses a move, and says what it took; ``game.push`` takes what this returns."""
        place, nodes, seconds, info = self._core.choose(game._core)
        score, depth, line = info or (None, None, [])
        words = (_move(word) for word in line)
        known = tuple(move for move in words if move is not None)
        return Choice(Move._of(place), nodes, seconds, score, depth, known)

    def restart(self, number: int = 0) -> None:
        """Forgets its games, and plays the next as game ``number`` of a match."""
        self._core.restart(whole("number", number))

    def __repr__(self) -> str:
        seed = "" if self.seed == 1 else f", seed={self.seed}"
        return f"{type(self).__name__}({self.name!r}{seed})"

    def __reduce__(self) -> tuple[object, tuple[str, int]]:
        return _restored, (self.name, self.seed)


def _restored(name: str, seed: int) -> Agent:
    return Agent(name, seed=seed)


def _move(word: str) -> Move | None:
    # A line comes from the agent, and is not checked.
    try:
        return Move(word)
    except QuadrilleError:
        return None


class Engine(Agent):
    """A program that speaks the protocol of bots (docs/reference/protocol.md), as an agent.

    >>> from quadrille.game import Engine, Game
    >>> with Engine.popen(["quadrille", "engine", "strong"]) as engine:  # doctest: +SKIP
    ...     game = Game()
    ...     game.push(engine.choose(game))
    9
    """

    __slots__ = ("_end",)
    _end: Callable[[], object]

    def __init__(self) -> None:
        raise TypeError("use Engine.popen(command)")

    @classmethod
    def popen(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float = 60.0,
        memory: int | None = None,
        cpu_time: float | None = None,
    ) -> Engine:
        """Starts a program, once to find out whether it can be started, and then for its games.

        The program and all that it started are killed when the context is left, when the engine is
        collected, and, on Linux, when this process ends in any way.

        command: the program and its arguments; a text is split as a shell does.
        timeout: seconds for a move if the rules have no clock.
        memory, cpu_time: bytes, 256 MiB or more (1.5 GiB on a free-threaded Python), and seconds
            for each process of the program; Linux only.
        """
        words = shlex.split(command) if isinstance(command, str) else list(command)
        command_of_guard = guard()
        if not command_of_guard and (memory is not None or cpu_time is not None):
            raise QuadrilleError("memory and cpu_time work on Linux only")
        if memory is not None:
            whole("memory", memory, LEAST_MEMORY)
        engine = object.__new__(cls)
        engine._core = _native.AgentCore.program(words, command_of_guard, timeout, memory, cpu_time)
        engine._end = weakref.finalize(engine, engine._core.close)
        return engine

    def close(self) -> None:
        """Ends the program and all that it started."""
        self._end()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.name!r}>"

    def __reduce__(self) -> tuple[object, tuple[str, int]]:
        raise TypeError("a program cannot be copied or pickled")


def agent(name: str, *, seed: int = 1, **parameters: object) -> Agent:
    """Returns an agent of the arena: ``agent("strong:ms=10")``, or ``agent("strong", ms=10)``.

    >>> from quadrille.game import Game, agent
    >>> strong = agent("strong:nodes=1000", seed=3)
    >>> strong.choose(Game()) in Game().legal_moves
    True
    """
    return Agent(name, seed=seed, **parameters)


class AgentInfo(NamedTuple):
    """An agent of the arena, as ``quadrille agents`` explains it."""

    #: Its name.
    id: str
    #: What it is, in a few words.
    title: str
    #: How it chooses its moves.
    about: str
    #: Whether it plays the same game under every seed.
    deterministic: bool
    #: The names of its parameters.
    parameters: list[str]


def agents() -> list[AgentInfo]:
    """Returns the agents of the arena.

    >>> from quadrille.game import agents
    >>> [agent.id for agent in agents()][-3:]
    ['strong', 'mcts', 'perfect4']
    """
    return [AgentInfo(*fields) for fields in _native.agents()]


class MoveValue(NamedTuple):
    """The value of a move."""

    #: The move.
    move: Move
    #: The points that its player gains on the opponent until the end, with best play after it.
    value: int
    #: Whether the value is certain.
    exact: bool


class Analysis(NamedTuple):
    """The value of a position and of its moves."""

    #: The points that the player to move gains on the opponent until the end, with best play.
    value: int
    #: Whether the value is certain.
    exact: bool
    #: The depth of the search in plies.
    depth: int
    #: The best moves of both players that were found.
    line: list[Move]
    #: The legal moves, best first.
    moves: list[MoveValue]
    #: The nodes searched.
    nodes: int


def analyse(game: Game, *, nodes: int = 2_000_000, time: float | None = None) -> Analysis:
    """Analyzes a position, deeper and deeper until a limit is reached or every line ends.

    A 4x4 game without edges is solved completely, unless passing is unlimited or time is limited.

    Raises ``TimeoutError`` if the limits are too small, ``IllegalMoveError`` if the game is over.

    >>> from quadrille.game import Game, analyse
    >>> found = analyse(Game(side=4, passing="forbidden"))
    >>> found.value, found.exact, found.line[0]
    (-9, True, Move('r1c1=4'))
    """
    whole("nodes", nodes)
    value, exact, depth, line, moves, count = _native.analyze(game._core, nodes, time)
    return Analysis(
        value,
        exact,
        depth,
        [Move._of(place) for place in line],
        [MoveValue(Move._of(place), value, exact) for place, value, exact in moves],
        count,
    )


#: What plays: an agent, its name, or a function of a game.
Player = Agent | str | Callable[[Game], "Move | str | int"]


def _native_player(player: Player) -> _native.AgentCore | Callable[[_native.GameCore], Place]:
    """Returns a player as the native half takes it."""
    if isinstance(player, str):
        player = Agent(player)
    if isinstance(player, Agent):
        return player._core
    if not callable(player):
        raise QuadrilleError(f"{player!r:.60} is not a player: an agent, its name, or a function")
    choose = player

    def place(core: _native.GameCore) -> Place:
        game = Game._of(core)
        return game._place(choose(game))

    return place


def _player_name(player: Player) -> str:
    if isinstance(player, Agent):
        return player.name
    if isinstance(player, str):
        return Agent(player).name
    name = getattr(player, "__name__", type(player).__name__)
    return str(name)


def play(
    first: Player,
    second: Player,
    start: Game | None = None,
    *,
    names: tuple[str, str] | None = None,
    number: int = 0,
    seed: int = 1,
) -> Record:
    """Plays a game to its end, by the clock of its rules if they have one. The arena's referee
    decides what is legal: an illegal move costs what the rules say, and a player that fails loses.

    start: the game to begin with, whose moves are the opening; 9x9 unless said otherwise.
    names: the names of the players in the record.
    number, seed: agents draw what they draw in that game of a match with that seed.

    >>> from quadrille.game import Game, play
    >>> print(play("perfect4", "first-valid", Game(side=4, passing="forbidden")))
    game 0: perfect4 - first-valid: 100 - 33, stuck
    """
    players = _native_player(first), _native_player(second)
    known = names or (_player_name(first), _player_name(second))
    core = (Game() if start is None else start)._core
    whole("number", number)
    (record,) = parse_records(_native.play(core, players, known, number, _seed(seed)))
    return record
