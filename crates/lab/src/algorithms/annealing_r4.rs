//! Simulated annealing as R4 ran it, on single digits.
//!
//! State: every free cell holds any digit. Moves: a random digit for a random free cell. Cost:
//! digits missing over rows, columns and boxes (plus violated edges). A proposal that raises the
//! cost by d is taken with probability exp(-d/T). T starts at the largest cost that a board can
//! have, is multiplied by a factor after as many proposals as the board has cells (81), and the
//! run ends when it is below the least.

use quadrille_engine::{Counter, Puzzle, Run, Stop};

use crate::board::{Filling, Metropolis, Start};
use crate::registry::{Entry, Family, Kind, Parameter, Parameters, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "annealing-r4",
    title: "simulated annealing on single digits, R4's schedule",
    family: Family::Local,
    source: "R4: Fauquembergue, Hamdaoui & Sitbon 2014",
    about: "Free cells hold any digits; the cost is the digits missing over rows, columns and \
            boxes. A random digit is proposed for a random free cell, and taken if it does not \
            raise the cost, else with probability exp(-d/T). T starts at the largest cost \
            possible (216 on 9x9) and falls by a factor after each 81 proposals (on larger \
            boards: one for each cell); below the least temperature the run ends. Nodes are \
            proposals.",
    flaw: None,
    parameters: &[
        Parameter { default: Value::Choice("givens"), ..Start::PARAMETER },
        Parameter {
            name: "cooling",
            kind: Kind::Real(0.5, 0.999_999),
            default: Value::Real(0.99),
            help: "factor of the temperature after every chain",
        },
        Parameter {
            name: "least",
            kind: Kind::Real(0.01, 100.0),
            default: Value::Real(0.1),
            help: "temperature at which the run ends",
        },
    ],
    counters: &[Counter::Evaluated, Counter::Accepted],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| anneal(puzzle, parameters, run).unwrap_or_else(|stop| stop),
};

fn anneal(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (cooling, least) = (parameters.real("cooling"), parameters.real("least"));
    let side = puzzle.shape().side();
    let Some(mut board) = Filling::random(puzzle, Start::of(parameters), &mut run.rng) else {
        return Ok(Stop::ProvedNone);
    };
    let mut temperature = f64::from(board.largest_cost());
    let mut best = u32::MAX;
    while board.cost() > 0 {
        if temperature < least || board.free().is_empty() {
            return Ok(Stop::Stuck);
        }
        run.gauge("temperature", || vec![temperature]);
        let rule = Metropolis::new(temperature);
        for _ in 0..puzzle.shape().cells() {
            if board.cost() < best {
                best = board.cost();
                run.offer(|| board.snapshot());
                if best == 0 {
                    break;
                }
            }
            run.meter.count(Counter::Evaluated)?;
            let cell = board.free()[run.rng.below(board.free().len())];
            let digit = run.rng.below(side) as u8 + 1;
            let delta = board.delta(cell, digit);
            if rule.accepts(delta, temperature, &mut run.rng) {
                run.meter.note(Counter::Accepted);
                board.put(cell, digit, delta);
            }
        }
        temperature *= cooling;
    }
    Ok(run.claim(&board.snapshot()))
}
