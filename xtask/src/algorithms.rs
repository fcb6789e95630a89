//! `cargo xtask algorithms` writes docs/reference/algorithms.md from the registry and the measurements beside
//! it; with `--measure`, it first measures with `compare` of the release build.

use std::path::Path;

use std::fs;

use anyhow::{Context, Result, ensure};
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::registry::Entry;
use quadrille_lab::report::{Measured, algorithms_page, read_measured};

use crate::measure::{Occasion, release};

/// The page.
pub(crate) const PAGE: &str = "docs/reference/algorithms.md";
/// The measurements, a JSON object per line.
pub(crate) const MEASURED: &str = "docs/reference/algorithms.jsonl";
/// Where the comparison writes its log.
const LOG: &str = "target/algorithms";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Measure these algorithms on the collection first, or all if none are named
    #[arg(long, value_name = "ID", num_args = 0..)]
    measure: Option<Vec<String>>,
    /// Limit on the nodes of each measured run
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "measure")]
    nodes: u64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(ids) = &args.measure {
        let ids = if ids.is_empty() {
            ENTRIES.iter().map(|e| e.id.to_owned()).collect()
        } else {
            ids.clone()
        };
        let fresh = measure(&ids, args.nodes)?;
        let before = if Path::new(MEASURED).exists() { measured()? } else { Vec::new() };
        let row_of = |entry: &&Entry| {
            let of = |rows: &[Measured]| rows.iter().find(|row| row.algorithm == entry.id).cloned();
            of(&fresh).or_else(|| of(&before))
        };
        let mut text = String::new();
        for row in ENTRIES.iter().filter_map(row_of) {
            text += &serde_json::to_string(&row)?;
            text.push('\n');
        }
        fs::write(MEASURED, text)?;
    }
    fs::write(PAGE, page()?).with_context(|| format!("cannot write {PAGE}"))
}

/// Returns the page that follows from the registry and the measurements.
pub(crate) fn page() -> Result<String> {
    Ok(algorithms_page(ENTRIES, &measured()?))
}

fn measured() -> Result<Vec<Measured>> {
    let text = fs::read_to_string(MEASURED).with_context(|| {
        format!("cannot read {MEASURED}; `cargo xtask algorithms --measure` creates it")
    })?;
    read_measured(&text).with_context(|| MEASURED.to_owned())
}

/// Measures in one thread, so that runs do not compete for the processor.
fn measure(ids: &[String], nodes: u64) -> Result<Vec<Measured>> {
    let (list, limit) = (ids.join(" "), nodes.to_string());
    let output = release()
        .arg("compare")
        .args(["--json", "--quiet", "--threads", "1", "--puzzles", "collection", "--overwrite"])
        .args(["--algorithms", &list, "--nodes", &limit, "--output", LOG])
        .stderr(std::process::Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "the comparison failed");
    let mut rows = read_measured(std::str::from_utf8(&output.stdout)?)
        .context("the comparison printed something else than its summary")?;
    let measured = Occasion::of_log(Path::new(LOG))?.to_string();
    for row in &mut rows {
        row.node_limit = nodes;
        row.measured.clone_from(&measured);
    }
    Ok(rows)
}
