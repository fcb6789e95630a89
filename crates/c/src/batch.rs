//! What the exported functions do, without C: texts in, results out, on several threads.

use std::ffi::CString;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_api::{Answer, Batch, Fault, Question, ask};
use quadrille_core::parallel::map_in_order;
use quadrille_core::solve::Solver;
use quadrille_core::{CancelFlag, Limits, Meter, Stop, WallClock};
use quadrille_generate::puzzle::{Generator, Recipe};

use crate::status::Status;

/// Puzzles that a thread takes at a time: as many as the kernel likes, or few if each takes long.
const BATCH: usize = 1024;
const FEW: usize = 16;
/// Batches under way for each thread.
const WINDOW: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// The result for a puzzle.
pub(crate) struct Found {
    pub(crate) status: Status,
    pub(crate) text: Option<CString>,
    pub(crate) detail: Option<CString>,
    pub(crate) count: u64,
    pub(crate) is_exact: bool,
    pub(crate) is_minimal: bool,
    /// In tenths.
    pub(crate) ratings: [u32; 3],
}

impl Found {
    fn of(status: Status) -> Self {
        Self {
            status,
            text: None,
            detail: None,
            count: 0,
            is_exact: false,
            is_minimal: false,
            ratings: [0; 3],
        }
    }
}

/// Returns a text for C. Puzzles have no NUL, and messages lose theirs.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).expect("it has no NUL")
}

/// How a batch runs.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    /// `None`: one for each core.
    pub(crate) threads: Option<NonZeroUsize>,
    /// For each puzzle.
    pub(crate) nodes: Option<u64>,
    /// For each puzzle.
    pub(crate) time: Option<Duration>,
}

impl Settings {
    fn threads(self) -> NonZeroUsize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores)
    }

    fn limits(self) -> Limits {
        Limits { nodes: self.nodes, time: self.time, ..Limits::NONE }
    }
}

/// Asks a question about all texts on several threads, and returns a row for each, in order.
pub(crate) fn answers(
    question: &Question,
    seed: u64,
    texts: &[Option<&str>],
    settings: Settings,
    row: impl Fn(&Answer<'_>) -> Found + Sync,
) -> Vec<Found> {
    let size = if question.likes_batches() { BATCH } else { FEW };
    let size = size.min(texts.len().div_ceil(settings.threads().get()).max(1));
    let mut all = Vec::with_capacity(texts.len());
    let part = |texts: &[Option<&str>]| {
        let mut batch = Batch::default();
        for text in texts {
            match text {
                Some(text) => batch.push_text(text.as_bytes()),
                None => batch.push_fault(Fault::not_utf8()),
            }
        }
        let (clock, cancel) = (WallClock::new(), CancelFlag::new());
        let mut meter = Meter::new(settings.limits(), question.node(), &cancel, &clock)
            .expect("the clock is running");
        let mut rows = Vec::with_capacity(texts.len());
        ask(question, seed, &batch, &mut meter, &mut |_, answer| {
            rows.push(row(&answer));
            ControlFlow::Continue(())
        });
        rows
    };
    map_in_order(settings.threads(), WINDOW, texts.chunks(size), part, |rows, _| {
        all.extend(rows);
        ControlFlow::Continue(())
    });
    all
}

/// Returns the row of an answer as fields.
pub(crate) fn fields(answer: &Answer<'_>) -> Found {
    let of = Found::of(status_of(answer));
    let text = |text: Option<&str>| text.map(c_string);
    match answer {
        Answer::Solve(answer) => {
            let is_exact = answer.stop == Stop::ProvedNone.id();
            let count = u64::from(answer.solution.is_some());
            Found { text: text(answer.solution.as_deref()), count, is_exact, ..of }
        }
        Answer::Count(answer) => Found { count: answer.count, is_exact: answer.exact, ..of },
        Answer::Check(answer) => {
            let (count, is_exact) = match answer.verdict {
                "proper" => (1, true),
                "multiple" => (2, false),
                "none" => (0, true),
                _ => (0, false),
            };
            let is_minimal = answer.minimal == Some(true);
            let text = text(answer.solution.as_deref());
            Found {
                text,
                detail: answer.error.as_deref().map(c_string),
                count,
                is_exact,
                is_minimal,
                ..of
            }
        }
        Answer::Canon(answer) => Found { text: text(answer.canonical.as_deref()), ..of },
        Answer::Rate(answer) => {
            let tenths = |rating: Option<f64>| (rating.unwrap_or(0.0) * 10.0).round() as u32;
            let ratings = [answer.rating, answer.pearl, answer.diamond].map(tenths);
            Found { text: text(answer.hardest), ratings, ..of }
        }
        Answer::Invalid(answer) => Found { detail: Some(c_string(&answer.error)), ..of },
        _ => of,
    }
}

/// Returns the row of an answer as JSON.
pub(crate) fn json(answer: &Answer<'_>) -> Found {
    let mut text = Vec::new();
    answer.write(&mut text);
    let text = String::from_utf8(text).expect("JSON is text");
    Found { text: Some(c_string(&text)), ..fields(answer) }
}

fn status_of(answer: &Answer<'_>) -> Status {
    match answer.status() {
        // A puzzle was counted, and has no solution.
        "solved" if matches!(answer, Answer::Count(count) if count.count == 0) => Status::None,
        "solved" => Status::Solved,
        "proper" if answer.stop().is_some() => Status::Limit,
        "proper" => Status::Proper,
        "multiple" => Status::Multiple,
        "none" => Status::None,
        "stuck" | "wrong" => Status::Stuck,
        "unsupported" => Status::Unsupported,
        "invalid" | "conflict" => Status::Invalid,
        _ => Status::Limit,
    }
}

/// Makes `count` puzzles from number `first` on; `None` if no puzzle is like the recipe.
pub(crate) fn generate(
    recipe: &Recipe,
    seed: u64,
    first: u64,
    count: u64,
    settings: Settings,
) -> Option<Vec<Found>> {
    let end = first.checked_add(count)?;
    let generator = Generator::new(recipe.clone(), seed).ok()?;
    let step = generator.batch();
    let starts = (0..count.div_ceil(step)).map(|number| first + number * step);
    let clock = WallClock::new();
    let work = |start: u64| {
        let node = Solver::Auto.node();
        let mut meter = Meter::new(settings.limits(), node, &CancelFlag::new(), &clock)
            .expect("the clock is running");
        let (made, _) = generator.make(start..end.min(start + step), &mut meter);
        let row = |made: Option<quadrille_generate::puzzle::Made>| match made {
            Some(made) => Found {
                text: Some(c_string(&made.puzzle.to_string())),
                is_minimal: made.minimal,
                count: 1,
                is_exact: true,
                ..Found::of(Status::Solved)
            },
            None => Found::of(Status::Limit),
        };
        made.into_iter().map(row).collect::<Vec<Found>>()
    };
    let mut all = Vec::new();
    map_in_order(settings.threads(), WINDOW, starts, work, |rows, _| {
        all.extend(rows);
        ControlFlow::Continue(())
    });
    Some(all)
}
