"""Puzzles that the tests share."""

from __future__ import annotations

import random
import signal

import pytest

# A shell starts what it runs in the background with Ctrl-C ignored, and the programs of tests that
# send it would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SMALL = "1..............."
NO_SOLUTION = "12....3........."
CONFLICT = "11.............."


def relabelled(text: str, number: int) -> list[str]:
    """Returns puzzles with the digits exchanged and some givens missing."""
    draw = random.Random(number)
    texts = []
    for _ in range(number):
        digits = draw.sample("123456789", 9)
        missing = draw.randrange(81) if draw.random() < 0.3 else -1
        cells = (
            "." if cell == "." or place == missing else digits[int(cell) - 1]
            for place, cell in enumerate(text)
        )
        texts.append("".join(cells))
    return texts


@pytest.fixture(scope="session")
def mixed() -> list[str | None]:
    """Ten thousand rows: good, bad, null, hard, of several sizes, with many solutions."""
    rows: list[str | None] = []
    for easy, hard in zip(relabelled(EASY, 3000), relabelled(HARD, 3000), strict=True):
        rows += [easy, hard]
    draw = random.Random(1)
    odd = [
        SMALL,
        NO_SOLUTION,
        CONFLICT,
        None,
        "",
        "x",
        "1" * 81,
        EASY[:-1],
        EASY + ".",
        EASY.replace(".", "0"),
        EASY[:40] + "5" + EASY[41:],
        EASY[:80] + "é",
        SOLVED,
        "." * 36,
        "1" + "." * 255,
        "1...............;edges=r1c1-r1c2",
        "# a comment",
        "1,2,3",
    ]
    while len(rows) < 10_000:
        rows.append(draw.choice(odd))
    draw.shuffle(rows)
    return rows
