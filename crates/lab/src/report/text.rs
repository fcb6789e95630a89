//! The summary as a table for a terminal, in the style of report R0.

use std::collections::HashSet;

use comfy_table::ColumnConstraint::ContentWidth;
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table as Layout, TableStyle};

use super::SummaryRow;
use super::figures::{Space, plural};
use crate::experiment::Table;
use crate::tuning::Tuned;

/// How a table for a terminal looks.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    /// Columns of the terminal; long names wrap to fit.
    pub width: u16,
    /// Whether rules may be drawn with characters beyond ASCII.
    pub unicode: bool,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self { width: 100, unicode: true }
    }
}

/// The summary as a table and the notes that belong below it.
pub fn text_table(table: &Table, summary: &[SummaryRow], style: TextStyle) -> String {
    let space = Space::Plain;
    let mut layout = Layout::new();
    layout
        .load_style(rule_style(style))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(style.width.max(NARROWEST))
        .set_header(HEADER);
    for row in summary {
        let count = |number: Option<u64>| number.map(|number| space.count(number));
        let time = |seconds: Option<f64>| seconds.map(|seconds| space.seconds(seconds));
        let mut cells = vec![Some(row.algorithm.clone())];
        if let (Some(success), Some(low), Some(high)) =
            (row.success, row.success_low, row.success_high)
        {
            let interval = format!("({:.0}–{:.0})", low * 100.0, high * 100.0);
            cells.extend([
                Some(format!("{}/{}", row.solved, row.runs)),
                Some(format!("{} {interval:>8}", space.percent(success))),
                row.nodes_mean.map(|mean| space.mean(mean)),
                count(Some(row.nodes_total)),
                time(row.seconds_mean),
                time(row.seconds_max),
            ]);
        } else {
            cells.push(Some("none".to_owned()));
        }
        layout.add_row(cells.into_iter().map(Option::unwrap_or_default));
    }
    // Only long names wrap.
    for (index, column) in layout.column_iter_mut().enumerate() {
        column.set_padding(if index == 0 { (0, 2) } else { (0, 1) });
        if index > 0 {
            column.set_constraint(ContentWidth).set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text: String = layout.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    for note in notes(table, summary) {
        text.push_str(&wrapped(&note, usize::from(style.width)));
    }
    if style.unicode { text } else { text.replace('–', "-").replace('µ', "u") }
}

/// What came of a tuning, judged on so many puzzles that no race saw.
pub fn tuned_table(tuned: &Tuned, puzzles: usize, style: TextStyle) -> String {
    let space = Space::Plain;
    let mut layout = Layout::new();
    layout
        .load_style(rule_style(style))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(style.width.max(NARROWEST))
        .set_header([
            "",
            "\nsetting",
            "success\n(95 % interval)",
            "PAR-10 in nodes\n(95 % interval)",
        ]);
    for (what, judged) in [("winner", &tuned.winner), ("given", &tuned.default)] {
        let (low, high) = (judged.success_low * 100.0, judged.success_high * 100.0);
        layout.add_row([
            what.to_owned(),
            judged.algorithm.clone(),
            format!("{} {:>8}", space.percent(judged.success), format!("({low:.0}–{high:.0})")),
            format!(
                "{} ({} to {})",
                space.mean(judged.nodes_par10),
                space.mean(judged.nodes_par10_low),
                space.mean(judged.nodes_par10_high)
            ),
        ]);
    }
    for (index, column) in layout.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if index > 1 {
            column.set_constraint(ContentWidth).set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text: String = layout.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    // Those that survive a race are in the next one too.
    let raced = tuned.standings.iter().map(|standing| &*standing.algorithm);
    let settings = raced.collect::<HashSet<&str>>().len() as u64;
    let mut verdict = format!(
        "Judged on {} that no race saw; {} raced.",
        plural(space, puzzles as u64, "puzzle"),
        plural(space, settings, "setting")
    );
    if tuned.winner.algorithm == tuned.default.algorithm {
        verdict.push_str(" Nothing better was found than what was given.");
    } else {
        if let Some(ratio) = tuned.ratio {
            let interval = match (tuned.ratio_low, tuned.ratio_high) {
                (Some(low), Some(high)) => format!("{low:.2} to {high:.2}"),
                _ => "too few for an interval".to_owned(),
            };
            verdict.push_str(&format!(
                " On those that both solved at a cost the winner took {ratio:.2} times the nodes ({interval})."
            ));
        }
        verdict.push_str(&match &tuned.better {
            Some(better) if *better == tuned.winner.algorithm => {
                format!(" The winner is better beyond chance ({}, signed-rank test).", p(tuned.p))
            }
            Some(_) => format!(
                " What was given is better beyond chance ({}, signed-rank test): the winner was so \
                 on the training puzzles only.",
                p(tuned.p)
            ),
            None => {
                format!(" The difference may be chance ({}, signed-rank test).", p(tuned.p))
            }
        });
    }
    text.push_str(&wrapped(&verdict, usize::from(style.width)));
    if style.unicode { text } else { text.replace('–', "-") }
}

/// A probability in two digits.
fn p(p: f64) -> String {
    if p < 0.001 { format!("p = {p:.1e}") } else { format!("p = {p:.4}") }
}

/// Below this a table would be unreadable; a narrower terminal wraps its lines.
const NARROWEST: u16 = 80;

const HEADER: [&str; 7] = [
    "\nalgorithm",
    "\nsolved",
    "success\n(95 % interval)",
    "nodes\nmean",
    "nodes\ntotal",
    "time\nmean",
    "time\nmax",
];

/// A header over a rule and a rule at the end, nothing else.
pub(crate) fn rule_style(style: TextStyle) -> TableStyle {
    let line = if style.unicode { '─' } else { '-' };
    let line = LineStyle::none().fill(line).junction(line);
    TableStyle::new().header_separator(line).bottom_border(line)
}

/// What has to be said below the table.
fn notes(table: &Table, summary: &[SummaryRow]) -> Vec<String> {
    let space = Space::Plain;
    let mut notes = vec![
        "Means and totals include failed runs, as the reports had it; the page has medians that \
         do not."
            .to_owned(),
    ];
    let easy = table.solved_by_singles() as u64;
    if easy > 0 {
        notes.push(format!(
            "Propagation alone solves {} of the {}; for methods that propagate these are free.",
            space.count(easy),
            plural(space, table.instances.len() as u64, "puzzle"),
        ));
    }
    if summary.iter().any(|row| row.unsupported > 0) {
        notes.push("Boards that a method cannot do are not among its runs.".to_owned());
    }
    let wrong: Vec<String> = summary
        .iter()
        .filter(|row| row.wrong > 0)
        .map(|row| format!("{} of {}", plural(space, row.wrong, "run"), row.algorithm))
        .collect();
    if !wrong.is_empty() {
        notes.push(format!(
            "The validator refused what {} claimed to be solutions; they count as failed.",
            wrong.join(", ")
        ));
    }
    if table.is_partial() {
        notes.push(format!(
            "Interrupted: {} of {} done.",
            space.count(table.rows.len() as u64),
            plural(space, table.planned, "run")
        ));
    }
    notes
}

/// Text in lines of at most so many characters.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let long = word.chars().count();
        if length > 0 && length + 1 + long > width {
            lines.push('\n');
            length = 0;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += long;
    }
    lines + "\n"
}
