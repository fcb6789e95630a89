//! What streams send of a game or job.

use std::sync::Arc;

/// The newest state of something, as viewers get it.
#[derive(Clone, Default)]
pub(crate) struct Change {
    /// Counts the states.
    pub(crate) revision: u64,
    /// The state as JSON.
    pub(crate) view: Arc<str>,
}
