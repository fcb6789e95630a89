//! The commands of the game as processes. The arena tests rules, agents and bots.

use std::fs;

use serde_json::Value;

use super::program::{command, directory, objects, run, run_with};

/// The original's 4x4 board: ten empty cells and twelve edges.
pub(crate) const BOARD: &str = "\
4
0 - 0 + 3 + 0
-   -   -   -
0 + 2 + 0 - 0
+   +   -   +
2 + 0 - 0 + 3
-   -   -   -
4 + 0 + 2 + 0
";

pub(crate) fn with_board(name: &str) -> std::path::PathBuf {
    let here = directory(name);
    fs::write(here.join("board.txt"), BOARD).unwrap();
    here
}

#[test]
fn board_files_are_strict_unless_lenient() {
    let here = with_board("boards");
    for (name, text, place) in [
        ("token", BOARD.replace("0 + 2 + 0 - 0", "0 + 2 + x - 0"), ":4:9: "),
        ("edge", BOARD.replace("+   +   -   +", "+   +.  -   +"), ":5:5: "),
        ("long", BOARD.replace("4 + 0 + 2 + 0", "4 + 0 + 2 + 0 - 1"), ":8:"),
        ("short", BOARD.replace("4 + 0 + 2 + 0\n", ""), ":"),
        ("size", BOARD.replacen('4', "5", 1), ":1:1: "),
    ] {
        let file = format!("{name}.txt");
        fs::write(here.join(&file), text).unwrap();
        let said = run(&here, &["match", "ia", "minimax", "--board", &file]);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{name}: {}", said.err);
        assert!(said.err.contains(&format!("{file}{place}")), "{name}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "{name}: {}", said.err);
    }
    // The original ignores an edge like this.
    let said =
        run(&here, &["match", "ia", "minimax", "--board", "edge.txt", "--lenient", "--json"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let said = run(&here, &["match", "ia", "minimax", "--board", "missing.txt"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("missing.txt: no such file"), "{}", said.err);
}

#[test]
fn a_recorded_game_is_replayed_and_analysed() {
    let here = with_board("recorded");
    let arguments =
        ["match", "random-valid", "ia", "--board", "board.txt", "--record", "games.jsonl"];
    assert_eq!(run(&here, &arguments).status, 0);
    let said = run(&here, &["replay", "games.jsonl", "--game", "1", "--boards"]);
    assert_eq!(said.status, 0);
    assert!(said.out.starts_with("game 1: ia - random-valid\n   1  1  r"), "{}", said.out);
    assert!(said.out.contains("├─+─+─┼───+─┤"), "{}", said.out);

    // A random player makes mistakes on this small board, and all values are exact.
    let points = objects(&run(&here, &["analyse", "games.jsonl", "--json"]));
    assert!(!points.is_empty());
    let record = fs::read_to_string(here.join("games.jsonl")).unwrap();
    let plies: Vec<Value> =
        record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for point in &points {
        assert_eq!(point["exact"], true, "{point}");
        let sign = if point["player"] == 1 { 1 } else { -1 };
        let margin = |name: &str| sign * point[name].as_i64().unwrap();
        assert!(margin("margin_after") < margin("margin_before"), "{point}");
        assert_ne!(point["played"], point["better"]);
        // It names a ply of that game, by the player who moved.
        let mut game = plies.iter().skip_while(|line| line["game"] != point["game"]);
        let ply = game.find(|line| line["ply"] == point["turning_ply"]).unwrap();
        assert_eq!(ply["player"], point["player"]);
    }
    let text = run(&here, &["analyse", "games.jsonl", "--moves", "1"]);
    assert!(text.out.starts_with("game 0: random-valid - ia\n"), "{}", text.out);
    assert!(text.out.contains(" instead of "), "{}", text.out);
    assert!(text.out.lines().count() <= 4, "{}", text.out);

    // Standard input may hold a record or a board.
    let piped = run_with(&here, &["analyse", "-", "--moves", "1"], record.as_bytes());
    assert_eq!((piped.status, &piped.out), (0, &text.out), "{}", piped.err);
    let file = fs::File::open(here.join("games.jsonl")).unwrap();
    let said: super::program::Said =
        command(&here, &["analyse", "-", "--moves", "1"]).stdin(file).output().unwrap().into();
    assert_eq!((said.status, &said.out), (0, &text.out), "{}", said.err);
    let piped = run_with(&here, &["analyse", "-"], BOARD.as_bytes());
    assert_eq!(piped.out, run(&here, &["analyse", "board.txt"]).out, "{}", piped.err);
    assert_eq!(piped.status, 0);
    // A modified record is reported.
    fs::write(here.join("wrong.jsonl"), record.replacen("\"points\":", "\"points\":1", 1)).unwrap();
    let said = run(&here, &["replay", "wrong.jsonl"]);
    assert_eq!(said.status, 1, "{}", said.err);
    assert!(said.err.contains("wrong.jsonl: game 0: "), "{}", said.err);
    fs::write(here.join("cut.jsonl"), "{\"type\":\"game\"}\n").unwrap();
    let said = run(&here, &["replay", "cut.jsonl"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("cut.jsonl:1:1: "), "{}", said.err);
}

#[test]
fn a_position_is_analysed() {
    let here = with_board("position");
    let said = run(&here, &["analyse", "board.txt", "--json"]);
    let object = &objects(&said)[0];
    assert_eq!((said.status, &object["exact"]), (0, &Value::Bool(true)));
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves[0]["value"], object["value"]);
    assert_eq!(moves[0]["move"], object["line"][0]);
    let values: Vec<i64> = moves.iter().map(|mv| mv["value"].as_i64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    // The lenient reader reads the board like the original program.
    fs::write(here.join("quirk.txt"), BOARD.replace("+   +   -   +", "+   +.  -   +")).unwrap();
    let quirk = run(&here, &["analyse", "quirk.txt", "--lenient", "--json"]);
    assert_eq!((quirk.status, &objects(&quirk)[0]["exact"]), (0, &Value::Bool(true)));
    assert_eq!(run(&here, &["analyse", "quirk.txt"]).status, 2);
    assert_eq!(run(&here, &["analyse", "board.txt", "--side", "9"]).status, 2);
    let said = run(&here, &["analyse", "board.txt", "--moves", "2"]);
    assert!(said.out.starts_with(&format!("value {:+} for the player", values[0])), "{}", said.out);
    assert!(said.out.contains("--moves N shows them"), "{}", said.out);
}

#[test]
fn perft_counts() {
    let here = directory("perft");
    let count = |arguments: &[&str]| run(&here, &[&["perft"], arguments].concat()).out;
    // The first placement rules out 29 of 729 pairs, and 11 of 64.
    assert!(count(&["2", "--side", "4"]).contains(&(64 * 53).to_string()));
    assert!(count(&["2"]).contains(&(729 * 700).to_string()));
    let divided = count(&["2", "--side", "4", "--divide"]);
    assert_eq!(divided.lines().filter(|line| line.ends_with(" 53")).count(), 64, "{divided}");
}

#[test]
fn agents_are_listed_and_explained() {
    let here = directory("agents");
    let ids: Vec<String> = objects(&run(&here, &["agents", "--json"]))
        .iter()
        .map(|agent| agent["id"].as_str().unwrap().to_owned())
        .collect();
    let expected = [
        "random-no-validation",
        "random-valid",
        "first-valid",
        "minimax",
        "alphabeta",
        "ia",
        "strong",
        "mcts",
        "perfect4",
        "human",
    ];
    assert_eq!(ids, expected);
    assert!(run(&here, &["agents", "strong"]).out.contains("ms"));
    // A seed repeats the moves of a program, not of a person.
    assert!(run(&here, &["agents", "random-valid"]).out.contains("random        yes: --seed"));
    assert!(!run(&here, &["agents", "human"]).out.contains("--seed"));
    // Each command documents its default seed.
    let help = run(&here, &["play", "--help"]).out;
    assert!(help.contains("[default: drawn and printed]"), "{help}");
    assert!(!help.contains("[default: 1]"), "{help}");
    assert!(run(&here, &["match", "--help"]).out.contains("random choices [default: 1]"));
    let said = run(&here, &["agents", "stron"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("`strong`"), "{}", said.err);
    // Agents that cannot play are reported before the first game.
    for (arguments, message) in [
        (&["match", "perfect4", "ia"][..], "plays 4x4 boards"),
        (
            &["match", "perfect4", "ia", "--side", "4", "--passing", "unlimited"],
            "another pass rule",
        ),
        (&["match", "human", "ia"], "quadrille play"),
        (&["match", "ia", "minmax"], "did you mean `minimax`?"),
        (&["match", "ia", "cmd:"], "names no program"),
        (
            &["match", "ia", "minimax", "--side", "7"],
            "side 7 fits only boxes of one row; add --box 1x7",
        ),
        (
            &["match", "ia", "minimax", "--side", "50"],
            "side 50 is not supported; sides are 4 to 49",
        ),
        (
            &["match", "ia", "minimax", "--lenient"],
            "`--lenient` has no effect without `--board FILE`",
        ),
        (&["match", "ia", "minimax", "--openings", "random:100"], "random:K"),
        (&["match", "ia", "minimax", "--passing", "never"], "unknown pass rule `never`"),
    ] {
        let said = run(&here, arguments);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(message), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn an_engine_is_a_bot_that_complies() {
    let here = directory("engine");
    let program = env!("CARGO_BIN_EXE_quadrille");
    let said = run(&here, &["check-bot", program, "engine", "first-valid"]);
    assert_eq!(said.status, 0, "{}", said.out);
    assert!(said.out.lines().count() >= 10, "{}", said.out);
    assert!(said.out.lines().all(|line| line.starts_with("ok ")), "{}", said.out);
    // It plays the same game through the pipe as in the process.
    let games = |agent: &str| {
        let games = ["--side", "4", "--json", "--games", "6", "--openings", "random:3"];
        let said = run(&here, &[&["match", agent, "minimax"], &games[..]].concat());
        assert_eq!(said.status, 0, "{}", said.err);
        let object = objects(&said).remove(0);
        (object["games"].clone(), object["margin_mean"].clone())
    };
    assert_eq!(games(&format!("cmd:'{program}' engine ia")), games("ia"));
    let said = run(&here, &["check-bot", "--json", "no-such-program-here"]);
    assert_eq!(said.status, 1);
    assert!(objects(&said).iter().any(|step| step["ok"] == false), "{}", said.out);
}

#[test]
fn a_clock_ends_every_move_of_every_player() {
    let here = with_board("clock");
    // Late in a game the tree holds all positions, and only the clock ends the search.
    for agent in ["mcts:ms=5", "strong:ms=5"] {
        let began = std::time::Instant::now();
        let said = run(&here, &["match", agent, "random-valid", "--board", "board.txt"]);
        assert_eq!(said.status, 0, "{agent}: {}", said.err);
        assert!(began.elapsed() < std::time::Duration::from_secs(60), "{agent}");
    }
}

#[test]
fn a_duel_of_a_tournament_counts_only_its_own_games() {
    let here = directory("duels");
    // All three are deterministic, so each pair plays the same games alone as in the tournament. One
    // forfeits all games, so reasons and forfeits differ by duel.
    let names = ["ia", "first-valid", "cmd:sh -c 'exit 3'"];
    let tournament = [&["tournament"], &names[..], &["--side", "4", "--json"]].concat();
    let said = run(&here, &tournament);
    assert_eq!(said.status, 0, "{}", said.err);
    let object = objects(&said).remove(0);
    let duels = object["duels"].as_array().unwrap();
    assert_eq!(duels.len(), 3);
    let mut moves = 0;
    for duel in duels {
        let pair: Vec<&str> =
            duel["agents"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let alone = run(&here, &["match", pair[0], pair[1], "--side", "4", "--json"]);
        let mut alone = objects(&alone).remove(0);
        let mut duel = duel.clone();
        for object in [&mut alone, &mut duel] {
            for effort in object["effort"].as_array_mut().unwrap() {
                effort.as_object_mut().unwrap().retain(|name, _| !name.contains("seconds"));
                moves += effort["moves"].as_u64().unwrap();
            }
        }
        assert_eq!(duel, alone);
        assert_eq!(
            duel["reasons"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>(),
            2
        );
    }
    // The total effort of the agents is that of their duels, which were counted twice above.
    let standings = object["standings"].as_array().unwrap();
    let all: u64 = standings.iter().map(|a| a["effort"]["moves"].as_u64().unwrap()).sum();
    assert_eq!(2 * all, moves);
    assert!(all > 0);
}

#[test]
fn results_go_to_standard_error_if_games_go_to_standard_output() {
    let here = directory("record-out");
    let record = ["--side", "4", "--record", "-"];
    let told = |said: &super::program::Said| {
        assert_eq!(said.status, 0, "{}", said.err);
        // Standard output has only the record.
        let lines = objects(said);
        assert_eq!(lines.iter().filter(|line| line["type"] == "result").count(), 2);
        assert!(lines.iter().all(|line| line["type"].is_string() || line["ply"].is_u64()));
    };
    let a_match = [&["match", "ia", "first-valid"], &record[..]].concat();
    // Results are not notes, so --quiet does not suppress them.
    for quiet in [&[][..], &["--quiet"]] {
        let said = run(&here, &[&a_match[..], quiet].concat());
        told(&said);
        assert!(said.err.starts_with("ia against first-valid\ngames   "), "{}", said.err);
    }
    let said = run(&here, &[&a_match[..], &["-o", "summary.txt"]].concat());
    told(&said);
    assert_eq!(said.err, "");
    let summary = fs::read_to_string(here.join("summary.txt")).unwrap();
    assert!(summary.starts_with("ia against first-valid\ngames   "), "{summary}");
    let said = run(&here, &[&["tournament", "ia", "first-valid"], &record[..]].concat());
    told(&said);
    assert!(said.err.contains("Elo (95%)"), "{}", said.err);
}

#[test]
fn a_broken_record_is_reported_with_its_place_and_what_to_do() {
    let here = with_board("broken-record");
    let arguments =
        ["match", "first-valid", "ia", "--board", "board.txt", "--record", "games.jsonl"];
    assert_eq!(run(&here, &arguments).status, 0);
    let record = fs::read_to_string(here.join("games.jsonl")).unwrap();
    let third = record.lines().nth(2).unwrap();
    let mend = "; fix the line, or remove the lines of its game";
    let other = "; this is not a file of recorded games";
    let cases = [
        (
            record.replacen(third, &third[..11], 1),
            "3:11: not a JSON object of a game record: EOF while parsing a string",
            mend,
        ),
        (
            record.replacen(third, &third.replacen("\"ply\":2", "\"ply\":true", 1), 1),
            "3:11: not a ply of a game record: invalid type: boolean `true`, expected u32",
            mend,
        ),
        (
            record.replacen("\"players\"", "\"people\"", 1),
            "1:1: not a `game` of a game record: missing field `players`",
            other,
        ),
        (
            record.replacen(third, "{}", 1),
            "3:1: not a line of a game record: it has no `ply`, and its `type` is not `game` or `result`",
            mend,
        ),
        (
            "{\"run\":1}\n".to_owned(),
            "1:1: not a line of a game record: it has no `ply`, and its `type` is not `game` or `result`",
            other,
        ),
        ("hello\n".to_owned(), "1:1: not a JSON object of a game record: expected value", other),
        (format!("{third}\n"), "1:1: a game begins with an object of the type `game`", other),
    ];
    for (text, what, advice) in cases {
        fs::write(here.join("broken.jsonl"), &text).unwrap();
        for command in ["replay", "analyse"] {
            let said = run(&here, &[command, "broken.jsonl"]);
            assert_eq!((said.status, said.out.as_str()), (2, ""), "{what}: {}", said.err);
            assert!(said.err.starts_with("broken.jsonl:"), "{what}: {}", said.err);
            assert!(said.err.contains(what), "{what}: {}", said.err);
            assert!(said.err.trim_end().ends_with(advice), "{what}: {}", said.err);
            assert!(!said.err.contains("at line 1"), "{}", said.err);
        }
    }
}

#[test]
fn a_program_that_cannot_be_started_is_an_error_before_the_first_game() {
    let here = directory("not-started");
    let reason = std::process::Command::new("./no-such-program").spawn().unwrap_err();
    let told = format!("error: cannot start `./no-such-program`: {reason}; name a program that ");
    let [good, bad] = ["cmd:sh -c 'exit 3'", "cmd:./no-such-program"];
    for arguments in [
        &["match", bad, "first-valid", "--record", "games.jsonl"][..],
        &["match", "first-valid", bad, "--quiet"],
        &["tournament", "ia", good, bad, "-o", "cup"],
        &["play", "human", bad, "--record", "games.jsonl"],
    ] {
        let said = run(&here, &[arguments, &["--side", "4", "--json"]].concat());
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}: {}", said.err);
        assert!(said.err.starts_with(&told), "{arguments:?}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    }
    // Nothing was created.
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0);
    // A program that ends later loses its games, whatever it prints.
    let lying = "cmd:sh -c 'echo cannot start >&2; exit 1'";
    let said = run(&here, &["match", lying, "first-valid", "--side", "4", "--json"]);
    assert_eq!(said.status, 0);
    assert_eq!(
        said.err,
        "note: `cmd:sh -c \"echo cannot start >&2; exit 1\"` lost game 0 (the program ended (exit \
         status: 1): cannot start); further games lost like this are only \
         counted\n"
    );
    assert_eq!(objects(&said)[0]["reasons"]["forfeit"], 2);
    let quiet = run(&here, &["match", lying, "first-valid", "--side", "4", "--quiet"]);
    assert_eq!((quiet.status, quiet.err.as_str()), (0, ""));
}

/// Every object can be reproduced.
#[test]
fn the_seed_is_in_every_object_of_the_game() {
    let here = with_board("seeds");
    let program = env!("CARGO_BIN_EXE_quadrille");
    let games = ["match", "random-valid", "ia", "--board", "board.txt"];
    assert_eq!(
        run(&here, &[&games[..], &["--seed", "5", "--record", "g.jsonl"]].concat()).status,
        0
    );
    let trace =
        ["solve", "--with", "annealing", "--trace", "run.trace", "--seed", "5", "1..............."];
    assert_eq!(run(&here, &trace).status, 0);
    for arguments in [
        &games[..],
        &["tournament", "random-valid", "ia", "first-valid", "--side", "4"],
        &["play", "random-valid", "ia", "--side", "4"],
        &["analyse", "board.txt"],
        &["analyse", "g.jsonl"],
        &["replay", "g.jsonl"],
        &["replay", "run.trace", "--boards"],
        &["perft", "2", "--side", "4", "--divide"],
        &["check-bot", program, "engine", "random-valid"],
    ] {
        // Options come before the command: those after a program belong to the program.
        let uses_seed = !["analyse", "replay", "perft"].contains(&arguments[0]);
        let options: &[&str] = if uses_seed { &["--json", "--seed", "5"] } else { &["--json"] };
        let said = run(&here, &[options, arguments].concat());
        assert_eq!(said.status, 0, "{arguments:?}: {}", said.err);
        let objects = objects(&said);
        assert!(!objects.is_empty(), "{arguments:?}");
        // A replay gives the seed of its record.
        let expected = if uses_seed || arguments[0] == "replay" { 5 } else { 1 };
        assert!(
            objects.iter().all(|object| object["seed"] == expected),
            "{arguments:?}: {objects:?}"
        );
    }
}

#[test]
fn few_games_prove_little() {
    let here = directory("few-games");
    let games = |number: &str, json: &[&str]| {
        let agents = ["match", "first-valid", "cmd:sh -c 'exit 3'", "--side", "4", "--games"];
        let said = run(&here, &[&agents[..], &[number, "--openings", "random:2"], json].concat());
        assert_eq!(said.status, 0, "{}", said.err);
        said
    };
    let said = games("2", &[]);
    assert!(
        said.out.contains("\nElo     unknown: an interval takes at least two pairs"),
        "{}",
        said.out
    );
    let said = games("4", &[]);
    assert!(said.out.contains("\nElo     above -216 (95 %)\n"), "{}", said.out);
    let object = &objects(&games("20", &["--json"]))[0];
    assert_eq!(object["pairs"]["wins"], 10);
    assert!(object["elo"].is_null() && object["elo_high"].is_null(), "{object}");
    // Ten pairs of equal players end like this in one of a thousand matches.
    let low = object["elo_low"].as_f64().unwrap();
    assert!((50.0..150.0).contains(&low), "{low}");
}

/// Long names get lines of their own, unbroken, so that everything else fits 80 columns.
#[cfg(unix)]
#[test]
fn tables_of_results_fit_80_columns() {
    let here = directory("narrow-tables");
    let long = format!("cmd:sh -c 'exit 3' {}", "argument ".repeat(9).trim());
    let agents = ["strong:ms=1,nodes=1000000", "mcts:ms=1,goal=margin", &long];
    let name = long.replace('\'', "\"");
    let games = ["--side", "6", "--games", "4", "--openings", "random:4"];
    for (command, agents) in
        [("match", &agents[..2]), ("match", &agents[1..]), ("tournament", &agents)]
    {
        let said = run(&here, &[&[command], agents, &games].concat());
        assert_eq!(said.status, 0, "{}", said.err);
        for line in said.out.lines().filter(|line| !line.contains(&name)) {
            assert!(line.chars().count() <= 80, "{line}");
        }
        for agent in agents.iter().map(|agent| agent.replace('\'', "\"")) {
            assert!(said.out.matches(&agent).count() >= 3, "{agent} in {}", said.out);
        }
    }
}

/// The program exists at first, but not when the games begin or after they are played.
#[cfg(unix)]
#[test]
fn a_program_that_disappears_loses_the_rest() {
    let here = directory("goes-away");
    let script = "#!/bin/sh\nread a || { rm -f bot.sh; exit; }\n";
    let lay = || {
        use std::os::unix::fs::PermissionsExt;
        let path = here.join("bot.sh");
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    lay();
    let games = ["match", "cmd:./bot.sh", "first-valid", "--side", "4", "--record", "g.jsonl"];
    let said = run(&here, &games);
    assert_eq!(said.status, 0, "{}", said.err);
    let told = "note: `cmd:./bot.sh` lost game 0 (cannot start `./bot.sh`: ";
    assert!(said.err.starts_with(told), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    // Showing a complete record starts no program.
    let again = run(&here, &games);
    assert_eq!((again.status, &again.out), (0, &said.out), "{}", again.err);
}

/// Byte order marks, blank lines and pipes, which can be read only once, do not matter.
#[test]
fn records_are_recognized_wherever_they_come_from() {
    let here = directory("records-known");
    let made = ["match", "first-valid", "ia", "--side=4", "--games=1", "--record=games.jsonl"];
    assert_eq!(run(&here, &made).status, 0);
    let text = fs::read_to_string(here.join("games.jsonl")).unwrap();
    let analyse = ["analyse", "--nodes=100", "--threads=1"];
    let expected = run(&here, &[&analyse[..], &["games.jsonl"]].concat()).out;
    assert!(expected.starts_with("game 0: first-valid - ia"), "{expected}");
    for begin in ["", "\u{feff}", "\n \n"] {
        let text = format!("{begin}{text}");
        fs::write(here.join("games"), &text).unwrap();
        assert_eq!(run(&here, &[&analyse[..], &["games"]].concat()).out, expected, "{begin:?}");
        assert_eq!(run(&here, &["replay", "games"]).status, 0, "{begin:?}");
        assert_eq!(run_with(&here, &["replay", "-"], text.as_bytes()).status, 0, "{begin:?}");
        for name in ["-", "/dev/stdin"] {
            if cfg!(unix) || name == "-" {
                let piped = run_with(&here, &[&analyse[..], &[name]].concat(), text.as_bytes());
                assert_eq!(piped.out, expected, "{begin:?} {name}");
            }
        }
    }
    let board = ["analyse", "--moves=1", "1234341221......"];
    let expected = run(&here, &board).out;
    for name in ["-", "/dev/stdin"] {
        if cfg!(unix) || name == "-" {
            let said = run_with(&here, &[&board[..2], &[name]].concat(), b"1234341221......\n");
            assert_eq!((said.out.as_str(), said.err.as_str()), (expected.as_str(), ""), "{name}");
        }
    }
    let traced = ["solve", "--with=norvig", "--trace=run.trace", "1..............."];
    assert_eq!(run(&here, &traced).status, 0);
    let trace = format!("\u{feff}{}", fs::read_to_string(here.join("run.trace")).unwrap());
    assert_eq!(run_with(&here, &["replay", "-"], trace.as_bytes()).status, 0);
}

#[test]
fn options_of_games_without_effect_are_refused() {
    let here = with_board("games-no-effect");
    let record = ["match", "ia", "minimax", "--board", "board.txt", "--record", "games.jsonl"];
    assert_eq!(run(&here, &record).status, 0);
    for (arguments, message) in [
        (&["analyse", "games.jsonl", "--passing", "forbidden"][..], "`--passing` has no effect"),
        (&["analyse", "games.jsonl", "--box", "2x2"], "`--box` has no effect"),
        (&["analyse", "games.jsonl", "--after-pass"], "`--after-pass` has no effect"),
        (&["analyse", "board.txt", "--threads", "2"], "`--threads` has no effect on a position"),
        (&["analyse", "board.txt", "--json", "--moves=1"], "`--moves` has no effect"),
        (&["replay", "games.jsonl", "--json", "--boards"], "`--boards` has no effect"),
        (&["perft", "1", "--passing", "forbidden"], "unexpected argument '--passing'"),
        (&["analyse", "board.txt", "--illegal", "forfeit"], "unexpected argument '--illegal'"),
        (&["match", "ia", "ia", "--overwrite"], "`--overwrite` has no effect"),
        (&["match", "ia", "ia", "--overwrite", "--record=-"], "`--overwrite` has no effect"),
        (&["play", "ia", "ia", "--overwrite"], "--record <FILE>"),
    ] {
        let said = run(&here, arguments);
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(message), "{arguments:?}: {}", said.err);
    }
}
