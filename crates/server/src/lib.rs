//! The web server: the web app, its calls, and games of DualSudoku over HTTP.
//!
//! [`serve`] runs until its shutdown signal. Every request passes [`guard`](mod@guard) before it is
//! routed. Work that searches runs on a [pool] of threads with a bounded queue, and ends when
//! the client disconnects; [jobs] go on. Games are kept as the project's records, a line a ply.
//!
//! Nothing that arrives over HTTP names a file or a program.

mod assets;
mod body;
mod calls;
mod change;
mod comparison;
mod connections;
mod events;
mod games;
mod guard;
mod jobs;
mod kept;
mod keys;
mod limits;
mod lines;
mod metrics;
mod openapi;
mod options;
mod pool;
mod process;
mod random;
mod reply;
mod report;
mod routes;
mod store;

pub use connections::{run, serve};
pub use limits::Limits;
pub use openapi::ROUTES;
pub use options::{Bot, Options, ServeError};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Semaphore;

/// What all requests share.
struct App {
    options: Options,
    /// The values of `Host` that are accepted.
    hosts: Vec<String>,
    store: Arc<store::Store>,
    games: games::Games,
    jobs: jobs::Jobs,
    keys: keys::Keys,
    /// For calls.
    calls: pool::Pool,
    /// For requests with many puzzles, so that they do not delay others.
    lines: pool::Pool,
    /// For agents, so that long thoughts do not delay hints.
    agents: pool::Pool,
    streams: Arc<Semaphore>,
    metrics: metrics::Metrics,
    guard: guard::Guard,
    closing: AtomicBool,
    runtime: tokio::runtime::Handle,
    bye: tokio::sync::watch::Sender<bool>,
}

impl App {
    /// Returns whether the server is about to end.
    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }
}

/// Returns the seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
