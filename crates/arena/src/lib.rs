//! DualSudoku, two-player competitive Sudoku: the rules as data, agents from the original report's
//! automata to strong players, matches and tournaments that a referee judges.

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
