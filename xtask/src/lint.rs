//! What neither compiler nor clippy checks: who may depend on whom, that registries are whole and
//! their page is up to date, and that every licence we link is permissive.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::algorithms;

/// The chain of libraries, and the leaves that may use all of it. A crate may use those before it.
const LAYERS: &[&[&str]] = &[
    &["quadrille-simd"],
    &["quadrille-engine"],
    &["quadrille-lab"],
    &["quadrille-arena"],
    &["quadrille-cli"],
    &["quadrille", "xtask"],
];

/// Folders of plug-ins: each file beside `mod.rs` is one, and registered there.
const REGISTRIES: &[&str] = &["crates/lab/src/algorithms", "crates/arena/src/agents"];

/// Terms of licences that may be linked; an expression passes when some choice of it has only these.
const PERMISSIVE: &[&str] = &[
    "MIT",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Zlib",
    "MPL-2.0",
    "Unicode-3.0",
    "ISC",
    "Unlicense",
    "CC0-1.0",
    "0BSD",
    "BSL-1.0",
];

pub(crate) fn run() -> Result<()> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().context("metadata has packages")?;
    layers(packages)?;
    licences(packages)?;
    for folder in REGISTRIES.iter().filter(|folder| Path::new(folder).exists()) {
        registry(Path::new(folder))?;
    }
    ensure!(
        fs::read_to_string(algorithms::PAGE)
            .is_ok_and(|page| Some(page) == algorithms::page().ok()),
        "{} is not what the registry and the measurements say: run `cargo xtask algorithms`",
        algorithms::PAGE
    );
    println!("layers, licences, registries and the page of the algorithms are in order");
    Ok(())
}

fn metadata() -> Result<Value> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(["metadata", "--format-version", "1"]).output()?;
    ensure!(output.status.success(), "cargo metadata failed");
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

fn layers(packages: &[Value]) -> Result<()> {
    for package in packages.iter().filter(|package| package["source"].is_null()) {
        let name = package["name"].as_str().unwrap_or_default();
        let own =
            layer(name).with_context(|| format!("{name} has no layer in xtask/src/lint.rs"))?;
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let other = dependency["name"].as_str().unwrap_or_default();
            if let Some(theirs) = layer(other) {
                ensure!(theirs < own, "{name} must not depend on {other}");
            }
        }
    }
    Ok(())
}

fn licences(packages: &[Value]) -> Result<()> {
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(licence) = package["license"].as_str() else {
            bail!("{name} states no licence");
        };
        ensure!(is_permissive(licence), "{name} is under {licence}");
    }
    Ok(())
}

/// Whether some choice of an SPDX expression is permissive. Only the forms that occur: terms with
/// `OR`, `AND`, parentheses, the old `/` for `OR`, and `WITH` an exception, which adds permissions.
fn is_permissive(licence: &str) -> bool {
    let plain = licence.replace(['(', ')'], " ").replace('/', " OR ");
    if plain.contains(" AND ") {
        // Each part of an AND counts; parts with OR inside need one good choice.
        return plain.split(" AND ").all(is_permissive);
    }
    plain.split(" OR ").any(|term| {
        let term = term.split(" WITH ").next().unwrap_or_default().trim();
        PERMISSIVE.contains(&term)
    })
}

fn registry(folder: &Path) -> Result<()> {
    let list = fs::read_to_string(folder.join("mod.rs"))?;
    let mut ids = BTreeMap::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if name == "mod" {
            continue;
        }
        ensure!(list.contains(&format!("mod {name};")), "{} is not in mod.rs", path.display());
        if !path.is_file() {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let kinds = [": Entry = Entry {", ": AgentEntry = AgentEntry {"];
        let entries: usize = kinds.iter().map(|kind| text.matches(kind).count()).sum();
        let listed = list.matches(&format!("&{name}::")).count();
        ensure!(entries == listed, "{}: {entries} entries, {listed} registered", path.display());
        for id in text.split("id: \"").skip(1).filter_map(|rest| rest.split('"').next()) {
            if let Some(other) = ids.insert(id.to_owned(), name.clone()) {
                bail!("the id {id} stands in {other} and {name}");
            }
        }
    }
    Ok(())
}
