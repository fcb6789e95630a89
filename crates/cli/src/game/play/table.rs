//! The game as it is shown: position, moves and names.

use std::sync::Arc;

use quadrille_arena::game::PlyRecord;
use quadrille_arena::{GameState, Ruleset};
use quadrille_core::printable;

/// A game in progress and what led to it.
pub(super) struct Table {
    pub(super) state: GameState,
    pub(super) plies: Vec<PlyRecord>,
    names: [String; 2],
    /// Which players are people at this terminal.
    people: [bool; 2],
}

impl Table {
    pub(super) fn new(rules: Arc<Ruleset>, names: [String; 2], people: [bool; 2]) -> Self {
        let names = names.map(|name| printable::line(&name).into_owned());
        Self { state: GameState::new(rules), plies: Vec::new(), names, people }
    }

    /// Adds a move that was played.
    pub(super) fn add(&mut self, ply: &PlyRecord) {
        let mv = ply.mv(self.state.rules().side()).expect("the referee played it");
        self.state.play(mv);
        self.plies.push(ply.clone());
    }

    /// Returns what to wait for, if the player to move is no person at this terminal.
    pub(super) fn waits_for(&self) -> Option<String> {
        let seat = self.state.seat();
        let is_waiting = self.state.outcome().is_none() && !self.people[seat.index()];
        is_waiting.then(|| format!("{} is thinking…\n", self.names[seat.index()]))
    }
}

/// Returns a move and its points as a line.
pub(super) fn ply_text(ply: &PlyRecord, side: usize) -> String {
    let name = ply.mv(side).map(|mv| mv.name(side).to_string()).unwrap_or_default();
    let illegal = if ply.illegal { ", illegal" } else { "" };
    format!("player {}: {name} ({:+}{illegal})\n", ply.player, ply.points)
}
