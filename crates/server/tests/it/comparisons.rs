//! Comparisons: the same runs as the command's, stopped, resumed, and continued by the next server.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Server, behind_proxy, options};

/// A comparison of a few hundred short runs.
fn small() -> Value {
    json!({"compare": {
        "algorithms": ["norvig", "dfs-mrv", "hill-climbing-restarts"],
        "puzzles": "random-norvig:30",
        "runs": 2,
        "seeds": "common",
        "nodes": 20_000,
    }})
}

/// A comparison of enough runs that it can be stopped in the middle.
fn long() -> Value {
    json!({"compare": {
        "algorithms": ["norvig", "annealing", "tabu"],
        "puzzles": "random-norvig:400",
        "nodes": 100_000,
    }})
}

fn path(job: &Value) -> String {
    format!("/api/v1/jobs/{}", job["id"].as_str().unwrap())
}

fn file(client: &Client<'_>, job: &Value, name: &str) -> String {
    let headers = [("Cookie", &*client.cookie)];
    let answer = client.server.send("GET", &format!("{}/{name}", path(job)), &headers, "");
    assert_eq!(answer.status, 200, "{name}: {}", answer.body);
    answer.body
}

/// Returns the lines of runs in a log, sorted, without times.
fn runs(log: &str) -> Vec<Value> {
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut runs: Vec<Value> = lines.filter(|line| line["type"] == "run").collect();
    for run in &mut runs {
        let fields = run.as_object_mut().unwrap();
        fields.retain(|name, _| !name.contains("seconds") && name != "check");
    }
    runs.sort_by_key(|run| run["run"].as_u64());
    runs
}

/// Waits until a job has done that many runs.
fn wait_for(client: &Client<'_>, job: &Value, done: u64) {
    let began = Instant::now();
    loop {
        let (_, view) = client.send("GET", &path(job), &Value::Null);
        if view["progress"]["done"].as_u64().is_some_and(|now| now >= done) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{view}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_comparison_has_progress_a_report_and_files() {
    for state in [None, Some(tempfile::tempdir().unwrap())] {
        let directory = state.as_ref().map(|directory| directory.path().join("state"));
        let server = Server::start(options(directory.clone()));
        let client = Client::new(&server);
        let (status, job) = client.send("POST", "/api/v1/jobs", &small());
        assert_eq!(status, 202, "{job}");
        let done = client.wait(job["id"].as_str().unwrap());
        assert_eq!(done["state"], "done", "{done}");
        let progress = &done["progress"];
        // 30 puzzles, of which two algorithms take one run each and the other takes two, and as many
        // controls as puzzles for each.
        assert_eq!((&progress["done"], &progress["total"]), (&json!(210), &json!(210)));
        let rows = progress["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 3);
        assert_eq!((&rows[0]["algorithm"], &rows[0]["runs"]), (&json!("norvig"), &json!(30)));
        // One of these puzzles has no solution.
        assert_eq!(rows[0]["solved"], 29);
        let names: Vec<&str> =
            done["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(names.len(), 12, "{names:?}");
        for name in names {
            let headers = [("Cookie", &*client.cookie)];
            let answer = server.send("GET", &format!("{}/{name}", path(&job)), &headers, "");
            assert_eq!(answer.status, 200, "{name}");
            assert!(!answer.body.is_empty(), "{name}");
        }
        let summary: Value = serde_json::from_str(&file(&client, &job, "summary.json")).unwrap();
        for (row, shown) in summary.as_array().unwrap().iter().zip(rows) {
            for (name, value) in shown.as_object().unwrap() {
                assert_eq!(&row[name], value, "{name}");
            }
        }
        let log = file(&client, &job, "runs.jsonl");
        assert_eq!(runs(&log).len(), 210);
        assert!(log.lines().next().unwrap().contains(r#""seeds":"common""#), "{log:.500}");
        // The page may run its own script, in a frame of the app, and do nothing else.
        let headers = [("Cookie", &*client.cookie)];
        let page = server.send("GET", &format!("{}/index.html", path(&job)), &headers, "");
        let head = page.head.to_lowercase();
        for part in ["sandbox allow-scripts", "frame-ancestors 'self'", "default-src 'none'"] {
            assert!(head.contains(part), "{head}");
        }
        assert!(!page.body.contains("href=\"runs.jsonl\""), "a frame cannot follow links");
        // Nobody else can read it.
        let other = Client::new(&server);
        for name in ["", "/index.html", "/runs.jsonl"] {
            assert_eq!(other.send("GET", &format!("{}{name}", path(&job)), &Value::Null).0, 404);
        }
        for act in ["stop", "resume"] {
            assert_eq!(other.send("POST", &format!("{}/{act}", path(&job)), &json!({})).0, 404);
            let (status, view) = client.send("POST", &format!("{}/{act}", path(&job)), &json!({}));
            assert_eq!((status, &view["state"]), (200, &json!("done")), "nothing to do");
        }
        assert_eq!(client.send("DELETE", &path(&job), &Value::Null).0, 200);
        assert_eq!(client.send("GET", &format!("{}/runs.csv", path(&job)), &Value::Null).0, 404);
        if let Some(state) = directory {
            assert_eq!(fs::read_dir(state.join("jobs")).unwrap().count(), 0);
        }
    }
}

#[test]
fn runs_are_as_many_as_a_difference_takes() {
    let server = Server::start(options(None));
    let client = Client::new(&server);
    let mut asked = small();
    let fields = asked["compare"].as_object_mut().unwrap();
    fields.remove("runs");
    fields.insert("detect".to_owned(), json!("900%"));
    let (status, job) = client.send("POST", "/api/v1/jobs", &asked);
    assert_eq!(status, 202, "{job}");
    let done = client.wait(job["id"].as_str().unwrap());
    assert_eq!(done["state"], "done", "{done}");
    let log = file(&client, &job, "runs.jsonl");
    assert!(log.lines().next().unwrap().contains(r#""detect":"900%""#), "{log:.500}");
}

#[test]
fn what_is_stopped_is_kept_and_resumed() {
    let mut all = Vec::new();
    for state in [None, Some(tempfile::tempdir().unwrap())] {
        let directory = state.as_ref().map(|directory| directory.path().join("state"));
        let server = Server::start(options(directory));
        let client = Client::new(&server);
        let (_, job) = client.send("POST", "/api/v1/jobs", &long());
        wait_for(&client, &job, 20);
        client.send("POST", &format!("{}/stop", path(&job)), &json!({}));
        let stopped = client.wait(job["id"].as_str().unwrap());
        assert_eq!(stopped["state"], "cancelled", "{stopped}");
        let (done, total) = (&stopped["progress"]["done"], &stopped["progress"]["total"]);
        let done = done.as_u64().unwrap();
        assert!(done >= 20 && done < total.as_u64().unwrap(), "{done} of {total}");
        assert_eq!(runs(&file(&client, &job, "runs.jsonl")).len() as u64, done);
        assert!(file(&client, &job, "index.html").contains("</html>"));
        let (status, resumed) = client.send("POST", &format!("{}/resume", path(&job)), &json!({}));
        assert_eq!((status, &resumed["state"]), (200, &json!("queued")));
        let whole = client.wait(job["id"].as_str().unwrap());
        assert_eq!((&whole["state"], &whole["progress"]["done"]), (&json!("done"), total));
        all.push(runs(&file(&client, &job, "runs.jsonl")));
    }
    assert_eq!(all[0], all[1], "a log that was interrupted has the same runs");
}

#[test]
fn the_next_server_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let server = Server::start(options(Some(state.clone())));
    let client = Client::new(&server);
    let (_, job) = client.send("POST", "/api/v1/jobs", &long());
    wait_for(&client, &job, 10);
    let cookie = client.cookie.clone();
    drop(server);
    let log = state.join("jobs").join(job["id"].as_str().unwrap()).join("runs.jsonl");
    let kept = runs(&fs::read_to_string(&log).unwrap());
    assert!(kept.len() >= 10);
    // A killed server may leave half a line.
    let mut text = fs::read(&log).unwrap();
    text.extend_from_slice(b"{\"type\":\"run\",\"ru");
    fs::write(&log, text).unwrap();
    let server = Server::start(options(Some(state)));
    let client = Client { server: &server, cookie };
    let done = client.wait(job["id"].as_str().unwrap());
    assert_eq!(done["state"], "done", "{done}");
    let all = runs(&file(&client, &job, "runs.jsonl"));
    assert!(kept.iter().all(|run| all.contains(run)));
}

#[test]
fn what_cannot_be_compared_is_refused_with_a_reason() {
    let mut options = options(None);
    options.limits.caps.runs = 1000;
    let server = Server::start(options);
    let client = Client::new(&server);
    let many: Vec<String> = (0..=100).map(|tenure| format!("tabu:tenure={tenure}")).collect();
    let cases = [
        (json!({"puzzles": "random-norvig:1001"}), "too-large", "more than 1000 runs"),
        (json!({"puzzles": "collection", "runs": 100_000}), "too-large", "more than 1000 runs"),
        (json!({"puzzles": "lewis:49,50,1", "algorithms": ["norvig"]}), "too-large", ""),
        (json!({"puzzles": "random-norvig:x"}), "bad-request", "how many puzzles?"),
        (json!({"puzzles": "/etc/passwd"}), "bad-puzzle", ""),
        (json!({"puzzles": ""}), "bad-puzzle", "no puzzle in it"),
        (json!({"puzzles": "collection", "algorithms": []}), "bad-request", "algorithm"),
        (json!({"puzzles": "collection", "algorithms": ["nrvig"]}), "unknown-name", "nrvig"),
        (
            json!({"puzzles": "collection", "algorithms": ["norvig", "norvig"]}),
            "bad-request",
            "norvig",
        ),
        (
            json!({"puzzles": "collection", "algorithms": ["cmd:true"]}),
            "bad-request",
            "only by the command line",
        ),
        (json!({"puzzles": "1...............", "algorithms": many}), "too-large", "100 algorithms"),
        (json!({"puzzles": "collection", "box": "9"}), "bad-request", "`box`"),
    ];
    for (comparison, kind, words) in cases {
        let plan = json!({"call": "plan", "comparison": comparison, "ms": 0});
        let answer = server.post("/api/v1/call", &plan).json();
        assert_eq!(answer["error"], kind, "{comparison}: {answer}");
        assert!(answer["message"].as_str().unwrap().contains(words), "{comparison}: {answer}");
        let (_, job) = client.send("POST", "/api/v1/jobs", &json!({"compare": comparison}));
        let failed = client.wait(job["id"].as_str().unwrap());
        assert_eq!(failed["state"], "failed");
        assert_eq!(failed["error"], answer);
        client.send("DELETE", &path(&job), &Value::Null);
    }
}

#[test]
fn what_is_stopped_before_it_runs_is_not_a_failure() {
    let server = Server::start(options(None));
    let client = Client::new(&server);
    let comparison = json!({"algorithms": ["norvig"], "puzzles": "generate:50000", "nodes": 1000});
    let (_, job) = client.send("POST", "/api/v1/jobs", &json!({"compare": comparison}));
    let began = Instant::now();
    while client.send("GET", &path(&job), &Value::Null).1["state"] != "running" {
        assert!(began.elapsed() < Duration::from_secs(60));
    }
    client.send("POST", &format!("{}/stop", path(&job)), &json!({}));
    let stopped = client.wait(job["id"].as_str().unwrap());
    assert_eq!((&stopped["state"], &stopped["error"]), (&json!("cancelled"), &Value::Null));
}

#[test]
fn names_of_files_are_shown_and_quoted_safely() {
    let server = Server::start(options(None));
    for (name, argument) in [
        ("mine.txt", "mine.txt"),
        ("../../etc/passwd", "passwd"),
        ("C:\\puzzles\\a.txt", "a.txt"),
        ("collection", "./collection"),
        ("random-norvig:7", "./random-norvig:7"),
        ("--output", "./--output"),
        ("-", "./-"),
        ("a b'; rm -rf ~ #", r"'a b'\''; rm -rf ~ #'"),
        ("a\u{1b}[2J\u{202e}\n.txt", "'a[2J.txt'"),
        ("", "puzzles.txt"),
    ] {
        let comparison = json!({
            "algorithms": ["norvig"], "puzzles": "1...............\n11..............\n",
            "name": name,
        });
        let plan = json!({"call": "plan", "comparison": comparison, "ms": 0});
        let answer = server.post("/api/v1/call", &plan).json();
        let command = answer["command"].as_str().unwrap();
        let expected = format!("quadrille compare --algorithms norvig --puzzles {argument} --runs");
        assert!(command.starts_with(&expected), "{command}");
        let bad = answer["bad_lines"][0].as_str().unwrap();
        assert!(!bad.contains(|c: char| c.is_control() || c == '\u{202e}'), "{bad}");
    }
}

#[test]
fn a_comparison_in_memory_makes_room_for_itself() {
    let server = Server::start(options(None));
    let client = Client::new(&server);
    let mut small = small();
    // Each has more than a hundredth of the memory that all may have.
    small["compare"]["puzzles"] = json!("1234341221.....1\n".repeat(700));
    small["compare"]["algorithms"] = json!(["norvig", "dfs-mrv", "dfs-row"]);
    let mut first = None;
    for count in 0.. {
        let (_, job) = client.send("POST", "/api/v1/jobs", &small);
        assert_eq!(client.wait(job["id"].as_str().unwrap())["state"], "done");
        let first = first.get_or_insert(job);
        if client.send("GET", &path(first), &Value::Null).0 == 404 {
            break;
        }
        assert!(count < 100, "none was removed");
    }
}

#[test]
fn a_comparison_that_takes_too_long_ends_with_what_it_has() {
    let mut options = options(None);
    options.limits.compare_time = Duration::from_millis(300);
    let server = Server::start(options);
    let client = Client::new(&server);
    let (_, job) = client.send("POST", "/api/v1/jobs", &long());
    let ended = client.wait(job["id"].as_str().unwrap());
    assert_eq!((&ended["state"], &ended["error"]["error"]), (&json!("failed"), &json!("timeout")));
    assert!(ended["progress"]["done"].as_u64().unwrap() > 0);
    assert!(file(&client, &job, "index.html").contains("</html>"));
}

#[test]
fn damaged_logs_and_foreign_files_are_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let state = directory.path().join("state");
    let server = Server::start(options(Some(state.clone())));
    let client = Client::new(&server);
    let (_, job) = client.send("POST", "/api/v1/jobs", &long());
    wait_for(&client, &job, 10);
    let (id, cookie) = (job["id"].as_str().unwrap().to_owned(), client.cookie.clone());
    drop(server);
    let log = state.join("jobs").join(&id).join("runs.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let changed = text.replacen("\"nodes\":", "\"nodes\":1", 2);
    assert_ne!(changed, text);
    fs::write(&log, &changed).unwrap();
    // A directory that is no comparison's, and one whose job is gone.
    let foreign = state.join("jobs/mine");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("letter.txt"), "dear").unwrap();
    let orphan = state.join("jobs/0123456789abcdef");
    fs::create_dir(&orphan).unwrap();
    fs::write(orphan.join("runs.jsonl"), "{}").unwrap();
    let server = Server::start(options(Some(state.clone())));
    let client = Client { server: &server, cookie };
    let failed = client.wait(&id);
    assert_eq!(failed["error"]["error"], "damaged", "{failed}");
    assert_eq!(fs::read_to_string(&log).unwrap(), changed);
    assert!(foreign.join("letter.txt").exists() && !orphan.exists());
    // A link in place of the log is not followed.
    #[cfg(unix)]
    {
        let target = directory.path().join("other.txt");
        fs::write(&target, "mine").unwrap();
        fs::remove_file(&log).unwrap();
        std::os::unix::fs::symlink(&target, &log).unwrap();
        client.send("POST", &format!("/api/v1/jobs/{id}/resume"), &json!({}));
        let failed = client.wait(&id);
        assert_eq!(failed["state"], "failed", "{failed}");
        assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
        assert_eq!(
            client.send("GET", &format!("/api/v1/jobs/{id}/runs.jsonl"), &Value::Null).0,
            404
        );
    }
    assert!(Path::new(&state).exists());
}

#[test]
fn the_next_comparison_is_of_another_address() {
    let server = Server::start(behind_proxy(None));
    let post = |client: (u8, u32)| {
        let (status, job) = server.send_from(client, "POST", "/api/v1/jobs", &long());
        assert_eq!(status, 202, "{job}");
        job
    };
    let state = |client: (u8, u32), job: &Value| {
        server.send_from(client, "GET", &path(job), &Value::Null).1["state"].clone()
    };
    let running = |client: (u8, u32), job: &Value| {
        let began = Instant::now();
        while state(client, job) != "running" {
            assert!(began.elapsed() < Duration::from_secs(60), "{job}");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    let first = post((1, 1));
    running((1, 1), &first);
    let others = [post((1, 1)), post((1, 2))];
    let last = post((2, 1));
    server.send_from((1, 1), "DELETE", &path(&first), &Value::Null);
    running((2, 1), &last);
    assert_eq!([state((1, 1), &others[0]), state((1, 2), &others[1])], ["queued", "queued"]);
    // Then it is the turn of the session that had none.
    server.send_from((2, 1), "DELETE", &path(&last), &Value::Null);
    running((1, 2), &others[1]);
    assert_eq!(state((1, 1), &others[0]), "queued");
}
