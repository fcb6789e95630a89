//! `check-bot`: tests a program on the line protocol, step by step.

use quadrille_arena::AgentName;
use quadrille_arena::compliance::check_bot;
use quadrille_arena::protocol::Program;
use quadrille_core::WallClock;

use super::bots::BotLimits;
use super::setup;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::steps::print_steps;

/// Test a bot on the line protocol
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/check-bot.txt").trim_end())]
pub(crate) struct Args {
    #[command(flatten)]
    limits: BotLimits,
    /// The program and its arguments, or "cmd:PROGRAM ARG…"
    #[arg(required = true, num_args = 1.., trailing_var_arg = true, value_name = "CMD")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    // `match` names a program in one argument, as in "cmd:python3 bot.py".
    let words = match &args.command[..] {
        [name] if name.starts_with("cmd:") => match setup::named_agent(name)? {
            AgentName::Command(Program { words, .. }) => words,
            AgentName::Entry { .. } => unreachable!("it begins with `cmd:`"),
        },
        words => words.to_vec(),
    };
    let program = Program { guard: Some(args.limits.guard()), ..words.into() };
    args.limits.check(&[AgentName::Command(program.clone())])?;
    print_steps("bot", context, |seed, cancel, each| {
        check_bot(&program, seed, &WallClock::new(), cancel, each)
    })
}
