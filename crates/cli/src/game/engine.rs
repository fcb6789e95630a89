//! `engine`: serves an agent over the line protocol.

use std::io;

use quadrille_arena::AgentName;
use quadrille_arena::protocol::{ServeError, serve};
use quadrille_core::WallClock;

use super::setup;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::output::Output;

/// Serve an agent over the line protocol
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/engine.txt").trim_end())]
pub(crate) struct Args {
    /// The agent to serve
    #[arg(default_value = "strong", value_name = "AGENT")]
    agent: String,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let name = setup::named_agent(&args.agent)?;
    if !matches!(name, AgentName::Entry { .. }) || name.build().is_none() {
        return Err(Failure::usage(format!(
            "`{name}` cannot be served; `quadrille agents` lists those that can, except `human`"
        )));
    }
    let build = || name.build().expect("built above");
    let clock = WallClock::new();
    context.handle_signals(Some(PATIENCE));
    let mut out = Output::open(context)?;
    match serve(&name.to_string(), &build, io::stdin().lock(), &mut out, &clock) {
        Ok(()) => {
            out.conclude(Exit::Done)?;
            Ok(Exit::Done)
        }
        Err(ServeError::Write(error)) => Err(Failure::writing(error, "the answers")),
        Err(error) => Err(Failure::usage(error.to_string())),
    }
}
