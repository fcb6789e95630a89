//! JSON that is safe to print.

use std::io::{self, Write};

use quadrille_engine::printable;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Writes a value like `serde_json`, but with hidden characters in strings as `\u202e`. That is the
/// same JSON, and a terminal shows it as it is.
pub(crate) fn to_writer(out: impl Write, value: &impl Serialize) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Printable))
}

/// Escapes hidden characters.
struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        write_fragment(writer, fragment)
    }
}

/// Writes a part of a string in which `serde_json` has nothing to escape.
pub(crate) fn write_fragment<W: ?Sized + Write>(writer: &mut W, fragment: &str) -> io::Result<()> {
    // Without an early exit this compiles to vector code.
    if fragment.bytes().fold(true, |all, byte| all & matches!(byte, b' '..=b'~')) {
        return writer.write_all(fragment.as_bytes());
    }
    let mut from = 0;
    for (at, c) in fragment.char_indices().filter(|(_, c)| printable::is_hidden(*c)) {
        writer.write_all(&fragment.as_bytes()[from..at])?;
        for unit in c.encode_utf16(&mut [0; 2]) {
            write!(writer, "\\u{unit:04x}")?;
        }
        from = at + c.len_utf8();
    }
    writer.write_all(&fragment.as_bytes()[from..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_the_value_stays() {
        let text = "a\u{1b}[2J\n\"\u{7f}\u{9b}\u{202e}größer\u{e0041}数独\\";
        let mut json = Vec::new();
        to_writer(&mut json, &[text]).unwrap();
        let json = String::from_utf8(json).unwrap();
        let expected = r#"["a\u001b[2J\n\"\u007f\u009b\u202egrößer\udb40\udc41数独\\"]"#;
        assert_eq!(json, expected);
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), [text]);
    }
}
