//! Plain 9x9 puzzles: many attempts at once, whose questions go to the kernel together.
//!
//! Item `k` of a seed is the puzzle of the first attempt, numbered from 0, that succeeds, and attempt
//! `a` has a random stream of its own. So neither the batch nor how many attempts at an item run at
//! the same time matters.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use quadrille_core::internal::ValidNine;
use quadrille_core::kernel::batch::{self, Boards};
use quadrille_core::{CancelFlag, Counter, Limits, Meter, Stop};
use quadrille_simd::{self as simd, Masks};

use super::attempt::{Attempt, Progress};
use super::reduction::Question;
use super::{Generator, Made};

/// The number of items at which batches are fastest.
pub(super) const BATCH: u64 = 1024;

/// Attempts that run at the same time.
const MOST_RUNNING: usize = BATCH as usize;

struct Item {
    index: u64,
    /// Attempts started, and those of them that run.
    started: u64,
    running: usize,
    /// The first attempt so far that succeeded.
    best: Option<(u64, Made)>,
}

struct Running {
    item: usize,
    number: u64,
    attempt: Attempt,
}

/// Makes the items of a range, in order. Items that a limit of the meter or its flag cut off are
/// missing; the limit on time applies to a batch as a whole, with as much time as there are items.
pub(super) fn make(
    generator: &Generator<'_>,
    indices: Range<u64>,
    meter: &Meter<'_>,
) -> (Vec<Option<Made>>, Option<Stop>) {
    let new = |index| Item { index, started: 0, running: 0, best: None };
    let mut items: Vec<Item> = indices.map(new).collect();
    let mut running: Vec<Running> = Vec::new();
    let mut open = items.len();
    let mut first_open = 0;
    let mut kernel = Kernel::default();
    let mut stop = None;
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let together = |time: Option<Duration>| time.map(|time| time.saturating_mul(count));
    let limits = *meter.limits();
    let (time, cpu_time) = (together(limits.time), together(limits.cpu_time));
    let limits = Limits { time, cpu_time, ..limits };
    let mut meter = meter.renewed_with(limits, Counter::Branch);
    while open > 0 {
        if let Err(why) = meter.poll_now() {
            stop = Some(why);
            break;
        }
        start_attempts(generator, &mut items, first_open, &mut running);
        if !kernel.ask(&running, meter.cancel_flag()) {
            stop = Some(Stop::Cancelled);
            break;
        }
        let mut ended = Vec::new();
        for (at, run) in running.iter_mut().enumerate() {
            match run.attempt.answer(kernel.solutions(at)) {
                Progress::Asks => {}
                Progress::Failed => ended.push(at),
                Progress::Made(draft) => {
                    let item = &mut items[run.item];
                    if item.best.as_ref().is_none_or(|(best, _)| run.number < *best)
                        && let Some(made) = generator.finish_nine(item.index, &draft, &mut meter)
                    {
                        item.best = Some((run.number, made));
                    }
                    ended.push(at);
                }
            }
        }
        if ended.is_empty() {
            continue;
        }
        let mut ended = ended.into_iter().peekable();
        let mut at = 0;
        running.retain(|run| {
            let has_ended = ended.next_if_eq(&at).is_some();
            at += 1;
            let item = &mut items[run.item];
            // What comes after a success is not needed.
            let is_needed = item.best.as_ref().is_none_or(|(best, _)| run.number < *best);
            let stays = !has_ended && is_needed;
            if !stays {
                item.running -= 1;
                open -= usize::from(item.best.is_some() && item.running == 0);
            }
            stays
        });
        while items.get(first_open).is_some_and(Item::is_made) {
            first_open += 1;
        }
    }
    let made = |item: Item| {
        let is_made = item.is_made();
        item.best.filter(|_| is_made).map(|(_, made)| made)
    };
    (items.into_iter().map(made).collect(), stop)
}

impl Item {
    /// Returns whether no earlier attempt can succeed any more.
    fn is_made(&self) -> bool {
        self.best.is_some() && self.running == 0
    }

    /// Returns whether another attempt is worth running: no more of them than have failed, and one.
    fn wants_attempt(&self) -> bool {
        self.best.is_none() && self.running as u64 <= self.started - self.running as u64
    }
}

/// Starts attempts, those at the first items first, until enough run.
fn start_attempts(
    generator: &Generator<'_>,
    items: &mut [Item],
    first_open: usize,
    running: &mut Vec<Running>,
) {
    for (number, item) in items.iter_mut().enumerate().skip(first_open) {
        while item.wants_attempt() {
            if running.len() == MOST_RUNNING {
                return;
            }
            let attempt = generator.start_nine(item.index, item.started);
            running.push(Running { item: number, number: item.started, attempt });
            item.started += 1;
            item.running += 1;
        }
    }
}

/// The questions of a round and their answers.
#[derive(Default)]
struct Kernel {
    /// Two solutions at most, and their number, for each attempt.
    answers: Vec<([[u8; 81]; 2], usize)>,
}

impl Kernel {
    /// Asks the questions of all attempts. Returns whether all were answered.
    fn ask(&mut self, running: &[Running], cancel: &CancelFlag) -> bool {
        self.answers.resize(running.len(), ([[0; 81]; 2], 0));
        for (_, count) in &mut self.answers {
            *count = 0;
        }
        [(Question::Any, 1), (Question::Second, 2)].into_iter().all(|(question, limit)| {
            let asking: Vec<usize> = (0..running.len())
                .filter(|&at| running[at].attempt.question() == question)
                .collect();
            let boards: Vec<Masks> = asking.iter().map(|&at| running[at].attempt.masks()).collect();
            let mut sink = Collected { answers: &mut self.answers, asking: &asking, all: true };
            batch::run(Boards::Masks(&boards), simd::Limits::solutions(limit), cancel, &mut sink);
            sink.all
        })
    }

    fn solutions(&self, at: usize) -> &[[u8; 81]] {
        let (solutions, count) = &self.answers[at];
        &solutions[..*count]
    }
}

/// Collects the solutions of a batch.
struct Collected<'a> {
    answers: &'a mut [([[u8; 81]; 2], usize)],
    asking: &'a [usize],
    /// Whether every board was decided.
    all: bool,
}

impl batch::Sink for Collected<'_> {
    fn solution(&mut self, index: usize, nth: u64, valid: &ValidNine<'_>) -> ControlFlow<()> {
        let (solutions, count) = &mut self.answers[self.asking[index]];
        solutions[nth as usize] = *valid.digits();
        *count = nth as usize + 1;
        ControlFlow::Continue(())
    }

    fn done(&mut self, _: usize, _: u64, decided: bool, _: u64) {
        self.all &= decided;
    }
}
