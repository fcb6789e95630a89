//! Comparisons: every run is in the log before anybody is told of it, so a server that is killed or
//! stopped loses none, and goes on where it was.

use std::num::NonZeroUsize;
use std::time::Duration;

use quadrille_api::job::{CompareProgress, CompareRow};
use quadrille_api::{CompareRequest, Comparison, Context, Error, ErrorKind};
use quadrille_engine::{CancelFlag, Clock, WallClock};
use quadrille_lab::experiment::log::{Header, run_line, write_preamble};
use quadrille_lab::experiment::{Experiment, Finished, Progress, Table, TrialRow, run_trials};
use quadrille_lab::report::{
    About, LOG, ReportFiles, SummaryRow, TableFormat, summarize, write_report,
};

use crate::report::Report;
use crate::{App, now, pool};

/// The least time between two summaries for viewers.
const PAUSE: Duration = Duration::from_millis(500);
/// Summaries take at most this part of the time.
const SHARE: u32 = 20;

/// What a comparison has written.
pub(crate) struct Written {
    pub(crate) progress: CompareProgress,
    /// The names of its files.
    pub(crate) files: Vec<String>,
    /// Whether all runs are done.
    pub(crate) is_whole: bool,
    /// Why some are not, unless somebody stopped it.
    pub(crate) error: Option<Error>,
}

/// Runs what is missing in the log of a comparison, and writes its report. `tell` is called now and
/// then.
pub(crate) fn run(
    app: &App,
    id: &str,
    request: &CompareRequest,
    cancel: &CancelFlag,
    tell: &(dyn Fn(CompareProgress) + Sync),
) -> Result<Written, Error> {
    let clock = WallClock::new();
    let limits = &app.options.limits;
    let mut context = Context::new(cancel.clone(), &clock);
    context.caps = limits.caps;
    let Comparison { experiment, bad_lines, command, .. } = Comparison::prepare(request, &context)?;
    let threads = NonZeroUsize::new(pool::threads()).unwrap_or(NonZeroUsize::MIN);
    let header = Header {
        version: format!("quadrille {}", env!("CARGO_PKG_VERSION")),
        machine: app.options.machine.clone(),
        command: command.clone(),
        threads: threads.get(),
        started_seconds: now(),
        ..Header::of(&experiment, bad_lines.len())
    };
    let mut report = app.store.report(id)?;
    let (header, mut table, missing) = begin(&mut report, &experiment, header, &bad_lines)?;
    let mut shown = Shown { command, clock: &clock, next: Duration::ZERO };
    tell(shown.progress(&table, &experiment, None));
    let mut is_late = false;
    let each = |row: TrialRow, progress: Progress| -> Result<(), Error> {
        report.append(&run_line(&experiment, &row))?;
        table.push(&row);
        if clock.wall() >= shown.next && progress.done < progress.total {
            table.sort();
            tell(shown.progress(&table, &experiment, Some(progress)));
        }
        if progress.elapsed > limits.compare_time {
            is_late = true;
            cancel.cancel();
        }
        Ok(())
    };
    let finished = run_trials(&experiment, &missing, threads, cancel, &clock, each);
    report.sync()?;
    let is_whole = finished? == Finished::All;
    let error = (is_late && !is_whole).then(|| {
        let seconds = limits.compare_time.as_secs();
        let message = format!(
            "the comparison took {seconds} s, which is as long as this server lets one run; what is \
             done is kept: resume it, or use the command"
        );
        Error::new(ErrorKind::Timeout, message)
    });
    table.sort();
    let progress = shown.progress(&table, &experiment, None);
    if app.is_closing() || table.rows.is_empty() {
        return Ok(Written { progress, files: vec![LOG.to_owned()], is_whole, error });
    }
    let about = About::of_log(&header, bad_lines);
    let formats = [TableFormat::Csv, TableFormat::Parquet];
    write_report(&report, &table, &summarize(&table), &about, &formats, false)?;
    Ok(Written { progress, files: report.names(), is_whole, error })
}

/// Starts or continues the log. Returns its header, the runs that it has, and the numbers of those
/// that are missing.
fn begin(
    report: &mut Report<'_>,
    experiment: &Experiment,
    header: Header,
    bad_lines: &[String],
) -> Result<(Header, Table, Vec<u64>), Error> {
    let all = experiment.trials() + experiment.controls();
    let mut done = vec![false; all as usize];
    let contents = report.read(&mut |table, row| {
        if let Some(done) = done.get_mut(row.trial.number as usize) {
            *done = true;
        }
        table.push(&row);
    })?;
    let (header, table) = match contents {
        Some(contents) => {
            let differences = contents.header.differences(&header);
            if !differences.is_empty() {
                let message = format!(
                    "the log cannot be continued ({}); create the comparison again",
                    differences.join("; ")
                );
                return Err(Error::new(ErrorKind::Damaged, message));
            }
            report.truncate(contents.good_bytes)?;
            (contents.header, contents.table)
        }
        None => {
            let table = Table::of(experiment);
            let mut preamble = Vec::new();
            write_preamble(&mut preamble, &header, &table, bad_lines)
                .expect("writing to memory cannot fail");
            report.truncate(0)?;
            report.append(&preamble)?;
            report.sync()?;
            (header, table)
        }
    };
    let missing = (0..).zip(done).filter(|(_, done)| !done).map(|(number, _)| number).collect();
    Ok((header, table, missing))
}

/// What viewers are shown.
struct Shown<'a> {
    command: String,
    clock: &'a dyn Clock,
    /// When the next summary is due.
    next: Duration,
}

impl Shown<'_> {
    fn progress(
        &mut self,
        table: &Table,
        experiment: &Experiment,
        progress: Option<Progress>,
    ) -> CompareProgress {
        let began = self.clock.wall();
        let rows = summarize(table).iter().map(row).collect();
        let took = self.clock.wall().saturating_sub(began);
        self.next = self.clock.wall() + PAUSE.max(took * SHARE);
        let left = |progress: Progress| {
            let each = progress.elapsed.as_secs_f64() / progress.done.max(1) as f64;
            each * (progress.total - progress.done) as f64
        };
        CompareProgress {
            done: (table.rows.len() + table.controls.len()) as u64,
            total: experiment.trials() + experiment.controls(),
            left_seconds: progress.map(left),
            command: self.command.clone(),
            rows,
        }
    }
}

fn row(row: &SummaryRow) -> CompareRow {
    CompareRow {
        algorithm: row.algorithm.clone(),
        runs: row.runs,
        solved: row.solved,
        success: row.success,
        success_low: row.success_low,
        success_high: row.success_high,
        nodes_median: row.nodes_median,
        nodes_median_low: row.nodes_median_low,
        nodes_median_high: row.nodes_median_high,
        cpu_seconds_median: row.cpu_seconds_median,
        cpu_seconds_median_low: row.cpu_seconds_median_low,
        cpu_seconds_median_high: row.cpu_seconds_median_high,
    }
}
