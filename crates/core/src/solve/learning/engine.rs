//! The search: decide, propagate, learn from the conflict, backtrack.

mod analysis;
mod halls;
mod setup;

use super::clauses::{Clauses, Reference, Watch};
use super::heap::Heap;
use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};
use crate::solve::Found;
use crate::solve::formula::{Formula, Literal};
use crate::solve::layout::bits;
use halls::{HallSet, Halls};

/// The reason for the value of a variable.
#[derive(Clone, Copy)]
enum Reason {
    /// It was decided, or follows from the formula alone.
    None,
    /// This rival of the literal is true.
    Rival(Literal),
    /// All others of this set are false.
    LastOf(u32),
    /// All other literals of this clause are false.
    Clause(Reference),
    /// The Hall set of that index takes the digit.
    Hall(u32),
}

/// A conflict.
#[derive(Clone, Copy)]
enum Conflict {
    /// Two rivals are true.
    Rivals(Literal, Literal),
    /// A set has no candidate left.
    Empty(u32),
    /// A clause is false.
    Clause(Reference),
    /// These cells are more than their digits.
    Crowd(HallSet),
}

const TRUE: i8 = 1;
const FALSE: i8 = -1;
const OPEN: i8 = 0;

pub(in crate::solve) struct Engine {
    formula: Formula,
    /// For each literal: its sets, and its index in them, as `set << 6 | member`.
    sets_of: Vec<u32>,
    first_set: Vec<u32>,
    /// For each literal: those that an edge forbids next to it; empty if there are no edges.
    rivals: Vec<Vec<Literal>>,
    /// By literal.
    value: Vec<i8>,
    level: Vec<u32>,
    reason: Vec<Reason>,
    trail: Vec<Literal>,
    /// The start of each level on the trail.
    levels: Vec<u32>,
    /// The length of the trail that has been propagated.
    done: usize,
    /// For each set: the members that are not false, a bit each.
    masks: Vec<u64>,
    /// The literals of these bits, set by set.
    members: Vec<Literal>,
    first_member: Vec<u32>,
    halls: Halls,
    clauses: Clauses,
    heap: Heap,
    /// Marks of the analysis, by variable.
    seen: Vec<Mark>,
    /// Variables that were marked.
    marked: Vec<u32>,
    learned: Vec<Literal>,
    stack: Vec<u32>,
    /// By level: the last clause with a literal of it.
    level_seen: Vec<u32>,
    level_clock: u32,
    conflicts: u64,
    restarts: u64,
    /// Conflicts before the next restart.
    until_restart: u64,
    /// Number of learned clauses at which some are deleted.
    most_clauses: usize,
    /// Whether the formula has been refuted.
    refuted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    /// In the learned clause.
    Source,
    /// The literal follows from others that are in the clause.
    Redundant,
    /// The literal does not follow from them.
    Needed,
}

/// The factor by which each conflict counts more than the one before, for choosing decisions.
///
/// Slower decay and shorter runs between restarts were tried on 25x25 (0.8 to 0.99, 20 to 1000):
/// medians hardly differ, the hardest boards do, in no clear order. Proofs of uniqueness take a
/// twentieth fewer conflicts than with 0.97.
const DECAY: f64 = 0.98;
/// Number of most active variables considered for a decision. On 25x25 at 45 %, it takes a fifth to
/// a quarter fewer conflicts than choosing the most active; considering all does not reduce them
/// further, and costs more than it saves.
const CONTENDERS: usize = 16;
/// Number of conflicts in the shortest run between two restarts, at first.
const RESTART: u64 = 100;
/// Runs between restarts grow by the number of all conflicts divided by this. On 25x25 at 45 %,
/// proofs of uniqueness take a tenth fewer conflicts; longer runs from the start are worse for
/// first solutions.
const RESTART_GROWTH: u64 = 8;
/// Number of learned clauses kept before the first reduction, and the increase after each. On 25x25
/// at 45 %, a conflict costs a fifth less than with 2000 from the start, and the number of
/// conflicts is the same. Proofs of uniqueness take a quarter fewer conflicts than with an increase
/// of 50, first solutions a tenth fewer.
const CLAUSES: usize = 200;
const MORE_CLAUSES: usize = 500;

impl Engine {
    /// Adds a clause that the wanted solutions satisfy, and undoes all decisions.
    pub(in crate::solve) fn require(&mut self, literals: &[Literal]) {
        self.back_to(0);
        let left: Vec<Literal> =
            literals.iter().copied().filter(|l| self.value[l.index()] != FALSE).collect();
        if left.iter().any(|l| self.value[l.index()] == TRUE) {
            return;
        }
        match *left {
            [] => self.refuted = true,
            [literal] => self.set(literal, Reason::None),
            _ => {
                self.clauses.add(&left, None);
            }
        }
    }

    /// Returns the clause that excludes one solution.
    pub(in crate::solve) fn other_than(&self, solution: &Solution) -> Vec<Literal> {
        let grid = solution.grid().snapshot();
        let chosen =
            |&(_, &(cell, digit)): &(usize, &(u16, u8))| grid[usize::from(cell)] == digit + 1;
        let candidates = self.formula.candidates.iter().enumerate().filter(chosen);
        candidates.map(|(variable, _)| Literal::no(variable as u32)).collect()
    }

    /// Passes every solution to `found` until the end and returns `true`, or returns `false` after
    /// `patience` conflicts and can be called again. A solution counts as a conflict, too: it is
    /// excluded to find another one.
    pub(in crate::solve) fn go_on(
        &mut self,
        puzzle: &Puzzle,
        patience: u64,
        meter: &mut Meter<'_>,
        found: &mut Found<'_>,
    ) -> Result<bool, Stop> {
        let mut conflicts = 0;
        while !self.refuted {
            if let Some(conflict) = self.propagate() {
                if self.levels.is_empty() {
                    self.refuted = true;
                    break;
                }
                meter.count(Counter::Conflict)?;
                conflicts += 1;
                self.conflicts += 1;
                self.until_restart = self.until_restart.saturating_sub(1);
                let back = self.analyze(conflict);
                self.back_to(back);
                let quality = self.quality();
                self.learn(Some(quality), meter)?;
                self.heap.decay(DECAY);
                self.clauses.decay();
                continue;
            }
            if conflicts >= patience {
                return Ok(false);
            }
            if self.until_restart == 0 {
                self.restarts += 1;
                let run = RESTART + self.conflicts / RESTART_GROWTH;
                self.until_restart = run * luby(self.restarts);
                meter.restarted();
                self.back_to(0);
                continue;
            }
            if self.clauses.droppable() >= self.most_clauses {
                self.most_clauses += MORE_CLAUSES;
                self.reduce(meter);
            }
            match self.next_decision() {
                Some(literal) => {
                    meter.count(Counter::Branch)?;
                    self.levels.push(self.trail.len() as u32);
                    self.set(literal, Reason::None);
                }
                None => {
                    let digits =
                        self.formula.digits(|v| self.value[Literal::yes(v).index()] == TRUE);
                    let solution = Solution::new(puzzle, &digits)
                        .expect("a candidate true in every set is a solution");
                    found(&solution)?;
                    // Excludes these decisions, as a conflict in which all took part.
                    self.learned.clear();
                    let decided = |&start: &u32| !self.trail[start as usize];
                    self.learned.extend(self.levels.iter().rev().map(decided));
                    if self.learned.is_empty() {
                        self.refuted = true;
                        break;
                    }
                    meter.count(Counter::Conflict)?;
                    self.back_to(self.levels.len() - 1);
                    self.learn(None, meter)?;
                }
            }
        }
        Ok(true)
    }

    /// Returns one of the most active open variables, which is set to true, because that decides
    /// most. Among a few it is the one with the largest product of activity and tightness.
    fn next_decision(&mut self) -> Option<Literal> {
        let mut best: Option<(f64, u32)> = None;
        let mut others = [0; CONTENDERS];
        let mut count = 0;
        for _ in 0..CONTENDERS {
            let Some(variable) = self.next_open() else { break };
            let weight = self.heap.activity[variable as usize] * self.tightness(variable);
            let passed_over = match best {
                Some((most, _)) if weight <= most => Some(variable),
                before => {
                    best = Some((weight, variable));
                    before.map(|(_, variable)| variable)
                }
            };
            if let Some(variable) = passed_over {
                others[count] = variable;
                count += 1;
            }
        }
        for &variable in &others[..count] {
            self.heap.insert(variable);
        }
        best.map(|(_, variable)| Literal::yes(variable))
    }

    /// Removes the most active open variable from the heap.
    fn next_open(&mut self) -> Option<u32> {
        loop {
            let variable = self.heap.pop()?;
            if self.value[Literal::yes(variable).index()] == OPEN {
                return Some(variable);
            }
        }
    }

    /// Returns how near the sets of a variable are to their last member: 1/n² for each with n left.
    fn tightness(&self, variable: u32) -> f64 {
        let share = |at| {
            let left = f64::from(self.masks[self.membership(at).0].count_ones());
            1.0 / (left * left)
        };
        self.memberships(Literal::yes(variable)).map(share).sum()
    }

    #[inline]
    fn set(&mut self, literal: Literal, reason: Reason) {
        self.value[literal.index()] = TRUE;
        self.value[(!literal).index()] = FALSE;
        let variable = literal.variable();
        self.level[variable] = self.levels.len() as u32;
        self.reason[variable] = reason;
        self.trail.push(literal);
        for at in self.memberships(!literal) {
            let (set, member) = self.membership(at);
            self.masks[set] &= !(1 << member);
        }
    }

    /// Propagates all consequences.
    fn propagate(&mut self) -> Option<Conflict> {
        loop {
            let conflict = self.follow().or_else(|| self.look_for_halls());
            if conflict.is_some() || self.done == self.trail.len() {
                return conflict;
            }
        }
    }

    /// Propagates the consequences of rivals, sets and clauses.
    fn follow(&mut self) -> Option<Conflict> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let conflict = self
                .rule_out_rivals(literal)
                .or_else(|| self.leave_sets(!literal))
                .or_else(|| self.visit_watches(!literal));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Eliminates the rivals of a true literal.
    #[inline]
    fn rule_out_rivals(&mut self, literal: Literal) -> Option<Conflict> {
        for at in self.memberships(literal) {
            let (set, member) = self.membership(at);
            for other in bits(self.masks[set] & !(1 << member)) {
                let rival = self.member(set, other);
                if self.value[rival.index()] == TRUE {
                    return Some(Conflict::Rivals(literal, rival));
                }
                self.set(!rival, Reason::Rival(literal));
            }
        }
        if !self.rivals.is_empty() {
            for at in 0..self.rivals[literal.index()].len() {
                let rival = self.rivals[literal.index()][at];
                match self.value[rival.index()] {
                    OPEN => self.set(!rival, Reason::Rival(literal)),
                    TRUE => return Some(Conflict::Rivals(literal, rival)),
                    _ => {}
                }
            }
        }
        None
    }

    /// Checks what the sets of a false literal have left.
    #[inline]
    fn leave_sets(&mut self, literal: Literal) -> Option<Conflict> {
        for at in self.memberships(literal) {
            let (set, _) = self.membership(at);
            let mask = self.masks[set];
            if mask & mask.wrapping_sub(1) == 0 {
                if mask == 0 {
                    return Some(Conflict::Empty(set as u32));
                }
                let last = self.member(set, mask.trailing_zeros());
                if self.value[last.index()] == OPEN {
                    self.set(last, Reason::LastOf(set as u32));
                }
            }
        }
        None
    }

    #[inline]
    fn memberships(&self, literal: Literal) -> std::ops::Range<usize> {
        self.first_set[literal.index()] as usize..self.first_set[literal.index() + 1] as usize
    }

    /// Returns the literal of a bit in the mask of a set.
    #[inline]
    fn member(&self, set: usize, bit: u32) -> Literal {
        self.members[(self.first_member[set] + bit) as usize]
    }

    #[inline]
    fn membership(&self, at: usize) -> (usize, u32) {
        let packed = self.sets_of[at];
        ((packed >> 6) as usize, packed & 63)
    }

    /// Visits the clauses that watch a literal that has become false.
    #[inline]
    fn visit_watches(&mut self, literal: Literal) -> Option<Conflict> {
        if self.clauses.watches[literal.index()].is_empty() {
            return None;
        }
        let mut watches = std::mem::take(&mut self.clauses.watches[literal.index()]);
        let (mut read, mut write) = (0, 0);
        let mut conflict = None;
        'watches: while read < watches.len() {
            let watch = watches[read];
            read += 1;
            if self.value[watch.other.index()] == TRUE {
                watches[write] = watch;
                write += 1;
                continue;
            }
            let literals = self.clauses.literals_mut(watch.clause);
            if literals[0] == literal.0 {
                literals.swap(0, 1);
            }
            let first = Literal(literals[0]);
            let kept = Watch { clause: watch.clause, other: first };
            if first != watch.other && self.value[first.index()] == TRUE {
                watches[write] = kept;
                write += 1;
                continue;
            }
            for at in 2..literals.len() {
                if self.value[literals[at] as usize] != FALSE {
                    literals.swap(1, at);
                    let other = Literal(literals[1]);
                    self.clauses.watches[other.index()].push(kept);
                    continue 'watches;
                }
            }
            watches[write] = kept;
            write += 1;
            if self.value[first.index()] == FALSE {
                conflict = Some(Conflict::Clause(watch.clause));
                break;
            }
            self.set(first, Reason::Clause(watch.clause));
        }
        watches.copy_within(read.., write);
        watches.truncate(write + watches.len() - read);
        self.clauses.watches[literal.index()] = watches;
        conflict
    }

    /// Stores the learned clause, whose first literal is open and whose others are false.
    fn learn(&mut self, quality: Option<u32>, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let first = self.learned[0];
        if self.learned.len() == 1 {
            self.set(first, Reason::None);
        } else {
            meter.keep(Clauses::bytes(self.learned.len()))?;
            let clause = self.clauses.add(&self.learned, quality);
            self.set(first, Reason::Clause(clause));
        }
        Ok(())
    }

    fn back_to(&mut self, level: usize) {
        let Some(&start) = self.levels.get(level) else { return };
        for at in (start as usize..self.trail.len()).rev() {
            let literal = self.trail[at];
            let variable = literal.variable();
            self.value[literal.index()] = OPEN;
            self.value[(!literal).index()] = OPEN;
            for at in self.memberships(!literal) {
                let (set, member) = self.membership(at);
                self.masks[set] |= 1 << member;
            }
            self.heap.insert(variable as u32);
        }
        self.trail.truncate(start as usize);
        self.levels.truncate(level);
        self.done = start as usize;
        self.halls.back_to(self.done);
    }

    /// Deletes learned clauses of little use.
    fn reduce(&mut self, meter: &mut Meter<'_>) {
        let holding = |literal: &Literal| match self.reason[literal.variable()] {
            Reason::Clause(clause) => Some(clause),
            _ => None,
        };
        let mut used: Vec<Reference> = self.trail.iter().filter_map(holding).collect();
        used.sort_unstable();
        let mut renamed: Vec<(Reference, Reference)> = Vec::with_capacity(used.len());
        let freed = self.clauses.reduce(
            |clause| used.binary_search(&clause).is_ok(),
            |old, new| {
                if used.binary_search(&old).is_ok() {
                    renamed.push((old, new));
                }
            },
        );
        for literal in &self.trail {
            if let Reason::Clause(clause) = &mut self.reason[literal.variable()] {
                let at = renamed.binary_search_by_key(clause, |&(old, _)| old);
                *clause = renamed[at.expect("a clause in use is kept")].1;
            }
        }
        meter.release(freed);
    }
}

/// Returns a term of the sequence 1, 1, 2, 1, 1, 2, 4, … (Luby, Sinclair and Zuckerman 1993), from
/// the first, 0.
///
/// ```
/// use quadrille_core::solve::luby;
///
/// assert_eq!((0..7).map(luby).collect::<Vec<u64>>(), [1, 1, 2, 1, 1, 2, 4]);
/// ```
pub fn luby(term: u64) -> u64 {
    let mut n = term + 1;
    loop {
        // The largest 2^k - 1 that is at most n.
        let power = (n + 1).ilog2();
        let whole = (1 << power) - 1;
        if whole == n {
            return 1 << (power - 1);
        }
        n -= whole;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn restarts_follow_luby() {
        let terms: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
