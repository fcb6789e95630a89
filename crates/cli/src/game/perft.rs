//! `perft`: how many sequences of placements there are.

use quadrille_arena::{Board, Move, perft};
use serde_json::json;

use super::setup::{self, Rules, Start};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::output::Output;

/// Count sequences of placements
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Example:
  quadrille perft 3                                342802044 on the empty 9x9 board")]
pub(crate) struct Args {
    /// How many placements deep
    #[arg(value_parser = values::number::<u32>(0..=u64::MAX), allow_negative_numbers = true)]
    depth: u32,
    /// Count for each first placement
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    rules: Rules,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    // A deep count looks at nothing else.
    context.handle_signals(Some(PATIENCE));
    let rules = setup::rules(&args.start, &args.rules, context)?;
    let mut board = Board::new(&rules.board);
    let mut out = Output::open(context)?;
    let (depth, side, seed) = (args.depth, rules.side(), context.seed());
    let mut total = 0;
    if args.divide && depth > 0 {
        for placement in board.placements().collect::<Vec<_>>() {
            board.place(placement);
            let count = perft(&mut board, depth - 1);
            board.undo();
            total += count;
            let name = Move::Place(placement).name(side).to_string();
            if context.json {
                out.json(&json!({"move": name, "sequences": count, "seed": seed}))?;
            } else {
                out.line(&format!("{name} {count}"))?;
            }
        }
    } else {
        total = perft(&mut board, depth);
    }
    if context.json {
        out.json(&json!({"depth": depth, "sequences": total, "seed": seed}))?;
    } else {
        out.line(&total.to_string())?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
