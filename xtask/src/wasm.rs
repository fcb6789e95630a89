//! `cargo xtask wasm` builds the engine as a WebAssembly module into `crates/wasm/npm`, a package for
//! npm, and the app as pages that need no server into `target/pages`. It compares the module with the
//! native program where Node is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::docs::site::SITE;

const TARGET: &str = "wasm32-unknown-unknown";
/// The types of requests and answers.
pub(crate) const TYPES: &str = "web/src/core/api.ts";
/// The package for npm.
pub(crate) const PACKAGE: &str = "crates/wasm/npm";

/// How the standard library for the target can be had.
#[derive(Debug, PartialEq)]
enum Library {
    /// It is installed.
    Installed,
    /// It is built from the compiler's sources.
    FromSource,
}

/// Finds out how to build for the target, from the folder of the target's libraries and that of the
/// compiler's sources.
fn library(libraries: &Path, sources: &Path) -> Result<Library> {
    let has_std = fs::read_dir(libraries).is_ok_and(|files| {
        files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd"))
    });
    if has_std {
        Ok(Library::Installed)
    } else if sources.join("library/std").is_dir() {
        Ok(Library::FromSource)
    } else {
        bail!(
            "the compiler has no standard library for {TARGET}. Where rustup works:\n\n    \
             rustup target add {TARGET}\n\nWith the compiler of a distribution, install its sources \
             and `lld` (Debian: `apt install rustc-web rust-web-src lld`); they are then built with \
             the module."
        )
    }
}

fn rustc(arguments: &[&str]) -> Result<PathBuf> {
    let output = Command::new("rustc").args(arguments).output().context("rustc is not found")?;
    ensure!(output.status.success(), "rustc {} failed", arguments.join(" "));
    Ok(PathBuf::from(String::from_utf8(output.stdout)?.trim()))
}

pub(crate) fn run() -> Result<()> {
    let libraries = rustc(&["--print", "target-libdir", "--target", TARGET])?;
    let sources = rustc(&["--print", "sysroot"])?.join("lib/rustlib/src/rust");
    let library = library(&libraries, &sources)?;
    let folder = Path::new("target/wasm");
    let mut build = Command::new("cargo");
    build.args(["build", "--release", "--locked", "-p", "quadrille-wasm", "--target", TARGET]);
    if library == Library::FromSource {
        build.args(["-Z", "build-std=std,panic_abort"]).env("RUSTC_BOOTSTRAP", "1");
    }
    build
        .env("CARGO_TARGET_DIR", folder)
        .env("CARGO_PROFILE_RELEASE_LTO", "fat")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")
        .env("CARGO_PROFILE_RELEASE_PANIC", "abort")
        .env("CARGO_PROFILE_RELEASE_STRIP", "true")
        // Every browser of today has it; the package says so where it is missing.
        .env("RUSTFLAGS", "-Ctarget-feature=+simd128");
    ensure!(build.status()?.success(), "the module could not be built");
    let module = Path::new(PACKAGE).join("quadrille.wasm");
    fs::copy(folder.join(TARGET).join("release/quadrille_wasm.wasm"), &module)?;
    fs::copy(TYPES, Path::new(PACKAGE).join("api.d.ts"))?;
    println!("{}: {} bytes", module.display(), fs::metadata(&module)?.len());
    pages(&module, Path::new(PAGES))?;
    println!("{PAGES}: the app for any static host");
    compare()
}

/// The pages without a server.
pub(crate) const PAGES: &str = "target/pages";
/// The built app.
const ASSETS: &str = "crates/server/assets";

/// What the server says in a header, and what tells the app to use the module.
const HEAD: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
    <meta name="quadrille-engine" content="wasm">
    "#;

/// Copies the app with the module into a folder.
fn pages(module: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(ASSETS)? {
        let entry = entry?;
        fs::copy(entry.path(), folder.join(entry.file_name()))?;
    }
    fs::copy(module, folder.join("quadrille.wasm"))?;
    documentation(&folder.join("docs"))?;
    let index = folder.join("index.html");
    let page = fs::read_to_string(&index)?;
    // After the encoding, before anything that is loaded.
    let place = page.find("<meta name=").context("the page has no meta element to stand before")?;
    Ok(fs::write(&index, [&page[..place], HEAD, &page[place..]].concat())?)
}

/// Copies the site that `cargo xtask site` makes into a folder, or a page that leads to the package's.
fn documentation(folder: &Path) -> Result<()> {
    if Path::new(SITE).exists() {
        return copy_folder(Path::new(SITE), folder);
    }
    fs::create_dir_all(folder)?;
    let there = env!("CARGO_PKG_HOMEPAGE");
    let page = format!(
        "<!doctype html><meta charset=\"utf-8\"><title>Quadrille</title>\
         <meta http-equiv=\"refresh\" content=\"0; url={there}\"><a href=\"{there}\">{there}</a>\n"
    );
    Ok(fs::write(folder.join("index.html"), page)?)
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &copy)?;
        } else {
            fs::copy(entry.path(), copy)?;
        }
    }
    Ok(())
}

/// Runs all algorithms natively and in Node, and compares what they answer.
fn compare() -> Result<()> {
    if Command::new("node").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("not compared with the native program, as node is not found");
        return Ok(());
    }
    let mut native = Command::new("cargo")
        .args(["run", "--quiet", "-p", "quadrille-wasm", "--example", "answers"])
        .stdout(Stdio::piped())
        .spawn()?;
    let answers = native.stdout.take().context("it has an output")?;
    let compared =
        Command::new("node").arg(format!("{PACKAGE}/test.mjs")).stdin(answers).status()?;
    ensure!(native.wait()?.success(), "the native runs failed");
    ensure!(compared.success(), "the module does not do what the native program does");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_a_policy_and_the_module() {
        let folder = std::env::temp_dir().join(format!("quadrille-pages-{}", std::process::id()));
        let module = std::env::temp_dir().join(format!("quadrille-{}.wasm", std::process::id()));
        fs::write(&module, "module").unwrap();
        std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap();
        pages(&module, &folder).unwrap();
        let page = fs::read_to_string(folder.join("index.html")).unwrap();
        let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}"));
        assert!(place("charset") < place("Content-Security-Policy"));
        assert!(place("Content-Security-Policy") < place("<script"));
        assert!(page.contains(r#"name="quadrille-engine" content="wasm""#));
        assert_eq!(fs::read_to_string(folder.join("quadrille.wasm")).unwrap(), "module");
        assert!(folder.join("worker.js").exists(), "run `cargo xtask web`");
        assert!(folder.join("docs").join("index.html").exists(), "the app links to it");
        fs::remove_dir_all(folder).unwrap();
        fs::remove_file(module).unwrap();
    }

    #[test]
    fn both_ways_to_the_library_are_found_or_explained() {
        let folder = std::env::temp_dir().join(format!("quadrille-wasm-{}", std::process::id()));
        let (libraries, sources) = (folder.join("lib"), folder.join("src"));
        let error = library(&libraries, &sources).unwrap_err().to_string();
        assert!(error.contains("rustup target add") && error.contains("rust-web-src"), "{error}");
        fs::create_dir_all(sources.join("library/std")).unwrap();
        assert_eq!(library(&libraries, &sources).unwrap(), Library::FromSource);
        fs::create_dir_all(&libraries).unwrap();
        fs::write(libraries.join("libstd-0.rlib"), "").unwrap();
        assert_eq!(library(&libraries, &sources).unwrap(), Library::Installed);
        fs::remove_dir_all(folder).unwrap();
    }
}
