//! Checks that every file that states the version of the project states the same one.

use std::fs;

use anyhow::{Context, Result, ensure};

/// Files, and what stands before and after the version in their lines.
const STATED: [(&str, &str, &str); 8] = [
    ("CITATION.cff", "version: ", "\n"),
    ("CHANGELOG.md", "## ", " - "),
    ("crates/simd/Cargo.toml", "version = \"", "\"\n"),
    ("crates/py/Cargo.toml", "version = \"", "\"\n"),
    ("crates/wasm/npm/package.json", "  \"version\": \"", "\""),
    ("crates/wasm/examples/page/package.json", "  \"version\": \"", "\""),
    ("web/package.json", "  \"version\": \"", "\""),
    ("web/package-lock.json", "  \"version\": \"", "\""),
];
/// The dependencies between our own crates.
const WORKSPACE: &str = "Cargo.toml";

pub(crate) fn check() -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    for (file, before, after) in STATED {
        let stated = first(&fs::read_to_string(file)?, before, after);
        let stated = stated.with_context(|| format!("{file} states no version"))?;
        ensure!(stated == version, "{file} states version {stated}, not {version}");
    }
    let manifest = fs::read_to_string(WORKSPACE)?;
    for line in manifest.lines().filter(|line| line.starts_with("quadrille-")) {
        ensure!(line.contains(&format!("version = \"{version}\"")), "{WORKSPACE}: {line}");
    }
    Ok(())
}

/// Returns what the first line that begins with a text has between it and another text.
fn first(text: &str, before: &str, after: &str) -> Option<String> {
    let lines = text.split_inclusive('\n').filter_map(|line| line.strip_prefix(before));
    lines.filter_map(|line| line.split_once(after)).map(|(version, _)| version.to_owned()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changelog_states_its_last_release() {
        let text =
            "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-28\n\n## 0.1.0 - 2026-11-26\n";
        assert_eq!(first(text, "## ", " - ").as_deref(), Some("0.2.0"));
        assert_eq!(first("a\nversion: 0.2.0\n", "version: ", "\n").as_deref(), Some("0.2.0"));
        assert_eq!(first("version: 0.2.0\n", "## ", " - "), None);
    }
}
