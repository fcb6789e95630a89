//! How far the best board is from a solution after so many nodes.

use maud::{Markup, html};

use super::{Axis, Frame, Scale, px, series_class, short, spread};
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

/// Steps of a line: from each number of nodes on, the median cost.
type Steps = Vec<(f64, f64)>;

/// The median over runs of the best cost so far, at every place where one of them improves. It
/// begins where half of the runs have shown a board.
fn medians(runs: &[&TraceRow]) -> Steps {
    // Each improvement as an event; costs[i] is where run i stands.
    let mut events: Vec<(u64, usize, u32)> = runs
        .iter()
        .enumerate()
        .flat_map(|(run, row)| row.trace.0.iter().map(move |&(at, cost)| (at, run, cost)))
        .collect();
    events.sort_unstable();
    let mut costs = vec![u32::MAX; runs.len()];
    let mut steps: Steps = Vec::new();
    for same in events.chunk_by(|a, b| a.0 == b.0) {
        for &(_, run, cost) in same {
            costs[run] = cost;
        }
        let mut sorted = costs.clone();
        let middle = (sorted.len() - 1) / 2;
        let (_, &mut median, _) = sorted.select_nth_unstable(middle);
        let (at, median) = (same[0].0 as f64, f64::from(median));
        if median < f64::from(u32::MAX) && steps.last().is_none_or(|last| last.1 != median) {
            steps.push((at, median));
        }
    }
    steps
}

/// The plot.
pub(in crate::report) fn convergence_plot(
    configurations: &[Convergence<'_>],
    title: &str,
    label: impl Fn(f64) -> String,
) -> Markup {
    let mut lines: Vec<(&Convergence<'_>, Steps, f64)> = configurations
        .iter()
        .map(|configuration| {
            let end = configuration.runs.iter().map(|row| row.nodes).max().unwrap_or(0);
            (configuration, medians(&configuration.runs), end as f64)
        })
        .filter(|(_, steps, _)| !steps.is_empty())
        .collect();
    let last = |steps: &Steps| steps.last().map_or(f64::INFINITY, |step| step.1);
    lines.sort_by(|a, b| last(&a.1).total_cmp(&last(&b.1)).then(a.2.total_cmp(&b.2)));
    let all = lines.iter().flat_map(|(_, steps, end)| steps.iter().map(|s| s.0).chain([*end]));
    let across = Scale::log(all, 1.0);
    let most = lines.iter().flat_map(|line| line.1.iter().map(|step| step.1)).fold(4.0, f64::max);
    let up = Scale::Whole { high: most };
    let frame = Frame {
        width: 960.0,
        height: (lines.len() as f64 * 16.0 + 84.0).max(400.0),
        right: 276.0,
        across: Axis {
            title: "nodes (logarithmic)".to_owned(),
            ticks: across.ticks(label),
            scale: across,
        },
        up: Axis {
            title: "digits missing in rows, columns and boxes".to_owned(),
            ticks: up.ticks(|cost| format!("{cost:.0}")),
            scale: up,
        },
    };
    let wishes: Vec<f64> = lines.iter().map(|line| frame.y(last(&line.1))).collect();
    let places = spread(&wishes, 16.0, frame.top(), frame.bottom() + 30.0);
    let text_x = frame.end() + 26.0;
    frame.svg(
        title,
        "The median, over puzzles, of the best board's distance from a solution.",
        &html! {
            @for (((configuration, steps, end), place), wish) in lines.iter().zip(&places).zip(&wishes) {
                @let end_x = frame.x(*end);
                @let path = path(&frame, steps, end_x);
                g.series.(series_class(configuration.number)) tabindex="0" {
                    title { (configuration.name) ": " (last(steps)) " digits missing at the end (median of " (configuration.runs.len()) " puzzles)" }
                    path.leader d={
                        "M" (px(end_x + 3.0)) " " (px(*wish)) "H" (px(frame.end().max(end_x + 3.0)))
                        "L" (px(text_x - 8.0)) " " (px(*place)) "h4"
                    } {}
                    path.line d=(path) {}
                    path.hit d=(path) {}
                    text x=(px(text_x)) y=(px(*place)) dy="0.35em" {
                        (short(&configuration.name, 28)) " " tspan.share { (last(steps)) }
                    }
                }
            }
        },
    )
}

fn path(frame: &Frame, steps: &Steps, end_x: f64) -> String {
    let mut path = format!("M{} {}", px(frame.x(steps[0].0)), px(frame.y(steps[0].1)));
    for &(at, cost) in &steps[1..] {
        path.push_str(&format!("H{}V{}", px(frame.x(at)), px(frame.y(cost))));
    }
    path + &format!("H{}", px(end_x))
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
        assert_eq!(medians(&rows), [(2.0, 9.0), (4.0, 8.0), (5.0, 7.0), (6.0, 3.0), (9.0, 1.0)]);
    }
}
