//! Principal variation search on a live board with a transposition table.
//!
//! Values are the margins in points that the player to move can still gain. A pass is not searched
//! but evaluated by formula, see [`Terms`].

use quadrille_core::{Digit, DigitSet, Stop};

use super::table::{COMPLETE, Entry, Stored, Table, stored};
use crate::agents::limits::MoveMeter;
use crate::agents::live_board::{Cells, LiveBoard, Spot, each};
use crate::agents::pass_value::{Bound, Terms};

pub(crate) const INFINITY: i32 = 1 << 28;

/// Live cells above which only the highest digit is placed, see [`Search::least_digit`].
pub(super) const MANY_CELLS: usize = 40;

/// A placement with its score, in one number: a better one is greater, and of equal ones the first in
/// the order of cells and digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scored(i64);

impl Scored {
    fn new(score: i32, spot: Spot) -> Self {
        let order = !u16::from_be_bytes([spot.cell, spot.digit.get()]);
        Self(i64::from(score) << 16 | i64::from(order))
    }

    pub(crate) fn spot(self) -> Spot {
        let [cell, digit] = (!(self.0 as u16)).to_be_bytes();
        Spot { cell, digit: Digit::new(digit).expect("it was made from a digit") }
    }
}

pub(crate) struct Search<'s, 'm, 'r> {
    pub(crate) board: LiveBoard,
    pub(crate) terms: Terms,
    pub(crate) table: &'s mut Table,
    meter: &'s mut MoveMeter<'m, 'r>,
    /// How often a line was cut off and its value estimated.
    pub(crate) estimates: u64,
    /// By cell and digit: how often a placement was the best, weighted by depth.
    history: Vec<u32>,
    /// The move lists of all plies, one after the other.
    pub(crate) moves: Vec<Scored>,
    /// Nodes counted, to check the time now and then.
    ticks: u32,
    /// The part of the limits of a move after which the search stops, from 0 to 1.
    pub(crate) share: f64,
    /// The unit of all values, as a part of a point: 1 for points, 2 for half points.
    unit: i32,
    /// Changes hashes, so that entries of the table with values in half points are not taken for
    /// values in points.
    salt: u64,
}

impl<'s, 'm, 'r> Search<'s, 'm, 'r> {
    /// Creates a search from that position.
    pub(crate) fn new(
        board: LiveBoard,
        terms: Terms,
        table: &'s mut Table,
        meter: &'s mut MoveMeter<'m, 'r>,
    ) -> Self {
        let candidates = board.side.pow(3);
        Self {
            board,
            terms,
            table,
            meter,
            estimates: 0,
            history: vec![0; candidates],
            moves: Vec::new(),
            ticks: 0,
            share: 1.0,
            unit: 1,
            salt: 0,
        }
    }

    /// Counts values in half points from now on, so that the estimate of an odd digit is exact. It
    /// costs time, as windows hold twice as many values.
    pub(super) fn count_half_points(&mut self) {
        self.unit = 2;
        self.salt = 0x9e37_79b9_7f4a_7c15;
        self.terms.pass_cost *= 2;
    }

    /// Returns a value in whole points, rounded down.
    pub(super) fn in_points(&self, value: i32) -> i32 {
        value.div_euclid(self.unit)
    }

    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stop> {
        self.meter.take(1)?;
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(256) {
            self.meter.check_time()?;
            if self.share < 1.0 && self.meter.spent() >= self.share {
                return Err(Stop::Time);
            }
        }
        Ok(())
    }

    /// Returns the points that a placement gains.
    #[inline]
    pub(super) fn points(&self, spot: Spot) -> i32 {
        let houses = self.board.completes(usize::from(spot.cell));
        self.terms.scoring.placement(spot.digit, houses)
    }

    /// Returns the same in the unit of values.
    #[inline]
    pub(crate) fn gain(&self, spot: Spot) -> i32 {
        self.unit * self.points(spot)
    }

    /// Returns the value of the position, whose last move was not a pass: exact within the window,
    /// else a bound.
    pub(crate) fn value(&mut self, depth: i32, alpha: i32, beta: i32) -> Result<i32, Stop> {
        if self.board.live == 0 {
            return Ok(0);
        }
        self.count()?;
        if depth <= 0 {
            return self.quiescence(alpha, beta);
        }
        if depth == 1
            && let Some(estimate) = self.estimate_last_ply(alpha, beta)
        {
            self.estimates += 1;
            return Ok(estimate);
        }
        let (least, most) = self.bounds();
        if least >= beta {
            return Ok(least);
        }
        if most <= alpha {
            return Ok(most);
        }
        let key = self.board.hash ^ self.salt;
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            if entry.depth == COMPLETE || i32::from(entry.depth) >= depth {
                let decides = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.value >= beta,
                    Bound::Upper => entry.value <= alpha,
                };
                if decides {
                    self.estimates += u64::from(entry.depth != COMPLETE);
                    return Ok(entry.value);
                }
            }
            first = entry.best;
        }
        let estimates = self.estimates;
        let floor = self.terms.floor(alpha, beta);
        let (m, best) = self.placements(depth, floor, beta, first)?;
        let (value, bound) = self.terms.settle(m, floor, beta);
        let depth = if self.estimates == estimates { COMPLETE } else { depth as u8 };
        let best = best.map(|spot| stored(&self.board.cells, spot));
        self.table.put(key, Entry { value, best, depth, bound });
        Ok(value)
    }

    /// Returns bounds on the value of the position, whose last move was not a pass.
    ///
    /// A player who never passes loses at most all houses that can still be completed, and in
    /// every second live cell the difference between the highest digit and the lowest, 1.
    fn bounds(&self) -> (i32, i32) {
        let board = &self.board;
        let top = board.top() as i32;
        let live = board.live.count_ones() as i32;
        let houses = board.open * self.terms.scoring.house();
        let [theirs, own] = [live / 2, (live + 1) / 2];
        let [least, most] = [theirs - houses - theirs * top, houses + own * top - (own - 1)];
        (self.unit * least, self.unit * most)
    }

    /// Returns a bound on the value before the last ply if it decides. If no house can be completed
    /// soon, the highest digit is worth itself less the estimate of what it leaves, which is not more
    /// than that of what there was. The value of the last live cell is exact, so it is not estimated.
    #[inline]
    fn estimate_last_ply(&self, alpha: i32, beta: i32) -> Option<i32> {
        if self.board.has_short_houses() || self.board.live.is_power_of_two() {
            return None;
        }
        let top = self.board.top();
        let most = self.unit * top as i32;
        let least = most - self.estimate(top);
        if least >= beta { Some(least) } else { (most <= alpha).then_some(most) }
    }

    /// Returns the value of the best placement, and the placement that has it.
    fn placements(
        &mut self,
        depth: i32,
        alpha: i32,
        beta: i32,
        first: Option<Stored>,
    ) -> Result<(i32, Option<Spot>), Stop> {
        if depth == 1 {
            return self.last_ply(alpha, beta, first);
        }
        let start = self.moves.len();
        self.list(self.least_digit(), first);
        let end = self.moves.len();
        let completing = self.board.completing;
        let mut best = -INFINITY;
        let mut best_spot = None;
        let mut low = alpha;
        for index in start..end {
            self.bring_forward(index, start, end);
            let spot = self.moves[index].spot();
            let gain = self.gain(spot);
            // Late moves are searched less deeply, and again if they turn out well.
            let reduction = match index - start {
                0..2 => 0,
                nth => 1 + i32::from(nth >= 8 && depth >= 3) + i32::from(nth >= 24 && depth >= 4),
            };
            let reduced = depth - 1 - reduction;
            if reduced <= 0 {
                let reply = self.last_reply(spot, completing, gain - low - 1, gain - low)?;
                if gain - reply <= low {
                    best = best.max(gain - reply);
                    continue;
                }
            }
            let undo = self.board.place(spot);
            let result = if index == start {
                self.value(depth - 1, gain - beta, gain - low)
            } else {
                let mut result = Ok(-INFINITY);
                if reduced > 0 {
                    result = self.value(reduced, gain - low - 1, gain - low);
                }
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
            self.board.undo(&undo);
            let value = gain - result?;
            if value > best {
                best = value;
                best_spot = Some(spot);
                if value > low {
                    low = value;
                    if value >= beta {
                        let side = self.board.side;
                        let cell = self.board.cells[usize::from(spot.cell)].index();
                        self.history[cell * side + usize::from(spot.digit.get()) - 1] +=
                            (depth * depth) as u32;
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        Ok((best, best_spot))
    }

    /// Returns the lowest digit that is worth placing.
    ///
    /// As long as few cells are filled and no house is nearly full, players take the highest digits
    /// in turn, and what decides is who takes the last of each. Searching only these goes twice as
    /// deep.
    pub(super) fn least_digit(&self) -> usize {
        let live = self.board.live.count_ones() as usize;
        let is_early = live > MANY_CELLS && 2 * live > self.board.side.pow(2);
        if is_early && !self.board.has_short_houses() { self.board.top() } else { 1 }
    }

    /// Returns the value of the best placement of the last ply, and the placement that has it.
    ///
    /// The reply to a placement is worth at least its estimate, which is known without making the
    /// placement. Only these placements are made: of the highest digits, and those that complete a
    /// house.
    fn last_ply(
        &mut self,
        alpha: i32,
        beta: i32,
        first: Option<Stored>,
    ) -> Result<(i32, Option<Spot>), Stop> {
        let completing = self.board.completing;
        let mut last = LastPly { completing, low: alpha, beta, best: -INFINITY, spot: None };
        if let Some((place, digit)) = first
            && let Some(spot) = self.board.spot(place.into(), digit)
            && self.try_last(spot, &mut last)?
        {
            return Ok((last.best, last.spot));
        }
        for cell in each(completing) {
            for digit in self.board.digits[cell] {
                if self.try_last(Spot { cell: cell as u8, digit }, &mut last)? {
                    return Ok((last.best, last.spot));
                }
            }
        }
        // A lower digit leaves the highest in place, unless that has only one place left.
        let top = self.board.top();
        let is_lasting = self.board.places[top].count_ones() > 1 && !self.board.has_edges;
        for digit in (1..=top).rev() {
            let bound = self.unit * digit as i32 - self.estimate(top);
            if digit < top && is_lasting && bound <= last.low {
                self.estimates += 1;
                last.best = last.best.max(bound);
                break;
            }
            let places = self.board.places[digit] & !completing;
            let digit = Digit::new(digit as u8).expect("it has places");
            for cell in each(places) {
                if self.try_last(Spot { cell: cell as u8, digit }, &mut last)? {
                    return Ok((last.best, last.spot));
                }
            }
        }
        Ok((last.best, last.spot))
    }

    /// Tries a placement of the last ply; returns whether it reaches `beta`.
    fn try_last(&mut self, spot: Spot, last: &mut LastPly) -> Result<bool, Stop> {
        let gain = self.gain(spot);
        let top = self.board.top_after(spot);
        let bound = gain - self.estimate(top.unwrap_or(0));
        if bound <= last.low {
            self.estimates += u64::from(top != Some(0));
            last.best = last.best.max(bound);
            return Ok(false);
        }
        let reply = self.last_reply(spot, last.completing, gain - last.beta, gain - last.low)?;
        let value = gain - reply;
        if value > last.best {
            (last.best, last.spot) = (value, Some(spot));
            last.low = last.low.max(value);
        }
        Ok(value >= last.beta)
    }

    /// Returns the value of the position after the last placement of a line. If no house can be
    /// completed then, it is known without making the placement.
    fn last_reply(
        &mut self,
        spot: Spot,
        completing: Cells,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stop> {
        let is_quiet = completing & !(1 << spot.cell) == 0 && !self.board.opens(spot.cell.into());
        if is_quiet && let Some(top) = self.board.top_after(spot) {
            if top > 0 {
                self.count()?;
                self.estimates += 1;
            }
            return Ok(self.estimate(top));
        }
        let undo = self.board.place(spot);
        let reply = self.value(0, alpha, beta);
        self.board.undo(&undo);
        reply
    }

    /// Moves the best of the moves from `index` on to `index`. Most lists are cut off after few
    /// moves, so the first few are selected one by one, then the rest is sorted.
    #[inline]
    fn bring_forward(&mut self, index: usize, start: usize, end: usize) {
        match index - start {
            0..3 => {
                let rest = &mut self.moves[index..end];
                let mut best = 0;
                for other in 1..rest.len() {
                    if rest[other] > rest[best] {
                        best = other;
                    }
                }
                rest.swap(0, best);
            }
            3 => {
                self.moves[index..end].sort_unstable_by(|a, b| b.cmp(a));
            }
            _ => {}
        }
    }

    /// Appends the placements of the digits from `least` on to the move list, with their scores;
    /// `first` gets the highest score.
    pub(crate) fn list(&mut self, least: usize, first: Option<Stored>) {
        let board = &self.board;
        let (mut cells, mut listed) = (board.live, None);
        if least > 1 {
            self.estimates += 1;
            cells = board.places[least];
            listed = Digit::new(least as u8).map(DigitSet::only);
        }
        let is_quiet = !board.has_short_houses();
        for cell in each(cells) {
            let mut base = 0;
            // Cells that this placement leaves as the last of their house.
            let mut lasts: Cells = 0;
            for &house in board.houses[cell].iter().filter(|_| !is_quiet) {
                let house = usize::from(house);
                match (board.free[house], board.dead[house]) {
                    (1, _) => base += self.terms.scoring.house(),
                    (2, 0) => lasts |= board.members[house] & board.live & !(1 << cell),
                    _ => {}
                }
            }
            let place = board.cells[cell].index();
            for digit in listed.unwrap_or(board.digits[cell]) {
                let value = usize::from(digit.get());
                let mut score = base + value as i32;
                for last in each(lasts) {
                    if !(board.digits[last] - DigitSet::only(digit)).is_empty() {
                        score -= self.terms.scoring.house();
                    }
                }
                let tried = self.history[place * board.side + value - 1];
                score = score * 4 + tried.min(1 << 20).checked_ilog2().unwrap_or(0) as i32;
                if first == Some((place as u16, digit)) {
                    score = INFINITY;
                }
                self.moves.push(Scored::new(score, Spot { cell: cell as u8, digit }));
            }
        }
    }

    /// Estimates the value of a position in which that is the highest digit left: half of it, for
    /// having the move.
    ///
    /// What did not help: the alternating sum of what the digits can still gain (no better at equal
    /// time), and points for open houses, to seek complications (worse).
    #[inline]
    fn estimate(&self, top: usize) -> i32 {
        self.unit * top as i32 / 2
    }

    /// Returns the value at the depth limit: completions are played out, the rest is estimated.
    fn quiescence(&mut self, alpha: i32, beta: i32) -> Result<i32, Stop> {
        self.estimates += 1;
        let mut best = self.estimate(self.board.top());
        if best >= beta {
            return Ok(best);
        }
        let mut low = alpha.max(best);
        for cell in each(self.board.completing) {
            let digit = self.board.digits[cell].last().expect("a live cell has candidates");
            let spot = Spot { cell: cell as u8, digit };
            let gain = self.gain(spot);
            let undo = self.board.place(spot);
            let result = if self.board.live == 0 {
                Ok(0)
            } else {
                match self.count() {
                    Ok(()) => self.quiescence(gain - beta, gain - low),
                    Err(stop) => Err(stop),
                }
            };
            self.board.undo(&undo);
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
}

/// The best of the placements of a last ply so far.
struct LastPly {
    completing: Cells,
    low: i32,
    beta: i32,
    best: i32,
    spot: Option<Spot>,
}
