//! `report`: the table and the page of a comparison again, from its log.

use quadrille_lab::experiment::Table;
use quadrille_lab::report::{About, SummaryRow, TextStyle, summarize, text_table};

use crate::args::{Common, Report, Tables};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::report_directory::ReportDirectory;

pub(crate) fn run(args: &Report) -> Result<Exit, Failure> {
    interrupt::prompt_flag(interrupt::PATIENCE);
    let mut directory = ReportDirectory::open_finished(&args.directory)?;
    let contents = directory.read(|table, row| table.push(&row))?.ok_or_else(|| {
        Failure::usage(format!("the log in {} holds no run", args.directory.display()))
    })?;
    if contents.cut_bytes > 0 {
        crate::notes::note("the last line of the log is cut and was left out");
    }
    let mut table = contents.table;
    table.sort();
    let about = About::of_log(&contents.header, contents.bad_lines);
    // Before the work, so that a mistake here costs nothing.
    let mut out = Output::open(&args.common)?;
    print_summary(&mut directory, &table, &about, &args.tables, &args.common, &mut out)?;
    Ok(Exit::Done)
}

/// Writes the page, prints the table or the rows, and says where the page is.
pub(crate) fn print_summary(
    directory: &mut ReportDirectory,
    table: &Table,
    about: &About,
    tables: &Tables,
    common: &Common,
    out: &mut Output,
) -> Result<(), Failure> {
    let summary = summarize(table);
    let page = directory.write_page(table, &summary, about)?;
    for format in tables.formats() {
        directory.write_tables(format, table, &summary)?;
    }
    print_table(table, &summary, common, out)?;
    crate::notes::note(&format!("the page is {}", page.display()));
    Ok(())
}

/// Prints the table or the rows.
pub(crate) fn print_table(
    table: &Table,
    summary: &[SummaryRow],
    common: &Common,
    out: &mut Output,
) -> Result<(), Failure> {
    if common.json {
        for row in summary {
            out.json(row)?;
        }
    } else {
        let width = terminal_size::terminal_size().map_or(120, |(width, _)| width.0.min(140));
        out.text(&text_table(table, summary, TextStyle { width, unicode: true }))?;
    }
    out.flush()
}
