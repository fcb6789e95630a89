//! Nice loops, AICs, forcing chains and forcing nets, after HoDoKu. The search is in
//! [`tabling`](crate::tabling).

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::grid::LogicGrid;
use crate::tabling::{
    FORCING_CHAIN_KINDS, FORCING_NET_KINDS, GROUPED_KINDS, KINDS, find_forcing_chains,
    find_forcing_nets, find_loops,
};
use crate::technique::{Kind, Sink, Technique};

/// A chain of links that returns to the cell of its first candidate (a nice loop), or that ends at
/// another one (an alternating inference chain, AIC).
///
/// A loop is continuous if every other of its candidates is true. One that is not shows that a
/// candidate of the cell is false, or that all others are. An AIC removes what contradicts both ends,
/// if this is more than one candidate.
pub(super) struct NiceLoop {
    /// Whether candidates of a line and a box make one node. Then only chains with a grouped node
    /// count.
    grouped: bool,
}

pub(super) const NICE_LOOP: NiceLoop = NiceLoop { grouped: false };
pub(super) const GROUPED_NICE_LOOP: NiceLoop = NiceLoop { grouped: true };

impl Technique for NiceLoop {
    fn id(&self) -> &'static str {
        if self.grouped { "grouped-nice-loop" } else { "nice-loop" }
    }

    fn kinds(&self) -> &'static [Kind] {
        if self.grouped { &GROUPED_KINDS } else { &KINDS }
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        find_loops(self.grouped, grid, sink)
    }
}

/// Chains of links, with groups: an assumption that leads to a contradiction, or several
/// assumptions, of which one is true, that lead to the same.
pub(super) struct ForcingChains;

impl Technique for ForcingChains {
    fn id(&self) -> &'static str {
        "tabling-forcing-chains"
    }

    fn kinds(&self) -> &'static [Kind] {
        &FORCING_CHAIN_KINDS
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        find_forcing_chains(grid, sink)
    }
}

/// As [`ForcingChains`], but what a chain says may follow from several of its parts.
pub(super) struct ForcingNets;

impl Technique for ForcingNets {
    fn id(&self) -> &'static str {
        "tabling-forcing-nets"
    }

    fn kinds(&self) -> &'static [Kind] {
        &FORCING_NET_KINDS
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        find_forcing_nets(grid, sink)
    }
}
