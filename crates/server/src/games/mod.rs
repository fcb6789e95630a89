//! Games: the table of all of them, and what the routes do with one.

mod eviction;
mod game;
mod turns;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use quadrille_api::game::{
    GameConflict, GameList, GameView, MoveRequest, NewGameRequest, SeatRequest, parse_move,
    rules_of,
};
use quadrille_api::{Context, Error, ErrorKind};
use quadrille_arena::tournament::Openings;
use quadrille_arena::{AgentName, Fixture, Move, Referee, Seat};
use quadrille_core::{CancelFlag, WallClock};
use tokio::sync::watch;

use crate::change::Change;
use crate::guard::Session;
use crate::reply::Refusal;
use crate::store::{Meta, Store};
use crate::{App, now, random};
use game::{Game, Player};
pub(crate) use turns::wake;

/// The most games that a list has.
const LISTED: usize = 100;
/// The most games whose agents are kept between moves. They hold tables and processes; those of other
/// games are created again from the moves.
const WARM: usize = 4;
/// The most MiB that a client may give the table of an agent.
const MAX_HASH: i64 = 8;
/// The most random plies of an opening.
const MOST_OPENING: usize = 1000;

/// All games.
pub(crate) struct Games {
    all: Mutex<HashMap<String, Slot>>,
    /// The games whose agents have moved last, and may keep what they know.
    warm: Mutex<VecDeque<Weak<Table>>>,
    store: Arc<Store>,
}

enum Slot {
    /// On disk, and not read yet.
    Closed(Meta),
    Open(Arc<Table>),
}

/// A game and those who watch it.
pub(crate) struct Table {
    game: Mutex<Game>,
    changes: watch::Sender<Change>,
}

impl Table {
    fn new(game: Game) -> Arc<Self> {
        let (changes, _) = watch::channel(Change::default());
        let table = Arc::new(Self { game: Mutex::new(game), changes });
        table.lock().publish(&table.changes);
        table
    }

    fn lock(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a new game that its creator sees.
    pub(crate) fn begin(self: &Arc<Self>, app: &Arc<App>, view: &GameView) {
        let yours = [view.yours.contains(&1), view.yours.contains(&2)];
        // Who plays both seats passes the links on before the other player looks.
        if yours != [true; 2] {
            self.lock().look(yours);
        }
        wake(app, self);
    }

    /// Returns a receiver of changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Change> {
        self.changes.subscribe()
    }
}

fn not_found() -> Refusal {
    Refusal::new(ErrorKind::NotFound, "there is no such game")
}

impl Games {
    /// Opens the games of a store.
    pub(crate) fn open(store: Arc<Store>) -> Self {
        let all = store.metas().into_iter().map(|meta| (meta.id.clone(), Slot::Closed(meta)));
        Self { all: Mutex::new(all.collect()), warm: Mutex::default(), store }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that an agent of this game has moved, and drops those of the game where that was longest
    /// ago, if too many are kept.
    fn keep_warm(&self, table: &Arc<Table>) {
        let cold = {
            let mut warm = self.warm.lock().unwrap_or_else(PoisonError::into_inner);
            warm.retain(|other| other.strong_count() > 0 && !other.ptr_eq(&Arc::downgrade(table)));
            warm.push_back(Arc::downgrade(table));
            if warm.len() > WARM { warm.pop_front() } else { None }
        };
        if let Some(table) = cold.and_then(|cold| cold.upgrade()) {
            table.lock().agents = [None, None];
        }
    }

    /// Where the games are kept.
    fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the number of games.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Returns a game.
    pub(crate) fn table(&self, app: &Arc<App>, id: &str) -> Result<Arc<Table>, Refusal> {
        let mut all = self.lock();
        let meta = match all.get(id).ok_or_else(not_found)? {
            Slot::Open(table) => return Ok(table.clone()),
            Slot::Closed(meta) => meta.clone(),
        };
        let text = self.store.get(id).ok_or_else(|| "it is empty or cannot be read".to_owned());
        let game = text.and_then(|text| Game::load(meta, &text, &app.options.bots));
        let game = game.map_err(|problem| {
            let message = format!("the record of the game is damaged: {problem}");
            Refusal::new(ErrorKind::Damaged, message)
        })?;
        let table = Table::new(game);
        all.insert(id.to_owned(), Slot::Open(table.clone()));
        drop(all);
        table.lock().conclude(&self.store).map_err(unsaved)?;
        Ok(table)
    }

    /// Creates a game.
    pub(crate) fn create(
        &self,
        app: &Arc<App>,
        session: &Session,
        request: &NewGameRequest,
    ) -> Result<(Arc<Table>, GameView), Refusal> {
        let clock = WallClock::new();
        let mut context = Context::new(CancelFlag::new(), &clock);
        context.caps = app.options.limits.caps;
        let nine =
            quadrille_api::game::GameBoard { size: 9, shape: None, givens: None, edges: None };
        let board = request.board.as_ref().unwrap_or(&nine);
        let rules = Arc::new(rules_of(board, request.ruleset.as_ref(), &context)?);
        let seed = request.seed.unwrap_or_else(random::seed);
        if seed >= 1 << 53 {
            return Err(Error::bad_request("`seed` is at most 9007199254740991").into());
        }
        let mut players = Vec::new();
        for name in &request.players {
            let player = Player::parse(name, &app.options.bots)?;
            if let Player::Agent(agent) = &player {
                agent
                    .supports(&rules)
                    .map_err(|error| Error::new(ErrorKind::Unsupported, error.to_string()))?;
            }
            players.push(player);
        }
        let players: [Player; 2] = players.try_into().ok().expect("there are two");
        let opening = match request.opening.as_deref() {
            None | Some("none") => Vec::new(),
            Some(text) => {
                let plies = text.strip_prefix("random:").and_then(|k| k.parse::<usize>().ok());
                let plies = plies.filter(|&plies| plies <= MOST_OPENING).ok_or_else(|| {
                    Error::bad_request(format!(
                        "`opening` is `random:K` with K up to {MOST_OPENING}"
                    ))
                })?;
                Openings::Random(plies).moves(&rules, seed, 0)
            }
        };
        let secrets = [0, 1].map(|seat| match players[seat] {
            Player::Person => Some(random::secret()),
            Player::Agent(_) => None,
        });
        let meta = Meta {
            id: random::secret()[..16].to_owned(),
            owner: session.id.clone(),
            secrets,
            created: now(),
            rematch: None,
        };
        let names = [0, 1].map(|seat| players[seat].name(&request.players[seat]));
        let referee = Referee::new(&Fixture { rules, opening, names, game: 0, seed });
        let game = Game::begin(meta, session.client(), referee, players);
        self.add(app, game, [true; 2])
    }

    /// Saves a new game, and returns it with the secrets of these seats.
    fn add(
        &self,
        app: &Arc<App>,
        game: Game,
        told: [bool; 2],
    ) -> Result<(Arc<Table>, GameView), Refusal> {
        eviction::evict(self, app)?;
        game.save(&self.store).map_err(unsaved)?;
        let mut view = game.view([false; 2]);
        tell(&mut view, &game.meta, told);
        let id = game.meta.id.clone();
        let table = Table::new(game);
        self.lock().insert(id, Slot::Open(table.clone()));
        Ok((table, view))
    }

    /// Returns a game as its creator got it.
    pub(crate) fn created(&self, app: &Arc<App>, id: &str) -> Result<GameView, Refusal> {
        let table = self.table(app, id)?;
        let game = table.lock();
        let mut view = game.view([false; 2]);
        tell(&mut view, &game.meta, [true; 2]);
        Ok(view)
    }

    /// Returns the games that a session has created, newest first.
    pub(crate) fn list(&self, app: &Arc<App>, owner: &str) -> GameList {
        let mut metas = Vec::new();
        let mut open = Vec::new();
        for slot in self.lock().values() {
            match slot {
                Slot::Closed(meta) => metas.push(meta.clone()),
                Slot::Open(table) => open.push(table.clone()),
            }
        }
        // Who has a game may wait for the list of them, so no game is locked together with it.
        metas.extend(open.iter().map(|table| table.lock().meta.clone()));
        metas.retain(|meta| meta.owner == owner);
        metas.sort_by(|a, b| (b.created, &b.id).cmp(&(a.created, &a.id)));
        let tables = metas.iter().take(LISTED).filter_map(|meta| self.table(app, &meta.id).ok());
        GameList { games: tables.map(|table| table.lock().summary()).collect() }
    }

    /// Deletes a game of a session.
    pub(crate) fn remove(&self, owner: &str, id: &str) -> Result<(), Refusal> {
        let require = |meta: &Meta| match meta.owner == owner {
            true => Ok(()),
            false => {
                let message = "only the session that created a game deletes it";
                Err(Refusal::new(ErrorKind::Forbidden, message))
            }
        };
        let mut all = self.lock();
        let table = match all.get(id).ok_or_else(not_found)? {
            Slot::Closed(meta) => {
                require(meta)?;
                all.remove(id);
                self.store.remove_game(id);
                return Ok(());
            }
            Slot::Open(table) => table.clone(),
        };
        drop(all);
        {
            let mut game = table.lock();
            require(&game.meta)?;
            game.remove();
            self.store.remove_game(id);
        }
        self.lock().remove(id);
        Ok(())
    }

    /// Shows a game to who has these secrets. Its clock starts if it is that player's turn.
    pub(crate) fn view(
        &self,
        app: &Arc<App>,
        id: &str,
        secret: Option<&str>,
    ) -> Result<GameView, Refusal> {
        let table = self.table(app, id)?;
        let view = {
            let mut game = table.lock();
            let yours = game.seats_of(secret);
            game.look(yours);
            let view = game.view(yours);
            game.try_again();
            view
        };
        wake(app, &table);
        Ok(view)
    }

    /// Returns the record as its lines.
    pub(crate) fn record(&self, app: &Arc<App>, id: &str) -> Result<String, Refusal> {
        Ok(self.table(app, id)?.lock().referee.record().to_lines())
    }

    /// Plays a move.
    pub(crate) fn play(
        &self,
        app: &Arc<App>,
        id: &str,
        secret: Option<&str>,
        request: &MoveRequest,
    ) -> Result<GameView, Refusal> {
        self.change(app, id, secret, request.ply, |game, yours| {
            let state = game.referee.state();
            let seat = state.seat();
            if !yours[seat.index()] {
                return Err(Refusal::new(ErrorKind::Forbidden, "it is not your turn"));
            }
            let mv = parse_move(&request.mv, state.rules().side())?;
            if let Move::Nowhere { .. } = mv {
                let message = "the board has no such cell or digit";
                return Err(Error::bad_request(message).into());
            }
            game.play(mv.into(), game.elapsed(), &self.store).map_err(unsaved)
        })
    }

    /// Takes back the caller's last move, or offers or accepts that between people.
    pub(crate) fn take_back(
        &self,
        app: &Arc<App>,
        id: &str,
        secret: Option<&str>,
        request: &SeatRequest,
    ) -> Result<GameView, Refusal> {
        self.change(app, id, secret, request.ply, |game, yours| game.take_back(yours, &self.store))
    }

    /// Resigns.
    pub(crate) fn resign(
        &self,
        app: &Arc<App>,
        id: &str,
        secret: Option<&str>,
        request: &SeatRequest,
    ) -> Result<GameView, Refusal> {
        self.change(app, id, secret, request.ply, |game, yours| {
            let seat = Seat::BOTH.into_iter().find(|seat| yours[seat.index()]);
            let mine = if yours == [true; 2] {
                game.referee.state().seat()
            } else {
                seat.expect("checked")
            };
            game.resign(mine, &self.store).map_err(unsaved)
        })
    }

    fn change(
        &self,
        app: &Arc<App>,
        id: &str,
        secret: Option<&str>,
        ply: u32,
        action: impl FnOnce(&mut Game, [bool; 2]) -> Result<(), Refusal>,
    ) -> Result<GameView, Refusal> {
        let table = self.table(app, id)?;
        let view = {
            let mut game = table.lock();
            let yours = game.players_of(secret)?;
            let conflict = |message: &str, game: &Game| {
                let (error, message) = (ErrorKind::Conflict, message.to_owned());
                let game = game.view(yours);
                Refusal::Conflict(Box::new(GameConflict { error, message, game }))
            };
            if game.referee.state().ply() != ply {
                return Err(conflict("the game has changed meanwhile", &game));
            }
            if game.is_over() {
                return Err(conflict("the game is over", &game));
            }
            game.look(yours);
            action(&mut game, yours)?;
            game.publish(&table.changes);
            game.view(yours)
        };
        wake(app, &table);
        Ok(view)
    }

    /// Starts the same game with seats swapped. The second call returns the game of the first.
    pub(crate) fn rematch(
        &self,
        app: &Arc<App>,
        id: &str,
        secret: Option<&str>,
        session: &Session,
    ) -> Result<GameView, Refusal> {
        let table = self.table(app, id)?;
        let mut game = table.lock();
        let yours = game.players_of(secret)?;
        if !game.is_over() {
            let game = game.view(yours);
            let (error, message) = (ErrorKind::Conflict, "the game is not over".to_owned());
            return Err(Refusal::Conflict(Box::new(GameConflict { error, message, game })));
        }
        if let Some(next) = game.meta.rematch.clone() {
            drop(game);
            return self.view(app, &next, secret);
        }
        let [first, second] = game.meta.secrets.clone();
        let meta = Meta {
            id: random::secret()[..16].to_owned(),
            owner: session.id.clone(),
            secrets: [second, first],
            created: now(),
            rematch: None,
        };
        let next = game.again(meta, session.client(), random::seed(), &app.options.bots)?;
        let id = next.meta.id.clone();
        let (new, view) = self.add(app, next, [yours[1], yours[0]])?;
        game.meta.rematch = Some(id);
        self.store.put_meta(&game.meta).map_err(unsaved)?;
        game.publish(&table.changes);
        drop(game);
        wake(app, &new);
        Ok(view)
    }
}

/// Adds the secrets of these seats to a view.
fn tell(view: &mut GameView, meta: &Meta, told: [bool; 2]) {
    let links = [1_u8, 2]
        .into_iter()
        .zip(meta.secrets.clone())
        .filter(|&(seat, _)| told[usize::from(seat - 1)]);
    let links: BTreeMap<u8, String> =
        links.filter_map(|(seat, secret)| Some((seat, secret?))).collect();
    view.yours = links.keys().copied().collect();
    view.seat_links = Some(links);
}

#[allow(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
fn unsaved(error: quadrille_storage::Error) -> Refusal {
    Refusal::new(ErrorKind::Busy, format!("the game cannot be saved: {error}"))
}

/// Returns the agent of a name. Programs run only if the operator has named them.
fn agent(name: &str, bots: &[crate::Bot]) -> Result<AgentName, Error> {
    if let Some(bot) = bots.iter().find(|bot| bot.name == name) {
        return Ok(bot.agent.clone());
    }
    let unknown = |message: String| Error::new(ErrorKind::UnknownName, message);
    // The parser accepts `cmd:`, which starts any program: what it returns decides, not the text.
    match AgentName::parse(name) {
        Ok(AgentName::Command(_)) => {
            Err(unknown("programs play only as bots that the operator has named".to_owned()))
        }
        // Before it is built: a table is allocated with its agent.
        Ok(agent) if agent.integer("hash").is_some_and(|mib| mib > MAX_HASH) => Err(Error::new(
            ErrorKind::TooLarge,
            format!("`hash` may be at most {MAX_HASH} here; the command line takes more"),
        )),
        Ok(agent) if agent.build().is_none() => {
            Err(unknown("write `human` for a person".to_owned()))
        }
        Ok(agent) => Ok(agent),
        Err(error) => Err(unknown(error.to_string())),
    }
}
