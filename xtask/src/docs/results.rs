//! The page of results and the table of the README, from docs/results.toml.

use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::{Args, Page};
use crate::measure::Occasion;

const DATA: &str = "docs/results.toml";
const README: &str = "README.md";
/// How a subject begins.
const BLOCK: &str = "[[subject]]\n";
/// The table in the README is between these lines.
const BEGIN: &str = "<!-- Made by `cargo xtask results`; do not edit. -->\n";
const END: &str = "<!-- End of the table. -->\n";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Results {
    highlight: Vec<Highlight>,
    subject: Vec<Subject>,
}

/// A row of the README's table: a cell of a subject.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Highlight {
    what: String,
    /// What the result is compared with.
    than: String,
    subject: String,
    row: String,
    column: String,
}

/// What was measured at one time with one command.
#[derive(Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Subject {
    title: String,
    date: String,
    cpu: String,
    commit: String,
    /// How the program was built, if not in the release profile.
    build: Option<String>,
    command: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    note: Option<String>,
    /// The file of the log with the whole story.
    log: String,
}

const HEAD: &str = "\
# Results

<!-- Made by `cargo xtask results` from docs/results.toml; do not edit. -->

The most recent measurement of each subject, with its date, processor, commit and command. No other page
claims a current speed. The [log](log/README.md) has earlier measurements, and what was tried and did not
help. Rates use the processor time of one thread unless stated otherwise, because the machines are shared
and wall time is misleading. Compare within a table: machines differ. Data sets named `17_clue`,
`ift3335_1000` and so on are public lists that are not part of this repository.

To update a subject, measure again, replace its entry in `docs/results.toml`, move what was there to a
file of the log, and run `cargo xtask results`.

## At a glance

";

/// Returns the page and the README.
pub(super) fn pages() -> Result<[Page; 2]> {
    let results: Results = toml::from_str(&fs::read_to_string(DATA)?).context(DATA)?;
    let glance = glance(&results)?;
    let mut text = format!("{HEAD}{glance}");
    for subject in &results.subject {
        section(&mut text, subject)?;
    }
    let readme = fs::read_to_string(README)?;
    let (before, _, after) = around_table(&readme).context("the README has no table of results")?;
    Ok([
        Page { path: "docs/results.md", text, made_by: "results" },
        Page { path: README, text: format!("{before}{glance}{after}"), made_by: "results" },
    ])
}

/// Puts what was measured now into the subject of that title, and makes the pages. Its other parts, such as
/// the note, stay as they are.
pub(crate) fn measured(
    title: &str,
    occasion: &Occasion,
    command: &str,
    rows: Vec<Vec<String>>,
) -> Result<()> {
    let text = fs::read_to_string(DATA)?;
    let results: Results = toml::from_str(&text).context(DATA)?;
    let missing = || format!("{DATA} has no subject `{title}`");
    let subject = results.subject.iter().find(|s| s.title == title).with_context(missing)?;
    let subject = Subject {
        date: occasion.day.clone(),
        cpu: occasion.machine.clone(),
        commit: occasion.commit.clone(),
        command: format!("{command}\n"),
        rows,
        ..subject.clone()
    };
    let head = format!("{BLOCK}title = {}\n", toml::Value::from(title));
    let start = text.find(&head).with_context(missing)?;
    let rest = &text[start + BLOCK.len()..];
    let after = rest.find("\n[[").map_or("", |at| &rest[at..]);
    fs::write(DATA, format!("{}{BLOCK}{}{after}", &text[..start], block(&subject)?))?;
    super::results(&Args { check: false })
}

/// Writes a subject as the others in the file are: a row a line.
fn block(subject: &Subject) -> Result<String> {
    let mut text = toml::to_string(&Subject { rows: Vec::new(), ..subject.clone() })?;
    let rows: Vec<String> = subject
        .rows
        .iter()
        .map(|row| format!("    {},\n", toml::Value::from(row.clone())))
        .collect();
    text = text.replace("rows = []", &format!("rows = [\n{}]", rows.concat()));
    Ok(text)
}

/// Returns a text without the generated table, if it has one.
pub(super) fn without_table(text: &str) -> String {
    match around_table(text) {
        Some((before, _, after)) => format!("{before}{after}"),
        None => text.to_owned(),
    }
}

/// Splits a text before and after the generated table.
fn around_table(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.find(BEGIN)? + BEGIN.len();
    let end = start + text[start..].find(END)?;
    Some((&text[..start], &text[start..end], &text[end..]))
}

fn glance(results: &Results) -> Result<String> {
    let mut text = String::from("| what | result | measured |\n|---|--:|---|\n");
    for Highlight { what, than, subject, row, column } in &results.highlight {
        let missing = || format!("{DATA}: the highlight `{what}` has no cell");
        let subject = results.subject.iter().find(|s| s.title == *subject).with_context(missing)?;
        let at = subject.columns.iter().position(|c| c == column).with_context(missing)?;
        let row = subject.rows.iter().find(|cells| cells[0] == *row).with_context(missing)?;
        let cell = &row[at];
        let (date, cpu) = (&subject.date, short(&subject.cpu));
        writeln!(text, "| {what} | {cell} {than} | {date}, {cpu} |")?;
    }
    Ok(text)
}

/// Returns the name of a processor without the details.
fn short(cpu: &str) -> &str {
    cpu.split(',').next().unwrap_or(cpu)
}

fn section(text: &mut String, subject: &Subject) -> Result<()> {
    let Subject { title, date, cpu, commit, build, command, columns, rows, note, log } = subject;
    let build = build.as_deref().unwrap_or("release profile");
    writeln!(text, "\n## {title}\n\n{date}, {cpu}, commit {commit}, {build} ([log]({log})).\n")?;
    writeln!(text, "```sh\n{}\n```\n", command.trim())?;
    writeln!(text, "| {} |\n|---|{}", columns.join(" | "), "--:|".repeat(columns.len() - 1))?;
    for row in rows {
        ensure!(row.len() == columns.len(), "{DATA}: {title}: a row of {} cells", row.len());
        writeln!(text, "| {} |", row.join(" | "))?;
    }
    if let Some(note) = note {
        writeln!(text, "\n{}", note.trim())?;
    }
    Ok(())
}
