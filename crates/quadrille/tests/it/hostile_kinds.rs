//! Bots of many hostile kinds against an honest one: the honest bot never forfeits, each game has a
//! result for the right reason, memory is bounded and no process is left.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::hostile_bots::{bot, survivors};
use super::program::{directory, run};

/// No match of two games takes longer on a busy machine.
const LATE: Duration = Duration::from_secs(60);

/// Answers every question with a pass.
const HONEST: &str = "echo $$ > honest.pid; read a; echo ready; \
     while read a b; do case $a in go) echo pass;; quit) exit;; esac; done";

/// A hostile kind: what it does, its script, and what the record says of its games, in which `|`
/// separates alternatives.
type Kind = (&'static str, &'static str, &'static str);

const KINDS: &[Kind] = &[
    ("ends at once", "exit", "the program ended"),
    ("ends after the greeting", "read a; echo ready", "the program ended"),
    ("ends in the middle of a line", "read a; echo ready; read b; printf pas", "middle of a line"),
    ("crashes", "read a; echo ready; read b; kill -SEGV $$", "signal: 11"),
    ("kills itself", "read a; echo ready; read b; kill -KILL $$", "signal: 9"),
    ("fails with last words", "read a; echo oh >&2; exit 9", "exit status: 9): oh"),
    ("another greeting", "read a; echo hello; sleep 1000", "said `hello`"),
    ("a name of escapes", "read a; printf 'ready \\033[2J\\n'; read b; exit", "the program ended"),
    ("never answers", "read a; echo ready; sleep 1000", "time"),
    ("stops itself", "read a; echo ready; read b; kill -STOP $$", "time"),
    ("closes its output", "read a; echo ready; exec >&-; sleep 1000", "the program ended"),
    ("closes its input", "read a; echo ready; exec <&-; sleep 1000", "time"),
    ("closes all and stays", "read a; exec <&- >&- 2>&-; sleep 1000", "the program ended"),
    ("never reads", "echo ready; sleep 1000", "time"),
    ("speaks before it is asked", "read a; echo ready; while :; do echo pass; done", "two-passes"),
    (
        "answers twice",
        "read a; echo ready; while read a; do case $a in go*) echo pass; echo pass;; esac; done",
        "two-passes",
    ),
    ("newlines without end", "read a; while :; do echo; done", "said ``"),
    ("remarks without end", "read a; while :; do echo info; done", "more than 1000 info"),
    ("an endless line", "read a; exec cat /dev/zero", "a line of more than"),
    ("an endless line of errors", "read a; cat /dev/zero >&2 & sleep 1; exit 3", "exit status: 3"),
    (
        "bytes that are no text",
        "read a; echo ready; printf '\\377\\376\\0\\n'; sleep 1000",
        "said `",
    ),
    (
        "coordinates without bound",
        "read a; echo ready; echo place 18446744073709551616 -1 99999999999; sleep 1000",
        "said `place",
    ),
    (
        "a move outside the board",
        "read a; echo ready; while read a; do case $a in go*) echo place 5 5 1;; esac; done",
        "ply-cap",
    ),
    (
        "counts without bound",
        "read a; echo ready; while read a b; do case $a in \
         go) echo pass nodes=18446744073709551615;; quit) exit;; esac; done",
        "two-passes",
    ),
    (
        "does not quit",
        "trap '' TERM HUP INT PIPE; read a; echo ready; \
         while :; do read a b; case $a in go) echo pass;; esac; done",
        "two-passes",
    ),
    (
        "starts a process for each line",
        "read a; echo ready; while read a b; do sleep 1000 & case $a in \
         go) echo pass;; quit) exit;; esac; done",
        "two-passes",
    ),
    (
        "hands its pipes to another session",
        "setsid sleep 1000 & (setsid setsid sleep 1000 &) & read a; echo ready; exit",
        "the program ended",
    ),
    (
        "changes places with a child",
        "read a; echo ready; (trap '' HUP; while read a b; do case $a in \
         go) echo pass;; esac; done) <&0 & exit",
        "the program ended",
    ),
    ("takes all memory", "read a; echo ready; x=xx; while :; do x=$x$x; done", "the program ended"),
    ("removes its directory's files", "rm -f bot.sh; read a; echo ready; exit 2", "exit status: 2"),
];

/// Kinds that attack other processes, which fails where the system contains them. `$GUARD`,
/// `$REFEREE` and `$HONEST` are processes outside; an attack that succeeds writes to `reached`.
const ATTACKS: &[(&str, &str)] = &[
    ("kills its guard", "kill -KILL $GUARD && echo guard >> reached"),
    ("stops its guard", "kill -STOP $GUARD && echo guard >> reached"),
    ("kills the referee", "kill -KILL $REFEREE && echo referee >> reached"),
    ("stops the referee", "kill -STOP $REFEREE && echo referee >> reached"),
    ("interrupts the referee", "kill -INT $REFEREE && echo referee >> reached"),
    ("kills its opponent", "kill -KILL $HONEST && echo opponent >> reached"),
    ("stops its opponent", "kill -STOP $HONEST && echo opponent >> reached"),
    (
        "kills from a new session",
        "setsid sh -c \"kill -KILL $GUARD $REFEREE $HONEST\" && echo >> reached",
    ),
    ("opens its opponent's memory", "(: 3<>/proc/$HONEST/mem) && echo memory >> reached"),
    ("opens the referee's memory", "(: 3<>/proc/$REFEREE/mem) && echo memory >> reached"),
    ("opens its guard's memory", "(: 3<>/proc/$GUARD/mem) && echo memory >> reached"),
    ("limits its opponent", "prlimit --pid $HONEST --cpu=0:0 && echo limits >> reached"),
    ("limits its guard", "prlimit --pid $GUARD --nofile=0:0 && echo limits >> reached"),
    ("limits the referee", "prlimit --pid $REFEREE --fsize=0:0 && echo limits >> reached"),
    ("opens the terminal", "(: > /dev/tty) && echo terminal >> reached"),
    ("answers for its opponent", "(echo resign > /proc/$HONEST/fd/1) && echo pipe >> reached"),
];

/// Attacks on its first turn, when both bots run, and plays on.
fn attacker(attack: &str) -> String {
    format!(
        "GUARD=$PPID; REFEREE=$(cut -d' ' -f4 /proc/$PPID/stat); read a; echo ready
        while read a b; do case $a in
        go) HONEST=$(cat honest.pid); {attack}; touch attacked; echo pass;;
        quit) exit;;
        esac; done 2> errors"
    )
}

struct Ended {
    status: Option<i32>,
    out: String,
    err: String,
}

/// Plays two games with little memory. Fails if they do not end.
fn play(here: &Path, prefix: &str, arguments: &str) -> Ended {
    let program = env!("CARGO_BIN_EXE_quadrille");
    let line = format!("{prefix} {program} match {arguments} --side=4 -j1");
    let child = Command::new("sh")
        .current_dir(here)
        .args(["-c", &line])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let late = Instant::now() + LATE;
    let id = child.id().to_string();
    let waiter = thread::spawn(move || child.wait_with_output().unwrap());
    while !waiter.is_finished() {
        if Instant::now() > late {
            Command::new("kill").args(["-KILL", &id]).status().unwrap();
            panic!("did not end: {line}");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let Output { status, stdout, stderr } = waiter.join().unwrap();
    Ended {
        status: status.code(),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}

/// Returns the results of a record: which player is the honest bot, and the result.
fn results(record: &str) -> Vec<(usize, serde_json::Value)> {
    let mut honest = 0;
    let mut found = Vec::new();
    for line in record.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        match line["type"].as_str() {
            Some("game") => {
                let players = line["players"].as_array().unwrap();
                honest = 1 + players.iter().position(|name| name == "cmd:sh honest.sh").unwrap();
            }
            Some("result") => found.push((honest, line)),
            _ => {}
        }
    }
    found
}

/// Plays a hostile bot against the honest one and returns the details of the results.
fn against_the_honest(
    here: &Path,
    what: &str,
    script: &str,
    prefix: &str,
    options: &str,
) -> Vec<String> {
    let (hostile, honest) = (bot(here, "bot.sh", script), bot(here, "honest.sh", HONEST));
    let arguments = format!("'{hostile}' '{honest}' --record games.jsonl {options}");
    let said = play(here, prefix, &arguments);
    assert_eq!(said.status, Some(0), "{what}: {}", said.err);
    for text in [&said.out, &said.err] {
        assert!(!text.contains(['\x1b', '\u{202e}']), "{what}: {text}");
        assert!(!text.contains("panicked"), "{what}: {text}");
    }
    assert_eq!(survivors(here), Vec::<String>::new(), "{what}");
    let results = results(&fs::read_to_string(here.join("games.jsonl")).unwrap());
    assert_eq!(results.len(), 2, "{what}");
    let details = results.into_iter().map(|(honest, result)| {
        let detail = result["detail"].as_str().unwrap_or_default().to_owned();
        let reason = result["reason_for_end"].as_str().unwrap();
        assert!(!detail.starts_with(&format!("player {honest}")), "{what}: {result}");
        if ["forfeit", "time"].contains(&reason) {
            assert_eq!(result["winner"], honest, "{what}: {result}");
        }
        format!("{reason} {detail}")
    });
    details.collect()
}

/// In kilobytes of address space, most of which is that of thread stacks.
const LITTLE_MEMORY: &str = "ulimit -v 400000; exec";

#[test]
fn no_hostile_bot_harms_another() {
    for (what, script, expected) in KINDS {
        let options = if *expected == "time" { "--time-per-game=300ms" } else { "" };
        let here = directory("hostile-kinds");
        for detail in against_the_honest(&here, what, script, LITTLE_MEMORY, options) {
            assert!(expected.split('|').any(|part| detail.contains(part)), "{what}: {detail}");
        }
    }
}

/// Returns whether a bot cannot signal a process outside here. Older kernels allow it.
fn signals_are_contained() -> bool {
    let here = directory("hostile-probe");
    let name = bot(&here, "bot.sh", "kill -0 $PPID || touch contained; read a; echo ready; exit");
    run(&here, &["match", &name, "ia", "--side=4"]);
    here.join("contained").exists()
}

#[test]
fn no_bot_reaches_another_process() {
    if !signals_are_contained() {
        eprintln!("this kernel has no Landlock scopes: attacks by signals are not tried");
        return;
    }
    for (what, attack) in ATTACKS {
        let here = directory("hostile-attacks");
        let details = against_the_honest(&here, what, &attacker(attack), LITTLE_MEMORY, "");
        assert_eq!(details, ["two-passes ", "two-passes "], "{what}");
        assert!(here.join("attacked").exists(), "{what}: was not tried");
        let reached = fs::read_to_string(here.join("reached")).unwrap_or_default();
        assert_eq!(reached, "", "{what}");
    }
}

/// How many processes a fork bomb may start.
const MOST_PROCESSES: u32 = 60;

/// Returns how to run as a user without other processes, as limits on processes do not hold for
/// root, or why that cannot be done.
fn as_somebody() -> Result<String, &'static str> {
    let identity = |option| Command::new("id").arg(option).output().ok().map(|said| said.stdout);
    if identity("-u").as_deref() != Some(b"0\n") {
        return Err("only root can run as a user who has no other processes");
    }
    let prefix = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    let line = format!("{prefix} {} --version", env!("CARGO_BIN_EXE_quadrille"));
    let said = Command::new("sh").args(["-c", &line]).output().unwrap();
    if said.status.success() {
        Ok(format!("exec {prefix} bash -c 'ulimit -u {MOST_PROCESSES} && exec \"$0\" \"$@\"'"))
    } else {
        Err("there is no `setpriv`, or other users may not run the program")
    }
}

/// The honest bot needs a process for each of its moves and fails without.
#[test]
fn a_fork_bomb_wins_nothing() {
    let prefix = match as_somebody() {
        Ok(prefix) => prefix,
        Err(why) => return eprintln!("{why}: fork bombs are not tried"),
    };
    let bomb = "bomb() { bomb & bomb & sleep 1000; }";
    let session = "bomb() { setsid sh -c \"$all\" & setsid sh -c \"$all\" & sleep 1000; }";
    let kinds = [
        ("at its first turn", format!("{bomb}; read a; echo ready; read b; bomb")),
        ("after its answer", format!("{bomb}; read a; echo ready; read b; echo pass; bomb")),
        ("at its start", format!("{bomb}; bomb & sleep .1; read a; echo ready; sleep 1000")),
        (
            "in sessions",
            format!("export all='{session}; bomb'; read a; echo ready; read b; sh -c \"$all\""),
        ),
    ];
    let honest = "read a; echo ready; while read a b; do case $a in \
                  go) /bin/echo pass || exit 3;; quit) exit;; esac; done";
    for (what, script) in kinds {
        let here = directory("hostile-fork-bomb");
        let (hostile, honest) = (bot(&here, "bot.sh", &script), bot(&here, "honest.sh", honest));
        let arguments = format!("'{hostile}' '{honest}' --json --time-per-game=1s");
        let said = play(&here, &prefix, &arguments);
        assert_eq!(survivors(&here), Vec::<String>::new(), "{what}");
        // Either the bomb loses, or no process was left and the game has no result.
        match said.status {
            Some(0) => {
                let summary: serde_json::Value = serde_json::from_str(said.out.trim()).unwrap();
                assert_eq!(summary["effort"][1]["forfeits"], 0, "{what}: {summary}");
                assert_eq!(summary["games"]["wins"], 0, "{what}: {summary}");
            }
            Some(3) => assert!(said.err.contains("is at fault"), "{what}: {}", said.err),
            status => panic!("{what}: {status:?}: {}", said.err),
        }
    }
}
