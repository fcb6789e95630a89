//! Draws from sets of digits in proportion to weights.

/// Returns the places of the bits of a set, ascending.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// Returns a member of the set, drawn in proportion to the weights with a random fraction; `None` if
/// no weight is positive, or if rounding leaves a small rest after the last member.
pub(super) fn drawn(weights: &[f64], set: u64, fraction: f64) -> Option<usize> {
    let mut aim = fraction * bits(set).map(|member| weights[member]).sum::<f64>();
    bits(set).find(|&member| {
        aim -= weights[member];
        aim < 0.0
    })
}
