//! What a run may use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of one run; `None` = no limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Wall time.
    pub time: Option<Duration>,
    /// What the method's own report calls nodes.
    pub nodes: Option<u64>,
    /// Evaluations of a whole board.
    pub evaluations: Option<u64>,
    /// Bytes that a frontier may keep.
    pub memory: Option<u64>,
    /// Ends the run from outside.
    pub cancel: CancelFlag,
}

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Only a limit on nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }
}

/// A flag that several threads share; once raised, every run that holds it ends with
/// [`Stop::Cancelled`](crate::Stop::Cancelled).
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag, for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for those who know nothing of runs.
    pub fn as_atomic(&self) -> &AtomicBool {
        &self.0
    }

    /// Whether it is raised.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
