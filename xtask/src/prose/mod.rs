//! Checks the words of comments, messages, help and docs against `phrases.txt`, which has for each
//! phrase what to write instead.
//!
//! Rust and Python are read with their comments and strings, TypeScript with its comments and the
//! English catalogues of messages, Markdown without code.

mod segments;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use segments::{Language, Piece, segments};

/// What is written instead of which phrase.
const PHRASES: &str = include_str!("phrases.txt");

/// Folders and files that are read.
const READ: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "README.md",
    "SECURITY.md",
    "crates",
    "deploy",
    "docs",
    "fuzz",
    "web/src",
    "xtask",
];

/// Folders and files that are not read, and why.
const NOT_READ: &[(&str, &str)] = &[
    ("crates/formats/src/sdk.rs", "quotes the documentation of SudoCue"),
    ("crates/server/assets", "built from web/src"),
    ("crates/logic/src/text/fr.txt", "French"),
    ("docs/adr", "decisions are superseded, never edited"),
    ("docs/reference/techniques.fr.md", "French"),
    ("xtask/src/prose/phrases.txt", "the phrases themselves"),
];

/// A phrase that is not used.
struct Phrase {
    words: Vec<String>,
    instead: String,
}

/// A word, or a character between words that ends a phrase, and its line.
struct Token {
    line: usize,
    word: String,
}

/// Checks that no phrase of the list occurs.
pub(crate) fn check() -> Result<()> {
    let found = hits()?;
    ensure!(
        found.is_empty(),
        "{}\n{} phrases to reword; xtask/src/prose/phrases.txt has the list",
        found.join("\n"),
        found.len()
    );
    Ok(())
}

/// Prints the phrases that occur.
pub(crate) fn run() -> Result<()> {
    let found = hits()?;
    for hit in &found {
        println!("{hit}");
    }
    println!("{} phrases to reword", found.len());
    Ok(())
}

/// Returns a line for each phrase that occurs.
fn hits() -> Result<Vec<String>> {
    let phrases = phrases()?;
    let mut found = Vec::new();
    for path in READ {
        for file in files(Path::new(path))? {
            let Some(language) = Language::of(&file) else { continue };
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            for pieces in segments(&text, language) {
                let tokens = tokens(&pieces);
                for start in 0..tokens.len() {
                    let with_word = phrases.get(&tokens[start].word).into_iter().flatten();
                    for phrase in with_word.filter(|phrase| phrase.is_at(&tokens[start..])) {
                        found.push(format!(
                            "{}:{}: `{}`; write: {}",
                            file.display(),
                            tokens[start].line,
                            phrase.words.join(" "),
                            phrase.instead
                        ));
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Returns the phrases by their first words.
fn phrases() -> Result<BTreeMap<String, Vec<Phrase>>> {
    let mut found: BTreeMap<String, Vec<Phrase>> = BTreeMap::new();
    for line in PHRASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (alternatives, instead) = line.split_once(" → ").context("a line without advice")?;
        for phrase in alternatives.split(" | ") {
            let words: Vec<String> = phrase.split_whitespace().map(str::to_lowercase).collect();
            let first = words.first().context("a phrase without words")?.clone();
            found.entry(first).or_default().push(Phrase { words, instead: instead.to_owned() });
        }
    }
    Ok(found)
}

impl Phrase {
    fn is_at(&self, tokens: &[Token]) -> bool {
        let is_word = |pattern: &str, word: &str| {
            if pattern == "*" { word.starts_with(char::is_alphanumeric) } else { pattern == word }
        };
        tokens.len() >= self.words.len()
            && self.words.iter().zip(tokens).all(|(pattern, token)| is_word(pattern, &token.word))
    }
}

/// Returns the words of a segment in lower case, and the characters between them. Code in backticks
/// and what stands in braces is one character.
fn tokens(pieces: &[Piece]) -> Vec<Token> {
    let mut found = Vec::new();
    for Piece { line, text } in pieces {
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '`' => rest[1..].find('`').map_or(1, |end| end + 2),
                '{' => rest.find('}').map_or(1, |end| end + 1),
                _ if is_of_word(first) => rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            let word = if is_of_word(first) { rest[..length].to_lowercase() } else { first.into() };
            if !first.is_whitespace() {
                found.push(Token { line: *line, word });
            }
            rest = &rest[length..];
        }
    }
    found
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\'' | '-')
}

/// Returns the files of a folder that are read, sorted; a file itself.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if NOT_READ.iter().any(|(not_read, _)| path == Path::new(not_read)) {
        return Ok(Vec::new());
    }
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path)? {
        entries.push(entry?.path());
    }
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        let is_built = entry.ends_with("target") || entry.ends_with("node_modules");
        if !is_built {
            found.extend(files(&entry)?);
        }
    }
    Ok(found)
}
