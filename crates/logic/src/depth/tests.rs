//! Comparison with slow versions and with published classes.

use std::collections::{BTreeSet, HashMap};

use quadrille_core::{Cell, Counter, Meter, Puzzle, Stop, solve};

use super::board::{Board, State, id};
use super::{Trials, Unknown, boards, class, depth};
use crate::cells::each;
use crate::grid::NotRatable;
use crate::houses::{CELLS, PEERS};

/// Puzzles of the examples of SHC 6.1 with the classes that it publishes for them
/// (<https://github.com/denis-berthier/Sudoku_Hierarchical_Classifier>).
#[rustfmt::skip]
static PUBLISHED: &[(&str, &str)] = &[
    ("...456..9..6.......891..45.2.........7..9.....35......397...5.......4.72.....5361", "B0"),
    ("..3.........78.1....9.234..2.4..5..83..6...14.6.....7.5....7..66...4...........37", "B0"),
    (".23....8.......12.7.91.........97.46...3....29..6......6.9..5.457.....98.....4...", "B1"),
    ("...45...........23..91.34...1...753.....1.8..6.5.......723...48.6......7.3.5.8...", "B1"),
    ("12...67.9......12..............9....56....9..9.867..1.3..5....1.4..3...2.75..2.4.", "B2"),
    (".......89..678..2...9...4..2...389..3.52....6.6.....4....8.........1.....32.45..1", "B2"),
    (".23..6.8......91...8.1..4..2.......7...8.....678.1......7.3.2...3...4.7....5.1.6.", "B3"),
    ("1...5...9..67...2..8.1......1.....7.5..6..29.9.7..1......9..64.6.2......8..5.7...", "B3"),
    ("..345..8.4.6.........1...65.1.5.8.7....3...919...........8.....6....7.3...1.3..57", "B4"),
    (".2.4..7......891.........65..48.....3..9....1.95..1.7..7.3...1263.........2.1...8", "B4"),
    ("..34......5...912.7...2.....1.5.7..86...9...7.......34..2.............9.9...61.75", "B5"),
    ("1...5...9....8.1..78...3......9...7.6......52...27...8.9.......57.6...3.8.1..2...", "B5"),
    ("..345.78.4....9.2..8..2..6...16.5..7......2..9...4..3...4......5.2.1.....1....3.6", "B6"),
    (".2.4.6.8...6.8.1.......3..4..5...6......9..4589.......3....49.25..932.7.....1....", "B6"),
    (".23....8.4....9..378....5......75.3.......215...61...7.6.5.1....42.3....9....4..8", "B7"),
    (".2.4.678...6.8...37.....5...91..8..5.3.....1.....132...1.26..5...8......9...4.6..", "B7"),
    ("1.34....9.....92......7.5...74.3.....6....42.8...........942.1.7...683....63....2", "B8"),
    ("..3.........18.2.6.8...2.5....79......5..4....1.5.36...9.......7..96.8...46...1.7", "B8"),
    ("....5.....567....28..23..6......78.....3...2...1.2.3.734.9...1...21...7....8...9.", "B9"),
    ("...4...8......9......2.3.542..6..3....4.......6.8.5.1.34.7..5...95.1.82...1......", "B9"),
    ("..34...8.......1.37.....5.42...9....5.71..4...6...7....7...2.....58....19...6....", "B2B"),
    ("...4..78......92..6...7...1.6..1...53..........5..84...3.....2.71.9.......6.3...7", "B3B"),
    ("...4...89..7..92......3...526...1.....19.....7.....1..5...9..4...6..29.....8....3", "B4B"),
    ("..3....8..5.1....66....74....8.9..4.7....5....1.6..8.....9...2.....2...8..2...3.4", "B5B"),
    ("1.3.56....571.9...69.37......1.93..75.96.73.....51.......96..........4....5...86.", "B2BB"),
];

fn class_of(puzzle: &Puzzle) -> String {
    let solution = solve::first(puzzle).unwrap();
    class(puzzle, &solution, &mut Meter::unlimited()).unwrap().unwrap().to_string()
}

fn depth_of(puzzle: &Puzzle) -> Option<u8> {
    depth(puzzle, &solve::first(puzzle).unwrap(), &mut Meter::unlimited()).unwrap()
}

#[test]
fn classes_are_those_published() {
    for (text, class) in PUBLISHED {
        assert_eq!(class_of(&text.parse().unwrap()), *class, "{text}");
    }
}

/// Candidates by cell, and what to know of them slowly.
type Marks = [u16; 81];

fn marks_of(puzzle: &Puzzle) -> Marks {
    let set = quadrille_core::CandidateSet::of(puzzle);
    std::array::from_fn(|cell| set.get(Cell::new(cell)).bits() as u16)
}

/// The variables: cells, and digits in houses, as lists of candidates.
fn variables() -> Vec<Vec<(usize, usize)>> {
    let of_cells = (0..81).map(|cell| (0..9).map(|digit| (cell, digit)).collect());
    let of_houses = CELLS.iter().flat_map(|cells| {
        (0..9).map(|digit| cells.iter().map(|&cell| (usize::from(cell), digit)).collect())
    });
    of_cells.chain(of_houses).collect()
}

fn assert_candidate(marks: &mut Marks, cell: usize, digit: usize) {
    marks[cell] &= 1 << digit;
    for peer in each(PEERS[cell]) {
        marks[peer] &= !(1 << digit);
    }
}

/// Applies trial and error of a depth, by the letter. Returns whether there is no contradiction.
fn slow(marks: &mut Marks, variables: &[Vec<(usize, usize)>], depth: usize) -> bool {
    loop {
        let before = *marks;
        for variable in variables {
            let has = |&&(cell, digit): &&(usize, usize)| marks[cell] >> digit & 1 == 1;
            let mut left = variable.iter().filter(has);
            match (left.next(), left.next()) {
                (None, _) => return false,
                (Some(&(cell, digit)), None) => assert_candidate(marks, cell, digit),
                _ => {}
            }
        }
        if *marks != before {
            continue;
        }
        for (cell, digit) in (0..729).map(|at| (at / 9, at % 9)).filter(|_| depth > 0) {
            if marks[cell] >> digit & 1 == 1 && marks[cell].count_ones() > 1 {
                let mut trial = *marks;
                assert_candidate(&mut trial, cell, digit);
                if !slow(&mut trial, variables, depth - 1) {
                    marks[cell] &= !(1 << digit);
                }
            }
        }
        if *marks == before {
            return true;
        }
    }
}

fn slow_depth(puzzle: &Puzzle, most: usize) -> Option<u8> {
    let (mut marks, variables) = (marks_of(puzzle), variables());
    (0..=most).find_map(|depth| {
        assert!(slow(&mut marks, &variables, depth));
        marks.iter().all(|marks| marks.count_ones() == 1).then_some(depth as u8)
    })
}

/// Puzzles between a published one and its solution: with each number of further givens.
fn eased(text: &str, every: usize) -> impl Iterator<Item = Puzzle> {
    let solution = solve::first(&text.parse().unwrap()).unwrap().to_string();
    let empty: Vec<usize> = (0..81).filter(|&cell| &text[cell..=cell] == ".").collect();
    let text = text.to_owned();
    (0..empty.len()).step_by(every).map(move |start| {
        let mut board = text.clone().into_bytes();
        // No given, or one of the solution in another place each time.
        for &cell in empty.iter().skip(start).take(usize::from(start > 0)) {
            board[cell] = solution.as_bytes()[cell];
        }
        String::from_utf8(board).unwrap().parse().unwrap()
    })
}

#[test]
fn depths_are_those_of_the_slow_version() {
    let mut seen = HashMap::new();
    for (text, class) in PUBLISHED {
        let every = if class.ends_with('B') { 60 } else { 14 };
        for puzzle in eased(text, every) {
            let found = depth_of(&puzzle);
            let before = seen.entry(found).or_insert(0);
            // Depth 2 takes the slow version a second.
            let most = if found >= Some(2) && *before > 0 { 1 } else { 2 };
            let known = slow_depth(&puzzle, most);
            assert_eq!(found.filter(|&depth| usize::from(depth) <= most), known, "{puzzle}");
            *before += 1;
        }
    }
    assert!(seen[&Some(0)] > 10 && seen[&Some(1)] > 40 && seen[&Some(2)] >= 4, "{seen:?}");
}

/// Returns the length of the shortest braid of a target, by trying all sets of singles.
fn slow_braid(marks: &Marks, target: (usize, usize), most: usize) -> Option<usize> {
    let variables = variables();
    let mut sets = BTreeSet::from([BTreeSet::from([target])]);
    for length in 1..=most {
        let mut next = BTreeSet::new();
        for set in &sets {
            let mut left = *marks;
            for &(cell, digit) in set {
                // Links alone: what is asserted may itself be gone, which is a contradiction.
                let own = left[cell] & 1 << digit;
                assert_candidate(&mut left, cell, digit);
                left[cell] = own;
            }
            for variable in &variables {
                let of: Vec<_> = variable
                    .iter()
                    .filter(|&&(cell, digit)| left[cell] >> digit & 1 == 1)
                    .collect();
                match of[..] {
                    [] => return Some(length),
                    [&single] if marks[single.0].count_ones() > 1 && !set.contains(&single) => {
                        let mut set = set.clone();
                        set.insert(single);
                        next.insert(set);
                    }
                    _ => {}
                }
            }
        }
        sets = next;
    }
    None
}

#[test]
fn braids_are_those_of_the_slow_version() {
    const MOST: usize = 4;
    let mut seen = HashMap::new();
    for (text, _) in PUBLISHED {
        let puzzle: Puzzle = text.parse().unwrap();
        let mut marks = marks_of(&puzzle);
        assert!(slow(&mut marks, &variables(), 0));
        let solution = solve::first(&puzzle).unwrap();
        let (left, truth) = boards(&puzzle, &solution).unwrap();
        let mut meter = Meter::unlimited();
        let trials = Trials::new(left, truth, &mut meter);
        let state: State = *trials.state();
        let effect = |id| Board::FULL.without(&Board::links(id));
        let effects: HashMap<_, _> = left.ids().into_iter().map(|id| (id, effect(id))).collect();
        for cell in (0..81).step_by(4).filter(|&cell| marks[cell].count_ones() > 1) {
            let digit = marks[cell].trailing_zeros() as usize;
            let target = id(cell, digit);
            let found = (1..=MOST).find(|&length| {
                let mut meter = Meter::unlimited();
                let links = |id| &effects[&id];
                super::braids::has_braid(&state, target, length, &links, &mut meter).unwrap()
            });
            assert_eq!(found, slow_braid(&marks, (cell, digit), MOST), "{puzzle} r{cell} {digit}");
            *seen.entry(found).or_insert(0) += 1;
        }
    }
    assert!((1..=MOST).all(|length| seen[&Some(length)] > 0) && seen[&None] > 50, "{seen:?}");
}

#[test]
fn isomorphic_puzzles_have_the_same_class() {
    for (text, class) in PUBLISHED.iter().step_by(3) {
        // Transposed, with other digits and two bands exchanged.
        let cell = |at: usize| {
            let (row, column) = (at / 9, at % 9);
            9 * column + (row + 3) % 6 * usize::from(row < 6) + row * usize::from(row >= 6)
        };
        let other = (0..81).map(|at| match text.as_bytes()[cell(at)] {
            b'.' => '.',
            digit => char::from(b'1' + (digit - b'1' + 4) % 9),
        });
        let other: Puzzle = other.collect::<String>().parse().unwrap();
        assert_eq!(class_of(&other), *class, "{text}");
    }
}

#[test]
fn several_solutions_have_no_depth() {
    let text = &PUBLISHED[4].0;
    let first = text.find(|digit| digit != '.').unwrap();
    let mut fewer = (*text).to_owned();
    fewer.replace_range(first..=first, ".");
    let puzzle: Puzzle = fewer.parse().unwrap();
    assert_eq!(solve::many(std::slice::from_ref(&puzzle), 2, &mut Meter::unlimited())[0].count, 2);
    assert_eq!(depth_of(&puzzle), None);
}

#[test]
fn limits_end_the_search() {
    let puzzle: Puzzle = PUBLISHED[PUBLISHED.len() - 1].0.parse().unwrap();
    let solution = solve::first(&puzzle).unwrap();
    for nodes in [0, 1, 500] {
        let mut meter = Meter::with_nodes(nodes, Counter::Branch);
        let stopped = Err(Unknown::Stopped(Stop::Nodes));
        assert_eq!(depth(&puzzle, &solution, &mut meter), stopped);
        assert_eq!(meter.counters[Counter::Branch], nodes);
    }
}

#[test]
fn other_boards_are_refused() {
    let puzzle: Puzzle = "1234341221.....1".parse().unwrap();
    let solution = solve::first(&puzzle).unwrap();
    let refused = Err(Unknown::Unsuited(NotRatable::Shape(puzzle.shape())));
    assert_eq!(depth(&puzzle, &solution, &mut Meter::unlimited()), refused);
}
