//! How fast the searchers go, in processor time of one core. Counts are asserted, so that a
//! faster wrong search fails. `cargo bench -p quadrille-lab [-- WORD]`; it needs the puzzles of
//! `../shared/data` beside the checkout and says so when they are not there.

use std::path::Path;
use std::time::{Duration, Instant};

use quadrille::{Budget, Counter, Grid, NoClock, Puzzle};
use quadrille_lab::Method;

/// Processor time of this thread where the system tells it, else wall time.
fn now(begin: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

fn puzzles(name: &str) -> Option<Vec<Puzzle>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let text = std::fs::read_to_string(path).ok()?;
    let puzzle = |line: &str| {
        let digits: Vec<u8> = line.bytes().map(|b| b.saturating_sub(b'0')).collect();
        let grid = Grid::from_digits(quadrille::BoxShape::NINE, &digits).expect("81 digits");
        Puzzle::try_from(grid).expect("no conflict")
    };
    Some(text.lines().map(puzzle).collect())
}

/// Runs a method on all puzzles, if its name holds the word that the user gave, the best of some repetitions; prints counts and puzzles a second.
fn bench(method: &str, puzzles: &[Puzzle], budget: &Budget, what: Counter, expected: Option<u64>) {
    let chosen = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    if chosen.is_some_and(|word| !method.contains(&word)) {
        return;
    }
    let method = Method::parse(method).expect("a method");
    let begin = Instant::now();
    let mut best = Duration::MAX;
    let mut total = 0;
    for _ in 0..7 {
        total = 0;
        let start = now(begin);
        for puzzle in puzzles {
            total += method.run(puzzle, 1, budget.clone(), &NoClock, None).counters[what];
        }
        best = best.min(now(begin) - start);
        if let Some(expected) = expected {
            assert_eq!(total, expected, "{method}");
        }
    }
    let seconds = best.as_secs_f64();
    println!(
        "{:<40} {total:>12} {:<10} {seconds:>8.4} s {:>9.2} M/s {:>10.0} puzzles/s",
        method.to_string(),
        what.id(),
        total as f64 / seconds / 1e6,
        puzzles.len() as f64 / seconds
    );
}

fn main() {
    let (Some(hundred), Some(thousand)) = (puzzles("ift3335_100.txt"), puzzles("ift3335_1000.txt"))
    else {
        println!("no ../shared/data beside the checkout: nothing measured");
        return;
    };
    let complete = Budget::unlimited();
    bench("dfs-column", &hundred, &complete, Counter::Placement, Some(26_152_059));
    bench("dfs-row", &hundred, &complete, Counter::Placement, Some(18_973_295));
    bench("dfs-mrv", &thousand, &complete, Counter::Placement, Some(524_709));
    bench("norvig", &thousand, &complete, Counter::Branch, Some(2_730));
    let evaluations = Budget { evaluations: Some(100_000), ..Budget::unlimited() };
    bench("annealing-r0", &hundred, &evaluations, Counter::Evaluated, None);
    bench("annealing-r0:start=givens", &hundred, &evaluations, Counter::Evaluated, None);
    bench("box-descent", &hundred, &evaluations, Counter::Evaluated, None);
    bench("greedy-remaining", &hundred, &complete, Counter::Expanded, Some(40_639));
    bench("rbfs", &hundred, &complete, Counter::Expanded, Some(40_639));
    bench("elimination-best-first", &hundred, &complete, Counter::Expanded, Some(4_103));
    bench("elimination-primes", &hundred, &complete, Counter::Expanded, Some(4_103));
    bench("elimination-dfs", &hundred, &complete, Counter::Expanded, Some(5_373));
}
