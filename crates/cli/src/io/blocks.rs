//! A stream that is written in blocks, each where a block of the file begins: the system takes twice
//! as long over a page that is written in two pieces.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::time::{Duration, Instant};

use crate::io::room::Room;

/// Bytes written at once. From 64 KiB on it hardly matters to the system; this much stays in a cache.
const BLOCK: usize = 256 << 10;
/// Pieces smaller than that gather, whatever the stream.
const SMALL: usize = 64 << 10;
/// How long text may be held back from a file.
const SOON: Duration = Duration::from_millis(100);

/// Where a stream leads.
enum Target {
    /// A file, where nobody waits for the next line.
    File(File),
    /// Anything else, which gets everything as it comes, but for small pieces.
    Other(Box<dyn Write + Send>),
}

/// Text on its way out.
pub(crate) struct Blocks {
    target: Target,
    held: Vec<u8>,
    /// Where in the file the held text begins.
    position: u64,
    written: Instant,
    /// Of a file of our own.
    room: Option<Room>,
    /// Whether the file still holds what it held before.
    is_old: bool,
}

impl Blocks {
    /// A file, from where it stands.
    pub(crate) fn to_file(mut file: File) -> Self {
        let position = file.stream_position().unwrap_or(0);
        Self::new(Target::File(file), position)
    }

    /// A file of our own, from its start. What it holds stays until there is something to write, so
    /// that a mistake which ends the command before that costs nothing.
    pub(crate) fn to_own_file(file: File) -> Self {
        let mut blocks = Self::to_file(file);
        blocks.room = Some(Room::default());
        blocks.is_old = true;
        blocks
    }

    /// Anything.
    pub(crate) fn to(other: Box<dyn Write + Send>) -> Self {
        Self::new(Target::Other(other), 0)
    }

    fn new(target: Target, position: u64) -> Self {
        let written = Instant::now();
        Self { target, held: Vec::new(), position, written, room: None, is_old: false }
    }

    /// Whether the file still holds something from before.
    pub(crate) fn is_old(&self) -> bool {
        self.is_old
            && matches!(&self.target, Target::File(file) if file.metadata().is_ok_and(|m| m.len() > 0))
    }

    /// Forgets what the file held before, also when nothing is ever written.
    pub(crate) fn empty_old(&mut self) -> io::Result<()> {
        if let Target::File(file) = &self.target
            && std::mem::take(&mut self.is_old)
        {
            file.set_len(0)?;
        }
        Ok(())
    }

    /// Hands over what is held back, unless it is a file to which something was written just now.
    pub(crate) fn flush_soon(&mut self) -> io::Result<()> {
        let patient = matches!(self.target, Target::File(_)) && self.written.elapsed() < SOON;
        if patient { Ok(()) } else { self.flush() }
    }

    /// Hands over everything; that is the end of it.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        let result = self.flush();
        if let (Some(room), Target::File(file)) = (&mut self.room, &self.target) {
            room.give_back(file);
        }
        result
    }

    /// How much fits into the block of the file that the held text begins in.
    fn space(&self) -> usize {
        BLOCK - self.position as usize % BLOCK
    }

    fn write_held(&mut self) -> io::Result<()> {
        let mut held = std::mem::take(&mut self.held);
        let result = self.write_through(&held);
        // Forgotten even if that failed: it must not be tried again.
        held.clear();
        self.held = held;
        result
    }

    fn write_through(&mut self, text: &[u8]) -> io::Result<()> {
        self.empty_old()?;
        match &mut self.target {
            Target::Other(other) => other.write_all(text),
            Target::File(file) => {
                if let Some(room) = &mut self.room {
                    room.take(file, self.position, text.len() as u64);
                }
                self.position += text.len() as u64;
                self.written = Instant::now();
                file.write_all(text)
            }
        }
    }
}

impl Write for Blocks {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if matches!(self.target, Target::Other(_)) && text.len() >= SMALL {
            self.flush()?;
            self.write_through(text)?;
            return Ok(text.len());
        }
        let taken = text.len().min(self.space() - self.held.len());
        let (text, full) = (&text[..taken], self.held.len() + taken == self.space());
        if full && self.held.is_empty() {
            self.write_through(text)?;
            return Ok(taken);
        }
        if self.held.capacity() == 0 {
            self.held.reserve_exact(BLOCK);
        }
        self.held.extend_from_slice(text);
        if full {
            self.write_held()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.held.is_empty() {
            self.write_held()?;
        }
        match &mut self.target {
            Target::Other(other) => other.flush(),
            Target::File(_) => Ok(()),
        }
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        // Whoever wants to know has flushed.
        let _ = self.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::sync::{Arc, Mutex};

    /// Pieces of some text, of many sizes.
    fn pieces(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        let mut rest = text;
        let mut size = 1;
        std::iter::from_fn(move || {
            size = size * 7 % 300_007;
            let (piece, after) = rest.split_at(size.min(rest.len()));
            rest = after;
            (!piece.is_empty()).then_some(piece)
        })
    }

    fn text() -> Vec<u8> {
        (0..3_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
    }

    #[test]
    fn a_file_gets_everything_in_order() {
        let path = std::env::temp_dir().join(format!("quadrille-blocks-{}", std::process::id()));
        let text = text();
        let mut file = File::create(&path).unwrap();
        // Not at the start of a block.
        file.write_all(b"before").unwrap();
        let mut blocks = Blocks::to_file(file);
        for (index, piece) in pieces(&text).enumerate() {
            blocks.write_all(piece).unwrap();
            if index % 10 == 7 {
                blocks.flush().unwrap();
                let written = std::fs::metadata(&path).unwrap().len();
                assert!(blocks.held.is_empty() && written > 6);
            }
            assert!(blocks.held.len() < blocks.space() && blocks.held.capacity() <= BLOCK);
        }
        // What is held when nobody flushes is not lost.
        drop(blocks);
        let mut found = Vec::new();
        File::open(&path).unwrap().read_to_end(&mut found).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(found == [b"before", &text[..]].concat());
    }

    #[test]
    fn a_file_of_our_own_is_as_long_as_its_text() {
        let name = format!("quadrille-room-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, "what was there before").unwrap();
        let mut blocks = Blocks::to_own_file(File::options().write(true).open(&path).unwrap());
        let text = text();
        blocks.flush().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"what was there before");
        for _ in 0..12 {
            blocks.write_all(&text).unwrap();
        }
        blocks.flush().unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 12 * text.len() as u64);
        drop(blocks);
        let metadata = std::fs::metadata(&path).unwrap();
        let found = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(found == text.repeat(12));
        // Nothing of what was reserved is left over. Blocks of 512 bytes; some for the file itself.
        #[cfg(target_os = "linux")]
        {
            use std::os::linux::fs::MetadataExt;
            assert!(metadata.st_blocks() * 512 < metadata.len() + (1 << 20));
        }
        assert_eq!(metadata.len(), found.len() as u64);
    }

    #[test]
    fn anything_else_gets_everything_at_once_when_asked() {
        struct Shared(Arc<Mutex<Vec<u8>>>);
        impl Write for Shared {
            fn write(&mut self, text: &[u8]) -> io::Result<usize> {
                self.0.lock().unwrap().write(text)
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let text = text();
        let found = Arc::default();
        let mut blocks = Blocks::to(Box::new(Shared(Arc::clone(&found))));
        let mut length = 0;
        for piece in pieces(&text) {
            blocks.write_all(piece).unwrap();
            blocks.flush_soon().unwrap();
            length += piece.len();
            assert_eq!(found.lock().unwrap().len(), length);
        }
        assert!(*found.lock().unwrap() == text);
    }
}
