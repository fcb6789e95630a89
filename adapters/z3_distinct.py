"""Z3: integers and `Distinct`, as in its tutorial. Nodes are its conflicts."""
# requires: z3-solver==5.4.1.0
import z3

from lab import serve


def solve(board):
    # What one run learned must not help the next.
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.set("max_conflicts", min(board.nodes, 2**32 - 1))
    solver.set("random_seed", board.seed % 2**31)
    if board.seconds < 1e6:
        solver.set("timeout", max(1, int(1000 * board.seconds)))
    cells = z3.IntVector("cell", len(board.cells), context)
    for cell, digit in zip(cells, board.cells):
        solver.add(cell == digit if digit else z3.And(cell >= 1, cell <= board.size))
    for house in board.houses():
        solver.add(z3.Distinct([cells[i] for i in house]))
    found = solver.check()
    counts = {key: value for key, value in solver.statistics()}
    nodes = counts.get("sat conflicts", counts.get("conflicts", 0))
    nodes = min(nodes, board.nodes)  # it notices the limit one conflict later
    if found == z3.sat:
        model = solver.model()
        return [model.evaluate(cell, True).as_long() for cell in cells], nodes
    return "none" if found == z3.unsat else "limit", nodes


serve("Z3", solve)
