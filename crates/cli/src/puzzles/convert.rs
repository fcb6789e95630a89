//! `convert`: the puzzles of all inputs in another format.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

use clap::ValueHint;
use quadrille_engine::Puzzle;
use quadrille_engine::format::{self, Extra, LeftOut, PuzzleFormat, Unrepresentable};
use quadrille_engine::kernel::lines::Lines;
use serde::Serialize;

use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bad_input::BadRecord;
use crate::io::input::{Answering, AnsweringLines, Together, answer_all};
use crate::io::output::{Frame, Report};

/// Write puzzles in another format
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille convert --to sdk puzzles.txt
  quadrille convert --to line 'https://f-puzzles.com/?load=…'
  quadrille convert --to sudokupad puzzles.txt     a link a line
  quadrille convert --to csv puzzles.txt.gz -o puzzles.csv

`quadrille formats` lists the formats and what each can hold. A puzzle that the format cannot hold as
a whole, such as one with edges, is an error and is left out. Digits and candidates that a solver has
entered and details such as the author are left out where the format has no place for them; a note
counts them.")]
pub(crate) struct Args {
    /// Files, `-`, puzzles, links or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// The format to write; see `quadrille formats`
    #[arg(long, value_name = "ID")]
    to: String,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let format = format::by_id(&args.to).ok_or_else(|| {
        let known: Vec<&str> = format::FORMATS.iter().map(|format| format.id()).collect();
        Failure::unknown("format", &args.to, &known)
    })?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    let names = inputs.names();
    context.handle_signals(Some(PATIENCE));
    let command = Convert { format, losses: Mutex::default(), context };
    let exit = answer_all(&command, inputs, &Together::Lines(&command), context)?;
    command.note_losses(&names);
    Ok(exit)
}

struct Convert<'c> {
    format: &'static dyn PuzzleFormat,
    /// How many puzzles of each input lost something of that kind.
    losses: Mutex<HashMap<(String, &'static str), u64>>,
    context: &'c Context,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    format: &'static str,
    /// Without the line end after it.
    text: &'a str,
    /// What the format cannot hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<&'static str>,
    seed: u64,
}

impl Answering for Convert<'_> {
    type Answer = ();

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<()> {
        vec![(); puzzles.len()]
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        answer: (),
        report: &mut Report<'a>,
    ) {
        self.write_with(file, line, puzzle, Extra::NONE, answer, report);
    }

    fn write_with<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        extra: &Extra,
        (): (),
        report: &mut Report<'a>,
    ) {
        self.put(file, line, puzzle, extra, &mut String::new(), report);
    }

    fn frame(&self) -> Frame {
        if self.context.json {
            return Frame::default();
        }
        let format = self.format;
        Frame { before: format.before(), between: format.between(), after: format.after() }
    }

    /// Nothing takes the place of a bad record, as no format has a sign for it.
    fn write_bad(&self, record: &BadRecord, report: &mut Report<'_>) {
        if self.context.json {
            #[derive(Serialize)]
            struct Fields {
                status: &'static str,
            }
            report.bad(record, "", &Fields { status: "invalid" }, Exit::Usage);
        } else {
            report.done(Exit::Usage);
        }
    }
}

impl AnsweringLines for Convert<'_> {
    fn write_lines<'a>(&'a self, file: &str, first: u64, lines: &Lines, report: &mut Report<'a>) {
        let is_line = self.format.id() == format::Line.id() && !self.context.json;
        let mut text = String::new();
        for (index, line) in (0..lines.len()).zip(first..) {
            match lines.symbols(index).filter(|_| is_line) {
                Some(symbols) => {
                    report.text(&symbols);
                    report.text(b"\n");
                    report.done(Exit::Done);
                }
                None => {
                    let puzzle = lines.puzzle(index);
                    self.put(file, line, &puzzle, Extra::NONE, &mut text, report);
                }
            }
            if report.is_last() {
                break;
            }
        }
    }
}

impl Convert<'_> {
    /// Writes a puzzle. `text` is room for it.
    fn put(
        &self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        extra: &Extra,
        text: &mut String,
        report: &mut Report<'_>,
    ) {
        text.clear();
        let left_out = match self.format.write(puzzle, extra, text) {
            Ok(left_out) => left_out,
            Err(error) => return self.refuse(file, line, puzzle, &error, report),
        };
        let names = names_of(left_out);
        if !names.is_empty() {
            let mut losses = self.losses.lock().unwrap_or_else(PoisonError::into_inner);
            for &name in &names {
                *losses.entry((file.to_owned(), name)).or_default() += 1;
            }
        }
        if self.context.json {
            let puzzle = &puzzle.to_string();
            let (format, seed) = (self.format.id(), self.context.seed());
            let text = text.strip_suffix('\n').unwrap_or(text);
            report.json(&Row { file, line, puzzle, format, text, left_out: names, seed });
        } else {
            report.text(self.format.between().as_bytes());
            report.text(text.as_bytes());
        }
        report.done(Exit::Done);
    }

    /// Reports a puzzle that the format cannot hold.
    fn refuse(
        &self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        error: &Unrepresentable,
        report: &mut Report<'_>,
    ) {
        #[derive(Serialize)]
        struct Row<'a> {
            file: &'a str,
            line: u64,
            puzzle: &'a str,
            format: &'static str,
            status: &'static str,
            error: String,
            seed: u64,
        }
        report.message(format!("{file}:{line}:1: {error}"));
        if self.context.json {
            let puzzle = &puzzle.to_string();
            let (format, seed) = (self.format.id(), self.context.seed());
            let (status, error) = ("unsupported", error.to_string());
            report.json(&Row { file, line, puzzle, format, status, error, seed });
        }
        report.done(Exit::Usage);
        if report.is_strict() {
            report.end();
        }
    }

    /// Prints a note for each input and kind of what was left out.
    fn note_losses(&self, inputs: &[String]) {
        let losses = self.losses.lock().unwrap_or_else(PoisonError::into_inner);
        let mut losses: Vec<_> = losses.iter().collect();
        let place = |file: &String| inputs.iter().position(|input| input == file);
        losses.sort_by_key(|((file, name), _)| (place(file), *name));
        for ((file, name), count) in losses {
            let puzzles = if *count == 1 { "1 puzzle" } else { &format!("{count} puzzles") };
            let format = self.format.id();
            self.context.messages.note(&format!(
                "{file}: {name} of {puzzles} left out; the format `{format}` has no place for them"
            ));
        }
    }
}

/// Returns the names of what was left out.
fn names_of(left_out: LeftOut) -> Vec<&'static str> {
    let state = [(left_out.entries, "entries"), (left_out.candidates, "candidates")];
    let state = state.into_iter().filter_map(|(is_out, name)| is_out.then_some(name));
    state.chain(left_out.details().map(format::Detail::id)).collect()
}
