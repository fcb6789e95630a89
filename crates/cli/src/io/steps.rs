//! The steps of a check of a program from outside: a line for each, as soon as it is known.

use std::io;

use quadrille_core::{CancelFlag, printable};
use serde_json::json;

use super::output::Output;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Checks a program, called `what` in messages, and prints each step. The check takes the seed, the
/// flag that cancels it, and what it must call after each step with the problem, if there is one; it
/// returns whether all steps succeeded, or why this machine cannot run the program.
pub(crate) fn print_steps(
    what: &str,
    context: &Context,
    check: impl FnOnce(u64, &CancelFlag, &mut dyn FnMut(&str, Option<&str>)) -> io::Result<bool>,
) -> Result<Exit, Failure> {
    let cancel = context.handle_signals(None);
    let mut out = Output::open(context)?;
    let mut written = Ok(());
    let (json, seed) = (context.json, context.seed());
    let bar = context.spinner();
    bar.set_message(format!("waiting for the {what}"));
    let complies = check(seed, &cancel, &mut |step, problem| {
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
        let message = format!("cannot run the {what}; this says nothing about it");
        Failure::Internal(anyhow::Error::new(error).context(message))
    })?;
    let mut exit = if complies { Exit::Done } else { Exit::No };
    exit.merge(context.signal_status());
    out.conclude(exit)?;
    Ok(exit)
}
