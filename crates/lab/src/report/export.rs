//! Runs, summary and pairs as files for further computation: CSV, where absent values are empty
//! cells, and Parquet, where they are null.

use std::cmp::Ordering;
use std::io;

use quadrille_core::Counter;

use super::column::{Cell, Kind};
#[cfg(feature = "parquet")]
use super::parquet::ParquetTable;
use super::{Measure, Pair, SuccessPair, SummaryRow};
use crate::experiment::{Table, TrialRow};
use crate::features::{FEATURES, Value};
use crate::stats::Interval;

/// The format of a file with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableFormat {
    /// Comma-separated values with a header.
    Csv,
    /// Apache Parquet.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// A table that is written row by row.
enum Rows<W: io::Write + Send> {
    Csv(csv::Writer<W>),
    #[cfg(feature = "parquet")]
    Parquet(ParquetTable<W>),
}

impl<W: io::Write + Send> Rows<W> {
    fn new(
        format: TableFormat,
        #[cfg_attr(not(feature = "parquet"), allow(unused_variables))] name: &str,
        columns: &[(&str, Kind)],
        out: W,
    ) -> io::Result<Self> {
        match format {
            TableFormat::Csv => {
                let mut csv = csv::Writer::from_writer(out);
                csv.write_record(columns.iter().map(|(name, _)| name))?;
                Ok(Self::Csv(csv))
            }
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => ParquetTable::new(name, columns, out).map(Self::Parquet),
        }
    }

    fn write(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        match self {
            Self::Csv(csv) => {
                fn shown(value: Option<impl ToString>) -> String {
                    value.map(|value| value.to_string()).unwrap_or_default()
                }
                Ok(csv.write_record(cells.iter().map(|cell| match cell {
                    Cell::Text(text) => (*text).to_owned(),
                    Cell::Texts(texts) => texts.join(" "),
                    Cell::Count(count) => shown(*count),
                    Cell::Real(real) => shown(*real),
                }))?)
            }
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.write(cells),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Csv(mut csv) => csv.flush(),
            #[cfg(feature = "parquet")]
            Self::Parquet(table) => table.finish().map(drop),
        }
    }
}

/// Writes the summary as CSV: a row for each configuration, with the columns of its JSON.
///
/// # Errors
/// When the output fails.
///
/// ```
#[doc = include_str!("../experiment/example.txt")]
/// use quadrille_lab::report::{summarize, summary_csv};
///
/// let mut csv = Vec::new();
/// summary_csv(&summarize(&table), &mut csv)?;
/// assert!(csv.starts_with(b"algorithm,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn summary_csv(summary: &[SummaryRow], out: impl io::Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    for row in summary {
        csv.serialize(row)?;
    }
    csv.flush()
}

/// Writes the summary as Parquet: the columns of the CSV file, all but the name as reals.
///
/// # Errors
/// When the output fails.
#[cfg(feature = "parquet")]
pub fn summary_parquet(summary: &[SummaryRow], out: impl io::Write + Send) -> io::Result<()> {
    let Some(first) = summary.first() else { return Ok(()) };
    let mut columns = vec![("algorithm", Kind::Text)];
    columns.extend(first.numbers().map(|(name, _)| (name, Kind::Real)));
    let mut rows = Rows::new(TableFormat::Parquet, "summary", &columns, out)?;
    for row in summary {
        let mut cells = vec![Cell::Text(&row.algorithm)];
        cells.extend(row.numbers().map(|(_, number)| match number {
            Cell::Count(count) => Cell::Real(count.map(|count| count as f64)),
            real => real,
        }));
        rows.write(&cells)?;
    }
    rows.finish()
}

/// A file of runs, written one by one, so that memory does not grow with their number.
pub struct RunsTable<W: io::Write + Send>(Rows<W>);

impl<W: io::Write + Send> RunsTable<W> {
    /// Starts the file.
    ///
    /// # Errors
    /// When the output fails.
    ///
    /// ```
    #[doc = include_str!("../experiment/example.txt")]
    /// use quadrille_lab::report::{RunsTable, TableFormat};
    ///
    /// let mut csv = Vec::new();
    /// let mut runs = RunsTable::new(TableFormat::Csv, &mut csv)?;
    /// runs.write(&table, &experiment.trial(0).run(&experiment, &cancel, &clock))?;
    /// runs.finish()?;
    /// assert_eq!(csv.iter().filter(|&&byte| byte == b'\n').count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        columns.push(("seconds_samples", Kind::Count));
        Rows::new(format, "runs", &columns, out).map(Self)
    }

    /// Writes a run of the table's experiment. Counters that its algorithm does not have are absent.
    ///
    /// # Errors
    /// When the output fails.
    pub fn write(&mut self, table: &Table, row: &TrialRow) -> io::Result<()> {
        let configuration = row.trial.configuration as usize;
        let puzzle = &table.instances[row.trial.instance as usize];
        let mut cells: Vec<Cell<'_>> = vec![
            row.trial.number.into(),
            table.names[configuration].as_str().into(),
            (&*puzzle.source).into(),
            puzzle.line.into(),
            puzzle.text.as_str().into(),
            u64::from(row.trial.repetition).into(),
            row.trial.seed.into(),
            row.stop.status().id().into(),
            row.stop.id().into(),
            row.nodes.into(),
        ];
        let counted = table.configurations[configuration].entry.counters;
        cells.extend(
            Counter::ALL.map(|counter| {
                Cell::Count(counted.contains(&counter).then(|| row.counters[counter]))
            }),
        );
        let samples = u64::from(row.seconds_samples);
        let last: [Cell<'_>; 4] =
            [row.memory.into(), row.seconds.into(), row.cpu_seconds.into(), samples.into()];
        cells.extend(last);
        self.0.write(&cells)
    }

    /// Completes the file.
    ///
    /// # Errors
    /// When the output fails.
    pub fn finish(self) -> io::Result<()> {
        self.0.finish()
    }
}

/// Writes the features of the puzzles, a row for each puzzle. Where a feature can be a lower bound, a
/// column after it says whether the value is one (1) or exact (0).
///
/// # Errors
/// When the output fails.
pub(crate) fn features_table(
    format: TableFormat,
    table: &Table,
    out: impl io::Write + Send,
) -> io::Result<()> {
    let bound_names: Vec<String> =
        FEATURES.iter().map(|feature| format!("{}_is_bound", feature.id)).collect();
    let mut columns = vec![("source", Kind::Text), ("line", Kind::Count), ("puzzle", Kind::Text)];
    for (feature, bound_name) in FEATURES.iter().zip(&bound_names) {
        columns.push((feature.id, Kind::Real));
        if feature.can_be_bound {
            columns.push((bound_name, Kind::Count));
        }
    }
    let mut rows = Rows::new(format, "features", &columns, out)?;
    for puzzle in &table.instances {
        let mut cells: Vec<Cell<'_>> =
            vec![(&*puzzle.source).into(), puzzle.line.into(), puzzle.text.as_str().into()];
        for (index, feature) in FEATURES.iter().enumerate() {
            let value = puzzle.features.get(index);
            cells.push(value.map(Value::number).into());
            if feature.can_be_bound {
                cells.push(Cell::Count(value.map(|value| u64::from(value.is_bound()))));
            }
        }
        rows.write(&cells)?;
    }
    rows.finish()
}

/// Writes comparisons of pairs: of costs, by one or several measures, and of success rates, for which
/// the measure is `success`. Infinite ratios and ends of intervals are absent.
///
/// # Errors
/// When the output fails.
pub fn pairs_table(
    format: TableFormat,
    table: &Table,
    by: &[(Measure, Vec<Pair>)],
    success: &[SuccessPair],
    out: impl io::Write + Send,
) -> io::Result<()> {
    let columns = [
        ("measure", Kind::Text),
        ("first", Kind::Text),
        ("second", Kind::Text),
        ("puzzles", Kind::Count),
        ("both_solved", Kind::Count),
        ("either_solved", Kind::Count),
        ("ratio", Kind::Real),
        ("ratio_low", Kind::Real),
        ("ratio_high", Kind::Real),
        ("noise_floor", Kind::Real),
        ("a12", Kind::Real),
        ("difference", Kind::Real),
        ("difference_low", Kind::Real),
        ("difference_high", Kind::Real),
        ("level", Kind::Real),
        ("p", Kind::Real),
        ("p_holm", Kind::Real),
        ("better", Kind::Text),
    ];
    let name = |index: usize| table.names[index].as_str();
    let finite = |value: f64| Cell::from(Some(value).filter(|value| value.is_finite()));
    let better = |first: usize, second: usize, verdict: Ordering, if_first: Ordering| match verdict
    {
        Ordering::Equal => "",
        verdict if verdict == if_first => name(first),
        _ => name(second),
    };
    let none = || Cell::Real(None);
    let mut rows = Rows::new(format, "pairs", &columns, out)?;
    for (measure, pairs) in by {
        for Pair { first, second, paired, p_holm, level, floor, verdict } in pairs {
            let end = |end: fn(&Interval) -> f64| {
                paired.interval.as_ref().map_or(none(), |interval| finite(end(interval)))
            };
            rows.write(&[
                measure.id().into(),
                name(*first).into(),
                name(*second).into(),
                (paired.puzzles as u64).into(),
                (paired.both as u64).into(),
                (paired.informative as u64).into(),
                paired.ratio.map_or(none(), finite),
                end(|interval| interval.low),
                end(|interval| interval.high),
                (*floor).into(),
                paired.a12.into(),
                none(),
                none(),
                none(),
                (*level).into(),
                paired.p.into(),
                (*p_holm).into(),
                better(*first, *second, *verdict, Ordering::Less).into(),
            ])?;
        }
    }
    for SuccessPair { first, second, shares, p, p_holm, level, interval, verdict } in success {
        rows.write(&[
            "success".into(),
            name(*first).into(),
            name(*second).into(),
            (shares.puzzles as u64).into(),
            Cell::Count(None),
            Cell::Count(None),
            none(),
            none(),
            none(),
            none(),
            none(),
            shares.difference.into(),
            interval.0.into(),
            interval.1.into(),
            (*level).into(),
            (*p).into(),
            (*p_holm).into(),
            better(*first, *second, *verdict, Ordering::Greater).into(),
        ])?;
    }
    rows.finish()
}
