//! What is compared if nothing else is asked for.

use crate::registry::Configuration;

/// The algorithms of report R0, the depth-first searches of R2 and R3, the repaired algorithms that
/// the reports led to, and the strong ones.
const DEFAULT: &str = "\
    norvig; dfs-column; dfs-column:digits=descending; dfs-row; dfs-row:digits=descending; \
    dfs-box; dfs-box:digits=descending; dfs-random; dfs-mrv; rbfs; elimination-best-first; \
    hill-climbing; hill-climbing-restarts; annealing-r0; box-descent; annealing; tabu; \
    ant-colony; cross-entropy; exact-cover; bits; auto";

/// The default limit on nodes of a run. It limits nodes so that results are the same on every
/// machine, and is small enough that a hundred puzzles take seconds.
pub const DEFAULT_NODES: u64 = 1_000_000;

/// Returns the configurations that are compared by default.
///
/// ```
/// use quadrille_lab::experiment::default_configurations;
///
/// assert!(default_configurations().len() > 1);
/// ```
pub fn default_configurations() -> Vec<Configuration> {
    Configuration::parse_list(DEFAULT).expect("the default configurations are registered")
}
