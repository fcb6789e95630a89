//! Splits XML into elements and text, in bounded memory, however the bytes arrive.
//!
//! What lies between `<` and `>` of an element is collected and left to an XML crate. Comments,
//! processing instructions and document types are skipped, so that no entity is ever declared.

use memchr::memchr;

/// The most bytes of an element. The history of a game in play takes some thousands.
pub(super) const LONGEST_ELEMENT: usize = 1 << 20;
/// The most bytes of a text; the rest is cut off.
const LONGEST_TEXT: usize = 8192;

/// A piece of XML.
#[derive(Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// What is between `<` and `>`, and where it begins. Line ends are `\n`.
    Element { content: &'t [u8], place: (u64, u64) },
    /// Text between elements, still with entities unless it is `literal` (CDATA).
    Text { text: &'t [u8], literal: bool },
    /// An element that is longer than allowed.
    TooLong { place: (u64, u64) },
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Text,
    /// After `<`, until it is clear what follows.
    Opening,
    Element {
        quote: Option<u8>,
    },
    /// The rest of an element that is too long.
    Overlong {
        quote: Option<u8>,
    },
    Comment,
    Instruction,
    Cdata,
    /// A document type: brackets and quotes nest in it.
    Declaration {
        quote: Option<u8>,
        depth: u32,
    },
}

/// Splits XML.
#[derive(Default)]
pub(super) struct Splitter {
    state: State,
    buffer: Vec<u8>,
    /// Where the element began.
    place: (u64, u64),
    /// The last two bytes, where an end such as `-->` may be split.
    last: [u8; 2],
}

impl Splitter {
    /// Whether the input may end here.
    pub(super) fn is_between(&self) -> bool {
        self.state == State::Text
    }

    /// Takes bytes and calls `take` with every token that is complete. `place` says where a byte of
    /// them is.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        place: &dyn Fn(usize) -> (u64, u64),
        take: &mut dyn FnMut(Token<'_>),
    ) {
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            match self.state {
                State::Text => {
                    let end = memchr(b'<', &bytes[at..]).map_or(bytes.len(), |n| at + n);
                    let room = LONGEST_TEXT.saturating_sub(self.buffer.len());
                    self.buffer.extend_from_slice(&bytes[at..end.min(at + room)]);
                    at = end;
                    if at == bytes.len() {
                        return;
                    }
                    self.end_text(false, take);
                    self.place = place(at);
                    self.state = State::Opening;
                }
                State::Opening => {
                    self.buffer.push(byte);
                    let decided = match &self.buffer[..] {
                        [b'?'] => Some(State::Instruction),
                        b"!" | b"!-" => None,
                        b"!--" => Some(State::Comment),
                        cdata if b"![CDATA[".starts_with(cdata) => {
                            (cdata.len() == 8).then_some(State::Cdata)
                        }
                        [b'!', ..] => Some(State::Declaration { quote: None, depth: 0 }),
                        [b'>'] => Some(State::Text),
                        _ => Some(State::Element { quote: None }),
                    };
                    if let Some(state) = decided {
                        self.state = state;
                        match state {
                            State::Element { .. } => {
                                // The first byte may be a quote.
                                self.buffer.clear();
                                continue;
                            }
                            State::Declaration { .. } => {
                                self.buffer.clear();
                                continue;
                            }
                            _ => self.buffer.clear(),
                        }
                        self.last = [0; 2];
                    }
                }
                State::Element { quote } => match (byte, quote) {
                    (b'>', None) => {
                        take(Token::Element { content: &self.buffer, place: self.place });
                        self.buffer.clear();
                        self.state = State::Text;
                    }
                    _ if self.buffer.len() >= LONGEST_ELEMENT => {
                        take(Token::TooLong { place: self.place });
                        self.buffer.clear();
                        self.state = State::Overlong { quote: quote_after(byte, quote) };
                    }
                    _ => {
                        self.buffer.push(byte);
                        self.state = State::Element { quote: quote_after(byte, quote) };
                    }
                },
                State::Overlong { quote } => {
                    self.state = match (byte, quote) {
                        (b'>', None) => State::Text,
                        _ => State::Overlong { quote: quote_after(byte, quote) },
                    };
                }
                State::Comment => {
                    if byte == b'>' && self.last == *b"--" {
                        self.state = State::Text;
                    }
                }
                State::Instruction => {
                    if byte == b'>' && self.last[1] == b'?' {
                        self.state = State::Text;
                    }
                }
                State::Cdata => {
                    if byte == b'>' && self.last == *b"]]" {
                        let text = self.buffer.len().saturating_sub(2);
                        self.buffer.truncate(text);
                        self.end_text(true, take);
                        self.state = State::Text;
                    } else if self.buffer.len() < LONGEST_TEXT {
                        self.buffer.push(byte);
                    }
                }
                State::Declaration { quote, depth } => {
                    let depth = match (byte, quote) {
                        (b'[', None) => depth.saturating_add(1),
                        (b']', None) => depth.saturating_sub(1),
                        _ => depth,
                    };
                    self.state = match (byte, quote, depth) {
                        (b'>', None, 0) => State::Text,
                        _ => State::Declaration { quote: quote_after(byte, quote), depth },
                    };
                }
            }
            self.last = [self.last[1], byte];
            // `<` itself was seen in the text.
            at += 1;
        }
    }

    fn end_text(&mut self, literal: bool, take: &mut dyn FnMut(Token<'_>)) {
        if !self.buffer.is_empty() {
            take(Token::Text { text: &self.buffer, literal });
            self.buffer.clear();
        }
    }
}

fn quote_after(byte: u8, quote: Option<u8>) -> Option<u8> {
    match quote {
        None if matches!(byte, b'"' | b'\'') => Some(byte),
        Some(open) if byte == open => None,
        _ => quote,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of a text that arrives in pieces of some length.
    fn tokens(text: &str, length: usize) -> Vec<String> {
        let mut splitter = Splitter::default();
        let mut found: Vec<String> = Vec::new();
        for piece in text.as_bytes().chunks(length) {
            splitter.feed(piece, &|at| (1, at as u64), &mut |token| {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                found.push(match token {
                    Token::Element { content, .. } => format!("<{}>", text(content)),
                    Token::Text { text: bytes, literal: false } => text(bytes),
                    Token::Text { text: bytes, literal: true } => format!("[{}]", text(bytes)),
                    Token::TooLong { .. } => "too long".to_owned(),
                });
            });
        }
        found
    }

    #[test]
    fn markup_is_split_wherever_pieces_end() {
        let text = "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y \"]>\"> ]><!-- <a> -- -->\
             <a b='>' c=\"<\">x&lt;y<![CDATA[1 ]] < &amp; ]]]>z<!----></a><><d/>";
        let expected = ["<a b='>' c=\"<\">", "x&lt;y", "[1 ]] < &amp; ]]", "z", "</a>", "<d/>"];
        for length in [1, 2, 3, 7, 1000] {
            let found: String = tokens(text, length).concat();
            let expected = expected.concat().replace("]]]", "] ]").replace("] ]", "]]]");
            assert_eq!(found, expected, "{length}");
        }
    }

    #[test]
    fn memory_is_bounded() {
        let long = "x".repeat(LONGEST_ELEMENT + 10);
        let text = format!("{long}<a b='{long}>'><c>");
        let found = tokens(&text, 50_000);
        assert_eq!(found[0].len(), LONGEST_TEXT);
        assert_eq!(found[1..], ["too long", "<c>"]);
    }
}
