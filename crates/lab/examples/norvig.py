"""Norvig's solver for `quadrille compare`, rewritten from the idea that he published.

Peter Norvig, Solving Every Sudoku Puzzle, 2006 (https://norvig.com/sudoku.html): every cell keeps the
digits that it may still have. A cell with one digit left takes it from its peers, and a digit with
one place left in a house goes there, each of which may lead to more; when nothing follows any more, a
cell with the fewest digits is guessed. A node is a guess that is tried.
Boards of every size without edges; the protocol is in docs/reference/protocol.md.
"""
import sys


class Limit(Exception):
    """The limit on nodes is reached."""


class Solver:
    def __init__(self, size, box, most):
        self.size, self.most, self.nodes = size, most, 0
        height, width = map(int, box.split("x"))
        cells = range(size * size)
        rows = [[r * size + c for c in range(size)] for r in range(size)]
        columns = [list(column) for column in zip(*rows)]
        boxes = [[(top + i) * size + left + j for i in range(height) for j in range(width)]
                 for top in range(0, size, height) for left in range(0, size, width)]
        houses = rows + columns + boxes
        self.houses_of = [[house for house in houses if cell in house] for cell in cells]
        self.peers = [set().union(*self.houses_of[cell]) - {cell} for cell in cells]

    def solve(self, givens):
        left = [set(range(1, self.size + 1)) for _ in givens]
        for cell, digit in enumerate(givens):
            if digit and not (digit in left[cell] and self.assign(left, cell, digit)):
                return None
        return self.search(left)

    def search(self, left):
        open_cells = [cell for cell, digits in enumerate(left) if len(digits) > 1]
        if not open_cells:
            return [next(iter(digits)) for digits in left]
        cell = min(open_cells, key=lambda cell: len(left[cell]))
        for digit in sorted(left[cell]):
            if self.nodes == self.most:
                raise Limit
            self.nodes += 1
            tried = [set(digits) for digits in left]
            found = self.assign(tried, cell, digit) and self.search(tried)
            if found:
                return found
        return None

    def assign(self, left, cell, digit):
        """Puts a digit into a cell, with all that follows. Returns whether that is possible."""
        return all(self.eliminate(left, cell, other) for other in left[cell] - {digit})

    def eliminate(self, left, cell, digit):
        """Takes a digit from a cell, with all that follows. Returns whether that is possible."""
        if digit not in left[cell]:
            return True
        left[cell].discard(digit)
        if not left[cell]:
            return False
        if len(left[cell]) == 1:
            last = next(iter(left[cell]))
            if not all(self.eliminate(left, peer, last) for peer in self.peers[cell]):
                return False
        for house in self.houses_of[cell]:
            places = [place for place in house if digit in left[place]]
            if not places or len(places) == 1 and not self.assign(left, places[0], digit):
                return False
        return True


def run(keys):
    if "edges" in keys:
        return "unsupported"
    givens = keys["givens"].split(",") if "," in keys["givens"] else keys["givens"]
    solver = Solver(int(keys["size"]), keys["box"], int(keys.get("nodes", -1)))
    try:
        solution = solver.solve([int(given) for given in givens])
    except Limit:
        return f"limit nodes={solver.nodes}"
    board = ("," if solver.size > 9 else "").join(map(str, solution or []))
    return f"solution {board} nodes={solver.nodes}" if solution else f"none nodes={solver.nodes}"


sys.setrecursionlimit(20_000)
for line in sys.stdin:
    command, *pairs = line.split()
    if command == "quadrille-lab":
        print("ready Norvig's solver (Python)", flush=True)
    elif command == "run":
        print(run(dict(pair.split("=") for pair in pairs)), flush=True)
    elif command == "quit":
        break
