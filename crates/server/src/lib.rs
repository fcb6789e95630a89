//! The web server: the web app, its calls, and games of DualSudoku over HTTP.
//!
//! [`serve`] runs until its shutdown signal. Every request passes [`guard`](mod@guard) before it is
//! routed. Work that searches runs on a [pool] of threads with a bounded queue, and ends when
//! the client disconnects; [jobs] continue. Games are kept as the project's records, a line a ply.
//!
//! Nothing that arrives over HTTP names a program, or a file outside of the documentation.

mod assets;
mod body;
mod calls;
mod change;
mod client;
mod comparison;
mod connections;
mod docs;
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
mod serve;
mod status;
mod store;
mod streams;
mod victim;

pub use limits::Limits;
pub use openapi::ROUTES;
pub use options::{Bot, Options, ServeError};
pub use serve::{run, serve};

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

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
    /// For the calls of jobs.
    background: pool::Pool,
    /// For comparisons, one at a time.
    comparisons: pool::Pool,
    streams: Arc<streams::Streams>,
    connections: Arc<connections::Connections>,
    metrics: metrics::Metrics,
    guard: guard::Guard,
    runtime: tokio::runtime::Handle,
    /// Whether the server is about to end.
    bye: tokio::sync::watch::Sender<bool>,
}

impl App {
    /// Returns whether the server is about to end.
    fn is_closing(&self) -> bool {
        *self.bye.borrow()
    }

    /// Waits until the server is about to end, or returns at once if it is.
    async fn closing(&self) {
        // The sender is a field of `self`, so there is no error.
        drop(self.bye.subscribe().wait_for(|bye| *bye).await);
    }
}

/// Returns the seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
