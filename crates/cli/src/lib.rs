//! The command line of Quadrille as a library: arguments, files and exit codes around the engine,
//! the lab and the arena. The binary is in the package `quadrille`.

mod args;
mod blocks;
mod bounded;
mod buffers;
mod commands;
mod exit;
mod failure;
mod game_args;
mod input;
mod interrupt;
mod line_ends;
mod notes;
mod origin;
mod output;
mod progress;
mod report_directory;
mod room;
mod spared;
mod table;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use args::Cli;

/// Runs the command line that the process was started with.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let cli = Cli::try_parse_from(&arguments);
    let cli = cli.unwrap_or_else(|error| with_suggestion(error, &arguments).exit());
    commands::run(cli.command).unwrap_or_else(failure::Failure::report).into()
}

/// What is wrong with `help NAME` where there is no such command: clap suggests one only to those
/// who type the name alone.
fn with_suggestion(error: clap::Error, arguments: &[OsString]) -> clap::Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let [program, help, name, ..] = arguments
        && help == "help"
        && let Err(alone) = Cli::try_parse_from([program, name])
        && alone.kind() == ErrorKind::InvalidSubcommand
    {
        return alone;
    }
    error
}
