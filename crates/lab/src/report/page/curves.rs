//! Curves: run-time distributions, the cactus plot, convergence.

use maud::{Markup, html};

use super::SPACE;
use crate::experiment::{Row, Table};
use crate::report::by_puzzle::ByPuzzle;
use crate::report::figures::plural;
use crate::report::plot::{Cactus, Convergence, Curve, cactus_plot, convergence_plot, steps_plot};
use crate::report::summary::observations;
use crate::stats::Survival;

/// The section.
pub(super) fn section(table: &Table, by_time: &ByPuzzle) -> Markup {
    html! {
        section #curves {
            h2 { "How far a budget goes" }
            p {
                "The share of its runs that a configuration has solved within so many nodes, or so much time. "
                "Further to the left is cheaper, further up is more. Where limits ended runs of a configuration, its line ends with "
                "an open ring: nothing is known beyond it, and where the line is faint, limits had ended "
                "some runs already, so that it could only be higher. A line without a ring continues as drawn: "
                "all its runs ended by themselves. Point at a line or its name to see it alone."
            }
            figure {
                div.wide {
                    (steps_plot(distributions(table, |row| row.nodes as f64), "Runs solved within so many nodes", "nodes", 1.0, |value| SPACE.count(value as u64)))
                }
                figcaption {
                    "Run-time distributions by nodes. What a node is differs from family to family (see " a href="#configurations" { "the configurations" }
                    "), so compare nodes only among configurations that count the same."
                }
            }
            figure {
                div.wide {
                    (steps_plot(distributions(table, |row| row.cpu_seconds), "Runs solved within so much processor time", "processor time of a run", 1e-9, |value| SPACE.seconds_short(value)))
                }
                figcaption { "The same by processor time, on the machine named below: fair across families, and less exact." }
            }
            (cactus(table, by_time))
            (convergence(table))
        }
    }
}

fn distributions(table: &Table, length: fn(&Row) -> f64) -> Vec<Curve> {
    (0..table.configurations.len())
        .map(|number| {
            let rows = table.of_configuration(number).filter(|row| row.counts());
            let survival = Survival::of(observations(rows, length));
            Curve { name: table.names[number].clone(), number, survival }
        })
        .filter(|curve| curve.survival.runs > 0)
        .collect()
}

fn cactus(table: &Table, by_time: &ByPuzzle) -> Markup {
    let puzzles = table.instances.len();
    let lines: Vec<Cactus> = (0..table.configurations.len())
        .map(|number| {
            let medians = (0..puzzles).filter_map(|puzzle| by_time.median(number, puzzle));
            let mut times: Vec<f64> = medians.filter(|time| time.is_finite()).collect();
            times.sort_unstable_by(f64::total_cmp);
            Cactus { name: table.names[number].clone(), number, times }
        })
        .collect();
    let (lines, none): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|line| !line.times.is_empty());
    html! {
        figure {
            div.wide {
                (cactus_plot(lines, puzzles, "Puzzles solved against the time that each may take", "processor time of a puzzle (logarithmic)", |value| SPACE.seconds_short(value)))
            }
            figcaption {
                "Cactus plot: a configuration's puzzles in the order of the time they took it. Further to the right is more solved, "
                "lower is quicker. A puzzle with several runs counts by their median, and as solved when most of them were."
                @if !none.is_empty() {
                    " Without a line, since they solved none: "
                    @for (index, line) in none.iter().enumerate() { @if index > 0 { ", " } (line.name) }
                    "."
                }
            }
        }
    }
}

fn convergence(table: &Table) -> Markup {
    let configurations: Vec<Convergence<'_>> = (0..table.configurations.len())
        .map(|number| Convergence {
            name: table.names[number].clone(),
            number,
            runs: table.traces.iter().filter(|row| row.configuration as usize == number).collect(),
        })
        .filter(|configuration| !configuration.runs.is_empty())
        .collect();
    if configurations.is_empty() {
        return html! {};
    }
    let puzzles =
        configurations.iter().map(|configuration| configuration.runs.len()).max().unwrap_or(0);
    html! {
        figure {
            div.wide {
                (convergence_plot(&configurations, "Distance of the best board from a solution", |value| SPACE.count(value as u64)))
            }
            figcaption {
                "Convergence: digits missing in the rows, columns and boxes of the best board so far, empty cells included; "
                "0 is a solution. The median over the first runs on " (plural(SPACE, puzzles as u64, "puzzle")) ", traced in runs apart from those that were timed. "
                "Nodes are not the same from family to family here either."
            }
        }
    }
}
