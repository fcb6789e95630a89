//! `check-bot`: tests a program on the line protocol, step by step.

use quadrille_arena::AgentName;
use quadrille_arena::compliance::check_bot;
use quadrille_arena::protocol::Program;
use quadrille_engine::{WallClock, printable};
use serde_json::json;

use super::bots::BotLimits;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

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
    let cancel = context.handle_signals(None);
    let mut out = Output::open(context)?;
    let mut written = Ok(());
    let (json, seed) = (context.json, context.seed());
    let bar = context.spinner();
    bar.set_message("waiting for the bot");
    let complies = check_bot(&program, seed, &WallClock::new(), &cancel, &mut |step, problem| {
        if written.is_err() {
            return;
        }
        written = bar.suspend(|| {
            match problem {
                _ if json => out.json(&json!({
                    "step": step, "ok": problem.is_none(), "problem": problem, "seed": seed,
                })),
                None => out.line(&printable::line(&format!("ok    {step}"))),
                Some(problem) => out.line(&printable::line(&format!("FAIL  {step}: {problem}"))),
            }
            .and_then(|()| out.flush())
        });
    });
    bar.finish_and_clear();
    written?;
    let complies = complies.map_err(|error| {
        let error = anyhow::Error::new(error);
        Failure::Internal(error.context("cannot run the bot; this says nothing about it"))
    })?;
    let mut exit = if complies { Exit::Done } else { Exit::No };
    exit.merge(context.signal_status());
    out.conclude(exit)?;
    Ok(exit)
}
