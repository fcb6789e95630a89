//! LZ-string, the compression of text in the links of f-puzzles and SudokuPad.
//!
//! It is LZW over UTF-16 units (pieroxy, <https://pieroxy.net/blog/pages/lz-string/index.html>),
//! written as base64 with the least significant bit of a code first. Code 0 announces a new unit of
//! 8 bits, code 1 one of 16 bits, and code 2 ends the text. Every unit and every phrase seen so far
//! has a code; codes take one bit more whenever those of the present width are used up.
//!
//! The decoder is our own because a link of 64 KiB can unpack to hundreds of megabytes, and the
//! crates for it have no limit. Each phrase is a range of the text so far: the phrase that a step
//! adds is the one before it and the first unit of this one, which follow each other in the text.

use std::collections::{HashMap, HashSet};

use super::LinkError;

/// Code of a new unit of 8 bits.
const NEW_8: u32 = 0;
/// Code of a new unit of 16 bits.
const NEW_16: u32 = 1;
/// Code of the end.
const END: u32 = 2;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Unpacks text, in the alphabet of base64 or in that for addresses, which has `-` for `/`.
///
/// # Errors
/// If the data are damaged, end too early, or unpack to more than `most` UTF-16 units.
pub(super) fn decompress(packed: &str, most: usize) -> Result<String, LinkError> {
    let mut bits = Bits { symbols: packed.bytes(), current: 0, left: 0 };
    let mut units: Vec<u16> = Vec::new();
    // Where each phrase is in `units`; the first three codes have none.
    let mut phrases = vec![0..0; 3];
    let mut width = Width { bits: 2, left: 1 };
    let mut last = 0..0;
    loop {
        let code = bits.take(width.bits)?;
        let start = units.len();
        if code == END {
            return String::from_utf16(&units).map_err(|_| LinkError::Damaged);
        }
        if code == NEW_8 || code == NEW_16 {
            let unit = bits.take(if code == NEW_8 { 8 } else { 16 })?;
            phrases.push(start..start + 1);
            units.push(unit as u16);
            width.advance();
        } else {
            // The phrase that this step adds may be the one that it uses.
            let is_own = code as usize == phrases.len() && !last.is_empty();
            let phrase = if is_own {
                last.start..last.end + 1
            } else {
                phrases.get(code as usize).cloned().ok_or(LinkError::Damaged)?
            };
            if units.len() + phrase.len() > most {
                return Err(LinkError::TooLarge);
            }
            for at in phrase {
                // The last unit of its own phrase is the first of it, which is there by now.
                let unit = *units.get(at).ok_or(LinkError::Damaged)?;
                units.push(unit);
            }
        }
        if units.len() > most {
            return Err(LinkError::TooLarge);
        }
        // The first step has nothing before it, so it adds no phrase.
        if !last.is_empty() {
            phrases.push(last.start..last.end + 1);
            width.advance();
        }
        last = start..units.len();
    }
}

/// How many bits a code takes, and how many codes may still be added until it is one more.
struct Width {
    bits: u32,
    left: u32,
}

impl Width {
    fn advance(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.bits;
            self.bits += 1;
        }
    }
}

/// The bits of packed text, six in a symbol.
struct Bits<I> {
    symbols: I,
    current: u8,
    left: u32,
}

impl<I: Iterator<Item = u8>> Bits<I> {
    /// Returns a number of that many bits, the least significant first.
    fn take(&mut self, count: u32) -> Result<u32, LinkError> {
        let mut number = 0;
        for place in 0..count {
            if self.left == 0 {
                self.current = match self.symbols.next() {
                    // Filling, which follows the end code.
                    None | Some(b'=' | b'$') => return Err(LinkError::Truncated),
                    Some(symbol) => value_of(symbol).ok_or(LinkError::Damaged)?,
                };
                self.left = 6;
            }
            self.left -= 1;
            number |= u32::from(self.current >> self.left & 1) << place;
        }
        Ok(number)
    }
}

/// Returns the six bits of a symbol.
fn value_of(symbol: u8) -> Option<u8> {
    Some(match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        // A form or a mail program may have made a blank of the plus sign.
        b'+' | b' ' => 62,
        b'/' | b'-' => 63,
        _ => return None,
    })
}

/// Packs text in the alphabet of base64: the same bytes as `LZString.compressToBase64`.
pub(super) fn compress(text: &str) -> String {
    let mut out = Packed { text: String::new(), current: 0, filled: 0 };
    // A phrase is the code of the one before its last unit and that unit; units have codes, too.
    let mut phrases: HashMap<(u32, u16), u32> = HashMap::new();
    let mut units: HashMap<u16, u32> = HashMap::new();
    // Units that have a code, but were not written yet.
    let mut is_new: HashSet<u32> = HashSet::new();
    let mut codes = 3;
    let mut width = Width { bits: 2, left: 2 };
    let mut phrase: Option<(u32, u16)> = None;
    for unit in text.encode_utf16() {
        let own = *units.entry(unit).or_insert_with(|| {
            is_new.insert(codes);
            codes += 1;
            codes - 1
        });
        if let Some((code, first)) = phrase {
            if let Some(&longer) = phrases.get(&(code, unit)) {
                phrase = Some((longer, first));
                continue;
            }
            out.phrase(code, first, &mut is_new, &mut width);
            phrases.insert((code, unit), codes);
            codes += 1;
        }
        phrase = Some((own, unit));
    }
    if let Some((code, first)) = phrase {
        out.phrase(code, first, &mut is_new, &mut width);
    }
    out.number(END, width.bits);
    out.end()
}

/// Packed text that is being written.
struct Packed {
    text: String,
    current: u8,
    filled: u32,
}

impl Packed {
    /// Writes a phrase; one that is a new unit, with that unit.
    fn phrase(&mut self, code: u32, first: u16, is_new: &mut HashSet<u32>, width: &mut Width) {
        if is_new.remove(&code) {
            let (announced, bits) = if first < 256 { (NEW_8, 8) } else { (NEW_16, 16) };
            self.number(announced, width.bits);
            self.number(first.into(), bits);
            width.advance();
        } else {
            self.number(code, width.bits);
        }
        width.advance();
    }

    fn number(&mut self, number: u32, bits: u32) {
        for place in 0..bits {
            self.current = self.current << 1 | (number >> place & 1) as u8;
            self.filled += 1;
            if self.filled == 6 {
                self.text.push(ALPHABET[usize::from(self.current)].into());
                (self.current, self.filled) = (0, 0);
            }
        }
    }

    /// Fills the last symbol, of which there is always one, and the last four.
    fn end(mut self) -> String {
        self.number(0, 6 - self.filled);
        while !self.text.len().is_multiple_of(4) {
            self.text.push('=');
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MOST: usize = 1 << 20;

    #[test]
    fn published_examples_agree() {
        for (text, packed) in [
            ("hello, i am a 猫", "BYUwNmD2A0AECWsCGBbZtDUzkA=="),
            ("Hello World", "BIUwNmD2AEDqkCcwBMg="),
            ("", "Q==="),
        ] {
            assert_eq!(compress(text), packed);
            assert_eq!(decompress(packed, MOST).as_deref(), Ok(text));
        }
        // With more filling, and in the alphabet for addresses.
        for packed in ["BYUwNmD2A0AECWsCGBbZtDUzkAA=", "BYUwNmD2A0AECWsCGBbZtDUzkAA$"] {
            assert_eq!(decompress(packed, MOST).unwrap(), "hello, i am a 猫");
        }
    }

    #[test]
    fn bombs_are_refused() {
        let bomb = compress(&"a".repeat(MOST));
        assert!(bomb.len() < 4000, "{}", bomb.len());
        assert_eq!(decompress(&bomb, MOST).map(|text| text.len()), Ok(MOST));
        assert_eq!(decompress(&bomb, MOST - 1), Err(LinkError::TooLarge));
    }

    #[test]
    fn damaged_and_truncated_data_are_told_apart() {
        let whole = compress("{\"size\":9,\"grid\":[[{},{},{}]]}");
        let symbols = whole.trim_end_matches('=').len();
        for length in 0..symbols - 1 {
            let cut = decompress(&whole[..length], MOST);
            assert_eq!(cut, Err(LinkError::Truncated), "{length}");
        }
        assert_eq!(decompress("N4Ig!", MOST), Err(LinkError::Damaged));
        // A phrase that does not exist.
        assert_eq!(decompress("/////", MOST), Err(LinkError::Damaged));
    }

    proptest! {
        #[test]
        fn text_comes_back(text in "([a-c]{0,40}|[\"{}:,0-9]{0,60}|\\PC{0,20}){0,8}") {
            let packed = compress(&text);
            let other = lz_str::compress_to_base64(text.as_str());
            prop_assert_eq!(packed.trim_end_matches('='), other.trim_end_matches('='));
            prop_assert_eq!(decompress(&packed, MOST), Ok(text));
        }

        #[test]
        fn any_symbols_end(packed in "[A-Za-z0-9+/=]{0,400}") {
            let unpacked = decompress(&packed, 10_000);
            if let Ok(text) = &unpacked {
                let other = lz_str::decompress_from_base64(&packed).map(|units| String::from_utf16_lossy(&units));
                prop_assert_eq!(Some(text), other.as_ref());
            }
        }
    }
}
