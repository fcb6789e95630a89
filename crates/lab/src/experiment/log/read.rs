//! Reading a log line by line.

use std::collections::BTreeSet;
use std::io::{BufRead, Read};
use std::sync::Arc;

use quadrille_core::{Counter, Counters, Stop};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{BadLine, FORMAT, Header, LogContents, LogError, MACHINE, MachineLine, RunLine};
use crate::bounds::MAX_RUNS;
use crate::checksum;
use crate::experiment::puzzle_line::PuzzleLine;
use crate::experiment::{PuzzleRow, Table, Trace, Trial, TrialRow, Unsolvable};
use crate::registry::Registry;

/// Maximum length of a line in bytes. The longest that are written, with a trace on a large board,
/// are a hundred times shorter.
const LONGEST_LINE: u64 = 64 << 20;

/// Maximum number of machines that ran an experiment.
const MAX_MACHINES: usize = 10_000;

/// Reads a log, whose names refer to a registry, and passes each run to `each`, together with the table, which `each` may fill;
/// without that, memory does not grow with the number of runs.
///
/// Returns `None` if even the part before the first run is incomplete: that log has no results,
/// and the experiment may start over.
///
/// # Errors
/// When the log is damaged or of another format, or the input fails.
///
/// ```
#[doc = include_str!("../../experiment/example.txt")]
/// use quadrille_lab::experiment::log::{Header, read_log, run_line, write_preamble};
/// use quadrille_lab::registry::Registry;
///
/// let mut log = Vec::new();
/// let header = Header { threads: 1, ..Header::of(&experiment, 0) };
/// write_preamble(&mut log, &header, &Table::of(&experiment), &[])?;
/// let row = experiment.trial(0).run(&experiment, &cancel, &clock);
/// log.extend(run_line(&experiment, &row));
/// let mut runs = 0;
/// let contents = read_log(&log[..], &Registry::default(), |_, _| runs += 1)?;
/// assert!(contents.is_some() && runs == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_log(
    input: impl BufRead,
    registry: &Registry,
    mut each: impl FnMut(&mut Table, TrialRow),
) -> Result<Option<LogContents>, LogError> {
    let Some(mut reader) = LogReader::open(input, registry)? else { return Ok(None) };
    while let Some(row) = reader.next()? {
        each(&mut reader.table, row);
    }
    Ok(Some(reader.into_contents()))
}

/// A log whose runs are read one by one.
pub(in crate::experiment) struct LogReader<R> {
    input: R,
    lines: Lines,
    pub(in crate::experiment) header: Header,
    pub(in crate::experiment) table: Table,
    pub(in crate::experiment) bad_lines: Vec<String>,
    machines: BTreeSet<String>,
    /// Whether a run was read, by its number.
    seen: Vec<bool>,
    /// The puzzles that belong to the shard.
    in_shard: Option<Vec<bool>>,
}

impl<R: BufRead> LogReader<R> {
    /// Reads everything that precedes the first run; `None` if that is incomplete.
    pub(in crate::experiment) fn open(
        mut input: R,
        registry: &Registry,
    ) -> Result<Option<Self>, LogError> {
        let mut lines = Lines::default();
        let Some(line) = lines.next(&mut input)? else { return Ok(None) };
        // Other formats may have other fields.
        #[derive(Deserialize)]
        struct Form {
            format: u32,
        }
        let Form { format: found } = line.parse()?;
        if found != FORMAT {
            return Err(LogError::Format { found });
        }
        let header: Header = line.parse()?;
        let runs_column = line.column_of("runs");

        let mut instances = Vec::new();
        let mut sources: Vec<Arc<str>> = Vec::new();
        for number in 0..header.puzzles {
            let Some(line) = lines.next(&mut input)? else { return Ok(None) };
            let text = line;
            let line: PuzzleLine = text.parse()?;
            if line.number != number {
                let what = format!("puzzle {}, expected puzzle {number}", line.number);
                return Err(text.damaged(text.column_of("number"), what));
            }
            let source = match sources.iter().rev().find(|source| ***source == *line.source) {
                Some(source) => Arc::clone(source),
                None => {
                    sources.push(Arc::from(&*line.source));
                    Arc::clone(&sources[sources.len() - 1])
                }
            };
            instances.push(PuzzleRow {
                source,
                line: line.line,
                features: line.features(),
                text: line.puzzle,
                by_singles: line.by_singles,
            });
        }
        let mut bad_lines = Vec::new();
        for _ in 0..header.bad_lines {
            let Some(line) = lines.next(&mut input)? else { return Ok(None) };
            bad_lines.push(line.parse::<BadLine>()?.error);
        }
        let mut configurations = Vec::new();
        for name in &header.algorithms {
            registry.parse(name)?.add_to(&mut configurations)?;
        }
        let mut table = Table {
            names: header.algorithms.clone(),
            configurations,
            instances,
            rows: Vec::new(),
            controls: Vec::new(),
            traces: Vec::new(),
            seed: header.seed,
            seeds: header.seeds,
            runs: header.runs,
            detect: header.detect,
            limits: header.limits(),
            planned: 0,
            failures: Vec::new(),
            unsolvable: Unsolvable::default(),
        };
        let counts = table.plan().counts();
        let planned = counts.total;
        if planned > MAX_RUNS {
            let what =
                format!("{planned} runs, all algorithms and puzzles together; at most {MAX_RUNS}");
            return Err(LogError::Damaged { line: 1, column: runs_column, what, is_run: false });
        }
        table.planned = planned;

        lines.are_runs = true;
        let seen = vec![false; (planned + counts.controls) as usize];
        let in_shard = header.shard.map(|shard| shard.puzzles(header.seed, header.puzzles));
        let machines = BTreeSet::from([header.machine.clone()]);
        Ok(Some(Self { input, lines, header, table, bad_lines, machines, seen, in_shard }))
    }

    /// Reads the next run; `None` after the last complete line.
    pub(in crate::experiment) fn next(&mut self) -> Result<Option<TrialRow>, LogError> {
        loop {
            let Some(line) = self.lines.next(&mut self.input)? else { return Ok(None) };
            if line.text.starts_with(MACHINE) {
                self.machines.insert(line.parse::<MachineLine>()?.machine);
                if self.machines.len() > MAX_MACHINES {
                    return Err(line.damaged(1, format!("more than {MAX_MACHINES} machines")));
                }
                continue;
            }
            let (planned, seen) = (self.table.planned, &mut self.seen);
            let row = row_of(line.parse()?, &self.table).and_then(|row| {
                let run = row.trial.number;
                match usize::try_from(run).ok().and_then(|run| seen.get_mut(run)) {
                    Some(seen) if !*seen => *seen = true,
                    Some(_) => return Err(format!("run {run} is repeated")),
                    None => return Err(format!("there is no run {run}")),
                }
                if row.trial.is_control != (run >= planned) {
                    let is = if row.trial.is_control { "no control" } else { "a control" };
                    return Err(format!("run {run} is {is}"));
                }
                let shard = self.header.shard.zip(self.in_shard.as_ref());
                match shard.filter(|(_, puzzles)| !puzzles[row.trial.instance as usize]) {
                    Some((shard, _)) => Err(format!("run {run} is not in shard {shard}")),
                    None => Ok(row),
                }
            });
            return row.map(Some).map_err(|what| line.damaged(1, what));
        }
    }

    /// Returns the line that was read last, without its line end.
    pub(in crate::experiment) fn line(&self) -> &[u8] {
        self.lines.buffer.trim_ascii_end()
    }

    /// Returns what the log holds, after its last line.
    pub(in crate::experiment) fn into_contents(self) -> LogContents {
        let Self { lines, header, table, bad_lines, machines, .. } = self;
        let (good_bytes, cut_bytes) = (lines.good_bytes, lines.buffer.len() as u64);
        LogContents { header, table, bad_lines, machines, good_bytes, cut_bytes }
    }
}

fn row_of(line: RunLine, table: &Table) -> Result<TrialRow, String> {
    let configuration = table.names.iter().position(|name| *name == line.algorithm);
    let configuration =
        configuration.ok_or_else(|| format!("`{}` is not in the header", line.algorithm))?;
    if line.puzzle as usize >= table.instances.len() {
        return Err(format!("there is no puzzle {}", line.puzzle));
    }
    // Controls are one repetition more.
    if line.repetition > table.runs || (line.repetition == table.runs) != line.control {
        return Err(format!("there is no repetition {}", line.repetition));
    }
    let stop = Stop::from_id(&line.stop).ok_or_else(|| format!("unknown stop `{}`", line.stop))?;
    let mut counters = Counters::default();
    for (name, &count) in &line.counters {
        let counter = Counter::from_id(name).ok_or_else(|| format!("unknown counter `{name}`"))?;
        counters[counter] = count;
    }
    Ok(TrialRow {
        trial: Trial {
            number: line.run,
            configuration: configuration as u32,
            instance: line.puzzle,
            repetition: line.repetition,
            seed: line.seed,
            is_control: line.control,
        },
        stop,
        nodes: line.nodes,
        counters,
        memory: line.memory,
        seconds: line.seconds,
        cpu_seconds: line.cpu_seconds,
        seconds_samples: line.seconds_samples,
        trace: line.trace.map(Trace),
        reason: line.reason,
    })
}

/// Reads complete lines; an unfinished last line stays in the buffer.
#[derive(Default)]
pub(crate) struct Lines {
    number: u64,
    pub(crate) good_bytes: u64,
    buffer: Vec<u8>,
    /// Whether each line must have a checksum: the first has one. Early logs have none.
    are_checked: bool,
    pub(crate) are_runs: bool,
}

/// A line of a log.
pub(crate) struct Line<'a> {
    number: u64,
    text: &'a [u8],
    is_run: bool,
}

impl Line<'_> {
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, LogError> {
        serde_json::from_slice(self.text).map_err(|error| {
            // The message has a position too, as if this were the only line.
            let place = format!(" at line {} column {}", error.line(), error.column());
            let what = error.to_string();
            let what = what.strip_suffix(&place).unwrap_or(&what).to_owned();
            self.damaged(error.column().max(1), what)
        })
    }

    /// Returns the column of a field of this object.
    fn column_of(&self, field: &str) -> usize {
        let key = format!("\"{field}\":");
        let place = self.text.windows(key.len()).rposition(|bytes| bytes == key.as_bytes());
        place.map_or(1, |place| place + 1)
    }

    fn damaged(&self, column: usize, what: String) -> LogError {
        LogError::Damaged { line: self.number, column, what, is_run: self.is_run }
    }
}

impl Lines {
    /// Returns the next line; `None` at the end of the input, and if that cut the last one.
    pub(crate) fn next(&mut self, input: &mut impl BufRead) -> Result<Option<Line<'_>>, LogError> {
        self.buffer.clear();
        input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.buffer)?;
        if self.buffer.last() != Some(&b'\n') {
            if self.buffer.len() as u64 == LONGEST_LINE {
                let line = Line { number: self.number + 1, text: b"", is_run: self.are_runs };
                let what = format!("the line is longer than {LONGEST_LINE} bytes");
                return Err(line.damaged(1, what));
            }
            return Ok(None);
        }
        self.number += 1;
        self.good_bytes += self.buffer.len() as u64;
        let text = self.buffer.trim_ascii_end();
        let line = Line { number: self.number, text, is_run: self.are_runs };
        let holds = checksum::holds(text);
        if holds == Some(false) || (holds.is_none() && self.are_checked) {
            // A line that is no object at all has a better message.
            line.parse::<serde::de::IgnoredAny>()?;
            let what = "the line was changed after it was written (its checksum differs)";
            return Err(line.damaged(1, what.to_owned()));
        }
        self.are_checked |= holds.is_some() && self.number == 1;
        Ok(Some(line))
    }
}
