//! Labels beside a plot that do not overlap.

/// Moves places apart until neighbors are at least `gap` from each other, within `low..=high` where
/// they fit, each as near to its wish as that allows. The result is in the order of the wishes.
///
/// Labels whose wishes collide form a block that moves as one: the block's place is the mean of
/// its wishes (pool adjacent violators, the least-squares answer).
pub(in crate::report) fn spread(wishes: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|&a, &b| wishes[a].total_cmp(&wishes[b]));
    // Blocks of (first place, count): the members stand `gap` apart from there.
    let room = |count: usize| gap * count.saturating_sub(1) as f64;
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for &index in &order {
        let mut block = (wishes[index].clamp(low, high), 1);
        while let Some(&(first, count)) = blocks.last() {
            if first + room(count) + gap <= block.0 {
                break;
            }
            blocks.pop();
            let total = count + block.1;
            let shift = gap * count as f64;
            let mean = (first * count as f64 + (block.0 - shift) * block.1 as f64) / total as f64;
            block = (mean.min(high - room(total)).max(low), total);
        }
        blocks.push(block);
    }
    let mut places = vec![0.0; wishes.len()];
    let mut members = order.into_iter();
    for (first, count) in blocks {
        for (step, index) in members.by_ref().take(count).enumerate() {
            places[index] = first + gap * step as f64;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_wishes_that_do_not_collide() {
        assert_eq!(spread(&[50.0, 10.0], 15.0, 0.0, 100.0), [50.0, 10.0]);
    }

    #[test]
    fn collisions_share_the_shift() {
        assert_eq!(spread(&[50.0, 50.0, 50.0], 10.0, 0.0, 100.0), [40.0, 50.0, 60.0]);
        assert_eq!(spread(&[0.0, 0.0, 2.0], 10.0, 0.0, 100.0), [0.0, 10.0, 20.0]);
        assert_eq!(spread(&[99.0, 100.0], 10.0, 0.0, 100.0), [90.0, 100.0]);
        assert_eq!(spread(&[], 10.0, 0.0, 100.0), [0.0; 0]);
    }

    #[test]
    fn chains_of_collisions_end() {
        let wishes: Vec<f64> = (0..20).map(|n| f64::from(n * 7 % 20)).collect();
        let places = spread(&wishes, 15.0, 0.0, 300.0);
        let mut sorted = places.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] > 15.0 - 1e-9));
        assert!(sorted[0] >= 0.0 && sorted[19] <= 300.0);
    }
}
