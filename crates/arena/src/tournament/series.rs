//! Plays a schedule: games in parallel, results in order.
//!
//! A game depends only on its number and the seed, and results are passed on in the order of the
//! schedule, so the output does not depend on the number of threads.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use quadrille_engine::{CancelFlag, Clock};

use super::referee::{Fixture, GameError, play_game};
use super::schedule::{Openings, Pairing};
use crate::agent::Agent;
use crate::agents::AgentName;
use crate::game::{GameRecord, Ruleset};

/// Games to be played.
#[derive(Clone, Debug)]
pub struct Series {
    /// The rules, with the board.
    pub rules: Arc<Ruleset>,
    /// The agents.
    pub agents: Vec<AgentName>,
    /// Who plays whom.
    pub pairings: Vec<Pairing>,
    /// The openings.
    pub openings: Openings,
    /// The seed.
    pub seed: u64,
}

/// Why a series ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// Every game was played.
    Complete,
    /// The callback ended it.
    Enough,
    /// The cancel flag was raised.
    Cancelled,
}

impl Series {
    /// Returns the game of a pairing, ready to be played.
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

    /// Plays all games except those in `done`, on that many threads, and passes each record to
    /// `each` in the order of the schedule. If the series is cancelled or fails, games that are
    /// finished out of order are passed on too, so that none is lost.
    ///
    /// # Errors
    /// When the machine cannot run an agent, or the rules need a clock that runs. Such a game has no
    /// result.
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
    ) -> Result<SeriesEnd, GameError> {
        let todo: Vec<Pairing> =
            self.pairings.iter().copied().filter(|pairing| !done.contains(&pairing.game)).collect();
        let next = AtomicUsize::new(0);
        // Tells the workers to start no more games.
        let enough = CancelFlag::new();
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, todo.len().max(1)) {
                let sender = sender.clone();
                let (todo, next, enough) = (&todo, &next, &enough);
                scope.spawn(move || {
                    while !cancel.is_cancelled() && !enough.is_cancelled() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&pairing) = todo.get(index) else { break };
                        let game = self.game(pairing, clock, cancel);
                        let ended = game.is_err();
                        if sender.send((index, game)).is_err() || ended {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut expected = 0;
            let mut end = Ok(SeriesEnd::Cancelled);
            for (index, game) in receiver {
                match game {
                    Ok(record) => drop(waiting.insert(index, record)),
                    Err(GameError::Stopped) => {}
                    Err(error) => {
                        enough.cancel();
                        end = Err(error);
                    }
                }
                while let Some(record) = waiting.remove(&expected) {
                    expected += 1;
                    if each(record).is_break() {
                        enough.cancel();
                        return Ok(SeriesEnd::Enough);
                    }
                }
            }
            if expected == todo.len() {
                return Ok(SeriesEnd::Complete);
            }
            for record in waiting.into_values() {
                if each(record).is_break() {
                    break;
                }
            }
            end
        })
    }

    fn game(
        &self,
        pairing: Pairing,
        clock: &dyn Clock,
        cancel: &CancelFlag,
    ) -> Result<GameRecord, GameError> {
        let mut agents: [Box<dyn Agent>; 2] = pairing.players.map(|agent| {
            let name = &self.agents[agent];
            name.build().unwrap_or_else(|| panic!("`{name}` needs a terminal"))
        });
        play_game(&self.fixture(pairing), &mut agents, clock, cancel)
    }
}
