//! Chains after HoDoKu by Bernhard Hobiger, which follows Trebor's tables: each candidate is assumed
//! to be true and to be false, and a table lists what follows.
//!
//! The order of the consequences in a table and the choice among what the tables show are HoDoKu's,
//! so that solution paths and scores are the same; the structure is our own. [`graph`] holds the
//! links, [`table`] the consequences of an assumption, and [`reach`] tells without chains what
//! follows from what, so that few tables have to be filled in.

mod codes;
mod evidence;
mod facts;
mod forcing;
mod graph;
mod groups;
mod loops;
mod net;
mod outcomes;
mod propagate;
mod reach;
mod rules;
mod search;
mod singles;
mod table;
mod tables;
mod trace;

use std::ops::ControlFlow;

use self::forcing::Wants;
use self::search::Scratch;
use super::grid::LogicGrid;
use super::technique::{Kind, Sink};

/// The kinds of loops and AICs without groups, in the order of [`loops::Shape`].
pub(super) const KINDS: [Kind; 3] = [
    Kind { id: "continuous-nice-loop", title: "Continuous nice loop" },
    Kind { id: "discontinuous-nice-loop", title: "Discontinuous nice loop" },
    Kind { id: "aic", title: "AIC" },
];

/// The kinds of loops and AICs with groups.
pub(super) const GROUPED_KINDS: [Kind; 3] = [
    Kind { id: "grouped-continuous-nice-loop", title: "Grouped continuous nice loop" },
    Kind { id: "grouped-discontinuous-nice-loop", title: "Grouped discontinuous nice loop" },
    Kind { id: "grouped-aic", title: "Grouped AIC" },
];

/// The kinds of forcing chains, in the order of [`outcomes::Way`].
pub(super) const FORCING_CHAIN_KINDS: [Kind; 2] = [
    Kind { id: "forcing-chain-contradiction", title: "Forcing chain contradiction" },
    Kind { id: "forcing-chain-verity", title: "Forcing chain verity" },
];

/// The kinds of forcing nets, in the order of [`outcomes::Way`].
pub(super) const FORCING_NET_KINDS: [Kind; 2] = [
    Kind { id: "forcing-net-contradiction", title: "Forcing net contradiction" },
    Kind { id: "forcing-net-verity", title: "Forcing net verity" },
];

/// Reports forcing chains.
pub(super) fn find_forcing_chains(grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    let wants = Wants { all: sink.wants_all(), evidence: sink.wants_evidence() };
    let deductions = {
        let (scratch, poll) = sink.memory::<forcing::Scratch>();
        scratch.chains(grid, wants, poll)?
    };
    deductions.into_iter().try_for_each(|deduction| sink.take(deduction))
}

/// Reports forcing nets.
pub(super) fn find_forcing_nets(grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    let wants = Wants { all: sink.wants_all(), evidence: sink.wants_evidence() };
    let deductions = {
        let (scratch, poll) = sink.memory::<forcing::Scratch>();
        scratch.nets(grid, wants, poll)?
    };
    deductions.into_iter().try_for_each(|deduction| sink.take(deduction))
}

/// Reports nice loops and AICs, with or without groups.
pub(super) fn find_loops(
    grouped: bool,
    grid: &LogicGrid,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let (wants_all, wants_evidence) = (sink.wants_all(), sink.wants_evidence());
    let deductions: Vec<_> = {
        let (scratch, poll) = sink.memory::<Scratch>();
        let steps = scratch.loops(grid, grouped, wants_all, wants_evidence, poll)?;
        steps.iter().map(|step| step.deduction(&scratch.graph, wants_evidence)).collect()
    };
    deductions.into_iter().try_for_each(|deduction| sink.take(deduction))
}
