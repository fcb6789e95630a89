//! `cargo xtask adapters` installs what the outside solvers in `adapters` need, in a virtual environment
//! below `target`, and tries each: that it keeps to the protocol, and solves what it can.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

/// Where they are.
const SOURCE: &str = "adapters";
/// The virtual environment.
const VENV: &str = "target/adapters/venv";
/// How the line begins that names a package.
const REQUIRES: &str = "# requires: ";
/// How many there must be.
const LEAST: usize = 8;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program to try them with
    #[arg(long, value_name = "FILE", default_value = "target/debug/quadrille")]
    program: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let adapters = listed()?;
    let Some(path) = install()? else {
        println!("not tested, as Python or PyPI cannot be reached here: the adapters");
        return Ok(());
    };
    for (adapter, needs) in &adapters {
        let mut check = Command::new(&args.program);
        check.args(["check-algorithm", "python3"]).arg(adapter).env("PATH", &path);
        let said = check.output().with_context(|| format!("{}", args.program.display()))?;
        let text = String::from_utf8_lossy(&said.stdout).into_owned();
        ensure!(said.status.success(), "{} ({needs}):\n{text}", adapter.display());
    }
    println!("{} adapters keep to the protocol", adapters.len());
    Ok(())
}

/// Returns the adapters, each with the package that it needs.
fn listed() -> Result<Vec<(PathBuf, String)>> {
    let mut adapters: Vec<(PathBuf, String)> = Vec::new();
    for entry in fs::read_dir(SOURCE)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "py") {
            let text = fs::read_to_string(&path)?;
            let needs = text.lines().find_map(|line| line.strip_prefix(REQUIRES));
            // The others are parts of several, or need a file.
            if let Some(needs) = needs.filter(|needs| needs.contains("==")) {
                let lines = text.lines().count();
                ensure!(lines <= 60, "{}: {lines} lines; at most 60", path.display());
                adapters.push((path, needs.to_owned()));
            }
        }
    }
    adapters.sort();
    let count = adapters.len();
    ensure!(count >= LEAST, "{count} adapters; at least {LEAST} are expected");
    Ok(adapters)
}

/// Installs what the adapters need; returns the search path with which they run, or `None` where Python
/// or PyPI cannot be reached.
pub(crate) fn install() -> Result<Option<OsString>> {
    let adapters = listed()?;
    let mut packages: Vec<&str> = adapters.iter().map(|(_, needs)| needs.as_str()).collect();
    packages.sort_unstable();
    packages.dedup();
    let made = Command::new("python3").args(["-m", "venv", VENV]).status();
    let pip = Path::new(VENV).join("bin/pip");
    let install =
        || Command::new(&pip).args(["install", "-q", "--retries", "1"]).args(&packages).status();
    if !made.is_ok_and(|status| status.success()) || !install().is_ok_and(|status| status.success())
    {
        return Ok(None);
    }
    let own = env::var_os("PATH").unwrap_or_default();
    let path =
        [Path::new(VENV).join("bin").canonicalize()?].into_iter().chain(env::split_paths(&own));
    Ok(Some(env::join_paths(path)?))
}
