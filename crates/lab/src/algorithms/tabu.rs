//! Tabu search on candidate domains (TabuCol, Hertz & de Werra 1987, on Sudoku).
//!
//! State: every slot (a cell, or a digit of a box) holds one of its candidates. Moves: another
//! candidate for a slot in conflict. Cost: pairs of slots in conflict (and edges violated). The
//! search itself is the engine's, which takes turns with it on large boards; here it runs alone and is watched.

use quadrille_engine::local::{ConflictTable, Move, NOISE, Slots, TENURE, Tabu};
use quadrille_engine::{Counter, Puzzle, Run, Stop};

use crate::board::Start;
use crate::registry::{Entry, Family, Kind, Parameter, Parameters, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "tabu",
    title: "tabu search on candidates",
    family: Family::Local,
    source: "ours, after TabuCol: Hertz & de Werra, Using tabu search techniques for graph \
             coloring, 1987; dynamic tenure of Galinier & Hao 1999",
    about: "Every free cell holds one of its candidates; the cost is the number of pairs in \
            conflict. Of all other candidates of the cells in conflict the best is taken, even \
            when it is worse; the digit that left may not come back for tenure x (cells in \
            conflict) + random(noise) steps, unless that gives the best board so far. A table of \
            conflicts per candidate makes every change a subtraction. Nodes are changes evaluated, \
            `accepted` counts the steps.",
    flaw: None,
    parameters: &[
        Start::PARAMETER,
        Parameter {
            name: "slots",
            kind: Kind::Choice(&["cells", "box-digits"]),
            default: Value::Choice("cells"),
            help: "what holds one candidate each: the cells a digit, or the digits of the boxes a \
                   cell; the latter is better on hard 25x25 boards",
        },
        Parameter {
            name: "tenure",
            kind: Kind::Real(0.0, 100.0),
            default: Value::Real(TENURE),
            help: "steps that a digit is kept out, per cell in conflict; on sides n beyond 16 \
                   times 4 over the root of n",
        },
        Parameter {
            name: "noise",
            kind: Kind::Integer(1, 100_000),
            default: Value::Integer(NOISE as i64),
            help: "random steps added to that: below this number",
        },
    ],
    counters: &[Counter::Evaluated, Counter::Accepted],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| search(puzzle, parameters, run).unwrap_or_else(|stop| stop),
};

/// The tenure is shown every so many steps.
const SHOWN: u64 = 1 << 10;

fn search(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let factor = Tabu::factor(parameters.real("tenure"), puzzle.shape());
    let slots = match parameters.choice("slots") {
        "box-digits" => Slots::BoxDigits,
        _ => Slots::Cells,
    };
    let candidates = Start::of(parameters).candidates(puzzle);
    let Some(candidates) = candidates else { return Ok(Stop::ProvedNone) };
    let Some(mut board) = ConflictTable::new(puzzle, &candidates, slots, &mut run.meter)? else {
        return Ok(Stop::ProvedNone);
    };
    board.fill_greedily(&mut run.rng);
    let mut tabu = Tabu::new(board, factor, parameters.integer("noise") as u32);
    let mut least_cost = u32::MAX;
    let mut steps = 0_u64;
    while tabu.board().cost() > 0 {
        if tabu.board().cost() < least_cost {
            least_cost = tabu.board().cost();
            run.offer(|| tabu.board().snapshot());
        }
        if tabu.is_stuck() {
            return Ok(Stop::ProvedNone);
        }
        run.meter.count_many(Counter::Evaluated, tabu.board().changes())?;
        if let Move::Made { tenure } = tabu.step(&mut run.rng) {
            run.meter.note(Counter::Accepted);
            steps += 1;
            if steps.is_multiple_of(SHOWN) {
                run.gauge("tenure", || vec![f64::from(tenure)]);
            }
        }
    }
    Ok(run.claim(&tabu.board().snapshot()))
}
