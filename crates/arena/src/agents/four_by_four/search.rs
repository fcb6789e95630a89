//! The 4x4 game on a board with edges: exact values by search.
//!
//! A board with few edges has tens of millions of positions, too many to solve completely. The best
//! move needs few of them: searches with an empty window (MTD(f); Plaat, Schaeffer, Pijls and de
//! Bruin 1996), a table of bounds, and positions that are equal up to symmetry in what is left to
//! play share an entry.
//!
//! The value of a position depends on who is to move only in its sign, so a pass is not searched:
//! it reaches a bound if the placements are bad enough (see `Terms::gate`).

use quadrille_core::{Candidate, Cell, Stop};

use super::edge_classes::{ClassId, Classes};
use super::position::{Gains, Placement, Position, candidate};
use super::symmetry::{Candidates, live};
use crate::agents::limits::MoveMeter;
use crate::agents::pass_value::Terms;
use crate::game::{Board, Passing};

/// Larger than every value.
const INFINITY: i32 = 30_000;

/// A table of bounds, valid for the edges of a board and the terms of a game.
pub(crate) struct Searched {
    terms: Terms,
    classes: Classes,
    root: ClassId,
    /// Pairs of entries: the first keeps the position with more left to play.
    table: Vec<Entry>,
}

/// Bounds on the value of a position for the player to move, if the last move was not a pass.
#[derive(Clone, Copy)]
struct Entry {
    candidates: Candidates,
    /// The closed houses, the class, and the best placement in the highest six bits.
    rest: u32,
    low: i16,
    high: i16,
}

impl Searched {
    /// Sixteen megabytes.
    const ENTRIES: usize = 1 << 20;

    /// The largest bonus and pass cost whose values fit the table.
    pub(crate) const MAX_POINTS: i32 = 2000;

    pub(crate) fn new(edges: &[(Cell, Cell)], terms: Terms) -> Self {
        let mut classes = Classes::new();
        let pairs = edges.iter().map(|&(a, b)| (a.index() as u8, b.index() as u8)).collect();
        let root = classes.number(pairs);
        let unknown =
            Entry { candidates: 0, rest: 0, low: -INFINITY as i16, high: INFINITY as i16 };
        Self { terms, classes, root, table: vec![unknown; Self::ENTRIES] }
    }

    /// Returns the best placement on a board and its value: exact, unless a limit is reached first.
    /// Then it is the best placement so far, or the one with the best score, and an estimate.
    ///
    /// # Errors
    /// When cancelled.
    pub(crate) fn best(
        &mut self,
        board: &Board,
        meter: &mut MoveMeter<'_, '_>,
    ) -> Result<(Candidate, i32), Stop> {
        let root = Position::new(board, self.root);
        let (mut low, mut high) = (-INFINITY, INFINITY);
        let (mut guess, mut best) = (0, None);
        while low < high {
            let beta = if guess == low { guess + 1 } else { guess };
            match (Search { known: self, meter }.placements(root, beta, best)) {
                Ok((value, placement)) => {
                    guess = value;
                    if value < beta {
                        high = value;
                    } else {
                        (low, best) = (value, placement);
                    }
                }
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
                Err(_) => break,
            }
        }
        let placement = best.unwrap_or_else(|| self.best_score(root));
        Ok((candidate(placement), if low > -INFINITY { low } else { 0 }))
    }

    fn best_score(&self, position: Position) -> Placement {
        let gains = Gains::new(position, self.terms.scoring);
        position
            .placements()
            .max_by_key(|&placement| {
                let left = self.classes.after(position.class, position.candidates, placement);
                gains.score(placement, left)
            })
            .expect("an unfinished game has a legal placement")
    }

    #[inline]
    fn slot(&self, candidates: Candidates, rest: u32) -> usize {
        let mixed = (candidates ^ u64::from(rest).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 36) as usize & (self.table.len() - 2)
    }

    #[inline]
    fn get(&self, position: Position) -> Option<&Entry> {
        let slot = self.slot(position.candidates, rest_of(position));
        self.table[slot..slot + 2].iter().find(|entry| entry.is_of(position))
    }

    fn put(&mut self, position: Position, low: i32, high: i32, best: Option<Placement>) {
        let Position { candidates, .. } = position;
        let rest = rest_of(position) | u32::from(best.unwrap_or(0)) << Entry::BEST;
        let slot = self.slot(candidates, rest_of(position));
        let (low, high) = (low as i16, high as i16);
        let pair = &mut self.table[slot..slot + 2];
        if let Some(old) = pair.iter_mut().find(|entry| entry.is_of(position)) {
            *old = Entry { candidates, rest, low: low.max(old.low), high: high.min(old.high) };
            return;
        }
        let new = Entry { candidates, rest, low, high };
        if candidates.count_ones() >= pair[0].candidates.count_ones() {
            pair[1] = pair[0];
            pair[0] = new;
        } else {
            pair[1] = new;
        }
    }
}

impl Entry {
    const BEST: u32 = 26;

    #[inline]
    fn is_of(&self, position: Position) -> bool {
        let same = self.rest ^ rest_of(position);
        self.candidates == position.candidates && same.trailing_zeros() >= Self::BEST
    }

    /// Returns the best placement, if there was one.
    #[inline]
    fn best(&self) -> Option<Placement> {
        let placement = (self.rest >> Self::BEST) as Placement;
        (self.candidates >> placement & 1 != 0).then_some(placement)
    }
}

/// The part of a position besides its candidates, packed: the lowest 26 bits of [`Entry::rest`].
#[inline]
fn rest_of(position: Position) -> u32 {
    u32::from(position.closed) | u32::from(position.class) << 12
}

struct Search<'s, 'm, 'r> {
    known: &'s mut Searched,
    meter: &'s mut MoveMeter<'m, 'r>,
}

impl Search<'_, '_, '_> {
    /// With fewer live cells, finding the representative costs more than it saves.
    const MIN_SYMMETRY_CELLS: u32 = 3;

    /// Returns a bound that decides whether the value of a position reaches `beta`: a lower bound of
    /// at least `beta` if it does, else an upper bound below `beta`.
    fn value(&mut self, position: Position, beta: i32) -> Result<i32, Stop> {
        let terms = self.known.terms;
        if terms.least().is_some_and(|least| least >= beta) {
            return Ok(beta);
        }
        let mut first = None;
        if let Some(entry) = self.known.get(position) {
            let (low, high) = (entry.low.into(), entry.high.into());
            if low >= beta {
                return Ok(low);
            }
            if high < beta {
                return Ok(high);
            }
            first = entry.best();
        }
        let (m, mut best) = self.placements(position, beta, first)?;
        let value = match terms.gate(beta) {
            _ if m >= beta => m,
            None if terms.passing == Passing::Forbidden => m,
            // A pass never reaches beta, but is worth up to 0.
            None => m.max(0),
            Some(gate) => {
                let mut least = m;
                if m > gate {
                    // The placements do not reach beta. Are they too good for a pass to reach it?
                    (least, best) = self.placements(position, gate + 1, best)?;
                }
                if least <= gate { terms.pass(least) } else { m.max(terms.pass(least)) }
            }
        };
        let (low, high) = if value >= beta { (value, INFINITY) } else { (-INFINITY, value) };
        self.known.put(position, low, high, best);
        Ok(value)
    }

    /// Returns this bound for the best placement, and the placement. Tries `first` first.
    fn placements(
        &mut self,
        position: Position,
        beta: i32,
        first: Option<Placement>,
    ) -> Result<(i32, Option<Placement>), Stop> {
        self.meter.take(1)?;
        let gains = Gains::new(position, self.known.terms.scoring);
        let mut best = (-INFINITY, first);
        if let Some(first) = first {
            // Often no other placement is needed.
            let left = self.left(position, first);
            best.0 = self.after(position, &gains, first, left, beta)?;
            if best.0 >= beta {
                return Ok(best);
            }
        }
        // An upper bound on what a placement is worth besides its own points.
        let most = self.known.terms.least().map_or(INFINITY, |least| -least);
        // Scores, with the placement in the lowest bits.
        let mut list = [0_i32; 64];
        let mut length = 0;
        for placement in position.placements() {
            let gain = gains.of(placement);
            if gain + most < beta {
                best.0 = best.0.max(gain + most);
            } else if Some(placement) != first {
                let left = self.left(position, placement);
                list[length] = gains.score(placement, left) << 6 | i32::from(placement);
                length += 1;
            }
        }
        let list = &mut list[..length];
        for index in 0..list.len() {
            let mut next = index;
            for other in index + 1..list.len() {
                if list[other] > list[next] {
                    next = other;
                }
            }
            list.swap(index, next);
            let placement = (list[index] & 63) as Placement;
            let left = self.left(position, placement);
            let value = self.after(position, &gains, placement, left, beta)?;
            if value > best.0 {
                best = (value, Some(placement));
                if value >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    #[inline]
    fn left(&self, position: Position, placement: Placement) -> Candidates {
        self.known.classes.after(position.class, position.candidates, placement)
    }

    /// Returns a bound on the value of a placement that leaves the candidates `left`.
    #[inline]
    fn after(
        &mut self,
        position: Position,
        gains: &Gains,
        placement: Placement,
        left: Candidates,
        beta: i32,
    ) -> Result<i32, Stop> {
        let gain = gains.of(placement);
        if left == 0 {
            return Ok(gain);
        }
        let closed = position.closed_after(placement, left);
        let mut child = Position { candidates: left, closed, class: position.class };
        if live(position.candidates).count_ones() >= Self::MIN_SYMMETRY_CELLS {
            let (class, candidates, closed) =
                self.known.classes.representative(child.class, left, closed);
            child = Position { candidates, closed, class };
        }
        Ok(gain - self.value(child, gain - beta + 1)?)
    }
}
