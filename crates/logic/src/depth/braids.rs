//! Braids of at most a length.
//!
//! A braid of length n has n - 1 asserted singles, whose order matters only in that each must have
//! become one. So the search chooses a set of them: it asserts all singles in rounds, which are as few as
//! can be, traces a contradiction back to those that suffice, and if these are too many decides whether
//! one of them is in the set.

use quadrille_core::{Counter, Meter, Stop};

use super::board::{Board, Id, State};

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
            let Some(rounds) = self.rounds(state, most) else { return Ok(false) };
            if rounds.is_empty() {
                return Ok(true);
            }
            let used = self.used(&rounds, &state);
            if used.len() as usize <= most {
                return Ok(true);
            }
            self.meter.count(Counter::Branch)?;
            // Either the first of them is asserted, or it is ruled out.
            let first = used.and(&rounds[0].new).ids()[0];
            let mut child = state;
            child.left = child.left.and((self.links)(first));
            child.done.insert(first);
            if self.search(child, most - 1)? {
                return Ok(true);
            }
            state.done.insert(first);
        }
    }

    /// Asserts all singles in each round, for at most that many. Returns the rounds if they end with a
    /// contradiction.
    fn rounds(&mut self, state: State, most: usize) -> Option<Vec<Round>> {
        let mut rounds = Vec::new();
        let State { mut left, mut done } = state;
        loop {
            let Some(singles) = left.singles() else {
                if !rounds.is_empty() {
                    rounds.push(Round { left, new: Board::EMPTY });
                }
                return Some(rounds);
            };
            let new = singles.without(&done);
            if rounds.len() == most || new.is_empty() {
                return None;
            }
            rounds.push(Round { left, new });
            done = done.or(&new);
            new.each(|id| left = left.and((self.links)(id)));
        }
    }

    /// Traces the contradiction after the last round back to singles that suffice for it.
    fn used(&self, rounds: &[Round], start: &State) -> Board {
        let (last, rounds) = rounds.split_last().expect("there is a contradiction");
        let mut used = Board::EMPTY;
        let empty = last.left.empty_variable();
        self.explain(&empty.and(&start.left), rounds, &mut used);
        for (index, round) in rounds.iter().enumerate().rev() {
            // Those asserted in this round, each by one of its variables.
            let here = used.and(&round.new);
            for id in here.ids() {
                let mut best: Option<Board> = None;
                for kind in 0..4 {
                    let variable = Board::variable(kind, id).and(&round.left);
                    if variable.len() != 1 {
                        continue;
                    }
                    let mut trial = used;
                    let mut others = Board::variable(kind, id).and(&start.left);
                    others.remove(id);
                    self.explain(&others, &rounds[..index], &mut trial);
                    if best.is_none_or(|best| trial.len() < best.len()) {
                        best = Some(trial);
                    }
                }
                used = best.expect("a single has a variable");
            }
        }
        used
    }

    /// Adds what removed some candidates within some rounds, unless that is there.
    fn explain(&self, gone: &Board, rounds: &[Round], used: &mut Board) {
        let mut all = Board::EMPTY;
        for round in rounds {
            all = all.or(&round.new);
        }
        gone.each(|id| {
            let links = Board::FULL.without((self.links)(id));
            let by = links.and(&all);
            if by.and(used).is_empty() {
                for round in rounds {
                    let by = links.and(&round.new);
                    if !by.is_empty() {
                        let ids = by.ids();
                        used.insert(ids[0]);
                        return;
                    }
                }
                unreachable!("something removed it");
            }
        });
    }
}
