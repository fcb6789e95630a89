//! One game: its record, its clocks and its players.

use std::time::{Duration, Instant};

use quadrille_api::Error as ApiError;
use quadrille_api::ErrorKind;
use quadrille_api::game::{
    ClockFields, Event, GameReplay, GameSummary, GameView, PERSON, SeatKind,
};
use quadrille_arena::game::{GameRecord, RecordLine};
use quadrille_arena::tournament::Openings;
use quadrille_arena::{Agent, AgentName, Choice, Fixture, Forfeit, Referee, Ruling, Seat};
use quadrille_core::CancelFlag;
use quadrille_storage::Error;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::agent;
use crate::change::Change;
use crate::client::Client;
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

/// Ends a game when a person's time is over, unless it is dropped before.
pub(super) struct Timer {
    /// The position in which it was started.
    pub(super) position: u64,
    pub(super) task: AbortHandle,
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A game.
pub(super) struct Game {
    pub(super) meta: Meta,
    /// Whom its agents think for: who created it.
    pub(super) client: Client,
    pub(super) referee: Referee,
    pub(super) players: [Player; 2],
    /// The agents, as long as they do not think.
    pub(super) agents: [Option<Box<dyn Agent>>; 2],
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
    pub(super) timer: Option<Timer>,
    /// Whether its owner has deleted it.
    pub(super) is_removed: bool,
    revision: u64,
    /// Whether the result, if there is one, is saved or could not be.
    is_concluded: bool,
    synced: Instant,
}

/// How long plies may be in memory of the system only.
const SYNC: Duration = Duration::from_secs(5);

impl Game {
    /// Starts a game.
    pub(super) fn begin(
        meta: Meta,
        client: Client,
        referee: Referee,
        players: [Player; 2],
    ) -> Self {
        Self {
            meta,
            client,
            is_concluded: referee.record().result.is_some(),
            referee,
            players,
            agents: [None, None],
            since: None,
            seen: [false; 2],
            thinking: None,
            offer: None,
            problem: None,
            is_unsaved: false,
            position: 0,
            timer: None,
            is_removed: false,
            revision: 0,
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
        let is_concluded = record.result.is_some();
        let referee = Referee::resume(record).map_err(|error| error.to_string())?;
        let mut problem = None;
        let mut player = |seat: usize| match &meta.secrets[seat] {
            Some(_) => Player::Person,
            None => match find_agent(&referee.record().header.players[seat], bots) {
                Ok(agent) => Player::Agent(agent),
                Err(why) => {
                    problem = Some(why);
                    Player::Person
                }
            },
        };
        let players = [player(0), player(1)];
        let client = Client::of_session(&meta.owner);
        let mut game = Self::begin(meta, client, referee, players);
        (game.is_concluded, game.problem) = (is_concluded, problem);
        Ok(game)
    }

    /// Whether the game has a result.
    pub(super) fn is_over(&self) -> bool {
        self.referee.record().result.is_some()
    }

    /// Returns a new game like this one, with the seats swapped.
    pub(super) fn again(
        &self,
        meta: Meta,
        client: Client,
        seed: u64,
        bots: &[Bot],
    ) -> Result<Self, Refusal> {
        let header = &self.referee.record().header;
        let player = |seat: usize| match &meta.secrets[seat] {
            Some(_) => Ok(Player::Person),
            None => find_agent(&header.players[1 - seat], bots).map(Player::Agent),
        };
        let players = [player(0), player(1)];
        let [Ok(first), Ok(second)] = players else {
            return Err(Refusal::new(
                ErrorKind::UnknownName,
                "a bot of this game is not there any more",
            ));
        };
        let rules = self.referee.state().rules().clone();
        let [one, other] = header.players.clone();
        let fixture = Fixture {
            opening: Openings::Random(header.opening_plies).moves(&rules, seed, 0),
            rules,
            names: [other, one],
            game: 0,
            seed,
        };
        Ok(Self::begin(meta, client, Referee::new(&fixture), [first, second]))
    }

    /// Writes a new game.
    pub(super) fn save(&self, store: &Store) -> Result<(), Error> {
        store.put(&self.meta.id, &self.referee.record().to_lines())?;
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

    /// Returns the seats that a secret opens, for what only players may do.
    pub(super) fn players_of(&self, secret: Option<&str>) -> Result<[bool; 2], Refusal> {
        if self.is_removed {
            return Err(super::not_found());
        }
        let yours = self.seats_of(secret);
        if yours == [false; 2] {
            let message = "the header `X-Seat` has no secret of this game";
            return Err(Refusal::new(ErrorKind::Forbidden, message));
        }
        Ok(yours)
    }

    /// Notes that players look at the game. The clock of the player to move starts then.
    pub(super) fn look(&mut self, yours: [bool; 2]) {
        for (seen, is_here) in self.seen.iter_mut().zip(yours) {
            *seen |= is_here;
        }
        self.start_clock();
    }

    fn start_clock(&mut self) {
        let seat = self.referee.state().seat().index();
        let is_person = matches!(self.players[seat], Player::Person);
        let can_run = !self.is_over() && self.since.is_none();
        if can_run && is_person && self.seen[seat] {
            self.since = Some(Instant::now());
        }
    }

    /// Returns a person's time since the turn began.
    pub(super) fn elapsed(&self) -> Duration {
        self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Plays a move. It is saved first; if that fails, nothing was played.
    pub(super) fn play(
        &mut self,
        choice: Choice,
        taken: Duration,
        store: &Store,
    ) -> Result<(), Error> {
        if let Ruling::Played(played) = self.referee.play(choice, taken) {
            let plies = &self.referee.record().plies;
            let ply = plies.last().expect("it was played").clone();
            let before = plies.len() - 1;
            let sync = self.synced.elapsed() >= SYNC;
            if let Err(error) = store.append(&self.meta.id, &RecordLine::Ply(ply).to_line(), sync) {
                self.referee.take_back(before);
                return Err(error);
            }
            if sync {
                self.synced = Instant::now();
            }
            (self.offer, self.since) = (None, None);
            for agent in self.agents.iter_mut().flatten() {
                agent.played(self.referee.state(), &played);
            }
        }
        self.position += 1;
        self.start_clock();
        self.conclude(store)
    }

    /// Saves the result, if the game is over.
    pub(super) fn conclude(&mut self, store: &Store) -> Result<(), Error> {
        let Some(result) = &self.referee.record().result else { return Ok(()) };
        if std::mem::replace(&mut self.is_concluded, true) {
            return Ok(());
        }
        let line = RecordLine::Result(result.clone()).to_line();
        (self.since, self.offer) = (None, None);
        self.stop_thinking();
        for mut agent in self.agents.iter_mut().filter_map(Option::take) {
            agent.finish(self.referee.state());
        }
        store.append(&self.meta.id, &line, true)
    }

    /// Ends the game with a loss.
    pub(super) fn fail(
        &mut self,
        seat: Seat,
        why: &Forfeit,
        taken: Option<Duration>,
        store: &Store,
    ) -> Result<(), Error> {
        self.referee.fail(seat, why, taken);
        self.position += 1;
        self.conclude(store)
    }

    /// Notes that the move of an agent could not be saved. It is chosen again when a client asks.
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
        let taken = (seat == self.referee.state().seat()).then(|| self.elapsed());
        self.fail(seat, &Forfeit::Resigned, taken, store)
    }

    /// Ends everything that happens in the game.
    pub(super) fn remove(&mut self) {
        self.is_removed = true;
        self.stop_thinking();
        self.position += 1;
        (self.agents, self.since, self.timer) = ([None, None], None, None);
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
            _ if yours == [true; 2] => self.referee.state().seat().other(),
            _ => me,
        };
        let keep = self.last_of(seat).ok_or_else(nothing_to_take_back)?;
        let mut referee = self.referee.clone();
        referee.take_back(keep);
        store.put(&self.meta.id, &referee.record().to_lines()).map_err(super::unsaved)?;
        self.referee = referee;
        self.stop_thinking();
        // The agents remember moves that were taken back, so they are created again.
        self.agents = [None, None];
        (self.offer, self.since) = (None, None);
        self.position += 1;
        self.start_clock();
        Ok(())
    }

    /// The index of the last ply that a seat has chosen.
    fn last_of(&self, seat: Seat) -> Option<usize> {
        let GameRecord { header, plies, .. } = self.referee.record();
        let opening = header.opening_plies;
        let last = plies.iter().rposition(|ply| ply.player == seat.number());
        last.filter(|&index| index >= opening)
    }

    /// Returns the game as the holder of these seats sees it.
    pub(super) fn view(&self, yours: [bool; 2]) -> GameView {
        let (record, state) = (self.referee.record(), self.referee.state());
        let value = |line: RecordLine| serde_json::to_value(line).expect("records are plain data");
        let seat = state.seat();
        let running = self.since.is_some() || self.thinking.is_some();
        let left = Seat::BOTH.map(|player| {
            state.rules().clock.per_game?;
            let left = self.referee.time_left(player)?;
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
            record: record.lines().map(value).collect(),
            replay: GameReplay::of(record).expect("the rules were read from this record"),
            ply: state.ply(),
            turn: seat.number(),
            over: self.is_over(),
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
        let state = self.referee.state();
        GameSummary {
            id: self.meta.id.clone(),
            players: self.referee.record().header.players.clone(),
            size: state.rules().side(),
            ply: state.ply(),
            scores: state.scores(),
            over: self.is_over(),
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
