//! `cargo xtask py` builds the wheel of the Python package and tests it in a virtual environment
//! below `target`. Nothing else needs Python.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use clap::Args as ClapArgs;

use crate::contract;

/// The crate, which is a workspace of its own.
const SOURCE: &str = "crates/py";
/// The virtual environment.
const VENV: &str = "target/py/venv";
/// Another one, in which only the wheel is installed.
const FRESH: &str = "target/py/fresh";
/// Where the wheel is built.
const WHEELS: &str = "target/py/wheels";
/// Public data sets. Tests marked as `shared_data` run where they are.
const DATA: &str = "../shared/data";
/// What the build and the tests cannot do without, from PyPI.
const TOOLS: &[&str] = &["maturin>=1.9,<2", "pytest", "pytest-timeout"];
/// What checks the sources; one interpreter is enough.
const LINTERS: &[&str] = &["mypy", "ruff"];
/// What tests use. A new or a free-threaded interpreter may have to wait for some of them.
const LIBRARIES: &[&str] = &[
    "dask",
    "distributed",
    "duckdb",
    "gymnasium",
    "matplotlib",
    "numpy",
    "pandas",
    "pettingzoo",
    "polars",
    "pyarrow",
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
    /// Test on this interpreter, in a virtual environment of its own, with the libraries that have
    /// wheels for it; sources and types are not checked again. A free-threaded interpreter gets a
    /// wheel of its own
    #[arg(long, value_name = "PATH")]
    python: Option<String>,
}

/// Builds and tests the package.
pub(crate) fn run(args: &Args) -> Result<()> {
    const SKIPPED: &str = "the Python package";
    let base = args.python.as_deref().unwrap_or("python3");
    let Some(tag) = tag(base) else {
        // What is asked for by name must be there.
        ensure!(args.python.is_none(), "{base} is not a Python 3.10 or later with venv");
        println!("not tested, as there is no Python 3.10 or later with venv: {SKIPPED}");
        return Ok(());
    };
    let root = env::current_dir()?;
    let venv = if args.python.is_some() { format!("{VENV}-{tag}") } else { VENV.to_owned() };
    let python = interpreter(&root, &venv);
    if !python.exists() {
        fs::create_dir_all(&venv)?;
        let status = Command::new(base).args(["-m", "venv", &venv]).status()?;
        ensure!(status.success(), "no virtual environment can be made in {venv}");
    }
    let is_main = args.python.is_none();
    let needed = if is_main { [TOOLS, LINTERS, LIBRARIES].concat() } else { TOOLS.to_vec() };
    if !pip(&python, &needed)? {
        println!("not tested, as PyPI cannot be reached: {SKIPPED}");
        return Ok(());
    }
    let wheel = build(&root, &python, args.release)?;
    println!("{}: {} bytes", wheel.display(), fs::metadata(&wheel)?.len());
    try_alone(&root, base, &wheel)?;
    if args.no_test {
        return Ok(());
    }
    let run = |arguments: &[&str]| in_source(&root, &python, arguments);
    let wheel = wheel.to_string_lossy();
    run(&["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", &wheel])?;
    if is_main {
        check_sources(&root, &python)?;
    }
    let mut missing = Vec::new();
    if !is_main {
        for library in LIBRARIES {
            if !pip(&python, &["--only-binary", ":all:", library])? {
                missing.push(*library);
            }
        }
    }
    // What the columns are compared with. A test run has built it already, with the features that
    // the whole workspace selects.
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--locked", "--workspace", "--all-targets"])
        .status()?;
    ensure!(status.success(), "the program could not be built");
    let mut test = vec!["-m", "pytest", "-q", "--timeout", "120", "tests"];
    if root.join(DATA).exists() {
        test.extend(["-m", "shared_data or not shared_data"]);
    }
    if missing.is_empty() {
        test.extend(["--doctest-modules", "--pyargs", "quadrille"]);
        // The examples for readers.
        test.extend(["README.md", "../../README.md"]);
        test.extend(["../../docs/guide/python.md", "../../docs/guide/learning.md"]);
        test.push("../../docs/guide/judging.md");
        test.push("--doctest-glob=*.md");
    } else {
        let missing = missing.join(", ");
        println!("not tested, as there are no wheels of {missing} for {tag}: docs and their use");
    }
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

/// Installs a wheel in a fresh virtual environment, with nothing else, and solves there.
fn try_alone(root: &Path, base: &str, wheel: &Path) -> Result<()> {
    let status = Command::new(base).args(["-m", "venv", "--clear", FRESH]).status()?;
    ensure!(status.success(), "no virtual environment can be made in {FRESH}");
    let python = interpreter(root, FRESH);
    let wheel = wheel.to_string_lossy();
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"];
    in_source(root, &python, &[&install[..], &[&wheel]].concat())?;
    in_source(root, &python, &["tests/fresh.py"])
}

/// Compares the answers of the package that [`run`] has installed with those of the other shells.
pub(crate) fn contract() -> Result<()> {
    let root = env::current_dir()?;
    let python = interpreter(&root, VENV);
    let mut import = Command::new(&python);
    import.args(["-c", "import quadrille"]).stderr(Stdio::null());
    if !import.status().is_ok_and(|status| status.success()) {
        println!("not compared, as `cargo xtask py` has not installed it: the Python package");
        return Ok(());
    }
    in_source(&root, &python, &["-m", "pytest", "-q", "tests/test_contract.py"])
}

/// Returns the interpreter of a virtual environment.
fn interpreter(root: &Path, venv: &str) -> PathBuf {
    let folder = root.join(venv).join(if cfg!(windows) { "Scripts" } else { "bin" });
    folder.join(if cfg!(windows) { "python.exe" } else { "python" })
}

/// Checks the style and the types of the sources.
fn check_sources(root: &Path, python: &Path) -> Result<()> {
    let run = |arguments: &[&str]| in_source(root, python, arguments);
    run(&["-m", "ruff", "check", "."])?;
    run(&["-m", "ruff", "format", "--check", "."])?;
    run(&["-m", "mypy"])?;
    run(&["-m", "mypy.stubtest", "quadrille._native"])?;
    if pip(python, &["pyright[nodejs]"])? {
        run(&["-m", "pyright", "--pythonpath", &python.to_string_lossy()])
    } else {
        println!("not checked, as it cannot be installed here: types by pyright");
        Ok(())
    }
}

/// Returns the tag of an interpreter, such as `cpython-314t-x86_64-linux-gnu`, if it is new enough.
fn tag(python: &str) -> Option<String> {
    const CODE: &str = "import sys, sysconfig, venv; \
        sys.exit(sys.version_info < (3, 10) or \
        print(sysconfig.get_config_var('SOABI') or sys.implementation.cache_tag))";
    let output = Command::new(python).args(["-c", CODE]).stderr(Stdio::null()).output().ok()?;
    let tag = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| tag.trim().to_owned())
}

/// Installs packages from PyPI; returns whether they are there.
fn pip(python: &Path, packages: &[&str]) -> Result<bool> {
    let mut install = Command::new(python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    Ok(install.args(["--retries", "1"]).args(packages).status()?.success())
}

/// Returns the program that cargo builds with the settings of tests.
fn program(root: &Path) -> PathBuf {
    let name = format!("quadrille{}", env::consts::EXE_SUFFIX);
    root.join(contract::target()).join("debug").join(name)
}

/// Returns whether an interpreter is free-threaded.
fn has_no_lock(python: &Path) -> bool {
    let code = "import sys; sys.exit(getattr(sys, '_is_gil_enabled', lambda: True)())";
    Command::new(python).args(["-c", code]).status().is_ok_and(|status| status.success())
}

/// Runs Python in the folder of the crate.
fn in_source(root: &Path, python: &Path, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new(python);
    // Neither the sources beside the tests nor what the caller has set stand in for the wheel.
    command.current_dir(root.join(SOURCE)).env_remove("PYTHONPATH").env("PYTHONSAFEPATH", "1");
    command.env("QUADRILLE_PROGRAM", program(root));
    // A module that asks for the lock must not bring it back unseen; other builds refuse to start.
    if has_no_lock(python) {
        command.env("PYTHON_GIL", "0");
    }
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
