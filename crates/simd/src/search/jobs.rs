//! What happens to a puzzle of the batch as a whole: its nodes are counted, its solutions reported,
//! and what is left of it is discarded.

use super::{Entry, Job, Place, Search, Sink, all};
use crate::layout::each_bit;
use crate::machine::Machine;

/// After this number of nodes, it does not matter any more how earlier puzzles were searched.
pub(super) const LONG_AGO: u64 = 256;

impl<const L: usize, M: Machine<L>, S: Sink + ?Sized> Search<'_, L, M, S> {
    /// Discards the entries after the last solution wanted.
    pub(super) fn discard_surplus(&mut self, job: usize) {
        let mut wanted = self.task.limit - self.jobs[job].count;
        let mut entry = self.entries[job].next;
        while entry != job as u32 {
            let Entry { next, place, .. } = self.entries[entry as usize];
            if wanted == 0 {
                self.discard(entry);
            } else if let Place::Solution(_) = place {
                wanted -= 1;
            }
            entry = next;
        }
        if wanted == 0 {
            self.entries[job].nodes = 0;
        }
    }

    /// Counts a visited node and enforces the node limit.
    #[inline(always)]
    pub(super) fn count_node(&mut self, job: usize) {
        self.jobs[job].visited += 1;
        if self.jobs[job].visited >= self.task.max_nodes {
            self.enforce_max_nodes(job);
        }
    }

    /// Discards entries that a depth-first search would not reach: the number of nodes before an
    /// entry can only grow.
    #[cold]
    pub(super) fn enforce_max_nodes(&mut self, job: usize) {
        let mut nodes = self.jobs[job].nodes;
        let mut entry = self.entries[job].next;
        while entry != job as u32 {
            let Entry { next, place, nodes: own, .. } = self.entries[entry as usize];
            nodes += own;
            let beyond = if let Place::Solution(_) = place {
                nodes > self.task.max_nodes
            } else {
                nodes >= self.task.max_nodes
            };
            if beyond {
                self.jobs[job].cut = true;
                self.discard(entry);
            }
            entry = next;
        }
    }

    /// Removes an entry that will not count.
    #[inline(always)]
    pub(super) fn discard(&mut self, entry: u32) {
        let Entry { job, place, .. } = self.entries[entry as usize];
        let job = usize::from(job);
        match place {
            Place::Lane(lane) => {
                self.busy &= !(1 << lane);
                self.paths.end_probe(lane.into());
                if self.pending >> lane & 1 == 1 {
                    self.drop_pending(usize::from(lane));
                }
                self.jobs[job].dropped += 1;
            }
            Place::Idle => self.idle.retain(|&idle| idle != entry),
            Place::Solution(column) => {
                self.shelves.clear_column(column);
                self.jobs[job].waiting -= 1;
                self.waiting -= 1;
            }
            Place::Nowhere => {}
        }
        self.drop_stack(entry);
        self.unlink(entry);
    }

    /// Removes an entry from its ring and adds its nodes to the next entry.
    #[inline(always)]
    pub(super) fn unlink(&mut self, entry: u32) {
        let Entry { previous, next, nodes, .. } = self.entries[entry as usize];
        self.entries[next as usize].nodes += nodes;
        self.entries[next as usize].previous = previous;
        self.entries[previous as usize].next = next;
        self.entries[entry as usize].next = self.free_entry;
        self.free_entry = entry;
    }

    /// Reports solutions that have become final and ends the job if it is complete.
    pub(super) fn settle(&mut self, job: usize) {
        loop {
            let first = self.entries[job].next;
            if first == job as u32 {
                let Job { puzzle, count, cut, .. } = self.jobs[job];
                let nodes = self.jobs[job].nodes + self.entries[job].nodes;
                let decided = !cut && nodes <= self.task.max_nodes;
                self.finish(job);
                self.sink.done(puzzle, count, decided, nodes.min(self.task.max_nodes));
                return;
            }
            let Place::Solution(column) = self.entries[first as usize].place else { return };
            self.entries[first as usize].place = Place::Nowhere;
            self.jobs[job].waiting -= 1;
            self.waiting -= 1;
            let digits = self.shelves.take_solution(column);
            if !self.report(job, &digits) {
                return;
            }
            self.unlink(first);
        }
    }

    /// Reports a solution of the first entry of a ring. Returns whether the job continues.
    pub(super) fn report(&mut self, job: usize, digits: &[u8; 81]) -> bool {
        let first = self.entries[job].next as usize;
        self.jobs[job].nodes += std::mem::take(&mut self.entries[first].nodes);
        let Job { puzzle, count, nodes, .. } = self.jobs[job];
        self.jobs[job].count = count + 1;
        let flow = self.sink.solution(puzzle, count, digits);
        if flow.is_continue() && count + 1 != self.task.limit {
            return true;
        }
        self.drop_all(job);
        self.finish(job);
        self.sink.done(puzzle, count + 1, flow.is_continue(), nodes);
        false
    }

    pub(super) fn drop_all(&mut self, job: usize) {
        while self.entries[job].next != job as u32 {
            self.discard(self.entries[job].next);
        }
    }

    #[inline(always)]
    pub(super) fn finish(&mut self, job: usize) {
        let Job { visited, dropped, .. } = self.jobs[job];
        self.tally.nodes += visited;
        self.tally.puzzles += 1;
        self.free_jobs |= 1 << job;
        // A subtree that is discarded costs several nodes: it is parked for nothing, and if lanes
        // share, they also work on it until the puzzle ends. Roots say nothing about other puzzles.
        let nodes =
            visited.saturating_sub(1).min(LONG_AGO) as i64 - 4 * dropped.min(LONG_AGO) as i64;
        self.thorough = (self.thorough + nodes).clamp(-(LONG_AGO as i64), LONG_AGO as i64);
    }

    /// Ends all jobs as undecided, with the solutions and nodes that are final.
    pub(super) fn abandon(&mut self) {
        for job in each_bit(all::<L>() & !self.free_jobs) {
            let Job { puzzle, nodes, count, .. } = self.jobs[job];
            self.drop_all(job);
            self.finish(job);
            self.sink.done(puzzle, count, false, nodes);
        }
    }
}
