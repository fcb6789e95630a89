"""Learns 4x4 DualSudoku by playing against itself, and is judged by the perfect player.

The learner keeps a value for each position that it has seen, up to the symmetries of the board:
what the player to move gains on the opponent until the end. It plays the placement with the most
points less the value of the position after it, or, now and then, any placement. At the end of a
game it goes back and sets each position to the best of what its placements lead to: real-time
dynamic programming (Barto, Bradtke and Singh 1995) with exploring starts. It knows the rules and
nothing else; the perfect player only judges it.

    python learn.py --games 1000000 --svg curve.svg

The same seed and number of games learn the same.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from quadrille import rl
from quadrille.game import Agent, Game, Move, play

#: Without passes the perfect second player wins the empty board by 9 points.
RULES = Game(4, passing="forbidden")

#: It solves the game once.
PERFECT = Agent("perfect4")


class Learner:
    """A table of values, with the ways to use and to improve it."""

    def __init__(self, seed: int) -> None:
        self.values: dict[int, int] = {}
        self.draw = random.Random(seed)
        self.games = 0

    def choose(self, game: Game) -> Move:
        """Returns the best placement by the table; a position that it does not know is worth 0."""
        value = self.values.get
        action, *_ = max(rl.afterstates(game), key=lambda it: it[1] - value(it[2], 0))
        return Move.from_action(action, 4)

    def learn(self, explore: float) -> None:
        """Plays a game against itself, and learns from its end to its beginning."""
        value, draw = self.values.get, self.draw.random
        game = RULES.copy()
        # Half of the games begin with some random placements.
        start = self.draw.randrange(1, 9) if draw() < 0.5 else 0
        seen = []
        while options := rl.afterstates(game):
            seen.append((rl.position_key(game), options))
            if game.ply < start or draw() < explore:
                action = self.draw.choice(options)[0]
            else:
                action, *_ = max(options, key=lambda it: it[1] - value(it[2], 0))
            game.push(action)
        for key, options in reversed(seen):
            self.values[key] = max(points - value(after, 0) for _, points, after in options)
        self.games += 1


class Judged(NamedTuple):
    """How well a learner plays."""

    #: Games learned from.
    games: int
    #: Positions in its table.
    positions: int
    #: Processor time spent on learning.
    seconds: float
    #: The margin against the perfect player from the second, better seat; at best 9.
    second: int
    #: The same from the first seat; at best -9.
    first: int
    #: Points lost a game to the perfect player, over openings from both seats; at best 0.
    lost: float


def judge(learner: Learner, seconds: float, games: int) -> Judged:
    """Lets the learner play the perfect player."""
    second = play(PERFECT, learner.choose, RULES).scores
    first = play(learner.choose, PERFECT, RULES).scores
    (found,) = rl.evaluate(
        learner.choose, [PERFECT], rules=RULES, view="game", games=games, opening=2, seed=7
    )
    margin = found.margin or 0.0
    return Judged(
        learner.games,
        len(learner.values),
        seconds,
        second[1] - second[0],
        first[0] - first[1],
        0.0 - margin,
    )


def svg(points: Sequence[Judged]) -> str:
    """Draws the curve: the margin in the better seat and the mean one, by games learned from."""
    width, height, left, top = 640, 300, 56, 30
    games = [point.games for point in points]
    values = [value for point in points for value in (-point.lost, point.second, 9, -9)]
    low, high = min(values) - 2, max(values) + 2

    def x(count: float) -> float:
        return left + (width - left - 20) * count / max(games)

    def y(value: float) -> float:
        return top + (height - top - 40) * (high - value) / (high - low)

    def line(name: str, color: str, series: Sequence[float], place: int) -> str:
        path = " ".join(
            f"{x(count):.1f},{y(value):.1f}" for count, value in zip(games, series, strict=True)
        )
        return (
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>'
            f'<text x="{left + 10 + 250 * place}" y="18" fill="{color}">{name}</text>'
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    step = max(1, round((high - low) / 8 / 5)) * 5
    for value in range(int(low // step) * step, int(high) + 1, step):
        if low <= value <= high:
            color = "#888" if value == 0 else "#ddd"
            parts.append(
                f'<line x1="{left}" x2="{width - 20}" y1="{y(value):.1f}" y2="{y(value):.1f}" '
                f'stroke="{color}"/><text x="{left - 8}" y="{y(value) + 4:.1f}" '
                f'text-anchor="end">{value:+d}</text>'
            )
    for part in range(5):
        count = max(games) * part // 4
        anchor = "middle" if part < 4 else "end"
        parts.append(
            f'<text x="{x(count):.1f}" y="{height - 22}" text-anchor="{anchor}">{count:,}</text>'
        )
    parts.append(
        f'<text x="{(left + width) / 2}" y="{height - 6}" text-anchor="middle">'
        "games against itself</text>"
    )
    parts.append(line("margin in the second seat", "#0b62a4", [it.second for it in points], 0))
    parts.append(line("mean margin, both seats", "#c44e00", [-it.lost for it in points], 1))
    return "\n".join([*parts, "</svg>"]) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Learns, judges now and then, and draws the curve. Fails if the better seat does not draw."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1_000_000, help="games to learn from")
    parser.add_argument("--judged", type=int, default=25, help="how often the learner is judged")
    parser.add_argument("--openings", type=int, default=50, help="openings of each judgement")
    parser.add_argument("--explore", type=float, default=0.1, help="share of random placements")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--svg", type=Path, help="where to draw the curve")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    options = parser.parse_args(arguments)
    if min(options.games, options.judged, options.openings) < 1:
        parser.error("games, judged and openings are 1 or more")
    learner = Learner(options.seed)
    points = [judge(learner, 0.0, 2 * options.openings)]
    seconds = 0.0
    print("   games  positions  seconds  second  first  lost a game")
    for step in range(1, options.judged + 1):
        start = time.process_time()
        while learner.games < options.games * step // options.judged:
            learner.learn(options.explore)
        seconds += time.process_time() - start
        points.append(judge(learner, seconds, 2 * options.openings))
        games, positions, _, second, first, lost = points[-1]
        print(
            f"{games:8} {positions:10} {seconds:8.1f} {second:+7} {first:+6} {lost:12.2f}",
            flush=True,
        )
    if options.svg:
        options.svg.write_text(svg(points), encoding="utf-8")
    if options.json:
        options.json.write_text(
            "".join(json.dumps(point._asdict()) + "\n" for point in points), encoding="utf-8"
        )
    last = points[-1]
    verdict = {True: "wins", False: "draws"}[last.second > 0] if last.second >= 0 else "loses"
    print(f"From the better seat it {verdict}: {last.second:+}, of at most +9.")
    return 0 if last.second >= 0 else 1


if __name__ == "__main__":
    sys.exit(main())
