//! Turns an input in UTF-16 into UTF-8 while it is read. Any other input passes through.
//!
//! UTF-16 is recognized by its byte order mark or, without one, by what every other of the first four
//! bytes is: zero as in ASCII, or 0x25 as in box drawing and 0xFF as in full-width digits. No text in
//! UTF-8 has zeros or 0xFF.

use std::io::{self, BufRead, ErrorKind, Read};

/// The bytes that tell the encoding.
const TELLING: usize = 4;

/// An input that is read as UTF-8.
pub(super) struct Utf8<R> {
    input: R,
    encoding: Encoding,
    /// Text that is ready, and how much of it is consumed.
    ready: Vec<u8>,
    consumed: usize,
    /// Bytes that are not decoded yet: half a unit, or what tells the encoding.
    held: Vec<u8>,
    /// The first half of a surrogate pair.
    surrogate: Option<u16>,
}

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Unknown,
    /// UTF-8, or something that is not text.
    Utf8,
    LittleEndian,
    BigEndian,
}

impl<R: BufRead> Utf8<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            encoding: Encoding::Unknown,
            ready: Vec::new(),
            consumed: 0,
            held: Vec::new(),
            surrogate: None,
        }
    }

    /// Whether the input is decoded.
    pub(super) fn is_utf16(&self) -> bool {
        matches!(self.encoding, Encoding::LittleEndian | Encoding::BigEndian)
    }

    /// Makes sure that there is text ready, or that the encoding is UTF-8.
    fn prepare(&mut self) -> io::Result<()> {
        while self.consumed == self.ready.len() && self.encoding != Encoding::Utf8 {
            let chunk = filled(&mut self.input)?;
            let is_end = chunk.is_empty();
            if self.encoding == Encoding::Unknown {
                // Nothing is copied if the first bytes cannot begin UTF-16.
                if self.held.is_empty() && !may_be_utf16(&chunk[..chunk.len().min(2)]) {
                    self.encoding = Encoding::Utf8;
                    return Ok(());
                }
                let taken = chunk.len().min(TELLING - self.held.len());
                self.held.extend_from_slice(&chunk[..taken]);
                self.input.consume(taken);
                if self.held.len() < TELLING && !is_end && may_be_utf16(&self.held) {
                    continue;
                }
                self.encoding = encoding_of(&self.held);
                if self.encoding == Encoding::Utf8 {
                    self.ready = std::mem::take(&mut self.held);
                    self.consumed = 0;
                    return Ok(());
                }
                self.decode(is_end);
                continue;
            }
            self.held.extend_from_slice(chunk);
            let length = chunk.len();
            self.input.consume(length);
            self.decode(is_end);
            if is_end {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Decodes the bytes that are held, but for half a unit.
    fn decode(&mut self, is_end: bool) {
        self.ready.clear();
        self.consumed = 0;
        let mut put = |character: char| {
            let mut buffer = [0; 4];
            self.ready.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
        };
        let (pairs, rest) = self.held.as_chunks::<2>();
        for &pair in pairs {
            let unit = match self.encoding {
                Encoding::BigEndian => u16::from_be_bytes(pair),
                _ => u16::from_le_bytes(pair),
            };
            let units = self.surrogate.take().into_iter().chain([unit]);
            for decoded in char::decode_utf16(units) {
                match decoded {
                    Ok(character) => put(character),
                    Err(error)
                        if matches!(error.unpaired_surrogate(), 0xD800..=0xDBFF)
                            && error.unpaired_surrogate() == unit =>
                    {
                        self.surrogate = Some(unit);
                    }
                    Err(_) => put(char::REPLACEMENT_CHARACTER),
                }
            }
        }
        let rest = rest.to_vec();
        if is_end && (!rest.is_empty() || self.surrogate.take().is_some()) {
            put(char::REPLACEMENT_CHARACTER);
        }
        self.held = if is_end { Vec::new() } else { rest };
    }
}

/// Whether the first bytes of an input may begin UTF-16.
fn may_be_utf16(head: &[u8]) -> bool {
    match *head {
        // A lone first byte says nothing about a second one.
        [] | [_] => true,
        [first, second, ..] => matches!(
            (first, second),
            (0 | 0xFF, _) | (_, 0 | 0xFF) | (0x25, 0..=0x1F) | (0..=0x1F, 0x25)
        ),
    }
}

/// The encoding of an input that begins with these bytes.
fn encoding_of(head: &[u8]) -> Encoding {
    match *head {
        // The mark of UTF-32 is no text in UTF-16 either.
        [0xFF, 0xFE, 0, 0, ..] => Encoding::Utf8,
        [0xFF, 0xFE, ..] => Encoding::LittleEndian,
        [0xFE, 0xFF, ..] => Encoding::BigEndian,
        [first, 0, third, 0, ..] if first != 0 && third != 0 => Encoding::LittleEndian,
        [0, second, 0, fourth, ..] if second != 0 && fourth != 0 => Encoding::BigEndian,
        // Box drawing, of which a stroke or a corner is a control character in UTF-8.
        [first, 0x25, third, 0x25, ..] if first.min(third) == 0 => Encoding::LittleEndian,
        [0x25, second, 0x25, fourth, ..] if second.min(fourth) == 0 => Encoding::BigEndian,
        [1..=0x5E, 0xFF, 1..=0x5E, 0xFF, ..] => Encoding::LittleEndian,
        [0xFF, 1..=0x5E, 0xFF, 1..=0x5E, ..] => Encoding::BigEndian,
        _ => Encoding::Utf8,
    }
}

impl<R: BufRead> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let length = bytes.len().min(buffer.len());
        buffer[..length].copy_from_slice(&bytes[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Utf8<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.prepare()?;
        if self.consumed < self.ready.len() {
            return Ok(&self.ready[self.consumed..]);
        }
        if self.encoding == Encoding::Utf8 { self.input.fill_buf() } else { Ok(&[]) }
    }

    fn consume(&mut self, bytes: usize) {
        if self.consumed < self.ready.len() {
            self.consumed += bytes;
        } else {
            self.input.consume(bytes);
        }
    }
}

/// The buffer of an input, filled by reading if it was empty.
pub(super) fn filled<R: BufRead>(input: &mut R) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => break,
        }
    }
    // Asked again, as the borrow checker rejects returning the buffer from the loop.
    input.fill_buf()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn read(bytes: &[u8], capacity: usize) -> String {
        let mut text = Vec::new();
        Utf8::new(BufReader::with_capacity(capacity, bytes)).read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    }

    #[test]
    fn both_orders_are_decoded_in_pieces_of_any_size() {
        let text = "53..7....\r\n6\u{2502}\u{1F600}9\n";
        let drawn = "\u{250C}\u{2500}\u{2500}\u{2510}\n";
        let wide = "\u{FF15}\u{FF13}..\n";
        let texts = ["\u{FEFF}53..7", text, drawn, wide];
        for capacity in 1..9 {
            for (units, is_big) in texts.into_iter().flat_map(|text| [(text, false), (text, true)])
            {
                let bytes: Vec<u8> = units
                    .encode_utf16()
                    .flat_map(|unit| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() })
                    .collect();
                assert_eq!(read(&bytes, capacity), units, "{capacity} {is_big}");
            }
            for other in [text, "", "1", "12", "\u{FEFF}1", "\n\t%1", "\t%\t%1"] {
                assert_eq!(read(other.as_bytes(), capacity), other);
            }
            assert_eq!(read(b"\xFF\xFE1\0\x3D\xD8", capacity), "\u{FEFF}1\u{FFFD}");
            assert_eq!(read(b"\xFF\xFE1\0\x3D", capacity), "\u{FEFF}1\u{FFFD}");
        }
    }
}
