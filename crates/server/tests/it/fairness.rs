//! One client that takes all it can get does not keep others waiting.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Server, options};

/// Far less than the work of the hostile clients takes, and far more than that of the others.
const SOON: Duration = Duration::from_secs(20);

fn endless() -> Value {
    json!({"players": ["strong:ms=3600000", "strong:ms=3600000"], "board": {"size": 9}})
}

/// Counting all solutions of an empty board takes all the time that it gets.
fn long_call() -> Value {
    json!({"call": "count", "puzzle": ".".repeat(81), "limit": 0, "ms": 60_000})
}

fn short_call() -> Value {
    json!({"call": "solve", "puzzle": "1..............2"})
}

/// Sends the start of a request, and returns the connection.
fn open(server: &Server, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    // The server may have ended it already, for a newer one.
    let _ = stream.write_all(text.as_bytes());
    stream
}

/// Sends a call, and does not wait for the answer.
fn ask(client: &Client<'_>, body: &Value) -> TcpStream {
    let (host, body) = (client.server.address, body.to_string());
    let length = body.len();
    let head = format!(
        "POST /api/v1/call HTTP/1.1\r\nHost: {host}\r\nCookie: {}\r\nContent-Type: \
         application/json\r\nContent-Length: {length}\r\n\r\n{body}",
        client.cookie
    );
    open(client.server, &head)
}

/// Asks until the answer is what is wanted.
fn until(what: &str, ask: impl Fn() -> Value, is_so: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let answer = ask();
        if is_so(&answer) {
            return answer;
        }
        assert!(began.elapsed() < SOON, "{what}: {answer}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn status(server: &Server) -> Value {
    server.get("/api/v1/status").json()
}

/// How much work of a kind there is, whatever it does.
fn work(status: &Value, kind: &str) -> u64 {
    let all = status["work"].as_array().unwrap().iter().filter(|work| work["kind"] == kind);
    let of = |work: &Value| {
        ["running", "paused", "waiting"]
            .map(|state| work[state].as_u64().unwrap())
            .iter()
            .sum::<u64>()
    };
    all.map(of).sum::<u64>()
}

#[test]
fn endless_games_do_not_delay_a_game_of_another_client() {
    let server = Server::local();
    let hostile = Client::new(&server);
    let games: Vec<String> = (0..8)
        .map(|_| {
            let (code, game) = hostile.send("POST", "/api/v1/games", &endless());
            assert_eq!(code, 201, "{game}");
            format!("/api/v1/games/{}", game["id"].as_str().unwrap())
        })
        .collect();
    assert_eq!(work(&status(&server), "agents"), 8);
    let person = Client::new(&server);
    let new = json!({"players": ["human", "first-valid"], "board": {"size": 9}});
    let (_, game) = person.send("POST", "/api/v1/games", &new);
    let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
    let seat = game["seat_links"]["1"].as_str().unwrap();
    let play = json!({"ply": 0, "move": "r1c1=1"}).to_string();
    let headers = [("Cookie", &*person.cookie), ("X-Seat", seat)];
    assert_eq!(server.send("POST", &format!("{path}/moves"), &headers, &play).status, 200);
    until("the reply", || server.get(&path).json(), |game| game["ply"] == 2);
    // Only who created a game deletes it, which ends the thoughts of its agents.
    assert_eq!(person.send("DELETE", &games[0], &Value::Null).0, 403);
    for game in &games {
        assert_eq!(hostile.send("DELETE", game, &Value::Null).0, 200);
        assert_eq!(server.get(game).status, 404);
    }
    until("the end of all thoughts", || status(&server), |status| work(status, "agents") == 0);
    assert_eq!(hostile.send("GET", "/api/v1/games", &Value::Null).1["games"], json!([]));
}

#[test]
fn deleted_games_leave_no_files() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let new = json!({"players": ["human", "human"], "board": {"size": 4}});
    let server = Server::start(options(Some(state.clone())));
    let client = Client::new(&server);
    let create = || client.send("POST", "/api/v1/games", &new).1;
    let [one, other] = [create(), create()];
    let path = |game: &Value| format!("/api/v1/games/{}", game["id"].as_str().unwrap());
    assert_eq!(client.send("DELETE", &path(&one), &Value::Null).0, 200);
    assert_eq!(client.send("DELETE", &path(&one), &Value::Null).0, 404);
    let play = json!({"ply": 0, "move": "r1c1=1"});
    let seat = one["seat_links"]["1"].as_str().unwrap();
    assert_eq!(server.post_as(seat, &format!("{}/moves", path(&one)), &play).status, 404);
    let cookie = client.cookie.clone();
    drop(server);
    // Also games that the server has not read yet.
    let server = Server::start(options(Some(state.clone())));
    let client = Client { server: &server, cookie };
    assert_eq!(Client::new(&server).send("DELETE", &path(&other), &Value::Null).0, 403);
    assert_eq!(client.send("DELETE", &path(&other), &Value::Null).0, 200);
    assert_eq!(std::fs::read_dir(state.join("games")).unwrap().count(), 0);
}

#[test]
fn long_calls_do_not_delay_those_of_another_client() {
    let mut options = options(None);
    options.limits.queue = 4;
    let server = Server::start(options);
    let hostile = Client::new(&server);
    let calls: Vec<TcpStream> = (0..12).map(|_| ask(&hostile, &long_call())).collect();
    // The queue is full, but others find a place in it.
    until("long calls", || status(&server), |status| work(status, "calls") >= 5);
    let person = Client::new(&server);
    for _ in 0..3 {
        let began = Instant::now();
        let (code, answer) = person.send("POST", "/api/v1/call", &short_call());
        assert_eq!((code, &answer["status"]), (200, &json!("solved")));
        assert!(began.elapsed() < SOON);
    }
    // A client's own short calls do not wait for its long ones either, if few of them wait.
    drop(calls);
    until("the end", || status(&server), |status| work(status, "calls") == 0);
    let _call = ask(&person, &long_call());
    until("a long call", || status(&server), |status| work(status, "calls") == 1);
    assert_eq!(person.send("POST", "/api/v1/call", &short_call()).0, 200);
}

#[test]
fn long_jobs_do_not_delay_those_of_another_client() {
    let server = Server::local();
    let hostile = Client::new(&server);
    let long = json!({"request": long_call()});
    let ids: Vec<String> = (0..4)
        .map(|_| {
            let (code, job) = hostile.send("POST", "/api/v1/jobs", &long);
            assert_eq!(code, 202, "{job}");
            job["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let person = Client::new(&server);
    let (_, job) = person.send("POST", "/api/v1/jobs", &json!({"request": short_call()}));
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    until("the job", || person.send("GET", &path, &Value::Null).1, |job| job["state"] == "done");
    for id in ids {
        assert_eq!(hostile.send("DELETE", &format!("/api/v1/jobs/{id}"), &Value::Null).0, 200);
    }
    until("the end of all jobs", || status(&server), |status| work(status, "jobs") == 0);
}

/// Connections that only wait make room for those that ask.
#[test]
fn trickling_connections_and_uploads_lock_nobody_out() {
    let mut options = options(None);
    options.limits.connections = 8;
    let server = Server::start(options);
    let host = server.address;
    let upload = format!(
        "POST /api/v1/call HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: 1000\r\n\r\n{{"
    );
    let unread = format!("GET /index.js HTTP/1.1\r\nHost: {host}\r\n\r\n");
    for start in ["GET / HTTP/1.1\r\nHost: x", &upload, &unread] {
        let held: Vec<TcpStream> = (0..16).map(|_| open(&server, start)).collect();
        for _ in 0..4 {
            assert_eq!(server.get("/").status, 200, "{start}");
        }
        drop(held);
    }
}

#[test]
fn a_client_has_a_part_of_the_streams() {
    let mut options = options(None);
    options.limits.streams = 4;
    let server = Server::start(options);
    let new = json!({"players": ["human", "human"], "board": {"size": 4}});
    let game = server.post("/api/v1/games", &new).json();
    let path = format!("/api/v1/events?topics=game:{}", game["id"].as_str().unwrap());
    let host = server.address;
    let clients: Vec<Client<'_>> = (0..5).map(|_| Client::new(&server)).collect();
    let stream = |client: &Client<'_>| {
        let cookie = &client.cookie;
        open(&server, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n"))
    };
    let count = |status: &Value| status["streams"].as_array().unwrap().len();
    let first = stream(&clients[0]);
    until("a stream", || status(&server), |status| count(status) == 1);
    let again = server.send("GET", &path, &[("Cookie", &clients[0].cookie)], "");
    assert_eq!((again.status, &again.json()["error"]), (503, &json!("busy")));
    let more: Vec<TcpStream> = clients[1..4].iter().map(stream).collect();
    until("all streams", || status(&server), |status| count(status) == 4);
    // All have as few as can be.
    assert_eq!(server.send("GET", &path, &[("Cookie", &clients[4].cookie)], "").status, 503);
    drop((first, more));
}

#[test]
fn streams_leave_connections_for_others() {
    let mut options = options(None);
    options.limits.connections = 8;
    let server = Server::start(options);
    let new = json!({"players": ["human", "human"], "board": {"size": 4}});
    let game = server.post("/api/v1/games", &new).json();
    let path = format!("/api/v1/events?topics=game:{}", game["id"].as_str().unwrap());
    let host = server.address;
    let streams: Vec<TcpStream> = (0..8)
        .map(|session| {
            let cookie = format!("quadrille_session={session:032x}");
            let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
            let mut stream = open(&server, &head);
            assert!(stream.read(&mut [0; 16]).unwrap() > 0);
            stream
        })
        .collect();
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(status(&server)["streams"].as_array().unwrap().len(), 4);
    drop(streams);
}

#[test]
fn the_status_is_a_page_too() {
    let server = Server::local();
    let hostile = Client::new(&server);
    assert_eq!(hostile.send("POST", "/api/v1/games", &endless()).0, 201);
    let status = status(&server);
    assert_eq!((&status["games"], &status["jobs_queued"]), (&json!(1), &json!(0)));
    assert_eq!(status["connections"][0]["working"], 1);
    let work = &status["work"][0];
    assert_eq!((&work["kind"], &work["running"]), (&json!("agents"), &json!(1)));
    let client = work["client"].as_str().unwrap();
    assert!(client.starts_with("127.0.0.1#"), "{client}");
    let session = hostile.cookie.split('=').nth(1).unwrap();
    assert!(!status.to_string().contains(&session[..6]));
    let page = server.get("/status");
    assert!(page.head.contains("text/html"), "{}", page.head);
    assert!(page.body.contains(&format!("<td>agents<td>{client}<td>1<td>0<td>0")), "{}", page.body);
}
