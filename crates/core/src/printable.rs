//! Text from elsewhere, safe to print.
//!
//! File names, names of players, what a bot says and the fields of a log come from untrusted sources.
//! Printed as they are, they can clear a terminal, forge a line of output or show their characters in
//! another order.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write;

/// Returns text for one line, in which every character that cannot be seen is escaped like in a Rust
/// string: `\n`, `\t`, `\u{1b}`, `\u{202e}`.
///
/// Escaped are control characters, line and paragraph separators, and characters that are invisible
/// or change the direction of text. Everything else stays, so the result of a second call is the
/// same. Backslashes are not doubled: the result is for people.
///
/// ```
/// use quadrille_core::printable;
/// assert_eq!(printable::line("a\u{1b}[2J\u{202e}b\n"), r"a\u{1b}[2J\u{202e}b\n");
/// assert_eq!(printable::line("größer – 数独"), "größer – 数独");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// Returns text of several lines: like [`line()`], but newlines stay.
///
/// ```
/// use quadrille_core::printable;
/// assert_eq!(printable::lines("one\ntwo\t"), "one\ntwo\\t");
/// ```
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && is_hidden(c))
}

/// Returns a name of the system as text, in which bytes that are not Unicode are written `\xFF`.
/// Otherwise it is unchanged, and must be [made printable](line()) where it is shown.
///
/// ```
/// use std::ffi::OsStr;
///
/// use quadrille_core::printable;
/// assert_eq!(printable::os_text(OsStr::new("größer.txt")), "größer.txt");
/// ```
pub fn os_text(name: &OsStr) -> Cow<'_, str> {
    if let Some(text) = name.to_str() {
        return text.into();
    }
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text += chunk.valid();
        for byte in chunk.invalid() {
            write!(text, "\\x{byte:02X}").expect("a string takes all text");
        }
    }
    text.into()
}

/// Whether a character is not seen where it is printed, or changes how others are shown.
///
/// ```
/// use quadrille_core::printable;
/// assert!(printable::is_hidden('\u{202e}') && !printable::is_hidden('ß'));
/// ```
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' // soft hyphen
                | '\u{34f}' // combining grapheme joiner
                | '\u{61c}' // Arabic letter mark
                | '\u{115f}'..='\u{1160}' // Hangul fillers
                | '\u{17b4}'..='\u{17b5}' // Khmer inherent vowels
                | '\u{180b}'..='\u{180f}' // Mongolian selectors and vowel separator
                | '\u{200b}'..='\u{200f}' // zero width, and marks of direction
                | '\u{2028}'..='\u{202e}' // separators, embeddings and overrides
                | '\u{2060}'..='\u{206f}' // joiners, invisible operators and isolates
                | '\u{3164}' // Hangul filler
                | '\u{fe00}'..='\u{fe0f}' // variation selectors
                | '\u{feff}' // byte order mark
                | '\u{ffa0}' // halfwidth Hangul filler
                | '\u{fff0}'..='\u{fffb}' // interlinear annotations
                | '\u{13430}'..='\u{1343f}' // Egyptian format controls
                | '\u{1bca0}'..='\u{1bca3}' // shorthand format controls
                | '\u{1d173}'..='\u{1d17a}' // musical format controls
                | '\u{e0000}'..='\u{e0fff}' // tags and variation selectors
        )
}

fn escaped(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~');
    if text.bytes().all(is_plain) || !text.contains(&is_hidden) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            c if !is_hidden(c) => escaped.push(c),
            '\n' => escaped += "\\n",
            '\r' => escaped += "\\r",
            '\t' => escaped += "\\t",
            c => escaped.extend(c.escape_unicode()),
        }
    }
    escaped.into()
}

/// Returns text with the characters escaped that have a meaning in XML and HTML, and without control
/// characters.
///
/// ```
/// use quadrille_core::printable;
/// assert_eq!(printable::markup("a < b & c"), "a &lt; b &amp; c");
/// ```
pub fn markup(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in line(text).chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no place for these two.
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped() {
        for (text, shown) in [
            ("\x1b]0;title\x07", r"\u{1b}]0;title\u{7}"),
            ("a\rb\tc\nd\0", r"a\rb\tc\nd\u{0}"),
            ("\u{7f}\u{9b}31m", r"\u{7f}\u{9b}31m"),
            ("\u{202e}txt\u{2069}\u{200b}\u{feff}", r"\u{202e}txt\u{2069}\u{200b}\u{feff}"),
            ("\u{ad}\u{2028}\u{e0041}\u{fe0f}", r"\u{ad}\u{2028}\u{e0041}\u{fe0f}"),
        ] {
            assert_eq!(line(text), shown);
            assert_eq!(line(shown), shown, "a second call changes nothing");
        }
        assert_eq!(lines("a\n\tb\r\n"), "a\n\\tb\\r\n");
    }

    #[test]
    fn visible_text_is_not_copied() {
        // With the narrow no-break space of numbers, and letters with marks.
        for text in ["", "puzzles.txt", "50\u{202f}297 µs – ±", "größer", "数独", "e\u{301}"]
        {
            assert!(matches!(line(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_unicode_show_their_bytes() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(os_text(OsStr::from_bytes(b"a\xff\xc3.txt")), r"a\xFF\xC3.txt");
        assert_eq!(os_text(OsStr::new("ü\n")), "ü\n");
    }
}
