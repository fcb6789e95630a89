//! What is compared when nothing is said.

use crate::registry::Method;

/// The methods of a comparison for which none are named: those of report R0, the depth-first ones of R2
/// and R3, and two exact solvers to measure them by.
const METHODS: &str = "\
    norvig; dfs-column; dfs-column:digits=descending; dfs-row; dfs-row:digits=descending; \
    dfs-box; dfs-box:digits=descending; dfs-random; dfs-mrv; hill-climbing; annealing-r0; \
    box-descent; exact-cover; bits";

/// The limit on nodes of a run for which no budget is named: on nodes, so that the results are
/// the same on every machine; small, so that a hundred puzzles take seconds.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// The methods that are compared when none are named.
pub fn default_methods() -> Vec<Method> {
    Method::parse_list(METHODS).expect("the default methods are registered")
}
