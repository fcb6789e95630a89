//! `cargo xtask npm` packs the package for npm, installs it in an empty project, and solves there in
//! Node and in a page that Vite has bundled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{wasm, web};

/// Where the package and the project are made.
const FOLDER: &str = "target/npm";
/// The project that installs it.
const EXAMPLE: &str = "crates/wasm/examples/page";
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The module [default: the one that `cargo xtask wasm` has made]
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if !web::found("node") || !web::found("npm") {
        println!("not packed, as node or npm is missing: the package for npm");
        return Ok(());
    }
    let folder = Path::new(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let [package, project] = ["package", "project"].map(|name| folder.join(name));
    let module = args.module.clone();
    let module = module.unwrap_or_else(|| Path::new(wasm::PACKAGE).join("quadrille.wasm"));
    ensure!(module.exists(), "{} is missing; run `cargo xtask wasm` first", module.display());
    copy(Path::new(wasm::PACKAGE), &package)?;
    fs::copy(module, package.join("quadrille.wasm"))?;
    fs::copy(wasm::TYPES, package.join("api.d.ts"))?;
    for license in LICENSES {
        fs::copy(license, package.join(license))?;
    }
    npm(&package, &["pack", "--silent", "--pack-destination", ".."])?;
    let archive = format!("quadrille-{}.tgz", env!("CARGO_PKG_VERSION"));
    println!(
        "{}: {} bytes",
        folder.join(&archive).display(),
        fs::metadata(folder.join(&archive))?.len()
    );

    copy(Path::new(EXAMPLE), &project)?;
    npm(&project, &["install", "--silent", "--no-audit", "--no-fund", &format!("../{archive}")])?;
    let node = Command::new("node").arg("solve.mjs").current_dir(&project).status()?;
    ensure!(node.success(), "the package does not solve in Node");
    npm(&project, &["run", "--silent", "build"])?;
    println!("the package solves in Node, and Vite bundles it");
    web::page_in_browser(&project.join("dist"))
}

/// Copies the files of a folder into another.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<()> {
    let status = Command::new("npm").args(arguments).current_dir(folder).status();
    let status = status.context("npm cannot be started")?;
    ensure!(status.success(), "npm {} failed", arguments.join(" "));
    Ok(())
}
