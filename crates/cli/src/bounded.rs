//! Files that are read as a whole: no longer than memory bears.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes of the longest text that is read as a whole.
const MOST: u64 = 1 << 30;

/// All of a file's text.
pub(crate) fn text_of(path: impl AsRef<Path>) -> io::Result<String> {
    read(File::open(path)?)
}

/// All that a stream has.
pub(crate) fn read(stream: impl Read) -> io::Result<String> {
    up_to(MOST, stream)
}

fn up_to(most: u64, stream: impl Read) -> io::Result<String> {
    let mut text = String::new();
    if stream.take(most + 1).read_to_string(&mut text)? as u64 > most {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it goes on for more than {most} bytes"),
        ));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_text_is_refused() {
        assert_eq!(up_to(5, &b"text\n"[..]).unwrap(), "text\n");
        let error = up_to(5, &b"text\n\n"[..]).unwrap_err();
        assert_eq!(error.to_string(), "it goes on for more than 5 bytes");
        assert!(up_to(1000, io::repeat(b'.')).is_err());
    }
}
