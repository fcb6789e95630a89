//! Bidirectional cycles and forcing chains, on the links that are there from the start.
//!
//! A cycle goes from a candidate that is on, by links in turn from on to off and from off to on,
//! back to itself: so its candidates are on and off in turn, one way or the other. A forcing chain
//! shows that a candidate is off if it is on, or on if it is off.

mod hint;
mod path;

use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Continue};

pub(crate) use self::hint::KINDS;
use self::hint::{BASES, Hint, difficulty, removed_by_cycle, same_removal};
use self::path::Paths;
use super::closure::Closure;
use super::evidence::links_of_chain;
use super::links::{Cause, Links, Strong};
use super::marks::Marks;
use super::nested::{Fingerprint, Nested};
use super::quiet::Quiet;
use super::reach::{Lead, Reach};
use super::rules::{Removal, in_hash_order};
use super::{Candidates, IDS, Id, cell_of, digit_of, has, id, insert};
use crate::cells::{bits, each};

/// The search, with the memory that it uses again.
pub(super) struct Cycles {
    ids: Vec<Id>,
    /// For a digit, for up to 256 candidates, and for all there can be.
    narrow: Reach<2>,
    middle: Reach<4>,
    wide: Reach<12>,
    hints: Hints,
    removal: Removal,
    /// What was found in runs, by the hash of the marks.
    recent: Vec<(u64, Vec<Hint>)>,
}

/// What a search in a run is to report.
#[derive(Clone, Copy)]
pub(super) struct Wants {
    /// Omits what removes nothing that the hints before it do not remove, which is right if
    /// there is no chain without the run.
    pub(super) is_bounded: bool,
    /// Adds the links.
    pub(super) wants_evidence: bool,
}

/// How many marks are kept with what was found on them.
const RECENT: usize = 1 << 10;

/// What was found, and what is wanted.
struct Hints {
    paths: Paths,
    found: Vec<Hint>,
    /// The ratings of the kinds.
    bases: [f64; 5],
    wants_all: bool,
    /// What the steps showed, if all is wanted.
    leads: Vec<(Id, Lead, u32)>,
    /// The same with all links.
    all: Vec<(Id, Lead, u32)>,
    /// If all is wanted, the candidates that turn themselves off, with the complexity of the chain.
    offs: Vec<(Id, u32)>,
    /// If all is wanted, for each candidate that may be in a cycle the most complex chain that says
    /// the same as the cycle may; otherwise 0.
    limits: Box<[u32; IDS]>,
    /// If all is wanted, the last chain that removes something that no other does.
    worst: Option<Hint>,
}

impl Cycles {
    pub(super) fn new() -> Self {
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
                all: Vec::new(),
                offs: Vec::new(),
                limits: Box::new([0; IDS]),
                worst: None,
            },
            removal: Removal::default(),
            recent: Vec::new(),
        }
    }

    /// Finds the hint that Sudoku Explainer applies, or all in its order.
    ///
    /// If all are wanted and `is_bounded`, those are omitted that remove nothing that the ones
    /// before them do not remove.
    pub(super) fn search(
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
        let digits = if wants_all { hints.prepare(closure, marks, is_bounded) } else { 511 };
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
            if wants_all && links == Links::All {
                std::mem::swap(&mut hints.leads, &mut hints.all);
                hints.follow_leads(marks, strong, links);
                continue;
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
            hints.sort(marks, strong);
        }
        Continue(&self.hints.found)
    }

    /// Fills in the chain of a hint of the last search.
    pub(super) fn complete(&mut self, closure: &Closure, marks: &Marks, hint: &mut Hint) {
        self.hints.paths.complete(marks, &closure.strong, hint);
    }

    /// Reports what the hints on the marks of a run remove, of those that need the run. Returns how
    /// many hints there are.
    pub(super) fn nested(
        &mut self,
        closure: &mut Closure,
        source: &Marks,
        marks: &Marks,
        wants: Wants,
        poll: &mut dyn FnMut() -> ControlFlow<()>,
        report: &mut dyn FnMut(&Removal, Nested),
    ) -> ControlFlow<(), usize> {
        let Wants { is_bounded, wants_evidence } = wants;
        // What is found depends on the marks alone, and they come again.
        let key = Quiet::key(marks);
        self.recent.resize(RECENT, (0, Vec::new()));
        let recent = key as usize % RECENT;
        if !is_bounded || self.recent[recent].0 != key {
            if self.search(closure, marks, &BASES, true, is_bounded, poll).is_break() {
                return ControlFlow::Break(());
            }
            let key = if is_bounded { key } else { 0 };
            self.recent[recent] = (key, std::mem::take(&mut self.hints.found));
        }
        for hint in &self.recent[recent].1 {
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
        Continue(self.recent[recent].1.len())
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
                        self.leads.push((start, Lead::Cycle, cycle));
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
                    self.leads.push((start, lead, chain));
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

    /// Finds which candidates turn themselves off, and from this what is to be looked for. Returns
    /// their digits.
    fn prepare(&mut self, closure: &mut Closure, marks: &Marks, is_bounded: bool) -> u16 {
        let (mut digits, mut known): (_, Candidates) = (0, [0; 9]);
        self.offs.clear();
        self.all.clear();
        closure.each_lead(|lead, id, complexity| {
            if lead == Lead::Off && !has(&known, id) {
                insert(&mut known, id);
                digits |= 1 << digit_of(id);
                self.offs.push((id, complexity));
            }
            if marks.cells[cell_of(id)].count_ones() >= 2 {
                self.all.push((id, lead, complexity));
            }
        });
        // A cycle shows to what it removes each of its candidates both on and off.
        *self.limits = [0; IDS];
        for &(id, complexity) in &self.offs {
            closure.each_twist(id, |id| {
                let limit = &mut self.limits[usize::from(id)];
                *limit = complexity.max(*limit);
            });
        }
        // A candidate that is alone in its cell is not followed for itself.
        let is_followed = |&(id, _): &(Id, u32)| marks.cells[cell_of(id)].count_ones() >= 2;
        if is_bounded && self.offs.iter().all(is_followed) {
            let worst = self.offs.iter().map(|&(_, complexity)| complexity).max();
            self.worst = Some(self.hint(Links::All, 0, Lead::Off, worst.unwrap_or(0)));
        }
        digits
    }

    /// The longest cycle through a candidate that may be wanted.
    fn longest_cycle(&self, links: Links, start: Id) -> u32 {
        if self.worst.is_none() {
            return u32::MAX;
        }
        let limit = self.hint(Links::All, 0, Lead::Off, self.limits[usize::from(start)]);
        let is_good = |&length: &u32| {
            self.hint(links, 0, Lead::Cycle, length).cmp(&limit) != Ordering::Greater
        };
        (2..).map(|steps| 2 * steps).take_while(is_good).last().unwrap_or(0)
    }

    /// Finds all that the steps showed, in the order of Sudoku Explainer. Chains are not followed
    /// yet.
    fn follow_leads(&mut self, marks: &Marks, strong: &Strong, links: Links) {
        let mut leads = std::mem::take(&mut self.leads);
        leads.sort_unstable();
        leads.dedup_by_key(|&mut (start, lead, _)| (start, lead));
        for &(start, lead, complexity) in &leads {
            if lead == Lead::Cycle {
                if self.limits[usize::from(start)] == 0 {
                    continue;
                }
                let longest = self.longest_cycle(links, start);
                if longest >= complexity {
                    self.follow_cycles(marks, strong, links, start, 4..=longest);
                }
                continue;
            }
            let mut hint = self.hint(links, start, lead, complexity);
            let (cell, digit) = (cell_of(start), 1 << digit_of(start));
            let removed = if lead == Lead::Off { digit } else { marks.cells[cell] & !digit };
            hint.removed.extend(bits(removed).map(|digit| id(cell, digit)));
            self.offer(hint);
        }
        leads.clear();
        self.leads = leads;
    }

    /// Sorts what was found, omits what says nothing new, and follows the chains.
    fn sort(&mut self, marks: &Marks, strong: &Strong) {
        self.found.sort_by(Hint::cmp);
        let found = std::mem::take(&mut self.found);
        let mut gone: Candidates = [0; 9];
        for mut hint in found {
            let is_known = if self.worst.is_some() {
                hint.removed.iter().all(|&id| has(&gone, id))
            } else {
                self.found.iter().any(|other| same_removal(&other.removed, &hint.removed))
            };
            if !is_known {
                hint.removed.iter().for_each(|&id| insert(&mut gone, id));
                self.paths.complete(marks, strong, &mut hint);
                self.found.push(hint);
            }
        }
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
    pub(super) fn new(source: &'a Marks, marks: &'a Marks, found: &'a mut Vec<Id>) -> Self {
        Self { source, marks, found }
    }

    /// Adds those of a node: what is gone from the cell or house that shows it to be on.
    pub(super) fn add(&mut self, of: Id, is_on: bool, cause: Cause) {
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
