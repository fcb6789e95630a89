//! One game between two agents. The referee alone judges: what is legal, what is late, what is
//! nonsense, and what all of it costs.

use std::sync::Arc;
use std::time::Duration;

use quadrille_engine::{CancelFlag, Clock, Limits, Meter, Rng};

use crate::agents::{Agent, Forfeit, NODE};
use crate::game::{
    BoardRecord, Frame, GameHeader, GameRecord, GameResult, GameState, Illegal, Move, PlyRecord,
    Reason, RecordLine, Ruleset, RulesetRecord, Seat,
};

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The rules, with the board.
    pub rules: Arc<Ruleset>,
    /// Moves played before the agents take over.
    pub opening: Vec<Move>,
    /// What the agents played then, as recorded, of a game that goes on.
    pub before: Vec<PlyRecord>,
    /// Names of the first and the second player, for the record.
    pub names: [String; 2],
    /// The number of the game in its match.
    pub game: usize,
    /// The seed of the match.
    pub seed: u64,
}

impl Fixture {
    /// The seed of the game's agents: another one for every game of a match.
    pub fn game_seed(&self) -> u64 {
        Rng::derive(self.seed, &["game", &self.game.to_string()]).bits()
    }
}

/// Plays a game to its end.
///
/// Returns `None` when the flag was raised meanwhile.
///
/// # Panics
/// When the opening goes on after the end of the game, or what was played before is not what the
/// rules make of it.
pub fn play_game(
    fixture: &Fixture,
    agents: &mut [Box<dyn Agent>; 2],
    clock: &dyn Clock,
    cancel: &CancelFlag,
) -> Option<GameRecord> {
    play_game_by_line(fixture, agents, clock, cancel, &mut |_| {})
}

/// The same, and hands out each line of the record as soon as there is one: of a game that is cut
/// off, those before.
///
/// # Panics
/// When the opening goes on after the end of the game, or what was played before is not what the
/// rules make of it.
pub fn play_game_by_line(
    fixture: &Fixture,
    agents: &mut [Box<dyn Agent>; 2],
    clock: &dyn Clock,
    cancel: &CancelFlag,
    each: &mut dyn FnMut(RecordLine),
) -> Option<GameRecord> {
    let mut game = Game::new(fixture, cancel);
    each(RecordLine::Frame(Frame::Game(game.header())));
    for &mv in &fixture.opening {
        let played = game.state.play(mv);
        game.plies.push(PlyRecord::of(&game.state, &played, 0, None));
    }
    game.go_on();
    let mut told = 0;
    tell(&game.plies, &mut told, each);
    for seat in Seat::BOTH {
        let agent = &mut agents[seat.index()];
        if game.state.outcome().is_none()
            && let Err(why) = agent.start(&fixture.rules, seat, fixture.game_seed(), cancel)
        {
            if why == Forfeit::Cancelled {
                return None;
            }
            game.lose(seat, &why);
        }
    }
    if game.state.outcome().is_none() {
        game.tell_the_past(agents);
    }
    while game.state.outcome().is_none() {
        if cancel.is_cancelled() {
            return None;
        }
        game.turn(agents, clock)?;
        tell(&game.plies, &mut told, each);
    }
    for agent in agents {
        agent.finish(&game.state);
    }
    let record = game.into_record();
    each(RecordLine::Frame(Frame::Result(record.result.clone())));
    Some(record)
}

/// Hands out the plies that were not handed out yet.
fn tell(plies: &[PlyRecord], told: &mut usize, each: &mut dyn FnMut(RecordLine)) {
    for ply in &plies[*told..] {
        each(RecordLine::Ply(ply.clone()));
    }
    *told = plies.len();
}

struct Game<'a> {
    fixture: &'a Fixture,
    cancel: &'a CancelFlag,
    state: GameState,
    plies: Vec<PlyRecord>,
    spent: [Duration; 2],
    detail: Option<String>,
}

impl<'a> Game<'a> {
    fn new(fixture: &'a Fixture, cancel: &'a CancelFlag) -> Self {
        Self {
            fixture,
            cancel,
            state: GameState::new(fixture.rules.clone()),
            plies: Vec::new(),
            spent: [Duration::ZERO; 2],
            detail: None,
        }
    }

    /// Plays what was played before, with the time that it took.
    fn go_on(&mut self) {
        for ply in &self.fixture.before {
            let seat = self.state.seat();
            let mv = ply.mv(self.fixture.rules.side()).expect("a move");
            let played = self.state.play(mv);
            let again = PlyRecord::of(&self.state, &played, ply.nodes, ply.seconds);
            assert_eq!(again, *ply, "not what was played");
            let taken = Duration::try_from_secs_f64(ply.seconds.unwrap_or(0.0));
            let spent = &mut self.spent[seat.index()];
            *spent = spent.saturating_add(taken.unwrap_or(Duration::MAX));
            self.plies.push(again);
        }
    }

    /// Tells the agents what was played before they took over.
    fn tell_the_past(&self, agents: &mut [Box<dyn Agent>; 2]) {
        let mut past = GameState::new(self.fixture.rules.clone());
        for ply in &self.plies {
            let played = past.play(ply.mv(past.rules().side()).expect("played once"));
            for agent in agents.iter_mut() {
                agent.played(&past, &played);
            }
        }
    }

    /// One turn; `None` when cancelled.
    fn turn(&mut self, agents: &mut [Box<dyn Agent>; 2], clock: &dyn Clock) -> Option<()> {
        let seat = self.state.seat();
        let rules = &self.fixture.rules;
        let left = rules.clock.per_game.map(|all| all.saturating_sub(self.spent[seat.index()]));
        let limits = Limits { time: left, nodes: rules.clock.nodes_per_move, ..Limits::NONE };
        let mut meter = Meter::new(limits, NODE, &self.cancel, clock)
            .expect("a game with a clock is refereed with one");
        let choice = agents[seat.index()].choose(&self.state, &mut meter);
        let (taken, nodes) = (meter.elapsed(), meter.counters[NODE]);
        self.spent[seat.index()] += taken;
        if self.cancel.is_cancelled() {
            return None;
        }
        if left.is_some_and(|left| taken > left) {
            self.lose(seat, &Forfeit::Time);
            return Some(());
        }
        let mv = match choice {
            Ok(mv) => mv,
            Err(Forfeit::Cancelled) => return None,
            Err(why) => {
                self.lose(seat, &why);
                return Some(());
            }
        };
        if !self.state.is_legal(mv) && rules.illegal_attempts() == Illegal::Forfeit {
            self.detail = Some(format!("illegal move {}", mv.name(rules.side())));
        }
        let played = self.state.play(mv);
        let seconds = Some(taken.as_secs_f64());
        self.plies.push(PlyRecord::of(&self.state, &played, nodes, seconds));
        for agent in agents {
            agent.played(&self.state, &played);
        }
        Some(())
    }

    fn lose(&mut self, seat: Seat, why: &Forfeit) {
        let reason = if *why == Forfeit::Time { Reason::Time } else { Reason::Forfeit };
        self.state.lose(seat, reason);
        self.detail = Some(format!("{seat}: {why}"));
    }

    fn header(&self) -> GameHeader {
        let fixture = self.fixture;
        GameHeader {
            game: fixture.game,
            players: fixture.names.clone(),
            board: BoardRecord::of(&fixture.rules.board),
            ruleset: RulesetRecord::of(&fixture.rules),
            opening_plies: fixture.opening.len(),
            seed: fixture.seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    fn into_record(self) -> GameRecord {
        let fixture = self.fixture;
        let outcome = self.state.outcome().expect("called at the end");
        GameRecord {
            header: self.header(),
            result: GameResult::of(
                fixture.game,
                &self.plies,
                fixture.opening.len(),
                outcome,
                self.state.board().empty(),
                self.detail,
            ),
            plies: self.plies,
        }
    }
}
