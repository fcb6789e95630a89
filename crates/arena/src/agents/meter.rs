//! Counting nodes by blocks: a search asks its run once for many.

use quadrille_engine::{Counter, Run, Stop};

/// What agents count: a node is a call of the search function, leaves included.
pub(crate) const NODE: Counter = Counter::Expanded;

/// Nodes bought from a run in blocks; what is left over goes back when the meter is dropped, so
/// the run's count is exact.
pub(crate) struct Meter<'m, 'r> {
    run: &'m mut Run<'r>,
    left: u64,
    /// How many more may be bought, by the buyer's own limit.
    own: u64,
}

impl<'m, 'r> Meter<'m, 'r> {
    const BLOCK: u64 = 512;

    pub(crate) fn new(run: &'m mut Run<'r>, own_limit: Option<u64>) -> Self {
        Self { run, left: 0, own: own_limit.unwrap_or(u64::MAX) }
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
            let wanted = (nodes.max(Self::BLOCK) - self.left).min(self.own);
            if wanted == 0 {
                return Err(Stop::Nodes);
            }
            let bought = self.run.count_block(NODE, wanted)?;
            self.own -= bought;
            self.left += bought;
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
