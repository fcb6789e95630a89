//! What the operator chooses.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use quadrille_api::Caps;
use quadrille_arena::AgentName;
use thiserror::Error;

/// A program that plays, under the name by which requests choose it.
#[derive(Clone, Debug)]
pub struct Bot {
    /// The name.
    pub name: String,
    /// The program.
    pub agent: AgentName,
}

/// What the operator chooses.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen. Port 0 takes a free one.
    pub address: SocketAddr,
    /// Other values of `Host` to accept, such as the name of a proxy.
    pub allowed_hosts: Vec<String>,
    /// The directory for games; `None` keeps them in memory.
    pub state: Option<PathBuf>,
    /// Programs that play.
    pub bots: Vec<Bot>,
    /// The limits.
    pub limits: Limits,
    /// The commit that the program was built from.
    pub commit: &'static str,
}

/// Limits on everything that a client can ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a body.
    pub body: usize,
    /// Bytes of a path and query.
    pub uri: usize,
    /// Bytes of all headers.
    pub headers: usize,
    /// Time for the headers to arrive.
    pub header_time: Duration,
    /// Time for the body to arrive.
    pub body_time: Duration,
    /// Connections at a time.
    pub connections: usize,
    /// Event streams at a time.
    pub streams: usize,
    /// Calls that wait for a thread.
    pub queue: usize,
    /// Games in memory or on disk.
    pub games: usize,
    /// Requests a second of an address, off loopback.
    pub rate: f64,
    /// Requests that an address may send at once, off loopback.
    pub burst: f64,
    /// Time for open requests when the server stops.
    pub shutdown: Duration,
    /// The limits of calls.
    pub caps: Caps,
}

impl Limits {
    /// Returns the limits for an address: less run time off loopback.
    pub fn of(address: SocketAddr) -> Self {
        let ms = if address.ip().is_loopback() { 60_000 } else { 10_000 };
        Self {
            body: 1 << 20,
            uri: 8 << 10,
            headers: 16 << 10,
            header_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            connections: 256,
            streams: 64,
            queue: 64,
            games: 10_000,
            rate: 20.0,
            burst: 40.0,
            shutdown: Duration::from_secs(10),
            caps: Caps { ms, ..Caps::default() },
        }
    }
}

/// Why the server cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The directory for games cannot be used.
    #[error("{path}: {error}", path = .path.display())]
    State {
        /// The directory.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// Another server uses the directory.
    #[error("{path}: another server uses this directory", path = .0.display())]
    StateInUse(PathBuf),
    /// The system refuses something else.
    #[error(transparent)]
    System(#[from] io::Error),
}
