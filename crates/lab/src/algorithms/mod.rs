//! The registry of methods: a file each, and its line here.

mod a_star;
mod annealing;
mod annealing_lewis;
mod annealing_r0;
mod annealing_r4;
mod ant_colony;
mod auto;
mod belief_propagation;
mod bits;
mod box_descent;
mod cross_entropy;
mod cross_entropy_cell;
mod cross_entropy_multinomial;
mod dfs_box;
mod dfs_column;
mod dfs_graph;
mod dfs_mrv;
mod dfs_random;
mod dfs_row;
mod elimination;
mod elimination_original;
mod exact;
mod exact_cover;
mod genetic;
mod greedy;
mod greedy_original;
mod hill_climbing;
mod hill_climbing_r2_original;
mod hill_climbing_r3_original;
mod hill_climbing_restarts;
mod hill_climbing_super;
mod ils_cp;
mod kernel;
mod learning;
mod naive;
mod norvig;
mod rbfs;
mod rbfs_original;
#[cfg(feature = "sat")]
mod sat;
mod tabu;

use crate::registry::Entry;

/// All methods, in the order of lists and tables.
pub const ENTRIES: &[&Entry] = &[
    &norvig::ENTRY,
    &dfs_column::ENTRY,
    &dfs_row::ENTRY,
    &dfs_box::ENTRY,
    &dfs_random::ENTRY,
    &dfs_mrv::ENTRY,
    &dfs_graph::ROW,
    &dfs_graph::RANDOM,
    &dfs_graph::SORTED,
    &greedy::MOST_CONSTRAINED,
    &greedy::NON_INFERABLE,
    &greedy::REMAINING,
    &greedy::CONFLICTS,
    &greedy_original::MOST_CONSTRAINED,
    &greedy_original::NON_INFERABLE,
    &greedy_original::REMAINING,
    &greedy_original::CONFLICTS,
    &a_star::ENTRY,
    &rbfs::ENTRY,
    &rbfs_original::ENTRY,
    &elimination::DFS,
    &elimination::BEST_FIRST,
    &elimination::PRIMES,
    &elimination_original::DFS,
    &elimination_original::BEST_FIRST,
    &hill_climbing::ENTRY,
    &hill_climbing_r2_original::ENTRY,
    &hill_climbing_r3_original::ENTRY,
    &hill_climbing_super::ENTRY,
    &hill_climbing_restarts::ENTRY,
    &annealing_r0::ENTRY,
    &annealing_r4::ENTRY,
    &annealing_lewis::ENTRY,
    &annealing::ENTRY,
    &box_descent::ENTRY,
    &tabu::ENTRY,
    &ils_cp::ENTRY,
    &ant_colony::ENTRY,
    &genetic::ENTRY,
    &belief_propagation::ENTRY,
    &cross_entropy_multinomial::ENTRY,
    &cross_entropy_cell::ENTRY,
    &cross_entropy::ENTRY,
    &auto::ENTRY,
    &kernel::ENTRY,
    &bits::ENTRY,
    &exact_cover::ENTRY,
    &learning::ENTRY,
    #[cfg(feature = "sat")]
    &sat::ENTRY,
    &naive::ENTRY,
];
