//! Many boards at once, a judged step on each with one call.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU8};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_core::{Candidate, Cell, Digit, Geometry, Meter, Puzzle, Rng};
use quadrille_logic::{Judge, Judgement, NotJudged, State};

use super::profile;
use crate::batch::read;
use crate::errors::exception;
use crate::game::errors;
use crate::rl::arrays::{Number, zeros};

/// The verdict of an action that writes or erases a note.
const NOTE: i32 = Judgement::IDS.len() as i32;
/// The most bytes of an array.
const MOST_BYTES: usize = 1 << 32;

/// What happens to wrong steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    /// They are not taken.
    Refuse,
    /// They end the board.
    End,
    /// They are taken where they have a place.
    Keep,
}

/// One of the boards.
struct Slot {
    judge: Judge<'static>,
    /// The number of the puzzle.
    puzzle: usize,
    steps: i32,
    /// How many boards were begun here.
    boards: u64,
    is_over: bool,
    rng: Rng,
}

/// The arrays that Python sees, a row for each board.
struct Arrays {
    actions: Arc<[AtomicI64]>,
    grid: Arc<[AtomicU8]>,
    candidates: Arc<[AtomicU8]>,
    notes: Arc<[AtomicU8]>,
    masks: Arc<[AtomicU8]>,
    verdicts: Arc<[AtomicI32]>,
    ratings: Arc<[AtomicI32]>,
    puzzles: Arc<[AtomicI32]>,
    steps: Arc<[AtomicI32]>,
    solved: Arc<[AtomicU8]>,
    terminated: Arc<[AtomicU8]>,
    truncated: Arc<[AtomicU8]>,
}

/// Many boards: the native half of `quadrille.ai.VectorEnv`.
///
/// An action is a number: the kind (0 places, 1 rules out, 2 writes or erases a note) times the cube of
/// the side, plus the cell times the side, plus the digit from 0.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct BoardsCore {
    side: usize,
    wrong: Wrong,
    most_steps: i32,
    resets: bool,
    arrays: Arrays,
    boards: Mutex<Boards>,
}

/// The boards themselves.
struct Boards {
    /// The boards at the start, with their solutions.
    starts: Vec<Judge<'static>>,
    slots: Vec<Slot>,
    seed: u64,
}

impl BoardsCore {
    fn lock(&self) -> MutexGuard<'_, Boards> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cube(&self) -> usize {
        self.side * self.side * self.side
    }

    /// Begins the next board of a slot.
    fn begin(&self, index: usize, starts: &[Judge<'static>], seed: u64, slot: &mut Slot) {
        let names = [&index.to_string()[..], &slot.boards.to_string()];
        slot.puzzle = Rng::derive(seed, &["boards", names[0], names[1]]).below(starts.len());
        slot.judge = starts[slot.puzzle].clone();
        (slot.steps, slot.is_over) = (0, false);
        slot.boards += 1;
        for byte in &self.arrays.notes[index * self.cube()..][..self.cube()] {
            byte.store(0, Relaxed);
        }
        for cell in (0..self.side * self.side).map(Cell::new) {
            self.show_cell(index, cell, slot);
        }
        self.show(index, slot);
    }

    /// Shows a cell: its digit, its candidates, and which actions it has.
    fn show_cell(&self, index: usize, cell: Cell, slot: &Slot) {
        let (value, mask) = (slot.judge.value(cell), slot.judge.mask(cell));
        let (arrays, cube) = (&self.arrays, self.cube());
        arrays.grid[index * self.side * self.side + cell.index()].store(value, Relaxed);
        for digit in 0..self.side {
            let (at, has) = (cell.index() * self.side + digit, (mask >> digit & 1) as u8);
            arrays.candidates[index * cube + at].store(has, Relaxed);
            let actions = &arrays.masks[3 * index * cube..];
            actions[at].store(has, Relaxed);
            actions[cube + at].store(has, Relaxed);
            actions[2 * cube + at].store((value == 0).into(), Relaxed);
        }
    }

    fn show(&self, index: usize, slot: &Slot) {
        self.arrays.puzzles[index].store(slot.puzzle as i32, Relaxed);
        self.arrays.steps[index].store(slot.steps, Relaxed);
    }

    /// Takes an action on a board.
    fn act(
        &self,
        index: usize,
        action: usize,
        starts: &[Judge<'static>],
        seed: u64,
        slot: &mut Slot,
    ) {
        let arrays = &self.arrays;
        let (kind, rest) = (action / self.cube(), action % self.cube());
        let (cell, digit) = (Cell::new(rest / self.side), rest % self.side);
        let (mut verdict, mut rating, mut is_wrong) = (NOTE, 0, false);
        if !slot.is_over {
            slot.steps += 1;
        }
        if kind == 2 {
            let note = &arrays.notes[index * self.cube() + rest];
            if slot.judge.value(cell) == 0 {
                note.store(1 - note.load(Relaxed), Relaxed);
            } else {
                verdict = Judgement::Idle.number() as i32;
            }
        } else {
            let digit = Digit::new(digit as u8 + 1).expect("a digit of the board");
            let step = State { candidate: Candidate { cell, digit }, is_on: kind == 0 };
            let judged = slot.judge.judge(step, &mut Meter::unlimited());
            let judged = judged.expect("there is no limit");
            verdict = judged.number() as i32;
            if let Judgement::Deducible(step) = &judged {
                rating = step.rating as i32;
            }
            is_wrong = matches!(judged, Judgement::False | Judgement::Unsolvable);
            if (!is_wrong || self.wrong == Wrong::Keep) && slot.judge.take(step) {
                self.show_cell(index, cell, slot);
                if step.is_on {
                    for &peer in Geometry::of(slot.judge.solution().grid().shape()).peers(cell) {
                        self.show_cell(index, peer, slot);
                    }
                }
            }
        }
        let is_solved = slot.judge.is_solved();
        let ends = is_solved || is_wrong && self.wrong == Wrong::End;
        let is_cut = !ends && slot.steps >= self.most_steps;
        arrays.verdicts[index].store(verdict, Relaxed);
        arrays.ratings[index].store(rating, Relaxed);
        arrays.solved[index].store(is_solved.into(), Relaxed);
        arrays.terminated[index].store(ends.into(), Relaxed);
        arrays.truncated[index].store(is_cut.into(), Relaxed);
        slot.is_over = ends || is_cut;
        if slot.is_over && self.resets {
            self.begin(index, starts, seed, slot);
        }
        self.show(index, slot);
    }
}

#[pymethods]
impl BoardsCore {
    /// Makes that many boards of these puzzles, which have one size.
    #[new]
    #[allow(clippy::too_many_arguments, reason = "the Python half gives them names")]
    fn new(
        py: Python<'_>,
        puzzles: Vec<String>,
        count: usize,
        profile_id: &str,
        max_rating: Option<f64>,
        wrong: &str,
        most_steps: i32,
        resets: bool,
        seed: u64,
    ) -> PyResult<Self> {
        let profile = profile(py, profile_id)?;
        let wrong = match wrong {
            "refuse" => Wrong::Refuse,
            "end" => Wrong::End,
            "keep" => Wrong::Keep,
            other => {
                return Err(errors::unknown(py, "wrong", other, &["refuse", "end", "keep"]));
            }
        };
        let read = |(row, text): (usize, &String)| {
            read(text.as_bytes()).map_err(|fault| exception(py, &fault.error, Some(row)))
        };
        let puzzles: Vec<Puzzle> = puzzles.iter().enumerate().map(read).collect::<PyResult<_>>()?;
        let Some(shape) = puzzles.first().map(Puzzle::shape) else {
            return Err(errors::wrong(py, "no puzzles"));
        };
        let starts = py.detach(|| {
            let start = |(row, puzzle): (usize, &Puzzle)| {
                if puzzle.shape() != shape {
                    let found = puzzle.shape();
                    return Err(format!("puzzle {row} has boxes of {found}, the first {shape}"));
                }
                let judge = Judge::new(puzzle, None, None, profile, &mut Meter::unlimited());
                let judge =
                    judge.map_err(|NotJudged(why)| format!("puzzle {row}: {}", why.id()))?;
                let judge = match max_rating {
                    Some(rating) => judge.up_to((10.0 * rating).round() as u32),
                    None => judge.without_last_resorts(),
                };
                Ok(judge.without_evidence())
            };
            puzzles.iter().enumerate().map(start).collect::<Result<Vec<_>, String>>()
        });
        let starts = starts.map_err(|message| errors::wrong(py, &message))?;
        let side = shape.side();
        let cube = side * side * side;
        let bytes = count.checked_mul(3 * cube).filter(|bytes| *bytes <= MOST_BYTES);
        if count == 0 || bytes.is_none() {
            let most = MOST_BYTES / (3 * cube);
            return Err(errors::wrong(py, &format!("{count} boards; from 1 to {most}")));
        }
        let arrays = Arrays {
            actions: zeros(count),
            grid: zeros(count * side * side),
            candidates: zeros(count * cube),
            notes: zeros(count * cube),
            masks: zeros(3 * count * cube),
            verdicts: zeros(count),
            ratings: zeros(count),
            puzzles: zeros(count),
            steps: zeros(count),
            solved: zeros(count),
            terminated: zeros(count),
            truncated: zeros(count),
        };
        let slots = (0..count)
            .map(|_| Slot {
                judge: starts[0].clone(),
                puzzle: 0,
                steps: 0,
                boards: 0,
                is_over: false,
                rng: Rng::from_seed(0),
            })
            .collect();
        let boards = Mutex::new(Boards { starts, slots, seed });
        let core = Self { side, wrong, most_steps, resets, arrays, boards };
        core.reset(py, seed);
        Ok(core)
    }

    /// The arrays, by name.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (arrays, side) = (&self.arrays, self.side);
        let count = arrays.actions.len();
        let cube = vec![count, side, side, side];
        let found = PyDict::new(py);
        found.set_item("actions", Number::array(&arrays.actions, vec![count]))?;
        found.set_item("grid", Number::array(&arrays.grid, vec![count, side, side]))?;
        found.set_item("candidates", Number::array(&arrays.candidates, cube.clone()))?;
        found.set_item("notes", Number::array(&arrays.notes, cube))?;
        found
            .set_item("action_mask", Number::array(&arrays.masks, vec![count, 3 * self.cube()]))?;
        found.set_item("verdict", Number::array(&arrays.verdicts, vec![count]))?;
        found.set_item("rating", Number::array(&arrays.ratings, vec![count]))?;
        found.set_item("puzzle", Number::array(&arrays.puzzles, vec![count]))?;
        found.set_item("steps", Number::array(&arrays.steps, vec![count]))?;
        found.set_item("solved", Number::array(&arrays.solved, vec![count]))?;
        found.set_item("terminated", Number::array(&arrays.terminated, vec![count]))?;
        found.set_item("truncated", Number::array(&arrays.truncated, vec![count]))?;
        Ok(found)
    }

    /// The side of the boards.
    fn side(&self) -> usize {
        self.side
    }

    /// The solution of a puzzle.
    fn solution(&self, puzzle: usize) -> Option<String> {
        Some(self.lock().starts.get(puzzle)?.solution().to_string())
    }

    /// Begins all boards from the first one of a seed.
    fn reset(&self, py: Python<'_>, seed: u64) {
        py.detach(|| {
            let Boards { starts, slots, seed: own } = &mut *self.lock();
            *own = seed;
            for (index, slot) in slots.iter_mut().enumerate() {
                slot.boards = 0;
                slot.rng = Rng::derive(seed, &["random", &index.to_string()]);
                self.begin(index, starts, seed, slot);
            }
        });
    }

    /// Takes the actions in the array of actions, one on each board; none if one of them is no action.
    fn step(&self, py: Python<'_>) -> PyResult<()> {
        let last = 3 * self.cube() as i64;
        let wrong = py.detach(|| {
            let Boards { starts, slots, seed } = &mut *self.lock();
            let action = |index: usize| self.arrays.actions[index].load(Relaxed);
            let wrong = (0..slots.len()).find(|&index| !(0..last).contains(&action(index)));
            if wrong.is_none() {
                for (index, slot) in slots.iter_mut().enumerate() {
                    // Another thread may have changed it since.
                    let action = action(index).clamp(0, last - 1) as usize;
                    self.act(index, action, starts, *seed, slot);
                }
            }
            wrong.map(|index| (index, action(index)))
        });
        match wrong {
            None => Ok(()),
            Some((index, action)) => {
                let last = last - 1;
                let message = format!("board {index}: action {action}; actions are 0 to {last}");
                Err(errors::wrong(py, &message))
            }
        }
    }

    /// Writes a random action for each board, a candidate to place or to rule out, all equally likely.
    fn draw(&self, py: Python<'_>) {
        py.detach(|| {
            for (index, slot) in self.lock().slots.iter_mut().enumerate() {
                let cells = || (0..self.side * self.side).map(Cell::new);
                let all: usize =
                    cells().map(|cell| slot.judge.mask(cell).count_ones() as usize).sum();
                let mut nth = slot.rng.below((2 * all).max(1));
                let kind = usize::from(nth >= all);
                nth -= if kind == 1 { all } else { 0 };
                let mut action = 0;
                for cell in cells() {
                    let mut mask = slot.judge.mask(cell);
                    let count = mask.count_ones() as usize;
                    if nth < count {
                        (0..nth).for_each(|_| mask &= mask - 1);
                        let digit = mask.trailing_zeros() as usize;
                        action = kind * self.cube() + cell.index() * self.side + digit;
                        break;
                    }
                    nth -= count;
                }
                self.arrays.actions[index].store(action as i64, Relaxed);
            }
        });
    }
}
