//! Running the binary.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A proper puzzle, its solution, and a given changed so that two equal ones share a row.
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A directory of a test's own, empty at its start.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // What an earlier run left behind; there may be nothing.
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

pub(crate) fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.current_dir(directory).args(arguments).env_remove("NO_COLOR");
    command
}

/// What a run said and how it ended.
pub(crate) struct Said {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) status: i32,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            status: output.status.code().expect("not ended by a signal"),
        }
    }
}

/// Runs with nothing on standard input.
pub(crate) fn run(directory: &Path, arguments: &[&str]) -> Said {
    command(directory, arguments).stdin(Stdio::null()).output().unwrap().into()
}

/// Runs with that on standard input.
pub(crate) fn run_with(directory: &Path, arguments: &[&str], input: &[u8]) -> Said {
    let mut child = command(directory, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // The program may stop reading before the end.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output.into()
}

/// The JSON objects of an output, one a line.
pub(crate) fn objects(said: &Said) -> Vec<serde_json::Value> {
    said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Waits until a program handles SIGINT. On a busy machine that may take longer than a test sleeps,
/// and before that the signal ends the program as it ends any other. Only Linux says so.
pub(crate) fn wait_for_handler(child: &Child) {
    let late = Instant::now() + Duration::from_secs(20);
    let status = format!("/proc/{}/status", child.id());
    let is_handled = || {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        // A program that has ended has no handlers; the test will say what its status is.
        status.contains("State:\tZ")
            || caught.is_none_or(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 0b10 != 0)
    };
    while !is_handled() {
        assert!(Instant::now() < late, "no handler of SIGINT");
        thread::sleep(Duration::from_millis(2));
    }
}
