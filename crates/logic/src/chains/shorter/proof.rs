//! The shortest proofs of some facts from an assumption.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::links::Cause;
use super::super::marks::Marks;
use super::super::{IDS, cell_of, digit_of, id};
use crate::cells::{bits, each};
use crate::houses::{HOUSES_OF, PEERS};

/// A candidate that is on or off: twice its id, plus 1 if it is on.
pub(super) type Fact = u16;

/// The number of facts.
pub(super) const FACTS: usize = 2 * IDS;

/// What makes the links of a proof.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// Whether a cell links its digits.
    pub(super) has_cells: bool,
    /// Whether a link may have several causes.
    pub(super) is_net: bool,
}

/// A link that is known to hold.
pub(super) struct Known {
    pub(super) from: Vec<Fact>,
    pub(super) to: Fact,
    /// The number of links that it takes, with those within.
    pub(super) length: u32,
}

/// What links there are.
pub(super) struct Links<'a> {
    marks: &'a Marks,
    form: Form,
    known: &'a [Known],
    /// The known links that have each fact as a cause.
    uses: Vec<Vec<u16>>,
}

/// Why a fact holds; of a rule, the parent is the number of the known link.
#[derive(Clone, Copy)]
pub(super) struct Why {
    pub(super) cause: Cause,
    pub(super) parent: u16,
}

/// Facts, each after its causes.
#[derive(Clone, Default)]
pub(super) struct Proof {
    pub(super) steps: Vec<(Fact, Why)>,
    length: u32,
}

/// A factor on the cost of each fact.
type Weights = [u64];

/// The weight of a fact that a proof does not have, or has once.
const UNIT: u64 = 60;

/// The contradictions of an assumption that are tried, shortest first.
const CONTRADICTIONS: usize = 16;

/// The facts without which a proof is looked for.
const TRIES: usize = 200;

/// The rounds in which weights lead to shorter proofs.
const ROUNDS: usize = 4;

impl<'a> Links<'a> {
    pub(super) fn new(marks: &'a Marks, form: Form, known: &'a [Known]) -> Self {
        let mut uses = vec![Vec::new(); FACTS];
        for (index, link) in known.iter().enumerate() {
            link.from.iter().for_each(|&from| uses[usize::from(from)].push(index as u16));
        }
        Self { marks, form, known, uses }
    }

    /// A short proof of some facts; `None` if there is no proof.
    ///
    /// The shortest proof in which a fact is proved again for each use is found as Knuth generalizes
    /// Dijkstra's algorithm (Information Processing Letters 6, 1977). That of the fewest links would be hard
    /// to find; facts that are used more than once are made cheaper for the next round.
    fn prove(&self, assumed: Fact, goals: &[Fact]) -> Option<Proof> {
        let mut weights = vec![UNIT; FACTS];
        let mut best: Option<Proof> = None;
        for _ in 0..ROUNDS {
            let table = self.derive(assumed, &weights, None, all_of(goals));
            let proof = table.proof(self, goals)?;
            weights.fill(UNIT);
            for (fact, uses) in proof.uses(self, goals) {
                weights[usize::from(fact)] = UNIT / uses.clamp(1, UNIT);
            }
            if best.as_ref().is_none_or(|best| proof.length < best.length) {
                best = Some(proof);
            }
        }
        best
    }

    /// A proof that is no longer than another: without each of its facts, those of most links first, it is
    /// looked for whether the others, which are there already, and new ones prove the goals more shortly.
    fn improved(&self, assumed: Fact, goals: &[Fact], mut proof: Proof) -> Proof {
        let mut left = TRIES;
        while let Some(shorter) = self.without_one(assumed, goals, &proof, &mut left) {
            proof = shorter;
        }
        proof
    }

    fn without_one(
        &self,
        assumed: Fact,
        goals: &[Fact],
        proof: &Proof,
        left: &mut usize,
    ) -> Option<Proof> {
        let mut weights = vec![UNIT; FACTS];
        proof.steps.iter().for_each(|step| weights[usize::from(step.0)] = 1);
        let is_free = |step: &&(Fact, Why)| step.0 != assumed && !goals.contains(&step.0);
        let mut steps: Vec<&(Fact, Why)> = proof.steps.iter().filter(is_free).collect();
        steps.sort_by_key(|step| Reverse(self.length(step.1)));
        let mut able = vec![true; FACTS];
        steps.into_iter().find_map(|&(fact, _)| {
            *left = left.checked_sub(1)?;
            able[usize::from(fact)] = false;
            let table = self.derive(assumed, &weights, Some(&able), all_of(goals));
            let found = table.proof(self, goals);
            able[usize::from(fact)] = true;
            found.filter(|other| other.length < proof.length)
        })
    }

    /// The number of links that a reason takes.
    fn length(&self, why: Why) -> u32 {
        match why.cause {
            Cause::Rule => self.known[usize::from(why.parent)].length,
            _ => 1,
        }
    }

    /// A proof by facts of another, with no fact to omit.
    fn reduced(&self, assumed: Fact, goals: &[Fact], mut proof: Proof) -> Proof {
        let weights = vec![UNIT; FACTS];
        let mut able = vec![false; FACTS];
        let facts: Vec<Fact> = proof.steps.iter().map(|step| step.0).collect();
        facts.iter().for_each(|&fact| able[usize::from(fact)] = true);
        for &fact in facts.iter().filter(|&fact| *fact != assumed && !goals.contains(fact)) {
            if !std::mem::replace(&mut able[usize::from(fact)], false) {
                continue;
            }
            match self.derive(assumed, &weights, Some(&able), all_of(goals)).proof(self, goals) {
                Some(shorter) => {
                    able.fill(false);
                    shorter.steps.iter().for_each(|step| able[usize::from(step.0)] = true);
                    proof = shorter;
                }
                None => able[usize::from(fact)] = true,
            }
        }
        proof
    }

    /// A short proof of some ends, with no fact to omit, and these ends. Those of a contradiction may be
    /// others that are proved more shortly.
    pub(super) fn prove_ends(&self, assumed: Fact, ends: Vec<Fact>) -> Option<(Proof, Vec<Fact>)> {
        let mut best = (self.prove(assumed, &ends)?, ends);
        if matches!(best.1[..], [one, other] if one ^ 1 == other) {
            for ends in self.contradictions(assumed, CONTRADICTIONS) {
                let proof = self.prove(assumed, &ends);
                if let Some(proof) = proof.filter(|proof| proof.length < best.0.length) {
                    best = (proof, ends);
                }
            }
        }
        let (proof, ends) = best;
        let proof = self.improved(assumed, &ends, proof);
        Some((self.reduced(assumed, &ends, proof), ends))
    }

    /// The contradictions that are proved most shortly: a candidate that is on and off, or the opposite of
    /// the assumption.
    fn contradictions(&self, assumed: Fact, most: usize) -> Vec<Vec<Fact>> {
        let mut found: Vec<Vec<Fact>> = Vec::new();
        self.derive(assumed, &vec![UNIT; FACTS], None, |table, fact| {
            if table.is_settled[usize::from(fact ^ 1)] {
                let is_own = fact | 1 == assumed | 1;
                found.push(if is_own { vec![assumed ^ 1] } else { vec![fact | 1, fact & !1] });
            }
            found.len() == most
        });
        found
    }

    /// Derives facts, those of the least cost first, until `is_done` with the one that was found.
    fn derive<'t>(
        &self,
        assumed: Fact,
        weights: &Weights,
        able: Option<&'t [bool]>,
        mut is_done: impl FnMut(&Table<'t>, Fact) -> bool,
    ) -> Table<'t> {
        let mut table = Table {
            costs: vec![u64::MAX; FACTS],
            whys: vec![None; FACTS],
            is_settled: vec![false; FACTS],
            in_cells: [0; 81],
            in_houses: [[0; 9]; 27],
            of_known: self.known.iter().map(|link| link.from.len() as u16).collect(),
            queue: BinaryHeap::new(),
            able,
        };
        table.offer(assumed, 0, Why { cause: Cause::Assumption, parent: 0 });
        while let Some(Reverse((_, fact))) = table.queue.pop() {
            let index = usize::from(fact);
            if std::mem::replace(&mut table.is_settled[index], true) {
                continue;
            }
            if is_done(&table, fact) {
                break;
            }
            if fact & 1 != 0 {
                self.follow_on(&mut table, fact, weights);
            } else {
                self.follow_off(&mut table, fact, weights);
            }
            for &number in &self.uses[index] {
                let left = &mut table.of_known[usize::from(number)];
                *left -= 1;
                if *left == 0 {
                    let link = &self.known[usize::from(number)];
                    let why = Why { cause: Cause::Rule, parent: number };
                    self.offer(&mut table, link.to, why, weights);
                }
            }
        }
        for (why, is_settled) in table.whys.iter_mut().zip(&table.is_settled) {
            *why = why.filter(|_| *is_settled);
        }
        table
    }

    /// Offers a link of which all causes are settled.
    fn offer(&self, table: &mut Table<'_>, to: Fact, why: Why, weights: &Weights) {
        if !table.is_open(to) {
            return;
        }
        let mut cost = weights[usize::from(to)].saturating_mul(self.length(why).into());
        self.each_cause(to, why, |from| {
            cost = cost.saturating_add(table.costs[usize::from(from)]);
        });
        table.offer(to, cost, why);
    }

    fn follow_on(&self, table: &mut Table<'_>, on: Fact, weights: &Weights) {
        let (cell, digit) = (cell_of(on >> 1), digit_of(on >> 1));
        if self.form.has_cells {
            for other in bits(self.marks.cells[cell] & !(1 << digit)) {
                let why = Why { cause: Cause::Cell, parent: on };
                self.offer(table, 2 * id(cell, other), why, weights);
            }
        }
        for peer in each(self.marks.digits[digit] & PEERS[cell]) {
            let shared = HOUSES_OF[cell].into_iter().zip(HOUSES_OF[peer]);
            let house = shared.into_iter().find(|(one, other)| one == other).map(|both| both.0);
            let cause = Cause::House(house.expect("peers share a house"));
            self.offer(table, 2 * id(peer, digit), Why { cause, parent: on }, weights);
        }
    }

    fn follow_off(&self, table: &mut Table<'_>, off: Fact, weights: &Weights) {
        let (cell, digit) = (cell_of(off >> 1), digit_of(off >> 1));
        if self.form.has_cells {
            table.in_cells[cell] |= 1 << digit;
            let all = self.marks.cells[cell];
            let left = all & !table.in_cells[cell];
            if self.is_strong(all.count_ones(), left.count_ones()) {
                // If none is left, each is on as well as off.
                for last in bits(if left == 0 { all & !(1 << digit) } else { left }) {
                    let why = Why { cause: Cause::Cell, parent: 0 };
                    self.offer(table, 2 * id(cell, last) + 1, why, weights);
                }
            }
        }
        for house in HOUSES_OF[cell] {
            let index = usize::from(house);
            table.in_houses[index][digit] |= 1 << cell;
            let all = self.marks.places(index, digit);
            let left = all & !table.in_houses[index][digit];
            if self.is_strong(all.count_ones(), left.count_ones()) {
                for last in each(if left == 0 { all & !(1 << cell) } else { left }) {
                    let why = Why { cause: Cause::House(house), parent: 0 };
                    self.offer(table, 2 * id(last, digit) + 1, why, weights);
                }
            }
        }
    }

    /// Whether the last of all candidates is on, if no more than it are left.
    fn is_strong(&self, all: u32, left: u32) -> bool {
        left <= 1 && (self.form.is_net || all == 2)
    }

    /// Calls `f` with the causes of a fact.
    pub(super) fn each_cause(&self, fact: Fact, why: Why, mut f: impl FnMut(Fact)) {
        let (cell, digit) = (cell_of(fact >> 1), digit_of(fact >> 1));
        match why.cause {
            Cause::Assumption => {}
            Cause::Rule => {
                self.known[usize::from(why.parent)].from.iter().for_each(|&from| f(from));
            }
            Cause::Cell | Cause::House(_) if fact & 1 == 0 => f(why.parent),
            Cause::Cell => {
                let others = self.marks.cells[cell] & !(1 << digit);
                bits(others).for_each(|other| f(2 * id(cell, other)));
            }
            Cause::House(house) => {
                let others = self.marks.places(house.into(), digit) & !(1 << cell);
                each(others).for_each(|other| f(2 * id(other, digit)));
            }
        }
    }
}

/// What follows from an assumption, with the least costs.
struct Table<'t> {
    costs: Vec<u64>,
    whys: Vec<Option<Why>>,
    is_settled: Vec<bool>,
    /// The digits of each cell that are off, and the places in each house.
    in_cells: [u16; 81],
    in_houses: [[crate::cells::Cells; 9]; 27],
    /// The number of causes of each known link that are not settled.
    of_known: Vec<u16>,
    queue: BinaryHeap<Reverse<(u64, Fact)>>,
    /// The facts that are allowed, if not all are.
    able: Option<&'t [bool]>,
}

/// Whether all goals are derived.
fn all_of<'t>(goals: &[Fact]) -> impl FnMut(&Table<'t>, Fact) -> bool {
    move |table, fact| {
        goals.contains(&fact) && goals.iter().all(|&goal| table.is_settled[usize::from(goal)])
    }
}

impl Table<'_> {
    /// Whether a fact may still be offered.
    fn is_open(&self, fact: Fact) -> bool {
        let index = usize::from(fact);
        !self.is_settled[index] && self.able.is_none_or(|able| able[index])
    }

    fn offer(&mut self, fact: Fact, cost: u64, why: Why) {
        let index = usize::from(fact);
        if !self.is_settled[index] && (self.whys[index].is_none() || cost < self.costs[index]) {
            (self.costs[index], self.whys[index]) = (cost, Some(why));
            self.queue.push(Reverse((cost, fact)));
        }
    }

    /// The proof of some facts: each goal with what it follows from, depth first.
    fn proof(&self, links: &Links<'_>, goals: &[Fact]) -> Option<Proof> {
        let mut proof = Proof::default();
        let mut done = vec![false; FACTS];
        // Facts whose causes are still to be written, and those of which they are written.
        let mut open: Vec<(Fact, bool)> = goals.iter().rev().map(|&goal| (goal, false)).collect();
        while let Some((fact, has_causes)) = open.pop() {
            let why = self.whys[usize::from(fact)]?;
            if has_causes {
                proof.length += links.length(why);
                proof.steps.push((fact, why));
            } else if !std::mem::replace(&mut done[usize::from(fact)], true) {
                open.push((fact, true));
                let start = open.len();
                links.each_cause(fact, why, |cause| open.push((cause, false)));
                open[start..].reverse();
            }
        }
        Some(proof)
    }
}

impl Proof {
    /// How often each fact is used, as a cause or as a goal.
    fn uses(&self, links: &Links<'_>, goals: &[Fact]) -> Vec<(Fact, u64)> {
        let mut counts = vec![0; FACTS];
        goals.iter().for_each(|&goal| counts[usize::from(goal)] += 1);
        for &(fact, why) in &self.steps {
            links.each_cause(fact, why, |cause| counts[usize::from(cause)] += 1);
        }
        self.steps.iter().map(|&(fact, _)| (fact, counts[usize::from(fact)])).collect()
    }
}
