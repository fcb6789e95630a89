//! Every exact solver against the oracle, the published counts and the symmetries.

use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_core::solve::{Solver, Verdict, count, verdict};
use quadrille_core::{
    BoxShape, CancelFlag, CandidateSet, Counter, Digit, Edges, Grid, Limits, Meter, Puzzle, Rng,
    Snapshot, SteppingClock, Stop, Symmetry, validate,
};

use super::boards::{grid, puzzle, random_puzzle, random_solution};

/// All solutions, sorted, each validated here once more.
fn solutions(solver: Solver, puzzle: &Puzzle, limit: usize) -> Vec<Snapshot> {
    let mut all = Vec::new();
    let mut meter = Meter::unlimited();
    solver.solve(puzzle, &mut meter, &mut |solution| {
        let board = solution.grid().snapshot();
        assert_eq!(validate(puzzle, &board), Ok(()));
        all.push(board);
        if all.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    all.sort();
    all
}

/// The solvers that can do a board.
fn able(puzzle: &Puzzle) -> impl Iterator<Item = Solver> {
    Solver::ALL.iter().copied().filter(|solver| solver.supports(puzzle))
}

fn shape(rows: usize, columns: usize) -> BoxShape {
    BoxShape::new(rows, columns).unwrap()
}

#[test]
fn solvers_find_what_the_oracle_finds() {
    let mut rng = Rng::from_seed(20);
    let boards = [(2, 2, 3), (2, 2, 6), (2, 3, 13), (3, 2, 13), (1, 5, 8), (2, 4, 38), (3, 3, 42)];
    for round in 0..200 {
        let (rows, columns, givens) = boards[round % boards.len()];
        let edges = [0, 0, 3, 12][round / boards.len() % 4];
        let puzzle = random_puzzle(shape(rows, columns), givens, edges, &mut rng);
        let expected = solutions(Solver::Naive, &puzzle, 3000);
        assert!(!expected.is_empty());
        if expected.len() == 3000 {
            continue;
        }
        for solver in able(&puzzle) {
            assert_eq!(
                solutions(solver, &puzzle, usize::MAX),
                expected,
                "{} {puzzle:?}",
                solver.id()
            );
        }
    }
}

/// Pencilmark puzzles: some digits of a solution in each cell, and sometimes not the right one.
#[test]
fn solvers_respect_pencilmarks() {
    let mut rng = Rng::from_seed(21);
    let boards = [(2, 2, 50), (2, 3, 35), (3, 2, 40), (1, 5, 60), (3, 3, 26), (2, 4, 30)];
    let (mut none, mut one, mut more) = (0, 0, 0);
    for round in 0..150 {
        let (rows, columns, percent) = boards[round % boards.len()];
        let shape = shape(rows, columns);
        let solved = random_solution(shape, &mut rng);
        let mut marks = CandidateSet::none(shape);
        for (cell, right) in solved.filled() {
            let lies = round % 3 == 2 && cell.index() % 29 == 3;
            let digits = (1..=shape.side() as u8)
                .filter_map(Digit::new)
                .filter(|&digit| if digit == right { !lies } else { rng.below(100) < percent });
            let digits = digits.collect();
            marks.set(cell, digits);
        }
        let edges = if round % 5 == 0 {
            random_puzzle(shape, 0, 3, &mut rng).edges().clone()
        } else {
            Edges::none()
        };
        let Ok(puzzle) = Puzzle::from_marks(marks, edges) else { continue };
        let expected = solutions(Solver::Naive, &puzzle, 3000);
        if expected.len() == 3000 {
            continue;
        }
        match expected.len() {
            0 => none += 1,
            1 => one += 1,
            _ => more += 1,
        }
        for solver in Solver::ALL {
            if solver.supports(&puzzle) {
                let found = solutions(*solver, &puzzle, usize::MAX);
                assert_eq!(found, expected, "{} {puzzle:?}", solver.id());
            }
        }
    }
    assert!(none >= 20 && one >= 5 && more >= 20, "{none} {one} {more}");
}

#[test]
fn solvers_prove_that_there_is_none() {
    // r1c9 can only be 9, which column 9 has.
    let none = format!("12345678.{}9{}", ".".repeat(26), ".".repeat(45));
    let puzzle = puzzle(&none);
    for solver in able(&puzzle) {
        let mut meter = Meter::with_nodes(0, solver.node());
        assert_eq!(count(solver, &puzzle, 2, &mut meter).stop, Stop::ProvedNone);
    }
    let mut rng = Rng::from_seed(3);
    let mut proved = 0;
    // A legal digit more than a puzzle can bear.
    while proved < 40 {
        let mut grid = random_puzzle(shape(2, 3), 18, 0, &mut rng).givens().clone();
        let empty: Vec<_> = grid.empty_cells().collect();
        let cell = *rng.pick(&empty).unwrap();
        grid.set(cell, Digit::new(rng.below(6) as u8 + 1));
        let Ok(puzzle) = Puzzle::try_from(grid) else { continue };
        let expected = solutions(Solver::Naive, &puzzle, usize::MAX);
        for solver in able(&puzzle) {
            assert_eq!(
                solutions(solver, &puzzle, usize::MAX),
                expected,
                "{} {puzzle:?}",
                solver.id()
            );
        }
        proved += usize::from(expected.is_empty());
    }
}

/// Published numbers of grids: 4x4 and 6x6 (OEIS A107739 and the 2x3 row of Pettersen and Jarvis,
/// "There are 28200960 6x6 grids"); Latin squares of side 4 and 5 (OEIS A002860).
#[test]
fn published_counts_of_grids_come_out() {
    let counts = |rows, columns| {
        let puzzle: Puzzle = Grid::empty(shape(rows, columns)).try_into().unwrap();
        count(Solver::Bits, &puzzle, 0, &mut Meter::unlimited()).count
    };
    assert_eq!(counts(2, 2), 288);
    assert_eq!(counts(1, 4), 576);
    assert_eq!(counts(1, 5), 161_280);
    // Of the 28 200 960 grids of 2x3 one in 6! has 1 to 6 in its first row.
    let mut first_row = Grid::empty(shape(2, 3));
    for column in 0..6 {
        first_row.set(quadrille_core::Cell::new(column), Digit::new(column as u8 + 1));
    }
    let puzzle: Puzzle = first_row.try_into().unwrap();
    let found = count(Solver::Bits, &puzzle, 0, &mut Meter::unlimited());
    assert_eq!((found.count * 720, found.exact), (28_200_960, true));
}

/// How many solutions the oracle counts.
fn counted(puzzle: &Puzzle) -> u64 {
    count(Solver::Naive, puzzle, 0, &mut Meter::unlimited()).count
}

/// A puzzle with 288 solutions on 4x4, and one on 9x9 with as many as the naive solver counts.
#[test]
fn limits_are_exact() {
    let small: Puzzle = Grid::empty(shape(2, 2)).try_into().unwrap();
    let nine = random_puzzle(BoxShape::NINE, 30, 0, &mut Rng::from_seed(8));
    assert_eq!(counted(&small), 288);
    for puzzle in [small, nine] {
        let all = counted(&puzzle);
        assert!(all > 10, "{all}");
        for solver in able(&puzzle) {
            for limit in [1, 2, all - 1, all, all + 1] {
                let mut meter = Meter::unlimited();
                let found = count(solver, &puzzle, limit, &mut meter);
                assert_eq!(found.count, limit.min(all));
                assert_eq!(found.exact, limit > all, "{} {limit}", solver.id());
            }
            for nodes in [0, 1, 10] {
                let mut meter = Meter::with_nodes(nodes, solver.node());
                let found = count(solver, &puzzle, 0, &mut meter);
                assert_eq!((found.stop, meter.counters[solver.node()]), (Stop::Nodes, nodes));
            }
        }
    }
}

/// A limit on time cuts the kernel's search into pieces; no solution is lost or handed out twice.
#[test]
fn a_timed_search_finds_the_same() {
    let puzzle = random_puzzle(BoxShape::NINE, 22, 0, &mut Rng::from_seed(9));
    let clock = SteppingClock::new(Duration::from_nanos(1));
    let time = Some(Duration::from_secs(3600));
    for solver in able(&puzzle).filter(|solver| solver.id() != "naive") {
        let mut plain = Meter::unlimited();
        let expected = count(solver, &puzzle, 10_000, &mut plain);
        let limits = Limits { time, ..Limits::NONE };
        let mut timed = Meter::new(limits, solver.node(), &CancelFlag::new(), &clock).unwrap();
        assert_eq!(count(solver, &puzzle, 10_000, &mut timed), expected);
        assert_eq!(timed.counters[solver.node()], plain.counters[solver.node()]);
        assert!(expected.count > 5000, "{expected:?}");
    }
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
    let mut meter = Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock).unwrap();
    assert_eq!(count(Solver::Kernel, &puzzle, 0, &mut meter).stop, Stop::Time);
}

#[test]
fn solving_commutes_with_the_symmetries() {
    let mut rng = Rng::from_seed(5);
    let lines = [
        "1..3......3.2...",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".3..7....6...95....98....6.8...6...3...8.3..17...2...6.6....28....419..5....8..7.",
    ];
    for line in lines {
        let original = grid(line);
        let puzzle: Puzzle = original.clone().try_into().unwrap();
        for _ in 0..20 {
            let symmetry = Symmetry::random(original.shape(), &mut rng);
            let image: Puzzle = symmetry.apply(&original).try_into().unwrap();
            let say = |puzzle: &Puzzle| verdict(Solver::Bits, puzzle, &mut Meter::unlimited());
            match (say(&puzzle), say(&image)) {
                (Verdict::Unique(a), Verdict::Unique(b)) => {
                    assert_eq!(&symmetry.apply(a.grid()), b.grid());
                }
                (Verdict::Multiple(a), Verdict::Multiple(b)) => {
                    // Each witness of the original is a solution of the image, moved.
                    for solution in a.iter() {
                        let moved = symmetry.apply(solution.grid()).snapshot();
                        assert_eq!(validate(&image, &moved), Ok(()));
                    }
                    assert_ne!(b[0], b[1]);
                }
                (a, b) => panic!("{a:?} became {b:?}"),
            }
        }
    }
}

#[test]
fn every_shape_is_solved() {
    let mut rng = Rng::from_seed(6);
    for side in 4..=49 {
        let Some(shape) = BoxShape::of_side(side) else { continue };
        let givens = shape.cells() * if side > 25 { 70 } else { 60 } / 100;
        for edges in [0, side] {
            let puzzle = random_puzzle(shape, givens, edges, &mut rng);
            let mut meter = Meter::with_nodes(100_000, Solver::Bits.node());
            assert_eq!(count(Solver::Bits, &puzzle, 1, &mut meter).count, 1, "{puzzle:?}");
        }
    }
    assert_eq!(Solver::Bits.node(), Counter::Branch);
}

/// The kernel works in pieces of nodes; a look at the clock must not wait for the end of one.
#[test]
fn a_limit_on_time_ends_an_enumeration_in_mid_piece() {
    let empty: Puzzle = Grid::empty(BoxShape::NINE).try_into().unwrap();
    let clock = SteppingClock::new(Duration::from_millis(5));
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::NONE };
    let mut meter = Meter::new(limits, Solver::Kernel.node(), &CancelFlag::new(), &clock).unwrap();
    let found = count(Solver::Kernel, &empty, 200_000, &mut meter);
    assert_eq!((found.stop, found.exact), (Stop::Time, false));
    assert!((1..10_000).contains(&found.count), "{} in twenty looks", found.count);
}
