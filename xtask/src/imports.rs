//! Finds cycles among the files of a Python package or of a TypeScript folder.
//!
//! One file depends on another that it imports, wherever in it that stands, and if only types are
//! imported. Tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use crate::cycles::components;

/// Returns the cycles among the files below a folder: sets of files that depend on each other.
pub(crate) fn cycles(folder: &Path) -> Result<Vec<Vec<PathBuf>>> {
    let mut files = Vec::new();
    list(folder, &mut files)?;
    let mut graph = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let imported = match file.extension().and_then(|extension| extension.to_str()) {
            Some("py") => python(&text),
            _ => typescript(&text),
        };
        let beside = file.parent().context("a folder")?;
        let targets: BTreeSet<PathBuf> =
            imported.iter().filter_map(|name| resolve(beside, name)).collect();
        graph.insert(file, targets);
    }
    Ok(components(&graph))
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_source = [".py", ".ts", ".tsx"].iter().any(|end| name.ends_with(end));
        if path.is_dir() {
            list(&path, files)?;
        } else if is_source && !name.contains(".test.") {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the file that a relative name means.
fn resolve(beside: &Path, name: &str) -> Option<PathBuf> {
    let mut path = PathBuf::new();
    for part in beside.join(name).components() {
        match part {
            Component::ParentDir => _ = path.pop(),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    let ends = ["", ".py", ".ts", ".tsx", "/index.ts", "/__init__.py"];
    ends.iter().map(|end| PathBuf::from(format!("{}{end}", path.display()))).find(|at| at.is_file())
}

/// Returns the modules beside it that a Python file imports.
fn python(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in text.split("from .").skip(1) {
        let Some((module, names)) = rest.split_once(" import ") else { continue };
        if !module.is_empty() {
            found.push(module.to_owned());
            continue;
        }
        let end = if names.starts_with('(') { ')' } else { '\n' };
        let names = names.split(end).next().unwrap_or_default();
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        found.extend(names.split(|c| !is_name(c)).filter(|name| !name.is_empty()).map(Into::into));
    }
    found
}

/// Returns the relative paths that a TypeScript file imports.
fn typescript(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for keyword in ["from", "import", "import("] {
        for rest in text.split(keyword).skip(1) {
            let rest = rest.trim_start();
            let path = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
            found.extend(path.filter(|path| path.starts_with('.')).map(Into::into));
        }
    }
    found
}
