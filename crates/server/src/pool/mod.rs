//! Threads for work that searches, shared fairly between clients.
//!
//! A pool has few slots, and work runs while it has one. [`queue`] decides who gets the next; work
//! that takes longer than a slice gives its slot up through its clock, see [`Slot`]. Paused work keeps
//! its thread, so the amount of started work is bounded.

mod queue;
mod slot;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use quadrille_core::{CancelFlag, Clock, WallClock};
use tokio::sync::oneshot;

use crate::client::Client;
pub(crate) use queue::Load;
use queue::{Bounds, Next, Queue, Work};
pub(crate) use slot::Slot;

/// Bytes of a thread's stack: walks and searches recurse.
pub(crate) const STACK: usize = 16 << 20;
/// How long work runs before it gives its slot up for a client that has used less.
const SLICE: Duration = Duration::from_millis(50);
/// The most work that has started and is not over.
const STARTED: usize = 16;

/// Returns how many threads a pool has: one for each core but one.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1)
}

/// Threads that do the work of clients.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

/// Why work has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// Too much work waits, and this client has most of it.
    Full,
    /// The work panicked.
    Panicked,
}

/// What a pool takes from the system. Tests have their own.
struct System {
    clock: Box<dyn Clock + Send + Sync>,
    spawn: Box<Spawn>,
}

/// Starts a thread.
type Spawn = dyn Fn(Box<dyn FnOnce() + Send>) -> io::Result<()> + Send + Sync;

impl System {
    fn real(name: &'static str) -> Self {
        let spawn = |work| {
            let builder = thread::Builder::new().name(name.to_owned()).stack_size(STACK);
            builder.spawn(work).map(drop)
        };
        Self { clock: Box::new(WallClock::new()), spawn: Box::new(spawn) }
    }
}

struct Shared {
    system: System,
    slots: usize,
    slice: Duration,
    state: Mutex<State>,
    /// Work was begun, or the pool is closed.
    changed: Condvar,
    is_closed: AtomicBool,
}

struct State {
    queue: Queue,
    /// Work that has a slot and waits for a thread.
    begun: VecDeque<(Client, Work)>,
    /// Threads that wait for work.
    idle: usize,
}

impl Pool {
    /// Starts threads, for at most this much waiting work.
    pub(crate) fn new(name: &'static str, waiting: usize) -> io::Result<Self> {
        let slots = threads();
        let bounds = Bounds { slots, started: STARTED.max(4 * slots), waiting };
        Self::with(System::real(name), bounds, SLICE)
    }

    /// Starts a thread for work that is not paused, and of which only one runs at a time.
    pub(crate) fn one_at_a_time(name: &'static str) -> io::Result<Self> {
        let bounds = Bounds { slots: 1, started: 1, waiting: usize::MAX };
        Self::with(System::real(name), bounds, Duration::MAX)
    }

    fn with(system: System, bounds: Bounds, slice: Duration) -> io::Result<Self> {
        let state = State { queue: Queue::new(bounds), begun: VecDeque::new(), idle: 0 };
        let slots = bounds.slots;
        let shared = Arc::new(Shared {
            system,
            slots,
            slice,
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_closed: AtomicBool::new(false),
        });
        for _ in 0..slots {
            shared.spawn()?;
        }
        Ok(Self { shared })
    }

    /// Returns what each client has.
    pub(crate) fn loads(&self) -> Vec<(Client, Load)> {
        self.shared.lock().queue.loads()
    }

    /// Returns how much work waits, runs or is paused.
    pub(crate) fn length(&self) -> usize {
        let loads = self.loads();
        loads.iter().map(|(_, load)| load.running + load.paused + load.waiting).sum()
    }

    /// Queues work. The flag ends it, and takes it out of the queue if it waits. Work that is
    /// refused is dropped, be it this or other work in its place.
    pub(crate) fn start(
        &self,
        client: &Client,
        cancel: CancelFlag,
        work: impl FnOnce(&Arc<Slot>) + Send + 'static,
    ) {
        let work = Work { cancel, run: Box::new(work) };
        let dropped = {
            let mut state = self.shared.lock();
            if self.shared.is_closed() {
                return;
            }
            let dropped = state.queue.add(client, work);
            self.shared.dispatch(&mut state);
            dropped
        };
        // What the work holds may be large, so it is dropped without the lock.
        drop(dropped);
    }

    /// Cancels all work, and ends the threads.
    pub(crate) fn close(&self) {
        let waiting = {
            let mut state = self.shared.lock();
            self.shared.is_closed.store(true, Ordering::Relaxed);
            (state.queue.clear(), std::mem::take(&mut state.begun))
        };
        self.shared.changed.notify_all();
        drop(waiting);
    }

    /// Does work and waits for its result. If the future is dropped, the flag of the slot is raised.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: &Client,
        work: impl FnOnce(&Arc<Slot>) -> T + Send + 'static,
    ) -> Result<T, Lost> {
        let cancel = CancelFlag::new();
        let guard = CancelOnDrop(cancel.clone());
        let (sender, result) = oneshot::channel();
        let has_started = Arc::new(AtomicBool::new(false));
        let starts = has_started.clone();
        self.start(client, cancel, move |slot| {
            starts.store(true, Ordering::Relaxed);
            if !slot.cancel().is_cancelled() {
                // Sending fails if the client has disconnected.
                let _ = sender.send(work(slot));
            }
        });
        let result = result.await;
        drop(guard);
        result.map_err(|_| match has_started.load(Ordering::Relaxed) {
            true => Lost::Panicked,
            false => Lost::Full,
        })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Gives free slots away.
    fn dispatch(self: &Arc<Self>, state: &mut State) {
        let State { queue, begun, idle } = state;
        while let Some(next) = queue.next(|| *idle > begun.len() || self.spawn().is_ok()) {
            match next {
                Next::Resume(ticket) => ticket.grant(),
                Next::Start(client, work) => {
                    begun.push_back((client, work));
                    self.changed.notify_one();
                }
            }
        }
    }

    fn spawn(self: &Arc<Self>) -> io::Result<()> {
        let shared = self.clone();
        (self.system.spawn)(Box::new(move || shared.work()))
    }

    fn work(self: &Arc<Self>) {
        while let Some((client, work)) = self.next() {
            let slot = Slot::new(self.clone(), client, work.cancel);
            // Work that panics must not take a thread away. Its client learns it by the lost sender.
            let _ = catch_unwind(AssertUnwindSafe(|| (work.run)(&slot)));
            slot.end();
        }
    }

    /// Waits for work. `None` if the thread is not needed any more.
    fn next(self: &Arc<Self>) -> Option<(Client, Work)> {
        let mut state = self.lock();
        state.idle += 1;
        // Work may have waited for a thread.
        self.dispatch(&mut state);
        let begun = loop {
            if let Some(begun) = state.begun.pop_front() {
                break Some(begun);
            }
            if self.is_closed() || state.idle > self.slots {
                break None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        state.idle -= 1;
        begun
    }
}

struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
