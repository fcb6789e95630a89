//! The page `docs/reference/algorithms.md`: what every algorithm is, from the registry, and how it did in a
//! measured run on the project's own collection.
//!
//! The measurements are data beside the page, each with its date, machine and commit, so that the
//! page can be regenerated without measuring, and one algorithm can be measured again alone.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Space;
use crate::registry::{Entry, Family, supported_shapes};

/// How an algorithm did on the collection with its default parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The id of the algorithm.
    pub algorithm: String,
    /// Puzzles that it supports.
    pub runs: u64,
    /// Those that it solved.
    pub solved: u64,
    /// Claims that the validator rejected.
    pub wrong: u64,
    /// Puzzles that propagation alone does not solve.
    pub beyond_singles_runs: u64,
    /// Those that it solved.
    pub beyond_singles_solved: u64,
    /// Nodes of all runs.
    pub nodes_total: u64,
    /// Median of the nodes to a solution; unsolved runs count as longer than any.
    pub nodes_median: Option<f64>,
    /// Median of the processor time to a solution, likewise.
    pub cpu_seconds_median: Option<f64>,
    /// Processor time of all runs.
    pub cpu_seconds_total: f64,
    /// Limit on the nodes of each run.
    #[serde(default)]
    pub node_limit: u64,
    /// Date, machine and commit of the measurement.
    #[serde(default)]
    pub measured: String,
}

/// A line of the measurements that is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct MeasuredError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads the measurements, a JSON object per line.
///
/// # Errors
/// When a line is not a measurement.
pub fn read_measured(text: &str) -> Result<Vec<Measured>, MeasuredError> {
    let row = |(index, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|error| MeasuredError { line: index + 1, message: error.to_string() })
    };
    text.lines().enumerate().map(row).collect()
}

/// Returns the page in Markdown.
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
    page.replace('\u{202f}', " ")
}

const HEAD: &str = "\
# Algorithms

<!-- Made by `cargo xtask algorithms` from the registry and docs/reference/algorithms.jsonl; do not edit. -->

All algorithms of the lab: what each does, where it comes from, the flaw of the published version where
it is kept (ids that end in `-original`), its parameters (`id:key=value,key=value`), the boards that it
supports, what it counts, and which counter `--nodes` limits. `quadrille algorithms ID` prints the same.
`quadrille tune ID` looks for better values of the parameters by iterated racing (López-Ibáñez and others, The
irace package, Operations Research Perspectives 3, 2016); it draws numbers from the range and on the scale that
are given with each.

R0 to R4 are the five student reports that this project started from; each entry names the authors.

*Solved* is out of the 120 puzzles of this project's own collection (`data/README.md`), with default
parameters and seed 1, each run limited to the nodes given below. The median covers all runs; unsolved runs
count as longer than any, so it is missing if fewer than half were solved. Times are processor time.
Propagation alone solves 40 of the puzzles, which algorithms that propagate get for free, so the others are
also counted separately. Nodes are comparable only within a family; `quadrille compare` compares by time.

To measure again: `cargo xtask algorithms --measure [ID…]`. Solved and nodes are the same on every machine.
";

fn heading(family: Family) -> &'static str {
    match family {
        Family::Exact => "Exact solvers",
        Family::Tree => "Tree and graph search",
        Family::Local => "Local search",
        Family::Sampling => "Sampling",
        Family::Outside => "Programs from outside",
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
        let drawn = parameter.scale.map(|scale| format!("; `tune` draws it {scale}"));
        let text = format!(
            "{}, default `{}`: {}{}",
            parameter.kind,
            parameter.default,
            parameter.help,
            drawn.unwrap_or_default()
        );
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
        "with a solution or a proof that the puzzle is unsolvable"
    } else {
        "possibly without an answer, or never: limited to 10 s per run unless a limit is set"
    };
    let random =
        if entry.deterministic { "draws no random numbers" } else { "random, seeded by `--seed`" };
    item("ends", &format!("{end}; {random}"));
    item("measured", &measured.map_or("not yet".into(), |row| result(row, say_when)));
}

/// Returns the boards that an algorithm supports.
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
    let wrong = if row.wrong > 0 { format!(", {} wrong claims", row.wrong) } else { String::new() };
    let mut text = format!(
        "{} of {} solved within {} nodes ({} of {} beyond propagation){wrong}",
        row.solved,
        row.runs,
        Space::Narrow.count(row.node_limit),
        row.beyond_singles_solved,
        row.beyond_singles_runs,
    );
    if let (Some(nodes), Some(time)) = (row.nodes_median, row.cpu_seconds_median) {
        let _ = write!(text, "; median {} nodes, {}", Space::Narrow.mean(nodes), seconds(time));
    }
    if say_when {
        let _ = write!(text, " ({})", row.measured);
    }
    text
}

fn seconds(seconds: f64) -> String {
    Space::Narrow.seconds(seconds)
}

/// Escapes text for a cell of a table.
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
