//! `check-bot`: a walk through the protocol with somebody's bot.

use quadrille_arena::compliance::check_bot;
use serde_json::json;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::game_args::CheckBot;
use crate::interrupt;
use crate::output::Output;
use quadrille_engine::WallClock;

pub(crate) fn run(args: &CheckBot) -> Result<Exit, Failure> {
    let cancel = interrupt::flag();
    let mut out = Output::open(&args.common)?;
    let mut written = Ok(());
    let (json, seed) = (args.common.json, args.common.seed());
    let well = check_bot(&args.command, seed, &WallClock::new(), &cancel, &mut |step| {
        if written.is_err() {
            return;
        }
        let problem = step.problem.as_deref();
        written = if json {
            out.json(&json!({"step": step.what, "ok": problem.is_none(), "problem": problem, "seed": seed}))
        } else {
            match problem {
                None => out.line(&format!("ok    {}", step.what)),
                Some(problem) => out.line(&format!("FAIL  {}: {problem}", step.what)),
            }
        }
        .and_then(|()| out.flush());
    });
    written?;
    let mut exit = if well { Exit::Done } else { Exit::No };
    exit.also(interrupt::status(&cancel));
    Ok(exit)
}
