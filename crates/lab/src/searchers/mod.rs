//! The registry of methods: a file each, and its line here.

mod annealing_r0;
mod auto;
mod bits;
mod box_descent;
mod dfs_box;
mod dfs_column;
mod dfs_mrv;
mod dfs_random;
mod dfs_row;
mod exact;
mod exact_cover;
mod hill_climbing;
mod learning;
mod naive;
mod norvig;
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
    &hill_climbing::ENTRY,
    &annealing_r0::ENTRY,
    &box_descent::ENTRY,
    &auto::ENTRY,
    &bits::ENTRY,
    &exact_cover::ENTRY,
    &learning::ENTRY,
    #[cfg(feature = "sat")]
    &sat::ENTRY,
    &naive::ENTRY,
];
