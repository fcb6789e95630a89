//! How nodes are split.
//!
//! Usually a node makes one decision: where a digit is in a chute. Its first child takes the digit
//! there, and the second does not.
//!
//! The *leftmost path* of a tree begins at the root and continues with first children. If a chute
//! is nearly empty, the puzzle probably has several solutions, and then nearly all decisions on the
//! path are right. So from there on, each node of the path makes up to three decisions at once, one
//! in each band or one in each stack. Its first child takes all of them, which costs one
//! propagation instead of three. The other children, in depth-first order, take all but the last,
//! take the first but not the second, and do not take the first. With that, puzzles with many
//! solutions need up to a third fewer nodes and sweeps.
//!
//! But decisions may contradict each other in ways that propagation does not see, and the subtree
//! below them may be huge. So the part of the tree that begins with the first of these nodes, the
//! *probe*, ends after [`PATIENCE`] dead ends without a solution. The node is then split as usual,
//! by its first decision alone. The tree is fixed nevertheless, because a puzzle is not shared
//! while it is probed. See the benchmark log for what else was tried.

use super::decision::Decision;
use super::shelves::{Parked, Slot};
use super::{Entry, Search, Sink, all};
use crate::layout::each_bit;
use crate::machine::Machine;

/// Number of dead ends that end a probe.
pub(crate) const PATIENCE: u8 = 4;

/// Where a node is in its tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Path {
    /// On the leftmost path, with no chute nearly empty so far.
    Leftmost,
    /// On the leftmost path, with a chute nearly empty at this node or above it.
    NearlyEmpty,
    Elsewhere,
}

impl Path {
    /// Continues with the first child. Returns whether the node makes several decisions at once.
    #[inline(always)]
    pub(crate) fn descend(&mut self, nearly_empty: bool) -> bool {
        if nearly_empty && *self == Self::Leftmost {
            *self = Self::NearlyEmpty;
        }
        *self == Self::NearlyEmpty
    }
}

/// Where the nodes of the lanes are: [`Path`] as sets of lanes.
#[derive(Clone, Copy, Default)]
pub(super) struct Paths {
    leftmost: u32,
    /// Means nothing for lanes that are elsewhere.
    nearly_empty: u32,
    /// Lanes whose puzzle is probed.
    probing: u32,
}

impl Paths {
    /// Puts a lane at the root.
    #[inline(always)]
    pub(super) fn start(&mut self, lane: usize) {
        self.leftmost |= 1 << lane;
        self.nearly_empty &= !(1 << lane);
        self.probing &= !(1 << lane);
    }

    /// Puts a lane elsewhere.
    #[inline(always)]
    pub(super) fn leave(&mut self, lane: usize) {
        self.leftmost &= !(1 << lane);
    }

    #[inline(always)]
    pub(super) fn end_probe(&mut self, lane: usize) {
        self.probing &= !(1 << lane);
    }

    #[inline(always)]
    pub(super) fn is_probing(&self, lane: usize) -> bool {
        self.probing >> lane & 1 == 1
    }

    /// Puts lane `to` where lane `from` is, and `from` elsewhere.
    #[inline(always)]
    pub(super) fn move_lane(&mut self, from: usize, to: usize) {
        for lanes in [&mut self.leftmost, &mut self.nearly_empty, &mut self.probing] {
            let moved = (*lanes >> from & 1) << to;
            *lanes = *lanes & !(1 << from | 1 << to) | moved;
        }
    }

    /// Does what [`Path::descend`] does, for a set of lanes. Returns those that make several
    /// decisions at once.
    #[inline(always)]
    fn descend(&mut self, lanes: u32, nearly_empty: u32) -> u32 {
        let several = lanes & self.leftmost & (nearly_empty | self.nearly_empty);
        self.nearly_empty |= several;
        several
    }
}

impl<const L: usize, M: Machine<L>, S: Sink + ?Sized> Search<'_, L, M, S> {
    /// Splits every lane of the set. The first child stays in the lane, and the others are parked;
    /// but if lanes share or look ahead and one is free, it gets the first of two children.
    #[inline(always)]
    pub(super) fn branch(&mut self, lanes: u32, ahead: bool) {
        let nearly_empty = self.machine.choose(&mut self.grid);
        let several = self.paths.descend(lanes, nearly_empty);
        if several != 0 {
            self.machine.choose_more(&mut self.grid);
        }
        let thorough = self.thorough > 0;
        let share = ahead || self.shares();
        if thorough || share {
            self.branch_apart(lanes, several, share);
        } else {
            self.branch_together(lanes, several);
        }
        self.fresh |= lanes;
    }

    /// Parks the other children of all lanes on a shelf.
    #[inline(always)]
    fn branch_together(&mut self, lanes: u32, several: u32) {
        let shelf = self.shelves.choose(lanes);
        self.shelves.put_away(self.machine, &self.grid.cells, shelf, lanes);
        for lane in each_bit(lanes) {
            // An earlier lane of this loop may have reached the node limit of the puzzle.
            if self.busy >> lane & 1 == 1 {
                let slot = self.shelves.reserve(shelf, lane);
                self.park_others(lane, slot, several >> lane & 1 == 1);
            }
        }
    }

    /// Parks the other children of each lane in a column, unless the first of two goes to a free lane.
    #[inline(always)]
    fn branch_apart(&mut self, lanes: u32, several: u32, share: bool) {
        let (mut moved, mut from) = (0u32, std::array::from_fn(|l| l as u8));
        for lane in each_bit(lanes) {
            if self.busy >> lane & 1 == 0 {
                continue;
            }
            // Excludes lanes of this loop that the node limit freed.
            let free = all::<L>() & !self.busy & !lanes;
            let is_alone = (several | self.paths.probing) >> lane & 1 == 1;
            if !share || free == 0 || is_alone {
                let slot = self.shelves.put_in_column(&self.grid.cells, lane);
                self.park_others(lane, slot, several >> lane & 1 == 1);
                continue;
            }
            // The first child goes, since the stack comes after the second one.
            let to = free.trailing_zeros() as usize;
            from[to] = lane as u8;
            moved |= 1 << to;
            let entry = self.entry_of[lane];
            let Entry { previous, job, nodes, .. } = self.entries[entry as usize];
            let first = self.insert(previous, job);
            self.entries[first as usize].nodes = nodes + 1;
            self.entries[entry as usize].nodes = 0;
            self.occupy(first, to);
            self.paths.move_lane(lane, to);
            self.end_node(lane);
        }
        if moved != 0 {
            self.machine.permute(&mut self.grid, &from);
            for to in each_bit(moved) {
                let lane = usize::from(from[to]);
                let decision = self.decision(lane, 0);
                self.take(to, decision);
                if self.busy >> lane & 1 == 1 {
                    self.refuse(lane, decision);
                }
            }
        }
    }

    /// Counts the node of a lane that has been split.
    #[inline(always)]
    fn end_node(&mut self, lane: usize) {
        let job = usize::from(self.entries[self.entry_of[lane] as usize].job);
        self.count_node(job);
        if self.busy >> lane & 1 == 0 {
            self.settle(job);
        }
    }

    /// Makes a lane the first child of its node, whose cells have been copied to a slot, and parks
    /// the others.
    #[inline(always)]
    fn park_others(&mut self, lane: usize, slot: Slot, several: bool) {
        let entry = self.entry_of[lane];
        self.entries[entry as usize].nodes += 1;
        let at = self.push(entry, slot);
        let mut decisions = 0;
        for n in 0..if several { 3 } else { 1 } {
            // Without a digit to branch on, this changes nothing, and the next decision overwrites
            // it. That is faster than to test for it, because the outcome is hard to predict.
            let decision = self.decision(lane, n);
            self.take(lane, decision);
            // Directly, since small stores cannot be forwarded to the large loads of a copy.
            self.parked[at].decisions[decisions] = decision;
            decisions += usize::from(decision.digit != 0);
        }
        self.parked[at].taken = decisions as u8 - 1;
        if several && !self.paths.is_probing(lane) {
            self.paths.probing |= 1 << lane;
            let job = &mut self.jobs[usize::from(self.entries[entry as usize].job)];
            (job.probe, job.dead_ends) = (at as u32, 0);
        }
        self.end_node(lane);
    }

    /// Counts a dead end of a probe. Ends the probe after too many, and lets the lane continue with
    /// the first child of the first node of the probe, split by its first decision alone. Returns
    /// whether it did so.
    #[inline(never)]
    pub(super) fn lose_patience(&mut self, lane: usize) -> bool {
        let entry = self.entry_of[lane];
        let job = &mut self.jobs[usize::from(self.entries[entry as usize].job)];
        job.dead_ends += 1;
        if job.dead_ends < PATIENCE {
            return false;
        }
        let probe = job.probe;
        while self.entries[entry as usize].top != probe {
            self.drop_top(entry);
        }
        let Parked { slot, decisions: [first, ..], .. } = self.parked[probe as usize];
        self.parked[probe as usize].taken = 0;
        // The child that takes the first decision, and refuses one that changes nothing.
        let origin = &mut self.origin[lane];
        (origin.slot, origin.taken) = (slot, 1);
        origin.decisions = [first, Decision::NONE, Decision::NONE];
        self.pending |= 1 << lane;
        self.occupy(entry, lane);
        self.paths.leave(lane);
        self.paths.end_probe(lane);
        true
    }
}
