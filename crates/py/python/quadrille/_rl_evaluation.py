"""Evaluations of learners by matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, overload

from . import _native
from ._game_agents import Agent, Player, _native_player, _player_name, _seed
from ._game_errors import QuadrilleError
from ._game_moves import Move, whole
from ._game_state import Game, Record, parse_records
from ._rl_common import Observation, Rules, observe, rules_of

#: A learner: from what it sees to an action.
Policy = Callable[[Observation], Any]


class Elo(NamedTuple):
    """A difference in Elo with its 95 % interval over game pairs; ends can be infinite."""

    #: The lower end.
    low: float
    #: The difference at which the score is expected.
    estimate: float
    #: The upper end.
    high: float


class Evaluation:
    """The results of a player against another one."""

    def __init__(self, name: str, opponent: str, fields: dict[str, Any]) -> None:
        #: The name of the player.
        self.name: str = name
        #: The name of the opponent.
        self.opponent: str = opponent
        self.wins: int
        self.draws: int
        self.losses: int
        self.wins, self.draws, self.losses = fields["games"]
        #: Wins, draws and losses in the first seat.
        self.first: tuple[int, int, int] = fields["first"]
        #: Wins, draws and losses in the second seat.
        self.second: tuple[int, int, int] = fields["second"]
        #: Openings that were played from both seats, without repeated ones.
        self.pairs: int = fields["pairs"]
        #: Pairs that repeat the moves of earlier ones, and are not counted in estimates.
        self.repeated_pairs: int = fields["repeated_pairs"]
        #: The mean margin of a game in points.
        self.margin: float | None = fields["margin"]
        #: Its standard error over pairs.
        self.margin_error: float | None = fields["margin_error"]
        #: The difference in Elo.
        self.elo: Elo | None = None if fields["elo"] is None else Elo(*fields["elo"])
        #: How many games ended for which reason.
        self.reasons: dict[str, int] = fields["reasons"]
        #: Games that the player lost by an illegal move or a failure.
        self.forfeits: int = fields["forfeits"]
        #: The records of all games, which ``quadrille replay`` reads.
        self.text: str = fields["records"]
        self._elo_text: str | None = fields["elo_text"]

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The mean score, where a draw counts one half."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    def records(self) -> list[Record]:
        """Returns the records of all games."""
        return parse_records(self.text)

    def __str__(self) -> str:
        text = f"{self.name} - {self.opponent}: {self.wins} won, {self.draws} drawn, "
        text += f"{self.losses} lost"
        if self.margin is not None:
            error = "" if self.margin_error is None else f" ± {self.margin_error:.1f}"
            text += f"; margin {self.margin:+.1f}{error}"
        return text + (f"; Elo {self._elo_text}" if self._elo_text else "")

    def __repr__(self) -> str:
        return f"<Evaluation {self}>"


@overload
def evaluate(
    policy: Policy | Agent | str,
    against: Iterable[Player],
    *,
    side: int = 9,
    rules: Rules = "two-pass-end",
    games: int = 400,
    opening: int = 4,
    seed: int = 1,
    view: Literal["observation"] = "observation",
    repeats_count: bool = False,
    name: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Evaluation]: ...


@overload
def evaluate(
    policy: Player,
    against: Iterable[Player],
    *,
    side: int = 9,
    rules: Rules = "two-pass-end",
    games: int = 400,
    opening: int = 4,
    seed: int = 1,
    view: Literal["game"],
    repeats_count: bool = False,
    name: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Evaluation]: ...


def evaluate(
    policy: Policy | Player,
    against: Iterable[Player],
    *,
    side: int = 9,
    rules: Rules = "two-pass-end",
    games: int = 400,
    opening: int = 4,
    seed: int = 1,
    view: Literal["observation", "game"] = "observation",
    repeats_count: bool = False,
    name: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Evaluation]:
    """Plays a match against each opponent: random openings, each from both seats.

    policy: a function from an observation to an action, or from a `Game` to a move if ``view`` is
        ``"game"``; or an agent, or its name. An illegal move loses the game, unless ``rules`` is a
        game that says otherwise; what is no move at all is an exception.
    against: agents, their names, or functions of a game.
    games: games against each; fewer if there are fewer different openings.
    opening: random plies of each opening.
    repeats_count: whether a pair that repeats the moves of an earlier one is evidence, as it is for
        players that draw their moves at random.
    progress: a function of the games played and all games, for each opponent.

    >>> from quadrille import rl
    >>> def highest(seen):
    ...     return max(seen["action_mask"].nonzero()[0], key=lambda action: action % 4)
    >>> (found,) = rl.evaluate(highest, ["random-valid"], side=4, games=20)
    >>> found.games, found.forfeits
    (20, 0)
    """
    if view not in {"observation", "game"}:
        raise QuadrilleError(f"view is {view!r}; expected 'observation' or 'game'")
    whole("games", games, 1, 1_000_000)
    whole("opening", opening, most=1000)
    opponents = list(against)
    start = rules_of(side, rules, illegal="forfeit")
    named: Any = policy
    player: Player = named
    if not isinstance(policy, Agent | str) and view == "observation":
        player = _seeing(named)
    known = name or _player_name(named)
    found = []
    for number, opponent in enumerate(opponents):
        players = _native_player(player), _native_player(opponent)
        names = known, _player_name(opponent)
        fields = _native.evaluate(
            start._core,
            players,
            names,
            games,
            opening,
            _seed(seed),
            number * games,
            repeats_count,
            progress,
        )
        found.append(Evaluation(*names, fields))
    return found


def _seeing(policy: Policy) -> Callable[[Game], Move | str | int]:
    """Returns a function of a game that asks a function of an observation."""
    if not callable(policy):
        raise QuadrilleError(f"{policy!r:.60} is not a policy: a function of an observation")

    def player(game: Game) -> Move | str | int:
        move: Move | str | int = policy(observe(game))
        return move

    return player
