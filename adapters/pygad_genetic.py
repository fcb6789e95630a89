"""PyGAD: a genetic algorithm over the digits of the empty cells, with its default operators. Nodes are
evaluations."""
# requires: pygad==3.9.2
import pygad

from lab import serve

POPULATION = 100


def solve(board):
    def minimize(cells, cost, over):
        pygad.GA(
            num_generations=10**9, num_parents_mating=POPULATION // 2, sol_per_pop=POPULATION, num_genes=len(cells),
            gene_type=int, gene_space=list(range(1, board.size + 1)), keep_elitism=1, mutation_num_genes=1,
            fitness_func=lambda _, genes, __: -cost(genes), parent_selection_type="tournament",
            on_generation=lambda _: "stop" if over() else None, random_seed=board.seed % 2**32,
            stop_criteria="saturate_100", suppress_warnings=True,
        ).run()

    return board.search(minimize, POPULATION)


serve("PyGAD", solve)
