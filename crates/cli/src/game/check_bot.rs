//! `check-bot`: tests a program on the line protocol, step by step.

use quadrille_arena::AgentName;
use quadrille_arena::compliance::check_bot;
use quadrille_arena::protocol::Program;
use quadrille_core::WallClock;

use super::bots::BotLimits;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::steps::print_steps;

/// Test a bot on the line protocol, step by step
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Example:
  quadrille check-bot python3 bot.py

The protocol is described in docs/protocol.md.")]
pub(crate) struct Args {
    #[command(flatten)]
    limits: BotLimits,
    /// The program and its arguments
    #[arg(required = true, num_args = 1.., trailing_var_arg = true, value_name = "CMD")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let program = Program { guard: Some(args.limits.guard()), ..args.command.clone().into() };
    args.limits.check(&[AgentName::Command(program.clone())])?;
    print_steps("bot", context, |seed, cancel, each| {
        check_bot(&program, seed, &WallClock::new(), cancel, each)
    })
}
