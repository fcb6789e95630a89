//! The web server: the web app, its calls, and games of DualSudoku over HTTP.
//!
//! [`serve`] runs until its shutdown signal. Every request passes [`guard`](mod@guard) before it is
//! routed. Work that searches runs on a [pool] of threads with a bounded queue, and ends when
//! the client disconnects. Games are kept as the project's records, a line a ply.
//!
//! Nothing that arrives over HTTP names a file or a program.

mod assets;
mod calls;
mod connections;
mod events;
mod games;
mod guard;
mod metrics;
mod openapi;
mod options;
mod pool;
mod random;
mod reply;
mod routes;
mod store;

pub use connections::{run, serve};
pub use openapi::ROUTES;
pub use options::{Bot, Limits, Options, ServeError};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio::sync::Semaphore;

/// What all requests share.
struct App {
    options: Options,
    /// The values of `Host` that are accepted.
    hosts: Vec<String>,
    games: games::Games,
    /// For calls.
    calls: pool::Pool,
    /// For agents, so that long thoughts do not delay hints.
    agents: pool::Pool,
    streams: Arc<Semaphore>,
    metrics: metrics::Metrics,
    guard: guard::Guard,
    closing: AtomicBool,
    runtime: tokio::runtime::Handle,
    bye: tokio::sync::watch::Sender<bool>,
}
