//! What is said on standard error.

use std::sync::atomic::{AtomicBool, Ordering};

use anstream::{eprint, eprintln};
use anstyle::{AnsiColor, Style};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// Whether notes are wanted; errors are always told.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Keeps all notes from now on back, as `--quiet` asks.
pub(crate) fn keep_back() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Something is wrong and ends the command.
pub(crate) fn error(message: &str) {
    eprintln!("{ERROR}error:{ERROR:#} {message}");
}

/// Something is wrong with a part of the input: `FILE:LINE:COLUMN: what; what to do`.
pub(crate) fn at(message: &str) {
    eprintln!("{message}");
}

/// Something worth knowing, unless `--quiet` was said.
pub(crate) fn note(message: &str) {
    if QUIET.load(Ordering::Relaxed) {
        return;
    }
    eprintln!("{NOTE}note:{NOTE:#} {message}");
}

/// Results for people, where standard output holds something for programs. Each line has its end.
pub(crate) fn text(text: &str) {
    eprint!("{text}");
}
