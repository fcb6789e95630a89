//! The page: one file with everything in it, for light and dark screens and for paper.
//!
//! It never shows a mean over runs that a limit ended: medians count unsolved runs as longer than
//! any, curves end where limits did.

mod methods;
mod results;
mod setup;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::figures::{Space, plural};
use super::plot::{Curve, steps_plot};
use super::summary::observations;
use super::{SummaryRow, summarize};
use crate::experiment::{Row, Table};
use crate::stats::Survival;

/// What the shell knows of an experiment and the page repeats.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The command that was given.
    pub command: String,
    /// Name and version of the program.
    pub version: String,
    /// When it was run.
    pub date: String,
    /// The machine: processor, system.
    pub machine: String,
    /// Threads that ran trials.
    pub threads: usize,
    /// Lines of the inputs that were no puzzles, each with its place and what is wrong.
    pub bad_lines: Vec<String>,
}

const SPACE: Space = Space::Narrow;

/// The page of a table.
pub fn html_page(table: &Table, about: &About) -> String {
    let summary = summarize(table);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(about.version);
                // An icon of its own, so that no browser asks a server for one.
                link rel="icon" href=(ICON);
                title { "Search algorithms on Sudoku · Quadrille" }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                (head(table, about))
                main {
                    (results::section(table, &summary))
                    (curves(table))
                    (methods::section(table))
                    (setup::section(table, about))
                }
                footer { (about.version) " · " (about.date) }
                script type="application/json" id="summary" { (PreEscaped(json(&summary))) }
                script { (PreEscaped(include_str!("script.js"))) }
            }
        }
    };
    page.into_string()
}

const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E%3Cpath fill='%232b5fc0' d='M0 0h9v9H0z'/%3E%3Cpath stroke='white' stroke-width='.6' d='M3 0v9M6 0v9M0 3h9M0 6h9'/%3E%3C/svg%3E";

fn head(table: &Table, about: &About) -> Markup {
    let count = |number: usize, word: &str| plural(SPACE, number as u64, word);
    html! {
        header {
            div.inner {
                p.kicker { "Quadrille · comparison" }
                h1 { "Search algorithms on Sudoku" }
                p.lead {
                    (count(table.subjects.len(), "method")) " on "
                    (count(table.instances.len(), "puzzle")) ", "
                    (count(table.rows.len(), "run")) " in all; " (setup::limits(table)) "."
                }
                @if table.is_partial() {
                    p.warning role="note" {
                        "The experiment is not complete: " (SPACE.count(table.rows.len() as u64))
                        " of " (SPACE.count(table.planned)) " runs are done. What follows covers those."
                    }
                }
                @if !about.bad_lines.is_empty() {
                    p.warning role="note" {
                        a href="#bad-lines" { (count(about.bad_lines.len(), "input line")) }
                        " could not be read and were left out."
                    }
                }
            }
        }
    }
}

fn curves(table: &Table) -> Markup {
    let of = |length: fn(&Row) -> f64| -> Vec<Curve> {
        (0..table.subjects.len())
            .map(|number| Curve {
                name: table.subjects[number].name.clone(),
                number,
                survival: Survival::of(observations(
                    table.of_subject(number).filter(|row| row.counts()),
                    length,
                )),
            })
            .filter(|curve| curve.survival.runs > 0)
            .collect()
    };
    html! {
        section #curves {
            h2 { "How far a budget goes" }
            p {
                "The share of its runs that a method has solved within so many nodes, or so much time. "
                "Further to the left is cheaper, further up is more. An open ring marks the place where the last "
                "run met its limit: nothing is known beyond it, and where the line is faint, limits had ended "
                "some runs already, so that it could only be higher. A line without a ring goes on as drawn: "
                "all its runs ended by themselves."
            }
            figure {
                div.wide {
                    (steps_plot(of(|row| row.nodes as f64), "Runs solved within so many nodes", "nodes", 1.0, |value| SPACE.count(value as u64)))
                }
                figcaption {
                    "By nodes. What a node is differs from family to family (see " a href="#methods" { "the methods" }
                    "), so compare nodes only among methods that count the same."
                }
            }
            figure {
                div.wide {
                    (steps_plot(of(|row| row.cpu_seconds), "Runs solved within so much processor time", "processor time of a run", 1e-9, |value| SPACE.seconds_short(value)))
                }
                figcaption { "By processor time, on the machine named below. This comparison is fair across families, and less exact." }
            }
        }
    }
}

/// JSON that can stand inside a script element.
fn json(summary: &[SummaryRow]) -> String {
    serde_json::to_string(summary)
        .expect("a summary has only numbers and texts")
        .replace('<', "\\u003c")
}
