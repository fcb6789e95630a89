//! One game between two agents. The referee alone decides what is legal and what is too late.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use quadrille_core::{CancelFlag, Clock, Limits, Meter, Rng, TimeWithoutClock};
use thiserror::Error;

use crate::agent::{Agent, AgentError, Forfeit, NODE, NewGame};
use crate::game::{
    BoardRecord, GameHeader, GameRecord, GameResult, GameState, Illegal, Move, PlyRecord, Reason,
    RecordLine, Ruleset, RulesetRecord, Seat,
};

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The rules, with the board.
    pub rules: Arc<Ruleset>,
    /// Moves played before the agents take over.
    pub opening: Vec<Move>,
    /// The recorded plies after the opening, if an interrupted game is continued.
    pub before: Vec<PlyRecord>,
    /// Names of the first and the second player, for the record.
    pub names: [String; 2],
    /// The number of the game in its match.
    pub game: usize,
    /// The seed of the match.
    pub seed: u64,
}

impl Fixture {
    /// Returns the seed for the agents, which differs for every game of a match.
    pub fn game_seed(&self) -> u64 {
        Rng::derive(self.seed, &["game", &self.game.to_string()]).bits()
    }

    /// Returns the first line of the record of the game.
    pub fn header(&self) -> GameHeader {
        GameHeader {
            game: self.game,
            players: self.names.clone(),
            board: BoardRecord::of(&self.rules.board),
            ruleset: RulesetRecord::of(&self.rules),
            opening_plies: self.opening.len(),
            seed: self.seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// Why a game has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The cancel flag was raised, or an agent was told to stop.
    #[error("the game was stopped")]
    Stopped,
    /// The machine could not run an agent. No player is to blame.
    #[error("cannot run {agent}: {error}")]
    Environment {
        /// The name of the agent.
        agent: String,
        /// What the machine could not do.
        #[source]
        error: io::Error,
    },
    /// The rules limit the time, but the clock stands still.
    #[error(transparent)]
    Clock(#[from] TimeWithoutClock),
}

/// Plays a game to its end.
///
/// # Errors
/// When the game is stopped, or the machine cannot run an agent.
///
/// # Panics
/// When the opening continues after the end of the game, or the plies before are not what the rules
/// make of them.
pub fn play_game(
    fixture: &Fixture,
    agents: &mut [Box<dyn Agent>; 2],
    clock: &dyn Clock,
    cancel: &CancelFlag,
) -> Result<GameRecord, GameError> {
    play_game_by_line(fixture, agents, clock, cancel, &mut |_| {})
}

/// Plays a game like [`play_game`] and passes each line of the record to `each` immediately, so that
/// the lines of an interrupted game are not lost.
///
/// # Errors
/// As [`play_game`].
///
/// # Panics
/// As [`play_game`].
pub fn play_game_by_line(
    fixture: &Fixture,
    agents: &mut [Box<dyn Agent>; 2],
    clock: &dyn Clock,
    cancel: &CancelFlag,
    each: &mut dyn FnMut(RecordLine),
) -> Result<GameRecord, GameError> {
    let mut game = Game {
        fixture,
        cancel,
        each,
        state: GameState::new(fixture.rules.clone()),
        record: GameRecord::new(fixture.header()),
        spent: [Duration::ZERO; 2],
        chosen: [0; 2],
        lost_after: None,
        detail: None,
    };
    (game.each)(RecordLine::Game(game.record.header.clone()));
    game.play_opening();
    game.start(agents)?;
    while game.state.outcome().is_none() {
        game.turn(agents, clock)?;
    }
    for agent in agents {
        agent.finish(&game.state);
    }
    Ok(game.finish())
}

struct Game<'a> {
    fixture: &'a Fixture,
    cancel: &'a CancelFlag,
    each: &'a mut dyn FnMut(RecordLine),
    state: GameState,
    record: GameRecord,
    spent: [Duration; 2],
    /// Moves that each player chose, for increments.
    chosen: [u32; 2],
    /// How long the turn took that lost the game without a move.
    lost_after: Option<Duration>,
    detail: Option<String>,
}

impl Game<'_> {
    /// Plays the opening and the plies before, with the time that they took.
    fn play_opening(&mut self) {
        for &mv in &self.fixture.opening {
            let played = self.state.play(mv);
            self.add(PlyRecord::of(&self.state, &played, 0, None));
        }
        for ply in &self.fixture.before {
            let seat = self.state.seat();
            let mv = ply.mv(self.fixture.rules.side()).expect("a move");
            let played = self.state.play(mv);
            let mut replayed = PlyRecord::of(&self.state, &played, ply.nodes, ply.seconds);
            replayed.info.clone_from(&ply.info);
            assert_eq!(replayed, *ply, "not what the rules make of it");
            let taken = Duration::try_from_secs_f64(ply.seconds.unwrap_or(0.0));
            let spent = &mut self.spent[seat.index()];
            *spent = spent.saturating_add(taken.unwrap_or(Duration::MAX));
            self.chosen[seat.index()] += 1;
            self.add(replayed);
        }
    }

    fn add(&mut self, ply: PlyRecord) {
        (self.each)(RecordLine::Ply(ply.clone()));
        self.record.plies.push(ply);
    }

    /// Starts the agents and tells them the plies played so far.
    fn start(&mut self, agents: &mut [Box<dyn Agent>; 2]) -> Result<(), GameError> {
        let fixture = self.fixture;
        for seat in Seat::BOTH {
            if self.state.outcome().is_none() {
                let mut meter = Meter::cancellable(self.cancel);
                let (rules, seed) = (fixture.rules.clone(), fixture.game_seed());
                agents[seat.index()]
                    .start(&NewGame { rules, seat, seed }, &mut meter)
                    .or_else(|error| self.fail(seat, error))?;
            }
        }
        if self.state.outcome().is_none() {
            let mut past = GameState::new(fixture.rules.clone());
            for ply in &self.record.plies {
                let played = past.play(ply.mv(past.rules().side()).expect("played before"));
                for agent in agents.iter_mut() {
                    agent.played(&past, &played);
                }
            }
        }
        Ok(())
    }

    fn turn(
        &mut self,
        agents: &mut [Box<dyn Agent>; 2],
        clock: &dyn Clock,
    ) -> Result<(), GameError> {
        if self.cancel.is_cancelled() {
            return Err(GameError::Stopped);
        }
        let seat = self.state.seat();
        let rules = &self.fixture.rules;
        let (moves, spent) = (self.chosen[seat.index()], self.spent[seat.index()]);
        let left = rules.clock.time_for_move(moves, spent);
        let limits = Limits { time: left, nodes: rules.clock.nodes_per_move, ..Limits::NONE };
        let mut meter = Meter::new(limits, NODE, self.cancel, clock)?;
        let choice = agents[seat.index()].choose(&self.state, &mut meter);
        let (taken, nodes) = (meter.elapsed(), meter.counters[NODE]);
        self.spent[seat.index()] += taken;
        self.chosen[seat.index()] += 1;
        if self.cancel.is_cancelled() {
            return Err(GameError::Stopped);
        }
        let mv = match choice {
            Err(error @ (AgentError::Environment(_) | AgentError::Stopped)) => {
                return self.fail(seat, error);
            }
            _ if left.is_some_and(|left| taken > left.saturating_add(rules.clock.margin)) => {
                self.lost_after = Some(taken);
                return self.fail(seat, Forfeit::Time.into());
            }
            Err(error) => {
                self.lost_after = Some(taken);
                return self.fail(seat, error);
            }
            Ok(mv) => mv,
        };
        if !self.state.is_legal(mv)
            && rules.illegal_attempt(self.state.after_pass()) == Illegal::Forfeit
        {
            self.detail = Some(format!("illegal move {}", mv.name(rules.side())));
        }
        let played = self.state.play(mv);
        let mut ply = PlyRecord::of(&self.state, &played, nodes, Some(taken.as_secs_f64()));
        ply.info = agents[seat.index()].info();
        self.add(ply);
        for agent in agents {
            agent.played(&self.state, &played);
        }
        Ok(())
    }

    /// Ends the game if the agent lost it; passes other errors on.
    fn fail(&mut self, seat: Seat, error: AgentError) -> Result<(), GameError> {
        match error {
            AgentError::Forfeit(why) => {
                let reason = if why == Forfeit::Time { Reason::Time } else { Reason::Forfeit };
                self.state.lose(seat, reason);
                self.detail = Some(format!("{seat}: {why}"));
                Ok(())
            }
            AgentError::Environment(error) => {
                let agent = self.fixture.names[seat.index()].clone();
                Err(GameError::Environment { agent, error })
            }
            AgentError::Stopped => Err(GameError::Stopped),
        }
    }

    fn finish(mut self) -> GameRecord {
        let outcome = self.state.outcome().expect("the game is over");
        let empty_cells = self.state.board().empty();
        let mut result = GameResult::of(&self.record, outcome, empty_cells, self.detail);
        result.lost_after_seconds = self.lost_after.map(|time| time.as_secs_f64());
        (self.each)(RecordLine::Result(result.clone()));
        self.record.result = Some(result);
        self.record
    }
}
