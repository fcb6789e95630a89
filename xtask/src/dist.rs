//! `cargo xtask dist` makes what users of this platform download: an archive of the program with its
//! manual pages and completions, and a Debian package of the same files.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use std::{env, fs, thread};

use anyhow::{Context, Result, ensure};

use crate::contract;

/// Where archives and packages are made.
const FOLDER: &str = "target/dist";
/// What goes into the Debian package, as the metadata of `crates/quadrille` names it.
const DEBIAN: &str = "target/dist/debian";
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];
/// Shells, and the names under which they look for completions.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "quadrille.bash"),
    ("zsh", "_quadrille"),
    ("fish", "quadrille.fish"),
    ("powershell", "_quadrille.ps1"),
    ("elvish", "quadrille.elv"),
];
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// How long a server may take to send its first page.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The target, whose programs must run here [default: this machine]
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// The profile of the build
    #[arg(long, default_value = "release")]
    profile: String,
    /// Also make a Debian package (with cargo-deb)
    #[arg(long)]
    deb: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--locked", "--package", "quadrille", "--profile", &args.profile]);
    let mut built = contract::target();
    if let Some(target) = &args.target {
        cargo.args(["--target", target]);
        built.push(target);
    }
    ensure!(cargo.status()?.success(), "the program could not be built");
    let program = format!("quadrille{}", env::consts::EXE_SUFFIX);
    let built = built.join(folder_of(&args.profile)).join(&program);
    solves(&built)?;
    serves(&built)?;

    let target = match &args.target {
        Some(target) => target.clone(),
        None => host()?,
    };
    let name = format!("quadrille-{}-{target}", env!("CARGO_PKG_VERSION"));
    let folder = Path::new(FOLDER).join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("completions"))?;
    fs::copy(&built, folder.join(&program))?;
    for document in DOCUMENTS {
        fs::copy(document, folder.join(document))?;
    }
    let manual = folder.join("man");
    ensure!(Command::new(&built).arg("man").arg(&manual).status()?.success(), "no manual pages");
    for (shell, file) in SHELLS {
        let script = printed(&built, &["completions", shell])?;
        fs::write(folder.join("completions").join(file), script)?;
    }
    println!("{}", archive(&name)?.display());
    if args.deb {
        println!("{}", debian(&folder, args)?.display());
    }
    Ok(())
}

/// Returns the folder that cargo builds a profile into.
fn folder_of(profile: &str) -> &str {
    if profile == "dev" { "debug" } else { profile }
}

/// Checks that a program solves a puzzle.
pub(crate) fn solves(program: &Path) -> Result<()> {
    let solution = printed(program, &["solve", PUZZLE])?;
    ensure!(solution.trim() == SOLUTION, "{} printed {solution}", program.display());
    Ok(())
}

/// Checks that a program serves the web app, whose files it contains.
pub(crate) fn serves(program: &Path) -> Result<()> {
    let mut server = Command::new(program)
        .args(["serve", "--port", "0", "--state", "none"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let output = server.stdout.take().context("the server has an output")?;
    let (send, page) = mpsc::channel();
    thread::spawn(move || send.send(first_page(output)));
    let page = page.recv_timeout(PATIENCE);
    server.kill()?;
    server.wait()?;
    let page = page.context("the server has not answered")??;
    ensure!(page.starts_with("HTTP/1.1 200") && page.contains("<title>"), "served {page}");
    Ok(())
}

/// Returns the first page of the server that prints its address.
fn first_page(output: impl Read) -> Result<String> {
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    let host = line.trim().strip_prefix("http://").context("the server printed no address")?;
    let host = host.trim_end_matches('/');
    let mut stream = TcpStream::connect(host)?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut page = Vec::new();
    stream.read_to_end(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn printed(program: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.with_context(|| format!("{} cannot be started", program.display()))?;
    let all = format!("{} {}", program.display(), arguments.join(" "));
    ensure!(output.status.success(), "{all} failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the target that the compiler builds for.
fn host() -> Result<String> {
    let version = printed(Path::new("rustc"), &["-vV"])?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names its host")?.to_owned())
}

/// Packs a folder, as a zip file on Windows.
fn archive(name: &str) -> Result<PathBuf> {
    let mut tar = Command::new("tar");
    let file = if cfg!(windows) {
        // The `tar` of Windows chooses the format by the name.
        let file = format!("{name}.zip");
        tar.args(["-a", "-cf", &file, name]);
        file
    } else {
        let file = format!("{name}.tar.gz");
        tar.args(["-czf", &file, name]);
        file
    };
    ensure!(tar.current_dir(FOLDER).status()?.success(), "{file} could not be made");
    Ok(Path::new(FOLDER).join(file))
}

/// Makes a Debian package of a folder that [`run`] has filled.
fn debian(folder: &Path, args: &Args) -> Result<PathBuf> {
    let staged = Path::new(DEBIAN);
    if staged.exists() {
        fs::remove_dir_all(staged)?;
    }
    fs::rename(folder, staged)?;
    let made = Path::new(FOLDER).join("deb");
    if made.exists() {
        fs::remove_dir_all(&made)?;
    }
    let mut cargo = Command::new("cargo");
    cargo.args(["deb", "--package", "quadrille", "--no-build", "--locked", "--quiet"]);
    cargo.args(["--profile", &args.profile, "--output"]).arg(env::current_dir()?.join(&made));
    cargo.args(args.target.iter().flat_map(|target| ["--target", target]));
    let status = cargo.status();
    fs::rename(staged, folder)?;
    ensure!(status?.success(), "the Debian package needs cargo-deb: cargo install cargo-deb");
    Ok(fs::read_dir(&made)?.next().context("cargo deb has made a package")??.path())
}
