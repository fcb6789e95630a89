//! The algorithms, and the list of them: one line here for each.
//!
//! A new algorithm is a file with an [`Entry`] and a line in [`ENTRIES`]; help, tables, pages and
//! the conformance tests follow from that.

mod a_star;
mod annealing;
mod annealing_lewis;
mod annealing_r0;
mod annealing_r4;
mod ant_colony;
mod bee_colony;
mod belief_propagation;
mod box_descent;
mod clauses;
mod cp;
mod cross_entropy;
mod cross_entropy_cell;
mod cross_entropy_multinomial;
mod dfs;
mod dfs_graph;
mod difference_map;
mod dsatur;
mod elimination;
mod elimination_original;
mod exact;
mod genetic;
mod genetic_rows;
mod gibbs;
mod given_swaps;
mod great_deluge;
mod greedy;
mod greedy_conflicts_original;
mod greedy_original;
mod harmony_search;
mod hill_climbing;
mod hill_climbing_r2_original;
mod hill_climbing_r3_original;
mod hill_climbing_restarts;
mod hill_climbing_super;
mod ils_cp;
mod iterated_greedy;
mod late_acceptance;
mod lp;
mod memetic;
mod norvig;
mod open_candidates;
mod particle_swarm;
mod permutations;
mod rbfs;
mod rbfs_original;
mod sat_dynamics;
mod sinkhorn;
mod survey_propagation;
mod swap_walk;
mod tabu;
mod tabucol;
mod weighted;

use crate::registry::{Configuration, Entry, NameError, Registry};

/// All algorithms, in the order of lists and tables.
pub const ENTRIES: &[&Entry] = &[
    &norvig::ENTRY,
    &dfs::COLUMN,
    &dfs::ROW,
    &dfs::BOX,
    &dfs::RANDOM,
    &dfs::MRV,
    &dfs_graph::ROW,
    &dfs_graph::RANDOM,
    &dfs_graph::SORTED,
    &dsatur::ENTRY,
    &cp::FORWARD_CHECKING,
    &cp::MAC,
    &cp::MAC_WEIGHTS,
    &cp::ALL_DIFFERENT,
    &cp::RESTARTING,
    &cp::DISCREPANCIES,
    &lp::BRANCH_AND_BOUND,
    &greedy::MOST_CONSTRAINED,
    &greedy::NON_INFERABLE,
    &greedy::REMAINING,
    &greedy::CONFLICTS,
    &greedy_original::MOST_CONSTRAINED,
    &greedy_original::NON_INFERABLE,
    &greedy_original::REMAINING,
    &greedy_conflicts_original::ENTRY,
    &a_star::ENTRY,
    &rbfs::ENTRY,
    &rbfs_original::ENTRY,
    &elimination::DFS,
    &elimination::BEST_FIRST,
    &elimination::PRIMES,
    &elimination_original::DFS,
    &elimination_original::BEST_FIRST,
    &hill_climbing::ENTRY,
    &hill_climbing_r2_original::SINGLE,
    &hill_climbing_r3_original::ENTRY,
    &hill_climbing_super::ENTRY,
    &hill_climbing_r2_original::SUPER,
    &hill_climbing_restarts::ENTRY,
    &annealing_r0::ENTRY,
    &annealing_r4::ENTRY,
    &annealing_lewis::ENTRY,
    &annealing::ENTRY,
    &late_acceptance::ENTRY,
    &great_deluge::ENTRY,
    &box_descent::ENTRY,
    &tabu::ENTRY,
    &tabucol::ENTRY,
    &ils_cp::ENTRY,
    &iterated_greedy::ENTRY,
    &ant_colony::ENTRY,
    &lp::ROUNDING,
    &genetic::ENTRY,
    &genetic_rows::ENTRY,
    &memetic::ENTRY,
    &particle_swarm::ENTRY,
    &bee_colony::ENTRY,
    &harmony_search::ENTRY,
    &belief_propagation::ENTRY,
    &survey_propagation::ENTRY,
    &sinkhorn::ENTRY,
    &difference_map::ENTRY,
    &sat_dynamics::ENTRY,
    &gibbs::ENTRY,
    &cross_entropy_multinomial::ENTRY,
    &cross_entropy_cell::ENTRY,
    &cross_entropy::ENTRY,
    &exact::AUTO,
    &exact::KERNEL,
    &exact::BITS,
    &exact::EXACT_COVER,
    &exact::LEARNING,
    #[cfg(feature = "sat")]
    &exact::SAT,
    &exact::NAIVE,
];

impl Default for Registry {
    fn default() -> Self {
        Self::of(ENTRIES)
    }
}

impl Configuration {
    /// Parses the name of a configuration of an algorithm of the lab, `id` or `id:key=value,key=value`.
    /// A [`Registry`] with other algorithms parses their names.
    ///
    /// # Errors
    /// When there is no such algorithm, or a parameter is invalid.
    ///
    /// ```
    /// use quadrille_lab::Configuration;
    ///
    /// // Parameters that have their defaults are not part of the name.
    /// assert_eq!(Configuration::parse("tabu:start=propagated")?.to_string(), "tabu");
    /// assert!(
    ///     Configuration::parse("tabuu").is_err_and(|error| error.to_string().contains("tabu"))
    /// );
    /// # Ok::<(), quadrille_lab::registry::NameError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, NameError> {
        Registry::default().parse(text)
    }

    /// Parses a [list of names](Registry::parse_list) of algorithms of the lab.
    ///
    /// # Errors
    /// When a name is invalid, or two names stand for the same configuration.
    ///
    /// ```
    /// use quadrille_lab::Configuration;
    ///
    /// assert_eq!(Configuration::parse_list("tabu:start=givens;naive")?.len(), 2);
    /// # Ok::<(), quadrille_lab::registry::NameError>(())
    /// ```
    pub fn parse_list(text: &str) -> Result<Vec<Self>, NameError> {
        Registry::default().parse_list(text)
    }
}
