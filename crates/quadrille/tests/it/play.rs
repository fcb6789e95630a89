//! `play`: a person at the terminal, interrupted games, objects for programs.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::games::{BOARD, with_board};
use super::program::{objects, run, run_with};

/// Plays a game with typed lines.
fn play(here: &Path, arguments: &[&str], typed: &[&str]) -> (String, String, i32) {
    let arguments = [&["play", "--seed", "1", "--board", "board.txt"], arguments].concat();
    let said = run_with(here, &arguments, (typed.join("\n") + "\n").as_bytes());
    (said.out, said.err, said.status)
}

#[test]
fn a_person_plays_at_the_terminal() {
    let here = with_board("play");
    let typed = ["legal r1c1", "legal r1c3", "hint", "r1c1=1", "undo", "1 1 1", "resign"];
    let (out, err, status) =
        play(&here, &["human", "first-valid", "--record", "game.jsonl"], &typed);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    // The numbered board with its edges.
    let drawn = "    1 2   3 4
  ┌─────┬─────┐
1 │ . . + 3+. │
  │     │     │
2 │ .+2 + . . │
  ├─+─+─┼───+─┤
3 │ 2+. │ .+3 │
  │     │     │
4 │ 4+. + 2+. │
  └─────┴─────┘
";
    assert!(out.starts_with(drawn), "{out}");
    assert!(out.contains("player 1 (0 - 0), `help` lists commands > r1c1: 1\n"), "{out}");
    assert!(out.contains("> r1c3: none\n"), "{out}");
    assert!(out.contains(" exactly\n"), "the hint: {out}");
    // A move is played, answered, taken back, and played again.
    assert_eq!(out.matches("player 1: r1c1=1 (+1)\nplayer 2: r1c2=4 (+4)\n").count(), 2, "{out}");
    assert_eq!(out.matches(drawn).count(), 2, "{out}");
    assert!(out.contains("player 1 (1 - 4), `help` lists commands > "), "{out}");
    assert!(out.ends_with("1 - 4, first-valid wins (forfeit: player 1: resigned)\n"), "{out}");
    // The record replays and does not have the moves taken back.
    let said = run(&here, &["replay", "game.jsonl"]);
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    assert_eq!(said.out.matches("r1c1=1").count(), 1, "{}", said.out);
}

/// A name alone is the opponent's.
#[test]
fn a_person_plays_unless_two_agents_are_named() {
    let here = with_board("play-opponent");
    for (arguments, players) in [
        (&["ia"] as &[&str], ["human", "ia"]),
        (&["human"], ["human", "strong"]),
        (&["--seat", "2"], ["strong", "human"]),
        (&["ia", "--seat", "2"], ["ia", "human"]),
        (&["ia", "human"], ["ia", "human"]),
        (&["ia", "first-valid"], ["ia", "first-valid"]),
    ] {
        let shared = ["play", "--json", "--seed", "1", "--board", "board.txt"];
        let said = run_with(&here, &[&shared, arguments].concat(), b"quit\n");
        assert_eq!(said.status, 0, "{arguments:?}: {}", said.err);
        assert_eq!(objects(&said)[0]["players"], Value::from(players.to_vec()), "{arguments:?}");
    }
}

#[test]
fn a_saved_game_is_not_overwritten_by_the_next_one() {
    let here = with_board("play-keep");
    let game = ["first-valid", "ia", "--record", "game.jsonl"];
    assert_eq!(play(&here, &game, &[]).2, 0);
    let first = fs::read(here.join("game.jsonl")).unwrap();
    // It is refused before a move is played.
    let other = ["human", "ia", "--record", "game.jsonl"];
    let (out, err, status) = play(&here, &other, &["resign"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("game.jsonl: already exists; name another file, or add --overwrite"));
    assert_eq!(fs::read(here.join("game.jsonl")).unwrap(), first);
    let (_, err, status) =
        play(&here, &["human", "ia", "--record", "game.jsonl", "--overwrite"], &["resign"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_ne!(fs::read(here.join("game.jsonl")).unwrap(), first);
    assert_eq!(run(&here, &["replay", "game.jsonl"]).status, 0);
    let (_, err, status) = play(&here, &["human", "ia", "--record", "."], &["resign"]);
    assert_eq!(status, 2, "{err}");
}

#[test]
fn bad_moves_are_answered_with_the_reason() {
    let here = with_board("play-bad");
    let cases = [
        ("r1c3=1", "r1c3 already holds 3"),
        ("r1c1=4", "r1c1 sees the 4 at r4c1"),
        ("r2c1=4", "r2c1 sees the 4 at r4c1"),
        ("r4c2=1", "r4c2 must be next to the 4 at r4c1: an edge joins them"),
        ("r1c1=5", "rows, columns and digits from 1 to 4"),
        ("r0c1=1", "rows, columns and digits from 1 to 4"),
        ("9 9 9", "rows, columns and digits from 1 to 4"),
        ("-1 1 1", "`-1 1 1` is not a move"),
        ("99999999999999999999 1 1", "is not a move"),
        ("legal", "name a cell, as in"),
        ("legal r9c9", "`r9c9` is not a cell; write it as r1c2"),
        ("undo", "there is no move to take back"),
        ("pass", "these rules forbid passes"),
        ("\u{1b}[A", "is not a move"),
    ];
    let typed: Vec<&str> = cases.iter().map(|&(typed, _)| typed).collect();
    // At the end of the input the game stops, and nobody has lost.
    let (out, err, status) = play(&here, &["human", "ia", "--passing", "forbidden"], &typed);
    assert_eq!(status, 0);
    let mut answers = out.split("`help` lists commands > ").skip(1);
    for (typed, expected) in cases {
        let answer = answers.next().unwrap_or_else(|| panic!("no answer to {typed}: {out}"));
        assert!(answer.contains(expected), "{typed}: {answer}");
    }
    assert!(out.ends_with("0 - 0, unfinished after 0 plies\n"), "{out}");
    assert_eq!(err, "note: the input ended before the first move\n");
}

#[test]
fn an_interrupted_game_is_saved_so_far() {
    let here = with_board("play-cut-off");
    // The input ends; moves taken back are gone.
    let game = ["human", "first-valid", "--record", "game.jsonl"];
    let (out, err, status) = play(&here, &game, &["r1c1=1", "undo", "r2c1=1"]);
    assert_eq!(status, 0, "{err}");
    assert!(out.ends_with("1 - 4, unfinished after 2 plies\n"), "{out}");
    let told = "the input ended: the moves so far are in game.jsonl; `quadrille play --continue ";
    assert!(err.contains(told), "{err}");
    let record = fs::read_to_string(here.join("game.jsonl")).unwrap();
    assert_eq!(record.lines().count(), 3, "{record}");
    assert!(!record.contains("result"), "{record}");
    let said = run(&here, &["replay", "game.jsonl"]);
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    assert!(said.out.contains("   1  1  r2c1=1  +1  1 - 0\n"), "{}", said.out);
    assert!(said.out.ends_with("1 - 4, unfinished after 2 plies\n"), "{}", said.out);
    let object = &objects(&run(&here, &["replay", "game.jsonl", "--json"]))[0];
    assert_eq!((&object["unfinished"], &object["agrees"]), (&true.into(), &true.into()));
    assert_eq!((&object["plies"], &object["seed"]), (&2.into(), &1.into()));
    assert!(object["final_scores"].is_null() && object["reason_for_end"].is_null(), "{object}");
    assert_eq!(object["scores"].to_string(), "[1,4]");
    let said = run(&here, &["analyse", "game.jsonl"]);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.starts_with("game 0: human - first-valid, unfinished after 2 plies\n"));
    // A match refuses the record and does not change it.
    let other = ["match", "ia", "first-valid", "--board", "board.txt", "--record", "game.jsonl"];
    let said = run(&here, &other);
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.err.contains("game.jsonl: holds other games: players human"), "{}", said.err);
    assert_eq!(fs::read_to_string(here.join("game.jsonl")).unwrap(), record);
}

#[test]
fn an_unfinished_game_is_resumed() {
    let here = with_board("play-on");
    let record = || fs::read_to_string(here.join("game.jsonl")).unwrap();
    let typed = ["r1c1=1", "undo", "r2c1=1", "pass"];
    let rules = ["--passing", "no-double-pass", "--time-per-game", "90s"];
    let begun = ["human", "first-valid", "--record", "game.jsonl"];
    assert_eq!(play(&here, &[&begun[..], &rules[..]].concat(), &typed).2, 0);
    let before = record();
    assert_eq!(before.lines().count(), 5, "{before}");
    let go_on = ["play", "--continue", "--record", "game.jsonl"];
    let said = run_with(&here, &go_on, b"pass\nresign\n");
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    // The board is as it was; earlier moves are not shown again.
    assert!(said.out.starts_with("    1 2   3 4\n"), "{}", said.out);
    assert!(!said.out.contains("r2c1=1"), "{}", said.out);
    assert!(said.out.contains("player 1: pass (-4)\nplayer 2: "), "{}", said.out);
    // Earlier plies are unchanged, times and nodes included, and the rest is as without the stop.
    let after = record();
    assert!(after.starts_with(&before), "{before}{after}");
    let last: Value = serde_json::from_str(after.lines().last().unwrap()).unwrap();
    assert_eq!((&last["plies"], &last["reason_for_end"]), (&6.into(), &"forfeit".into()));
    assert_eq!(run(&here, &["replay", "game.jsonl"]).status, 0);
    let moves = |record: &str| {
        let lines = record.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let moves = lines.map(|ply| (ply["row"].clone(), ply["col"].clone(), ply["value"].clone()));
        moves.collect::<Vec<_>>()
    };
    let at_once = ["r2c1=1", "pass", "pass", "resign"];
    let whole = ["human", "first-valid", "--record", "game.jsonl", "--overwrite"];
    assert_eq!(play(&here, &[&whole[..], &rules[..]].concat(), &at_once).2, 0);
    assert_eq!(moves(&record()), moves(&after));
    // A complete game cannot be resumed, and a resumed game keeps its rules.
    let whole = record();
    let said = run(&here, &go_on);
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    assert!(
        said.err.contains("game.jsonl: does not hold a single unfinished game"),
        "{}",
        said.err
    );
    for other in [&["--side", "4"][..], &["ia"], &["--seed", "3"], &["--overwrite"]] {
        assert_eq!(run(&here, &[&go_on[..], other].concat()).status, 2, "{other:?}");
    }
    assert_eq!(run(&here, &["play", "--continue"]).status, 2);
    assert_eq!(record(), whole);
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_current_game() {
    use std::io::{BufRead, BufReader, Read, Write};
    let here = with_board("play-ctrl-c");
    let arguments =
        ["play", "human", "ia", "--seed", "1", "--board", "board.txt", "--record", "game.jsonl"];
    let mut child = super::program::command(&here, &arguments)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"r1c1=1\n").unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("player 2: ") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0, "no answer");
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    // The input stays open, but the program does not wait for it.
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let said = child.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(130));
    let err = String::from_utf8(said.stderr).unwrap();
    assert!(err.contains("note: interrupted: the moves so far are in game.jsonl"), "{err}");
    assert!(rest.ends_with("unfinished after 2 plies\n"), "{rest}");
    drop(stdin);
    let said = run(&here, &["replay", "game.jsonl"]);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains("r1c1=1") && said.out.contains("unfinished after 2"), "{}", said.out);
}

#[test]
fn standard_output_of_play_has_only_objects() {
    let here = with_board("play-json");
    let typed = ["hint", "r1c1=1", "undo", "r1c1=1", "legal r1c2", "resign"];
    let whole = |arguments: &[&str]| {
        let arguments = [&["play", "--seed", "7", "--board", "board.txt"], arguments].concat();
        run_with(&here, &arguments, (typed.join("\n") + "\n").as_bytes())
    };
    let said = whole(&["human", "ia", "--json", "--record", "game.jsonl"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let lines = objects(&said);
    assert!(lines.iter().all(|object| object["seed"] == 7), "{}", said.out);
    assert_eq!(lines.last().unwrap()["reason_for_end"], "forfeit");
    assert_eq!(lines.last().unwrap()["type"], "result");
    // Text for people goes to standard error.
    assert!(
        said.err.contains("`help` lists commands > ") && said.err.contains("│"),
        "{}",
        said.err
    );
    assert!(said.err.contains("player 1: r1c1=1 (+1)\n"), "{}", said.err);
    // The objects are the same record that was saved.
    fs::write(here.join("out.jsonl"), &said.out).unwrap();
    let replayed = |file: &str| run(&here, &["replay", file]);
    assert_eq!(replayed("out.jsonl").out, replayed("game.jsonl").out);
    assert_eq!(replayed("out.jsonl").status, 0);
    // The same in a file.
    let filed = whole(&["human", "ia", "--json", "-o", "o.jsonl"]);
    assert_eq!((filed.status, filed.out.as_str()), (0, ""), "{}", filed.err);
    assert_eq!(replayed("o.jsonl").out, replayed("out.jsonl").out);
    // Without --json the file gets the text, and the player still sees it.
    let plain = whole(&["human", "ia"]);
    let filed = whole(&["human", "ia", "-o", "said.txt", "--color", "always"]);
    assert_eq!((filed.status, filed.out.as_str()), (0, ""), "{}", filed.err);
    assert_eq!(fs::read_to_string(here.join("said.txt")).unwrap(), plain.out);
    assert!(filed.err.contains("`help` lists commands > "), "{}", filed.err);
    // Programs that play each other print no text.
    let said = whole(&["first-valid", "ia", "--json"]);
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    let lines = objects(&said);
    assert_eq!(lines[0]["type"], "game");
    assert_eq!(lines.last().unwrap()["plies"], lines.len() - 2);
    // The record itself on standard output.
    let said = whole(&["first-valid", "ia", "--record", "-"]);
    fs::write(here.join("dash.jsonl"), &said.out).unwrap();
    assert_eq!((objects(&said).len(), replayed("dash.jsonl").status), (lines.len(), 0));
    assert!(!here.join("-").exists());
    // A file that the game uses is not overwritten.
    let said = whole(&["ia", "ia", "--record", "board.txt", "--overwrite"]);
    assert_eq!(said.status, 2, "{}", said.err);
    assert_eq!(fs::read_to_string(here.join("board.txt")).unwrap(), BOARD);
}

#[test]
fn a_whole_game_ends_with_its_result() {
    let here = with_board("play-whole");
    // The person passes until the game is over.
    let typed = ["pass"; 40];
    let (out, _, status) =
        play(&here, &["human", "minimax", "--passing", "no-double-pass"], &typed);
    assert_eq!(status, 0);
    let last = out.lines().last().unwrap();
    assert!(
        last.ends_with("minimax wins (full)") || last.ends_with("minimax wins (stuck)"),
        "{last}"
    );
    // Two agents without a person; the drawn seed is printed.
    let said = run(&here, &["play", "minimax", "ia", "--board", "board.txt"]);
    assert_eq!(said.status, 0);
    assert!(said.err.contains("seed "), "{}", said.err);
}
