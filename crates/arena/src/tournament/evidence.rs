//! Which games are evidence: a game that repeats another one says nothing new.
//!
//! Players without random moves repeat their games from the same position. A repeated pair would
//! narrow every interval without being a new result, so it is recognized by its moves and counts in
//! no estimate.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::game::{Effect, GameRecord, GameState, Move, PlyRecord, Ruleset};

/// A game by its opening position and its moves: equal for games that repeat each other. Two orders
/// of the same opening moves lead to the same position, unless the points differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(u64);

impl GameId {
    /// Returns the id of a recorded game.
    ///
    /// ```
    #[doc = include_str!("../game/example.txt")]
    /// use quadrille_arena::tournament::GameId;
    ///
    /// assert_eq!(GameId::of(&record), GameId::of(&record.clone()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(record: &GameRecord) -> Self {
        let (opening, rest) =
            record.plies.split_at(record.header.opening_plies.min(record.plies.len()));
        let mut hasher = DefaultHasher::new();
        opening_id(opening).hash(&mut hasher);
        for ply in rest {
            place_of(ply).hash(&mut hasher);
        }
        // A game may end without a move, when a player fails.
        let ended = record.result.as_ref().map(|end| (&end.reason_for_end, end.winner));
        ended.hash(&mut hasher);
        Self(hasher.finish())
    }

    /// Returns the id of the position to which the opening of a recorded game leads.
    pub(crate) fn of_opening(record: &GameRecord) -> Self {
        let opening = record.plies.get(..record.header.opening_plies).unwrap_or(&record.plies);
        Self(opening_id(opening))
    }
}

/// The cell, digit and kind of a ply.
fn place_of(ply: &PlyRecord) -> (Option<i64>, Option<i64>, Option<i64>, bool, bool) {
    (ply.row, ply.col, ply.value, ply.pass, ply.illegal)
}

/// Returns the same number for openings that lead to the same position.
fn opening_id(plies: &[PlyRecord]) -> u64 {
    let is_placed = |ply: &&PlyRecord| !ply.pass && !ply.illegal;
    let mut placed: Vec<_> = plies.iter().filter(is_placed).map(place_of).collect();
    placed.sort_unstable();
    let mut hasher = DefaultHasher::new();
    let last = plies.last().map(|ply| (ply.score1, ply.score2, ply.pass && !ply.illegal));
    (placed, plies.len(), last).hash(&mut hasher);
    hasher.finish()
}

/// The positions to which openings lead, to recognize those that are equal.
pub(super) struct Positions {
    start: GameState,
    seen: HashSet<u64>,
}

impl Positions {
    pub(super) fn new(rules: &Arc<Ruleset>) -> Self {
        Self { start: GameState::new(rules.clone()), seen: HashSet::new() }
    }

    /// Adds an opening of legal moves. Returns whether no earlier one leads to its position.
    pub(super) fn add(&mut self, opening: &[Move]) -> bool {
        let mut played = Vec::with_capacity(opening.len());
        let mut plies = Vec::with_capacity(opening.len());
        for &mv in opening {
            let ply = self.start.play(mv);
            debug_assert!(matches!(ply.effect, Effect::Placed | Effect::Passed));
            plies.push(PlyRecord::of(&self.start, &ply, 0, None));
            played.push(ply);
        }
        for ply in played.into_iter().rev() {
            self.start.undo(ply);
        }
        self.seen.insert(opening_id(&plies))
    }
}
