//! `canon`: canonical forms of puzzles, the first puzzle of each class, random isomorphs.

mod classes;
mod shuffle;

use clap::ValueHint;
use quadrille_engine::canon::{Canonical, Canonizer, Form};
use quadrille_engine::format::{self, LONGEST_TEXT};
use quadrille_engine::kernel::lines::Lines;
use quadrille_engine::{Counter, Limits, Meter, Puzzle, Status, Stop, Symmetry, WallClock};
use serde::Serialize;
use std::ffi::OsString;
use std::mem;
use std::time::Duration;

use self::classes::{Class, ClassHasher, Classes};
use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bad_input::BadRecord;
use crate::io::input::{Answering, AnsweringLines, Rest, Together, answer_all};
use crate::io::json;
use crate::io::output::Report;

/// Memory of `--dedup` by default.
const MEMORY: u64 = 1 << 30;

/// Canonical forms, one for all isomorphs; remove isomorphs; make random ones
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille canon puzzles.txt                      the form of each puzzle
  quadrille canon puzzles.txt | sort -u | wc -l    how many essentially different ones
  quadrille canon --dedup puzzles.txt              the first puzzle of each class, as written
  quadrille canon --json puzzles.txt               with the symmetry and number of automorphisms
  quadrille canon --shuffle 10 --seed 7 PUZZLE     10 random isomorphs

Two puzzles are isomorphs if one becomes the other by exchanging digits, bands, rows in a band,
stacks, columns in a stack, and, if the boxes are square, by transposition. All isomorphs have the
same canonical form: the least pattern of givens in row order (an empty cell is less than a given),
then the least digits. The forms of complete grids are the \"minlex\" forms of the forums.

Edges and pencilmarks are not preserved by these symmetries; puzzles that have them are reported as
`unsupported`.

--dedup keeps as many classes in memory as --memory allows and the rest in temporary files (in
TMPDIR), which have no names and vanish with the process. Beyond that memory, puzzles are written
when the input ends. Puzzles are written as they are in the input if that is one line of at most
1024 bytes, or else on one line. Bad lines are reported and left out.")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// Write only the first puzzle of each class, as written
    #[arg(long)]
    dedup: bool,
    /// Write N random isomorphs of each puzzle
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    shuffle: Option<u64>,
    /// Which isomorph represents a class [default: pattern]
    #[arg(long, value_name = "FORM", value_enum, ignore_case = true)]
    form: Option<FormName>,
    #[command(flatten)]
    limits: Bounds,
    #[command(flatten)]
    reading: InputOptions,
}

/// The limits of each search.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits of each puzzle")]
struct Bounds {
    /// Maximum number of nodes of the search; 9x9 puzzles hardly ever need any
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Wall time, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Processor time, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    cpu_time: Option<Duration>,
    /// Memory of --dedup for all puzzles together, such as 512MiB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    memory: Option<bytesize::ByteSize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FormName {
    /// The least pattern of givens, then the least digits for it
    Pattern,
    /// The least digits in row order, an empty cell less than 1
    String,
}

impl FormName {
    fn form(self) -> Form {
        match self {
            Self::Pattern => Form::Pattern,
            Self::String => Form::String,
        }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let Bounds { nodes, time, cpu_time, memory } = args.limits;
    let is_shuffle = args.shuffle.is_some();
    let is_limited = nodes.is_some() || time.is_some() || cpu_time.is_some();
    Failure::refuse(&[
        (args.dedup && is_shuffle, "--dedup and --shuffle exclude each other; omit one of them"),
        (is_shuffle && args.form.is_some(), "--form has no effect on --shuffle; omit it"),
        (is_shuffle && is_limited, "limits have no effect on --shuffle; omit them"),
        (memory.is_some() && !args.dedup, "--memory has an effect only on --dedup; omit it"),
        (args.shuffle == Some(0), "--shuffle 0 writes nothing; write how many isomorphs to make"),
    ])?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    if let Some(count) = args.shuffle {
        return shuffle::run(inputs, count, context);
    }
    let dedup = args.dedup.then(|| {
        let memory = memory.map_or(MEMORY, |size| size.as_u64());
        Dedup { classes: Classes::new(memory), hasher: ClassHasher::new() }
    });
    let command = Canon {
        form: args.form.map_or(Form::default(), FormName::form),
        limits: Limits { time, cpu_time, nodes, ..Limits::NONE },
        clock: WallClock::new(),
        dedup,
        context,
    };
    answer_all(&command, inputs, &Together::Lines(&command), context)
}

struct Canon<'c> {
    form: Form,
    limits: Limits,
    clock: WallClock,
    /// Only if the first puzzle of each class is wanted.
    dedup: Option<Dedup>,
    context: &'c Context,
}

struct Dedup {
    classes: Classes,
    hasher: ClassHasher,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    /// `None` only if it was not found.
    canonical: Option<&'a str>,
    /// `None` also if the number does not fit into 128 bits.
    automorphisms: Option<u128>,
    symmetry: Option<SymmetryFields>,
    /// Only if the form was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    /// Only if a limit ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    seed: u64,
}

/// A symmetry with lines numbered from 1.
#[derive(Serialize)]
struct SymmetryFields {
    transpose: bool,
    rows: Vec<usize>,
    columns: Vec<usize>,
    digits: Vec<u8>,
}

impl SymmetryFields {
    fn of(symmetry: &Symmetry) -> Self {
        let from_1 = |lines: &[usize]| lines.iter().map(|line| line + 1).collect();
        Self {
            transpose: symmetry.transposes(),
            rows: from_1(symmetry.rows()),
            columns: from_1(symmetry.columns()),
            digits: symmetry.digits().iter().map(|digit| digit.get()).collect(),
        }
    }
}

/// Why a puzzle has no canonical form; `None` if it has one.
fn unsupported(puzzle: &Puzzle) -> Option<&'static str> {
    if puzzle.marks().is_some() {
        Some("pencilmarks")
    } else if !puzzle.edges().is_empty() {
        Some("edges")
    } else {
        None
    }
}

/// Returns the message about a puzzle with edges or pencilmarks.
fn unsupported_message(file: &str, line: u64, what: &str) -> String {
    format!(
        "{file}:{line}:1: the symmetries of a board do not preserve {what}, so this puzzle has no \
         canonical form; give a puzzle without {what}"
    )
}

/// Returns the message about a puzzle whose form was not found within the limits.
fn limit_message(file: &str, line: u64, stop: Stop) -> String {
    format!(
        "{file}:{line}:1: its form was not found within the limit ({}), so it is kept even if it is \
         an isomorph of another; raise the limit",
        stop.id()
    )
}

fn exit_of(stop: Stop) -> Exit {
    if stop == Stop::Unsupported { Exit::Usage } else { Exit::No }
}

impl Canon<'_> {
    /// Returns a meter with the limits of each puzzle.
    fn meter(&self) -> Meter<'_> {
        Meter::new(self.limits, Counter::Expanded, &self.context.cancel, &self.clock)
            .expect("the clock runs")
    }

    /// Returns what a meter is for the next puzzle.
    fn next<'m>(&self, meter: Meter<'m>) -> Meter<'m> {
        if self.limits == Limits::NONE { meter } else { meter.renewed() }
    }

    /// Returns the object of a puzzle, on a line.
    fn object(
        &self,
        (file, line): (&str, u64),
        puzzle: &Puzzle,
        answer: &Result<Canonical, Stop>,
    ) -> Vec<u8> {
        let found = answer.as_ref().ok();
        let stop = answer.as_ref().err().copied();
        let canonical = found.map(|found| format::line::text_of(&found.grid));
        let row = Row {
            file,
            line,
            puzzle: &puzzle.to_string(),
            canonical: canonical.as_deref(),
            automorphisms: found.and_then(|found| found.automorphisms),
            symmetry: found.map(|found| SymmetryFields::of(&found.symmetry)),
            status: stop.map(|stop| stop.status().id()),
            stop: stop.filter(|stop| stop.status() == Status::Limit).map(Stop::id),
            seed: self.context.seed(),
        };
        let mut text = Vec::new();
        json::to_writer(&mut text, &row).expect("rows are plain data");
        text.push(b'\n');
        text
    }

    /// Writes what takes the place of the form of a puzzle that has none. `--dedup` keeps a puzzle
    /// whose class is not known; the others are left out.
    fn put_stop(&self, place: (&str, u64), puzzle: &Puzzle, stop: Stop, report: &mut Report<'_>) {
        if let Some(what) = unsupported(puzzle) {
            report.message(unsupported_message(place.0, place.1, what));
        } else if self.dedup.is_some() {
            report.message(limit_message(place.0, place.1, stop));
        }
        if self.dedup.is_some() {
            report.fail(exit_of(stop));
        } else if self.context.json {
            report.text(&self.object(place, puzzle, &Err(stop)));
            report.done(exit_of(stop));
        } else {
            report.line(stop.status().id());
            report.done(exit_of(stop));
        }
    }

    /// Leaves the choice of rows to write to the thread that writes in order.
    fn offer<'a>(&'a self, rows: Vec<(Option<Class>, Vec<u8>)>, report: &mut Report<'a>) {
        if let Some(dedup) = self.dedup.as_ref().filter(|_| !rows.is_empty()) {
            report.later(move |report| dedup.classes.offer(&rows, report));
        }
    }
}

impl Answering for Canon<'_> {
    type Answer = Result<Canonical, Stop>;

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<Self::Answer> {
        let (mut canonizer, mut meter) = (Canonizer::new(), self.meter());
        let mut answers = Vec::with_capacity(puzzles.len());
        for puzzle in puzzles {
            meter = self.next(meter);
            answers.push(match unsupported(puzzle) {
                Some(_) => Err(Stop::Unsupported),
                None => canonizer.canonical(puzzle.givens(), self.form, &mut meter),
            });
        }
        answers
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        answer: Self::Answer,
        report: &mut Report<'a>,
    ) {
        self.write_with(file, line, Rest::NONE, puzzle, answer, report);
    }

    fn keeps_text(&self) -> bool {
        self.dedup.is_some()
    }

    fn write_with<'a>(
        &'a self,
        file: &str,
        line: u64,
        rest: Rest<'_>,
        puzzle: &Puzzle,
        answer: Self::Answer,
        report: &mut Report<'a>,
    ) {
        if let Err(stop) = answer {
            if stop == Stop::Cancelled {
                return report.cut_off();
            }
            self.put_stop((file, line), puzzle, stop, report);
        }
        let Some(dedup) = &self.dedup else {
            if let Ok(found) = &answer {
                if self.context.json {
                    report.text(&self.object((file, line), puzzle, &answer));
                } else {
                    report.line(&format::line::text_of(&found.grid));
                }
                report.done(Exit::Done);
            }
            return;
        };
        if answer == Err(Stop::Unsupported) {
            return;
        }
        let row = if self.context.json {
            self.object((file, line), puzzle, &answer)
        } else {
            let text = rest.text.map_or_else(|| puzzle.to_string(), str::to_owned);
            (text + "\n").into_bytes()
        };
        let class = answer.ok().map(|found| dedup.hasher.grid(&found.grid));
        self.offer(vec![(class, row)], report);
    }

    fn write_bad(&self, record: &BadRecord, report: &mut Report<'_>) {
        match self.dedup {
            Some(_) => report.fail(Exit::Usage),
            None => report.invalid(record),
        }
    }

    fn finish(&self, write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>) -> Result<(), Failure> {
        match &self.dedup {
            Some(dedup) => dedup.classes.finish(&self.context.cancel, write),
            None => Ok(()),
        }
    }
}

impl AnsweringLines for Canon<'_> {
    fn write_lines<'a>(&'a self, file: &str, first: u64, lines: &Lines, report: &mut Report<'a>) {
        let is_short = |text: &&[u8]| (1..=LONGEST_TEXT).contains(&text.len());
        let mut texts = lines.texts().map(|text| Some(text).filter(is_short));
        let mut text = || str::from_utf8(texts.next().flatten()?).ok();
        let (mut canonizer, mut meter) = (Canonizer::new(), self.meter());
        let mut rows = Vec::new();
        for (index, line) in (0..lines.len()).zip(first..) {
            let text = text();
            meter = self.next(meter);
            let digits = lines.digits(index).filter(|_| !self.context.json);
            let form = digits.map(|digits| canonizer.nine(&digits, self.form, &mut meter));
            let Some(Ok(form)) = form else {
                // Everything that is not just a line is rare, or takes far longer.
                self.offer(mem::take(&mut rows), report);
                let puzzle = lines.puzzle(index);
                meter = self.next(meter);
                let answer = match (form, unsupported(&puzzle)) {
                    (Some(Err(stop)), _) => Err(stop),
                    (_, Some(_)) => Err(Stop::Unsupported),
                    _ => canonizer.canonical(puzzle.givens(), self.form, &mut meter),
                };
                let is_last = answer == Err(Stop::Cancelled);
                let rest = Rest { text, ..Rest::NONE };
                self.write_with(file, line, rest, &puzzle, answer, report);
                if is_last {
                    return;
                }
                continue;
            };
            let Some(dedup) = &self.dedup else {
                report.text(&form.map(symbol));
                report.text(b"\n");
                report.done(Exit::Done);
                continue;
            };
            let mut row = Vec::with_capacity(82);
            match (text, digits) {
                (Some(text), _) => row.extend_from_slice(text.as_bytes()),
                (None, digits) => row.extend(digits.into_iter().flatten().map(symbol)),
            }
            row.push(b'\n');
            rows.push((Some(dedup.hasher.nine(&form)), row));
        }
        self.offer(rows, report);
    }
}

/// Returns the symbol of a digit, 0 for an empty cell.
fn symbol(digit: u8) -> u8 {
    if digit == 0 { b'.' } else { b'0' + digit }
}
