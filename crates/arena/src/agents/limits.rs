//! What our own players may spend on a move, from their parameters, the game's clock and the run.

use std::time::Duration;

use quadrille_engine::{Meter, Stop};
use quadrille_lab::registry::{Kind, Parameter, Parameters, Value};

use super::blocks::NodeBlocks;
use crate::game::GameState;

pub(super) const MS: Parameter = Parameter {
    name: "ms",
    kind: Kind::Integer(0, 3_600_000),
    default: Value::Integer(0),
    help: "milliseconds of processor time for a move; 0: as much as the game's clock allows",
};

pub(super) const NODES: Parameter = Parameter {
    name: "nodes",
    kind: Kind::Integer(0, 1_000_000_000_000),
    default: Value::Integer(0),
    help: "nodes for a move; 0: no limit, or 200000 where nothing else limits them",
};

/// Nodes for a move where nothing says otherwise: some tens of milliseconds, and the same game
/// again everywhere.
const DEFAULT_NODES: u64 = 200_000;

/// The limits of a player.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    ms: Option<Duration>,
    nodes: Option<u64>,
}

/// The limits of a move.
pub(super) struct Deadline {
    /// By the thread's processor time.
    cpu: Option<Duration>,
    /// By the run's wall time.
    wall: Option<Duration>,
    nodes: Option<u64>,
}

impl Limits {
    pub(super) fn of(parameters: &Parameters) -> Self {
        let positive = |name| u64::try_from(parameters.integer(name)).ok().filter(|&n| n > 0);
        Self { ms: positive("ms").map(Duration::from_millis), nodes: positive("nodes") }
    }

    /// The limits of the next move.
    ///
    /// Of a game's time a move gets an equal part of what the moves to come may need, after a
    /// reserve for what the clock counts and we do not.
    pub(super) fn start(self, state: &GameState, meter: &Meter<'_>) -> Deadline {
        let wall = meter.limits().time.map(|left| {
            let live = state.board().legal_by_cell().iter().filter(|set| !set.is_empty()).count();
            let moves = (live / 2 + 2) as u32;
            left.saturating_sub(left / 20).saturating_sub(Duration::from_millis(5)) / moves
        });
        let limited = self.ms.is_some() || wall.is_some() || meter.limits().nodes.is_some();
        Deadline {
            cpu: self.ms.map(|ms| meter.cpu() + ms),
            wall,
            nodes: self.nodes.or((!limited).then_some(DEFAULT_NODES)),
        }
    }
}

impl Deadline {
    /// Never.
    pub(super) fn none() -> Self {
        Self { cpu: None, wall: None, nodes: None }
    }

    /// Nodes that the player's own limit leaves.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// To be asked now and then.
    pub(super) fn check(&self, blocks: &mut NodeBlocks<'_, '_>) -> Result<(), Stop> {
        let meter = blocks.meter();
        if self.cpu.is_some_and(|limit| meter.cpu() >= limit)
            || self.wall.is_some_and(|limit| meter.elapsed() >= limit)
        {
            return Err(Stop::Time);
        }
        Ok(())
    }
}
