//! The limits of a run, and the flag that cancels it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of one run; `None` means that there is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Limits {
    /// Maximum number of nodes, as the solver or algorithm counts them.
    pub nodes: Option<u64>,
    /// Maximum number of evaluations of a whole board.
    pub evaluations: Option<u64>,
    /// Maximum number of bytes that a search may keep in its frontier or tables.
    pub memory: Option<u64>,
    /// Maximum wall time.
    pub time: Option<Duration>,
    /// Maximum processor time of the thread that runs. Other processes on the machine do not
    /// shorten it, as they do shorten the work that fits into wall time.
    pub cpu_time: Option<Duration>,
}

impl Limits {
    /// No limits.
    pub const NONE: Self =
        Self { nodes: None, evaluations: None, memory: None, time: None, cpu_time: None };

    /// Returns whether wall time or processor time is limited, which takes a clock that runs.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use quadrille_core::Limits;
    /// let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::NONE };
    /// assert!(limits.is_timed() && !Limits::nodes(1000).is_timed());
    /// ```
    pub const fn is_timed(&self) -> bool {
        self.time.is_some() || self.cpu_time.is_some()
    }

    /// Limits the number of nodes and nothing else.
    ///
    /// ```
    /// use quadrille_core::Limits;
    /// assert_eq!(Limits::nodes(1000), Limits { nodes: Some(1000), ..Limits::NONE });
    /// ```
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }
}

/// A flag shared by threads. Once it is raised, every run that holds it ends with
/// [`Stop::Cancelled`](crate::Stop::Cancelled).
#[derive(Clone, Debug)]
pub struct CancelFlag(
    /// `None` if nothing can raise it, which saves the allocation for small searches.
    Option<Arc<AtomicBool>>,
);

static NEVER: AtomicBool = AtomicBool::new(false);

impl CancelFlag {
    /// Creates a flag that is not raised.
    ///
    /// ```
    /// use quadrille_core::CancelFlag;
    /// assert!(!CancelFlag::new().is_cancelled());
    /// ```
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Returns a flag that is not raised, for searches that have it to themselves.
    pub(super) const fn never() -> Self {
        Self(None)
    }

    /// Raises the flag; it stays raised.
    ///
    /// ```
    /// use quadrille_core::CancelFlag;
    /// let flag = CancelFlag::new();
    /// let of_another_thread = flag.clone();
    /// std::thread::spawn(move || of_another_thread.cancel()).join().expect("it does not panic");
    /// assert!(flag.is_cancelled());
    /// ```
    pub fn cancel(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the underlying atomic, for code that knows nothing of runs.
    pub fn as_atomic(&self) -> &AtomicBool {
        self.0.as_deref().unwrap_or(&NEVER)
    }

    /// Returns whether the flag is raised.
    ///
    /// ```
    /// use quadrille_core::CancelFlag;
    /// let flag = CancelFlag::new();
    /// flag.cancel();
    /// assert!(flag.is_cancelled());
    /// ```
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.as_atomic().load(Ordering::Relaxed)
    }
}

impl Default for CancelFlag {
    fn default() -> Self {
        Self::new()
    }
}
