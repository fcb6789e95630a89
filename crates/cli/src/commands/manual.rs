//! `completions` and `man`: what packagers install beside the binary, made from the command line
//! itself.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Cli;
use crate::exit::Exit;
use crate::failure::Failure;

/// Prints the completions of a shell.
pub(crate) fn completions(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "quadrille", &mut script);
    print(&script)
}

/// Prints the page of the program, or writes all pages into a directory.
pub(crate) fn pages(directory: Option<&Path>) -> Result<Exit, Failure> {
    let Some(directory) = directory else {
        let mut page = Vec::new();
        Man::new(command()).render(&mut page).expect("memory takes all");
        return print(&page);
    };
    let failed = |error: io::Error| {
        let error = anyhow::Error::new(error);
        Failure::Usage(error.context(format!("cannot write pages into {}", directory.display())))
    };
    fs::create_dir_all(directory).map_err(failed)?;
    clap_mangen::generate_to(command(), directory).map_err(failed)?;
    Ok(Exit::Done)
}

/// The command line without `help`: a page for what explains the others explains nothing.
fn command() -> clap::Command {
    Cli::command().disable_help_subcommand(true)
}

fn print(bytes: &[u8]) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(|error| Failure::writing(error, "standard output"))?;
    Ok(Exit::Done)
}
