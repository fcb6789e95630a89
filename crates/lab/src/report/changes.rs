//! What changed from one experiment to another: the configurations and puzzles that both have.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use serde::Serialize;

use super::by_puzzle::{Pair, compare_these, compare_these_successes};
use super::figures::{Space, plural};
use super::measure::Measure;
use super::text::{TextStyle, broken_name, wrapped};
use crate::experiment::{Row, Table, Unsolvable};
use crate::registry::Seeds;

/// What changed from an earlier experiment to a later one.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    /// A row for each configuration that both experiments have, in the order of the later one.
    pub rows: Vec<Change>,
    /// Puzzles that both experiments have.
    pub puzzles: usize,
    /// Differences between the experiments that make comparisons doubtful, in words.
    pub caveats: Vec<String>,
}

/// What changed for a configuration. Ratios and differences are later to earlier; the tests of a
/// column are one family (Holm), and the intervals are at the level of its tests.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The name of the configuration.
    pub algorithm: String,
    /// Puzzles on which both experiments ran it.
    pub puzzles: u64,
    /// The success rate in the earlier experiment, as the mean over these puzzles.
    pub success_before: f64,
    /// The success rate in the later one.
    pub success_after: f64,
    /// Lower end of the interval of their difference.
    pub success_difference_low: f64,
    /// Upper end of that interval.
    pub success_difference_high: f64,
    /// Adjusted p-value of no difference.
    pub success_p_holm: f64,
    /// The ratio of the nodes; absent if no puzzle was solved.
    pub nodes_ratio: Option<f64>,
    /// Lower end of its interval.
    pub nodes_ratio_low: Option<f64>,
    /// Upper end of its interval.
    pub nodes_ratio_high: Option<f64>,
    /// Adjusted p-value of a ratio of 1.
    pub nodes_p_holm: Option<f64>,
    /// The ratio of the processor times.
    pub cpu_seconds_ratio: Option<f64>,
    /// Lower end of its interval.
    pub cpu_seconds_ratio_low: Option<f64>,
    /// Upper end of its interval.
    pub cpu_seconds_ratio_high: Option<f64>,
    /// Adjusted p-value of a ratio of 1.
    pub cpu_seconds_p_holm: Option<f64>,
    /// What changed beyond chance and noise: `success`, `nodes`, `cpu_seconds`.
    pub changed: Vec<&'static str>,
}

impl Changes {
    /// Compares an experiment with an earlier one. Puzzles are the same if they have the same
    /// givens; of repeated ones, the first counts.
    ///
    /// ```
    #[doc = include_str!("../experiment/example.txt")]
    /// use quadrille_lab::report::Changes;
    ///
    /// let changes = Changes::between(&table, &table);
    /// assert_eq!((changes.puzzles, changes.rows.len()), (1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(before: &Table, after: &Table) -> Self {
        let (both, names) = join(before, after);
        let count = names.len();
        let pairs = || (0..count).map(|index| (index, index + count));
        let find = |measure| -> HashMap<usize, Pair> {
            let compared = compare_these(&both, measure, pairs());
            compared.into_iter().map(|pair| (pair.first, pair)).collect()
        };
        let (nodes, times) = (find(Measure::Nodes), find(Measure::CpuSeconds));
        let rows = compare_these_successes(&both, pairs())
            .into_iter()
            .map(|success| {
                let index = success.first;
                let (nodes, time) = (nodes.get(&index), times.get(&index));
                let rate = |configuration| rate(&both, configuration);
                let (success_before, success_after) = (rate(index), rate(index + count));
                let mut changed = Vec::new();
                let mut add = |what, verdict| {
                    if verdict != Ordering::Equal {
                        changed.push(what);
                    }
                };
                add("success", success.verdict);
                add("nodes", nodes.map_or(Ordering::Equal, |pair| pair.verdict));
                add("cpu_seconds", time.map_or(Ordering::Equal, between_sessions));
                // Pairs compare the first with the second: earlier to later.
                let turned = |pair: Option<&Pair>| {
                    let finite = |x: f64| Some(x).filter(|x| x.is_finite());
                    let interval = pair.and_then(|pair| pair.paired.interval);
                    (
                        pair.and_then(|pair| finite(1.0 / pair.paired.ratio?)),
                        interval.and_then(|interval| finite(1.0 / interval.high)),
                        interval.and_then(|interval| finite(1.0 / interval.low)),
                    )
                };
                let (nodes_ratio, nodes_ratio_low, nodes_ratio_high) = turned(nodes);
                let (cpu_seconds_ratio, cpu_seconds_ratio_low, cpu_seconds_ratio_high) =
                    turned(time);
                Change {
                    algorithm: names[index].clone(),
                    puzzles: success.shares.puzzles as u64,
                    success_before,
                    success_after,
                    success_difference_low: -success.interval.1,
                    success_difference_high: -success.interval.0,
                    success_p_holm: success.p_holm,
                    nodes_ratio,
                    nodes_ratio_low,
                    nodes_ratio_high,
                    nodes_p_holm: nodes.map(|pair| pair.p_holm),
                    cpu_seconds_ratio,
                    cpu_seconds_ratio_low,
                    cpu_seconds_ratio_high,
                    cpu_seconds_p_holm: time.map(|pair| pair.p_holm),
                    changed,
                }
            })
            .collect();
        Self { rows, puzzles: both.instances.len(), caveats: caveats(before, after) }
    }
}

/// Processor times of two sessions do not differ significantly below this ratio. What else the
/// machine did, and which configurations ran in between, changes caches and clock rates for a whole
/// experiment, which its own controls cannot show: equal programs were seen to differ by 9 %.
const SESSIONS: f64 = 1.2;

/// Returns the verdict on times that were not measured together.
fn between_sessions(pair: &Pair) -> Ordering {
    let is_large = |ratio: f64| libm::log(ratio).abs() > libm::log(SESSIONS);
    if pair.paired.ratio.is_some_and(is_large) { pair.verdict } else { Ordering::Equal }
}

/// Returns the mean over puzzles of the success rate of a configuration.
fn rate(table: &Table, configuration: usize) -> f64 {
    let mut by_puzzle = vec![(0_u32, 0_u32); table.instances.len()];
    for row in table.of_configuration(configuration).filter(|row| table.counts(row)) {
        let (solved, runs) = &mut by_puzzle[row.instance as usize];
        *solved += u32::from(row.decided());
        *runs += 1;
    }
    let rates = by_puzzle.iter().filter(|(_, runs)| *runs > 0);
    let (sum, count) = rates.fold((0.0, 0.0), |(sum, count), &(solved, runs)| {
        (sum + f64::from(solved) / f64::from(runs), count + 1.0)
    });
    sum / f64::max(count, 1.0)
}

/// Returns a table with the configurations that both have, first those of the earlier experiment,
/// and their names.
fn join(before: &Table, after: &Table) -> (Table, Vec<String>) {
    let names: Vec<String> =
        after.names.iter().filter(|name| before.names.contains(name)).cloned().collect();
    let mut instances = Vec::new();
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let known: HashSet<&str> = before.instances.iter().map(|row| &*row.text).collect();
    for row in after.instances.iter().filter(|row| known.contains(&*row.text)) {
        numbers.entry(&row.text).or_insert_with(|| {
            instances.push(row.clone());
            instances.len() as u32 - 1
        });
    }
    let mut both = Table {
        configurations: Vec::new(),
        names: Vec::new(),
        instances,
        rows: Vec::new(),
        controls: Vec::new(),
        traces: Vec::new(),
        seed: after.seed,
        seeds: if before.seed == after.seed && before.seeds == after.seeds {
            after.seeds
        } else {
            Seeds::Own
        },
        detect: before.detect.and(after.detect),
        // Fewer runs have more noise.
        runs: before.runs.min(after.runs),
        limits: after.limits,
        planned: 0,
        failures: Vec::new(),
        unsolvable: Unsolvable::default(),
    };
    for (part, table) in [before, after].into_iter().enumerate() {
        // The places of the configurations and puzzles of this table in both.
        let shift = part * names.len();
        let configurations: Vec<Option<u32>> = (table.names.iter())
            .map(|name| names.iter().position(|other| other == name))
            .map(|place| place.map(|place| (place + shift) as u32))
            .collect();
        let mut taken = vec![false; both.instances.len()];
        let puzzles: Vec<Option<u32>> = (table.instances.iter())
            .map(|row| numbers.get(&*row.text).copied())
            .map(|number| number.filter(|&n| !std::mem::replace(&mut taken[n as usize], true)))
            .collect();
        for (from, to) in [(&table.rows, &mut both.rows), (&table.controls, &mut both.controls)] {
            to.extend(from.iter().filter_map(|row| {
                Some(Row {
                    configuration: configurations[row.configuration as usize]?,
                    instance: puzzles[row.instance as usize]?,
                    ..*row
                })
            }));
        }
        for name in &names {
            let place = table.names.iter().position(|other| other == name).expect("both have it");
            both.configurations.push(table.configurations[place].clone());
            both.names.push(name.clone());
        }
    }
    both.unsolvable = Unsolvable::of(&both);
    (both, names)
}

fn caveats(before: &Table, after: &Table) -> Vec<String> {
    let mut caveats = Vec::new();
    let only = |of: &Table, other: &Table| {
        of.names.iter().filter(|name| !other.names.contains(name)).count() as u64
    };
    for (count, which) in [(only(before, after), "earlier"), (only(after, before), "later")] {
        if count > 0 {
            let configurations = plural(Space::None, count, "configuration");
            caveats.push(format!("{configurations} only in the {which} experiment"));
        }
    }
    if before.limits != after.limits {
        caveats.push("the limits of the runs differ".to_owned());
    }
    for (table, which) in [(before, "earlier"), (after, "later")] {
        if table.is_partial() {
            caveats.push(format!("the {which} experiment is incomplete"));
        }
    }
    caveats
}

/// Returns the changes as a table for a terminal.
///
/// ```
#[doc = include_str!("../experiment/example.txt")]
/// use quadrille_lab::report::{Changes, TextStyle, changes_table};
///
/// let text = changes_table(&Changes::between(&table, &table), TextStyle::default());
/// assert!(text.contains("exact-cover"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn changes_table(changes: &Changes, style: TextStyle) -> String {
    const FIRST: usize = 21;
    let width = usize::from(style.width);
    let space = Space::None;
    let rule = format!("{}\n", "─".repeat(FIRST + 59));
    let mut text = format!(
        "{:<FIRST$}  {:>17}  {:>18}  {:>18}\n{rule}",
        "algorithm", "success ", "nodes ", "CPU "
    );
    for row in &changes.rows {
        let mark = |what| if row.changed.contains(&what) { "*" } else { " " };
        let ratio = |ratio: Option<f64>, low: Option<f64>, high: Option<f64>, what| {
            let number = |x: f64| match x {
                x if x >= 99.5 => format!("{x:.0}"),
                x if x >= 9.95 => format!("{x:.1}"),
                _ => format!("{x:.2}"),
            };
            let Some(ratio) = ratio else { return "- ".to_owned() };
            let interval = match (low, high) {
                (Some(low), Some(high)) => format!(" ({}–{})", number(low), number(high)),
                _ => String::new(),
            };
            format!("{}{interval}{}", number(ratio), mark(what))
        };
        let success = format!(
            "{}→{}{}",
            space.percent(row.success_before),
            space.percent(row.success_after),
            mark("success")
        );
        let nodes = ratio(row.nodes_ratio, row.nodes_ratio_low, row.nodes_ratio_high, "nodes");
        let time = ratio(
            row.cpu_seconds_ratio,
            row.cpu_seconds_ratio_low,
            row.cpu_seconds_ratio_high,
            "cpu_seconds",
        );
        let name = broken_name(&row.algorithm, FIRST);
        let mut lines: Vec<&str> = name.lines().collect();
        let last = lines.pop().unwrap_or_default();
        for line in lines {
            let _ = writeln!(text, "{line}");
        }
        let line = format!("{last:<FIRST$}  {success:>17}  {nodes:>18}  {time:>18}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let mut notes = vec![format!(
        "Later to earlier, on {} that both have. Ratios are those of the costs on a puzzle, with \
         intervals that hold for all rows of a column together (95%). * marks what changed beyond \
         chance and beyond the noise of equal runs; times of two sessions must differ by a fifth.",
        plural(space, changes.puzzles as u64, "puzzle")
    )];
    if changes.rows.iter().all(|row| row.changed.is_empty()) {
        notes.push("Nothing changed beyond chance.".to_owned());
    }
    if !changes.caveats.is_empty() {
        notes.push(format!("Beware: {}.", changes.caveats.join("; ")));
    }
    text += &rule;
    for note in notes {
        text += &wrapped(&note, width);
    }
    style.finish(text).replace('→', if style.unicode { "→" } else { ">" })
}
