//! `cargo xtask c`: writes the header of the C library, builds it, and compiles and runs its example.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

const PACKAGE: &str = "crates/c";
const HEADER: &str = "crates/c/include/quadrille.h";
/// What the system must provide to a program that links the library.
const SYSTEM: [&str; 3] = ["-lm", "-lpthread", "-ldl"];
const PROPER: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const PRINTED: &str = "\
proper 534678912672195348198342567859761423426853791713924856961537284287419635345286179 1.2
multiple - 0.0
invalid 3 cells, expected 16: no board has 3, the nearest is 4x4 0.0
";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only check whether the header is up to date
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    header(args.check)?;
    // With the features of a test run, which has built it already.
    let status = Command::new("cargo")
        .args(["build", "--locked", "--workspace", "--all-targets"])
        .status()?;
    ensure!(status.success(), "the library could not be built");
    if Command::new("cc").arg("--version").output().is_err() {
        println!("the example was not run, as there is no C compiler (cc)");
        return Ok(());
    }
    let program = Path::new("target/c-example");
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-Icrates/c/include"])
        .args(["crates/c/examples/batch.c", "target/debug/libquadrille_c.a"])
        .args(SYSTEM)
        .arg("-o")
        .arg(program)
        .status()?;
    ensure!(compiled.success(), "the example does not compile");
    let output = Command::new(program).args([PROPER, "1...............", "123"]).output()?;
    ensure!(output.status.success(), "the example failed");
    let printed = String::from_utf8(output.stdout)?;
    let (rows, made) = printed.split_once("made ").context("it makes a puzzle")?;
    ensure!(rows == PRINTED, "expected\n{PRINTED}found\n{rows}");
    ensure!(made.trim().len() == 81, "made {made}");
    println!("{HEADER} and the example are in order");
    Ok(())
}

/// Writes the header, or compares it with the one that is there.
fn header(is_check: bool) -> Result<()> {
    let made = Path::new("target/quadrille.h");
    fs::create_dir_all("target")?;
    let cbindgen = Command::new("cbindgen")
        .args(["--quiet", "--config", "crates/c/cbindgen.toml", "--crate", "quadrille-c", PACKAGE])
        .arg("-o")
        .arg(made)
        .status();
    let Ok(status) = cbindgen else {
        ensure!(is_check, "the header is made by cbindgen: cargo install --locked cbindgen");
        println!("the header was not compared, as there is no cbindgen");
        return Ok(());
    };
    ensure!(status.success(), "cbindgen failed");
    if is_check {
        let is_same = fs::read(made)? == fs::read(HEADER)?;
        ensure!(is_same, "{HEADER} is outdated; run `cargo xtask c`");
    } else {
        fs::copy(made, HEADER)?;
    }
    Ok(())
}
