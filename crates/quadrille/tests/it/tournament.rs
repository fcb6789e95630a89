//! Matches and tournaments that are interrupted, killed, or played by broken bots.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::program::{Said, command, directory, objects, run, wait_for_handler};

/// Limits on nodes, so that the games are always the same.
const TOURNAMENT: [&str; 12] = [
    "tournament",
    "mcts:nodes=600",
    "strong:nodes=2000",
    "random-valid",
    "--side",
    "4",
    "--games",
    "16",
    "--openings",
    "random:2",
    "--threads",
    "2",
];

fn start(here: &Path, arguments: &[&str]) -> Child {
    command(here, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    if name == "-INT" {
        wait_for_handler(child);
    }
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

fn games(record: &Path) -> usize {
    let text = fs::read_to_string(record).unwrap_or_default();
    text.lines().filter(|line| line.contains("\"type\":\"result\"")).count()
}

/// Waits until a record holds that many games or the program has ended.
fn wait_for(child: &mut Child, record: &Path, wanted: usize) {
    let began = Instant::now();
    while games(record) < wanted && child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_secs(120), "{} games", games(record));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Removes fields that vary.
fn without_seconds(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.contains("seconds"));
            fields.values_mut().for_each(without_seconds);
        }
        Value::Array(items) => items.iter_mut().for_each(without_seconds),
        _ => {}
    }
}

/// Returns the games of a record, sorted by number.
fn sorted_games(record: &Path) -> Vec<(u64, Vec<Value>)> {
    let mut games: Vec<(u64, Vec<Value>)> = Vec::new();
    for line in fs::read_to_string(record).unwrap().lines() {
        let mut value: Value = serde_json::from_str(line).unwrap();
        without_seconds(&mut value);
        if value["type"] == "game" {
            games.push((value["game"].as_u64().unwrap(), Vec::new()));
        }
        games.last_mut().unwrap().1.push(value);
    }
    games.sort_by_key(|&(game, _)| game);
    games
}

fn summary(said: &Said) -> Value {
    let mut object = objects(said).remove(0);
    without_seconds(&mut object);
    object
}

#[test]
fn ctrl_c_saves_the_complete_games_and_explains_how_to_resume() {
    let here = directory("ctrl-c");
    let arguments = [
        "match",
        "mcts:nodes=2000",
        "strong:nodes=4000",
        "--side",
        "9",
        "--games",
        "1000",
        "--openings",
        "random:4",
        "--record",
        "games.jsonl",
    ];
    let record = here.join("games.jsonl");
    let mut child = start(&here, &arguments);
    wait_for(&mut child, &record, 2);
    signal(&child, "-INT");
    let said: Said = child.wait_with_output().unwrap().into();
    assert_eq!(said.status, 130, "{}", said.err);
    let kept = games(&record);
    assert!((2..1000).contains(&kept), "{kept}");
    let told = format!("{kept} of 1000 games are in games.jsonl; the same command resumes");
    assert!(said.err.contains(&told), "{}", said.err);
    // The record has complete games, and the results count them.
    assert_eq!(run(&here, &["replay", "games.jsonl", "--json"]).status, 0);
    assert!(said.out.starts_with("mcts:nodes=2000 against strong:nodes=4000\n"), "{}", said.out);
    // Another match is refused with the difference.
    let other =
        ["match", "ia", "minimax", "--side", "9", "--games", "2", "--record", "games.jsonl"];
    let refused = run(&here, &other);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("holds other games: players"), "{}", refused.err);
    assert_eq!(games(&record), kept);

    // Without a record, the note explains how to save the games.
    let mut child = start(&here, &arguments[..arguments.len() - 2]);
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none());
    signal(&child, "-INT");
    let said: Said = child.wait_with_output().unwrap().into();
    assert_eq!(said.status, 130);
    assert!(said.err.contains("of 1000 games; with --record FILE"), "{}", said.err);
}

/// A program may take ten seconds to say that it is ready.
#[test]
fn ctrl_c_does_not_wait_for_a_silent_program() {
    let here = directory("ctrl-c-start");
    let arguments = [
        "match",
        "cmd:sh -c 'echo >>started; sleep 99'",
        "ia",
        "--side",
        "4",
        "--record",
        "g.jsonl",
    ];
    let mut child = start(&here, &arguments);
    let began = Instant::now();
    // It is started once as a test, then for the two games.
    let started = || fs::read_to_string(here.join("started")).unwrap_or_default().len();
    while started() < 2 {
        assert!(child.try_wait().unwrap().is_none() && began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupted = Instant::now();
    signal(&child, "-INT");
    let said: Said = child.wait_with_output().unwrap().into();
    assert_eq!(said.status, 130, "{}", said.err);
    assert!(interrupted.elapsed() < Duration::from_secs(5), "{:?}", interrupted.elapsed());
    // This is not a loss.
    assert_eq!(games(&here.join("g.jsonl")), 0);
}

#[test]
fn a_killed_tournament_is_resumed_with_the_same_results() {
    let here = directory("killed");
    let whole = [&TOURNAMENT[..], &["--output", "whole", "--json"]].concat();
    let broken = [&TOURNAMENT[..], &["--output", "broken", "--json"]].concat();
    let undisturbed = run(&here, &whole);
    assert_eq!(undisturbed.status, 0, "{}", undisturbed.err);
    assert_eq!(games(&here.join("whole/games.jsonl")), 48);

    let record = here.join("broken/games.jsonl");
    let mut killed = 0;
    for wanted in [1, 9, 10, 25, 40] {
        let mut child = start(&here, &broken);
        wait_for(&mut child, &record, wanted);
        // It may have ended already; its last line may be incomplete.
        if child.try_wait().unwrap().is_none() {
            signal(&child, "-KILL");
            killed += 1;
        }
        child.wait().unwrap();
        // A crash during a write leaves an incomplete line.
        let text = fs::read_to_string(&record).unwrap();
        fs::write(&record, &text[..text.len() - text.len().min(7)]).unwrap();
    }
    assert!(killed > 0);
    let continued = run(&here, &broken);
    assert_eq!(continued.status, 0, "{}", continued.err);
    assert!(continued.err.contains(" games done, "), "{}", continued.err);
    assert_eq!(sorted_games(&record), sorted_games(&here.join("whole/games.jsonl")));
    assert_eq!(summary(&continued), summary(&undisturbed));
    // The table is written too, and the same command plays no further games.
    let table = fs::read_to_string(here.join("broken/standings.txt")).unwrap();
    assert!(table.contains("strong:nodes=2000") && table.contains("Elo (95%)"), "{table}");
    let before = fs::read(&record).unwrap();
    assert_eq!(summary(&run(&here, &broken)), summary(&undisturbed));
    assert_eq!(fs::read(&record).unwrap(), before);
}

#[test]
fn broken_bots_do_not_stop_a_tournament() {
    let here = directory("broken-bots");
    let marker = "86399";
    let bots = [
        ("crash", "exit 3".to_owned(), "exit status: 3"),
        (
            "stall",
            format!("read a; echo ready; read b; read c; exec sleep {marker}"),
            "out of time",
        ),
        ("flood", "read a; echo ready; read b; read c; yes info".to_owned(), "info lines"),
        (
            "half",
            "read a; echo ready; read b; read c; printf 'place 0'; exit 0".to_owned(),
            "in the middle of a line",
        ),
        (
            "illegal",
            "read a; echo ready; while read b; do case $b in go*) echo place 9 9 9; esac; done"
                .to_owned(),
            "illegal move row 9",
        ),
    ];
    for (name, script, _) in &bots {
        fs::write(here.join(format!("{name}.sh")), script).unwrap();
    }
    let agents: Vec<String> = bots.iter().map(|(name, ..)| format!("cmd:sh {name}.sh")).collect();
    let mut arguments = vec!["tournament", "first-valid"];
    arguments.extend(agents.iter().map(String::as_str));
    arguments.extend([
        "--side",
        "4",
        "--illegal",
        "forfeit",
        "--time-per-game",
        "2s",
        "--gauntlet",
        "--json",
        "--output",
        "games",
    ]);
    let said = run(&here, &arguments);
    assert_eq!(said.status, 0, "{}", said.err);
    let object = &objects(&said)[0];
    assert_eq!(object["games"], 10);
    // Every bot lost both its games, and the record says why.
    assert_eq!(object["standings"][0]["agent"], "first-valid");
    assert_eq!(object["standings"][0]["games"]["wins"], 10);
    for (_, record) in sorted_games(&here.join("games/games.jsonl")) {
        let (header, result) = (&record[0], record.last().unwrap());
        let players = header["players"].to_string();
        let (name, _, expected) =
            bots.iter().find(|(name, ..)| players.contains(&format!("{name}.sh"))).unwrap();
        let detail = result["detail"].as_str().unwrap_or_default();
        assert!(detail.contains(expected), "{name}: {result}");
        let reason = result["reason_for_end"].as_str().unwrap();
        assert!(["forfeit", "time"].contains(&reason), "{name}: {result}");
    }
    let listed = Command::new("ps").args(["-A", "-o", "args="]).output().unwrap();
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let left = listed.lines().filter(|line| line.ends_with(&format!("sleep {marker}"))).count();
    assert_eq!(left, 0, "a bot outlived its game");
}

#[test]
fn a_changed_record_is_refused_and_a_missing_game_is_played() {
    let here = directory("changed-record");
    let arguments = [
        "match",
        "first-valid",
        "ia",
        "--side",
        "4",
        "--openings",
        "random:2",
        "--seed",
        "5",
        "--json",
        "--record",
        "games.jsonl",
    ];
    let whole = run(&here, &arguments);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let file = here.join("games.jsonl");
    let record = fs::read_to_string(&file).unwrap();
    let second = record.rfind(r#"{"type":"game""#).unwrap();
    let (first, second) = record.split_at(second);
    let count = first.lines().count();
    let winner = if first.contains(r#""winner":1"#) { (1, 2) } else { (2, 1) };
    let flipped =
        first.replace(&format!(r#""winner":{}"#, winner.0), &format!(r#""winner":{}"#, winner.1));
    assert_ne!(first, flipped);
    let wrong_winner = format!(
        "games.jsonl:{count}:1: game 0: the result has winner {}, but its moves make it {}; remove \
         lines 1 to {count}, and the game is played again",
        winner.1, winner.0
    );
    let twice = format!("games.jsonl:{}:1: game 0: recorded twice; remove lines ", count + 1);
    for (changed, what) in [(flipped + second, wrong_winner), (format!("{first}{first}"), twice)] {
        fs::write(&file, &changed).unwrap();
        let said = run(&here, &arguments);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{}", said.err);
        assert!(said.err.contains(&what), "{}", said.err);
        assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    }
    // What the rules do not show, the checksums do, after a game was resumed as well.
    let version = first.find(r#""version":""#).unwrap() + 11;
    let digit = if &first[version..=version] == "7" { "8" } else { "7" };
    let mut changed = record.clone();
    changed.replace_range(version..=version, digit);
    fs::write(&file, &changed).unwrap();
    let said = run(&here, &arguments);
    let what = "the line was changed after it was written (its checksum differs)";
    assert_eq!((said.status, said.out.as_str()), (2, ""), "{}", said.err);
    let advice = format!("remove lines 1 to {count}, and the game is played again");
    let place = format!("games.jsonl:1:1: game 0: {what}; {advice}");
    assert!(said.err.contains(&place), "{}", said.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    let said = run(&here, &["replay", "games.jsonl"]);
    assert_eq!(said.status, 1, "{}", said.err);
    assert!(said.err.contains(&format!("games.jsonl: game 0: line 1: {what}")), "{}", said.err);
    // Early records have no checksums, and stay as they are.
    let lead = ",\"checksum_with_seconds\":\"";
    let fields = |line: &str| format!("{}}}\n", line.split_once(lead).expect("a checksum").0);
    let early: String = first.lines().map(fields).collect();
    fs::write(&file, format!("{early}{}", &second[..second.len() / 2])).unwrap();
    let said = run(&here, &arguments);
    assert_eq!(said.status, 0, "{}", said.err);
    let games = fs::read_to_string(&file).unwrap();
    assert!(games.starts_with(&early), "{games}");
    let resumed = games[early.len()..].lines();
    assert!(resumed.clone().count() > 2 && resumed.clone().all(|line| line.contains(lead)));
    // The same complaint, without the advice.
    fs::write(&file, first.replace(r#""seconds_max":["#, r#""seconds_max":[1"#)).unwrap();
    let said = run(&here, &["replay", "games.jsonl"]);
    assert_eq!(said.status, 1, "{}", said.err);
    assert!(said.err.contains("games.jsonl: game 0: the result has seconds_max ["), "{}", said.err);

    for kept in [first, second] {
        fs::write(&file, kept).unwrap();
        let said = run(&here, &arguments);
        assert_eq!(said.status, 0, "{}", said.err);
        assert!(said.err.contains("resuming: 1 games done, 1 left"), "{}", said.err);
        let games = fs::read_to_string(&file).unwrap();
        assert!(games.starts_with(kept), "{games}");
        assert_eq!(games.matches(r#""type":"result","game":0"#).count(), 1);
        assert_eq!(games.matches(r#""type":"result","game":1"#).count(), 1);
    }
}

/// Games written to a file that has no name any more would be lost without a word.
#[test]
fn a_record_that_vanishes_is_an_error() {
    let here = directory("vanished-record");
    let record = here.join("games.jsonl");
    let arguments = "match first-valid random-valid --side 4 --games 100000 --openings random:2 \
                     --record games.jsonl";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut child = start(&here, &arguments);
    wait_for(&mut child, &record, 1);
    fs::remove_file(&record).unwrap();
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!((said.status, said.out.as_str()), (3, ""), "{}", said.err);
    assert!(said.err.contains("games.jsonl was removed, replaced or changed by"), "{}", said.err);
}
