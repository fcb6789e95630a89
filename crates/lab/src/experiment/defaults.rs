//! What is compared when nothing is said.

use crate::registry::Configuration;

/// The methods of a comparison for which none are named: those of report R0, the depth-first ones
/// of R2 and R3, the repaired ones that came out of the reports, and what is strong.
const METHODS: &str = "\
    norvig; dfs-column; dfs-column:digits=descending; dfs-row; dfs-row:digits=descending; \
    dfs-box; dfs-box:digits=descending; dfs-random; dfs-mrv; rbfs; elimination-best-first; \
    hill-climbing; hill-climbing-restarts; annealing-r0; box-descent; annealing; tabu; \
    ant-colony; cross-entropy; exact-cover; bits; auto";

/// The limit on nodes of a run for which no budget is named: on nodes, so that the results are
/// the same on every machine; small, so that a hundred puzzles take seconds.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// The methods that are compared when none are named.
pub fn default_methods() -> Vec<Configuration> {
    Configuration::parse_list(METHODS).expect("the default methods are registered")
}
