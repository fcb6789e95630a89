//! `serve` as a process of its own: killed in the middle of games, and started wrongly.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{command, directory, run};

/// A server of its own process.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    fn start(here: &Path) -> Self {
        Self::start_with(here, &[])
    }

    pub(crate) fn start_with(here: &Path, options: &[&str]) -> Self {
        let arguments = [&["serve", "--port=0", "--state=state"], options].concat();
        let mut child = command(here, &arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/');
        Self { child, address: address.parse().unwrap() }
    }

    /// Kills the process, which cannot prepare for it.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Sends a request. `None` if the server went away before the whole answer was there.
fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    seat: &str,
    body: &Value,
) -> Option<(u16, Value)> {
    let (status, text) = exchange(address, method, path, seat, body)?;
    Some((status, serde_json::from_str(&text).ok()?))
}

/// Sends a request, and returns the answer as it is.
pub(crate) fn exchange(
    address: SocketAddr,
    method: &str,
    path: &str,
    seat: &str,
    body: &Value,
) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nX-Seat: {seat}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
}

/// A game between two people, and what the server has reported of it.
struct Game {
    path: String,
    seats: [String; 2],
    /// The most plies that an answer has shown.
    reported: u64,
}

impl Game {
    fn create(address: SocketAddr) -> Self {
        let body = json!({"players": ["human", "human"], "board": {"size": 9}});
        let (status, view) = send(address, "POST", "/api/v1/games", "", &body).unwrap();
        assert_eq!(status, 201, "{view}");
        let seat = |n: &str| view["seat_links"][n].as_str().unwrap().to_owned();
        let path = format!("/api/v1/games/{}", view["id"].as_str().unwrap());
        Self { path, seats: [seat("1"), seat("2")], reported: 0 }
    }

    /// Plays moves until the server is gone. Every second one is a pass, so that games are long.
    fn play(&mut self, address: SocketAddr, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            let ply = self.reported;
            let cell = ply / 2 % 81;
            let mv = match ply % 2 {
                0 => {
                    format!("r{}c{}={}", cell / 9 + 1, cell % 9 + 1, (cell * 4 + cell / 9) % 9 + 1)
                }
                _ => "pass".to_owned(),
            };
            let body = json!({"ply": ply, "move": mv});
            let seat = &self.seats[(ply % 2) as usize];
            let answer = send(address, "POST", &format!("{}/moves", self.path), seat, &body);
            let Some((status, view)) = answer else { return };
            assert_eq!(status, 200, "{view}");
            self.reported = view["ply"].as_u64().unwrap();
            if view["over"] == true {
                return;
            }
        }
    }
}

/// No ply that a player has received is lost, whenever the server is killed.
#[test]
fn killed_ten_times_it_loses_no_ply() {
    let here = directory("serve-kills");
    let mut server = Server::start(&here);
    let mut games: Vec<Game> = Vec::new();
    let mut plies = 0;
    for round in 0..10_u64 {
        games.extend((0..3).map(|_| Game::create(server.address)));
        let stop = AtomicBool::new(false);
        let address = server.address;
        thread::scope(|scope| {
            for game in games.iter_mut().rev().take(3) {
                scope.spawn(|| game.play(address, &stop));
            }
            thread::sleep(Duration::from_millis(60 + 37 * round % 100));
            server.kill();
            stop.store(true, Ordering::Relaxed);
        });
        server = Server::start(&here);
        for game in &mut games {
            let (status, view) = send(server.address, "GET", &game.path, "", &Value::Null).unwrap();
            assert_eq!(status, 200, "{view}");
            let kept = view["ply"].as_u64().unwrap();
            // The last ply may have been written, and the answer lost.
            assert!(
                kept == game.reported || kept == game.reported + 1,
                "reported {}, kept {kept}",
                game.reported
            );
            game.reported = kept;
        }
        plies += games.iter().rev().take(3).map(|game| game.reported).sum::<u64>();
    }
    server.kill();
    assert!(plies > 100, "only {plies} plies were played");
    let mut records = 0;
    for entry in fs::read_dir(here.join("state/games")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let said = run(&here, &["replay", path.to_str().unwrap(), "-q"]);
            assert_eq!(said.status, 0, "{}", said.err);
            records += 1;
        }
    }
    assert_eq!(records, games.len());
}

/// Returns the runs of a log, sorted, without what differs between machines and days.
fn runs(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut runs: Vec<Value> = lines.filter(|line| line["type"] == "run").collect();
    for run in &mut runs {
        let is_kept = |name: &str| !name.contains("seconds") && name != "check";
        run.as_object_mut().unwrap().retain(|name, _| is_kept(name));
    }
    runs.sort_by_key(|run| run["run"].as_u64());
    runs
}

/// No run that the server has reported is lost or repeated, whenever the server is killed; and the log has
/// the runs that the command makes, from which `report` makes the same page.
#[test]
fn killed_ten_times_it_loses_no_run() {
    let here = directory("serve-comparison-kills");
    let mut server = Server::start(&here);
    let comparison = json!({"compare": {
        "algorithms": ["norvig", "annealing", "tabu", "cross-entropy:samples=100"],
        "puzzles": "random-norvig:300",
        "seed": 7,
        "nodes": 30_000,
    }});
    // The cookie of the session owns the job, so both are created by the same request.
    let cookie = "quadrille_session=0123456789abcdef0123456789abcdef";
    let send = |address: SocketAddr, method: &str, path: &str, body: &Value| {
        send(address, method, path, &format!("\r\nCookie: {cookie}"), body)
    };
    let (status, job) = send(server.address, "POST", "/api/v1/jobs", &comparison).unwrap();
    assert_eq!(status, 202, "{job}");
    let id = job["id"].as_str().unwrap();
    let path = format!("/api/v1/jobs/{id}");
    let log = here.join("state/jobs").join(id).join("runs.jsonl");
    let (mut kept, mut kills, mut interrupted) = (Vec::new(), 0, 0);
    while kills < 10 {
        let until = Instant::now() + Duration::from_millis(40 + 53 * kills % 130);
        // Most kills are in the middle, however slow the machine is.
        let length = || fs::metadata(&log).map_or(0, |log| log.len());
        let before = if kills % 3 == 0 { None } else { Some(length()) };
        let mut reported = 0;
        while Instant::now() < until || before.is_some_and(|before| length() <= before) {
            let (_, view) = send(server.address, "GET", &path, &Value::Null).unwrap();
            reported = view["progress"]["done"].as_u64().unwrap_or(0);
            if view["state"] != "queued" && view["state"] != "running" {
                break;
            }
        }
        server.kill();
        kills += 1;
        // A server that is killed early enough has not begun the log.
        let now = if log.exists() { runs(&log) } else { Vec::new() };
        assert!(now.len() as u64 >= reported, "reported {reported}, kept {}", now.len());
        assert!(kept.iter().all(|run| now.contains(run)), "a run was lost");
        interrupted += u32::from(now.len() > kept.len());
        kept = now;
        server = Server::start(&here);
    }
    assert!(interrupted > 3, "only {interrupted} kills were in the middle");
    let began = Instant::now();
    let done = loop {
        let (_, view) = send(server.address, "GET", &path, &Value::Null).unwrap();
        if view["state"] != "queued" && view["state"] != "running" {
            break view;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "{view}");
        thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(done["state"], "done", "{done}");
    let all = runs(&log);
    assert_eq!(all.len() as u64, done["progress"]["total"].as_u64().unwrap());
    server.kill();

    // The command that the page shows makes the same runs.
    let command = done["progress"]["command"].as_str().unwrap().replace('\'', "");
    let mut words: Vec<&str> = command.split(' ').skip(1).collect();
    words.extend(["--output", "by-command", "-q"]);
    let said = run(&here, &words);
    assert_eq!(said.status, 0, "{command}: {}", said.err);
    assert_eq!(runs(&here.join("by-command/runs.jsonl")), all);

    // And its report is made from the server's log to the last digit.
    let report = log.parent().unwrap();
    let files = ["summary.csv", "summary.json", "runs.csv", "pairs.csv", "index.html"];
    let before = files.map(|name| fs::read_to_string(report.join(name)).unwrap());
    let said = run(&here, &["report", report.to_str().unwrap(), "--csv", "-q"]);
    assert_eq!(said.status, 0, "{}", said.err);
    for (name, before) in files.into_iter().zip(before) {
        let mut after = fs::read_to_string(report.join(name)).unwrap();
        if name == "index.html" {
            // In the app, the files are beside the page, which is in a frame that must not leave it.
            let start = after.find("<h3 id=\"files\">").unwrap();
            let end = start + after[start..].find("</ul>").unwrap() + "</ul>".len();
            after.replace_range(start..end, "");
        }
        assert_eq!(after, before, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn signals_end_it_with_status_0() {
    let here = directory("serve-signals");
    for signal in [rustix::process::Signal::INT, rustix::process::Signal::TERM] {
        let mut server = Server::start(&here);
        // An open stream does not delay the end.
        let game = Game::create(server.address);
        let mut stream = TcpStream::connect(server.address).unwrap();
        let topic = game.path.rsplit('/').next().unwrap();
        let request = format!(
            "GET /api/v1/events?topics=game:{topic} HTTP/1.1\r\nHost: {}\r\n\r\n",
            server.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut first = [0; 512];
        assert!(stream.read(&mut first).unwrap() > 0);
        let pid = rustix::process::Pid::from_child(&server.child);
        let began = Instant::now();
        rustix::process::kill_process(pid, signal).unwrap();
        let status = server.child.wait().unwrap();
        assert_eq!(status.code(), Some(0), "{signal:?}");
        assert!(began.elapsed() < Duration::from_secs(9), "{:?}", began.elapsed());
        let mut rest = String::new();
        let _ = stream.read_to_string(&mut rest);
        assert!(rest.contains("event: bye"), "{rest}");
    }
}

#[test]
fn it_says_why_it_cannot_start() {
    let here = directory("serve-wrong");
    fs::write(here.join("file"), "").unwrap();
    let server = Server::start(&here);
    let port = format!("--port={}", server.address.port());
    let cases: [(&[&str], &str); 9] = [
        (&[&port, "--state=none"], "choose another port with --port"),
        (&["--port=0", "--state=state"], "another server uses this directory"),
        (&["--port=0", "--state=file"], "choose another directory with --state"),
        (&["--port=0", "--state=none", "--docs=file"], "choose another directory with --docs"),
        (&["--bot", "strong=true"], "another agent has this name"),
        (&["--bot", "my bot=true"], "a name of letters"),
        (&["--limit", "games=0"], "`games` is 1 to"),
        (&["--limit", "gamse=1"], "there is no limit `gamse`; there are body"),
        (&["--trusted-proxy", "proxy"], "write an IP address"),
    ];
    for (arguments, expected) in cases {
        let said = run(&here, &[&["serve"], arguments].concat());
        assert_eq!(said.status, 2, "{arguments:?}: {}", said.err);
        assert!(said.err.contains(expected), "{arguments:?}: {}", said.err);
        assert_eq!(said.out, "", "{arguments:?}");
    }
    server.kill();
}
