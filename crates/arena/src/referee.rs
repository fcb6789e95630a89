//! The life of one game, which tournaments, servers, the terminal and Python share: whose turn it is,
//! within which limits, what a move or a failure does, and what the record says of it.
//!
//! The referee does not call players and does not block. The caller gets the moves from the players,
//! measures the time, and passes both to the referee.

use std::sync::Arc;
use std::time::Duration;

use quadrille_core::{Limits, Meter};

use crate::agent::{Agent, AgentError, Forfeit, NewGame};
use crate::agents::numbered_name;
use crate::game::{
    BoardRecord, GameHeader, GameRecord, GameResult, GameState, Move, MoveInfo, Outcome, Played,
    PlyRecord, ReplayError, Ruleset, RulesetRecord, Seat,
};

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The rules, with the board.
    pub rules: Arc<Ruleset>,
    /// Moves played before the players take over.
    pub opening: Vec<Move>,
    /// Names of the first and the second player, for the record, which numbers equal ones.
    pub names: [String; 2],
    /// The number of the game in its match.
    pub game: usize,
    /// The seed of the match.
    pub seed: u64,
}

impl Fixture {
    /// Returns the first line of the record of the game.
    pub fn header(&self) -> GameHeader {
        GameHeader {
            game: self.game,
            players: [0, 1].map(|player| numbered_name(&self.names, player)),
            board: BoardRecord::of(&self.rules.board),
            ruleset: RulesetRecord::of(&self.rules),
            opening_plies: self.opening.len(),
            seed: self.seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A move.
    Move {
        /// Who moves.
        seat: Seat,
        /// The time and the nodes that the rules leave for the move. The margin of the clock comes on
        /// top of the time.
        limits: Limits,
    },
    /// Nothing: the game is over.
    Over(Outcome),
}

/// A move that a player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, legal or not.
    pub mv: Move,
    /// Nodes searched for it.
    pub nodes: u64,
    /// What the player says of its search.
    pub info: Option<MoveInfo>,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self { mv, nodes: 0, info: None }
    }
}

/// The outcome of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The move was played, legal or not, and is the last ply of the record. It may have ended the
    /// game.
    Played(Played),
    /// A player lost the game without a move.
    Lost,
}

/// A game as a state machine, without threads, files or a clock: the caller measures the time.
///
/// The record has a result exactly when the game is over.
///
/// ```
/// use std::sync::Arc;
/// use std::time::Duration;
///
/// use quadrille_arena::{Fixture, Forfeit, Move, Referee, Ruleset, Seat, Turn};
/// use quadrille_core::BoxShape;
///
/// let mut referee = Referee::new(&Fixture {
///     rules: Arc::new(Ruleset::empty(BoxShape::new(2, 2)?)),
///     opening: Vec::new(),
///     names: ["Ada", "Charles"].map(str::to_owned),
///     game: 0,
///     seed: 1,
/// });
/// referee.play(Move::at(4, 0, 0, 3).into(), Duration::from_secs(5));
/// assert!(matches!(referee.turn(), Turn::Move { seat: Seat::Second, .. }));
///
/// // An interrupted game resumes from its record.
/// let mut referee = Referee::resume(referee.into_record())?;
/// referee.fail(Seat::Second, &Forfeit::Resigned, Some(Duration::from_secs(2)));
/// let result = referee.record().result.as_ref().expect("the game is over");
/// assert_eq!((result.winner, result.detail.as_deref()), (Some(1), Some("player 2: resigned")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    state: GameState,
    record: GameRecord,
    /// Time that each player spent on the moves that it chose.
    spent: [Duration; 2],
    /// Moves that each player chose, for increments.
    chosen: [u32; 2],
}

impl Referee {
    /// Starts a game and plays its opening.
    ///
    /// # Panics
    /// When the opening continues after the end of the game.
    pub fn new(fixture: &Fixture) -> Self {
        let mut referee = Self {
            state: GameState::new(fixture.rules.clone()),
            record: GameRecord::new(fixture.header()),
            spent: [Duration::ZERO; 2],
            chosen: [0; 2],
        };
        for &mv in &fixture.opening {
            let played = referee.state.play(mv);
            referee.record.plies.push(PlyRecord::of(&referee.state, &played, 0, None));
        }
        referee.conclude(None, None);
        referee
    }

    /// Resumes a recorded game; the clocks have stood still since the last ply. If the record ends
    /// with the last move of the game, it gets its result.
    ///
    /// # Errors
    /// When the record is not what the rules make of its moves.
    ///
    /// ```
    #[doc = include_str!("game/example.txt")]
    /// use quadrille_arena::Referee;
    ///
    /// let mut interrupted = record;
    /// interrupted.plies.truncate(3);
    /// interrupted.result = None;
    /// assert_eq!(Referee::resume(interrupted)?.state().ply(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(record: GameRecord) -> Result<Self, ReplayError> {
        let state = record.replay(|_, _| {})?;
        let mut referee = Self { state, record, spent: [Duration::ZERO; 2], chosen: [0; 2] };
        referee.count();
        referee.conclude(None, None);
        Ok(referee)
    }

    /// Returns the position.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// Returns the record so far.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns the record.
    pub fn into_record(self) -> GameRecord {
        self.record
    }

    /// Returns who moves and within which limits, or how the game ended.
    ///
    /// ```
    #[doc = include_str!("game/example.txt")]
    /// use quadrille_arena::{Referee, Seat, Turn};
    ///
    /// assert!(matches!(Referee::new(&fixture).turn(), Turn::Move { seat: Seat::First, .. }));
    /// assert!(matches!(Referee::resume(record)?.turn(), Turn::Over(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn(&self) -> Turn {
        match self.state.outcome() {
            Some(outcome) => Turn::Over(outcome),
            None => {
                let seat = self.state.seat();
                let nodes = self.state.rules().clock.nodes_per_move;
                let limits = Limits { time: self.time_left(seat), nodes, ..Limits::NONE };
                Turn::Move { seat, limits }
            }
        }
    }

    /// Returns the time that a player has for its next move; `None` without a limit.
    pub fn time_left(&self, seat: Seat) -> Option<Duration> {
        let index = seat.index();
        self.state.rules().clock.time_for_move(self.chosen[index], self.spent[index])
    }

    /// Returns the longest time after which a move of the player to move still counts: what is left,
    /// and the margin of the clock; `None` without a limit.
    pub fn deadline(&self) -> Option<Duration> {
        let margin = self.state.rules().clock.margin;
        self.time_left(self.state.seat()).map(|left| left.saturating_add(margin))
    }

    /// Returns whether the player to move loses on time after thinking for that long.
    pub fn is_late(&self, spent: Duration) -> bool {
        self.deadline().is_some_and(|deadline| spent > deadline)
    }

    /// Plays a move of the player to move, which thought for `spent`. A move that comes too late is
    /// not played: the player loses on time.
    ///
    /// # Panics
    /// When the game is over.
    ///
    /// ```
    #[doc = include_str!("game/example.txt")]
    /// use std::time::Duration;
    ///
    /// use quadrille_arena::{Move, Referee, Ruling};
    ///
    /// let mut referee = Referee::new(&fixture);
    /// let ruling = referee.play(Move::at(4, 0, 0, 3).into(), Duration::from_secs(5));
    /// assert!(matches!(ruling, Ruling::Played(played) if played.points == 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, choice: Choice, spent: Duration) -> Ruling {
        let seat = self.state.seat();
        if self.is_late(spent) {
            return self.fail(seat, &Forfeit::Time, Some(spent));
        }
        let played = self.state.play(choice.mv);
        let seconds = Some(spent.as_secs_f64());
        let mut ply = PlyRecord::of(&self.state, &played, choice.nodes, seconds);
        ply.info = choice.info;
        self.record.plies.push(ply);
        self.charge(seat, spent);
        self.conclude(None, None);
        Ruling::Played(played)
    }

    /// Ends the game with a loss for a player that resigned, failed or exceeded its time. `spent` is
    /// how long it thought, if it was its turn; who fails too late loses on time.
    ///
    /// # Panics
    /// When the game is over.
    ///
    /// ```
    #[doc = include_str!("game/example.txt")]
    /// use quadrille_arena::{Forfeit, Referee, Ruling, Seat};
    ///
    /// let mut referee = Referee::new(&fixture);
    /// assert_eq!(referee.fail(Seat::First, &Forfeit::Resigned, None), Ruling::Lost);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fail(&mut self, seat: Seat, why: &Forfeit, spent: Option<Duration>) -> Ruling {
        assert!(self.state.outcome().is_none(), "the game is over");
        let is_late = spent.is_some_and(|spent| self.is_late(spent));
        let why = if is_late { &Forfeit::Time } else { why };
        self.state.lose(seat, why.reason());
        self.conclude(Some(format!("{seat}: {why}")), spent);
        Ruling::Lost
    }

    /// Takes back all but the first `plies`, and the time that they took. A game that was over continues.
    ///
    /// ```
    #[doc = include_str!("game/example.txt")]
    /// use quadrille_arena::Referee;
    ///
    /// let mut referee = Referee::resume(record)?;
    /// referee.take_back(2);
    /// assert_eq!((referee.state().ply(), referee.record().result.is_none()), (2, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_back(&mut self, plies: usize) {
        self.record.plies.truncate(plies);
        self.record.result = None;
        let rules = self.state.rules().clone();
        self.state = GameState::new(rules);
        for mv in self.record.moves() {
            self.state.play(mv);
        }
        self.count();
        self.conclude(None, None);
    }

    /// Starts an agent of this game and tells it the moves so far.
    ///
    /// # Errors
    /// As [`Agent::start`].
    pub fn start(
        &self,
        seat: Seat,
        agent: &mut dyn Agent,
        meter: &mut Meter<'_>,
    ) -> Result<(), AgentError> {
        let (rules, seed) = (self.state.rules(), self.record.header.game_seed());
        agent.start(&NewGame { rules: rules.clone(), seat, seed }, meter)?;
        let mut past = GameState::new(rules.clone());
        for mv in self.record.moves() {
            let played = past.play(mv);
            agent.played(&past, &played);
        }
        Ok(())
    }

    /// Counts the time and the moves of the record.
    fn count(&mut self) {
        (self.spent, self.chosen) = ([Duration::ZERO; 2], [0; 2]);
        for index in self.record.header.opening_plies..self.record.plies.len() {
            let ply = &self.record.plies[index];
            let seat = if ply.player == 1 { Seat::First } else { Seat::Second };
            let spent = Duration::try_from_secs_f64(ply.seconds.unwrap_or(0.0));
            self.charge(seat, spent.unwrap_or(Duration::MAX));
        }
    }

    /// Counts a move that a player chose.
    fn charge(&mut self, seat: Seat, spent: Duration) {
        let total = &mut self.spent[seat.index()];
        *total = total.saturating_add(spent);
        self.chosen[seat.index()] += 1;
    }

    /// Makes the result, if the game is over. `detail` and `lost_after` are of a loss without a move.
    fn conclude(&mut self, detail: Option<String>, lost_after: Option<Duration>) {
        if let (Some(outcome), None) = (self.state.outcome(), &self.record.result) {
            let empty_cells = self.state.board().empty();
            let mut result = GameResult::of(&self.record, outcome, empty_cells, detail);
            result.lost_after_seconds = lost_after.map(|time| time.as_secs_f64());
            self.record.result = Some(result);
        }
    }
}
