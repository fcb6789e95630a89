//! Limited discrepancy search: iterations with ever more decisions against the heuristic.

use quadrille_core::{Cell, Counter, Digit, Puzzle, Run, Stop};

use super::search::Plan;
use super::store::{Mark, Store};

/// A decision with its two children.
struct Node {
    cell: Cell,
    digit: Digit,
    /// The state before.
    mark: Mark,
    /// How many discrepancies its subtree may have.
    left: usize,
    /// Whether there is a choice.
    guess: bool,
    /// Whether the child with the digit is searched, after the other one or without it.
    second: bool,
}

pub(super) fn search(puzzle: &Puzzle, plan: &Plan, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let Some(mut store) = Store::new(puzzle, plan.filter, run)? else {
        return Ok(Stop::ProvedNone);
    };
    run.offer(|| store.snapshot());
    let root = store.mark();
    for most in 0.. {
        run.gauge("discrepancies", || vec![most as f64]);
        if most > 0 {
            run.meter.restarted();
        }
        if !iterate(most, plan, &mut store, run)? {
            break;
        }
        store.undo_to(root);
    }
    Ok(Stop::ProvedNone)
}

/// Searches the paths with at most that many discrepancies. Returns whether there are others.
///
/// # Errors
/// Returns the reason to stop, including a solution.
fn iterate(most: usize, plan: &Plan, store: &mut Store, run: &mut Run<'_>) -> Result<bool, Stop> {
    let mut path: Vec<Node> = Vec::new();
    let (mut left, mut cut) = (most, false);
    loop {
        let Some(cell) = plan.cells.next(store, plan.ties, &mut run.rng) else {
            return Err(run.claim(&store.snapshot()));
        };
        let before = store.mark();
        let mut consistent = store.look_back(cell);
        if consistent {
            let digit = plan.digits.next(store, cell, &mut run.rng);
            let guess = store.get(cell).len() > 1;
            if guess {
                run.meter.count(Counter::Branch)?;
            }
            let second = !guess || left == 0;
            path.push(Node { cell, digit, mark: store.mark(), left, guess, second });
            if !second {
                // Against the heuristic first.
                left -= 1;
                consistent = store.exclude(cell, digit) && store.filter(run)?;
            } else {
                cut |= guess;
                consistent = store.assign(cell, digit, run)?;
            }
            run.at(|| (path.len(), store.snapshot()));
            run.offer(|| store.snapshot());
        } else {
            store.undo_to(before);
        }
        while !consistent {
            run.meter.note(Counter::Contradiction);
            loop {
                let Some(node) = path.last_mut() else { return Ok(cut) };
                store.undo_to(node.mark);
                if node.guess {
                    run.meter.note(Counter::Backtrack);
                }
                if !node.second {
                    node.second = true;
                    left = node.left;
                    let (cell, digit) = (node.cell, node.digit);
                    run.meter.count(Counter::Branch)?;
                    consistent = store.assign(cell, digit, run)?;
                    break;
                }
                path.pop();
            }
        }
    }
}
