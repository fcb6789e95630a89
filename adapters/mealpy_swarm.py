"""mealpy: its particle swarm over the digits of the empty cells. Nodes are evaluations."""
# requires: mealpy==3.0.2
from lab import serve
from mealpy import PSO, IntegerVar

POPULATION = 50


def solve(board):
    def minimize(cells, cost, _):
        bounds = IntegerVar(lb=[1] * len(cells), ub=[board.size] * len(cells))
        problem = {"obj_func": cost, "bounds": bounds, "minmax": "min", "log_to": None}
        most = min(board.most - POPULATION, 10**9)  # it ends with a generation
        stop = {"max_fe": most, "max_time": min(board.seconds, 1e6), "max_early_stop": 100}
        swarm = PSO.OriginalPSO(epoch=100_000, pop_size=POPULATION)
        swarm.solve(problem, termination=stop, seed=board.seed % 2**32)

    return board.search(minimize, POPULATION)


serve("mealpy PSO", solve)
