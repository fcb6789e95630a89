"""PyGAD: a genetic algorithm over the digits of the empty cells, with its default operators. Nodes are
evaluations."""
# requires: pygad==3.9.2
import pygad

from lab import serve

POPULATION = 100


def solve(board):
    free = [cell for cell, digit in enumerate(board.cells) if not digit]
    nodes, best = 0, None

    def fitness(_, genes, __):
        nonlocal nodes, best
        nodes += 1
        cells = list(board.cells)
        for cell, digit in zip(free, genes):
            cells[cell] = int(digit)
        cost = board.conflicts(cells)
        best = cells if cost == 0 else best
        return -cost

    def after(_):
        return "stop" if best or board.late or nodes + POPULATION > board.most else None

    if not free:
        return board.cells, 0
    if board.most < 2 * POPULATION:
        return "limit", 0
    pygad.GA(
        num_generations=10**9, num_parents_mating=POPULATION // 2, sol_per_pop=POPULATION, num_genes=len(free),
        gene_type=int, gene_space=list(range(1, board.size + 1)), fitness_func=fitness, keep_elitism=1,
        parent_selection_type="tournament", mutation_num_genes=1, on_generation=after, random_seed=board.seed % 2**32,
        stop_criteria="saturate_100", suppress_warnings=True,
    ).run()
    return best or ("limit" if after(None) else "stuck"), nodes


serve("PyGAD", solve)
