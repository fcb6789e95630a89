#!/usr/bin/env python3
"""A bot for the arena in Python: plays the highest digit it can.

Try it: quadrille match "cmd:python3 crates/arena/examples/bot.py" alphabeta
The protocol is in docs/reference/protocol.md.
"""
import sys


class Board:
    def __init__(self, settings):
        self.side = int(settings["size"])
        self.box_rows, self.box_columns = map(int, settings["box"].split("x"))
        givens = settings.get("givens", "")
        self.digits = [int(d) for d in givens.split(",")] if givens else [0] * self.side**2
        numbers = [int(n) for n in settings.get("edges", "").split(",") if n]
        self.joined = {cell: [] for cell in range(self.side**2)}
        for i in range(0, len(numbers), 4):
            row_a, column_a, row_b, column_b = numbers[i : i + 4]
            a, b = row_a * self.side + column_a, row_b * self.side + column_b
            self.joined[a].append(b)
            self.joined[b].append(a)

    def houses(self, cell):
        row, column = divmod(cell, self.side)
        return row, column, (row // self.box_rows, column // self.box_columns)

    def sees(self, a, b):
        return any(x == y for x, y in zip(self.houses(a), self.houses(b)))

    def is_legal(self, cell, digit):
        if self.digits[cell]:
            return False
        if any(d == digit and self.sees(cell, other) for other, d in enumerate(self.digits)):
            return False
        near = [self.digits[other] for other in self.joined[cell]]
        return all(d == 0 or abs(d - digit) == 1 for d in near)

    def choose(self):
        for digit in range(self.side, 0, -1):
            for cell in range(self.side**2):
                if self.is_legal(cell, digit):
                    row, column = divmod(cell, self.side)
                    return f"place {row} {column} {digit}"
        return "pass"


board = None
for line in sys.stdin:
    match line.split():
        case ["quadrille", "1"]:
            print("ready highest digit (Python)", flush=True)
        case ["newgame", *pairs]:
            board = Board(dict(pair.split("=", 1) for pair in pairs))
        case ["played", _, "legal", "place", row, column, value, _]:
            board.digits[int(row) * board.side + int(column)] = int(value)
        case ["go", *_]:
            print(board.choose(), flush=True)
        case ["quit"]:
            break
