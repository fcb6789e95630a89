//! `dataset --check`: what is wrong with a set of puzzles, and how hard they are.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use quadrille_api::{Audit, AuditReport, AuditedRow, Auditor, Finding};
use quadrille_core::{Stop, parallel};

use super::rows::{self, SetRow};
use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;
use crate::io::table::{align_right, table, text_of};

/// Rows that are looked at together.
const BATCH: usize = 128;
/// Batches under way for each thread.
const WINDOW: NonZeroUsize = NonZeroUsize::new(4).expect("not 0");

/// A batch of rows, and why no more can be read.
type Batch = (Vec<SetRow>, Option<Failure>);

pub(super) fn run(
    paths: &[OsString],
    reading: &InputOptions,
    context: &Context,
) -> Result<Exit, Failure> {
    let cancel = context.handle_signals(None);
    let (files, written): (Vec<&OsStr>, Vec<&OsStr>) =
        paths.iter().map(OsString::as_os_str).partition(|path| Path::new(path).exists());
    let mut all = Vec::new();
    for path in files {
        for file in rows::files_of(path)? {
            all.push(rows::open(&file, reading, context)?);
        }
    }
    if !written.is_empty() {
        all.push(rows::open_written(&written, reading, context)?);
    }
    let mut out = Output::open(context)?;
    let mut rows = all.into_iter().flatten();
    let batches = std::iter::from_fn(move || {
        let mut batch: Batch = (Vec::new(), None);
        while batch.0.len() < BATCH && batch.1.is_none() {
            match rows.next() {
                None if batch.0.is_empty() => return None,
                None => break,
                Some(Ok(row)) => batch.0.push(row),
                Some(Err(failure)) => batch.1 = Some(failure),
            }
        }
        Some(batch)
    });
    let look = |(rows, failure): Batch| {
        let mut auditor = Auditor::new(&cancel);
        let look = |row: &SetRow| match &row.puzzle {
            Ok(puzzle) => auditor.look(puzzle, &row.claims()),
            Err(_) => Ok(AuditedRow::unreadable()),
        };
        let looked: Result<Vec<AuditedRow>, Stop> = rows.iter().map(look).collect();
        (rows, looked, failure)
    };
    let (mut audit, mut failed) = (Audit::default(), None);
    let mut looked_at = 0_u64;
    let bar = context.spinner();
    parallel::map_in_order(
        context.threads(),
        WINDOW,
        batches,
        look,
        |(rows, looked, failure), _| {
            let Ok(looked) = looked else { return ControlFlow::Break(()) };
            for (row, looked) in rows.iter().zip(looked) {
                let findings = audit.add(looked);
                if !findings.is_empty() {
                    bar.suspend(|| context.bad_input(&words(row, &findings)));
                }
                looked_at += 1;
            }
            bar.set_message(format!("{looked_at} rows"));
            match failure {
                None => ControlFlow::Continue(()),
                Some(failure) => {
                    failed = Some(failure);
                    ControlFlow::Break(())
                }
            }
        },
    );
    bar.finish_and_clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
    let report = audit.report();
    let mut exit = if report.is_clean() { Exit::Done } else { Exit::No };
    exit.merge(context.signal_status());
    if context.json {
        out.json(&report)?;
    } else {
        out.text(&text(&report))?;
    }
    out.conclude(exit)?;
    Ok(exit)
}

/// Returns what is wrong with a row, in words.
fn words(row: &SetRow, findings: &[Finding]) -> String {
    let finding = |Finding { flaw, row: earlier }: &Finding| match (&row.puzzle, earlier) {
        (Err(message), _) => message.clone(),
        (Ok(_), None) => flaw.words().to_owned(),
        (Ok(_), Some(earlier)) => format!("{} (row {})", flaw.words(), earlier + 1),
    };
    let findings: Vec<String> = findings.iter().map(finding).collect();
    let place = if row.place.is_empty() { String::new() } else { format!("{}: ", row.place) };
    place + &findings.join("; ")
}

/// Returns the result as a table.
fn text(report: &AuditReport) -> String {
    let mut shown = table(["rows", "count", "share"]);
    align_right(&mut shown, 1..3);
    let mut add = |name: &str, count: u64| {
        let share = 100.0 * count as f64 / report.rows.max(1) as f64;
        shown.add_row([name, &count.to_string(), &format!("{share:.2} %")]);
    };
    add("all", report.rows);
    for (part, count) in &report.splits {
        add(&format!("in {part}"), *count);
    }
    add("not a puzzle", report.unreadable);
    add("several solutions", report.several_solutions);
    add("no solution", report.no_solution);
    if report.undecided > 0 {
        add("not decided", report.undecided);
    }
    add("wrong solution given", report.wrong_solutions);
    if report.wrong_canonical > 0 {
        add("wrong canonical form given", report.wrong_canonical);
    }
    add("repeated", report.duplicates);
    add("isomorph of an earlier one", report.isomorphs);
    add("repeated or isomorph across the split", report.across_splits);
    add("solved by singles alone", report.singles_only);
    for (band, count) in &report.se121 {
        add(&format!("rated {band} by se121"), *count);
    }
    if report.unrated > 0 {
        add("not rated", report.unrated);
    }
    text_of(&shown)
}
