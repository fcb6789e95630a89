//! Characters that look like the usual symbols: full-width and circled digits, other blanks and
//! dashes; and characters that are not seen at all.

/// What people see in a character.
pub(super) enum Seen {
    /// Nothing.
    Nothing,
    /// This one.
    As(char),
    /// The character itself.
    Itself,
}

/// What people see in a character.
pub(super) fn seen(character: char) -> Seen {
    let code = character as u32;
    let symbol = |value: u32| char::from_digit(value, 36).map(|c| c.to_ascii_uppercase());
    let digit = |first: u32, value: u32| symbol(value + code - first);
    let found = match code {
        // Soft hyphen, zero-width characters, direction marks, and what makes a digit an emoji.
        0xAD | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060 | 0xFEFF | 0xFE0F | 0x20E3 => {
            return Seen::Nothing;
        }
        0xA0 | 0x1680 | 0x2000..=0x200A | 0x202F | 0x205F | 0x3000 => Some(' '),
        // The middle dot, bullets and squares.
        0xB7
        | 0x2022
        | 0x2219
        | 0x22C5
        | 0x25A1
        | 0x25A2
        | 0x25AB
        | 0x25CB
        | 0x25E6
        | 0x25FB
        | 0x2B1B
        | 0x2B1C
        | 0x30FB
        | 0x1F7E5..=0x1F7EB => Some('.'),
        0x2010..=0x2015 | 0x2212 => Some('-'),
        0xFF01..=0xFF5E => char::from_u32(code - 0xFF01 + 0x21),
        0x24EA => Some('0'),
        0x2460..=0x2473 => digit(0x2460, 1),
        0x2776..=0x277F => digit(0x2776, 1),
        0x2780..=0x2789 => digit(0x2780, 1),
        0x660..=0x669 => digit(0x660, 0),
        0x6F0..=0x6F9 => digit(0x6F0, 0),
        0x966..=0x96F => digit(0x966, 0),
        0x1D7CE..=0x1D7FF => symbol((code - 0x1D7CE) % 10),
        _ => None,
    };
    found.map_or(Seen::Itself, Seen::As)
}

/// The text as people see it, or `None` if that is the text itself. Bytes that are not UTF-8 are taken
/// for Latin-1.
pub(super) fn as_seen(line: &[u8]) -> Option<String> {
    if line.is_ascii() {
        return None;
    }
    let Ok(text) = std::str::from_utf8(line) else {
        let text: String = line.iter().map(|&byte| char::from(byte)).collect();
        return Some(as_seen(text.as_bytes()).unwrap_or(text));
    };
    if text.chars().all(|character| matches!(seen(character), Seen::Itself)) {
        return None;
    }
    let mut clean = String::with_capacity(text.len());
    for character in text.chars() {
        match seen(character) {
            Seen::Nothing => {}
            Seen::As(usual) => clean.push(usual),
            Seen::Itself => clean.push(character),
        }
    }
    Some(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_taken_as_people_see_it() {
        assert_eq!(
            as_seen("\u{FF15}\u{2462}\u{200B}\u{B7}\u{A0}\u{2013}7".as_bytes()).unwrap(),
            "53. -7"
        );
        assert_eq!(
            as_seen("1\u{FE0F}\u{20E3}\u{24EA}\u{2469}\u{0664}".as_bytes()).unwrap(),
            "10A4"
        );
        assert_eq!(as_seen(b"5\xB73\xA0").unwrap(), "5.3 ");
        assert!(as_seen(b"53..7").is_none() && as_seen("│5│é".as_bytes()).is_none());
    }
}
