//! Bidirectional cycles and forcing chains, on the links that are there from the start.
//!
//! A cycle goes from a candidate that is on, by links in turn from on to off and from off to on,
//! back to itself: so its candidates are on and off in turn, one way or the other. A forcing chain
//! shows that a candidate is off if it is on, or on if it is off.

mod hint;
mod path;

use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Continue};

pub(in crate::logic) use self::hint::KINDS;
pub(super) use self::hint::Node;
use self::hint::{BASES, Hint, difficulty, removed_by_cycle, same_removal};
use self::path::Paths;
use super::closure::Closure;
use super::evidence::links_of_chain;
use super::links::{Cause, Links, Strong};
use super::marks::Marks;
use super::nested::{Fingerprint, Nested};
use super::reach::{Lead, Reach};
use super::rules::{Removal, in_hash_order};
use super::{Candidates, IDS, Id, cell_of, digit_of, has, id, insert};
use crate::logic::cells::{bits, each};

/// The search, with the memory that it uses again.
pub(super) struct Cycles {
    ids: Vec<Id>,
    /// For a digit, for up to 256 candidates, and for all there can be.
    narrow: Reach<2>,
    middle: Reach<4>,
    wide: Reach<12>,
    hints: Hints,
    removal: Removal,
}

/// What was found, and what is wanted.
struct Hints {
    paths: Paths,
    found: Vec<Hint>,
    /// The ratings of the kinds.
    bases: [f64; 5],
    wants_all: bool,
    /// What the steps showed, if all is wanted.
    leads: Vec<(Id, Lead)>,
    /// If all is wanted, the candidates that turn themselves off, and those that may be in a cycle.
    offs: Vec<Id>,
    twists: Candidates,
    /// If all is wanted, the last chain that removes something that no other does.
    worst: Option<Hint>,
}

impl Cycles {
    pub fn new() -> Self {
        Self {
            ids: Vec::new(),
            narrow: Reach::new(),
            middle: Reach::new(),
            wide: Reach::new(),
            hints: Hints {
                paths: Paths::default(),
                found: Vec::new(),
                bases: BASES,
                wants_all: false,
                leads: Vec::new(),
                offs: Vec::new(),
                twists: [0; 9],
                worst: None,
            },
            removal: Removal::default(),
        }
    }

    /// Finds the hint that Sudoku Explainer applies, or all in its order.
    ///
    /// If all are wanted and `is_bounded`, those are left out that remove nothing that the ones
    /// before them do not remove.
    pub fn search(
        &mut self,
        closure: &mut Closure,
        marks: &Marks,
        bases: &[f64; 5],
        wants_all: bool,
        is_bounded: bool,
        poll: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), &[Hint]> {
        let hints = &mut self.hints;
        hints.found.clear();
        hints.worst = None;
        hints.wants_all = wants_all;
        hints.bases = *bases;
        if !closure.find(marks) {
            return Continue(&self.hints.found);
        }
        let mut digits = 511_u16;
        if wants_all {
            digits = 0;
            hints.offs.clear();
            let (mut worst, mut offs): (_, Candidates) = (0, [0; 9]);
            // A candidate that is alone in its cell is not followed for itself.
            let mut all_follow = true;
            closure.each_lead(|lead, id, steps| {
                if lead == Lead::Off && !has(&offs, id) {
                    insert(&mut offs, id);
                    hints.offs.push(id);
                    digits |= 1 << digit_of(id);
                    worst = worst.max(steps);
                    all_follow &= marks.cells[cell_of(id)].count_ones() >= 2;
                }
            });
            // A cycle shows to what it removes each of its candidates both on and off.
            hints.twists = [0; 9];
            for &id in &hints.offs {
                closure.each_twist(id, |id| insert(&mut hints.twists, id));
            }
            if is_bounded && all_follow {
                hints.worst = Some(hints.hint(Links::All, 0, Lead::Off, 2 * worst + 2));
            }
        }
        let strong = &closure.strong;
        for digit in bits(digits) {
            if strong.linked(digit, Links::X) == 0 {
                continue;
            }
            self.ids.clear();
            self.ids.extend(each(marks.digits[digit]).map(|cell| id(cell, digit)));
            hints.find(marks, strong, Links::X, &mut self.narrow, &self.ids);
        }
        if wants_all {
            hints.follow_leads(marks, strong, Links::X);
        }
        for links in [Links::Y, Links::All] {
            if poll().is_break() {
                return ControlFlow::Break(());
            }
            let of_cell = |cell: usize| bits(marks.cells[cell]).map(move |digit| id(cell, digit));
            self.ids.clear();
            if links == Links::All {
                self.ids.extend_from_slice(&closure.ids);
            } else {
                let fits = |cell: &usize| marks.cells[*cell].count_ones() == 2;
                self.ids.extend((0..81).filter(fits).flat_map(of_cell));
            }
            if self.ids.len() <= Reach::<2>::MOST {
                hints.find(marks, strong, links, &mut self.narrow, &self.ids);
            } else if self.ids.len() <= Reach::<4>::MOST {
                hints.find(marks, strong, links, &mut self.middle, &self.ids);
            } else {
                hints.find(marks, strong, links, &mut self.wide, &self.ids);
            }
            if wants_all {
                hints.follow_leads(marks, strong, links);
            }
        }
        if wants_all {
            hints.found.sort_by(Hint::cmp);
            let found = std::mem::take(&mut hints.found);
            for hint in found {
                if !hints.found.iter().any(|other| same_removal(&other.removed, &hint.removed)) {
                    hints.found.push(hint);
                }
            }
        }
        Continue(&self.hints.found)
    }

    /// Fills in the chain of a hint of the last search.
    pub fn complete(&mut self, closure: &Closure, marks: &Marks, hint: &mut Hint) {
        let paths = &mut self.hints.paths;
        if hint.nodes.is_empty() {
            let is_on = hint.lead == Lead::Off;
            let nodes = paths.chain(marks, &closure.strong, hint.links, hint.start, is_on);
            hint.nodes = nodes.expect("the steps showed a chain");
        }
    }

    /// Reports what the hints on the marks of a run remove, of those that need the run. Returns how
    /// many hints there are.
    pub fn nested(
        &mut self,
        closure: &mut Closure,
        source: &Marks,
        marks: &Marks,
        is_bounded: bool,
        wants_evidence: bool,
        poll: &mut dyn FnMut() -> ControlFlow<()>,
        report: &mut dyn FnMut(&Removal, Nested),
    ) -> ControlFlow<(), usize> {
        if self.search(closure, marks, &BASES, true, is_bounded, poll).is_break() {
            return ControlFlow::Break(());
        }
        for hint in &self.hints.found {
            let is_cycle = hint.lead == Lead::Cycle;
            self.removal.kind = KINDS[hint.kind()].id;
            self.removal.removed.clone_from(&hint.removed);
            in_hash_order(&mut self.removal.removed);
            self.removal.causes.clear();
            let back = if is_cycle { hint.reversed() } else { Vec::new() };
            let mut seen = Causes::new(source, marks, &mut self.removal.causes);
            for node in hint.nodes.iter().chain(&back) {
                seen.add(node.id, node.is_on, node.cause);
            }
            if self.removal.causes.is_empty() {
                continue;
            }
            let mut print = Fingerprint::new();
            let chains = [&hint.nodes, &back];
            let chains = &chains[..1 + usize::from(is_cycle)];
            for chain in chains {
                print.add(chain[0].id, chain[0].is_on);
            }
            for chain in chains {
                print.next();
                // The end of a cycle is its beginning.
                for node in &chain[..chain.len() - usize::from(is_cycle)] {
                    print.add(node.id, node.is_on);
                }
            }
            self.removal.links.clear();
            if wants_evidence {
                self.removal.links = links_of_chain(&hint.nodes);
            }
            report(&self.removal, Nested { complexity: hint.complexity, print: print.finish() });
        }
        Continue(self.hints.found.len())
    }
}

impl Hints {
    /// Takes steps on some candidates, as long as they may show something that is wanted.
    fn find<const W: usize>(
        &mut self,
        marks: &Marks,
        strong: &Strong,
        links: Links,
        reach: &mut Reach<W>,
        ids: &[Id],
    ) {
        reach.start(strong, links, ids);
        let may_start = |start: Id| marks.cells[cell_of(start)].count_ones() >= 2;
        for steps in 1.. {
            let (cycle, chain) = (2 * steps, 2 * steps + 2);
            let may_cycle = steps >= 2 && self.may_improve(links, Lead::Cycle, cycle);
            if may_cycle {
                reach.each_cycle(|start| {
                    if !may_start(start) {
                    } else if self.wants_all {
                        if has(&self.twists, start) {
                            self.leads.push((start, Lead::Cycle));
                        }
                    } else {
                        self.follow_cycles(marks, strong, links, start, cycle..=cycle);
                    }
                });
            }
            let may_chain = links != Links::Y && self.may_improve(links, Lead::Off, chain);
            if steps >= 2 && !may_cycle && !may_chain {
                return;
            }
            let has_more = reach.step(|lead, start| {
                if !may_chain || !may_start(start) {
                } else if self.wants_all {
                    self.leads.push((start, lead));
                } else {
                    let hint = self.hint(links, start, lead, chain);
                    self.offer(hint);
                }
            });
            if !has_more {
                return;
            }
        }
    }

    /// A chain that is not followed yet.
    fn hint(&self, links: Links, start: Id, lead: Lead, complexity: u32) -> Hint {
        let (nodes, removed) = (Vec::new(), Vec::new());
        let mut hint = Hint { links, start, lead, complexity, difficulty: 0.0, nodes, removed };
        hint.difficulty = difficulty(self.bases[hint.kind()], complexity);
        hint
    }

    /// Whether a cycle or a chain of some complexity may be wanted.
    fn may_improve(&self, links: Links, lead: Lead, complexity: u32) -> bool {
        let limit = if self.wants_all { self.worst.as_ref() } else { self.found.first() };
        // A hint that is as good may come from a candidate that is followed earlier.
        let is_good = |limit| self.hint(links, 0, lead, complexity).cmp(limit) != Ordering::Greater;
        limit.is_none_or(is_good)
    }

    /// The longest cycle that may be wanted.
    fn longest_cycle(&self, links: Links) -> u32 {
        if self.worst.is_none() {
            return u32::MAX;
        }
        let lengths = (2..IDS as u32).map(|steps| 2 * steps);
        lengths
            .take_while(|&length| self.may_improve(links, Lead::Cycle, length))
            .last()
            .unwrap_or(0)
    }

    /// Finds all that the steps showed, in the order of Sudoku Explainer.
    fn follow_leads(&mut self, marks: &Marks, strong: &Strong, links: Links) {
        let mut leads = std::mem::take(&mut self.leads);
        let longest = self.longest_cycle(links);
        leads.sort_unstable();
        leads.dedup();
        for &(start, lead) in &leads {
            if lead == Lead::Cycle {
                self.follow_cycles(marks, strong, links, start, 4..=longest);
                continue;
            }
            if links == Links::Y {
                continue;
            }
            let nodes = self.paths.chain(marks, strong, links, start, lead == Lead::Off);
            let nodes = nodes.expect("the steps showed a chain");
            let (cell, digit) = (cell_of(start), 1 << digit_of(start));
            let removed = if lead == Lead::Off { digit } else { marks.cells[cell] & !digit };
            let removed = bits(removed).map(|digit| id(cell, digit)).collect();
            let complexity = nodes.len() as u32;
            self.offer(Hint { links, start, lead, complexity, difficulty: 0.0, nodes, removed });
        }
        leads.clear();
        self.leads = leads;
    }

    fn follow_cycles(
        &mut self,
        marks: &Marks,
        strong: &Strong,
        links: Links,
        start: Id,
        lengths: std::ops::RangeInclusive<u32>,
    ) {
        let mut paths = std::mem::take(&mut self.paths);
        paths.cycles(marks, strong, links, start, lengths, |nodes| {
            let removed = removed_by_cycle(marks, &nodes);
            if !removed.is_empty() {
                let complexity = nodes.len() as u32 - 1;
                let lead = Lead::Cycle;
                self.offer(Hint {
                    links,
                    start,
                    lead,
                    complexity,
                    difficulty: 0.0,
                    nodes,
                    removed,
                });
            }
        });
        self.paths = paths;
    }

    fn offer(&mut self, mut hint: Hint) {
        hint.difficulty = difficulty(self.bases[hint.kind()], hint.complexity);
        if self.wants_all {
            self.found.push(hint);
            return;
        }
        let is_better = self.found.first().is_none_or(|best| {
            hint.cmp(best).then_with(|| match hint.comes_before(best) {
                true => Ordering::Less,
                false => Ordering::Greater,
            }) == Ordering::Less
        });
        if is_better {
            self.found.clear();
            self.found.push(hint);
        }
    }
}

/// Collects the candidates that had to be off for a nested chain.
pub(super) struct Causes<'a> {
    source: &'a Marks,
    marks: &'a Marks,
    found: &'a mut Vec<Id>,
}

impl<'a> Causes<'a> {
    pub fn new(source: &'a Marks, marks: &'a Marks, found: &'a mut Vec<Id>) -> Self {
        Self { source, marks, found }
    }

    /// Adds those of a node: what is gone from the cell or house that shows it to be on.
    pub fn add(&mut self, of: Id, is_on: bool, cause: Cause) {
        if !is_on {
            return;
        }
        let (cell, digit) = (cell_of(of), digit_of(of));
        match cause {
            Cause::Cell => {
                for digit in bits(self.source.cells[cell] & !self.marks.cells[cell]) {
                    self.push(id(cell, digit));
                }
            }
            Cause::House(house) => {
                let gone = self.source.places(house.into(), digit) & !self.marks.digits[digit];
                each(gone).for_each(|cell| self.push(id(cell, digit)));
            }
            Cause::Assumption | Cause::Rule => {}
        }
    }

    fn push(&mut self, off: Id) {
        if !self.found.contains(&off) {
            self.found.push(off);
        }
    }
}
