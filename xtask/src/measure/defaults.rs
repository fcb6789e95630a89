//! `cargo xtask defaults` tunes every algorithm that has parameters, compares the winner with the defaults on
//! puzzles that the tuning did not see, and puts the result into docs/results.toml. Nodes are limited, so the
//! figures are the same on every machine.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::registry::{Entry, Kind};
use quadrille_lab::report::{Measured, read_measured};
use serde::Deserialize;

use super::{Occasion, release};
use crate::algorithms::MEASURED;
use crate::docs::results;

/// The subject of docs/results.toml.
const SUBJECT: &str = "Defaults against tuned settings";
/// Where the tunings write their runs.
const OUTPUT: &str = "target/defaults";
/// The puzzles, and how much is tried: settings in the first race, races, runs on a puzzle.
const OPTIONS: [&str; 7] = ["suite-9x9-v1", "--settings", "16", "--races", "3", "--runs", "1"];
/// About the processor time of a run in seconds, from which its limit on nodes follows.
const RUN_SECONDS: f64 = 0.003;
/// Why a default stays although the tuned setting is better.
const KEPT: [(&str, &str); 18] = [
    ("forward-checking", PARTS),
    ("mac", PARTS),
    ("mac-wdeg", PARTS),
    ("mac-restarts", PARTS),
    ("limited-discrepancy", PARTS),
    ("annealing-r0", PUBLISHED),
    ("annealing-r4", PUBLISHED),
    ("annealing-lewis", PUBLISHED),
    ("tabucol", PUBLISHED),
    ("ils-cp", "nodes do not count its tree search"),
    ("ant-colony", PUBLISHED),
    ("particle-swarm", "4 %, by a swarm of four"),
    ("bee-colony", PUBLISHED),
    ("harmony-search", PUBLISHED),
    ("survey-propagation", "no difference in 100 ms"),
    ("difference-map", "1 is Douglas-Rachford"),
    ("cross-entropy-multinomial", PUBLISHED),
    ("cross-entropy-cell", PUBLISHED),
];
const PARTS: &str = "the parts are what it is named after";
const PUBLISHED: &str = "as published";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Continue an interrupted measurement of the same program
    #[arg(long)]
    resume: bool,
}

/// The part of a tuning's result that the table shows.
#[derive(Deserialize)]
struct Tuned {
    claim: String,
    winner: Judged,
    default: Judged,
    par10_ratio: Option<f64>,
    par10_ratio_low: Option<f64>,
    par10_ratio_high: Option<f64>,
}

#[derive(Deserialize)]
struct Judged {
    algorithm: String,
    success: f64,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let measured = fs::read_to_string(MEASURED)?;
    let measured = read_measured(&measured).with_context(|| MEASURED.to_owned())?;
    if !args.resume && Path::new(OUTPUT).exists() {
        fs::remove_dir_all(OUTPUT)?;
    }
    let (mut rows, mut unexplained) = (Vec::new(), Vec::new());
    for entry in ENTRIES.iter().filter(|entry| is_tunable(entry)) {
        let row = measured.iter().find(|row| row.algorithm == entry.id);
        let row = row.with_context(|| format!("{MEASURED} has no row of {}", entry.id))?;
        let nodes = limit(row);
        let tuned = tune(entry, nodes)?;
        let reason = KEPT.iter().find(|(id, _)| *id == entry.id).map(|(_, reason)| *reason);
        let claim = match (tuned.claim.as_str(), reason) {
            ("winner-better", Some(reason)) => format!("tuned; kept: {reason}"),
            ("winner-better", None) => {
                unexplained.push(entry.id);
                "tuned".to_owned()
            }
            ("default-better", _) => "default".to_owned(),
            ("not-repeated", _) => "in one part".to_owned(),
            _ => "neither".to_owned(),
        };
        rows.push(cells(entry, nodes, &tuned, claim));
    }
    let command = format!(
        "# `cargo xtask defaults` runs this for each, and makes the table.\nquadrille tune ID {} --nodes NODES",
        OPTIONS.join(" ")
    );
    results::measured(SUBJECT, &Occasion::now("the same on every machine")?, &command, rows)?;
    ensure!(
        unexplained.is_empty(),
        "change these defaults, or say in KEPT why they stay: {}",
        unexplained.join(", ")
    );
    Ok(())
}

/// Whether `tune` has something to tune.
fn is_tunable(entry: &Entry) -> bool {
    let drawn = |kind: Kind| matches!(kind, Kind::Choice(_));
    entry.parameters.iter().any(|parameter| parameter.scale.is_some() || drawn(parameter.kind))
}

/// Returns the nodes that take about the time of a run, with one significant digit.
fn limit(row: &Measured) -> u64 {
    let nodes = row.nodes_total as f64 / row.cpu_seconds_total * RUN_SECONDS;
    let digit = 10_f64.powf(nodes.max(1.0).log10().floor());
    ((nodes / digit).round() * digit).max(10.0) as u64
}

fn tune(entry: &Entry, nodes: u64) -> Result<Tuned> {
    let output = Path::new(OUTPUT).join(entry.id);
    let mut tune = release();
    tune.args(["tune", entry.id]).args(OPTIONS).args(["--nodes", &nodes.to_string()]);
    let output = tune.args(["--quiet", "--json", "--output"]).arg(output).output()?;
    ensure!(output.status.success(), "{} cannot be tuned", entry.id);
    let text = std::str::from_utf8(&output.stdout)?;
    serde_json::from_str(text).context("the tuning printed something else than its result")
}

fn cells(entry: &Entry, nodes: u64, tuned: &Tuned, claim: String) -> Vec<String> {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let setting = tuned.winner.algorithm.split_once(':');
    let setting = setting.map_or("the default".to_owned(), |(_, values)| format!("`{values}`"));
    let ratio = match (tuned.par10_ratio, tuned.par10_ratio_low, tuned.par10_ratio_high) {
        (Some(ratio), Some(low), Some(high)) => format!("{ratio:.2} ({low:.2}–{high:.2})"),
        _ => "—".to_owned(),
    };
    vec![
        format!("`{}`", entry.id),
        nodes.to_string(),
        setting,
        percent(tuned.default.success),
        percent(tuned.winner.success),
        ratio,
        claim,
    ]
}
