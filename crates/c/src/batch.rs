//! What the exported functions do, without C: texts in, rows out, on several threads.

use std::ffi::CString;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_engine::analysis::is_minimal;
use quadrille_engine::canon::{Canonizer, Form};
use quadrille_engine::generate::puzzle::{Generator, Recipe};
use quadrille_engine::logic::{self, Profile, rate};
use quadrille_engine::parallel::map_in_order;
use quadrille_engine::solve::{self, Answer, Solver};
use quadrille_engine::{CancelFlag, Limits, Meter, Puzzle, Stop, WallClock};

use crate::exports::Status;

/// Puzzles that a thread takes at a time: as many as the kernel likes, or few if each takes long.
const BATCH: usize = 1024;
const FEW: usize = 16;
/// Batches under way for each thread.
const WINDOW: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// The result for a puzzle.
pub(crate) struct Row {
    pub(crate) status: Status,
    pub(crate) text: Option<CString>,
    pub(crate) detail: Option<CString>,
    pub(crate) count: u64,
    pub(crate) is_exact: bool,
    pub(crate) is_minimal: bool,
    /// In tenths.
    pub(crate) ratings: [u32; 3],
}

impl Row {
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

    fn invalid(detail: &str) -> Self {
        Self { detail: Some(c_string(detail)), ..Self::of(Status::Invalid) }
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

/// Parses the puzzles of a part of a batch and passes the good ones together to `work`, which
/// returns a row for each; the rows of all are returned in order.
fn answered(
    texts: &[Option<&str>],
    settings: Settings,
    work: impl FnOnce(&[Puzzle], &mut Meter<'_>) -> Vec<Row>,
) -> Vec<Row> {
    let mut rows: Vec<Option<Row>> = Vec::with_capacity(texts.len());
    let mut puzzles = Vec::with_capacity(texts.len());
    for text in texts {
        rows.push(match text.map(str::parse::<Puzzle>) {
            Some(Ok(puzzle)) => {
                puzzles.push(puzzle);
                None
            }
            Some(Err(error)) => Some(Row::invalid(&error.to_string())),
            None => Some(Row::invalid("not text in UTF-8")),
        });
    }
    let clock = WallClock::new();
    let node = Solver::Auto.node();
    let mut meter = Meter::new(settings.limits(), node, &CancelFlag::new(), &clock)
        .expect("the clock is running");
    let mut answers = work(&puzzles, &mut meter).into_iter();
    rows.into_iter()
        .map(|row| row.or_else(|| answers.next()).expect("each puzzle has a row"))
        .collect()
}

/// Works on parts of `size` texts on several threads and returns all rows in order.
fn in_parts(
    texts: &[Option<&str>],
    size: usize,
    settings: Settings,
    work: impl Fn(&[Puzzle], &mut Meter<'_>) -> Vec<Row> + Sync,
) -> Vec<Row> {
    let mut all = Vec::with_capacity(texts.len());
    let part = |part: &[Option<&str>]| answered(part, settings, &work);
    map_in_order(settings.threads(), WINDOW, texts.chunks(size), part, |rows, _| {
        all.extend(rows);
        ControlFlow::Continue(())
    });
    all
}

fn status_of(stop: Stop) -> Status {
    match stop {
        Stop::Unsupported => Status::Unsupported,
        _ => Status::Limit,
    }
}

pub(crate) fn solve(texts: &[Option<&str>], settings: Settings) -> Vec<Row> {
    in_parts(texts, BATCH, settings, |puzzles, meter| {
        let row = |answer: Answer| match answer.solutions.first() {
            Some(solution) => Row {
                text: Some(c_string(&solution.to_string())),
                count: answer.count,
                is_exact: answer.exact,
                ..Row::of(Status::Solved)
            },
            None if answer.exact => Row { is_exact: true, ..Row::of(Status::None) },
            None => Row::of(status_of(answer.stop)),
        };
        solve::many(puzzles, 1, meter).into_iter().map(row).collect()
    })
}

pub(crate) fn count(texts: &[Option<&str>], limit: u64, settings: Settings) -> Vec<Row> {
    in_parts(texts, BATCH, settings, |puzzles, meter| {
        let row = |answer: Answer| {
            let is_known = answer.exact || answer.stop == Stop::Solved;
            let status = match answer.count {
                _ if !is_known => status_of(answer.stop),
                0 => Status::None,
                _ => Status::Solved,
            };
            Row { count: answer.count, is_exact: answer.exact, ..Row::of(status) }
        };
        solve::many(puzzles, limit, meter).into_iter().map(row).collect()
    })
}

pub(crate) fn check(texts: &[Option<&str>], settings: Settings) -> Vec<Row> {
    in_parts(texts, BATCH, settings, |puzzles, meter| {
        let answers = solve::many(puzzles, 2, meter);
        let row = |(puzzle, answer): (&Puzzle, Answer)| {
            let mut row = Row::of(Status::Limit);
            (row.count, row.is_exact) = (answer.count, answer.exact);
            row.status = match (answer.count, answer.exact) {
                (0, true) => Status::None,
                (1, true) => Status::Proper,
                (2, _) => Status::Multiple,
                _ => status_of(answer.stop),
            };
            if row.status == Status::Proper {
                row.text = answer.solutions.first().map(|found| c_string(&found.to_string()));
                match is_minimal(puzzle, &mut meter.renewed()) {
                    Ok(is_minimal) => row.is_minimal = is_minimal,
                    Err(stop) => row.status = status_of(stop),
                }
            }
            row
        };
        puzzles.iter().zip(answers).map(row).collect()
    })
}

pub(crate) fn canon(texts: &[Option<&str>], settings: Settings) -> Vec<Row> {
    in_parts(texts, BATCH, settings, |puzzles, meter| {
        let mut canonizer = Canonizer::new();
        let row = |puzzle: &Puzzle| {
            if !puzzle.edges().is_empty() || puzzle.marks().is_some() {
                return Row::of(Status::Unsupported);
            }
            match canonizer.canonical(puzzle.givens(), Form::Pattern, &mut meter.renewed()) {
                Ok(found) => {
                    let text = Some(c_string(&found.grid.to_string()));
                    Row { text, ..Row::of(Status::Solved) }
                }
                Err(stop) => Row::of(status_of(stop)),
            }
        };
        puzzles.iter().map(row).collect()
    })
}

pub(crate) fn rates(texts: &[Option<&str>], profile: &Profile, settings: Settings) -> Vec<Row> {
    in_parts(texts, FEW, settings, |puzzles, meter| {
        let row = |puzzle: &Puzzle| {
            let rating = rate(puzzle, profile, &mut meter.renewed());
            let status = match rating.verdict {
                logic::Verdict::Solved => Status::Solved,
                logic::Verdict::Beyond => Status::Stuck,
                logic::Verdict::Several => Status::Multiple,
                logic::Verdict::None => Status::None,
                logic::Verdict::Unsuited(_) => Status::Unsupported,
                logic::Verdict::Stopped(stop) => status_of(stop),
            };
            Row {
                text: rating.hardest.map(c_string),
                ratings: [rating.rating, rating.pearl, rating.diamond],
                ..Row::of(status)
            }
        };
        puzzles.iter().map(row).collect()
    })
}

/// Makes `count` puzzles from number `first` on; `None` if no puzzle is like the recipe.
pub(crate) fn generate(
    recipe: &Recipe,
    seed: u64,
    first: u64,
    count: u64,
    settings: Settings,
) -> Option<Vec<Row>> {
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
        let row = |made: Option<quadrille_engine::generate::puzzle::Made>| match made {
            Some(made) => Row {
                text: Some(c_string(&made.puzzle.to_string())),
                is_minimal: made.minimal,
                count: 1,
                is_exact: true,
                ..Row::of(Status::Solved)
            },
            None => Row::of(Status::Limit),
        };
        made.into_iter().map(row).collect::<Vec<Row>>()
    };
    let mut all = Vec::new();
    map_in_order(settings.threads(), WINDOW, starts, work, |rows, _| {
        all.extend(rows);
        ControlFlow::Continue(())
    });
    Some(all)
}
