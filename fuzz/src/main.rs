//! Fuzzes on stable Rust: mutates seeds for a limited time and saves what makes a target panic or
//! hang.
//!
//! `cargo run -p quadrille-fuzz -- --seconds 10 readers log`

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use cpu_time::ThreadTime;
use quadrille_core::Rng;
use quadrille_fuzz::{TARGETS, Target};

/// Mutate seeds and pass them to the fuzz targets
#[derive(Parser)]
struct Args {
    /// Targets; all by default
    targets: Vec<String>,
    /// Seconds of processor time for each target, at most ten times as long on a busy machine
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Seed of the mutations
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// No input of this size may take more processor time,
const PATIENCE: Duration = Duration::from_secs(2);
/// or more time on a busy machine.
const LONG_PATIENCE: Duration = Duration::from_secs(30);
const LONGEST: usize = 16 << 10;

/// Pieces that readers look for, and numbers at the ends of ranges.
const PIECES: &[&str] = &[
    "\n",
    "\r\n",
    "\r",
    " ",
    ",",
    ";",
    "\t",
    "\"",
    "#",
    "{",
    "}",
    "[",
    "]",
    ":",
    "=",
    "-",
    "|",
    "+",
    "edges=r1c1-r1c2",
    "puzzle",
    "solution",
    "cages",
    "null",
    "true",
    "0",
    "-1",
    "1e308",
    "1e-320",
    "NaN",
    "255",
    "256",
    "65536",
    "4294967295",
    "18446744073709551615",
    "18446744073709551616",
    "253402300800",
    "99999999999999999999999999",
    "\u{202e}",
    "\u{1b}[2J",
    "\u{0}",
    "\u{feff}",
    "--json",
    "--seed",
    "--nodes",
    "--time",
    "-o",
    "cmd:",
    "annealing-r0:",
    "generate:",
    "\u{e9}",
];

fn main() -> ExitCode {
    let args = Args::parse();
    let known = TARGETS.iter().filter(|(name, _)| {
        args.targets.is_empty() || args.targets.iter().any(|target| target == name)
    });
    let mut failed = false;
    let mut ran = 0;
    for &(name, target) in known {
        failed |= !fuzz(name, target, &args);
        ran += 1;
    }
    if ran == 0 {
        let names: Vec<&str> = TARGETS.iter().map(|&(name, _)| name).collect();
        eprintln!("no such target; there are {}", names.join(", "));
        failed = true;
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Fuzzes one target; returns whether it stood.
fn fuzz(name: &str, target: Target, args: &Args) -> bool {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let seeds = seeds(&here.join("corpus").join(name));
    assert!(!seeds.is_empty(), "no seeds for {name}");
    let mut rng = Rng::from_seed(args.seed);
    let (start, limit) = (Instant::now(), Duration::from_secs(args.seconds));
    let begin = ThreadTime::now();
    // A busy machine fuzzes no less, unless it is so busy that nothing would end.
    let goes_on = || begin.elapsed() < limit && start.elapsed() < 10 * limit;
    let (mut runs, mut slowest) = (0_u64, Duration::ZERO);
    let mut failures: BTreeSet<PathBuf> = BTreeSet::new();
    while (goes_on() || runs < seeds.len() as u64) && failures.len() < 5 {
        // First the seeds as they are.
        let data = match seeds.get(runs as usize) {
            Some(seed) => seed.clone(),
            None => mutated(&seeds, &mut rng),
        };
        let (started, work) = (Instant::now(), ThreadTime::now());
        let result = catch_unwind(|| target(&data));
        let took = work.elapsed();
        slowest = slowest.max(took);
        runs += 1;
        if result.is_err() || took > PATIENCE || started.elapsed() > LONG_PATIENCE {
            let directory = here.join("failures");
            let path = directory.join(format!("{name}-{:016x}", args.seed ^ runs << 20));
            let saved = fs::create_dir_all(&directory).and_then(|()| fs::write(&path, &data));
            saved.expect("failures can be saved");
            let what = if result.is_err() { "panicked" } else { "took too long" };
            eprintln!("{name} {what} on {} bytes, saved as {}", data.len(), path.display());
            failures.insert(path);
        }
    }
    println!(
        "{name:<10} {runs:>9} runs, {:>8.0} a second, slowest {:>4} ms, {} failures",
        runs as f64 / begin.elapsed().as_secs_f64(),
        slowest.as_millis(),
        failures.len()
    );
    failures.is_empty()
}

/// Returns the seeds in a folder, in the order of their names.
fn seeds(folder: &Path) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a seed can be read")).collect()
}

/// Changes a seed in a few places.
fn mutated(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut data = seeds[rng.below(seeds.len())].clone();
    for _ in 0..=rng.below(4) {
        let at = rng.below(data.len() + 1);
        let to = (at + rng.below(40)).min(data.len());
        match rng.below(9) {
            0 if at < data.len() => data[at] ^= 1 << rng.below(8),
            1 if at < data.len() => data[at] = rng.below(256) as u8,
            2 => drop(data.drain(at..to)),
            3 => {
                let part = data[at..to].to_vec();
                let count = 1 + rng.below(20);
                drop(data.splice(at..at, part.repeat(count)));
            }
            4 => data.truncate(at),
            5 => {
                let other = &seeds[rng.below(seeds.len())];
                data.truncate(at);
                data.extend_from_slice(&other[rng.below(other.len() + 1)..]);
            }
            6 => {
                // Another number in place of one.
                let is_digit = |byte: &u8| byte.is_ascii_digit();
                if let Some(start) = data[at..].iter().position(is_digit).map(|start| at + start) {
                    let length = data[start..].iter().take_while(|byte| is_digit(byte)).count();
                    let piece = PIECES[rng.below(PIECES.len())];
                    drop(data.splice(start..start + length, piece.bytes()));
                }
            }
            _ => {
                let piece = PIECES[rng.below(PIECES.len())];
                drop(data.splice(at..at, piece.bytes()));
            }
        }
    }
    data.truncate(LONGEST);
    data
}
