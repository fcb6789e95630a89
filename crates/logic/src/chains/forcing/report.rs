//! What the hints of a search say: to the run around it, or to the caller.

use std::ops::ControlFlow::{self, Break, Continue};

use quadrille_core::{Cell, DigitSet};

use super::super::cycles::Causes;
use super::super::evidence::{candidate_of, links_of_run};
use super::super::kinds::kind;
use super::super::links::Cause;
use super::super::marks::Marks;
use super::super::nested::{Fingerprint, Nested};
use super::super::rules::Removal;
use super::super::{Id, cell_of, id, surcharge};
use super::{Branch, Context, Forcing, Hint, Shape};
use crate::cells::{bits, each};
use crate::deduction::{Deduction, House, Link};

impl Forcing {
    /// Reports what the hints on the marks of a run remove, of those that need the run. Returns how
    /// many hints there are.
    pub(super) fn nested(
        &mut self,
        wants_evidence: bool,
        context: &mut Context<'_>,
        source: &Marks,
        marks: &Marks,
        report: &mut dyn FnMut(&Removal, Nested),
    ) -> ControlFlow<(), usize> {
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
        Continue(self.hints.len())
    }

    fn links(&self, marks: &Marks, hint: &Hint) -> Vec<Link> {
        let of_branch = |branch: &Branch| {
            links_of_run(self.run(branch.start, branch.is_on), marks, branch.place)
        };
        hint.branches.iter().flat_map(of_branch).collect()
    }

    /// What a hint of the last search says, with its chains if `wants_evidence`.
    pub(in crate::chains) fn deduction(
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
        // The runs of the branches again, now with what shows their rules and nested chains.
        self.wants_evidence = true;
        if self.config.level >= 1 {
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
}
