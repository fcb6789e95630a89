//! Joins the logs of the shards of an experiment into the log that one machine with one thread
//! writes.
//!
//! The result does not depend on the order in which logs are added: the header comes from the least
//! shard, and runs are written in the order in which one thread runs them. Lines are kept as they
//! were written, in a file of the caller, so that memory does not grow with what runs recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};

use serde_json::{Map, Value};
use thiserror::Error;

use super::log::{Header, LogError, LogReader, machine_line, write_preamble};
use super::{Shard, Table};
use crate::checksum;
use crate::registry::Registry;

/// Bytes that are kept in memory before they are written to the file.
const BUFFER: usize = 1 << 20;

/// The logs of the shards of an experiment.
///
/// The same shard may be there twice, as when it ran on two machines: its runs must be equal but for
/// their times.
#[derive(Debug)]
pub struct Merge<S> {
    spool: Spool<S>,
    wanted: Option<Header>,
    logs: Vec<Added>,
    joined: Option<Joined>,
}

/// What all logs have in common.
#[derive(Debug)]
struct Joined {
    /// Index of the log of the least shard.
    first: usize,
    /// The puzzles, each with the features that its shard computed.
    table: Table,
    bad_lines: Vec<String>,
    /// The number of the shard of each puzzle.
    owners: Vec<u32>,
    /// Where the line of each run is.
    places: Vec<Option<Place>>,
}

/// A log that was added.
#[derive(Debug)]
struct Added {
    name: String,
    header: Header,
    shard: Shard,
    machines: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    log: u32,
    length: u32,
    start: u64,
}

/// The reason why a log cannot be joined with others.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// The log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Even the part before the first run is incomplete.
    #[error("the log holds no puzzles; its process was killed at the start")]
    Empty,
    /// The log is of a whole experiment.
    #[error("the log is of a whole comparison, not of a shard")]
    NotAShard,
    /// The log is of another experiment.
    #[error("the log is of another experiment than that of {other} ({differences})")]
    Differs {
        /// The name of a log that was added before, or "this comparison".
        other: String,
        /// What differs.
        differences: String,
    },
    /// A run of another log has another result.
    #[error("run {run} has another result than in {other} ({differences}); leave one of them out")]
    Conflict {
        /// The run.
        run: u64,
        /// The name of the other log.
        other: String,
        /// What differs.
        differences: String,
    },
    /// The file for the lines failed.
    #[error("the lines of the logs cannot be kept: {0}")]
    Spool(io::Error),
}

/// A shard of which some runs are in no log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incomplete {
    /// The shard.
    pub shard: Shard,
    /// The names of its logs; none if the shard is missing.
    pub logs: Vec<String>,
    /// How many of its runs are missing.
    pub missing: u64,
    /// The number of its runs.
    pub runs: u64,
}

/// What a log had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Log {
    /// The number of its runs.
    pub runs: u64,
    /// Bytes of an unfinished last line, which is ignored.
    pub cut_bytes: u64,
}

impl<S: Read + Write + Seek> Merge<S> {
    /// Starts without any log. The lines of runs are kept in `spool`, which must be empty. Logs of
    /// other experiments than `wanted` are refused; without it, others than the first log's.
    pub fn new(spool: S, wanted: Option<Header>) -> Self {
        let spool = Spool { file: spool, written: 0, buffer: Vec::new() };
        Self { spool, wanted, logs: Vec::new(), joined: None }
    }

    /// Adds a log, whose names refer to a registry. Errors call it by its name.
    ///
    /// # Errors
    /// When the log cannot be read, is no shard of the same experiment, or has other results.
    pub fn add(
        &mut self,
        name: &str,
        input: impl BufRead,
        registry: &Registry,
    ) -> Result<Log, MergeError> {
        let Some(mut log) = LogReader::open(input, registry)? else {
            return Err(MergeError::Empty);
        };
        let shard = log.header.shard.ok_or(MergeError::NotAShard)?;
        self.check_same(shard, &log)?;
        let index = self.logs.len();
        self.logs.push(Added {
            name: name.to_owned(),
            header: log.header.clone(),
            shard,
            machines: BTreeSet::new(),
        });
        self.join(index, &log);
        let mut runs = 0;
        while let Some(row) = log.next()? {
            let mut line = log.line().to_vec();
            if checksum::holds(&line).is_none() {
                checksum::add(&mut line);
            }
            self.keep(index, row.trial.number, &line)?;
            runs += 1;
        }
        let contents = log.into_contents();
        self.logs[index].machines = contents.machines;
        Ok(Log { runs, cut_bytes: contents.cut_bytes })
    }

    /// Checks that a log is of the same experiment as those that were added.
    fn check_same(&self, shard: Shard, log: &LogReader<impl BufRead>) -> Result<(), MergeError> {
        let any = |header: &Header| Header { shard: None, features: false, ..header.clone() };
        let (other, header) = match (&self.wanted, self.first()) {
            (Some(wanted), _) => ("this comparison", wanted),
            (None, Some(first)) => (&*first.name, &first.header),
            (None, None) => return Ok(()),
        };
        let differs = |differences| MergeError::Differs { other: other.to_owned(), differences };
        any(header).require_same(&any(&log.header)).map_err(differs)?;
        let (Some(joined), Some(there)) = (&self.joined, self.first()) else { return Ok(()) };
        let same = |what: &str, there: u64, here: u64| match there == here {
            true => Ok(()),
            false => Err(format!("{what}: {there} there, {here} here")),
        };
        let lines = |table: &Table| table.instances.iter().map(|row| row.line).collect::<Vec<_>>();
        same("shards", there.shard.count().into(), shard.count().into())
            .and_then(|()| same("bad lines", there.header.bad_lines, log.header.bad_lines))
            .and_then(|()| match lines(&joined.table) == lines(&log.table) {
                true => Ok(()),
                false => Err("the puzzles are on other lines".to_owned()),
            })
            .map_err(differs)
    }

    /// Takes what precedes the runs: features of the shard's puzzles, and from the least shard the
    /// names of the inputs, which machines may call by other names.
    fn join(&mut self, index: usize, log: &LogReader<impl BufRead>) {
        let added = &self.logs[index];
        let Some(joined) = &mut self.joined else {
            let header = &added.header;
            let (table, bad_lines) = (log.table.clone(), log.bad_lines.clone());
            let owners = Shard::numbers(header.seed, header.puzzles, added.shard.count());
            let plan = table.plan();
            let counts = plan.counts();
            let places = vec![None; (counts.total + counts.controls) as usize];
            self.joined = Some(Joined { first: index, table, bad_lines, owners, places });
            return;
        };
        let is_first = added.rank() < self.logs[joined.first].rank();
        for (row, new) in joined.table.instances.iter_mut().zip(&log.table.instances) {
            // A shard has the costly features of its own puzzles only.
            if new.features.known().count() > row.features.known().count() {
                row.features = new.features;
            }
            if is_first {
                row.source.clone_from(&new.source);
            }
        }
        if is_first {
            joined.bad_lines.clone_from(&log.bad_lines);
            joined.first = index;
        }
    }

    /// Keeps the line of a run.
    fn keep(&mut self, log: usize, run: u64, line: &[u8]) -> Result<(), MergeError> {
        let joined = self.joined.as_mut().expect("a log was added");
        let place = &mut joined.places[run as usize];
        if let Some(known) = *place {
            let other = &self.logs[known.log as usize];
            let before = self.spool.read(known).map_err(MergeError::Spool)?;
            let differences = changed_fields(&before, line);
            if !differences.is_empty() {
                let other = other.name.clone();
                return Err(MergeError::Conflict { run, other, differences });
            }
            if other.rank() <= self.logs[log].rank() {
                return Ok(());
            }
        }
        let start = self.spool.append(line).map_err(MergeError::Spool)?;
        *place = Some(Place { log: log as u32, length: line.len() as u32, start });
        Ok(())
    }

    /// Returns the shards that are not complete; none if no log was added.
    pub fn incomplete(&self) -> Vec<Incomplete> {
        let (Some(joined), Some(first)) = (&self.joined, self.first()) else { return Vec::new() };
        let count = first.shard.count();
        let mut shards = vec![(0, 0); count as usize];
        let plan = joined.table.plan();
        for (run, place) in (0..).zip(&joined.places) {
            let owner = joined.owners[plan.trial(run).instance as usize];
            let (runs, missing) = &mut shards[owner as usize - 1];
            *runs += 1;
            *missing += u64::from(place.is_none());
        }
        let incomplete = (1..).zip(shards).filter(|(_, (_, missing))| *missing > 0);
        incomplete
            .map(|(number, (runs, missing))| {
                let logs = self.logs.iter().filter(|log| log.shard.number() == number);
                let logs = logs.map(|log| log.name.clone()).collect();
                let shard = Shard::new(number, count).expect("one of these parts");
                Incomplete { shard, logs, missing, runs }
            })
            .collect()
    }

    /// Returns the machines that ran the shards, each with the names of its logs. Times of several
    /// are not comparable from one puzzle to another.
    pub fn machines(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut machines: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for log in &self.logs {
            for machine in &log.machines {
                machines.entry(machine).or_default().push(&log.name);
            }
        }
        for names in machines.values_mut() {
            names.sort_unstable();
        }
        machines
    }

    /// Writes the log of the whole experiment, with the runs that are there.
    ///
    /// # Errors
    /// When the output fails, or the file of the lines.
    ///
    /// # Panics
    /// When no log was added.
    pub fn write(&mut self, out: &mut impl Write) -> io::Result<()> {
        let header = self.header();
        let machines: BTreeSet<&str> = self.machines().into_keys().collect();
        let others = machines.into_iter().filter(|machine| *machine != header.machine);
        let others: Vec<u8> = others.flat_map(machine_line).collect();
        let joined = self.joined.as_ref().expect("a log was added");
        write_preamble(out, &header, &joined.table, &joined.bad_lines)?;
        out.write_all(&others)?;
        let there = (0..).zip(&joined.places).filter(|(_, place)| place.is_some());
        let runs: Vec<u64> = there.map(|(run, _)| run).collect();
        for run in joined.table.plan().in_drawn_order(&runs) {
            let place = joined.places[run as usize].expect("it is there");
            out.write_all(&self.spool.read(place)?)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn first(&self) -> Option<&Added> {
        self.joined.as_ref().map(|joined| &self.logs[joined.first])
    }

    /// Returns the header of the whole experiment: that of the least shard, without its part.
    fn header(&self) -> Header {
        let first = self.first().expect("a log was added");
        let headers = || self.logs.iter().map(|log| &log.header);
        let mut shards: Vec<u32> = self.logs.iter().map(|log| log.shard.number()).collect();
        shards.sort_unstable();
        shards.dedup();
        let features =
            headers().all(|header| header.features) && shards.len() as u32 == first.shard.count();
        Header {
            shard: None,
            command: whole_command(&first.header.command, first.shard),
            // More threads disturb times more.
            threads: headers().map(|header| header.threads).max().unwrap_or(1),
            started_seconds: headers().map(|header| header.started_seconds).min().unwrap_or(0),
            features,
            ..first.header.clone()
        }
    }
}

impl Added {
    /// Returns what decides which of several logs counts.
    fn rank(&self) -> (Shard, u64, &str, &str) {
        let Header { started_seconds, machine, command, .. } = &self.header;
        (self.shard, *started_seconds, machine, command)
    }
}

/// Returns the command of a shard without the words that choose the shard.
fn whole_command(command: &str, shard: Shard) -> String {
    [format!(" --shard {shard}"), format!(" --shard={shard}")]
        .iter()
        .fold(command.to_owned(), |command, words| command.replacen(words.as_str(), "", 1))
}

/// Returns what differs between the lines of two runs, apart from what may vary.
fn changed_fields(there: &[u8], here: &[u8]) -> String {
    let fields = |line: &[u8]| -> Map<String, Value> {
        let mut fields: Map<String, Value> = serde_json::from_slice(line).unwrap_or_default();
        fields.retain(|name, _| !name.contains("seconds"));
        fields
    };
    let (there, here) = (fields(there), fields(here));
    let names: BTreeSet<&String> = there.keys().chain(here.keys()).collect();
    let shown = |value: Option<&Value>| match value {
        None => "nothing".to_owned(),
        Some(value) if value.is_object() || value.is_array() => "others".to_owned(),
        Some(value) => value.to_string(),
    };
    let differing = names.into_iter().filter(|name| there.get(*name) != here.get(*name));
    let differing = differing.map(|name| {
        format!("{name}: {} there, {} here", shown(there.get(name)), shown(here.get(name)))
    });
    differing.collect::<Vec<_>>().join("; ")
}

/// Lines in a file, the last of which are still in memory.
#[derive(Debug)]
struct Spool<S> {
    file: S,
    written: u64,
    buffer: Vec<u8>,
}

impl<S: Read + Write + Seek> Spool<S> {
    /// Adds a line, and returns where it begins.
    fn append(&mut self, line: &[u8]) -> io::Result<u64> {
        if self.buffer.len() + line.len() > BUFFER {
            self.file.seek(SeekFrom::Start(self.written))?;
            self.file.write_all(&self.buffer)?;
            self.written += self.buffer.len() as u64;
            self.buffer.clear();
        }
        let start = self.written + self.buffer.len() as u64;
        self.buffer.extend_from_slice(line);
        Ok(start)
    }

    fn read(&mut self, place: Place) -> io::Result<Vec<u8>> {
        let Place { start, length, .. } = place;
        if let Some(start) = start.checked_sub(self.written) {
            return Ok(self.buffer[start as usize..][..length as usize].to_vec());
        }
        let mut line = vec![0; length as usize];
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(&mut line)?;
        Ok(line)
    }
}
