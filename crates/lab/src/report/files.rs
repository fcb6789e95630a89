//! The files of a report: the log of all runs, and the page and tables that are made from it.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::export::features_table;
use super::{
    About, Hardness, Measure, ReportFile, RunsTable, SummaryRow, TableFormat, TextFormat,
    TextStyle, compare_pairs, compare_success, html_page, pairs_table, summarize, summary_csv,
    text_table,
};
use crate::experiment::log::LogContents;
use crate::experiment::{PuzzleRow, Table, TrialRow};
use crate::features::Value;
use crate::source::Suite;

/// The log of all runs.
pub const LOG: &str = "runs.jsonl";
/// The page.
pub const PAGE: &str = "index.html";
const SUMMARY: &str = "summary.csv";
const SUMMARY_JSON: &str = "summary.json";
const RUNS: &str = "runs.csv";
const PAIRS: &str = "pairs.csv";
const FEATURES: &str = "features.csv";
const FEATURES_JSON: &str = "features.json";
const SUMMARY_PARQUET: &str = "summary.parquet";
const RUNS_PARQUET: &str = "runs.parquet";
const PAIRS_PARQUET: &str = "pairs.parquet";
const FEATURES_PARQUET: &str = "features.parquet";
/// The table of a comparison on a standard collection, as Markdown.
const TABLE_MARKDOWN: &str = "table.md";
/// The same as LaTeX.
const TABLE_LATEX: &str = "table.tex";
/// How to cite the comparison, as BibTeX.
const CITATION: &str = "citation.bib";
/// The names of all files that a report can have.
pub const FILES: [&str; 15] = [
    LOG,
    PAGE,
    SUMMARY,
    SUMMARY_JSON,
    RUNS,
    PAIRS,
    FEATURES,
    FEATURES_JSON,
    SUMMARY_PARQUET,
    RUNS_PARQUET,
    PAIRS_PARQUET,
    FEATURES_PARQUET,
    TABLE_MARKDOWN,
    TABLE_LATEX,
    CITATION,
];

/// Where a report is kept.
pub trait ReportFiles {
    /// Why a file cannot be read or written.
    type Error;

    /// Writes a file, completely or not at all. `fill` is called once.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn write(
        &self,
        name: &'static str,
        fill: &mut dyn FnMut(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), Self::Error>;

    /// Reads the log and passes its runs to `each`; `None` if there is no whole preamble.
    ///
    /// # Errors
    /// When the log cannot be read or is damaged.
    fn read(
        &self,
        each: &mut dyn FnMut(&mut Table, TrialRow),
    ) -> Result<Option<LogContents>, Self::Error>;
}

/// Writes the page, the summary, and the tables of all runs and pairs in these formats.
///
/// With `links`, the page has links to the files beside it. Where a page is shown in a frame that must
/// not leave it, they could not be followed.
///
/// # Errors
/// When a file cannot be written, or the log cannot be read.
pub fn write_report<F: ReportFiles>(
    files: &F,
    table: &Table,
    summary: &[SummaryRow],
    about: &About,
    formats: &[TableFormat],
    links: bool,
) -> Result<(), F::Error> {
    files.write(SUMMARY, &mut |out| summary_csv(summary, out))?;
    files.write(SUMMARY_JSON, &mut |out| {
        serde_json::to_writer_pretty(&mut *out, summary)?;
        out.write_all(b"\n")
    })?;
    files.write(FEATURES_JSON, &mut |out| features_json(table, out))?;
    let linked = if links { linked_files(formats) } else { Vec::new() };
    let page = html_page(table, summary, &About { files: linked, ..about.clone() });
    files.write(PAGE, &mut |out| out.write_all(page.as_bytes()))?;
    formats.iter().try_for_each(|&format| write_tables(files, format, table, summary))
}

/// Writes what a paper needs of a comparison on a standard collection: the table, and how to cite it
/// with the version of the program.
///
/// # Errors
/// When a file cannot be written.
pub fn write_for_paper<F: ReportFiles>(
    files: &F,
    suite: &Suite,
    table: &Table,
    version: &str,
) -> Result<(), F::Error> {
    let summary = summarize(table);
    let formats = [(TABLE_MARKDOWN, TextFormat::Markdown), (TABLE_LATEX, TextFormat::Latex)];
    for (name, format) in formats {
        let text = text_table(table, &summary, TextStyle { format, ..TextStyle::default() });
        files.write(name, &mut |out| out.write_all(text.as_bytes()))?;
    }
    let citation = suite.citation(version);
    files.write(CITATION, &mut |out| out.write_all(citation.as_bytes()))
}

/// Writes all runs, all pairs and, as Parquet, the summary. The runs are copied from the log one by
/// one.
fn write_tables<F: ReportFiles>(
    files: &F,
    format: TableFormat,
    table: &Table,
    #[cfg_attr(not(feature = "parquet"), allow(unused_variables))] summary: &[SummaryRow],
) -> Result<(), F::Error> {
    let (runs, pairs, features) = match format {
        TableFormat::Csv => (RUNS, PAIRS, FEATURES),
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => {
            files.write(SUMMARY_PARQUET, &mut |out| super::summary_parquet(summary, out))?;
            (RUNS_PARQUET, PAIRS_PARQUET, FEATURES_PARQUET)
        }
    };
    let mut read = Ok(None);
    files.write(runs, &mut |out| {
        let mut runs = RunsTable::new(format, out)?;
        let mut failed = Ok(());
        read = files.read(&mut |table, row| {
            if failed.is_ok() && !row.trial.is_control {
                failed = runs.write(table, &row);
            }
        });
        failed.and_then(|()| runs.finish())
    })?;
    read?;
    let by = [Measure::CpuSeconds, Measure::Nodes]
        .map(|measure| (measure, compare_pairs(table, measure)));
    let success = compare_success(table);
    files.write(pairs, &mut |out| pairs_table(format, table, &by, &success, out))?;
    files.write(features, &mut |out| features_table(format, table, out))
}

/// Writes the features of the puzzles and how the costs go with them.
fn features_json(table: &Table, mut out: &mut (dyn Write + Send)) -> io::Result<()> {
    #[derive(Serialize)]
    struct Puzzle<'a> {
        source: &'a str,
        line: u64,
        puzzle: &'a str,
        #[serde(flatten)]
        features: BTreeMap<&'static str, Option<f64>>,
        at_least: Vec<&'static str>,
    }
    let puzzle = |row: &'_ PuzzleRow| {
        let numbers = crate::features::FEATURES
            .iter()
            .enumerate()
            .map(|(index, feature)| (feature.id, row.features.get(index).map(Value::number)));
        let bounds = row.features.known().filter(|(_, value)| value.is_bound());
        (numbers.collect(), bounds.map(|(feature, _)| feature.id).collect())
    };
    let hardness = Hardness::of(table);
    out.write_all(b"{\"puzzles\": [")?;
    for (index, row) in table.instances.iter().enumerate() {
        let (features, at_least) = puzzle(row);
        let (source, line, puzzle) = (&*row.source, row.line, &*row.text);
        out.write_all(if index > 0 { b",\n" } else { b"\n" })?;
        serde_json::to_writer(&mut out, &Puzzle { source, line, puzzle, features, at_least })?;
    }
    out.write_all(b"],\n\"algorithms\": [")?;
    for (index, row) in hardness.rows(table).enumerate() {
        out.write_all(if index > 0 { b",\n" } else { b"\n" })?;
        serde_json::to_writer(&mut out, &row)?;
    }
    out.write_all(b"]}\n")
}

/// Returns the files that are beside a page when tables are written in these formats.
fn linked_files(formats: &[TableFormat]) -> Vec<ReportFile> {
    let mut files = vec![
        ReportFile { name: SUMMARY, content: "the summary of each configuration" },
        ReportFile { name: SUMMARY_JSON, content: "the same as JSON" },
        ReportFile {
            name: FEATURES_JSON,
            content: "features of puzzles, and how costs go with them",
        },
    ];
    for format in formats {
        let added = match format {
            TableFormat::Csv => &[
                (RUNS, "every run"),
                (PAIRS, "every pair of configurations"),
                (FEATURES, "the features of every puzzle"),
            ][..],
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => &[
                (SUMMARY_PARQUET, "the summary as Parquet"),
                (RUNS_PARQUET, "every run as Parquet"),
                (PAIRS_PARQUET, "every pair as Parquet"),
                (FEATURES_PARQUET, "the features as Parquet"),
            ],
        };
        files.extend(added.iter().map(|&(name, content)| ReportFile { name, content }));
    }
    files.push(ReportFile { name: LOG, content: "the log of all runs, as JSON lines" });
    files
}
