//! What a solution costs, with the intervals and the unsolved runs in it.

use maud::{Markup, html};

use super::columns::{Column, Sort, cell, head, help, marked, region};
use super::{SPACE, SummaryRow};
use crate::report::best::Best;
use crate::report::plot::breaking;

/// The section.
pub(super) fn section(summary: &[SummaryRow], order: &[usize], best: &Best<'_>) -> Markup {
    let any = |has: fn(&SummaryRow) -> bool| summary.iter().any(has);
    let par_nodes = any(|row| row.nodes_par10.is_some());
    let par_seconds = any(|row| row.seconds_par10.is_some());
    let columns = columns(par_nodes, par_seconds);
    let nodes_expected = best.in_families(|row| row.nodes_expected);
    let time_expected = best.overall(|row| row.cpu_seconds_expected);
    let nodes_median = best.in_families(|row| row.nodes_median);
    let time_median = best.overall(|row| row.cpu_seconds_median);
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
            (region("Table of costs", &html! {
                table.sortable.costs {
                    (head(&columns, None))
                    tbody {
                        @for (number, row) in order.iter().map(|&number| (number, &summary[number])).filter(|(_, row)| row.runs > 0) {
                            @let nodes = |value: f64| SPACE.mean(value);
                            @let seconds = |value: f64| SPACE.seconds(value);
                            tr data-of=(number) {
                                th scope="row" { a href={ "#configuration-" (number) } { (breaking(&row.algorithm)) } }
                                (with_interval(row.nodes_median, row.nodes_median_low, row.nodes_median_high, nodes_median[number], &nodes))
                                (maybe(row.nodes_expected, nodes_expected[number], &nodes))
                                @if par_nodes { (maybe(row.nodes_par2, false, &nodes)) (maybe(row.nodes_par10, false, &nodes)) }
                                (with_interval(row.cpu_seconds_median, row.cpu_seconds_median_low, row.cpu_seconds_median_high, time_median[number], &seconds))
                                (maybe(row.cpu_seconds_expected, time_expected[number], &seconds))
                                @if par_seconds { (maybe(row.seconds_par2, false, &seconds)) (maybe(row.seconds_par10, false, &seconds)) }
                            }
                        }
                    }
                }
            }))
            (help(&columns))
        }
    }
}

fn columns(par_nodes: bool, par_seconds: bool) -> Vec<Column> {
    let column = |name, help| Column::new(name, Sort::LowFirst, help);
    let mut columns = vec![
        Column::new("Configuration", Sort::Text, ""),
        column("Nodes, median", "with its 95 % interval; unsolved runs are longer than any"),
        column("Nodes, expected", "all nodes over the number of solutions"),
    ];
    if par_nodes {
        columns.push(column("Nodes, PAR-2", "mean, unsolved runs as twice the limit"));
        columns.push(column("Nodes, PAR-10", "mean, unsolved runs as ten times the limit"));
    }
    columns.push(column("Time, median", "processor time, with its 95 % interval"));
    columns.push(column("Time, expected", "all processor time over the number of solutions"));
    if par_seconds {
        columns.push(column("Time, PAR-2", "mean wall time, unsolved runs as twice the limit"));
        columns
            .push(column("Time, PAR-10", "mean wall time, unsolved runs as ten times the limit"));
    }
    columns
}

fn maybe(value: Option<f64>, is_best: bool, write: &dyn Fn(f64) -> String) -> Markup {
    cell(value, &value.map_or("–".to_owned(), write), is_best)
}

fn with_interval(
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    is_best: bool,
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
            (marked(&text, is_best))
            @if !interval.is_empty() { span.interval { (interval) } }
        }
    }
}
