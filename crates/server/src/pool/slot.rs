//! The right to run in a pool, and the clock of the work that has it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread, ThreadId};
use std::time::Duration;

use quadrille_core::{CancelFlag, Clock};

use super::Shared;
use crate::client::Client;

/// How often paused work polls its cancel flag.
const POLL: Duration = Duration::from_millis(20);

/// What paused work waits for.
pub(super) struct Ticket {
    granted: AtomicBool,
    thread: Thread,
    /// How long the work has had a slot.
    pub(super) used: Duration,
}

impl Ticket {
    pub(super) fn new(used: Duration) -> Arc<Self> {
        Arc::new(Self { granted: AtomicBool::new(false), thread: thread::current(), used })
    }

    /// Gives the work a slot.
    pub(super) fn grant(&self) {
        self.granted.store(true, Ordering::Release);
        self.thread.unpark();
    }

    fn is_granted(&self) -> bool {
        self.granted.load(Ordering::Acquire)
    }
}

/// The right to run, and a clock.
///
/// Work that reads the clock gives the slot up at the end of a slice if a client that has used less
/// waits, and continues when it gets one again. On this clock no time passes meanwhile.
pub(crate) struct Slot {
    shared: Arc<Shared>,
    client: Client,
    cancel: CancelFlag,
    /// Only the thread of the work pauses.
    thread: ThreadId,
    /// When the work started.
    began: Duration,
    times: Mutex<Times>,
}

/// Moments on the clock of the pool.
struct Times {
    /// When the slice began; `None` for work that continues without a slot.
    slice: Option<Duration>,
    /// How long the work has had a slot, in slices that are over.
    used: Duration,
    /// How long the work was paused.
    paused: Duration,
    /// Since when it is paused.
    since: Option<Duration>,
}

impl Slot {
    pub(super) fn new(shared: Arc<Shared>, client: Client, cancel: CancelFlag) -> Arc<Self> {
        let began = shared.system.clock.wall();
        let zero = Duration::ZERO;
        let times = Times { slice: Some(began), used: zero, paused: zero, since: None };
        let thread = thread::current().id();
        Arc::new(Self { shared, client, cancel, thread, began, times: Mutex::new(times) })
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The flag that ends the work.
    pub(crate) fn cancel(&self) -> &CancelFlag {
        &self.cancel
    }

    /// Returns the time since the work started, without pauses.
    pub(crate) fn elapsed(&self) -> Duration {
        let times = self.times();
        let now = times.since.unwrap_or_else(|| self.now());
        now.saturating_sub(self.began + times.paused)
    }

    fn now(&self) -> Duration {
        self.shared.system.clock.wall()
    }

    /// Gives the slot up for good, for work that mostly waits for something outside.
    pub(crate) fn leave(&self) {
        let slice = self.times().slice.take();
        if let Some(slice) = slice {
            let mut state = self.shared.lock();
            state.queue.charge(&self.client, self.now().saturating_sub(slice));
            state.queue.leave(&self.client);
            self.shared.dispatch(&mut state);
        }
    }

    /// Ends the work.
    pub(super) fn end(&self) {
        self.leave();
        let mut state = self.shared.lock();
        state.queue.end(&self.client);
        self.shared.dispatch(&mut state);
    }

    /// Charges the slice that is over, and gives the slot to the work that is next. That may be the
    /// same.
    fn end_slice(&self, used: Duration) {
        let ticket = {
            let mut state = self.shared.lock();
            state.queue.charge(&self.client, used);
            let mut times = self.times();
            times.used += used;
            times.since = Some(self.now());
            let ticket = Ticket::new(times.used);
            drop(times);
            state.queue.pause(&self.client, ticket.clone());
            self.shared.dispatch(&mut state);
            ticket
        };
        let has_slot = self.wait(&ticket);
        let mut times = self.times();
        let now = self.now();
        if let Some(since) = times.since.take() {
            times.paused += now.saturating_sub(since);
        }
        times.slice = has_slot.then_some(now);
    }

    /// Waits for a slot. Returns `false` for work that is cancelled: it ends without one.
    fn wait(&self, ticket: &Arc<Ticket>) -> bool {
        loop {
            if ticket.is_granted() {
                return true;
            }
            if self.shared.is_closed() {
                self.cancel.cancel();
            }
            if self.cancel.is_cancelled() {
                return !self.shared.lock().queue.withdraw(&self.client, ticket);
            }
            thread::park_timeout(POLL);
        }
    }
}

impl Clock for Slot {
    fn wall(&self) -> Duration {
        if self.shared.is_closed() {
            self.cancel.cancel();
        }
        let now = self.now();
        let (used, paused) = {
            let times = self.times();
            (times.slice.map(|slice| now.saturating_sub(slice)), times.paused)
        };
        match used {
            Some(used) if used >= self.shared.slice && thread::current().id() == self.thread => {
                self.end_slice(used);
                self.elapsed()
            }
            _ => now.saturating_sub(paused),
        }
    }

    fn cpu(&self) -> Duration {
        self.shared.system.clock.cpu()
    }
}
