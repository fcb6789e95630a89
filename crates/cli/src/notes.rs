//! What is said on standard error.

use anstream::{eprint, eprintln};
use anstyle::{AnsiColor, Style};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// Something is wrong and ends the command.
pub(crate) fn error(message: &str) {
    eprintln!("{ERROR}error:{ERROR:#} {message}");
}

/// Something is wrong with a part of the input: `FILE:LINE:COLUMN: what; what to do`.
pub(crate) fn at(message: &str) {
    eprintln!("{message}");
}

/// Something worth knowing.
pub(crate) fn note(message: &str) {
    eprintln!("{NOTE}note:{NOTE:#} {message}");
}

/// Results for people, where standard output holds something for programs. Each line has its end.
pub(crate) fn text(text: &str) {
    eprint!("{text}");
}
