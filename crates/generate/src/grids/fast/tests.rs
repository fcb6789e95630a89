//! Tests of Kempe swaps against components found cell by cell.

use quadrille_core::{Grid, Puzzle, validate};

use super::*;

/// Exchanges two digits in the component of a cell, by comparing all pairs of cells.
fn swap_cells(shape: BoxShape, grid: &mut [u8], start: usize, pair: [u8; 2]) {
    let side = shape.side();
    let place = |cell: usize| (cell / side, cell % side);
    let are_peers = |a: usize, b: usize| {
        let ((ra, ca), (rb, cb)) = (place(a), place(b));
        ra == rb || ca == cb || shape.box_at(ra, ca) == shape.box_at(rb, cb)
    };
    let mut component = vec![start];
    let mut next = 0;
    while next < component.len() {
        let from = component[next];
        for (cell, digit) in grid.iter().enumerate() {
            if pair.contains(digit) && are_peers(from, cell) && !component.contains(&cell) {
                component.push(cell);
            }
        }
        next += 1;
    }
    for cell in component {
        grid[cell] = if grid[cell] == pair[0] { pair[1] } else { pair[0] };
    }
}

/// Exchanges two lines of cells in the least set that has `start` and in which both have the same
/// digits.
fn swap_lines(grid: &mut [u8], lines: &[Vec<usize>; 2], start: usize) {
    let mut set = vec![start];
    loop {
        let digits =
            [0, 1].map(|of| set.iter().map(|&at| grid[lines[of][at]]).collect::<Vec<u8>>());
        let lacking = digits[1].iter().find(|digit| !digits[0].contains(digit));
        let Some(lacking) = lacking else { break };
        set.extend(lines[0].iter().position(|&cell| grid[cell] == *lacking));
    }
    set.into_iter().for_each(|at| grid.swap(lines[0][at], lines[1][at]));
}

#[test]
fn swaps_are_as_defined() {
    let mut rng = Rng::from_seed(1);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (1, 5), (5, 1), (3, 3), (2, 4), (4, 4), (7, 7)]
    {
        let shape = BoxShape::new(rows, columns).unwrap();
        let side = shape.side();
        let empty = Puzzle::try_from(Grid::empty(shape)).unwrap();
        let mut places = Places::patterned(shape, &mut rng);
        for _ in 0..100 {
            let before = places.digits();
            assert_eq!(validate(&empty, &before), Ok(()));
            let line = rng.below(side);
            let first = rng.below(side);

            let second = (first + 1 + rng.below(side - 1)) % side;
            let mut grid = before.clone();
            let pair = [first as u8 + 1, second as u8 + 1];
            let column = grid[line * side..][..side].iter().position(|&digit| digit == pair[0]);
            swap_cells(shape, &mut grid, line * side + column.unwrap(), pair);
            places.swap_digits(first, second, line);
            assert_eq!(places.digits(), grid);
            // The same step leads back.
            places.swap_digits(first, second, line);
            assert_eq!(places.digits(), before);

            let is_latin = rows == 1 || columns == 1;
            let height = if is_latin { side } else { rows };
            let second = first / height * height + (first + 1) % height;
            let row = |row: usize| (0..side).map(|column| row * side + column).collect();
            swap_lines(&mut grid, &[row(first), row(second)], line);
            places.swap_digits(pair[0] as usize - 1, pair[1] as usize - 1, line);
            places.swap_rows(first, second, line);
            assert_eq!(places.digits(), grid);

            let width = if is_latin { side } else { columns };
            let second = first / width * width + (first + 1) % width;
            let column = |column: usize| (0..side).map(|row| row * side + column).collect();
            swap_lines(&mut grid, &[column(first), column(second)], line);
            places.swap_columns(first, second, line);
            assert_eq!(places.digits(), grid);
            let (again, other) = (places.digits(), (line + 1) % side);
            places.swap_columns(first, second, other);
            places.swap_columns(second, first, other);
            assert_eq!(places.digits(), again);
            places.step(&mut rng);
        }
    }
}

/// Exchanges of digits alone never leave the kind of band that patterned grids have; all swaps do.
#[test]
fn digits_alone_do_not_reach_all_grids() {
    let mut rng = Rng::from_seed(3);
    let is_patterned = |places: &Places| {
        let grid = places.digits();
        let shared = grid[9..12].iter().filter(|digit| grid[3..6].contains(digit)).count();
        shared % 3 == 0
    };
    let mut places = Places::patterned(BoxShape::NINE, &mut rng);
    for _ in 0..5000 {
        let first = rng.below(9);
        places.swap_digits(first, (first + 1 + rng.below(8)) % 9, rng.below(9));
        assert!(is_patterned(&places));
    }
    let left = (0..5000).filter(|_| {
        places.step(&mut rng);
        !is_patterned(&places)
    });
    assert!(left.count() > 4000);
}

#[test]
fn every_shape_has_grids() {
    let mut rng = Rng::from_seed(2);
    for side in BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE {
        for rows in (1..=side).filter(|rows| side % rows == 0) {
            let shape = BoxShape::new(rows, side / rows).unwrap();
            // `fast` panics if the validator rejects the grid.
            assert_eq!(fast(shape, 50, &mut rng).grid().shape(), shape);
        }
    }
}
