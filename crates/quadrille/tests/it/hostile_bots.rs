//! Bots that try to outlive their game, and machines that cannot run them: no process is left, and
//! only what a bot did is scored.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::program::{command, directory, run};

const SOON: Duration = Duration::from_secs(20);

/// A bot that resigns when it is asked.
const RESIGNS: &str =
    "read a; echo ready; while read a b; do case $a in go) echo resign;; quit) exit;; esac; done";

/// What only processes of this test have in their environment.
fn mark(directory: &Path) -> String {
    format!("QUADRILLE_TEST={}#{}", directory.display(), std::process::id())
}

/// Writes a bot. Its processes are found by the directory in their environment.
pub(crate) fn bot(directory: &Path, name: &str, script: &str) -> String {
    let mark = mark(directory);
    let script = format!("export {mark}\n{script}\n");
    fs::write(directory.join(name), script).unwrap();
    format!("cmd:sh {name}")
}

/// Returns the processes that a bot of the directory started and that still run.
pub(crate) fn survivors(directory: &Path) -> Vec<String> {
    let mark = mark(directory) + "\0";
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        let cmdline = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if String::from_utf8_lossy(&environment).contains(&mark) {
            let name = entry.file_name().to_string_lossy().into_owned();
            found.push(format!("{name} {}", String::from_utf8_lossy(&cmdline).replace('\0', " ")));
        }
    }
    found
}

/// Waits for processes that were killed, or will be when their guard notices.
fn wait_for_end(directory: &Path, what: &str) {
    let late = Instant::now() + SOON;
    while !survivors(directory).is_empty() {
        assert!(Instant::now() < late, "{what}: {:?}", survivors(directory));
        thread::sleep(Duration::from_millis(5));
    }
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

fn has_setsid() -> bool {
    has("setsid")
}

/// Returns how bots escape from their process group, and whether they can here.
fn escapes() -> Vec<(&'static str, String)> {
    let mut all = vec![
        ("a child in the background", "sleep 1000 & ".to_owned()),
        ("ignores SIGTERM", "trap '' TERM HUP INT; (trap '' TERM; sleep 1000) & ".to_owned()),
        ("a double fork", "( (sleep 1000 &) & ) & ".to_owned()),
        ("pipes leaked by a child", "sleep 1000 <&0 & ".to_owned()),
    ];
    if has_setsid() {
        all.push(("setsid", "setsid sleep 1000 & ".to_owned()));
        all.push((
            "setsid, double fork",
            "(setsid sh -c '(sleep 1000 &) & sleep 1000' &) & ".into(),
        ));
        all.push(("sessions in sessions", "setsid setsid setsid sleep 1000 & ".to_owned()));
    } else {
        eprintln!("`setsid` is not installed: sessions are not tried");
    }
    all
}

#[test]
fn everything_that_a_bot_started_ends_with_its_game() {
    for (what, escape) in escapes() {
        let here = directory("hostile-escape");
        let name = bot(&here, "bot.sh", &format!("{escape}\n{RESIGNS}"));
        let said = run(&here, &["match", &name, "first-valid", "--side=4", "--json"]);
        assert_eq!(said.status, 0, "{what}: {}", said.err);
        assert_eq!(survivors(&here), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn everything_that_a_bot_started_ends_with_the_referee() {
    for signal in ["-KILL", "-TERM", "-INT"] {
        for (what, escape) in escapes() {
            let here = directory("hostile-killed");
            // Not when it is only tried, before the first game.
            let turn = "read b && [ \"$b\" != quit ] && touch playing";
            let script = format!("{escape}\nread a; echo ready; {turn}; sleep 1000");
            let name = bot(&here, "bot.sh", &script);
            let mut child = command(&here, &["match", &name, "first-valid", "--side=4"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let late = Instant::now() + SOON;
            while !here.join("playing").exists() {
                assert!(Instant::now() < late, "{what}: did not start");
                thread::sleep(Duration::from_millis(5));
            }
            // A process that is being replaced has no environment for a moment.
            while survivors(&here).is_empty() {
                assert!(Instant::now() < late, "{what}: the bot is not found");
                thread::sleep(Duration::from_millis(5));
            }
            let id = child.id().to_string();
            assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
            child.wait().unwrap();
            wait_for_end(&here, &format!("{signal}, {what}"));
        }
    }
}

/// A bot that leaves the process group in which its guard started it.
#[test]
fn a_bot_in_another_group_ends_with_its_game() {
    if !has("perl") {
        return eprintln!("`perl` is not installed: changes of process groups are not tried");
    }
    let here = directory("hostile-group");
    let moved = "exec perl -e 'use POSIX; $| = 1; my $child = fork; \
                 if (!$child) { setpgid(0, 0); sleep 1000 } \
                 do { select(undef, undef, undef, 0.01) } until setpgid(0, $child); \
                 <STDIN>; print \"ready\\n\"; while (<STDIN>) { print \"pass\\n\" if /^go/ } sleep 1000'";
    let name = bot(&here, "bot.sh", moved);
    let begin = Instant::now();
    let said = run(&here, &["match", &name, "first-valid", "--side=4", "--record=games.jsonl"]);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(fs::read_to_string(here.join("games.jsonl")).unwrap().contains("\"pass\":true"));
    assert_eq!(survivors(&here), Vec::<String>::new());
    // Three starts, each of which waits a moment for it to quit.
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

/// Few descriptors: either all games are played, or the match ends with an error. The honest bot
/// loses none, though the other one does all that it can to use them up.
#[test]
fn a_match_without_descriptors_records_no_forfeit() {
    let mut failed = 0;
    // Up to 10 the shell that runs the scripts would fail by itself.
    for limit in [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 32] {
        let here = directory("hostile-descriptors");
        let escape = if has_setsid() { "setsid sleep 1000 &" } else { "sleep 1000 &" };
        let hostile = bot(&here, "hostile.sh", &format!("{escape}\n{RESIGNS}"));
        let honest = bot(&here, "honest.sh", &RESIGNS.replace("resign;;", "pass;;"));
        let program = env!("CARGO_BIN_EXE_quadrille");
        let line = format!(
            "ulimit -n {limit}; exec {program} match '{hostile}' '{honest}' --side=4 --games 12 -j2 \
             --record games.jsonl"
        );
        let said = Command::new("sh").current_dir(&here).args(["-c", &line]).output().unwrap();
        let error = String::from_utf8_lossy(&said.stderr);
        let record = fs::read_to_string(here.join("games.jsonl")).unwrap_or_default();
        let status = said.status.code();
        assert!(matches!(status, Some(0 | 3 | 127)), "{limit}: {status:?}: {error}");
        if status == Some(3) {
            failed += 1;
            assert!(!error.contains("panicked"), "{limit}: {error}");
            assert!(
                ["oo many open files", "guard", "limit on open files"]
                    .iter()
                    .any(|part| error.contains(part)),
                "{error}"
            );
        }
        for line in record.lines().filter(|line| line.contains("reason_for_end")) {
            let result: serde_json::Value = serde_json::from_str(line).unwrap();
            let detail = result["detail"].as_str().unwrap_or_default();
            assert!(detail.ends_with("resigned"), "{limit}: {line}");
        }
        assert_eq!(survivors(&here), Vec::<String>::new(), "{limit}");
    }
    assert!(failed > 0, "no limit was low enough");
}

/// A gigabyte without a newline, on either stream.
#[test]
fn a_flood_without_newlines_stays_within_memory() {
    for stream in ["", ">&2"] {
        let here = directory("hostile-flood");
        let flood = format!("read a; head -c 1000000000 /dev/zero {stream}; echo ready\n{RESIGNS}");
        let name = bot(&here, "bot.sh", &flood);
        let program = env!("CARGO_BIN_EXE_quadrille");
        // In kilobytes of address space, most of which is that of thread stacks.
        let line =
            format!("ulimit -v 400000; exec {program} match '{name}' ia --side=4 --json -j1");
        let said = Command::new("sh").current_dir(&here).args(["-c", &line]).output().unwrap();
        let error = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(0), "{error}");
        assert_eq!(survivors(&here), Vec::<String>::new());
    }
}

/// Which process killed a guard cannot be known, so no player loses by it.
#[test]
fn a_guard_that_is_killed_scores_nothing() {
    let here = directory("hostile-guard");
    let name =
        bot(&here, "bot.sh", "read a || exit; echo $PPID > guard; mv guard known; sleep 1000");
    let arguments = ["match", &name, "ia", "--side=4", "--games=1", "--record=games.jsonl"];
    let child =
        command(&here, &arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let late = Instant::now() + SOON;
    while !here.join("known").exists() {
        assert!(Instant::now() < late, "did not start");
        thread::sleep(Duration::from_millis(5));
    }
    let guard = fs::read_to_string(here.join("known")).unwrap();
    assert!(Command::new("kill").args(["-KILL", guard.trim()]).status().unwrap().success());
    let said = child.wait_with_output().unwrap();
    let error = String::from_utf8(said.stderr).unwrap();
    assert_eq!(said.status.code(), Some(3), "{error}");
    assert!(error.contains("the guard of the program was killed"), "{error}");
    assert!(!fs::read_to_string(here.join("games.jsonl")).unwrap().contains("reason_for_end"));
    wait_for_end(&here, "without its guard");
}

/// The streams and the exit status of a guarded bot are those of the bot.
#[test]
fn a_guard_changes_nothing_that_a_bot_sees() {
    let here = directory("hostile-transparent");
    let look =
        "for fd in /proc/self/fd/*; do readlink $fd; done | sed 's/:.*//' | sort | uniq -c > fds";
    let name = bot(&here, "bot.sh", &format!("{look}\n{}", "read a; echo last words >&2; exit 7"));
    let said = run(&here, &["match", &name, "ia", "--side=4", "--record", "games.jsonl"]);
    assert_eq!(said.status, 0, "{}", said.err);
    let record = fs::read_to_string(here.join("games.jsonl")).unwrap();
    assert!(record.contains("the program ended (exit status: 7): last words"), "{record}");
    let descriptors = fs::read_to_string(here.join("fds")).unwrap();
    assert!(!descriptors.contains("socket"), "{descriptors}");
    let missing = run(&here, &["match", "cmd:/no/such/program", "ia"]);
    assert_eq!(missing.status, 2);
    assert!(missing.err.contains("No such file or directory"), "{}", missing.err);
}

#[test]
fn bots_can_be_limited() {
    let here = directory("hostile-limits");
    let spin = bot(&here, "spin.sh", "read a; echo ready; while :; do :; done");
    let limits = ["--bot-cpu-time=1s", "--bot-memory=256MiB"];
    let arguments = ["match", &spin, "ia", "--side=4", "--games=1", "--record=games.jsonl"];
    let said = run(&here, &[&arguments[..], &limits].concat());
    assert_eq!(said.status, 0, "{}", said.err);
    let record = fs::read_to_string(here.join("games.jsonl")).unwrap();
    assert!(record.contains("the program ended (signal: 9"), "{record}");

    // A flood that its guard reads. The guard is not limited itself.
    let escape = if has_setsid() { "setsid sleep 1000 &" } else { "" };
    let flood =
        format!("{escape} cat /dev/zero >&2 & cat /dev/zero >&2 & read a; echo ready; wait");
    let flood = bot(&here, "flood.sh", &format!("{flood}; while :; do :; done"));
    let arguments = ["match", &flood, "ia", "--side=4", "--games=1", "--record=flood.jsonl"];
    let said = run(&here, &[&arguments[..], &limits, &["--time-per-game=3s"]].concat());
    assert_eq!(said.status, 0, "{}", said.err);
    let record = fs::read_to_string(here.join("flood.jsonl")).unwrap();
    assert!(record.contains("\"reason_for_end\":\"time\""), "{record}");
    assert_eq!(survivors(&here), Vec::<String>::new());

    let show = bot(&here, "show.sh", "ulimit -v > memory; sleep .3; ulimit -t > seconds");
    run(
        &here,
        &[&["check-bot"], &limits[..], &show["cmd:".len()..].split(' ').collect::<Vec<_>>()]
            .concat(),
    );
    assert_eq!(fs::read_to_string(here.join("memory")).unwrap(), "262144\n");
    assert_eq!(fs::read_to_string(here.join("seconds")).unwrap(), "1\n");

    let said = run(&here, &["match", &spin, "ia", "--bot-cpu-time=0s"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("write more than 0"), "{}", said.err);
    let said = run(&here, &["match", "ia", "ia", "--bot-memory=1GB"]);
    assert_eq!(said.status, 2);
    assert!(
        said.err.contains("`--bot-memory` has no effect without a `cmd:` agent"),
        "{}",
        said.err
    );
}

#[test]
fn the_guard_is_no_command() {
    let help = run(&directory("hostile-hidden"), &["--help"]);
    assert_eq!(help.status, 0);
    assert!(!help.out.contains("guard"), "{}", help.out);
}

/// What a bot writes is judged the same however fast it writes and the machine reads.
#[test]
fn the_speed_of_lines_changes_nothing() {
    let here = directory("bots-speed");
    let kinds = [
        ("two lines", "go*) echo place 0 0 1; sleep $S; echo place 1 1 2;;", ""),
        ("three lines", "go*) echo place 0 0 1; sleep $S; echo pass; sleep $S; echo hm;;", ""),
        (
            "a line before it is asked",
            "newgame*) sleep $S; echo place 0 0 1;; go*) echo pass;;",
            "",
        ),
        ("a line after each move", "played*) sleep $S; echo pass;; go*) echo place 3 3 1;;", ""),
        ("halves of a line", "go*) printf pa; sleep $S; echo ss;;", ""),
        ("a line after the time", "go*) sleep .3; sleep $S; echo pass;;", "--time-per-move=100ms"),
    ];
    for (what, script, option) in kinds {
        let mut first = None;
        for speed in ["0", ".001", ".002", ".004", ".007", ".01", ".015", ".02", ".03", ".05"] {
            let script = format!(
                "S={speed}; read a; echo ready; while read a; do case $a in quit) exit;; {script} esac; done"
            );
            let hostile = bot(&here, "bot.sh", &script);
            let mut line = vec!["match", &hostile, "first-valid", "--side=4", "--games=2", "-q"];
            line.extend(["--seed=3", "--ply-cap=10", "--record", "-"]);
            line.extend(Some(option).filter(|option| !option.is_empty()));
            let said = run(&here, &line);
            let record: Vec<serde_json::Value> = said
                .out
                .lines()
                .filter(|line| line.starts_with('{'))
                .map(|line| {
                    let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
                    line.as_object_mut().unwrap().retain(|key, _| !key.contains("seconds"));
                    line
                })
                .collect();
            assert!(record.len() > 4, "{what}: {}{}", said.out, said.err);
            let first = first.get_or_insert_with(|| record.clone());
            assert_eq!(*first, record, "{what} at {speed}");
        }
    }
    wait_for_end(&here, "speeds");
}
