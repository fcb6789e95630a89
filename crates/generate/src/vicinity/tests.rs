use std::collections::BTreeSet;

use super::*;

fn count(puzzle: &Puzzle) -> u64 {
    solve::count(Solver::Bits, puzzle, 2, &mut Meter::unlimited()).count
}

/// Returns what the search finds, each puzzle once.
fn searched(vicinity: Vicinity, most: [usize; 2], puzzle: &Puzzle) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let each: Each<'_> = &mut |near| {
        assert!(found.insert(near.to_string()), "{near} twice from {puzzle}");
        ControlFlow::Continue(())
    };
    vicinity.search_listing(most, puzzle, &mut Meter::unlimited(), each).unwrap();
    found
}

/// Tries all puzzles that differ in as many units.
fn tried(vicinity: Vicinity, puzzle: &Puzzle) -> BTreeSet<String> {
    let side = puzzle.shape().side();
    let cells = |orbit: Vec<usize>| orbit.into_iter().map(Cell::new).collect();
    let units: Vec<Vec<Cell>> = vicinity.symmetry.orbits(side).into_iter().map(cells).collect();
    let blank = |near: &Puzzle, unit: usize| {
        units[unit].iter().fold(near.clone(), |near, &cell| near.without(cell))
    };
    let mut fewer = vec![(puzzle.clone(), vicinity.remove)];
    for unit in 0..units.len() {
        for (near, left) in fewer.clone() {
            if left > 0 && blank(&near, unit).to_string() != near.to_string() {
                fewer.push((blank(&near, unit), left - 1));
            }
        }
    }
    let mut all: Vec<_> = fewer.into_iter().map(|(near, _)| (near, vicinity.add)).collect();
    for (unit, cells) in units.iter().enumerate() {
        for (near, left) in all.clone() {
            if left == 0 || blank(&near, unit).to_string() != near.to_string() {
                continue;
            }
            let mut filled = vec![near];
            for &cell in cells {
                let with = |near: &Puzzle| -> Vec<Puzzle> {
                    let digits = (1..=side as u8).filter_map(Digit::new);
                    digits.filter_map(|digit| near.with(cell, digit).ok()).collect()
                };
                filled = filled.iter().flat_map(with).collect();
            }
            all.extend(filled.into_iter().map(|near| (near, left - 1)));
        }
    }
    // Some differ in less, as a unit was brought back.
    let wanted =
        |near: &Puzzle| near.to_string() != puzzle.to_string() && is_wanted(vicinity, puzzle, near);
    all.into_iter().map(|(near, _)| near).filter(wanted).map(|near| near.to_string()).collect()
}

fn is_wanted(vicinity: Vicinity, puzzle: &Puzzle, near: &Puzzle) -> bool {
    let units = vicinity.symmetry.orbits(puzzle.shape().side());
    let is_added = |unit: &&Vec<usize>| {
        unit.iter().map(|&cell| Cell::new(cell)).any(|cell| {
            let given = near.givens().get(cell);
            given.is_some() && given != puzzle.givens().get(cell)
        })
    };
    let without = |unit: &Vec<usize>| {
        unit.iter().fold(near.clone(), |fewer, &cell| fewer.without(Cell::new(cell)))
    };
    count(near) == 1
        && units.iter().filter(is_added).all(|unit| count(&without(unit)) == 2)
        && (!vicinity.minimal
            || near.givens().filled().all(|(cell, _)| count(&near.without(cell)) == 2))
}

#[test]
fn all_near_puzzles_are_found_whatever_is_listed() {
    let symmetries = [
        PatternSymmetry::None,
        PatternSymmetry::HalfTurn,
        PatternSymmetry::Diagonal,
        PatternSymmetry::Full,
    ];
    let mut sizes = Vec::new();
    // Proper and minimal, proper, with several solutions, and none.
    for text in ["12....3.......4.", "1234....2..1....", "1..........2...3", "1.2.....34......"] {
        let puzzle: Puzzle = text.parse().unwrap();
        for symmetry in symmetries {
            for (remove, add) in [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1), (2, 2)] {
                for minimal in [false, true] {
                    let vicinity = Vicinity { symmetry, minimal, ..Vicinity::new(remove, add) };
                    let expected = tried(vicinity, &puzzle);
                    sizes.push(expected.len());
                    for most in [[1, 1], [5, 3], MOST_SOLUTIONS] {
                        let found = searched(vicinity, most, &puzzle);
                        assert_eq!(found, expected, "{vicinity:?} of {puzzle}, {most:?} listed");
                    }
                }
            }
        }
    }
    assert!(sizes.iter().filter(|&&size| size > 0).count() > sizes.len() / 4, "{sizes:?}");
}

#[test]
fn questions_find_what_a_list_finds() {
    // Known neighbors of the first: one given moved to the next cell, and one within a column.
    let puzzle: Puzzle =
        ".................1..2..3.4......53...1......6.7..........17...8..38...9...5.6...."
            .parse()
            .unwrap();
    let vicinity = Vicinity { minimal: true, ..Vicinity::new(1, 1) };
    let found = searched(vicinity, MOST_SOLUTIONS, &puzzle);
    assert_eq!(found, searched(vicinity, [1 << 16; 2], &puzzle));
    let expected = [
        ".................1..2..3.4......53...1......6.7..........17...8..38...9...56.....",
        ".................1..2..3.4......53...1......6.7..........17...8..38..9....5.6....",
        "........1...........2..3.4......53...1......6.7..........17...8..38...9...5.6....",
    ];
    assert_eq!(found, expected.map(str::to_owned).into());
}
