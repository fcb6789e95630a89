//! Every configuration against every other.

use std::cmp::Ordering;

use maud::{Markup, html};

use super::columns::region;
use super::{Evidence, SPACE};
use crate::experiment::Table;
use crate::registry::Seeds;
use crate::report::by_puzzle::{Pair, SuccessPair};
use crate::report::figures::plural;
use crate::report::plot::breaking;

/// The section. Rows and columns of the matrices are in the order of `order`.
pub(super) fn section(table: &Table, evidence: &Evidence, order: &[usize]) -> Markup {
    if table.configurations.len() < 2 {
        return html! {};
    }
    let of_costs = |pairs: &[Pair]| -> Vec<Reading> {
        pairs.iter().map(|pair| Reading::of_cost(table, pair)).collect()
    };
    let successes: Vec<Reading> = evidence.success.iter().map(Reading::of_success).collect();
    let easy = table.solved_by_singles() > 0 && table.compared().contains(&false);
    html! {
        section #pairs {
            h2 { "Each against each" }
            p {
                "Costs: how many times as long the configuration of the row takes as that of the column; below 1 it is quicker. "
                "The median of the means of two puzzles (of the logarithms: the estimate of Hodges and Lehmann) over the puzzles that at least one of "
                "the two solved"
                @if easy { ", without those that propagation alone solves" }
                "; an unsolved puzzle is longer than any solved one, so the ratio is ∞ or 0 where one of them alone solved most. "
                "Success: the difference of the rates in percentage points. "
                "A cell has a color where the two differ significantly: blue where the row is better, orange where the column is, the darker the "
                "larger the difference. The others do not: all pairs of a matrix are tested together at 5 % (Wilcoxon's signed-rank "
                "test, for success that of Bonett and Price; Holm's correction), with intervals at the levels of these tests, and a ratio within "
                "the noise floor counts as none."
            }
            (noise(table, evidence))
            (figure(table, order, &of_costs(&evidence.times), "by processor time", "By processor time."))
            @if !evidence.nodes.is_empty() {
                (figure(table, order, &of_costs(&evidence.nodes), "by nodes", "By nodes, where both count the same."))
            }
            (figure(table, order, &successes, "by success", "By success."))
        }
    }
}

/// What the controls say.
fn noise(table: &Table, evidence: &Evidence) -> Markup {
    let extremes = |floors: &[Option<f64>]| {
        let known = || (0..floors.len()).filter_map(|at| Some((floors[at]?, &table.names[at])));
        let least = known().min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)))?;
        let most = known().max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))?;
        Some((least, most))
    };
    let line = |what: &str, floors: &[Option<f64>]| {
        html! {
            @if let Some((least, most)) = extremes(floors) {
                li {
                    (what) ": a factor of " strong { (factor(least.0)) } " for " (least.1)
                    @if most.1 != least.1 { " to " strong { (factor(most.0)) } " for " (most.1) }
                    "."
                }
            }
        }
    };
    html! {
        @if evidence.floors.iter().any(|floors| floors.iter().any(Option::is_some)) {
            div.noise {
                p {
                    strong { "Noise floor. " }
                    "Every configuration ran once more on " (plural(SPACE, control_puzzles(table) as u64, "puzzle"))
                    ", as if it were another one"
                    @if table.seeds == Seeds::Common { " that draws the same random numbers" }
                    ". So much may two sets of runs of one and the same configuration differ "
                    "(in 95 of 100 comparisons on all puzzles), and no smaller difference is called one:"
                }
                ul {
                    (line("Processor time", &evidence.floors[0]))
                    (line("Nodes", &evidence.floors[1]))
                }
            }
        } @else {
            p.noise { "There are too few control runs for a noise floor; times must differ by 1 %." }
        }
    }
}

/// Returns the number of puzzles on which there are controls.
fn control_puzzles(table: &Table) -> usize {
    let mut puzzles: Vec<u32> = table.controls.iter().map(|row| row.instance).collect();
    puzzles.sort_unstable();
    puzzles.dedup();
    puzzles.len()
}

/// A matrix, the sentence of the cell that is chosen, and all pairs as a table.
fn figure(table: &Table, order: &[usize], pairs: &[Reading], by: &str, caption: &str) -> Markup {
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

fn matrix(table: &Table, order: &[usize], pairs: &[Reading], by: &str) -> Markup {
    // Numbers instead of names above the columns: 22 names do not fit a page.
    let shown: Vec<(usize, usize)> = (1..)
        .zip(order.iter().copied())
        .filter(|&(_, configuration)| pairs.iter().any(|pair| pair.has(configuration)))
        .collect();
    let find = |row: usize, column: usize| {
        pairs.iter().find(|pair| row != column && pair.has(row) && pair.has(column))
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
                                Some(pair) => (cell(table, &pair.from(row), tabindex.next().unwrap_or(-1))),
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
fn plain(table: &Table, order: &[usize], pairs: &[Reading]) -> Markup {
    let place = |configuration: usize| order.iter().position(|&at| at == configuration);
    let mut lines: Vec<Reading> = pairs
        .iter()
        .map(|pair| {
            let is_turned = place(pair.first) > place(pair.second);
            pair.from(if is_turned { pair.second } else { pair.first })
        })
        .collect();
    lines.sort_by_key(|pair| (place(pair.first), place(pair.second)));
    let is_cost = pairs.iter().any(|pair| pair.scale == Scale::Ratio);
    html! {
        table.data {
            thead { tr {
                th scope="col" { "Configuration" }
                th.text scope="col" { "Against" }
                @for name in [if is_cost { "Ratio" } else { "Difference" }, "Interval", "p", "p (Holm)"] {
                    th scope="col" { (name) }
                }
                @if is_cost { @for name in ["Noise floor", "A12", "Both solved", "Either solved"] { th scope="col" { (name) } } }
                th scope="col" { "Puzzles" }
                th scope="col" { "Better" }
            } }
            tbody {
                @for pair in &lines {
                    tr data-of={ (pair.first) " " (pair.second) } {
                        th scope="row" { (breaking(&table.names[pair.first])) }
                        th scope="row" { (breaking(&table.names[pair.second])) }
                        td { (pair.value_text()) }
                        td { (pair.interval_text().unwrap_or_else(|| "–".to_owned())) }
                        td { (p_text(pair.p)) }
                        td { (p_text(pair.p_holm)) }
                        @if is_cost {
                            td { (pair.floor.map_or("–".to_owned(), factor)) }
                            td { (pair.a12.map_or("–".to_owned(), |a12| format!("{a12:.2}"))) }
                            td { (SPACE.count(pair.both as u64)) }
                            td { (SPACE.count(pair.either as u64)) }
                        }
                        td { (SPACE.count(pair.puzzles as u64)) }
                        td { (pair.better(table).unwrap_or("no significant difference")) }
                    }
                }
            }
        }
    }
}

/// What is measured.
#[derive(Clone, Copy, PartialEq)]
enum Scale {
    /// A ratio of costs: below 1, the first is better.
    Ratio,
    /// A difference of success rates: above 0, the first is better.
    Points,
}

/// A comparison, from the side of its first configuration.
#[derive(Clone, Copy)]
struct Reading {
    first: usize,
    second: usize,
    scale: Scale,
    value: Option<f64>,
    interval: Option<(f64, f64)>,
    p: f64,
    p_holm: f64,
    floor: Option<f64>,
    a12: Option<f64>,
    both: usize,
    either: usize,
    puzzles: usize,
    /// `Less` if the first is better.
    verdict: Ordering,
    by_singles: bool,
}

impl Reading {
    fn of_cost(table: &Table, pair: &Pair) -> Self {
        Self {
            first: pair.first,
            second: pair.second,
            scale: Scale::Ratio,
            value: pair.paired.ratio,
            interval: pair.paired.interval.map(|interval| (interval.low, interval.high)),
            p: pair.paired.p,
            p_holm: pair.p_holm,
            floor: pair.floor,
            a12: pair.paired.a12,
            both: pair.paired.both,
            either: pair.paired.informative,
            puzzles: pair.paired.puzzles,
            verdict: pair.verdict,
            by_singles: table.compared().contains(&false),
        }
    }

    fn of_success(pair: &SuccessPair) -> Self {
        Self {
            first: pair.first,
            second: pair.second,
            scale: Scale::Points,
            value: Some(pair.shares.difference),
            interval: Some(pair.interval),
            p: pair.p,
            p_holm: pair.p_holm,
            floor: None,
            a12: None,
            both: 0,
            either: 0,
            puzzles: pair.shares.puzzles,
            verdict: pair.verdict.reverse(),
            by_singles: false,
        }
    }

    fn has(&self, configuration: usize) -> bool {
        self.first == configuration || self.second == configuration
    }

    /// Returns the comparison from the side of that configuration.
    fn from(&self, configuration: usize) -> Self {
        if configuration == self.first {
            return *self;
        }
        let turn = |value: f64| match self.scale {
            Scale::Ratio => 1.0 / value,
            // Not -0.
            Scale::Points => 0.0 - value,
        };
        Self {
            first: self.second,
            second: self.first,
            value: self.value.map(turn),
            interval: self.interval.map(|(low, high)| (turn(high), turn(low))),
            a12: self.a12.map(|a12| 1.0 - a12),
            verdict: self.verdict.reverse(),
            ..*self
        }
    }

    fn text(&self, value: f64) -> String {
        match self.scale {
            Scale::Ratio => times(value),
            Scale::Points => points(value),
        }
    }

    fn value_text(&self) -> String {
        self.value.map_or("–".to_owned(), |value| self.text(value))
    }

    fn interval_text(&self) -> Option<String> {
        self.interval.map(|(low, high)| format!("{} to {}", self.text(low), self.text(high)))
    }

    fn better<'a>(&self, table: &'a Table) -> Option<&'a str> {
        match self.verdict {
            Ordering::Less => Some(&table.names[self.first]),
            Ordering::Greater => Some(&table.names[self.second]),
            Ordering::Equal => None,
        }
    }

    /// Returns the class of the cell: a color where the tests find a difference, in five shades.
    fn class(&self) -> String {
        let size = match (self.scale, self.value.unwrap_or(1.0)) {
            (Scale::Ratio, ratio) => libm::fabs(libm::log2(ratio)),
            (Scale::Points, difference) => difference.abs() * 10.0,
        };
        let shade = match size {
            x if x < 0.5 => 1,
            x if x < 1.0 => 2,
            x if x < 2.5 => 3,
            x if x < 5.0 => 4,
            _ => 5,
        };
        match self.verdict {
            Ordering::Less => format!("w{shade}"),
            Ordering::Greater => format!("l{shade}"),
            Ordering::Equal => "even".to_owned(),
        }
    }

    fn sentence(&self, table: &Table) -> String {
        let interval = self
            .interval_text()
            .map_or(" (too few puzzles for an interval)".to_owned(), |text| format!(" ({text})"));
        let puzzles = plural(SPACE, self.puzzles as u64, "puzzle");
        let puzzles = match self.scale {
            Scale::Ratio => format!(
                "{puzzles}{}, of which {} by at least one and {} by both were solved",
                if self.by_singles { " beyond singles" } else { "" },
                SPACE.count(self.either as u64),
                SPACE.count(self.both as u64)
            ),
            Scale::Points => puzzles,
        };
        let unit = if self.scale == Scale::Points { " points" } else { "" };
        let floor =
            self.floor.map_or(String::new(), |floor| format!("; noise floor {}", factor(floor)));
        let a12 = self.a12.map_or(String::new(), |a12| format!("; A12 = {a12:.2}"));
        let verdict = match self.better(table) {
            Some(name) if self.scale == Scale::Ratio => format!("{name} is quicker"),
            Some(name) => format!("{name} solves more"),
            None => "no significant difference".to_owned(),
        };
        format!(
            "{} against {}: {}{unit}{interval} on {puzzles}; p = {} after Holm{floor}{a12}: {verdict}",
            table.names[self.first],
            table.names[self.second],
            self.value_text(),
            p_text(self.p_holm),
        )
    }
}

fn cell(table: &Table, reading: &Reading, tabindex: i32) -> Markup {
    html! {
        td.(reading.class()).sure[reading.verdict != Ordering::Equal] {
            button type="button" tabindex=(tabindex) data-detail=(reading.sentence(table)) { (reading.value_text()) }
        }
    }
}

fn p_text(p: f64) -> String {
    if p < 1e-4 { format!("{p:.0e}") } else { format!("{p:.4}") }
}

/// A ratio in about two digits.
fn times(ratio: f64) -> String {
    match ratio {
        x if x.is_infinite() => "∞".to_owned(),
        x if x >= 9.95 => SPACE.count(x.round() as u64),
        x if x >= 0.995 => format!("{x:.1}"),
        x if x >= 0.0995 => format!("{x:.2}"),
        x if x >= 0.00995 => format!("{x:.3}"),
        0.0 => "0".to_owned(),
        x => format!("{x:.0e}"),
    }
}

/// A factor above 1 in three digits or more: 1.004, 1.35, 12.
pub(super) fn factor(factor: f64) -> String {
    match factor {
        x if x >= 9.95 => SPACE.count(x.round() as u64),
        x if x >= 1.0995 => format!("{x:.2}"),
        x => format!("{x:.3}"),
    }
}

/// A difference of rates in percentage points, with its sign.
fn points(difference: f64) -> String {
    let points = difference * 100.0;
    let text = if points.abs() < 9.95 { format!("{points:+.1}") } else { format!("{points:+.0}") };
    if text.trim_start_matches(['+', '-']) == "0.0" {
        "0".to_owned()
    } else {
        text.replace('-', "−")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        let ratios = [f64::INFINITY, 12_345.6, 10.0, 9.94, 1.0, 0.5, 0.05, 0.0004, 0.0];
        assert_eq!(
            ratios.map(times),
            ["∞", "12\u{202f}346", "10", "9.9", "1.0", "0.50", "0.050", "4e-4", "0"]
        );
        assert_eq!([1.0, 1.01, 1.35, 12.2].map(factor), ["1.000", "1.010", "1.35", "12"]);
        assert_eq!(
            [0.1234, -0.5, 0.0, -0.0001, 0.0994].map(points),
            ["+12", "−50", "0", "0", "+9.9"]
        );
    }

    #[test]
    fn a_comparison_reads_the_same_from_both_sides() {
        let one = Reading {
            first: 0,
            second: 1,
            scale: Scale::Ratio,
            value: Some(0.5),
            interval: Some((0.25, 0.8)),
            p: 0.01,
            p_holm: 0.02,
            floor: Some(1.1),
            a12: Some(0.75),
            both: 3,
            either: 4,
            puzzles: 5,
            verdict: Ordering::Less,
            by_singles: false,
        };
        let other = one.from(1);
        assert_eq!((other.value, other.interval), (Some(2.0), Some((1.25, 4.0))));
        assert_eq!((other.a12, other.verdict), (Some(0.25), Ordering::Greater));
        assert_eq!((one.class().as_str(), other.class().as_str()), ("w3", "l3"));
        let back = other.from(0);
        assert_eq!((back.first, back.value, back.interval), (0, one.value, one.interval));
    }
}
