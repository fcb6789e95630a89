//! The command line of Quadrille as a library: arguments, files and exit status around the engine,
//! the lab and the arena. The binary is in the package `quadrille`.

mod args;
mod context;
mod exit;
mod failure;
mod game;
mod io;
mod lab;
mod names;
mod panic;
mod puzzles;
#[cfg(feature = "serve")]
mod serve;
mod version;

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use context::Context;
use exit::Exit;
use failure::Failure;
use io::messages::Messages;
use quadrille_lab::program::ProgramHost;
use quadrille_lab::registry::{Entry, Registry};

/// Returns whether a command line, the name of the program first, can be parsed. Nothing is run.
pub fn check_arguments(arguments: impl IntoIterator<Item = OsString>) -> bool {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    args::parse(&arguments).is_ok()
}

/// Returns the command line, from which help, manual pages and references are made.
pub fn command() -> clap::Command {
    args::documented_command()
}

/// Runs the command line that the process was started with.
pub fn main() -> ExitCode {
    main_with(&[])
}

/// Runs the command line that the process was started with, with algorithms of the caller beside
/// those of the lab: every command that takes names of algorithms knows them, so `compare` logs,
/// resumes and reports their runs. The web app of `serve` has those of the lab only, and starts no
/// programs from outside.
///
/// An entry that cannot be added ends the process with an error and exit status 3.
pub fn main_with(algorithms: &[&'static Entry]) -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().collect();
    if let Some(exit) = game::become_guard(&arguments) {
        return exit;
    }
    io::survive_file_limit();
    panic::guard(|| run(&arguments, algorithms)).into()
}

/// Prints an error in the arguments, or the help or version that they ask for.
fn print_usage(error: &clap::Error) -> Exit {
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        _ if error.use_stderr() => Exit::Usage,
        Ok(()) => Exit::Done,
        Err(error) => {
            let messages = Messages::new(clap::ColorChoice::Auto, false, false);
            Failure::writing(error, "standard output").report(messages)
        }
    }
}

fn run(arguments: &[OsString], algorithms: &[&'static Entry]) -> Exit {
    let started = Instant::now();
    let cli = match args::parse_printable(arguments) {
        Ok(cli) => cli,
        Err(error) => return print_usage(&error),
    };
    let host = ProgramHost { guard: Some(game::bots::guard()), ..ProgramHost::default() };
    let known = Registry::default().with_programs(host);
    let registry = algorithms.iter().try_fold(known, |all, entry| all.with(entry));
    let registry = match registry {
        Ok(registry) => registry,
        Err(error) => {
            let messages = Messages::new(cli.common.color, false, false);
            return Failure::Internal(error.into()).report(messages);
        }
    };
    let context = Context::new(cli.common, registry);
    let messages = context.messages;
    messages.detail(&format!("quadrille {}", version::full()));
    let result = args::run(&cli.command, &context);
    context.conclude_bad_inputs();
    let exit = result.unwrap_or_else(|failure| failure.report(messages));
    messages.detail(&format!("finished in {:.3} s", started.elapsed().as_secs_f64()));
    exit
}
