//! Runs, summary and pairs as tables for whoever computes on: CSV, where absent values are empty
//! cells, and Parquet, where they are null.

use std::io;

use quadrille_engine::Counter;

use super::parquet::ParquetTable;
use super::{Measure, Pair, SummaryRow};
use crate::experiment::{Table, TrialRow};

/// A format of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma-separated values below a header.
    Csv,
    /// Apache Parquet.
    Parquet,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// Whole numbers from 0, or nothing.
    Count,
    /// Any numbers, or nothing.
    Real,
}

/// A table that is written cell by cell, row by row.
enum Cells<W: io::Write + Send> {
    Csv(csv::Writer<W>),
    Parquet(ParquetTable<W>),
}

impl<W: io::Write + Send> Cells<W> {
    fn new(format: TableFormat, name: &str, columns: &[(&str, Kind)], out: W) -> io::Result<Self> {
        match format {
            TableFormat::Csv => {
                let mut csv = csv::Writer::from_writer(out);
                csv.write_record(columns.iter().map(|(name, _)| name))?;
                Ok(Self::Csv(csv))
            }
            TableFormat::Parquet => ParquetTable::new(name, columns, out).map(Self::Parquet),
        }
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        match self {
            Self::Csv(csv) => Ok(csv.write_field(text)?),
            Self::Parquet(table) => {
                table.text(text);
                Ok(())
            }
        }
    }

    fn count(&mut self, count: Option<u64>) -> io::Result<()> {
        match self {
            Self::Csv(csv) => Ok(csv.write_field(shown(count))?),
            Self::Parquet(table) => {
                table.count(count);
                Ok(())
            }
        }
    }

    fn real(&mut self, real: Option<f64>) -> io::Result<()> {
        match self {
            Self::Csv(csv) => Ok(csv.write_field(shown(real))?),
            Self::Parquet(table) => {
                table.real(real);
                Ok(())
            }
        }
    }

    fn end_row(&mut self) -> io::Result<()> {
        match self {
            Self::Csv(csv) => Ok(csv.write_record(None::<&[u8]>)?),
            Self::Parquet(table) => table.end_row(),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Csv(mut csv) => csv.flush(),
            Self::Parquet(table) => table.finish(),
        }
    }
}

fn shown(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Writes the summary as CSV, a row for each method, columns as in its JSON.
///
/// # Errors
/// When the machine refuses.
pub fn summary_csv(summary: &[SummaryRow], out: impl io::Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    for row in summary {
        csv.serialize(row)?;
    }
    csv.flush()
}

/// Writes the summary as Parquet: the columns of the CSV file, all but the names as reals.
///
/// # Errors
/// When the machine refuses.
pub fn summary_parquet(summary: &[SummaryRow], out: impl io::Write + Send) -> io::Result<()> {
    let mut bytes = Vec::new();
    summary_csv(summary, &mut bytes)?;
    let mut csv = csv::Reader::from_reader(&*bytes);
    let header = csv.headers()?.clone();
    let kind = |name| if name == "algorithm" { Kind::Text } else { Kind::Real };
    let columns: Vec<(&str, Kind)> = header.iter().map(|name| (name, kind(name))).collect();
    let mut cells = Cells::new(TableFormat::Parquet, "summary", &columns, out)?;
    for record in csv.records() {
        for (text, (_, kind)) in record?.iter().zip(&columns) {
            match kind {
                Kind::Text => cells.text(text)?,
                // What is no number is absent.
                Kind::Real | Kind::Count => cells.real(text.parse().ok())?,
            }
        }
        cells.end_row()?;
    }
    cells.finish()
}

/// Runs as a table, one by one: memory does not grow with their number.
pub struct RunsTable<W: io::Write + Send>(Cells<W>);

impl<W: io::Write + Send> RunsTable<W> {
    /// Begins with the columns.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn new(format: TableFormat, out: W) -> io::Result<Self> {
        let mut columns = vec![
            ("run", Kind::Count),
            ("algorithm", Kind::Text),
            ("source", Kind::Text),
            ("line", Kind::Count),
            ("puzzle", Kind::Text),
            ("repetition", Kind::Count),
            ("seed", Kind::Count),
            ("status", Kind::Text),
            ("stop", Kind::Text),
            ("nodes", Kind::Count),
        ];
        columns.extend(Counter::ALL.map(|counter| (counter.id(), Kind::Count)));
        columns.push(("memory", Kind::Count));
        columns.extend([("seconds", Kind::Real), ("cpu_seconds", Kind::Real)]);
        Cells::new(format, "runs", &columns, out).map(Self)
    }

    /// Writes a run of the table's experiment. Counters that its method does not have are absent.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn write(&mut self, table: &Table, row: &TrialRow) -> io::Result<()> {
        let subject = &table.subjects[row.trial.method as usize];
        let puzzle = &table.instances[row.trial.instance as usize];
        let cells = &mut self.0;
        cells.count(Some(row.trial.number))?;
        cells.text(&subject.name)?;
        cells.text(&puzzle.source)?;
        cells.count(Some(puzzle.line))?;
        cells.text(&puzzle.text)?;
        cells.count(Some(row.trial.repetition.into()))?;
        cells.count(Some(row.trial.seed))?;
        cells.text(row.stop.status().id())?;
        cells.text(row.stop.id())?;
        cells.count(Some(row.nodes))?;
        for counter in Counter::ALL {
            let has = subject.entry.counters.contains(&counter);
            cells.count(has.then(|| row.counters[counter]))?;
        }
        cells.count(Some(row.memory))?;
        cells.real(Some(row.seconds))?;
        cells.real(Some(row.cpu_seconds))?;
        cells.end_row()
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn finish(self) -> io::Result<()> {
        self.0.finish()
    }
}

/// Writes comparisons of pairs, by one measure or several.
///
/// # Errors
/// When the machine refuses.
pub fn pairs_table(
    format: TableFormat,
    table: &Table,
    by: &[(Measure, Vec<Pair>)],
    out: impl io::Write + Send,
) -> io::Result<()> {
    let columns = [
        ("measure", Kind::Text),
        ("first", Kind::Text),
        ("second", Kind::Text),
        ("puzzles", Kind::Count),
        ("both_solved", Kind::Count),
        ("ratio", Kind::Real),
        ("ratio_low", Kind::Real),
        ("ratio_high", Kind::Real),
        ("a12", Kind::Real),
        ("p", Kind::Real),
        ("p_holm", Kind::Real),
    ];
    let mut cells = Cells::new(format, "pairs", &columns, out)?;
    for (measure, pairs) in by {
        for Pair { first, second, paired, p_holm } in pairs {
            cells.text(measure.id())?;
            cells.text(&table.subjects[*first].name)?;
            cells.text(&table.subjects[*second].name)?;
            cells.count(Some(paired.puzzles as u64))?;
            cells.count(Some(paired.both as u64))?;
            cells.real(paired.ratio)?;
            cells.real(paired.interval.map(|interval| interval.low))?;
            cells.real(paired.interval.map(|interval| interval.high))?;
            cells.real(paired.a12)?;
            cells.real(Some(paired.p))?;
            cells.real(Some(*p_holm))?;
            cells.end_row()?;
        }
    }
    cells.finish()
}
