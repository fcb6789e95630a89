//! `play` on a terminal: lines, which the terminal edits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::games::with_board;
use super::program::{command, directory, run};
use super::pseudo_terminal::Terminal;

const HERE: &str = "quadrille-game.jsonl";

fn play_command(here: &Path, arguments: &[&str]) -> Command {
    let mut command = command(here, &[&["play", "--seed", "1"], arguments].concat());
    command.env("TERM", "xterm-256color");
    for variable in ["CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "CI"] {
        command.env_remove(variable);
    }
    command
}

fn play(here: &Path, arguments: &[&str], size: [usize; 2]) -> Terminal {
    let mut terminal = Terminal::start(play_command(here, arguments), size);
    terminal.wait_for("lists commands > ");
    terminal
}

#[test]
fn a_game_is_lines() {
    let here = with_board("play-lines");
    let arguments = ["human", "first-valid", "--board", "board.txt", "--color=never"];
    for (width, rows) in [
        (80, ["    1 2   3 4", "  ├─+─+─┼───+─┤", "1 │ 1[4]+ 3+. │"]),
        (14, ["  1 2 3 4", " ─+─+┼──+─", "1 1[4+3+."]),
    ] {
        let mut terminal = play(&here, &arguments, [24, width]);
        terminal.keys("r1c1=4\n");
        terminal.wait_for("r1c1 sees the 4");
        terminal.keys("r1c1=3\x7f1\n");
        terminal.wait_for("player 2: r1c2=4");
        let shown = terminal.wait_for("(1 - 4)");
        let at = |row: &str| shown.iter().rposition(|shown| shown == row);
        assert!(rows.iter().all(|row| at(row).is_some()), "{shown:#?}");
        assert!(terminal.is_cooked());
        terminal.keys("undo\n");
        terminal.wait_for("(0 - 0)");
        terminal.keys("hnt\n");
        terminal.wait_for("`hnt` is not a move");
        terminal.keys("quit\n");
        assert_eq!(terminal.end().0, Some(0));
        assert!(!terminal.screen.written.contains('\x1b'), "{}", terminal.screen.written);
        assert!(terminal.screen.written.contains("first-valid is thinking…"));
    }
}

#[test]
fn color_is_used_where_it_is_wanted() {
    let here = directory("play-color");
    for (arguments, variable, is_colored) in [
        (&[][..], ("TERM", "xterm"), true),
        (&[], ("NO_COLOR", "1"), false),
        (&[], ("TERM", "dumb"), false),
        (&["--color=always"], ("NO_COLOR", "1"), true),
        (&["--color=never"], ("TERM", "xterm"), false),
        (&["--plain"], ("TERM", "xterm"), true),
    ] {
        let mut command = play_command(&here, &[&["--side", "4"], arguments].concat());
        command.env(variable.0, variable.1);
        let mut terminal = Terminal::start(command, [24, 80]);
        terminal.wait_for("lists commands > ");
        terminal.keys("1 1 4\n");
        terminal.wait_for("player 2: ");
        terminal.wait_for("(4 - ");
        let is_styled = terminal.screen.written.contains("\x1b[");
        assert_eq!(is_styled, is_colored, "{arguments:?} {variable:?}");
        terminal.keys("quit\n");
        assert_eq!(terminal.end().0, Some(0));
        fs::remove_file(here.join(HERE)).unwrap();
    }
}

/// Sends a signal to the program.
fn signal(terminal: &Terminal, name: &str) {
    let process = terminal.child.id().to_string();
    assert!(Command::new("kill").args([name, &process]).status().unwrap().success());
}

/// Plays a move and stops the program. Returns its status and what the terminal shows then.
fn stopped(here: &Path, stop: impl FnOnce(&mut Terminal)) -> (Option<i32>, String) {
    let mut terminal = play(here, &["human", "first-valid", "--side=4"], [24, 80]);
    terminal.keys("r1c1=4\n");
    terminal.wait_for("player 2: r1c2=3");
    stop(&mut terminal);
    let (status, rows) = terminal.end();
    if status.is_some() {
        assert!(terminal.is_cooked(), "{rows:#?}");
    }
    (status, rows.join("\n"))
}

#[test]
fn a_game_is_kept_however_it_stops() {
    let here = directory("play-kept");
    let precious = "not a game\n";
    fs::write(here.join(HERE), precious).unwrap();
    let kept = |number: usize| here.join(format!("quadrille-game-{number}.jsonl"));
    for (index, (keys, name, status, why)) in [
        ("quit\n", "", Some(0), "you quit"),
        ("\x04", "", Some(0), "the input ended"),
        ("", "-INT", Some(130), "interrupted"),
        ("", "-TERM", Some(130), "interrupted"),
        ("", "-HUP", Some(130), "interrupted"),
        ("", "-KILL", None, ""),
    ]
    .into_iter()
    .enumerate()
    {
        let (ended, shown) = stopped(&here, |terminal| match name {
            "" => terminal.keys(keys),
            name => signal(terminal, name),
        });
        assert_eq!(ended, status, "{shown}");
        let path = kept(index + 2);
        if !why.is_empty() {
            let file = path.file_name().unwrap().to_str().unwrap();
            let note = format!("note: {why}: the moves so far are in {file}; ");
            assert!(shown.replace('\n', "").contains(&note), "{shown}");
            assert!(shown.contains("4 - 3, unfinished after 2 plies"), "{shown}");
        }
        let said = run(&here, &["replay", path.to_str().unwrap()]);
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{why}");
        assert!(said.out.contains("unfinished after 2 plies"), "{}", said.out);
    }
    assert_eq!(fs::read_to_string(here.join(HERE)).unwrap(), precious);
    // A game that is resumed has all its moves, and remains, since it was named.
    let path = kept(7);
    let go_on = ["--continue", "--record", path.to_str().unwrap()];
    let mut terminal = Terminal::start(command(&here, &[&["play"], &go_on[..]].concat()), [24, 80]);
    let rows = terminal.wait_for("player 1 (4 - 3)");
    assert!(rows.join("\n").contains("│ 4[3]│"), "{rows:#?}");
    terminal.keys("resign\n");
    let (status, rows) = terminal.end();
    assert_eq!(status, Some(0));
    assert!(
        rows.join("\n").contains("first-valid wins (forfeit: player 1: resigned)"),
        "{rows:#?}"
    );
    assert!(fs::read_to_string(&path).unwrap().contains("player 1: resigned\""));
}

#[test]
fn a_game_that_is_over_leaves_nothing_unasked() {
    let here = directory("play-over");
    let (status, shown) = stopped(&here, |terminal| terminal.keys("resign\n"));
    assert_eq!(status, Some(0));
    assert!(shown.contains("wins (forfeit: player 1: resigned)"), "{shown}");
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0);
    // Nor does one without moves.
    let mut terminal = play(&here, &["--side=4"], [24, 80]);
    terminal.keys("quit\n");
    assert_eq!(terminal.end().0, Some(0));
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0);
}

#[test]
fn games_at_the_same_time_have_files_of_their_own() {
    let here = directory("play-two");
    let mut terminals: Vec<Terminal> =
        (0..3).map(|_| play(&here, &["human", "first-valid", "--side=4"], [24, 80])).collect();
    for (terminal, keys) in terminals.iter_mut().zip(["1 1 4\n", "1 1 3\n", "1 1 2\n"]) {
        terminal.keys(keys);
    }
    for terminal in &mut terminals {
        terminal.wait_for("player 2: r1c2=");
        terminal.keys("quit\n");
        assert_eq!(terminal.end().0, Some(0));
    }
    let mut files: Vec<PathBuf> =
        fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 3, "{files:?}");
    let firsts: std::collections::BTreeSet<String> = files
        .iter()
        .map(|file| fs::read_to_string(file).unwrap().lines().nth(1).unwrap().to_owned())
        .map(|ply| ply.split("\"value\":").nth(1).unwrap()[..1].to_owned())
        .collect();
    assert_eq!(firsts.into_iter().collect::<Vec<_>>(), ["2", "3", "4"]);
    // Two cannot resume the same game.
    let go_on = ["play", "--continue", "--record", HERE];
    let mut first = Terminal::start(command(&here, &go_on), [24, 80]);
    first.wait_for("lists commands > ");
    let mut second = Terminal::start(command(&here, &go_on), [24, 80]);
    let (status, rows) = second.end();
    assert_eq!(status, Some(2), "{rows:#?}");
    assert!(rows.join(" ").contains("another process"), "{rows:#?}");
}

#[test]
fn a_full_disk_does_not_end_the_game() {
    let here = directory("play-full");
    let program = env!("CARGO_BIN_EXE_quadrille");
    let script = format!("ulimit -f 0; exec '{program}' play human first-valid --side=4 --seed 1");
    let mut command = Command::new("sh");
    command.current_dir(&here).args(["-c", &script]).env("TERM", "xterm");
    let mut terminal = Terminal::start(command, [24, 80]);
    terminal.wait_for("lists commands > ");
    terminal.keys("r1c1=4\n");
    terminal.wait_for("the game is not saved: ");
    terminal.keys("r2c3=4\n");
    terminal.wait_for("player 2: r1c3=2");
    terminal.keys("quit\n");
    let (status, rows) = terminal.end();
    assert_eq!(status, Some(3), "{rows:#?}");
    assert!(rows.join(" ").contains("cannot write"), "{rows:#?}");
}

#[test]
fn a_level_names_an_opponent() {
    let here = directory("play-level");
    for (level, agent) in [("beginner", "random-valid"), ("casual", "first-valid")] {
        let mut terminal = play(&here, &["--level", level, "--seat", "2", "--side=4"], [24, 80]);
        terminal.wait_for("player 2 (");
        terminal.keys("quit\n");
        assert_eq!(terminal.end().0, Some(0));
        let record = fs::read_to_string(here.join(HERE)).unwrap();
        assert!(record.contains(&format!("\"players\":[\"{agent}\",\"human\"]")), "{record}");
        fs::remove_file(here.join(HERE)).unwrap();
    }
    let said = run(&here, &["play", "--level", "clubb"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("unknown level `clubb`; did you mean `club`?"), "{}", said.err);
    for arguments in [&["play", "--level", "club", "ia"][..], &["play", "--seat", "3"]] {
        assert_eq!(run(&here, arguments).status, 2, "{arguments:?}");
    }
}
