//! Bytes from a terminal, read as keys.

use std::mem;

/// A key, or a text that was pasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game::play) enum Key {
    /// A printable ASCII character.
    Char(char),
    Enter,
    Tab,
    Escape,
    Backspace,
    Delete,
    Left,
    Right,
    WordLeft,
    WordRight,
    Home,
    End,
    Up,
    Down,
    KillToStart,
    KillToEnd,
    KillWord,
    /// Ctrl-D.
    EndOfInput,
    /// Ctrl-L.
    Redraw,
    /// Ctrl-Z.
    Suspend,
    Paste(String),
    /// A key without a function.
    Other,
}

/// Maximum bytes of a sequence that is not complete.
const LONGEST_SEQUENCE: usize = 32;
/// Maximum bytes of pasted text; the rest is dropped.
const LONGEST_PASTE: usize = 1024;
const PASTE_END: &[u8] = b"\x1b[201~";

/// Recognizes keys in the bytes of a terminal, however they are cut into pieces.
#[derive(Default)]
pub(in crate::game::play) struct KeyReader {
    /// An escape sequence that is not complete.
    pending: Vec<u8>,
    /// The text of a paste that has not ended, and its last bytes.
    paste: Option<(Vec<u8>, Vec<u8>)>,
}

impl KeyReader {
    /// Returns the keys that are complete with these bytes.
    pub(in crate::game::play) fn read(&mut self, bytes: &[u8]) -> Vec<Key> {
        bytes.iter().filter_map(|&byte| self.next(byte)).collect()
    }

    /// Returns the Escape key, if it was pressed and nothing followed.
    pub(in crate::game::play) fn escape(&mut self) -> Option<Key> {
        (!mem::take(&mut self.pending).is_empty()).then_some(Key::Escape)
    }

    /// Whether an escape sequence, or the Escape key, has begun.
    pub(in crate::game::play) fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    fn next(&mut self, byte: u8) -> Option<Key> {
        if let Some((text, tail)) = &mut self.paste {
            tail.push(byte);
            if !PASTE_END.starts_with(tail) {
                // What looked like the end is text; its last byte may begin the end.
                let kept = tail.len() - usize::from(byte == 0x1b);
                text.extend(tail.drain(..kept));
                text.truncate(LONGEST_PASTE);
            } else if *tail == PASTE_END {
                let text = String::from_utf8_lossy(text).into_owned();
                self.paste = None;
                return Some(Key::Paste(text));
            }
            return None;
        }
        if self.pending.is_empty() {
            return match byte {
                0x1b => {
                    self.pending.push(byte);
                    None
                }
                // The rest of a character of several bytes.
                0x80..=0xbf => None,
                byte => Some(plain(byte)),
            };
        }
        self.pending.push(byte);
        let key = match *self.pending {
            [_, b'[' | b'O'] => return None,
            // Another Escape before this one was understood.
            [_, 0x1b] => {
                self.pending.pop();
                return Some(Key::Escape);
            }
            [_, byte] => with_alt(byte),
            [_, b'O', last] => function(last, &[]),
            [_, b'[', ref parameters @ .., last @ 0x40..=0x7e] => match (last, parameters) {
                // The keys F1 to F5 of the Linux console have one more character.
                (b'[', []) => return None,
                (b'~', b"200") => {
                    self.paste = Some(Default::default());
                    self.pending.clear();
                    return None;
                }
                _ => function(last, parameters),
            },
            ref sequence if sequence.len() < LONGEST_SEQUENCE => return None,
            _ => Key::Other,
        };
        self.pending.clear();
        Some(key)
    }
}

fn plain(byte: u8) -> Key {
    match byte {
        b' '..=b'~' => Key::Char(char::from(byte)),
        b'\r' | b'\n' => Key::Enter,
        b'\t' => Key::Tab,
        0x7f | 0x08 => Key::Backspace,
        1 => Key::Home,
        2 => Key::Left,
        4 => Key::EndOfInput,
        5 => Key::End,
        6 => Key::Right,
        11 => Key::KillToEnd,
        12 => Key::Redraw,
        14 => Key::Down,
        16 => Key::Up,
        21 => Key::KillToStart,
        23 => Key::KillWord,
        26 => Key::Suspend,
        _ => Key::Other,
    }
}

fn with_alt(byte: u8) -> Key {
    match byte {
        b'b' => Key::WordLeft,
        b'f' => Key::WordRight,
        0x7f | 0x08 => Key::KillWord,
        _ => Key::Other,
    }
}

/// Returns the key of a sequence that ends with `last`. Modifiers follow a semicolon.
fn function(last: u8, parameters: &[u8]) -> Key {
    let has_modifier = parameters.contains(&b';');
    match (last, parameters) {
        (_, [b'[', ..]) => Key::Other,
        (b'A', _) => Key::Up,
        (b'B', _) => Key::Down,
        (b'C', _) if has_modifier => Key::WordRight,
        (b'D', _) if has_modifier => Key::WordLeft,
        (b'C', _) => Key::Right,
        (b'D', _) => Key::Left,
        (b'H', _) | (b'~', b"1" | b"7") => Key::Home,
        (b'F', _) | (b'~', b"4" | b"8") => Key::End,
        (b'~', b"3") => Key::Delete,
        (b'M', b"") => Key::Enter,
        _ => Key::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_recognized_however_they_are_cut() {
        let bytes = b"a\x1b[A\x1bOD\x1b[1;5C\x1b[3~\x1bb\x7f\r\x04\x1b[[A\x1b[200~r1\x1bc1\n=9\x1b\x1b[201~z";
        let expected = [
            Key::Char('a'),
            Key::Up,
            Key::Left,
            Key::WordRight,
            Key::Delete,
            Key::WordLeft,
            Key::Backspace,
            Key::Enter,
            Key::EndOfInput,
            Key::Other,
            Key::Paste("r1\x1bc1\n=9\x1b".to_owned()),
            Key::Char('z'),
        ];
        for length in 1..bytes.len() {
            let mut reader = KeyReader::default();
            let keys: Vec<Key> = bytes.chunks(length).flat_map(|part| reader.read(part)).collect();
            assert_eq!(keys, expected, "in parts of {length}");
            assert!(!reader.is_pending());
        }
    }

    #[test]
    fn garbage_ends() {
        let mut reader = KeyReader::default();
        // Digits never complete a sequence.
        let keys = reader.read(&[&b"\x1b["[..], &[b'1'; 2 * LONGEST_SEQUENCE]].concat());
        assert!(keys.contains(&Key::Other) && keys.contains(&Key::Char('1')), "{keys:?}");
        assert_eq!(reader.read("ü数".as_bytes()), [Key::Other, Key::Other]);
        let paste = [b"\x1b[200~".to_vec(), vec![b'x'; 1 << 20], PASTE_END.to_vec()].concat();
        assert_eq!(reader.read(&paste), [Key::Paste("x".repeat(LONGEST_PASTE))]);
        assert_eq!(reader.read(b"\x1b"), []);
        assert!(reader.is_pending());
        assert_eq!(reader.escape(), Some(Key::Escape));
        assert_eq!(reader.escape(), None);
        for seed in 0..200_u32 {
            let bytes: Vec<u8> = (0..500_u32)
                .map(|n| (n.wrapping_mul(2_654_435_761).wrapping_add(seed * 97) >> 13) as u8)
                .collect();
            reader.read(&bytes);
            assert!(reader.pending.len() <= LONGEST_SEQUENCE);
        }
    }
}
