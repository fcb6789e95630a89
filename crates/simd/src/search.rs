//! The search around the sweeps: assigns work to lanes and reports results in depth-first order.
//!
//! The tree of a puzzle is fixed: a node is propagated to its fixed point, then split in two
//! (`choose`, [`SPLITS`]). The caller sees what a depth-first search of that tree would report, up
//! to the last solution wanted or the last node allowed. So an answer depends only on the puzzle,
//! `limit` and `max_nodes`.
//!
//! Several lanes may work on a tree at the same time. Each puzzle in progress keeps its open
//! subtrees in a list, in depth-first order. An entry also counts the nodes finished since the
//! previous entry:
//!
//! ```text
//! ring's own - [lane 3 | 17 nodes] - [solution | 4] - [parked | 0] - [lane 9 | 2] - ring's own | 5
//! ```
//!
//! A solution at the head of the list is final. Entries after the last solution wanted, or after
//! the last node allowed, are discarded.
//!
//! A lane works on the first entry of its own puzzle, as a depth-first search would, because work
//! on later entries is usually wasted. Only when no puzzles are left do idle lanes look ahead,
//! unless too many solutions are already waiting for earlier entries. If two solutions are wanted,
//! lanes *share*: the second child goes to any free lane. Almost all puzzles have only one
//! solution, so their whole tree must be searched anyway.

mod jobs;
mod together;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Tally;
use crate::layout::{DIGIT, Grid, SPLITS, Signals, TRIAD_CELLS, each_bit};
use crate::machine::Machine;
use crate::puzzles::Puzzles;
use together::Exchange;

/// Receives results as they become final. Puzzles finish in any order; the solutions of one puzzle
/// arrive in depth-first order.
pub trait Sink {
    /// Receives solution number `nth` (from 0) of a puzzle, as digits 1 to 9. Breaks to end the
    /// search of this puzzle.
    fn solution(&mut self, puzzle: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()>;

    /// Receives the end of a puzzle. `count`, `decided` and `nodes` are as in
    /// [`Answer`](crate::Answer).
    fn done(&mut self, puzzle: usize, count: u64, decided: bool, nodes: u64);
}

/// The request, which is the same for all puzzles of a batch.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    /// Maximum number of solutions per puzzle; 0 means no maximum.
    pub(crate) limit: u64,
    pub(crate) max_nodes: u64,
    pub(crate) cancel: &'a AtomicBool,
}

/// Idle lanes look ahead only while fewer solutions than this are waiting.
const MOST_WAITING: u64 = 256;

#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// The ring's own entry, or unused.
    Nowhere,
    Lane(u8),
    /// Waiting, with its cells in `columns`.
    Parked,
    /// Solved, with its digits in `columns`.
    Solution,
}

/// An open subtree, or a solution that is not final yet. The entries of a puzzle form a ring that
/// includes the entry with the index of its job, so links are never empty.
#[derive(Clone, Copy)]
struct Entry {
    previous: u32,
    next: u32,
    /// Number of nodes finished in this subtree or between the previous entry and this one.
    nodes: u64,
    job: u8,
    place: Place,
}

/// A puzzle in progress.
#[derive(Clone, Copy, Default)]
struct Job {
    puzzle: usize,
    /// Number of nodes before the first entry.
    nodes: u64,
    /// Number of all visited nodes, including those that will not count.
    visited: u64,
    /// Number of final solutions.
    count: u64,
    /// Number of solutions in the ring.
    waiting: u64,
    /// Whether entries were discarded because of the node limit.
    cut: bool,
}

/// The cells of one puzzle, in whole cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Column([u16; 81]);

struct Search<'a, const L: usize, M, S: ?Sized> {
    machine: M,
    sink: &'a mut S,
    task: Task<'a>,
    /// Whether any lane may work on any part of a tree, because the whole tree must be searched.
    share: bool,
    grid: Grid<L>,
    entries: Vec<Entry>,
    columns: Vec<Column>,
    /// First unused entry; the others are linked through `next`. 0 means none, as entry 0 belongs
    /// to a ring.
    free_entry: u32,
    /// If lanes share, the parked entries in the order of parking.
    parked: Vec<u32>,
    jobs: [Job; L],
    free_jobs: u32,
    /// Entry of each busy lane.
    entry_of: [u32; L],
    busy: u32,
    /// Lanes whose cells have been written since the last sweep.
    fresh: u32,
    /// Lanes that wait to branch together with others.
    waiting: u32,
    /// Number of puzzles started.
    started: usize,
    /// Used only if there are more puzzles than lanes; otherwise creating it costs more than it
    /// saves.
    exchange: Option<Box<Exchange<L>>>,
    tally: Tally,
}

/// Searches every puzzle and reports the results to `sink`.
pub(crate) fn search<const L: usize, M: Machine<L>, P: Puzzles, S: Sink + ?Sized>(
    machine: M,
    puzzles: P,
    task: Task<'_>,
    sink: &mut S,
) -> Tally {
    let ring = |job| Entry {
        previous: job as u32,
        next: job as u32,
        nodes: 0,
        job: job as u8,
        place: Place::Nowhere,
    };
    let mut entries = Vec::with_capacity(3 * L);
    entries.extend((0..L).map(ring));
    let mut search = Search {
        machine,
        sink,
        task,
        share: task.limit == 2,
        grid: Grid::new(),
        entries,
        columns: Vec::new(),
        free_entry: 0,
        parked: Vec::new(),
        jobs: [Job::default(); L],
        free_jobs: all::<L>(),
        entry_of: [0; L],
        busy: 0,
        fresh: 0,
        waiting: 0,
        started: 0,
        exchange: (puzzles.count() > L).then(Exchange::new),
        tally: Tally::default(),
    };
    search.run(puzzles);
    search.tally
}

const fn all<const L: usize>() -> u32 {
    u32::MAX >> (32 - L)
}

impl<const L: usize, M: Machine<L>, S: Sink + ?Sized> Search<'_, L, M, S> {
    fn run(&mut self, puzzles: impl Puzzles) {
        loop {
            if let Some(exchange) = &self.exchange {
                let free = (all::<L>() & !self.busy).count_ones() as usize;
                if free >= Self::SEVERAL || exchange.taken < exchange.queued {
                    self.fill_together(puzzles);
                }
            }
            self.fill(puzzles);
            if self.busy == 0 {
                self.hand_over_last();
                break;
            }
            if self.task.cancel.load(Ordering::Relaxed) {
                self.hand_over_last();
                self.abandon();
                for puzzle in self.started..puzzles.count() {
                    self.sink.done(puzzle, 0, false, 0);
                }
                break;
            }
            let signals = self.sweep(puzzles.count());
            self.tally.sweeps += 1;
            self.tally.lanes += u64::from(self.busy.count_ones());
            let dead = signals.dead & self.busy;
            let still = self.busy & !dead & !(signals.changed | self.fresh);
            self.fresh = 0;
            // Handling finished lanes costs as much as a sweep, and for one lane nearly as much as
            // for several. So a few lanes wait for others while there are puzzles left and no lane
            // is idle. Another sweep does not change their signals.
            let waits = (dead | still).count_ones() < L as u32 / 4;
            if waits && self.started < puzzles.count() && self.busy == all::<L>() {
                continue;
            }
            for lane in each_bit(dead) {
                self.close(lane);
            }
            let solved = still & !signals.open;
            if self.exchange.is_some()
                && self.task.limit == 1
                && solved.count_ones() as usize >= Self::SEVERAL
            {
                self.solved_together(solved);
            } else {
                for lane in each_bit(solved) {
                    self.solved(lane);
                }
            }
            // Closing a lane may have ended its puzzle, and with it other lanes, or may have given
            // a lane new work.
            let branching = still & signals.open & self.busy & !self.fresh;
            // Branching takes a pass over all cells, so a few lanes wait one sweep for others if no
            // lane is idle.
            let few = branching.count_ones() < L as u32 / 4;
            if self.share && few && self.busy == all::<L>() && branching & self.waiting == 0 {
                self.waiting = branching;
            } else if branching != 0 {
                self.waiting = 0;
                let ahead = self.looks_ahead(puzzles.count());
                self.branch(branching, self.share || ahead);
            }
        }
    }

    fn sweep(&mut self, puzzles: usize) -> Signals {
        if self.busy.count_ones() as usize <= M::FEW && self.started == puzzles {
            if self.busy >> M::FEW != 0 {
                self.compact();
            }
            return self.machine.sweep_few(&mut self.grid);
        }
        self.machine.sweep(&mut self.grid)
    }

    /// Moves the busy lanes to the first lanes.
    fn compact(&mut self) {
        let mut from: [u8; L] = std::array::from_fn(|l| l as u8);
        for (to, lane) in each_bit(self.busy).enumerate() {
            from[to] = lane as u8;
            let entry = self.entry_of[lane];
            self.entry_of[to] = entry;
            self.entries[entry as usize].place = Place::Lane(to as u8);
        }
        self.machine.permute(&mut self.grid, &from);
        self.busy = (1 << self.busy.count_ones()) - 1;
        // The state that the grid keeps from the last sweep does not move with the lanes.
        self.fresh = self.busy;
        self.waiting = 0;
    }

    /// Gives work to idle lanes.
    #[inline(always)]
    fn fill(&mut self, puzzles: impl Puzzles) {
        let ahead = self.busy != all::<L>() && self.looks_ahead(puzzles.count());
        for lane in each_bit(all::<L>() & !self.busy) {
            if let Some(entry) = self.parked.pop() {
                self.unpark(entry, lane);
            } else if self.started < puzzles.count() {
                puzzles.load(self.started, &mut self.grid.cells, lane);
                self.start(lane);
            } else if ahead && let Some(entry) = self.first_parked() {
                self.unpark(entry, lane);
            } else {
                break;
            }
        }
    }

    /// Returns whether idle lanes look ahead for solutions that must wait for earlier entries. They
    /// do so if no puzzles are left and not too many solutions are waiting.
    fn looks_ahead(&self, puzzles: usize) -> bool {
        self.started == puzzles
            && !self.share
            && (self.task.limit == 1
                || self.jobs.iter().map(|job| job.waiting).sum::<u64>() < MOST_WAITING)
    }

    /// Returns the first parked entry, in depth-first order, of the first job that has one.
    fn first_parked(&self) -> Option<u32> {
        each_bit(all::<L>() & !self.free_jobs).find_map(|job| {
            let ring = job as u32;
            let mut entry = self.entries[job].next;
            while entry != ring {
                if self.entries[entry as usize].place == Place::Parked {
                    return Some(entry);
                }
                entry = self.entries[entry as usize].next;
            }
            None
        })
    }

    /// Starts the next puzzle, whose cells are already in the lane.
    #[inline(always)]
    fn start(&mut self, lane: usize) {
        let puzzle = self.started;
        self.started += 1;
        let job = self.free_jobs.trailing_zeros() as usize;
        self.free_jobs &= self.free_jobs - 1;
        self.entries[job].nodes = 0;
        self.jobs[job] = Job { puzzle, ..Job::default() };
        let entry = self.insert(job as u32, job as u8);
        self.occupy(entry, lane);
    }

    #[inline(always)]
    fn occupy(&mut self, entry: u32, lane: usize) {
        self.entries[entry as usize].place = Place::Lane(lane as u8);
        self.entry_of[lane] = entry;
        self.busy |= 1 << lane;
        self.fresh |= 1 << lane;
    }

    fn column(&mut self, entry: u32) -> &mut [u16; 81] {
        let index = entry as usize - L;
        if index >= self.columns.len() {
            self.columns.resize(self.entries.len() - L, Column([0; 81]));
        }
        &mut self.columns[index].0
    }

    fn unpark(&mut self, entry: u32, lane: usize) {
        let column = &self.columns[entry as usize - L].0;
        for (cell, &mask) in self.grid.cells.iter_mut().zip(column) {
            cell.0[lane] = mask;
        }
        self.occupy(entry, lane);
    }

    /// Inserts a new entry after `previous` and returns its index.
    fn insert(&mut self, previous: u32, job: u8) -> u32 {
        let next = self.entries[previous as usize].next;
        let entry = Entry { previous, next, nodes: 0, job, place: Place::Parked };
        let at = if self.free_entry == 0 {
            self.entries.push(entry);
            self.entries.len() as u32 - 1
        } else {
            let at = self.free_entry;
            self.free_entry = self.entries[at as usize].next;
            self.entries[at as usize] = entry;
            at
        };
        self.entries[previous as usize].next = at;
        self.entries[next as usize].previous = at;
        at
    }

    /// Splits every lane of the set in two. If `share` is true, second children go to free lanes.
    #[inline(always)]
    fn branch(&mut self, lanes: u32, share: bool) {
        self.machine.choose(&mut self.grid);
        let mut from: [u8; L] = std::array::from_fn(|l| l as u8);
        let mut moved = 0u32;
        for lane in each_bit(lanes) {
            // An earlier lane of this loop may have reached the node limit of the puzzle.
            if self.busy >> lane & 1 == 0 {
                continue;
            }
            let first = self.entry_of[lane];
            let job = self.entries[first as usize].job;
            self.entries[first as usize].nodes += 1;
            let second = self.insert(first, job);
            // Excludes lanes of this loop that the node limit freed: their `cut` is still to come.
            let free = all::<L>() & !self.busy & !lanes;
            if share && free != 0 {
                let to = free.trailing_zeros() as usize;
                from[to] = lane as u8;
                moved |= 1 << to;
                self.occupy(second, to);
            } else {
                self.park_second(second, lane);
            }
            self.count_node(usize::from(job));
            if self.busy >> lane & 1 == 0 {
                self.settle(usize::from(job), lane);
            }
        }
        if moved != 0 {
            self.machine.permute(&mut self.grid, &from);
            for to in each_bit(moved) {
                let lane = usize::from(from[to]);
                let second = SPLITS[self.grid.choice.configurations.0[lane] as usize % 64].second;
                self.cut(to, lane, second);
            }
        }
        for lane in each_bit(lanes & self.busy) {
            let first = SPLITS[self.grid.choice.configurations.0[lane] as usize % 64].first;
            self.cut(lane, lane, first[0]);
            self.cut(lane, lane, first[1]);
        }
        self.fresh |= lanes;
    }

    /// Removes the digit chosen in lane `chosen` from a triad of `lane`.
    fn cut(&mut self, lane: usize, chosen: usize, triad: u8) {
        let chute = usize::from(self.grid.choice.chute.0[chosen]);
        let digit = self.grid.choice.digit.0[chosen];
        for cell in TRIAD_CELLS[chute][usize::from(triad)] {
            self.grid.cells[usize::from(cell)].0[lane] &= !digit;
        }
    }

    /// Keeps the second child of a lane for later.
    fn park_second(&mut self, entry: u32, lane: usize) {
        let chute = usize::from(self.grid.choice.chute.0[lane]);
        let digit = self.grid.choice.digit.0[lane];
        let second = SPLITS[self.grid.choice.configurations.0[lane] as usize % 64].second;
        self.column(entry);
        let column = &mut self.columns[entry as usize - L].0;
        for (cell, mask) in self.grid.cells.iter().zip(&mut *column) {
            *mask = cell.0[lane];
        }
        for cell in TRIAD_CELLS[chute][usize::from(second)] {
            column[usize::from(cell)] &= !digit;
        }
        if self.share {
            self.parked.push(entry);
        }
    }

    /// Frees a lane that ends at a node of its own. Returns its entry and its job.
    #[inline(always)]
    fn leave(&mut self, lane: usize) -> (u32, usize) {
        let entry = self.entry_of[lane];
        self.entries[entry as usize].nodes += 1;
        self.busy &= !(1 << lane);
        (entry, usize::from(self.entries[entry as usize].job))
    }

    /// Ends the subtree of a lane in a contradiction.
    fn close(&mut self, lane: usize) {
        // An earlier lane of the same sweep may have ended this one together with its puzzle.
        if (self.busy & !self.fresh) >> lane & 1 == 0 {
            return;
        }
        let (entry, job) = self.leave(lane);
        self.unlink(entry);
        self.count_node(job);
        self.settle(job, lane);
    }

    #[inline(always)]
    fn solved(&mut self, lane: usize) {
        if (self.busy & !self.fresh) >> lane & 1 == 0 {
            return;
        }
        let digits: [u8; 81] =
            std::array::from_fn(|cell| DIGIT[self.grid.cells[cell].0[lane] as usize % 512]);
        // All chutes are settled, but a cell has several candidates: some digit has no place.
        // `fold` has no early exit, so it compiles to vector code: 2 % on 17_clue.
        if digits.iter().fold(false, |any, &digit| any | (digit == 0)) {
            return self.close(lane);
        }
        let (entry, job) = self.leave(lane);
        if self.entries[job].next == entry {
            // The first entry of a ring is final at once. It is within the node limit, or it would
            // have been discarded earlier.
            self.jobs[job].visited += 1;
            if self.report(job, &digits) {
                if self.jobs[job].visited >= self.task.max_nodes {
                    self.enforce_max_nodes(job);
                }
                self.settle(job, lane);
            }
            return;
        }
        *self.column(entry) = digits.map(u16::from);
        self.entries[entry as usize].place = Place::Solution;
        self.jobs[job].waiting += 1;
        if self.task.limit != 0 && self.jobs[job].waiting + self.jobs[job].count >= self.task.limit
        {
            self.discard_surplus(job);
        }
        self.count_node(job);
        self.settle(job, lane);
    }
}
