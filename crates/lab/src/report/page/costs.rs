//! What a solution costs, with the intervals and the unsolved runs in it.

use maud::{Markup, html};

use super::results::{cell, heading};
use super::{SPACE, SummaryRow};

/// The section.
pub(super) fn section(summary: &[SummaryRow]) -> Markup {
    let any = |has: fn(&SummaryRow) -> bool| summary.iter().any(has);
    let par_nodes = any(|row| row.nodes_par10.is_some());
    let par_seconds = any(|row| row.seconds_par10.is_some());
    html! {
        section #costs {
            h2 { "What a solution costs" }
            p {
                "Unsolved runs are part of the cost. In the medians they are longer than any. The expected cost is what a solution "
                "costs when a failed run is simply followed by the next, with another seed or, where a configuration draws no random "
                "numbers, on another puzzle: all nodes, or all time, over the number of solutions. "
                "Intervals resample puzzles, and there are none for fewer than six puzzles."
                @if par_nodes || par_seconds { " PAR-2 and PAR-10 count an unsolved run as twice and ten times its limit." }
            }
            div.wide {
                table.sortable.costs {
                    thead { tr {
                        (heading("Configuration", "text", ""))
                        (heading("Nodes, median", "number", "with its 95 % interval; unsolved runs are longer than any"))
                        (heading("Nodes, expected", "number", "all nodes over the number of solutions"))
                        @if par_nodes { (heading("PAR-2", "number", "mean, unsolved runs as twice the limit")) (heading("PAR-10", "number", "mean, unsolved runs as ten times the limit")) }
                        (heading("Time, median", "number", "processor time, with its 95 % interval"))
                        (heading("Time, expected", "number", "all processor time over the number of solutions"))
                        @if par_seconds { (heading("PAR-2", "number", "mean wall time, unsolved runs as twice the limit")) (heading("PAR-10", "number", "mean wall time, unsolved runs as ten times the limit")) }
                    } }
                    tbody {
                        @for (number, row) in summary.iter().enumerate().filter(|(_, row)| row.runs > 0) {
                            @let nodes = |value: f64| SPACE.mean(value);
                            @let seconds = |value: f64| SPACE.seconds(value);
                            tr {
                                th scope="row" { a href={ "#configuration-" (number) } { (row.algorithm) } }
                                (with_interval(row.nodes_median, row.nodes_median_low, row.nodes_median_high, &nodes))
                                (maybe(row.nodes_expected, &nodes))
                                @if par_nodes { (maybe(row.nodes_par2, &nodes)) (maybe(row.nodes_par10, &nodes)) }
                                (with_interval(row.cpu_seconds_median, row.cpu_seconds_median_low, row.cpu_seconds_median_high, &seconds))
                                (maybe(row.cpu_seconds_expected, &seconds))
                                @if par_seconds { (maybe(row.seconds_par2, &seconds)) (maybe(row.seconds_par10, &seconds)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn maybe(value: Option<f64>, write: &dyn Fn(f64) -> String) -> Markup {
    cell(value, &value.map_or("–".to_owned(), write))
}

fn with_interval(
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    write: &dyn Fn(f64) -> String,
) -> Markup {
    let text = value.map_or("–".to_owned(), write);
    let interval = match (low, high) {
        (Some(low), Some(high)) => format!("{} to {}", write(low), write(high)),
        (Some(low), None) => format!("{} or more", write(low)),
        _ => String::new(),
    };
    html! {
        td data-value=[value.map(|value| value.to_string())] {
            (text)
            @if !interval.is_empty() { span.interval { (interval) } }
        }
    }
}
