//! What is learned from a conflict: the reasons, followed back to one clause.

use super::super::clauses::Clauses;
use super::{Conflict, Engine, Mark, Reason};
use crate::solve::formula::{Formula, Literal};

impl Engine {
    /// The false literals that made a conflict.
    fn blame(&mut self, conflict: Conflict) {
        self.because.clear();
        match conflict {
            Conflict::Rivals(a, b) => self.because.extend([!a, !b]),
            Conflict::Empty(set) => {
                let members = self.formula.set(set as usize);
                self.because.extend(members);
            }
            Conflict::Clause(clause) => {
                self.clauses.bump(clause);
                self.because.extend(self.clauses.literals(clause).iter().map(|&l| Literal(l)));
            }
        }
    }

    /// The false literals that made a variable what it is.
    fn explain(
        formula: &Formula,
        clauses: &Clauses,
        variable: usize,
        reason: Reason,
        because: &mut Vec<Literal>,
    ) {
        because.clear();
        match reason {
            Reason::None => {}
            Reason::Rival(rival) => because.push(!rival),
            Reason::LastOf(set) => {
                let members = formula.set(set as usize).iter();
                because.extend(members.filter(|l| l.variable() != variable));
            }
            Reason::Clause(clause) => {
                let literals = clauses.literals(clause).iter().map(|&l| Literal(l));
                because.extend(literals.filter(|l| l.variable() != variable));
            }
        }
    }

    /// Learns the clause of the first point through which all blame passes (first UIP). Leaves it
    /// in `learned`, that literal first, and returns the level to go back to.
    pub(super) fn analyse(&mut self, conflict: Conflict) -> usize {
        let here = self.levels.len() as u32;
        self.learned.clear();
        self.learned.push(Literal(0));
        self.blame(conflict);
        let mut open = 0;
        let mut at = self.trail.len();
        loop {
            for i in 0..self.because.len() {
                let literal = self.because[i];
                let variable = literal.variable();
                if self.seen[variable] != Mark::None || self.level[variable] == 0 {
                    continue;
                }
                self.seen[variable] = Mark::Source;
                self.marked.push(variable as u32);
                self.bump(variable);
                if self.level[variable] == here {
                    open += 1;
                } else {
                    self.learned.push(literal);
                }
            }
            let literal = loop {
                at -= 1;
                if self.seen[self.trail[at].variable()] != Mark::None {
                    break self.trail[at];
                }
            };
            open -= 1;
            if open == 0 {
                self.learned[0] = !literal;
                break;
            }
            let variable = literal.variable();
            let reason = self.reason[variable];
            if let Reason::Clause(clause) = reason {
                self.clauses.bump(clause);
            }
            Self::explain(&self.formula, &self.clauses, variable, reason, &mut self.because);
        }
        self.minimise();
        for variable in self.marked.drain(..) {
            self.seen[variable as usize] = Mark::None;
        }
        // The second literal is one of the level to go back to, to be watched.
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

    /// Leaves out literals that follow from the others.
    fn minimise(&mut self) {
        self.level_clock += 1;
        for i in 0..self.learned.len() {
            self.level_seen[self.level[self.learned[i].variable()] as usize] = self.level_clock;
        }
        let mut kept = 1;
        for i in 1..self.learned.len() {
            let literal = self.learned[i];
            if matches!(self.reason[literal.variable()], Reason::None)
                || !self.is_redundant(literal)
            {
                self.learned[kept] = literal;
                kept += 1;
            }
        }
        self.learned.truncate(kept);
    }

    /// Whether every chain of reasons from a literal ends in the learned clause. What a failed
    /// attempt has found redundant on the way stays marked so.
    fn is_redundant(&mut self, literal: Literal) -> bool {
        self.stack.clear();
        self.stack.push(literal);
        let first_marked = self.marked.len();
        while let Some(next) = self.stack.pop() {
            let variable = next.variable();
            let reason = self.reason[variable];
            Self::explain(&self.formula, &self.clauses, variable, reason, &mut self.because);
            for i in 0..self.because.len() {
                let below = self.because[i];
                let variable = below.variable();
                let level = self.level[variable];
                match self.seen[variable] {
                    Mark::Source | Mark::Redundant => continue,
                    _ if level == 0 => continue,
                    Mark::None
                        if !matches!(self.reason[variable], Reason::None)
                            && self.level_seen[level as usize] == self.level_clock =>
                    {
                        self.seen[variable] = Mark::Redundant;
                        self.marked.push(variable as u32);
                        self.stack.push(below);
                    }
                    _ => {
                        for variable in self.marked.drain(first_marked..) {
                            self.seen[variable as usize] = Mark::None;
                        }
                        return false;
                    }
                }
            }
        }
        true
    }

    fn bump(&mut self, variable: usize) {
        let activity = &mut self.heap.activity[variable];
        *activity += self.step;
        if *activity > 1e100 {
            for activity in &mut self.heap.activity {
                *activity *= 1e-100;
            }
            self.step *= 1e-100;
        }
        self.heap.grown(variable as u32);
    }

    /// How many levels the learned clause spans, its first literal's new one included.
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
