"""``Game``, a game of DualSudoku with python-chess's verbs, and ``Record``, what is kept of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from . import _native
from ._game_errors import IllegalMoveError, QuadrilleError
from ._game_moves import LegalMoves, Move, Place, whole
from ._puzzle import Puzzle


class Outcome(NamedTuple):
    """How a game ended."""

    #: The scores of the first and the second player.
    scores: tuple[int, int]
    #: 1 or 2; ``None`` for a draw.
    winner: int | None
    #: ``full``, ``stuck``, ``two-passes``, ``ply-cap``, ``forfeit`` or ``time``.
    reason: str


class Ply(NamedTuple):
    """A move that was played."""

    #: Who played it: 1 or 2.
    player: int
    #: The move.
    move: Move
    #: ``placed``, ``passed``, ``penalized`` or ``forfeited``.
    effect: str
    #: The points that it gained.
    points: int


class Choice(NamedTuple):
    """The move that an agent chose, and what it says of it."""

    #: The move.
    move: Move
    #: The nodes that it searched.
    nodes: int
    #: The wall time that it took.
    seconds: float
    #: The points that it expects to gain on the opponent from here on.
    score: int | None
    #: The depth of its search in plies.
    depth: int | None
    #: The line that it expects.
    line: tuple[Move, ...]


class Game:
    """A game of DualSudoku: the board, the scores, whose turn it is, and the moves so far.

    side, box, board: the board: the side of an empty one (9 unless said otherwise), the shape of
        its boxes such as ``"2x3"``, or a puzzle.
    passing: ``unlimited``, ``two-pass-end``, ``no-double-pass`` or ``forbidden``.
    illegal: what an illegal attempt does: ``penalty``, ``forfeit`` or ``penalty-always``.
    bonus, pass_cost: the points of a completed house (side², unless said otherwise), and what a
        pass or an illegal attempt costs (the side).
    ply_cap: the ply after which the game is over in any case.
    time_per_game, time_increment, time_per_move, time_margin: seconds; `play` keeps the clocks.
    nodes_per_move: the nodes of an agent for each move.
    moves: the moves so far, as a text or one by one.

    >>> from quadrille.game import Game
    >>> game = Game(side=4)
    >>> game.push("r1c1=4")
    4
    >>> game.turn, game.ply, game.scores, game.is_over()
    (2, 1, (4, 0), False)
    >>> game.push("r1c2=4")
    Traceback (most recent call last):
    quadrille._game_errors.IllegalMoveError: illegal move r1c2=4; it would cost as much as a pass
    >>> game
    Game(side=4, moves='r1c1=4')
    >>> game.pop()
    Move('r1c1=4')
    >>> print(Game(side=4, moves="r1c1=4 r1c2=3"))
    ┌─────┬─────┐
    │ 4 3 │ . . │
    │ . . │ . . │
    ├─────┼─────┤
    │ . . │ . . │
    │ . . │ . . │
    └─────┴─────┘
    4 - 3, player 1 to move
    """

    __slots__ = ("_core", "_side")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        side: int | None = None,
        *,
        box: str | None = None,
        board: str | Puzzle | None = None,
        passing: str | None = None,
        illegal: str | None = None,
        bonus: int | None = None,
        pass_cost: int | None = None,
        ply_cap: int | None = None,
        time_per_game: float | None = None,
        time_increment: float | None = None,
        time_per_move: float | None = None,
        time_margin: float | None = None,
        nodes_per_move: int | None = None,
        moves: str | Iterable[Move | str] = (),
    ) -> None:
        options = {
            "side": side,
            "box": box,
            "board": None if board is None else str(board),
            "passing": passing,
            "illegal": illegal,
            "bonus": bonus,
            "pass_cost": pass_cost,
            "ply_cap": ply_cap,
            "time_per_game": time_per_game,
            "time_increment": time_increment,
            "time_per_move": time_per_move,
            "time_margin": time_margin,
            "nodes_per_move": nodes_per_move,
        }
        for name, value in options.items():
            if isinstance(value, int):
                whole(name, value, least=0 if name == "nodes_per_move" else -(1 << 63))
        self._core = _native.GameCore(options)
        self._side = self._core.shape()[0]
        for move in moves.split() if isinstance(moves, str) else moves:
            self._replay(move)

    @classmethod
    def _of(cls, core: _native.GameCore) -> Game:
        game = object.__new__(cls)
        game._core = core
        game._side = core.shape()[0]
        return game

    def _replay(self, move: Move | str) -> None:
        """Plays a move as `repr` writes it: with ``!`` if illegal, or as ``forfeit:PLAYER``."""
        if isinstance(move, str):
            reason, _, player = move.partition(":")
            if player in {"1", "2"} and reason in {"forfeit", "time"}:
                self._core.lose(int(player), reason)
                return
            if move.endswith("!"):
                self.attempt(move[:-1])
                return
        self.push(move)

    def _place(self, move: Move | Choice | str | int) -> Place:
        if isinstance(move, Move):
            return move._place
        if isinstance(move, Choice):
            return move.move._place
        if isinstance(move, str):
            return Move(move)._place
        try:
            action = move.__index__()
        except AttributeError:
            raise QuadrilleError(f"{move!r:.60} is not a move, a text or an action") from None
        try:
            return self._core.place_of(action)
        except OverflowError:
            return Move.from_action(action, self._side)._place

    @property
    def side(self) -> int:
        """The side of the board."""
        return self._side

    @property
    def box(self) -> tuple[int, int]:
        """Rows and columns of a box."""
        return self._core.shape()[1:]

    @property
    def passing(self) -> str:
        """The pass rule."""
        return self._core.rules()[0]

    @property
    def illegal(self) -> str:
        """What an illegal attempt does."""
        return self._core.rules()[1]

    @property
    def bonus(self) -> int:
        """The points of a completed house."""
        return self._core.rules()[2]

    @property
    def pass_cost(self) -> int:
        """The points that a pass costs."""
        return self._core.rules()[3]

    @property
    def ply_cap(self) -> int:
        """The ply after which the game is over in any case."""
        return self._core.rules()[4]

    @property
    def turn(self) -> int:
        """The player to move: 1 or 2."""
        return self._core.status()[0]

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return self._core.status()[1]

    @property
    def scores(self) -> tuple[int, int]:
        """The scores of the first and the second player."""
        return self._core.status()[2]

    @property
    def after_pass(self) -> bool:
        """Whether the last move was a pass."""
        return self._core.status()[3]

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none if the game is over."""
        return LegalMoves(self._core.legal(), self._side)

    def is_legal(self, move: Move | str | int) -> bool:
        """Returns whether a move is legal now."""
        return self._core.is_legal(self._place(move))

    def push(self, move: Move | Choice | str | int) -> int:
        """Plays a legal move, given as such, as its text, or as an action of a learner. Returns the
        points that it gained. What an agent says with its `Choice` is kept for the record.

        Raises ``IllegalMoveError`` if it is not legal.
        """
        return self._played(move, True)

    def attempt(self, move: Move | Choice | str | int) -> int:
        """Plays a move, legal or not, as a referee does. An illegal attempt costs points or the
        game, as the rules have it.

        >>> from quadrille.game import Game
        >>> game = Game(side=4, moves="r1c1=4")
        >>> game.attempt("r1c2=4"), game.scores, game.turn
        (-4, (4, -4), 1)
        >>> game
        Game(side=4, moves='r1c1=4 r1c2=4!')
        """
        return self._played(move, False)

    def _played(self, move: Move | Choice | str | int, checked: bool) -> int:
        points = self._core.push(self._place(move), checked)[1]
        if isinstance(move, Choice):
            line = [str(step) for step in move.line]
            self._core.annotate(move.nodes, move.seconds, move.score, move.depth, line)
        return points

    def pop(self) -> Move | None:
        """Takes the last move back and returns it; ``None`` if the game ended without a move.

        Raises ``IllegalMoveError`` at the start of the game.
        """
        popped = self._core.pop()
        return None if popped is None else Move._of(popped[0])

    def peek(self) -> Move:
        """Returns the last move."""
        moves = self._core.moves()
        if not moves:
            raise IllegalMoveError("no move was played")
        return Move._of(moves[-1][0])

    def forfeit(self, player: int | None = None, reason: str = "forfeit") -> None:
        """Ends the game with a loss: of the player to move unless said otherwise, by ``forfeit`` or
        on ``time``.
        """
        self._core.lose(self.turn if player is None else whole("player", player, 1, 2), reason)

    @property
    def moves(self) -> list[Move]:
        """The moves so far."""
        return [Move._of(place) for place, *_ in self._core.moves()]

    @property
    def plies(self) -> list[Ply]:
        """The moves so far, with who played them and what they gained."""
        return [
            Ply(player, Move._of(place), effect, points)
            for place, player, effect, points in self._core.moves()
        ]

    def is_over(self) -> bool:
        """Returns whether the game is over."""
        return self._core.outcome() is not None

    def outcome(self) -> Outcome | None:
        """Returns how the game ended; ``None`` while it is not over."""
        outcome = self._core.outcome()
        return None if outcome is None else Outcome(*outcome)

    def result(self) -> str:
        """Returns ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game is not over."""
        outcome = self._core.outcome()
        if outcome is None:
            return "*"
        return {1: "1-0", 2: "0-1", None: "1/2-1/2"}[outcome[1]]

    def board(self) -> Puzzle:
        """Returns the board as a puzzle, if its boxes have the usual shape."""
        return Puzzle(self._core.board())

    def digits(self) -> list[int]:
        """Returns the digits of the board, row by row; 0 for an empty cell."""
        return list(self._core.digits())

    def copy(self) -> Game:
        """Returns a separate game that continues from here."""
        return Game._of(self._core.copy())

    def start(self) -> Game:
        """Returns a game by the same rules, without moves."""
        return Game(**self._core.arguments())

    def record(
        self,
        players: tuple[str, str] = ("player 1", "player 2"),
        *,
        number: int = 0,
        seed: int = 0,
        opening_plies: int = 0,
    ) -> Record:
        """Returns the record of the game, which ``quadrille replay`` reads.

        >>> from quadrille.game import Game
        >>> record = Game(side=4, moves="r1c1=4 r1c2=3").record(("me", "you"))
        >>> print(record.text.splitlines()[2])  # doctest: +ELLIPSIS
        {"ply":2,"player":2,"row":0,"col":1,"value":3,"points":3,"score1":4,"score2":3,...}
        """
        whole("number", number)
        whole("seed", seed, most=(1 << 64) - 1)
        whole("opening_plies", opening_plies)
        (record,) = parse_records(self._core.record(players, number, seed, opening_plies))
        return record

    def _moves_text(self) -> str:
        words = []
        for place, _, effect, _ in self._core.moves():
            illegal = "!" if effect in {"penalized", "forfeited"} else ""
            words.append(f"{Move._of(place)}{illegal}")
        lost = self._core.lost()
        if lost is not None:
            words.append(f"{lost[1]}:{lost[0]}")
        return " ".join(words)

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Compares rules, position, scores and ply, but not the moves that led there."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._core.equals(other._core)

    def __repr__(self) -> str:
        fields = self._core.arguments()
        moves = self._moves_text()
        if moves:
            fields["moves"] = moves
        return f"Game({', '.join(f'{name}={value!r}' for name, value in fields.items())})"

    def __str__(self) -> str:
        first, second = self.scores
        outcome = self.outcome()
        then = f"player {self.turn} to move" if outcome is None else outcome.reason
        return f"{self._core.draw()}\n{first} - {second}, {then}"

    def __reduce__(self) -> tuple[object, tuple[dict[str, Any], str]]:
        return _restored, (self._core.arguments(), self._moves_text())


def _restored(fields: dict[str, Any], moves: str) -> Game:
    return Game(**fields, moves=moves)


class Record:
    """A recorded game. Its moves were played again and lead to its scores."""

    __slots__ = ("_core", "header", "result", "text")
    _core: _native.GameCore
    #: The lines of the record.
    text: str
    #: The first line: ``game``, ``players``, ``board``, ``ruleset``, ``opening_plies``, ``seed``.
    header: dict[str, Any]
    #: The last line; ``None`` if the game is not over.
    result: dict[str, Any] | None

    def __init__(self, text: str) -> None:
        records = parse_records(text)
        if len(records) != 1:
            raise QuadrilleError(f"a record of one game is expected, not of {len(records)}")
        for name in self.__slots__:
            setattr(self, name, getattr(records[0], name))

    @property
    def number(self) -> int:
        """The number of the game in its match, from 0."""
        number: int = self.header["game"]
        return number

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players."""
        first, second = self.header["players"]
        return first, second

    @property
    def scores(self) -> tuple[int, int]:
        """The scores at the end."""
        return self._core.status()[2]

    def game(self) -> Game:
        """Returns the game after its last move, to be continued or taken back.

        >>> from quadrille.game import play
        >>> game = play("first-valid", "first-valid", Game(side=4)).game()
        >>> game.scores, game.outcome().reason
        ((52, 180), 'full')
        """
        return Game._of(self._core.copy())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        first, second = self.scores
        reason = "not over" if self.result is None else self.result["reason_for_end"]
        names = " - ".join(self.players)
        return f"game {self.number}: {names}: {first} - {second}, {reason}"

    def __repr__(self) -> str:
        return f"<Record of {self}>"

    def __reduce__(self) -> tuple[type[Record], tuple[str]]:
        return type(self), (self.text,)


def parse_records(text: str) -> list[Record]:
    """Reads the games of a text, and plays each again to check it.

    Raises ``RecordError`` with the line of what is wrong.

    >>> from quadrille.game import Game, parse_records
    >>> text = Game(side=4, moves="r1c1=4").record().text
    >>> parse_records(text)
    [<Record of game 0: player 1 - player 2: 4 - 0, not over>]
    >>> parse_records(text.replace('"points":4', '"points":5'))
    Traceback (most recent call last):
    quadrille._game_errors.RecordError: ...
    """
    import json

    records = []
    for header, result, core, lines in _native.read_records(text):
        record = object.__new__(Record)
        record.header = json.loads(header)
        record.result = None if result is None else json.loads(result)
        record.text = lines
        record._core = core
        records.append(record)
    return records
