//! Where the lines of a piece of text end: at `\n`, at `\r\n`, or at the lone `\r` of old Macintosh
//! files. Nearly all files have the first alone, so a lone one must cost them next to nothing.

use memchr::{memchr, memchr_iter, memchr2, memrchr};

/// Whether a line ends in the text.
pub(crate) fn any(text: &[u8]) -> bool {
    memchr2(b'\n', b'\r', text).is_some()
}

/// How long the first line is, with its end; all of the text where it has none.
pub(crate) fn first(text: &[u8]) -> usize {
    match memchr2(b'\n', b'\r', text) {
        Some(end) if text[end..].starts_with(b"\r\n") => end + 2,
        Some(end) => end + 1,
        None => text.len(),
    }
}

/// How much of the text is sure to be whole lines. Lone carriage returns are only looked for where
/// there is no line feed; one at the very end may be half of a line end.
pub(crate) fn whole(text: &[u8]) -> usize {
    let before_last = text.split_last().map_or(text, |(_, before)| before);
    let last = memrchr(b'\n', text).or_else(|| memrchr(b'\r', before_last));
    last.map_or(0, |last| last + 1)
}

/// How many lines end in the text, which is whole lines.
pub(crate) fn count(text: &[u8]) -> u64 {
    let feeds = memchr_iter(b'\n', text).count();
    let lone = if memchr(b'\r', text).is_some() { lone_returns(text) } else { 0 };
    (feeds + lone) as u64
}

/// How many carriage returns have no line feed behind them. Sums of bytes compile to vector code:
/// files with `\r\n` have one on every line.
fn lone_returns(text: &[u8]) -> usize {
    const PART: usize = 128;
    let Some((last, before)) = text.split_last() else { return 0 };
    let is_lone = |(&byte, &next): (&u8, &u8)| u8::from(byte == b'\r') & u8::from(next != b'\n');
    let parts = before.chunks(PART).zip(text[1..].chunks(PART));
    let inside: usize = parts
        .map(|(bytes, next)| usize::from(bytes.iter().zip(next).map(is_lone).sum::<u8>()))
        .sum();
    inside + usize::from(*last == b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_they_do_one_by_one() {
        let symbols = [&b"a"[..], b"\r", b"\n", b"\r\n"];
        for number in 0..4_usize.pow(6) {
            let digits = (0..6).map(|place| number / 4_usize.pow(place) % 4);
            let text: Vec<u8> = digits.flat_map(|digit| symbols[digit]).copied().collect();
            // The slow and obvious way: every end is one byte.
            let plain = String::from_utf8(text.clone()).unwrap();
            let plain = plain.replace("\r\n", "\n").replace('\r', "\n");
            let ends = plain.matches('\n').count();
            assert_eq!(count(&text), ends as u64, "{plain:?}");
            assert_eq!(any(&text), ends > 0);
            let (mut rest, mut lines) = (&text[..], 0);
            while any(rest) {
                rest = &rest[first(rest)..];
                lines += 1;
            }
            assert_eq!((lines, first(rest)), (ends, rest.len()));
            let whole = whole(&text);
            assert!(any(&text[..whole]) == (whole > 0) && !text[whole..].contains(&b'\n'));
            assert_eq!(count(&text[..whole]) + count(&text[whole..]), ends as u64);
            // The same in a long text, whose parts begin and end in the midst of ends.
            if !text.is_empty() && number % 7 == 0 {
                let long = [&b"abc"[..number % 4], &text.repeat(800 / text.len())].concat();
                let plain = String::from_utf8(long.clone()).unwrap().replace("\r\n", "\n");
                assert_eq!(count(&long), plain.matches(['\n', '\r']).count() as u64, "{plain:?}");
            }
            // Nothing waits for ever, but for what may be half of a line end.
            assert!(whole > 0 || !any(&text) || first(&text) == text.len());
        }
    }
}
