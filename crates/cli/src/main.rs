//! The binary `quadrille`: arguments, files and exit codes around the libraries. No algorithm
//! lives here.

mod args;
mod blocks;
mod bounded;
mod buffers;
mod clock;
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

use std::process::ExitCode;

use clap::Parser;

use args::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
    commands::run(cli.command).unwrap_or_else(failure::Failure::report).into()
}
