//! `cargo xtask web` builds the web app into the crate that serves it; `cargo xtask e2e` tests it in a
//! browser. Neither is needed to build the program: the built files are committed.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs, thread};

use anyhow::{Context, Result, bail, ensure};
use clap::Args as ClapArgs;

/// The npm project.
const SOURCE: &str = "web";
/// Where the built files are committed.
const ASSETS: &str = "crates/server/assets";

/// Names under which distributions install Chromium.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Build into a temporary folder and fail if the committed files differ
    #[arg(long)]
    check: bool,
}

#[derive(ClapArgs)]
pub(crate) struct E2eArgs {
    /// The program to test [default: the release build, which is made first]
    #[arg(long)]
    program: Option<PathBuf>,
    /// Run only tests whose names contain this text
    filter: Option<String>,
}

/// Builds the web app, or checks that the committed files are what a build makes.
pub(crate) fn run(args: &Args) -> Result<()> {
    if !found("node") || !found("npm") {
        // Without Node, nobody can have changed what the files are built from and seen the result.
        ensure!(
            args.check,
            "node and npm are needed to build the web app; nothing else needs them"
        );
        println!("not checked, as node or npm is missing: {ASSETS} is built from {SOURCE}");
        return Ok(());
    }
    install()?;
    npm(&["run", "typecheck"])?;
    npm(&["test"])?;
    if !args.check {
        return build(&fs::canonicalize(".")?.join(ASSETS));
    }
    let built = env::temp_dir().join(format!("quadrille-web-{}", std::process::id()));
    let result = build(&built).and_then(|()| compare(&built, Path::new(ASSETS)));
    let _ = fs::remove_dir_all(&built);
    result
}

/// Tests the served app in a browser.
pub(crate) fn e2e(args: &E2eArgs) -> Result<()> {
    let Some(browser) = browser("the web app in a browser") else { return Ok(()) };
    let program = match &args.program {
        Some(program) => program.clone(),
        None => release_build()?,
    };
    install()?;
    let state = env::temp_dir().join(format!("quadrille-e2e-{}", std::process::id()));
    let outcome = test(&program, &browser, &state, args.filter.as_deref());
    let _ = fs::remove_dir_all(&state);
    outcome
}

/// Opens a page that Vite has bundled with the npm package, and checks that it solves a puzzle.
pub(crate) fn page_in_browser(folder: &Path) -> Result<()> {
    let Some(browser) = browser("the npm package in a page") else { return Ok(()) };
    install()?;
    let mut command = Command::new("node");
    command.arg("e2e/package.mjs").arg(fs::canonicalize(folder)?);
    let status = command.current_dir(SOURCE).env("CHROMIUM", browser).status()?;
    ensure!(status.success(), "the page does not solve");
    println!("the npm package solves in a page");
    Ok(())
}

/// Returns the name of the browser, or reports what is not tested without it.
fn browser(tested: &str) -> Option<String> {
    let named = env::var("CHROMIUM").ok().into_iter();
    let mut browsers = named.chain(BROWSERS.iter().map(|&name| name.to_owned()));
    let browser = browsers.find(|name| found(name));
    if browser.is_none() {
        println!("not tested, as Chromium is missing: {tested}");
    } else if !found("node") || !found("npm") {
        println!("not tested, as node or npm is missing: {tested}");
        return None;
    }
    browser
}

fn test(program: &Path, browser: &str, state: &Path, filter: Option<&str>) -> Result<()> {
    let mut server = Server::start(program, state)?;
    let mut command = Command::new("npm");
    command.args(["run", "--silent", "e2e", "--"]).args(filter.map(|name| format!("-t={name}")));
    command.current_dir(SOURCE).env("QUADRILLE_URL", &server.address).env("CHROMIUM", browser);
    // The tests of a killed server start their own.
    command.env("QUADRILLE_PROGRAM", fs::canonicalize(program)?);
    match fs::canonicalize(crate::wasm::PAGES) {
        Ok(pages) => {
            command.env("QUADRILLE_PAGES", pages);
        }
        Err(_) => {
            println!("not tested, as `cargo xtask wasm` has not made them: pages without a server");
        }
    }
    let status = command.status().context("npm cannot be started")?;
    server.stop();
    ensure!(status.success(), "the browser tests failed");
    Ok(())
}

/// A server of the app on a free port.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(program: &Path, state: &Path) -> Result<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--port", "0", "--state"])
            .arg(state)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} cannot be started", program.display()))?;
        let mut output = BufReader::new(child.stdout.take().context("it has an output")?);
        let mut line = String::new();
        output.read_line(&mut line)?;
        // Whatever it prints later must not fill the pipe.
        thread::spawn(move || output.read_to_end(&mut Vec::new()));
        let Some(start) = line.find("http://") else {
            let _ = child.kill();
            let _ = child.wait();
            bail!("the server printed `{}` instead of its address", line.trim());
        };
        let address = line[start..].split_whitespace().next().unwrap_or_default().to_owned();
        Ok(Self { child, address })
    }

    fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

fn release_build() -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--locked", "-p", "quadrille"]);
    ensure!(command.status()?.success(), "the release build failed");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    Ok(target.join("release").join(format!("quadrille{}", env::consts::EXE_SUFFIX)))
}

/// Installs the packages of the lock file, unless they are there.
fn install() -> Result<()> {
    let lock = fs::read(Path::new(SOURCE).join("package-lock.json"))?;
    // npm does not say which lock file it installed, so a copy is kept beside the packages.
    let copy = Path::new(SOURCE).join("node_modules/.quadrille-lock.json");
    if fs::read(&copy).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])?;
    fs::write(copy, lock)?;
    Ok(())
}

fn build(folder: &Path) -> Result<()> {
    let mut command = Command::new("npm");
    command.args(["run", "build"]).current_dir(SOURCE).env("QUADRILLE_WEB_OUT", folder);
    let status = command.status().context("npm cannot be started")?;
    ensure!(status.success(), "`npm run build` failed");
    Ok(())
}

fn npm(args: &[&str]) -> Result<()> {
    let status = Command::new("npm").args(args).current_dir(SOURCE).status();
    ensure!(status.context("npm cannot be started")?.success(), "`npm {}` failed", args.join(" "));
    Ok(())
}

/// Returns whether a program can be started.
pub(crate) fn found(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Fails if two folders differ.
fn compare(built: &Path, committed: &Path) -> Result<()> {
    let [built, committed] = [files(built)?, files(committed)?];
    let names = built.keys().chain(committed.keys());
    let mut differing: Vec<&PathBuf> =
        names.filter(|name| built.get(*name) != committed.get(*name)).collect();
    differing.sort();
    differing.dedup();
    ensure!(
        differing.is_empty(),
        "{ASSETS} is not what {SOURCE} builds ({}): run `cargo xtask web` and commit the result",
        differing.iter().map(|name| name.display().to_string()).collect::<Vec<_>>().join(", ")
    );
    println!("{ASSETS} is what {SOURCE} builds");
    Ok(())
}

/// Returns the files of a folder by their paths within it.
fn files(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let path = folder.join(&inner);
        for entry in fs::read_dir(&path).with_context(|| path.display().to_string())? {
            let entry = entry?;
            let name = inner.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(name);
            } else {
                files.insert(name, fs::read(entry.path())?);
            }
        }
    }
    Ok(files)
}
