//! Features that need a search. All limits are on nodes, so that every machine finds the same.

use quadrille_core::analysis::{BackdoorSize, MOST_PLACEMENTS, backdoor_size, true_candidates};
use quadrille_core::solve::{self, Solver, Verdict};
use quadrille_core::{CancelFlag, Counter, Limits, Meter, NoClock, Puzzle, Stop};
use quadrille_logic::{Profile, Verdict as Rated, rate};

use super::{BACKBONE, BACKDOOR, Features, GUESSES, HODOKU, SE121};

/// Guesses that `bits` may try.
const MOST_GUESSES: u64 = 10_000;
/// Guesses of a search for a solution, or for the candidates that occur in one.
const SEARCH: u64 = 20_000;
/// Placements tried in the search for a backdoor: all pairs on 9x9, and most triples.
const PLACEMENTS: u64 = 20_000;

/// Adds the costly features of a puzzle.
pub(super) fn add(
    features: &mut Features,
    puzzle: &Puzzle,
    cancel: &CancelFlag,
) -> Result<(), Stop> {
    let limited = |nodes| {
        Meter::new(Limits::nodes(nodes), Counter::Branch, cancel, &NoClock)
            .expect("there is no time limit")
    };
    let not_cancelled = || if cancel.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) };

    let mut meter = limited(MOST_GUESSES);
    let found = solve::count(Solver::Bits, puzzle, 1, &mut meter);
    not_cancelled()?;
    let guesses = meter.counters[Counter::Branch] as f64;
    if found.count > 0 || found.exact {
        features.know(GUESSES, guesses);
    } else {
        features.bound(GUESSES, guesses);
    }

    let is_open = puzzle.givens().empty_cells().next().is_some();
    let verdict = solve::verdict(Solver::Bits, puzzle, &mut limited(SEARCH));
    not_cancelled()?;
    match verdict {
        Verdict::Unique(solution) => {
            if is_open {
                features.know(BACKBONE, 1.0);
            }
            let mut meter = limited(PLACEMENTS);
            match backdoor_size(puzzle, &solution, MOST_PLACEMENTS, &mut meter) {
                BackdoorSize::Exactly(size) => features.know(BACKDOOR, size as f64),
                BackdoorSize::AtLeast(size) => features.bound(BACKDOOR, size as f64),
            }
            not_cancelled()?;
            rate_by(features, puzzle, cancel);
        }
        Verdict::Multiple(_) => {
            if let Ok(candidates) = true_candidates(puzzle, &mut limited(SEARCH)) {
                let empty: Vec<_> = puzzle.givens().empty_cells().collect();
                let fixed = empty.iter().filter(|&&cell| candidates.get(cell).len() == 1).count();
                features.know(BACKBONE, fixed as f64 / empty.len() as f64);
            }
        }
        Verdict::NoSolution | Verdict::Undecided(_) => {}
    }
    not_cancelled()
}

/// Adds the ratings, if the techniques work on the board.
fn rate_by(features: &mut Features, puzzle: &Puzzle, cancel: &CancelFlag) {
    for (index, id) in [(SE121, "se121"), (HODOKU, "hodoku")] {
        let profile = Profile::by_id(id).expect("it comes with the engine");
        let rating = rate(puzzle, &profile, &mut Meter::cancellable(cancel));
        if matches!(rating.verdict, Rated::Solved | Rated::Beyond) {
            // Scores are in tenths, too.
            features.know(index, f64::from(rating.rating) / 10.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Value;

    /// What `quadrille rate`, tested against both programs, prints for these puzzles.
    #[test]
    fn ratings_are_in_the_units_of_their_programs() {
        for (text, rating, score) in [
            (
                "92...5..7.6....54.54...79688....3......1.6......8..471.927..65.7.1..48.96.5.2..14",
                1.2,
                180.0,
            ),
            (
                "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
                9.0,
                4248.0,
            ),
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let features = Features::all(&puzzle, &CancelFlag::new()).unwrap();
            let known = |index| features.get(index).map(Value::number);
            assert_eq!((known(SE121), known(HODOKU)), (Some(rating), Some(score)), "{text}");
        }
    }
}
