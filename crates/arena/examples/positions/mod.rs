//! Counts the positions of the 4x4 game without edges, apart from its solver.
//!
//! Every board without conflict is reached by placing its digits in any order, so the positions are
//! the boards of digits and empty cells in which no house has a digit twice. They are counted up to
//! symmetry with Burnside's lemma: the number of classes is the mean, over all symmetries, of the
//! number of boards that a symmetry does not change.

const CELLS: usize = 16;

/// Positions by the number of filled cells, 0 to 16.
pub(crate) type ByFilled = [u64; CELLS + 1];

/// Returns the number of positions, and of classes of positions under the 128 symmetries of the board,
/// by the number of filled cells.
pub(crate) fn count() -> (ByFilled, ByFilled) {
    let mut all = [0; CELLS + 1];
    let mut sums = [0; CELLS + 1];
    let symmetries = symmetries();
    for symmetry in &symmetries {
        let unchanged = unchanged(symmetry);
        if symmetry.iter().enumerate().all(|(cell, &image)| cell == image) {
            all = unchanged;
        }
        sums.iter_mut().zip(unchanged).for_each(|(sum, count)| *sum += count);
    }
    (all, sums.map(|sum| sum / symmetries.len() as u64))
}

/// Returns all symmetries: the image of each cell.
fn symmetries() -> Vec<[usize; CELLS]> {
    // The orders of four lines that keep the halves together.
    let mut orders = Vec::new();
    for bits in 0..8 {
        orders.push([0, 1, 2, 3].map(|line: usize| {
            let (half, place) = (line / 2, line % 2);
            (half ^ (bits >> 2)) * 2 + (place ^ (bits >> half & 1))
        }));
    }
    let mut all = Vec::new();
    for rows in &orders {
        for columns in &orders {
            let image = std::array::from_fn(|cell| rows[cell / 4] * 4 + columns[cell % 4]);
            all.push(image);
            all.push(image.map(|cell| cell % 4 * 4 + cell / 4));
        }
    }
    all
}

fn are_peers(a: usize, b: usize) -> bool {
    let house = |cell: usize| [cell / 4, cell % 4, cell / 8 * 2 + cell % 4 / 2];
    a != b && house(a).iter().zip(house(b)).any(|(&x, y)| x == y)
}

/// Counts the positions that a symmetry does not change, by filled cells: every orbit of cells has one
/// digit, or none.
fn unchanged(symmetry: &[usize; CELLS]) -> ByFilled {
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    for cell in 0..CELLS {
        if orbits.iter().all(|orbit| !orbit.contains(&cell)) {
            let mut orbit = vec![cell];
            while symmetry[orbit[orbit.len() - 1]] != cell {
                orbit.push(symmetry[orbit[orbit.len() - 1]]);
            }
            orbits.push(orbit);
        }
    }
    // Orbits with peers stay empty.
    orbits.retain(|orbit| orbit.iter().all(|&a| orbit.iter().all(|&b| !are_peers(a, b))));
    // By orbit, the earlier orbits that may not have the same digit.
    let touch =
        |a: &Vec<usize>, b: &Vec<usize>| a.iter().any(|&x| b.iter().any(|&y| are_peers(x, y)));
    let earlier: Vec<Vec<usize>> = (0..orbits.len())
        .map(|orbit| (0..orbit).filter(|&other| touch(&orbits[orbit], &orbits[other])).collect())
        .collect();
    let sizes: Vec<usize> = orbits.iter().map(Vec::len).collect();
    let mut counts = [0; CELLS + 1];
    fill(&sizes, &earlier, &mut Vec::new(), 0, &mut counts);
    counts
}

fn fill(
    sizes: &[usize],
    earlier: &[Vec<usize>],
    digits: &mut Vec<u8>,
    filled: usize,
    counts: &mut ByFilled,
) {
    let orbit = digits.len();
    if orbit == sizes.len() {
        counts[filled] += 1;
        return;
    }
    for digit in 0..=4 {
        if digit == 0 || earlier[orbit].iter().all(|&other| digits[other] != digit) {
            digits.push(digit);
            let added = if digit == 0 { 0 } else { sizes[orbit] };
            fill(sizes, earlier, digits, filled + added, counts);
            digits.pop();
        }
    }
}
