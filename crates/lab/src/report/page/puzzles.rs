//! Puzzle by puzzle: two configurations against each other, and all of them at a glance.

use maud::{Markup, PreEscaped, html};

use super::{SPACE, SummaryRow, embedded};
use crate::experiment::Table;
use crate::report::by_puzzle::ByPuzzle;
use crate::report::plot::{Heat, Scatter, heat_map};

/// The most dots of the scatter plot, and the most columns of the map.
const DOTS: usize = 2000;
const COLUMNS: usize = 240;
/// Shades of the map.
const SHADES: f64 = 7.0;

/// Up to `most` of `count` things, spread evenly.
fn sample(count: usize, most: usize) -> Vec<usize> {
    (0..count.min(most)).map(|index| index * count / count.min(most)).collect()
}

/// The section.
pub(super) fn section(table: &Table, by_time: &ByPuzzle, summary: &[SummaryRow]) -> Markup {
    html! {
        section #puzzles {
            h2 { "Puzzle by puzzle" }
            (map(table, by_time))
            @if table.configurations.len() > 1 { (scatter(table, by_time, summary)) }
        }
    }
}

fn name(table: &Table, puzzle: usize) -> String {
    let row = &table.instances[puzzle];
    let text = if row.text.len() > 81 { "" } else { &row.text };
    format!("{}:{} {text}", row.source, row.line)
}

fn map(table: &Table, by_time: &ByPuzzle) -> Markup {
    let (configurations, puzzles) = (table.configurations.len(), table.instances.len());
    let medians: Vec<Vec<Option<f64>>> = (0..configurations)
        .map(|configuration| {
            (0..puzzles).map(|puzzle| by_time.median(configuration, puzzle)).collect()
        })
        .collect();
    let solved = || medians.iter().flatten().flatten().filter(|time| time.is_finite());
    // Clocks that cannot tell the shortest runs give 0.
    let least = solved().copied().filter(|&time| time > 0.0).fold(f64::INFINITY, f64::min);
    let most = solved().copied().fold(0.0, f64::max);
    let span = (libm::log10(most) - libm::log10(least)).max(1e-9);
    let place = |time: f64| (libm::log10(time.max(least)) - libm::log10(least)) / span;
    let heat = |median: Option<f64>| match median {
        None => Heat::Absent,
        Some(time) if !time.is_finite() => Heat::Unsolved,
        Some(time) => Heat::Solved((place(time) * SHADES).clamp(0.0, SHADES - 1.0) as u8),
    };
    // From easy to hard: by where the configurations' times lie, unsolved beyond all.
    let hardness = |puzzle: usize| {
        let places = medians.iter().filter_map(|row| row[puzzle]);
        let (sum, count) = places.fold((0.0, 0.0), |(sum, count), time| {
            (sum + if time.is_finite() { place(time) } else { 1.5 }, count + 1.0)
        });
        if count > 0.0 { sum / count } else { 0.0 }
    };
    let mut order: Vec<(f64, usize)> = (0..puzzles).map(|p| (hardness(p), p)).collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let shown: Vec<usize> = sample(puzzles, COLUMNS).into_iter().map(|at| order[at].1).collect();
    let names: Vec<String> = table.names.clone();
    let cells: Vec<Vec<Heat>> =
        medians.iter().map(|row| shown.iter().map(|&puzzle| heat(row[puzzle])).collect()).collect();
    let labels: Vec<String> = shown.iter().map(|&puzzle| name(table, puzzle)).collect();
    let bound = |shade: f64| SPACE.seconds(least * libm::pow(10.0, span * shade / SHADES));
    html! {
        figure {
            div.wide { (heat_map(&names, &labels, &cells, "How long each configuration took for each puzzle")) }
            figcaption {
                @if least.is_finite() {
                    span.key { i.h0 {} " up to " (bound(1.0)) }
                    span.key { i.h3 {} " about " (bound(3.5)) }
                    span.key { i.h6 {} " up to " (SPACE.seconds(most)) }
                }
                span.key { i.unsolved {} " not solved" }
                @if cells.iter().flatten().any(|cell| *cell == Heat::Absent) { span.key { i.absent {} " not run" } }
                br;
                "A column for each puzzle, from easy to hard; the shade is the processor time (logarithmic), the median of several runs."
                @if puzzles > COLUMNS { " Of " (SPACE.count(puzzles as u64)) " puzzles, " (COLUMNS) " are shown." }
            }
        }
    }
}

fn scatter(table: &Table, by_time: &ByPuzzle, summary: &[SummaryRow]) -> Markup {
    let puzzles = sample(table.instances.len(), DOTS);
    let names: Vec<String> = table.names.clone();
    let values: Vec<Vec<Option<f64>>> = (0..names.len())
        .map(|configuration| {
            puzzles.iter().map(|&puzzle| by_time.median(configuration, puzzle)).collect()
        })
        .collect();
    let labels: Vec<String> = puzzles.iter().map(|&puzzle| name(table, puzzle)).collect();
    // At first the two that solved most.
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| {
        let rate = |index: usize| summary[index].success.unwrap_or(-1.0);
        let time = |index: usize| summary[index].cpu_seconds_median.unwrap_or(f64::INFINITY);
        rate(b).total_cmp(&rate(a)).then(time(a).total_cmp(&time(b)))
    });
    let shown = (order[0], order[1]);
    let plot = Scatter { names: &names, puzzles: &labels, values: &values, shown };
    // JSON has no infinity: unsolved is -1 there.
    let data: Vec<Vec<Option<f64>>> = values
        .iter()
        .map(|row| row.iter().map(|v| v.map(|t| if t.is_finite() { t } else { -1.0 })).collect())
        .collect();
    let choice = |id: &str, label: &str, chosen: usize| {
        html! {
            label for=(id) { (label) " " }
            select #(id) { @for (index, name) in names.iter().enumerate() {
                option value=(index) selected[index == chosen] { (name) }
            } }
        }
    };
    html! {
        figure #scatter {
            div.choose hidden { (choice("across", "Across:", shown.0)) (choice("up", "Up:", shown.1)) }
            div.wide.narrow { (plot.draw("Two configurations, puzzle by puzzle", |value| SPACE.seconds_short(value))) }
            figcaption {
                "A dot for each puzzle, by the processor time of two configurations (logarithmic). Above the diagonal the configuration across is quicker, "
                "below it the other; beyond the lines are puzzles that one of them did not solve."
                @if table.instances.len() > DOTS { " " (DOTS) " of " (SPACE.count(table.instances.len() as u64)) " puzzles are shown." }
            }
            script type="application/json" id="by-puzzle" { (PreEscaped(embedded(&data))) }
        }
    }
}
