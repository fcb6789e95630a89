//! How much work an agent may spend on a move: its parameters, the game's clock and the meter.

use std::time::Duration;

use quadrille_core::{Meter, Reserved, Stop};
use quadrille_lab::registry::{Key, Parameters};

use crate::agent::NODE;
use crate::game::GameState;

pub(super) const MS: Key<i64> = Key::integer(
    "ms",
    0..=3_600_000,
    0,
    "milliseconds of processor time for each move; 0: as much as the game's clock allows",
);

pub(super) const NODES: Key<i64> = Key::integer(
    "nodes",
    0..=1_000_000_000_000,
    0,
    "nodes for each move; 0: no limit, or 200000 if nothing else limits the move",
);

/// Nodes for a move if nothing else limits it: some tens of milliseconds, and the same game on
/// every machine.
const DEFAULT_NODES: u64 = 200_000;

/// The limits of an agent for each of its moves, from its parameters.
#[derive(Clone, Copy)]
pub(super) struct MoveLimits {
    cpu: Option<Duration>,
    nodes: Option<u64>,
}

impl MoveLimits {
    pub(super) fn of(parameters: &Parameters) -> Self {
        let positive = |key| u64::try_from(parameters.get(key)).ok().filter(|&n| n > 0);
        Self { cpu: positive(&MS).map(Duration::from_millis), nodes: positive(&NODES) }
    }

    /// Starts counting the next move.
    ///
    /// A move gets an equal share of the time left for the moves that may follow, after a reserve
    /// for what the game's clock counts and the agent does not.
    pub(super) fn start<'m, 'a>(
        self,
        state: &GameState,
        meter: &'m mut Meter<'a>,
    ) -> MoveMeter<'m, 'a> {
        let wall = meter.limits().time.map(|left| {
            let live = state.board().legal_by_cell().iter().filter(|set| !set.is_empty()).count();
            let reserved = |time: Duration| {
                time.saturating_sub(time / 20).saturating_sub(Duration::from_millis(5))
            };
            let clock = &state.rules().clock;
            let Some(base) = clock.per_game else { return reserved(left) };
            // `left` may be what a move may take; then the game's share is that of its beginning.
            let (all, moves) = match clock.per_move {
                Some(per_move) if left >= per_move => (base, state.board().legal_by_cell().len()),
                _ => (left, live),
            };
            let share = reserved(all) / (moves / 2 + 2) as u32;
            share.saturating_add(clock.increment).min(reserved(left))
        });
        // Without a clock, the time that a shell allows is a cap, and no time to think.
        let clock = &state.rules().clock;
        let is_timed = wall.is_some() && (clock.per_game.is_some() || clock.per_move.is_some());
        let limited = self.cpu.is_some() || is_timed || meter.limits().nodes.is_some();
        let cpu = self.cpu.map(|cpu| meter.cpu() + cpu);
        let nodes = self.nodes.or((!limited).then_some(DEFAULT_NODES));
        let began = Began { cpu: meter.cpu(), wall: meter.elapsed(), own: nodes };
        MoveMeter { wall, cpu, own: nodes.unwrap_or(u64::MAX), began, ..MoveMeter::new(meter) }
    }
}

/// Counts the nodes of one move and checks the agent's own limits besides those of the meter.
///
/// Nodes are reserved from the meter in blocks. Dropping this gives back the rest, so the count of
/// the meter is exact.
pub(crate) struct MoveMeter<'m, 'a> {
    reserved: Reserved<'m, 'a>,
    /// How many more nodes may be reserved by the agent's own limit.
    own: u64,
    /// When to stop, by the thread's processor time.
    cpu: Option<Duration>,
    /// When to stop, by the meter's wall time.
    wall: Option<Duration>,
    began: Began,
}

/// What the meter and the agent's own limits said when the move began.
#[derive(Clone, Copy, Default)]
struct Began {
    cpu: Duration,
    wall: Duration,
    own: Option<u64>,
}

impl<'m, 'a> MoveMeter<'m, 'a> {
    const BLOCK: u64 = 512;

    /// Counts a move that only the meter limits.
    pub(crate) fn new(meter: &'m mut Meter<'a>) -> Self {
        let reserved = meter.reserve_blocks(NODE, Self::BLOCK);
        Self { reserved, own: u64::MAX, cpu: None, wall: None, began: Began::default() }
    }

    /// Returns which part of the agent's own limits has been used, from 0 to 1. Reads the clock, as
    /// [`check_time`](Self::check_time) does.
    pub(crate) fn spent(&self) -> f64 {
        let meter = self.reserved.meter();
        let part = |now: Duration, began: Duration, end: Duration| {
            let all = end.saturating_sub(began).as_secs_f64();
            now.saturating_sub(began).as_secs_f64() / all.max(1e-9)
        };
        let Began { cpu, wall, own } = self.began;
        let nodes = own.map_or(0.0, |all| {
            (all - self.own).saturating_sub(self.reserved.left()) as f64 / all as f64
        });
        let cpu = self.cpu.map_or(0.0, |end| part(meter.cpu(), cpu, end));
        let wall = self.wall.map_or(0.0, |end| part(meter.elapsed(), wall, end));
        nodes.max(cpu).max(wall)
    }

    /// Counts that many nodes about to be visited.
    #[inline]
    pub(crate) fn take(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.reserved.left() < nodes {
            self.grow(nodes)?;
        }
        self.reserved.take_many(nodes)
    }

    #[cold]
    fn grow(&mut self, nodes: u64) -> Result<(), Stop> {
        while self.reserved.left() < nodes {
            let wanted = (nodes.max(Self::BLOCK) - self.reserved.left()).min(self.own);
            if wanted == 0 {
                return Err(Stop::Nodes);
            }
            self.own -= self.reserved.grow(wanted)?;
        }
        Ok(())
    }

    /// Checks the agent's own time limits. Reads the clock, so do not call it at every node.
    pub(crate) fn check_time(&self) -> Result<(), Stop> {
        let meter = self.reserved.meter();
        if self.cpu.is_some_and(|limit| meter.cpu() >= limit)
            || self.wall.is_some_and(|limit| meter.elapsed() >= limit)
        {
            return Err(Stop::Time);
        }
        Ok(())
    }
}
