//! `cargo xtask package` packages every crate that is published, and builds the program from the
//! packages alone: what a crate forgets to include is missing there.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{contract, dist};

/// Where the packages are unpacked.
const FOLDER: &str = "target/packaged";
/// Maximum size of a package on crates.io in bytes.
const MAX_SIZE: u64 = 10 << 20;

/// The profile of the build.
const PROFILE: &str = "quick";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The target, whose programs must run here [default: this machine]
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let crates = published()?;
    let mut package = Command::new("cargo");
    package.args(["package", "--no-verify", "--allow-dirty", "--locked", "--quiet"]);
    for name in crates.iter().map(|(name, _)| name) {
        package.args(["--package", name]);
    }
    ensure!(package.status()?.success(), "cargo package failed");
    let folder = Path::new(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for (name, version) in &crates {
        let file = contract::target().join(format!("package/{name}-{version}.crate"));
        let size = fs::metadata(&file).with_context(|| file.display().to_string())?.len();
        ensure!(size <= MAX_SIZE, "{} is too large for crates.io: {size} bytes", file.display());
        let mut tar = Command::new("tar");
        tar.arg("xzmf").arg(&file).arg("-C").arg(folder);
        ensure!(tar.status()?.success(), "{} cannot be unpacked", file.display());
    }
    fs::write(folder.join("Cargo.toml"), manifest(&crates, &fs::read_to_string("Cargo.toml")?))?;
    fs::copy("Cargo.lock", folder.join("Cargo.lock"))?;
    let program = build(folder, args.target.as_deref())?;
    dist::solves(&program)?;
    dist::serves(&program)?;
    println!("{} packages; the program that is built from them solves and serves", crates.len());
    Ok(())
}

/// Returns names and versions of the crates that are published.
fn published() -> Result<Vec<(String, String)>> {
    let mut command = Command::new("cargo");
    command.args(["metadata", "--format-version", "1", "--no-deps", "--locked"]);
    let output = command.output()?;
    ensure!(output.status.success(), "cargo metadata failed");
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("packages are listed")?;
    // `publish = false` is an empty list of registries.
    let published = packages.iter().filter(|package| package["publish"].is_null());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(published.map(|package| (text(&package["name"]), text(&package["version"]))).collect())
}

/// Returns the manifest of a workspace of the unpacked crates, which use each other instead of those
/// of the registry. Its profiles are those of the repository's manifest.
fn manifest(crates: &[(String, String)], root: &str) -> String {
    let mut text = "[workspace]\nresolver = \"3\"\nmembers = [\"*-[0-9]*\"]\n\n".to_owned();
    text += "[patch.crates-io]\n";
    for (name, version) in crates {
        writeln!(text, "{name} = {{ path = \"{name}-{version}\" }}")
            .expect("writing to a String cannot fail");
    }
    let mut is_profile = false;
    for line in root.lines() {
        if line.starts_with('[') {
            is_profile = line.starts_with("[profile.");
        }
        if is_profile {
            text += line;
            text.push('\n');
        }
    }
    text
}

/// Builds the program. Compiled crates are shared with other builds, and the program is kept apart.
fn build(folder: &Path, target: Option<&str>) -> Result<PathBuf> {
    let compiled = env::current_dir()?.join(contract::target());
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--offline", "--quiet", "--profile", PROFILE, "--package", "quadrille"]);
    cargo.args(target.iter().flat_map(|target| ["--target", target]));
    cargo.env("CARGO_BUILD_BUILD_DIR", &compiled).env("CARGO_TARGET_DIR", "target");
    // Whether a package is complete does not depend on how its own code is optimized.
    cargo.env("CARGO_PROFILE_QUICK_OPT_LEVEL", "0");
    ensure!(cargo.current_dir(folder).status()?.success(), "the packages do not build");
    let program = format!("quadrille{}", env::consts::EXE_SUFFIX);
    Ok(folder.join("target").join(target.unwrap_or_default()).join(PROFILE).join(program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_has_the_profiles_of_the_repository() {
        let crates = [("one".to_owned(), "0.2.0".to_owned())];
        let root = "[profile.dev]\nopt-level = 2\n\n[lints]\nx = 1\n[profile.quick.package.\"*\"]\nlto = 1\n";
        let text = manifest(&crates, root);
        assert!(text.contains("one = { path = \"one-0.2.0\" }\n"), "{text}");
        let end = "opt-level = 2\n\n[profile.quick.package.\"*\"]\nlto = 1\n";
        assert!(text.ends_with(end) && !text.contains("lints"), "{text}");
    }
}
