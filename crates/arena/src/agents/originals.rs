//! The searching players of the original program: `minimax`, `alphabeta` and `ia`. They reproduce
//! its moves and its node counts.
//!
//! The order of enumeration, ties, cuts, depths and the evaluation are the original's, including
//! its flaws: the search does not consider passes, and `ia` never fills the last cell. Only the
//! evaluation of leaves is ours: they are counted one by one if a cut could end the enumeration
//! between them, else all at once.
//!
//! If the rules do not allow the pass that the original would make, the agent makes its best
//! placement instead, or the first one if it evaluated none.

use quadrille_core::{Candidate, Cell, Digit, DigitSet, Meter, Stop};
use quadrille_lab::registry::{Key, Parameters};

use super::entry::{AgentEntry, Build};
use super::limits::MoveMeter;
use crate::agent::{Agent, AgentError};
use crate::game::{Board, GameState, Move, Scoring};

const VALUES: Key<&'static str> = Key::choice(
    "values",
    &["descending", "ascending"],
    "descending",
    "the order in which the digits of a cell are tried",
);

const HEURISTICS: Key<&'static str> = Key::choice(
    "heuristics",
    &["on", "off", "almost-filled", "mobility"],
    "on",
    "what the evaluation adds to points on sides above 4: almost filled houses and mobility, \
     nothing, or one of the two",
);

/// In the original's count: the root is at depth `DEPTH`, leaves at depth 1.
const DEPTH: Key<i64> =
    Key::integer("depth", 2..=50, 3, "the depth as the original counts it: one more than plies");

/// How many nodes `ia` chooses its depth for if nothing else is said.
pub(super) const DEFAULT_THRESHOLD: i64 = 2_000_000;

const THRESHOLD: Key<i64> = Key::integer(
    "threshold",
    1..=1_000_000_000_000,
    DEFAULT_THRESHOLD,
    "how many nodes the depth is chosen for, by the original's estimate (sides other than 4)",
);

/// The entry of plain minimax.
pub(super) const MINIMAX: AgentEntry = AgentEntry {
    title: "minimax, two plies",
    about: "Searches its own placements and all replies; evaluates points. Never passes.",
    parameters: &[VALUES.parameter, DEPTH.parameter],
    deterministic: true,
    build: Build::Ready(|parameters, _| Box::new(Original::fixed(false, parameters))),
    ..AgentEntry::new("minimax")
};

/// The entry of alpha-beta.
pub(super) const ALPHABETA: AgentEntry = AgentEntry {
    id: "alphabeta",
    title: "alpha-beta, two plies",
    about: "Plays the moves of `minimax` with fewer nodes.",
    build: Build::Ready(|parameters, _| Box::new(Original::fixed(true, parameters))),
    ..MINIMAX
};

/// The entry of the strongest player of the original.
pub(super) const IA: AgentEntry = AgentEntry {
    id: "ia",
    title: "alpha-beta of adaptive depth",
    about: "Alpha-beta whose depth grows as the board fills, with terms for almost filled houses \
            and for mobility; passes if every placement seems worse than the penalty.",
    parameters: &[VALUES.parameter, HEURISTICS.parameter, THRESHOLD.parameter],
    build: Build::Ready(|parameters, _| Box::new(Original::adaptive(parameters))),
    ..MINIMAX
};

#[derive(Clone, Copy)]
enum Depth {
    Fixed(usize),
    Adaptive { threshold: f64 },
}

#[derive(Clone, Copy)]
struct Original {
    depth: Depth,
    cuts: bool,
    almost_filled: bool,
    mobility: bool,
    ascending: bool,
}

impl Original {
    /// `minimax`, or `alphabeta` with cuts.
    fn fixed(cuts: bool, parameters: &Parameters) -> Self {
        Self {
            depth: Depth::Fixed(parameters.get(&DEPTH) as usize),
            cuts,
            almost_filled: false,
            mobility: false,
            ascending: parameters.get(&VALUES) == "ascending",
        }
    }

    fn adaptive(parameters: &Parameters) -> Self {
        let heuristics = parameters.get(&HEURISTICS);
        Self {
            depth: Depth::Adaptive { threshold: parameters.get(&THRESHOLD) as f64 },
            cuts: true,
            almost_filled: ["on", "almost-filled"].contains(&heuristics),
            mobility: ["on", "mobility"].contains(&heuristics),
            ascending: parameters.get(&VALUES) == "ascending",
        }
    }
}

impl Agent for Original {
    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError> {
        let rules = state.rules();
        let side = rules.side();
        let depth = match self.depth {
            Depth::Fixed(depth) => depth,
            Depth::Adaptive { threshold } => {
                let board = state.board();
                adaptive_depth(side, board.empty(), board.pairs(), threshold)
            }
        };
        let mut search = Search {
            depth,
            board: state.board().clone(),
            scoring: rules.scoring(),
            agent: Self {
                almost_filled: self.almost_filled && side > 4,
                mobility: self.mobility && side > 4,
                ..*self
            },
            meter: MoveMeter::new(meter),
            best: None,
        };
        let value = match search.node(depth, true, 0, -INFINITY, INFINITY) {
            Ok(value) => Some(value),
            Err(Stop::Cancelled) => return Err(AgentError::Stopped),
            // A limit was reached: use the best placement so far.
            Err(_) => None,
        };
        let best = search.best;
        let passes = matches!(self.depth, Depth::Adaptive { .. })
            && value
                .is_some_and(|value| best.is_none() || value < i64::from(rules.scoring().pass()));
        if passes && state.may_pass() {
            return Ok(Move::Pass);
        }
        let first = || {
            let cell = state.board().placements().next()?.cell;
            let digit = in_order(state.board().legal(cell), self.ascending).next()?;
            Some(Candidate { cell, digit })
        };
        let placement = best.or_else(first).expect("an unfinished game has a legal placement");
        Ok(Move::Place(placement))
    }
}

const INFINITY: i64 = i64::MAX;

/// Returns the depth that the original derives from the number of empty cells and of placements;
/// `depth - 1` plies are searched. The order of the floating-point operations is the original's.
pub(super) fn adaptive_depth(side: usize, empty: usize, pairs: usize, threshold: f64) -> usize {
    if side == 4 {
        return 3;
    }
    let (f, n) = (empty as f64, side as f64);
    let density = if empty == 0 { 1.0 } else { pairs as f64 / (f * n) };
    let (mut nodes, mut plies) = (1.0_f64, 0_usize);
    while plies < empty {
        let more = nodes * density * n * (empty - plies) as f64 / 1.6;
        if more > threshold {
            break;
        }
        nodes = more;
        plies += 1;
    }
    (plies + 1).max(3).min(empty)
}

fn in_order(digits: DigitSet, ascending: bool) -> impl Iterator<Item = Digit> {
    let mut left = digits;
    std::iter::from_fn(move || {
        let next = if ascending { left.first()? } else { left.last()? };
        left -= DigitSet::only(next);
        Some(next)
    })
}

struct Search<'m, 'r> {
    /// The depth of the root.
    depth: usize,
    board: Board,
    scoring: Scoring,
    agent: Original,
    meter: MoveMeter<'m, 'r>,
    /// The best placement at the root.
    best: Option<Candidate>,
}

/// The part of a placement's gain that does not depend on its digit.
struct CellTerms {
    completes: u32,
    /// The last empty cell of each house that the placement leaves with one.
    last: [Option<Cell>; 3],
}

impl Search<'_, '_> {
    /// Returns the value of a position for the player to move, whose evaluation so far is `value`.
    /// `own` says whether that is the agent.
    fn node(
        &mut self,
        depth: usize,
        own: bool,
        value: i64,
        mut alpha: i64,
        beta: i64,
    ) -> Result<i64, Stop> {
        self.meter.take(1)?;
        if depth <= 1 || self.board.pairs() == 0 {
            return Ok(value);
        }
        let (is_root, leaves) = (depth == self.depth, depth == 2);
        if leaves && !is_root && !self.agent.cuts {
            return self.all_leaves(value);
        }
        let mut best = -INFINITY;
        for cell in self.board.geometry().cells() {
            let legal = self.board.legal(cell);
            if legal.is_empty() {
                continue;
            }
            let terms = self.terms(cell);
            for digit in in_order(legal, self.agent.ascending) {
                let placement = Candidate { cell, digit };
                let after = value + self.gain(placement, &terms, own);
                let child = if leaves {
                    self.meter.take(1)?;
                    after
                } else {
                    self.board.place(placement);
                    let child = self.node(depth - 1, !own, -after, -beta, -alpha)?;
                    self.board.undo();
                    -child
                };
                if child > best {
                    best = child;
                    if is_root {
                        self.best = Some(placement);
                    }
                }
                if self.agent.cuts {
                    if best >= beta {
                        return Ok(best);
                    }
                    alpha = alpha.max(best);
                }
            }
        }
        Ok(best)
    }

    /// Returns the value of a node above leaves if nothing can be cut: the best placement is the
    /// highest digit of some cell, and all leaves are counted at once.
    fn all_leaves(&mut self, value: i64) -> Result<i64, Stop> {
        self.meter.take(self.board.pairs() as u64)?;
        let mut most = 0;
        for cell in self.board.geometry().cells() {
            let Some(digit) = self.board.legal(cell).last() else { continue };
            let houses = self.board.completes(cell);
            most = most.max(i64::from(self.scoring.placement(digit, houses)));
        }
        Ok(value + most)
    }

    fn terms(&self, cell: Cell) -> CellTerms {
        let geometry = self.board.geometry();
        let mut terms = CellTerms { completes: 0, last: [None; 3] };
        for (house, last) in geometry.houses_of(cell).into_iter().zip(&mut terms.last) {
            match self.board.free(house) {
                1 => terms.completes += 1,
                2 if self.agent.almost_filled => {
                    *last = geometry
                        .house(house)
                        .iter()
                        .copied()
                        .find(|&other| other != cell && self.board.get(other).is_none());
                }
                _ => {}
            }
        }
        terms
    }

    /// Returns what a placement adds to the evaluation of the player who makes it. Only the agent
    /// counts mobility.
    fn gain(&self, placement: Candidate, terms: &CellTerms, own: bool) -> i64 {
        let mut gain = i64::from(self.scoring.placement(placement.digit, terms.completes));
        for last in terms.last.into_iter().flatten() {
            if let Some(digit) = self.board.legal_after(placement, last).last() {
                gain -= i64::from(self.scoring.placement(digit, 1));
            }
        }
        if self.agent.mobility && own {
            gain += (self.board.pairs_after(placement) / 2) as i64;
        }
        gain
    }
}
