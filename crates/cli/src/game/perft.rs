//! `perft`: counts sequences of placements.

use quadrille_arena::{Board, Move, perft};
use quadrille_core::BoxShape;
use serde_json::json;

use super::setup::StartOptions;
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::output::Output;

/// No sequence is longer than the cells of the largest board.
const MAX_DEPTH: u64 = (BoxShape::MAX_SIDE * BoxShape::MAX_SIDE) as u64;

/// Count sequences of placements
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/perft.txt").trim_end())]
pub(crate) struct Args {
    /// Number of placements in a sequence
    #[arg(value_parser = values::number::<u32>(0..=MAX_DEPTH), allow_negative_numbers = true)]
    depth: u32,
    /// Print the count for each first placement
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    start: StartOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    // Counting does not poll the cancel flag.
    context.handle_signals(Some(PATIENCE));
    let puzzle = args.start.board(context)?;
    let mut board = Board::new(&puzzle);
    let mut out = Output::open(context)?;
    let (depth, side, seed) = (args.depth, puzzle.shape().side(), context.seed());
    let mut total = 0;
    if depth == 0 {
        total = perft(&mut board, depth);
    } else {
        let placements: Vec<_> = board.placements().collect();
        let bar = context.progress_bar(placements.len() as u64, "first placements");
        for placement in placements {
            board.place(placement);
            let count = perft(&mut board, depth - 1);
            board.undo();
            total += count;
            bar.inc(1);
            if args.divide {
                let name = Move::Place(placement).name(side).to_string();
                bar.suspend(|| {
                    if context.json {
                        out.json(&json!({"move": name, "sequences": count, "seed": seed}))
                    } else {
                        out.line(&format!("{name} {count}"))
                    }
                })?;
            }
        }
        bar.finish_and_clear();
    }
    if context.json {
        out.json(&json!({"depth": depth, "sequences": total, "seed": seed}))?;
    } else {
        out.line(&total.to_string())?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}
