//! What a person notices while one hostile client of each kind does all it can: endless games,
//! connections that trickle, long calls, and uploads of a byte a second. At the end the server is
//! killed, and the next one must know every move and run that was reported.

use std::io::{ErrorKind, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::{Value, json};

use crate::{Client, Latencies, Server};

/// How long it is measured.
const TIME: Duration = Duration::from_secs(60);
const GAMES: usize = 40;
const TRICKLING: usize = 256;
const CALLS: usize = 60;
const UPLOADS: usize = 32;

/// The sessions of the clients.
const PERSON: u64 = 1;
const PLAYER: u64 = 2;
const CALLER: u64 = 3;

/// Ends the hostile clients, also after a panic.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Connects and sends the start of a request. `None` if the server ends the connection.
fn open(address: SocketAddr, text: &str) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.write_all(text.as_bytes()).ok().map(|()| stream)
}

/// Keeps connections that send a byte a second, and opens others for those that the server ends.
fn trickle(address: SocketAddr, count: usize, start: &str, stop: &AtomicBool) {
    let mut all: Vec<Option<TcpStream>> = (0..count).map(|_| open(address, start)).collect();
    while !stop.load(Ordering::Relaxed) {
        for stream in &mut all {
            if stream.as_mut().is_none_or(|stream| stream.write_all(b"x").is_err()) {
                *stream = open(address, start);
            }
        }
        thread::sleep(Duration::from_secs(1));
    }
}

/// Asks for long calls one after another.
fn call(address: SocketAddr, stop: &AtomicBool) {
    let body = json!({"call": "count", "puzzle": ".".repeat(81), "limit": 0, "ms": 60_000});
    let body = body.to_string();
    let request = format!(
        "POST /api/v1/call HTTP/1.1\r\nHost: {address}\r\nCookie: quadrille_session={CALLER:032x}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut calls: Vec<Option<TcpStream>> = Vec::new();
    calls.resize_with(CALLS, || None);
    while !stop.load(Ordering::Relaxed) {
        for call in &mut calls {
            let is_waiting = call.as_ref().is_some_and(|stream| {
                stream.set_nonblocking(true).is_ok()
                    && stream.peek(&mut [0]).is_err_and(|e| e.kind() == ErrorKind::WouldBlock)
            });
            if !is_waiting {
                *call = open(address, &request);
            }
        }
        thread::sleep(Duration::from_millis(500));
    }
}

/// A person, whose browser opens a new connection for each request.
struct Person {
    address: SocketAddr,
    path: String,
    seat: String,
    /// The plies that an answer has shown.
    reported: u64,
}

impl Person {
    fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        Client::of_session(self.address, PERSON).json(method, path, &self.seat, body)
    }

    fn new(address: SocketAddr) -> Self {
        let mut person = Self { address, path: String::new(), seat: String::new(), reported: 0 };
        person.create();
        person
    }

    fn create(&mut self) {
        let new = json!({"players": ["human", "alphabeta"], "board": {"size": 9}});
        let (status, game) = self.json("POST", "/api/v1/games", &new);
        assert_eq!(status, 201, "{game}");
        self.path = format!("/api/v1/games/{}", game["id"].as_str().expect("a game"));
        self.seat = game["seat_links"]["1"].as_str().expect("a seat").to_owned();
        self.reported = 0;
    }

    /// Plays a move, and returns the milliseconds until the reply is there.
    fn play(&mut self) -> f64 {
        // An illegal move is answered too.
        let cell = (self.reported * 7) % 81;
        let mv = format!("r{}c{}={}", cell / 9 + 1, cell % 9 + 1, cell % 9 + 1);
        let began = Instant::now();
        let body = json!({"ply": self.reported, "move": mv});
        let (status, mut game) = self.json("POST", &format!("{}/moves", self.path), &body);
        assert_eq!(status, 200, "{game}");
        self.reported += 1;
        while game["turn"] != 1 && game["over"] != true {
            thread::sleep(Duration::from_millis(10));
            game = self.json("GET", &self.path, &Value::Null).1;
        }
        let ms = began.elapsed().as_secs_f64() * 1e3;
        self.reported = game["ply"].as_u64().expect("a number");
        if self.reported >= 30 || game["over"] == true {
            self.create();
        }
        ms
    }
}

/// Returns the milliseconds until the first page and its script are there.
fn first_page(address: SocketAddr) -> f64 {
    let began = Instant::now();
    for path in ["/", "/index.js"] {
        let (status, _) = Client::new(address).ask("GET", path, "", "");
        assert_eq!(status, 200);
    }
    began.elapsed().as_secs_f64() * 1e3
}

/// Measures.
pub(super) fn measure(program: &str) {
    let state = env::temp_dir().join(format!("quadrille-hostile-{}", std::process::id()));
    let option = format!("--state={}", state.display());
    let server = Server::start(program, &[&option]);
    let address = server.address;
    let mut person = Person::new(address);
    let show = |person: &mut Person, what: &str, time: Duration| {
        let (mut moves, mut pages) = (Latencies::default(), Latencies::default());
        let began = Instant::now();
        while began.elapsed() < time {
            moves.0.push(person.play());
            pages.0.push(first_page(address));
            thread::sleep(Duration::from_millis(100));
        }
        moves.show(&format!("a move and the reply, {what}"));
        pages.show(&format!("the first page, {what}"));
    };
    show(&mut person, "alone", TIME / 6);
    let compare = json!({"compare": {
        "algorithms": ["norvig", "annealing", "tabu"], "puzzles": "random-norvig:400",
        "nodes": 100_000,
    }});
    let (status, job) = person.json("POST", "/api/v1/jobs", &compare);
    assert_eq!(status, 202, "{job}");
    let job = format!("/api/v1/jobs/{}", job["id"].as_str().expect("a job"));
    let endless = json!({"players": ["strong:ms=3600000", "strong:ms=3600000"]});
    for _ in 0..GAMES {
        let mut client = Client::of_session(address, PLAYER);
        assert_eq!(client.json("POST", "/api/v1/games", "", &endless).0, 201);
    }
    let head = format!("GET / HTTP/1.1\r\nHost: {address}\r\nX-Slow: ");
    let upload = format!(
        "POST /api/v1/call HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: 100000\r\n\r\n"
    );
    let stop = AtomicBool::new(false);
    let done = thread::scope(|scope| {
        let _stop = Stop(&stop);
        scope.spawn(|| trickle(address, TRICKLING, &head, &stop));
        scope.spawn(|| trickle(address, UPLOADS, &upload, &stop));
        scope.spawn(|| call(address, &stop));
        thread::sleep(Duration::from_secs(3));
        show(&mut person, "beside hostile clients", TIME);
        let (_, status) = person.json("GET", "/api/v1/status", &Value::Null);
        println!("what runs: {}", status["work"]);
        println!("connections: {}", status["connections"]);
        server.show_memory();
        let (_, view) = person.json("GET", &job, &Value::Null);
        // Killed, with everything still open.
        drop(server);
        view["progress"]["done"].as_u64().unwrap_or(0)
    });
    let next = Server::start(program, &[&option]);
    let person = Person { address: next.address, ..person };
    let (status, game) = person.json("GET", &person.path, &Value::Null);
    let ply = game["ply"].as_u64().expect("a number");
    assert!(status == 200 && ply >= person.reported, "reported {}, kept {ply}", person.reported);
    let kept = loop {
        let (_, view) = person.json("GET", &job, &Value::Null);
        if let Some(kept) = view["progress"]["done"].as_u64() {
            break kept;
        }
        thread::sleep(Duration::from_millis(50));
    };
    assert!(kept >= done, "reported {done} runs, kept {kept}");
    println!(
        "after kill -9: {ply} plies of {} reported, {kept} runs of {done} reported",
        person.reported
    );
    drop(next);
    let _ = fs::remove_dir_all(state);
}
