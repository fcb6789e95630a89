//! `cargo xtask py` builds the wheel of the Python package and tests it in a virtual environment
//! below `target`. Nothing else needs Python.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;

/// The crate, which is a workspace of its own.
const SOURCE: &str = "crates/py";
/// The virtual environment.
const VENV: &str = "target/py/venv";
/// Where the wheel is built.
const WHEELS: &str = "target/py/wheels";
/// Public data sets. Tests marked as `shared_data` run where they are.
const DATA: &str = "../shared/data";
/// What the build and the tests need, from PyPI.
const TOOLS: &[&str] = &[
    "dask",
    "distributed",
    "duckdb",
    "gymnasium",
    "matplotlib",
    "maturin>=1.9,<2",
    "mypy",
    "numpy",
    "pandas",
    "pettingzoo",
    "polars",
    "pyarrow",
    "pytest",
    "pytest-timeout",
    "ruff",
];

#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Build as for a release, with link-time optimization, which takes minutes
    #[arg(long)]
    release: bool,
    /// Build the wheel only
    #[arg(long)]
    no_test: bool,
    /// Also execute the notebooks
    #[arg(long)]
    notebooks: bool,
    /// Also write the pages of the API, into target/py/docs
    #[arg(long)]
    docs: bool,
    /// Interpreter to make the virtual environment with
    #[arg(long, default_value = "python3")]
    python: String,
}

/// Builds and tests the package.
pub(crate) fn run(args: &Args) -> Result<()> {
    const SKIPPED: &str = "the Python package";
    let is_new_enough = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
    let has_python = Command::new(&args.python)
        .args(["-c", is_new_enough])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_python {
        println!("not tested, as there is no Python 3.10 or later with venv: {SKIPPED}");
        return Ok(());
    }
    let root = env::current_dir()?;
    let venv = root.join(VENV);
    let python = venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        fs::create_dir_all(&venv)?;
        let status = Command::new(&args.python).args(["-m", "venv"]).arg(&venv).status()?;
        ensure!(status.success(), "no virtual environment can be made in {VENV}");
    }
    if !pip(&python, TOOLS)? {
        println!("not tested, as PyPI cannot be reached: {SKIPPED}");
        return Ok(());
    }
    let wheel = build(&root, &python, args.release)?;
    println!("{}: {} bytes", wheel.display(), fs::metadata(&wheel)?.len());
    if args.no_test {
        return Ok(());
    }
    let run = |arguments: &[&str]| in_source(&root, &python, arguments);
    let wheel = wheel.to_string_lossy();
    run(&["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", &wheel])?;
    run(&["-m", "ruff", "check", "."])?;
    run(&["-m", "ruff", "format", "--check", "."])?;
    run(&["-m", "mypy"])?;
    run(&["-m", "mypy.stubtest", "quadrille._native"])?;
    if pip(&python, &["pyright[nodejs]"])? {
        run(&["-m", "pyright", "--pythonpath", &python.to_string_lossy()])?;
    } else {
        println!("not checked, as it cannot be installed here: types by pyright");
    }
    // What the columns are compared with; a test run has built it already.
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--locked", "--package", "quadrille"])
        .status()?;
    ensure!(status.success(), "the program could not be built");
    let mut test = vec!["-m", "pytest", "-q", "--timeout", "120", "tests"];
    test.extend(["--doctest-modules", "--pyargs", "quadrille"]);
    if root.join(DATA).exists() {
        test.extend(["-m", "shared_data or not shared_data"]);
    }
    // The examples for readers.
    test.extend(["README.md", "../../README.md", "../../docs/python.md", "../../docs/rl.md"]);
    test.push("--doctest-glob=*.md");
    run(&test)?;
    if args.notebooks {
        ensure!(pip(&python, &["ipykernel", "nbclient"])?, "the notebooks need ipykernel");
        run(&["notebooks/execute.py"])?;
    }
    if args.docs {
        ensure!(pip(&python, &["pdoc"])?, "the pages need pdoc");
        run(&["-m", "pdoc", "--output-directory", "../../target/py/docs", "quadrille"])?;
    }
    lint(&root, &["fmt", "--check"])?;
    lint(&root, &["clippy", "--release", "--locked", "--", "-D", "warnings"])
}

/// Installs packages from PyPI; returns whether they are there.
fn pip(python: &Path, packages: &[&str]) -> Result<bool> {
    let mut install = Command::new(python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    Ok(install.args(["--retries", "1"]).args(packages).status()?.success())
}

/// Returns the program that cargo builds with the settings of tests.
fn program(root: &Path) -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("debug").join(format!("quadrille{}", env::consts::EXE_SUFFIX))
}

/// Runs Python in the folder of the crate.
fn in_source(root: &Path, python: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new(python);
    // Neither the sources beside the tests nor what the caller has set stand in for the wheel.
    command.current_dir(root.join(SOURCE)).env_remove("PYTHONPATH").env("PYTHONSAFEPATH", "1");
    command.env("QUADRILLE_PROGRAM", program(root));
    let status = command.args(arguments).status()?;
    ensure!(status.success(), "python {} failed", arguments.join(" "));
    Ok(())
}

/// Runs cargo on the crate with the settings of the build, so that nothing is compiled twice.
fn lint(root: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("cargo");
    settings(&mut command, root, false);
    let status = command.args(arguments).current_dir(root.join(SOURCE)).status()?;
    ensure!(status.success(), "cargo {} failed in {SOURCE}", arguments.join(" "));
    Ok(())
}

fn settings(command: &mut Command, root: &Path, release: bool) {
    command.env("CARGO_TARGET_DIR", root.join("target/py"));
    if !release {
        // Whether it works does not depend on link-time optimization.
        command.env("CARGO_PROFILE_RELEASE_LTO", "off");
        command.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    }
}

fn build(root: &Path, python: &Path, release: bool) -> Result<PathBuf> {
    let wheels = root.join(WHEELS);
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    let mut maturin = Command::new(python);
    settings(&mut maturin, root, release);
    maturin
        .args(["-m", "maturin", "build", "--release", "--locked", "--quiet", "--out"])
        .arg(&wheels)
        .arg("--interpreter")
        .arg(python)
        .current_dir(root.join(SOURCE));
    ensure!(maturin.status()?.success(), "the wheel could not be built");
    let wheel = fs::read_dir(&wheels)?.next().context("maturin has made a wheel")??;
    Ok(wheel.path())
}
