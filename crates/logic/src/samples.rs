//! The pool: positions for each kind of deduction, from which the pages of techniques are drawn and after
//! which puzzles with rare techniques are made.

use std::collections::HashSet;

use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Grid, Meter, Puzzle};

use super::grid::LogicGrid;
use super::position::{Position, PositionSearch};
use super::profile::Profile;

/// Lines with the id of a kind and a position as in a library of HoDoKu: positions that are easy to read.
const SAMPLES: &str = include_str!("samples.txt");

/// Puzzles in whose walks kinds of deduction are possible, one in a line, then lines with the id of a
/// kind and the numbers of such puzzles from 0. Last come lines with the id of a kind, `@`, that of a
/// profile by which it can be the next step, and unless that is common, the numbers of puzzles where
/// it is.
const POOL: &str = include_str!("pool.txt");

/// The profile by which these puzzles are walked through.
const WALKED: &str = "quadrille";

/// Returns the first position of a kind of deduction in the pool; `None` if the pool has none of it.
///
/// ```
/// use quadrille_logic::sample;
///
/// let sample = sample("x-wing").expect("every kind has a sample");
/// assert_eq!(sample.step.deduction.kind, "x-wing");
/// assert!(!sample.step.deduction.eliminations.is_empty());
/// ```
pub fn sample(kind: &str) -> Option<Position> {
    samples(kind).next()
}

/// Returns the positions of a kind of deduction in the pool. Each is looked for when it is asked for,
/// which takes milliseconds, or seconds for nested chains.
///
/// ```
/// use quadrille_logic::samples;
///
/// assert!(samples("x-wing").count() >= 20);
/// ```
pub fn samples(kind: &str) -> impl Iterator<Item = Position> {
    let told = told(kind).filter_map(move |text| position(kind, text));
    let profile = Profile::by_id(WALKED).expect("it comes with the engine");
    let search = PositionSearch::new(kind, profile).ok();
    let find =
        move |puzzle: Puzzle| search.as_ref()?.find(&puzzle, &mut Meter::unlimited()).ok()?;
    told.chain(pooled(kind).filter_map(find))
}

/// Returns the puzzles of the positions in the pool of which the kind of deduction is one of these.
///
/// ```
/// use quadrille_logic::sample_puzzles;
///
/// assert!(sample_puzzles(&["x-wing"]).len() >= 20);
/// ```
pub fn sample_puzzles(kinds: &[&str]) -> Vec<Puzzle> {
    let told = kinds.iter().flat_map(|kind| told(kind)).filter_map(|text| Some(read(text)?.0));
    let mut puzzles: Vec<Puzzle> = told.chain(kinds.iter().flat_map(|kind| pooled(kind))).collect();
    let mut known = HashSet::new();
    puzzles.retain(|puzzle| known.insert(puzzle.to_string()));
    puzzles
}

/// Returns the puzzles in the pool whose solution by a profile that comes with the engine takes one of
/// these kinds of deduction as a step. It has none for kinds that many puzzles take.
///
/// ```
/// use quadrille_logic::step_puzzles;
///
/// assert!(!step_puzzles(&["jellyfish"], "hodoku").is_empty());
/// ```
pub fn step_puzzles(kinds: &[&str], profile: &str) -> Vec<Puzzle> {
    let keys = kinds.iter().map(|kind| step_key(kind, profile));
    let mut puzzles: Vec<Puzzle> = keys.flat_map(|key| pooled(&key).collect::<Vec<_>>()).collect();
    let mut known = HashSet::new();
    puzzles.retain(|puzzle| known.insert(puzzle.to_string()));
    puzzles
}

/// Returns whether a kind of deduction is known as the next step by a profile that comes with the
/// engine. It never is one where an easier technique always applies too.
///
/// ```
/// use quadrille_logic::is_step;
///
/// assert!(is_step("finned-x-wing", "hodoku"));
/// assert!(!is_step("finned-x-wing", "quadrille"));
/// ```
pub fn is_step(kind: &str, profile: &str) -> bool {
    let key = step_key(kind, profile);
    POOL.lines().any(|line| line.split(' ').next() == Some(&key))
}

/// How lines of the pool with the steps of a profile begin.
fn step_key(kind: &str, profile: &str) -> String {
    format!("{kind}@{profile}")
}

/// The positions of a kind that are written out.
fn told(kind: &str) -> impl Iterator<Item = &'static str> {
    let of_kind = move |line: &'static str| line.strip_prefix(kind)?.strip_prefix(' ');
    SAMPLES.lines().filter_map(of_kind)
}

/// The puzzles of the pool with a kind, or with a kind as a step.
fn pooled(key: &str) -> impl Iterator<Item = Puzzle> + use<> {
    let lines = || POOL.lines().filter(|line| !line.starts_with('#'));
    let puzzles: Vec<&str> = lines().take_while(|line| !line.contains(' ')).collect();
    let numbers = lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
    let numbers = numbers.unwrap_or_default().split_ascii_whitespace();
    numbers.filter_map(move |number| puzzles.get(number.parse::<usize>().ok()?)?.parse().ok())
}

/// Reads a position of a kind of deduction.
fn position(kind: &str, text: &str) -> Option<Position> {
    let (puzzle, before) = read(text)?;
    let search = PositionSearch::new(kind, Profile::empty()).ok()?;
    let step = search.possible(&before, &mut Meter::unlimited()).ok()??;
    Some(Position { puzzle, before, step })
}

/// Reads a line of a HoDoKu library: the puzzle, and the board with what is entered and ruled out.
fn read(text: &str) -> Option<(Puzzle, LogicGrid)> {
    let fields: Vec<&str> = text.split(':').collect();
    let [_, _, _, cells, gone, ..] = fields[..] else { return None };
    let (mut givens, mut entries) = (Grid::empty(BoxShape::NINE), Grid::empty(BoxShape::NINE));
    let (mut index, mut is_entered) = (0, false);
    for symbol in cells.bytes() {
        if symbol == b'+' {
            is_entered = true;
            continue;
        }
        let grid = if std::mem::take(&mut is_entered) { &mut entries } else { &mut givens };
        grid.set(Cell::new(index), Digit::from_symbol(symbol));
        index += 1;
    }
    let puzzle = Puzzle::try_from(givens).ok()?;
    let open = LogicGrid::noted(&puzzle, Some(&entries), None).ok()?;
    let mut noted = CandidateSet::none(BoxShape::NINE);
    for cell in puzzle.geometry().cells() {
        noted.set(cell, open.candidates(cell));
    }
    for candidate in gone.split_ascii_whitespace() {
        let &[digit, row, column] = candidate.as_bytes() else { return None };
        let cell = Cell::new(usize::from(row - b'1') * 9 + usize::from(column - b'1'));
        noted.set(cell, noted.get(cell) - DigitSet::only(Digit::from_symbol(digit)?));
    }
    let board = LogicGrid::noted(&puzzle, Some(&entries), Some(&noted)).ok()?;
    Some((puzzle, board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::technique::Technique;
    use crate::techniques::kinds;
    use quadrille_core::solve::{self, Solver, Verdict};

    /// How many positions a kind has.
    const USUAL: usize = 20;

    /// Kinds with fewer positions, and how many. Those of nested chains take long to look for.
    const FEW: &[(&str, usize)] = &[
        ("strong-links-2-mixed", 0),
        ("nested-dynamic-cell-forcing-chain", 1),
        ("nested-dynamic-contradiction-forcing-chain", 0),
        ("nested-dynamic-plus-cell-forcing-chain", 0),
        ("nested-dynamic-plus-region-forcing-chain", 19),
        ("nested-dynamic-plus-contradiction-forcing-chain", 0),
        ("nested-dynamic-plus-double-forcing-chain", 8),
        ("doubly-nested-cell-forcing-chain", 0),
        ("doubly-nested-region-forcing-chain", 0),
        ("doubly-nested-contradiction-forcing-chain", 0),
        ("doubly-nested-double-forcing-chain", 0),
        ("doubly-nested-multiple-cell-forcing-chain", 0),
        ("doubly-nested-multiple-region-forcing-chain", 0),
        ("doubly-nested-multiple-contradiction-forcing-chain", 0),
        ("doubly-nested-multiple-double-forcing-chain", 0),
    ];

    #[test]
    fn the_pool_has_enough_of_each_kind() {
        let ids: Vec<&str> = kinds().map(|(_, kind)| kind.id).collect();
        let lines = SAMPLES.lines().chain(POOL.lines()).filter(|line| !line.starts_with('#'));
        for (key, _) in lines.filter_map(|line| line.split_once(' ')) {
            let id = key.split('@').next().unwrap();
            assert!(ids.contains(&id), "there is no kind {id}");
        }
        let counts = ids.into_iter().map(|id| (id, told(id).count() + pooled(id).count()));
        let few: Vec<(&str, usize)> = counts.filter(|(_, count)| *count < USUAL).collect();
        assert_eq!(few, FEW);
    }

    #[test]
    fn samples_are_what_they_claim() {
        check_all(1);
    }

    #[test]
    #[ignore = "takes minutes"]
    fn samples_of_last_resorts_are_what_they_claim() {
        check_all(usize::MAX);
    }

    #[test]
    fn steps_are_taken() {
        check_steps(|technique| !technique.is_last_resort());
    }

    #[test]
    #[ignore = "takes minutes"]
    fn last_resorts_are_taken() {
        check_steps(|technique| technique.is_last_resort());
    }

    /// Checks that walks take each kind of some techniques where the pool says so.
    fn check_steps(is_meant: fn(&dyn Technique) -> bool) {
        let keys = |id: &'static str| {
            let meant = kinds().filter(move |(technique, _)| is_meant(*technique));
            meant.map(move |(_, kind)| (id, kind.id))
        };
        let all: Vec<(&str, &str)> = Profile::ids().flat_map(keys).collect();
        let threads = std::thread::available_parallelism().unwrap();
        quadrille_core::parallel::for_each(threads, all.len(), |index| {
            let (id, kind) = all[index];
            let profile = Profile::by_id(id).unwrap();
            for puzzle in step_puzzles(&[kind], id) {
                let search = PositionSearch::new(kind, profile.clone()).unwrap().next().unwrap();
                let found = search.find(&puzzle, &mut Meter::unlimited());
                assert!(found.is_ok_and(|found| found.is_some()), "{kind} by {id}: {puzzle}");
            }
        });
    }

    /// Checks the positions of each kind, of last resorts only some.
    fn check_all(of_last_resorts: usize) {
        let all: Vec<_> = kinds().collect();
        let threads = std::thread::available_parallelism().unwrap();
        quadrille_core::parallel::for_each(threads, all.len(), |index| {
            let (technique, kind) = all[index];
            let most = if technique.is_last_resort() { of_last_resorts } else { usize::MAX };
            let found = samples(kind.id).take(most).inspect(|sample| check(kind.id, sample));
            let known = told(kind.id).count() + pooled(kind.id).count();
            assert_eq!(found.count(), known.min(most), "{}: not all are found", kind.id);
        });
    }

    /// Checks that what a position shows is true.
    fn check(id: &str, sample: &Position) {
        assert_eq!(sample.step.deduction.kind, id);
        let verdict = solve::verdict(Solver::Kernel, &sample.puzzle, &mut Meter::unlimited());
        let Verdict::Unique(solution) = verdict else { panic!("{id}: not proper") };
        let solution = solution.grid();
        for cell in sample.puzzle.geometry().cells() {
            let is_open = sample.before.candidates(cell).contains(solution.get(cell).unwrap());
            let value = sample.before.get(cell);
            assert!(is_open || value == solution.get(cell), "{id}: the solution is ruled out");
        }
        for placed in &sample.step.deduction.placements {
            assert_eq!(solution.get(placed.cell), Some(placed.digit), "{id}");
        }
        for gone in &sample.step.deduction.eliminations {
            assert_ne!(solution.get(gone.cell), Some(gone.digit), "{id}");
        }
    }
}
