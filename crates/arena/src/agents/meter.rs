//! Counting nodes by blocks: a search asks its run once for many.

use quadrille::{Counter, Run, Stop};

/// What agents count: a node is a call of the search function, leaves included.
pub(crate) const NODE: Counter = Counter::Expanded;

/// Nodes bought from a run in blocks; what is left over goes back when the meter is dropped, so
/// the run's count is exact.
pub(crate) struct Meter<'m, 'r> {
    run: &'m mut Run<'r>,
    left: u64,
}

impl<'m, 'r> Meter<'m, 'r> {
    const BLOCK: u64 = 512;

    pub(crate) fn new(run: &'m mut Run<'r>) -> Self {
        Self { run, left: 0 }
    }

    /// Counts that many nodes about to be visited.
    #[inline]
    pub(crate) fn take(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.left < nodes {
            self.buy(nodes)?;
        }
        self.left -= nodes;
        Ok(())
    }

    #[cold]
    fn buy(&mut self, nodes: u64) -> Result<(), Stop> {
        while self.left < nodes {
            self.left += self.run.count_block(NODE, nodes.max(Self::BLOCK) - self.left)?;
        }
        Ok(())
    }

    pub(crate) fn run(&mut self) -> &mut Run<'r> {
        self.run
    }
}

impl Drop for Meter<'_, '_> {
    fn drop(&mut self) {
        self.run.uncount(NODE, self.left);
    }
}
