//! A checksum at the end of each line of a log or of a record of games, which shows that the line was
//! changed after it was written: by a failing disk, or by hand.

/// What follows the fields of an object, up to the checksum: CRC-32 in eight hexadecimal digits. Like
/// the other fields that vary, it has `seconds` in its name: it covers them.
const LEAD: &[u8] = b",\"checksum_with_seconds\":\"";
const DIGITS: usize = 8;
const END: &[u8] = b"\"}";

/// Adds the checksum to a line that holds an object, without its line end.
///
/// # Panics
/// When the line does not end like an object.
///
/// ```
/// use quadrille_lab::checksum;
///
/// let mut line = br#"{"nodes":1234}"#.to_vec();
/// checksum::add(&mut line);
/// assert_eq!(checksum::holds(&line), Some(true));
/// ```
pub fn add(line: &mut Vec<u8>) {
    let end = line.pop();
    assert_eq!(end, Some(b'}'), "only objects have checksums");
    let sum = crc32fast::hash(line);
    line.extend_from_slice(LEAD);
    line.extend_from_slice(format!("{sum:0DIGITS$x}").as_bytes());
    line.extend_from_slice(END);
}

/// Returns whether a line is as it was written; `None` if it has no checksum.
///
/// ```
/// use quadrille_lab::checksum;
///
/// let mut line = br#"{"nodes":1234}"#.to_vec();
/// assert_eq!(checksum::holds(&line), None);
/// checksum::add(&mut line);
/// line[9] = b'7';
/// assert_eq!(checksum::holds(&line), Some(false));
/// ```
pub fn holds(line: &[u8]) -> Option<bool> {
    let (fields, sum) = parts(line)?;
    Some(format!("{:0DIGITS$x}", crc32fast::hash(fields)).as_bytes() == sum)
}

/// Removes the checksum of a line, if it has one, whether or not the line is as it was written.
///
/// ```
/// use quadrille_lab::checksum;
///
/// let mut line = br#"{"nodes":1234}"#.to_vec();
/// checksum::add(&mut line);
/// checksum::remove(&mut line);
/// assert_eq!(line, br#"{"nodes":1234}"#);
/// ```
pub fn remove(line: &mut Vec<u8>) {
    if let Some((fields, _)) = parts(line) {
        line.truncate(fields.len());
        line.push(b'}');
    }
}

/// Returns what precedes the checksum, and its digits.
fn parts(line: &[u8]) -> Option<(&[u8], &[u8; DIGITS])> {
    let (rest, sum) = line.strip_suffix(END)?.split_last_chunk::<DIGITS>()?;
    Some((rest.strip_suffix(LEAD)?, sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_is_noticed() {
        let mut line = br#"{"type":"run","nodes":1234}"#.to_vec();
        assert_eq!(holds(&line), None);
        add(&mut line);
        // The check value of "123456789" is published with the polynomial.
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
        assert!(
            line.ends_with(b"\"}") && serde_json::from_slice::<serde_json::Value>(&line).is_ok()
        );
        assert_eq!(holds(&line), Some(true));
        for at in 0..line.len() {
            for bit in 0..8 {
                line[at] ^= 1 << bit;
                assert_ne!(holds(&line), Some(true), "{}", String::from_utf8_lossy(&line));
                line[at] ^= 1 << bit;
            }
        }
        remove(&mut line);
        assert_eq!(line, br#"{"type":"run","nodes":1234}"#);
        remove(&mut line);
        assert_eq!(line, br#"{"type":"run","nodes":1234}"#);
    }
}
