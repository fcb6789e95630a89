//! Curves: run-time distributions, the cactus plot, convergence.

use maud::{Markup, html};

use super::SPACE;
use super::columns::{DataRow, data_table};
use crate::experiment::{Row, Table};
use crate::report::bands::{BandPoint, SolvedAt};
use crate::report::by_puzzle::ByPuzzle;
use crate::report::figures::plural;
use crate::report::plot::{
    Cactus, Convergence, Curve, cactus_chart, convergence_chart, count_scale, curves_scale,
    median_at, sort_curves, sort_lines, steps_chart,
};
use crate::report::summary::observations;
use crate::stats::Survival;

/// The section.
pub(super) fn section(table: &Table, by_time: &ByPuzzle) -> Markup {
    html! {
        section #curves {
            h2 { "How far a budget goes" }
            p {
                "The share of its runs that a configuration has solved within a number of nodes, or a time. "
                "Further to the left is cheaper, further up is more. Where limits ended runs of a configuration, its line ends with "
                "an open mark: nothing is known beyond it, and where the line is faint, limits had ended "
                "some runs already, so that it could only be higher. A line without an open mark continues as drawn: "
                "all its runs ended by themselves."
            }
            p {
                "Colors, dashes and marks are those of the legend, whose entries highlight a line (again, or Escape, ends that). "
                "The bands are pointwise 95 % intervals of the share, as if the budget ended there: Wilson’s with the effective number of puzzles, like "
                "those of the success rates. Among more than four lines only the highlighted ones show theirs."
            }
            (distribution(table, |row| row.nodes as f64, &Axis {
                title: "Runs solved by nodes",
                across: "nodes",
                least: 1.0,
                label: &|value| SPACE.count(value as u64),
                caption: html! {
                    "Run-time distributions by nodes. What a node is differs from family to family (see " a href="#configurations" { "the configurations" }
                    "), so compare nodes only among configurations that count the same."
                },
            }))
            (distribution(table, |row| row.cpu_seconds, &Axis {
                title: "Runs solved within so much processor time",
                across: "processor time of a run",
                least: 1e-9,
                label: &|value| SPACE.seconds_short(value),
                caption: html! { "The same by processor time, on the machine named below: fair across families, and less exact." },
            }))
            (cactus(table, by_time))
            (convergence(table))
        }
    }
}

/// What a distribution is over.
struct Axis<'a> {
    title: &'a str,
    across: &'a str,
    /// What is less counts as 0.
    least: f64,
    label: &'a dyn Fn(f64) -> String,
    caption: Markup,
}

fn distribution(table: &Table, length: fn(&Row) -> f64, axis: &Axis<'_>) -> Markup {
    let solved_at = |number: usize| SolvedAt::of(table, number, length);
    let mut curves: Vec<Curve> = (0..table.configurations.len())
        .map(|number| {
            let rows = table.of_configuration(number).filter(|row| table.counts(row));
            Curve {
                name: table.names[number].clone(),
                number,
                survival: Survival::of(observations(rows, length)),
                band: solved_at(number).band(),
            }
        })
        .filter(|curve| curve.survival.runs > 0)
        .collect();
    sort_curves(&mut curves);
    let scale = curves_scale(&curves, axis.least);
    let places = scale.landmarks();
    let mut heads: Vec<String> =
        places.iter().map(|&at| format!("Within {}", (axis.label)(at))).collect();
    heads.extend(["Within the limits", "Runs", "Ended by a limit"].map(str::to_owned));
    let rows: Vec<DataRow<'_>> = curves
        .iter()
        .map(|curve| {
            let all = places.iter().copied().chain([f64::INFINITY]);
            let share = |point: BandPoint| {
                let percent = |share: f64| format!("{:.0}", share * 100.0);
                let (share, low, high) =
                    (percent(point.share), percent(point.low), percent(point.high));
                format!("{share}\u{202f}% ({low}–{high})")
            };
            let mut cells: Vec<String> =
                solved_at(curve.number).within(all).into_iter().map(share).collect();
            let ended: u32 = curve.survival.steps.iter().map(|step| step.censored).sum();
            cells.push(SPACE.count(curve.survival.runs as u64));
            cells.push(SPACE.count(u64::from(ended)));
            DataRow { number: curve.number, name: &curve.name, cells }
        })
        .collect();
    html! {
        figure {
            (steps_chart(&curves, &scale, axis.title, axis.across, axis.label))
            figcaption { (axis.caption) }
            (data_table(&lower(axis.title), &heads, &rows))
        }
    }
}

/// A title within a sentence.
fn lower(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}

fn cactus(table: &Table, by_time: &ByPuzzle) -> Markup {
    const TITLE: &str = "Puzzles solved against the time that each may take";
    let puzzles = table.instances.len();
    let lines: Vec<Cactus> = (0..table.configurations.len())
        .map(|number| {
            let medians = (0..puzzles).filter_map(|puzzle| by_time.median(number, puzzle));
            let mut times: Vec<f64> = medians.collect();
            times.sort_unstable_by(f64::total_cmp);
            let ran = times.len();
            times.retain(|time| time.is_finite());
            Cactus { name: table.names[number].clone(), number, times, puzzles: ran }
        })
        .collect();
    let (mut lines, none): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|line| !line.times.is_empty());
    sort_lines(&mut lines);
    let counts: Vec<usize> =
        count_scale(puzzles).landmarks().into_iter().map(|count| count as usize).collect();
    let mut heads: Vec<String> =
        counts.iter().map(|&count| plural(SPACE, count as u64, "puzzle")).collect();
    heads.extend(["Solved", "Time of the last"].map(str::to_owned));
    let rows: Vec<DataRow<'_>> = lines
        .iter()
        .map(|line| {
            let time = |count: usize| {
                line.times.get(count - 1).map_or("–".to_owned(), |&time| SPACE.seconds(time))
            };
            let mut cells: Vec<String> = counts.iter().map(|&count| time(count)).collect();
            cells.push(SPACE.count(line.times.len() as u64));
            cells.push(time(line.times.len()));
            DataRow { number: line.number, name: &line.name, cells }
        })
        .collect();
    html! {
        figure {
            @if !lines.is_empty() {
                (cactus_chart(&lines, puzzles, TITLE, "processor time of a puzzle (logarithmic)", |value| SPACE.seconds_short(value)))
            }
            figcaption {
                "Cactus plot: a configuration's puzzles in the order of the time they took it. Further to the right is more solved, "
                "lower is quicker. A puzzle with several runs counts by their median, and as solved when most of them were. "
                "The bands, from left to right, are Wilson’s intervals of the number solved within each time."
                @if !none.is_empty() {
                    " Without a line, since they solved none: "
                    @for (index, line) in none.iter().enumerate() { @if index > 0 { ", " } (line.name) }
                    "."
                }
            }
            @if !lines.is_empty() { (data_table("time by number of puzzles solved", &heads, &rows)) }
        }
    }
}

fn convergence(table: &Table) -> Markup {
    const TITLE: &str = "Distance of the best board from a solution";
    let mut configurations: Vec<Convergence<'_>> = (0..table.configurations.len())
        .map(|number| Convergence {
            name: table.names[number].clone(),
            number,
            runs: table.traces.iter().filter(|row| row.configuration as usize == number).collect(),
        })
        .filter(|configuration| !configuration.runs.is_empty())
        .collect();
    let puzzles =
        configurations.iter().map(|configuration| configuration.runs.len()).max().unwrap_or(0);
    let (chart, scale) =
        convergence_chart(&mut configurations, TITLE, |value| SPACE.count(value as u64));
    if configurations.is_empty() {
        return html! {};
    }
    let places = scale.landmarks();
    let mut heads: Vec<String> =
        places.iter().map(|&at| format!("After {}", plural(SPACE, at as u64, "node"))).collect();
    heads.push("At the end".to_owned());
    let rows: Vec<DataRow<'_>> = configurations
        .iter()
        .map(|line| {
            let distance = |at: f64| match median_at(&line.runs, at) {
                Some(step) if step.high.is_finite() => {
                    format!("{} ({}–{})", step.median, step.low, step.high)
                }
                Some(step) => step.median.to_string(),
                None => "–".to_owned(),
            };
            let cells = places.iter().copied().chain([f64::INFINITY]).map(distance).collect();
            DataRow { number: line.number, name: &line.name, cells }
        })
        .collect();
    html! {
        figure {
            (chart)
            figcaption {
                "Convergence: digits missing in the rows, columns and boxes of the best board so far, empty cells included; "
                "0 is a solution. The median over the first runs on " (plural(SPACE, puzzles as u64, "puzzle")) ", traced in runs apart from those that were timed. "
                "Nodes are not the same from family to family here either."
                @if puzzles > 5 { " The bands are 95 % intervals of the median, from its order statistics." }
            }
            (data_table("digits missing on the best board so far", &heads, &rows))
        }
    }
}
