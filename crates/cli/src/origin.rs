//! Where results come from: the program, the command, the machine.

use std::env;
use std::time::{SystemTime, UNIX_EPOCH};

use quadrille_lab::experiment::log::Origin;

use crate::args::Common;

/// The commit that the program was built from; `-modified` behind it where files were changed.
pub(crate) const COMMIT: &str = git_version::git_version!(
    args = ["--always", "--match=", "--dirty=-modified"],
    fallback = "unknown"
);

/// What the header of a log says besides the experiment.
pub(crate) fn origin(common: &Common, bad_lines: Vec<String>) -> Origin {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Origin {
        version: format!("quadrille {}", env!("CARGO_PKG_VERSION")),
        machine: machine(),
        command: command(),
        threads: common.threads().get(),
        started_seconds: now.map_or(0, |now| now.as_secs()),
        bad_lines,
    }
}

/// The command as it was given, for those who want to repeat it.
fn command() -> String {
    let words = env::args().skip(1).map(|word| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
        if word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
    });
    ["quadrille".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Processor and system.
pub(crate) fn machine() -> String {
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    format!(
        "{}, {cores} cores, {}",
        processor.unwrap_or_else(|| env::consts::ARCH.to_owned()),
        env::consts::OS
    )
}
