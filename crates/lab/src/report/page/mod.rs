//! The HTML page: one file with everything in it, for light and dark screens and for paper.
//!
//! It shows no mean over runs that a limit ended: medians count unsolved runs as longer than any, and
//! curves end where limits ended runs.

mod columns;
mod configurations;
mod costs;
mod curves;
mod features;
mod files;
mod filter;
mod pairs;
mod puzzles;
mod ranking;
mod results;
mod setup;

use std::time::{Duration, UNIX_EPOCH};

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use super::best::{Best, ranked};
use super::by_puzzle::{ByPuzzle, Pair, SuccessPair, compare_pairs, compare_success, noise_floors};
use super::figures::{Space, plural};
use super::measure::Measure;
use super::{Ranking, SummaryRow, summarize};
use quadrille_core::printable;

use crate::experiment::Table;
use crate::experiment::log::Header;

pub use files::ReportFile;

/// What the page says about an experiment besides its results.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The command.
    pub command: String,
    /// Name and version of the program.
    pub version: String,
    /// Date and time of the start.
    pub date: String,
    /// Processor and operating system.
    pub machine: String,
    /// The same of all machines, if there are several. Their times are not comparable.
    pub machines: Vec<String>,
    /// Threads that ran trials.
    pub threads: usize,
    /// Errors of the input lines that were not puzzles.
    pub bad_lines: Vec<String>,
    /// The files beside the page that it links to.
    pub files: Vec<ReportFile>,
}

impl About {
    /// Returns what the header of a log says.
    ///
    /// ```
    #[doc = include_str!("../../experiment/example.txt")]
    /// use quadrille_lab::experiment::log::Header;
    /// use quadrille_lab::report::About;
    ///
    /// let header =
    ///     Header { command: "quadrille compare".to_owned(), ..Header::of(&experiment, 0) };
    /// assert_eq!(About::of_log(&header, Vec::new()).command, "quadrille compare");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_log(header: &Header, bad_lines: Vec<String>) -> Self {
        let started = UNIX_EPOCH + Duration::from_secs(header.started_seconds);
        Self {
            command: header.command.clone(),
            version: header.version.clone(),
            date: humantime::format_rfc3339_seconds(started).to_string().replace('T', " "),
            machine: header.machine.clone(),
            machines: Vec::new(),
            threads: header.threads,
            bad_lines,
            files: Vec::new(),
        }
    }

    /// Adds the machines that ran the experiment.
    pub fn with_machines(mut self, machines: impl IntoIterator<Item = String>) -> Self {
        self.machines = machines.into_iter().collect();
        if self.machines.len() < 2 {
            self.machines.clear();
        }
        self
    }
}

const SPACE: Space = Space::Narrow;

/// Returns the page of a table, whose summary is `summary`.
///
/// ```
#[doc = include_str!("../../experiment/example.txt")]
/// use quadrille_lab::report::{About, html_page, summarize};
///
/// let page = html_page(&table, &summarize(&table), &About::default());
/// assert!(page.contains("exact-cover"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn html_page(table: &Table, summary: &[SummaryRow], about: &About) -> String {
    let by_time = ByPuzzle::of(table, Measure::CpuSeconds);
    // Costs tell nothing where propagation alone solves a puzzle.
    let costs = summarize(&table.only_compared());
    let evidence = Evidence::of(table);
    let (order, best) = (ranked(summary), Best::of(table, &costs));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
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
                    (filter::filter(table))
                    (results::section(table, summary, &costs, &evidence, &order))
                    (ranking::section(table, &evidence))
                    (files::links(&about.files))
                    (curves::section(table, &by_time))
                    (costs::section(table, &costs, &order, &best))
                    (puzzles::section(table, &by_time, &order))
                    (features::section(table, &by_time, &order))
                    (pairs::section(table, &evidence, &order))
                    (configurations::section(table))
                    (setup::section(table, about))
                }
                footer { (about.version) " · " (about.date) }
                script type="application/json" id="summary" { (json(summary)) }
                script { (PreEscaped(include_str!("script.js"))) }
            }
        }
    };
    // What others chose is anywhere on the page: sources, bad lines, the command, the machine.
    printable::lines(&page.into_string()).into_owned()
}

/// What tells configurations apart.
struct Evidence {
    times: Vec<Pair>,
    nodes: Vec<Pair>,
    success: Vec<SuccessPair>,
    /// The noise floors of each configuration against itself, by time and by nodes.
    floors: [Vec<Option<f64>>; 2],
    /// By time.
    ranking: Ranking,
}

impl Evidence {
    fn of(table: &Table) -> Self {
        let times = compare_pairs(table, Measure::CpuSeconds);
        Self {
            ranking: Ranking::of(table, Measure::CpuSeconds, &times),
            times,
            nodes: compare_pairs(table, Measure::Nodes),
            success: compare_success(table),
            floors: [Measure::CpuSeconds, Measure::Nodes]
                .map(|measure| noise_floors(table, measure)),
        }
    }
}

/// What the page may load and run: its own style, script and icon, by the SHA-256 of their text.
/// The content security policy of the page, which allows only its own style and script.
pub const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; \
                      style-src 'sha256-LKnSbZbbqkyxqw/VjLswRVTww/KROZHhufoWri2e50A='; \
                      script-src 'sha256-4m6tjthQhvhgar7Nl7hvJkt69I1639Mx43esJkbxrEg='";

const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E%3Cpath fill='%232b5fc0' d='M0 0h9v9H0z'/%3E%3Cpath stroke='white' stroke-width='.6' d='M3 0v9M6 0v9M0 3h9M0 6h9'/%3E%3C/svg%3E";

fn head(table: &Table, about: &About) -> Markup {
    let count = |number: usize, word: &str| plural(SPACE, number as u64, word);
    html! {
        header {
            div.inner {
                p.kicker { "Quadrille · comparison" }
                h1 { "Search algorithms on Sudoku" }
                p.lead {
                    (count(table.configurations.len(), "configuration")) " on "
                    (count(table.instances.len(), "puzzle")) ", "
                    (count(table.rows.len(), "run")) " in all; " (setup::limits(table)) "."
                }
                nav aria-label="Sections" {
                    a href="#results" { "Results" }
                    @if table.configurations.len() > 1 { a href="#ranking" { "Ranking" } }
                    a href="#curves" { "Curves" }
                    a href="#costs" { "Costs" }
                    a href="#puzzles" { "Puzzles" }
                    @if features::any(table) { a href="#features" { "Features" } }
                    @if table.configurations.len() > 1 { a href="#pairs" { "Pairs" } }
                    a href="#configurations" { "Configurations" }
                    a href="#setup" { "What was run" }
                }
                @if table.is_partial() {
                    p.warning role="note" {
                        "The experiment is incomplete: " (SPACE.count(table.rows.len() as u64))
                        " of " (SPACE.count(table.planned)) " runs are done, and this page covers those."
                    }
                }
                @if !about.machines.is_empty() {
                    p.warning role="note" {
                        "The runs were made on " a href="#setup" { (count(about.machines.len(), "machine")) }
                        ", so times on one puzzle are not comparable with those on another."
                    }
                }
                @if !about.bad_lines.is_empty() {
                    p.warning role="note" {
                        a href="#bad-lines" { (count(about.bad_lines.len(), "input line")) }
                        " could not be read and " (if about.bad_lines.len() == 1 { "was" } else { "were" }) " ignored."
                    }
                }
            }
        }
    }
}

/// Returns data for the script element around it.
fn json(data: &(impl Serialize + ?Sized)) -> Markup {
    PreEscaped(embedded(data))
}

/// Returns JSON that is safe inside a script element, with hidden characters escaped.
fn embedded(data: &(impl Serialize + ?Sized)) -> String {
    let text = serde_json::to_string(data).expect("summaries are valid JSON");
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '<' || printable::is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                safe += &format!("\\u{unit:04x}");
            }
        } else {
            safe.push(c);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, Engine};
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn embedded_json_stays_json() {
        let text = "<\u{7f}\u{202e}\u{e0041}\n";
        let json = embedded(text);
        assert_eq!(json, r#""\u003c\u007f\u202e\udb40\udc41\n""#);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    #[test]
    fn script_and_style_are_printable() {
        for text in [include_str!("script.js"), include_str!("style.css")] {
            assert_eq!(printable::lines(text), text);
        }
    }

    #[test]
    fn the_policy_has_the_hashes_of_script_and_style() {
        for (name, text) in
            [("style", include_str!("style.css")), ("script", include_str!("script.js"))]
        {
            let hash = BASE64_STANDARD.encode(Sha256::digest(text));
            let expected = format!("{name}-src 'sha256-{hash}'");
            assert!(POLICY.contains(&expected), "the policy lacks {expected}");
        }
    }
}
