//! `check-algorithm`: tests a program on the line protocol `quadrille-lab`, step by step.

use quadrille_core::WallClock;
use quadrille_lab::program::{Program, ProgramHost, check_program};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game::bots;
use crate::io::steps::print_steps;

/// Test a program for `compare`
///
/// Tests step by step whether a program follows the protocol of algorithms.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/check-algorithm.txt").trim_end())]
pub(crate) struct Args {
    /// The program and its arguments
    #[arg(required = true, num_args = 1.., trailing_var_arg = true, value_name = "CMD")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let host = ProgramHost { guard: Some(bots::guard()), ..ProgramHost::default() };
    let program = Program::new(args.command.clone(), host);
    print_steps("program", context, |seed, cancel, each| {
        check_program(&program, seed, &WallClock::new(), cancel, each)
    })
}
