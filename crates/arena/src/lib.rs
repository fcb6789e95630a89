//! DualSudoku, two-player competitive Sudoku: the rules as data, agents from the original report's
//! automata to strong players, matches and tournaments that a referee judges.
//!
//! ```
//! use std::collections::BTreeSet;
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//!
//! use quadrille_engine::{BoxShape, CancelFlag, NoClock};
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
//! });
//! assert_eq!(standings.ranking()[0], 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! - [`game`]: rules, positions, moves, records. A [`GameState`] plays and takes back.
//! - [`agents`]: the players by name, and [`Agent`], what a player is to a program.
//! - [`tournament`]: games by a referee, schedules, standings with intervals.
//! - [`protocol`]: programs that speak it play as agents, and agents can be served to others.

pub mod agents;
pub mod game;
pub mod protocol;
pub mod tournament;

pub use agents::{AGENTS, Agent, AgentEntry, AgentName, AgentNameError, Build, Forfeit};
pub use agents::{Analysis, AnalysisError, MoveValue, TurningPoint, analyse, turning_points};
pub use game::{
    Board, ClockRule, Effect, GameState, Illegal, Move, Outcome, Passing, Played, Points, Reason,
    Ruleset, Seat, perft,
};
