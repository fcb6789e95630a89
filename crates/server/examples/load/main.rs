//! Measures a server under load: what docs/results.md shows.
//!
//! ```text
//! cargo build --release
//! cargo run --release -p quadrille-server --example load -- target/release/quadrille
//! ```
//!
//! With `hostile` after the program it measures only what a person notices of hostile clients. It
//! starts servers of its own on this machine and takes about three minutes. Requests are due at
//! fixed times, and their latency counts from then, so a server that falls behind is not measured
//! less often.

mod hostile;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use serde_json::{Value, json};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(program: &str, options: &[&str]) -> Self {
        let arguments = [&["serve", "--port=0"], options].concat();
        let mut child =
            Command::new(program).args(arguments).stdout(Stdio::piped()).spawn().expect("it runs");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        out.read_line(&mut line).expect("it prints its address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        Self { address: address.parse().expect("an address"), child }
    }

    /// Shows the memory that the process has now, and the most that it had.
    fn show_memory(&self) {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(path).unwrap_or_default();
        let value = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
            number.map_or(f64::NAN, |kilobytes| kilobytes * 1024.0 / 1e6)
        };
        println!("memory: {:.0} MB, at most {:.0} MB", value("VmRSS:"), value("VmHWM:"));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that stays open.
struct Client {
    reader: BufReader<TcpStream>,
    host: String,
    /// The value of its cookie.
    cookie: String,
}

impl Client {
    fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_nodelay(true).expect("a socket option");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket option");
        let host = address.to_string();
        Self { reader: BufReader::new(stream), host, cookie: String::new() }
    }

    /// Connects with the session of a number.
    fn of_session(address: SocketAddr, session: u64) -> Self {
        let cookie = format!("quadrille_session={session:032x}");
        Self { cookie, ..Self::new(address) }
    }

    fn send(&mut self, method: &str, path: &str, seat: &str, body: &str) {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nX-Seat: {seat}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            self.cookie,
            body.len()
        );
        self.reader.get_mut().write_all(request.as_bytes()).expect("the server reads");
    }

    /// Reads the head of an answer: its status, and the length of its body.
    fn head(&mut self) -> (u16, usize) {
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            assert!(self.reader.read_line(&mut line).expect("an answer") > 0, "no answer");
            let line = line.trim().to_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest[..3].parse().expect("a status");
            } else if let Some(rest) = line.strip_prefix("content-length: ") {
                length = rest.parse().expect("a length");
            } else if line.is_empty() {
                return (status, length);
            }
        }
    }

    fn ask(&mut self, method: &str, path: &str, seat: &str, body: &str) -> (u16, Vec<u8>) {
        self.send(method, path, seat, body);
        let (status, length) = self.head();
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body).expect("the body");
        (status, body)
    }

    fn json(&mut self, method: &str, path: &str, seat: &str, body: &Value) -> (u16, Value) {
        let (status, body) = self.ask(method, path, seat, &body.to_string());
        (status, serde_json::from_slice(&body).expect("JSON"))
    }
}

/// Latencies in milliseconds.
#[derive(Default)]
struct Latencies(Vec<f64>);

impl Latencies {
    fn at(&mut self, share: f64) -> f64 {
        self.0.sort_by(f64::total_cmp);
        let index = ((self.0.len() as f64 * share).ceil() as usize).clamp(1, self.0.len().max(1));
        self.0.get(index - 1).copied().unwrap_or(f64::NAN)
    }

    fn show(&mut self, what: &str) {
        if self.0.is_empty() {
            return println!("{what:44} none");
        }
        let [half, most, more, last] = [0.5, 0.95, 0.99, 1.0].map(|share| self.at(share));
        let all = self.0.len();
        println!(
            "{what:44} n {all:6}  p50 {half:7.2} ms  p95 {most:7.2} ms  p99 {more:7.2} ms  max {last:7.2} ms"
        );
    }
}

/// Sends a request that many times a second, and returns the latencies of each status.
fn at_rate(
    server: &Server,
    clients: u32,
    rate: u32,
    seconds: u32,
    [method, path, body]: [&str; 3],
) -> Vec<(u16, f64)> {
    let started = Instant::now();
    let next = AtomicU32::new(0);
    let work = || {
        let mut client = Client::new(server.address);
        let mut all = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= rate * seconds {
                return all;
            }
            let due = started + Duration::from_secs(1) * number / rate;
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let (status, _) = client.ask(method, path, "", body);
            all.push((status, due.elapsed().as_secs_f64() * 1e3));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..clients).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}

fn of_status(all: &[(u16, f64)], status: u16) -> Latencies {
    Latencies(all.iter().filter(|(found, _)| *found == status).map(|&(_, ms)| ms).collect())
}

fn rates(server: &Server) {
    for path in ["/", "/index.js"] {
        let all = at_rate(server, 16, 2000, 5, ["GET", path, ""]);
        of_status(&all, 200).show(&format!("GET {path}, 2000 a second"));
    }
    let solve = json!({"call": "solve", "puzzle": PUZZLE}).to_string();
    let call = ["POST", "/api/v1/call", &solve];
    let all = at_rate(server, 16, 500, 10, call);
    of_status(&all, 200).show("one solve, 500 a second");
    let all = at_rate(server, 64, 5000, 5, call);
    of_status(&all, 200).show("ten times as many: 200");
    of_status(&all, 503).show("ten times as many: 503");
    let slow =
        json!({"call": "count", "puzzle": ".".repeat(81), "limit": 0, "ms": 100}).to_string();
    let all = at_rate(server, 200, 500, 5, ["POST", "/api/v1/call", &slow]);
    of_status(&all, 200).show("counts of 100 ms, 500 a second: 200");
    of_status(&all, 503).show("counts of 100 ms, 500 a second: 503");
    let ended = Instant::now();
    let mut client = Client::new(server.address);
    while client.ask("POST", "/api/v1/call", "", &solve).0 != 200 {
        thread::sleep(Duration::from_millis(5));
    }
    println!("answers again after {:.2} s", ended.elapsed().as_secs_f64());
}

fn lines(server: &Server, program: &str) {
    let text = format!("{PUZZLE}\n").repeat(10_000);
    let body = json!({"work": "solve", "text": text}).to_string();
    let mut client = Client::new(server.address);
    let best = |run: &mut dyn FnMut()| {
        let time = |_| {
            let started = Instant::now();
            run();
            started.elapsed().as_secs_f64() * 1e3
        };
        (0..7).map(time).fold(f64::INFINITY, f64::min)
    };
    let served = best(&mut || {
        let (status, answer) = client.ask("POST", "/api/v1/lines", "", &body);
        assert_eq!((status, answer.iter().filter(|&&byte| byte == b'\n').count()), (200, 10_000));
    });
    let file = env::temp_dir().join(format!("quadrille-load-{}.txt", std::process::id()));
    fs::write(&file, &text).expect("a temporary file");
    let commanded = best(&mut || {
        let run = Command::new(program).args(["solve", "--json", "-q"]).arg(&file).output();
        assert!(run.expect("it runs").status.success());
    });
    let _ = fs::remove_file(&file);
    println!(
        "10 000 lines, solved: {served:.1} ms; by the command line with --json: {commanded:.1} ms"
    );
}

/// Has 200 spectators watch a game, and measures how long they wait for each move.
fn spectators(server: &Server) {
    const SPECTATORS: u64 = 200;
    const MOVES: u32 = 50;
    let mut client = Client::new(server.address);
    let new = json!({"players": ["human", "human"], "board": {"size": 9}});
    let (_, game) = client.json("POST", "/api/v1/games", "", &new);
    let id = game["id"].as_str().expect("a game").to_owned();
    let both = ["1", "2"].map(|n| game["seat_links"][n].as_str().expect("a seat").to_owned());
    let sent: Vec<_> = (0..=MOVES).map(|_| std::sync::Mutex::new(None)).collect();
    let watch = |session: u64| {
        let mut client = Client::of_session(server.address, session);
        client.send("GET", &format!("/api/v1/events?topics=game:{id}"), "", "");
        client.head();
        let mut waits = Vec::new();
        loop {
            let mut line = String::new();
            client.reader.read_line(&mut line).expect("an event");
            let Some(data) = line.strip_prefix("data: ") else { continue };
            let now = Instant::now();
            let event: Value = serde_json::from_str(data).expect("JSON");
            let ply = event["game"]["ply"].as_u64().unwrap_or(0);
            if let Some(then) = *sent[ply as usize].lock().expect("no panic") {
                waits.push(now.duration_since(then).as_secs_f64() * 1e3);
            }
            if ply == u64::from(MOVES) {
                return waits;
            }
        }
    };
    let mut waits = thread::scope(|scope| {
        let threads: Vec<_> = (0..SPECTATORS).map(|n| scope.spawn(move || watch(n))).collect();
        thread::sleep(Duration::from_secs(2));
        for ply in 0..MOVES {
            let cell = ply / 2;
            let mv = match ply % 2 {
                0 => format!("r{}c{}={}", cell / 9 + 1, cell % 9 + 1, cell % 9 + 1),
                _ => "pass".to_owned(),
            };
            let body = json!({"ply": ply, "move": mv});
            *sent[ply as usize + 1].lock().expect("no panic") = Some(Instant::now());
            let path = format!("/api/v1/games/{id}/moves");
            let (status, answer) = client.json("POST", &path, &both[(ply % 2) as usize], &body);
            assert_eq!(status, 200, "{answer}");
            thread::sleep(Duration::from_millis(150));
        }
        let waits = threads.into_iter().flat_map(|thread| thread.join().expect("no panic"));
        Latencies(waits.collect())
    });
    waits.show("an event for each of 200 spectators");
}

/// Plays 64 games at a time against `strong`.
fn games(server: &Server) {
    let started = Instant::now();
    let play = |seed: u32| {
        let mut client = Client::new(server.address);
        let players = ["human", "strong:ms=100"];
        let new = json!({"players": players, "board": {"size": 4}, "seed": seed});
        let (_, game) = client.json("POST", "/api/v1/games", "", &new);
        let path = format!("/api/v1/games/{}", game["id"].as_str().expect("a game"));
        let seat = game["seat_links"]["1"].as_str().expect("a seat").to_owned();
        loop {
            let (_, view) = client.json("GET", &path, &seat, &json!({}));
            assert!(view["problem"].is_null(), "{view}");
            if view["over"] == true {
                let record = view["record"].as_array().expect("a record");
                return record.last().expect("a result")["reason"].as_str() != Some("time");
            }
            if view["turn"] == 1 {
                let ply = view["ply"].as_u64().expect("a number");
                let cell = (u64::from(seed) * 7 + ply * 5) % 16;
                // Two passes in a row end the game.
                let mv = match ply < 16 {
                    true => format!("r{}c{}={}", cell / 4 + 1, cell % 4 + 1, (ply / 2) % 4 + 1),
                    false => "pass".to_owned(),
                };
                let body = json!({"ply": ply, "move": mv});
                let (status, answer) = client.json("POST", &format!("{path}/moves"), &seat, &body);
                assert!(status == 200, "{answer}");
            } else {
                thread::sleep(Duration::from_millis(100));
            }
        }
    };
    let whole = thread::scope(|scope| {
        let threads: Vec<_> = (0..64).map(|seed| scope.spawn(move || play(seed))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).filter(|&whole| whole).count()
    });
    println!(
        "games against strong:ms=100, 64 at a time: {whole} played to their end in {:.0} s",
        started.elapsed().as_secs_f64()
    );
}

fn main() {
    let program = env::args().nth(1).expect("the path of the program");
    if env::args().nth(2).as_deref() == Some("hostile") {
        return hostile::measure(&program);
    }
    let server = Server::start(&program, &["--state=none", "--limit=streams=256"]);
    rates(&server);
    server.show_memory();
    lines(&server, &program);
    server.show_memory();
    spectators(&server);
    server.show_memory();
    games(&server);
    server.show_memory();
    let solve = json!({"call": "solve", "puzzle": PUZZLE}).to_string();
    let all = at_rate(&server, 32, 20_000, 4, ["POST", "/api/v1/call", &solve]);
    of_status(&all, 200).show("80 000 more solves, as fast as they go: 200");
    of_status(&all, 503).show("80 000 more solves, as fast as they go: 503");
    server.show_memory();
    drop(server);
    hostile::measure(&program);
}
