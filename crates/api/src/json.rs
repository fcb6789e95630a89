//! JSON that is safe to print.

use std::io::{self, Write};
use std::mem;

use quadrille_core::printable;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Writes a value like `serde_json`, but with hidden characters in strings as `\u202e`. That is the
/// same JSON, and a terminal shows it as it is.
///
/// ```
/// use quadrille_api::json::to_writer;
///
/// let mut json = Vec::new();
/// to_writer(&mut json, &"a\u{202e}b")?;
/// assert_eq!(json, br#""a\u202eb""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn to_writer(out: impl Write, value: &impl Serialize) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Printable))
}

/// An object that is written field by field: the same as [`to_writer`] makes of a structure, in a
/// fraction of the time, for rows of which there are millions.
pub struct Object<'a> {
    out: &'a mut Vec<u8>,
    lead: u8,
}

impl<'a> Object<'a> {
    /// Begins an object.
    ///
    /// ```
    /// use quadrille_api::json::Object;
    ///
    /// let mut json = Vec::new();
    /// let mut object = Object::begin(&mut json);
    /// object.field("count", &2);
    /// object.symbols("puzzle", b"1...");
    /// object.end();
    /// assert_eq!(json, br#"{"count":2,"puzzle":"1..."}"#);
    /// ```
    pub fn begin(out: &'a mut Vec<u8>) -> Self {
        Self { out, lead: b'{' }
    }

    /// Writes the fields of a value.
    ///
    /// # Panics
    /// If the value is not an object in JSON.
    ///
    /// ```
    /// use quadrille_api::json::Object;
    ///
    /// let mut json = Vec::new();
    /// let mut object = Object::begin(&mut json);
    /// object.fields(&serde_json::json!({"a": 1, "b": 2}));
    /// object.end();
    /// assert_eq!(json, br#"{"a":1,"b":2}"#);
    /// ```
    pub fn fields(&mut self, value: &impl Serialize) {
        let from = self.out.len();
        to_writer(&mut *self.out, value).expect("answers are plain data");
        let is_object = self.out[from..].starts_with(b"{") && self.out.ends_with(b"}");
        assert!(is_object, "answers are objects");
        self.out.pop();
        if self.out.len() == from + 1 {
            self.out.pop();
        } else {
            self.out[from] = mem::replace(&mut self.lead, b',');
        }
    }

    /// Writes the name of a field, which must not need escapes, and returns where its value goes.
    pub fn name(&mut self, name: &str) -> &mut Vec<u8> {
        self.out.extend_from_slice(&[self.lead, b'"']);
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.lead = b',';
        self.out
    }

    /// Writes a field.
    ///
    /// ```
    /// use quadrille_api::json::Object;
    ///
    /// let mut json = Vec::new();
    /// let mut object = Object::begin(&mut json);
    /// object.field("exact", &true);
    /// object.end();
    /// assert_eq!(json, br#"{"exact":true}"#);
    /// ```
    pub fn field(&mut self, name: &str, value: &impl Serialize) {
        to_writer(self.name(name), value).expect("rows are plain data");
    }

    /// Writes a field of text without anything to escape, such as the symbols of a board.
    pub fn symbols(&mut self, name: &str, symbols: &[u8]) {
        push_symbols(self.name(name), symbols);
    }

    /// Ends the object.
    pub fn end(self) {
        if self.lead == b'{' {
            self.out.push(b'{');
        }
        self.out.push(b'}');
    }
}

/// Appends text without anything to escape.
pub(crate) fn push_symbols(out: &mut Vec<u8>, symbols: &[u8]) {
    let is_plain = |&byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    debug_assert!(symbols.iter().all(is_plain), "{}", symbols.escape_ascii());
    out.push(b'"');
    out.extend_from_slice(symbols);
    out.push(b'"');
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
pub fn write_fragment<W: ?Sized + Write>(writer: &mut W, fragment: &str) -> io::Result<()> {
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
    fn objects_are_those_of_a_structure() {
        #[derive(Serialize)]
        struct Row<'a> {
            file: &'a str,
            line: u64,
            puzzle: &'a str,
            seconds: f64,
            counters: Inner,
        }
        #[derive(Serialize)]
        struct Inner {
            nodes: u64,
        }
        let (file, line, puzzle, seconds) =
            ("a\"\u{202e}\n", u64::MAX, "1..4 edges=r1c1-r1c2", 1.5e-9);
        let row = Row { file, line, puzzle, seconds, counters: Inner { nodes: 0 } };
        let mut expected = Vec::new();
        to_writer(&mut expected, &row).unwrap();
        let mut json = Vec::new();
        let mut object = Object::begin(&mut json);
        object.field("file", &file);
        object.field("line", &line);
        object.symbols("puzzle", puzzle.as_bytes());
        object.field("seconds", &seconds);
        let mut counters = Object::begin(object.name("counters"));
        counters.field("nodes", &0);
        counters.end();
        object.end();
        assert_eq!(String::from_utf8(json), String::from_utf8(expected));
    }

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
