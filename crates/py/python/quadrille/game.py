"""DualSudoku, a two-player Sudoku game, with the verbs of python-chess.

>>> from quadrille.game import Game, agent
>>> game, player = Game(side=4), agent("perfect4")
>>> while not game.is_over():
...     points = game.push(player.think(game))
>>> game.result(), game.scores
('1/2-1/2', (10, 10))

The rules are those of the arena (docs/reference/dualsudoku.md), and the state of a game is held by
the native half. `Game` plays, `Agent` and `Engine` choose, `analyse` judges, `play` lets two
players play, and `Record` is what ``quadrille replay`` reads.
"""

from ._game_agents import (
    Agent,
    AgentInfo,
    Analysis,
    Engine,
    MoveValue,
    Player,
    agent,
    agents,
    analyse,
    play,
)
from ._game_errors import AgentError, IllegalMoveError, RecordError
from ._game_moves import LegalMoves, Move
from ._game_records import TurningPoint, read_records, turning_points
from ._game_state import Choice, Game, Outcome, Ply, Record, parse_records

__all__ = [
    "Agent",
    "AgentError",
    "AgentInfo",
    "Analysis",
    "Choice",
    "Engine",
    "Game",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "MoveValue",
    "Outcome",
    "Player",
    "Ply",
    "Record",
    "RecordError",
    "TurningPoint",
    "agent",
    "agents",
    "analyse",
    "parse_records",
    "play",
    "read_records",
    "turning_points",
]
