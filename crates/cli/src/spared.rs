//! Files that a command reads, or writes something else to, are not written over: opening one for
//! that would empty it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use same_file::Handle;

use crate::failure::Failure;
use crate::output::standard_file;

/// Their paths, because open files are few.
static SPARED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Notes a file that this command uses otherwise.
pub(crate) fn spare(path: impl Into<PathBuf>) {
    SPARED.lock().unwrap_or_else(PoisonError::into_inner).push(path.into());
}

/// Refuses to write to such a file.
pub(crate) fn refuse_if_used(path: &Path) -> Result<(), Failure> {
    // Neither may be there yet.
    let in_use = handle_of(path).map_or_else(|| is_named(path), |handle| is_spared(&handle));
    if !in_use {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{} is in use by this command and would be lost; write to another file",
        path.display()
    )))
}

/// A plain file, opened. Not a pipe: opening one waits for its other end, and may cut that off.
fn handle_of(path: &Path) -> Option<Handle> {
    path.is_file().then(|| Handle::from_path(path).ok())?
}

fn is_named(path: &Path) -> bool {
    let spared = SPARED.lock().unwrap_or_else(PoisonError::into_inner);
    let Ok(path) = std::path::absolute(path) else { return false };
    spared.iter().any(|other| std::path::absolute(other).is_ok_and(|other| other == path))
}

/// The same for the file that standard output was sent to.
pub(crate) fn refuse_standard_if_used() -> Result<(), Failure> {
    match Handle::stdout() {
        Ok(handle) if standard_file(&io::stdout()).is_some() && is_spared(&handle) => {
            Err(Failure::usage(
                "standard output goes to a file that this command uses; send it to another file",
            ))
        }
        _ => Ok(()),
    }
}

fn is_spared(handle: &Handle) -> bool {
    let spared = SPARED.lock().unwrap_or_else(PoisonError::into_inner);
    let named = spared.iter().any(|path| handle_of(path).is_some_and(|used| used == *handle));
    // Not a terminal: that may well be both.
    let piped = || standard_file(&io::stdin()).is_some();
    named || (piped() && Handle::stdin().is_ok_and(|stdin| stdin == *handle))
}
