//! The default solver: propagation, then a short search, then clause learning in turns with local
//! search.

use std::cell::Cell;

use super::Found;
use super::bits::Search;
use super::formula::{Formula, Literal};
use super::learning::Engine;
use super::local_turns::LocalTurns;
use crate::board::{Puzzle, Solution};
use crate::control::{Meter, Stop};
use crate::kernel::batch;

/// The length of the turns.
#[derive(Clone, Copy)]
struct Turns {
    /// Contradictions of the short search before clauses are learned, at most.
    contradictions: u64,
    /// Conflicts in the first turn of learning.
    first_conflicts: u64,
    /// Conflicts in any later turn, at least.
    conflicts: u64,
    /// Changes examined in a turn of local search, at least.
    changes: u64,
}

/// Nearly all 16x16 boards need fewer contradictions, and 25x25 boards that need more are rarely
/// solved by any affordable number. There, a turn of learning takes 1 ms, and one of local search,
/// which is faster on the hard boards, three to five. Shorter turns of local search solve slightly
/// fewer hard boards, longer ones slightly more, but delay learning on boards without a solution.
/// The first turn of learning is longer, because half of the boards need no more.
const TURNS: Turns =
    Turns { contradictions: 50, first_conflicts: 96, conflicts: 16, changes: 2_000_000 };

impl Turns {
    /// Up to this number of open candidates, which 25x25 boards near half full have, the turns are
    /// as above. The number of conflicts that learning needs grows exponentially with the open
    /// candidates, that of local search far more slowly, so beyond it local search gets longer turns.
    const CANDIDATES: u64 = 2000;
    /// The longest turns of local search, in shortest ones: on 49x49 near half full.
    const LONGEST: u64 = 32;
    /// A board that local search does not solve soon has few solutions or one, and learning is the
    /// one to find them. So its turns grow with the number of its conflicts, divided by this. Not
    /// where local search gets longer turns: learning would take all the time without success.
    const GROWTH: u64 = 8;

    /// Boards with more open candidates than this are hardly ever solved by more than
    /// `FEW_CONTRADICTIONS`, which saves a tenth of the time of 25x25 boards at 40 %. Those at 50 %
    /// have fewer candidates, and half of them are solved by the short search.
    const SOME_CANDIDATES: usize = 1500;
    const FEW_CONTRADICTIONS: u64 = 20;

    /// Returns the contradictions of the short search of a board with that many open candidates.
    fn contradictions(self, candidates: usize) -> u64 {
        if candidates > Self::SOME_CANDIDATES {
            self.contradictions.min(Self::FEW_CONTRADICTIONS)
        } else {
            self.contradictions
        }
    }

    /// Returns how many times longer the turns of local search are, with that many open candidates.
    fn stretch(candidates: usize) -> u64 {
        ((candidates as u64).pow(3) / Self::CANDIDATES.pow(3)).clamp(1, Self::LONGEST)
    }
}

/// Passes the boards that the kernel supports to it, with the limit on solutions, and searches others
/// in turns; `found` ends that search at the limit.
pub(super) fn solve(
    puzzle: &Puzzle,
    limit: u64,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    if batch::supports(puzzle) {
        super::by_kernel(puzzle, limit, meter, found)
    } else {
        in_turns(puzzle, TURNS, meter, found)
    }
}

fn in_turns(
    puzzle: &Puzzle,
    turns: Turns,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    let Some(mut search) = Search::new(puzzle) else { return Ok(()) };
    let any = Cell::new(false);
    let mut found = |solution: &Solution| {
        any.set(true);
        found(solution)
    };
    let contradictions = turns.contradictions(search.open_candidates());
    if search.go_on(puzzle, contradictions, meter, &mut found)? {
        return Ok(());
    }
    let (board, ruled_out) = search.give_up();
    let formula = Formula::of(puzzle, &board, meter)?;
    let not = |&(cell, digit): &(usize, u32)| {
        let variable = formula.variable(cell, digit);
        Literal::no(variable.expect("a guess is about what propagation leaves open"))
    };
    let clauses: Vec<Vec<Literal>> =
        ruled_out.iter().map(|group| group.iter().map(not).collect()).collect();
    let stretch = Turns::stretch(formula.candidates.len());
    let mut engine = Engine::new(puzzle, formula, meter)?;
    for clause in &clauses {
        engine.require(clause);
    }
    let mut walk = None;
    let (mut conflicts, mut all_conflicts) = (turns.first_conflicts, 0);
    while !any.get() {
        if engine.go_on(puzzle, conflicts, meter, &mut found)? {
            return Ok(());
        }
        all_conflicts += conflicts;
        conflicts = turns.conflicts;
        if stretch == 1 {
            conflicts = conflicts.max(all_conflicts / Turns::GROWTH);
        }
        if any.get() {
            break;
        }
        // The table is created late, because many boards never need it.
        if walk.is_none() {
            walk = LocalTurns::new(puzzle, &board, meter)?;
        }
        let Some(walk) = &mut walk else { break };
        if let Some(solution) = walk.go_on(puzzle, stretch * turns.changes, meter)? {
            found(&solution)?;
            let others = engine.other_than(&solution);
            engine.require(&others);
        }
    }
    if let Some(walk) = walk {
        meter.release(walk.bytes);
    }
    engine.go_on(puzzle, u64::MAX, meter, &mut found)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{self, BoxShape, Grid, Snapshot, Symmetry};
    use crate::control::{CancelFlag, Counter, Limits, NoClock};
    use crate::rng::Rng;
    use crate::solve::naive;

    /// Local search is optional: if its table does not fit into the memory, learning continues
    /// alone.
    #[test]
    fn a_limit_on_memory_leaves_the_table_out() {
        let shape = BoxShape::new(3, 3).unwrap();
        let puzzle = Puzzle::try_from(Grid::empty(shape)).unwrap();
        let turns =
            Turns { contradictions: 0, first_conflicts: 0, conflicts: 0, changes: 1_000_000 };
        let solve = |memory: u64| {
            let limits = Limits { memory: Some(memory), ..Limits::NONE };
            let cancel = CancelFlag::new();
            let mut meter = Meter::new(limits, Counter::Branch, &cancel, &NoClock).unwrap();
            let result = in_turns(&puzzle, turns, &mut meter, &mut |_| Err(Stop::Solved));
            (result, meter.counters[Counter::Evaluated] > 0)
        };
        assert_eq!(solve(1 << 20), (Err(Stop::Solved), true));
        assert_eq!(solve(20_000), (Err(Stop::Solved), false));
    }

    /// Whenever the search is handed over, and whichever part finds the first solution, every
    /// solution is found once.
    #[test]
    fn nothing_is_lost_or_doubled_when_others_take_over() {
        let mut rng = Rng::from_seed(11);
        let solved = [1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1]
            .into_iter()
            .chain([3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2])
            .collect::<Vec<u8>>();
        let shape = BoxShape::new(2, 3).unwrap();
        let grid = Grid::from_digits(shape, &solved).unwrap();
        for _ in 0..30 {
            let mut givens = Grid::empty(shape);
            let symmetry = Symmetry::random(shape, &mut rng);
            if symmetry.image_shape() != shape {
                continue;
            }
            let image = symmetry.apply(&grid);
            for _ in 0..12 {
                let cell = board::Cell::new(rng.below(36));
                givens.set(cell, image.get(cell));
            }
            let puzzle = Puzzle::try_from(givens).unwrap();
            type Searching<'s> = dyn Fn(&mut Meter<'_>, &mut Found<'_>) -> Result<(), Stop> + 's;
            let all = |search: &Searching<'_>| {
                let mut found: Vec<Snapshot> = Vec::new();
                let result = search(&mut Meter::unlimited(), &mut |solution| {
                    found.push(solution.grid().snapshot());
                    Ok(())
                });
                assert_eq!(result, Ok(()));
                found.sort();
                found
            };
            let expected = all(&|meter, found| naive::solve(&puzzle, meter, found));
            assert!(!expected.is_empty());
            // With no conflicts allowed, local search finds the first.
            let turns = [(0, 32), (1, 32), (2, 1), (5, 32), (20, 1), (0, 0), (1, 0), (3, 0)];
            for (contradictions, conflicts) in turns {
                let first_conflicts = conflicts;
                let turns = Turns { contradictions, first_conflicts, conflicts, changes: 100 };
                let found = all(&|meter, found| in_turns(&puzzle, turns, meter, found));
                assert_eq!(found, expected, "{puzzle:?} after {contradictions} and {conflicts}");
            }
        }
    }
}
