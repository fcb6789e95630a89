//! The bytes of an input, which may have to be waited for, and how many were read.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What [`Records`] and the text that it reads tell each other.
#[derive(Default)]
pub(super) struct Shared {
    /// Whether reading must not wait for more bytes, but return [`ErrorKind::WouldBlock`].
    pub(super) must_not_wait: AtomicBool,
    /// How many bytes of files were read.
    pub(super) position: AtomicU64,
}

impl Shared {
    pub(super) fn is_would_block(&self, error: &io::Error) -> bool {
        error.kind() == ErrorKind::WouldBlock && self.must_not_wait.load(Ordering::Relaxed)
    }
}

/// How much of the inputs was read.
#[derive(Clone)]
pub(crate) struct Position {
    pub(super) shared: Arc<Shared>,
    /// The bytes of all inputs, if known.
    pub(crate) size: Option<u64>,
}

impl Position {
    pub(crate) fn bytes(&self) -> u64 {
        self.shared.position.load(Ordering::Relaxed)
    }
}

/// The bytes of an input.
pub(super) struct Text {
    pub(super) bytes: BufReader<Box<dyn Read + Send>>,
    pub(super) may_wait: bool,
    pub(super) shared: Arc<Shared>,
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}

impl BufRead for Text {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let must_not_wait = self.may_wait && self.shared.must_not_wait.load(Ordering::Relaxed);
        if must_not_wait && self.bytes.buffer().is_empty() {
            return Err(ErrorKind::WouldBlock.into());
        }
        self.bytes.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.bytes.consume(bytes);
    }
}

/// Counts the bytes that are read from a file.
pub(super) struct Counted<R> {
    pub(super) file: R,
    pub(super) shared: Arc<Shared>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.shared.position.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
