//! The registry of methods: a file each, and its line here.

mod a_star;
mod annealing_r0;
mod auto;
mod bits;
mod box_descent;
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
mod greedy;
mod greedy_original;
mod hill_climbing;
mod kernel;
mod learning;
mod naive;
mod norvig;
mod rbfs;
mod rbfs_original;
#[cfg(feature = "sat")]
mod sat;

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
    &annealing_r0::ENTRY,
    &box_descent::ENTRY,
    &auto::ENTRY,
    &kernel::ENTRY,
    &bits::ENTRY,
    &exact_cover::ENTRY,
    &learning::ENTRY,
    #[cfg(feature = "sat")]
    &sat::ENTRY,
    &naive::ENTRY,
];
