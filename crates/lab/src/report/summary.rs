//! One row per configuration: what `compare` prints, as a table and as JSON.
//!
//! The means include failed runs, as those of report R0 did; the page shows no means. Absent values
//! are `null`: an algorithm that supports none of the boards has no success rate.

use quadrille_core::{Counter, Status, Stop};
use serde::Serialize;

#[cfg(feature = "parquet")]
use super::column::Cell;
use crate::experiment::{Row, Table};
use crate::stats::{
    End, Observation, Survival, cluster_success, expected_running_time, median, median_interval,
    penalized_average,
};

/// The summary of the runs of a configuration. The JSON names are a contract.
///
/// ```
#[doc = include_str!("../experiment/example.txt")]
/// let summary = quadrille_lab::report::summarize(&table);
/// assert_eq!((summary[1].algorithm.as_str(), summary[1].solved), ("exact-cover", 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryRow {
    /// The name of the configuration.
    pub algorithm: String,
    /// The seed of the first repetition.
    pub seed: u64,
    /// Runs on boards that the algorithm supports; without those on puzzles that have no solution, if it
    /// cannot prove that.
    pub runs: u64,
    /// Runs that solved, or proved that there is no solution.
    pub decided: u64,
    /// Runs that found a validated solution.
    pub solved: u64,
    /// Runs whose claim the validator rejected.
    pub wrong: u64,
    /// Runs that proved that there is no solution.
    pub none: u64,
    /// Runs that ended by themselves without an answer.
    pub stuck: u64,
    /// Runs that a limit ended.
    pub limit: u64,
    /// Trials on boards that the algorithm does not support; not part of `runs`.
    pub unsupported: u64,
    /// Trials on puzzles without a solution, of an algorithm that cannot prove that; not part of `runs`.
    pub unprovable: u64,
    /// Puzzles that the algorithm supports.
    pub puzzles: u64,
    /// Those of them that no run decided.
    pub unsolved_puzzles: u64,
    /// Runs that the limit on wall time ended although they had got less than 90 % of it as processor
    /// time: they may have been ended by the load of the machine.
    pub starved_seconds_runs: u64,
    /// The share of runs that were decided.
    pub success: Option<f64>,
    /// Lower end of the 95% interval of the success rate.
    pub success_low: Option<f64>,
    /// Upper end of that interval.
    pub success_high: Option<f64>,
    /// Mean nodes per run, failed runs included.
    pub nodes_mean: Option<f64>,
    /// Nodes of all runs.
    pub nodes_total: u64,
    /// Median of the nodes to a solution or a proof; undecided runs count as longer than any, so it is
    /// absent if fewer than half are known to be decided.
    pub nodes_median: Option<f64>,
    /// Lower end of the 95% interval of that median, resampling puzzles.
    pub nodes_median_low: Option<f64>,
    /// Upper end of that interval; absent if the runs do not determine it.
    pub nodes_median_high: Option<f64>,
    /// Expected nodes to a solution of a puzzle if failed runs are followed by further ones (all
    /// nodes on the puzzle divided by the number of its solved runs), as the median over puzzles.
    /// Absent if most puzzles were never solved.
    pub nodes_expected: Option<f64>,
    /// Penalized average: unsolved runs count as twice the limit. Absent without a limit on nodes.
    pub nodes_par2: Option<f64>,
    /// Penalized average with ten times the limit.
    pub nodes_par10: Option<f64>,
    /// Mean wall time per run in seconds, failed runs included.
    pub seconds_mean: Option<f64>,
    /// Wall time of the longest run.
    pub seconds_max: Option<f64>,
    /// Penalized average wall time with twice the limit. Absent without a time limit.
    pub seconds_par2: Option<f64>,
    /// Penalized average wall time with ten times the limit.
    pub seconds_par10: Option<f64>,
    /// Wall time of all runs.
    pub seconds_total: f64,
    /// Mean processor time per run in seconds.
    pub cpu_seconds_mean: Option<f64>,
    /// Processor time of all runs.
    pub cpu_seconds_total: f64,
    /// Median of the processor time to a solution, as for nodes.
    pub cpu_seconds_median: Option<f64>,
    /// Lower end of the 95% interval of that median.
    pub cpu_seconds_median_low: Option<f64>,
    /// Upper end of that interval.
    pub cpu_seconds_median_high: Option<f64>,
    /// Expected processor time to a solution, as for nodes.
    pub cpu_seconds_expected: Option<f64>,
    /// Penalized average processor time with twice the limit. Absent without a limit on it.
    pub cpu_seconds_par2: Option<f64>,
    /// Penalized average processor time with ten times the limit.
    pub cpu_seconds_par10: Option<f64>,
    /// Runs on puzzles that propagation alone does not solve.
    pub beyond_singles_runs: u64,
    /// Those of them that were solved.
    pub beyond_singles_solved: u64,
    /// Median of the nodes to a solution on these puzzles.
    pub beyond_singles_nodes_median: Option<f64>,
}

impl SummaryRow {
    /// Returns all fields but the name, with their names.
    #[cfg(feature = "parquet")]
    pub(super) fn numbers(&self) -> impl Iterator<Item = (&'static str, Cell<'static>)> + use<> {
        macro_rules! fields {
            ($($field:ident)*) => { [$((stringify!($field), Cell::from(self.$field))),*] };
        }
        fields!(
            seed runs decided solved wrong none stuck limit unsupported unprovable puzzles
            unsolved_puzzles
            starved_seconds_runs success success_low success_high
            nodes_mean nodes_total nodes_median nodes_median_low nodes_median_high nodes_expected
            nodes_par2 nodes_par10 seconds_mean seconds_max seconds_par2 seconds_par10
            seconds_total cpu_seconds_mean cpu_seconds_total cpu_seconds_median
            cpu_seconds_median_low cpu_seconds_median_high cpu_seconds_expected
            cpu_seconds_par2 cpu_seconds_par10
            beyond_singles_runs beyond_singles_solved beyond_singles_nodes_median
        )
        .into_iter()
    }
}

/// Returns what a run says about the time to a solution, or to a proof that the puzzle is unsolvable.
pub(super) fn end(row: &Row) -> End {
    match row.stop.status() {
        Status::Solved | Status::None => End::Solved,
        Status::Limit => End::Censored,
        _ => End::Failed,
    }
}

/// Returns the lengths of runs, in nodes or seconds, with how they ended.
pub(super) fn observations<'a>(
    rows: impl Iterator<Item = &'a Row>,
    length: impl Fn(&Row) -> f64,
) -> Vec<Observation> {
    rows.map(|row| Observation { at: length(row), end: end(row) }).collect()
}

/// Returns the length of a run that decided its puzzle, infinity for others.
pub(super) fn to_solution(row: &Row, length: impl Fn(&Row) -> f64) -> f64 {
    if row.decided() { length(row) } else { f64::INFINITY }
}

/// Returns a row for each configuration of the table, in its order.
///
/// ```
#[doc = include_str!("../experiment/example.txt")]
/// use quadrille_lab::report::summarize;
///
/// let summary = summarize(&table);
/// assert_eq!((summary[0].runs, summary[0].solved, summary[0].success), (1, 1, Some(1.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn summarize(table: &Table) -> Vec<SummaryRow> {
    (0..table.configurations.len())
        .map(|configuration| summarize_one(table, configuration))
        .collect()
}

fn summarize_one(table: &Table, configuration: usize) -> SummaryRow {
    let all: Vec<&Row> = table.of_configuration(configuration).collect();
    let rows: Vec<&Row> = all.iter().copied().filter(|row| table.counts(row)).collect();
    let iter = || rows.iter().copied();
    let with = |status: Status| iter().filter(|row| row.stop.status() == status).count() as u64;
    let runs = rows.len() as u64;
    let (solved, none) = (with(Status::Solved), with(Status::None));
    let decided = solved + none;
    let unsupported = all.iter().filter(|row| !row.counts()).count() as u64;

    let mut by_puzzle = vec![(0_u32, 0_u32); table.instances.len()];
    for row in iter() {
        let (solved, runs) = &mut by_puzzle[row.instance as usize];
        *solved += u32::from(row.decided());
        *runs += 1;
    }
    let success = cluster_success(&by_puzzle);

    let mean = |sum: f64| (runs > 0).then(|| sum / runs as f64);
    let Limited { nodes: node_limit, time: time_limit, cpu_time: cpu_limit } =
        Limited::of(table, configuration);
    let nodes = Costs::of(table, &rows, |row| row.nodes as f64, node_limit);
    let seconds = Costs::of(table, &rows, |row| row.cpu_seconds, cpu_limit);
    let seconds_total: f64 = iter().map(|row| row.seconds).sum();
    // Time limits are on wall time.
    let waited = observations(iter(), |row| row.seconds);
    let par = |times| time_limit.and_then(|limit| penalized_average(&waited, limit, times));
    let beyond = || iter().filter(|row| !table.instances[row.instance as usize].by_singles);
    SummaryRow {
        algorithm: table.names[configuration].clone(),
        seed: table.seed,
        runs,
        decided,
        solved,
        wrong: with(Status::Wrong),
        none,
        stuck: with(Status::Stuck),
        limit: with(Status::Limit),
        unsupported,
        unprovable: all.len() as u64 - runs - unsupported,
        puzzles: by_puzzle.iter().filter(|(_, runs)| *runs > 0).count() as u64,
        unsolved_puzzles: by_puzzle
            .iter()
            .filter(|(solved, runs)| *runs > 0 && *solved == 0)
            .count() as u64,
        starved_seconds_runs: iter().filter(|row| is_starved(row)).count() as u64,
        success: mean(decided as f64),
        success_low: success.map(|interval| interval.low),
        success_high: success.map(|interval| interval.high),
        nodes_mean: mean(nodes.total),
        nodes_total: iter().fold(0, |sum: u64, row| sum.saturating_add(row.nodes)),
        nodes_median: nodes.median,
        nodes_median_low: nodes.low,
        nodes_median_high: nodes.high,
        nodes_expected: nodes.expected,
        nodes_par2: nodes.par2,
        nodes_par10: nodes.par10,
        seconds_mean: mean(seconds_total),
        seconds_max: iter().map(|row| row.seconds).max_by(f64::total_cmp),
        seconds_par2: par(2.0),
        seconds_par10: par(10.0),
        seconds_total,
        cpu_seconds_mean: mean(seconds.total),
        cpu_seconds_total: seconds.total,
        cpu_seconds_median: seconds.median,
        cpu_seconds_median_low: seconds.low,
        cpu_seconds_median_high: seconds.high,
        cpu_seconds_expected: seconds.expected,
        cpu_seconds_par2: seconds.par2,
        cpu_seconds_par10: seconds.par10,
        beyond_singles_runs: beyond().count() as u64,
        beyond_singles_solved: beyond().filter(|row| row.solved()).count() as u64,
        beyond_singles_nodes_median: {
            Survival::of(observations(beyond(), |row| row.nodes as f64)).quantile(0.5)
        },
    }
}

/// Returns whether the limit on wall time ended a run that got less than 90 % of its time as processor
/// time.
pub(super) fn is_starved(row: &Row) -> bool {
    row.stop == Stop::Time && row.cpu_seconds < 0.9 * row.seconds
}

/// The limits of a configuration's runs, with times in seconds.
struct Limited {
    nodes: Option<f64>,
    time: Option<f64>,
    cpu_time: Option<f64>,
}

impl Limited {
    fn of(table: &Table, configuration: usize) -> Self {
        let configuration = &table.configurations[configuration];
        let limits = configuration.with_defaults(table.limits);
        let evaluates = configuration.entry.nodes == Counter::Evaluated;
        let evaluations = limits.evaluations.filter(|_| evaluates);
        let nodes = [limits.nodes, evaluations].into_iter().flatten().min();
        Self {
            nodes: nodes.map(|nodes| nodes as f64),
            time: limits.time.map(|time| time.as_secs_f64()),
            cpu_time: limits.cpu_time.map(|time| time.as_secs_f64()),
        }
    }
}

/// What solutions cost, in nodes or seconds.
struct Costs {
    total: f64,
    median: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    expected: Option<f64>,
    par2: Option<f64>,
    par10: Option<f64>,
}

impl Costs {
    fn of(
        table: &Table,
        rows: &[&Row],
        length: impl Fn(&Row) -> f64 + Copy,
        limit: Option<f64>,
    ) -> Self {
        let runs = observations(rows.iter().copied(), length);
        let mut ascending: Vec<(u32, f64)> =
            rows.iter().map(|row| (row.instance, to_solution(row, length))).collect();
        ascending.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
        // 1000 resamples are customary for percentile intervals (Efron and Tibshirani 1993, chapter
        // 13); with a million runs there are fewer, to keep the time short.
        let resamples = (20_000_000 / rows.len().max(1)).clamp(200, 1000);
        let interval = median_interval(&ascending, table.instances.len(), resamples);
        let finite = |value: f64| value.is_finite().then_some(value);
        let par = |times| limit.and_then(|limit| penalized_average(&runs, limit, times));
        Self {
            total: runs.iter().map(|run| run.at).sum(),
            median: Survival::of(runs.clone()).quantile(0.5),
            low: interval.and_then(|interval| finite(interval.low)),
            high: interval.and_then(|interval| finite(interval.high)),
            expected: Self::expected(table, rows, length),
            par2: par(2.0),
            par10: par(10.0),
        }
    }

    /// Returns the median over puzzles of the expected running time of each.
    fn expected(table: &Table, rows: &[&Row], length: impl Fn(&Row) -> f64) -> Option<f64> {
        let mut by_puzzle = vec![Vec::new(); table.instances.len()];
        for row in rows {
            by_puzzle[row.instance as usize].push(Observation { at: length(row), end: end(row) });
        }
        let times: Vec<f64> = by_puzzle
            .iter()
            .filter(|runs| !runs.is_empty())
            .map(|runs| expected_running_time(runs).unwrap_or(f64::INFINITY))
            .collect();
        Some(median(&times)).filter(|time| time.is_finite())
    }
}
