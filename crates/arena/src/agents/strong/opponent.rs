//! What `strong` knows of its opponent, and how it plays for the opponent's mistakes.
//!
//! A search that expects the best replies sees no difference between moves that lose alike. But some
//! opponents always move as one of the [models](super::models) does. If no model move differs from
//! theirs and `strong` is behind late in the game, it looks for a line to the end of the game that
//! wins if they continue like that.
//!
//! Modeling an opponent by a search and checking the model against its moves is from Carmel &
//! Markovitch, "Learning models of opponent's strategy in game playing", 1993.

use quadrille_core::{Candidate, Rng, Stop};

use super::models::Model;
use super::search::Search;
use crate::agents::live_board::{LiveBoard, Spot, Undo, each};
use crate::game::{GameState, Move, Played, Seat};

/// How many of its last moves a model must have predicted. Other searches often agree with a model as
/// long as many moves are equally good and they take the first.
const STREAK: usize = 12;

/// How many lines are tried for a plan.
const LINES: u32 = 2000;

/// The part of a move's limits that may be spent until the models have been compared for the first time.
const FIRST: f64 = 0.1;

/// The same for later times, after the search.
const LATER: f64 = 0.75;

/// What is known of the opponent in one game.
pub(super) struct Opponent {
    /// The position in which it is to move.
    before: Option<LiveBoard>,
    /// How many moves it has made.
    moves: usize,
    /// The last of these with the positions before them, if the models have not been compared
    /// with them.
    unseen: Vec<(LiveBoard, Option<Candidate>)>,
    /// The models that may be right.
    models: Vec<Model>,
    /// Whether they have been compared with any move.
    compared: bool,
    /// The line that wins, from the next move on, with `None` for passes; empty if there is none.
    plan: Vec<Option<Candidate>>,
}

impl Default for Opponent {
    fn default() -> Self {
        let models = Model::ALL.to_vec();
        let (unseen, plan) = (Vec::new(), Vec::new());
        Self { before: None, moves: 0, unseen, models, compared: false, plan }
    }
}

impl Opponent {
    /// Notes a move of either player, with the state after it.
    pub(super) fn played(&mut self, own: Seat, state: &GameState, played: &Played) {
        let placed = match played.mv {
            Move::Place(candidate) => Some(candidate),
            _ => None,
        };
        let is_planned = self.plan.first() == Some(&placed);
        if is_planned {
            self.plan.remove(0);
        } else {
            self.plan.clear();
        }
        if played.seat == own {
            self.before = LiveBoard::new(state.board());
        } else if let Some(before) = self.before.take() {
            self.moves += 1;
            // What a plan expects is what the model predicts.
            if !is_planned {
                self.unseen.push((before, placed));
                self.unseen.drain(..self.unseen.len().saturating_sub(STREAK));
            }
        }
    }

    /// Returns whether a model may predict the opponent.
    pub(super) fn may_be_predicted(
        &mut self,
        search: &mut Search<'_, '_, '_>,
    ) -> Result<bool, Stop> {
        if self.moves < STREAK {
            return Ok(false);
        }
        if !self.compared {
            self.compare(search, FIRST)?;
        }
        Ok(!self.models.is_empty())
    }

    /// Compares the models with the moves that they have not been compared with, until a part of the
    /// limits has been spent. Gives up those that are wrong or take too long.
    fn compare(&mut self, search: &mut Search<'_, '_, '_>, part: f64) -> Result<(), Stop> {
        self.compared = true;
        let share = std::mem::replace(&mut search.share, part);
        let mut moves = std::mem::take(&mut self.unseen);
        let mut cancelled = Ok(());
        self.models.retain(|model| {
            moves.iter_mut().all(|(board, placed)| {
                std::mem::swap(&mut search.board, board);
                let chosen = model.choose(search);
                let chosen = chosen.map(|spot| spot.map(|spot| search.board.candidate(spot)));
                std::mem::swap(&mut search.board, board);
                if chosen == Err(Stop::Cancelled) {
                    cancelled = Err(Stop::Cancelled);
                }
                chosen == Ok(*placed)
            })
        });
        search.share = share;
        cancelled
    }

    /// Looks for a line to the end of the game that gains more than `goal` if the opponent moves as a
    /// model does that has predicted its last moves, until the limits of the search are reached.
    /// Returns its first placement if there is one.
    ///
    /// # Errors
    ///
    /// When the run is cancelled.
    pub(super) fn plan(
        &mut self,
        search: &mut Search<'_, '_, '_>,
        goal: i32,
    ) -> Result<Option<Candidate>, Stop> {
        self.compare(search, LATER)?;
        let Some(&model) = self.models.first() else { return Ok(None) };
        let board = &search.board;
        let before = self.plan.drain(..);
        // Moves may have been taken back since the line was planned.
        let step = |step: Option<Candidate>| match step {
            Some(placed) => board.spot(placed.cell.index(), placed.digit).map(Some),
            None => Some(None),
        };
        let before = before.map_while(step).collect();
        let line = match improve(search, model, before, goal) {
            Ok(line) => line.unwrap_or_default(),
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(_) => return Ok(None),
        };
        let candidate = |spot| search.board.candidate(spot);
        self.plan = line.into_iter().map(|step| step.map(candidate)).collect();
        Ok(self.plan.first().copied().flatten())
    }
}

/// Changes one of our own placements of a line at a time, has the opponent continue as the model
/// does and us two plies ahead, and keeps what gains as much or more. Returns the line as soon as
/// it gains more than `goal`.
fn improve(
    search: &mut Search<'_, '_, '_>,
    model: Model,
    mut best: Vec<Option<Spot>>,
    goal: i32,
) -> Result<Option<Vec<Option<Spot>>>, Stop> {
    let mut rng = Rng::from_seed(search.board.hash);
    let mut most = finish(search, model, &mut best)?;
    for _ in 0..LINES {
        if most > goal {
            break;
        }
        let mut line = best.clone();
        line.truncate(2 * rng.below(best.len().div_ceil(2)));
        let undos: Vec<Undo> =
            line.iter().flatten().map(|&spot| search.board.place(spot)).collect();
        let spot = draw(&search.board, &mut rng);
        for undo in undos.iter().rev() {
            search.board.undo(undo);
        }
        line.push(Some(spot));
        let gained = finish(search, model, &mut line)?;
        if gained >= most {
            (best, most) = (line, gained);
        }
    }
    Ok((most > goal).then_some(best))
}

/// Draws a placement, half of the time one of the two highest digits that are left.
fn draw(board: &LiveBoard, rng: &mut Rng) -> Spot {
    let least = if rng.below(2) == 0 { board.top() - 1 } else { 0 };
    let mut spots = Vec::new();
    for cell in each(board.live) {
        for digit in board.digits[cell] {
            if usize::from(digit.get()) >= least {
                spots.push(Spot { cell: cell as u8, digit });
            }
        }
    }
    *rng.pick(&spots).expect("we are to move in every position of a line")
}

/// Plays a line and continues to the end of the game, the opponent as the model does and we two
/// plies ahead. Extends the line by that, and returns what the player to move gains. The board is
/// as before then.
fn finish(
    search: &mut Search<'_, '_, '_>,
    model: Model,
    line: &mut Vec<Option<Spot>>,
) -> Result<i32, Stop> {
    let mut undos = Vec::with_capacity(search.board.live.count_ones() as usize);
    let mut gained = [0, 0];
    let mut ply = 0;
    let end = loop {
        // Moves may have been taken back since a line was planned.
        if line.get(ply).is_some_and(|step| step.is_some_and(|spot| !search.board.allows(spot))) {
            line.truncate(ply);
        }
        if search.board.live == 0 {
            break Ok(());
        }
        if ply == line.len() {
            let player = if ply % 2 == 0 { Model::TwoPlies } else { model };
            match player.choose(search) {
                Ok(step) => line.push(step),
                Err(stop) => break Err(stop),
            }
        } else if let Err(stop) = search.count() {
            break Err(stop);
        }
        match line[ply] {
            Some(spot) => {
                gained[ply % 2] += search.points(spot);
                undos.push(search.board.place(spot));
            }
            None => gained[ply % 2] += search.terms.scoring.pass(),
        }
        ply += 1;
    };
    for undo in undos.iter().rev() {
        search.board.undo(undo);
    }
    end.map(|()| gained[0] - gained[1])
}
