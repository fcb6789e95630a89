//! Many puzzles in one request.

use std::time::Instant;

use serde_json::{Value, json};

use crate::client::{Answer, Server, options};

const PROPER: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn answers(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(answer.head.contains("application/x-ndjson"), "{}", answer.head);
    answer.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_line_has_its_answer() {
    let server = Server::local();
    let none = format!("55{}", ".".repeat(79));
    let text = format!("{PROPER}\n{}\nabc\n{none}\n1...............\n", ".".repeat(81));
    let ask =
        |work: &str| answers(&server.post("/api/v1/lines", &json!({"work": work, "text": text})));
    let solved = ask("solve");
    let lines: Vec<u64> = solved.iter().map(|answer| answer["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5]);
    assert_eq!(solved[0]["status"], "solved");
    assert!(solved[0]["solution"].as_str().unwrap().starts_with("534678912"));
    assert_eq!(solved[1]["status"], "solved");
    assert_eq!(solved[2]["status"], "invalid");
    assert_eq!(solved[3]["cells"], json!(["r1c1", "r1c2"]));
    assert_eq!(solved[4]["solution"].as_str().unwrap().len(), 16);
    let checked = ask("check");
    assert_eq!(
        (&checked[0]["verdict"], &checked[1]["verdict"]),
        (&json!("proper"), &json!("multiple"))
    );
    assert_eq!(ask("count")[1]["count"], 2);
    assert_eq!(ask("canon")[0]["canonical"].as_str().unwrap().len(), 81);
    assert_eq!(ask("rate")[0]["status"], "solved");
    let hint = json!({"call": "hint", "level": 4, "text": text});
    assert_eq!(answers(&server.post("/api/v1/lines", &hint))[0]["level"], 4);
    for wrong in [
        json!({"call": "count", "text": text, "profile": "se121"}),
        json!({"call": "count", "text": text, "puzzle": PROPER}),
        json!({"call": "registry", "text": text}),
        json!({"call": "count"}),
    ] {
        assert_eq!(server.post("/api/v1/lines", &wrong).status, 400, "{wrong}");
    }
}

#[test]
fn ten_thousand_lines_are_answered_and_no_more() {
    let server = Server::local();
    let text = format!("{PROPER}\n").repeat(10_000);
    let all = answers(&server.post("/api/v1/lines", &json!({"work": "check", "text": text})));
    assert_eq!(all.len(), 10_000);
    assert!(all.iter().all(|answer| answer["verdict"] == "proper"));
    let metrics = server.get("/metrics").body;
    assert!(metrics.contains("quadrille_puzzles_solved_total 10000"), "{metrics}");
    let text = text + PROPER;
    let answer = server.post("/api/v1/lines", &json!({"work": "check", "text": text}));
    assert_eq!((answer.status, &answer.json()["error"]), (413, &json!("too-large")));
    // Larger than other bodies may be, and still too large.
    let text = "1".repeat(33 << 20);
    assert_eq!(server.post("/api/v1/lines", &json!({"work": "check", "text": text})).status, 413);
}

/// Counting all solutions of an empty board takes for ever, of each of a thousand boards too.
#[test]
fn time_is_that_of_all_lines_together() {
    let server = Server::local();
    for board in [".".repeat(81), ".".repeat(625)] {
        let text = format!("{board}\n").repeat(1000);
        let began = Instant::now();
        let request = json!({"work": "count", "text": text, "limit": 0, "ms": 300});
        let all = answers(&server.post("/api/v1/lines", &request));
        assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
        assert_eq!(all.len(), 1000);
        for answer in &all {
            assert_eq!(
                (&answer["exact"], &answer["stop"]),
                (&json!(false), &json!("time")),
                "{answer}"
            );
        }
    }
}

#[test]
fn ratings_end_with_the_time_too() {
    let server = Server::local();
    let text = format!("{PROPER}\n").repeat(10_000);
    for work in ["rate", "canon"] {
        let request = json!({"work": work, "text": text, "ms": 10});
        let all = answers(&server.post("/api/v1/lines", &request));
        let last = all.last().unwrap();
        assert_eq!((all.len(), &last["stop"]), (10_000, &json!("time")), "{last}");
    }
}

#[test]
fn large_requests_do_not_delay_calls() {
    let mut options = options(None);
    options.limits.lines_queue = 1;
    let server = Server::start(options);
    let text = format!("{}\n", ".".repeat(81));
    let slow = json!({"work": "count", "text": text, "limit": 0, "ms": 3000});
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let all: Vec<_> =
            (0..6).map(|_| scope.spawn(|| server.post("/api/v1/lines", &slow).status)).collect();
        let began = Instant::now();
        let call = json!({"call": "solve", "puzzle": PROPER});
        assert_eq!(server.post("/api/v1/call", &call).status, 200);
        assert!(began.elapsed().as_millis() < 2500, "{:?}", began.elapsed());
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(statuses.contains(&200) && statuses.contains(&503), "{statuses:?}");
}
