//! Messages on standard error. Each is one line, and what others wrote in it is made printable.

use std::io::Write;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use quadrille_core::printable;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const DETAIL: Style = Style::new().dimmed();

/// Maximum number of characters of a message.
const LONGEST: usize = 2000;

/// Returns a message as a printable line. Of a very long one, as when it quotes a file that is something
/// else, the middle is omitted.
fn line(message: &str) -> String {
    let half = LONGEST / 2;
    let start = message.char_indices().nth(half);
    let end = message.char_indices().rev().nth(half - 1);
    match (start, end) {
        (Some((start, _)), Some((end, _))) if start < end => {
            format!("{} … {}", printable::line(&message[..start]), printable::line(&message[end..]))
        }
        _ => printable::line(message).into_owned(),
    }
}

/// Writes messages, in color where wanted and as many as wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Messages {
    color: ColorChoice,
    quiet: bool,
    verbose: bool,
}

impl Messages {
    pub(crate) fn new(color: clap::ColorChoice, quiet: bool, verbose: bool) -> Self {
        let color = match color {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::Always,
            clap::ColorChoice::Never => ColorChoice::Never,
        };
        Self { color, quiet, verbose }
    }

    /// Returns the color choice, for text on standard output.
    pub(crate) fn color(self) -> ColorChoice {
        self.color
    }

    /// Whether progress and notes are suppressed.
    pub(crate) fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Prints an error that ends the command.
    pub(crate) fn error(self, message: &str) {
        self.write(&format!("{ERROR}error:{ERROR:#} {}\n", line(message)));
    }

    /// Prints what is wrong with a part of the input: `FILE:LINE:COLUMN: what; what to do`.
    pub(crate) fn bad_input(self, message: &str) {
        self.write(&format!("{}\n", line(message)));
    }

    /// Prints something worth knowing, except with `--quiet`.
    pub(crate) fn note(self, message: &str) {
        if !self.quiet {
            self.write(&format!("{NOTE}note:{NOTE:#} {}\n", line(message)));
        }
    }

    /// Prints something of interest only with `--verbose`.
    pub(crate) fn detail(self, message: &str) {
        if self.verbose {
            self.write(&format!("{DETAIL}{}{DETAIL:#}\n", line(message)));
        }
    }

    /// Prints results for people, when standard output is for programs.
    pub(crate) fn results(self, text: &str) {
        self.write(&printable::lines(text));
    }

    /// Prints text as it is.
    fn write(self, text: &str) {
        // If standard error is closed, there is no place to report it.
        let _ = AutoStream::new(std::io::stderr().lock(), self.color).write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_long_messages_is_omitted() {
        let message = format!("file:1:1: `{}ü` is not a move; write pass", "ü\n".repeat(10_000));
        let shown = line(&message);
        assert!(shown.starts_with("file:1:1: `ü\\nü") && shown.ends_with("write pass"), "{shown}");
        assert!(shown.contains(" … ") && shown.chars().count() < 2 * LONGEST, "{shown}");
        for length in [0, 1, LONGEST - 1, LONGEST] {
            let message = "ü".repeat(length);
            assert_eq!(line(&message), message);
        }
        assert!(line(&"ü".repeat(LONGEST + 1)).contains(" … "));
    }
}
