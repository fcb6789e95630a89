//! Moves many puzzles at once into and out of lanes, by passes over the cells.

use super::{Search, Sink, all};
use crate::layout::{Row, each_bit};
use crate::machine::Machine;
use crate::puzzles::Puzzles;
use crate::transpose::one_by_one;

/// The cells of puzzles side by side, as in a grid.
#[repr(C, align(64))]
struct Cells<const L: usize>([Row<L>; 81]);

/// Buffers for puzzles on their way into lanes and for solved puzzles on their way out. Both ways
/// are faster for many puzzles at once.
pub(super) struct Exchange<const L: usize> {
    /// The next puzzles, in the lanes `taken..queued`.
    queue: Cells<L>,
    pub(super) taken: usize,
    pub(super) queued: usize,
    /// Puzzles that ended with their first solution, the only one wanted.
    solved: Cells<L>,
    /// Number of lanes of `solved` that have been written.
    collected: usize,
    /// Lane, puzzle and nodes of those among them that count.
    finished: Vec<(usize, usize, u64)>,
    /// Puzzles on either way, one byte per cell.
    bytes: [[u8; L]; 81],
}

impl<const L: usize> Exchange<L> {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            queue: Cells([Row::ZERO; 81]),
            taken: 0,
            queued: 0,
            solved: Cells([Row::ZERO; 81]),
            collected: 0,
            finished: Vec::with_capacity(L),
            bytes: [[0; L]; 81],
        })
    }
}

impl<const L: usize, M: Machine<L>, S: Sink + ?Sized> Search<'_, L, M, S> {
    /// Minimum number of lanes for which one pass over the cells is faster than handling each lane
    /// separately. Hard puzzles rarely reach it.
    pub(super) const SEVERAL: usize = L / 8;

    /// Does what `fill` does, through the queue, until there are no more puzzles.
    #[inline(never)]
    pub(super) fn fill_together(&mut self, puzzles: impl Puzzles) {
        let Some(mut exchange) = self.exchange.take() else { return };
        let (mut admitted, mut from) = (0, [0; L]);
        let admit = |search: &mut Self, exchange: &Exchange<L>, from: &[u8; L], lanes| {
            if lanes != 0 {
                search.machine.admit(&mut search.grid.cells, &exchange.queue.0, from, lanes);
            }
        };
        self.resume_idle();
        for lane in each_bit(all::<L>() & !self.busy) {
            if self.started == puzzles.count() {
                break;
            }
            if exchange.taken == exchange.queued {
                admit(self, &exchange, &from, std::mem::take(&mut admitted));
                let Exchange { queue, bytes, .. } = &mut *exchange;
                let queued = puzzles.load_next(self.machine, self.started, bytes, &mut queue.0);
                exchange.queued = queued;
                exchange.taken = 0;
            }
            from[lane] = exchange.taken as u8;
            exchange.taken += 1;
            admitted |= 1 << lane;
            self.start(lane);
        }
        admit(self, &exchange, &from, admitted);
        self.bring_back();
        self.exchange = Some(exchange);
    }

    /// Does what `solved` does for several lanes, if one solution is wanted. Final solutions are
    /// collected and reported later, by whole vectors.
    #[inline(never)]
    pub(super) fn solved_together(&mut self, lanes: u32) {
        let Some(mut exchange) = self.exchange.take() else { return };
        let count = lanes.count_ones() as usize;
        if exchange.collected + count > L {
            self.hand_over(&mut exchange);
        }
        let first = exchange.collected;
        exchange.collected += count;
        let mut from = [0; L];
        for (slot, lane) in (first..).zip(each_bit(lanes)) {
            from[slot] = lane as u8;
        }
        let slots = (all::<L>() >> (L - count)) << first;
        let kept = &mut exchange.solved.0;
        let several = self.machine.collect(&self.grid.cells, kept, &from, slots);
        for (slot, lane) in (first..).zip(each_bit(lanes)) {
            if (self.busy & !self.fresh) >> lane & 1 == 0 {
                continue;
            }
            // All chutes are settled, but a cell has several candidates, as in `solved`.
            if several >> lane & 1 == 1 {
                self.close(lane);
                continue;
            }
            let entry = self.entry_of[lane];
            if self.entries[usize::from(self.entries[entry as usize].job)].next != entry {
                self.solved_out_of_order(lane);
                continue;
            }
            let job = usize::from(self.entries[entry as usize].job);
            self.jobs[job].visited += 1;
            let nodes = self.jobs[job].nodes + self.entries[entry as usize].nodes + 1;
            exchange.finished.push((slot, self.jobs[job].puzzle, nodes));
            self.drop_all(job);
            self.finish(job);
        }
        self.exchange = Some(exchange);
    }

    /// Handles a solution that an earlier part of the tree may precede. With one solution wanted,
    /// this is rare.
    #[cold]
    fn solved_out_of_order(&mut self, lane: usize) {
        self.solved(lane);
    }

    /// Reports the collected solutions.
    #[inline(never)]
    fn hand_over(&mut self, exchange: &mut Exchange<L>) {
        self.machine.write(&exchange.solved.0, &mut exchange.bytes);
        let mut finished = exchange.finished.drain(..).peekable();
        for lane in (0..exchange.collected).step_by(8) {
            let eight = one_by_one(&exchange.bytes, lane);
            while let Some((slot, puzzle, nodes)) = finished.next_if(|&(slot, ..)| slot < lane + 8)
            {
                let flow = self.sink.solution(puzzle, 0, &eight[slot - lane]);
                self.sink.done(puzzle, 1, flow.is_continue(), nodes);
            }
        }
        exchange.collected = 0;
    }

    /// Reports the remaining collected solutions at the end.
    pub(super) fn hand_over_last(&mut self) {
        if let Some(mut exchange) = self.exchange.take() {
            self.hand_over(&mut exchange);
        }
    }
}
