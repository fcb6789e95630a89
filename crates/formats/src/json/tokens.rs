//! Splits JSON into tokens, in bounded memory, however the bytes arrive.

use super::super::symbol::{character_at, characters};

/// The most bytes of a string that are kept.
pub(super) const LONGEST_STRING: usize = 64 * 1024;
/// The most bytes of a number or word.
const LONGEST_WORD: usize = 64;

/// Line and column, from 1.
pub(super) type Place = (u64, u64);

/// A token of JSON.
#[derive(Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// One of `{}[],:`.
    Mark(u8),
    /// A string without its quotes and escapes, and how many bytes it has in the file. It is cut off
    /// at [`LONGEST_STRING`].
    String(&'t str, usize),
    /// A number, `true`, `false` or `null`.
    Word(&'t str),
    /// A character that has no place in JSON.
    Stray(char),
    /// A string that is not closed at the end of its line.
    Unclosed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Between,
    Word,
    String,
    Escape,
}

/// Splits JSON.
#[derive(Default)]
pub(super) struct Tokenizer {
    state: State,
    buffer: Vec<u8>,
    /// Bytes of the token, including those that are not kept.
    length: usize,
    place: Place,
}

/// Whether a byte may be part of a number or word.
pub(super) fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

impl Tokenizer {
    /// Whether no token has begun.
    pub(super) fn is_between(&self) -> bool {
        self.state == State::Between
    }

    /// Forgets the token that has begun.
    pub(super) fn reset(&mut self) {
        self.state = State::Between;
        self.buffer.clear();
    }

    /// Takes bytes of which the first is at `from` and calls `take` with each token that is complete
    /// and its place, until that returns `false`. Returns the place after the bytes.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        (line, mut column): Place,
        take: &mut dyn FnMut(Token<'_>, Place) -> bool,
    ) -> Place {
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            match self.state {
                State::Between => match byte {
                    b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => {}
                    b'{' | b'}' | b'[' | b']' | b',' | b':' => {
                        if !take(Token::Mark(byte), (line, column)) {
                            return (line, column);
                        }
                    }
                    b'"' => {
                        self.begin(State::String, (line, column));
                    }
                    _ if is_of_word(byte) => {
                        self.begin(State::Word, (line, column));
                        continue;
                    }
                    _ => {
                        if !take(Token::Stray(character_at(bytes, at)), (line, column)) {
                            return (line, column);
                        }
                    }
                },
                State::Word => {
                    if !is_of_word(byte) {
                        let text = String::from_utf8_lossy(&self.buffer).into_owned();
                        self.reset();
                        if !take(Token::Word(&text), self.place) {
                            return (line, column);
                        }
                        continue;
                    }
                    if self.buffer.len() < LONGEST_WORD {
                        self.buffer.push(byte);
                    }
                }
                State::String if byte == b'"' => {
                    let text = unescaped(&self.buffer);
                    let length = self.length;
                    self.state = State::Between;
                    let goes_on = take(Token::String(&text, length), self.place);
                    self.buffer.clear();
                    if !goes_on {
                        return (line, column + 1);
                    }
                }
                State::String | State::Escape if byte == b'\n' => {
                    self.reset();
                    if !take(Token::Unclosed, self.place) {
                        return (line, column);
                    }
                }
                State::String if byte != b'\\' => {
                    // What has no meaning is taken at once.
                    let rest = &bytes[at..];
                    let length = memchr::memchr3(b'"', b'\\', b'\n', rest).unwrap_or(rest.len());
                    let room = LONGEST_STRING.saturating_sub(self.buffer.len());
                    self.length += length;
                    self.buffer.extend_from_slice(&rest[..length.min(room)]);
                    column += characters(&rest[..length]) as u64;
                    at += length;
                    continue;
                }
                State::String | State::Escape => {
                    let is_escape = self.state == State::String && byte == b'\\';
                    self.state = if is_escape { State::Escape } else { State::String };
                    self.length += 1;
                    if self.buffer.len() < LONGEST_STRING {
                        self.buffer.push(byte);
                    }
                }
            }
            column += u64::from(byte & 0xC0 != 0x80);
            at += 1;
        }
        (line, column)
    }

    fn begin(&mut self, state: State, place: Place) {
        self.state = state;
        self.place = place;
        self.length = 0;
        self.buffer.clear();
    }
}

/// A string without escapes. One that is unknown stands for itself.
fn unescaped(raw: &[u8]) -> std::borrow::Cow<'_, str> {
    let text = String::from_utf8_lossy(raw);
    if !text.contains('\\') {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = &text[..];
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let mut after = rest[at + 1..].chars();
        match after.next() {
            Some('n') => plain.push('\n'),
            Some('r') => plain.push('\r'),
            Some('t') => plain.push('\t'),
            Some('b' | 'f') => plain.push(' '),
            Some('u') => {
                let (character, length) = unicode(after.as_str());
                plain.push(character);
                rest = after.as_str().get(length..).unwrap_or_default();
                continue;
            }
            Some(other) => plain.push(other),
            None => {}
        }
        rest = after.as_str();
    }
    plain.push_str(rest);
    plain.into()
}

/// The character after `\u`, and how many bytes it takes; two escapes may be one character.
fn unicode(text: &str) -> (char, usize) {
    let unit = |text: &str| {
        let digits = text.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        digits.and_then(|digits| u32::from_str_radix(digits, 16).ok())
    };
    let Some(first) = unit(text) else { return (char::REPLACEMENT_CHARACTER, 0) };
    if let Some(character) = char::from_u32(first) {
        return (character, 4);
    }
    let second = text.get(4..).and_then(|rest| rest.strip_prefix("\\u")).and_then(unit);
    let pair = second.filter(|second| first < 0xDC00 && (0xDC00..0xE000).contains(second));
    let pair = pair
        .and_then(|second| char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)));
    pair.map_or((char::REPLACEMENT_CHARACTER, 4), |character| (character, 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str, length: usize) -> Vec<String> {
        let mut tokenizer = Tokenizer::default();
        let (mut found, mut from) = (Vec::new(), (1, 1));
        for piece in text.as_bytes().chunks(length) {
            from = tokenizer.feed(piece, from, &mut |token, (_, column)| {
                found.push(match token {
                    Token::Mark(mark) => char::from(mark).to_string(),
                    Token::String(text, length) => format!("{column}:{text:?} {length}"),
                    Token::Word(text) => format!("{column}:{text}"),
                    Token::Stray(character) => format!("stray {character:?}"),
                    Token::Unclosed => "unclosed".to_owned(),
                });
                true
            });
        }
        found
    }

    #[test]
    fn tokens_are_found_wherever_pieces_end() {
        let text = r#"{"é":-1.5e+3,"\"\\\n\u00e9\ud83d\ude00\ud83d\u12" : [null,"]"]}'"#;
        let expected = [
            "{",
            "2:\"é\" 2",
            ":",
            "6:-1.5e+3",
            ",",
            "14:\"\\\"\\\\\\né😀\u{fffd}\u{fffd}12\" 34",
            ":",
            "[",
            "54:null",
            ",",
            "59:\"]\" 1",
            "]",
            "}",
            "stray '\\''",
        ];
        for length in [1, 2, 3, 1000] {
            assert_eq!(tokens(text, length), expected, "{length}");
        }
    }
}
