//! Every result against the obvious computation, which tries all symmetries.

use std::collections::{BTreeMap, BTreeSet};

use crate::{BoxShape, Cell, Digit, Grid, Meter, Rng, Solution, Symmetry};

use super::{Automorphisms, Canonizer, Form, automorphisms, canonical, isomorphism};

const FORMS: [Form; 2] = [Form::Pattern, Form::String];

/// The grid with the most automorphisms, 648: no other of the 5 472 730 538 classes (E. Russell and
/// F. Jarvis, "Mathematics of Sudoku II", Mathematical Spectrum 39, 2006; OEIS A109741) has as many.
/// The numbers of classes by automorphisms were found by "gsf" and
/// "kjellfp" independently, thread "Canonical Form" of forum.enjoysudoku.com, 2007.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn grid_of(text: &str) -> Grid {
    let puzzle: crate::Puzzle = text.parse().unwrap();
    puzzle.givens().clone()
}

/// Returns all orders of `groups * size` lines that keep groups together.
fn nested_orders(groups: usize, size: usize) -> Vec<Vec<usize>> {
    fn orders(n: usize) -> Vec<Vec<usize>> {
        let Some(last) = n.checked_sub(1) else { return vec![vec![]] };
        let insert = |order: Vec<usize>| {
            (0..n).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, last);
                longer
            })
        };
        orders(last).into_iter().flat_map(insert).collect()
    }
    let mut all = vec![];
    for outer in orders(groups) {
        let mut partial: Vec<Vec<usize>> = vec![vec![]];
        for group in outer {
            let extend = |order: Vec<usize>| {
                orders(size).into_iter().map(move |inner| {
                    let lines = inner.iter().map(|line| group * size + line);
                    order.iter().copied().chain(lines).collect::<Vec<_>>()
                })
            };
            partial = partial.into_iter().flat_map(extend).collect();
        }
        all.extend(partial);
    }
    all
}

/// Returns the canonical form and the number of automorphisms, found by trying every arrangement.
fn obvious(grid: &Grid, form: Form) -> (Vec<u8>, u128) {
    let shape = grid.shape();
    let side = shape.side();
    let cells = grid.snapshot().to_vec();
    let transposed: Vec<u8> =
        (0..cells.len()).map(|cell| cells[cell % side * side + cell / side]).collect();
    let boards =
        if shape.rows() == shape.columns() { vec![cells.clone(), transposed] } else { vec![cells] };
    let rows = nested_orders(side / shape.rows(), shape.rows());
    let columns = nested_orders(side / shape.columns(), shape.columns());
    let mut best: Option<(Vec<u8>, Vec<u8>)> = None;
    let mut ways = 0;
    let mut image = vec![0; side * side];
    for board in &boards {
        for rows in &rows {
            for columns in &columns {
                let mut labels = [0; 50];
                let mut used = 0;
                for (r, row) in rows.iter().enumerate() {
                    for (c, column) in columns.iter().enumerate() {
                        let digit = board[row * side + column];
                        let label = &mut labels[usize::from(digit)];
                        if digit != 0 && *label == 0 {
                            used += 1;
                            *label = used;
                        }
                        image[r * side + c] = *label;
                    }
                }
                let pattern = image.iter().map(|&digit| match form {
                    Form::Pattern => u8::from(digit != 0),
                    Form::String => 0,
                });
                let order = match &best {
                    None => std::cmp::Ordering::Less,
                    Some((least, digits)) => {
                        pattern.clone().cmp(least.iter().copied()).then_with(|| image.cmp(digits))
                    }
                };
                if order.is_lt() {
                    best = Some((pattern.collect(), image.clone()));
                    ways = 0;
                }
                ways += u128::from(order.is_le());
            }
        }
    }
    let filled: BTreeSet<u8> = grid.filled().map(|(_, digit)| digit.get()).collect();
    let unused = side - filled.len();
    (best.unwrap().1, ways * (1..=unused as u128).product::<u128>())
}

/// Checks both forms, the symmetry and the automorphisms of a grid against trying everything.
fn check(grid: &Grid) {
    let mut meter = Meter::unlimited();
    for form in FORMS {
        let (expected, ways) = obvious(grid, form);
        let found = canonical(grid, form, &mut meter).unwrap();
        assert_eq!(*found.grid.snapshot(), expected, "{form:?} of {:?}", grid.snapshot());
        assert_eq!(found.symmetry.apply(grid), found.grid);
        assert_eq!(automorphisms(grid, &mut meter).unwrap().count(), Some(ways));
    }
}

/// Returns a random part of a grid.
fn part(grid: &Grid, givens: usize, rng: &mut Rng) -> Grid {
    let mut cells: Vec<usize> = (0..grid.shape().cells()).collect();
    rng.shuffle(&mut cells);
    let mut part = grid.clone();
    for &cell in &cells[givens..] {
        part.set(Cell::new(cell), None);
    }
    part
}

/// Returns a solved grid: the cyclic one with random symmetry.
fn solved(shape: BoxShape, rng: &mut Rng) -> Grid {
    let (side, width) = (shape.side(), shape.columns());
    let digits: Vec<u8> = (0..side * side)
        .map(|cell| {
            let (row, column) = (cell / side, cell % side);
            let shift = row % shape.rows() * width + row / shape.rows();
            ((column + shift) % side + 1) as u8
        })
        .collect();
    let grid = Grid::from_digits(shape, &digits).unwrap();
    let mut all = Symmetry::random(shape, rng);
    while all.transposes() && shape.rows() != shape.columns() {
        all = Symmetry::random(shape, rng);
    }
    all.apply(&grid)
}

#[test]
fn every_fourth_grid_part_on_4x4_boards() {
    let shape = BoxShape::new(2, 2).unwrap();
    // One of each of the two classes.
    for text in ["1234341221434321", "1234341223414123"] {
        let grid = Grid::from_digits(shape, &text.bytes().map(|b| b - b'0').collect::<Vec<_>>());
        let grid = grid.unwrap();
        for pattern in (0..1 << 16).step_by(23) {
            let mut part = grid.clone();
            for cell in (0..16).filter(|cell| pattern >> cell & 1 == 0) {
                part.set(Cell::new(cell), None);
            }
            check(&part);
        }
    }
}

#[test]
fn parts_of_grids_of_other_shapes() {
    let mut rng = Rng::from_seed(3);
    for (rows, columns, tries) in [(2, 3, 60), (3, 2, 30), (1, 4, 40), (4, 1, 20), (1, 5, 4)] {
        let shape = BoxShape::new(rows, columns).unwrap();
        for _ in 0..tries {
            let grid = solved(shape, &mut rng);
            let givens = rng.below(shape.cells() + 1);
            check(&part(&grid, givens, &mut rng));
        }
    }
}

#[test]
fn puzzles_of_9x9_boards() {
    check(&grid_of(
        "...8.1..........435............7.8........1...2..3....6......75..34........2..6..",
    ));
}

#[test]
fn a_solved_grid_and_a_dense_puzzle() {
    let text = "123456789456789132789132546295847613348961257671325498537294861814673925962518374";
    let mut rng = Rng::from_seed(2);
    let grid = Symmetry::random(BoxShape::NINE, &mut rng).apply(&grid_of(text));
    check(&grid);
    check(&part(&grid, 25, &mut rng));
}

/// Every solved grid of a shape with the first row in order and the first column ascending within
/// bands, bands by their first row: all classes are among these.
fn reduced_grids(shape: BoxShape) -> Vec<Grid> {
    fn fill(shape: BoxShape, cells: &mut Vec<u8>, found: &mut Vec<Grid>) {
        let (side, at) = (shape.side(), cells.len());
        if at == side * side {
            found.extend(Grid::from_digits(shape, cells));
            return;
        }
        let (row, column) = (at / side, at % side);
        for digit in 1..=side as u8 {
            let conflicts = cells.iter().enumerate().any(|(cell, &other)| {
                let (r, c) = (cell / side, cell % side);
                let same_box = shape.box_at(r, c) == shape.box_at(row, column);
                other == digit && (r == row || c == column || same_box)
            });
            let is_first_row_ordered = row > 0 || usize::from(digit) == column + 1;
            let height = shape.rows();
            let above = if row % height > 0 { 1 } else { height };
            let is_ascending =
                row == 0 || column > 0 || cells[(row - above.min(row)) * side] < digit;
            if !conflicts && is_first_row_ordered && is_ascending {
                cells.push(digit);
                fill(shape, cells, found);
                cells.pop();
            }
        }
    }
    let mut found = vec![];
    fill(shape, &mut vec![], &mut found);
    found
}

/// Orbit and stabilizer: the classes make up all grids.
fn class_sizes(rows: usize, columns: usize, symmetries: u128) -> Vec<u128> {
    let shape = BoxShape::new(rows, columns).unwrap();
    let mut classes = BTreeMap::new();
    let mut meter = Meter::unlimited();
    let mut canonizer = Canonizer::new();
    for grid in reduced_grids(shape) {
        let form = canonizer.canonical(&grid, Form::Pattern, &mut meter).unwrap().grid;
        classes.entry(form.snapshot().to_vec()).or_insert_with(|| {
            let count = automorphisms(&form, &mut meter).unwrap().count().unwrap();
            assert_eq!(symmetries % count, 0);
            symmetries / count
        });
    }
    classes.into_values().collect()
}

#[test]
fn classes_of_small_grids() {
    // 288 grids in two classes.
    let mut sizes = class_sizes(2, 2, 2 * 8 * 8 * 24);
    sizes.sort_unstable();
    assert_eq!(sizes, [96, 192]);
    // The 576 Latin squares of side 4, also under the symmetries of rows, columns and digits alone.
    let squares = class_sizes(1, 4, 24 * 24 * 24);
    assert_eq!(squares.iter().sum::<u128>(), 576);
    // 28 200 960 grids in 49 classes (OEIS A291188; F. Jarvis, "Sudoku enumeration problems").
    let six = class_sizes(2, 3, 48 * 72 * 720);
    assert_eq!((six.len(), six.iter().sum::<u128>()), (49, 28_200_960));
}

#[test]
fn symmetric_boards() {
    let mut meter = Meter::unlimited();
    let grid = grid_of(MOST_SYMMETRIC);
    let group = automorphisms(&grid, &mut meter).unwrap();
    assert_eq!(group.count(), Some(648));
    let all: Vec<Symmetry> = group.iter().collect();
    assert_eq!(all.len(), 648);
    assert_eq!(all[0], Symmetry::identity(BoxShape::NINE));
    for (at, one) in all.iter().enumerate() {
        assert_eq!(one.apply(&grid), grid);
        assert!(!all[..at].contains(one));
    }
    let form = canonical(&grid, Form::Pattern, &mut meter).unwrap();
    assert_eq!((form.grid, form.automorphisms), (grid, Some(648)));

    // The greatest of all canonical forms of grids, which has 72 ("Red Ed", same thread).
    let text = "123456789457893612986217354274538196531964827698721435342685971715349268869172543";
    let greatest = grid_of(text);
    let form = canonical(&greatest, Form::Pattern, &mut meter).unwrap();
    assert_eq!((form.grid, form.automorphisms), (greatest, Some(72)));

    let empty = Grid::empty(BoxShape::NINE);
    let group = automorphisms(&empty, &mut meter).unwrap();
    assert_eq!(group.count(), Some(1_218_998_108_160));
    assert!(group.iter().skip(1000).step_by(97).take(20).all(|one| one.apply(&empty) == empty));
    // One given stays in its cell: (2! * 2! * 3!^2)^2 * 2 * 8! symmetries.
    let mut one = empty.clone();
    one.set(Cell::new(30), Digit::new(5));
    let expected = 2 * 144 * 144 * 40320;
    assert_eq!(automorphisms(&one, &mut meter).unwrap().count(), Some(expected));
    let form = canonical(&one, Form::String, &mut meter).unwrap().grid;
    assert_eq!(form.digits()[80], Digit::new(1));

    // Nine different digits on the diagonal: rows and columns move alike, digits with them.
    let mut diagonal = empty.clone();
    (0..9).for_each(|k| diagonal.set(Cell::new(10 * k), Digit::new(k as u8 + 1)));
    assert_eq!(automorphisms(&diagonal, &mut meter).unwrap().count(), Some(2 * 1296));
}

#[test]
fn large_boards_are_no_trap() {
    for (rows, columns, count) in [
        (4, 4, Some(2 * 24_u128.pow(10) * 20_922_789_888_000)),
        (3, 4, Some(6_u128.pow(4) * 24 * 24_u128.pow(3) * 6 * 479_001_600)),
        (5, 5, None),
    ] {
        let shape = BoxShape::new(rows, columns).unwrap();
        let mut meter = Meter::unlimited();
        let empty = Grid::empty(shape);
        let group = automorphisms(&empty, &mut meter).unwrap();
        assert_eq!(group.count(), count, "{shape}");
        let mut rng = Rng::from_seed(5);
        let cells = shape.cells();
        for givens in [1, cells / 4, cells / 2, cells - cells / 30, cells] {
            // A complete 25x25 grid takes longer than a test should.
            if givens == 625 {
                continue;
            }
            let one = part(&solved(shape, &mut rng), givens, &mut rng);
            let mut all = Symmetry::random(shape, &mut rng);
            while all.image_shape() != shape {
                all = Symmetry::random(shape, &mut rng);
            }
            let other = all.apply(&one);
            let way = isomorphism(&one, &other, &mut meter).unwrap().unwrap();
            assert_eq!(way.apply(&one), other);
            let group = automorphisms(&one, &mut meter).unwrap();
            assert_eq!(group.count(), automorphisms(&other, &mut meter).unwrap().count());
            assert!(group.iter().take(10).all(|same| same.apply(&one) == one));
        }
    }
}

/// The fast searches at 9x9 agree with the general one, and isomorphs have the same form.
#[test]
fn fast_searches_agree_with_the_general_one() {
    let mut rng = Rng::from_seed(11);
    let mut canonizer = Canonizer::new();
    let mut meter = Meter::unlimited();
    let empty = crate::Puzzle::new(Grid::empty(BoxShape::NINE), crate::Edges::none());
    let first: Solution = crate::solve::first(&empty.unwrap()).unwrap();
    let bases = [
        grid_of(MOST_SYMMETRIC),
        first.grid().clone(),
        grid_of(
            "123456789456789132789213654217834965395671428648925371574392816862147593931568247",
        ),
    ];
    for (at, base) in bases.iter().cycle().take(150).enumerate() {
        let givens = [17, 22, 25, 30, 40, 60, 72, 78, 80, 81][at % 10];
        let grid = part(base, givens, &mut rng);
        // A part with 78 cells has too many arrangements with the least pattern, so that the
        // general search takes over; the others have to do without.
        let mut counted = Meter::with_nodes(1_000_000, crate::Counter::Expanded);
        let fast = canonizer.canonical(&grid, Form::Pattern, &mut counted).unwrap();
        if [17, 22, 25, 30, 40, 60, 81].contains(&givens) {
            assert_eq!(counted.left(crate::Counter::Expanded), Some(1_000_000), "{givens} givens");
        }
        assert_eq!(fast.symmetry.apply(&grid), fast.grid);
        let general = super::general::best(&grid, Form::Pattern, &mut meter).unwrap();
        assert_eq!(fast.grid, general.image, "{:?}", grid.snapshot());
        let group = Automorphisms::new(BoxShape::NINE, general.levels);
        assert_eq!(fast.automorphisms, group.count());
        let string = canonizer.canonical(&grid, Form::String, &mut meter).unwrap();
        let isomorph = Symmetry::random(BoxShape::NINE, &mut rng).apply(&grid);
        assert_eq!(
            canonizer.nine(&isomorph.nine().unwrap(), Form::Pattern, &mut meter).unwrap(),
            fast.grid.nine().unwrap()
        );
        let again = canonizer.canonical(&isomorph, Form::String, &mut meter).unwrap();
        assert_eq!(again.grid, string.grid);
        assert!(string.grid.snapshot() <= fast.grid.snapshot());
    }
}

#[test]
fn isomorphs_and_others() {
    let mut meter = Meter::unlimited();
    let one = grid_of(
        "...8.1..........435............7.8........1...2..3....6......75..34........2..6..",
    );
    let mut other = one.clone();
    other.set(Cell::new(80), Digit::new(9));
    other.set(Cell::new(3), None);
    assert_eq!(isomorphism(&one, &other, &mut meter), Ok(None));
    other.set(Cell::new(3), Digit::new(8));
    assert_eq!(isomorphism(&one, &other, &mut meter), Ok(None));
    let shape = BoxShape::new(2, 2).unwrap();
    assert_eq!(isomorphism(&one, &Grid::empty(shape), &mut meter), Ok(None));
}

#[test]
fn limits_stop_the_general_search() {
    let shape = BoxShape::new(4, 4).unwrap();
    let mut meter = Meter::with_nodes(10, crate::Counter::Expanded);
    let stop = canonical(&Grid::empty(shape), Form::Pattern, &mut meter).unwrap_err();
    assert_eq!(stop, crate::Stop::Nodes);
    assert_eq!(meter.left(crate::Counter::Expanded), Some(0));
}
