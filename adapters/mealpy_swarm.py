"""mealpy: its particle swarm over the digits of the empty cells. Nodes are evaluations."""
# requires: mealpy==3.0.2
from lab import serve
from mealpy import PSO, IntegerVar

POPULATION = 50


def solve(board):
    free = [cell for cell, digit in enumerate(board.cells) if not digit]
    nodes, best = 0, None

    def cost(position):
        nonlocal nodes, best
        nodes += 1
        cells = list(board.cells)
        for cell, digit in zip(free, position):
            cells[cell] = int(digit)
        conflicts = board.conflicts(cells)
        best = cells if conflicts == 0 else best
        return conflicts

    if not free:
        return board.cells, 0
    if board.most < 2 * POPULATION:
        return "limit", 0
    bounds = IntegerVar(lb=[1] * len(free), ub=[board.size] * len(free))
    problem = {"obj_func": cost, "bounds": bounds, "minmax": "min", "log_to": None}
    stop = {"max_fe": min(board.most, 10**9), "max_time": min(board.seconds, 1e6), "max_early_stop": 100}
    PSO.OriginalPSO(epoch=100_000, pop_size=POPULATION).solve(problem, termination=stop, seed=board.seed % 2**32)
    return best or ("limit" if board.late or nodes + POPULATION > board.most else "stuck"), nodes


serve("mealpy PSO", solve)
