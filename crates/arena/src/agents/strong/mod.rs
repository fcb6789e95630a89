//! `strong`: our best player for boards of any side.

mod analysis;
mod field;
mod search;
mod table;
pub(crate) mod wide;

use std::sync::Arc;

use quadrille_engine::{CancelFlag, Candidate, Meter, Stop};
use quadrille_lab::registry::Parameters;

pub use self::analysis::{
    Analysis, AnalysisError, MoveValue, TurningPoint, analyse, turning_points,
};
pub(crate) use self::field::{Field, Spot, Undo, each};
use self::search::{INFINITY, Search};
pub(crate) use self::table::Bound;
use self::table::{COMPLETE, Table};
use super::blocks::NodeBlocks;
use super::entry::{Agent, AgentEntry, Build, Forfeit, any_rules};
use super::limits::{Limits, MS, NODES};
use super::passing::Terms;
use crate::game::{GameState, Move, Ruleset, Seat};

/// The entry of the strong player.
pub(super) const ENTRY: AgentEntry = AgentEntry {
    id: "strong",
    title: "deep alpha-beta",
    about: "Iterative deepening alpha-beta with a transposition table over what is left of the \
            board; exact at the end.",
    parameters: &[MS, NODES],
    deterministic: true,
    supports: any_rules,
    build: Build::Ready(|parameters| Box::new(Strong::new(parameters))),
};

struct Strong {
    limits: Limits,
    table: Table,
}

impl Strong {
    fn new(parameters: &Parameters) -> Self {
        Self { limits: Limits::of(parameters), table: Table::new(16) }
    }
}

impl Agent for Strong {
    fn start(&mut self, _: &Arc<Ruleset>, _: Seat, _: u64, _: &CancelFlag) -> Result<(), Forfeit> {
        self.table.clear();
        Ok(())
    }

    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, Forfeit> {
        let rules = state.rules();
        let terms = Terms::of(rules);
        let deadline = self.limits.start(state, meter);
        let mut blocks = NodeBlocks::new(meter, deadline.nodes());
        let Some(field) = Field::new(state.board()) else {
            return wide::choose(state, &mut blocks, &deadline);
        };
        let cells = rules.board.shape().cells();
        let mut search = Search::new(
            field,
            terms,
            &mut self.table,
            &mut blocks,
            &deadline,
            cells * rules.side(),
        );
        let (best, value) = deepen(&mut search)?;
        let passes = state.may_pass() && terms.prefers_pass(value, state.after_pass());
        Ok(if passes { Move::Pass } else { Move::Place(best) })
    }
}

/// Deeper and deeper until the budget ends or the game is seen through.
fn deepen(search: &mut Search<'_, '_, '_>) -> Result<(Candidate, i32), Forfeit> {
    search.list(None);
    let mut root = std::mem::take(&mut search.moves);
    root.sort_by_key(|&(score, spot)| (-score, spot));
    let mut best = (root[0].1, -INFINITY);
    'depths: for depth in 1..i32::from(COMPLETE) {
        let guesses = search.guesses;
        let mut low = -INFINITY;
        let mut leader = 0;
        for (index, &(_, spot)) in root.iter().enumerate() {
            let gain = search.gain(spot);
            let undo = search.field.place(spot);
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
            search.field.undo(&undo);
            let value = match result {
                Ok(reply) => gain - reply,
                Err(Stop::Cancelled) => return Err(Forfeit::Cancelled),
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
        root[..=leader].rotate_right(1);
        if search.guesses == guesses {
            break;
        }
    }
    Ok((search.field.candidate(best.0), best.1))
}
