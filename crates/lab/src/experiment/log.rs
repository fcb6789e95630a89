//! The log of an experiment: JSON lines, appended run by run, from which every report can be made
//! again.
//!
//! A log starts with a header (what is run, by which version, on which machine), then the puzzles,
//! then the input lines that were not puzzles, then a line for each run, in the order in which runs
//! ended. It has everything that a report needs, so that a log can be sent to somebody else.
//!
//! A killed process leaves at most one unfinished line at the end, which is removed when the
//! experiment is resumed. Anything else that does not fit is damage, and is reported with its line
//! instead of being skipped; a checksum at the end of each line shows changed digits. The line of a
//! run may be deleted: the run is repeated. Fields that vary between machines or days have `seconds` in their
//! names.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use quadrille_engine::{Counter, Counters, Limits, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::plan::Counts;
use super::puzzle_line::PuzzleLine;
use super::{Experiment, PuzzleRow, Table, Trace, Trial, TrialRow};
use crate::bounds::{self, MAX_RUNS};
use crate::checksum;
use crate::registry::{Configuration, NameError, Registry};

/// The version of the log format.
const FORMAT: u32 = 1;

/// Maximum length of a line in bytes. The longest that are written, with a trace on a large board,
/// are a hundred times shorter.
const LONGEST_LINE: u64 = 64 << 20;

/// The first line of a log: what is run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "header")]
pub struct Header {
    /// Version of the log format.
    pub format: u32,
    /// Name and version of the program.
    pub version: String,
    /// Processor and operating system.
    pub machine: String,
    /// The command.
    pub command: String,
    /// Fingerprint of configurations, puzzles, seeds and limits, to recognize the same experiment.
    pub spec_hash: String,
    /// Names of the configurations.
    pub algorithms: Vec<String>,
    /// Number of puzzles.
    pub puzzles: u64,
    /// Number of input lines that were not puzzles.
    pub bad_lines: u64,
    /// Seed of the first repetition.
    pub seed: u64,
    /// Repetitions of random configurations.
    #[serde(deserialize_with = "bounds::runs")]
    pub runs: u32,
    /// Limits of each run.
    pub budget: LoggedLimits,
    /// Threads that ran trials.
    #[serde(deserialize_with = "bounds::threads")]
    pub threads: usize,
    /// Whether the puzzles have the costly features.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub features: bool,
    /// When the experiment started, in seconds since 1970.
    #[serde(deserialize_with = "bounds::date")]
    pub started_seconds: u64,
}

/// The limits of each run, in the form of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedLimits {
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum number of evaluations.
    pub evaluations: Option<u64>,
    /// Maximum wall time in nanoseconds.
    pub time_nanos: Option<u64>,
    /// Maximum processor time in nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_time_nanos: Option<u64>,
    /// Maximum number of bytes.
    pub memory: Option<u64>,
}

impl LoggedLimits {
    /// Returns the text that goes into the fingerprint. It must never change, or older logs could
    /// not be resumed.
    fn text(&self) -> String {
        let Self { nodes, evaluations, time_nanos, cpu_time_nanos, memory } = self;
        // Early logs knew no limit on processor time.
        let cpu =
            cpu_time_nanos.map(|most| format!(", cpu_time_nanos: {most}")).unwrap_or_default();
        format!(
            "Limits {{ nodes: {nodes:?}, evaluations: {evaluations:?}, time_nanos: {time_nanos:?}, \
             memory: {memory:?}{cpu} }}"
        )
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "bad-line")]
struct BadLine {
    error: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "run")]
struct RunLine {
    run: u64,
    algorithm: String,
    puzzle: u32,
    repetition: u32,
    seed: u64,
    /// Whether the run counts in no result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    control: bool,
    status: String,
    stop: String,
    nodes: u64,
    counters: BTreeMap<String, u64>,
    memory: u64,
    #[serde(deserialize_with = "bounds::seconds")]
    seconds: f64,
    #[serde(deserialize_with = "bounds::seconds")]
    cpu_seconds: f64,
    /// Missing in early logs, where every run was timed once.
    #[serde(default = "once")]
    seconds_samples: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<(u64, u32)>>,
    /// What happened, beyond what `stop` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

fn once() -> u32 {
    1
}

/// The reason why a log cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// The input failed.
    #[error("cannot be read: {0}")]
    Read(#[from] io::Error),
    /// A line is not what the format requires.
    #[error("line {line}, column {column}: {what}; the log is damaged")]
    Damaged {
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        what: String,
        /// Whether it is the line of a run. Without it, the run is repeated.
        is_run: bool,
    },
    /// The log has the format of another version of the program.
    #[error("log format {found}; this version reads only format {FORMAT}")]
    Format {
        /// The format found.
        found: u32,
    },
    /// A configuration does not exist in this version.
    #[error("{0}")]
    Configuration(#[from] NameError),
}

/// The contents of a log.
#[derive(Debug)]
pub struct LogContents {
    /// The header.
    pub header: Header,
    /// The configurations and puzzles, and the runs that the caller added.
    pub table: Table,
    /// Errors of the input lines that were not puzzles.
    pub bad_lines: Vec<String>,
    /// Bytes up to the end of the last complete line.
    pub good_bytes: u64,
    /// Bytes of an unfinished line after that, as a killed process leaves it.
    pub cut_bytes: u64,
}

impl Header {
    /// Returns the header of an experiment with that many bad input lines, without what is known
    /// only to the program: version, machine, command, threads and start.
    pub fn of(experiment: &Experiment, bad_lines: usize) -> Self {
        let Limits { time, cpu_time, nodes, evaluations, memory } = experiment.limits;
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let mut header = Self {
            format: FORMAT,
            algorithms: experiment.configurations.iter().map(Configuration::to_string).collect(),
            puzzles: experiment.instances.len() as u64,
            bad_lines: bad_lines as u64,
            seed: experiment.seed,
            runs: experiment.runs,
            budget: LoggedLimits {
                nodes,
                evaluations,
                time_nanos: time.map(nanos),
                cpu_time_nanos: cpu_time.map(nanos),
                memory,
            },
            ..Self::default()
        };
        // FNV-1a (Fowler, Noll, Vo), 64 bits: a fingerprint, not a signature.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut fold = |text: &str| {
            for byte in text.bytes().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        header.algorithms.iter().for_each(|name| fold(name));
        for instance in &experiment.instances {
            fold(&instance.puzzle.to_string());
        }
        fold(&format!("{} {} {}", header.seed, header.runs, header.budget.text()));
        header.spec_hash = format!("{hash:016x}");
        header
    }

    /// Returns the differences that prevent an experiment with the header `new` from resuming this
    /// log; none if both have the same specification and version.
    pub fn differences(&self, new: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |what: &str, there: String, here: String| {
            if there != here {
                found.push(format!("{what}: {there} there, {here} here"));
            }
        };
        compare("version", self.version.clone(), new.version.clone());
        compare("algorithms", self.algorithms.join(" "), new.algorithms.join(" "));
        compare("puzzles", self.puzzles.to_string(), new.puzzles.to_string());
        compare("runs", self.runs.to_string(), new.runs.to_string());
        compare("seed", self.seed.to_string(), new.seed.to_string());
        let limit = |limit: Option<u64>| limit.map_or("no limit".to_owned(), |n| n.to_string());
        compare("nodes", limit(self.budget.nodes), limit(new.budget.nodes));
        compare("evaluations", limit(self.budget.evaluations), limit(new.budget.evaluations));
        let time = |time: Option<Duration>| match time {
            None => "no limit".to_owned(),
            Some(time) => humantime::format_duration(time).to_string(),
        };
        compare("time", time(self.limits().time), time(new.limits().time));
        compare("processor time", time(self.limits().cpu_time), time(new.limits().cpu_time));
        compare("memory", limit(self.budget.memory), limit(new.budget.memory));
        if found.is_empty() && self.spec_hash != new.spec_hash {
            found.push("the puzzles differ".to_owned());
        }
        if new.features && !self.features {
            found.push("costly features: none there, wanted here".to_owned());
        }
        found
    }

    fn limits(&self) -> Limits {
        Limits {
            nodes: self.budget.nodes,
            evaluations: self.budget.evaluations,
            time: self.budget.time_nanos.map(Duration::from_nanos),
            cpu_time: self.budget.cpu_time_nanos.map(Duration::from_nanos),
            memory: self.budget.memory,
        }
    }
}

/// Appends a line of JSON to the buffer.
fn push_line(buffer: &mut Vec<u8>, line: &impl Serialize) {
    let mut line = serde_json::to_vec(line).expect("log lines are valid JSON");
    checksum::add(&mut line);
    buffer.extend_from_slice(&line);
    buffer.push(b'\n');
}

/// Writes everything that precedes the first run.
///
/// # Errors
/// When the output fails.
pub fn write_preamble(
    out: &mut impl Write,
    header: &Header,
    table: &Table,
    bad_lines: &[String],
) -> io::Result<()> {
    let mut buffer = Vec::new();
    push_line(&mut buffer, header);
    for (number, instance) in table.instances.iter().enumerate() {
        let line = PuzzleLine::of(number as u64, instance);
        push_line(&mut buffer, &line);
    }
    for error in bad_lines {
        push_line(&mut buffer, &BadLine { error: error.clone() });
    }
    out.write_all(&buffer)
}

/// Returns the line of a run, including its line end. It must be written at once, so that a killed
/// process leaves at most one unfinished line.
pub fn run_line(experiment: &Experiment, row: &TrialRow) -> Vec<u8> {
    let configuration = &experiment.configurations[row.trial.configuration as usize];
    let mut buffer = Vec::with_capacity(512);
    let counters = configuration.entry.counters.iter();
    let line = RunLine {
        run: row.trial.number,
        algorithm: configuration.to_string(),
        puzzle: row.trial.instance,
        repetition: row.trial.repetition,
        seed: row.trial.seed,
        control: row.trial.is_control,
        status: row.stop.status().id().to_owned(),
        stop: row.stop.id().to_owned(),
        nodes: row.nodes,
        counters: counters.map(|&c| (c.id().to_owned(), row.counters[c])).collect(),
        memory: row.memory,
        seconds: row.seconds,
        cpu_seconds: row.cpu_seconds,
        seconds_samples: row.seconds_samples,
        trace: row.trace.as_ref().map(|Trace(steps)| steps.clone()),
        reason: row.reason.clone(),
    };
    push_line(&mut buffer, &line);
    buffer
}

/// Reads a log, whose names refer to a registry, and passes each run to `each`, together with the table, which `each` may fill;
/// without that, memory does not grow with the number of runs.
///
/// Returns `None` if even the part before the first run is incomplete: such a log has no results,
/// and the experiment may start over.
///
/// # Errors
/// When the log is damaged or of another format, or the input fails.
pub fn read_log(
    mut input: impl BufRead,
    registry: &Registry,
    mut each: impl FnMut(&mut Table, TrialRow),
) -> Result<Option<LogContents>, LogError> {
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
    let counts = Counts::of(&configurations, instances.len() as u64, header.runs);
    let planned = counts.total;
    if planned > MAX_RUNS {
        let what =
            format!("{planned} runs, all algorithms and puzzles together; at most {MAX_RUNS}");
        return Err(LogError::Damaged { line: 1, column: runs_column, what, is_run: false });
    }
    let mut table = Table {
        names: header.algorithms.clone(),
        configurations,
        instances,
        rows: Vec::new(),
        controls: Vec::new(),
        traces: Vec::new(),
        seed: header.seed,
        runs: header.runs,
        limits: header.limits(),
        planned,
        failures: Vec::new(),
    };

    let mut seen = vec![false; (planned + counts.controls) as usize];
    lines.are_runs = true;
    while let Some(line) = lines.next(&mut input)? {
        let row = row_of(line.parse()?, &table).and_then(|row| {
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
            Ok(row)
        });
        each(&mut table, row.map_err(|what| line.damaged(1, what))?);
    }
    let (good_bytes, cut_bytes) = (lines.good_bytes, lines.buffer.len() as u64);
    Ok(Some(LogContents { header, table, bad_lines, good_bytes, cut_bytes }))
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
struct Lines {
    number: u64,
    good_bytes: u64,
    buffer: Vec<u8>,
    /// Whether each line must have a checksum: the first has one. Early logs have none.
    are_checked: bool,
    are_runs: bool,
}

/// A line of a log.
struct Line<'a> {
    number: u64,
    text: &'a [u8],
    is_run: bool,
}

impl Line<'_> {
    fn parse<T: DeserializeOwned>(&self) -> Result<T, LogError> {
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
    fn next(&mut self, input: &mut impl BufRead) -> Result<Option<Line<'_>>, LogError> {
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
