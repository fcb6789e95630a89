//! Threads for work that searches, with a bounded queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use quadrille_core::CancelFlag;
use tokio::sync::oneshot;

/// Bytes of a thread's stack: walks and searches recurse.
pub(crate) const STACK: usize = 16 << 20;

/// Returns how many threads a pool has: one for each core but one.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1)
}

type Job = Box<dyn FnOnce() + Send>;

/// Threads that take jobs from a queue.
pub(crate) struct Pool {
    jobs: SyncSender<Job>,
    waiting: Arc<AtomicUsize>,
}

/// Why a job has no result.
pub(crate) enum Lost {
    /// The queue is full.
    Full,
    /// The job panicked.
    Panicked,
}

impl Pool {
    /// Starts threads.
    pub(crate) fn new(name: &str, queue: usize) -> std::io::Result<Self> {
        let (jobs, inbox) = sync_channel::<Job>(queue);
        let inbox = Arc::new(Mutex::new(inbox));
        for number in 0..threads() {
            let inbox = inbox.clone();
            let builder = thread::Builder::new().name(format!("{name}-{number}"));
            builder.stack_size(STACK).spawn(move || work(&inbox))?;
        }
        Ok(Self { jobs, waiting: Arc::default() })
    }

    /// Returns how many jobs wait or run.
    pub(crate) fn length(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Queues a job.
    pub(crate) fn start(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Lost> {
        let waiting = self.waiting.clone();
        waiting.fetch_add(1, Ordering::Relaxed);
        let counted = Counted(waiting);
        let job = Box::new(move || {
            let _counted = counted;
            job();
        });
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Lost::Full,
        })
    }

    /// Runs a job and waits for its result. If the future is dropped, the flag that the job was given
    /// is raised.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(CancelFlag) -> T + Send + 'static,
    ) -> Result<T, Lost> {
        let cancel = CancelFlag::new();
        let guard = CancelOnDrop(cancel.clone());
        let (sender, result) = oneshot::channel();
        self.start(move || {
            if !cancel.is_cancelled() {
                // Sending fails if the client has disconnected.
                let _ = sender.send(job(cancel));
            }
        })?;
        let result = result.await;
        drop(guard);
        result.map_err(|_| Lost::Panicked)
    }
}

fn work(inbox: &Mutex<Receiver<Job>>) {
    loop {
        let next = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        // A job that panics must not take a thread away. Its client learns it by the lost sender.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
