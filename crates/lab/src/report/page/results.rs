//! The table of results and what it says in a sentence.

use std::collections::HashSet;

use maud::{Markup, html};

use super::{SPACE, SummaryRow};
use crate::experiment::Table;
use crate::report::figures::plural;
use crate::report::plot::px;

/// The section.
pub(super) fn section(table: &Table, summary: &[SummaryRow]) -> Markup {
    let any = |has: fn(&SummaryRow) -> bool| summary.iter().any(has);
    let wrong = any(|row| row.wrong > 0);
    let easy = table.solved_by_singles();
    let beyond = easy > 0 && easy < table.instances.len();
    html! {
        section #results {
            h2 { "Results" }
            @if let Some(sentence) = headline(summary) { p.finding { (sentence) } }
            div.wide {
                table.sortable {
                    thead {
                        tr {
                            (heading("Configuration", "text", ""))
                            (heading("Success", "number", "share of runs with a validated solution"))
                            (heading("Solved", "number", "runs solved, of all runs on boards the algorithm supports"))
                            @if beyond {
                                (heading("Beyond singles", "number", "success on puzzles that propagation alone does not solve"))
                            }
                            @if wrong { (heading("Wrong", "number", "claims that the validator rejected")) }
                            (heading("Nodes to solve, median", "number", "unsolved runs count as longer than any"))
                            (heading("Time to solve, median", "number", "processor time; unsolved runs count as longer than any"))
                            (heading("Nodes, all runs", "number", "spent by all runs together, solved or not"))
                            (heading("Time, all runs", "number", "processor time spent by all runs together, solved or not"))
                        }
                    }
                    tbody {
                        @for (number, row) in summary.iter().enumerate() {
                            (table_row(number, row, beyond, wrong))
                        }
                    }
                }
            }
            p.hint {
                "Click a heading to sort. The bar is the success rate, the bracket its 95 % interval; "
                "a median is missing where fewer than half of the runs were solved."
            }
            (notes(table, summary))
        }
    }
}

/// The heading of a column that sorts.
pub(super) fn heading(text: &str, kind: &str, help: &str) -> Markup {
    html! {
        th scope="col" data-kind=(kind) title=[(!help.is_empty()).then_some(help)] {
            button type="button" { (text) }
        }
    }
}

/// A cell that sorts by `value`; absent values sort last.
pub(super) fn cell(value: Option<f64>, text: &str) -> Markup {
    html! { td data-value=[value.map(|value| value.to_string())] { (text) } }
}

fn table_row(number: usize, row: &SummaryRow, beyond: bool, wrong: bool) -> Markup {
    let dash = || "–".to_owned();
    let median = |value: Option<f64>, write: &dyn Fn(f64) -> String| {
        let text = match value {
            Some(value) => write(value),
            None => dash(),
        };
        let class = if value.is_none() { "absent" } else { "" };
        html! { td.(class) data-value=[value.map(|value| value.to_string())] { (text) } }
    };
    html! {
        tr {
            th scope="row" { a href={ "#configuration-" (number) } { (row.algorithm) } }
            @if let (Some(success), Some(low), Some(high)) = (row.success, row.success_low, row.success_high) {
                td.success data-value=(success) {
                    (bar(success, low, high))
                    span.rate { (SPACE.percent(success)) }
                    span.interval { (format!("{:.0}–{:.0}", low * 100.0, high * 100.0)) }
                }
            } @else {
                td.absent { "does not support these boards" }
            }
            (cell(Some(row.solved as f64), &format!("{}\u{202f}/\u{202f}{}", SPACE.count(row.solved), SPACE.count(row.runs))))
            @if beyond {
                @let share = row.beyond_singles_solved as f64 / row.beyond_singles_runs as f64;
                (cell(share.is_finite().then_some(share), &if share.is_finite() { SPACE.percent(share) } else { dash() }))
            }
            @if wrong { (cell(Some(row.wrong as f64), &SPACE.count(row.wrong))) }
            (median(row.nodes_median, &|nodes| SPACE.count(nodes as u64)))
            (median(row.cpu_seconds_median, &|seconds| SPACE.seconds(seconds)))
            (cell(Some(row.nodes_total as f64), &SPACE.count(row.nodes_total)))
            (cell(Some(row.cpu_seconds_total), &SPACE.seconds(row.cpu_seconds_total)))
        }
    }
}

/// The success rate as a bar with its interval.
fn bar(success: f64, low: f64, high: f64) -> Markup {
    let at = |share: f64| 2.0 + share * 96.0;
    html! {
        svg.bar viewBox="0 0 100 14" width="100" height="14" aria-hidden="true" {
            path.track d="M2 7H98" {}
            path.share d={ "M2 7H" (px(at(success))) } {}
            path.whisker d={ "M" (px(at(low))) " 2v10m0 -5H" (px(at(high))) "m0 -5v10" } {}
        }
    }
}

/// Who solved most, and of those who did, who was the fastest.
fn headline(summary: &[SummaryRow]) -> Option<Markup> {
    let rate = |row: &SummaryRow| row.success.unwrap_or(-1.0);
    // Who could do only some of the boards was not asked the same.
    let whole = |row: &&SummaryRow| row.unsupported == 0;
    let any = summary.iter().any(|row| whole(&row));
    let asked = || summary.iter().filter(|row| !any || whole(row));
    let best = asked().map(rate).max_by(f64::total_cmp).filter(|&best| best > 0.0)?;
    let first: Vec<&SummaryRow> = asked().filter(|row| rate(row) == best).collect();
    let time = |row: &SummaryRow| row.cpu_seconds_median.unwrap_or(f64::INFINITY);
    let quickest = first.iter().min_by(|a, b| time(a).total_cmp(&time(b)))?;
    let all = best == 1.0;
    let configurations = plural(SPACE, summary.len() as u64, "configuration");
    Some(html! {
        @match (first.len(), all) {
            (1, _) => {
                strong { (quickest.algorithm) }
                " solved the largest share: " (SPACE.count(quickest.solved)) " of " (plural(SPACE, quickest.runs, "run"))
                @if let Some(low) = quickest.success_low {
                    @if all { ", so that its true rate is hardly below " (SPACE.percent(low)) }
                }
                @if let Some(median) = quickest.cpu_seconds_median {
                    ", with a median of " (SPACE.seconds(median)) " a run"
                }
            }
            (count, true) => { (count) " of " (configurations) " solved every run" }
            (count, false) => { (count) " of " (configurations) " share the highest success, " (SPACE.percent(best)) }
        }
        @if let (2.., Some(median)) = (first.len(), quickest.cpu_seconds_median) {
            "; the least median time among them, " (SPACE.seconds(median)) " a run, is that of "
            strong { (quickest.algorithm) }
        }
        "."
    })
}

fn notes(table: &Table, summary: &[SummaryRow]) -> Markup {
    let easy = table.solved_by_singles() as u64;
    let limited = summary.iter().any(|row| row.limit > 0);
    let different: HashSet<&str> = table.instances.iter().map(|row| &*row.text).collect();
    let repeated = (table.instances.len() - different.len()) as u64;
    html! {
        ul.notes {
            @if easy > 0 {
                li {
                    "Propagation alone (naked and hidden singles) solves " (SPACE.count(easy)) " of the "
                    (plural(SPACE, table.instances.len() as u64, "puzzle")) ". Algorithms that propagate get these for free; "
                    "“beyond singles” excludes them."
                }
            }
            @if repeated > 0 {
                li {
                    (plural(SPACE, repeated, "puzzle"))
                    @if repeated == 1 { " repeats another. It counts" } @else { " repeat others. They count" }
                    " like the others but "
                    "add no information: intervals and tests look more certain than they are."
                }
            }
            @if limited {
                li { "Runs that a limit ended count as unsolved; this page has no means, which would treat them as complete." }
            }
            @if summary.iter().any(|row| row.none > 0) {
                li {
                    "Runs that proved that a puzzle has no solution: "
                    @for (index, row) in summary.iter().filter(|row| row.none > 0).enumerate() {
                        @if index > 0 { ", " }
                        (row.algorithm) " " (SPACE.count(row.none))
                    }
                    ". They count as not solved."
                }
            }
            @if summary.iter().any(|row| row.unsupported > 0) {
                li { "Boards that an algorithm does not support are not counted as runs." }
            }
            @if table.runs > 1 {
                li {
                    "Random configurations ran " (table.runs) " times on each puzzle, the others once. Intervals are "
                    "Wilson's; runs on the same puzzle are correlated, so the effective sample size is smaller, by how "
                    "much the puzzles differ (Korn and Graubard)."
                }
            } @else {
                li { "Intervals are Wilson's." }
            }
        }
    }
}
