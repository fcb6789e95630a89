//! `report`: the table and the page of a comparison again, from its log.

use std::path::PathBuf;

use clap::ValueHint;
use quadrille_lab::experiment::Table;
use quadrille_lab::report::{About, SummaryRow, TableFormat, TextStyle, summarize, text_table};

use super::report_directory::ReportDirectory;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::output::Output;

/// Tables of a report for other programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Tables {
    /// Write all runs and pairs as CSV beside the page
    #[arg(long)]
    csv: bool,
    /// Write all runs, pairs and the summary as Parquet beside the page
    #[arg(long)]
    parquet: bool,
}

impl Tables {
    /// The formats that are asked for.
    pub(crate) fn formats(&self) -> impl Iterator<Item = TableFormat> {
        let csv = self.csv.then_some(TableFormat::Csv);
        csv.into_iter().chain(self.parquet.then_some(TableFormat::Parquet))
    }
}

/// Make the table and the page of a comparison again, from its log
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille report quadrille-report
  quadrille report --csv my-report                 summary, runs and pairs for other programs
  quadrille report --json my-report -o rows.jsonl  the rows of the table, in a file")]
pub(crate) struct Args {
    /// The directory in which `compare` left its log
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: PathBuf,
    #[command(flatten)]
    tables: Tables,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    context.handle_signals(Some(PATIENCE));
    let mut directory = ReportDirectory::open_finished(context, &args.directory)?;
    let contents = directory.read(|table, row| table.push(&row))?.ok_or_else(|| {
        Failure::usage(format!("the log in {} holds no run", args.directory.display()))
    })?;
    if contents.cut_bytes > 0 {
        context.messages.note("the last line of the log is cut and was left out");
    }
    let mut table = contents.table;
    table.sort();
    let about = About::of_log(&contents.header, contents.bad_lines);
    // Before the work, so that a mistake here costs nothing.
    let mut out = Output::open(context)?;
    print_summary(&mut directory, &table, &about, &args.tables, context, &mut out)?;
    Ok(Exit::Done)
}

/// Writes the page, prints the table or the rows, and says where the page is.
pub(crate) fn print_summary(
    directory: &mut ReportDirectory<'_>,
    table: &Table,
    about: &About,
    tables: &Tables,
    context: &Context,
    out: &mut Output,
) -> Result<(), Failure> {
    let summary = summarize(table);
    let page = directory.write_page(table, &summary, about)?;
    for format in tables.formats() {
        directory.write_tables(format, table, &summary)?;
    }
    print_table(table, &summary, context, out)?;
    context.messages.note(&format!("the page is {}", page.display()));
    Ok(())
}

/// Prints the table or the rows.
pub(crate) fn print_table(
    table: &Table,
    summary: &[SummaryRow],
    context: &Context,
    out: &mut Output,
) -> Result<(), Failure> {
    if context.json {
        for row in summary {
            out.json(row)?;
        }
    } else {
        let width = terminal_size::terminal_size().map_or(120, |(width, _)| width.0.min(140));
        out.text(&text_table(table, summary, TextStyle { width, unicode: true }))?;
    }
    out.flush()
}
