//! A game in progress, with its moves.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quadrille_arena::game::{GameRecord, MoveInfo, PlyRecord};
use quadrille_arena::{
    Effect, Fixture, Forfeit, GameState, Illegal, Move, Outcome, Played, Reason, Referee, Ruleset,
    Seat,
};
use quadrille_core::Puzzle;
use quadrille_formats::drawn;

use super::errors;
use super::moves::{Place, action_of, actions, checked_move_of, to_move, to_place};
use super::rules::{Options, arguments, is_usual};

/// What an agent says of its move, for records.
#[derive(Clone, Default)]
struct Said {
    nodes: u64,
    seconds: Option<f64>,
    info: Option<MoveInfo>,
}

/// A game and how it came to be.
#[derive(Clone)]
pub(crate) struct History {
    pub(crate) state: GameState,
    pub(crate) played: Vec<Played>,
    said: Vec<Said>,
    /// Who lost without a move and why.
    lost: Option<(Seat, Forfeit)>,
}

impl History {
    /// Returns the start of a game.
    pub(crate) fn new(rules: Arc<Ruleset>) -> Self {
        Self { state: GameState::new(rules), played: Vec::new(), said: Vec::new(), lost: None }
    }

    /// Plays a recorded game.
    pub(crate) fn of(record: &GameRecord) -> Result<Self, quadrille_arena::game::ReplayError> {
        let mut played = Vec::new();
        let state = record.replay(|_, ply| played.push(*ply))?;
        let said = record.plies.iter().map(|ply| Said {
            nodes: ply.nodes,
            seconds: ply.seconds,
            info: ply.info.clone(),
        });
        let loser = state.outcome().filter(|outcome| {
            matches!(outcome.reason, Reason::Time | Reason::Forfeit)
                && played.last().is_none_or(|last| last.effect != Effect::Forfeited)
        });
        let lost = loser.and_then(|outcome| {
            let seat = outcome.winner?.other();
            let detail = record.result.as_ref().and_then(|result| result.detail.as_deref());
            let why = match detail.and_then(|detail| detail.strip_prefix(&format!("{seat}: "))) {
                _ if outcome.reason == Reason::Time => Forfeit::Time,
                Some(why) => Forfeit::Failed(why.to_owned()),
                None => Forfeit::Resigned,
            };
            Some((seat, why))
        });
        Ok(Self { said: said.collect(), state, played, lost })
    }

    /// Plays a move, legal or not.
    ///
    /// # Panics
    /// When the game is over.
    pub(crate) fn play(&mut self, mv: Move) -> Played {
        let played = self.state.play(mv);
        self.played.push(played);
        self.said.push(Said::default());
        played
    }

    /// Returns the record, with a result if the game is over.
    fn record(&self, names: [String; 2], game: usize, seed: u64, opening: usize) -> GameRecord {
        let fixture = Fixture {
            rules: self.state.rules().clone(),
            opening: self.played[..opening].iter().map(|played| played.mv).collect(),
            names,
            game,
            seed,
        };
        let mut record = GameRecord::new(fixture.header());
        let mut past = GameState::new(fixture.rules);
        for (index, (played, said)) in self.played.iter().zip(&self.said).enumerate() {
            let again = past.play(played.mv);
            let (nodes, seconds) =
                if index < opening { (0, None) } else { (said.nodes, said.seconds) };
            let mut ply = PlyRecord::of(&past, &again, nodes, seconds);
            ply.info.clone_from(&said.info);
            record.plies.push(ply);
        }
        let mut referee = Referee::resume(record).expect("played by these rules");
        if let Some((seat, why)) = &self.lost {
            referee.fail(*seat, why, None);
        }
        referee.into_record()
    }

    /// Who lost without a move, and the reason in records.
    fn loss(&self) -> Option<(Seat, Reason)> {
        self.lost.as_ref().map(|(seat, why)| (*seat, why.reason()))
    }
}

/// A game: the native half of `quadrille.game.Game`.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct GameCore(Mutex<History>);

impl GameCore {
    /// Returns a game in Python's hands.
    pub(crate) fn of(history: History) -> Self {
        Self(Mutex::new(history))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, History> {
        // What a panic leaves is a position before or after a move.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the exception for a move in a game that is over.
pub(crate) fn over(py: Python<'_>, outcome: Outcome) -> PyErr {
    errors::illegal(py, &format!("the game is over: {}", outcome.reason.id()))
}

/// Returns the seat of a player: 1 or 2.
fn seat_of(py: Python<'_>, player: i64) -> PyResult<Seat> {
    match player {
        1 => Ok(Seat::First),
        2 => Ok(Seat::Second),
        other => Err(errors::wrong(py, &format!("player {other}; players are 1 and 2"))),
    }
}

/// Returns the name of an effect.
fn effect_id(effect: Effect) -> &'static str {
    match effect {
        Effect::Placed => "placed",
        Effect::Passed => "passed",
        Effect::Penalized => "penalized",
        Effect::Forfeited => "forfeited",
    }
}

#[pymethods]
impl GameCore {
    #[new]
    fn new(py: Python<'_>, options: Options) -> PyResult<Self> {
        Ok(Self::of(History::new(Arc::new(options.rules(py)?))))
    }

    /// The keyword arguments that make these rules, without defaults.
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = self.lock().state.rules().clone();
        arguments(py, &rules)
    }

    /// Side, rows and columns of a box.
    fn shape(&self) -> (usize, usize, usize) {
        let shape = self.lock().state.rules().board.shape();
        (shape.side(), shape.rows(), shape.columns())
    }

    /// Pass rule, rule for illegal attempts, bonus, pass cost and ply cap.
    fn rules(&self) -> (&'static str, &'static str, i32, i32, u32) {
        let history = self.lock();
        let rules = history.state.rules();
        (rules.passing.id(), rules.illegal.id(), rules.bonus, rules.pass_cost, rules.ply_cap)
    }

    /// The player to move, the ply, the scores, and whether the last move was a pass.
    fn status(&self) -> (u8, u32, (i32, i32), bool) {
        let history = self.lock();
        let state = &history.state;
        let [first, second] = state.scores();
        (state.seat().number(), state.ply(), (first, second), state.after_pass())
    }

    /// Scores, winner and reason, if the game is over.
    fn outcome(&self) -> Option<((i32, i32), Option<u8>, &'static str)> {
        let outcome = self.lock().state.outcome()?;
        let [first, second] = outcome.scores;
        Some(((first, second), outcome.winner.map(Seat::number), outcome.reason.id()))
    }

    /// The actions of the legal moves, ascending.
    fn legal(&self) -> Vec<usize> {
        let history = self.lock();
        let (mut moves, side) = (Vec::new(), history.state.rules().side());
        history.state.legal_moves(&mut moves);
        let action = |mv| match mv {
            Move::Place(candidate) => action_of(side, candidate),
            _ => actions(side) - 1,
        };
        moves.into_iter().map(action).collect()
    }

    fn is_legal(&self, place: Place) -> bool {
        let history = self.lock();
        history.state.is_legal(to_move(history.state.rules().side(), place))
    }

    /// The place of an action.
    fn place_of(&self, py: Python<'_>, action: i64) -> PyResult<Place> {
        let side = self.lock().state.rules().side();
        Ok(to_place(side, checked_move_of(py, side, action)?))
    }

    /// Plays a move; an illegal one only if `checked` is false. Returns its effect and its points.
    #[pyo3(signature = (place, checked))]
    fn push(&self, py: Python<'_>, place: Place, checked: bool) -> PyResult<(&'static str, i32)> {
        let mut history = self.lock();
        let side = history.state.rules().side();
        let mv = to_move(side, place);
        if let Some(outcome) = history.state.outcome() {
            return Err(over(py, outcome));
        }
        if checked && !history.state.is_legal(mv) {
            let rules = history.state.rules();
            let then = match rules.illegal_attempt(history.state.after_pass()) {
                Illegal::Forfeit => "would lose the game",
                _ => "would cost as much as a pass",
            };
            let name = mv.name(side);
            return Err(errors::illegal(py, &format!("illegal move {name}; it {then}")));
        }
        let played = history.play(mv);
        Ok((effect_id(played.effect), played.points))
    }

    /// Ends the game with a loss of a player.
    fn lose(&self, py: Python<'_>, player: i64, reason: &str) -> PyResult<()> {
        let mut history = self.lock();
        let seat = seat_of(py, player)?;
        let why = match reason {
            "forfeit" => Forfeit::Resigned,
            "time" => Forfeit::Time,
            other => return Err(errors::unknown(py, "reason", other, &["forfeit", "time"])),
        };
        if let Some(outcome) = history.state.outcome() {
            return Err(over(py, outcome));
        }
        history.state.lose(seat, why.reason());
        history.lost = Some((seat, why));
        Ok(())
    }

    /// Undoes the last move, or a loss without one. Returns the move.
    fn pop(&self, py: Python<'_>) -> PyResult<Option<(Place, &'static str)>> {
        let mut history = self.lock();
        if history.lost.take().is_some() {
            // Undoing a move is the way to undo the end of a game.
            let mut state = GameState::new(history.state.rules().clone());
            for played in &history.played {
                state.play(played.mv);
            }
            history.state = state;
            return Ok(None);
        }
        let Some(played) = history.played.pop() else {
            return Err(errors::illegal(py, "no move to take back"));
        };
        history.said.pop();
        history.state.undo(played);
        let place = to_place(history.state.rules().side(), played.mv);
        Ok(Some((place, effect_id(played.effect))))
    }

    /// The moves, with player, effect and points.
    fn moves(&self) -> Vec<(Place, u8, &'static str, i32)> {
        let history = self.lock();
        let side = history.state.rules().side();
        let item = |ply: &Played| {
            (to_place(side, ply.mv), ply.seat.number(), effect_id(ply.effect), ply.points)
        };
        history.played.iter().map(item).collect()
    }

    /// The player who lost without a move, and why.
    fn lost(&self) -> Option<(u8, &'static str)> {
        self.lock().loss().map(|(seat, reason)| (seat.number(), reason.id()))
    }

    fn copy(&self) -> Self {
        Self::of(self.lock().clone())
    }

    fn equals(&self, other: &Self) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        let other = other.lock().clone();
        let own = self.lock();
        (&own.state, own.loss()) == (&other.state, other.loss())
    }

    /// The digits, row by row; 0 for an empty cell.
    fn digits<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.lock().state.board().grid().snapshot())
    }

    /// The board as a puzzle on one line, which does not tell the shape of its boxes.
    fn board(&self, py: Python<'_>) -> PyResult<String> {
        let history = self.lock();
        let board = &history.state.rules().board;
        if !is_usual(board.shape()) {
            let message = format!("a puzzle on one line has no {} boxes", board.shape());
            return Err(errors::unsupported(py, &message));
        }
        let puzzle = Puzzle::new(history.state.board().grid(), board.edges().clone());
        Ok(puzzle.expect("placements are legal").to_string())
    }

    /// The board with borders around its boxes.
    fn draw(&self) -> String {
        let history = self.lock();
        let edges = history.state.rules().board.edges();
        let text = drawn(&history.state.board().grid(), edges, &|_, text| text.to_owned());
        text.trim_end().to_owned()
    }

    /// The lines of the record.
    fn record(
        &self,
        py: Python<'_>,
        players: (String, String),
        game: usize,
        seed: u64,
        opening: usize,
    ) -> PyResult<String> {
        let history = self.lock();
        let plies = history.played.len();
        if opening > plies {
            let message = format!("opening_plies {opening}; the game has {plies} plies");
            return Err(errors::wrong(py, &message));
        }
        Ok(history.record([players.0, players.1], game, seed, opening).to_lines())
    }

    /// Says what an agent said of the last move.
    #[pyo3(signature = (nodes, seconds, score, depth, line))]
    fn annotate(
        &self,
        nodes: u64,
        seconds: Option<f64>,
        score: Option<i32>,
        depth: Option<u32>,
        line: Vec<String>,
    ) {
        let mut history = self.lock();
        let info = MoveInfo { score, depth, line };
        let info = Some(info).filter(|info| *info != MoveInfo::default());
        if let Some(last) = history.said.last_mut() {
            *last = Said { nodes, seconds: seconds.filter(|it| it.is_finite()), info };
        }
    }

    /// The observation of a learner: see `quadrille.rl`.
    fn observation<'py>(&self, py: Python<'py>, player: i64) -> PyResult<Bound<'py, PyBytes>> {
        let seat = seat_of(py, player)?;
        Ok(PyBytes::new(py, &super::observation::observation(&self.lock().state, seat)))
    }

    /// Which actions are legal: a byte of 0 or 1 for each.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &super::observation::mask(&self.lock().state))
    }

    /// What each placement on an empty 4x4 board without edges leads to: its action, its points, and
    /// the key of the position after it, which is equal for all its images under symmetries.
    fn afterstates(&self, py: Python<'_>) -> PyResult<Vec<(usize, i32, u64)>> {
        super::canonical::afterstates(py, &self.lock().state)
    }

    /// The key of the position, equal for all its images under symmetries.
    fn key(&self, py: Python<'_>) -> PyResult<u64> {
        super::canonical::key(py, &self.lock().state)
    }
}
