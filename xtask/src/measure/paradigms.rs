//! `cargo xtask paradigms` compares algorithms of all paradigms and the outside solvers under one budget, and
//! puts the result into docs/results.toml and docs/images/paradigms.svg.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use quadrille_lab::Configuration;
use quadrille_lab::registry::Family;
use serde::Deserialize;

use super::chart::chart;
use super::{Occasion, release};
use crate::adapters;
use crate::docs::results;

/// The subject of docs/results.toml.
const SUBJECT: &str = "Paradigms under one budget";
const CHART: &str = "docs/images/paradigms.svg";
/// Where the comparison writes its log.
const LOG: &str = "target/paradigms";
/// The puzzles.
const SUITE: &str = "suite-9x9-v1";
/// One algorithm of each paradigm. Variants of one idea are not here, such as other orders of depth-first
/// search, and neither are published versions of what is here repaired.
const PARADIGMS: [&str; 46] = [
    "norvig",
    "dfs-column",
    "dfs-mrv",
    "dsatur",
    "forward-checking",
    "mac",
    "mac-wdeg",
    "all-different",
    "mac-restarts",
    "limited-discrepancy",
    "ilp",
    "greedy-most-constrained",
    "greedy-conflicts",
    "a-star",
    "rbfs",
    "elimination-best-first",
    "hill-climbing",
    "hill-climbing-restarts",
    "annealing-lewis",
    "annealing",
    "late-acceptance",
    "great-deluge",
    "box-descent",
    "tabu",
    "tabucol",
    "ils-cp",
    "iterated-greedy",
    "ant-colony",
    "lp-rounding",
    "genetic",
    "genetic-rows",
    "memetic",
    "particle-swarm",
    "bee-colony",
    "harmony-search",
    "belief-propagation",
    "survey-propagation",
    "sinkhorn",
    "difference-map",
    "sat-dynamics",
    "gibbs",
    "cross-entropy",
    "kernel",
    "exact-cover",
    "learning",
    "sat",
];
/// The least number of outside solvers beside them.
const LEAST_OUTSIDE: usize = 8;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Processor time of each run
    #[arg(long, value_name = "DUR", default_value = "100ms")]
    cpu_time: String,
}

/// A row of the summary that `compare --json` prints.
#[derive(Deserialize)]
pub(super) struct Row {
    pub(super) algorithm: String,
    pub(super) runs: u64,
    pub(super) decided: u64,
    wrong: u64,
    pub(super) success: f64,
    pub(super) success_low: f64,
    pub(super) success_high: f64,
    cpu_seconds_median: Option<f64>,
    pub(super) cpu_seconds_par2: f64,
}

impl Row {
    /// Returns its name in the table and the chart: the file of an outside solver.
    pub(super) fn name(&self) -> &str {
        self.algorithm.rsplit('/').next().unwrap_or(&self.algorithm)
    }

    pub(super) fn family(&self) -> Family {
        Configuration::parse(&self.algorithm).map_or(Family::Outside, |known| known.entry.family)
    }

    fn cells(&self) -> Vec<String> {
        let decided = format!("{} of {}", self.decided, self.runs);
        let interval = format!("{:.0}–{:.0}", 100.0 * self.success_low, 100.0 * self.success_high);
        vec![
            format!("`{}`", self.name()),
            self.family().id().to_owned(),
            decided,
            format!("{:.1}", 100.0 * self.success),
            interval,
            milliseconds(self.cpu_seconds_par2),
            self.cpu_seconds_median.map_or("—".to_owned(), milliseconds),
        ]
    }
}

/// Writes a time with three significant digits, or in whole milliseconds.
fn milliseconds(seconds: f64) -> String {
    let ms = seconds * 1e3;
    let decimals = (2.0 - ms.max(1e-4).log10().floor()).max(0.0);
    format!("{ms:.*}", decimals as usize)
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let Some(path) = adapters::install()? else {
        anyhow::bail!("the packages of the adapters cannot be installed here");
    };
    let list = PARADIGMS.join(" ");
    let budget = &*args.cpu_time;
    let shared = ["compare", SUITE, "--adapters", "--cpu-time", budget, "--algorithms"];
    let output = release()
        .args(shared)
        .arg(&list)
        // In one thread, so that runs do not compete for the processor.
        .args(["--json", "--threads", "1", "--overwrite", "--output", LOG])
        .env("PATH", path)
        .output()?;
    ensure!(output.status.success(), "the comparison failed");
    let text = String::from_utf8(output.stdout)?;
    let rows = text.lines().map(serde_json::from_str).collect::<Result<Vec<Row>, _>>();
    let mut rows = rows.context("the comparison printed something else than its summary")?;
    let outside = rows.len() - PARADIGMS.len();
    ensure!(outside >= LEAST_OUTSIDE, "only {outside} outside solvers work here");
    for row in &rows {
        ensure!(row.wrong == 0, "{} claims wrong solutions", row.algorithm);
    }
    rows.sort_by(|a, b| {
        b.decided.cmp(&a.decided).then(a.cpu_seconds_par2.total_cmp(&b.cpu_seconds_par2))
    });
    fs::write(CHART, chart(&rows, budget))?;
    let occasion = Occasion::of_log(Path::new(LOG))?;
    let command = format!(
        "# `cargo xtask paradigms` runs this with the packages of the adapters, and makes the table and the \
         chart.\nquadrille compare {SUITE} --adapters --cpu-time {budget} --threads 1 --algorithms LIST"
    );
    results::measured(SUBJECT, &occasion, &command, rows.iter().map(Row::cells).collect())
}
