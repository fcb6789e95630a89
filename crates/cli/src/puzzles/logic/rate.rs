//! `rate`: how hard puzzles are for people.

use clap::ValueHint;
use quadrille_engine::kernel::lines::Lines;
use quadrille_engine::logic::{Class, Profile, Rating, Verdict, rate};
use quadrille_engine::{Puzzle, Status, Stop};
use serde::Serialize;
use std::ffi::OsString;
use std::time::Instant;

use super::template::{Record, Template};
use super::verdict::{exit, is_rated};
use super::{Bounds, Metering, ProfileOption};
use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bad_input::BadRecord;
use crate::io::input::{Answering, AnsweringLines, Together, answer_all};
use crate::io::output::{Frame, Report};

/// Rate puzzles by the hardest technique that people need
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille rate puzzles.txt                      PUZZLE ER EP ED, as Sudoku Explainer rates
  quadrille rate --profile se puzzles.txt         with the techniques of SukakuExplainer
  quadrille rate --profile hodoku puzzles.txt     PUZZLE CLASS SCORE, as HoDoKu rates
  quadrille rate --csv -o ratings.csv puzzles.txt
  quadrille rate --format '%r %g' puzzles.txt | sort -n

The rating of a puzzle (ER) is that of the hardest step when always the first step found is taken,
and techniques are tried in the order of the profile. The pearl rating (EP) is the hardest step up
to the first that fills a cell, the diamond rating (ED) that of the first step.

In the profile `hodoku` steps have scores, which are added up, and puzzles a class from Easy to
Extreme. ER is the score then, EP that of the steps up to the first that fills a cell.

In place of the ratings stands `multiple` for a puzzle with several solutions, `none` for one
without, `unsupported` for a board that is not 9x9 or has edges, and `limit` where a limit ended the
search. A puzzle that the techniques do not solve is rated 20.0, with the status `stuck`; in a
profile with scores, the score of giving up is added.

--format writes a line for each puzzle, in which these stand for
  %g puzzle    %r %p %d  ER, EP, ED    %R %P %D  their techniques    %S %T %U  the same as ids
  %c class    %n line    %s status    %e seconds    %t tab    %l newline    %% percent sign")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    #[command(flatten)]
    profile: ProfileOption,
    /// Write a table with a header for spreadsheets
    #[arg(long)]
    csv: bool,
    /// Write each puzzle in a format like that of `serate`
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    format: Option<String>,
    #[command(flatten)]
    limits: Bounds,
    #[command(flatten)]
    reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let has_format = args.format.is_some();
    Failure::refuse(&[
        (args.csv && has_format, "--csv and --format exclude each other; omit one of them"),
        (args.csv && context.json, "--csv and --json exclude each other; omit one of them"),
        (has_format && context.json, "--format and --json exclude each other; omit one of them"),
    ])?;
    let profile = args.profile.resolve("se121", context)?;
    let template = args.format.as_deref().map(Template::parse).transpose()?;
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    context.handle_signals(Some(PATIENCE));
    let style = match (template, args.csv, context.json) {
        (Some(template), ..) => Style::Template(template),
        (None, true, _) => Style::Csv,
        (None, false, true) => Style::Json,
        (None, false, false) => Style::Plain,
    };
    let command = Rate { profile, style, metering: Metering::new(&args.limits, context), context };
    answer_all(&command, inputs, &Together::Lines(&command), context)
}

struct Rate<'c> {
    profile: Profile,
    style: Style,
    metering: Metering<'c>,
    context: &'c Context,
}

enum Style {
    Plain,
    Json,
    Csv,
    Template(Template),
}

/// A rating, and how long it took.
struct Rated {
    rating: Rating,
    seconds: f64,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    profile: &'a str,
    status: &'static str,
    /// `None` if the puzzle is not rated.
    rating: Option<f64>,
    pearl: Option<f64>,
    diamond: Option<f64>,
    hardest: Option<&'static str>,
    steps: Option<usize>,
    /// Only if the profile has scores, and the puzzle is rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u32>,
    /// Only if a limit ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    seconds: f64,
    seed: u64,
}

impl Rate<'_> {
    fn rate(&self, puzzle: &Puzzle) -> Rated {
        let start = Instant::now();
        let rating = rate(puzzle, &self.profile, &mut self.metering.meter());
        Rated { rating, seconds: start.elapsed().as_secs_f64() }
    }

    fn put(&self, (file, line): (&str, u64), puzzle: &str, rated: &Rated, report: &mut Report<'_>) {
        let Rated { rating, seconds } = *rated;
        let verdict = rating.verdict;
        if verdict == Verdict::Stopped(Stop::Cancelled) {
            return report.cut_off();
        }
        if let Verdict::Unsuited(why) = verdict {
            report.message(format!("{file}:{line}:1: {why}"));
        }
        let status = verdict.id();
        match &self.style {
            Style::Plain => {
                report.text(puzzle.as_bytes());
                if let Some(class) = rating.class {
                    report.text(b" ");
                    report.text(class.name().as_bytes());
                    report.text(b" ");
                    report.number(u64::from(rating.rating / 10));
                } else if is_rated(verdict) {
                    for tenths in [rating.rating, rating.pearl, rating.diamond] {
                        report.text(b" ");
                        report.number(u64::from(tenths / 10));
                        report.text(b".");
                        report.number(u64::from(tenths % 10));
                    }
                } else {
                    report.text(b" ");
                    report.text(status.as_bytes());
                }
                report.text(b"\n");
            }
            Style::Json => {
                let known = is_rated(verdict);
                let number = |tenths: u32| known.then_some(f64::from(tenths) / 10.0);
                let stop = match verdict {
                    Verdict::Stopped(stop) if stop.status() == Status::Limit => Some(stop.id()),
                    _ => None,
                };
                report.json(&Row {
                    file,
                    line,
                    puzzle,
                    profile: self.profile.id(),
                    status,
                    rating: number(rating.rating),
                    pearl: number(rating.pearl),
                    diamond: number(rating.diamond),
                    hardest: rating.hardest,
                    steps: known.then_some(rating.steps),
                    class: rating.class.map(Class::name),
                    score: rating.class.map(|_| rating.rating / 10),
                    stop,
                    seconds,
                    seed: self.context.seed(),
                });
            }
            Style::Csv => {
                let number = |tenths| match is_rated(verdict) {
                    true => self.profile.points(tenths),
                    false => String::new(),
                };
                let [rated, pearl, diamond] =
                    [rating.rating, rating.pearl, rating.diamond].map(number);
                let hardest = rating.hardest.unwrap_or_default();
                let steps =
                    if is_rated(verdict) { rating.steps.to_string() } else { String::new() };
                let class = match self.profile.has_scores() {
                    true => format!(",{},{rated}", rating.class.map_or("", Class::name)),
                    false => String::new(),
                };
                report.line(&format!(
                    "{puzzle},{status},{rated},{pearl},{diamond},{hardest},{steps}{class}"
                ));
            }
            Style::Template(template) => {
                let profile = &self.profile;
                let record = Record { puzzle, line, profile, rating: &rating, status, seconds };
                report.append(|out| template.write(&record, out));
            }
        }
        report.done(exit(verdict));
    }
}

impl Answering for Rate<'_> {
    type Answer = Rated;

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<Rated> {
        puzzles.iter().map(|puzzle| self.rate(puzzle)).collect()
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        rated: Rated,
        report: &mut Report<'a>,
    ) {
        self.put((file, line), &puzzle.to_string(), &rated, report);
    }

    fn write_bad(&self, record: &BadRecord, report: &mut Report<'_>) {
        match &self.style {
            Style::Csv => {
                let class = if self.profile.has_scores() { ",," } else { "" };
                report.line(&format!(",invalid,,,,,{class}"));
                report.done(Exit::Usage);
            }
            _ => report.invalid(record),
        }
    }

    fn frame(&self) -> Frame {
        match self.style {
            Style::Csv => Frame {
                before: match self.profile.has_scores() {
                    true => "puzzle,status,rating,pearl,diamond,hardest,steps,class,score\n",
                    false => "puzzle,status,rating,pearl,diamond,hardest,steps\n",
                },
                ..Frame::default()
            },
            _ => Frame::default(),
        }
    }
}

impl AnsweringLines for Rate<'_> {
    fn write_lines<'a>(&'a self, file: &str, first: u64, lines: &Lines, report: &mut Report<'a>) {
        for (index, line) in (0..lines.len()).zip(first..) {
            let puzzle = lines.puzzle(index);
            let rated = self.rate(&puzzle);
            self.put((file, line), &puzzle.to_string(), &rated, report);
            if rated.rating.verdict == Verdict::Stopped(Stop::Cancelled) {
                return;
            }
        }
    }
}
