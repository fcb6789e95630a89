//! `engine`: one of our agents, for whoever speaks the line protocol.

use std::io;

use quadrille_arena::AgentName;
use quadrille_arena::protocol::{ServeError, serve};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::game_args::Engine;
use crate::interrupt;
use crate::output::Output;
use quadrille_engine::WallClock;

pub(crate) fn run(args: &Engine) -> Result<Exit, Failure> {
    if args.common.json {
        // Every command takes it; here there is nothing that it could change.
        crate::notes::note(
            "`engine` speaks the line protocol, which has no JSON: --json is ignored",
        );
    }
    let name = AgentName::parse(&args.agent).map_err(|e| Failure::usage(e.to_string()))?;
    let entry = matches!(name, AgentName::Entry { .. }) && name.build().is_some();
    if !entry {
        return Err(Failure::usage(format!("`{name}` cannot be served; choose one of ours")));
    }
    let build = || name.build().expect("built above");
    let clock = WallClock::new();
    interrupt::prompt_flag(interrupt::PATIENCE);
    let mut out = Output::open(&args.common)?;
    match serve(&name.to_string(), &build, io::stdin().lock(), &mut out, &clock) {
        Ok(()) => Ok(Exit::Done),
        Err(ServeError::Io(error)) => Err(Failure::writing(error, "the answers")),
        Err(error) => Err(Failure::usage(error.to_string())),
    }
}
