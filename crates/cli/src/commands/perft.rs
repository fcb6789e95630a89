//! `perft`: how many sequences of placements there are.

use quadrille_arena::{Board, Move, perft};
use serde_json::json;

use super::game;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game_args::Perft;
use crate::interrupt;
use crate::output::Output;

pub(crate) fn run(args: &Perft) -> Result<Exit, Failure> {
    // A deep count looks at nothing else.
    interrupt::prompt_flag(interrupt::PATIENCE);
    let rules = game::rules(&args.start, &args.rules)?;
    let mut board = Board::new(&rules.board);
    let mut out = Output::open(&args.common)?;
    let (depth, side, seed) = (args.depth, rules.side(), args.common.seed());
    let mut total = 0;
    if args.divide && depth > 0 {
        for placement in board.placements().collect::<Vec<_>>() {
            board.place(placement);
            let count = perft(&mut board, depth - 1);
            board.undo();
            total += count;
            let name = Move::Place(placement).name(side).to_string();
            if args.common.json {
                out.json(&json!({"move": name, "sequences": count, "seed": seed}))?;
            } else {
                out.line(&format!("{name} {count}"))?;
            }
        }
    } else {
        total = perft(&mut board, depth);
    }
    if args.common.json {
        out.json(&json!({"depth": depth, "sequences": total, "seed": seed}))?;
    } else {
        out.line(&total.to_string())?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
