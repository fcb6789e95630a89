//! Checks that pages for users claim no speed: docs/results.md has all of them, each with its date.

use std::fs;

use anyhow::{Result, ensure};

use super::{files, prose, results};

/// What may have measurements: the results, what was measured at its time, the page of algorithms,
/// which is generated from measurements, and that of commands, which is the help.
const EXCUSED: &[&str] = &[
    "docs/results.md",
    "docs/log/",
    "docs/adr/",
    "docs/reference/algorithms.md",
    "docs/reference/commands.md",
    "CHANGELOG.md",
];

pub(super) fn check() -> Result<()> {
    let mut claims = Vec::new();
    for path in files()? {
        let name = path.to_string_lossy().replace('\\', "/");
        let is_excused = EXCUSED.iter().any(|excused| name.starts_with(excused));
        let is_page = name.starts_with("docs/") && name.ends_with(".md");
        if is_excused || !(is_page || name.ends_with("README.md")) {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let text = results::without_table(&text);
        let found = prose(&text).filter(|(_, line)| is_claim(line));
        claims.extend(found.map(|(number, line)| format!("{name}:{number}: {line}")));
    }
    ensure!(
        claims.is_empty(),
        "speeds belong in docs/results.toml; link to docs/results.md instead:\n{}",
        claims.join("\n")
    );
    Ok(())
}

/// Whether a line has a number of things in a second, or a factor to another program.
fn is_claim(line: &str) -> bool {
    let follows_number = |at: usize, near: usize| {
        let before: Vec<char> = line[..at].chars().rev().take(near).collect();
        before.iter().any(char::is_ascii_digit)
    };
    let is_whole = |end: usize| !line[end..].starts_with(|c: char| c.is_alphanumeric());
    let per_second = line
        .match_indices("/s")
        .any(|(at, _)| is_whole(at + 2) && follows_number(at, 12) && !line[..at].ends_with("GB"));
    let in_words = [" a second", " per second"].iter().any(|words| {
        line.match_indices(words).any(|(at, _)| {
            is_whole(at + words.len()) && follows_number(at, 16) && !line[..at].ends_with("within")
        })
    });
    per_second || in_words || line.contains("x tdoku") || line.contains("times as fast")
}
