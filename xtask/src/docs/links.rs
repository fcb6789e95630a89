//! Checks the links between files of the repository: those of Markdown with their anchors, the paths
//! below `docs/` that code and comments name, and that the table of contents has every page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, ensure};

use super::{files, prose};

/// The table of contents of the site.
const CONTENTS: &str = "docs/SUMMARY.md";

/// Files that name what there was at their time.
const HISTORY: &[&str] = &["CHANGELOG.md"];

pub(super) fn check() -> Result<()> {
    let mut dead = Vec::new();
    let mut anchors = BTreeMap::new();
    let files = files()?;
    for path in &files {
        let Ok(text) = fs::read_to_string(path) else { continue };
        if path.extension().is_some_and(|extension| extension == "md") {
            for (line, target) in targets(&text) {
                if let Some(why) = is_dead(path, target, &mut anchors) {
                    dead.push(format!("{}:{line}: {target}: {why}", path.display()));
                }
            }
        }
        let is_history = HISTORY.iter().any(|history| path == Path::new(history));
        for (line, name) in mentions(&text).filter(|_| !is_history) {
            if !Path::new(name).exists() {
                dead.push(format!("{}:{line}: {name}: no such file", path.display()));
            }
        }
    }
    dead.extend(unlisted(&files)?);
    ensure!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
    Ok(())
}

/// Returns the pages of the documentation that the table of contents lacks.
fn unlisted(files: &[PathBuf]) -> Result<Vec<String>> {
    let contents = fs::read_to_string(CONTENTS)?;
    let listed: BTreeSet<PathBuf> =
        targets(&contents).map(|(_, target)| Path::new("docs").join(target)).collect();
    let pages = files.iter().filter(|path| {
        path.starts_with("docs")
            && path.extension().is_some_and(|extension| extension == "md")
            && *path != Path::new(CONTENTS)
    });
    let missing = pages.filter(|page| !listed.contains(*page));
    Ok(missing.map(|page| format!("{CONTENTS} does not list {}", page.display())).collect())
}

/// Returns the targets of the links and pictures of a Markdown text, with the numbers of their lines.
pub(super) fn targets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(number, line)| {
        let starts = line.match_indices("](").filter(|&(at, _)| !is_in_code(line, at));
        starts.filter_map(move |(at, _)| {
            let rest = &line[at + 2..];
            rest.find([')', ' ']).map(|end| (number, &rest[..end]))
        })
    })
}

fn is_in_code(line: &str, at: usize) -> bool {
    line[..at].matches('`').count() % 2 == 1
}

/// Returns why a link leads nowhere.
fn is_dead(
    from: &Path,
    target: &str,
    anchors: &mut BTreeMap<PathBuf, BTreeSet<String>>,
) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = match path {
        "" => from.to_owned(),
        path => plain(&from.parent().unwrap_or(Path::new("")).join(path)),
    };
    if !file.exists() {
        return Some("no such file".into());
    }
    if anchor.is_empty() || file.extension().is_none_or(|extension| extension != "md") {
        return None;
    }
    let known = anchors
        .entry(file)
        .or_insert_with_key(|file| anchors_of(&fs::read_to_string(file).unwrap_or_default()));
    (!known.contains(anchor)).then(|| "no such heading".into())
}

/// Removes `..` from a path.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, component| {
        match component {
            Component::ParentDir => _ = path.pop(),
            Component::CurDir => {}
            component => path.push(component),
        }
        path
    })
}

/// Returns the anchors of a page: explicit ones, and those that GitHub and mdBook give to headings.
fn anchors_of(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, line) in prose(text) {
        if let Some(id) = line.strip_prefix("<a id=\"").and_then(|rest| rest.split('"').next()) {
            found.insert(id.to_owned());
        }
        let heading = line.trim_start_matches('#');
        if heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let slug = heading.trim().to_lowercase();
        let slug = slug.chars().filter(|&c| c.is_alphanumeric() || "-_ ".contains(c));
        let slug: String = slug.map(|c| if c == ' ' { '-' } else { c }).collect();
        // Equal headings are numbered.
        let numbered = (1..).map(|number| format!("{slug}-{number}"));
        let free = std::iter::once(slug.clone()).chain(numbered).find(|id| !found.contains(id));
        found.extend(free);
    }
    found
}

/// Returns the paths of files below `docs/` that a text names, with the numbers of their lines.
fn mentions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    text.lines().enumerate().flat_map(move |(index, line)| {
        line.match_indices("docs/").filter_map(move |(at, _)| {
            // Paths such as `target/docs/` are not meant.
            if line[..at].ends_with(is_part) {
                return None;
            }
            let end = line[at..].find(|c| !is_part(c)).map_or(line.len(), |end| at + end);
            let name = line[at..end].trim_end_matches(['.', '/']);
            name.rsplit('/').next()?.contains('.').then_some((index + 1, name))
        })
    })
}
