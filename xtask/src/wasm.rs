//! `cargo xtask wasm` builds the engine as a WebAssembly module into `crates/wasm/npm`, a package for
//! npm, and compares it with the native program where Node is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

const TARGET: &str = "wasm32-unknown-unknown";
const PACKAGE: &str = "crates/wasm/npm";

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
    fs::copy("web/src/core/api.ts", Path::new(PACKAGE).join("api.d.ts"))?;
    println!("{}: {} bytes", module.display(), fs::metadata(&module)?.len());
    compare()
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
