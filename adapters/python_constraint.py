"""python-constraint: all-different constraints, its default backtracking solver. It counts nothing."""
# requires: python-constraint==1.4.0
from constraint import AllDifferentConstraint, Problem

from lab import serve


def solve(board):
    problem = Problem()
    for cell, digit in enumerate(board.cells):
        problem.addVariable(cell, [digit] if digit else list(range(1, board.size + 1)))
    for house in board.houses():
        problem.addConstraint(AllDifferentConstraint(), house)
    found = problem.getSolution()
    return ("none" if found is None else [found[cell] for cell in range(len(board.cells))]), None


serve("python-constraint", solve)
