//! Plays a schedule: games in parallel, results in order.
//!
//! A game depends only on its number and the seed, and results are passed on in the order of the
//! schedule, so the output does not depend on the number of threads.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_core::parallel::map_in_order;
use quadrille_core::{CancelFlag, Clock};
use serde::Serialize;

use super::book::Openings;
use super::play::{GameError, play_game};
use super::schedule::Pairing;
use crate::agent::Agent;
use crate::agents::{AgentName, numbered_name};
use crate::game::{GameRecord, Move, Ruleset};
use crate::referee::Fixture;

/// Games to be played.
///
/// ```
/// use std::collections::BTreeSet;
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
///
/// use quadrille_arena::tournament::{Openings, Plan, Series};
/// use quadrille_arena::{AgentName, Ruleset};
/// use quadrille_core::{BoxShape, CancelFlag, NoClock};
///
/// let series = Series {
///     rules: Arc::new(Ruleset::empty(BoxShape::new(2, 2)?)),
///     agents: AgentName::parse("first-valid").map(|agent| vec![agent.clone(), agent])?,
///     pairings: Plan::RoundRobin.pairings(2, 2),
///     openings: Openings::None,
///     seed: 1,
/// };
/// let mut games = 0;
/// series.play(1, &BTreeSet::new(), &NoClock, &CancelFlag::new(), &mut |_| {
///     games += 1;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(games, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Returns the name of an agent, which no other agent of the series has: the second of two equal
    /// agents is `strong#2`.
    pub fn name(&self, agent: usize) -> String {
        let names: Vec<String> = self.agents.iter().map(AgentName::to_string).collect();
        numbered_name(&names, agent)
    }

    /// Returns the game of a pairing, ready to be played.
    pub fn fixture(&self, pairing: Pairing) -> Fixture {
        Fixture {
            rules: self.rules.clone(),
            opening: self.openings.moves(&self.rules, self.seed, pairing.opening),
            names: pairing.players.map(|agent| self.name(agent)),
            game: pairing.game,
            seed: self.seed,
        }
    }

    /// Returns how a recorded game differs from the game of that number in the series.
    pub fn difference(&self, game: &GameRecord) -> Option<String> {
        let header = &game.header;
        let Some(&pairing) = self.pairings.get(header.game) else {
            return Some(format!("game {} is beyond the last", header.game));
        };
        let fixture = self.fixture(pairing);
        let side = self.rules.side();
        let names = |moves: &[Move]| -> Vec<String> {
            moves.iter().map(|mv| mv.name(side).to_string()).collect()
        };
        let recorded: Result<Vec<Move>, _> =
            game.plies.iter().take(header.opening_plies).map(|ply| ply.mv(side)).collect();
        let recorded = match recorded {
            Ok(moves) => names(&moves),
            Err(error) => return Some(error.to_string()),
        };
        let ours = fixture.header();
        let mut opening = names(&fixture.opening);
        if game.result.is_none() {
            // The game may have been interrupted in its opening.
            opening.truncate(recorded.len());
        }
        let compared = [
            ("players", header.players.join(" - "), ours.players.join(" - ")),
            ("seed", header.seed.to_string(), ours.seed.to_string()),
            ("board", json(&header.board), json(&ours.board)),
            ("rules", json(&header.ruleset), json(&ours.ruleset)),
            ("opening", recorded.join(" "), opening.join(" ")),
        ];
        let differing = compared.into_iter().find(|(_, theirs, ours)| theirs != ours);
        differing.map(|(what, theirs, ours)| format!("{what} {theirs}, not {ours}"))
    }

    /// Plays all games except those in `done`, on that many threads, and passes each record to
    /// `each` in the order of the schedule. If the series is cancelled or fails, games that are
    /// finished out of order are passed on too, so that none is lost.
    ///
    /// # Errors
    /// When the machine cannot run an agent, or the rules need a clock that runs. That game has no
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
        let todo = self.pairings.iter().filter(|pairing| !done.contains(&pairing.game));
        let failed = CancelFlag::new();
        let play = |&pairing: &Pairing| {
            if cancel.is_cancelled() || failed.is_cancelled() {
                return Err(GameError::Stopped);
            }
            let game = self.game(pairing, clock, cancel);
            if game.as_ref().is_err_and(|error| !matches!(error, GameError::Stopped)) {
                failed.cancel();
            }
            game
        };
        let mut end = Ok(SeriesEnd::Complete);
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        // No game waits for an earlier one that takes long.
        map_in_order(threads, NonZeroUsize::MAX, todo, play, |game, _| {
            let is_complete = matches!(end, Ok(SeriesEnd::Complete));
            match game {
                Ok(record) => {
                    let flow = each(record);
                    if flow.is_break() && is_complete {
                        end = Ok(SeriesEnd::Enough);
                    }
                    return flow;
                }
                Err(GameError::Stopped) if is_complete => end = Ok(SeriesEnd::Cancelled),
                Err(GameError::Stopped) => {}
                Err(error) => end = Err(error),
            }
            ControlFlow::Continue(())
        });
        end
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

fn json(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("records are valid JSON")
}
