//! Many games at once, a move in each with one call.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU8};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_arena::tournament::Openings;
use quadrille_arena::{Effect, GameState, Move, Outcome, Played, Reason, Seat};
use quadrille_core::{Cell, DigitSet, Rng};

use super::arrays::{Number, zeros};
use crate::game::errors;
use crate::game::moves::{action_of, actions, move_of};
use crate::game::state::GameCore;

/// The most bytes of masks.
const MOST_BYTES: usize = 1 << 32;

/// What a learner is paid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reward {
    /// The points that a move gains on the opponent.
    Margin,
    /// 1 for a win and -1 for a loss, at the end.
    Win,
}

impl Reward {
    /// Returns the one of that name.
    pub(crate) fn from_id(py: Python<'_>, id: &str) -> PyResult<Self> {
        match id {
            "margin" => Ok(Self::Margin),
            "win" => Ok(Self::Win),
            other => Err(errors::unknown(py, "reward", other, &["margin", "win"])),
        }
    }

    /// Returns what a move pays to its player; the opponent is paid the opposite. A game that is lost
    /// by an illegal move ends with a margin of at least the bonus of a house.
    fn of(self, state: &GameState, played: &Played, outcome: Option<&Outcome>) -> i32 {
        match self {
            Self::Margin if played.effect == Effect::Forfeited => {
                let scores = state.scores();
                let ahead = scores[played.seat.index()] - scores[played.seat.other().index()];
                -(ahead.max(0) + state.rules().bonus)
            }
            Self::Margin => played.points,
            Self::Win => match outcome.and_then(|outcome| outcome.winner) {
                Some(winner) if winner == played.seat => 1,
                Some(_) => -1,
                None => 0,
            },
        }
    }
}

/// One of the games.
struct Slot {
    state: GameState,
    /// The legal digits of each cell that the mask shows.
    shown: Vec<DigitSet>,
    /// How many games were begun here.
    games: u64,
    /// For random actions.
    rng: Rng,
}

/// The arrays that Python sees, a row for each game.
struct Arrays {
    actions: Arc<[AtomicI64]>,
    boards: Arc<[AtomicU8]>,
    masks: Arc<[AtomicU8]>,
    turns: Arc<[AtomicU8]>,
    after_pass: Arc<[AtomicU8]>,
    scores: Arc<[AtomicI32]>,
    plies: Arc<[AtomicI32]>,
    rewards: Arc<[AtomicI32]>,
    terminated: Arc<[AtomicU8]>,
    truncated: Arc<[AtomicU8]>,
    final_scores: Arc<[AtomicI32]>,
}

/// The games themselves.
struct Games {
    start: GameState,
    slots: Vec<Slot>,
    seed: u64,
}

/// Many games: the native half of `quadrille.rl.VectorEnv`.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct GamesCore {
    side: usize,
    opening: usize,
    reward: Reward,
    arrays: Arrays,
    games: Mutex<Games>,
}

impl GamesCore {
    fn lock(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the next game of a slot.
    fn begin(&self, index: usize, start: &GameState, seed: u64, slot: &mut Slot) {
        slot.state = start.clone();
        if self.opening > 0 {
            let name = [&index.to_string()[..], &slot.games.to_string()];
            let seed = Rng::derive(seed, &["vector", name[0], name[1]]).bits();
            for mv in Openings::Random(self.opening).moves(start.rules(), seed, 0) {
                slot.state.play(mv);
            }
        }
        slot.games += 1;
        let board = slot.state.board();
        slot.shown.clear();
        slot.shown.extend_from_slice(board.legal_by_cell());
        let cells = self.side * self.side;
        let mask = &self.arrays.masks[index * actions(self.side)..][..actions(self.side)];
        for (digits, shown) in mask.chunks_exact(self.side).zip(&slot.shown) {
            for (byte, digit) in digits.iter().zip(1..) {
                byte.store(shown.iter().any(|it| it.get() == digit).into(), Relaxed);
            }
        }
        for (byte, cell) in self.arrays.boards[index * cells..][..cells].iter().zip(0..) {
            byte.store(board.get(Cell::new(cell)).map_or(0, |digit| digit.get()), Relaxed);
        }
        self.show(index, slot);
    }

    /// Shows what can change with every move, but the digits and the placements.
    fn show(&self, index: usize, slot: &Slot) {
        let (state, arrays) = (&slot.state, &self.arrays);
        arrays.masks[(index + 1) * actions(self.side) - 1].store(state.may_pass().into(), Relaxed);
        arrays.turns[index].store(state.seat().index() as u8, Relaxed);
        arrays.after_pass[index].store(state.after_pass().into(), Relaxed);
        arrays.plies[index].store(state.ply().cast_signed(), Relaxed);
        for seat in Seat::BOTH {
            arrays.scores[2 * index + seat.index()].store(state.scores()[seat.index()], Relaxed);
        }
    }

    /// Removes the placements from the mask that a placement made illegal: those of its cell, its
    /// peers, and the cells joined to it, which are peers.
    fn unmask(&self, index: usize, cell: Cell, slot: &mut Slot) {
        let Slot { state, shown, .. } = slot;
        let board = state.board();
        let mask = &self.arrays.masks[index * actions(self.side)..];
        let legal = board.legal_by_cell();
        for &peer in board.geometry().peers(cell).iter().chain([&cell]) {
            let gone = shown[peer.index()] - legal[peer.index()];
            if !gone.is_empty() {
                for digit in gone {
                    mask[peer.index() * self.side + usize::from(digit.get()) - 1].store(0, Relaxed);
                }
                shown[peer.index()] = legal[peer.index()];
            }
        }
    }

    /// Plays a move in a game, and begins the next game if that ends it.
    fn play(&self, index: usize, mv: Move, start: &GameState, seed: u64, slot: &mut Slot) {
        let arrays = &self.arrays;
        let played = slot.state.play(mv);
        let outcome = slot.state.outcome();
        let reward = self.reward.of(&slot.state, &played, outcome.as_ref());
        arrays.rewards[index].store(reward, Relaxed);
        let is_capped = outcome.is_some_and(|outcome| outcome.reason == Reason::PlyCap);
        arrays.terminated[index].store((outcome.is_some() && !is_capped).into(), Relaxed);
        arrays.truncated[index].store(is_capped.into(), Relaxed);
        if let Some(outcome) = outcome {
            for (place, score) in arrays.final_scores[2 * index..].iter().zip(outcome.scores) {
                place.store(score, Relaxed);
            }
            return self.begin(index, start, seed, slot);
        }
        if let (Effect::Placed, Move::Place(candidate)) = (played.effect, mv) {
            let cell = index * self.side * self.side + candidate.cell.index();
            arrays.boards[cell].store(candidate.digit.get(), Relaxed);
            self.unmask(index, candidate.cell, slot);
        }
        self.show(index, slot);
    }
}

#[pymethods]
impl GamesCore {
    /// Makes that many games that begin like one without moves.
    #[new]
    fn new(
        py: Python<'_>,
        start: &GameCore,
        count: usize,
        reward: &str,
        opening: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let start = GameState::new(start.lock().state.rules().clone());
        if let Some(outcome) = start.outcome() {
            return Err(errors::wrong(
                py,
                &format!("no move is possible: {}", outcome.reason.id()),
            ));
        }
        let side = start.rules().side();
        let bytes = count.checked_mul(actions(side)).filter(|bytes| *bytes <= MOST_BYTES);
        if count == 0 || bytes.is_none() {
            let message = format!("games {count}; from 1 to {}", MOST_BYTES / actions(side));
            return Err(errors::wrong(py, &message));
        }
        let arrays = Arrays {
            actions: zeros(count),
            boards: zeros(count * side * side),
            masks: zeros(count * actions(side)),
            turns: zeros(count),
            after_pass: zeros(count),
            scores: zeros(2 * count),
            plies: zeros(count),
            rewards: zeros(count),
            terminated: zeros(count),
            truncated: zeros(count),
            final_scores: zeros(2 * count),
        };
        let games = Games { start, slots: Vec::new(), seed };
        let reward = Reward::from_id(py, reward)?;
        let core = Self { side, opening, reward, arrays, games: Mutex::new(games) };
        py.detach(|| {
            let mut games = core.lock();
            let start = games.start.clone();
            games.slots = (0..count)
                .map(|_| Slot {
                    state: start.clone(),
                    shown: Vec::new(),
                    games: 0,
                    rng: Rng::from_seed(0),
                })
                .collect();
        });
        core.reset(py, seed);
        Ok(core)
    }

    /// The arrays, by name.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (arrays, side) = (&self.arrays, self.side);
        let count = arrays.actions.len();
        let found = PyDict::new(py);
        found.set_item("actions", Number::array(&arrays.actions, vec![count]))?;
        found.set_item("board", Number::array(&arrays.boards, vec![count, side, side]))?;
        found.set_item("action_mask", Number::array(&arrays.masks, vec![count, actions(side)]))?;
        found.set_item("turn", Number::array(&arrays.turns, vec![count]))?;
        found.set_item("after_pass", Number::array(&arrays.after_pass, vec![count]))?;
        found.set_item("scores", Number::array(&arrays.scores, vec![count, 2]))?;
        found.set_item("ply", Number::array(&arrays.plies, vec![count]))?;
        found.set_item("rewards", Number::array(&arrays.rewards, vec![count]))?;
        found.set_item("terminated", Number::array(&arrays.terminated, vec![count]))?;
        found.set_item("truncated", Number::array(&arrays.truncated, vec![count]))?;
        found.set_item("final_scores", Number::array(&arrays.final_scores, vec![count, 2]))?;
        Ok(found)
    }

    /// Begins all games from the first one of a seed.
    fn reset(&self, py: Python<'_>, seed: u64) {
        py.detach(|| {
            let mut games = self.lock();
            let Games { start, slots, seed: own } = &mut *games;
            *own = seed;
            for (index, slot) in slots.iter_mut().enumerate() {
                slot.games = 0;
                slot.rng = Rng::derive(seed, &["random", &index.to_string()]);
                self.begin(index, start, seed, slot);
                let arrays = &self.arrays;
                arrays.rewards[index].store(0, Relaxed);
                arrays.terminated[index].store(0, Relaxed);
                arrays.truncated[index].store(0, Relaxed);
            }
        });
    }

    /// Plays the actions in the array of actions, one in each game; none if one of them is no action.
    fn step(&self, py: Python<'_>) -> PyResult<()> {
        let wrong = py.detach(|| {
            let mut games = self.lock();
            let Games { start, slots, seed } = &mut *games;
            let action = |index: usize| self.arrays.actions[index].load(Relaxed);
            let last = actions(self.side) as i64;
            let wrong = (0..slots.len()).find(|&index| !(0..last).contains(&action(index)));
            if wrong.is_none() {
                for (index, slot) in slots.iter_mut().enumerate() {
                    // Another thread may have changed it since.
                    let mv = move_of(self.side, action(index)).unwrap_or(Move::Pass);
                    self.play(index, mv, start, *seed, slot);
                }
            }
            wrong.map(|index| (index, action(index)))
        });
        match wrong {
            None => Ok(()),
            Some((index, action)) => {
                let last = actions(self.side) - 1;
                let message = format!(
                    "game {index}: action {action}; actions are 0 to {last}, the last one passes"
                );
                Err(errors::wrong(py, &message))
            }
        }
    }

    /// Writes a random legal action for each game, all equally likely.
    fn draw(&self, py: Python<'_>) {
        py.detach(|| {
            let mut games = self.lock();
            for (index, slot) in games.slots.iter_mut().enumerate() {
                let board = slot.state.board();
                let most = board.pairs() + usize::from(slot.state.may_pass());
                let mut nth = slot.rng.below(most);
                let mut action = actions(self.side) - 1;
                for (cell, legal) in board.legal_by_cell().iter().enumerate() {
                    if nth < legal.len() {
                        let digit = legal.iter().nth(nth).expect("below their number");
                        let cell = Cell::new(cell);
                        action = action_of(self.side, quadrille_core::Candidate { cell, digit });
                        break;
                    }
                    nth -= legal.len();
                }
                self.arrays.actions[index].store(action as i64, Relaxed);
            }
        });
    }
}
