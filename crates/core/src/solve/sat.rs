//! Solves the open part of a propagated board with a SAT library: BatSat (a Rust MiniSat).
//!
//! The library is used directly: its callbacks report every conflict and ask before every decision
//! whether to continue, so limits hold exactly and the cancel flag ends the search immediately.
//! Layers over several SAT libraries do not pass these on.

use std::cell::{Cell, RefCell};

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::Found;
use super::formula::{Formula, Literal};
use super::propagate::Propagation;
use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// Approximate size of a clause besides its literals: its header and two watches.
const CLAUSE_BYTES: u64 = 32;
const LITERAL_BYTES: u64 = 4;

/// Receives the callbacks of the library.
struct Watcher<'r, 'a> {
    meter: RefCell<&'r mut Meter<'a>>,
    stop: Cell<Option<Stop>>,
}

impl<'a> Watcher<'_, 'a> {
    /// Calls a function of the meter, unless the search has been stopped; returns the reason to
    /// stop.
    fn require(&self, what: impl FnOnce(&mut Meter<'a>) -> Result<(), Stop>) -> Result<(), Stop> {
        if self.stop.get().is_none() {
            self.stop.set(what(&mut self.meter.borrow_mut()).err());
        }
        self.stop.get().map_or(Ok(()), Err)
    }
}

fn bytes(literals: usize) -> u64 {
    CLAUSE_BYTES + LITERAL_BYTES * literals as u64
}

impl Callbacks for Watcher<'_, '_> {
    fn on_new_clause(&mut self, clause: &[Lit], source: ClauseKind) {
        if matches!(source, ClauseKind::Learnt) {
            // The library asks `stop` next.
            let _ = self.require(|meter| {
                meter.count(Counter::Conflict)?;
                meter.keep(bytes(clause.len()))
            });
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.meter.borrow_mut().release(bytes(clause.len()));
    }

    fn on_restart(&mut self) {
        self.meter.borrow_mut().restarted();
    }

    fn stop(&self) -> bool {
        self.require(Meter::poll).is_err()
    }
}

/// Solves the formula again and again, each time without the solutions found before.
pub(super) fn solve(
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    let Ok(board) = Propagation::at_fixed_point(puzzle) else { return Ok(()) };
    let formula = Formula::of(puzzle, &board, meter)?;
    let watcher = Watcher { meter: RefCell::new(meter), stop: Cell::new(None) };
    let mut solver = Solver::new(SolverOpts::default(), watcher);
    let variables: Vec<Var> = (0..formula.variables)
        // Decisions set candidates to true: that decides most.
        .map(|v| solver.new_var(lbool::TRUE, v < formula.candidates.len()))
        .collect();
    encode(&formula, &variables, &mut solver)?;
    let mut clause = Vec::new();
    loop {
        let answer = solver.solve_limited(&[]);
        if answer != lbool::TRUE {
            return solver.cb().stop.get().map_or(Ok(()), Err);
        }
        let holds = |v: u32| solver.value_var(variables[v as usize]) == lbool::TRUE;
        let digits = formula.digits(holds);
        found(&Solution::new(puzzle, &digits).expect("a model of the rules"))?;
        // Excludes this solution, which counts as a conflict.
        clause.clear();
        let candidates = 0..formula.candidates.len() as u32;
        let taken =
            candidates.filter(|&v| holds(v)).map(|v| Lit::new(variables[v as usize], false));
        clause.extend(taken);
        if clause.is_empty() {
            return Ok(());
        }
        let length = clause.len();
        solver.cb().require(|meter| {
            meter.count(Counter::Conflict)?;
            meter.keep(bytes(length))
        })?;
        solver.add_clause_reuse(&mut clause);
    }
}

/// Adds the formula as clauses: of every set at least one, and no two.
fn encode(
    formula: &Formula,
    variables: &[Var],
    solver: &mut Solver<Watcher<'_, '_>>,
) -> Result<(), Stop> {
    let literal = |l: Literal| Lit::new(variables[l.variable()], l.is_yes());
    let mut clause: Vec<Lit> = Vec::new();
    for set in 0..formula.set_count() {
        let members = formula.set(set);
        let pairs = members.len() * (members.len() - 1) / 2;
        let kept = pairs as u64 * bytes(2) + bytes(members.len());
        solver.cb().require(|meter| meter.keep(kept))?;
        for (index, &a) in members.iter().enumerate() {
            // Polled here and not once per set, because a large set takes a thousand clauses.
            solver.cb().require(Meter::poll)?;
            for &b in &members[..index] {
                clause.clear();
                clause.extend([!literal(a), !literal(b)]);
                solver.add_clause_reuse(&mut clause);
            }
        }
        clause.clear();
        clause.extend(members.iter().map(|&l| literal(l)));
        solver.add_clause_reuse(&mut clause);
    }
    for &(a, b) in &formula.forbidden {
        solver.cb().require(|meter| meter.poll().and_then(|()| meter.keep(bytes(2))))?;
        clause.clear();
        clause.extend([!literal(Literal::yes(a)), !literal(Literal::yes(b))]);
        solver.add_clause_reuse(&mut clause);
    }
    solver.cb().require(Meter::poll_now)
}
