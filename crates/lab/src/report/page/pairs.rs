//! Every configuration against every other.

use std::cmp::Ordering;

use maud::{Markup, html};

use super::SPACE;
use super::columns::region;
use crate::experiment::Table;
use crate::report::by_puzzle::{Measure, Pair, compare_pairs};
use crate::report::figures::plural;
use crate::report::plot::breaking;

/// The section. Rows and columns of the matrices are in the order of `order`.
pub(super) fn section(table: &Table, order: &[usize]) -> Markup {
    if table.configurations.len() < 2 {
        return html! {};
    }
    let times = compare_pairs(table, Measure::CpuSeconds);
    let nodes = compare_pairs(table, Measure::Nodes);
    html! {
        section #pairs {
            h2 { "Each against each" }
            p {
                "How many times as long the configuration of the row takes as that of the column: below 1 it is quicker. "
                "The geometric mean over the puzzles that both solved (at a cost above 0). The shade is the chance that its run on a puzzle "
                "is the shorter one, unsolved runs being longer than any (A12): blue where the row wins, orange where the column does. Bold: the difference is significant at 5 % for all pairs "
                "of a table together (Wilcoxon's signed-rank test over all puzzles, unsolved ones included, with Holm's correction). With unsolved puzzles "
                "the test need not speak for the one with the better ratio: the comparison of a cell in full says for whom."
            }
            (figure(table, order, &times, "by processor time", "By processor time."))
            @if !nodes.is_empty() {
                (figure(table, order, &nodes, "by nodes", "By nodes, where both count the same."))
            }
        }
    }
}

/// A matrix, the sentence of the cell that is chosen, and all pairs as a table.
fn figure(table: &Table, order: &[usize], pairs: &[Pair], by: &str, caption: &str) -> Markup {
    html! {
        figure.matrix {
            (region(&format!("Pairs {by}"), &matrix(table, order, pairs, by)))
            p.detail aria-live="polite" data-hint="Choose a cell to read its comparison in full: by pointing, by touch, or with Tab and the arrow keys." {
                "The table below has all comparisons in full."
            }
            figcaption { (caption) }
            details.print {
                summary { "All pairs " (by) }
                (region(&format!("All pairs {by}"), &plain(table, order, pairs)))
            }
        }
    }
}

fn matrix(table: &Table, order: &[usize], pairs: &[Pair], by: &str) -> Markup {
    // Numbers instead of names above the columns: 22 names do not fit a page.
    let shown: Vec<(usize, usize)> = (1..)
        .zip(order.iter().copied())
        .filter(|&(_, configuration)| {
            pairs.iter().any(|p| p.first == configuration || p.second == configuration)
        })
        .collect();
    let find = |row: usize, column: usize| {
        pairs.iter().find(|pair| {
            (pair.first, pair.second) == (row, column) || (pair.second, pair.first) == (row, column)
        })
    };
    // The matrix is one stop for Tab; the script moves it with the arrow keys.
    let mut tabindex = std::iter::once(0).chain(std::iter::repeat(-1));
    html! {
        table.pairs role="grid" aria-label={ "Pairs " (by) } {
            thead { tr {
                td {}
                @for &(place, column) in &shown {
                    th scope="col" data-of=(column) {
                        span aria-hidden="true" { (place) }
                        span.sr { "against " (table.names[column]) }
                    }
                }
            } }
            tbody {
                @for &(place, row) in &shown {
                    tr data-of=(row) {
                        th scope="row" { span.place { (place) } " " (breaking(&table.names[row])) }
                        @for &(_, column) in &shown {
                            @match find(row, column) {
                                Some(pair) => (cell(table, row, column, pair, tabindex.next().unwrap_or(-1))),
                                None => { td.none {} },
                            }
                        }
                    }
                }
            }
        }
    }
}

/// All pairs, each once and in words.
fn plain(table: &Table, order: &[usize], pairs: &[Pair]) -> Markup {
    let place = |configuration: usize| order.iter().position(|&at| at == configuration);
    let mut lines: Vec<(usize, usize, &Pair)> = pairs
        .iter()
        .map(|pair| {
            let is_turned = place(pair.first) > place(pair.second);
            let (row, column) =
                if is_turned { (pair.second, pair.first) } else { (pair.first, pair.second) };
            (row, column, pair)
        })
        .collect();
    lines.sort_by_key(|&(row, column, _)| (place(row), place(column)));
    html! {
        table.data {
            thead { tr {
                th scope="col" { "Configuration" }
                th.text scope="col" { "Against" }
                @for name in ["Ratio", "95 % interval", "Both solved", "A12", "p (Holm)", "Puzzles", "Quicker by the test"] {
                    th scope="col" { (name) }
                }
            } }
            tbody {
                @for (row, column, pair) in lines {
                    @let reading = Reading::of(table, row, pair);
                    tr data-of={ (row) " " (column) } {
                        th scope="row" { (breaking(&table.names[row])) }
                        th scope="row" { (breaking(&table.names[column])) }
                        td { (reading.ratio_text()) }
                        td { (reading.interval.as_deref().unwrap_or("–")) }
                        td { (SPACE.count(pair.paired.both as u64)) }
                        td { (format!("{:.2}", reading.effect)) }
                        td { (reading.p) }
                        td { (SPACE.count(pair.paired.puzzles as u64)) }
                        td { (reading.quicker.unwrap_or("–")) }
                    }
                }
            }
        }
    }
}

/// A comparison, from the row's side.
struct Reading<'a> {
    ratio: Option<f64>,
    interval: Option<String>,
    effect: f64,
    p: String,
    quicker: Option<&'a str>,
}

impl<'a> Reading<'a> {
    fn of(table: &'a Table, row: usize, pair: &Pair) -> Self {
        let turned = pair.first != row;
        let turn = |ratio: f64| if turned { 1.0 / ratio } else { ratio };
        Self {
            ratio: pair.paired.ratio.map(turn),
            interval: pair.paired.interval.map(|interval| {
                let (a, b) = (turn(interval.low), turn(interval.high));
                format!("{} to {}", times(a.min(b)), times(a.max(b)))
            }),
            effect: pair.paired.a12.map_or(0.5, |a12| if turned { 1.0 - a12 } else { a12 }),
            p: if pair.p_holm < 1e-4 {
                format!("{:.0e}", pair.p_holm)
            } else {
                format!("{:.4}", pair.p_holm)
            },
            // The test weighs unsolved puzzles, the ratio does not know them.
            quicker: match pair.paired.side {
                _ if pair.p_holm >= 0.05 => None,
                Ordering::Greater => Some(&table.names[pair.second]),
                _ => Some(&table.names[pair.first]),
            },
        }
    }

    fn ratio_text(&self) -> String {
        self.ratio.map_or("–".to_owned(), times)
    }
}

fn cell(table: &Table, row: usize, column: usize, pair: &Pair, tabindex: i32) -> Markup {
    let reading = Reading::of(table, row, pair);
    let effect = reading.effect;
    let detail = format!(
        "{} against {}: {}{} on {} that both solved at a cost; A12 = {effect:.2}; p = {} after Holm, over {}{}",
        table.names[row],
        table.names[column],
        reading.ratio.map_or("no ratio".to_owned(), times),
        reading.interval.as_ref().map_or(String::new(), |interval| format!(" ({interval})")),
        plural(SPACE, pair.paired.both as u64, "puzzle"),
        reading.p,
        plural(SPACE, pair.paired.puzzles as u64, "puzzle"),
        reading.quicker.map_or(String::new(), |name| format!(": {name} is quicker")),
    );
    // Five shades each way.
    let class = match ((effect - 0.5) * 10.0).round() as i32 {
        0 => "even".to_owned(),
        step if step > 0 => format!("w{}", step.min(5)),
        step => format!("l{}", step.abs().min(5)),
    };
    html! {
        td.(class).sure[pair.p_holm < 0.05] {
            button type="button" tabindex=(tabindex) data-detail=(detail) { (reading.ratio_text()) }
        }
    }
}

/// A ratio in about two digits.
fn times(ratio: f64) -> String {
    match ratio {
        x if x >= 9.95 => SPACE.count(x.round() as u64),
        x if x >= 0.995 => format!("{x:.1}"),
        x if x >= 0.0995 => format!("{x:.2}"),
        x if x >= 0.00995 => format!("{x:.3}"),
        x => format!("{x:.0e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_read_well() {
        let ratios = [12_345.6, 10.0, 9.94, 1.0, 0.5, 0.05, 0.0004];
        assert_eq!(
            ratios.map(times),
            ["12\u{202f}346", "10", "9.9", "1.0", "0.50", "0.050", "4e-4"]
        );
    }
}
