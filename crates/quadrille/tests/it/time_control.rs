//! Clocks, logs, and bots that play many games.
#![cfg(unix)]

use std::fs;

use serde_json::Value;

use super::program::{Said, directory, run};

/// Answers every turn after 0.3 s with the same move, and says something before.
const SLOW: &str = "\
read hello; echo ready slow
while read line; do
  case \"$line\" in
    go*) sleep 0.3; echo \"info depth 2 score 5 line r1c1=4 pass\"; echo \"place 0 0 4\";;
    quit) exit;;
  esac
done
";

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the lines of the record of a game of the slow bot.
fn game(name: &str, options: &[&str]) -> Vec<Value> {
    let here = directory(name);
    fs::write(here.join("slow.sh"), SLOW).unwrap();
    let start = ["match", "cmd:sh slow.sh", "first-valid", "--side", "4", "--games", "1"];
    let rest = ["--ply-cap", "2", "--record", "game"];
    let said = run(&here, &[&start, options, &rest].concat());
    assert_eq!(said.status, 0, "{}", said.err);
    // The record replays with what the arena cannot compute.
    let replayed = run(&here, &["replay", "game"]);
    assert_eq!(replayed.status, 0, "{}", replayed.err);
    lines(&fs::read_to_string(here.join("game")).unwrap())
}

#[test]
fn a_move_that_is_late_loses_and_has_its_time() {
    let late = game("clock-late", &["--time-per-move", "100ms"]);
    let result = late.last().unwrap();
    assert_eq!((&result["reason_for_end"], &result["winner"]), (&"time".into(), &2.into()));
    assert!(result["lost_after_seconds"].as_f64().unwrap() >= 0.1, "{result}");
    assert_eq!(late[0]["ruleset"]["time_per_move"], 0.1);

    let base = game("clock-base", &["--tc", "0.1+5"]);
    assert_eq!(base.last().unwrap()["reason_for_end"], "time");
    assert_eq!(base[0]["ruleset"]["time_increment"], 5.0);

    let stalled = game("clock-stall", &["--stall-limit", "100ms"]);
    assert_eq!(stalled.last().unwrap()["reason_for_end"], "forfeit");
}

#[test]
fn a_margin_forgives_and_the_search_is_recorded() {
    let margin = ["--time-per-move", "100ms", "--time-margin", "1min"];
    let played = game("clock-margin", &margin);
    assert_eq!(played.last().unwrap()["reason_for_end"], "ply-cap");
    let info = &played[1]["info"];
    assert_eq!(info["score"], 5);
    assert_eq!(info["depth"], 2);
    assert_eq!(info["line"], serde_json::json!(["r1c1=4", "pass"]));
    assert!(played[1]["seconds"].as_f64().unwrap() >= 0.3);
}

#[test]
fn a_bot_that_is_kept_alive_plays_all_games() {
    let here = directory("keep-alive");
    fs::write(here.join("slow.sh"), SLOW.replace("sleep 0.3; ", "")).unwrap();
    let playing = |options: &[&str]| -> Said {
        let start = ["match", "cmd:sh slow.sh", "first-valid", "--side", "4", "--games", "6"];
        let rest = ["--openings", "random:2", "--ply-cap", "5", "-j1"];
        run(&here, &[&start, options, &rest].concat())
    };
    let said = playing(&["--keep-alive", "--log", "log"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let log = fs::read_to_string(here.join("log")).unwrap();
    let count = |word: &str| log.lines().filter(|line| line.contains(word)).count();
    assert_eq!((count("> newgame"), count("< ready"), count("> quit")), (6, 1, 0));
    assert!(count("< place 0 0 4") >= 6, "{log}");
    // A log is never overwritten.
    assert_eq!(playing(&["--log", "log"]).status, 0);
    let longer = fs::read_to_string(here.join("log")).unwrap();
    assert!(longer.starts_with(&log));
    assert_eq!(longer.matches("< ready").count(), 7);
    let refused = run(&here, &["match", "ia", "ia", "--keep-alive"]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("has no effect without a `cmd:` agent"), "{}", refused.err);
    let refused = playing(&["--stall-limit", "1s", "--tc", "1+1"]);
    assert!(refused.err.contains("no effect with a clock"), "{}", refused.err);
}
