//! Limits on everything that a client can ask for, each with a name.

use std::net::SocketAddr;
use std::time::Duration;

use quadrille_api::Caps;

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
    /// Time in which a client must read something of what is sent to it.
    pub write_time: Duration,
    /// Connections at a time.
    pub connections: usize,
    /// Event streams at a time; at most half of the connections.
    pub streams: usize,
    /// Calls that wait for a thread.
    pub queue: usize,
    /// Requests for many puzzles that wait for a thread.
    pub lines_queue: usize,
    /// Games in memory or on disk.
    pub games: usize,
    /// Jobs in memory or on disk.
    pub jobs: usize,
    /// Jobs of a session that are not over.
    pub session_jobs: usize,
    /// Bytes of the state directory, or of the answers of jobs in memory.
    pub quota: u64,
    /// Requests a second of an address, off loopback.
    pub rate: f64,
    /// Requests that an address may send at once, off loopback.
    pub burst: f64,
    /// How long a comparison may run at a time.
    pub compare_time: Duration,
    /// Time for open requests when the server stops.
    pub shutdown: Duration,
    /// The limits of calls.
    pub caps: Caps,
}

impl Limits {
    /// Returns the limits for an address: less run time off loopback.
    pub fn of(address: SocketAddr) -> Self {
        let is_local = address.ip().is_loopback();
        let (ms, runs) = if is_local { (60_000, 100_000) } else { (10_000, 10_000) };
        let compare_seconds = if is_local { 86_400 } else { 600 };
        Self {
            body: 1 << 20,
            uri: 8 << 10,
            headers: 16 << 10,
            header_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            write_time: Duration::from_secs(30),
            connections: 256,
            streams: 64,
            queue: 64,
            lines_queue: 4,
            games: 10_000,
            jobs: 1000,
            session_jobs: 4,
            quota: 1 << 30,
            rate: 20.0,
            burst: 40.0,
            compare_time: Duration::from_secs(compare_seconds),
            shutdown: Duration::from_secs(10),
            caps: Caps { ms, runs, ..Caps::default() },
        }
    }

    /// The names that [`set`](Self::set) knows.
    pub const NAMES: [&'static str; 26] = [
        "body",
        "body-seconds",
        "burst",
        "compare-seconds",
        "connections",
        "games",
        "generated",
        "header-seconds",
        "headers",
        "jobs",
        "lines",
        "lines-body",
        "lines-queue",
        "memory",
        "ms",
        "queue",
        "quota",
        "rate",
        "runs",
        "session-jobs",
        "shutdown-seconds",
        "side",
        "streams",
        "trace",
        "uri",
        "write-seconds",
    ];

    /// Sets the limit of a name. Sizes are in bytes.
    ///
    /// # Errors
    /// When there is no such limit, or it cannot have this value.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), String> {
        if !Self::NAMES.contains(&name) {
            let known = Self::NAMES.join(", ");
            return Err(format!("there is no limit `{name}`; there are {known}"));
        }
        // What is 0 would refuse everything; what is too large, overflow.
        let most = match name {
            "side" => 25,
            "connections" | "streams" => 1 << 16,
            "queue" | "lines-queue" | "rate" | "burst" => 1 << 20,
            "runs" => 1_000_000,
            name if name.ends_with("-seconds") => 86_400,
            "ms" => 86_400_000,
            _ => 1 << 40,
        };
        if value == 0 || value > most {
            return Err(format!("`{name}` is 1 to {most}"));
        }
        let size = usize::try_from(value).unwrap_or(usize::MAX);
        match name {
            "body" => self.body = size,
            "body-seconds" => self.body_time = Duration::from_secs(value),
            "burst" => self.burst = value as f64,
            "compare-seconds" => self.compare_time = Duration::from_secs(value),
            "connections" => self.connections = size,
            "games" => self.games = size,
            "generated" => self.caps.generated = value,
            "header-seconds" => self.header_time = Duration::from_secs(value),
            "headers" => self.headers = size,
            "jobs" => self.jobs = size,
            "lines" => self.caps.lines = size,
            "lines-body" => self.caps.lines_bytes = size,
            "lines-queue" => self.lines_queue = size,
            "memory" => self.caps.memory_bytes = value,
            "ms" => self.caps.ms = value,
            "queue" => self.queue = size,
            "quota" => self.quota = value,
            "rate" => self.rate = value as f64,
            "runs" => self.caps.runs = value,
            "session-jobs" => self.session_jobs = size,
            "shutdown-seconds" => self.shutdown = Duration::from_secs(value),
            "side" => self.caps.side = size,
            "streams" => self.streams = size,
            "trace" => self.caps.trace_bytes = size,
            "uri" => self.uri = size,
            "write-seconds" => self.write_time = Duration::from_secs(value),
            _ => unreachable!("it is one of the names"),
        }
        Ok(())
    }
}
