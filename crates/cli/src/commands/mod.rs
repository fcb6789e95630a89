//! The commands, a file each.

mod agents;
mod algorithms;
mod analyse;
mod bad_line;
mod bench;
mod check;
mod check_bot;
mod compare;
mod count;
mod engine;
mod estimate;
mod findings;
mod formats;
mod game;
mod kept_game;
mod labelled;
mod manual;
mod perft;
mod person;
mod plain_lines;
mod play;
mod published;
mod replay;
mod replay_trace;
mod report;
mod solve;
mod solve_chunk;
mod solve_trace;
mod stream;
mod talk;
mod tournament;
mod tune;

use crate::args::{Command, Common};
use crate::exit::Exit;
use crate::failure::Failure;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => with_common(&args.common.clone(), || solve::run(&args)),
        Command::Count(args) => with_common(&args.common.clone(), || count::run(&args)),
        Command::Check(args) => with_common(&args.common.clone(), || check::run(&args)),
        Command::Compare(args) => with_common(&args.common.clone(), || compare::run(&args)),
        Command::Report(args) => with_common(&args.common.clone(), || report::run(&args)),
        Command::Tune(args) => with_common(&args.common.clone(), || tune::run(&args)),
        Command::Bench(args) => with_common(&args.common.clone(), || bench::run(&args)),
        Command::Algorithms(args) => with_common(&args.common.clone(), || algorithms::run(&args)),
        Command::Formats(args) => with_common(&args.common.clone(), || formats::run(&args)),
        Command::Play(args) => with_common(&args.common.clone(), || play::run(&args)),
        Command::Match(args) => with_common(&args.common.clone(), || tournament::run_match(&args)),
        Command::Tournament(args) => {
            with_common(&args.common.clone(), || tournament::run_tournament(&args))
        }
        Command::Replay(args) => with_common(&args.common.clone(), || replay::run(&args)),
        Command::Analyse(args) => with_common(&args.common.clone(), || analyse::run(&args)),
        Command::Perft(args) => with_common(&args.common.clone(), || perft::run(&args)),
        Command::Engine(args) => with_common(&args.common.clone(), || engine::run(&args)),
        Command::CheckBot(args) => with_common(&args.common.clone(), || check_bot::run(&args)),
        Command::Agents(args) => with_common(&args.common.clone(), || agents::run(&args)),
        Command::Completions(args) => {
            with_common(&args.common.clone(), || manual::completions(&args))
        }
        Command::Man(args) => with_common(&args.common.clone(), || manual::pages(&args)),
    }
}

/// The choice of color holds for all that is printed later, errors included, and the wish for quiet
/// for all notes.
fn with_common<T>(common: &Common, run: impl FnOnce() -> T) -> T {
    match common.color {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    if common.quiet {
        crate::notes::keep_back();
    }
    run()
}
