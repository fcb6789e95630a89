//! What an agent is: the trait that every player implements, and how a player can fail.

use std::io;
use std::sync::Arc;

use quadrille_core::{BoxShape, Counter, Meter};
use thiserror::Error;

use crate::game::{GameState, Move, MoveInfo, Played, Reason, Ruleset, Seat};

/// What agents count as nodes: calls of the search function, leaves included.
pub(crate) const NODE: Counter = Counter::Expanded;

/// A player. It sees the game but cannot change it; the meter of each call limits and counts its
/// work.
///
/// ```
/// use std::sync::Arc;
///
/// use quadrille_arena::{Agent, AgentError, GameState, Move, Ruleset};
/// use quadrille_core::{BoxShape, Meter};
///
/// /// Plays the first legal move.
/// struct Eager;
///
/// impl Agent for Eager {
///     fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
///         Ok(state.board().placements().next().map_or(Move::Pass, Move::Place))
///     }
/// }
///
/// let state = GameState::new(Arc::new(Ruleset::empty(BoxShape::NINE)));
/// let mv = Eager.choose(&state, &mut Meter::unlimited())?;
/// assert_eq!(mv, Move::at(9, 0, 0, 1));
/// # Ok::<(), AgentError>(())
/// ```
pub trait Agent: Send {
    /// Prepares for a game. An agent that plays several games must forget the one before.
    ///
    /// # Errors
    /// [`AgentError::Forfeit`] when the agent cannot play this game, which it loses.
    fn start(&mut self, game: &NewGame, meter: &mut Meter<'_>) -> Result<(), AgentError> {
        let _ = (game, meter);
        Ok(())
    }

    /// Chooses a move. Called only while the game is not over and it is the agent's turn.
    ///
    /// # Errors
    /// [`AgentError::Forfeit`] when the agent resigns or fails, which loses the game.
    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError>;

    /// Returns what the agent says of the search for the move that it chose last.
    fn info(&mut self) -> Option<MoveInfo> {
        None
    }

    /// Called after every move of either player, with the state after it. The moves of an opening
    /// follow [`start`](Self::start).
    fn played(&mut self, state: &GameState, played: &Played) {
        let _ = (state, played);
    }

    /// Called when the game is over.
    fn finish(&mut self, state: &GameState) {
        let _ = state;
    }
}

/// What an agent learns when a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The rules, with the board.
    pub rules: Arc<Ruleset>,
    /// The agent's seat.
    pub seat: Seat,
    /// For the agent's random numbers.
    pub seed: u64,
}

/// Why an agent did not give a move.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The agent loses the game. Only this kind is a result.
    #[error(transparent)]
    Forfeit(#[from] Forfeit),
    /// The machine could not run the agent, for example because it ran out of file descriptors,
    /// memory or processes. It says nothing about the agent, so the match ends with an error.
    #[error("the agent could not be run: {0}")]
    Environment(#[source] io::Error),
    /// The agent was asked to stop; the game has no result.
    #[error("stopped")]
    Stopped,
}

/// Why an agent lost without a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Forfeit {
    /// It resigned.
    #[error("resigned")]
    Resigned,
    /// It exceeded its time.
    #[error("out of time")]
    Time,
    /// It failed: its program could not be started or ended, it answered with something that is not
    /// a move, or it cannot play under these rules.
    #[error("{0}")]
    Failed(String),
}

impl Forfeit {
    /// Returns why the game ends.
    ///
    /// ```
    /// use quadrille_arena::{Forfeit, Reason};
    ///
    /// assert_eq!(Forfeit::Time.reason(), Reason::Time);
    /// assert_eq!(Forfeit::Resigned.reason(), Reason::Forfeit);
    /// ```
    pub fn reason(&self) -> Reason {
        if *self == Self::Time { Reason::Time } else { Reason::Forfeit }
    }
}

/// Why an agent does not support some rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// The board has the wrong shape.
    #[error("plays 4x4 boards with 2x2 boxes, not side {side} with {0} boxes", side = .0.side())]
    Shape(BoxShape),
    /// The bonus or the pass cost is negative or too large.
    #[error("supports bonuses and pass costs from 0 to {0} only")]
    Points(i32),
    /// Passing is unlimited.
    #[error("does not support unlimited passing; choose another pass rule")]
    UnlimitedPassing,
    /// A player who may not pass can make an illegal attempt instead, any number of times.
    #[error(
        "does not support penalties for illegal attempts where a pass is not allowed; choose the \
         rule `penalty` or `forfeit` for them"
    )]
    UnlimitedAttempts,
}

/// A program that could not be started.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// There is no such program, or it cannot be run.
    #[error(
        "cannot start `{program}`: {error}; name a program that can be run, with its path unless \
         it is on PATH, and a script behind its interpreter, as in `python3 bot.py`"
    )]
    Program {
        /// The program.
        program: String,
        /// Why the system could not start it.
        #[source]
        error: io::Error,
    },
    /// The machine has no file descriptors, memory or processes left to start it.
    #[error("cannot start `{program}`: {error}; this says nothing about the program")]
    Environment {
        /// The program.
        program: String,
        /// What the machine could not do.
        #[source]
        error: io::Error,
    },
}
