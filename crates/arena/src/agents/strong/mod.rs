//! `strong`: our strongest agent for boards of any size.

mod models;
mod opponent;
pub(crate) mod search;
pub(crate) mod table;

use std::ops::Range;

use quadrille_core::{Meter, Stop};
use quadrille_lab::registry::Key;

use self::opponent::Opponent;
use self::search::{INFINITY, MANY_CELLS, Scored, Search};
use self::table::{COMPLETE, Table};
use super::entry::{AgentEntry, Build};
use super::large_boards;
use super::limits::{MS, MoveLimits, NODES};
use super::live_board::LiveBoard;
use super::live_board::Spot;
use super::pass_value::Terms;
use crate::agent::{Agent, AgentError, NewGame};
use crate::game::{GameState, Move, MoveInfo, Played, Seat};

const HASH: Key<i64> =
    Key::integer("hash", 1..=4096, 4, "MiB of memory for the transposition table, rounded down");

const PREDICT: Key<&'static str> = Key::choice(
    "predict",
    &["on", "off"],
    "on",
    "whether it plans against an opponent who moves as alphabeta, minimax or ia do, when it is behind",
);

/// The entry of the strong agent.
pub(super) const ENTRY: AgentEntry = AgentEntry {
    title: "deep alpha-beta",
    about: "Alpha-beta with iterative deepening and a transposition table of what is left to play; \
            exact near the end of the game. It plays for the mistakes of opponents whose moves it \
            can predict.",
    parameters: &[MS.parameter, NODES.parameter, HASH.parameter, PREDICT.parameter],
    deterministic: true,
    build: Build::Ready(|parameters, _| {
        let table = Table::within(parameters.get(&HASH) as usize * (1 << 20));
        Box::new(Strong {
            limits: MoveLimits::of(parameters),
            table,
            info: None,
            predicts: parameters.get(&PREDICT) == "on",
            opponent: Opponent::default(),
            seat: Seat::First,
        })
    }),
    ..AgentEntry::new("strong")
};

/// Live cells up to which a search to the end of the game is tried. With 24, half of the positions
/// take less than 150 000 nodes, and one in ten more than five million.
const FEW_CELLS: u32 = 24;

/// The depth before which it is tried.
const SHALLOW: i32 = 5;

/// The part of the search's limits after which it is given up.
const PART: f64 = 0.6;

/// The part of a move's limits that the search gets before a plan, if the opponent's moves may be
/// predicted.
const SEARCH: f64 = 0.5;

struct Strong {
    limits: MoveLimits,
    table: Table,
    /// Of the last move.
    info: Option<MoveInfo>,
    predicts: bool,
    opponent: Opponent,
    seat: Seat,
}

impl Agent for Strong {
    fn start(&mut self, game: &NewGame, _: &mut Meter<'_>) -> Result<(), AgentError> {
        self.table.clear();
        self.opponent = Opponent::default();
        self.seat = game.seat;
        Ok(())
    }

    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError> {
        self.info = None;
        let terms = Terms::of(state.rules());
        let mut meter = self.limits.start(state, meter);
        let Some(board) = LiveBoard::new(state.board()) else {
            return large_boards::choose(state, &mut meter);
        };
        let mut search = Search::new(board, terms, &mut self.table, &mut meter);
        if search.board.live.count_ones() > FEW_CELLS {
            search.count_half_points();
        }
        // In the beginning, when many players choose alike, predictions prove little, and a plan costs
        // digits.
        let is_late = search.board.live.count_ones() as usize <= MANY_CELLS;
        let may_plan = self.predicts && is_late && {
            let may_be_predicted = self.opponent.may_be_predicted(&mut search);
            may_be_predicted.map_err(|_| AgentError::Stopped)?
        };
        search.share = if may_plan { SEARCH } else { 1.0 };
        let mut root = Root::new(&mut search);
        root.choose()?;
        let mut planned = None;
        if may_plan {
            root.search.share = 1.0;
            let [own, theirs] = [state.seat(), state.seat().other()];
            let lead = state.scores()[own.index()] - state.scores()[theirs.index()];
            if lead + root.search.in_points(root.value) <= 0 {
                planned =
                    self.opponent.plan(root.search, -lead).map_err(|_| AgentError::Stopped)?;
            }
            if planned.is_none() {
                root.go_on()?;
            }
        }
        let (best, value, depth) = (root.best, root.value, root.depth);
        let value = search.in_points(value);
        let best = search.board.candidate(best);
        let passes = state.may_pass() && terms.prefers_pass(value, state.after_pass());
        let mv = match planned {
            Some(placement) => Move::Place(placement),
            None if passes => Move::Pass,
            None => Move::Place(best),
        };
        let with_pass = match (state.may_pass(), state.after_pass()) {
            (false, _) => value,
            (true, false) => terms.with_pass(value),
            (true, true) => terms.after_pass(value),
        };
        // Without a complete depth there is no value.
        self.info = (depth > 0).then(|| MoveInfo {
            score: Some(with_pass),
            depth: Some(depth as u32),
            line: vec![mv.name(state.rules().side()).to_string()],
        });
        Ok(mv)
    }

    fn played(&mut self, state: &GameState, played: &Played) {
        if self.predicts {
            self.opponent.played(self.seat, state, played);
        }
    }

    fn info(&mut self) -> Option<MoveInfo> {
        self.info.take()
    }
}

/// The search of the moves of one position.
struct Root<'a, 's, 'm, 'r> {
    search: &'a mut Search<'s, 'm, 'r>,
    /// The placements, the best of the last search first.
    moves: Vec<Spot>,
    best: Spot,
    /// The value of the best placement.
    value: i32,
    /// The depth that was searched completely.
    depth: i32,
    /// Whether all lines ended within it.
    is_exact: bool,
}

/// How a search of all moves ended.
enum End {
    /// Every line ended within the depth.
    Exact,
    Complete,
    /// The limits were reached.
    Limits,
}

impl<'a, 's, 'm, 'r> Root<'a, 's, 'm, 'r> {
    fn new(search: &'a mut Search<'s, 'm, 'r>) -> Self {
        search.list(search.least_digit(), None);
        let mut moves = std::mem::take(&mut search.moves);
        moves.sort_unstable_by(|a, b| b.cmp(a));
        let moves: Vec<Spot> = moves.into_iter().map(Scored::spot).collect();
        Self { best: moves[0], search, moves, value: -INFINITY, depth: 0, is_exact: false }
    }

    /// Searches deeper and deeper, until the limits are reached or every line ends within the depth.
    ///
    /// With few live cells, the end of the game comes right after a shallow search, which takes a
    /// quarter of the nodes that searches of all depths in between take together.
    fn choose(&mut self) -> Result<(), AgentError> {
        let live = self.search.board.live.count_ones();
        let all = i32::from(COMPLETE);
        if live > FEW_CELLS {
            self.deepen_through(1..all)?;
        } else if matches!(self.deepen_through(1..SHALLOW)?, End::Complete) {
            let share = self.search.share;
            self.search.share = PART * share;
            let end = self.deepen_through(SHALLOW.max(live as i32)..all)?;
            self.search.share = share;
            if matches!(end, End::Limits) {
                self.deepen_through(SHALLOW..all)?;
            }
        }
        Ok(())
    }

    /// Searches deeper than before, after the share of the limits has been raised.
    fn go_on(&mut self) -> Result<(), AgentError> {
        if !self.is_exact {
            self.deepen_through(self.depth + 1..i32::from(COMPLETE))?;
        }
        Ok(())
    }

    /// Searches to one depth after the other. Reductions may cut lines off even at a depth that no
    /// game reaches.
    fn deepen_through(&mut self, depths: Range<i32>) -> Result<End, AgentError> {
        for depth in depths {
            let end = self.deepen(depth)?;
            if !matches!(end, End::Complete) {
                return Ok(end);
            }
        }
        Ok(End::Complete)
    }

    /// Searches all placements to a depth.
    fn deepen(&mut self, depth: i32) -> Result<End, AgentError> {
        let search = &mut *self.search;
        let estimates = search.estimates;
        let mut low = -INFINITY;
        let mut leader = 0;
        for (index, &spot) in self.moves.iter().enumerate() {
            let gain = search.gain(spot);
            let undo = search.board.place(spot);
            let result = if index == 0 {
                search.value(depth - 1, -INFINITY, INFINITY)
            } else {
                match search.value(depth - 1, gain - low - 1, gain - low) {
                    Ok(reply) if gain - reply > low => {
                        search.value(depth - 1, -INFINITY, gain - low)
                    }
                    other => other,
                }
            };
            search.board.undo(&undo);
            let value = match result {
                Ok(reply) => gain - reply,
                Err(Stop::Cancelled) => return Err(AgentError::Stopped),
                Err(_) => {
                    search.moves.clear();
                    if low > -INFINITY {
                        (self.best, self.value) = (self.moves[leader], low);
                    }
                    return Ok(End::Limits);
                }
            };
            if value > low {
                low = value;
                leader = index;
            }
        }
        (self.best, self.value, self.depth) = (self.moves[leader], low, depth);
        self.moves[..=leader].rotate_right(1);
        self.is_exact = search.estimates == estimates;
        Ok(if self.is_exact { End::Exact } else { End::Complete })
    }
}
