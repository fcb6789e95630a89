//! A server of this process, and a client that sends what a test asks for.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quadrille_server::{Limits, Options, serve};
use serde_json::Value;
use tokio::runtime::{Handle, Runtime};
use tokio::sync::oneshot;

/// A server that stops when it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) token: Option<String>,
    pub(crate) runtime: Handle,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// Options for a free port of this machine.
pub(crate) fn options(state: Option<PathBuf>) -> Options {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let limits = Limits::of(address);
    Options {
        address,
        allowed_hosts: Vec::new(),
        state,
        docs: None,
        trusted_proxies: Vec::new(),
        bots: Vec::new(),
        limits,
        commit: "test",
        machine: "test".to_owned(),
    }
}

/// Options for clients at many addresses, see [`Server::send_from`].
pub(crate) fn behind_proxy(state: Option<PathBuf>) -> Options {
    let mut options = options(state);
    options.trusted_proxies = vec![options.address.ip()];
    options
}

impl Server {
    pub(crate) fn start(options: Options) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let (ready, is_ready) = mpsc::channel();
        let server = Runtime::new().unwrap();
        let runtime = server.handle().clone();
        let thread = thread::spawn(move || {
            let served = serve(options, |url| ready.send(url.to_owned()).unwrap(), async {
                stopped.await.unwrap_or(());
            });
            server.block_on(served).unwrap();
        });
        let url = is_ready.recv_timeout(Duration::from_secs(30)).expect("the server starts");
        let address = url["http://".len()..].split('/').next().unwrap().parse().unwrap();
        let token = url.split_once("#token=").map(|(_, token)| token.to_owned());
        Self { address, token, runtime, stop: Some(stop), thread: Some(thread) }
    }

    pub(crate) fn local() -> Self {
        Self::start(options(None))
    }

    /// Sends bytes, and returns everything that comes back, as text.
    pub(crate) fn raw(&self, bytes: &[u8]) -> String {
        String::from_utf8_lossy(&self.exchange(bytes)).into_owned()
    }

    /// Sends bytes, and returns everything that comes back.
    fn exchange(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        // The server may close before it has read everything.
        let _ = stream.write_all(bytes);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        all
    }

    /// Sends a request with these headers instead of the usual ones of that name.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let host = self.address.to_string();
        let length = body.len().to_string();
        let mut all = vec![
            ("Host", &*host),
            ("Connection", "close"),
            ("Content-Type", "application/json"),
            ("Content-Length", &length),
        ];
        all.retain(|(name, _)| !headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)));
        all.extend(headers.iter().filter(|(_, value)| !value.is_empty()));
        let lines: String =
            all.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let all =
            self.exchange(format!("{method} {path} HTTP/1.1\r\n{lines}\r\n{body}").as_bytes());
        let (head, body) = split_at(&all, b"\r\n\r\n").unwrap_or((&all, b""));
        let head = String::from_utf8_lossy(head);
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let body = match head.to_lowercase().contains("transfer-encoding: chunked") {
            true => unchunked(body),
            false => body.to_vec(),
        };
        let body = String::from_utf8_lossy(&body).into_owned();
        Answer { status, head: head.into_owned(), body }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[], &body.to_string())
    }

    /// Sends a request of a made-up session at an address. The server must trust this machine as a
    /// proxy.
    pub(crate) fn send_from(
        &self,
        (address, session): (u8, u32),
        method: &str,
        path: &str,
        body: &Value,
    ) -> (u16, Value) {
        let cookie = format!("quadrille_session={session:032x}");
        let from = format!("10.0.0.{address}");
        let headers = [("Cookie", &*cookie), ("X-Forwarded-For", &*from)];
        let text = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.send(method, path, &headers, &text);
        (answer.status, answer.json())
    }

    pub(crate) fn post_as(&self, seat: &str, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[("X-Seat", seat)], &body.to_string())
    }
}

/// Returns what is before and after the first occurrence of a separator.
fn split_at<'a>(bytes: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let at = bytes.windows(separator.len()).position(|window| window == separator)?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

/// Joins the chunks of a body, which may be binary.
fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some((length, rest)) = split_at(bytes, b"\r\n") {
        let length = std::str::from_utf8(length).ok();
        let Some(length) = length.and_then(|text| usize::from_str_radix(text, 16).ok()) else {
            break;
        };
        let Some(chunk) = rest.get(..length) else { break };
        all.extend_from_slice(chunk);
        bytes = rest.get(length + 2..).unwrap_or_default();
    }
    all
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.stop.take().map(|stop| stop.send(()));
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(thread::panicking() || ended.is_ok(), "the server panicked");
        }
    }
}

/// A session of its own.
pub(crate) struct Client<'s> {
    pub(crate) server: &'s Server,
    pub(crate) cookie: String,
}

impl<'s> Client<'s> {
    pub(crate) fn new(server: &'s Server) -> Self {
        let head = server.get("/healthz").head;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        Self { server, cookie: cookie.split(';').next().unwrap().to_owned() }
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let text = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.server.send(method, path, &[("Cookie", &self.cookie)], &text);
        (answer.status, answer.json())
    }

    pub(crate) fn wait(&self, id: &str) -> Value {
        let began = Instant::now();
        loop {
            let (status, job) = self.send("GET", &format!("/api/v1/jobs/{id}"), &Value::Null);
            assert_eq!(status, 200, "{job}");
            if job["state"] != "queued" && job["state"] != "running" {
                return job;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{job}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}
