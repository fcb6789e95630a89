//! Requests from other sites, oversized and slow ones, and bodies that are changed at random.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use quadrille_core::Rng;
use serde_json::json;

use crate::client::{Server, options};

#[test]
fn only_names_of_the_server_are_hosts() {
    let server = Server::local();
    let port = server.address.port();
    let status = |host: &str| server.send("GET", "/", &[("Host", host)], "").status;
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")]
    {
        assert_eq!(status(&host), 200, "{host}");
    }
    for host in [
        "localhost".to_owned(),
        format!("localhost.evil.com:{port}"),
        format!("127.0.0.1:{port}.evil.com"),
        format!("evil.com:{port}"),
        "127.0.0.1:1".to_owned(),
    ] {
        assert_eq!(status(&host), 403, "{host}");
    }
    assert!(server.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").starts_with("HTTP/1.1 403"));
    let two = format!(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.com\r\nConnection: close\r\n\r\n"
    );
    let answer = server.raw(two.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 40"), "{answer}");
}

#[test]
fn other_sites_are_refused() {
    let server = Server::local();
    let body = json!({"call": "registry"}).to_string();
    let own = format!("http://{}", server.address);
    let call =
        |headers: &[(&str, &str)]| server.send("POST", "/api/v1/call", headers, &body).status;
    assert_eq!(call(&[("Origin", &own), ("Sec-Fetch-Site", "same-origin")]), 200);
    assert_eq!(call(&[("Origin", "http://evil.com")]), 403);
    assert_eq!(call(&[("Origin", "null")]), 403);
    assert_eq!(call(&[("Origin", &format!("{own}.evil.com"))]), 403);
    for site in ["cross-site", "same-site"] {
        assert_eq!(call(&[("Sec-Fetch-Site", site)]), 403, "{site}");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        assert_eq!(call(&[("Content-Type", kind)]), 400, "{kind}");
    }
}

#[test]
fn programs_and_files_cannot_be_named() {
    let server = Server::local();
    for name in ["cmd:touch /tmp/quadrille-was-here", " cmd:true", "cmd:", "/bin/true", "../bot"] {
        let answer = server.post("/api/v1/games", &json!({"players": ["human", name]}));
        assert_eq!(
            (answer.status, &answer.json()["error"]),
            (422, &json!("unknown-name")),
            "{name}"
        );
    }
    for text in ["/etc/passwd", "file:///etc/passwd", "../../Cargo.toml"] {
        let answer = server.post("/api/v1/call", &json!({"call": "read", "text": text}));
        assert!(!answer.body.contains("root:") && !answer.body.contains("workspace"), "{text}");
    }
    for path in ["/api/v1/games/..%2f..%2fetc", "/api/v1/games/../../etc", "/api/v1/games/a.b"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn too_much_is_refused() {
    let server = Server::local();
    let answer = server.post("/api/v1/games", &json!({"players": ["human", "strong:hash=9"]}));
    assert_eq!((answer.status, &answer.json()["error"]), (413, &json!("too-large")));
    let answer = server.post("/api/v1/games", &json!({"players": ["human", "strong:hash=8"]}));
    assert_eq!(answer.status, 201, "{}", answer.body);
    let large = json!({"call": "read", "text": "1".repeat(2 << 20)});
    assert_eq!(server.post("/api/v1/call", &large).status, 413);
    let chunked = [("Transfer-Encoding", "chunked"), ("Content-Length", "")];
    let body = format!("200000\r\n{}\r\n0\r\n\r\n", " ".repeat(0x0020_0000));
    assert_eq!(server.send("POST", "/api/v1/call", &chunked, &body).status, 413);
    let status = server.get(&format!("/{}", "x".repeat(9 << 10))).status;
    assert_eq!(status, 400);
    let header = "x".repeat(20 << 10);
    assert_eq!(server.send("GET", "/", &[("X-Long", &header)], "").status, 431);
    let huge = json!({"call": "solve", "puzzle": {"box": "7x7", "cells": vec![0; 2401]}});
    assert_eq!(server.post("/api/v1/call", &huge).status, 413);
    let huge = json!({"players": ["human", "human"], "board": {"size": 49}});
    assert_eq!(server.post("/api/v1/games", &huge).status, 413);
}

#[test]
fn slow_headers_and_bodies_end() {
    let mut options = options(None);
    options.limits.header_time = Duration::from_millis(300);
    options.limits.body_time = Duration::from_millis(300);
    let server = Server::start(options);
    let head = format!(
        "POST /api/v1/call HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{",
        server.address
    );
    for start in ["GET / HTTP/1.1\r\nHost: x", &head] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(start.as_bytes()).unwrap();
        let began = Instant::now();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(began.elapsed() < Duration::from_secs(15), "{start}");
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
}

/// Clients that do not read their answers, and those that say nothing more, give their connections back.
#[test]
fn slow_readers_and_silent_clients_end() {
    let mut options = options(None);
    options.limits.write_time = Duration::from_secs(1);
    options.limits.header_time = Duration::from_secs(1);
    let server = Server::start(options);
    let open = || {
        let connections = server.get("/api/v1/status").json()["connections"].clone();
        connections[0]["all"].as_u64().expect("there is one at least") - 1
    };
    let held = |what: &str, bytes: &[u8]| {
        let began = Instant::now();
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
        let _ = stream.write_all(bytes);
        while open() > 0 {
            assert!(began.elapsed() < Duration::from_secs(20), "{what}: the connection is taken");
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(began.elapsed() > Duration::from_millis(500), "{what}: it was never taken");
    };
    let request = format!("GET /index.js HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    // More answers than the buffers of the system hold.
    held("a reader that does not read", request.repeat(20_000).as_bytes());
    let head = format!(
        "POST /api/v1/call HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n",
        server.address
    );
    held("a head that never ends", head.as_bytes());
    held("a connection that asks once and stays", request.as_bytes());
}

#[test]
fn a_full_queue_is_said_at_once() {
    let mut options = options(None);
    options.limits.queue = 1;
    let server = Server::start(options);
    // Counting all solutions of an empty board does not end before its limit on time.
    let slow = json!({"call": "count", "puzzle": ".".repeat(81), "limit": 0, "ms": 1500});
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let calls: Vec<_> =
            (0..12).map(|_| scope.spawn(|| server.post("/api/v1/call", &slow).status)).collect();
        calls.into_iter().map(|call| call.join().unwrap()).collect()
    });
    assert!(statuses.contains(&200) && statuses.contains(&503), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
}

/// Ten thousand bodies, each a request with some bytes changed, over one connection after the other.
#[test]
fn changed_bodies_never_make_the_server_fail() {
    let server = Server::local();
    let seeds = [
        json!({"call": "hint", "puzzle": {"box": "2x2", "cells": vec![0; 16], "notes": vec![vec![1]; 16]}}),
        json!({"call": "solve", "puzzle": "1..............2", "ms": 20}),
        json!({"call": "convert", "puzzle": "1..............2", "to": "sdk"}),
        json!({"call": "generate", "box": "2x2", "seed": 3, "ms": 20}),
        json!({"call": "analyse", "board": {"size": 4}, "moves": ["r1c1=4"], "limits": {"nodes": 100}}),
        json!({"call": "replay", "board": {"size": 4}, "moves": ["r1c1=4", "pass"]}),
        json!({"players": ["human", "first-valid"], "board": {"size": 4}, "seed": 1}),
        json!({"ply": 0, "move": "r1c1=1"}),
    ];
    let mut rng = Rng::from_seed(22);
    let mut below = |n: usize| (rng.bits() % n as u64) as usize;
    let host = server.address.to_string();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        for _ in 0..100 {
            let seed = below(seeds.len());
            let mut body = seeds[seed].to_string().into_bytes();
            for _ in 0..=below(3) {
                let at = below(body.len());
                match below(3) {
                    0 => body[at] = below(256) as u8,
                    1 => drop(body.remove(at)),
                    _ => body.insert(at, b"0123456789{}[]\",:-.e"[below(20)]),
                }
            }
            let path = match seed {
                5 => "/api/v1/games",
                6 => "/api/v1/games/0123456789abcdef/moves",
                _ => "/api/v1/call",
            };
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
                 Content-Length: {}\r\n\r\n",
                body.len()
            );
            stream.write_all(&[head.as_bytes(), &body].concat()).unwrap();
            let answer = read_answer(&mut stream);
            let code = &answer[9..12];
            let shown = String::from_utf8_lossy(&body);
            assert!(code < "500" || code == "503", "{shown}: {answer}");
        }
    }
    assert_eq!(server.get("/healthz").status, 200);
}

/// Reads one answer of a connection that stays open.
fn read_answer(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let mut buffer = [0; 65536];
    loop {
        let read = stream.read(&mut buffer).expect("the server answers");
        assert!(read > 0, "the connection ended: {}", String::from_utf8_lossy(&all));
        all.extend_from_slice(&buffer[..read]);
        let text = String::from_utf8_lossy(&all);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.expect("answers have a length").parse().unwrap();
            if body.len() >= length {
                return text.into_owned();
            }
        }
    }
}
