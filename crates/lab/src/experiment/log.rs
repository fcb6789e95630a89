//! The log of an experiment: JSON lines, appended run by run, from which every report can be made
//! again.
//!
//! A log starts with a header (what is run, by which version, on which machine), then the puzzles,
//! then the input lines that were not puzzles, then a line for each run, in the order in which runs
//! ended. Among these is a line for each other machine that ran some of them. A log has everything
//! that a report needs, so that it can be sent to somebody else.
//!
//! A killed process leaves at most one unfinished line at the end, which is removed when the
//! experiment is resumed. Anything else that does not fit is damage, and is reported with its line
//! instead of being skipped; a checksum at the end of each line shows changed digits. The line of a
//! run may be deleted: the run is repeated. Fields that vary between machines or days have `seconds` in their
//! names.

mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::time::Duration;

use quadrille_core::Limits;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::puzzle_line::PuzzleLine;
use super::{Difference, Experiment, Shard, Table, Trace, TrialRow};
use crate::bounds;
use crate::checksum;
use crate::registry::{Configuration, NameError, Seeds};
use crate::source::{SUITES, Suite};

pub(crate) use read::Lines;
pub(super) use read::LogReader;
pub use read::read_log;

/// The version of the log format.
const FORMAT: u32 = 1;

/// How the line of a machine begins.
const MACHINE: &[u8] = b"{\"type\":\"machine\",";

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
    /// Which runs draw the same random numbers.
    #[serde(default, skip_serializing_if = "Seeds::is_own")]
    pub seeds: Seeds,
    /// Repetitions of random configurations.
    #[serde(deserialize_with = "bounds::runs")]
    pub runs: u32,
    /// The difference that they were planned to detect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detect: Option<Difference>,
    /// Limits of each run.
    pub budget: LoggedLimits,
    /// Threads that ran trials.
    #[serde(deserialize_with = "bounds::threads")]
    pub threads: usize,
    /// Whether the puzzles have the costly features.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub features: bool,
    /// The part of the experiment that is run; all of it if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
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

impl From<Limits> for LoggedLimits {
    fn from(Limits { time, cpu_time, nodes, evaluations, memory }: Limits) -> Self {
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let (time_nanos, cpu_time_nanos) = (time.map(nanos), cpu_time.map(nanos));
        Self { nodes, evaluations, time_nanos, cpu_time_nanos, memory }
    }
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

/// A machine that ran some of the runs, if it is not the one in the header.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "machine")]
struct MachineLine {
    machine: String,
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
    /// The machines that ran the experiment. Times from several are not comparable.
    pub machines: BTreeSet<String>,
    /// Bytes up to the end of the last complete line.
    pub good_bytes: u64,
    /// Bytes of an unfinished line after that, as a killed process leaves it.
    pub cut_bytes: u64,
}

impl LogContents {
    /// Returns the standard collection that the comparison is of.
    pub fn suite(&self) -> Option<&'static Suite> {
        let Self { header, table, .. } = self;
        SUITES.iter().find(|suite| {
            let limits = LoggedLimits { nodes: Some(suite.nodes), ..LoggedLimits::default() };
            (header.seed, header.runs, header.budget) == (Suite::RUN_SEED, suite.runs, limits)
                && (header.seeds, header.detect) == (Seeds::Own, None)
                && table.instances.iter().all(|row| *row.source == *suite.id)
                && table.instances.len() == suite.puzzles().len()
        })
    }
}

impl Header {
    /// Returns the header of an experiment with that many bad input lines, without what is known
    /// only to the program: version, machine, command, threads and start.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// use quadrille_lab::experiment::log::Header;
    ///
    /// let header = Header::of(&experiment, 0);
    /// assert_eq!((header.puzzles, header.runs), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(experiment: &Experiment, bad_lines: usize) -> Self {
        let mut header = Self {
            format: FORMAT,
            algorithms: experiment.configurations.iter().map(Configuration::to_string).collect(),
            puzzles: experiment.instances.len() as u64,
            bad_lines: bad_lines as u64,
            seed: experiment.seed,
            seeds: experiment.seeds,
            runs: experiment.runs,
            detect: experiment.detect,
            budget: experiment.limits.into(),
            ..Self::default()
        };
        let puzzles = experiment.instances.iter().map(|instance| instance.puzzle.to_string());
        let mut rest = format!("{} {} {}", header.seed, header.runs, header.budget.text());
        // Early logs know neither.
        if !header.seeds.is_own() {
            rest += &format!(" {} seeds", header.seeds);
        }
        if let Some(difference) = header.detect {
            rest += &format!(" to detect {difference}");
        }
        let algorithms = header.algorithms.iter().cloned();
        header.spec_hash = fingerprint(algorithms.chain(puzzles).chain([rest]));
        header
    }

    /// Checks that an experiment with the header `new` can resume this log: both have the same
    /// specification and version.
    ///
    /// # Errors
    /// What differs.
    pub fn require_same(&self, new: &Self) -> Result<(), String> {
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
        compare("seeds", self.seeds.to_string(), new.seeds.to_string());
        let planned =
            |detect: Option<Difference>| detect.map_or("nothing".into(), |d| d.to_string());
        compare("planned to detect", planned(self.detect), planned(new.detect));
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
        if self.shard != new.shard {
            let part = |shard: Option<Shard>| match shard {
                None => "the whole experiment".to_owned(),
                Some(shard) => format!("shard {shard}"),
            };
            found.push(format!("{} there, {} here", part(self.shard), part(new.shard)));
        }
        if found.is_empty() { Ok(()) } else { Err(found.join("; ")) }
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

/// Returns the FNV-1a hash (Fowler, Noll, Vo) of texts, 64 bits: a fingerprint, not a signature.
pub(crate) fn fingerprint(texts: impl IntoIterator<Item = String>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in texts.into_iter().flat_map(|text| text.into_bytes().into_iter().chain([0xff])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}

/// Appends a line of JSON to the buffer.
pub(crate) fn push_line(buffer: &mut Vec<u8>, line: &impl Serialize) {
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

/// Returns the line of a machine that is not the one in the header, including its line end.
pub fn machine_line(machine: &str) -> Vec<u8> {
    let mut buffer = Vec::new();
    push_line(&mut buffer, &MachineLine { machine: machine.to_owned() });
    buffer
}

/// Returns the line of a run, including its line end. It must be written at once, so that a killed
/// process leaves at most one unfinished line.
///
/// ```
#[doc = include_str!("example.txt")]
/// use quadrille_lab::experiment::log::run_line;
///
/// let row = experiment.trial(0).run(&experiment, &cancel, &clock);
/// assert!(run_line(&experiment, &row).ends_with(b"}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
