//! Files that are read are not written over: opening one for writing would empty it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use same_file::Handle;

use crate::failure::Failure;
use crate::output::standard_file;

/// What the command reads; paths, because open files are few.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Notes that a file is read by this command.
pub(crate) fn spare(path: impl Into<PathBuf>) {
    READ.lock().unwrap_or_else(PoisonError::into_inner).push(path.into());
}

/// Refuses to write to a file that is read.
pub(crate) fn refuse_if_read(path: &Path) -> Result<(), Failure> {
    match Handle::from_path(path) {
        Ok(handle) if path.is_file() && is_read(&handle) => Err(Failure::usage(format!(
            "{} is read by this command and would be lost; write to another file",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// The same for the file that standard output was sent to.
pub(crate) fn refuse_standard_if_read() -> Result<(), Failure> {
    match Handle::stdout() {
        Ok(handle) if standard_file(&io::stdout()).is_some() && is_read(&handle) => {
            Err(Failure::usage(
                "standard output goes to a file that this command reads; send it to another file",
            ))
        }
        _ => Ok(()),
    }
}

fn is_read(handle: &Handle) -> bool {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let named = read.iter().any(|path| Handle::from_path(path).is_ok_and(|read| read == *handle));
    // Not a terminal: that may well be both.
    let piped = || standard_file(&io::stdin()).is_some();
    named || (piped() && Handle::stdin().is_ok_and(|stdin| stdin == *handle))
}
