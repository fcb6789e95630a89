//! What operators rely on: the token, proxies, limits, and files that cannot be used.

use std::fs;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Server, behind_proxy, options};

#[test]
fn others_need_the_token() {
    let mut options = options(None);
    options.address = SocketAddr::from(([0, 0, 0, 0], 0));
    let server = Server::start(options);
    let token = server.token.clone().expect("an address for others has a token");
    let host = format!("127.0.0.1:{}", server.address.port());
    let send = |method: &str, path: &str, headers: &[(&str, &str)], body: &str| {
        let headers = [&[("Host", &*host)], headers].concat();
        server.send(method, path, &headers, body)
    };
    // The page itself tells nothing, and is needed to bring the token.
    assert_eq!(send("GET", "/", &[], "").status, 200);
    assert_eq!(send("GET", "/healthz", &[], "").status, 200);
    for path in ["/api/v1/registry", "/api/v1/games", "/metrics", "/status", "/api/v1/status"] {
        assert_eq!(send("GET", path, &[], "").status, 401, "{path}");
        let bearer = format!("Bearer {token}");
        assert_eq!(send("GET", path, &[("Authorization", &bearer)], "").status, 200, "{path}");
        let wrong = format!("Bearer {token}0");
        assert_eq!(send("GET", path, &[("Authorization", &wrong)], "").status, 401, "{path}");
    }
    let wrong = json!({"token": "0".repeat(token.len())}).to_string();
    assert_eq!(send("POST", "/api/v1/session", &[], &wrong).status, 401);
    let right = send("POST", "/api/v1/session", &[], &json!({"token": token}).to_string());
    assert_eq!(right.status, 200);
    let cookie = right.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(send("GET", "/api/v1/registry", &[("Cookie", cookie)], "").status, 200);
}

#[test]
fn an_address_cannot_ask_too_often_and_a_proxy_has_many() {
    let started = |proxy: &str| {
        let mut options = options(None);
        options.address = SocketAddr::from(([0, 0, 0, 0], 0));
        options.trusted_proxies = vec![proxy.parse().unwrap()];
        options.limits.burst = 5.0;
        options.limits.rate = 0.001;
        Server::start(options)
    };
    let ask = |server: &Server, from: &str| {
        let host = format!("127.0.0.1:{}", server.address.port());
        server.send("GET", "/healthz", &[("Host", &*host), ("X-Forwarded-For", from)], "").status
    };
    let server = started("127.0.0.1");
    for number in 0..20 {
        // What a client writes before the proxy's own word does not matter.
        assert_eq!(ask(&server, &format!("9.9.9.9, 10.0.0.{number}")), 200);
    }
    let statuses: Vec<u16> =
        (0..7).map(|n| ask(&server, &format!("{n}.1.1.1, 10.1.0.1"))).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);
    // Who is no proxy cannot claim to be many.
    let server = started("10.9.9.9");
    let statuses: Vec<u16> = (0..7).map(|n| ask(&server, &format!("10.0.0.{n}"))).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);
}

#[test]
fn every_limit_can_be_set() {
    let mut limits = options(None).limits;
    for name in quadrille_server::Limits::NAMES {
        limits.set(name, 3).unwrap();
        assert!(limits.set(name, 0).is_err(), "{name}");
        assert!(limits.set(name, u64::MAX).is_err(), "{name}");
    }
    assert!(limits.set("nothing", 0).unwrap_err().contains("connections"));
    assert_eq!((limits.games, limits.caps.ms, limits.caps.side), (3, 3, 3));
}

#[test]
fn the_oldest_games_that_are_over_make_room() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let started = || {
        let mut options = options(Some(state.clone()));
        options.limits.games = 3;
        Server::start(options)
    };
    let server = started();
    let new = json!({"players": ["human", "human"], "board": {"size": 4}});
    let create = |server: &Server| server.post("/api/v1/games", &new);
    let games: Vec<_> = (0..3).map(|_| create(&server).json()).collect();
    assert_eq!(create(&server).status, 503);
    let id = games[1]["id"].as_str().unwrap();
    let seat = games[1]["seat_links"]["1"].as_str().unwrap();
    let path = format!("/api/v1/games/{id}");
    assert_eq!(server.post_as(seat, &format!("{path}/resign"), &json!({"ply": 0})).status, 200);
    drop(server);
    // Also those that the server has not read yet.
    let server = started();
    assert_eq!(create(&server).status, 201);
    assert_eq!(server.get(&path).status, 404);
    assert!(!state.join("games").join(format!("{id}.jsonl")).exists());
    assert_eq!(create(&server).status, 503);
}

#[test]
fn games_of_many_sessions_do_not_evict_those_of_another_address() {
    let mut options = behind_proxy(None);
    options.limits.games = 4;
    let server = Server::start(options);
    let new = json!({"players": ["human", "human"], "board": {"size": 4}});
    let resigned = |client: (u8, u32)| {
        let (status, game) = server.send_from(client, "POST", "/api/v1/games", &new);
        assert_eq!(status, 201, "{game}");
        let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
        let seat = game["seat_links"]["1"].as_str().unwrap();
        let end = server.post_as(seat, &format!("{path}/resign"), &json!({"ply": 0}));
        assert_eq!(end.status, 200);
        path
    };
    let first = resigned((2, 1));
    for session in 1..8 {
        resigned((1, session));
    }
    assert_eq!(server.get(&first).status, 200);
}

/// A server that stops does not wait for connections that have sent nothing.
#[test]
fn silent_connections_do_not_delay_the_end() {
    let mut options = options(None);
    (options.limits.shutdown, options.limits.header_time) =
        (Duration::from_secs(60), Duration::from_secs(60));
    let server = Server::start(options);
    let silent = std::net::TcpStream::connect(server.address).unwrap();
    let began = Instant::now();
    while server.get("/api/v1/status").json()["connections"][0]["all"] != 2 {
        assert!(began.elapsed() < Duration::from_secs(20));
    }
    drop(server);
    assert!(began.elapsed() < Duration::from_secs(50));
    drop(silent);
}

#[test]
fn files_make_room_too() {
    let directory = tempfile::tempdir().unwrap();
    let mut options = options(Some(directory.path().join("state")));
    options.limits.quota = 20_000;
    let server = Server::start(options);
    let new = json!({"players": ["first-valid", "first-valid"], "board": {"size": 4}, "seed": 1});
    let mut last = None;
    for _ in 0..40 {
        let created = server.post("/api/v1/games", &new);
        assert_eq!(created.status, 201, "{}", created.body);
        let path = format!("/api/v1/games/{}", created.json()["id"].as_str().unwrap());
        while server.get(&path).json()["over"] != true {
            std::thread::sleep(Duration::from_millis(5));
        }
        last = Some(path);
    }
    assert_eq!(server.get(&last.unwrap()).status, 200);
    let games = fs::read_dir(directory.path().join("state/games")).unwrap();
    let bytes: u64 = games.map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes < 30_000, "{bytes}");
}

#[test]
fn a_damaged_record_is_said_and_harms_no_other_game() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let server = Server::start(options(Some(state.clone())));
    let new = json!({"players": ["human", "human"], "board": {"size": 4}});
    let ids: Vec<String> = (0..4)
        .map(|_| server.post("/api/v1/games", &new).json()["id"].as_str().unwrap().to_owned())
        .collect();
    drop(server);
    let file = |id: &str| state.join("games").join(format!("{id}.jsonl"));
    fs::write(file(&ids[0]), "{\"type\":\"game\"}\n").unwrap();
    fs::write(file(&ids[1]), [0xff, 0xfe, b'\n']).unwrap();
    fs::write(file(&ids[2]), "").unwrap();
    let server = Server::start(options(Some(state.clone())));
    for id in &ids[..3] {
        for path in [format!("/api/v1/games/{id}"), format!("/api/v1/games/{id}/record")] {
            let answer = server.get(&path);
            assert_eq!(
                (answer.status, &answer.json()["error"]),
                (410, &json!("damaged")),
                "{path}"
            );
        }
        assert_eq!(server.get(&format!("/api/v1/events?topics=game:{id}")).status, 410);
    }
    assert_eq!(server.get(&format!("/api/v1/games/{}", ids[3])).status, 200);
    assert_eq!(server.get("/api/v1/games").status, 200);
    // Its owner may want to look at it.
    assert!(file(&ids[0]).exists());
}

/// A link instead of a record stands for everything that keeps a ply from being written.
#[cfg(unix)]
#[test]
fn a_ply_that_cannot_be_saved_is_not_played() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let server = Server::start(options(Some(state.clone())));
    for second in ["human", "first-valid"] {
        let new = json!({"players": ["human", second], "board": {"size": 4}});
        let game = server.post("/api/v1/games", &new).json();
        let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
        let seat = game["seat_links"]["1"].as_str().unwrap();
        let file = state.join("games").join(format!("{}.jsonl", game["id"].as_str().unwrap()));
        let aside = directory.path().join("aside");
        fs::rename(&file, &aside).unwrap();
        std::os::unix::fs::symlink(&aside, &file).unwrap();
        let mv = json!({"ply": 0, "move": "r1c1=1"});
        let answer = server.post_as(seat, &format!("{path}/moves"), &mv);
        assert_eq!(answer.status, 503, "{}", answer.body);
        assert!(answer.json()["message"].as_str().unwrap().contains("cannot be saved"));
        assert_eq!(server.get(&path).json()["ply"], 0);
        fs::remove_file(&file).unwrap();
        fs::rename(&aside, &file).unwrap();
        assert_eq!(server.post_as(seat, &format!("{path}/moves"), &mv).status, 200);
    }
}

#[cfg(unix)]
#[test]
fn an_agent_moves_again_when_its_move_can_be_saved() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let server = Server::start(options(Some(state.clone())));
    // It thinks long enough for the record to be taken away.
    let new = json!({"players": ["human", "mcts:ms=400"], "board": {"size": 4}});
    let game = server.post("/api/v1/games", &new).json();
    let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
    let seat = game["seat_links"]["1"].as_str().unwrap();
    let mv = json!({"ply": 0, "move": "r1c1=1"});
    assert_eq!(server.post_as(seat, &format!("{path}/moves"), &mv).status, 200);
    let file = state.join("games").join(format!("{}.jsonl", game["id"].as_str().unwrap()));
    let aside = directory.path().join("aside");
    fs::rename(&file, &aside).unwrap();
    std::os::unix::fs::symlink(&aside, &file).unwrap();
    let until = |done: &dyn Fn(&serde_json::Value) -> bool| {
        let began = Instant::now();
        loop {
            let view = server.get(&path).json();
            if done(&view) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "{view}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    until(&|view| view["problem"].as_str().is_some_and(|p| p.contains("cannot be saved")));
    fs::remove_file(&file).unwrap();
    fs::rename(&aside, &file).unwrap();
    until(&|view| view["ply"] == 2 && view["problem"].is_null());
    let record = quadrille_arena::game::GameRecord::read_all(&fs::read_to_string(&file).unwrap());
    assert_eq!(record.unwrap()[0].plies.len(), 2);
}
