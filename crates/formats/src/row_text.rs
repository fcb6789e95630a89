//! The text of a row without what people and programs put around it and into it.
//!
//! Each replacement is a character for a character, so that columns in errors stay what they are; only
//! characters that are not seen vanish.

use std::borrow::Cow;

use quadrille_core::BoxShape;

use super::lookalike::as_seen;
use super::row::bar_length;
use super::symbol::{UNUSUAL_FILLERS, is_empty_cell, parts_cells};

/// The line with the usual symbols: `.` for empty cells that have another sign, blanks for quotes
/// around a row of a program, and square brackets for braces.
pub(super) fn cleaned(line: &[u8]) -> Cow<'_, [u8]> {
    let line = in_ascii(line);
    match without_quotes(&line) {
        Some(text) => Cow::Owned(with_usual_symbols(&text).into_owned()),
        None => match line {
            Cow::Borrowed(line) => with_usual_symbols(line),
            Cow::Owned(line) => Cow::Owned(with_usual_symbols(&line).into_owned()),
        },
    }
}

/// The line with `.` for empty cells, if it has `x`, `o` or `?` for all of them.
pub(super) fn with_usual_symbols(line: &[u8]) -> Cow<'_, [u8]> {
    let is_filler = |byte: &u8| UNUSUAL_FILLERS.contains(byte);
    let Some(&filler) = line.iter().find(|byte| is_filler(byte)) else { return line.into() };
    let (mut at, mut symbols) = (0, 0);
    while at < line.len() {
        let byte = line[at];
        if let Some(length) = bar_length(&line[at..]) {
            at += length;
            continue;
        }
        if matches!(byte, b'1'..=b'9') || byte == filler {
            symbols += 1;
        } else if !parts_cells(byte) {
            return line.into();
        }
        at += 1;
    }
    if symbols < BoxShape::MIN_SIDE {
        return line.into();
    }
    line.iter().map(|&byte| if byte == filler { b'.' } else { byte }).collect()
}

/// The line with the usual characters for those that look like them.
pub(super) fn in_ascii(line: &[u8]) -> Cow<'_, [u8]> {
    as_seen(line).map_or(Cow::Borrowed(line), |text| text.into_bytes().into())
}

/// The line without the quotes, braces and continuation of a row in a program, or the `>` of a row
/// in a quoted mail; `None` if it is none of these.
fn without_quotes(line: &[u8]) -> Option<Vec<u8>> {
    let is_mark = |byte: &u8| b"\"'{}>".contains(byte);
    let is_cell = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let text = line.trim_ascii();
    // Borders have no cells.
    if !line.iter().any(is_mark) || !line.iter().any(is_cell) && !text.starts_with(b">") {
        return None;
    }
    // JSON has a format of its own.
    if text.starts_with(b"[") && text.contains(&b'"') {
        return None;
    }
    let start = line.len() - line.trim_ascii_start().len();
    let quoted = start + text.iter().take_while(|byte| **byte == b'>').count();
    let has_quotes = text.iter().any(|byte| b"\"'".contains(byte));
    let closing = line.iter().rposition(|byte| b"\"'".contains(byte)).unwrap_or(line.len());
    let clean = line.iter().enumerate().map(|(at, &byte)| match byte {
        b'>' if at < quoted => Some(b' '),
        b'"' | b'\'' => Some(b' '),
        b'{' => Some(b'['),
        b'}' => Some(b']'),
        // What continues a string on the next line.
        b'+' | b'\\' if has_quotes && at > closing => Some(b' '),
        b'|' | b'?' | b'x' | b'X' => Some(byte),
        _ if parts_cells(byte) || is_empty_cell(byte) => Some(byte),
        _ if byte.is_ascii_digit() || byte.is_ascii_uppercase() => Some(byte),
        _ => None,
    });
    clean.collect()
}
