//! Runs, summary and pairs as CSV, for whoever computes on. Absent values are empty cells.

use std::io;

use quadrille::Counter;
use serde::Serialize;

use super::{Measure, Pair, SummaryRow};
use crate::experiment::{Table, TrialRow};

/// Writes the summary, a row for each method, columns as in its JSON.
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

/// Runs as CSV, one by one: memory does not grow with their number.
pub struct RunsCsv<W: io::Write>(csv::Writer<W>);

impl<W: io::Write> RunsCsv<W> {
    /// Begins with the header.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn new(out: W) -> io::Result<Self> {
        let mut csv = csv::Writer::from_writer(out);
        let first = ["run", "algorithm", "source", "line", "puzzle", "repetition", "seed"];
        let second = ["status", "stop", "nodes"];
        let counters = Counter::ALL.map(Counter::id);
        let last = ["memory", "seconds", "cpu_seconds"];
        csv.write_record(first.iter().chain(&second).chain(&counters).chain(&last))?;
        Ok(Self(csv))
    }

    /// Writes a run of the table's experiment. Counters that its method does not have are empty.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn write(&mut self, table: &Table, row: &TrialRow) -> io::Result<()> {
        let subject = &table.subjects[row.trial.method as usize];
        let puzzle = &table.instances[row.trial.instance as usize];
        let csv = &mut self.0;
        csv.write_field(row.trial.number.to_string())?;
        csv.write_field(&subject.name)?;
        csv.write_field(&*puzzle.source)?;
        csv.write_field(puzzle.line.to_string())?;
        csv.write_field(&puzzle.text)?;
        csv.write_field(row.trial.repetition.to_string())?;
        csv.write_field(row.trial.seed.to_string())?;
        csv.write_field(row.stop.status().id())?;
        csv.write_field(row.stop.id())?;
        csv.write_field(row.nodes.to_string())?;
        for counter in Counter::ALL {
            let has = subject.entry.counters.contains(&counter);
            csv.write_field(if has { row.counters[counter].to_string() } else { String::new() })?;
        }
        csv.write_field(row.memory.to_string())?;
        csv.write_field(row.seconds.to_string())?;
        csv.write_field(row.cpu_seconds.to_string())?;
        csv.write_record(None::<&[u8]>)?;
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When the machine refuses.
    pub fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[derive(Serialize)]
struct PairLine<'a> {
    measure: &'static str,
    first: &'a str,
    second: &'a str,
    puzzles: usize,
    both_solved: usize,
    ratio: Option<f64>,
    ratio_low: Option<f64>,
    ratio_high: Option<f64>,
    a12: Option<f64>,
    p: f64,
    p_holm: f64,
}

/// Writes comparisons of pairs, by one measure or several.
///
/// # Errors
/// When the machine refuses.
pub fn pairs_csv(
    table: &Table,
    by: &[(Measure, Vec<Pair>)],
    out: impl io::Write,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    for (measure, pairs) in by {
        for Pair { first, second, paired, p_holm } in pairs {
            csv.serialize(PairLine {
                measure: measure.id(),
                first: &table.subjects[*first].name,
                second: &table.subjects[*second].name,
                puzzles: paired.puzzles,
                both_solved: paired.both,
                ratio: paired.ratio,
                ratio_low: paired.interval.map(|interval| interval.low),
                ratio_high: paired.interval.map(|interval| interval.high),
                a12: paired.a12,
                p: paired.p,
                p_holm: *p_holm,
            })?;
        }
    }
    csv.flush()
}
