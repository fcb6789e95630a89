//! `cargo xtask contract` compares the answers of all shells: in the tests `one_json`, which also write
//! them to a file, and those of the WebAssembly module and of the Python package with that file.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::{py, wasm};

pub(crate) fn run() -> Result<()> {
    // With the features of a test run, which has built it already.
    let test = ["test", "--quiet", "--locked", "--workspace", "--test", "it", "one_json"];
    let status = Command::new("cargo").args(test).stdout(Stdio::null()).status()?;
    ensure!(status.success(), "the shells differ; see `cargo test --test it one_json`");
    println!("command line, HTTP, C and WebAssembly as native code: the same answers");
    let module = Path::new(wasm::PACKAGE).join("quadrille.wasm");
    match module.exists() {
        true => in_node(&module)?,
        false => println!("not compared, as `cargo xtask wasm` has not built it: the module"),
    }
    py::contract()
}

/// Compares the answers of a WebAssembly module with those of the tests.
pub(crate) fn in_node(module: &Path) -> Result<()> {
    if Command::new("node").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("not compared, as node is not found: the module");
        return Ok(());
    }
    let mut node = Command::new("node");
    node.arg(format!("{}/contract.mjs", wasm::PACKAGE)).arg(target().join("tmp/contract.json"));
    ensure!(node.arg(module).status()?.success(), "the module gives other answers");
    Ok(())
}

/// Returns the folder of what cargo builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}
