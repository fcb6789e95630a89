//! `play` on a terminal, where the game is drawn in place. The frames are kept as goldens in
//! `tests/golden/play`; `QUADRILLE_UPDATE_GOLDENS=1` writes them anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

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
    terminal.wait_for(">  ");
    terminal
}

/// Compares frames with those that were kept.
fn assert_golden(name: &str, frames: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/play").join(name);
    if std::env::var_os("QUADRILLE_UPDATE_GOLDENS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, frames).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(frames, kept, "{}: QUADRILLE_UPDATE_GOLDENS=1 writes it anew", path.display());
}

/// A short game, as frames below each other.
fn recorded(here: &Path, arguments: &[&str], size: [usize; 2], moves: &[[&str; 2]]) -> String {
    let mut terminal = play(here, &[&["human", "first-valid"], arguments].concat(), size);
    let mut frames = terminal.wait_for("to move");
    for [typed, expected] in moves {
        terminal.keys(typed);
        frames.push("─".repeat(size[1]));
        frames.extend(terminal.wait_for(expected));
        assert_eq!(terminal.screen.scrolled, 0);
    }
    terminal.keys("\x15quit\r");
    let (status, _) = terminal.end();
    assert_eq!(status, Some(0));
    // What was left behind is not for the next game.
    let _ = fs::remove_file(here.join(HERE));
    frames.join("\n") + "\n"
}

#[test]
fn frames_are_as_they_were() {
    let here = with_board("play-frames");
    let nine: &[[&str; 2]] = &[
        ["r5c5", "r5c5: 1 2 3 4 5 6 7 8 9"],
        ["=9\r", "player 2: r1c1=9"],
        ["1 2 8\r", "player 2: r1c3="],
        ["hnt\r", "`hnt` is not a move"],
    ];
    let edges: &[[&str; 2]] = &[
        ["r1c1=4\r", "r1c1 sees the 4"],
        ["r1c1=1\r", "player 2: r1c2=4"],
        ["undo\r", "to move; type"],
        ["help\r", "Enter: "],
    ];
    let six: &[[&str; 2]] = &[["1 1 6\r", "player 2: r1c2=5"], ["moves\r", "r1c2=5 +5"]];
    for (name, arguments, moves, size) in [
        ("9x9-on-80x24", &[][..], nine, [24, 80]),
        ("9x9-on-40x20", &[], nine, [20, 40]),
        ("edges-4x4-on-80x24", &["--board", "board.txt"], edges, [24, 80]),
        ("edges-4x4-on-40x20", &["--board", "board.txt"], edges, [20, 40]),
        ("6x6-on-24x20", &["--side", "6"], six, [20, 24]),
    ] {
        let frames = recorded(&here, arguments, size, moves);
        assert!(frames.lines().all(|row| row.chars().count() <= size[1]), "{frames}");
        assert_golden(&format!("{name}.txt"), &frames);
        let colored = recorded(&here, &[arguments, &["--color=always"]].concat(), size, moves);
        assert_eq!(colored, frames, "color moves nothing");
    }
}

#[test]
fn color_is_used_where_it_is_wanted() {
    let here = directory("play-color");
    for (arguments, no_color, is_colored) in [
        (&[][..], false, true),
        (&[], true, false),
        (&["--color=always"], true, true),
        (&["--color=never"], false, false),
    ] {
        let mut command = play_command(&here, &[&["--side", "4"], arguments].concat());
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let mut terminal = Terminal::start(command, [24, 80]);
        let rows = terminal.wait_for("type a move");
        assert!(terminal.screen.is_alternate(), "{rows:#?}");
        let styles = terminal.screen.written.split("\x1b[").filter(|text| {
            text.split_once('m').is_some_and(|(code, _)| {
                !code.is_empty() && code.chars().all(|c| c.is_ascii_digit() || c == ';')
            })
        });
        assert_eq!(styles.count() > 0, is_colored, "{arguments:?} {no_color}");
    }
}

#[test]
fn a_terminal_without_cursor_control_gets_lines() {
    let here = directory("play-dumb");
    for (term, arguments) in [("dumb", &[][..]), ("", &[]), ("xterm", &["--plain"])] {
        let mut command = play_command(&here, &[&["human", "ia", "--side=4"], arguments].concat());
        command.env("TERM", term).env("NO_COLOR", "1");
        let mut terminal = Terminal::start(command, [24, 30]);
        terminal.wait_for("commands > ");
        assert!(terminal.is_cooked());
        terminal.keys("resign\n");
        assert_eq!(terminal.end().0, Some(0));
        assert!(!terminal.screen.written.contains('\x1b'), "{}", terminal.screen.written);
    }
    // The board is as narrow as it has to be.
    let command = play_command(&here, &["human", "ia", "--plain"]);
    let mut terminal = Terminal::start(command, [24, 24]);
    let rows = terminal.wait_for("commands");
    assert!(rows.contains(&"9 . . .│. . .│. . .".to_owned()), "{rows:#?}");
}

#[test]
fn lines_are_edited_and_come_back() {
    let here = directory("play-edit");
    let mut terminal = play(&here, &["human", "first-valid", "--side=4"], [24, 80]);
    terminal.keys("r1c1=3\x7f4\x01\x05\r");
    terminal.wait_for("player 2: r1c2=3");
    terminal.keys("undo\r");
    terminal.wait_for("to move; type");
    terminal.keys("\x1b[A\x1b[A");
    terminal.wait_for("> r1c1=4");
    terminal.keys("\r");
    terminal.wait_for("player 2: r1c2=3");
    terminal.keys("he\t\r");
    terminal.wait_for("Enter: ");
    terminal.keys("\x1b");
    terminal.wait_for("player 1 to move");
    // What is pasted waits for Enter, whatever it holds.
    terminal.keys("\x1b[200~1 3 2\nresign\n\x1b[2J\u{2028}\x1b[201~");
    terminal.wait_for("> 1 3 2 resign  [2J");
    terminal.keys("\r");
    terminal.wait_for("is not a move");
    terminal.keys("quit\r");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn garbage_and_sizes_do_no_harm() {
    let here = directory("play-garbage");
    let mut terminal = play(&here, &["human", "first-valid"], [24, 80]);
    terminal.keys("5 5 9\r");
    terminal.wait_for("player 2: r1c1=9");
    let mut state = 1_u32;
    for size in [[1, 1], [2, 200], [200, 2], [5, 9], [60, 30], [3, 3], [24, 24], [20, 40], [24, 80]]
    {
        terminal.resize(size);
        let garbage: String = (0..300)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                match (state >> 24) as u8 {
                    // Signals, the end of the input, Ctrl-Z, Enter, and moves by accident.
                    3 | 4 | 26 | 28 | 10 | 13 | b'0'..=b'9' | b'p' | b'q' => '?',
                    byte => char::from(byte),
                }
            })
            .collect();
        terminal.keys(&garbage);
        terminal.keys("\x1b[201~\r\x15\r\x15\r");
    }
    // A page may be open, and the line may hold anything.
    thread::sleep(Duration::from_millis(300));
    terminal.keys("qq\x15\x0c");
    let rows = terminal.wait_until("the board", |screen| {
        screen.rows()[10].starts_with("5 ║ . │ . │ . ║ . │ 9 │ . ║") && screen.rows()[23] == ">"
    });
    assert!(rows[2].starts_with("1 ║[9]│ . │"), "{rows:#?}");
    assert_eq!(terminal.screen.scrolled, 0);
    terminal.keys("quit\r");
    assert_eq!(terminal.end().0, Some(0));
}

/// Sends a signal to the program.
fn signal(terminal: &Terminal, name: &str) {
    let process = terminal.child.id().to_string();
    assert!(Command::new("kill").args([name, &process]).status().unwrap().success());
}

/// Plays a move and stops the program. Returns its status and what the terminal shows then.
fn stopped(here: &Path, stop: impl FnOnce(&mut Terminal)) -> (Option<i32>, String) {
    let mut terminal = play(here, &["human", "first-valid", "--side=4"], [24, 80]);
    assert!(terminal.screen.is_alternate() && !terminal.is_cooked());
    terminal.keys("r1c1=4\r");
    terminal.wait_for("player 2: r1c2=3");
    stop(&mut terminal);
    let (status, rows) = terminal.end();
    if status.is_some() {
        assert!(terminal.is_cooked() && !terminal.screen.is_alternate(), "{rows:#?}");
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
        ("quit\r", "", Some(0), "you quit"),
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
    let rows = terminal.wait_for("r1c1=4 +4");
    assert!(rows.join("\n").contains("║ 4 │[3]"), "{rows:#?}");
    terminal.keys("resign\r");
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
    let (status, shown) = stopped(&here, |terminal| terminal.keys("resign\r"));
    assert_eq!(status, Some(0));
    assert!(shown.contains("wins (forfeit: player 1: resigned)"), "{shown}");
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0);
    // Nor does one without moves.
    let mut terminal = play(&here, &["--side=4"], [24, 80]);
    terminal.keys("quit\r");
    assert_eq!(terminal.end().0, Some(0));
    assert_eq!(fs::read_dir(&here).unwrap().count(), 0);
}

#[test]
fn games_at_the_same_time_have_files_of_their_own() {
    let here = directory("play-two");
    let mut terminals: Vec<Terminal> =
        (0..3).map(|_| play(&here, &["human", "first-valid", "--side=4"], [24, 80])).collect();
    for (terminal, keys) in terminals.iter_mut().zip(["1 1 4\r", "1 1 3\r", "1 1 2\r"]) {
        terminal.keys(keys);
    }
    for terminal in &mut terminals {
        terminal.wait_for("player 2: r1c2=");
        terminal.keys("quit\r");
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
    first.wait_for("player 1 to move");
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
    terminal.wait_for("type a move");
    terminal.keys("r1c1=4\r");
    terminal.wait_for("the game is not saved: ");
    terminal.keys("r2c3=4\r");
    terminal.wait_for("player 2: r1c3=2");
    terminal.keys("quit\r");
    let (status, rows) = terminal.end();
    assert_eq!(status, Some(3), "{rows:#?}");
    assert!(rows.join(" ").contains("cannot write"), "{rows:#?}");
}

#[test]
fn a_level_names_an_opponent() {
    let here = directory("play-level");
    for (level, agent) in [("beginner", "random-valid"), ("casual", "first-valid")] {
        let mut terminal = play(&here, &["--level", level, "--seat", "2", "--side=4"], [24, 80]);
        let rows = terminal.wait_for("player 2 to move").join("\n");
        assert!(rows.contains(&format!(" 1 {agent}")) && rows.contains(">2 human"), "{rows}");
    }
    let said = run(&here, &["play", "--level", "clubb"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("unknown level `clubb`; did you mean `club`?"), "{}", said.err);
    for arguments in [&["play", "--level", "club", "ia"][..], &["play", "--seat", "3"]] {
        assert_eq!(run(&here, arguments).status, 2, "{arguments:?}");
    }
}
