//! `perfect4`: perfect play on 4x4 under the pass rules that end a game.

use std::sync::Arc;

use quadrille_core::{Candidate, Meter};

use super::entry::{AgentEntry, Build};
use super::four_by_four::{Searched, SolvedGames};
use super::limits::MoveMeter;
use super::pass_value::Terms;
use crate::agent::{Agent, AgentError, Forfeit, NewGame};
use crate::game::{GameState, Move};

/// The entry of the perfect agent.
pub(super) const ENTRY: AgentEntry = AgentEntry {
    title: "perfect on 4x4",
    about: "Knows the value of every 4x4 position without edges and plays the best move; with \
            edges, searches each position exactly. Does not support unlimited passing, where games \
            need not end.",
    deterministic: true,
    supports: SolvedGames::supports,
    build: Build::Ready(|_, shared| {
        Box::new(Perfect { solved: shared.solved.clone(), searched: None })
    }),
    ..AgentEntry::new("perfect4")
};

/// Returns the placement with the most points, the first of several.
fn most_points(state: &GameState) -> Move {
    let (board, scoring) = (state.board(), state.rules().scoring());
    let points =
        |placement: &Candidate| scoring.placement(placement.digit, board.completes(placement.cell));
    let best = board.placements().min_by_key(|placement| -points(placement));
    Move::Place(best.expect("an unfinished game has a placement"))
}

struct Perfect {
    solved: Arc<SolvedGames>,
    /// For boards with edges.
    searched: Option<Searched>,
}

impl Agent for Perfect {
    fn start(&mut self, game: &NewGame, meter: &mut Meter<'_>) -> Result<(), AgentError> {
        let rules = &game.rules;
        SolvedGames::supports(rules).map_err(|why| Forfeit::Failed(format!("perfect4 {why}")))?;
        if rules.board.edges().is_empty() {
            // Solves the game before its clock starts.
            let start = GameState::new(rules.clone());
            self.solved.values(&start, meter.cancel_flag()).map_err(|_| AgentError::Stopped)?;
            self.searched = None;
        } else {
            self.searched = Some(Searched::new(rules.board.edges().pairs(), Terms::of(rules)));
        }
        Ok(())
    }

    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError> {
        if state.ply() + 1 == state.rules().ply_cap {
            // The game ends with this move, whatever it leaves to play.
            return Ok(most_points(state));
        }
        let best = if let Some(searched) = &mut self.searched {
            searched.best(state.board(), &mut MoveMeter::new(meter))
        } else {
            self.solved.values(state, meter.cancel_flag()).map(|values| {
                // The first of the best.
                let values = values.expect("`start` accepted the rules").into_iter().rev();
                values.max_by_key(|&(_, value)| value).expect("an unfinished game has a placement")
            })
        };
        let (best, value) = best.map_err(|_| AgentError::Stopped)?;
        let passes = Terms::of(state.rules()).prefers_pass(value, state.after_pass());
        Ok(if passes && state.may_pass() { Move::Pass } else { Move::Place(best) })
    }
}
