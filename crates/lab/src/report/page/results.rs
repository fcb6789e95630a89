//! The table of results and what it says in a sentence.

use std::cmp::Ordering;
use std::collections::HashSet;

use maud::{Markup, html};

use super::columns::{Column, Sort, cell, head, help, marked, region};
use super::{Evidence, SPACE, SummaryRow};
use crate::experiment::Table;
use crate::report::best::Best;
use crate::report::compare::without_solution;
use crate::report::figures::plural;
use crate::report::plot::{breaking, px};

/// The section. The rows are in the order of `order`, which is by success; `costs` is the summary of
/// the puzzles on which costs are compared.
pub(super) fn section(
    table: &Table,
    summary: &[SummaryRow],
    costs: &[SummaryRow],
    evidence: &Evidence,
    order: &[usize],
) -> Markup {
    let any = |has: fn(&SummaryRow) -> bool| summary.iter().any(has);
    let easy = table.solved_by_singles();
    let shown = Shown {
        beyond: easy > 0 && easy < table.instances.len(),
        wrong: any(|row| row.wrong > 0),
        proofs: without_solution(table).is_some(),
    };
    let columns = columns(shown);
    let marks = Marks::of(&Best::of(table, summary), &Best::of(table, costs));
    html! {
        section #results {
            h2 { "Results" }
            @if let Some(sentence) = headline(table, summary, evidence) { p.finding { (sentence) } }
            (region("Table of results", &html! {
                table.sortable {
                    (head(&columns, Some(SUCCESS)))
                    tbody {
                        @for &number in order { (table_row(number, &summary[number], &costs[number], shown, &marks)) }
                    }
                }
            }))
            p.hint {
                "The headings sort. The bar is the success rate, the bracket its 95 % interval. "
                @if summary.len() > 1 {
                    "Bold values are the best of their column, among the configurations that solved most (for nodes, within a family): "
                    "whether a difference is more than chance, " a href="#pairs" { "the pairs" } " say. "
                }
                "A median is missing where fewer than half of the runs were solved."
            }
            (help(&columns))
            (notes(table, summary))
        }
    }
}

const SUCCESS: &str = "Success";

/// Which columns there are.
#[derive(Clone, Copy)]
struct Shown {
    beyond: bool,
    wrong: bool,
    /// Whether there are puzzles without a solution.
    proofs: bool,
}

fn columns(shown: Shown) -> Vec<Column> {
    let mut columns = vec![
        Column::new("Configuration", Sort::Text, ""),
        Column::new(SUCCESS, Sort::HighFirst, "share of runs with a validated solution"),
        Column::new(
            "Solved",
            Sort::HighFirst,
            "runs solved, of all runs on boards the algorithm supports",
        ),
    ];
    if shown.proofs {
        columns[1].help =
            "share of runs that found a validated solution or proved the puzzle unsolvable";
        columns[2] = Column::new(
            "Decided",
            Sort::HighFirst,
            "runs that solved, or proved that there is no solution, of all runs on puzzles of which the \
             algorithm can do one of them",
        );
    }
    if shown.beyond {
        let help = "success on puzzles that propagation alone does not solve";
        columns.push(Column::new("Beyond singles", Sort::HighFirst, help));
    }
    if shown.wrong {
        let help = "claims that the validator rejected";
        columns.push(Column::new("Wrong", Sort::LowFirst, help));
    }
    columns.extend([
        Column::new(
            "Nodes to solve, median",
            Sort::LowFirst,
            "on puzzles that propagation alone does not solve; unsolved runs count as longer than any",
        ),
        Column::new(
            "Time to solve, median",
            Sort::LowFirst,
            "processor time on the same puzzles; unsolved runs count as longer than any",
        ),
        Column::new("Nodes, all runs", Sort::LowFirst, "spent by all runs together, solved or not"),
        Column::new(
            "Time, all runs",
            Sort::LowFirst,
            "processor time spent by all runs together, solved or not",
        ),
    ]);
    columns
}

/// Which configurations have the best value of a column.
struct Marks {
    success: Vec<bool>,
    beyond: Vec<bool>,
    nodes_median: Vec<bool>,
    time_median: Vec<bool>,
    nodes_total: Vec<bool>,
    time_total: Vec<bool>,
}

impl Marks {
    fn of(best: &Best<'_>, of_costs: &Best<'_>) -> Self {
        Self {
            success: best.overall(|row| row.success.map(|rate| -rate)),
            beyond: best.overall(|row| beyond_singles(row).map(|rate| -rate)),
            nodes_median: of_costs.in_families(|row| row.nodes_median),
            time_median: of_costs.overall(|row| row.cpu_seconds_median),
            nodes_total: best.in_families(|row| Some(row.nodes_total as f64)),
            time_total: best.overall(|row| Some(row.cpu_seconds_total)),
        }
    }
}

fn beyond_singles(row: &SummaryRow) -> Option<f64> {
    let share = row.beyond_singles_solved as f64 / row.beyond_singles_runs as f64;
    share.is_finite().then_some(share)
}

fn table_row(
    number: usize,
    row: &SummaryRow,
    costs: &SummaryRow,
    shown: Shown,
    marks: &Marks,
) -> Markup {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    let share = beyond_singles(row);
    html! {
        tr data-of=(number) {
            th scope="row" { a href={ "#configuration-" (number) } { (breaking(&row.algorithm)) } }
            @if let (Some(success), Some(low), Some(high)) = (row.success, row.success_low, row.success_high) {
                td.success data-value=(success) {
                    (bar(success, low, high))
                    span.rate { (marked(&SPACE.percent(success), marks.success[number])) }
                    span.interval { (format!("{:.0}–{:.0}", low * 100.0, high * 100.0)) }
                }
            } @else {
                td.absent { "does not support these boards" }
            }
            (cell(Some(row.decided as f64), &format!("{}\u{202f}/\u{202f}{}", SPACE.count(row.decided), SPACE.count(row.runs)), false))
            @if shown.beyond {
                (cell(share, &or_dash(share.map(|share| SPACE.percent(share))), marks.beyond[number]))
            }
            @if shown.wrong { (cell(Some(row.wrong as f64), &SPACE.count(row.wrong), false)) }
            (cell(costs.nodes_median, &or_dash(costs.nodes_median.map(|nodes| SPACE.count(nodes as u64))), marks.nodes_median[number]))
            (cell(costs.cpu_seconds_median, &or_dash(costs.cpu_seconds_median.map(|seconds| SPACE.seconds(seconds))), marks.time_median[number]))
            (cell(Some(row.nodes_total as f64), &SPACE.count(row.nodes_total), marks.nodes_total[number]))
            (cell(Some(row.cpu_seconds_total), &SPACE.seconds(row.cpu_seconds_total), marks.time_total[number]))
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

/// Who solved most and who is the quickest, by the tests.
fn headline(table: &Table, summary: &[SummaryRow], evidence: &Evidence) -> Option<Markup> {
    let rate = |index: usize| summary[index].success.unwrap_or(-1.0);
    let name = |index: usize| summary[index].algorithm.as_str();
    // Who could do only some of the boards was not asked the same.
    let is_whole = |index: &usize| summary[*index].unsupported == 0;
    let any = (0..summary.len()).any(|index| is_whole(&index));
    let asked: Vec<usize> = (0..summary.len()).filter(|index| !any || is_whole(index)).collect();
    let top =
        *asked.iter().max_by(|&&a, &&b| rate(a).total_cmp(&rate(b)).then(name(b).cmp(name(a))))?;
    if rate(top) <= 0.0 {
        return None;
    }
    let beaten = |other: usize| {
        evidence.success.iter().any(|pair| match pair.verdict {
            Ordering::Greater => (pair.first, pair.second) == (top, other),
            Ordering::Less => (pair.second, pair.first) == (top, other),
            Ordering::Equal => false,
        })
    };
    let equals = asked.iter().filter(|&&index| index != top && !beaten(index)).count();
    let whole = asked.iter().filter(|&&index| rate(index) == 1.0).count();
    let all = plural(SPACE, summary.len() as u64, "configuration");
    let row = &summary[top];
    let first: Vec<usize> = evidence.ranking.first().map(|ranked| ranked.configuration).collect();
    let nothing = evidence.times.iter().all(|pair| pair.verdict == Ordering::Equal);
    let did = if without_solution(table).is_some() { "decided" } else { "solved" };
    let on = if table.compared().contains(&false) { " beyond singles" } else { "" };
    Some(html! {
        @if whole > 1 {
            (whole) " of " (all) " " (did) " every run"
            @if equals + 1 > whole { ", and " (equals + 1 - whole) " more " @if equals == whole { "does" } @else { "do" } " not differ significantly from them in success" }
            ". "
        } @else if equals == 0 && summary.len() > 1 {
            strong { (name(top)) } " " (did) " more than any other: " (SPACE.count(row.decided)) " of "
            (plural(SPACE, row.runs, "run")) ", " (SPACE.percent(rate(top)))
            @if let (Some(low), true) = (row.success_low, whole == 1) { "; its true rate is hardly below " (SPACE.percent(low)) }
            ". "
        } @else if summary.len() > 1 {
            "The highest success, " (SPACE.percent(rate(top))) ", does not differ significantly from that of "
            (plural(SPACE, equals as u64, "other configuration")) ". "
        } @else {
            strong { (name(top)) } " " (did) " " (SPACE.count(row.decided)) " of " (plural(SPACE, row.runs, "run")) "."
        }
        @if summary.len() > 1 && !first.is_empty() {
            @if first.len() == 1 {
                "By time" (on) ", " strong { (name(first[0])) } " is significantly quicker than all others."
            } @else if nothing {
                "By time" (on) ", no two configurations differ significantly."
            } @else {
                "By time" (on) ", " (first.len()) " configurations may be the quickest: "
                @for (place, &index) in first.iter().take(4).enumerate() {
                    @if place > 0 { ", " }
                    strong { (name(index)) }
                }
                @if first.len() > 4 { " and " (first.len() - 4) " more" }
                "."
            }
        }
    })
}

/// Runs that may have been ended by the load of the machine.
fn starved(summary: &[SummaryRow]) -> u64 {
    summary.iter().map(|row| row.starved_seconds_runs).sum()
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
            @if table.has_programs() {
                li { "Nodes of " code { "cmd:" } " programs are what they report themselves; nothing checks them." }
            }
            @for failure in &table.failures { li.warning { (failure) } }
            @if starved(summary) > 0 {
                li.warning {
                    "The limit on wall time ended " (plural(SPACE, starved(summary), "run"))
                    " with less than 90 % of it as processor time: the machine was busy, and they might have been solved on an idle one. "
                    "With " code { "--cpu-time" } ", other programs do not shorten runs. It concerns "
                    @for (index, row) in summary.iter().filter(|row| row.starved_seconds_runs > 0).enumerate() {
                        @if index > 0 { ", " }
                        (row.algorithm) " (" (SPACE.count(row.starved_seconds_runs)) ")"
                    }
                    "."
                }
            }
            @if limited {
                li { "Runs that a limit ended count as unsolved; this page has no means, which would treat them as complete." }
            }
            @if let Some(note) = without_solution(table) { li { (note) } }
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
