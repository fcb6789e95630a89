"""HiGHS: integer programming on the plain 0-1 model. Nodes are those of its branch and bound."""
# requires: highspy==1.16.0
import highspy

from lab import serve


def solve(board):
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("threads", 1)
    model.setOptionValue("random_seed", board.seed % 2**31)
    if board.seconds < 1e6:
        model.setOptionValue("time_limit", board.seconds)
    if board.nodes < 2**31:
        model.setOptionValue("mip_max_nodes", board.nodes)
    size, cells = board.size, len(board.cells)
    x = [model.addBinary() for _ in range(cells * size)]
    for group in board.choices():
        model.addConstr(sum(x[cell * size + d - 1] for cell, d in group) == 1)
    for cell, d in board.givens():
        model.addConstr(x[cell * size + d - 1] == 1)
    model.run()
    status, nodes = model.getModelStatus(), max(0, model.getInfo().mip_node_count)
    if status == highspy.HighsModelStatus.kOptimal:
        values = model.getSolution().col_value
        return [1 + max(range(size), key=lambda d: values[c * size + d]) for c in range(cells)], nodes
    return "none" if status == highspy.HighsModelStatus.kInfeasible else "limit", nodes


serve("HiGHS", solve)
