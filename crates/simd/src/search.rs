//! The search around the sweeps: assigns work to lanes and reports results in depth-first order.
//!
//! The tree of a puzzle is fixed: a node is propagated to its fixed point, then split (see
//! [`branch`]). The caller sees what a depth-first search of that tree would report, up to the last
//! solution wanted or the last node allowed. So an answer depends only on the puzzle, `limit` and
//! `max_nodes`.
//!
//! Several lanes may work on a tree at the same time. Each puzzle in progress keeps its open
//! subtrees in a list, in depth-first order. An entry also counts the nodes finished since the
//! previous entry:
//!
//! ```text
//! ring's own - [lane 3 | 17 nodes] - [solution | 4] - [idle | 0] - [lane 9 | 2] - ring's own | 5
//!                 stack                                 stack         stack
//! ```
//!
//! A solution at the head of the list is final. Entries after the last solution wanted, or after
//! the last node allowed, are discarded.
//!
//! The subtrees that a lane has parked come directly after the one it works on, so they are not
//! entries of their own but a stack of its entry (see [`shelves`]). A lane that ends a subtree
//! takes the next one from its stack, as a depth-first search would, because work on later entries
//! is usually wasted. Only when no puzzles are left do idle lanes look ahead, unless too many
//! solutions are already waiting for earlier entries.
//!
//! If two solutions are wanted of a puzzle that has only one, its whole tree must be searched
//! anyway. In a batch of such puzzles, lanes *share*: one of the two children goes to any free
//! lane, which is faster than to park it. For puzzles with several solutions that would be a waste:
//! most subtrees that are parked on the way to the first solution are never needed. What a puzzle
//! will turn out to be is not known in advance, so each batch begins without sharing, and the
//! puzzles that have ended decide about those to come (`Search::thorough`).

mod branch;
mod decision;
mod jobs;
mod shelves;
mod together;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Tally;
use crate::layout::{Grid, Signals, each_bit};
use crate::machine::Machine;
use crate::puzzles::Puzzles;
use branch::Paths;
pub(crate) use branch::{PATIENCE, Path};
use shelves::{Parked, Shelves};
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
    /// Whether the puzzles are known to need a long search, which those with several solutions
    /// rarely do.
    pub(crate) is_long: bool,
    pub(crate) cancel: &'a AtomicBool,
}

/// Lanes look ahead only while fewer solutions than this are waiting.
const MOST_WAITING: u64 = 512;

#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// The ring's own entry, or unused.
    Nowhere,
    Lane(u8),
    /// Waiting for any lane, with all its subtrees in its stack.
    Idle,
    /// Solved, with its digits in this column.
    Solution(u32),
}

/// Open subtrees that follow each other, or a solution that is not final yet. The entries of a
/// puzzle form a ring that includes the entry with the index of its job, so links are never empty.
#[derive(Clone, Copy)]
struct Entry {
    previous: u32,
    next: u32,
    /// Number of nodes finished in these subtrees or between the previous entry and this one.
    nodes: u64,
    /// The top of its stack of parked subtrees, the first in depth-first order; 0 if it is empty.
    top: u32,
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
    /// Number of subtrees discarded.
    dropped: u64,
    /// The first node of the last probe, among the parked, and its dead ends.
    probe: u32,
    dead_ends: u8,
}

struct Search<'a, const L: usize, M, S: ?Sized> {
    machine: M,
    sink: &'a mut S,
    task: Task<'a>,
    /// Positive if the puzzles that ended last were searched nearly to the end.
    thorough: i64,
    grid: Grid<L>,
    entries: Vec<Entry>,
    /// The parked subtrees of all entries; 0 is unused.
    parked: Vec<Parked>,
    /// First unused of these; the others are linked through `below`. 0 means none.
    free_parked: u32,
    shelves: Shelves<L>,
    /// Number of nodes with parked children.
    nodes_parked: usize,
    /// Number of solutions in all rings.
    waiting: u64,
    /// Entries that wait for a lane.
    idle: Vec<u32>,
    /// Lanes whose cells are still where they were parked.
    pending: u32,
    /// What the pending lanes continue with.
    origin: [Parked; L],
    /// First unused entry; the others are linked through `next`. 0 means none, as entry 0 belongs
    /// to a ring.
    free_entry: u32,
    jobs: [Job; L],
    free_jobs: u32,
    /// Entry of each busy lane.
    entry_of: [u32; L],
    busy: u32,
    /// Lanes whose cells have been written since the last sweep.
    fresh: u32,
    paths: Paths,
    /// Number of puzzles started.
    started: usize,
    all_started: bool,
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
        top: 0,
        job: job as u8,
        place: Place::Nowhere,
    };
    let mut entries = Vec::with_capacity(3 * L);
    entries.extend((0..L).map(ring));
    let mut search = Search {
        machine,
        sink,
        task,
        thorough: if task.is_long { jobs::LONG_AGO as i64 } else { 0 },
        grid: Grid::new(),
        entries,
        parked: vec![Parked::NONE],
        free_parked: 0,
        shelves: Shelves::new(),
        nodes_parked: 0,
        waiting: 0,
        idle: Vec::new(),
        pending: 0,
        origin: [Parked::NONE; L],
        free_entry: 0,
        jobs: [Job::default(); L],
        free_jobs: all::<L>(),
        entry_of: [0; L],
        busy: 0,
        fresh: 0,
        paths: Paths::default(),
        started: 0,
        all_started: false,
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
            self.all_started = self.started == puzzles.count();
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
            let signals = self.sweep();
            self.tally.sweeps += 1;
            self.tally.lanes += u64::from(self.busy.count_ones());
            let dead = signals.dead & self.busy;
            let mut still = self.busy & !dead & !(signals.changed | self.fresh);
            let settled = self.busy & !dead & !signals.open;
            if settled & !still != 0 {
                still |= settled & self.machine.complete(&self.grid);
            }
            self.fresh = 0;
            // Handling finished lanes costs as much as a sweep, and for one lane nearly as much as
            // for several. So a few lanes wait for others while there are puzzles left and no lane
            // is idle. Another sweep does not change their signals.
            let waits = (dead | still).count_ones() < L as u32 / 4;
            if waits && !self.all_started && self.busy == all::<L>() {
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
            self.bring_back();
            if branching != 0 {
                self.branch(branching, self.looks_ahead());
            }
        }
    }

    fn sweep(&mut self) -> Signals {
        if self.busy.count_ones() as usize <= M::FEW && self.all_started {
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
            self.paths.move_lane(lane, to);
        }
        self.machine.permute(&mut self.grid, &from);
        self.busy = (1 << self.busy.count_ones()) - 1;
        // The state that the grid keeps from the last sweep does not move with the lanes.
        self.fresh = self.busy;
    }

    /// Returns whether any lane may work on any part of a tree, because nearly all of it must be
    /// searched.
    #[inline(always)]
    fn shares(&self) -> bool {
        self.thorough > 0 && self.task.limit == 2
    }

    /// Returns whether the lanes always work on the first open subtrees of the last puzzles. Few
    /// solutions are waiting then, so that lanes hardly ever stop looking ahead.
    #[inline(always)]
    fn searches_in_order(&self) -> bool {
        self.all_started && !matches!(self.task.limit, 1 | 2)
    }

    /// Gives work to idle lanes.
    #[inline(always)]
    fn fill(&mut self, puzzles: impl Puzzles) {
        self.resume_idle();
        for lane in each_bit(all::<L>() & !self.busy) {
            if self.started < puzzles.count() {
                puzzles.load(M::FORM, self.started, &mut self.grid.cells, lane);
                self.start(lane);
            } else {
                self.all_started = true;
                self.take_first_parked();
                break;
            }
        }
        self.bring_back();
    }

    /// Returns whether idle lanes look ahead for solutions that must wait for earlier entries. They
    /// do so if no puzzles are left and not too many solutions are waiting.
    fn looks_ahead(&self) -> bool {
        self.all_started && (self.task.limit == 1 || self.waiting < MOST_WAITING)
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
        if self.task.is_long {
            // A subtree that is not on the leftmost path of its puzzle.
            self.paths.leave(lane);
        } else {
            self.paths.start(lane);
        }
    }

    #[inline(always)]
    fn occupy(&mut self, entry: u32, lane: usize) {
        self.entries[entry as usize].place = Place::Lane(lane as u8);
        self.entry_of[lane] = entry;
        self.busy |= 1 << lane;
        self.fresh |= 1 << lane;
    }

    /// Inserts a new entry after `previous` and returns its index.
    #[inline(always)]
    fn insert(&mut self, previous: u32, job: u8) -> u32 {
        let next = self.entries[previous as usize].next;
        let entry = Entry { previous, next, nodes: 0, top: 0, job, place: Place::Nowhere };
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

    /// Ends the subtree of a lane in a contradiction.
    #[inline(always)]
    fn close(&mut self, lane: usize) {
        // An earlier lane of the same sweep may have ended this one together with its puzzle.
        if (self.busy & !self.fresh) >> lane & 1 == 0 {
            return;
        }
        let entry = self.entry_of[lane] as usize;
        let job = usize::from(self.entries[entry].job);
        self.entries[entry].nodes += 1;
        if !(self.paths.is_probing(lane) && self.lose_patience(lane)) {
            self.advance(lane);
        }
        self.count_node(job);
        self.settle(job);
    }

    /// Returns the digits of a lane, or `None` if a cell has several candidates.
    #[inline(always)]
    fn digits(&self, lane: usize) -> Option<[u8; 81]> {
        let mut column = [1; 96];
        for (kept, cell) in column.iter_mut().zip(&self.grid.cells) {
            *kept = cell.0[lane];
        }
        self.machine.digits(&column)
    }

    #[inline(always)]
    fn solved(&mut self, lane: usize) {
        if (self.busy & !self.fresh) >> lane & 1 == 0 {
            return;
        }
        let Some(digits) = self.digits(lane) else {
            // All chutes are settled, but a cell has several candidates: some digit has no place.
            return self.close(lane);
        };
        let entry = self.entry_of[lane];
        let Entry { previous, job: at, .. } = self.entries[entry as usize];
        let job = usize::from(at);
        self.entries[entry as usize].nodes += 1;
        if previous == job as u32 {
            // What the first entry of a ring finds is final at once. It is within the node limit,
            // or the entry would have been discarded earlier.
            self.jobs[job].visited += 1;
            self.paths.end_probe(lane);
            if self.report(job, &digits) {
                self.advance(lane);
                if self.jobs[job].visited >= self.task.max_nodes {
                    self.enforce_max_nodes(job);
                }
                self.settle(job);
            }
            return;
        }
        let solution = self.insert(previous, at);
        let nodes = std::mem::take(&mut self.entries[entry as usize].nodes);
        self.entries[solution as usize].nodes = nodes;
        // The solution may take a column that was given up, but whose cells are still to be fetched.
        self.bring_back();
        let column = self.shelves.put_solution(&digits);
        self.entries[solution as usize].place = Place::Solution(column);
        self.jobs[job].waiting += 1;
        self.waiting += 1;
        self.advance(lane);
        if self.task.limit != 0 && self.jobs[job].waiting + self.jobs[job].count >= self.task.limit
        {
            self.discard_surplus(job);
        }
        self.count_node(job);
        self.settle(job);
    }
}
