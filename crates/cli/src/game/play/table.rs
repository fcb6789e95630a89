//! The game as it is shown: position, moves, names and clocks.

use std::sync::Arc;
use std::time::Duration;

use quadrille_arena::game::PlyRecord;
use quadrille_arena::{GameState, Ruleset, Seat};
use quadrille_engine::{Meter, printable};

/// A game in progress and what led to it.
pub(super) struct Table {
    pub(super) state: GameState,
    pub(super) plies: Vec<PlyRecord>,
    pub(super) names: [String; 2],
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

    /// Returns the last move and what is going on.
    pub(super) fn status(&self) -> String {
        let last = self.plies.last().map(|ply| ply_text(ply, self.state.rules().side()));
        let seat = self.state.seat();
        let next = if self.state.outcome().is_some() {
            String::new()
        } else if self.people[seat.index()] {
            format!("{seat} to move")
        } else {
            format!("{} is thinking…", self.names[seat.index()])
        };
        match last {
            Some(last) => format!("{}; {next}", last.trim_end()),
            None => {
                let side = self.state.rules().side();
                format!("{next}; type a move such as r1c2={side}, or help")
            }
        }
    }

    /// Returns the time that each player has left, if that is limited; `meter` is that of the player
    /// who is to move.
    pub(super) fn clocks(&self, meter: Option<&Meter<'_>>) -> [Option<Duration>; 2] {
        let Some(all) = self.state.rules().clock.per_game else { return [None; 2] };
        Seat::BOTH.map(|seat| {
            let plies = self.plies.iter().filter(|ply| ply.player == seat.number());
            let taken: f64 = plies.filter_map(|ply| ply.seconds).sum();
            let taken = Duration::try_from_secs_f64(taken).unwrap_or(Duration::MAX);
            let meter = meter.filter(|_| seat == self.state.seat());
            let now = meter.map_or(Duration::ZERO, Meter::elapsed);
            Some(all.saturating_sub(taken.saturating_add(now)))
        })
    }
}

/// Returns a move and its points as a line.
pub(super) fn ply_text(ply: &PlyRecord, side: usize) -> String {
    let name = ply.mv(side).map(|mv| mv.name(side).to_string()).unwrap_or_default();
    let illegal = if ply.illegal { ", illegal" } else { "" };
    format!("player {}: {name} ({:+}{illegal})\n", ply.player, ply.points)
}
