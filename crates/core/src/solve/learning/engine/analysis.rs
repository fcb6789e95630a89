//! Learns a clause from a conflict by following the reasons back.

use super::super::clauses::Clauses;
use super::super::heap::Heap;
use super::halls::{HallSet, Halls};
use super::{Conflict, Engine, Mark, Reason};
use crate::solve::formula::{Formula, Literal};
use crate::solve::layout::bits;

/// The state in which reasons are looked up.
struct Causes<'a> {
    formula: &'a Formula,
    clauses: &'a Clauses,
    halls: &'a Halls,
}

impl Causes<'_> {
    /// Returns whether the predicate holds for all false literals that imply a variable's value.
    /// Stops at the first for which it does not.
    #[inline]
    fn all(&self, variable: usize, reason: Reason, mut holds: impl FnMut(Literal) -> bool) -> bool {
        match reason {
            Reason::None => true,
            Reason::Rival(rival) => holds(!rival),
            Reason::LastOf(set) => {
                let members = self.formula.set(set as usize).iter();
                members.filter(|l| l.variable() != variable).all(|&literal| holds(literal))
            }
            Reason::Clause(clause) => {
                let literals = self.clauses.literals(clause).iter().map(|&l| Literal(l));
                literals.filter(|l| l.variable() != variable).all(holds)
            }
            Reason::Hall(number) => self.all_outside(self.halls.set(number), holds),
        }
    }

    /// Does the same for the false literals of a conflict.
    fn all_of(&self, conflict: Conflict, mut holds: impl FnMut(Literal) -> bool) -> bool {
        match conflict {
            Conflict::Rivals(a, b) => holds(!a) && holds(!b),
            Conflict::Empty(set) => self.formula.set(set as usize).iter().all(|&l| holds(l)),
            Conflict::Clause(clause) => {
                self.clauses.literals(clause).iter().all(|&l| holds(Literal(l)))
            }
            Conflict::Crowd(crowd) => self.all_outside(crowd, holds),
        }
    }

    /// Does the same for the candidates that the cells of a Hall set had besides its digits.
    fn all_outside(&self, hall: HallSet, mut holds: impl FnMut(Literal) -> bool) -> bool {
        let Self { formula, halls, .. } = self;
        let outside = |l: &&Literal| hall.digits >> formula.candidates[l.variable()].1 & 1 == 0;
        bits(hall.cells).all(|place| {
            let cell = halls.cell(hall.house, place) as usize;
            formula.set(cell).iter().filter(outside).all(|&literal| holds(literal))
        })
    }
}

/// The state of the analysis.
struct Trace<'a> {
    here: u32,
    /// Literals of the current level that are involved and have not been followed.
    open: usize,
    level: &'a [u32],
    seen: &'a mut [Mark],
    marked: &'a mut Vec<u32>,
    heap: &'a mut Heap,
    learned: &'a mut Vec<Literal>,
}

impl Trace<'_> {
    fn blame(&mut self, literal: Literal) -> bool {
        let variable = literal.variable();
        let level = self.level[variable];
        if level > 0 && self.seen[variable] == Mark::None {
            self.seen[variable] = Mark::Source;
            self.marked.push(variable as u32);
            self.heap.bump(variable);
            if level == self.here {
                self.open += 1;
            } else {
                self.learned.push(literal);
            }
        }
        true
    }
}

impl Engine {
    /// Learns the clause of the first unique implication point (first UIP). Leaves it in `learned`,
    /// that literal first, and returns the level to backtrack to.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> usize {
        if let Conflict::Clause(clause) = conflict {
            self.clauses.bump(clause);
        }
        let Self { formula, clauses, halls, .. } = self;
        let Self { level, seen, marked, heap, learned, .. } = self;
        learned.clear();
        learned.push(Literal(0));
        let here = self.levels.len() as u32;
        let mut trace = Trace { here, open: 0, level, seen, marked, heap, learned };
        let causes = Causes { formula, clauses, halls };
        causes.all_of(conflict, |literal| trace.blame(literal));
        let mut at = self.trail.len();
        loop {
            let literal = loop {
                at -= 1;
                if trace.seen[self.trail[at].variable()] != Mark::None {
                    break self.trail[at];
                }
            };
            trace.open -= 1;
            if trace.open == 0 {
                trace.learned[0] = !literal;
                break;
            }
            let variable = literal.variable();
            let reason = self.reason[variable];
            if let Reason::Clause(clause) = reason {
                clauses.bump(clause);
            }
            let causes = Causes { formula, clauses, halls };
            causes.all(variable, reason, |literal| trace.blame(literal));
        }
        self.minimize();
        for variable in self.marked.drain(..) {
            self.seen[variable as usize] = Mark::None;
        }
        // The second literal, which is watched, belongs to the level to backtrack to.
        let mut back = 0;
        for i in 1..self.learned.len() {
            let level = self.level[self.learned[i].variable()];
            if level > back {
                back = level;
                self.learned.swap(1, i);
            }
        }
        back as usize
    }

    /// Removes literals that follow from the others.
    fn minimize(&mut self) {
        self.level_clock += 1;
        for literal in &self.learned {
            self.level_seen[self.level[literal.variable()] as usize] = self.level_clock;
        }
        let mut kept = 1;
        for i in 1..self.learned.len() {
            let literal = self.learned[i];
            if !self.is_redundant(literal) {
                self.learned[kept] = literal;
                kept += 1;
            }
        }
        self.learned.truncate(kept);
    }

    /// Returns whether every chain of reasons from a literal of the learned clause ends in others
    /// of it. Marks what it finds on the way.
    fn is_redundant(&mut self, literal: Literal) -> bool {
        if matches!(self.reason[literal.variable()], Reason::None) {
            return false;
        }
        let Self { formula, clauses, halls, reason, .. } = self;
        let Self { level, level_seen, level_clock, seen, marked, stack, .. } = self;
        let causes = Causes { formula, clauses, halls };
        let first_marked = marked.len();
        stack.clear();
        stack.push(literal.variable() as u32);
        while let Some(next) = stack.pop() {
            let next = next as usize;
            let follows = causes.all(next, reason[next], |below| {
                let variable = below.variable();
                let level = level[variable] as usize;
                match seen[variable] {
                    Mark::Source | Mark::Redundant => true,
                    _ if level == 0 => true,
                    Mark::None
                        if level_seen[level] == *level_clock
                            && !matches!(reason[variable], Reason::None) =>
                    {
                        seen[variable] = Mark::Redundant;
                        marked.push(variable as u32);
                        stack.push(variable as u32);
                        true
                    }
                    Mark::None | Mark::Needed => false,
                }
            });
            if !follows {
                for variable in marked.drain(first_marked..) {
                    seen[variable as usize] = Mark::None;
                }
                if seen[next] == Mark::None {
                    seen[next] = Mark::Needed;
                    marked.push(next as u32);
                }
                return false;
            }
        }
        true
    }

    /// Returns the number of levels among the literals of the learned clause, including the new one
    /// of its first literal.
    pub(super) fn quality(&mut self) -> u32 {
        self.level_clock += 1;
        let mut levels = 1;
        for literal in &self.learned[1..] {
            let seen = &mut self.level_seen[self.level[literal.variable()] as usize];
            levels += u32::from(*seen != self.level_clock);
            *seen = self.level_clock;
        }
        levels
    }
}
