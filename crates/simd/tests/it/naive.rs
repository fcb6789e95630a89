//! The oracle: fewest candidates first, try each, undo. No propagation, nothing clever.

use quadrille_simd::Masks;

/// Whether two cells are in a row, column or box together.
fn peers(a: usize, b: usize) -> bool {
    let (ra, ca, rb, cb) = (a / 9, a % 9, b / 9, b % 9);
    a != b && (ra == rb || ca == cb || (ra / 3, ca / 3) == (rb / 3, cb / 3))
}

/// Solutions of `puzzle`, up to `limit` of them; 0 = all.
pub fn solutions(puzzle: &Masks, limit: usize) -> Vec<[u8; 81]> {
    let mut found = Vec::new();
    let mut masks = puzzle.map(|mask| mask & 0x1ff);
    let mut digits = [0; 81];
    walk(&mut masks, &mut digits, limit, &mut found);
    found
}

fn walk(masks: &mut Masks, digits: &mut [u8; 81], limit: usize, found: &mut Vec<[u8; 81]>) {
    let open = (0..81).filter(|&cell| digits[cell] == 0);
    let Some(cell) = open.min_by_key(|&cell| masks[cell].count_ones()) else {
        found.push(*digits);
        return;
    };
    for digit in 1..=9u8 {
        let bit = 1 << (digit - 1);
        if masks[cell] & bit == 0 {
            continue;
        }
        let before = *masks;
        digits[cell] = digit;
        for (other, mask) in masks.iter_mut().enumerate() {
            if peers(cell, other) {
                *mask &= !bit;
            }
        }
        walk(masks, digits, limit, found);
        digits[cell] = 0;
        *masks = before;
        if limit != 0 && found.len() >= limit {
            return;
        }
    }
}

/// Whether `solution` is a solved grid that keeps to the candidates of `puzzle`.
pub fn is_solution(puzzle: &Masks, solution: &[u8; 81]) -> bool {
    (0..81).all(|a| {
        (1..=9).contains(&solution[a])
            && puzzle[a] >> (solution[a] - 1) & 1 == 1
            && (0..a).all(|b| !peers(a, b) || solution[a] != solution[b])
    })
}
