//! Braids of at most a length.
//!
//! A braid of length n has n - 1 asserted singles, whose order matters only in that each must have
//! become one. So the search chooses a set of them: it asserts all singles in rounds, which are as few as
//! can be, traces a contradiction back to those that suffice, and if these are too many decides whether
//! one of them is in the set.

use quadrille_core::{Counter, Meter, Stop};
use quadrille_simd::{Vectorized, vectorize};

use super::board::{Board, IDS, Id, State};

/// Returns whether a candidate is removed by a braid of at most a length.
pub(super) fn has_braid<'l>(
    state: &State,
    target: Id,
    length: usize,
    links: &impl Fn(Id) -> &'l Board,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let mut start = *state;
    start.left = start.left.and(links(target));
    start.done.insert(target);
    Search { links, meter }.search(start, length - 1)
}

struct Search<'s, 'm, L> {
    links: &'s L,
    meter: &'s mut Meter<'m>,
}

/// One round: what was left before it, and the singles that are then asserted.
struct Round {
    left: Board,
    new: Board,
}

impl<'l, L: Fn(Id) -> &'l Board> Search<'_, '_, L> {
    /// Returns whether at most `most` assertions of singles lead to a contradiction. Those of
    /// `state.done` cost nothing, or are ruled out.
    fn search(&mut self, mut state: State, most: usize) -> Result<bool, Stop> {
        loop {
            let links = self.links;
            let Some(rounds) = vectorize(Rounds { state, most, links }) else {
                return Ok(false);
            };
            if rounds.is_empty() {
                return Ok(true);
            }
            let used = Trace::new(self.links, &rounds).used(&state);
            if used.len() as usize <= most {
                return Ok(true);
            }
            self.meter.count(Counter::Branch)?;
            // Either the first of them is asserted, or it is ruled out.
            let first = used.and(&rounds[0].new).first().expect("a contradiction is after a round");
            let mut child = state;
            child.left = child.left.and((self.links)(first));
            child.done.insert(first);
            if self.search(child, most - 1)? {
                return Ok(true);
            }
            state.done.insert(first);
        }
    }
}

/// The work that asserts all singles in each round, for at most that many. Returns the rounds if they end
/// with a contradiction.
struct Rounds<'s, L> {
    state: State,
    most: usize,
    links: &'s L,
}

impl<'l, L: Fn(Id) -> &'l Board> Vectorized for Rounds<'_, L> {
    type Output = Option<Vec<Round>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let mut rounds = Vec::new();
        let State { mut left, mut done } = self.state;
        loop {
            let Some(singles) = left.singles() else {
                if !rounds.is_empty() {
                    rounds.push(Round { left, new: Board::EMPTY });
                }
                return Some(rounds);
            };
            let new = singles.without(&done);
            if rounds.len() == self.most || new.is_empty() {
                return None;
            }
            rounds.push(Round { left, new });
            done = done.or(&new);
            new.each(|id| left = left.and((self.links)(id)));
        }
    }
}

/// A contradiction traced back to singles that suffice for it.
struct Trace<'s, L> {
    links: &'s L,
    rounds: &'s [Round],
    used: Board,
    /// For each round, what those used before it leave.
    open: Vec<Board>,
    /// What removed a candidate, or `NONE` where that is not known.
    reasons: [Id; IDS],
}

/// No candidate.
const NONE: Id = Id::MAX;

impl<'s, 'l, L: Fn(Id) -> &'l Board> Trace<'s, L> {
    fn new(links: &'s L, rounds: &'s [Round]) -> Self {
        let open = vec![Board::FULL; rounds.len()];
        Self { links, rounds, used: Board::EMPTY, open, reasons: [NONE; IDS] }
    }

    /// Returns the singles. The rounds start with a state, and the last is the contradiction.
    fn used(mut self, start: &State) -> Board {
        let last = self.rounds.len() - 1;
        let (kind, id) = self.rounds[last].left.empty_variable();
        let reasons = self.explain(start.left.variable(kind, id), last);
        self.add(&reasons);
        for index in (0..last).rev() {
            // Those asserted in this round, each by one of its variables.
            let Round { left, new } = &self.rounds[index];
            for id in self.used.and(new).ids() {
                let is_alone = |&kind: &usize| left.variable(kind, id).all(|other| other == id);
                let others = |kind| start.left.variable(kind, id).filter(|&other| other != id);
                let kinds = (0..4).filter(is_alone);
                let reasons = kinds.map(|kind| self.explain(others(kind), index));
                let reasons = reasons.min_by_key(Vec::len).expect("a single has a variable");
                self.add(&reasons);
            }
        }
        self.used
    }

    /// Returns singles that removed some candidates before a round, besides those used.
    fn explain(&mut self, gone: impl Iterator<Item = Id>, index: usize) -> Vec<Id> {
        let mut reasons: Vec<Id> = Vec::new();
        for id in gone {
            let is_left = |by: &Id| (self.links)(*by).has(id);
            if self.open[index].has(id) && reasons.iter().all(is_left) {
                reasons.push(self.reason(id));
            }
        }
        reasons
    }

    /// Returns the first single that removed a candidate.
    fn reason(&mut self, of: Id) -> Id {
        let reason = &mut self.reasons[usize::from(of)];
        if *reason == NONE {
            let mut by = self.rounds.iter().map(|round| round.new.without((self.links)(of)));
            *reason = by.find_map(|by| by.first()).expect("something removed it");
        }
        *reason
    }

    fn add(&mut self, reasons: &[Id]) {
        for &id in reasons {
            self.used.insert(id);
            let round = self.rounds.iter().position(|round| round.new.has(id));
            for open in &mut self.open[round.expect("it was asserted") + 1..] {
                *open = open.and((self.links)(id));
            }
        }
    }
}
