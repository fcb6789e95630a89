//! `convert`: the puzzles of all inputs in another format.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

use clap::ValueHint;
use quadrille_engine::Puzzle;
use quadrille_engine::export::{Export, PerPage, svg};
use quadrille_engine::format::{self, Extra, LeftOut, PuzzleFormat, Unrepresentable};
use quadrille_engine::kernel::lines::Lines;
use serde::Serialize;

use super::export;
use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bad_input::BadRecord;
use crate::io::input::{Answering, AnsweringLines, Rest, Together, answer_all};
use crate::io::output::{Frame, Report};

/// Write puzzles in another format
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille convert --to sdk puzzles.txt
  quadrille convert --to line 'https://f-puzzles.com/?load=…'
  quadrille convert --to sudokupad puzzles.txt     a link a line
  quadrille convert --to csv puzzles.txt.gz -o puzzles.csv
  quadrille convert --to svg puzzles.txt -o pictures/
  quadrille convert --to booklet --per-page 4 --title Weekend puzzles.txt -o weekend.html

`quadrille formats` lists the formats and what each can hold. A line that is not a puzzle is reported
and left out, as no format has a sign for it; with --json an object with the status `invalid` keeps
its place. A puzzle that the format cannot hold as a whole, such as one with edges, is an error and is
left out too (status `unsupported`). Digits and candidates that a solver has entered and details such
as the author are left out where the format has no place for them; a note counts them.")]
pub(crate) struct Args {
    /// Files, `-`, puzzles, links or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// The format to write; see `quadrille formats`
    #[arg(long, value_name = "ID")]
    to: String,
    /// Puzzles on each page of a booklet: 1, 2, 4 or 6 [default: by the size of the first]
    #[arg(long, value_name = "N", value_parser = values::number::<usize>(1..=6), allow_negative_numbers = true)]
    per_page: Option<usize>,
    /// Title of a booklet [default: Sudoku]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let to = match (format::by_id(&args.to), Export::by_id(&args.to)) {
        (Some(format), _) => To::Format(format),
        (None, Some(Export::Svg)) => To::Svg,
        (None, Some(Export::Booklet)) => To::Booklet,
        (None, None) => {
            let formats = format::FORMATS.iter().map(|format| format.id());
            let known: Vec<&str> = formats.chain(Export::ALL.map(Export::id)).collect();
            return Err(Failure::unknown("format", &args.to, &known));
        }
    };
    let is_booklet = matches!(to, To::Booklet);
    Failure::refuse(&[
        (args.per_page.is_some() && !is_booklet, "--per-page has an effect with --to booklet only"),
        (args.title.is_some() && !is_booklet, "--title has an effect with --to booklet only"),
        (context.json && is_booklet, "a booklet is one HTML file; omit --json"),
    ])?;
    let per_page = args.per_page.map(|number| {
        PerPage::new(number).ok_or_else(|| {
            Failure::usage(format!("--per-page {number}: a page has 1, 2, 4 or 6 puzzles"))
        })
    });
    let per_page = per_page.transpose()?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    let names = inputs.names();
    context.handle_signals(Some(PATIENCE));
    match to {
        To::Svg if !context.json => return export::pictures(inputs, context),
        To::Booklet => {
            let title = args.title.as_deref().unwrap_or("Sudoku");
            return export::booklet(inputs, title, per_page, context);
        }
        _ => {}
    }
    let command = Convert { to, losses: Mutex::default(), context };
    let exit = answer_all(&command, inputs, &Together::Lines(&command), context)?;
    command.note_losses(&names);
    Ok(exit)
}

/// What puzzles are converted to.
#[derive(Clone, Copy)]
enum To {
    Format(&'static dyn PuzzleFormat),
    Svg,
    Booklet,
}

impl To {
    fn id(self) -> &'static str {
        match self {
            Self::Format(format) => format.id(),
            Self::Svg => Export::Svg.id(),
            Self::Booklet => Export::Booklet.id(),
        }
    }

    fn write(
        self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        match self {
            Self::Format(format) => format.write(puzzle, extra, out),
            Self::Svg | Self::Booklet => {
                out.push_str(&svg(puzzle, extra));
                Ok(LeftOut::default())
            }
        }
    }

    fn frame(self) -> Frame {
        match self {
            Self::Format(format) => {
                Frame { before: format.before(), between: format.between(), after: format.after() }
            }
            Self::Svg | Self::Booklet => Frame::default(),
        }
    }
}

struct Convert<'c> {
    to: To,
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
        self.write_with(file, line, Rest::NONE, puzzle, answer, report);
    }

    fn write_with<'a>(
        &'a self,
        file: &str,
        line: u64,
        rest: Rest<'_>,
        puzzle: &Puzzle,
        (): (),
        report: &mut Report<'a>,
    ) {
        self.put(file, line, puzzle, rest.extra, &mut String::new(), report);
    }

    fn keeps_extra(&self) -> bool {
        true
    }

    fn frame(&self) -> Frame {
        if self.context.json { Frame::default() } else { self.to.frame() }
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
        let is_line = self.to.id() == format::Line.id() && !self.context.json;
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
        let left_out = match self.to.write(puzzle, extra, text) {
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
            let (format, seed) = (self.to.id(), self.context.seed());
            let text = text.strip_suffix('\n').unwrap_or(text);
            report.json(&Row { file, line, puzzle, format, text, left_out: names, seed });
        } else {
            report.text(self.to.frame().between.as_bytes());
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
            let (format, seed) = (self.to.id(), self.context.seed());
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
            let format = self.to.id();
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
