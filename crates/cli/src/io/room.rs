//! Room on the disk for a file that grows long, taken before it is needed: the system writes into
//! it for half of what finding a place for every page costs (ext4). The length of the file is always
//! that of what was written.

use std::fs::File;

/// Bytes taken at once, and bytes written before any are.
const STEP: u64 = 16 << 20;

/// The room of one file.
#[derive(Default)]
pub(crate) struct Room {
    /// Where it ends.
    end: u64,
    /// The file's system does not do it, or has no room left.
    refused: bool,
}

impl Room {
    /// Sees to it that so many bytes at the end of the file, at `length`, have room, as far as it
    /// is to be had.
    pub(crate) fn take(&mut self, file: &File, length: u64, bytes: u64) {
        if self.refused || length < STEP || length + bytes <= self.end {
            return;
        }
        let from = self.end.max(length);
        self.refused = !reserve(file, from, STEP);
        self.end = from + STEP;
    }

    /// Gives back what was not used.
    pub(crate) fn give_back(&mut self, file: &File) {
        if std::mem::take(&mut self.end) > 0
            && let Ok(metadata) = file.metadata()
        {
            // It is only room: whoever cannot give it back has lost nothing.
            let _ = file.set_len(metadata.len());
        }
    }
}

#[cfg(target_os = "linux")]
fn reserve(file: &File, from: u64, bytes: u64) -> bool {
    use rustix::fs::{FallocateFlags, fallocate};
    fallocate(file, FallocateFlags::KEEP_SIZE, from, bytes).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn reserve(_: &File, _: u64, _: u64) -> bool {
    false
}
