//! The page `docs/algorithms.md`: what every entry is, from the registry, and how it fared in one
//! measured run on the project's own collection.
//!
//! What can be said without running anything comes from the entries at every call. The
//! measurements are data beside the page, each with its date, machine and commit, so that the page
//! can be made again without measuring, and one entry measured again without the others.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::Space;
use crate::registry::{Entry, Family, supported_shapes};

/// How one entry, at its defaults, fared on the collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The entry's id.
    pub algorithm: String,
    /// Puzzles that it can do.
    pub runs: u64,
    /// Of these, those solved.
    pub solved: u64,
    /// Claims that the validator refused.
    pub wrong: u64,
    /// Puzzles that propagation alone does not solve.
    pub beyond_singles_runs: u64,
    /// Of these, those solved.
    pub beyond_singles_solved: u64,
    /// Nodes of all runs together.
    pub nodes_total: u64,
    /// Nodes to a solution, the median over all runs, unsolved ones longer than any.
    pub nodes_median: Option<f64>,
    /// Processor time to a solution, the median likewise.
    pub cpu_seconds_median: Option<f64>,
    /// Processor time of all runs together.
    pub cpu_seconds_total: f64,
    /// Limit of each run on nodes.
    #[serde(default)]
    pub node_limit: u64,
    /// When it was measured, where, and at which commit.
    #[serde(default)]
    pub measured: String,
}

/// The rows of the measurements, a JSON object a line.
///
/// # Errors
/// With the number of the first line that is no row, from 1, and why.
pub fn read_measured(text: &str) -> Result<Vec<Measured>, (usize, String)> {
    let row = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| (index + 1, error.to_string()))
    };
    text.lines().enumerate().map(row).collect()
}

/// The page, in Markdown.
///
/// An entry without a measurement is said to have none; the tests do not allow that.
pub fn algorithms_page(entries: &[&Entry], measured: &[Measured]) -> String {
    let of = |entry: &Entry| measured.iter().find(|row| row.algorithm == entry.id);
    let mut page = String::from(HEAD);
    let mut occasions: Vec<&str> = Vec::new();
    for row in entries.iter().filter_map(|entry| of(entry)) {
        if !occasions.contains(&&*row.measured) {
            occasions.push(&row.measured);
        }
    }
    line(&mut page, &format!("\nMeasured: {}.", occasions.join("; ")));
    line(&mut page, "\n## Overview\n");
    line(&mut page, "| id | what | family | solved | median |\n|---|---|---|--:|--:|");
    for entry in entries {
        let (solved, median) = of(entry).map_or(("—".into(), "—".into()), |row| {
            (solved(row), row.cpu_seconds_median.map_or("—".into(), seconds))
        });
        let link = format!("[`{0}`](#{0})", entry.id);
        let what = cell(entry.title);
        line(
            &mut page,
            &format!("| {link} | {what} | {} | {solved} | {median} |", entry.family.id()),
        );
    }
    for family in [Family::Tree, Family::Local, Family::Sampling, Family::Exact] {
        line(&mut page, &format!("\n## {}", heading(family)));
        for entry in entries.iter().filter(|entry| entry.family == family) {
            section(&mut page, entry, of(entry), occasions.len() > 1);
        }
    }
    page
}

const HEAD: &str = "\
# Algorithms

<!-- Made by `cargo xtask algorithms` from the registry and docs/algorithms.jsonl; do not edit. -->

Every method of the laboratory: what it does, where it comes from, what is wrong with it where the published
form is kept (the ids that end in `-original`), what can be set (`id:key=value,key=value`), on which boards it
runs, what it counts and which count `--nodes` limits. `quadrille algorithms ID` prints the same.

*Solved* is of the 120 puzzles of this project's own collection (`data/README.md`), at the defaults, seed 1, each
run limited to the nodes named below. The median is that of all runs, unsolved ones counted as longer than any,
so it is missing where fewer than half were solved; the time is processor time. Propagation alone solves 40 of
the puzzles: for methods that propagate those are free, so the others are also counted apart. A node is another
thing for every family; only time compares families, and `quadrille compare` does that properly.

To measure again: `cargo xtask algorithms --measure [ID…]`. Solved and nodes come out the same on every machine.
";

fn heading(family: Family) -> &'static str {
    match family {
        Family::Exact => "Exact solvers",
        Family::Tree => "Tree and graph search",
        Family::Local => "Local search",
        Family::Sampling => "Sampling",
    }
}

fn section(page: &mut String, entry: &Entry, measured: Option<&Measured>, say_when: bool) {
    line(page, &format!("\n### `{}`\n\n{}. {}\n", entry.id, capital(entry.title), entry.about));
    let mut item = |name: &str, text: &str| line(page, &format!("- {name}: {text}"));
    item("source", entry.source);
    if let Some(flaw) = entry.flaw {
        item("**flaw**", flaw);
    }
    if entry.parameters.is_empty() {
        item("parameters", "none");
    }
    for parameter in entry.parameters {
        let text =
            format!("{}, default `{}`: {}", parameter.kind, parameter.default, parameter.help);
        item(&format!("parameter `{}`", parameter.name), &text);
    }
    let counters: Vec<String> = entry
        .counters
        .iter()
        .map(|&counter| {
            let nodes =
                if counter == entry.nodes { " (the nodes that `--nodes` limits)" } else { "" };
            format!("`{}`{nodes}", counter.id())
        })
        .collect();
    item("counts", &counters.join(", "));
    item("boards", &boards(entry));
    let end = if entry.complete {
        "with a solution or the proof that there is none"
    } else {
        "perhaps without an answer, or never: 10 s a run unless another limit is set"
    };
    let random =
        if entry.deterministic { "draws no random numbers" } else { "random, by `--seed`" };
    item("ends", &format!("{end}; {random}"));
    item("measured", &measured.map_or("not yet".into(), |row| result(row, say_when)));
}

/// The boards that an entry can do: it is asked.
fn boards(entry: &Entry) -> String {
    let shapes = supported_shapes(entry);
    let (sides, edges): (Vec<String>, Vec<bool>) =
        shapes.iter().map(|(shape, edges)| (format!("{0}x{0}", shape.side()), *edges)).unzip();
    let all = sides.len() > 1 && edges.iter().all(|&edges| edges);
    match (all, edges.iter().any(|&edges| edges)) {
        (true, _) => format!("{}; with consecutive edges too", sides.join(", ")),
        (false, true) if edges.len() == 1 => format!("{}, with consecutive edges too", sides[0]),
        (false, false) => format!("{}; without consecutive edges", sides.join(", ")),
        (false, true) => shapes
            .iter()
            .map(|(shape, edges)| {
                format!("{0}x{0}{1}", shape.side(), if *edges { "" } else { " (without edges)" })
            })
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn solved(row: &Measured) -> String {
    let wrong = if row.wrong > 0 { format!(", {} wrong", row.wrong) } else { String::new() };
    format!("{}/{}{wrong}", row.solved, row.runs)
}

fn result(row: &Measured, say_when: bool) -> String {
    let wrong = if row.wrong > 0 { format!(", {} claims wrong", row.wrong) } else { String::new() };
    let mut text = format!(
        "{} of {} solved within {} nodes ({} of {} beyond propagation){wrong}",
        row.solved,
        row.runs,
        Space::Plain.count(row.node_limit),
        row.beyond_singles_solved,
        row.beyond_singles_runs,
    );
    if let (Some(nodes), Some(time)) = (row.nodes_median, row.cpu_seconds_median) {
        let _ = write!(text, "; median {} nodes, {}", Space::Plain.mean(nodes), seconds(time));
    }
    if say_when {
        let _ = write!(text, " ({})", row.measured);
    }
    text
}

fn seconds(seconds: f64) -> String {
    Space::Plain.seconds(seconds)
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn line(page: &mut String, text: &str) {
    page.push_str(text);
    page.push('\n');
}
