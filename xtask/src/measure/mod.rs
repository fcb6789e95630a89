//! Subjects of docs/results.md that one command measures: `cargo xtask paradigms` and `cargo xtask defaults`.

mod chart;
pub(crate) mod defaults;
pub(crate) mod paradigms;

use std::fmt;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// Returns the command that runs the program in its release build, which is made first if it has to be.
pub(crate) fn release() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--release", "--locked", "--quiet", "--package", "quadrille", "--"]);
    command.stderr(std::process::Stdio::inherit());
    command
}

/// When, where and of what a measurement is.
pub(crate) struct Occasion {
    pub(crate) day: String,
    pub(crate) machine: String,
    pub(crate) commit: String,
}

impl Occasion {
    /// Returns that of a comparison that was made now, whose machine its log names.
    pub(crate) fn of_log(directory: &Path) -> Result<Self> {
        let log = fs::read_to_string(directory.join("runs.jsonl"))?;
        let header: Value = serde_json::from_str(log.lines().next().unwrap_or_default())?;
        let machine = header["machine"].as_str().context("the log does not name its machine")?;
        Self::now(machine)
    }

    /// Returns that of something that was measured now on a machine.
    fn now(machine: &str) -> Result<Self> {
        let said = |program: &str, args: &[&str]| -> Result<String> {
            let output = Command::new(program).args(args).output()?;
            ensure!(output.status.success(), "`{program}` failed");
            Ok(String::from_utf8(output.stdout)?.trim().to_owned())
        };
        let day = said("date", &["-u", "+%F"])?;
        let mut commit = said("git", &["rev-parse", "--short=7", "HEAD"])?;
        // Changes of the page do not matter, only those of what was measured.
        let altered = ["diff", "--quiet", "HEAD", "--", "crates", "Cargo.toml", "Cargo.lock"];
        if !Command::new("git").args(altered).status()?.success() {
            commit += " with changes";
        }
        Ok(Self { day, machine: machine.to_owned(), commit })
    }
}

impl fmt::Display for Occasion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, commit {}", self.day, self.machine, self.commit)
    }
}
