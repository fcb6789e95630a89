//! The fields of a JSON object on one line, enough to find a puzzle in it.

use std::ops::Range;

/// The names and values of the fields, as ranges of the line; names without their quotes. `None` if
/// the line is not one object.
pub(super) fn fields(line: &[u8]) -> Option<Vec<(Range<usize>, Range<usize>)>> {
    let mut at = skip_blanks(line, 0);
    if line.get(at) != Some(&b'{') {
        return None;
    }
    let mut fields = Vec::new();
    at = skip_blanks(line, at + 1);
    while line.get(at) == Some(&b'"') {
        let end = string_end(line, at)?;
        let name = at + 1..end - 1;
        at = skip_blanks(line, end);
        if line.get(at) != Some(&b':') {
            return None;
        }
        let start = skip_blanks(line, at + 1);
        let end = value_end(line, start)?;
        fields.push((name, start..end));
        at = skip_blanks(line, end);
        if line.get(at) != Some(&b',') {
            break;
        }
        at = skip_blanks(line, at + 1);
    }
    let is_end = line.get(at) == Some(&b'}') && skip_blanks(line, at + 1) == line.len();
    is_end.then_some(fields)
}

fn skip_blanks(line: &[u8], from: usize) -> usize {
    let blanks = line.get(from..).unwrap_or_default().iter();
    from + blanks.take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Where a string ends that begins with the quote at that place.
fn string_end(line: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match line.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Where a value ends: a string, a list, an object, or a word.
fn value_end(line: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut depth) = (start, 0_usize);
    loop {
        match line.get(at)? {
            b'"' => {
                at = string_end(line, at)?;
                if depth == 0 {
                    return Some(at);
                }
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth == 0 => return Some(at),
            b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b',' if depth == 0 => return Some(at),
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Option<Vec<(&str, &str)>> {
        let fields = fields(line.as_bytes())?;
        Some(fields.into_iter().map(|(name, value)| (&line[name], &line[value])).collect())
    }

    #[test]
    fn fields_are_found() {
        let line = r#" {"a": "x\"}", "b":[1,{"c":2}] ,"d":null,"e":{}} "#;
        let expected =
            vec![("a", r#""x\"}""#), ("b", r#"[1,{"c":2}]"#), ("d", "null"), ("e", "{}")];
        assert_eq!(texts(line), Some(expected));
        assert_eq!(texts("{}"), Some(vec![]));
        for bad in
            ["", "{", r#"{"a"}"#, r#"{"a":1"#, r#"{"a":"x}"#, r#"{"a":1} x"#, "[1]", r#"{"a":"\"#]
        {
            assert_eq!(texts(bad), None, "{bad}");
        }
    }
}
