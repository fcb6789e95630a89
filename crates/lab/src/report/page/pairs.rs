//! Every configuration against every other.

use std::cmp::Ordering;

use maud::{Markup, html};

use super::SPACE;
use crate::experiment::Table;
use crate::report::by_puzzle::{Measure, Pair, compare_pairs};
use crate::report::figures::plural;

/// The section.
pub(super) fn section(table: &Table) -> Markup {
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
                "of a table together (Wilcoxon's signed-rank test over all puzzles, unsolved ones included, with Holm's correction). Point at "
                "a cell for its interval, and for whom the test speaks: with unsolved puzzles that need not be the one with the better ratio."
            }
            figure {
                (matrix(table, &times))
                figcaption { "By processor time." }
            }
            @if !nodes.is_empty() {
                figure {
                    (matrix(table, &nodes))
                    figcaption { "By nodes, where both count the same." }
                }
            }
        }
    }
}

fn matrix(table: &Table, pairs: &[Pair]) -> Markup {
    let count = table.configurations.len();
    let shown: Vec<usize> = (0..count)
        .filter(|&configuration| {
            pairs.iter().any(|p| p.first == configuration || p.second == configuration)
        })
        .collect();
    let find = |row: usize, column: usize| {
        pairs.iter().find(|pair| {
            (pair.first, pair.second) == (row, column) || (pair.second, pair.first) == (row, column)
        })
    };
    html! {
        div.wide {
            table.pairs {
                thead { tr {
                    th {}
                    @for &column in &shown { th scope="col" { span { (table.names[column]) } } }
                } }
                tbody {
                    @for &row in &shown {
                        tr {
                            th scope="row" { (table.names[row]) }
                            @for &column in &shown {
                                @match find(row, column) {
                                    Some(pair) => (cell(table, row, column, pair)),
                                    None => { td.none {} },
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(table: &Table, row: usize, column: usize, pair: &Pair) -> Markup {
    let turned = pair.first != row;
    let turn = |ratio: f64| if turned { 1.0 / ratio } else { ratio };
    let ratio = pair.paired.ratio.map(turn);
    let effect = pair.paired.a12.map_or(0.5, |effect| if turned { 1.0 - effect } else { effect });
    let interval = pair.paired.interval.map(|interval| {
        let (a, b) = (turn(interval.low), turn(interval.high));
        format!(" ({} to {})", times(a.min(b)), times(a.max(b)))
    });
    let help = format!(
        "{} against {}: {}{} on {} that both solved at a cost; A12 = {effect:.2}; p = {} after Holm, over {}{}",
        table.names[row],
        table.names[column],
        ratio.map_or("no ratio".to_owned(), times),
        interval.unwrap_or_default(),
        plural(SPACE, pair.paired.both as u64, "puzzle"),
        if pair.p_holm < 1e-4 {
            format!("{:.0e}", pair.p_holm)
        } else {
            format!("{:.4}", pair.p_holm)
        },
        plural(SPACE, pair.paired.puzzles as u64, "puzzle"),
        // The test weighs unsolved puzzles, the ratio does not know them.
        match pair.paired.side {
            _ if pair.p_holm >= 0.05 => String::new(),
            Ordering::Greater => format!(": {} is quicker", table.names[pair.second]),
            _ => format!(": {} is quicker", table.names[pair.first]),
        },
    );
    // Five shades each way.
    let class = match ((effect - 0.5) * 10.0).round() as i32 {
        0 => "even".to_owned(),
        step if step > 0 => format!("w{}", step.min(5)),
        step => format!("l{}", step.abs().min(5)),
    };
    html! {
        td.(class).sure[pair.p_holm < 0.05] title=(help) { (ratio.map_or("–".to_owned(), times)) }
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
