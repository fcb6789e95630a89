"""OR-Tools CP-SAT: all-different constraints, its default search. Nodes are its conflicts."""
# requires: ortools==9.15.6755
from ortools.sat.python import cp_model

from lab import serve


def solve(board):
    model = cp_model.CpModel()
    cells = [model.new_int_var(d or 1, d or board.size, str(i)) for i, d in enumerate(board.cells)]
    for house in board.houses():
        model.add_all_different([cells[i] for i in house])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = board.seed % 2**31
    solver.parameters.max_time_in_seconds = board.seconds
    solver.parameters.max_number_of_conflicts = min(board.nodes, 2**62)
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return [solver.value(cell) for cell in cells], solver.num_conflicts
    return "none" if status == cp_model.INFEASIBLE else "limit", solver.num_conflicts


serve("OR-Tools CP-SAT", solve)
