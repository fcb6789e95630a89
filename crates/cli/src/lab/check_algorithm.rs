//! `check-algorithm`: tests a program on the line protocol `quadrille-lab`, step by step.

use quadrille_engine::{WallClock, printable};
use quadrille_lab::program::{Program, ProgramHost, check_program};
use serde_json::json;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game::bots;
use crate::io::output::Output;

/// Test a program that is to be compared, step by step
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Example:
  quadrille check-algorithm python3 my.py

Ends with the first wrong answer. The protocol `quadrille-lab` is described in docs/protocol.md.")]
pub(crate) struct Args {
    /// The program and its arguments
    #[arg(required = true, num_args = 1.., trailing_var_arg = true, value_name = "CMD")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let host = ProgramHost { guard: Some(bots::guard()), ..ProgramHost::default() };
    let program = Program::new(args.command.clone(), host);
    let cancel = context.handle_signals(None);
    let mut out = Output::open(context)?;
    let mut written = Ok(());
    let (json, seed) = (context.json, context.seed());
    let bar = context.spinner();
    bar.set_message("waiting for the program");
    let each = &mut |step: &str, problem: Option<&str>| {
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
    };
    let complies = check_program(&program, seed, &WallClock::new(), &cancel, each);
    bar.finish_and_clear();
    written?;
    let complies = complies.map_err(|error| {
        let error = anyhow::Error::new(error);
        Failure::Internal(error.context("cannot run the program; this says nothing about it"))
    })?;
    let mut exit = if complies { Exit::Done } else { Exit::No };
    exit.merge(context.signal_status());
    out.conclude(exit)?;
    Ok(exit)
}
