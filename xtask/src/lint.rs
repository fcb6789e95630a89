//! Checks what neither the compiler nor clippy does: which crate may depend on which, module
//! cycles, file lengths, complete registries with up-to-date pages, links, one version, permissive
//! licenses, examples in the documentation, and phrases.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{algorithms, cycles, docs, examples, imports, prose, techniques, versions};

/// The chain of packages. A package may depend on those of the lines before its own.
const LAYERS: &[&[&str]] = &[
    &["quadrille-simd", "quadrille-storage"],
    &["quadrille-core"],
    &["quadrille-formats", "quadrille-generate"],
    &["quadrille-logic"],
    &["quadrille-lab"],
    &["quadrille-arena"],
    &["quadrille-api"],
    &["quadrille-server", "quadrille-wasm", "quadrille-c", "quadrille-py"],
    &["quadrille-cli"],
    &["quadrille", "quadrille-fuzz", "xtask"],
];

/// Folders of entries: each file beside `mod.rs` is declared and registered there.
const REGISTRIES: &[&str] = &["crates/lab/src/algorithms", "crates/arena/src/agents"];

/// Folders of implementations of a trait, the constant that lists them, and the file it is in.
const IMPLEMENTATIONS: &[(&str, &str, &str, &str)] =
    &[("crates/formats/src", "PuzzleFormat", "FORMATS", "detect.rs")];

/// Crates whose modules must not form cycles.
const ACYCLIC: &[&str] = &[
    "simd", "storage", "core", "formats", "generate", "logic", "lab", "arena", "api", "server",
    "cli", "py", "c", "wasm",
];

/// Folders of other languages whose files must not import each other in a cycle.
const IMPORTING: &[&str] = &["crates/py/python/quadrille", "web/src"];

/// Cycles that a decision in docs/adr defends, as `cargo xtask cycles` prints them.
const DEFENDED_CYCLES: &[&str] = &[];

/// A crate of ours that is a workspace of its own (ADR 22).
const OUTSIDE: &str = "crates/py/Cargo.toml";

/// Shells, which render the answers of `quadrille-api` and have no JSON of their own.
const SHELLS: &[&str] = &["cli", "server", "py", "c", "wasm"];

/// Files of shells whose types are written as JSON all the same, and why.
const OWN_JSON: &[(&str, &str)] = &[
    ("crates/server/src/jobs.rs", "a job on the server's disk"),
    ("crates/server/src/store.rs", "a game on the server's disk"),
];

/// Where a type may be called `Row`: rows of tables, bits of matrices. A row of answers is an answer.
const ROWS: &[&str] = &[
    "crates/formats/src/row.rs",
    "crates/logic/src/chains/reach.rs",
    "crates/lab/src/experiment/table.rs",
    "crates/simd/src/layout.rs",
];

/// Maximum number of lines of a source file.
const MAX_LINES: usize = 600;

/// Licenses that may be linked; an expression passes when some choice of it has only these.
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
    let packages = packages(&[])?;
    layers(&packages)?;
    licenses(&packages)?;
    layers(&self::packages(&["--no-deps", "--manifest-path", OUTSIDE])?)?;
    // What it depends on is not needed for anything else, so it may be missing without a network.
    match self::packages(&["--locked", "--manifest-path", OUTSIDE]) {
        Ok(packages) => licenses(&packages)?,
        Err(error) => println!("not checked: the licenses of what {OUTSIDE} links ({error})"),
    }
    for folder in REGISTRIES {
        registry(Path::new(folder))?;
    }
    for (folder, name, list, file) in IMPLEMENTATIONS {
        implementations(Path::new(folder), name, list, file)?;
    }
    for name in ACYCLIC {
        let root = Path::new("crates").join(name).join("src");
        for cycle in cycles::cycles(&root.join("lib.rs"))? {
            let cycle = cycle.join(" ");
            ensure!(DEFENDED_CYCLES.contains(&cycle.as_str()), "{name}: module cycle {cycle}");
        }
        lengths(&root)?;
    }
    for folder in IMPORTING {
        if let Some(cycle) = imports::cycles(Path::new(folder))?.first() {
            let names = cycle.iter().map(|file| file.display().to_string());
            bail!("{folder}: import cycle {}", names.collect::<Vec<_>>().join(" "));
        }
    }
    answers()?;
    ensure!(
        fs::read_to_string(algorithms::PAGE)
            .is_ok_and(|page| Some(page) == algorithms::page().ok()),
        "{} is not what the registry and the measurements say: run `cargo xtask algorithms`",
        algorithms::PAGE
    );
    techniques::check()?;
    versions::check()?;
    docs::check()?;
    examples::check()?;
    prose::check()?;
    println!(
        "layers, cycles, lengths, licenses, registries, docs, examples and phrases are in order"
    );
    Ok(())
}

/// Checks that shells define no JSON that a user sees, and that nothing but a table has a `Row`.
fn answers() -> Result<()> {
    for package in fs::read_dir("crates")? {
        let package = package?.path();
        let is_shell = SHELLS.iter().any(|shell| package.ends_with(shell));
        for file in source_files(&package.join("src"))? {
            let path = file.to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&file)?;
            for (number, line) in text.lines().enumerate() {
                let derives = line.starts_with("#[derive(") && line.contains("Serialize");
                let is_excused = OWN_JSON.iter().any(|(excused, _)| path.starts_with(excused));
                ensure!(
                    !is_shell || !derives || is_excused,
                    "{path}:{}: a type of a shell is written as JSON; use one of quadrille-api",
                    number + 1
                );
                let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                // Those in functions of tests are indented.
                let is_item = !line.starts_with(' ');
                let defines = words.any(|word| matches!(word, "struct" | "enum" | "type"))
                    && words.next() == Some("Row");
                ensure!(
                    !is_item || !defines || ROWS.contains(&path.as_str()),
                    "{path}:{}: a type is called Row, but is not a row of a table",
                    number + 1
                );
            }
        }
    }
    Ok(())
}

/// Returns what `cargo metadata` knows about packages.
fn packages(options: &[&str]) -> Result<Vec<Value>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    let output = command.args(["metadata", "--format-version", "1"]).args(options).output()?;
    ensure!(output.status.success(), "cargo metadata failed");
    let mut metadata: Value = serde_json::from_slice(&output.stdout)?;
    match metadata["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => bail!("cargo metadata names no packages"),
    }
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
            if let Some(theirs) = layer(other).filter(|_| other != name) {
                ensure!(theirs < own, "{name} must not depend on {other}");
            }
        }
    }
    Ok(())
}

fn licenses(packages: &[Value]) -> Result<()> {
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(license) = package["license"].as_str() else {
            bail!("{name} states no license");
        };
        ensure!(is_permissive(license), "{name} is under {license}");
    }
    Ok(())
}

/// Whether some choice of an SPDX expression is permissive. Only the forms that occur: terms with
/// `OR`, `AND`, parentheses, the old `/` for `OR`, and `WITH` an exception, which adds permissions.
fn is_permissive(license: &str) -> bool {
    let plain = license.replace(['(', ')'], " ").replace('/', " OR ");
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

/// Checks that every implementation of the trait `name` in a folder is in the constant `list` of a
/// file.
fn implementations(folder: &Path, name: &str, list: &str, file: &str) -> Result<()> {
    let text = fs::read_to_string(folder.join(file))?;
    let start = text.find(&format!("pub const {list}:")).context("the registry has a list")?;
    let listed = text[start..].split_once("];").map_or("", |(listed, _)| listed);
    for file in source_files(folder)? {
        let text = fs::read_to_string(&file)?;
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let marker = format!("impl {name} for ");
        for rest in code.split(&marker).skip(1) {
            let implementor: String =
                rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            ensure!(
                listed.contains(&format!("&{implementor}")),
                "{}: {implementor} is not in {list}",
                file.display()
            );
        }
    }
    Ok(())
}

fn lengths(folder: &Path) -> Result<()> {
    for file in source_files(folder)? {
        let lines = fs::read_to_string(&file)?.lines().count();
        ensure!(lines <= MAX_LINES, "{} has {lines} lines, of at most {MAX_LINES}", file.display());
    }
    Ok(())
}

/// Returns the Rust files of a folder and its subfolders, sorted.
pub(crate) fn source_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
