//! One row a method: what `compare` prints, as a table and as JSON.
//!
//! The means here include failed runs, as report R0's did; the page shows none of them. Absent
//! means `null`: a method that could do none of the boards has no success rate.

use serde::Serialize;

use crate::experiment::{Row, Table};
use crate::stats::{End, Observation, Survival, cluster_success};
use quadrille::Status;

/// The summary of a method's runs. Its JSON names are a contract.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryRow {
    /// The method's name with its parameters.
    pub algorithm: String,
    /// Runs on boards that it can do.
    pub runs: u64,
    /// Runs that ended with a validated solution.
    pub solved: u64,
    /// Runs whose claim the validator refused.
    pub wrong: u64,
    /// Runs that proved that there is no solution.
    pub none: u64,
    /// Runs that ended by themselves without an answer.
    pub stuck: u64,
    /// Runs that a limit ended.
    pub limit: u64,
    /// Trials on boards that it cannot do; not among `runs`.
    pub unsupported: u64,
    /// The share of runs solved.
    pub success: Option<f64>,
    /// Lower end of the 95 % interval of the success rate.
    pub success_low: Option<f64>,
    /// Its upper end.
    pub success_high: Option<f64>,
    /// Nodes of a run, the mean over all runs, failed ones included.
    pub nodes_mean: Option<f64>,
    /// Nodes of all runs together.
    pub nodes_total: u64,
    /// Nodes to a solution, the median over all runs; unsolved runs count as longer than any, so
    /// it is absent where fewer than half are known to be solved.
    pub nodes_median: Option<f64>,
    /// Wall time of a run, the mean over all runs, failed ones included.
    pub seconds_mean: Option<f64>,
    /// The longest run.
    pub seconds_max: Option<f64>,
    /// Wall time to a solution, the median as for the nodes.
    pub seconds_median: Option<f64>,
    /// Wall time of all runs together.
    pub seconds_total: f64,
    /// Processor time of a run, the mean over all runs.
    pub cpu_seconds_mean: Option<f64>,
    /// Of the runs, those on puzzles that propagation alone does not solve.
    pub beyond_singles_runs: u64,
    /// Of these, those solved.
    pub beyond_singles_solved: u64,
    /// Nodes to a solution on these, the median.
    pub beyond_singles_nodes_median: Option<f64>,
}

/// What a row says about the time to a solution.
pub(super) fn end(row: &Row) -> End {
    match row.stop.status() {
        Status::Solved => End::Solved,
        Status::Limit => End::Censored,
        _ => End::Failed,
    }
}

/// The run-time distribution of some rows, over nodes or seconds.
pub(super) fn survival<'a>(
    rows: impl Iterator<Item = &'a Row>,
    length: impl Fn(&Row) -> f64,
) -> Survival {
    Survival::of(rows.map(|row| Observation { at: length(row), end: end(row) }).collect())
}

/// A row for each method of the table, in its order.
pub fn summarize(table: &Table) -> Vec<SummaryRow> {
    (0..table.subjects.len()).map(|subject| summarize_subject(table, subject)).collect()
}

fn summarize_subject(table: &Table, subject: usize) -> SummaryRow {
    let all = table.of_subject(subject);
    let rows = all.clone().filter(|row| row.counts());
    let with =
        |status: Status| rows.clone().filter(|row| row.stop.status() == status).count() as u64;
    let runs = rows.clone().count() as u64;
    let solved = with(Status::Solved);

    let mut by_puzzle = vec![(0_u32, 0_u32); table.instances.len()];
    for row in rows.clone() {
        let (solved, runs) = &mut by_puzzle[row.instance as usize];
        *solved += u32::from(row.solved());
        *runs += 1;
    }
    let interval = cluster_success(&by_puzzle);

    let mean = |sum: f64| (runs > 0).then(|| sum / runs as f64);
    let nodes = |row: &Row| row.nodes as f64;
    let seconds_total: f64 = rows.clone().map(|row| row.seconds).sum();
    let nodes_total: u64 = rows.clone().map(|row| row.nodes).sum();
    let beyond = rows.clone().filter(|row| !table.instances[row.instance as usize].by_singles);
    SummaryRow {
        algorithm: table.subjects[subject].name.clone(),
        runs,
        solved,
        wrong: with(Status::Wrong),
        none: with(Status::None),
        stuck: with(Status::Stuck),
        limit: with(Status::Limit),
        unsupported: all.count() as u64 - runs,
        success: mean(solved as f64),
        success_low: interval.map(|interval| interval.low),
        success_high: interval.map(|interval| interval.high),
        nodes_mean: mean(nodes_total as f64),
        nodes_total,
        nodes_median: survival(rows.clone(), nodes).quantile(0.5),
        seconds_mean: mean(seconds_total),
        seconds_max: rows.clone().map(|row| row.seconds).max_by(f64::total_cmp),
        seconds_median: survival(rows.clone(), |row| row.seconds).quantile(0.5),
        seconds_total,
        cpu_seconds_mean: mean(rows.clone().map(|row| row.cpu_seconds).sum()),
        beyond_singles_runs: beyond.clone().count() as u64,
        beyond_singles_solved: beyond.clone().filter(|row| row.solved()).count() as u64,
        beyond_singles_nodes_median: survival(beyond, nodes).quantile(0.5),
    }
}
