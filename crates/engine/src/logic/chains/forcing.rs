//! Forcing chains that compare what follows from several assumptions.
//!
//! A candidate that leads to a contradiction is wrong. What follows from a candidate and from its
//! opposite, or from all candidates of a cell, or from all places of a digit in a house, is true.

use std::ops::ControlFlow::{self, Break, Continue};

use super::closure::Closure;
use super::cycles::{Causes, Cycles};
use super::evidence::{candidate_of, links_of_run};
use super::kinds::kind;
use super::links::Cause;
use super::marks::{Frame, Marks};
use super::nested::{Fingerprint, Nested};
use super::rules::{RULES, Removal};
use super::run::{Place, Run, Step, Trace};
use super::{Candidates, Config, IDS, Id, cell_of, digit_of, id, surcharge};
use crate::board::{Cell, DigitSet};
use crate::logic::cells::{bits, each};
use crate::logic::deduction::{Deduction, House, Link};
use crate::logic::houses::HOUSES_OF;

/// What assumptions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A candidate that is on leads to what its being off leads to.
    Double(Id),
    /// The candidates of a cell.
    Cell(usize),
    /// The places of a digit in a house.
    House { house: usize, digit: usize },
    /// A candidate being on, or off, leads to a contradiction.
    Contradiction(Id, bool),
}

impl Shape {
    fn sort_key(self) -> u8 {
        match self {
            Self::Double(_) => 1,
            Self::Cell(_) => 5,
            Self::House { .. } => 6,
            Self::Contradiction(..) => 7,
        }
    }
}

/// The end of a branch: the run, and the node in it.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    start: Id,
    is_on: bool,
    pub place: Place,
}

/// A candidate that is shown to be on or off.
#[derive(Clone)]
pub(super) struct Hint {
    pub shape: Shape,
    pub target: Id,
    pub is_on: bool,
    pub complexity: u32,
    /// What goes: digits of the cell of the target.
    pub removed: u16,
    pub branches: Vec<Branch>,
}

impl Hint {
    fn key(&self) -> (u32, u8) {
        (self.complexity, self.shape.sort_key())
    }
}

/// The search, with the memory that it uses again.
pub(super) struct Forcing {
    config: Config,
    /// The runs from each candidate being on and being off.
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
    inner: Vec<Inner>,
    hints: Vec<Hint>,
    wants_all: bool,
    /// Whether the closure tells where nothing is to be found.
    uses_closure: bool,
    /// Whether runs keep the links of nested chains.
    wants_evidence: bool,
}

/// A search for nested chains.
enum Inner {
    Cycles(Box<Cycles>),
    Forcing(Box<Forcing>),
}

/// What a search needs beside the marks.
pub(super) struct Context<'a> {
    pub frame: &'a Frame,
    pub closure: &'a mut Closure,
    pub poll: &'a mut dyn FnMut() -> ControlFlow<()>,
}

impl Forcing {
    pub fn new(config: Config) -> Self {
        let plain =
            Config { multiple: true, dynamic: false, nishio: false, level: 0, nested_level: 0 };
        let mut inner = Vec::new();
        if (2..4).contains(&config.level) {
            inner.push(Inner::Cycles(Box::new(Cycles::new())));
        }
        if config.level == 3 {
            inner.push(Inner::Forcing(Box::new(Self::new(plain))));
        }
        if config.level == 4 {
            let level = config.nested_level;
            let dynamic = Config { dynamic: true, level, ..plain };
            inner.push(Inner::Forcing(Box::new(Self::new(dynamic))));
        }
        Self {
            config,
            runs: [Vec::new(), Vec::new()],
            slots: Box::new([[None; IDS]; 2]),
            used: [0; 2],
            marks: Marks::none(),
            trace: Trace::new(),
            removal: Removal::default(),
            nested: Vec::new(),
            prints: Vec::new(),
            inner,
            hints: Vec::new(),
            wants_all: false,
            uses_closure: false,
            wants_evidence: false,
        }
    }

    /// Finds the hint that Sudoku Explainer applies, or all in its order.
    pub fn search(
        &mut self,
        context: &mut Context<'_>,
        grid: &Marks,
        wants_all: bool,
    ) -> ControlFlow<(), &[Hint]> {
        *self.slots = [[None; IDS]; 2];
        self.used = [0; 2];
        self.nested.clear();
        self.hints.clear();
        self.wants_all = wants_all;
        let least = if self.config.dynamic { 2 } else { 3 };
        // With a forcing chain, which has been reported as such, a run may end in a contradiction.
        self.uses_closure = !self.config.dynamic && !context.closure.find(grid);
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

    /// Reports what the hints on the marks of a run remove, of those that need the run.
    fn nested(
        &mut self,
        wants_evidence: bool,
        context: &mut Context<'_>,
        source: &Marks,
        marks: &Marks,
        report: &mut dyn FnMut(&Removal, Nested),
    ) -> ControlFlow<()> {
        self.wants_evidence = wants_evidence;
        if self.search(context, marks, true).is_break() {
            return Break(());
        }
        let hints = std::mem::take(&mut self.hints);
        for hint in &hints {
            let cell = cell_of(hint.target);
            self.removal.kind = kind(self.config, hint.shape);
            self.removal.removed.clear();
            self.removal.removed.extend(bits(hint.removed).map(|digit| id(cell, digit)));
            self.removal.causes.clear();
            let mut print = Fingerprint::new();
            for branch in &hint.branches {
                let place = branch.place;
                print.add(self.run(branch.start, branch.is_on).node(place).id, place & 1 != 0);
            }
            for branch in &hint.branches {
                print.next();
                let slot = self.slots[usize::from(branch.is_on)][usize::from(branch.start)];
                let run = &self.runs[usize::from(branch.is_on)][usize::from(slot.expect("run"))];
                run.trace(marks, branch.place, &mut self.trace);
                let mut causes = Causes::new(source, marks, &mut self.removal.causes);
                for &place in &self.trace.places {
                    let node = run.node(place);
                    let is_on = place & 1 != 0;
                    print.add(node.id, is_on);
                    let cause = match (node.cause, hint.shape) {
                        (Cause::Assumption, Shape::Cell(_)) => Cause::Cell,
                        (Cause::Assumption, Shape::House { house, .. }) => {
                            Cause::House(house as u8)
                        }
                        (cause, _) => cause,
                    };
                    causes.add(node.id, is_on, cause);
                }
            }
            if !self.removal.causes.is_empty() {
                self.removal.links.clear();
                if wants_evidence {
                    self.removal.links = self.links(marks, hint);
                }
                let print = print.finish();
                report(&self.removal, Nested { complexity: hint.complexity, print });
            }
        }
        self.hints = hints;
        Continue(())
    }

    fn links(&self, marks: &Marks, hint: &Hint) -> Vec<Link> {
        let of_branch = |branch: &Branch| {
            links_of_run(self.run(branch.start, branch.is_on), marks, branch.place)
        };
        hint.branches.iter().flat_map(of_branch).collect()
    }

    /// What a hint of the last search says, with its chains if `wants_evidence`.
    pub fn deduction(
        &mut self,
        context: &mut Context<'_>,
        grid: &Marks,
        hint: &Hint,
        wants_evidence: bool,
    ) -> ControlFlow<(), Deduction> {
        let mut deduction = Deduction {
            kind: kind(self.config, hint.shape),
            surcharge: surcharge(hint.complexity),
            ..Deduction::default()
        };
        if hint.is_on {
            deduction.placements.push(candidate_of(hint.target));
        } else {
            deduction.eliminations.push(candidate_of(hint.target));
        }
        if !wants_evidence {
            return Continue(deduction);
        }
        // The runs of the branches again, now with the links of nested chains.
        self.wants_evidence = true;
        if self.config.level >= 2 {
            for branch in &hint.branches {
                self.slots[usize::from(branch.is_on)][usize::from(branch.start)] = None;
            }
            for branch in &hint.branches {
                if self.make(context, grid, branch.start, branch.is_on).is_break() {
                    return Break(());
                }
            }
        }
        self.wants_evidence = false;
        deduction.links = self.links(grid, hint);
        let digit = |id: Id| DigitSet::only(candidate_of(id).digit);
        match hint.shape {
            Shape::Double(start) | Shape::Contradiction(start, _) => {
                deduction.cells.push(Cell::new(cell_of(start)));
                deduction.digits = digit(start);
            }
            Shape::Cell(cell) => {
                deduction.cells.push(Cell::new(cell));
                deduction.digits = DigitSet::from_bits(grid.cells[cell].into());
            }
            Shape::House { house, digit } => {
                deduction.houses.push(House::of_index(house));
                deduction.digits = DigitSet::from_bits(1 << digit);
                deduction.cells = each(grid.places(house, digit)).map(Cell::new).collect();
            }
        }
        Continue(deduction)
    }

    fn run(&self, start: Id, is_on: bool) -> &Run {
        let is_on = usize::from(is_on);
        let slot = self.slots[is_on][usize::from(start)].expect("the run was made");
        &self.runs[is_on][usize::from(slot)]
    }

    /// Makes the run of an assumption, if it is not there yet.
    fn make(
        &mut self,
        context: &mut Context<'_>,
        grid: &Marks,
        start: Id,
        is_on: bool,
    ) -> ControlFlow<()> {
        let kind = usize::from(is_on);
        if self.slots[kind][usize::from(start)].is_some() {
            return Continue(());
        }
        (context.poll)()?;
        let slot = self.used[kind];
        self.used[kind] += 1;
        self.slots[kind][usize::from(start)] = Some(slot);
        if usize::from(slot) == self.runs[kind].len() {
            self.runs[kind].push(Run::new());
        }
        let run = &mut self.runs[kind][usize::from(slot)];
        let config = self.config;
        run.start(start, is_on, config.dynamic, !config.nishio);
        self.marks.clone_from(grid);
        loop {
            run.follow(&mut self.marks);
            if run.clash.is_some() || config.level == 0 {
                return Continue(());
            }
            let found = advance(
                context,
                grid,
                &self.marks,
                run,
                &mut self.removal,
                &mut self.nested,
                &mut self.inner,
                self.wants_evidence,
            );
            match found {
                Continue(true) => {}
                Continue(false) => return Continue(()),
                Break(()) => return Break(()),
            }
        }
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

/// Looks for a rule or a nested chain where links lead no further. Returns whether there is one.
fn advance(
    context: &mut Context<'_>,
    grid: &Marks,
    marks: &Marks,
    run: &mut Run,
    removal: &mut Removal,
    known: &mut Vec<Nested>,
    inner: &mut [Inner],
    wants_evidence: bool,
) -> ControlFlow<(), bool> {
    let mut is_new = false;
    // Shared by the closure and the loops that call it.
    let has_any = std::cell::Cell::new(false);
    let mut add = |removal: &Removal, nested: Option<Nested>| {
        has_any.set(true);
        let step = run.steps.len() as u16;
        let start = run.causes.len() as u32;
        run.causes.extend_from_slice(&removal.causes);
        let causes = (start, run.causes.len() as u32);
        let nested = nested.map(|nested| {
            known.push(nested);
            known.len() as u32 - 1
        });
        if wants_evidence {
            run.evidence.push(if nested.is_some() { removal.links.clone() } else { Vec::new() });
        }
        run.steps.push(Step { causes, kind: removal.kind, nested });
        for &off in &removal.removed {
            is_new |= run.add_by_rule(off, step);
        }
    };
    for rule in RULES {
        rule(context.frame, grid, marks, removal, &mut |removal| add(removal, None));
        if has_any.get() {
            return Continue(is_new);
        }
    }
    for search in inner {
        let mut report = |removal: &Removal, nested: Nested| add(removal, Some(nested));
        let found = match search {
            Inner::Cycles(cycles) => {
                let Context { closure, poll, .. } = context;
                cycles.nested(closure, grid, marks, wants_evidence, poll, &mut report)
            }
            Inner::Forcing(forcing) => {
                forcing.nested(wants_evidence, context, grid, marks, &mut report)
            }
        };
        if found.is_break() {
            return Break(());
        }
        if has_any.get() {
            return Continue(is_new);
        }
    }
    Continue(false)
}
