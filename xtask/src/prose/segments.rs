//! Finds the prose of source files: comments, strings, Markdown without code.

use std::path::Path;

/// What a file is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// Comments and strings.
    Rust,
    /// Comments and strings.
    Python,
    /// Comments.
    TypeScript,
    /// Comments and strings.
    Catalogue,
    /// Everything but code.
    Markdown,
    /// Everything.
    Text,
}

impl Language {
    /// Returns the language of a file; `None` if it has no prose that is checked.
    pub(super) fn of(file: &Path) -> Option<Self> {
        let name = file.file_name()?.to_str()?;
        Some(match file.extension()?.to_str()? {
            "rs" => Self::Rust,
            "py" | "pyi" => Self::Python,
            "md" => Self::Markdown,
            "ts" | "tsx" if name == "fr.ts" || name.ends_with(".fr.ts") => return None,
            "ts" if name == "en.ts" || name.ends_with(".en.ts") => Self::Catalogue,
            "ts" | "tsx" => Self::TypeScript,
            "txt" if name == "en.txt" || file.parent()?.ends_with("help") => Self::Text,
            "tsv" if name == "hints.tsv" => Self::Text,
            _ => return None,
        })
    }

    fn has_strings(self) -> bool {
        matches!(self, Self::Rust | Self::Python | Self::Catalogue)
    }

    fn line_comment(self) -> &'static str {
        if self == Self::Python { "#" } else { "//" }
    }

    fn quotes(self) -> &'static [&'static str] {
        match self {
            Self::Rust => &["\""],
            Self::Python => &["\"\"\"", "'''", "\"", "'"],
            _ => &["\"", "'", "`"],
        }
    }
}

/// A line of prose, or a part of one, and its number from 1.
pub(super) struct Piece {
    pub(super) line: usize,
    pub(super) text: String,
}

/// Returns the texts of a file, each as its lines. Comments on consecutive lines are one text.
pub(super) fn segments(text: &str, language: Language) -> Vec<Vec<Piece>> {
    match language {
        Language::Markdown => markdown(text),
        Language::Text => vec![lines(text, 1)],
        _ => source(text, language),
    }
}

fn lines(text: &str, from: usize) -> Vec<Piece> {
    let piece = |(index, line): (usize, &str)| Piece { line: from + index, text: line.to_owned() };
    text.lines().enumerate().map(piece).collect()
}

fn markdown(text: &str) -> Vec<Vec<Piece>> {
    let mut found = vec![Vec::new()];
    let mut is_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if line.trim().is_empty() {
            found.push(Vec::new());
        } else if !is_code && let Some(paragraph) = found.last_mut() {
            paragraph.push(Piece { line: index + 1, text: line.to_owned() });
        }
    }
    found
}

fn source(text: &str, language: Language) -> Vec<Vec<Piece>> {
    let mut found: Vec<Vec<Piece>> = Vec::new();
    // The line after the comment that was found last, which a comment there continues.
    let mut next_line = 0;
    let (mut at, mut line) = (0, 1);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if rest.starts_with(language.line_comment()) {
            let length = rest.find('\n').unwrap_or(rest.len());
            let comment = rest[..length].trim_start_matches(['/', '!', '#']);
            // An empty line ends a sentence.
            let comment = if comment.trim().is_empty() { "." } else { comment };
            let piece = Piece { line, text: comment.to_owned() };
            match found.last_mut() {
                Some(pieces) if next_line == line => pieces.push(piece),
                _ => found.push(vec![piece]),
            }
            next_line = line + 1;
            length
        } else if language != Language::Python && rest.starts_with("/*") {
            let length = rest.find("*/").map_or(rest.len(), |end| end + 2);
            let comment = rest[..length].replace(['*', '/'], " ");
            found.push(lines(&comment, line));
            length
        } else if language == Language::Rust && first == '\'' {
            character(rest)
        } else if let Some((open, close, is_raw)) = string(rest, language) {
            let length = open + end_of_string(&rest[open..], &close, is_raw, language);
            if language.has_strings() {
                let inner = &rest[open..length];
                let inner = inner.strip_suffix(close.as_str()).unwrap_or(inner);
                // Escapes, and the line breaks that one of them hides.
                let inner = if is_raw { inner.to_owned() } else { inner.replace("\\n", " . ") };
                found.push(lines(&inner.replace('\\', " "), line));
            }
            length
        } else if matches!(language, Language::TypeScript | Language::Catalogue) && first == '/' {
            regular_expression(text, at)
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        line += text[at..at + length].matches('\n').count();
        at += length;
    }
    found
}

/// Returns the length of a character literal, or 1 for the quote of a lifetime.
fn character(rest: &str) -> usize {
    let mut inner = rest.char_indices().skip(1);
    match inner.next() {
        Some((_, '\\')) => {
            inner.next();
            inner.find(|&(_, c)| c == '\'').map_or(1, |(end, _)| end + 1)
        }
        Some(_) => match inner.next() {
            Some((end, '\'')) => end + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// Returns the length of what opens a string, what closes it, and whether it has no escapes; `None` if
/// no string begins here.
fn string(rest: &str, language: Language) -> Option<(usize, String, bool)> {
    if language == Language::Rust {
        let after = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r')).unwrap_or("");
        let hashes = after.len() - after.trim_start_matches('#').len();
        if after[hashes..].starts_with('"') {
            let open = rest.len() - after.len() + hashes + 1;
            return Some((open, format!("\"{}", "#".repeat(hashes)), true));
        }
    }
    let quote = language.quotes().iter().find(|quote| rest.starts_with(**quote))?;
    Some((quote.len(), (*quote).to_owned(), false))
}

/// Returns where a string ends, what closes it included.
fn end_of_string(inner: &str, close: &str, is_raw: bool, language: Language) -> usize {
    // A quote that is no string, as in the text of a page, does not reach beyond its line.
    let is_short = language != Language::Rust && close.len() == 1 && close != "`";
    let mut at = 0;
    while let Some(c) = inner[at..].chars().next() {
        if inner[at..].starts_with(close) {
            return at + close.len();
        }
        if is_short && c == '\n' {
            return at;
        }
        at += c.len_utf8();
        if c == '\\' && !is_raw {
            at += inner[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    inner.len()
}

/// Returns the length of a regular expression, or 1 for a slash that divides or closes an element.
fn regular_expression(text: &str, at: usize) -> usize {
    let before = text[..at].trim_end_matches([' ', '\n']).chars().next_back();
    if !before.is_none_or(|c| "(,=:[!&|?;".contains(c)) {
        return 1;
    }
    let rest = &text[at + 1..];
    let end = end_of_string(rest, "/", false, Language::TypeScript);
    if rest[..end].ends_with('/') { end + 1 } else { 1 }
}
