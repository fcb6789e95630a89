//! What appears at a terminal, which is a pseudo-terminal here.

use std::fs::File;
use std::io::Read;
use std::process::Stdio;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::program::{PUZZLE, SOLUTION, command, directory, run};

/// Runs with standard output on a terminal, and returns what it and standard error show.
fn at_terminal(arguments: &[&str], no_color: bool) -> (String, String) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let terminal = File::options().read(true).write(true).open(name).unwrap();
    let mut command = command(&directory("terminal"), arguments);
    command.env("TERM", "xterm").stdin(Stdio::null()).stdout(terminal).stderr(Stdio::piped());
    if no_color {
        command.env("NO_COLOR", "1");
    }
    let child = command.spawn().unwrap();
    // The command holds the terminal open.
    drop(command);
    let mut shown = Vec::new();
    // The end of the terminal is an error on Linux.
    let _ = File::from(master).read_to_end(&mut shown);
    let said = child.wait_with_output().unwrap();
    let shown = String::from_utf8(shown).unwrap().replace("\r\n", "\n");
    (shown, String::from_utf8(said.stderr).unwrap())
}

#[test]
fn a_single_puzzle_is_drawn() {
    let (shown, notes) = at_terminal(&["solve", PUZZLE], true);
    assert_eq!(notes, "");
    let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, SOLUTION);
    assert!(shown.lines().count() > 9 && !shown.contains('\x1b'), "{shown}");

    let (colored, _) = at_terminal(&["solve", PUZZLE], false);
    // The first two digits are givens, the third is not.
    assert!(colored.contains("\x1b[1m5\x1b[0m \x1b[1m3\x1b[0m 4 "), "{colored}");
    let plain = colored.replace("\x1b[1m", "").replace("\x1b[0m", "");
    assert_eq!(plain, shown);
    assert_eq!(at_terminal(&["solve", "--color=never", PUZZLE], false).0, shown);

    // In a pipe there is a line.
    let said = run(&directory("terminal-pipe"), &["solve", PUZZLE]);
    assert_eq!((said.out, said.err), (format!("{SOLUTION}\n"), String::new()));
}

#[test]
fn a_puzzle_with_several_solutions_is_noted() {
    let improper = PUZZLE.replace("53..7", ".....");
    let note = "note: not unique: this is one of several solutions\n";
    assert_eq!(at_terminal(&["solve", &improper], true).1, note);
    assert_eq!(at_terminal(&["solve", "--quiet", &improper], true).1, "");
    // Several solutions were asked for.
    assert_eq!(at_terminal(&["solve", "--solutions=2", &improper], true).1, "");
    let said = run(&directory("terminal-pipe-note"), &["solve", &improper]);
    assert_eq!((said.out.lines().count(), said.err.as_str()), (1, ""));
}
