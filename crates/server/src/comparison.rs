//! Comparisons: each run is logged before it is reported, so a server that is killed or
//! stopped resumes without losing runs.

use std::num::NonZeroUsize;
use std::time::Duration;

use quadrille_api::job::{CompareProgress, CompareRow};
use quadrille_api::{CompareRequest, Comparison, Context, Error, ErrorKind};
use quadrille_core::{CancelFlag, Clock, WallClock};
use quadrille_lab::experiment::{Finished, Table};
use quadrille_lab::report::{LOG, SummaryRow, TableFormat, summarize};
use quadrille_lab::study::{OpenError, Session, Start, Study, StudyPlan, planned_runs};

use crate::{App, pool};

/// The least time between two summaries for viewers.
const PAUSE: Duration = Duration::from_millis(500);
/// Summaries take at most one in this many parts of the time.
const SHARE: u32 = 20;

/// What a comparison has written.
pub(crate) struct Written {
    pub(crate) progress: CompareProgress,
    /// The names of its files.
    pub(crate) files: Vec<String>,
    /// Whether all runs are done.
    pub(crate) is_whole: bool,
    /// Why some are not, unless a client stopped it.
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
    let threads = NonZeroUsize::new(pool::threads()).unwrap_or(NonZeroUsize::MIN);
    let comparison = Comparison::prepare(request, &context)?;
    let report = app.store.report(id)?;
    let planned = comparison.detect.map(|detect| planned_runs(&report, Start::Resume, detect));
    let mut is_late = false;
    let sized = comparison.sized(planned.transpose()?.flatten(), threads, &context, |at| {
        is_late |= at.elapsed > limits.compare_time;
        if is_late {
            cancel.cancel();
        }
    });
    let too_long = |what: &str| {
        let seconds = limits.compare_time.as_secs();
        let message = format!(
            "the comparison took {seconds} s, which is as long as this server lets one run; {what}"
        );
        Error::new(ErrorKind::Timeout, message)
    };
    let comparison = sized.map_err(|error| match is_late {
        true => too_long("take a larger difference, or use the command"),
        false => error,
    })?;
    let Comparison { experiment, bad_lines, command, .. } = comparison;
    let session = Session {
        machine: app.options.machine.clone(),
        command: command.clone(),
        threads,
        features: false,
        shard: None,
    };
    let plan = StudyPlan::new(&experiment, bad_lines, session);
    let opened = Study::open(plan, report, Start::Resume, threads, cancel, || ());
    let mut study = opened.map_err(|error| match error {
        OpenError::Store(error) => error,
        OpenError::Cancelled => Error::new(ErrorKind::Busy, "the comparison was cancelled"),
        OpenError::Other { differences } => {
            let message =
                format!("the log cannot be continued ({differences}); create the comparison again");
            Error::new(ErrorKind::Damaged, message)
        }
    })?;
    let mut shown = Shown { command, clock: &clock, next: Duration::ZERO };
    tell(shown.progress(study.table(), study.counts(), None));
    let finished = study.run(threads, cancel, &clock, |table, _, at| {
        if clock.wall() >= shown.next && at.done < at.planned {
            table.sort();
            tell(shown.progress(table, (at.done, at.planned), Some(at.left)));
        }
        if at.elapsed > limits.compare_time {
            is_late = true;
            cancel.cancel();
        }
    })?;
    let is_whole = finished == Finished::All;
    let is_late = is_late && !is_whole;
    let error = is_late.then(|| too_long("what is done is kept: resume it, or use the command"));
    let progress = shown.progress(study.table(), study.counts(), None);
    if app.is_closing() || study.table().rows.is_empty() {
        return Ok(Written { progress, files: vec![LOG.to_owned()], is_whole, error });
    }
    study.report(&[TableFormat::Csv, TableFormat::Parquet], false)?;
    Ok(Written { progress, files: study.store().names(), is_whole, error })
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
        (done, total): (u64, u64),
        left: Option<Duration>,
    ) -> CompareProgress {
        let began = self.clock.wall();
        let rows = summarize(table).iter().map(row).collect();
        let took = self.clock.wall().saturating_sub(began);
        self.next = self.clock.wall() + PAUSE.max(took * SHARE);
        CompareProgress {
            done,
            total,
            left_seconds: left.map(|left| left.as_secs_f64()),
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
