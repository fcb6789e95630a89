use quadrille_core::analysis;
use quadrille_core::solve::{self, Solver};
use quadrille_core::{BoxShape, CandidateSet, Cell, DigitSet, Edges};
use quadrille_core::{CancelFlag, Counter, Limits, SteppingClock};

use super::cells::{ALL, Cells, each};
use super::reduction::Reduction;
use super::repair::{Repair, Repaired};
use super::weighing::Weighing;
use super::*;

fn puzzle_of(grid: &[u8; 81], givens: Cells) -> Puzzle {
    let mut digits = [0; 81];
    for cell in each(givens) {
        digits[cell] = grid[cell];
    }
    Puzzle::of_nine(&digits).unwrap()
}

/// Counts with a solver that shares nothing with the kernel.
fn is_proper(puzzle: &Puzzle) -> bool {
    solve::count(Solver::Bits, puzzle, 2, &mut Meter::unlimited()).count == 1
}

/// Answers the questions of a reduction or a check with the generic solver.
fn solutions(masks: &quadrille_simd::Masks, most: usize) -> Vec<[u8; 81]> {
    let mut marks = CandidateSet::full(BoxShape::NINE);
    for (cell, &mask) in masks.iter().enumerate() {
        marks.set(Cell::new(cell), DigitSet::from_bits(mask.into()));
    }
    let mut found = Vec::new();
    if let Ok(puzzle) = Puzzle::from_marks(marks, Edges::none()) {
        Solver::Bits.solve(&puzzle, &mut Meter::unlimited(), &mut |solution| {
            found.push(solution.grid().nine().unwrap());
            if found.len() == most {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
    }
    found
}

fn make(recipe: Recipe, seed: u64, range: Range<u64>) -> Vec<Made> {
    let generator = Generator::new(recipe, seed).unwrap();
    let (made, stop) = generator.make(range, &mut Meter::unlimited());
    assert_eq!(stop, None);
    made.into_iter().map(Option::unwrap).collect()
}

fn nine() -> Recipe {
    Recipe::new(BoxShape::NINE)
}

#[test]
fn reductions_decide_like_the_obvious_loop() {
    let mut rng = Rng::from_seed(1);
    for symmetry in PatternSymmetry::ALL {
        for floor in [0, 30] {
            let grid = grids::nine(&mut rng);
            let set = |orbit: Vec<usize>| orbit.iter().fold(0, |set, cell| set | 1 << cell);
            let mut units: Vec<Cells> = symmetry.orbits(9).into_iter().map(set).collect();
            rng.shuffle(&mut units);
            let mut expected = ALL;
            for unit in &units {
                let rest = expected & !unit;
                if rest.count_ones() >= floor && is_proper(&puzzle_of(&grid, rest)) {
                    expected = rest;
                }
            }
            let mut reduction = Reduction::new(grid, units, floor);
            let mut questions = 0;
            loop {
                let most = match reduction.question() {
                    reduction::Question::Any => 1,
                    reduction::Question::Second => 2,
                };
                questions += 1;
                if reduction.answer(&solutions(&reduction.masks(), most)) {
                    break;
                }
            }
            assert_eq!(reduction.givens(), expected, "{} {floor}", symmetry.id());
            assert_eq!(reduction.kept(), expected.count_ones());
            assert!(questions < 75, "{questions} questions");
            // What is not doubtful is needed.
            for cell in each(expected & !reduction.doubtful()) {
                assert!(!is_proper(&puzzle_of(&grid, expected & !(1 << cell))));
            }
        }
    }
}

#[test]
fn puzzles_have_one_solution_and_what_was_wished() {
    for symmetry in PatternSymmetry::ALL {
        let mut recipe = nine();
        recipe.symmetry = symmetry;
        for (clues, minimal) in [(None, false), (Some(30..=34), false), (None, true)] {
            // Minimal puzzles with more than one motion take a tenth of a second each.
            let has_small_orbits = symmetry.orbits(9).iter().all(|orbit| orbit.len() <= 2);
            let count = if minimal && !has_small_orbits { 1 } else { 6 };
            recipe.clues = clues;
            recipe.minimal = minimal;
            for made in make(recipe.clone(), 3, 0..count) {
                let givens = made.puzzle.givens();
                assert!(is_proper(&made.puzzle));
                assert!(symmetry.holds(9, |cell| givens.get(Cell::new(cell)).is_some()));
                let count = givens.filled().count();
                assert!(recipe.clues.as_ref().is_none_or(|clues| clues.contains(&count)));
                let is_minimal = analysis::is_minimal(&made.puzzle, &mut Meter::unlimited());
                assert_eq!(is_minimal, Ok(made.minimal));
                assert!(made.minimal || !minimal);
                assert_eq!(solve::first(&made.puzzle).as_ref(), Some(&made.solution));
            }
        }
    }
}

#[test]
fn repairs_lead_to_few_givens_and_many() {
    for (symmetry, clues, minimal) in [
        (PatternSymmetry::None, 20..=20, false),
        (PatternSymmetry::None, 17..=21, true),
        (PatternSymmetry::None, 29..=30, true),
        (PatternSymmetry::Diagonal, 21..=22, true),
        (PatternSymmetry::LeftRight, 22..=22, false),
    ] {
        let recipe = Recipe { symmetry, minimal, clues: Some(clues.clone()), ..nine() };
        assert!(recipe.is_rare());
        for made in make(recipe, 2, 0..3) {
            let givens = made.puzzle.givens();
            assert!(clues.contains(&givens.filled().count()));
            assert!(symmetry.holds(9, |cell| givens.get(Cell::new(cell)).is_some()));
            assert!(is_proper(&made.puzzle));
            let is_minimal = analysis::is_minimal(&made.puzzle, &mut Meter::unlimited());
            assert_eq!(is_minimal, Ok(made.minimal));
            assert!(made.minimal || !minimal);
            assert_eq!(solve::first(&made.puzzle).as_ref(), Some(&made.solution));
        }
    }
}

/// The repair of one grid, with a solver that shares nothing with the kernel.
#[test]
fn repairs_do_not_depend_on_which_solutions_are_found() {
    let mut rng = Rng::from_seed(9);
    let set = |orbit: Vec<usize>| orbit.iter().fold(0, |set, cell| set | 1 << cell);
    let orbits = PatternSymmetry::HalfTurn.orbits(9);
    for _ in 0..3 {
        let grid = grids::nine(&mut rng);
        let units: Vec<Cells> = orbits.iter().cloned().map(set).collect();
        let mut repair = Repair::new(grid, units, 0..=81, true, Rng::from_seed(rng.bits()));
        let mut progress = repair.begin(ALL);
        while progress == Repaired::Asks {
            let most = if repair.question() == reduction::Question::Any { 1 } else { 2 };
            progress = repair.answer(&solutions(&repair.masks(), most));
        }
        assert_eq!(progress, Repaired::Done);
        let (givens, minimal) = repair.result();
        assert!(minimal && is_proper(&puzzle_of(&grid, givens)));
        for cell in each(givens) {
            assert!(givens >> (80 - cell) & 1 == 1);
            assert!(!is_proper(&puzzle_of(&grid, givens & !(1 << cell))));
        }
    }
}

#[test]
fn items_depend_on_recipe_seed_and_index_alone() {
    let mut rare = nine();
    rare.clues = Some(22..=22);
    let mut symmetric = nine();
    (symmetric.symmetry, symmetric.minimal) = (PatternSymmetry::HalfTurn, true);
    let mut unbiased = nine();
    unbiased.unbiased = true;
    let mut dense = nine();
    dense.pattern =
        Some((0..81).filter(|cell| (cell / 9 + cell) % 3 == 0).map(Cell::new).collect());
    let edges = Recipe { edges: Some(10), ..Recipe::new(BoxShape::new(2, 3).unwrap()) };
    for recipe in [nine(), rare, symmetric, unbiased, dense, edges] {
        let all = make(recipe.clone(), 5, 0..9);
        assert!(all.iter().map(|made| made.index).eq(0..9));
        let mut parts = make(recipe.clone(), 5, 0..1);
        parts.extend(make(recipe.clone(), 5, 1..4));
        parts.extend(make(recipe.clone(), 5, 4..9));
        assert_eq!(all, parts);
        assert_ne!(all[..1], make(recipe.clone(), 6, 0..1));
        for (index, made) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other.puzzle != made.puzzle));
        }
    }
}

#[test]
fn patterns_and_solutions_are_kept() {
    let cells: Vec<Cell> =
        (0..81).filter(|cell| (cell / 9 + cell) % 3 == 0).map(Cell::new).collect();
    let mut recipe = nine();
    recipe.pattern = Some(cells.clone());
    for made in make(recipe.clone(), 2, 0..5) {
        assert!(made.puzzle.givens().filled().map(|(cell, _)| cell).eq(cells.iter().copied()));
        assert!(is_proper(&made.puzzle));
        let is_minimal = analysis::is_minimal(&made.puzzle, &mut Meter::unlimited());
        assert_eq!(is_minimal, Ok(made.minimal));
    }
    let solution = make(nine(), 1, 0..1).remove(0).solution;
    let mut recipe = nine();
    recipe.solution = Some(solution.clone());
    let made = make(recipe, 2, 0..5);
    assert!(made.iter().all(|made| made.solution == solution && is_proper(&made.puzzle)));
    assert!(made[0].puzzle != made[1].puzzle);
}

#[test]
fn other_shapes_and_edges_have_one_solution() {
    for (rows, columns, edges, minimal) in [
        (2, 2, None, true),
        (2, 2, Some(usize::MAX), true),
        (2, 3, Some(5), false),
        (3, 2, None, true),
        (2, 4, None, false),
        (3, 3, Some(20), false),
        (3, 4, None, false),
        (4, 4, None, false),
    ] {
        let shape = BoxShape::new(rows, columns).unwrap();
        let recipe = Recipe { edges, minimal, ..Recipe::new(shape) };
        for made in make(recipe, 1, 0..3) {
            let count = solve::count(Solver::Auto, &made.puzzle, 2, &mut Meter::unlimited()).count;
            assert_eq!((count, made.puzzle.shape()), (1, shape));
            assert_eq!(made.puzzle.edges().is_empty(), edges.is_none());
            assert!(!minimal || made.minimal);
            if made.minimal {
                let is_minimal = analysis::is_minimal(&made.puzzle, &mut Meter::unlimited());
                assert_eq!(is_minimal, Ok(true), "{}", made.puzzle);
            }
        }
    }
}

#[test]
fn weights_are_those_of_the_path() {
    let mut rng = Rng::from_seed(4);
    for _ in 0..2 {
        let grid = grids::nine(&mut rng);
        let mut order: Vec<u8> = (0..81).collect();
        rng.shuffle(&mut order);
        let (mut givens, mut removed, mut expected) = (ALL, Vec::new(), 1.0);
        let can_go =
            |givens: Cells, cell: usize| is_proper(&puzzle_of(&grid, givens & !(1 << cell)));
        for cell in order {
            if can_go(givens, cell.into()) {
                let ways = each(givens).filter(|&cell| can_go(givens, cell)).count();
                removed.push(cell);
                expected *= ways as f64 / removed.len() as f64;
                givens &= !(1 << cell);
            }
        }
        let mut weighing = Weighing::new(grid, removed);
        while let Some(masks) = weighing.masks() {
            weighing.answer(&solutions(&masks, 1));
        }
        assert!((weighing.weight() / expected - 1.0).abs() < 1e-12);
    }
}

/// Berthier, "Unbiased statistics of a constraint satisfaction problem" (2009): 26.577 givens on
/// average, and 3.1e37 minimal puzzles, of 6.67e21 grids.
#[test]
#[ignore = "takes minutes"]
fn unbiased_minimal_puzzles_have_the_published_mean() {
    let mut recipe = nine();
    recipe.unbiased = true;
    let (mut total, mut squares, mut givens) = (0.0, 0.0, 0.0);
    let count = 1_000_000;
    for first in (0..count).step_by(5000) {
        for made in make(recipe.clone(), 1, first..first + 5000) {
            let weight = made.weight.unwrap();
            total += weight;
            squares += weight * weight;
            givens += weight * made.puzzle.givens().filled().count() as f64;
        }
    }
    let mean = givens / total;
    // The sample is worth that many independent puzzles; their numbers of givens deviate by 1.1.
    let error = 1.1 / (total * total / squares).sqrt();
    assert!((mean - 26.577).abs() < 4.0 * error && error < 0.1, "{mean} ± {error}");
    let puzzles = total / count as f64 * 6.671e21;
    assert!((puzzles / 3.1e37 - 1.0).abs() < 0.3, "{puzzles:e}");
}

#[test]
fn impossible_recipes_are_refused() {
    let error = |change: &dyn Fn(&mut Recipe)| {
        let mut recipe = nine();
        change(&mut recipe);
        Generator::new(recipe, 1).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(error(&|_| ()), "");
    let too_few = "16 givens are too few for one solution: 17 are the fewest";
    assert_eq!(error(&|recipe| recipe.clues = Some(3..=16)), too_few);
    let none = "a board of 81 cells cannot have 82 to 90 givens";
    assert_eq!(error(&|recipe| recipe.clues = Some(82..=90)), none);
    let large = "puzzles are generated up to 16x16; the side 25 is larger";
    assert_eq!(error(&|recipe| recipe.shape = BoxShape::new(5, 5).unwrap()), large);
    let both = "an unbiased sample and a symmetry exclude each other";
    let unbiased = |recipe: &mut Recipe| {
        (recipe.unbiased, recipe.symmetry) = (true, PatternSymmetry::Full);
    };
    assert_eq!(error(&unbiased), both);
    let columns = |recipe: &mut Recipe| {
        recipe.pattern = Some((0..81).step_by(3).map(Cell::new).collect());
    };
    let swap = "no puzzle with these givens has one solution: columns 2 and 3 are both empty, so they \
                could be swapped";
    assert_eq!(error(&columns), swap);
    let edges = |recipe: &mut Recipe| {
        (recipe.edges, recipe.unbiased) = (Some(3), true);
    };
    let only = "an unbiased sample is available for 9x9 puzzles without edges only";
    assert_eq!(error(&edges), only);
}

#[test]
fn filters_decide_which_attempt_succeeds() {
    let has_few_fives = |puzzle: &Puzzle| {
        puzzle.givens().filled().filter(|(_, digit)| digit.get() == 5).count() <= 1
    };
    let recipe = nine();
    let generator = Generator::new(recipe.clone(), 1)
        .unwrap()
        .with_filter(move |puzzle, _, _| has_few_fives(puzzle));
    let (made, _) = generator.make(0..20, &mut Meter::unlimited());
    let (again, _) = generator.make(7..8, &mut Meter::unlimited());
    assert_eq!(made[7], again[0]);
    for made in made.into_iter().map(Option::unwrap) {
        assert!(has_few_fives(&made.puzzle) && is_proper(&made.puzzle));
    }
}

#[test]
fn limits_end_what_cannot_be_found() {
    let mut recipe = nine();
    recipe.clues = Some(17..=17);
    let generator = Generator::new(recipe, 1).unwrap();
    let clock = SteppingClock::new(std::time::Duration::from_millis(10));
    let limits = Limits { time: Some(std::time::Duration::from_secs(1)), ..Limits::NONE };
    let never = CancelFlag::new();
    let mut meter = Meter::new(limits, Counter::Branch, &never, &clock).unwrap();
    assert_eq!(generator.make(0..2, &mut meter), (vec![None, None], Some(Stop::Time)));
    let flag = CancelFlag::new();
    flag.cancel();
    let mut meter = Meter::cancellable(&flag);
    assert_eq!(generator.make(0..2, &mut meter), (vec![None, None], Some(Stop::Cancelled)));
}

/// A filter that hardly any puzzle passes is met by neighbors of a model, in any form of it.
#[test]
fn models_lead_to_puzzles_like_them() {
    let text = "...8.1..........435............7.8........1...2..3....6......75..34........2..6..";
    let model: Puzzle = text.parse().unwrap();
    let several: Puzzle = ".".repeat(81).parse().unwrap();
    let few = |puzzle: &Puzzle| puzzle.givens().filled().count() <= 19;
    let generator = Generator::new(nine(), 1)
        .unwrap()
        .with_models([&model, &several])
        .with_filter(move |puzzle, _, _| few(puzzle));
    let (made, stop) = generator.make(0..4, &mut Meter::unlimited());
    assert_eq!(stop, None);
    let made: Vec<Puzzle> = made.into_iter().map(|made| made.unwrap().puzzle).collect();
    for (at, puzzle) in made.iter().enumerate() {
        assert!(few(puzzle) && is_proper(puzzle), "{puzzle}");
        assert!(!made[..at].contains(puzzle), "{puzzle} is there twice");
    }
    assert_eq!(
        generator.make(2..3, &mut Meter::unlimited()).0[0].as_ref().unwrap().puzzle,
        made[2]
    );
}

/// Models would make other puzzles than a recipe describes.
#[test]
fn models_do_not_change_a_solution_or_a_weight() {
    let text = "...8.1..........435............7.8........1...2..3....6......75..34........2..6..";
    let model: Puzzle = text.parse().unwrap();
    let mut of_one = nine();
    of_one.solution = Some(solve::first(&model).unwrap());
    let mut unbiased = nine();
    unbiased.unbiased = true;
    for recipe in [of_one, unbiased] {
        let is_wanted = |puzzle: &Puzzle, _: &Solution, _: &mut Meter<'_>| {
            let digits = puzzle.givens().filled().map(|(_, digit)| u32::from(digit.get()));
            digits.sum::<u32>() % 50 == 0
        };
        let make = |models: &[&Puzzle]| {
            let generator = Generator::new(recipe.clone(), 5).unwrap();
            let generator = generator.with_models(models.iter().copied()).with_filter(is_wanted);
            generator.make(0..4, &mut Meter::unlimited()).0
        };
        assert_eq!(make(&[&model]), make(&[]));
    }
}
