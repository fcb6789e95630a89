//! Batches of boards for the kernel, with validated solutions and the limits of a meter.
//!
//! The kernel's answer to a board does not depend on its batch. A batch therefore gives the same
//! answers, stops and counters as asking about one board after the other.
//!
//! The kernel knows limits on nodes and a cancel flag, but no clock. With a limit on time, a search
//! is cut into pieces that grow fourfold; each restarts the search and skips the solutions already
//! reported, which come in the same order every time. That costs a third at most.

use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_simd::{self as simd, Answer, Backend, Limits, Masks};

use crate::board::{BoxShape, Puzzle, ValidNine};
use crate::control::{CancelFlag, Counter, Meter, Stop};

/// The number of boards at which batches are fastest; more only take more memory.
pub const BATCH: usize = 1024;

/// Nodes of the first piece of a search with a limit on time.
const FIRST_PIECE: u64 = 1 << 10;
/// No first piece takes longer than this.
const FIRST_PIECE_TIME: Duration = Duration::from_millis(1);

/// Returns whether the kernel can solve a puzzle.
pub fn supports(puzzle: &Puzzle) -> bool {
    puzzle.shape() == BoxShape::NINE && puzzle.edges().is_empty()
}

/// The boards of a batch.
#[derive(Clone, Copy)]
pub enum Boards<'a> {
    /// Row-major symbols: `1` to `9` are givens, any other byte is an empty cell.
    Texts(&'a [&'a [u8; 81]]),
    /// Candidates, as the kernel takes them.
    Masks(&'a [Masks]),
}

impl Boards<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Texts(texts) => texts.len(),
            Self::Masks(masks) => masks.len(),
        }
    }

    fn masks(&self, index: usize) -> Masks {
        match self {
            Self::Texts(texts) => texts[index].map(|symbol| match symbol {
                b'1'..=b'9' => candidates_of(symbol - b'0'),
                _ => ALL,
            }),
            Self::Masks(masks) => masks[index],
        }
    }

    /// Validates a solution of one of the boards.
    ///
    /// # Panics
    /// When the validator rejects it, which is a bug in the kernel.
    fn validated<'d>(&self, index: usize, digits: &'d [u8; 81]) -> ValidNine<'d> {
        let valid = match self {
            Self::Texts(texts) => ValidNine::of_text(texts[index], digits),
            Self::Masks(masks) => ValidNine::of_masks(&masks[index], digits),
        };
        valid.expect("kernel solutions are valid")
    }
}

const ALL: u16 = 0x1ff;

/// The candidates of a cell with each digit, and all of them for 0.
const CANDIDATES: [u16; 16] = {
    let mut table = [ALL; 16];
    let mut digit = 1;
    while digit < 10 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

/// Returns the candidates of a cell with a digit, all of them for 0. By a table, since a branch
/// cannot be predicted, and few processors shift each element of a vector by its own distance.
#[inline]
fn candidates_of(digit: u8) -> u16 {
    CANDIDATES[usize::from(digit % 16)]
}

/// Returns the candidates that a puzzle states, before any inference.
pub fn masks(puzzle: &Puzzle) -> Masks {
    let mut masks = [ALL; 81];
    if let Some(marks) = puzzle.marks() {
        for (mask, digits) in masks.iter_mut().zip(marks.cells()) {
            *mask = digits.bits() as u16;
        }
    } else {
        let digits = puzzle.givens().nine().expect("boards of the kernel are 9x9");
        for (mask, digit) in masks.iter_mut().zip(digits) {
            *mask = candidates_of(digit);
        }
    }
    masks
}

/// Receives what the kernel finds. The boards come in no particular order.
pub trait Sink {
    /// Receives solution number `nth` of a board, in depth-first order. Breaking ends the search of
    /// that board.
    fn solution(&mut self, index: usize, nth: u64, valid: &ValidNine<'_>) -> ControlFlow<()>;

    /// Receives the number of solutions of a board, whether that is final, and the nodes visited.
    fn done(&mut self, index: usize, count: u64, decided: bool, nodes: u64);
}

/// Sends a batch to the kernel, which reports to `sink`. All other functions of the engine that use
/// batches call this one.
///
/// # Panics
/// When the validator rejects a solution, which is a bug in the kernel.
pub fn run(boards: Boards<'_>, limits: Limits, cancel: &CancelFlag, sink: &mut impl Sink) {
    let mut sink = Validated { boards, sink };
    let (backend, cancel) = (Backend::best(), cancel.as_atomic());
    match boards {
        Boards::Texts(texts) => simd::solve_texts(backend, texts, limits, cancel, &mut sink),
        Boards::Masks(masks) => simd::solve_each(backend, masks, limits, cancel, &mut sink),
    };
}

/// Validates what passes through.
struct Validated<'a, S> {
    boards: Boards<'a>,
    sink: &'a mut S,
}

impl<S: Sink> simd::Sink for Validated<'_, S> {
    fn solution(&mut self, index: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        self.sink.solution(index, nth, &self.boards.validated(index, digits))
    }

    fn done(&mut self, index: usize, count: u64, decided: bool, nodes: u64) {
        self.sink.done(index, count, decided, nodes);
    }
}

/// Receives the answers of [`solve_boards`]. The boards come in no particular order.
pub trait Receiver {
    /// Receives solution number `nth` of a board. With a limit on time, the same solution may come
    /// more than once.
    fn solution(&mut self, index: usize, nth: u64, valid: &ValidNine<'_>);

    /// Receives the number of solutions of a board, the reason why there are no more, and how many
    /// guesses were tried.
    fn done(&mut self, index: usize, count: u64, stop: Stop, guesses: u64);
}

/// Searches each board for up to `limit` solutions (0 = all). Each board gets the limits of the
/// meter to itself; guesses are added to its counters.
///
/// A limit on time does not include the first piece of a search, in which all boards take part.
/// A board that needs more is searched again by itself, and its clock starts then. If the limit is
/// shorter than a first piece may take, each board is searched by itself from the beginning.
pub fn solve_boards(
    boards: Boards<'_>,
    limit: u64,
    meter: &mut Meter<'_>,
    receiver: &mut impl Receiver,
) {
    let allowed = guesses_left(&meter.renewed());
    let first_piece = first_piece(meter);
    let nodes = (allowed + 1).min(first_piece);
    let cancel = meter.cancel_flag().clone();
    let (over, open) = (nodes > allowed, Vec::new());
    let mut pass = FirstPass { receiver, cancel: &cancel, limit, over, guesses: 0, open };
    if first_piece == 0 {
        pass.open.extend(0..boards.len());
    } else {
        run(boards, Limits::solutions(limit).nodes(nodes), &cancel, &mut pass);
    }
    let FirstPass { open, guesses, .. } = pass;
    meter.note_many(Counter::Branch, guesses);
    for index in open {
        let mut own = meter.renewed();
        let mut count = 0;
        let stop = solve_one(&boards.masks(index), limit, &mut own, &mut |valid| {
            receiver.solution(index, count, valid);
            count += 1;
            ControlFlow::Continue(())
        });
        meter.add(&own);
        receiver.done(index, count, stop, own.counters[Counter::Branch]);
    }
}

/// Returns how many nodes of each search of a batch no clock measures: all of them unless time is
/// limited, and none if the limit is shorter than a first piece may take.
pub fn first_piece(meter: &Meter<'_>) -> u64 {
    match [meter.limits().time, meter.limits().cpu_time].into_iter().flatten().min() {
        None => u64::MAX,
        Some(time) if time < FIRST_PIECE_TIME => 0,
        Some(_) => FIRST_PIECE,
    }
}

/// All boards at once, up to the limit on nodes or the end of the first piece.
struct FirstPass<'a, R> {
    receiver: &'a mut R,
    cancel: &'a CancelFlag,
    limit: u64,
    /// Whether a board that is not decided has used up its nodes.
    over: bool,
    guesses: u64,
    /// Boards that need more time.
    open: Vec<usize>,
}

impl<R: Receiver> Sink for FirstPass<'_, R> {
    fn solution(&mut self, index: usize, nth: u64, valid: &ValidNine<'_>) -> ControlFlow<()> {
        self.receiver.solution(index, nth, valid);
        ControlFlow::Continue(())
    }

    fn done(&mut self, index: usize, count: u64, decided: bool, nodes: u64) {
        let stop = if decided {
            end_of(count, self.limit)
        } else if self.cancel.is_cancelled() {
            Stop::Cancelled
        } else if self.over {
            Stop::Nodes
        } else {
            self.open.push(index);
            return;
        };
        let guesses = nodes.saturating_sub(1);
        self.guesses += guesses;
        self.receiver.done(index, count, stop, guesses);
    }
}

/// Returns why a search ended that no limit of the meter did.
fn end_of(count: u64, limit: u64) -> Stop {
    if limit != 0 && count == limit { Stop::Solved } else { Stop::ProvedNone }
}

/// Passes up to `limit` solutions of one board (0 = all) to `found` until that breaks. A guess tried
/// counts as a [`Counter::Branch`]; the root of the search does not.
pub fn solve_one(
    board: &Masks,
    limit: u64,
    meter: &mut Meter<'_>,
    found: &mut dyn FnMut(&ValidNine<'_>) -> ControlFlow<()>,
) -> Stop {
    let cancel = meter.cancel_flag().clone();
    let allowed = guesses_left(meter);
    let mut piece = if meter.is_timed() { FIRST_PIECE } else { u64::MAX };
    // Solutions passed on, by earlier pieces as well.
    let mut reported = 0;
    loop {
        if let Err(stop) = meter.poll_now() {
            return stop;
        }
        let nodes = (allowed + 1).min(piece);
        let limits = Limits::solutions(limit).nodes(nodes);
        let (mut nth, mut ended) = (0, None);
        let each = &mut |digits: &[u8; 81]| {
            // Solutions may come for hours within a piece.
            if let Err(stop) = meter.poll() {
                ended = Some(stop);
                return ControlFlow::Break(());
            }
            nth += 1;
            if nth <= reported {
                return ControlFlow::Continue(());
            }
            reported = nth;
            let valid = ValidNine::of_masks(board, digits).expect("kernel solutions are valid");
            let flow = found(&valid);
            ended = flow.is_break().then_some(Stop::Solved);
            flow
        };
        let answer = simd::solve_one(Backend::best(), board, limits, cancel.as_atomic(), each);
        let ended = if ended.is_some() {
            ended
        } else if answer.decided {
            Some(end_of(answer.count, limit))
        } else if cancel.is_cancelled() {
            Some(Stop::Cancelled)
        } else if nodes > allowed {
            Some(Stop::Nodes)
        } else {
            None
        };
        if let Some(stop) = ended {
            meter.note_many(Counter::Branch, answer.nodes.saturating_sub(1));
            return stop;
        }
        piece = piece.saturating_mul(4);
    }
}

/// Asks of each board for up to `limit` solutions, all within the limits of one search, and passes
/// the answers on in order until `each` breaks. Answers that come after that, or after a limit, are
/// not counted: counters and stops are those of asking one by one. A guess tried counts as a
/// [`Counter::Branch`].
///
/// # Errors
/// Returns the reason to stop when a limit ends the search.
pub fn ask(
    boards: &[Masks],
    limit: u64,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(usize, &Answer) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let cancel = meter.cancel_flag().clone();
    let mut answers = vec![Answer::default(); boards.len()];
    // The first answer not passed on, and those from there on that are not known.
    let mut next = 0;
    let mut open: Vec<usize> = (0..boards.len()).collect();
    let mut piece = if meter.is_timed() { FIRST_PIECE } else { u64::MAX };
    while next < boards.len() {
        meter.poll_now()?;
        let nodes = guesses_left(meter).saturating_add(1).min(piece);
        let limits = Limits::solutions(limit).nodes(nodes);
        let masks: Vec<Masks> = open.iter().map(|&index| boards[index]).collect();
        let mut asked = Asked { places: &open, answers: &mut answers };
        run(Boards::Masks(&masks), limits, &cancel, &mut asked);
        if cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        while let Some(answer) = answers.get(next) {
            let guesses = answer.nodes.saturating_sub(1);
            let left = guesses_left(meter);
            if guesses > left || (!answer.decided && nodes > left) {
                meter.note_many(Counter::Branch, left);
                return Err(Stop::Nodes);
            }
            if !answer.decided {
                break;
            }
            meter.note_many(Counter::Branch, guesses);
            if each(next, answer).is_break() {
                return Ok(());
            }
            next += 1;
        }
        open.retain(|&index| index >= next && !answers[index].decided);
        piece = piece.saturating_mul(4);
    }
    Ok(())
}

/// Keeps the answers, each at the place of its board.
struct Asked<'a> {
    places: &'a [usize],
    answers: &'a mut [Answer],
}

impl Sink for Asked<'_> {
    fn solution(&mut self, index: usize, nth: u64, valid: &ValidNine<'_>) -> ControlFlow<()> {
        if let Some(witness) = self.answers[self.places[index]].witnesses.get_mut(nth as usize) {
            *witness = *valid.digits();
        }
        ControlFlow::Continue(())
    }

    fn done(&mut self, index: usize, count: u64, decided: bool, nodes: u64) {
        let answer = &mut self.answers[self.places[index]];
        (answer.count, answer.decided, answer.nodes) = (count, decided, nodes);
    }
}

/// Returns how many guesses the limits allow; one more is still a number of nodes.
pub fn guesses_left(meter: &Meter<'_>) -> u64 {
    meter.left(Counter::Branch).unwrap_or(u64::MAX - 1).min(u64::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_digit_is_its_bit() {
        assert_eq!(candidates_of(0), ALL);
        for digit in 1..=9 {
            assert_eq!(candidates_of(digit), 1 << (digit - 1));
        }
    }
}
