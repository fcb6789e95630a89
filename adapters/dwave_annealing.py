"""Simulated annealing of D-Wave's samplers on the board as a QUBO: one bit for each choice, each group a
squared penalty. Nodes are sweeps."""
# requires: dwave-samplers==1.8.0
from itertools import combinations

import dimod
from dwave.samplers import SimulatedAnnealingSampler
from lab import serve

SWEEPS = 1000


def solve(board):
    taken = {}
    for house in board.houses():
        for cell in house:
            taken.setdefault(cell, set()).update(board.cells[c] for c in house)
    digits = range(1, board.size + 1)
    free = {(c, d) for c, digit in enumerate(board.cells) if not digit for d in digits if d not in taken[c]}
    model = dimod.BinaryQuadraticModel("BINARY")
    for group in board.choices():
        bits = [choice for choice in group if choice in free]
        for bit in bits:
            model.add_linear(bit, -1)
        for a, b in combinations(bits, 2):
            model.add_quadratic(a, b, 2)
    if not free:
        return board.cells, 0
    sampler, nodes, seed = SimulatedAnnealingSampler(), 0, board.seed % 2**31
    while nodes + SWEEPS <= board.most and not board.late:
        found = sampler.sample(model, num_reads=1, num_sweeps=SWEEPS, seed=seed).first.sample
        nodes, seed = nodes + SWEEPS, (seed + 1) % 2**31
        cells = list(board.cells)
        for (cell, digit), bit in found.items():
            if bit:
                cells[cell] = digit
        if all(cells) and board.conflicts(cells) == 0:
            return cells, nodes
    return "limit", nodes


serve("D-Wave simulated annealing", solve)
