//! One game: its record, its clocks and its players.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quadrille_api::Error as ApiError;
use quadrille_api::ErrorKind;
use quadrille_api::game::{
    ClockFields, Event, GameReplay, GameSummary, GameView, PERSON, SeatKind,
};
use quadrille_arena::game::{
    BoardRecord, GameHeader, GameRecord, GameResult, PlyRecord, RecordLine, RulesetRecord,
};
use quadrille_arena::{Agent, AgentName, Effect, Forfeit, GameState, Move, Reason, Ruleset, Seat};
use quadrille_core::CancelFlag;
use quadrille_storage::Error;
use tokio::sync::watch;

use super::agent;
use crate::change::Change;
use crate::reply::Refusal;
use crate::store::{Meta, Store};
use crate::{Bot, random};

/// What has a seat.
#[derive(Clone)]
pub(super) enum Player {
    Person,
    Agent(AgentName),
}

impl Player {
    pub(super) fn parse(name: &str, bots: &[Bot]) -> Result<Self, ApiError> {
        if name == PERSON { Ok(Self::Person) } else { agent(name, bots).map(Self::Agent) }
    }

    /// Returns the name for records. That of a bot is the operator's, not its command.
    pub(super) fn name(&self, given: &str) -> String {
        match self {
            Self::Agent(agent @ AgentName::Entry { .. }) => agent.to_string(),
            _ => given.to_owned(),
        }
    }
}

/// A game.
pub(super) struct Game {
    pub(super) meta: Meta,
    pub(super) record: GameRecord,
    pub(super) state: GameState,
    pub(super) players: [Player; 2],
    /// The agents, as long as they do not think.
    pub(super) agents: [Option<Box<dyn Agent>>; 2],
    /// Wall time that each player has spent, and its moves.
    spent: [Duration; 2],
    chosen: [u32; 2],
    /// Since when the clock of the player to move runs.
    pub(super) since: Option<Instant>,
    /// Whether each player has seen the game since the server started.
    seen: [bool; 2],
    /// The seat whose agent thinks, and what ends that.
    pub(super) thinking: Option<(Seat, CancelFlag)>,
    offer: Option<Seat>,
    pub(super) problem: Option<String>,
    /// Whether the problem is that an agent's move could not be saved, which may pass.
    is_unsaved: bool,
    /// Counts positions: what was begun in another one is void.
    pub(super) position: u64,
    revision: u64,
    /// How the loser failed, until that is recorded.
    failure: Option<(String, Option<Duration>)>,
    synced: Instant,
}

/// How long plies may be in memory of the system only.
const SYNC: Duration = Duration::from_secs(5);

impl Game {
    /// Starts a game with an opening.
    pub(super) fn create(
        meta: Meta,
        names: [String; 2],
        players: [Player; 2],
        rules: Arc<Ruleset>,
        seed: u64,
        opening: &[Move],
    ) -> Self {
        let header = GameHeader {
            game: 0,
            players: names,
            board: BoardRecord::of(&rules.board),
            ruleset: RulesetRecord::of(&rules),
            opening_plies: opening.len(),
            seed,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let mut game = Self::begin(meta, GameRecord::new(header), rules, players);
        for &mv in opening {
            let played = game.state.play(mv);
            game.record.plies.push(PlyRecord::of(&game.state, &played, 0, None));
        }
        game
    }

    fn begin(meta: Meta, record: GameRecord, rules: Arc<Ruleset>, players: [Player; 2]) -> Self {
        Self {
            meta,
            record,
            state: GameState::new(rules),
            players,
            agents: [None, None],
            spent: [Duration::ZERO; 2],
            chosen: [0; 2],
            since: None,
            seen: [false; 2],
            thinking: None,
            offer: None,
            problem: None,
            is_unsaved: false,
            position: 0,
            revision: 0,
            failure: None,
            synced: Instant::now(),
        }
    }

    /// Reads a game. The clocks have stood still since the last ply.
    pub(super) fn load(meta: Meta, text: &str, bots: &[Bot]) -> Result<Self, String> {
        let mut games = GameRecord::read_all(text).map_err(|error| error.what)?;
        if games.len() != 1 {
            return Err(format!("it holds {} games", games.len()));
        }
        let record = games.remove(0);
        let rules = Arc::new(record.header.rules().map_err(|error| error.to_string())?);
        let state = record.replay(|_, _| {}).map_err(|error| error.to_string())?;
        let mut problem = None;
        let mut player = |seat: usize| match &meta.secrets[seat] {
            Some(_) => Player::Person,
            None => match find_agent(&record.header.players[seat], bots) {
                Ok(agent) => Player::Agent(agent),
                Err(why) => {
                    problem = Some(why);
                    Player::Person
                }
            },
        };
        let players = [player(0), player(1)];
        let mut game = Self::begin(meta, record, rules, players);
        (game.state, game.problem) = (state, problem);
        game.recount();
        Ok(game)
    }

    /// Counts times and moves of the record.
    fn recount(&mut self) {
        (self.spent, self.chosen) = ([Duration::ZERO; 2], [0; 2]);
        for ply in self.record.plies.iter().skip(self.record.header.opening_plies) {
            let seat = usize::from(ply.player == 2);
            self.spent[seat] +=
                Duration::try_from_secs_f64(ply.seconds.unwrap_or(0.0)).unwrap_or_default();
            self.chosen[seat] += 1;
        }
    }

    /// Returns the same game anew, with the seats swapped.
    pub(super) fn again(&self, meta: Meta, seed: u64, bots: &[Bot]) -> Result<Self, Refusal> {
        let player = |seat: usize| match &meta.secrets[seat] {
            Some(_) => Ok(Player::Person),
            None => find_agent(&self.record.header.players[1 - seat], bots).map(Player::Agent),
        };
        let players = [player(0), player(1)];
        let [Ok(first), Ok(second)] = players else {
            return Err(Refusal::new(
                ErrorKind::UnknownName,
                "a bot of this game is not there any more",
            ));
        };
        let rules = self.state.rules().clone();
        let plies = self.record.header.opening_plies;
        let opening = quadrille_arena::tournament::Openings::Random(plies).moves(&rules, seed, 0);
        let [one, other] = self.record.header.players.clone();
        Ok(Self::create(meta, [other, one], [first, second], rules, seed, &opening))
    }

    /// Writes a new game.
    pub(super) fn save(&self, store: &Store) -> Result<(), Error> {
        store.put(&self.meta.id, &self.record.to_lines())?;
        store.put_meta(&self.meta)
    }

    /// Returns the seats that a secret opens.
    pub(super) fn seats_of(&self, secret: Option<&str>) -> [bool; 2] {
        let given: Vec<&str> =
            secret.into_iter().flat_map(|s| s.split(',')).map(str::trim).take(2).collect();
        let opens = |own: &Option<String>| {
            own.as_ref().is_some_and(|own| given.iter().any(|given| random::is_equal(own, given)))
        };
        [opens(&self.meta.secrets[0]), opens(&self.meta.secrets[1])]
    }

    /// Notes that players look at the game. The clock of the player to move starts then.
    pub(super) fn look(&mut self, yours: [bool; 2]) {
        for (seen, is_here) in self.seen.iter_mut().zip(yours) {
            *seen |= is_here;
        }
        self.start_clock();
    }

    fn start_clock(&mut self) {
        let seat = self.state.seat().index();
        let is_person = matches!(self.players[seat], Player::Person);
        let can_run = self.record.result.is_none() && self.since.is_none();
        if can_run && is_person && self.seen[seat] {
            self.since = Some(Instant::now());
        }
    }

    /// Returns the time that the player to move has for its move; `None` without a limit.
    pub(super) fn time_for_move(&self, seat: Seat) -> Option<Duration> {
        let index = seat.index();
        self.state.rules().clock.time_for_move(self.chosen[index], self.spent[index])
    }

    /// Returns a person's time since the turn began.
    pub(super) fn elapsed(&self) -> Duration {
        self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Plays a move of a person, unless its time is over: then it loses.
    pub(super) fn play_person(&mut self, mv: Move, store: &Store) -> Result<(), Error> {
        let taken = self.elapsed();
        if self.is_late(taken) {
            return self.lose_on_time(taken, store);
        }
        self.play(mv, taken, 0, None, store)
    }

    /// Returns whether that is too long for a move.
    pub(super) fn is_late(&self, taken: Duration) -> bool {
        let margin = self.state.rules().clock.margin;
        let left = self.time_for_move(self.state.seat());
        left.is_some_and(|left| taken > left.saturating_add(margin))
    }

    pub(super) fn lose_on_time(&mut self, taken: Duration, store: &Store) -> Result<(), Error> {
        self.fail(self.state.seat(), Reason::Time, &Forfeit::Time.to_string(), Some(taken), store)
    }

    /// Plays a move. It is saved first; if that fails, nothing was played.
    pub(super) fn play(
        &mut self,
        mv: Move,
        taken: Duration,
        nodes: u64,
        info: Option<quadrille_arena::game::MoveInfo>,
        store: &Store,
    ) -> Result<(), Error> {
        let seat = self.state.seat();
        let played = self.state.play(mv);
        let mut ply = PlyRecord::of(&self.state, &played, nodes, Some(taken.as_secs_f64()));
        ply.info = info;
        let line = RecordLine::Ply(ply.clone()).to_line();
        let sync = self.synced.elapsed() >= SYNC;
        if let Err(error) = store.append(&self.meta.id, &line, sync) {
            self.state.undo(played);
            return Err(error);
        }
        if sync {
            self.synced = Instant::now();
        }
        self.record.plies.push(ply);
        self.spent[seat.index()] += taken;
        self.chosen[seat.index()] += 1;
        (self.offer, self.since) = (None, None);
        self.position += 1;
        for agent in self.agents.iter_mut().flatten() {
            agent.played(&self.state, &played);
        }
        if played.effect == Effect::Forfeited {
            let side = self.state.rules().side();
            self.failure = Some((format!("illegal move {}", mv.name(side)), None));
        }
        self.start_clock();
        self.conclude(store)
    }

    /// Records the result, if the game is over.
    pub(super) fn conclude(&mut self, store: &Store) -> Result<(), Error> {
        let Some(outcome) = self.state.outcome().filter(|_| self.record.result.is_none()) else {
            return Ok(());
        };
        let (detail, lost_after) = match self.failure.take() {
            Some((detail, lost_after)) => (Some(detail), lost_after),
            None => (None, None),
        };
        let empty = self.state.board().empty();
        let mut result = GameResult::of(&self.record, outcome, empty, detail);
        result.lost_after_seconds = lost_after.map(|time| time.as_secs_f64());
        self.record.result = Some(result.clone());
        (self.since, self.offer) = (None, None);
        self.stop_thinking();
        for mut agent in self.agents.iter_mut().filter_map(Option::take) {
            agent.finish(&self.state);
        }
        store.append(&self.meta.id, &RecordLine::Result(result).to_line(), true)
    }

    /// Ends the game with a loss.
    pub(super) fn fail(
        &mut self,
        seat: Seat,
        reason: Reason,
        why: &str,
        taken: Option<Duration>,
        store: &Store,
    ) -> Result<(), Error> {
        self.state.lose(seat, reason);
        self.failure = Some((format!("{seat}: {why}"), taken));
        self.position += 1;
        self.conclude(store)
    }

    /// Notes that the move of an agent could not be saved. It is chosen again when somebody looks.
    pub(super) fn hold(&mut self, error: &Error) {
        self.problem = Some(format!("the game cannot be saved: {error}"));
        self.is_unsaved = true;
        // The agent takes its move for played.
        self.agents = [None, None];
    }

    /// Lets an agent choose again whose move could not be saved.
    pub(super) fn try_again(&mut self) {
        if std::mem::take(&mut self.is_unsaved) {
            self.problem = None;
        }
    }

    pub(super) fn resign(&mut self, seat: Seat, store: &Store) -> Result<(), Error> {
        let taken = (seat == self.state.seat()).then(|| self.elapsed());
        self.fail(seat, Reason::Forfeit, &Forfeit::Resigned.to_string(), taken, store)
    }

    fn stop_thinking(&mut self) {
        if let Some((_, cancel)) = self.thinking.take() {
            cancel.cancel();
        }
    }

    /// Takes back the last move of a seat; between people the other one must agree.
    pub(super) fn take_back(&mut self, yours: [bool; 2], store: &Store) -> Result<(), Refusal> {
        let people = self.players.iter().filter(|p| matches!(p, Player::Person)).count();
        let mine = |seat: &Seat| yours[seat.index()];
        let me = Seat::BOTH.into_iter().find(mine).expect("the secret was checked");
        let seat = match self.offer {
            // Accepted; or both seats are the caller's.
            Some(offer) if yours[offer.other().index()] => offer,
            _ if people == 2 && yours != [true; 2] => {
                if self.last_of(me).is_none() {
                    return Err(nothing_to_take_back());
                }
                self.offer = Some(me);
                return Ok(());
            }
            _ if yours == [true; 2] => self.state.seat().other(),
            _ => me,
        };
        let keep = self.last_of(seat).ok_or_else(nothing_to_take_back)?;
        let mut record = self.record.clone();
        record.plies.truncate(keep);
        let state = record.replay(|_, _| {}).map_err(|error| {
            Refusal::new(ErrorKind::Internal, format!("the game does not replay: {error}"))
        })?;
        store.put(&self.meta.id, &record.to_lines()).map_err(super::unsaved)?;
        (self.record, self.state) = (record, state);
        self.stop_thinking();
        // The agents remember moves that were taken back, so they are created again.
        self.agents = [None, None];
        (self.offer, self.since) = (None, None);
        self.position += 1;
        self.recount();
        self.start_clock();
        Ok(())
    }

    /// The index of the last ply that a seat has chosen.
    fn last_of(&self, seat: Seat) -> Option<usize> {
        let opening = self.record.header.opening_plies;
        let last = self.record.plies.iter().rposition(|ply| ply.player == seat.number());
        last.filter(|&index| index >= opening)
    }

    /// Returns the game as the holder of these seats sees it.
    pub(super) fn view(&self, yours: [bool; 2]) -> GameView {
        let GameRecord { header, plies, result } = &self.record;
        let game = [RecordLine::Game(header.clone())].into_iter();
        let plies = plies.iter().cloned().map(RecordLine::Ply);
        let result = result.clone().map(RecordLine::Result);
        let lines = game.chain(plies).chain(result);
        let value = |line: RecordLine| serde_json::to_value(line).expect("records are plain data");
        let seat = self.state.seat();
        let running = self.since.is_some() || self.thinking.is_some();
        let left = Seat::BOTH.map(|player| {
            let clock = &self.state.rules().clock;
            clock.per_game?;
            let left = self.time_for_move(player)?;
            let now = if player == seat { self.elapsed() } else { Duration::ZERO };
            Some(left.saturating_sub(now).as_secs_f64())
        });
        let kind = |player: &Player| match player {
            Player::Person => SeatKind::Human,
            Player::Agent(_) => SeatKind::Agent,
        };
        GameView {
            id: self.meta.id.clone(),
            revision: self.revision,
            record: lines.map(value).collect(),
            replay: GameReplay::of(&self.record).expect("the rules were read from this record"),
            ply: self.state.ply(),
            turn: seat.number(),
            over: self.record.result.is_some(),
            seats: [kind(&self.players[0]), kind(&self.players[1])],
            yours: [1_u8, 2].into_iter().filter(|&n| yours[usize::from(n - 1)]).collect(),
            seat_links: None,
            clock: ClockFields { left_seconds: left, running: running.then(|| seat.number()) },
            thinking: self.thinking.as_ref().map(|(seat, _)| seat.number()),
            takeback_offer: self.offer.map(Seat::number),
            rematch: self.meta.rematch.clone(),
            problem: self.problem.clone(),
        }
    }

    /// Returns the line of the game in a list.
    pub(super) fn summary(&self) -> GameSummary {
        GameSummary {
            id: self.meta.id.clone(),
            players: self.record.header.players.clone(),
            size: self.state.rules().side(),
            ply: self.state.ply(),
            scores: self.state.scores(),
            over: self.record.result.is_some(),
        }
    }

    /// Tells viewers of a change.
    pub(super) fn publish(&mut self, changes: &watch::Sender<Change>) {
        self.revision += 1;
        let event = Event::Game { game: Box::new(self.view([false; 2])) };
        let view = serde_json::to_string(&event).expect("views are plain data").into();
        changes.send_replace(Change { revision: self.revision, view });
    }
}

fn nothing_to_take_back() -> Refusal {
    Refusal::new(ErrorKind::BadRequest, "there is no move to take back")
}

/// Returns the agent of a recorded name.
fn find_agent(name: &str, bots: &[Bot]) -> Result<AgentName, String> {
    agent(name, bots).map_err(|error| error.message)
}
