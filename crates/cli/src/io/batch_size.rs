//! How many puzzles are worked on at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Maximum number of records in a batch: as many as take little time. All answers to a batch come at
/// its end and from one thread, so puzzles that take long are better off in small batches. One that is
/// not a plain 9x9 puzzle is a batch of its own.
pub(crate) struct BatchSize {
    now: AtomicUsize,
    most: usize,
}

impl BatchSize {
    /// The intended time for a batch is at most this.
    const LONG: Duration = Duration::from_millis(50);

    /// Begins with a single puzzle, as nothing is known about them.
    pub(super) fn up_to(most: usize) -> Self {
        Self { now: AtomicUsize::new(1), most }
    }

    pub(super) fn get(&self) -> usize {
        self.now.load(Ordering::Relaxed)
    }

    /// Adapts the size after a batch of that many records.
    pub(super) fn adapt(&self, records: usize, took: Duration) {
        if took > Self::LONG {
            let share = Self::LONG.as_secs_f64() / took.as_secs_f64();
            self.now
                .store(((records as f64 * share) as usize).clamp(1, self.most), Ordering::Relaxed);
        } else if took < Self::LONG / 2 && records >= self.get() {
            self.now.store((2 * records).clamp(1, self.most), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_while_they_are_quick() {
        let size = BatchSize::up_to(1024);
        let mut sizes = Vec::new();
        for _ in 0..12 {
            sizes.push(size.get());
            size.adapt(size.get(), Duration::from_millis(1));
        }
        assert_eq!(sizes, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024]);
        // As many as take 50 ms, and at least one.
        size.adapt(1024, Duration::from_secs(1));
        assert_eq!(size.get(), 51);
        size.adapt(51, Duration::from_millis(40));
        assert_eq!(size.get(), 51);
        size.adapt(51, Duration::from_secs(3600));
        assert_eq!(size.get(), 1);
        // A batch that was cut short says nothing about larger ones.
        size.adapt(1, Duration::ZERO);
        size.adapt(1, Duration::ZERO);
        assert_eq!(size.get(), 2);
        let single = BatchSize::up_to(1);
        single.adapt(1, Duration::ZERO);
        assert_eq!(single.get(), 1);
    }
}
