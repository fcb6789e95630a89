"""What all adapters share: the protocol `quadrille-lab` (docs/reference/protocol.md) and the board."""
import os
import sys
import time

DEFAULT_NODES = 20_000


class Board:
    """A puzzle: `cells` row by row with 0 for an empty one, and what a search needs to know of it."""

    def __init__(self, keys):
        self.size = int(keys["size"])
        self.rows, self.columns = map(int, keys["box"].split("x"))
        givens = keys["givens"]
        self.cells = [int(d) for d in (givens.split(",") if "," in givens else givens)]
        self.seed = int(keys["seed"])
        self.wall, self.cpu = (int(keys.get(name, 10**12)) / 1000 for name in ("time", "cpu-time"))
        # For solvers that limit wall time only, of which a busy machine gives them a part; the lab stops those that
        # take more processor time.
        self.seconds = min(self.wall, 10 * self.cpu)
        self.nodes = int(keys.get("nodes", 2**62))
        # For searches that would never end without a limit.
        is_limited = {"nodes", "time", "cpu-time"} & keys.keys()
        self.most = self.nodes if is_limited else DEFAULT_NODES
        self.began, self.began_cpu = time.monotonic(), time.process_time()

    @property
    def late(self):
        cpu = time.process_time() - self.began_cpu
        return cpu > self.cpu or time.monotonic() - self.began > self.wall

    def houses(self):
        """The cells of each row, column and box."""
        n, h, w = self.size, self.rows, self.columns
        yield from ([n * r + c for c in range(n)] for r in range(n))
        yield from ([n * r + c for r in range(n)] for c in range(n))
        for top in range(0, n, h):
            for left in range(0, n, w):
                yield [n * r + c for r in range(top, top + h) for c in range(left, left + w)]

    def choices(self):
        """Variables (cell, digit) and the groups of which exactly one is true, for 0-1 models."""
        digits = range(1, self.size + 1)
        yield from ([(cell, d) for d in digits] for cell in range(len(self.cells)))
        for house in self.houses():
            yield from ([(cell, d) for cell in house] for d in digits)

    def givens(self):
        return [(cell, d) for cell, d in enumerate(self.cells) if d]

    def search(self, minimize, batch):
        """Minimizes the conflicts over the digits of the empty cells, for libraries that take any cost.
        `minimize(cells, cost, over)` gets those cells and the cost of their digits, which it asks for in batches as
        long as it is not `over()`."""
        free = [cell for cell, digit in enumerate(self.cells) if not digit]
        self.found, self.evaluations = None, 0

        def cost(digits):
            self.evaluations += 1
            cells = list(self.cells)
            for cell, digit in zip(free, digits):
                cells[cell] = int(digit)
            conflicts = self.conflicts(cells)
            self.found = self.found if conflicts else cells
            return conflicts

        def over():
            return self.late or self.evaluations + batch > self.most

        if not free:
            return self.cells, 0
        if self.most >= 2 * batch:
            minimize(free, cost, lambda: self.found or over())
        return self.found or ("limit" if over() or self.most < 2 * batch else "stuck"), self.evaluations

    def conflicts(self, cells):
        """The number of digits that the houses lack."""
        return sum(self.size - len({cells[c] for c in house}) for house in self.houses())


def serve(name, solve):
    """Answers the lab. `solve(board)` returns the digits, or a word such as `none`, and nodes or None."""
    # Solvers that write to standard output must not disturb the lab.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        command, *pairs = line.split()
        if command == "quadrille-lab":
            print("ready", name, file=out, flush=True)
        elif command == "run":
            keys = dict(pair.split("=") for pair in pairs if "=" in pair)
            answer, nodes = ("unsupported", None) if "edges" in keys else solve(Board(keys))
            if not isinstance(answer, str):
                comma = "," if int(keys["size"]) > 9 else ""
                answer = "solution " + comma.join(str(int(d)) for d in answer)
            print(answer if nodes is None else f"{answer} nodes={int(nodes)}", file=out, flush=True)
        elif command == "quit":
            return
