//! What a call may use.

use std::time::Duration;

use quadrille_core::{CancelFlag, Clock, Counter, Limits, Meter};
use serde::{Deserialize, Serialize};

/// Upper bounds of what a request may ask for. Shells with a public address set them lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Caps {
    /// The longest text of an input in bytes.
    pub text_bytes: usize,
    /// The most records of an input that are returned.
    pub records: usize,
    /// The longest text of a request for many puzzles in bytes.
    pub lines_bytes: usize,
    /// The most puzzles of a request about many.
    pub lines: usize,
    /// The most solutions that are returned.
    pub solutions: u64,
    /// The most puzzles or grids that one request generates.
    pub generated: u64,
    /// The largest side of a board to search on. Larger ones can be read and converted.
    pub side: usize,
    /// The time of a call in milliseconds, whatever it asks for.
    pub ms: u64,
    /// The time of a call in milliseconds that does not ask for any.
    pub default_ms: u64,
    /// The longest trace of a run in bytes.
    pub trace_bytes: usize,
    /// The memory of a search in bytes.
    pub memory_bytes: u64,
    /// The most runs of a comparison, all algorithms and puzzles together.
    pub runs: u64,
}

impl Default for Caps {
    fn default() -> Self {
        Self {
            text_bytes: 1 << 20,
            records: 1000,
            lines_bytes: 16 << 20,
            lines: 10_000,
            solutions: 1000,
            generated: 100,
            side: 25,
            ms: 60_000,
            default_ms: 2000,
            trace_bytes: 8 << 20,
            memory_bytes: 256 << 20,
            runs: 100_000,
        }
    }
}

/// What a call may use, and when it must stop.
///
/// ```
/// use quadrille_api::{Caps, Context};
/// use quadrille_core::{CancelFlag, WallClock};
///
/// let clock = WallClock::new();
/// let mut context = Context::new(CancelFlag::new(), &clock);
/// context.caps.solutions = 10;
/// assert!(context.caps.solutions < Caps::default().solutions);
/// ```
pub struct Context<'a> {
    /// The bounds.
    pub caps: Caps,
    /// Set when the client no longer needs the answer.
    pub cancel: CancelFlag,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// The seed of what is generated, for requests without one. The shell draws it.
    pub drawn_seed: u64,
    /// The commit that the program was built from.
    pub commit: &'static str,
}

impl<'a> Context<'a> {
    /// Returns a context with the default bounds and the seed 1.
    ///
    /// ```
    /// use quadrille_api::{Caps, Context};
    /// use quadrille_core::{CancelFlag, WallClock};
    ///
    /// let (cancel, clock) = (CancelFlag::new(), WallClock::new());
    /// let context =
    ///     Context { caps: Caps { side: 16, ..Caps::default() }, ..Context::new(cancel, &clock) };
    /// assert_eq!(context.caps.side, 16);
    /// ```
    pub fn new(cancel: CancelFlag, clock: &'a dyn Clock) -> Self {
        Self { caps: Caps::default(), cancel, clock, drawn_seed: 1, commit: "unknown" }
    }

    /// Returns a meter for a search that asks for that many milliseconds.
    pub(crate) fn meter(&self, ms: Option<u64>, node: Counter) -> Meter<'_> {
        let ms = ms.unwrap_or(self.caps.default_ms).min(self.caps.ms);
        self.meter_for(Duration::from_millis(ms), node)
    }

    /// Returns a meter for a search that may take that long.
    pub(crate) fn meter_for(&self, time: Duration, node: Counter) -> Meter<'_> {
        let memory = Some(self.caps.memory_bytes);
        let limits = Limits { time: Some(time), memory, ..Limits::NONE };
        Meter::new(limits, node, &self.cancel, self.clock).expect("shells pass a clock that runs")
    }
}
