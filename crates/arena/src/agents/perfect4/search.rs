//! The 4x4 game on a board with edges: exact values by search.
//!
//! There are too many sets of edges to solve them all beforehand, and a board with few edges has
//! tens of millions of positions. Few of them have to be seen to know the best move: tests against
//! a bound (MTD(f); Plaat, Schaeffer, Pijls and de Bruin 1996), a table of bounds, and positions
//! taken for the same when they are the same up to symmetry in what is left to play.
//!
//! A position does not depend on who is to move but for the sign, so a pass needs no search of its
//! own: it reaches a bound where the placements are bad enough (see `Terms::gate`).

use quadrille_engine::{Candidate, Cell, Digit, Stop};

use super::binding::{ClassId, Classes};
use super::symmetry::{Candidates, Closed, HOUSES, houses_of, live};
use crate::agents::blocks::NodeBlocks;
use crate::agents::passing::Terms;
use crate::game::Board;

/// What is left to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    candidates: Candidates,
    closed: Closed,
    class: ClassId,
}

/// A digit in a cell: four times the cell, plus the digit from 0.
type Placement = u8;

/// No value is further from 0.
const INFINITY: i32 = 30_000;

/// The table and what goes with it: good for the edges of a board and the terms of a game.
pub(super) struct Searched {
    terms: Terms,
    classes: Classes,
    root: ClassId,
    /// Pairs of entries: the first holds the position with more left to play, so that it stays.
    table: Vec<Entry>,
}

/// Bounds on the value of a position for the mover, where the last move was no pass.
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
    pub(super) const MOST_POINTS: i32 = 2000;

    pub(super) fn new(edges: &[(Cell, Cell)], terms: Terms) -> Self {
        let mut classes = Classes::new();
        let pairs = edges.iter().map(|&(a, b)| (a.index() as u8, b.index() as u8)).collect();
        let root = classes.number(pairs);
        let unknown =
            Entry { candidates: 0, rest: 0, low: -INFINITY as i16, high: INFINITY as i16 };
        Self { terms, classes, root, table: vec![unknown; Self::ENTRIES] }
    }

    /// The best placement on a board and its value: exact, unless the budget ends before. Then it
    /// is the best so far, or the most promising, with a value that is only a guess.
    ///
    /// # Errors
    /// When cancelled.
    pub(super) fn best(
        &mut self,
        board: &Board,
        blocks: &mut NodeBlocks<'_, '_>,
    ) -> Result<(Candidate, i32), Stop> {
        let root = self.position(board);
        let (mut low, mut high) = (-INFINITY, INFINITY);
        let (mut guess, mut best) = (0, None);
        while low < high {
            let beta = if guess == low { guess + 1 } else { guess };
            match (Search { known: self, blocks }.placements(root, beta, best)) {
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
        let placement = match best {
            Some(placement) => placement,
            None => self.most_promising(root),
        };
        let cell = Cell::new(usize::from(placement / 4));
        let digit = Digit::new(placement % 4 + 1).expect("1 to 4");
        Ok((Candidate { cell, digit }, if low > -INFINITY { low } else { 0 }))
    }

    fn position(&self, board: &Board) -> Position {
        let mut candidates = 0;
        for (cell, legal) in board.legal_by_cell().iter().enumerate() {
            for digit in *legal {
                candidates |= 1 << (4 * cell + usize::from(digit.get()) - 1);
            }
        }
        let alive = live(candidates);
        let mut closed = 0;
        for cell in 0..16 {
            if board.digits()[cell].is_none() && alive >> (4 * cell) & 1 == 0 {
                closed |= closes(cell);
            }
        }
        Position { candidates, closed: relevant(closed, alive), class: self.root }
    }

    fn most_promising(&self, position: Position) -> Placement {
        let outlook = Outlook::new(position, self.terms.bonus);
        let placements = (0..64).filter(|placement| position.candidates >> placement & 1 != 0);
        placements
            .max_by_key(|&placement| {
                let left = self.classes.after(position.class, position.candidates, placement);
                outlook.score(placement, left)
            })
            .expect("a game that goes on has a legal placement")
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
        let slot = self.slot(position.candidates, position.rest());
        self.table[slot..slot + 2].iter().find(|entry| entry.is_of(position))
    }

    fn put(&mut self, position: Position, low: i32, high: i32, best: Option<Placement>) {
        let Position { candidates, .. } = position;
        let rest = position.rest() | u32::from(best.unwrap_or(0)) << Entry::BEST;
        let slot = self.slot(candidates, position.rest());
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
        let same = self.rest ^ position.rest();
        self.candidates == position.candidates && same.trailing_zeros() >= Self::BEST
    }

    /// The best placement, where there was one.
    #[inline]
    fn best(&self) -> Option<Placement> {
        let placement = (self.rest >> Self::BEST) as Placement;
        (self.candidates >> placement & 1 != 0).then_some(placement)
    }
}

impl Position {
    #[inline]
    fn rest(self) -> u32 {
        u32::from(self.closed) | u32::from(self.class) << 12
    }
}

/// The houses that the death of a cell closes.
#[inline]
fn closes(cell: usize) -> Closed {
    houses_of(cell).iter().fold(0, |closed, house| closed | 1 << house)
}

/// Without the houses that have no live cell: whether those are closed makes no difference.
#[inline]
fn relevant(mut closed: Closed, alive: u64) -> Closed {
    let mut rest = closed;
    while rest != 0 {
        let house = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        if alive & HOUSES[house] == 0 {
            closed &= !(1 << house);
        }
    }
    closed
}

/// What the houses of a position promise.
struct Outlook {
    alive: u64,
    bonus: i32,
    /// By cell: what filling it pays besides the digit.
    pays: [i32; 16],
    /// By cell: the lowest bits of the cells that filling it would leave as the last of a house.
    lasts: [u64; 16],
}

impl Outlook {
    #[inline]
    fn new(position: Position, bonus: i32) -> Self {
        let alive = live(position.candidates);
        let mut outlook = Self { alive, bonus, pays: [0; 16], lasts: [0; 16] };
        for (house, &members) in HOUSES.iter().enumerate() {
            let left = members & alive;
            if position.closed >> house & 1 != 0 || left == 0 {
                continue;
            }
            let rest = left & (left - 1);
            let lowest = left.trailing_zeros() as usize / 4;
            if rest == 0 {
                outlook.pays[lowest] += bonus;
            } else if rest & (rest - 1) == 0 {
                outlook.lasts[lowest] |= rest;
                outlook.lasts[rest.trailing_zeros() as usize / 4] |= left ^ rest;
            }
        }
        outlook
    }

    #[inline]
    fn gain(&self, placement: Placement) -> i32 {
        self.pays[usize::from(placement / 4)] + i32::from(placement % 4) + 1
    }

    /// How good a placement looks that leaves these candidates: points, then little left to play.
    /// The weights are those that needed the fewest nodes.
    #[inline]
    fn score(&self, placement: Placement, left: Candidates) -> i32 {
        let mut given = 0;
        let mut last = self.lasts[usize::from(placement / 4)];
        while last != 0 {
            if left >> last.trailing_zeros() & 15 != 0 {
                given += self.bonus;
            }
            last &= last - 1;
        }
        let (cells, digits) = (live(left).count_ones() as i32, left.count_ones() as i32);
        8 * self.gain(placement) - 2 * given - 2 * cells - digits
    }
}

struct Search<'s, 'm, 'r> {
    known: &'s mut Searched,
    blocks: &'s mut NodeBlocks<'m, 'r>,
}

impl Search<'_, '_, '_> {
    /// Below so many live cells positions are not turned: it would cost more than it saves.
    const TURNED: u32 = 3;

    /// Whether the value of a position reaches `beta`: a lower bound from `beta` on if it does, an
    /// upper bound below if not.
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
            None => m.max(terms.most_of_a_pass()),
            Some(gate) => {
                let mut least = m;
                if m > gate {
                    // The placements are worth less than beta; too much for a pass to reach it?
                    (least, best) = self.placements(position, gate + 1, best)?;
                }
                if least <= gate { terms.pass(least) } else { m.max(terms.pass(least)) }
            }
        };
        let (low, high) = if value >= beta { (value, INFINITY) } else { (-INFINITY, value) };
        self.known.put(position, low, high, best);
        Ok(value)
    }

    /// The same for the best placement, which comes with it; `first` is tried first.
    fn placements(
        &mut self,
        position: Position,
        beta: i32,
        first: Option<Placement>,
    ) -> Result<(i32, Option<Placement>), Stop> {
        self.blocks.take(1)?;
        let outlook = Outlook::new(position, self.known.terms.bonus);
        let mut best = (-INFINITY, first);
        if let Some(first) = first {
            // Often no other is needed.
            let left = self.left(position, first);
            best.0 = self.after(position, &outlook, first, left, beta)?;
            if best.0 >= beta {
                return Ok(best);
            }
        }
        // What a placement can be worth beyond its own points.
        let most = self.known.terms.least().map_or(INFINITY, |least| -least);
        // Scores, with the placement in the lowest bits.
        let mut list = [0_i32; 64];
        let mut length = 0;
        let mut rest = position.candidates;
        while rest != 0 {
            let placement = rest.trailing_zeros() as Placement;
            rest &= rest - 1;
            let gain = outlook.gain(placement);
            if gain + most < beta {
                best.0 = best.0.max(gain + most);
            } else if Some(placement) != first {
                let left = self.left(position, placement);
                list[length] = outlook.score(placement, left) << 6 | i32::from(placement);
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
            let value = self.after(position, &outlook, placement, left, beta)?;
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

    /// What a placement that leaves these candidates is worth.
    #[inline]
    fn after(
        &mut self,
        position: Position,
        outlook: &Outlook,
        placement: Placement,
        left: Candidates,
        beta: i32,
    ) -> Result<i32, Stop> {
        let gain = outlook.gain(placement);
        if left == 0 {
            return Ok(gain);
        }
        let alive = live(left);
        let mut died = outlook.alive & !alive & !(1 << (placement & !3));
        let mut closed = position.closed;
        while died != 0 {
            closed |= closes(died.trailing_zeros() as usize / 4);
            died &= died - 1;
        }
        let closed = relevant(closed, alive);
        let mut child = Position { candidates: left, closed, class: position.class };
        if outlook.alive.count_ones() >= Self::TURNED {
            let turned = self.known.classes.representative(child.class, left, closed);
            (child.class, child.candidates, child.closed) = turned;
        }
        Ok(gain - self.value(child, gain - beta + 1)?)
    }
}
