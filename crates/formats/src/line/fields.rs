//! The fields of a line of a table.

use std::ops::Range;

/// Bytes that may separate the fields of a line.
pub(super) const SEPARATORS: [u8; 3] = *b",;\t";

/// What separates the fields of a line: of the possible bytes, the one it has most of.
pub(super) fn separator_of(line: &[u8]) -> Option<u8> {
    let count = |separator: &u8| memchr::memchr_iter(*separator, line).count();
    SEPARATORS.into_iter().filter(|separator| count(separator) > 0).max_by_key(count)
}

/// The fields of a line. Text in quotes is one field, whatever is in it; a quote in it is written
/// twice.
pub(super) fn fields(line: &[u8], separator: u8) -> Vec<Range<usize>> {
    each_field(line, separator).collect()
}

/// The field of that number, from 0.
pub(super) fn field_at(line: &[u8], separator: u8, index: usize) -> Option<Range<usize>> {
    each_field(line, separator).nth(index)
}

fn each_field(line: &[u8], separator: u8) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let from = start?;
        let end = from + field_length(&line[from..], separator);
        start = (end < line.len()).then_some(end + 1);
        Some(from..end)
    })
}

fn field_length(rest: &[u8], separator: u8) -> usize {
    let up_to_separator = || memchr::memchr(separator, rest).unwrap_or(rest.len());
    quoted_length(rest, separator).unwrap_or_else(up_to_separator)
}

/// The length of a field that is all in quotes, but for blanks.
fn quoted_length(rest: &[u8], separator: u8) -> Option<usize> {
    let blanks = |from: usize| rest[from..].iter().take_while(|&&byte| byte == b' ').count();
    let mut at = blanks(0);
    if rest.get(at) != Some(&b'"') {
        return None;
    }
    loop {
        at += 1 + memchr::memchr(b'"', &rest[at + 1..])? + 1;
        if rest.get(at) != Some(&b'"') {
            break;
        }
    }
    at += blanks(at);
    rest.get(at).is_none_or(|&byte| byte == separator).then_some(at)
}

/// Whether a line ends within a field in quotes, which is continued on the next line.
pub(crate) fn ends_in_quotes(line: &[u8]) -> bool {
    // Nearly all lines have no quotes, or all of them closed.
    if memchr::memchr_iter(b'"', line).count().is_multiple_of(2) {
        return false;
    }
    let separator = separator_of(line).unwrap_or(b',');
    let open = fields(line, separator).into_iter().find(|field| {
        let text = line[field.clone()].trim_ascii_start();
        text.first() == Some(&b'"') && quoted_length(text, separator).is_none()
    });
    open.is_some()
}

/// How many fields there are, not counting empty ones at the end.
pub(super) fn filled(line: &[u8], fields: &[Range<usize>]) -> usize {
    let is_filled = |field: &Range<usize>| !line[field.clone()].trim_ascii().is_empty();
    fields.iter().rposition(is_filled).map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str, separator: u8) -> Vec<&str> {
        fields(line.as_bytes(), separator).into_iter().map(|field| &line[field]).collect()
    }

    #[test]
    fn fields_are_separated_outside_of_quotes() {
        assert_eq!(texts("a,b,", b','), ["a", "b", ""]);
        assert_eq!(texts("", b','), [""]);
        assert_eq!(texts("a;b,c", b';'), ["a", "b,c"]);
        assert_eq!(texts(r#""a, ""b"", c" , "d""#, b','), [r#""a, ""b"", c" "#, r#" "d""#]);
        assert_eq!(texts("\"a\tb\"\tc", b'\t'), ["\"a\tb\"", "c"]);
        // Quotes that open or close nothing are text.
        assert_eq!(texts(r#"a "b,c" d,e"#, b','), [r#"a "b"#, r#"c" d"#, "e"]);
        assert_eq!(texts(r#""a,b"#, b','), [r#""a"#, "b"]);
        assert_eq!(texts(r#""a,b"c,d"#, b','), [r#""a"#, r#"b"c"#, "d"]);
        assert_eq!(texts(r#""a"",b",c"#, b','), [r#""a"",b""#, "c"]);
        assert_eq!(texts(r#""",a"#, b','), [r#""""#, "a"]);
        assert_eq!(texts(r#"","x"#, b','), [r#"""#, r#""x"#]);
    }
}
