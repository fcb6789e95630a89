//! Trial and error: what is left of a board once no assumption leads to a contradiction any more.

use quadrille_core::{Counter, Meter, Stop};

use super::board::{Board, IDS, Id, State};
use super::braids;

/// The most levels of assumptions.
pub(super) const MOST: usize = 3;

/// The most states kept in which a theory finds nothing to remove. To look through more takes longer
/// than what they spare.
const KEPT: usize = 256;

/// A theory in which a state is settled: trial and error of a depth, inside which braids up to a
/// length are applied, or singles alone if that is 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Theory {
    pub(super) depth: usize,
    pub(super) length: usize,
}

/// The number of candidates in a row that are consistent before a first look at them ends: most of those
/// that singles remove are found sooner, and further assumptions find the others too.
const FEW: usize = 16;

/// What follows by singles from candidates, of those in `own`.
#[derive(Default)]
struct Effects {
    own: Board,
    states: Vec<State>,
}

/// What is known of the assumptions of one theory, at one level.
struct Pass {
    /// For each candidate what is left after its assumption, if that was found to be consistent.
    left: Vec<State>,
    has: Board,
    /// Consistent states within that of the level, as indices.
    valid: Vec<u32>,
    /// The candidates that these assert.
    fine: Board,
}

/// A state in which some candidates are assumed, and what is known about more of them.
struct Level {
    state: State,
    /// What follows from each candidate; of those without an own effect, the level before knows as much.
    effects: Effects,
    passes: [Pass; MOST],
    /// The candidates of which no braid up to the present length has been found in this state.
    without_braid: Board,
}

pub(super) struct Trials<'m, 'a> {
    levels: Vec<Level>,
    /// For each theory of a pass, states in which it finds nothing to remove: if one is within another
    /// state, the candidates that it asserts are consistent there too.
    pool: [Vec<State>; MOST],
    /// The state of each pool to replace next, if it is full. The first, the solution, stays.
    oldest: [usize; MOST],
    /// The rank of each candidate among those of the board.
    ranks: Vec<u16>,
    ids: Vec<Id>,
    /// The candidates, those from which most follows first.
    order: Vec<Id>,
    /// What follows from each candidate on any board.
    links: Vec<State>,
    /// The number of candidates when these were last sorted.
    sorted: u32,
    meter: &'m mut Meter<'a>,
}

impl Pass {
    fn new() -> Self {
        Self { left: Vec::new(), has: Board::EMPTY, valid: Vec::new(), fine: Board::EMPTY }
    }
}

impl Level {
    fn new() -> Self {
        Self {
            state: State::DEAD,
            effects: Effects::default(),
            passes: std::array::from_fn(|_| Pass::new()),
            without_braid: Board::EMPTY,
        }
    }
}

impl<'m, 'a> Trials<'m, 'a> {
    /// Starts with the candidates that givens leave, and with a state that has the solution of the
    /// board. Its candidates are never assumed, because they contradict nothing.
    pub(super) fn new(left: Board, solution: Board, meter: &'m mut Meter<'a>) -> Self {
        let ids = left.ids();
        let mut ranks = vec![0; IDS];
        for (rank, &id) in ids.iter().enumerate() {
            ranks[usize::from(id)] = rank as u16;
        }
        let links: Vec<State> = ids.iter().map(|&id| State::of(id)).collect();
        let levels = (0..=MOST).map(|_| Level::new()).collect();
        let order = ids.clone();
        let pool = std::array::from_fn(|_| vec![State { left: solution, done: solution }]);
        let mut trials = Self {
            levels,
            pool,
            oldest: [1; MOST],
            ranks,
            ids,
            order,
            links,
            sorted: u32::MAX,
            meter,
        };
        let mut state = State { left, done: Board::EMPTY };
        let is_alive = state.settle(|id| trials.effect(0, id));
        assert!(is_alive, "there is a solution");
        trials.enter(0, state);
        trials
    }

    pub(super) fn state(&self) -> &State {
        &self.levels[0].state
    }

    fn rank(&self, id: Id) -> usize {
        usize::from(self.ranks[usize::from(id)])
    }

    /// Returns what is known to follow from a candidate at a level.
    fn effect(&self, level: usize, id: Id) -> &State {
        let rank = self.rank(id);
        let known = self.levels[..=level].iter().rev().find(|level| level.effects.own.has(id));
        known.map_or(&self.links[rank], |level| &level.effects.states[rank])
    }

    /// Turns a level to a state.
    fn enter(&mut self, level: usize, state: State) {
        self.levels[level].state = state;
        self.levels[level].without_braid = Board::EMPTY;
        for pass in 0..MOST {
            self.levels[level].passes[pass].has = Board::EMPTY;
            self.scan(level, pass);
        }
    }

    /// Looks for consistent states within that of a level.
    fn scan(&mut self, level: usize, pass: usize) {
        let Level { state, passes, .. } = &mut self.levels[level];
        let of = &mut passes[pass];
        of.valid.clear();
        of.fine = Board::EMPTY;
        for (index, known) in self.pool[pass].iter().enumerate() {
            if known.left.is_within(&state.left) {
                of.valid.push(index as u32);
                of.fine = of.fine.or(&known.done);
            }
        }
    }

    /// Forgets what longer braids may change: that a candidate is consistent. What was left in the weaker
    /// theory is kept.
    pub(super) fn lengthen(&mut self) {
        for pass in 1..MOST {
            self.pool[pass].truncate(1);
            self.scan(0, pass);
        }
        self.levels[0].without_braid = Board::EMPTY;
    }

    /// Keeps a state in which the theory of a pass finds nothing to remove, instead of the oldest if there
    /// are many.
    fn note_consistent(&mut self, level: usize, pass: usize, state: State) {
        let pool = &mut self.pool[pass];
        let index = if pool.len() < KEPT { pool.len() } else { self.oldest[pass] };
        if index == pool.len() {
            pool.push(state);
        } else {
            pool[index] = state;
            self.oldest[pass] = index % (KEPT - 1) + 1;
        }
        let of = &mut self.levels[level].passes[pass];
        if !of.valid.contains(&(index as u32)) {
            of.valid.push(index as u32);
        }
        of.fine = of.fine.or(&state.done);
    }

    /// Removes a candidate. Returns whether there is no contradiction.
    fn remove(&mut self, level: usize, id: Id) -> bool {
        let mut state = self.levels[level].state;
        state.left.remove(id);
        let alive = state.settle(|id| self.effect(level, id));
        let Level { state: old, passes, without_braid, .. } = &mut self.levels[level];
        *old = state;
        *without_braid = Board::EMPTY;
        if alive {
            for (of, pool) in passes.iter_mut().zip(&self.pool) {
                of.fine = Board::EMPTY;
                let fine = &mut of.fine;
                of.valid.retain(|&index| {
                    let known = &pool[index as usize];
                    let is_within = known.left.is_within(&state.left);
                    if is_within {
                        *fine = fine.or(&known.done);
                    }
                    is_within
                });
            }
        }
        alive
    }

    /// Finds what follows from a candidate by singles. Returns whether that is no contradiction.
    fn assume(&mut self, level: usize, id: Id) -> Result<bool, Stop> {
        let Level { state, effects, .. } = &self.levels[level];
        let rank = self.rank(id);
        if effects.own.has(id) {
            let known = &effects.states[rank];
            if !known.done.has(id) {
                return Ok(false);
            }
            if known.left.is_within(&state.left) {
                return Ok(true);
            }
        }
        self.meter.count(Counter::Branch)?;
        let mut state = *state;
        state.take(self.effect(level, id));
        let alive = state.settle(|id| self.effect(level, id));
        let count = self.ids.len();
        let of = &mut self.levels[level].effects;
        of.states.resize(count, State::DEAD);
        of.states[rank] = if alive { state } else { State::DEAD };
        of.own.insert(id);
        Ok(alive)
    }

    /// Returns the first candidate of a level of which a pass does not know that it is consistent, and
    /// which has not been tried.
    fn next(&self, level: usize, pass: usize, tried: &Board, cursor: &mut usize) -> Option<Id> {
        let of = &self.levels[level];
        let known = of.state.done.or(&of.passes[pass].fine).or(tried);
        let open = of.state.left.without(&known);
        for _ in 0..self.order.len() {
            let id = self.order[*cursor];
            *cursor = (*cursor + 1) % self.order.len();
            if open.has(id) {
                return Some(id);
            }
        }
        None
    }

    /// Settles a level. Returns whether there is no contradiction.
    pub(super) fn settle(&mut self, level: usize, theory: Theory) -> Result<bool, Stop> {
        match theory {
            Theory { depth: 0, length: 0 } => Ok(true),
            Theory { depth: 1, length: 0 } => self.by_singles(level, usize::MAX),
            Theory { depth: 0, length } => self.by_braids(level, length),
            _ => self.by_trials(level, theory),
        }
    }

    /// Removes candidates by singles until that many in a row are consistent.
    fn by_singles(&mut self, level: usize, most: usize) -> Result<bool, Stop> {
        if level > 0 && !self.remove_opposed(level) {
            return Ok(false);
        }
        let (mut cursor, mut consistent) = (0, 0);
        while consistent < most
            && let Some(id) = self.next(level, 0, &Board::EMPTY, &mut cursor)
        {
            consistent += 1;
            if self.assume(level, id)? {
                let state = *self.effect(level, id);
                self.note_consistent(level, 0, state);
                continue;
            }
            consistent = 0;
            if !self.remove(level, id) {
                return Ok(false);
            }
            if self.levels[level].state.is_solved() {
                break;
            }
        }
        Ok(true)
    }

    /// Removes all candidates that are known to remove what is asserted. Returns whether there is no
    /// contradiction.
    fn remove_opposed(&mut self, level: usize) -> bool {
        loop {
            let state = &self.levels[level].state;
            let mut next = *state;
            state.left.without(&state.done).each(|id| {
                if !state.done.is_within(&self.effect(level, id).left) {
                    next.left.remove(id);
                }
            });
            if next == *state {
                return true;
            }
            if !next.settle(|id| self.effect(level, id)) {
                return false;
            }
            self.enter(level, next);
        }
    }

    fn by_trials(&mut self, level: usize, theory: Theory) -> Result<bool, Stop> {
        let Theory { depth, length } = theory;
        let inner = Theory { depth: depth - 1, length };
        let pass = if length == 0 { depth - 1 } else { depth };
        loop {
            let is_alive = match inner {
                Theory { depth: 1, length: 0 } => self.by_singles(level, FEW)?,
                _ => self.settle(level, inner)?,
            };
            if !is_alive {
                return Ok(false);
            }
            if self.levels[level].state.is_solved() {
                return Ok(true);
            }
            if level == 0 {
                self.sort(length);
            }
            let mut cursor = 0;
            loop {
                let Some(id) = self.next(level, pass, &Board::EMPTY, &mut cursor) else {
                    return Ok(true);
                };
                if !self.try_out(level, pass, inner, id)? {
                    if !self.remove(level, id) {
                        return Ok(false);
                    }
                    break;
                }
            }
        }
    }

    /// Assumes a candidate and settles what is left. Returns whether there is no contradiction.
    fn try_out(&mut self, level: usize, pass: usize, inner: Theory, id: Id) -> Result<bool, Stop> {
        if !self.assume(level, id)? {
            return Ok(false);
        }
        let mut state = *self.effect(level, id);
        let rank = self.rank(id);
        let of = &self.levels[level].passes[pass];
        if of.has.has(id) {
            state.take(&of.left[rank]);
            if !state.settle(|id| self.effect(level, id)) {
                return Ok(false);
            }
        }
        self.levels[level + 1].effects.own = Board::EMPTY;
        self.enter(level + 1, state);
        let is_alive = self.settle(level + 1, inner)?;
        if is_alive {
            let state = self.levels[level + 1].state;
            let count = self.ids.len();
            let of = &mut self.levels[level].passes[pass];
            of.left.resize(count, State::DEAD);
            of.left[rank] = state;
            of.has.insert(id);
            self.note_consistent(level, pass, state);
        }
        Ok(is_alive)
    }

    /// Sorts the candidates so that those come first from which most follows.
    fn sort(&mut self, length: usize) {
        let State { left, done } = &self.levels[0].state;
        let len = left.len();
        if length == 0 && len + len / 16 >= self.sorted {
            return;
        }
        self.sorted = len;
        let mut order = left.without(done).ids();
        order.sort_by_cached_key(|&id| self.effect(0, id).left.and(left).len());
        self.order = order;
    }

    fn by_braids(&mut self, level: usize, length: usize) -> Result<bool, Stop> {
        let mut cursor = 0;
        loop {
            let tried = self.levels[level].without_braid;
            let Some(id) = self.next(level, 0, &tried, &mut cursor) else { return Ok(true) };
            if self.assume(level, id)? {
                let state = *self.effect(level, id);
                self.note_consistent(level, 0, state);
                continue;
            }
            let (state, links, ranks) = (self.levels[level].state, &self.links, &self.ranks);
            let effect = |id: Id| &links[usize::from(ranks[usize::from(id)])].left;
            if !braids::has_braid(&state, id, length, &effect, self.meter)? {
                self.levels[level].without_braid.insert(id);
            } else if !self.remove(level, id) {
                return Ok(false);
            } else if self.levels[level].state.is_solved() {
                return Ok(true);
            }
        }
    }
}
