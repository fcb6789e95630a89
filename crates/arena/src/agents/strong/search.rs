//! Alpha-beta on a field: principal variations, a transposition table, passes by formula.
//!
//! Values are margins that the mover can still gain, in points. The position does not depend on
//! who is to move but for the sign, so a pass needs no search of its own: see
//! [`Terms`](crate::agents::passing::Terms).

use quadrille_engine::Stop;

use super::field::{Cells, Field, Spot, each};
use super::table::{Bound, COMPLETE, Table, stored};
use crate::agents::blocks::NodeBlocks;
use crate::agents::limits::Deadline;
use crate::agents::passing::Terms;

pub(super) const INFINITY: i32 = 1 << 28;

pub(super) struct Search<'s, 'm, 'r> {
    pub(super) field: Field,
    pub(super) terms: Terms,
    pub(super) table: &'s mut Table,
    pub(super) blocks: &'s mut NodeBlocks<'m, 'r>,
    /// How often a line was cut off and guessed.
    pub(super) guesses: u64,
    /// By cell and digit: how often a placement was the best, weighted by depth.
    pub(super) history: Vec<u32>,
    /// Move lists, one stretch for each ply.
    pub(super) moves: Vec<(i32, Spot)>,
    pub(super) deadline: &'s Deadline,
    pub(super) tick: u32,
}

impl<'s, 'm, 'r> Search<'s, 'm, 'r> {
    /// A search from that field; `candidates` is how many cells and digits the board has.
    pub(crate) fn new(
        field: Field,
        terms: Terms,
        table: &'s mut Table,
        blocks: &'s mut NodeBlocks<'m, 'r>,
        deadline: &'s Deadline,
        candidates: usize,
    ) -> Self {
        Self {
            field,
            terms,
            table,
            blocks,
            guesses: 0,
            history: vec![0; candidates],
            moves: Vec::new(),
            deadline,
            tick: 0,
        }
    }

    #[inline]
    fn count(&mut self) -> Result<(), Stop> {
        self.blocks.take(1)?;
        self.tick = self.tick.wrapping_add(1);
        if self.tick.is_multiple_of(256) {
            self.deadline.check(self.blocks)?;
        }
        Ok(())
    }

    /// The gain of a placement.
    #[inline]
    pub(super) fn gain(&self, spot: Spot) -> i32 {
        i32::from(spot.digit) + self.terms.bonus * self.field.completes(usize::from(spot.cell))
    }

    /// The value of a position whose last move was no pass, exact where within the window.
    pub(super) fn value(&mut self, depth: i32, alpha: i32, beta: i32) -> Result<i32, Stop> {
        if self.field.live == 0 {
            return Ok(0);
        }
        self.count()?;
        if depth <= 0 {
            return self.quiet(alpha, beta);
        }
        let key = self.field.hash;
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            if entry.depth == COMPLETE || i32::from(entry.depth) >= depth {
                let decides = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value >= beta,
                    Bound::Upper => entry.value <= alpha,
                };
                if decides {
                    self.guesses += u64::from(entry.depth != COMPLETE);
                    return Ok(entry.value);
                }
            }
            first = (entry.digit != 0).then_some((entry.cell, entry.digit));
        }
        let guesses = self.guesses;
        let floor = self.terms.floor(alpha, beta);
        let (m, best) = self.placements(depth, floor, beta, first)?;
        let (value, bound) = self.terms.settle(m, floor, beta);
        let depth = if self.guesses == guesses { COMPLETE } else { depth as u8 };
        let best = best.map(|spot| stored(&self.field.cells, spot));
        self.table.put(key, value, depth, bound, best);
        Ok(value)
    }

    /// The value of the best placement.
    fn placements(
        &mut self,
        depth: i32,
        alpha: i32,
        beta: i32,
        first: Option<(u16, u8)>,
    ) -> Result<(i32, Option<Spot>), Stop> {
        let start = self.moves.len();
        self.list(first);
        let end = self.moves.len();
        let mut best = -INFINITY;
        let mut best_spot = None;
        let mut low = alpha;
        for index in start..end {
            self.bring_forward(index, start, end, depth);
            let spot = self.moves[index].1;
            let gain = self.gain(spot);
            // At the last ply a reply is guessed to be worth nothing at least.
            if depth == 1 && index > start && gain <= low {
                self.guesses += 1;
                best = best.max(gain);
                continue;
            }
            let undo = self.field.place(spot);
            let result = if index == start {
                self.value(depth - 1, gain - beta, gain - low)
            } else {
                // Late moves are looked at less deeply, and again when they turn out well.
                let nth = index - start;
                let reduction = if depth >= 2 && nth >= 2 {
                    1 + i32::from(nth >= 8 && depth >= 3) + i32::from(nth >= 24 && depth >= 4)
                } else {
                    0
                };
                let mut result = self.value(depth - 1 - reduction, gain - low - 1, gain - low);
                if reduction > 0 && matches!(result, Ok(reply) if gain - reply > low) {
                    result = self.value(depth - 1, gain - low - 1, gain - low);
                }
                match result {
                    Ok(reply) if gain - reply > low && gain - reply < beta => {
                        self.value(depth - 1, gain - beta, gain - low)
                    }
                    other => other,
                }
            };
            self.field.undo(&undo);
            let value = gain - result?;
            if value > best {
                best = value;
                best_spot = Some(spot);
                if value > low {
                    low = value;
                    if value >= beta {
                        let side = self.field.side;
                        let cell = self.field.cells[usize::from(spot.cell)].index();
                        self.history[cell * side + usize::from(spot.digit) - 1] +=
                            (depth * depth) as u32;
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        Ok((best, best_spot))
    }

    /// Sees that the best of the moves from `index` on stands there. Most lists are left after few
    /// moves, so those are picked one by one; then the rest is sorted. At the last ply the order
    /// hardly matters any more.
    #[inline]
    fn bring_forward(&mut self, index: usize, start: usize, end: usize, depth: i32) {
        match index - start {
            0..3 => {
                let rest = &mut self.moves[index..end];
                let best = (0..rest.len()).max_by_key(|&i| (rest[i].0, std::cmp::Reverse(i)));
                rest.swap(0, best.unwrap_or(0));
            }
            3 if depth > 1 => {
                self.moves[index..end].sort_unstable_by_key(|&(score, spot)| (-score, spot));
            }
            _ => {}
        }
    }

    /// All placements with how promising they look.
    pub(super) fn list(&mut self, first: Option<(u16, u8)>) {
        let field = &self.field;
        for cell in each(field.live) {
            let mut base = 0;
            // Cells that this placement would leave as the last of their house.
            let mut lasts: Cells = 0;
            for &house in &field.houses[cell] {
                let house = usize::from(house);
                match (field.free[house], field.dead[house]) {
                    (1, _) => base += self.terms.bonus,
                    (2, 0) => lasts |= field.members[house] & field.live & !(1 << cell),
                    _ => {}
                }
            }
            let place = field.cells[cell].index();
            let mut digits = field.digits[cell];
            while digits != 0 {
                let digit = digits.trailing_zeros() as usize + 1;
                digits &= digits - 1;
                let mut score = base + digit as i32;
                for last in each(lasts) {
                    if field.digits[last] & !(1 << (digit - 1)) != 0 {
                        score -= self.terms.bonus;
                    }
                }
                let tried = self.history[place * field.side + digit - 1];
                score = score * 4 + tried.min(1 << 20).checked_ilog2().unwrap_or(0) as i32;
                if first == Some((place as u16, digit as u8)) {
                    score = INFINITY;
                }
                self.moves.push((score, Spot { cell: cell as u8, digit: digit as u8 }));
            }
        }
    }

    /// The value at the end of a line: completions are played out, the rest is guessed.
    fn quiet(&mut self, alpha: i32, beta: i32) -> Result<i32, Stop> {
        self.guesses += 1;
        let mut best = self.guess();
        if best >= beta {
            return Ok(best);
        }
        let mut low = alpha.max(best);
        for cell in each(self.field.live) {
            let houses = self.field.completes(cell);
            if houses == 0 {
                continue;
            }
            let digit = (64 - self.field.digits[cell].leading_zeros()) as u8;
            let spot = Spot { cell: cell as u8, digit };
            let gain = self.gain(spot);
            let undo = self.field.place(spot);
            let result = if self.field.live == 0 {
                Ok(0)
            } else {
                match self.count() {
                    Ok(()) => self.quiet(gain - beta, gain - low),
                    Err(stop) => Err(stop),
                }
            };
            self.field.undo(&undo);
            let value = gain - result?;
            if value > best {
                best = value;
                low = low.max(value);
                if best >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// A guess at the value: half the highest digit that is left, for having the move.
    ///
    /// Tried and lost: the alternating sum of what the digits can still bring (no better at equal
    /// time), and points for houses still open, to seek complications (worse).
    fn guess(&self) -> i32 {
        let top = (1..=self.field.side).rev().find(|&digit| self.field.places[digit] != 0);
        top.unwrap_or(0) as i32 / 2
    }
}
