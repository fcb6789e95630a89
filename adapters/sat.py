"""The 0-1 model of a board for the solvers of PySAT: at least one and at most one of each group."""
from itertools import combinations

from lab import serve
from pysat.solvers import Solver


def serve_with(title, name):
    def solve(board):
        def literal(choice):
            return choice[0] * board.size + choice[1]

        with Solver(name=name) as solver:
            for group in board.choices():
                literals = [literal(choice) for choice in group]
                solver.add_clause(literals)
                for a, b in combinations(literals, 2):
                    solver.add_clause([-a, -b])
            for choice in board.givens():
                solver.add_clause([literal(choice)])
            found = solver.solve()
            conflicts = solver.accum_stats()["conflicts"]
            if not found:
                return "none", conflicts
            true = {x for x in solver.get_model() if x > 0}
            digits = range(1, board.size + 1)
            cells = range(len(board.cells))
            return [next(d for d in digits if literal((c, d)) in true) for c in cells], conflicts

    serve(title, solve)
