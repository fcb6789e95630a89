//! What happens to a puzzle of the batch as a whole: its nodes are counted, its solutions reported,
//! and what is left of it is discarded.

use super::{Entry, Job, Place, Search, Sink, all};
use crate::layout::each_bit;
use crate::machine::Machine;

impl<const L: usize, M: Machine<L>, S: Sink + ?Sized> Search<'_, L, M, S> {
    /// Discards the entries after the last solution wanted.
    pub(super) fn discard_surplus(&mut self, job: usize) {
        let mut wanted = self.task.limit - self.jobs[job].count;
        let mut entry = self.entries[job].next;
        while entry != job as u32 {
            let Entry { next, place, .. } = self.entries[entry as usize];
            if wanted == 0 {
                self.discard(entry);
            } else if place == Place::Solution {
                wanted -= 1;
            }
            entry = next;
        }
        if wanted == 0 {
            self.entries[job].nodes = 0;
        }
    }

    /// Counts a visited node and enforces the node limit.
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
            let beyond = if place == Place::Solution {
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
    pub(super) fn discard(&mut self, entry: u32) {
        let Entry { job, place, .. } = self.entries[entry as usize];
        match place {
            Place::Lane(lane) => self.busy &= !(1 << lane),
            Place::Parked if self.share => self.parked.retain(|&parked| parked != entry),
            Place::Parked | Place::Nowhere => {}
            Place::Solution => self.jobs[usize::from(job)].waiting -= 1,
        }
        self.unlink(entry);
    }

    /// Removes an entry from its ring and adds its nodes to the next entry.
    pub(super) fn unlink(&mut self, entry: u32) {
        let Entry { previous, next, nodes, .. } = self.entries[entry as usize];
        self.entries[next as usize].nodes += nodes;
        self.entries[next as usize].previous = previous;
        self.entries[previous as usize].next = next;
        self.entries[entry as usize].next = self.free_entry;
        self.free_entry = entry;
    }

    /// Reports solutions that have become final and ends the job if it is complete. Otherwise, if
    /// lanes do not share and `lane` is free, gives it the next entry.
    pub(super) fn settle(&mut self, job: usize, lane: usize) {
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
            let place = self.entries[first as usize].place;
            if place != Place::Solution {
                if !self.share && place == Place::Parked && self.busy >> lane & 1 == 0 {
                    self.unpark(first, lane);
                }
                return;
            }
            self.jobs[job].waiting -= 1;
            let digits = self.columns[first as usize - L].0.map(|digit| digit as u8);
            if !self.report(job, &digits) {
                return;
            }
        }
    }

    /// Reports the solution at the head of a ring and removes it. Returns whether the job
    /// continues.
    pub(super) fn report(&mut self, job: usize, digits: &[u8; 81]) -> bool {
        let first = self.entries[job].next;
        self.jobs[job].nodes += self.entries[first as usize].nodes;
        self.entries[first as usize].nodes = 0;
        self.unlink(first);
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

    pub(super) fn finish(&mut self, job: usize) {
        self.tally.nodes += self.jobs[job].visited;
        self.tally.puzzles += 1;
        self.free_jobs |= 1 << job;
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
