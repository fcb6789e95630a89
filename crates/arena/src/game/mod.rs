//! The game: rules as data, boards, game states, moves and records.

mod board;
mod moves;
mod perft;
mod reading;
mod record;
mod rules_record;
mod ruleset;
mod scoring;
mod state;

pub use board::Board;
pub use moves::{Effect, Move, MoveInfo, Played, Seat};
pub use perft::perft;
pub use reading::{ChangedLine, RecordError, RecordedGame};
pub use record::{GameHeader, GameRecord, GameResult, PlyRecord, RecordLine, ReplayError};
pub use rules_record::{BoardRecord, InvalidRecord, RulesetRecord};
pub use ruleset::{ClockRule, Illegal, Passing, Points, Ruleset};
pub use scoring::Scoring;
pub use state::{GameState, Outcome, Reason};
