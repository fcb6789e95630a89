//! The JSON inside links: strict, or in the short form of SudokuPad's "PuzzleZipper".
//!
//! The short form omits the quotes of names and writes strings in single quotes, `t` and `f` for
//! truth values, nothing for an empty object, and colors without quotes, as `#0`, `#F` or six
//! hexadecimal digits.

use super::LinkError;

/// A value. Numbers are kept as they were written, as many programs write digits as text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number, or a word of the short form.
    Number(String),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// An object: names and values in their order.
    Object(Vec<(String, Self)>),
}

/// How deeply lists and objects may be nested. Puzzles need five levels.
const DEEPEST: usize = 32;

impl Value {
    /// Parses a text that is one object.
    pub(super) fn parse(text: &str) -> Result<Self, LinkError> {
        let rest = text.trim_start().strip_prefix('{').ok_or(LinkError::NoPuzzle)?;
        let is_short = !rest.trim_start().starts_with(['"', '}']);
        let mut parser = Parser { text, at: 0, is_short };
        let value = parser.value(0)?;
        match parser.peek() {
            None => Ok(value),
            Some(_) => Err(LinkError::NoPuzzle),
        }
    }

    /// The value of a field of an object.
    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        self.fields().iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// The fields of an object; none of anything else.
    pub(super) fn fields(&self) -> &[(String, Self)] {
        match self {
            Self::Object(fields) => fields,
            _ => &[],
        }
    }

    /// The values of a list; none of anything else.
    pub(super) fn list(&self) -> &[Self] {
        match self {
            Self::List(values) => values,
            _ => &[],
        }
    }

    /// A text or a number as it was written.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Number(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number, which may be written as text.
    pub(super) fn number(&self) -> Option<usize> {
        self.text()?.trim().parse().ok()
    }

    /// Whether it says that there is nothing: null, false, empty text, or only such values.
    pub(super) fn is_nothing(&self) -> bool {
        match self {
            Self::Null | Self::Bool(false) => true,
            Self::Bool(true) => false,
            Self::Number(number) => number == "0",
            Self::Text(text) => text.trim().is_empty(),
            Self::List(values) => values.iter().all(Self::is_nothing),
            Self::Object(fields) => fields.iter().all(|(_, value)| value.is_nothing()),
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    is_short: bool,
}

impl Parser<'_> {
    /// The next byte that is not blank.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Takes the next byte, if it is that one.
    fn takes(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn value(&mut self, depth: usize) -> Result<Value, LinkError> {
        if depth > DEEPEST {
            return Err(LinkError::NoPuzzle);
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(quote @ (b'"' | b'\'')) if quote == b'"' || self.is_short => {
                Ok(Value::Text(self.string(quote)?))
            }
            Some(b',' | b']' | b'}') if self.is_short => Ok(Value::Object(Vec::new())),
            Some(_) => self.word(),
            None => Err(LinkError::NoPuzzle),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, LinkError> {
        let mut fields = Vec::new();
        self.at += 1;
        if self.takes(b'}') {
            return Ok(Value::Object(fields));
        }
        loop {
            let name = match self.peek() {
                Some(quote @ (b'"' | b'\'')) if quote == b'"' || self.is_short => {
                    self.string(quote)?
                }
                _ if self.is_short => self.bare().to_owned(),
                _ => return Err(LinkError::NoPuzzle),
            };
            if !self.takes(b':') {
                return Err(LinkError::NoPuzzle);
            }
            fields.push((name, self.value(depth + 1)?));
            if self.takes(b'}') {
                return Ok(Value::Object(fields));
            }
            if !self.takes(b',') {
                return Err(LinkError::NoPuzzle);
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, LinkError> {
        let mut values = Vec::new();
        self.at += 1;
        // The short form has no empty lists: what looks like one holds an empty object.
        if !self.is_short && self.takes(b']') {
            return Ok(Value::List(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            if self.takes(b']') {
                return Ok(Value::List(values));
            }
            if !self.takes(b',') {
                return Err(LinkError::NoPuzzle);
            }
        }
    }

    /// Takes the letters, digits and signs at this place.
    fn bare(&mut self) -> &str {
        let rest = &self.text[self.at..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.#_".contains(byte);
        let length = rest.bytes().take_while(|byte| is_part(byte)).count();
        self.at += length;
        &rest[..length]
    }

    fn word(&mut self) -> Result<Value, LinkError> {
        let is_short = self.is_short;
        Ok(match self.bare() {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "t" if is_short => Value::Bool(true),
            "f" if is_short => Value::Bool(false),
            "" => return Err(LinkError::NoPuzzle),
            word if is_short || word.parse::<f64>().is_ok() => Value::Number(word.to_owned()),
            _ => return Err(LinkError::NoPuzzle),
        })
    }

    /// Takes a string in these quotes.
    fn string(&mut self, quote: u8) -> Result<String, LinkError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let end = rest
                .bytes()
                .position(|byte| byte == quote || byte == b'\\')
                .ok_or(LinkError::NoPuzzle)?;
            text.push_str(&rest[..end]);
            self.at += end + 1;
            if rest.as_bytes()[end] == quote {
                return Ok(text);
            }
            text.push(self.escaped()?);
        }
    }

    /// Takes what follows a backslash.
    fn escaped(&mut self) -> Result<char, LinkError> {
        let escape = self.text[self.at..].chars().next().ok_or(LinkError::NoPuzzle)?;
        self.at += escape.len_utf8();
        Ok(match escape {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let first = self.unit()?;
                let is_pair =
                    (0xD800..0xDC00).contains(&first) && self.text[self.at..].starts_with("\\u");
                let mut units = vec![first];
                if is_pair {
                    self.at += 2;
                    units.push(self.unit()?);
                }
                char::decode_utf16(units).next().and_then(Result::ok).unwrap_or('\u{FFFD}')
            }
            other => other,
        })
    }

    /// Takes four hexadecimal digits.
    fn unit(&mut self) -> Result<u16, LinkError> {
        let digits = self.text.get(self.at..self.at + 4).ok_or(LinkError::NoPuzzle)?;
        let unit = u16::from_str_radix(digits, 16).map_err(|_| LinkError::NoPuzzle)?;
        self.at += 4;
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Value {
        Value::Number(text.to_owned())
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn strict_objects_are_parsed() {
        let value = Value::parse(
            r#" {"size": 9, "grid":[[{},{"value":5,"given":true}],[]], "title":"a\"\u00e9\ud83e\udde9\\" , "no":null} "#,
        )
        .unwrap();
        assert_eq!(value.get("size").and_then(Value::number), Some(9));
        assert_eq!(value.get("title"), Some(&text("a\"é🧩\\")));
        let rows = value.get("grid").unwrap().list();
        assert_eq!((rows.len(), rows[0].list().len(), rows[1].list().len()), (2, 2, 0));
        assert_eq!(rows[0].list()[1].get("given"), Some(&Value::Bool(true)));
        assert!(value.get("no").unwrap().is_nothing());
    }

    #[test]
    fn the_short_form_is_parsed() {
        let value = Value::parse(
            r"{id:ab1,cs:50,ce:[[,{v:5},],[{v:'x\'y'},,{c1:#0,o:f,c2:FF0000}]],metadata:{title:'T: 1'},re:[[]]}",
        );
        let value = value.unwrap();
        assert_eq!(value.get("id"), Some(&number("ab1")));
        let rows = value.get("ce").unwrap().list();
        let empty = Value::Object(Vec::new());
        assert_eq!(
            rows[0].list(),
            [empty.clone(), Value::Object(vec![("v".into(), number("5"))]), empty.clone()]
        );
        assert_eq!(rows[1].list()[0].get("v"), Some(&text("x'y")));
        assert_eq!(rows[1].list()[2].get("o"), Some(&Value::Bool(false)));
        assert_eq!(value.get("metadata").and_then(|it| it.get("title")), Some(&text("T: 1")));
        assert_eq!(value.get("re").unwrap().list()[0].list(), [empty]);
    }

    #[test]
    fn anything_else_is_refused() {
        let nested = |depth| format!("{{\"a\":{}1{}}}", "[".repeat(depth), "]".repeat(depth));
        assert!(Value::parse(&nested(DEEPEST - 1)).is_ok());
        for bad in [
            "",
            "[]",
            "x",
            "{",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":1",
            "{\"a\":1}x",
            "{\"a\":\"x}",
            "{\"a\":'x'}",
            "{\"a\":t}",
            "{\"a\":,\"b\":1}",
            "{\"a\":\"\\u12\"}",
            "{\"a\":\"\\",
            "{\"a\":[1,]}",
            "{a",
            "{a:[",
            "{a:'x",
            &nested(DEEPEST + 1),
            &nested(100_000),
        ] {
            assert_eq!(Value::parse(bad), Err(LinkError::NoPuzzle), "{bad:.40}");
        }
        assert!(Value::parse("{}").unwrap().is_nothing());
    }
}
