//! `cargo xtask site` makes a site of docs/ with mdBook, search included.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::files;

/// The pages as mdBook gets them.
const SOURCE: &str = "target/site-source";
/// The site.
pub(crate) const SITE: &str = "target/site";

pub(crate) fn run() -> Result<()> {
    if Path::new(SOURCE).exists() {
        fs::remove_dir_all(SOURCE)?;
    }
    for path in files()? {
        let Ok(name) = path.strip_prefix("docs") else { continue };
        // The name that mdBook gives to the page of a folder, which its links must have, too.
        let is_front = name.ends_with("README.md");
        let copy = if is_front { name.with_file_name("index.md") } else { name.to_owned() };
        let copy = Path::new(SOURCE).join(copy);
        fs::create_dir_all(copy.parent().context("files are in a folder")?)?;
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = without_outward_links(&fs::read_to_string(&path)?, name);
            fs::write(copy, text.replace("README.md)", "index.md)"))?;
        } else {
            fs::copy(&path, copy)?;
        }
    }
    let site = std::env::current_dir()?.join(SITE);
    let status = Command::new("mdbook")
        .args(["build", SOURCE, "--dest-dir"])
        .arg(&site)
        .status()
        .context("mdbook cannot be run: `cargo install --locked mdbook` installs it")?;
    ensure!(status.success(), "mdbook failed");
    println!("{SITE}/index.html is the first page");
    Ok(())
}

/// Replaces links to files outside of docs/, which the site does not have, by the paths of these.
fn without_outward_links(text: &str, name: &Path) -> String {
    let up = "../".repeat(name.components().count());
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&format!("]({up}")) {
        let target = &rest[at + 2 + up.len()..];
        let Some(end) = target.find(')') else { break };
        let start = rest[..at].rfind('[').unwrap_or(at);
        let title = &rest[start + 1..at];
        let path = &target[..end];
        out += &rest[..start];
        out += &if title == path { format!("`{path}`") } else { format!("{title} (`{path}`)") };
        rest = &target[end + 1..];
    }
    out + rest
}
