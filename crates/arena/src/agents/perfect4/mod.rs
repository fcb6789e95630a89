//! `perfect4`: perfect play on 4x4 under the pass rules that end a game.
//!
//! Without edges the whole game is solved once per process and set of terms, in seconds and six
//! megabytes, and shared. With edges there are too many different boards for that, and each is
//! searched from where it stands: exactly, with at most about a million nodes for the first move
//! on an empty board with two or three edges, which are the hardest.

mod binding;
mod search;
mod solved;
mod symmetry;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use quadrille_engine::{CancelFlag, Candidate, Cell, Digit, Meter};

use self::search::Searched;
use self::solved::Solved;
use super::blocks::NodeBlocks;
use super::entry::{Agent, AgentEntry, Build, Forfeit};
use super::passing::Terms;
use crate::game::{Board, GameState, Move, Passing, Points, Ruleset, Seat};

/// The entry of the perfect player.
pub(super) const ENTRY: AgentEntry = AgentEntry {
    id: "perfect4",
    title: "perfect on 4x4",
    about: "Knows the value of every 4x4 position without edges, and never gives any of it \
            away; with edges searches each exactly. Not under unlimited passing, where games \
            need not end.",
    parameters: &[],
    deterministic: true,
    supports,
    build: Build::Ready(|_| Box::new(Perfect { solved: None, searched: None })),
};

fn supports(rules: &Ruleset) -> Result<(), String> {
    let shape = rules.board.shape();
    if (shape.rows(), shape.columns()) != (2, 2) {
        return Err(format!(
            "plays 4x4 boards with 2x2 boxes, not side {} with {shape} boxes",
            shape.side()
        ));
    }
    let possible = 0..=Searched::MOST_POINTS;
    if !possible.contains(&rules.bonus) || !possible.contains(&rules.pass_cost) {
        return Err(format!("knows bonuses and pass costs from 0 to {} only", possible.end()));
    }
    if rules.passing == Passing::Unlimited {
        return Err("knows no unlimited passing; choose another pass rule".to_owned());
    }
    Ok(())
}

/// The solved games of this process.
static SOLVED: Mutex<Vec<Arc<Solved>>> = Mutex::new(Vec::new());

/// The solved game under these terms; `None` where the flag is raised before it is.
fn solved(terms: Terms, cancel: &CancelFlag) -> Option<Arc<Solved>> {
    // A panic while solving leaves the list as it was.
    let mut list = SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = list.iter().find(|known| known.terms() == terms) {
        return Some(known.clone());
    }
    let new = Arc::new(Solved::new(terms, cancel)?);
    list.push(new.clone());
    Some(new)
}

struct Perfect {
    solved: Option<Arc<Solved>>,
    searched: Option<Searched>,
}

impl Agent for Perfect {
    fn start(
        &mut self,
        rules: &Arc<Ruleset>,
        _: Seat,
        _: u64,
        cancel: &CancelFlag,
    ) -> Result<(), Forfeit> {
        supports(rules).map_err(|why| Forfeit::Unsupported(format!("perfect4 {why}")))?;
        if rules.board.edges().is_empty() {
            self.solved = Some(solved(Terms::of(rules), cancel).ok_or(Forfeit::Cancelled)?);
        } else {
            self.searched = Some(Searched::new(rules.board.edges().pairs(), Terms::of(rules)));
        }
        Ok(())
    }

    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, Forfeit> {
        let (best, value) = if let Some(solved) = &self.solved {
            let moves = solved.moves(&cells_of(state.board()));
            // The first of the best.
            let &(cell, digit, value) = moves
                .iter()
                .rev()
                .max_by_key(|&&(_, _, value)| value)
                .expect("a game that goes on has a legal placement");
            let digit = Digit::new(digit).expect("1 to 4");
            (Candidate { cell: Cell::new(cell), digit }, value)
        } else {
            let searched = self.searched.as_mut().expect("made by start");
            let blocks = &mut NodeBlocks::new(meter, None);
            searched.best(state.board(), blocks).map_err(|_| Forfeit::Cancelled)?
        };
        let passes = Terms::of(state.rules()).prefers_pass(value, state.after_pass());
        Ok(if passes && state.may_pass() { Move::Pass } else { Move::Place(best) })
    }
}

/// The placements of a position with their values, cells in order and digits descending, where the
/// whole game is solved: on 4x4 without edges, under the pass rules that end a game. Nothing where the
/// flag is raised before it is.
pub(super) fn known_values(
    state: &GameState,
    cancel: &CancelFlag,
) -> Option<Vec<(Candidate, Points)>> {
    let rules = state.rules();
    if supports(rules).is_err() || !rules.board.edges().is_empty() {
        return None;
    }
    let moves = solved(Terms::of(rules), cancel)?.moves(&cells_of(state.board()));
    let candidate = |cell, digit| {
        let digit = Digit::new(digit).expect("1 to 4");
        Candidate { cell: Cell::new(cell), digit }
    };
    Some(moves.into_iter().map(|(cell, digit, value)| (candidate(cell, digit), value)).collect())
}

fn cells_of(board: &Board) -> [u8; 16] {
    let mut cells = [0; 16];
    for (cell, digit) in cells.iter_mut().zip(board.digits()) {
        *cell = digit.map_or(0, Digit::get);
    }
    cells
}
