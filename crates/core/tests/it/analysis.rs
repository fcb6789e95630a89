//! The services on puzzles, against slow and obvious versions of themselves.

use std::collections::BTreeSet;
use std::time::Duration;

use quadrille_core::analysis::{
    BackdoorSize, backdoor_size, backdoors, estimate, is_minimal, redundant_givens, solutions,
    true_candidates, unavoidable_sets,
};
use quadrille_core::solve::{Solver, Verdict, count, verdict};
use quadrille_core::{
    BoxShape, CancelFlag, CandidateSet, Cell, Counter, Digit, DigitSet, Edges, Grid, Limits, Meter,
    NoClock, Puzzle, Rng, Solution, SteppingClock, Stop, Symmetry,
};

use super::boards::{grid, puzzle, random_puzzle, random_solution};

fn limited(nodes: Option<u64>) -> Meter<'static> {
    let limits = Limits { nodes, ..Limits::NONE };
    Meter::new(limits, Counter::Branch, &CancelFlag::new(), &NoClock).unwrap()
}

fn shape(rows: usize, columns: usize) -> BoxShape {
    BoxShape::new(rows, columns).unwrap()
}

fn every_solution(puzzle: &Puzzle) -> Vec<Solution> {
    let (all, stop) = solutions(Solver::Naive, puzzle, 0, &mut Meter::unlimited());
    assert_eq!(stop, Stop::ProvedNone);
    all
}

fn solution_of(puzzle: &Puzzle) -> Solution {
    match verdict(Solver::Auto, puzzle, &mut Meter::unlimited()) {
        Verdict::Unique(solution) => solution,
        other => panic!("{other:?}"),
    }
}

/// Proper puzzles, not minimal, with their solution.
fn proper_puzzles(shape: BoxShape, givens: usize, wanted: usize) -> Vec<(Puzzle, Solution)> {
    let mut rng = Rng::from_seed(31);
    let mut proper = Vec::new();
    while proper.len() < wanted {
        let puzzle = random_puzzle(shape, givens, 0, &mut rng);
        if let Verdict::Unique(solution) = verdict(Solver::Bits, &puzzle, &mut Meter::unlimited()) {
            proper.push((puzzle, solution));
        }
    }
    proper
}

#[test]
fn redundant_givens_are_those_that_can_go() {
    for (puzzle, _) in proper_puzzles(shape(2, 3), 16, 20) {
        let redundant = redundant_givens(&puzzle, &mut Meter::unlimited()).unwrap();
        let expected: Vec<Cell> = puzzle
            .givens()
            .filled()
            .map(|(cell, _)| cell)
            .filter(|&cell| every_solution(&puzzle.without(cell)).len() == 1)
            .collect();
        assert_eq!(redundant, expected, "{puzzle}");
        assert_eq!(is_minimal(&puzzle, &mut Meter::unlimited()), Ok(expected.is_empty()));
        // Taking them away one by one, as long as there are some, ends at a minimal puzzle.
        let mut least = puzzle.clone();
        loop {
            let redundant = redundant_givens(&least, &mut Meter::unlimited()).unwrap();
            let Some(&cell) = redundant.first() else { break };
            least = least.without(cell);
        }
        assert_eq!(is_minimal(&least, &mut Meter::unlimited()), Ok(true));
        assert_eq!(every_solution(&least).len(), 1);
    }
}

#[test]
fn true_candidates_are_the_union_of_the_solutions() {
    let mut rng = Rng::from_seed(32);
    for round in 0..40 {
        let edges = if round % 4 == 0 { 4 } else { 0 };
        let puzzle = random_puzzle(shape(2, 3), 10 + round % 6, edges, &mut rng);
        let all = every_solution(&puzzle);
        let mut expected = CandidateSet::none(puzzle.shape());
        for (cell, digit) in all.iter().flat_map(|solution| solution.grid().filled()) {
            expected.set(cell, expected.get(cell) | DigitSet::only(digit));
        }
        let mut run = Meter::unlimited();
        assert_eq!(true_candidates(&puzzle, &mut run), Ok(expected), "{puzzle}");
    }
    let none = puzzle("12........3...4.");
    assert_eq!(
        true_candidates(&none, &mut Meter::unlimited()),
        Ok(CandidateSet::none(none.shape()))
    );
}

/// Redundant givens, one question at a time: the slow and obvious way.
fn redundant_one_by_one(
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
    first_only: bool,
) -> Result<Vec<Cell>, Stop> {
    let mut redundant = Vec::new();
    for (cell, _) in puzzle.givens().filled() {
        let found = count(Solver::Kernel, &puzzle.without(cell), 2, meter);
        if !found.exact && found.count < 2 {
            return Err(found.stop);
        }
        if found.count == 1 {
            redundant.push(cell);
            if first_only {
                break;
            }
        }
    }
    Ok(redundant)
}

/// True candidates, one question at a time.
fn true_candidates_one_by_one(puzzle: &Puzzle) -> CandidateSet {
    let mut known = CandidateSet::none(puzzle.shape());
    if count(Solver::Kernel, puzzle, 1, &mut Meter::unlimited()).count == 0 {
        return known;
    }
    let possible = CandidateSet::of(puzzle);
    for cell in shape_cells(puzzle.shape()) {
        let is_true = |&digit: &Digit| {
            let with = puzzle.with(cell, digit);
            with.is_ok_and(|with| {
                count(Solver::Kernel, &with, 1, &mut Meter::unlimited()).count == 1
            })
        };
        known.set(cell, possible.get(cell).iter().filter(is_true).collect());
    }
    known
}

/// 9x9 puzzles with 0, 1 and many solutions, with pencilmarks too.
fn nines() -> Vec<Puzzle> {
    let mut rng = Rng::from_seed(35);
    let mut puzzles = vec![
        puzzle("000000010400000000020000000000050407008000300001090000300400200050100000000806000"),
        puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
        puzzle(&format!("12345678.{}9{}", ".".repeat(26), ".".repeat(45))),
        Grid::empty(BoxShape::NINE).try_into().unwrap(),
        random_solution(BoxShape::NINE, &mut rng).try_into().unwrap(),
    ];
    for givens in [17, 22, 24, 26, 27, 28, 30, 34, 45] {
        let puzzle = random_puzzle(BoxShape::NINE, givens, 0, &mut rng);
        // Some candidates away: the solution it was made from may go with them.
        let mut marks = CandidateSet::of(&puzzle);
        for cell in shape_cells(BoxShape::NINE) {
            let digits: Vec<Digit> = marks.get(cell).iter().collect();
            if digits.len() > 2 {
                let gone = *rng.pick(&digits).unwrap();
                marks.set(cell, marks.get(cell) - DigitSet::only(gone));
            }
        }
        puzzles.extend(Puzzle::from_marks(marks, Edges::none()));
        puzzles.push(puzzle);
    }
    puzzles.extend(proper_puzzles(BoxShape::NINE, 34, 4).into_iter().map(|(puzzle, _)| puzzle));
    puzzles
}

/// Cells, stops and counters: a batch does what one question after the other does.
#[test]
fn redundant_givens_by_batches_equal_those_one_by_one() {
    let (mut redundant, mut cut) = (0, 0);
    for puzzle in nines() {
        for nodes in [None, Some(0), Some(1), Some(3), Some(40), Some(700), Some(100_000)] {
            let (mut one, mut many) = (limited(nodes), limited(nodes));
            let expected = redundant_one_by_one(&puzzle, &mut one, false);
            assert_eq!(redundant_givens(&puzzle, &mut many), expected, "{puzzle} {nodes:?}");
            assert_eq!(many.counters[Counter::Branch], one.counters[Counter::Branch], "{puzzle}");
            let first = redundant_one_by_one(&puzzle, &mut one, true);
            let expected_minimal = first.map(|cells| cells.is_empty());
            assert_eq!(is_minimal(&puzzle, &mut many), expected_minimal, "{puzzle}");
            assert_eq!(many.counters[Counter::Branch], one.counters[Counter::Branch], "{puzzle}");
            match expected {
                Ok(cells) => redundant += usize::from(!cells.is_empty()),
                Err(stop) => {
                    assert_eq!(stop, Stop::Nodes);
                    cut += 1;
                }
            }
        }
    }
    assert!(redundant > 20 && cut > 20, "{redundant} with redundant givens, {cut} cut off");
}

#[test]
fn true_candidates_by_batches_equal_those_one_by_one() {
    for puzzle in nines() {
        let expected = true_candidates_one_by_one(&puzzle);
        let mut counted = Meter::unlimited();
        assert_eq!(true_candidates(&puzzle, &mut counted), Ok(expected), "{puzzle}");
        // One node short of what it takes, it says so.
        if let Some(short) = counted.counters[Counter::Branch].checked_sub(1) {
            let mut short = limited(Some(short));
            assert_eq!(true_candidates(&puzzle, &mut short), Err(Stop::Nodes), "{puzzle}");
        }
    }
}

/// A limit on time cuts the batch into pieces; the answers stay the same. A raised flag ends it.
#[test]
fn batches_obey_time_and_flag() {
    for puzzle in nines() {
        let clock = SteppingClock::new(Duration::from_micros(10));
        let timed = |time| {
            let limits = Limits { time: Some(time), ..Limits::NONE };
            Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock).unwrap()
        };
        let mut long = timed(Duration::from_secs(1000));
        let free = Meter::unlimited();
        let (found, mut free) = (redundant_givens(&puzzle, &mut long), free);
        assert_eq!(found, redundant_givens(&puzzle, &mut free), "{puzzle}");
        let mut over = timed(Duration::ZERO);
        assert_eq!(true_candidates(&puzzle, &mut over), Err(Stop::Time), "{puzzle}");
        let cancel = CancelFlag::new();
        cancel.cancel();
        let mut over = Meter::cancellable(&cancel);
        assert_eq!(true_candidates(&puzzle, &mut over), Err(Stop::Cancelled), "{puzzle}");
    }
}

#[test]
fn solutions_come_to_a_limit() {
    let empty: Puzzle = Grid::empty(shape(2, 2)).try_into().unwrap();
    for (limit, found, stop) in
        [(0, 288, Stop::ProvedNone), (5, 5, Stop::Solved), (300, 288, Stop::ProvedNone)]
    {
        let (all, why) = solutions(Solver::Auto, &empty, limit, &mut Meter::unlimited());
        assert_eq!((all.len(), why), (found, stop));
    }
}

/// The numbers of grids are exact and published: 4x4 to 12x12 in Pettersen and Silver's counts as
/// listed in OEIS A107739 and the Sudoku enumeration literature, 9x9 by Felgenhauer and Jarvis
/// (2005), Latin squares in OEIS A002860.
#[test]
fn estimates_meet_published_counts() {
    let counts = [
        (2, 2, 288.0),
        (2, 3, 28_200_960.0),
        (2, 4, 29_136_487_207_403_520.0),
        (3, 3, 6_670_903_752_021_072_936_960.0),
        (2, 5, 1_903_816_047_972_624_930_994_913_280_000.0),
        (1, 7, 61_479_419_904_000.0),
    ];
    for (rows, columns, exact) in counts {
        let puzzle: Puzzle = Grid::empty(shape(rows, columns)).try_into().unwrap();
        let found = estimate(&puzzle, 400, &mut Rng::from_seed(1), &mut Meter::unlimited());
        assert_eq!((found.probes, found.stop), (400, None));
        let error = (found.mean() / exact - 1.0).abs();
        assert!(error < 4.0 * found.relative_error, "{rows}x{columns}: {found:?}, {exact:e}");
        assert!(found.relative_error < 0.3, "{rows}x{columns}: {found:?}");
    }
}

#[test]
fn estimates_of_counted_puzzles_are_near_and_repeatable() {
    let mut rng = Rng::from_seed(33);
    let mut beyond = 0;
    for _ in 0..20 {
        let puzzle = random_puzzle(shape(3, 3), 26, 0, &mut rng);
        let exact = count(Solver::Bits, &puzzle, 20_000, &mut Meter::unlimited());
        if !exact.exact {
            continue;
        }
        let found = estimate(&puzzle, 500, &mut Rng::from_seed(1), &mut Meter::unlimited());
        assert_eq!(found, estimate(&puzzle, 500, &mut Rng::from_seed(1), &mut Meter::unlimited()));
        let error = (found.mean() - exact.count as f64).abs() / exact.count as f64;
        beyond += u32::from(error > 3.0 * found.relative_error + 1e-9);
    }
    assert!(beyond <= 1, "{beyond} beyond three standard errors");
    let none = puzzle("12........3...4.");
    let found = estimate(&none, 10, &mut Rng::from_seed(1), &mut Meter::unlimited());
    assert_eq!((found.mean(), found.hits), (0.0, 0));
    let empty: Puzzle = Grid::empty(BoxShape::NINE).try_into().unwrap();
    let cut = estimate(&empty, 1000, &mut Rng::from_seed(1), &mut limited(Some(5000)));
    assert!(cut.stop == Some(Stop::Nodes) && (1..1000).contains(&cut.probes));
}

/// Singles by the rules, scanning the whole board until nothing changes; whether it is full then.
fn singles_finish(givens: &Puzzle) -> bool {
    let mut puzzle = givens.clone();
    while let Some((cell, digit)) = a_single(&puzzle) {
        puzzle = puzzle.with(cell, digit).unwrap();
    }
    puzzle.givens().empty_cells().next().is_none()
}

fn a_single(puzzle: &Puzzle) -> Option<(Cell, Digit)> {
    let candidates = CandidateSet::of(puzzle);
    let empty = |cell: &Cell| puzzle.givens().get(*cell).is_none();
    for cell in puzzle.givens().empty_cells() {
        if let Some(digit) = candidates.get(cell).single() {
            return Some((cell, digit));
        }
    }
    for house in puzzle.geometry().houses() {
        for digit in (1..=puzzle.shape().side() as u8).filter_map(Digit::new) {
            let has = |cell: &Cell| candidates.get(*cell).contains(digit);
            let places: Vec<Cell> = house.iter().copied().filter(has).collect();
            if let [cell] = places[..]
                && empty(&cell)
            {
                return Some((cell, digit));
            }
        }
    }
    None
}

#[test]
fn backdoors_are_the_smallest_sets_that_help() {
    let hard = [
        // Of 17_clue, magictour and forum_hardest_1106: easy, middling, hard.
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ];
    let mut sizes = Vec::new();
    for line in hard {
        let puzzle = puzzle(line);
        let solution = solution_of(&puzzle);
        let found = backdoors(&puzzle, &solution, 3, &mut Meter::unlimited()).unwrap();
        let size = found.first().map_or(9, Vec::len);
        sizes.push(size);
        let with = |cells: &[Cell]| {
            cells.iter().fold(puzzle.clone(), |puzzle, &cell| {
                puzzle.with(cell, solution.grid().get(cell).unwrap()).unwrap()
            })
        };
        for set in found.iter().take(40) {
            assert!(singles_finish(&with(set)), "{line} {set:?}");
        }
        // None smaller, and of this size all: by trying each.
        let empty: Vec<Cell> = puzzle.givens().empty_cells().collect();
        if size >= 1 {
            assert!(!singles_finish(&puzzle));
            let ones: Vec<Vec<Cell>> = empty
                .iter()
                .map(|&cell| vec![cell])
                .filter(|set| singles_finish(&with(set)))
                .collect();
            assert_eq!(ones, if size == 1 { found.clone() } else { Vec::new() });
        }
        if size == 2 {
            // One of them given, the other remains; and for one puzzle all pairs, by trying each.
            let one = with(&found[0][..1]);
            let rest = backdoors(&one, &solution, 3, &mut Meter::unlimited()).unwrap();
            assert!(rest.contains(&found[0][1..].to_vec()) && rest[0].len() == 1);
            if sizes.len() == 2 {
                let pairs = empty.iter().enumerate().flat_map(|(index, &first)| {
                    empty[index + 1..].iter().map(move |&second| vec![first, second])
                });
                let expected: Vec<Vec<Cell>> =
                    pairs.filter(|set| singles_finish(&with(set))).collect();
                assert_eq!(found, expected);
            }
        }
        // The size alone is the same, and a bound where the search ends before.
        let size_up_to = |most| backdoor_size(&puzzle, &solution, most, &mut Meter::unlimited());
        assert_eq!(size_up_to(3), BackdoorSize::Exactly(size));
        if size > 0 {
            assert_eq!(size_up_to(size - 1), BackdoorSize::AtLeast(size));
            let cut = backdoor_size(&puzzle, &solution, 3, &mut limited(Some(3)));
            assert_eq!(cut, BackdoorSize::AtLeast(1));
        }
        let cut = backdoors(&puzzle, &solution, 3, &mut limited(Some(3)));
        assert!(cut == Err(Stop::Nodes) || size == 0);
    }
    assert_eq!(sizes, [0, 2, 2]);
}

#[test]
fn unavoidable_sets_are_the_differences_of_grids() {
    let shape = shape(2, 2);
    let empty: Puzzle = Grid::empty(shape).try_into().unwrap();
    let grids = every_solution(&empty);
    for solution in grids.iter().step_by(29) {
        let mut differences: BTreeSet<Vec<Cell>> = BTreeSet::new();
        for other in &grids {
            let differs = |&cell: &Cell| other.grid().get(cell) != solution.grid().get(cell);
            differences.insert(shape_cells(shape).filter(differs).collect());
        }
        differences.remove(&Vec::new());
        let contains = |set: &[Cell], part: &[Cell]| part.iter().all(|cell| set.contains(cell));
        for most in [0, 3, 4, 6, 8, 16] {
            let mut expected: Vec<Vec<Cell>> = differences
                .iter()
                .filter(|set| set.len() <= most)
                .filter(|set| !differences.iter().any(|part| part != *set && contains(set, part)))
                .cloned()
                .collect();
            expected.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
            let found = unavoidable_sets(solution, most, &mut Meter::unlimited()).unwrap();
            assert_eq!(found, expected, "{most} {solution:?}");
        }
    }
}

fn shape_cells(shape: BoxShape) -> impl Iterator<Item = Cell> {
    (0..shape.cells()).map(Cell::new)
}

#[test]
fn proper_puzzles_hit_every_unavoidable_set() {
    let mut lines = proper_puzzles(BoxShape::NINE, 34, 4);
    let known = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let known = puzzle(known);
    lines.push((known.clone(), solution_of(&known)));
    for (puzzle, solution) in lines {
        let sets = unavoidable_sets(&solution, 10, &mut Meter::unlimited()).unwrap();
        assert!(sets.len() > 20, "{}", sets.len());
        for set in &sets {
            let hit = set.iter().any(|&cell| puzzle.givens().get(cell).is_some());
            assert!(hit, "{puzzle}: {set:?}");
            // And it is unavoidable: with all other cells given there is another solution.
            let mut rest = solution.grid().clone();
            for &cell in set {
                rest.set(cell, None);
            }
            let rest: Puzzle = rest.try_into().unwrap();
            assert!(count(Solver::Bits, &rest, 2, &mut Meter::unlimited()).count == 2, "{set:?}");
        }
    }
    let mut rng = Rng::from_seed(34);
    let grid = random_solution(BoxShape::NINE, &mut rng);
    let puzzle: Puzzle = grid.try_into().unwrap();
    let solution = solution_of(&puzzle);
    let cut = unavoidable_sets(&solution, 12, &mut limited(Some(50)));
    assert_eq!(cut, Err(Stop::Nodes));
}

/// Puzzles whose number of solutions has been published.
#[test]
fn published_numbers_of_solutions_come_out() {
    // The three examples of a programming contest problem on counting solutions, found in public
    // repositories that solve it (marktube/Simple-Sudoku, RowanSchlotterbeck/Soduku-Solver).
    let contest = [
        ("........41....9.7...37.28......7.26.4.......8.91.6......42.36...3.14...99........", 6),
        ("7.9..2...3.....891...39...448..6......5...6......4..232...57...568.....7...8..4.2", 1),
        ("82..........5..2....6.4.7...5...1.7.9.2.5.4.1.3.8.6.9...3.6.1....5..2..........34", 0),
    ];
    // "20-Hint Puzzle. Hard?" on the forum of dailysudoku.com; counted there by Simple Sudoku.
    let forum =
        ("...5.7....5..1..2..6..........4.93..57................1.7..8.....9..3..1.4.9....6", 2671);
    // The puzzle of the Wikipedia article "Sudoku".
    let proper =
        ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", 1);
    // Sudopedia's "Invalid Test Cases", the puzzles that are not unique.
    let sudopedia = [
        (".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.", 2),
        ("..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785...........", 3),
        ("....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9.........", 4),
        ("59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65", 10),
        ("...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8...", 125),
    ];
    for (line, expected) in contest.into_iter().chain([forum, proper]).chain(sudopedia) {
        let puzzle = puzzle(line);
        for solver in [Solver::Auto, Solver::Bits] {
            let found = count(solver, &puzzle, 0, &mut Meter::unlimited());
            assert_eq!((found.count, found.exact), (expected, true), "{line} by {}", solver.id());
        }
        let (all, _) = solutions(Solver::Bits, &puzzle, 0, &mut Meter::unlimited());
        let grids: BTreeSet<_> = all.iter().map(|solution| solution.grid().snapshot()).collect();
        assert_eq!(grids.len() as u64, expected);
    }
}

/// On the 4x4 board there are 36 minimal puzzles that no symmetry takes into each other, 13 of them
/// with four givens, the fewest (Wikipedia, "Mathematics of Sudoku", on 4x4).
#[test]
fn the_minimal_puzzles_of_the_smallest_board_come_out() {
    let shape = shape(2, 2);
    let mut rng = Rng::from_seed(36);
    // Enough draws for every one of the 3072 symmetries.
    let symmetries: Vec<_> = (0..60_000).map(|_| Symmetry::random(shape, &mut rng)).collect();
    let (mut classes, mut fewest) = (0, 0);
    // All 288 grids are images of these two.
    for solved in ["1234341221434321", "1234341223414123"].map(grid) {
        let full: Puzzle = solved.clone().try_into().unwrap();
        let sets = unavoidable_sets(&solution_of(&full), 16, &mut Meter::unlimited()).unwrap();
        let bits = |cells: &[Cell]| cells.iter().fold(0_u32, |all, cell| all | 1 << cell.index());
        let sets: Vec<u32> = sets.iter().map(|cells| bits(cells)).collect();
        // Givens make a proper puzzle when every unavoidable set holds one of them.
        let proper = |givens: u32| sets.iter().all(|set| set & givens != 0);
        let given = |cells: u32| {
            let mut puzzle = Grid::empty(shape);
            for (cell, digit) in solved.filled().filter(|(cell, _)| cells >> cell.index() & 1 == 1)
            {
                puzzle.set(cell, Some(digit));
            }
            puzzle
        };
        let mut automorphisms: Vec<_> =
            symmetries.iter().filter(|symmetry| symmetry.apply(&solved) == solved).collect();
        automorphisms.sort_by_key(|symmetry| format!("{symmetry:?}"));
        automorphisms.dedup();
        let mut kinds = BTreeSet::new();
        for cells in (0..1_u32 << 16).filter(|&cells| proper(cells)) {
            if (0..16).any(|cell| cells >> cell & 1 == 1 && proper(cells & !(1 << cell))) {
                continue;
            }
            let least =
                automorphisms.iter().map(|symmetry| symmetry.apply(&given(cells)).snapshot()).min();
            kinds.insert((cells.count_ones(), least));
            let puzzle: Puzzle = given(cells).try_into().unwrap();
            assert_eq!(is_minimal(&puzzle, &mut Meter::unlimited()), Ok(true));
            assert_eq!(count(Solver::Naive, &puzzle, 2, &mut Meter::unlimited()).count, 1);
        }
        classes += kinds.len();
        fewest += kinds.iter().filter(|(givens, _)| *givens == 4).count();
        assert!(kinds.iter().all(|(givens, _)| (4..=6).contains(givens)));
    }
    assert_eq!((classes, fewest), (36, 13));
}
