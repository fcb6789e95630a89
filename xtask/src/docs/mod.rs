//! The documentation: `cargo xtask reference` and `cargo xtask results` write its generated pages,
//! `cargo xtask site` makes a site of it, and `cargo xtask lint` checks all of it.

mod commands;
mod json_types;
mod links;
pub(crate) mod results;
pub(crate) mod site;
mod speeds;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// A generated file, or one with a generated part.
struct Page {
    path: &'static str,
    text: String,
    /// The command that writes it.
    made_by: &'static str,
}

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Check that the pages are up to date, and write nothing
    #[arg(long)]
    check: bool,
}

/// Writes the pages about commands and JSON types.
pub(crate) fn reference(args: &Args) -> Result<()> {
    finish(&[commands::page()?, json_types::page()?], args)
}

/// Writes the page of results and the table of the README.
pub(crate) fn results(args: &Args) -> Result<()> {
    finish(&results::pages()?, args)
}

/// Checks generated pages, links, the table of contents, and that speeds are on one page.
pub(crate) fn check() -> Result<()> {
    let args = Args { check: true };
    reference(&args)?;
    results(&args)?;
    links::check()?;
    speeds::check()
}

fn finish(pages: &[Page], args: &Args) -> Result<()> {
    for Page { path, text, made_by } in pages {
        if args.check {
            let is_current = fs::read_to_string(path).is_ok_and(|written| written == *text);
            ensure!(is_current, "{path} is out of date: run `cargo xtask {made_by}`");
        } else {
            fs::write(path, text).with_context(|| format!("cannot write {path}"))?;
        }
    }
    Ok(())
}

/// Returns the files of the repository, whether they are committed yet or not.
fn files() -> Result<Vec<PathBuf>> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(list).output().context("git cannot be run")?;
    ensure!(output.status.success(), "git ls-files failed");
    let names = String::from_utf8(output.stdout)?;
    let names = names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from);
    // A file that was removed, but not from the index yet, is still listed.
    Ok(names.filter(|path| path.is_file()).collect())
}

/// Returns the lines of a Markdown text that are not in a block of code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some((index + 1, line))
    })
}
