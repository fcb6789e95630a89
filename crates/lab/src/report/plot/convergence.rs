//! How far the best board is from a solution after a number of nodes.

use maud::{Markup, html};

use super::series::{Entry, chart, marker};
use super::{Axis, Frame, Scale, px, series_class};
use crate::experiment::TraceRow;

/// A configuration's traced runs.
#[derive(Clone, Debug)]
pub(in crate::report) struct Convergence<'a> {
    /// The configuration's name.
    pub(in crate::report) name: String,
    /// Its number in the report.
    pub(in crate::report) number: usize,
    /// Its runs.
    pub(in crate::report) runs: Vec<&'a TraceRow>,
}

/// A step of a line: from a number of nodes on, the median cost with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report) struct Step {
    at: f64,
    pub(in crate::report) median: f64,
    /// Infinite where too few runs have shown a board.
    pub(in crate::report) low: f64,
    pub(in crate::report) high: f64,
}

/// Returns the ranks, from 0, of the order statistics that enclose the median of `count` values in
/// at least 95 of 100 samples (David and Nagaraja, "Order Statistics", 2003, section 7.1). There are
/// none for fewer than six values.
fn median_ranks(count: usize) -> Option<(usize, usize)> {
    // The chance that at most `rank` of the values are below the median.
    let (mut term, mut below) = (libm::pow(0.5, count as f64), 0.0);
    let mut ranks = None;
    for rank in 0..count / 2 {
        below += term;
        if below > 0.025 {
            break;
        }
        ranks = Some((rank, count - 1 - rank));
        term *= (count - rank) as f64 / (rank + 1) as f64;
    }
    ranks
}

/// The median over runs of the best cost so far, at every place where one of them improves. It
/// begins where half of the runs have shown a board.
fn medians(runs: &[&TraceRow]) -> Vec<Step> {
    // Each improvement as an event; costs[i] is where run i stands.
    let mut events: Vec<(u64, usize, u32)> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, row)| row.trace.0.iter().map(move |&(at, cost)| (at, run, cost)))
        .collect();
    events.sort_unstable();
    let ranks = median_ranks(runs.len());
    let mut costs = vec![u32::MAX; runs.len()];
    let mut steps: Vec<Step> = Vec::new();
    for same in events.chunk_by(|a, b| a.0 == b.0) {
        for &(_, run, cost) in same {
            costs[run] = cost;
        }
        let mut sorted = costs.clone();
        sorted.sort_unstable();
        let cost = |rank: usize| match sorted[rank] {
            u32::MAX => f64::INFINITY,
            cost => f64::from(cost),
        };
        let median = cost((sorted.len() - 1) / 2);
        let (low, high) = ranks.map_or((0.0, f64::INFINITY), |(a, b)| (cost(a), cost(b)));
        let is_new = steps
            .last()
            .is_none_or(|last| (last.median, last.low, last.high) != (median, low, high));
        if median.is_finite() && is_new {
            steps.push(Step { at: same[0].0 as f64, median, low, high });
        }
    }
    steps
}

/// Returns the step that holds at a number of nodes.
pub(in crate::report) fn median_at(runs: &[&TraceRow], nodes: f64) -> Option<Step> {
    medians(runs).into_iter().take_while(|step| step.at <= nodes).last()
}

/// The chart, and the scale of its nodes. Sorts the configurations as the legend shows them, by the
/// distance at the end, then by nodes, and removes those without a line.
pub(in crate::report) fn convergence_chart(
    configurations: &mut Vec<Convergence<'_>>,
    title: &str,
    label: impl Fn(f64) -> String,
) -> (Markup, Scale) {
    let end = |line: &Convergence<'_>| line.runs.iter().map(|row| row.nodes).max().unwrap_or(0);
    let last = |steps: &[Step]| steps.last().map_or(f64::INFINITY, |step| step.median);
    configurations.retain(|line| !medians(&line.runs).is_empty());
    configurations.sort_by_cached_key(|line| {
        // Costs are whole numbers, and the infinite ones come last.
        (last(&medians(&line.runs)) as u64, end(line), line.name.clone())
    });
    let lines: Vec<(&Convergence<'_>, Vec<Step>)> =
        configurations.iter().map(|line| (line, medians(&line.runs))).collect();
    let all =
        lines.iter().flat_map(|(line, steps)| steps.iter().map(|s| s.at).chain([end(line) as f64]));
    let across = Scale::log(all, 1.0);
    let highs = lines.iter().flat_map(|line| line.1.iter().map(|step| step.median));
    let up = Scale::Whole { high: highs.fold(4.0, f64::max) };
    let frame = Frame::of_chart(
        Axis {
            title: "nodes (logarithmic)".to_owned(),
            ticks: across.ticks(label),
            scale: across.clone(),
        },
        Axis {
            title: "digits missing in rows, columns and boxes".to_owned(),
            ticks: up.ticks(|cost| format!("{cost:.0}")),
            scale: up,
        },
    );
    let entries: Vec<Entry<'_>> = lines
        .iter()
        .map(|(line, steps)| Entry {
            number: line.number,
            name: &line.name,
            value: last(steps).to_string(),
        })
        .collect();
    let picture = frame.svg(
        title,
        &html! {
            @for (line, steps) in &lines {
                @let end_x = frame.x(end(line) as f64);
                @let path = path(&frame, steps, end_x);
                @let half = steps[steps.len() / 2];
                g.series.(series_class(line.number)) data-of=(line.number) {
                    @if line.runs.len() > 5 { path.band d=(band(&frame, steps, end_x)) {} }
                    path.line d=(path) {}
                    path.hit d=(path) {}
                    path.mark d=(marker(line.number, frame.x(half.at), frame.y(half.median))) {}
                    path.mark d=(marker(line.number, end_x, frame.y(last(steps)))) {}
                }
            }
        },
    );
    (chart(title, &picture, &entries), across)
}

fn path(frame: &Frame, steps: &[Step], end_x: f64) -> String {
    let mut path = format!("M{} {}", px(frame.x(steps[0].at)), px(frame.y(steps[0].median)));
    for step in &steps[1..] {
        path.push_str(&format!("H{}V{}", px(frame.x(step.at)), px(frame.y(step.median))));
    }
    path + &format!("H{}", px(end_x))
}

fn band(frame: &Frame, steps: &[Step], end_x: f64) -> String {
    let first = steps[0];
    let last = steps[steps.len() - 1];
    let mut path = format!("M{} {}", px(frame.x(first.at)), px(frame.y(first.high)));
    for step in &steps[1..] {
        path.push_str(&format!("H{}V{}", px(frame.x(step.at)), px(frame.y(step.high))));
    }
    path.push_str(&format!("H{}V{}", px(end_x), px(frame.y(last.low))));
    for pair in steps.windows(2).rev() {
        path.push_str(&format!("H{}V{}", px(frame.x(pair[1].at)), px(frame.y(pair[0].low))));
    }
    path + &format!("H{}z", px(frame.x(first.at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Trace;

    #[test]
    fn medians_wait_for_half_of_the_runs() {
        let row = |steps: &[(u64, u32)]| TraceRow {
            trial: 0,
            configuration: 0,
            nodes: 100,
            trace: Trace(steps.to_vec()),
        };
        let rows = [row(&[(1, 9), (4, 3)]), row(&[(2, 8), (9, 0)]), row(&[(5, 7), (6, 1)])];
        let rows: Vec<&TraceRow> = rows.iter().collect();
        // 9 - -: nothing yet; 9 8 -: 9; 3 8 -: 8; 3 8 7: 7; 3 8 1: 3; 3 0 1: 1.
        let steps: Vec<_> = medians(&rows).iter().map(|step| (step.at, step.median)).collect();
        assert_eq!(steps, [(2.0, 9.0), (4.0, 8.0), (5.0, 7.0), (6.0, 3.0), (9.0, 1.0)]);
        assert_eq!(median_at(&rows, 5.5).unwrap().median, 7.0);
        assert_eq!(median_at(&rows, 1.0), None);
    }

    /// The ranks of the tables for the sign test: of 6 values the first and last, of 9 the second
    /// and eighth, of 25 the eighth and eighteenth.
    #[test]
    fn intervals_of_medians_are_order_statistics() {
        for (count, ranks) in [(5, None), (6, Some((0, 5))), (9, Some((1, 7))), (25, Some((7, 17)))]
        {
            assert_eq!(median_ranks(count), ranks, "{count}");
        }
        assert!(median_ranks(1000).is_some_and(|(low, _)| (460..475).contains(&low)));
    }
}
