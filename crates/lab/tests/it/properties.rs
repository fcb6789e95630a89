//! Properties that hold on every board: what is computed step by step equals what is computed
//! from scratch, and what is undone leaves no trace.

use quadrille_core::{
    BoxShape, CancelFlag, Cell, DigitSet, Edges, Limits, NoClock, Puzzle, Rng, Stop, Symmetry,
};
use quadrille_lab::Configuration;
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::board::{BoxPermutation, CandidateGrid, Outlook, Placement, Start};
use quadrille_lab::source::random_norvig;

use crate::boards::{NEWSPAPER, nine, oracle, proper, shape, with_edges};

fn shapes() -> Vec<BoxShape> {
    let shapes = [(2, 2), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5)];
    shapes.into_iter().map(|(rows, columns)| shape(rows, columns)).collect()
}

/// For every shape some puzzles, with and without edges.
fn puzzles(rng: &mut Rng) -> Vec<Puzzle> {
    let mut all = Vec::new();
    for shape in shapes() {
        for _ in 0..3 {
            all.push(random_norvig(shape, rng));
            // Large boards take a search to find edges that can be.
            if shape.side() <= 12 {
                all.push(with_edges(shape, rng));
            }
        }
    }
    all.push(random_norvig(shape(7, 7), rng));
    all
}

#[test]
fn swaps_keep_the_cost_and_the_boxes_right() {
    let mut rng = Rng::from_seed(11);
    for puzzle in puzzles(&mut rng) {
        for start in [Start::Givens, Start::Propagated] {
            let Ok(mut board) = BoxPermutation::random(&puzzle, start, &mut rng) else {
                continue;
            };
            let fixed = start.fixed(&puzzle).unwrap();
            let geometry = puzzle.geometry();
            let right = |board: &BoxPermutation| {
                let snapshot = board.snapshot();
                let kept = fixed.iter().zip(&snapshot).all(|(&f, &d)| f == 0 || f == d);
                let all = DigitSet::all(geometry.side()).bits() << 1;
                let held = |cells: &[Cell]| {
                    cells.iter().fold(0, |held, cell| held | 1_u64 << snapshot[cell.index()])
                };
                let mut boxes = geometry.houses().skip(2 * geometry.side());
                kept && boxes.all(|cells| held(cells) == all)
            };
            assert!(right(&board), "{puzzle}");
            if board.box_count() == 0 {
                continue;
            }
            for step in 0..300 {
                let swap = board.random_swap(&mut rng);
                let [a, b] = swap.cells();
                assert!(geometry.box_of(a) == geometry.box_of(b) && a < b);
                assert!(fixed[a.index()] == 0 && fixed[b.index()] == 0);
                let (before, delta) = (board.cost(), board.delta(swap));
                board.apply(swap, delta);
                assert_eq!(board.cost(), before.strict_add_signed(delta), "{puzzle}");
                assert_eq!(board.cost(), board.full_cost(), "{puzzle}");
                if step % 100 == 99 {
                    assert!(right(&board), "{puzzle}");
                    board.fill(&mut rng);
                    assert_eq!(board.cost(), board.full_cost(), "{puzzle}");
                }
            }
        }
    }
}

/// Without edges the cost is the common cost; with edges a board without cost is a solution.
#[test]
fn a_board_without_cost_is_a_solution() {
    let mut rng = Rng::from_seed(12);
    for puzzle in puzzles(&mut rng) {
        let Ok(board) = BoxPermutation::random(&puzzle, Start::Propagated, &mut rng) else {
            continue;
        };
        let snapshot = board.snapshot();
        let common = quadrille_core::common_cost(puzzle.shape(), &snapshot);
        let violated = puzzle
            .edges()
            .pairs()
            .iter()
            .filter(|(a, b)| snapshot[a.index()].abs_diff(snapshot[b.index()]) != 1);
        assert_eq!(board.cost(), common + violated.count() as u32, "{puzzle}");
        assert_eq!(board.cost() == 0, quadrille_core::validate(&puzzle, &snapshot).is_ok());
    }
}

#[test]
fn placements_are_legal_by_the_rules_and_undone() {
    let mut rng = Rng::from_seed(13);
    for puzzle in puzzles(&mut rng) {
        let mut filling = Placement::new(&puzzle);
        let start = filling.snapshot();
        assert_eq!(start, puzzle.givens().snapshot());
        let empty: Vec<Cell> = puzzle.givens().empty_cells().collect();
        let mut cells = empty.clone();
        rng.shuffle(&mut cells);
        let mut placed = Vec::new();
        for cell in cells {
            let board = filling.snapshot();
            let by_the_rules: DigitSet = DigitSet::all(puzzle.shape().side())
                .iter()
                .filter(|digit| {
                    let peers = puzzle.geometry().peers(cell);
                    peers.iter().all(|peer| board[peer.index()] != digit.get())
                        && puzzle.edges().of(cell).all(|other| {
                            let beside = board[other.index()];
                            beside == 0 || beside.abs_diff(digit.get()) == 1
                        })
                })
                .collect();
            assert_eq!(filling.legal(cell), by_the_rules, "{puzzle}");
            let digits: Vec<_> = by_the_rules.iter().collect();
            if let Some(&digit) = rng.pick(&digits) {
                let outlook = Outlook::of(&filling, &empty);
                let expected = outlook.after(&filling, cell, DigitSet::only(digit));
                filling.place(cell, DigitSet::only(digit));
                assert_eq!(filling.snapshot()[cell.index()], digit.get());
                assert_eq!(Outlook::of(&filling, &empty), expected, "{puzzle}");
                placed.push(cell);
            }
        }
        let full = filling.snapshot();
        while let Some(cell) = placed.pop() {
            filling.undo(cell);
        }
        assert_eq!(filling.snapshot(), start);
        filling.set_board(&full);
        assert_eq!(filling.snapshot(), full);
        filling.set_board(&start);
        assert_eq!(filling.snapshot(), start);
        for cell in puzzle.givens().empty_cells() {
            assert_eq!(filling.legal(cell), Placement::new(&puzzle).legal(cell));
        }
    }
}

#[test]
fn propagation_is_undone() {
    let mut rng = Rng::from_seed(14);
    for puzzle in puzzles(&mut rng) {
        let mut grid = CandidateGrid::new(&puzzle);
        let _ = grid.assign_givens(&puzzle, |_| Ok(()));
        let (start, before) = (grid.mark(), grid.sets().to_vec());
        for _ in 0..10 {
            while let Some(cell) = grid.most_constrained() {
                let digits: Vec<_> = grid.get(cell).iter().collect();
                let &digit = rng.pick(&digits).unwrap();
                let (mark, sets) = (grid.mark(), grid.sets().to_vec());
                let first = grid.try_assign(cell, digit);
                let after = grid.sets().to_vec();
                grid.undo_to(mark);
                assert_eq!(grid.sets(), sets, "{puzzle}");
                // The same again has the same consequences: nothing hidden was left behind.
                assert_eq!(grid.try_assign(cell, digit), first);
                assert_eq!(grid.sets(), after);
                if !first {
                    break;
                }
            }
            grid.undo_to(start);
            assert_eq!(grid.sets(), before);
        }
    }
}

/// Propagation takes no solution away, and a contradiction means that there is none.
#[test]
fn propagation_is_sound() {
    let mut rng = Rng::from_seed(15);
    for index in 0..200 {
        let shape = [shape(2, 2), shape(2, 3), shape(1, 5)][index % 3];
        let plain = if index % 2 == 0 {
            random_norvig(shape, &mut rng)
        } else {
            with_edges(shape, &mut rng)
        };
        // Some more givens, which may well contradict the rest.
        let mut givens = plain.givens().clone();
        let filling = Placement::new(&plain);
        for cell in plain.givens().empty_cells() {
            let digits: Vec<_> = filling.legal(cell).iter().collect();
            if let Some(&digit) = rng.pick(&digits).filter(|_| index % 4 < 2) {
                givens.set(cell, Some(digit));
                break;
            }
        }
        let puzzle = Puzzle::new(givens, plain.edges().clone()).unwrap();
        let solutions = oracle(&puzzle, 50);
        match Start::Propagated.candidates(&puzzle) {
            Err(stop) => assert!(solutions.is_empty() && stop == Stop::ProvedNone, "{puzzle}"),
            Ok(sets) => {
                for solution in solutions {
                    let kept = sets.iter().zip(&solution).all(|(set, &digit)| {
                        quadrille_core::Digit::new(digit).is_some_and(|digit| set.contains(digit))
                    });
                    assert!(kept, "{puzzle}");
                }
            }
        }
    }
}

/// Where propagation sees no contradiction it has left nothing undone: no peer of a decided cell has
/// its digit, every house has a place for every digit, and a digit with one place stands there; and
/// along edges every candidate has a neighbor.
#[test]
fn propagation_reaches_its_fixed_point() {
    let mut rng = Rng::from_seed(18);
    for puzzle in puzzles(&mut rng) {
        let Ok(sets) = Start::Propagated.candidates(&puzzle) else { continue };
        let geometry = puzzle.geometry();
        for cell in geometry.cells() {
            let set = sets[cell.index()];
            assert!(!set.is_empty(), "{puzzle}");
            for &peer in geometry.peers(cell).iter().filter(|_| set.single().is_some()) {
                assert!((sets[peer.index()] & set).is_empty(), "{puzzle}");
            }
            for other in puzzle.edges().of(cell) {
                let near = sets[other.index()].neighbors(geometry.side());
                assert!((set - near).is_empty(), "{puzzle}");
            }
        }
        for house in geometry.houses() {
            for digit in DigitSet::all(geometry.side()) {
                let mut places = house.iter().filter(|cell| sets[cell.index()].contains(digit));
                let first = places.next().expect("a place for every digit");
                assert!(places.next().is_some() || sets[first.index()].single() == Some(digit));
            }
        }
    }
}

fn complete() -> impl Iterator<Item = Configuration> {
    ENTRIES.iter().filter(|e| e.complete && !e.may_be_wrong).map(|entry| Configuration::of(entry))
}

#[test]
fn complete_methods_agree_with_the_oracle() {
    let mut rng = Rng::from_seed(16);
    let mut without = 0;
    for index in 0..120 {
        let shape = [shape(2, 2), shape(2, 3), shape(3, 2), shape(1, 5)][index % 4];
        // Random edges as well, most of which cannot be.
        let plain = random_norvig(shape, &mut rng);
        let side = shape.side();
        let cells: Vec<Cell> = plain.geometry().cells().collect();
        let pairs = (0..index % 3).map(|_| {
            let cell = cells[rng.below(cells.len() - side)];
            (cell, Cell::new(cell.index() + side))
        });
        let edges = Edges::new(shape, pairs.collect::<Vec<_>>()).unwrap();
        let Ok(puzzle) = Puzzle::new(plain.givens().clone(), edges) else { continue };
        let solutions = oracle(&puzzle, 2);
        without += usize::from(solutions.is_empty());
        for configuration in
            complete().filter(|configuration| (configuration.entry.supports)(&puzzle))
        {
            let outcome = configuration
                .run(&puzzle, 1, Limits::NONE, &CancelFlag::new(), &NoClock, None)
                .unwrap();
            if solutions.is_empty() {
                assert_eq!(outcome.stop, Stop::ProvedNone, "{configuration} on {puzzle}");
            } else {
                assert_eq!(outcome.stop, Stop::Solved, "{configuration} on {puzzle}");
            }
            if let [only] = &solutions[..] {
                let found = outcome.solution.unwrap().grid().snapshot();
                assert_eq!(found[..], only[..], "{configuration} on {puzzle}");
            }
        }
    }
    assert!(without >= 5, "only {without} puzzles without solution: the test is too easy");
}

#[test]
fn solving_commutes_with_the_symmetries() {
    let mut rng = Rng::from_seed(17);
    let mut puzzles = vec![nine(NEWSPAPER)];
    for index in 0..12 {
        let shape = [shape(2, 2), shape(2, 3), shape(3, 2)][index % 3];
        puzzles.push(proper(shape, &mut rng));
    }
    for puzzle in &puzzles {
        let solution = oracle(puzzle, 1).remove(0);
        let solution = quadrille_core::Grid::from_digits(puzzle.shape(), &solution).unwrap();
        for _ in 0..3 {
            let symmetry = Symmetry::random(puzzle.shape(), &mut rng);
            let image: Puzzle = symmetry.apply(puzzle.givens()).try_into().unwrap();
            for configuration in
                complete().filter(|configuration| (configuration.entry.supports)(&image))
            {
                // Some orders of cells are hopeless on a whole 9x9 board.
                if puzzle.shape().side() > 6 && !configuration.entry.deterministic {
                    continue;
                }
                let outcome = configuration
                    .run(&image, 1, Limits::NONE, &CancelFlag::new(), &NoClock, None)
                    .unwrap();
                let found = outcome.solution.expect("complete configurations solve proper puzzles");
                assert_eq!(found.grid(), &symmetry.apply(&solution), "{configuration} on {puzzle}");
            }
        }
    }
}
