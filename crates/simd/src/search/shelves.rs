//! Where subtrees wait for a lane.
//!
//! A *shelf* holds as many puzzles as a grid, side by side like a grid. All lanes that branch at the
//! same time go to the same shelf, each to its own place, in one pass over the cells. That is the
//! fastest way to park many lanes, but each of them is then spread over all cache lines of a shelf,
//! and the shelves of a deep search do not fit into the first-level cache. A *column* holds one
//! puzzle in three cache lines. Two copies of single cells, into the column and back, take several
//! times as long as a share in a pass, but the way back from a shelf is no faster. So shelves are
//! for subtrees that are rarely needed again, and columns for the others.

use super::decision::Decision;
use super::{Entry, MOST_WAITING, Place, Search, Sink, all};
use crate::layout::{Row, each_bit};
use crate::machine::Machine;

/// The cells of puzzles side by side, as in a grid.
#[repr(C, align(64))]
struct Shelf<const L: usize>([Row<L>; 81]);

/// The cells of one puzzle, in whole cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Column([u16; 81]);

#[derive(Clone, Copy)]
pub(super) enum Slot {
    Shelf { shelf: u32, lane: u8 },
    Column(u32),
}

/// The children of a node without the first one: the cells of the node and what it decides.
#[derive(Clone, Copy)]
pub(super) struct Parked {
    pub(super) slot: Slot,
    pub(super) decisions: [Decision; 3],
    /// The next child takes that many of the decisions, and refuses the one after these. The last
    /// child takes none.
    pub(super) taken: u8,
    /// The index of the next one in the same stack, or 0.
    below: u32,
}

impl Parked {
    pub(super) const NONE: Self =
        Self { slot: Slot::Column(0), decisions: [Decision::NONE; 3], taken: 0, below: 0 };
}

pub(super) struct Shelves<const L: usize> {
    /// In boxes, so that they need not move when there are more of them.
    shelves: Vec<Box<Shelf<L>>>,
    /// For each shelf, the set of its vacant lanes.
    vacant: Vec<u32>,
    columns: Vec<Column>,
    free_columns: Vec<u32>,
}

impl<const L: usize> Shelves<L> {
    pub(super) fn new() -> Self {
        Self {
            shelves: Vec::new(),
            vacant: Vec::new(),
            columns: Vec::new(),
            free_columns: Vec::new(),
        }
    }

    /// Returns a shelf in which all these lanes are vacant. There are never more shelves than
    /// parked subtrees, plus one.
    #[inline(always)]
    pub(super) fn choose(&mut self, lanes: u32) -> u32 {
        let fits = self.vacant.iter().position(|vacant| lanes & !vacant == 0);
        fits.unwrap_or_else(|| {
            self.shelves.push(Box::new(Shelf([Row::ZERO; 81])));
            self.vacant.push(all::<L>());
            self.vacant.len() - 1
        }) as u32
    }

    /// Takes the place of a lane on a shelf. The cells follow with `put_away`.
    #[inline(always)]
    pub(super) fn reserve(&mut self, shelf: u32, lane: usize) -> Slot {
        self.vacant[shelf as usize] &= !(1 << lane);
        Slot::Shelf { shelf, lane: lane as u8 }
    }

    #[inline(always)]
    pub(super) fn put_away<M: Machine<L>>(
        &mut self,
        machine: M,
        cells: &[Row<L>; 81],
        shelf: u32,
        lanes: u32,
    ) {
        machine.put_away(cells, &mut self.shelves[shelf as usize].0, lanes);
    }

    #[inline(always)]
    pub(super) fn put_in_column(&mut self, cells: &[Row<L>; 81], lane: usize) -> Slot {
        let column = self.column();
        for (kept, cell) in self.columns[column as usize].0.iter_mut().zip(cells) {
            *kept = cell.0[lane];
        }
        Slot::Column(column)
    }

    pub(super) fn put_solution(&mut self, digits: &[u8; 81]) -> u32 {
        let column = self.column();
        self.columns[column as usize].0 = digits.map(u16::from);
        column
    }

    pub(super) fn take_solution(&mut self, column: u32) -> [u8; 81] {
        self.clear_column(column);
        self.columns[column as usize].0.map(|digit| digit as u8)
    }

    fn column(&mut self) -> u32 {
        self.free_columns.pop().unwrap_or_else(|| {
            self.columns.push(Column([0; 81]));
            self.columns.len() as u32 - 1
        })
    }

    pub(super) fn clear_column(&mut self, column: u32) {
        self.free_columns.push(column);
    }

    #[inline(always)]
    fn clear(&mut self, slot: Slot) {
        match slot {
            Slot::Shelf { shelf, lane } => self.vacant[shelf as usize] |= 1 << lane,
            Slot::Column(column) => self.clear_column(column),
        }
    }
}

impl<const L: usize, M: Machine<L>, S: Sink + ?Sized> Search<'_, L, M, S> {
    /// Lets a lane continue with the next subtree of its entry. If there is none, removes the entry
    /// and frees the lane. Also frees it if lanes share, because one of the lanes that branch next
    /// may have a child for it, which is faster than to fetch a parked subtree; and if it looks
    /// ahead while too many solutions are waiting, or for many solutions, so that it takes the
    /// first parked subtree instead.
    #[inline(always)]
    pub(super) fn advance(&mut self, lane: usize) {
        let entry = self.entry_of[lane];
        let Entry { previous, job, .. } = self.entries[entry as usize];
        if self.entries[entry as usize].top == 0 {
            self.unlink(entry);
            self.busy &= !(1 << lane);
        } else if self.shares() && !self.paths.is_probing(lane) {
            self.entries[entry as usize].place = Place::Idle;
            self.idle.push(entry);
            self.busy &= !(1 << lane);
        } else if previous != u32::from(job)
            && (self.searches_in_order() || self.jobs[usize::from(job)].waiting >= MOST_WAITING)
        {
            self.entries[entry as usize].place = Place::Idle;
            self.busy &= !(1 << lane);
        } else {
            self.resume(entry, lane);
        }
    }

    /// Puts parked subtrees, whose decisions are to follow, on the stack of an entry. Returns their
    /// index. The stacks share one list, because most are short, and memory for each would take
    /// longer than the search of a few puzzles.
    #[inline(always)]
    pub(super) fn push(&mut self, entry: u32, slot: Slot) -> usize {
        let at = if self.free_parked == 0 {
            self.parked.push(Parked::NONE);
            self.parked.len() - 1
        } else {
            let at = self.free_parked as usize;
            self.free_parked = self.parked[at].below;
            at
        };
        self.parked[at].slot = slot;
        self.parked[at].below = self.entries[entry as usize].top;
        self.entries[entry as usize].top = at as u32;
        self.nodes_parked += 1;
        at
    }

    /// Removes the top of the stack of an entry, which is not empty.
    #[inline(always)]
    fn pop(&mut self, entry: u32) {
        let top = self.entries[entry as usize].top;
        let parked = &mut self.parked[top as usize];
        self.entries[entry as usize].top = parked.below;
        parked.below = self.free_parked;
        self.free_parked = top;
        self.nodes_parked -= 1;
    }

    /// Discards the top of the stack of an entry, which is not empty.
    pub(super) fn drop_top(&mut self, entry: u32) {
        let Entry { top, job, .. } = self.entries[entry as usize];
        self.jobs[usize::from(job)].dropped += 1;
        self.shelves.clear(self.parked[top as usize].slot);
        self.pop(entry);
    }

    /// Discards the stack of an entry.
    #[inline(always)]
    pub(super) fn drop_stack(&mut self, entry: u32) {
        let Entry { top, job, .. } = self.entries[entry as usize];
        if top == 0 {
            return;
        }
        let (mut last, mut dropped) = (top as usize, 1);
        loop {
            self.shelves.clear(self.parked[last].slot);
            match self.parked[last].below {
                0 => break,
                below => last = below as usize,
            }
            dropped += 1;
        }
        self.jobs[usize::from(job)].dropped += dropped;
        self.nodes_parked -= dropped as usize;
        self.parked[last].below = self.free_parked;
        self.free_parked = top;
        self.entries[entry as usize].top = 0;
    }

    /// Gives up the cells of a pending lane.
    #[inline(always)]
    pub(super) fn drop_pending(&mut self, lane: usize) {
        self.pending &= !(1 << lane);
        if self.origin[lane].taken == 0 {
            self.shelves.clear(self.origin[lane].slot);
        }
    }

    /// Lets a lane work on the first parked subtree of an entry. The cells follow with
    /// `bring_back`.
    #[inline(always)]
    pub(super) fn resume(&mut self, entry: u32, lane: usize) {
        let at = self.entries[entry as usize].top;
        let top = &mut self.parked[at as usize];
        self.origin[lane] = *top;
        if top.taken == 0 {
            self.pop(entry);
            if self.jobs[usize::from(self.entries[entry as usize].job)].probe == at {
                self.paths.end_probe(lane);
            }
        } else {
            top.taken -= 1;
        }
        self.pending |= 1 << lane;
        self.occupy(entry, lane);
        self.paths.leave(lane);
    }

    /// Gives free lanes to idle entries.
    #[inline(always)]
    pub(super) fn resume_idle(&mut self) {
        for lane in each_bit(all::<L>() & !self.busy) {
            let Some(entry) = self.idle.pop() else { break };
            self.resume(entry, lane);
        }
    }

    /// Gives the free lanes the first parked subtrees, in depth-first order, of the first jobs that
    /// have some, each with everything parked below it. If lanes must not look ahead, only subtrees
    /// that come first in their job count.
    pub(super) fn take_first_parked(&mut self) {
        if self.nodes_parked == 0 {
            return;
        }
        let ahead = self.looks_ahead();
        let mut free = each_bit(all::<L>() & !self.busy);
        for job in each_bit(all::<L>() & !self.free_jobs) {
            let mut entry = self.entries[job].next;
            while entry != job as u32 {
                let Entry { next, place, top, .. } = self.entries[entry as usize];
                let is_probing = |lane| self.paths.is_probing(usize::from(lane));
                match place {
                    Place::Idle => {
                        let Some(lane) = free.next() else { return };
                        self.resume(entry, lane);
                        continue;
                    }
                    _ if !ahead => break,
                    Place::Lane(lane) if is_probing(lane) => {}
                    _ if top != 0 => {
                        let Some(lane) = free.next() else { return };
                        self.entries[entry as usize].top = 0;
                        entry = self.insert(entry, job as u8);
                        self.entries[entry as usize].top = top;
                        self.resume(entry, lane);
                        continue;
                    }
                    _ => {}
                }
                entry = next;
            }
        }
    }

    /// Fetches the cells of the pending lanes, those from the same shelf together.
    #[inline(always)]
    pub(super) fn bring_back(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let mut left = pending;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            left &= left - 1;
            match self.origin[first].slot {
                Slot::Column(column) => {
                    let column = &self.shelves.columns[column as usize].0;
                    for (cell, &kept) in self.grid.cells.iter_mut().zip(column) {
                        cell.0[first] = kept;
                    }
                }
                Slot::Shelf { shelf, lane: from } if usize::from(from) == first => {
                    let mut lanes = 1 << first;
                    for lane in each_bit(left) {
                        if let Slot::Shelf { shelf: other, lane: from } = self.origin[lane].slot
                            && other == shelf
                            && usize::from(from) == lane
                        {
                            lanes |= 1 << lane;
                        }
                    }
                    left &= !lanes;
                    let shelf = &self.shelves.shelves[shelf as usize].0;
                    self.machine.bring_back(&mut self.grid.cells, shelf, lanes);
                }
                // Another lane than the one that was parked: one that looked ahead, or moved.
                Slot::Shelf { shelf, lane: from } => {
                    let shelf = &self.shelves.shelves[shelf as usize].0;
                    for (cell, kept) in self.grid.cells.iter_mut().zip(shelf) {
                        cell.0[first] = kept.0[usize::from(from)];
                    }
                }
            }
        }
        for lane in each_bit(pending) {
            let Parked { slot, decisions, taken, .. } = self.origin[lane];
            if taken == 0 {
                self.shelves.clear(slot);
            }
            self.become_child(lane, &decisions, taken);
        }
    }
}
