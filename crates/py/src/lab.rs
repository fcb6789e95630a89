//! The laboratory: comparisons of algorithms as tables, and the files that the command `compare`
//! writes.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use std::{env, fs, thread};

use arrow_array::{ArrayRef, BooleanArray, Float64Array, StringArray, UInt32Array, UInt64Array};
use pyo3::exceptions::{PyFileExistsError, PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
pub(crate) use quadrille_api::Comparison as Prepared;
use quadrille_api::{Caps, CompareRequest, Context};
use quadrille_core::{CancelFlag, Counter, Limits, WallClock};
use quadrille_lab::Configuration;
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::bounds::MAX_RUNS;
use quadrille_lab::experiment::log::{Header, LogContents, read_log};
use quadrille_lab::experiment::{DEFAULT_NODES, Experiment, Finished, Table as Runs, TrialRow};
use quadrille_lab::process::Guard;
use quadrille_lab::program::{Program, ProgramHost};
use quadrille_lab::registry::Registry;
use quadrille_lab::report::{
    About, ReportFiles, TableFormat, TextFormat, TextStyle, summarize, summary_csv, text_table,
    write_report,
};
use quadrille_lab::source::{Source, SourceError};
use quadrille_lab::study::{
    Directory, DirectoryError, Existing, Session, Start, Store, Study, StudyPlan,
};
use serde_json::Value;

use crate::batch::{read, time_limit};
use crate::column::Table;
use crate::errors::{Fault, exception};
use crate::run::{self, Progress};
use crate::single::caps;
use crate::texts::Rows;

/// Returns the algorithms of the laboratory.
#[pyfunction]
pub(crate) fn algorithms() -> PyResult<Table> {
    let entries = || ENTRIES.iter().copied();
    let parameters = entries().map(|entry| {
        let named = entry.parameters.iter().map(|key| format!("{}={}", key.name, key.default));
        named.collect::<Vec<_>>().join(",")
    });
    Table::of(vec![
        ("id", Arc::new(entries().map(|entry| Some(entry.id)).collect::<StringArray>())),
        ("title", Arc::new(entries().map(|entry| Some(entry.title)).collect::<StringArray>())),
        ("family", Arc::new(entries().map(|e| Some(e.family.id())).collect::<StringArray>())),
        (
            "complete",
            Arc::new(entries().map(|entry| Some(entry.complete)).collect::<BooleanArray>()),
        ),
        (
            "deterministic",
            Arc::new(entries().map(|e| Some(e.deterministic)).collect::<BooleanArray>()),
        ),
        ("nodes", Arc::new(entries().map(|e| Some(e.nodes.id())).collect::<StringArray>())),
        ("parameters", Arc::new(parameters.map(Some).collect::<StringArray>())),
        ("about", Arc::new(entries().map(|entry| Some(entry.about)).collect::<StringArray>())),
        ("source", Arc::new(entries().map(|entry| Some(entry.source)).collect::<StringArray>())),
        ("flaw", Arc::new(entries().map(|entry| entry.flaw).collect::<StringArray>())),
    ])
}

/// Returns whether a text names a source of puzzles, even a wrong one such as `collection:x`.
#[pyfunction]
pub(crate) fn is_source(text: &str) -> bool {
    text.trim().parse::<Source>().as_ref().err() != Some(&SourceError::Unknown)
}

/// Returns the puzzles of a column as the text of a file, a line each.
#[pyfunction]
pub(crate) fn lines_of(py: Python<'_>, puzzles: &Bound<'_, PyAny>) -> PyResult<String> {
    let rows = Rows::of(puzzles)?;
    let mut lines = String::new();
    for (row, text) in rows.range(0..rows.len()).enumerate() {
        let puzzle = match text {
            None => Err(Fault::null()),
            Some(text) => read(text),
        };
        let puzzle = puzzle.map_err(|fault| exception(py, &fault.error, Some(row)))?;
        lines += &format!("{puzzle}\n");
    }
    Ok(lines)
}

/// The limits of each run of a comparison.
#[derive(FromPyObject)]
pub(crate) struct RunLimits {
    #[pyo3(item)]
    nodes: Option<u64>,
    #[pyo3(item)]
    evaluations: Option<u64>,
    #[pyo3(item)]
    time: Option<f64>,
    #[pyo3(item)]
    cpu_time: Option<f64>,
    #[pyo3(item)]
    memory: Option<u64>,
}

impl RunLimits {
    fn limits(&self) -> PyResult<Limits> {
        let mut limits = Limits {
            nodes: self.nodes,
            evaluations: self.evaluations,
            time: time_limit(self.time)?,
            cpu_time: time_limit(self.cpu_time)?,
            memory: self.memory,
        };
        if limits.nodes.is_none() && limits.evaluations.is_none() && !limits.is_timed() {
            limits.nodes = Some(DEFAULT_NODES);
        }
        Ok(limits)
    }
}

/// A comparison of algorithms: all runs, and what they come to.
#[pyclass(frozen, module = "quadrille.lab")]
pub(crate) struct Comparison {
    pub(crate) experiment: Experiment,
    pub(crate) header: Header,
    pub(crate) bad_lines: Vec<String>,
    /// All of them, if there are several.
    pub(crate) machines: BTreeSet<String>,
    pub(crate) table: Runs,
    pub(crate) rows: Vec<TrialRow>,
    /// As the command writes it.
    pub(crate) log: Vec<u8>,
}

/// Ends the processes of programs when it is dropped.
pub(crate) struct EndPrograms<'a>(pub(crate) &'a Experiment);

impl Drop for EndPrograms<'_> {
    fn drop(&mut self) {
        for (_, program) in programs_of(self.0) {
            program.end();
        }
    }
}

/// Runs algorithms on puzzles.
#[pyfunction]
#[pyo3(signature = (algorithms, puzzles, name, strict, r#box, runs, detect, seed, seeds, limits, features, threads, progress, guard, least_memory))]
#[allow(clippy::too_many_arguments, reason = "Python passes them one by one")]
pub(crate) fn compare(
    py: Python<'_>,
    algorithms: Option<Vec<String>>,
    puzzles: String,
    name: Option<String>,
    strict: bool,
    r#box: Option<String>,
    runs: u32,
    detect: Option<String>,
    seed: u64,
    seeds: String,
    limits: RunLimits,
    features: bool,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
    guard: Vec<OsString>,
    least_memory: u64,
) -> PyResult<Comparison> {
    let threads = run::threads(threads)?;
    let wanted = Wanted {
        algorithms,
        puzzles,
        name,
        strict,
        r#box,
        runs,
        detect,
        seed,
        seeds,
        limits,
        features,
        guard,
        least_memory,
    };
    let Planned { comparison, session } = wanted.planned(py, threads)?;
    try_programs(py, &comparison.experiment)?;
    let (cancel, clock) = (CancelFlag::new(), WallClock::new());
    let sized = run::aside(
        py,
        &cancel,
        |_| Ok(()),
        || comparison.sized(None, threads, &context(&cancel, &clock), |_| ()),
    )?;
    let Prepared { experiment, bad_lines, .. } =
        sized.map_err(|error| exception(py, &error, None))?;
    let total = experiment.trials() + experiment.controls();
    let reported = Progress { function: progress.as_ref(), total: total as usize };
    let (done, mut last) = (AtomicU64::new(0), Instant::now());
    let tick = |py: Python<'_>| reported.tick(py, &mut last, done.load(Ordering::Relaxed) as usize);
    let ran = run::aside(py, &cancel, tick, || {
        // What they did is known; a comparison that is kept keeps no processes.
        let _end = EndPrograms(&experiment);
        let plan = StudyPlan::new(&experiment, bad_lines.clone(), session);
        let log = LogInMemory::default();
        let mut study = Study::open(plan, log, Start::Anew, threads, &cancel, || ()).ok()?;
        let mut rows = Vec::new();
        let finished = study.run(threads, &cancel, &clock, |_, row, at| {
            rows.push(row);
            done.store(at.done, Ordering::Relaxed);
        });
        rows.sort_unstable_by_key(|row| row.trial.number);
        let is_whole = matches!(finished, Ok(Finished::All));
        is_whole.then(|| (study.into_parts(), rows))
    })?;
    let ((header, table, LogInMemory(log)), rows) =
        ran.ok_or_else(|| PyKeyboardInterrupt::new_err(()))?;
    refuse_shortage(&experiment)?;
    reported.end(py)?;
    let machines = BTreeSet::new();
    Ok(Comparison { experiment, header, bad_lines, machines, table, rows, log })
}

/// Returns the exception for a directory that cannot be used.
pub(crate) fn unopened(error: DirectoryError) -> PyErr {
    match error {
        DirectoryError::Foreign { .. } => PyFileExistsError::new_err(error.to_string()),
        DirectoryError::Log { .. } => PyValueError::new_err(error.to_string()),
        error => PyOSError::new_err(error.to_string()),
    }
}

/// A log in memory. There are no files beside it.
#[derive(Default)]
struct LogInMemory(Vec<u8>);

impl ReportFiles for LogInMemory {
    type Error = io::Error;

    fn write(
        &self,
        _: &'static str,
        _: &mut dyn FnMut(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn read(&self, each: &mut dyn FnMut(&mut Runs, TrialRow)) -> io::Result<Option<LogContents>> {
        read_log(&self.0[..], &programs(Vec::new(), 0), each).map_err(io::Error::other)
    }
}

impl Store for LogInMemory {
    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        self.0.extend_from_slice(lines);
        Ok(())
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.0.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear();
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a comparison is of, as Python asks for it.
#[derive(FromPyObject)]
pub(crate) struct Wanted {
    #[pyo3(item)]
    algorithms: Option<Vec<String>>,
    #[pyo3(item)]
    puzzles: String,
    #[pyo3(item)]
    name: Option<String>,
    #[pyo3(item)]
    strict: bool,
    #[pyo3(item)]
    r#box: Option<String>,
    #[pyo3(item)]
    runs: u32,
    /// What a whole comparison detects; shards are of planned ones.
    #[pyo3(item, default)]
    detect: Option<String>,
    #[pyo3(item)]
    seed: u64,
    #[pyo3(item)]
    seeds: String,
    #[pyo3(item)]
    limits: RunLimits,
    #[pyo3(item)]
    features: bool,
    /// The command that guards programs; none where there are no guards.
    #[pyo3(item)]
    guard: Vec<OsString>,
    #[pyo3(item)]
    least_memory: u64,
}

/// A comparison before its first run.
pub(crate) struct Planned {
    pub(crate) comparison: Prepared,
    pub(crate) session: Session,
}

/// Returns what a comparison is prepared with. Only memory limits the number of runs.
fn context<'c>(cancel: &CancelFlag, clock: &'c WallClock) -> Context<'c> {
    let caps = Caps { runs: MAX_RUNS, ..caps() };
    Context { caps, ..Context::new(cancel.clone(), clock) }
}

impl Wanted {
    /// Reads the puzzles and resolves the names.
    pub(crate) fn planned(self, py: Python<'_>, threads: NonZeroUsize) -> PyResult<Planned> {
        let Self {
            algorithms,
            puzzles,
            name,
            strict,
            r#box,
            runs,
            detect,
            seed,
            seeds,
            features,
            ..
        } = self;
        let limits = self.limits.limits()?;
        let registry = programs(self.guard, self.least_memory);
        if runs == 0 || u64::from(runs) > MAX_RUNS {
            return Err(PyValueError::new_err(format!("runs is {runs}; expected 1 to {MAX_RUNS}")));
        }
        let request = CompareRequest {
            algorithms,
            puzzles,
            name,
            shape: r#box,
            runs: (detect.is_none() || runs != 1).then_some(runs),
            detect,
            seed: Some(seed),
            seeds: Some(seeds),
            ..CompareRequest::default()
        };
        let (cancel, clock) = (CancelFlag::new(), WallClock::new());
        let prepared = run::aside(
            py,
            &cancel,
            |_| Ok(()),
            || {
                let context = context(&cancel, &clock);
                Prepared::prepare_among(&registry, &request, &context)
            },
        )?;
        let comparison = prepared.map_err(|error| exception(py, &error, None))?.within(limits);
        if let Some(bad) = comparison.bad_lines.first().filter(|_| strict) {
            return Err(PyValueError::new_err(format!("puzzles of several sizes: {bad}")));
        }
        let command = comparison.command.clone();
        let session = Session { machine: machine(), command, threads, features, shard: None };
        Ok(Planned { comparison, session })
    }
}

/// Returns the algorithms that names refer to, programs of the caller included.
pub(crate) fn programs(guard: Vec<OsString>, least_memory: u64) -> Registry {
    let guard =
        (!guard.is_empty()).then_some(Guard { command: guard, memory: None, cpu_time: None });
    Registry::default().with_programs(ProgramHost { guard, least_memory, ..ProgramHost::default() })
}

/// Returns the programs of a comparison with their names.
fn programs_of(experiment: &Experiment) -> impl Iterator<Item = (&Configuration, &Program)> {
    let all = experiment.configurations.iter();
    all.filter_map(|configuration| Some((configuration, configuration.program.as_deref()?)))
}

/// Refuses programs that cannot be started, so that a mistake costs nothing.
pub(crate) fn try_programs(py: Python<'_>, experiment: &Experiment) -> PyResult<()> {
    let tried = run::aside(py, &CancelFlag::new(), |_| Ok(()), || try_to_start(experiment))?;
    tried.map_err(|error| exception(py, &error, None))
}

fn try_to_start(experiment: &Experiment) -> Result<(), quadrille_api::Error> {
    for (name, program) in programs_of(experiment) {
        program.try_start().map_err(|error| {
            quadrille_api::Error::bad_request(format!("{name}: cannot be started: {error}"))
        })?;
    }
    Ok(())
}

/// Returns an error if the machine could not run a program, which says nothing about it.
pub(crate) fn refuse_shortage(experiment: &Experiment) -> PyResult<()> {
    for (name, program) in programs_of(experiment) {
        if let Some(why) = program.shortage() {
            let message = format!("cannot run `{name}`; this says nothing about it: {why}");
            return Err(PyOSError::new_err(message));
        }
    }
    Ok(())
}

/// Returns processor, number of cores and operating system, as the command line names them.
fn machine() -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let processor = processor.unwrap_or_else(|| env::consts::ARCH.to_owned());
    format!("{processor}, {cores} cores, {}", env::consts::OS)
}

#[pymethods]
impl Comparison {
    /// The names of the algorithms with their parameters.
    #[getter]
    fn algorithms(&self) -> Vec<String> {
        self.table.names.clone()
    }

    /// What is wrong with the lines of the input that are not puzzles.
    #[getter]
    fn bad_lines(&self) -> Vec<String> {
        self.bad_lines.clone()
    }

    /// The command that makes the same comparison.
    #[getter]
    fn command(&self) -> &str {
        &self.header.command
    }

    fn __repr__(&self) -> String {
        let (algorithms, puzzles) = (self.table.names.len(), self.table.instances.len());
        let runs = self.table.rows.len();
        format!(
            "<quadrille.lab.Comparison: {algorithms} algorithms on {puzzles} puzzles, {runs} runs>"
        )
    }

    fn __str__(&self) -> String {
        self.text_in(TextFormat::Table)
    }

    /// Returns the summary as text.
    #[pyo3(signature = (format="table"))]
    fn text(&self, format: &str) -> PyResult<String> {
        let known = TextFormat::ALL.into_iter().find(|known| known.id() == format);
        known.map(|known| self.text_in(known)).ok_or_else(|| {
            let message = format!("format is {format:?}; expected table, markdown, csv or latex");
            PyValueError::new_err(message)
        })
    }

    /// Returns a row for each run: the columns of `runs.csv`, with the counters that some algorithm
    /// has.
    fn runs(&self, py: Python<'_>) -> PyResult<Table> {
        py.detach(|| self.runs_table())
    }

    /// Returns a row for each algorithm: the fields of `quadrille compare --json`.
    fn summary(&self, py: Python<'_>) -> PyResult<Table> {
        py.detach(|| self.summary_table())
    }

    /// Writes what `quadrille compare` writes into a directory: the log, the page and the tables.
    ///
    /// csv: write all runs and pairs as CSV files, too.
    /// overwrite: replace the report that is there. A directory with anything else is refused.
    #[pyo3(signature = (path, *, csv=false, overwrite=false))]
    fn report(&self, py: Python<'_>, path: PathBuf, csv: bool, overwrite: bool) -> PyResult<()> {
        py.detach(|| {
            let registry = programs(Vec::new(), 0);
            let mut directory =
                Directory::open(&path, Existing::Replace, &registry).map_err(unopened)?;
            if !directory.is_empty() && !overwrite {
                let message =
                    format!("{} holds a report; overwrite=True replaces it", path.display());
                return Err(PyFileExistsError::new_err(message));
            }
            let formats = if csv { &[TableFormat::Csv][..] } else { &[] };
            let about = About::of_log(&self.header, self.bad_lines.clone())
                .with_machines(self.machines.clone());
            directory.write_log(false, |out| out.write_all(&self.log)).map_err(unopened)?;
            let summary = summarize(&self.table);
            write_report(&directory, &self.table, &summary, &about, formats, true).map_err(unopened)
        })
    }
}

impl Comparison {
    fn text_in(&self, format: TextFormat) -> String {
        let style = TextStyle { format, ..TextStyle::default() };
        text_table(&self.table, &summarize(&self.table), style)
    }

    fn runs_table(&self) -> PyResult<Table> {
        let rows = || self.rows.iter().filter(|row| !row.trial.is_control);
        let texts = |text: &dyn Fn(&TrialRow) -> String| -> ArrayRef {
            Arc::new(rows().map(|row| Some(text(row))).collect::<StringArray>())
        };
        let counts = |count: &dyn Fn(&TrialRow) -> Option<u64>| -> ArrayRef {
            Arc::new(rows().map(count).collect::<UInt64Array>())
        };
        let reals = |real: &dyn Fn(&TrialRow) -> f64| -> ArrayRef {
            Arc::new(rows().map(|row| Some(real(row))).collect::<Float64Array>())
        };
        let instance = |row: &TrialRow| &self.table.instances[row.trial.instance as usize];
        let counted =
            |row: &TrialRow| self.experiment.configurations[row.trial.configuration as usize].entry;
        let mut columns: Vec<(&str, ArrayRef)> = vec![
            ("run", counts(&|row| Some(row.trial.number))),
            ("algorithm", texts(&|row| self.table.names[row.trial.configuration as usize].clone())),
            ("source", texts(&|row| instance(row).source.to_string())),
            ("line", counts(&|row| Some(instance(row).line))),
            ("puzzle", texts(&|row| instance(row).text.clone())),
            (
                "repetition",
                Arc::new(rows().map(|row| Some(row.trial.repetition)).collect::<UInt32Array>()),
            ),
            ("seed", counts(&|row| Some(row.trial.seed))),
            ("status", texts(&|row| row.stop.status().id().to_owned())),
            ("stop", texts(&|row| row.stop.id().to_owned())),
            ("nodes", counts(&|row| Some(row.nodes))),
        ];
        let all = self.experiment.configurations.iter();
        let known: BTreeSet<&str> =
            all.flat_map(|known| known.entry.counters.iter().map(|counter| counter.id())).collect();
        for counter in Counter::ALL.into_iter().filter(|counter| known.contains(counter.id())) {
            let column = counts(&|row| {
                counted(row).counters.contains(&counter).then(|| row.counters[counter])
            });
            columns.push((counter.id(), column));
        }
        columns.push(("memory", counts(&|row| Some(row.memory))));
        columns.push(("seconds", reals(&|row| row.seconds)));
        columns.push(("cpu_seconds", reals(&|row| row.cpu_seconds)));
        columns.push(("seconds_samples", counts(&|row| Some(row.seconds_samples.into()))));
        Table::of(columns)
    }

    fn summary_table(&self) -> PyResult<Table> {
        let summary = summarize(&self.table);
        let mut text = Vec::new();
        summary_csv(&summary, &mut text).expect("memory takes all");
        let text = String::from_utf8(text).expect("it is text");
        let names = text.lines().next().unwrap_or_default().split(',');
        let rows = summary.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>();
        let rows = rows.expect("a summary is an object");
        let column = |name| {
            let values = || rows.iter().map(|row| row.get(name).unwrap_or(&Value::Null));
            let array: ArrayRef = if values().any(Value::is_string) {
                Arc::new(values().map(Value::as_str).collect::<StringArray>())
            } else if values().any(Value::is_u64) {
                Arc::new(values().map(Value::as_u64).collect::<UInt64Array>())
            } else {
                Arc::new(values().map(Value::as_f64).collect::<Float64Array>())
            };
            (name, array)
        };
        Table::of(names.map(column).collect())
    }
}
