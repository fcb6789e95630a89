//! `report`: the table and the page of a comparison again, from its log.

use std::path::{Path, PathBuf};

use clap::ValueHint;
use quadrille_core::printable;
use quadrille_lab::experiment::Table;
use quadrille_lab::experiment::log::LogContents;
use quadrille_lab::report::{
    About, Changes, PAGE, SummaryRow, TableFormat, TextFormat, TextStyle, changes_table, summarize,
    text_table, write_report,
};
use quadrille_lab::study::Directory;

use super::report_directory;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::output::Output;

/// How results are shown, and what is written beside the page.
#[derive(Debug, clap::Args)]
pub(super) struct ResultOptions {
    /// How to print the table: table, markdown, csv or latex
    #[arg(long, value_name = "FORMAT", value_parser = text_format)]
    format: Option<TextFormat>,
    /// Write all runs and pairs as CSV files beside the page
    #[arg(long)]
    csv: bool,
    /// Write all runs, pairs and the summary as Parquet files beside the page
    #[arg(long)]
    parquet: bool,
}

fn text_format(text: &str) -> Result<TextFormat, String> {
    let known = TextFormat::ALL.iter().find(|format| format.id() == text);
    known.copied().ok_or_else(|| "write table, markdown, csv or latex".to_owned())
}

impl ResultOptions {
    /// Refuses options without effect.
    pub(super) fn check(&self, context: &Context) -> Result<(), Failure> {
        let is_given = context.json && self.format.is_some();
        Failure::refuse(&[(is_given, "`--format` has no effect with `--json`")])
    }

    /// Returns the formats of the tables beside the page.
    pub(super) fn formats(&self) -> Vec<TableFormat> {
        let choices = [(self.csv, TableFormat::Csv), (self.parquet, TableFormat::Parquet)];
        choices.into_iter().filter_map(|(wanted, format)| wanted.then_some(format)).collect()
    }
}

/// Remake the report of a comparison
///
/// Makes the table and the page again from the log, or shows what changed between two comparisons.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/report.txt").trim_end())]
pub(crate) struct Args {
    /// The directory that `compare` wrote
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: PathBuf,
    /// A later comparison: show what changed, and write nothing to either directory
    #[arg(value_name = "LATER", value_hint = ValueHint::DirPath, conflicts_with_all = ["format", "csv", "parquet"])]
    later: Option<PathBuf>,
    #[command(flatten)]
    results: ResultOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    args.results.check(context)?;
    context.handle_signals(Some(PATIENCE));
    let (directory, contents) = read(&args.directory, context)?;
    if let Some(later) = &args.later {
        let (_, later) = read(later, context)?;
        return show_changes(&contents, &later, context);
    }
    // Opened before the work, so that a mistake costs nothing.
    let mut out = Output::open(context)?;
    write_results(&directory, &contents, &args.results, context, &mut out)?;
    Ok(Exit::Done)
}

/// Reads a finished comparison.
fn read<'a>(path: &Path, context: &'a Context) -> Result<(Directory<'a>, LogContents), Failure> {
    let directory = report_directory::open_finished(context, path)?;
    let contents = report_directory::read(&directory)?
        .ok_or_else(|| Failure::usage(format!("the log in {} holds no runs", path.display())))?;
    if let Some(shard) = contents.header.shard {
        return Err(Failure::usage(format!(
            "{0} holds shard {shard} of a comparison; `quadrille merge` joins it with the others, \
             and `quadrille merge --partial {0} -o REPORT` makes a report of it alone",
            path.display()
        )));
    }
    if contents.cut_bytes > 0 {
        note_cut_line(path, context);
    }
    Ok((directory, contents))
}

/// Says that a log ends in the middle of a line.
pub(super) fn note_cut_line(directory: &Path, context: &Context) {
    let log = directory.display();
    let note = format!("ignored the last line of the log in {log}, which is incomplete");
    context.messages.note(&note);
}

/// Prints what changed from one comparison to another.
fn show_changes(
    before: &LogContents,
    after: &LogContents,
    context: &Context,
) -> Result<Exit, Failure> {
    let mut changes = Changes::between(&before.table, &after.table);
    if changes.rows.is_empty() {
        return Err(Failure::usage(
            "the two comparisons have no algorithm, or no puzzle, in common",
        ));
    }
    if before.machines != after.machines || before.machines.len() > 1 {
        changes.caveats.push("processor times are from different machines".to_owned());
    }
    let mut out = Output::open(context)?;
    if context.json {
        for row in &changes.rows {
            out.json(row)?;
        }
        for caveat in &changes.caveats {
            context.messages.note(&printable::line(caveat));
        }
    } else {
        out.text(&printable::lines(&changes_table(&changes, text_style(&out))))?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

/// Writes the page of a log and the files beside it, and prints the table.
pub(super) fn write_results(
    directory: &Directory<'_>,
    contents: &LogContents,
    options: &ResultOptions,
    context: &Context,
    out: &mut Output,
) -> Result<(), Failure> {
    let LogContents { header, table, bad_lines, machines, .. } = contents;
    let about = About::of_log(header, bad_lines.clone()).with_machines(machines.clone());
    let summary = summarize(table);
    write_report(directory, table, &summary, &about, &options.formats(), true)?;
    show_results(directory, table, &summary, options, context, out)
}

/// Prints the table, and where the page is.
pub(super) fn show_results(
    directory: &Directory<'_>,
    table: &Table,
    summary: &[SummaryRow],
    options: &ResultOptions,
    context: &Context,
    out: &mut Output,
) -> Result<(), Failure> {
    print_table(table, summary, options, context, out)?;
    context.messages.note(&format!("report page: {}", directory.path().join(PAGE).display()));
    Ok(())
}

/// Prints the summary as a table, or as JSON.
pub(super) fn print_table(
    table: &Table,
    summary: &[SummaryRow],
    options: &ResultOptions,
    context: &Context,
    out: &mut Output,
) -> Result<(), Failure> {
    if context.json {
        for row in summary {
            out.json(row)?;
        }
    } else {
        let format = options.format.unwrap_or_default();
        let text = text_table(table, summary, TextStyle { format, ..text_style(out) });
        // A log may name algorithms with hidden characters.
        out.text(&printable::lines(&text))?;
    }
    out.conclude(Exit::Done)
}

/// Returns the style of text for an output: as wide as the terminal, or 80 columns.
pub(super) fn text_style(out: &Output) -> TextStyle {
    let terminal = out.is_terminal().then(terminal_size::terminal_size).flatten();
    let width = terminal.map_or(80, |(width, _)| width.0.min(140));
    TextStyle { width, ..TextStyle::default() }
}
