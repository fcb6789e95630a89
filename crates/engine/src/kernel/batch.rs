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

use quadrille_simd::{Answer, Backend, Limits, Masks, Sink, solve_each, solve_texts};

use crate::board::{BoxShape, Digit, Puzzle, validate_nine};
use crate::control::{CancelFlag, Counter, Meter, Stop};

/// The number of boards at which batches are fastest; more only take more memory.
pub(crate) const BATCH: usize = 1024;

/// Nodes of the first piece of a search with a limit on time.
const FIRST_PIECE: u64 = 1 << 10;
/// No first piece takes longer than this.
const FIRST_PIECE_TIME: Duration = Duration::from_millis(1);

/// Returns whether the kernel can solve a puzzle.
pub(crate) fn supports(puzzle: &Puzzle) -> bool {
    puzzle.shape() == BoxShape::NINE && puzzle.edges().is_empty()
}

/// The boards of a batch.
#[derive(Clone, Copy)]
pub(crate) enum Boards<'a> {
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
                b'1'..=b'9' => 1 << (symbol - b'1'),
                _ => ALL,
            }),
            Self::Masks(masks) => masks[index],
        }
    }

    /// Returns whether the independent validator accepts a solution of one of the boards.
    fn accept(&self, index: usize, digits: &[u8; 81]) -> bool {
        let figures = digits.map(|digit| b'0'.wrapping_add(digit));
        match self {
            Self::Texts(texts) => validate_nine(texts[index], &figures),
            Self::Masks(masks) => {
                let within = |(mask, digit): (&u16, &u8)| mask << 1 >> (digit & 15) & 1 != 0;
                validate_nine(&[b'.'; 81], &figures) && masks[index].iter().zip(digits).all(within)
            }
        }
    }
}

const ALL: u16 = 0x1ff;

/// Returns the candidates that a puzzle states, before any inference.
pub(crate) fn masks(puzzle: &Puzzle) -> Masks {
    let mut masks = [ALL; 81];
    if let Some(marks) = puzzle.marks() {
        for (mask, digits) in masks.iter_mut().zip(marks.cells()) {
            *mask = digits.bits() as u16;
        }
    } else {
        // A table instead of a branch: where the givens are cannot be predicted.
        const MASK_OF: [u16; 16] = [ALL, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0];
        for (mask, given) in masks.iter_mut().zip(puzzle.givens().digits()) {
            *mask = MASK_OF[usize::from(given.map_or(0, Digit::get) & 15)];
        }
    }
    masks
}

/// Sends a batch to the kernel, which reports to `sink`. All other functions of the engine that use
/// batches call this one.
///
/// # Panics
/// When the validator rejects a solution, which is a bug in the kernel.
pub(crate) fn run(boards: Boards<'_>, limits: Limits, cancel: &CancelFlag, sink: &mut dyn Sink) {
    let mut sink = Validated { boards, sink };
    let (backend, cancel) = (Backend::best(), cancel.as_atomic());
    match boards {
        Boards::Texts(texts) => solve_texts(backend, texts, limits, cancel, &mut sink),
        Boards::Masks(masks) => solve_each(backend, masks, limits, cancel, &mut sink),
    };
}

/// Validates what passes through.
struct Validated<'a> {
    boards: Boards<'a>,
    sink: &'a mut dyn Sink,
}

impl Sink for Validated<'_> {
    fn solution(&mut self, index: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        assert!(self.boards.accept(index, digits), "kernel solutions are valid");
        self.sink.solution(index, nth, digits)
    }

    fn done(&mut self, index: usize, count: u64, decided: bool, nodes: u64) {
        self.sink.done(index, count, decided, nodes);
    }
}

/// Receives the answers of [`solve_boards`]. The boards come in no particular order.
pub(crate) trait Receiver {
    /// Receives solution number `nth` of a board, as digits. With a limit on time, the same
    /// solution may come more than once.
    fn solution(&mut self, index: usize, nth: u64, digits: &[u8; 81]);

    /// Receives the number of solutions of a board and the reason why there are no more.
    fn done(&mut self, index: usize, count: u64, stop: Stop);
}

/// Searches each board for up to `limit` solutions (0 = all). Each board gets the limits of the
/// meter to itself; guesses are added to its counters.
pub(crate) fn solve_boards(
    boards: Boards<'_>,
    limit: u64,
    meter: &mut Meter<'_>,
    receiver: &mut dyn Receiver,
) {
    let allowed = guesses_left(&meter.renewed());
    let timed = [meter.limits().time, meter.limits().cpu_time].into_iter().flatten().min();
    let nodes = (allowed + 1).min(if timed.is_some() { FIRST_PIECE } else { u64::MAX });
    let cancel = meter.cancel_flag().clone();
    let (over, open) = (nodes > allowed, Vec::new());
    let mut pass = FirstPass { receiver, cancel: &cancel, limit, over, guesses: 0, open };
    if timed.is_some_and(|time| time < FIRST_PIECE_TIME) {
        pass.open.extend(0..boards.len());
    } else {
        run(boards, Limits::solutions(limit).nodes(nodes), &cancel, &mut pass);
    }
    let FirstPass { open, guesses, .. } = pass;
    meter.note_many(Counter::Branch, guesses);
    for index in open {
        let mut own = meter.renewed();
        let mut count = 0;
        let stop = solve_one(&boards.masks(index), &mut own, &mut |digits| {
            receiver.solution(index, count, digits);
            count += 1;
            if count == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        meter.add(&own);
        receiver.done(index, count, stop);
    }
}

/// All boards at once, up to the limit on nodes or the end of the first piece.
struct FirstPass<'a> {
    receiver: &'a mut dyn Receiver,
    cancel: &'a CancelFlag,
    limit: u64,
    /// Whether a board that is not decided has used up its nodes.
    over: bool,
    guesses: u64,
    /// Boards that need more time.
    open: Vec<usize>,
}

impl Sink for FirstPass<'_> {
    fn solution(&mut self, index: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        self.receiver.solution(index, nth, digits);
        ControlFlow::Continue(())
    }

    fn done(&mut self, index: usize, count: u64, decided: bool, nodes: u64) {
        let stop = if decided {
            if self.limit != 0 && count == self.limit { Stop::Solved } else { Stop::ProvedNone }
        } else if self.cancel.is_cancelled() {
            Stop::Cancelled
        } else if self.over {
            Stop::Nodes
        } else {
            self.open.push(index);
            return;
        };
        self.guesses += nodes.saturating_sub(1);
        self.receiver.done(index, count, stop);
    }
}

/// Passes every solution of one board, as digits, to `found` until that breaks. A guess tried
/// counts as a [`Counter::Branch`]; the root of the search does not.
pub(crate) fn solve_one(
    board: &Masks,
    meter: &mut Meter<'_>,
    found: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> Stop {
    let cancel = meter.cancel_flag().clone();
    let allowed = guesses_left(meter);
    let mut piece = if meter.is_timed() { FIRST_PIECE } else { u64::MAX };
    let mut reported = 0;
    loop {
        if let Err(stop) = meter.poll_now() {
            return stop;
        }
        let nodes = (allowed + 1).min(piece);
        let limits = Limits::solutions(0).nodes(nodes);
        let (late, answer) = (None, Answer::default());
        let mut one = One { meter, found, reported, enough: false, late, answer };
        run(Boards::Masks(std::slice::from_ref(board)), limits, &cancel, &mut one);
        let One { enough, late, answer, reported: so_far, .. } = one;
        reported = so_far;
        let ended = if enough {
            Some(Stop::Solved)
        } else if late.is_some() {
            late
        } else if answer.decided {
            Some(Stop::ProvedNone)
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

/// One piece of the search of one board.
struct One<'p, 'm, 'f> {
    meter: &'p mut Meter<'m>,
    found: &'p mut (dyn FnMut(&[u8; 81]) -> ControlFlow<()> + 'f),
    /// Solutions passed on, by earlier pieces as well.
    reported: u64,
    enough: bool,
    late: Option<Stop>,
    answer: Answer,
}

impl Sink for One<'_, '_, '_> {
    fn solution(&mut self, _: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        // Solutions may come for hours within a piece.
        if let Err(stop) = self.meter.poll() {
            self.late = Some(stop);
            return ControlFlow::Break(());
        }
        if nth < self.reported {
            return ControlFlow::Continue(());
        }
        self.reported = nth + 1;
        let flow = (self.found)(digits);
        self.enough = flow.is_break();
        flow
    }

    fn done(&mut self, _: usize, count: u64, decided: bool, nodes: u64) {
        self.answer = Answer { count, decided, nodes, ..Answer::default() };
    }
}

/// Asks of each board for up to `limit` solutions, all within the limits of one search, and passes
/// the answers on in order until `each` breaks. Answers that come after that, or after a limit, are
/// not counted: counters and stops are those of asking one by one. A guess tried counts as a
/// [`Counter::Branch`].
///
/// # Errors
/// Returns the reason to stop when a limit ends the search.
pub(crate) fn ask(
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
    fn solution(&mut self, index: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        if let Some(witness) = self.answers[self.places[index]].witnesses.get_mut(nth as usize) {
            *witness = *digits;
        }
        ControlFlow::Continue(())
    }

    fn done(&mut self, index: usize, count: u64, decided: bool, nodes: u64) {
        let answer = &mut self.answers[self.places[index]];
        (answer.count, answer.decided, answer.nodes) = (count, decided, nodes);
    }
}

/// Returns how many guesses the limits allow; one more is still a number of nodes.
fn guesses_left(meter: &Meter<'_>) -> u64 {
    meter.left(Counter::Branch).unwrap_or(u64::MAX - 1).min(u64::MAX - 1)
}
