//! The result of a tuning as text, and what all text for terminals shares.

use std::collections::HashSet;

use super::figures::{Space, plural};
use crate::tuning::{Importance, Judgement, Tuned};

/// The format of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextFormat {
    /// Aligned columns that fit the width, for terminals.
    #[default]
    Table,
    /// A Markdown table with all columns.
    Markdown,
    /// Comma-separated values: the whole summary, unrounded.
    Csv,
    /// A LaTeX `tabular` with all columns. It needs no packages.
    Latex,
}

impl TextFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Table, Self::Markdown, Self::Csv, Self::Latex];

    /// Returns the name for users.
    ///
    /// ```
    /// use quadrille_lab::report::TextFormat;
    ///
    /// assert_eq!(TextFormat::ALL.map(TextFormat::id), ["table", "markdown", "csv", "latex"]);
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::Latex => "latex",
        }
    }
}

/// How text for users looks.
///
/// ```
#[doc = include_str!("../experiment/example.txt")]
/// use quadrille_lab::report::{TextFormat, TextStyle, summarize, text_table};
///
/// let markdown = TextStyle { format: TextFormat::Markdown, ..TextStyle::default() };
/// assert!(text_table(&table, &summarize(&table), markdown).starts_with('|'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    /// The format of tables.
    pub format: TextFormat,
    /// Width of the terminal in columns.
    pub width: u16,
    /// Whether characters beyond ASCII may be used.
    pub unicode: bool,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self { format: TextFormat::Table, width: 80, unicode: true }
    }
}

impl TextStyle {
    /// Replaces the characters beyond ASCII that reports use, if they are not wanted.
    pub(crate) fn finish(self, text: String) -> String {
        if self.unicode { text } else { text.replace(['–', '─'], "-").replace('µ', "u") }
    }
}

/// Returns the result of a tuning that was judged on that many held-out puzzles.
pub fn tuned_table(tuned: &Tuned, puzzles: usize, style: TextStyle) -> String {
    let space = Space::None;
    let width = usize::from(style.width);
    let mut text = String::new();
    for (what, judged) in [("winner", &tuned.winner), ("given", &tuned.default)] {
        let Judgement { algorithm, success, success_low, success_high, .. } = judged;
        text += &broken_name(&format!("{what:<6}  {algorithm}"), width);
        let line = format!(
            "success {} ({:.0}–{:.0}), PAR-10 {} nodes ({} to {})",
            space.percent(*success),
            success_low * 100.0,
            success_high * 100.0,
            space.mean(judged.nodes_par10),
            space.mean(judged.nodes_par10_low),
            space.mean(judged.nodes_par10_high)
        );
        for line in wrapped(&line, width.saturating_sub(8)).lines() {
            text += &format!("        {line}\n");
        }
    }
    for (number, set) in tuned.sets.iter().enumerate() {
        let line = format!(
            "{}, {} of each setting: success {} to {}, PAR-10 {} to {} nodes",
            plural(space, set.puzzles as u64, "puzzle"),
            plural(space, u64::from(set.runs), "run"),
            space.percent(set.winner_success),
            space.percent(set.default_success),
            space.mean(set.winner_nodes_par10),
            space.mean(set.default_nodes_par10)
        );
        let name = format!("set {}", number + 1);
        for (index, line) in wrapped(&line, width.saturating_sub(8)).lines().enumerate() {
            let label = if index == 0 { &*name } else { "" };
            text += &format!("{label:<8}{line}\n");
        }
    }
    // Settings that survive a race are in the next one too.
    let raced = tuned.standings.iter().map(|standing| &*standing.algorithm);
    let settings = raced.collect::<HashSet<&str>>().len() as u64;
    let mut verdict = format!(
        "In parentheses, 95% intervals over both sets. No race saw their {}; {} raced. {}",
        plural(space, puzzles as u64, "puzzle"),
        plural(space, settings, "setting"),
        tuned.verdict
    );
    let shares: Vec<String> = tuned
        .importance
        .iter()
        .filter_map(|Importance { parameter, share }| Some(format!("{parameter} {:.2}", (*share)?)))
        .collect();
    if !shares.is_empty() {
        verdict += &format!(
            " Of the differences between the settings of the first race, each parameter by itself explains this share: {}.",
            shares.join(", ")
        );
    }
    // It is 0 or infinite where one of them alone solved most of the puzzles.
    let ratio = tuned.ratio.filter(|ratio| *ratio > 0.0 && ratio.is_finite());
    if let (Some(ratio), false) = (ratio, tuned.winner.algorithm == tuned.default.algorithm) {
        let interval = match (tuned.ratio_low, tuned.ratio_high) {
            (Some(low), Some(high)) => format!("{low:.2} to {high:.2}"),
            _ => "too few for an interval".to_owned(),
        };
        verdict += &format!(
            " On puzzles that both solved at a cost above 0, the winner took {ratio:.2} times the \
             nodes ({interval}); puzzles that only one solved do not count there."
        );
    }
    text += &wrapped(&verdict, width);
    style.finish(text)
}

/// Breaks text into lines of at most that many characters, unless a word is longer.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    lines_of(text.split(' ').map(str::to_owned), " ", width, "")
}

/// Breaks the name of a configuration after `:` and `,` into lines of at most that many characters,
/// of which all but the first are indented. Ids and parameters stay whole.
pub(super) fn broken_name(name: &str, width: usize) -> String {
    lines_of(name.split_inclusive([':', ',', ' ']).map(str::to_owned), "", width, "  ")
}

fn lines_of(words: impl Iterator<Item = String>, gap: &str, width: usize, indent: &str) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in words {
        let long = word.chars().count();
        if length > 0 && length + gap.len() + long > width {
            lines += "\n";
            lines += indent;
            length = indent.len();
        } else if length > 0 {
            lines += gap;
            length += gap.len();
        }
        lines += &word;
        length += long;
    }
    lines + "\n"
}
