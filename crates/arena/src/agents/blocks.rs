//! Counting nodes in blocks: a search reserves many at once.

use quadrille_engine::{Counter, Meter, Reserved, Stop};

/// What agents count: a node is a call of the search function, leaves included.
pub(crate) const NODE: Counter = Counter::Expanded;

/// Nodes reserved from a meter in blocks. What is left over goes back when this is dropped, so the
/// count of the meter is exact.
pub(crate) struct NodeBlocks<'m, 'a> {
    reserved: Reserved<'m, 'a>,
    /// How many more nodes may be reserved by the agent's own limit.
    own: u64,
}

impl<'m, 'a> NodeBlocks<'m, 'a> {
    const BLOCK: u64 = 512;

    /// Creates an empty reservation; `own_limit` is the agent's own limit, if it has one.
    pub(crate) fn new(meter: &'m mut Meter<'a>, own_limit: Option<u64>) -> Self {
        let reserved = meter.reserve_blocks(NODE, Self::BLOCK);
        Self { reserved, own: own_limit.unwrap_or(u64::MAX) }
    }

    /// Counts that many nodes about to be visited.
    #[inline]
    pub(crate) fn take(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.reserved.left() < nodes {
            self.grow(nodes)?;
        }
        self.reserved.take_many(nodes)
    }

    #[cold]
    fn grow(&mut self, nodes: u64) -> Result<(), Stop> {
        while self.reserved.left() < nodes {
            let wanted = (nodes.max(Self::BLOCK) - self.reserved.left()).min(self.own);
            if wanted == 0 {
                return Err(Stop::Nodes);
            }
            self.own -= self.reserved.grow(wanted)?;
        }
        Ok(())
    }

    /// Returns the meter, to read its clock.
    pub(crate) fn meter(&self) -> &Meter<'a> {
        self.reserved.meter()
    }
}
