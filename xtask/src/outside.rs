//! `cargo xtask outside` builds a crate outside the workspace with cargo's own release profile, as most
//! users of the library do, and compares its speed with that of `quadrille bench`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use quadrille_core::{BoxShape, Meter, Puzzle, Rng};
use quadrille_formats::line;
use quadrille_generate::puzzle::{Generator, Recipe};
use serde_json::Value;

/// Where the crate and its puzzles are made.
const FOLDER: &str = "target/outside";
/// Its program.
const PROGRAM: &str = include_str!("outside/main.rs");
/// Puzzles of each kind.
const PUZZLES: u64 = 4096;
/// Rounds in which the two programs take turns. The median of each counts, as on a busy machine a single
/// rate may be too high.
const ROUNDS: usize = 3;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// What it is compared with
    #[arg(long, value_name = "FILE", default_value = "target/release/quadrille")]
    program: PathBuf,
    /// The least ratio
    #[arg(long, value_name = "RATIO", default_value_t = 0.9)]
    least: f64,
    /// Files of puzzles, one a line [default: minimal ones, and ones with several solutions]
    files: Vec<PathBuf>,
}

/// Puzzles per second in each round, by what is measured: file, call and mode.
type Rates = BTreeMap<String, Vec<f64>>;

pub(crate) fn run(args: &Args) -> Result<()> {
    let folder = Path::new(FOLDER);
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/main.rs"), PROGRAM)?;
    let crates = fs::canonicalize("crates")?;
    let dependency = |name| format!("quadrille-{name} = {{ path = {:?} }}\n", crates.join(name));
    let manifest = [
        "[package]\nname = \"outside\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n",
        &dependency("core"),
        &dependency("simd"),
    ];
    fs::write(folder.join("Cargo.toml"), manifest.concat())?;
    // The same versions as ours.
    fs::copy("Cargo.lock", folder.join("Cargo.lock"))?;
    let built = Command::new("cargo")
        .args(["build", "--quiet", "--release", "--target-dir", "target"])
        .env_remove("CARGO_TARGET_DIR")
        .current_dir(folder)
        .status()?;
    ensure!(built.success(), "the crate outside the workspace cannot be built");
    let files = if args.files.is_empty() { draw(folder)? } else { args.files.clone() };
    let (mut ours, mut theirs) = (Rates::new(), Rates::new());
    for _ in 0..ROUNDS {
        add(&mut theirs, outside(&folder.join("target/release/outside"), &files)?);
        add(&mut ours, bench(&args.program, &files)?);
    }
    let mut least = f64::INFINITY;
    for (what, rates) in &theirs {
        let ours = ours.get(what).with_context(|| format!("nothing compares to {what}"))?;
        let (ours, ratio) = (median(ours), median(rates) / median(ours));
        println!("{what}: {ratio:.2} of {ours:.0} a second");
        least = least.min(ratio);
    }
    ensure!(least >= args.least, "the slowest row is {least:.2}; {} are expected", args.least);
    Ok(())
}

/// Adds the rates of a round.
fn add(rates: &mut Rates, round: Vec<(String, f64)>) {
    round.into_iter().for_each(|(what, rate)| rates.entry(what).or_default().push(rate));
}

fn median(rates: &[f64]) -> f64 {
    let mut sorted = rates.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn outside(program: &Path, files: &[PathBuf]) -> Result<Vec<(String, f64)>> {
    let rates = output(Command::new(program).args(files))?;
    let rate = |line: &str| {
        let (what, rate) = line.rsplit_once(' ').context("a line without a rate")?;
        Ok((named(what), rate.parse()?))
    };
    rates.lines().map(rate).collect()
}

fn bench(program: &Path, files: &[PathBuf]) -> Result<Vec<(String, f64)>> {
    let rows = output(Command::new(program).args(["bench", "--json", "-j1"]).args(files))?;
    let rate = |line: &str| {
        let row: Value = serde_json::from_str(line)?;
        let word = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
        let what = format!("{} {} {}", word("set"), word("call"), word("mode"));
        Ok((what, row["puzzles_per_second"].as_f64().context("a row without a rate")?))
    };
    rows.lines().map(rate).collect()
}

/// Names a file as `quadrille bench` does.
fn named(what: &str) -> String {
    what.rsplit('/').next().unwrap_or(what).replacen(".txt", "", 1)
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{command:?} cannot be started"))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Draws minimal puzzles, and the same with six givens less.
fn draw(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut recipe = Recipe::new(BoxShape::NINE);
    recipe.minimal = true;
    let (made, _) = Generator::new(recipe, 1)?.make(0..PUZZLES, &mut Meter::unlimited());
    let minimal: Vec<Puzzle> = made.into_iter().flatten().map(|made| made.puzzle).collect();
    let mut rng = Rng::from_seed(1);
    let less = |puzzle: &Puzzle| {
        let mut digits: Vec<u8> = line::text_of_puzzle(puzzle).bytes().collect();
        let mut cells: Vec<usize> = (0..81).filter(|&cell| digits[cell] != b'.').collect();
        rng.shuffle(&mut cells);
        cells.iter().take(6).for_each(|&cell| digits[cell] = b'.');
        String::from_utf8(digits).expect("ASCII")
    };
    let several: Vec<String> = minimal.iter().map(less).collect();
    let minimal: Vec<String> = minimal.iter().map(line::text_of_puzzle).collect();
    let write = |name: &str, lines: Vec<String>| -> Result<PathBuf> {
        let path = folder.join(name);
        fs::write(&path, lines.join("\n") + "\n")?;
        Ok(path)
    };
    Ok(vec![write("minimal.txt", minimal)?, write("several.txt", several)?])
}
