//! What the operator chooses.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use quadrille_arena::AgentName;
use thiserror::Error;

use crate::Limits;

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
    /// The directory for games and jobs; `None` keeps them in memory.
    pub state: Option<PathBuf>,
    /// The directory of the documentation, as `cargo xtask site` makes it; `None` redirects to the web.
    pub docs: Option<PathBuf>,
    /// Proxies whose `X-Forwarded-For` says from where a request comes.
    pub trusted_proxies: Vec<IpAddr>,
    /// Programs that play.
    pub bots: Vec<Bot>,
    /// The limits.
    pub limits: Limits,
    /// The commit that the program was built from.
    pub commit: &'static str,
    /// Processor and operating system, for reports.
    pub machine: String,
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
    /// The directory of the documentation cannot be used.
    #[error("{path}: {error}", path = .path.display())]
    Docs {
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
