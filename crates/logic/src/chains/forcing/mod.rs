//! Forcing chains that compare what follows from several assumptions.
//!
//! A candidate that leads to a contradiction is wrong. What follows from a candidate and from its
//! opposite, or from all candidates of a cell, or from all places of a digit in a house, is true.

mod extend;
mod hint;
mod report;

use std::ops::ControlFlow::{self, Break, Continue};

pub(super) use self::hint::{Branch, Hint, Shape};
use super::closure::Closure;
use super::cycles::Cycles;
use super::links::Cause;
use super::marks::{Frame, Marks};
use super::nested::Nested;
use super::quiet::{Calm, Quiet};
use super::rules::Removal;
use super::run::{Run, Trace};
use super::{Candidates, Config, IDS, Id, cell_of, digit_of, id};
use crate::cells::{bits, each};
use crate::houses::HOUSES_OF;

/// The search, with the memory that it uses again.
pub(super) struct Forcing {
    config: Config,
    /// The marks for which the runs were made. A search of a higher level continues from them.
    grid: Marks,
    /// The runs from each candidate being off and being on.
    runs: [Vec<Run>; 2],
    /// The place of a candidate's run, or none yet.
    slots: Box<[[Option<u16>; IDS]; 2]>,
    used: [u16; 2],
    marks: Marks,
    trace: Trace,
    removal: Removal,
    /// The nested chains that the runs use.
    nested: Vec<Nested>,
    prints: Vec<u128>,
    inner: Inner,
    calm: Calm,
    is_nested: bool,
    hints: Vec<Hint>,
    wants_all: bool,
    /// Whether the closure tells where nothing is to be found.
    uses_closure: bool,
    /// Whether there is a forcing chain without the runs.
    has_chain: bool,
    /// Whether runs keep the links of nested chains.
    wants_evidence: bool,
}

/// The searches for nested chains, once they are needed.
#[derive(Default)]
struct Inner {
    cycles: Option<Box<Cycles>>,
    multiple: Option<Box<Forcing>>,
    dynamic: Option<Box<Forcing>>,
}

/// What a search needs beside the marks.
pub(super) struct Context<'a> {
    pub(super) frame: &'a Frame,
    pub(super) closure: &'a mut Closure,
    pub(super) quiet: &'a mut Quiet,
    pub(super) poll: &'a mut dyn FnMut() -> ControlFlow<()>,
}

impl Forcing {
    pub(super) fn new(config: Config, is_nested: bool) -> Self {
        Self {
            config,
            grid: Marks::none(),
            runs: [Vec::new(), Vec::new()],
            slots: Box::new([[None; IDS]; 2]),
            used: [0; 2],
            marks: Marks::none(),
            trace: Trace::new(),
            removal: Removal::default(),
            nested: Vec::new(),
            prints: Vec::new(),
            inner: Inner::default(),
            calm: Calm::new(),
            is_nested,
            hints: Vec::new(),
            wants_all: false,
            uses_closure: false,
            has_chain: false,
            wants_evidence: false,
        }
    }

    /// Turns to another level.
    pub(super) fn set_level(&mut self, config: Config) {
        if !self.wants_evidence && config.rank() <= self.config.rank() {
            self.grid = Marks::none();
        }
        self.config = config;
    }

    /// Forgets the runs if they are not those of these marks.
    fn restart(&mut self, grid: &Marks) {
        if self.grid != *grid || self.wants_evidence {
            *self.slots = [[None; IDS]; 2];
            self.used = [0; 2];
            self.nested.clear();
            self.grid.clone_from(grid);
        }
    }

    /// Finds the hint that Sudoku Explainer applies, or all in its order.
    pub(super) fn search(
        &mut self,
        context: &mut Context<'_>,
        grid: &Marks,
        wants_all: bool,
    ) -> ControlFlow<(), &[Hint]> {
        self.restart(grid);
        self.hints.clear();
        self.wants_all = wants_all;
        let least = if self.config.dynamic { 2 } else { 3 };
        let asks = !self.config.dynamic || (2..4).contains(&self.config.level);
        self.has_chain = asks && context.closure.find(grid);
        // With a forcing chain, which has been reported as such, a run may end in a contradiction.
        self.uses_closure = !self.config.dynamic && !self.has_chain;
        for cell in 0..81 {
            if grid.cells[cell].count_ones() >= least && self.cell(context, grid, cell).is_break() {
                return Break(());
            }
        }
        if wants_all {
            self.hints.sort_by_key(Hint::key);
            let mut known: Vec<(usize, u16)> = Vec::new();
            self.hints.retain(|hint| {
                let removal = (cell_of(hint.target), hint.removed);
                let is_new = !known.contains(&removal);
                known.extend(is_new.then_some(removal));
                is_new
            });
        }
        Continue(&self.hints)
    }

    fn run(&self, start: Id, is_on: bool) -> &Run {
        let is_on = usize::from(is_on);
        let slot = self.slots[is_on][usize::from(start)].expect("the run was made");
        &self.runs[is_on][usize::from(slot)]
    }

    /// Compares the assumptions that begin at a cell.
    fn cell(&mut self, context: &mut Context<'_>, grid: &Marks, cell: usize) -> ControlFlow<()> {
        let Config { dynamic, nishio, .. } = self.config;
        let mask = grid.cells[cell];
        for digit in bits(mask) {
            let start = id(cell, digit);
            if !self.uses_closure {
                self.make(context, grid, start, true)?;
            }
            if dynamic {
                self.contradiction(grid, start, true);
                self.make(context, grid, start, false)?;
                self.contradiction(grid, start, false);
                if mask.count_ones() >= 3 && !nishio {
                    self.double(grid, start);
                }
            }
            if !nishio {
                let [of_box, of_column, of_row] = HOUSES_OF[cell];
                for house in [of_box, of_row, of_column] {
                    self.house(context, grid, start, house.into())?;
                }
            }
        }
        let starts = bits(mask).map(|digit| id(cell, digit));
        if !nishio && (!self.uses_closure || context.closure.have_common(starts.clone())) {
            let starts: Vec<Id> = starts.collect();
            for &start in &starts {
                self.make(context, grid, start, true)?;
            }
            self.common(grid, Shape::Cell(cell), &starts);
        }
        Continue(())
    }

    fn contradiction(&mut self, grid: &Marks, start: Id, is_on: bool) {
        let Some([on, off]) = self.run(start, is_on).clash else { return };
        let branch = |place| Branch { start, is_on, place };
        let branches = [branch(on), branch(off)];
        self.offer(grid, Shape::Contradiction(start, is_on), start, !is_on, &branches);
    }

    fn double(&mut self, grid: &Marks, start: Id) {
        let (on, off) = (self.run(start, true), self.run(start, false));
        let is_none = |a: &Candidates, b: &Candidates| (0..9).all(|digit| a[digit] & b[digit] == 0);
        if is_none(&on.on, &off.on) && is_none(&on.off, &off.off) {
            return;
        }
        let mut targets = Vec::new();
        for (is_on, nodes, set, other) in
            [(true, &on.ons, &on.on, &off.on), (false, &on.offs, &on.off, &off.off)]
        {
            for node in nodes {
                if super::has(other, node.id) && super::has(set, node.id) {
                    targets.push((node.id, is_on));
                }
            }
        }
        for (target, target_on) in targets {
            let branch = |is_on| Branch {
                start,
                is_on,
                place: self.run(start, is_on).place(target, target_on),
            };
            let branches = [branch(true), branch(false)];
            self.offer(grid, Shape::Double(start), target, target_on, &branches);
        }
    }

    fn house(
        &mut self,
        context: &mut Context<'_>,
        grid: &Marks,
        start: Id,
        house: usize,
    ) -> ControlFlow<()> {
        let digit = digit_of(start);
        let places = grid.places(house, digit);
        let is_first = places.trailing_zeros() as usize == cell_of(start);
        if places.count_ones() < 2 || !is_first {
            return Continue(());
        }
        let starts = each(places).map(|cell| id(cell, digit));
        if self.uses_closure && !context.closure.have_common(starts.clone()) {
            return Continue(());
        }
        let starts: Vec<Id> = starts.collect();
        for &start in &starts {
            self.make(context, grid, start, true)?;
        }
        self.common(grid, Shape::House { house, digit }, &starts);
        Continue(())
    }

    /// Offers what follows from all of the assumptions.
    fn common(&mut self, grid: &Marks, shape: Shape, starts: &[Id]) {
        let (mut on, mut off): (Candidates, Candidates) = ([!0; 9], [!0; 9]);
        for &start in starts {
            let run = self.run(start, true);
            for digit in 0..9 {
                on[digit] &= run.on[digit];
                off[digit] &= run.off[digit];
            }
        }
        if on == [0; 9] && off == [0; 9] {
            return;
        }
        let first = self.run(starts[0], true);
        let mut targets = Vec::new();
        for (is_on, nodes, set) in [(true, &first.ons, &on), (false, &first.offs, &off)] {
            let nodes = nodes.iter().filter(|node| super::has(set, node.id));
            targets.extend(nodes.map(|node| (node.id, is_on)));
        }
        for (target, is_on) in targets {
            let branch = |&start: &Id| Branch {
                start,
                is_on: true,
                place: self.run(start, true).place(target, is_on),
            };
            let branches: Vec<Branch> = starts.iter().map(branch).collect();
            self.offer(grid, shape, target, is_on, &branches);
        }
    }

    fn offer(&mut self, grid: &Marks, shape: Shape, target: Id, is_on: bool, branches: &[Branch]) {
        let digit = 1 << digit_of(target);
        let removed = if is_on { grid.cells[cell_of(target)] & !digit } else { digit };
        if removed == 0 {
            return;
        }
        let complexity = self.complexity(grid, branches);
        let branches = branches.to_vec();
        let hint = Hint { shape, target, is_on, complexity, removed, branches };
        if self.wants_all {
            self.hints.push(hint);
        } else if self.hints.first().is_none_or(|best| hint.key() < best.key()) {
            self.hints.clear();
            self.hints.push(hint);
        }
    }

    /// The number of nodes of all branches, and the complexity of the chains within.
    fn complexity(&mut self, grid: &Marks, branches: &[Branch]) -> u32 {
        let mut complexity = 0;
        self.prints.clear();
        for branch in branches {
            let is_on = usize::from(branch.is_on);
            let slot = self.slots[is_on][usize::from(branch.start)].expect("the run was made");
            let run = &self.runs[is_on][usize::from(slot)];
            run.trace(grid, branch.place, &mut self.trace);
            complexity += self.trace.places.len() as u32;
            if self.config.level < 2 {
                continue;
            }
            for &place in &self.trace.places {
                let node = run.node(place);
                if place & 1 != 0 || node.cause != Cause::Rule {
                    continue;
                }
                let Some(nested) = run.steps[usize::from(node.parent)].nested else { continue };
                let nested = self.nested[nested as usize];
                if !self.prints.contains(&nested.print) {
                    self.prints.push(nested.print);
                    complexity += nested.complexity;
                }
            }
        }
        complexity
    }
}
