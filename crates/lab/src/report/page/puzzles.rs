//! Puzzle by puzzle: two configurations against each other, and all of them at a glance.

use maud::{Markup, html};

use super::columns::region;
use super::{SPACE, json};
use crate::experiment::Table;
use crate::report::by_puzzle::ByPuzzle;
use crate::report::plot::{Heat, HeatRow, Scatter, breaking, heat_map};

/// The most puzzles of the scatter plot and the table, and the most columns of the map.
const PLOTTED: usize = 1000;
const COLUMNS: usize = 240;
/// Shades of the map.
const SHADES: f64 = 7.0;

/// Up to `most` of `count` things, spread evenly.
fn sample(count: usize, most: usize) -> Vec<usize> {
    (0..count.min(most)).map(|index| index * count / count.min(most)).collect()
}

/// The section. Configurations are in the order of `order`.
pub(super) fn section(table: &Table, by_time: &ByPuzzle, order: &[usize]) -> Markup {
    let medians: Vec<Vec<Option<f64>>> = (0..table.configurations.len())
        .map(|configuration| {
            (0..table.instances.len()).map(|puzzle| by_time.median(configuration, puzzle)).collect()
        })
        .collect();
    let times = Times::of(&medians);
    let by_hardness = times.order(&medians, table.instances.len());
    let plotted: Vec<usize> =
        sample(by_hardness.len(), PLOTTED).into_iter().map(|index| by_hardness[index]).collect();
    html! {
        section #puzzles {
            h2 { "Puzzle by puzzle" }
            (map(table, &medians, &plotted, order, &times))
            @if table.configurations.len() > 1 && !plotted.is_empty() {
                (scatter(table, &medians, &plotted, order))
            }
            @if !plotted.is_empty() { (values(table, &medians, &plotted, order)) }
        }
    }
}

fn name(table: &Table, puzzle: usize) -> String {
    let row = &table.instances[puzzle];
    format!("{}:{}", row.source, row.line)
}

/// The shortest and the longest time of a solved puzzle.
struct Times {
    least: f64,
    most: f64,
    span: f64,
}

impl Times {
    fn of(medians: &[Vec<Option<f64>>]) -> Self {
        let solved = || medians.iter().flatten().flatten().filter(|time| time.is_finite());
        // Clocks that cannot tell the shortest runs give 0.
        let least = solved().copied().filter(|&time| time > 0.0).fold(f64::INFINITY, f64::min);
        let most = solved().copied().fold(0.0, f64::max);
        Self { least, most, span: (libm::log10(most) - libm::log10(least)).max(1e-9) }
    }

    fn place(&self, time: f64) -> f64 {
        (libm::log10(time.max(self.least)) - libm::log10(self.least)) / self.span
    }

    fn heat(&self, median: Option<f64>) -> Heat {
        match median {
            None => Heat::Absent,
            Some(time) if !time.is_finite() => Heat::Unsolved,
            Some(time) => Heat::Solved((self.place(time) * SHADES).clamp(0.0, SHADES - 1.0) as u8),
        }
    }

    /// The puzzles from easy to hard: by where the configurations' times lie, unsolved beyond all.
    fn order(&self, medians: &[Vec<Option<f64>>], puzzles: usize) -> Vec<usize> {
        let hardness = |puzzle: usize| {
            let places = medians.iter().filter_map(|row| row[puzzle]);
            let (sum, count) = places.fold((0.0, 0.0), |(sum, count), time| {
                (sum + if time.is_finite() { self.place(time) } else { 1.5 }, count + 1.0)
            });
            if count > 0.0 { sum / count } else { 0.0 }
        };
        let mut order: Vec<(f64, usize)> = (0..puzzles).map(|p| (hardness(p), p)).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        order.into_iter().map(|(_, puzzle)| puzzle).collect()
    }
}

fn map(
    table: &Table,
    medians: &[Vec<Option<f64>>],
    plotted: &[usize],
    order: &[usize],
    times: &Times,
) -> Markup {
    let shown = sample(plotted.len(), COLUMNS);
    let rows: Vec<HeatRow<'_>> = order
        .iter()
        .map(|&number| HeatRow {
            number,
            name: &table.names[number],
            cells: shown.iter().map(|&at| times.heat(medians[number][plotted[at]])).collect(),
        })
        .collect();
    let bound =
        |shade: f64| SPACE.seconds(times.least * libm::pow(10.0, times.span * shade / SHADES));
    let is_absent = |row: &HeatRow<'_>| row.cells.contains(&Heat::Absent);
    html! {
        figure #map {
            (region("Map of configurations and puzzles", &heat_map(&rows, &shown, "How long each configuration took for each puzzle")))
            figcaption {
                @if times.least.is_finite() {
                    span.key { i.h0 {} " up to " (bound(1.0)) }
                    span.key { i.h3 {} " about " (bound(3.5)) }
                    span.key { i.h6 {} " up to " (SPACE.seconds(times.most)) }
                }
                span.key { i.unsolved {} " not solved" }
                @if rows.iter().any(is_absent) { span.key { i.absent {} " not run" } }
                br;
                "A column for each puzzle, from easy to hard; the shade is the processor time (logarithmic), the median of several runs."
                @if shown.len() < table.instances.len() {
                    " Of " (SPACE.count(table.instances.len() as u64)) " puzzles, " (shown.len()) " are shown."
                }
            }
            @if !plotted.is_empty() {
                div.picker hidden {
                    label for="puzzle" { "Puzzle " }
                    input #puzzle type="range" min="0" max=(plotted.len() - 1) value="0";
                    p.detail {}
                }
            }
        }
    }
}

fn scatter(
    table: &Table,
    medians: &[Vec<Option<f64>>],
    plotted: &[usize],
    order: &[usize],
) -> Markup {
    let values: Vec<Vec<Option<f64>>> =
        medians.iter().map(|row| plotted.iter().map(|&puzzle| row[puzzle]).collect()).collect();
    // At first the two that solved most.
    let shown = (order[0], order[1]);
    let plot = Scatter { names: &table.names, values: &values, shown };
    // JSON has no infinity: unsolved is -1 there.
    let data: Vec<Vec<Option<f64>>> = values
        .iter()
        .map(|row| row.iter().map(|v| v.map(|t| if t.is_finite() { t } else { -1.0 })).collect())
        .collect();
    let choice = |id: &str, label: &str, chosen: usize| {
        html! {
            label for=(id) { (label) " " }
            select #(id) { @for &number in order {
                option value=(number) selected[number == chosen] { (table.names[number]) }
            } }
        }
    };
    html! {
        figure #scatter {
            div.choose hidden { (choice("across", "Across:", shown.0)) (choice("up", "Up:", shown.1)) }
            div.narrow {
                (region("Chart: two configurations, puzzle by puzzle", &plot.draw("Two configurations, puzzle by puzzle", |value| SPACE.seconds_short(value))))
            }
            p.detail {}
            figcaption {
                "A dot for each puzzle, by the processor time of two configurations (logarithmic). Above the diagonal the configuration across is quicker, "
                "below it the other; beyond the lines are puzzles that one of them did not solve."
                @if plotted.len() < table.instances.len() {
                    " " (plotted.len()) " of " (SPACE.count(table.instances.len() as u64)) " puzzles are shown."
                }
            }
            script type="application/json" id="by-puzzle" { (json(&data)) }
        }
    }
}

/// The times of the map and the scatter plot.
fn values(
    table: &Table,
    medians: &[Vec<Option<f64>>],
    plotted: &[usize],
    order: &[usize],
) -> Markup {
    let text = |median: Option<f64>| match median {
        None => "–".to_owned(),
        Some(time) if !time.is_finite() => "unsolved".to_owned(),
        Some(time) => SPACE.seconds(time),
    };
    html! {
        details {
            summary { "Values: processor time by puzzle, from easy to hard" }
            (region("Values: processor time by puzzle", &html! {
                table.data #puzzle-values {
                    thead { tr {
                        th scope="col" { "Puzzle" }
                        th.text scope="col" { "Board" }
                        @for &number in order {
                            th.turned scope="col" data-of=(number) { span { (breaking(&table.names[number])) } }
                        }
                    } }
                    tbody {
                        @for &puzzle in plotted {
                            tr {
                                th scope="row" { (name(table, puzzle)) }
                                td.board { code { (table.instances[puzzle].text) } }
                                @for &number in order { td { (text(medians[number][puzzle])) } }
                            }
                        }
                    }
                }
            }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_go_from_easy_to_hard() {
        let solved = |times: [f64; 4]| times.map(Some).to_vec();
        let never = f64::INFINITY;
        let mut medians = vec![solved([1.0, 0.1, never, 0.0]), solved([2.0, 0.1, 0.2, 0.1])];
        let times = Times::of(&medians);
        assert_eq!((times.least, times.most), (0.1, 2.0));
        assert_eq!(times.order(&medians, 4), [1, 3, 2, 0]);
        medians[0][0] = None;
        assert_eq!(times.heat(None), Heat::Absent);
        assert_eq!(times.heat(Some(never)), Heat::Unsolved);
        assert_eq!(times.heat(Some(2.0)), Heat::Solved(6));
    }

    #[test]
    fn samples_are_even() {
        assert_eq!(sample(3, 240), [0, 1, 2]);
        assert_eq!(sample(9, 3), [0, 3, 6]);
        assert!(sample(0, 3).is_empty());
    }
}
