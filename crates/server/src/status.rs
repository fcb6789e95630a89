//! What runs at the moment, for operators: as JSON, and as a page without scripts and styles.

use std::fmt::Write;

use quadrille_api::job::JobState;
use serde_json::{Value, json};

use crate::connections::Stage;
use crate::{App, process};

/// How many rows a table shows, from those with most.
const LISTED: usize = 50;

/// The tables, with the columns that the page shows.
const TABLES: [(&str, &[&str]); 3] = [
    ("work", &["kind", "client", "running", "paused", "waiting"]),
    ("connections", &["address", "all", "waiting", "reading", "working", "sending", "events"]),
    ("streams", &["client", "streams"]),
];

/// Returns what runs. Clients are shown by their address and a digest of their session.
pub(crate) fn status(app: &App) -> Value {
    let usage = process::usage();
    json!({
        "memory_bytes": usage.map(|(memory, _)| memory),
        "cpu_seconds": usage.map(|(_, seconds)| seconds),
        "games": app.games.count(),
        "jobs_queued": app.jobs.count(JobState::Queued),
        "jobs_running": app.jobs.count(JobState::Running),
        "work": work(app),
        "connections": connections(app),
        "streams": streams(app),
    })
}

fn work(app: &App) -> Vec<Value> {
    let mut rows = Vec::new();
    for (kind, pool) in [
        ("calls", &app.calls),
        ("lines", &app.lines),
        ("agents", &app.agents),
        ("jobs", &app.background),
    ] {
        rows.extend(pool.loads().into_iter().map(|(client, load)| {
            let row = json!({
                "kind": kind, "client": client.to_string(), "running": load.running,
                "paused": load.paused, "waiting": load.waiting,
            });
            (load.running + load.paused + load.waiting, row)
        }));
    }
    most(rows)
}

fn connections(app: &App) -> Vec<Value> {
    let counts = app.connections.counts().into_iter();
    let rows = counts.map(|(address, counts)| {
        let of = |stage: Stage| counts[stage as usize];
        let all = counts.iter().sum();
        let row = json!({
            "address": address, "all": all, "waiting": of(Stage::Waiting),
            "reading": of(Stage::Reading), "working": of(Stage::Working),
            "sending": of(Stage::Sending), "events": of(Stage::Events),
        });
        (all, row)
    });
    most(rows.collect())
}

fn streams(app: &App) -> Vec<Value> {
    let counts = app.streams.counts().into_iter();
    let row = |client: String, count: usize| json!({"client": client, "streams": count});
    most(counts.map(|(client, count)| (count, row(client.to_string(), count))).collect())
}

/// Returns the rows with the highest counts.
fn most(mut rows: Vec<(usize, Value)>) -> Vec<Value> {
    rows.sort_by_key(|&(count, _)| usize::MAX - count);
    rows.into_iter().map(|(_, row)| row).take(LISTED).collect()
}

/// Returns a page of tables, which a browser loads again every few seconds.
pub(crate) fn page(status: &Value) -> String {
    let mut page = "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">\
                    <meta http-equiv=\"refresh\" content=\"5\"><title>Quadrille: what runs</title>\
                    <h1>What runs</h1><ul>"
        .to_owned();
    for (name, value) in status.as_object().into_iter().flatten() {
        if !value.is_array() {
            let _ = write!(page, "<li>{name}: {value}");
        }
    }
    page += "</ul>";
    for (name, columns) in TABLES {
        let _ = write!(page, "<h2>{name}</h2><table border=\"1\"><tr>");
        columns.iter().for_each(|column| page += &format!("<th>{column}"));
        for row in status[name].as_array().into_iter().flatten() {
            page += "<tr>";
            for &column in columns {
                // Addresses, digests and numbers need no escapes.
                let cell = row[column].to_string();
                let _ = write!(page, "<td>{}", cell.trim_matches('"'));
            }
        }
        page += "</table>";
    }
    page + "\n"
}
