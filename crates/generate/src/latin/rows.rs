//! Latin squares row by row, in two ways that differ in what happens when a row does not fit.

use quadrille_core::{Counter, Meter, Rng, Stop};

/// Draws each row as a permutation until it fits.
pub(super) fn by_permutations(
    side: usize,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Vec<u8>, Stop> {
    let mut used = vec![0_u64; side];
    let mut digits = Vec::with_capacity(side * side);
    // Shuffling a permutation again gives a uniform one, too.
    let mut row: Vec<u8> = (1..=side as u8).collect();
    for _ in 0..side {
        loop {
            meter.count(Counter::Generated)?;
            rng.shuffle(&mut row);
            if row.iter().zip(&used).all(|(digit, used)| used >> digit & 1 == 0) {
                break;
            }
        }
        row.iter().zip(&mut used).for_each(|(digit, used)| *used |= 1 << digit);
        digits.extend_from_slice(&row);
    }
    Ok(digits)
}

/// Fills each row from the digits that the columns lack, and starts the row again at a dead end.
pub(super) fn by_lists(side: usize, rng: &mut Rng, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
    let mut lacking = vec![(2_u64 << side) - 2; side];
    let mut digits = vec![0; side * side];
    for row in digits.chunks_exact_mut(side) {
        while !fill(row, &lacking, rng, meter)? {
            meter.restarted();
        }
        lacking.iter_mut().zip(&*row).for_each(|(lacking, digit)| *lacking ^= 1 << digit);
    }
    Ok(digits)
}

/// Fills a row; returns `false` at a dead end.
fn fill(
    row: &mut [u8],
    lacking: &[u64],
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let mut free = u64::MAX;
    for (digit, lacking) in row.iter_mut().zip(lacking) {
        let mut choices = lacking & free;
        if choices == 0 {
            return Ok(false);
        }
        meter.count(Counter::Placement)?;
        for _ in 0..rng.below(choices.count_ones() as usize) {
            choices &= choices - 1;
        }
        *digit = choices.trailing_zeros() as u8;
        free ^= 1 << *digit;
    }
    Ok(true)
}
