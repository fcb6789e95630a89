//! DualSudoku, a two-player Sudoku game: rules as data, agents from simple automata to strong
//! players, and matches and tournaments with a referee.
//!
//! ```
//! use std::collections::BTreeSet;
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//!
//! use quadrille_core::{BoxShape, CancelFlag, NoClock};
//! use quadrille_arena::tournament::{Openings, Plan, Series, Standings};
//! use quadrille_arena::{AgentName, Ruleset};
//!
//! // Four games on 4x4, from two random openings, each played from both seats.
//! let series = Series {
//!     rules: Arc::new(Ruleset::empty(BoxShape::new(2, 2)?)),
//!     agents: vec![AgentName::parse("perfect4")?, AgentName::parse("first-valid")?],
//!     pairings: Plan::RoundRobin.pairings(2, 4),
//!     openings: Openings::Random(2),
//!     seed: 1,
//! };
//! let mut standings = Standings::new(2);
//! let (done, clock, cancel) = (BTreeSet::new(), NoClock, CancelFlag::new());
//! series.play(2, &done, &clock, &cancel, &mut |record| {
//!     let pairing = series.pairings[record.header.game];
//!     standings.add(pairing.players, pairing.opening, &record);
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(standings.ranking()[0], 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The ten types to know
//!
//! - [`Ruleset`] is the rules of a game with its board, [`GameState`] a game in progress, [`Move`] what
//!   a player does.
//! - [`Agent`] is what a player implements, [`AgentName`] a player of the registry with its parameters.
//! - [`Referee`] judges a game; [`game::GameRecord`] is its record.
//! - [`tournament::Series`] plays games; [`tournament::Standings`] has their results.
//! - [`Analysis`] is the value of a position, which [`analyze`] computes.
//!
//! # Modules
//!
//! - [`game`]: rules, game states with play and undo, moves, records.
//! - [`Agent`]: what a player implements. [`agents`] is the registry of players.
//! - [`Referee`]: one game as a state machine: turns, clocks, failures, the record.
//! - [`tournament`]: games between agents, schedules, standings with confidence intervals.
//! - [`analyze`] and [`turning_points`]: the value of positions and moves.
//! - [`protocol`]: the line protocol of bots. Programs that speak it play as agents, and agents can
//!   be served to other programs. `compliance` checks such programs.
//! - `published` (with that feature): what the report that the game comes from says, beside ours.

mod agent;
pub mod agents;
mod analysis;
#[cfg(feature = "process")]
pub mod compliance;
pub mod game;
pub mod protocol;
#[cfg(feature = "published")]
pub mod published;
mod referee;
pub mod tournament;

pub use agent::{Agent, AgentError, Forfeit, NewGame, StartError, Unsupported};
pub use agents::{AGENTS, AgentEntry, AgentName, AgentNameError, Build, without_number};
pub use analysis::{
    Analysis, AnalysisError, ExactValues, MoveValue, TurningPoint, analyze, turning_points,
};
pub use game::{
    Board, ClockRule, Effect, GameState, Illegal, Move, Outcome, Passing, Played, Points, Reason,
    Ruleset, Seat, perft,
};
pub use referee::{Choice, Fixture, Referee, Ruling, Turn};
