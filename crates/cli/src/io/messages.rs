//! Messages on standard error.

use std::io::Write;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const DETAIL: Style = Style::new().dimmed();

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
        self.write(&format!("{ERROR}error:{ERROR:#} {message}\n"));
    }

    /// Prints what is wrong with a part of the input: `FILE:LINE:COLUMN: what; what to do`.
    pub(crate) fn bad_input(self, message: &str) {
        self.write(&format!("{message}\n"));
    }

    /// Prints something worth knowing, except with `--quiet`.
    pub(crate) fn note(self, message: &str) {
        if !self.quiet {
            self.write(&format!("{NOTE}note:{NOTE:#} {message}\n"));
        }
    }

    /// Prints something of interest only with `--verbose`.
    pub(crate) fn detail(self, message: &str) {
        if self.verbose {
            self.write(&format!("{DETAIL}{message}{DETAIL:#}\n"));
        }
    }

    /// Prints text as it is: results for people, when standard output is for programs.
    pub(crate) fn write(self, text: &str) {
        // If standard error is closed, there is no place to report it.
        let _ = AutoStream::new(std::io::stderr().lock(), self.color).write_all(text.as_bytes());
    }
}
