//! What a solution costs, with the intervals and the unsolved runs in it.

use maud::{Markup, html};

use super::columns::{Column, Sort, cell, head, help, marked, region};
use super::{SPACE, SummaryRow};
use crate::experiment::Table;
use crate::report::best::Best;
use crate::report::figures::plural;
use crate::report::plot::breaking;
use crate::report::summary::observations;
use crate::stats::Survival;

/// The section.
pub(super) fn section(
    table: &Table,
    summary: &[SummaryRow],
    order: &[usize],
    best: &Best<'_>,
) -> Markup {
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
                "On " (plural(SPACE, table.compared().iter().filter(|compared| **compared).count() as u64, "puzzle"))
                @if table.compared().contains(&false) { " that propagation alone does not solve" }
                ". Unsolved runs are part of the cost. In the medians they are longer than any. The expected cost is what the solution "
                "of a puzzle costs when a failed run is followed by the next with another seed: all nodes, or all time, spent on the puzzle over "
                "the number of its solved runs, as in COCO (Hansen et al. 2021). It is infinite for a puzzle that was never solved; shown is the "
                "median over puzzles, and how many were never solved. "
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
                                (cell(Some(row.unsolved_puzzles as f64), &format!("{} of {}", SPACE.count(row.unsolved_puzzles), SPACE.count(row.puzzles)), false))
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
            (views(table, order))
        }
    }
}

/// What is solved within budgets, and what solving a share takes.
fn views(table: &Table, order: &[usize]) -> Markup {
    let compared = table.compared();
    let curves: Vec<(usize, Survival)> = order
        .iter()
        .map(|&number| {
            let rows = table
                .of_configuration(number)
                .filter(|row| table.counts(row) && compared[row.instance as usize]);
            (number, Survival::of(observations(rows, |row| row.cpu_seconds)))
        })
        .filter(|(_, curve)| curve.runs > 0)
        .collect();
    let ends = || curves.iter().flat_map(|(_, curve)| curve.steps.iter().map(|step| step.at));
    let (least, most) = ends()
        .filter(|&at| at > 0.0)
        .fold((f64::INFINITY, 0.0_f64), |(low, high), at| (low.min(at), high.max(at)));
    if most == 0.0 {
        return html! {};
    }
    let powers = libm::ceil(libm::log10(least)) as i32..=libm::ceil(libm::log10(most)) as i32;
    let budgets: Vec<f64> = powers.map(|power| libm::pow(10.0, f64::from(power))).collect();
    let within = |curve: &Survival, budget: f64| {
        curve.steps.iter().rev().find(|step| step.at <= budget).map_or(0.0, |step| step.share)
    };
    // What a longer run would have solved is not known.
    let is_known = |curve: &Survival, budget: f64| {
        curve.first_censored().is_none_or(|censored| budget < censored)
    };
    let shares = [0.25, 0.5, 0.75, 0.9, 1.0];
    let name = |number: usize| {
        html! { th scope="row" { a href={ "#configuration-" (number) } { (breaking(&table.names[number])) } } }
    };
    html! {
        h3 { "Within a budget" }
        p { "The share of runs solved within so much processor time. “≥” where a limit ended runs before that." }
        (region("Share solved within a budget", &html! {
            table.data {
                thead { tr {
                    th scope="col" { "Configuration" }
                    @for &budget in &budgets { th scope="col" { (SPACE.seconds_short(budget)) } }
                } }
                tbody {
                    @for (number, curve) in &curves {
                        tr data-of=(number) {
                            (name(*number))
                            @for &budget in &budgets {
                                td { @if !is_known(curve, budget) { "≥\u{202f}" } (SPACE.percent(within(curve, budget))) }
                            }
                        }
                    }
                }
            }
        }))
        h3 { "To a target" }
        p { "The processor time within which that share of the runs is solved; “–” where the runs did not get there." }
        (region("Time to solve a share", &html! {
            table.data {
                thead { tr {
                    th scope="col" { "Configuration" }
                    @for share in shares { th scope="col" { (format!("{:.0}\u{202f}%", share * 100.0)) } }
                } }
                tbody {
                    @for (number, curve) in &curves {
                        tr data-of=(number) {
                            (name(*number))
                            @for share in shares {
                                td { (curve.quantile(share).map_or("–".to_owned(), |at| SPACE.seconds(at))) }
                            }
                        }
                    }
                }
            }
        }))
    }
}

fn columns(par_nodes: bool, par_seconds: bool) -> Vec<Column> {
    let column = |name, help| Column::new(name, Sort::LowFirst, help);
    let mut columns = vec![
        Column::new("Configuration", Sort::Text, ""),
        column("Nodes, median", "with its 95 % interval; unsolved runs are longer than any"),
        column("Never solved", "puzzles that no run solved"),
        column("Nodes, expected", "of a puzzle, as the median over puzzles"),
    ];
    if par_nodes {
        columns.push(column("Nodes, PAR-2", "mean, unsolved runs as twice the limit"));
        columns.push(column("Nodes, PAR-10", "mean, unsolved runs as ten times the limit"));
    }
    columns.push(column("Time, median", "processor time, with its 95 % interval"));
    columns
        .push(column("Time, expected", "processor time of a puzzle, as the median over puzzles"));
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
