//! Playing a schedule: games in parallel, results in order.
//!
//! Threads start here, in the arena, and where recorded games are analysed. A game depends on its number and the seed
//! alone, and results are handed out by number, so any number of threads gives the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use quadrille_engine::{CancelFlag, Clock};

use super::referee::{Fixture, play_game};
use super::schedule::{Openings, Pairing};
use crate::agents::{Agent, AgentName};
use crate::game::{GameRecord, Ruleset};

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Series {
    /// The rules, with the board.
    pub rules: Arc<Ruleset>,
    /// Who plays.
    pub agents: Vec<AgentName>,
    /// Who plays whom.
    pub pairings: Vec<Pairing>,
    /// From where.
    pub openings: Openings,
    /// The seed.
    pub seed: u64,
}

/// Why a series ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// Every game was played.
    Complete,
    /// Whoever took the results had enough.
    Enough,
    /// The flag was raised.
    Cancelled,
}

impl Series {
    /// The game of a pairing, ready to be played.
    pub fn fixture(&self, pairing: Pairing) -> Fixture {
        Fixture {
            rules: self.rules.clone(),
            opening: self.openings.moves(&self.rules, self.seed, pairing.opening),
            before: Vec::new(),
            names: pairing.players.map(|agent| self.agents[agent].to_string()),
            game: pairing.game,
            seed: self.seed,
        }
    }

    /// Plays all games but those in `done`, on that many threads, and hands each record to `each`
    /// in the order of the schedule. When the flag is raised, the games that are finished out of
    /// order are handed out too, so that none is lost.
    ///
    /// # Panics
    /// When an agent needs a terminal.
    pub fn play(
        &self,
        threads: usize,
        done: &BTreeSet<usize>,
        clock: &dyn Clock,
        cancel: &CancelFlag,
        each: &mut dyn FnMut(GameRecord) -> ControlFlow<()>,
    ) -> SeriesEnd {
        let todo: Vec<Pairing> =
            self.pairings.iter().copied().filter(|pairing| !done.contains(&pairing.game)).collect();
        let next = AtomicUsize::new(0);
        // Raised for the workers alone when the results are enough.
        let enough = CancelFlag::new();
        let (sender, receiver) = mpsc::channel::<(usize, GameRecord)>();
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, todo.len().max(1)) {
                let sender = sender.clone();
                let (todo, next, enough) = (&todo, &next, &enough);
                scope.spawn(move || {
                    while !cancel.is_cancelled() && !enough.is_cancelled() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&pairing) = todo.get(index) else { break };
                        let Some(record) = self.game(pairing, clock, cancel) else { break };
                        if sender.send((index, record)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut expected = 0;
            for (index, record) in receiver {
                waiting.insert(index, record);
                while let Some(record) = waiting.remove(&expected) {
                    expected += 1;
                    if each(record).is_break() {
                        enough.cancel();
                        return SeriesEnd::Enough;
                    }
                }
            }
            if expected == todo.len() {
                return SeriesEnd::Complete;
            }
            for record in waiting.into_values() {
                if each(record).is_break() {
                    break;
                }
            }
            SeriesEnd::Cancelled
        })
    }

    fn game(&self, pairing: Pairing, clock: &dyn Clock, cancel: &CancelFlag) -> Option<GameRecord> {
        let mut agents: [Box<dyn Agent>; 2] = pairing.players.map(|agent| {
            let name = &self.agents[agent];
            name.build().unwrap_or_else(|| panic!("`{name}` needs a terminal"))
        });
        play_game(&self.fixture(pairing), &mut agents, clock, cancel)
    }
}
