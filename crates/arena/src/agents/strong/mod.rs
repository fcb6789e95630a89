//! `strong`: our strongest agent for boards of any size.

pub(crate) mod search;
pub(crate) mod table;

use quadrille_engine::{Candidate, Meter, Stop};
use quadrille_lab::registry::Key;

use self::search::{INFINITY, Search};
use self::table::{COMPLETE, Table};
use super::entry::{AgentEntry, Build};
use super::large_boards;
use super::limits::{MS, MoveLimits, NODES};
use super::live_board::LiveBoard;
use super::pass_value::Terms;
use crate::agent::{Agent, AgentError, NewGame};
use crate::game::{GameState, Move, MoveInfo};

const HASH: Key<i64> =
    Key::integer("hash", 1..=4096, 3, "MiB of memory for the transposition table, rounded down");

/// The entry of the strong agent.
pub(super) const ENTRY: AgentEntry = AgentEntry {
    title: "deep alpha-beta",
    about: "Alpha-beta with iterative deepening and a transposition table of what is left to play; \
            exact near the end of the game.",
    parameters: &[MS.parameter, NODES.parameter, HASH.parameter],
    deterministic: true,
    build: Build::Ready(|parameters, _| {
        let table = Table::within(parameters.get(&HASH) as usize * (1 << 20));
        Box::new(Strong { limits: MoveLimits::of(parameters), table, info: None })
    }),
    ..AgentEntry::new("strong")
};

struct Strong {
    limits: MoveLimits,
    table: Table,
    /// Of the last move.
    info: Option<MoveInfo>,
}

impl Agent for Strong {
    fn start(&mut self, _: &NewGame, _: &mut Meter<'_>) -> Result<(), AgentError> {
        self.table.clear();
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
        let (best, value, depth) = deepen(&mut search)?;
        let passes = state.may_pass() && terms.prefers_pass(value, state.after_pass());
        let mv = if passes { Move::Pass } else { Move::Place(best) };
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

    fn info(&mut self) -> Option<MoveInfo> {
        self.info.take()
    }
}

/// Searches deeper and deeper, until the limits are reached or every line ends within the depth.
/// Returns the best placement, its value, and the depth that was searched completely.
fn deepen(search: &mut Search<'_, '_, '_>) -> Result<(Candidate, i32, i32), AgentError> {
    search.list(None);
    let mut root = std::mem::take(&mut search.moves);
    root.sort_by_key(|&(score, spot)| (-score, spot));
    let mut best = (root[0].1, -INFINITY);
    let mut complete = 0;
    'depths: for depth in 1..i32::from(COMPLETE) {
        let estimates = search.estimates;
        let mut low = -INFINITY;
        let mut leader = 0;
        for (index, &(_, spot)) in root.iter().enumerate() {
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
                        best = (root[leader].1, low);
                    }
                    break 'depths;
                }
            };
            if value > low {
                low = value;
                leader = index;
            }
        }
        best = (root[leader].1, low);
        complete = depth;
        root[..=leader].rotate_right(1);
        if search.estimates == estimates {
            break;
        }
    }
    Ok((search.board.candidate(best.0), best.1, complete))
}
