//! Large blocks of text, used again and again: the system takes its time to hand out memory.

use std::io::{self, Write};
use std::sync::Mutex;

use serde::Serialize;

/// Blocks that nobody uses at the moment.
#[derive(Default)]
pub(crate) struct Buffers(Mutex<Vec<Vec<u8>>>);

/// Some text at the start of a block of memory.
#[derive(Default)]
pub(crate) struct Block {
    /// The whole block; what is behind the text means nothing.
    pub(crate) bytes: Vec<u8>,
    pub(crate) length: usize,
}

impl Block {
    pub(crate) fn text(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Appends to the text.
    pub(crate) fn push(&mut self, text: &[u8]) {
        let end = self.length + text.len();
        if end > self.bytes.len() {
            self.bytes.truncate(self.length);
            self.bytes.extend_from_slice(text);
        } else {
            self.bytes[self.length..end].copy_from_slice(text);
        }
        self.length = end;
    }

    /// Takes so much off the beginning of the text.
    pub(crate) fn remove_first(&mut self, length: usize) {
        self.bytes.copy_within(length..self.length, 0);
        self.length -= length;
    }

    /// Appends an object on a line.
    pub(crate) fn json(&mut self, object: &impl Serialize) {
        serde_json::to_writer(&mut *self, object).expect("rows are plain data, memory takes all");
        self.push(b"\n");
    }
}

impl Write for Block {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.push(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Buffers {
    /// An empty block of at least that size.
    pub(crate) fn take(&self, size: usize) -> Block {
        let mut bytes = self.lock().pop().unwrap_or_default();
        if bytes.len() < size {
            bytes.resize(size, 0);
        }
        Block { bytes, length: 0 }
    }

    /// Takes back a block.
    pub(crate) fn give(&self, block: Block) {
        self.lock().push(block.bytes);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Vec<u8>>> {
        // Blocks are as good after a panic as before.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
