//! The calls that decide what survives a crash. Tests record their order.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::TempPath;

/// Waits until the content and the length of a file are on disk.
pub(crate) fn sync_file(file: &File) -> io::Result<()> {
    record(Call::SyncFile);
    file.sync_all()
}

/// Gives a temporary file its final name, in place of the file that has it.
pub(crate) fn rename(file: TempPath, target: &Path) -> io::Result<()> {
    record(Call::Rename);
    file.persist(target).map_err(|failed| failed.error)
}

/// Waits until the names in a directory are on disk.
pub(crate) fn sync_directory(directory: &Path) -> io::Result<()> {
    record(Call::SyncDirectory);
    if cfg!(unix) {
        match File::open(directory)?.sync_all() {
            // Some file systems cannot do this; they order a rename after the data anyway.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            result => result?,
        }
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    SyncFile,
    Rename,
    SyncDirectory,
}

#[cfg(not(test))]
fn record(_: Call) {}

#[cfg(test)]
pub(crate) use recording::{record, recorded};

#[cfg(test)]
mod recording {
    use std::cell::RefCell;

    use super::Call;

    thread_local! {
        static CALLS: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
    }

    pub(crate) fn record(call: Call) {
        CALLS.with_borrow_mut(|calls| calls.push(call));
    }

    /// Returns the calls of this thread since the last time, and forgets them.
    pub(crate) fn recorded() -> Vec<Call> {
        CALLS.take()
    }
}
