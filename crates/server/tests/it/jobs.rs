//! Jobs: answered later, cancelled, and begun again after the server ended.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, Server, behind_proxy, options};

fn create(client: &Client<'_>, request: &Value) -> (u16, Value) {
    client.send("POST", "/api/v1/jobs", &json!({"request": request}))
}

/// Counting the solutions of an empty board, which takes as long as it may.
fn slow() -> Value {
    json!({"call": "count", "puzzle": ".".repeat(81), "limit": 0, "ms": 60_000})
}

#[test]
fn jobs_are_answered_and_belong_to_their_session() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let server = Server::start(options(Some(state.clone())));
    let client = Client::new(&server);
    let (status, job) = create(&client, &json!({"call": "generate", "box": "2x2"}));
    assert_eq!((status, &job["state"]), (202, &json!("queued")));
    let id = job["id"].as_str().unwrap().to_owned();
    let done = client.wait(&id);
    assert_eq!((&done["state"], &done["answer"]["status"]), (&json!("done"), &json!("solved")));
    let (_, list) = client.send("GET", "/api/v1/jobs", &Value::Null);
    assert_eq!((&list["jobs"][0]["id"], &list["jobs"][0]["answer"]), (&json!(id), &Value::Null));
    let (_, wrong) = create(&client, &json!({"call": "solve", "puzzle": "12"}));
    let invalid = client.wait(wrong["id"].as_str().unwrap());
    assert_eq!(
        (&invalid["state"], &invalid["answer"]["status"]),
        (&json!("done"), &json!("invalid"))
    );
    let unknown = json!({"call": "rate", "puzzle": "1...............", "profile": "x"});
    let (_, wrong) = create(&client, &unknown);
    let failed = client.wait(wrong["id"].as_str().unwrap());
    assert_eq!(
        (&failed["state"], &failed["error"]["error"]),
        (&json!("failed"), &json!("unknown-name"))
    );
    let other = Client::new(&server);
    let path = format!("/api/v1/jobs/{id}");
    assert_eq!(other.send("GET", &path, &Value::Null).0, 404);
    assert_eq!(other.send("DELETE", &path, &Value::Null).0, 404);
    assert_eq!(other.send("GET", "/api/v1/jobs", &Value::Null).1["jobs"], json!([]));
    let events = format!("/api/v1/events?topics=job:{id}");
    assert_eq!(other.send("GET", &events, &Value::Null).0, 404);
    let cookie = client.cookie.clone();
    drop(server);
    // The answer is there after a restart.
    let server = Server::start(options(Some(state.clone())));
    let client = Client { server: &server, cookie };
    assert_eq!(client.wait(&id)["answer"], done["answer"]);
    assert_eq!(client.send("DELETE", &path, &Value::Null).0, 200);
    assert_eq!(client.send("GET", &path, &Value::Null).0, 404);
    assert!(!state.join("jobs").join(format!("{id}.json")).exists());
}

#[test]
fn a_job_that_was_not_over_begins_again() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let server = Server::start(options(Some(state.clone())));
    let client = Client::new(&server);
    let first = create(&client, &slow()).1;
    let second = create(&client, &json!({"call": "generate", "box": "2x2"})).1;
    let cookie = client.cookie.clone();
    drop(server);
    let mut options = options(Some(state));
    options.limits.caps.ms = 200;
    let server = Server::start(options);
    let client = Client { server: &server, cookie };
    let over = client.wait(first["id"].as_str().unwrap());
    assert_eq!((&over["state"], &over["answer"]["stop"]), (&json!("done"), &json!("time")));
    assert_eq!(client.wait(second["id"].as_str().unwrap())["state"], "done");
}

#[test]
fn a_session_has_few_jobs_at_a_time() {
    let server = Server::local();
    let client = Client::new(&server);
    let ids: Vec<String> =
        (0..4).map(|_| create(&client, &slow()).1["id"].as_str().unwrap().to_owned()).collect();
    let (status, refused) = create(&client, &slow());
    assert_eq!((status, &refused["error"]), (429, &json!("too-many-requests")));
    for id in &ids {
        let (status, job) = client.send("DELETE", &format!("/api/v1/jobs/{id}"), &Value::Null);
        assert_eq!((status, &job["state"]), (200, &json!("cancelled")));
    }
    // Requests of jobs stay in memory, so they are smaller than others.
    let large = json!({"call": "read", "text": "1".repeat(200_000)});
    assert_eq!(create(&client, &large).0, 413);
    // The thread of the job that ran is free at once.
    let quick = create(&client, &json!({"call": "count", "puzzle": "1..............."})).1;
    assert_eq!(client.wait(quick["id"].as_str().unwrap())["answer"]["count"], 2);
}

#[test]
fn cancelled_jobs_leave_nothing_behind() {
    queue_and_cancel(2000);
}

#[test]
#[ignore = "takes minutes"]
fn many_cancelled_jobs_leave_nothing_behind() {
    queue_and_cancel(100_000);
}

fn queue_and_cancel(count: usize) {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let server = Server::start(options(Some(state.clone())));
    let client = Client::new(&server);
    for _ in 0..count {
        let (status, job) = create(&client, &slow());
        assert_eq!(status, 202, "{job}");
        let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
        assert_eq!(client.send("DELETE", &path, &Value::Null).0, 200);
    }
    assert_eq!(client.send("GET", "/api/v1/jobs", &Value::Null).1["jobs"], json!([]));
    assert_eq!(fs::read_dir(state.join("jobs")).unwrap().count(), 0);
    let metrics = server.get("/metrics").body;
    assert!(metrics.contains("quadrille_jobs{state=\"queued\"} 0"), "{metrics}");
}

#[test]
fn a_key_creates_one_job_or_game() {
    let server = Server::local();
    let client = Client::new(&server);
    let send = |path: &str, key: &str, body: &Value| {
        let headers = [("Cookie", &*client.cookie), ("Idempotency-Key", key)];
        let answer = server.send("POST", path, &headers, &body.to_string());
        (answer.status, answer.json())
    };
    let job = json!({"request": {"call": "count", "puzzle": "1..............."}});
    let game = json!({"players": ["human", "human"], "board": {"size": 4}});
    for (path, body, other) in [
        ("/api/v1/jobs", &job, &json!({"request": slow()})),
        ("/api/v1/games", &game, &json!({"players": ["human", "first-valid"]})),
    ] {
        let first = send(path, "one", body);
        let again = send(path, "one", body);
        assert!(first.1["id"].is_string(), "{}", first.1);
        assert_eq!((first.0, &first.1["id"]), (again.0, &again.1["id"]), "{path}");
        assert_eq!(first.1["seat_links"], again.1["seat_links"]);
        assert_ne!(send(path, "two", body).1["id"], first.1["id"]);
        assert_eq!(send(path, "one", other).0, 409);
        assert_eq!(send(path, &"x".repeat(300), body).0, 400);
        assert_ne!(server.post(path, body).json()["id"], first.1["id"]);
    }
}

#[test]
fn many_sessions_do_not_fill_the_queue_for_another_address() {
    let mut options = behind_proxy(None);
    options.limits.queue = 4;
    let server = Server::start(options);
    let slow = json!({"request": slow()});
    // Some start, and no session may have more than the others.
    let post = |session: u32| server.send_from((1, session), "POST", "/api/v1/jobs", &slow).0;
    let accepted = (1..100).take_while(|&session| post(session) == 202).count() as u32;
    assert!((4..99).contains(&accepted), "{accepted}");
    let quick = json!({"request": {"call": "count", "puzzle": "1..............."}});
    let (status, job) = server.send_from((2, 1), "POST", "/api/v1/jobs", &quick);
    assert_eq!(status, 202, "{job}");
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    until_over(&server, (2, 1), &path);
    // The newest job of the other address has made room, and can be resumed.
    let list = |session: u32| server.send_from((1, session), "GET", "/api/v1/jobs", &Value::Null).1;
    let failed: Vec<Value> = (1..=accepted)
        .map(|session| list(session)["jobs"][0].clone())
        .filter(|job| job["state"] == "failed")
        .collect();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert_eq!(failed[0]["error"]["error"], "busy");
}

#[test]
fn many_sessions_do_not_evict_the_jobs_of_another_address() {
    let mut options = behind_proxy(None);
    options.limits.jobs = 6;
    let server = Server::start(options);
    let quick = json!({"request": {"call": "count", "puzzle": "1..............."}});
    let done = |client: (u8, u32)| {
        let (status, job) = server.send_from(client, "POST", "/api/v1/jobs", &quick);
        assert_eq!(status, 202, "{job}");
        let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
        until_over(&server, client, &path);
        path
    };
    let first = done((2, 1));
    for session in 1..10 {
        done((1, session));
    }
    assert_eq!(server.send_from((2, 1), "GET", &first, &Value::Null).0, 200);
}

fn until_over(server: &Server, client: (u8, u32), path: &str) {
    let began = std::time::Instant::now();
    while !["done", "failed"]
        .contains(&server.send_from(client, "GET", path, &Value::Null).1["state"].as_str().unwrap())
    {
        assert!(began.elapsed() < std::time::Duration::from_secs(60), "{path}");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
