//! How fast the algorithms go, in processor time of one core. Counts are asserted, so that a
//! faster wrong search fails. `cargo bench -p quadrille-lab [-- WORD]`; it needs the puzzles of
//! `../shared/data` beside the checkout and says so when they are not there.

use std::path::Path;
use std::time::Duration;

use cpu_time::ProcessTime;
use quadrille_core::{
    CancelFlag, Clock, Counter, Counters, Event, Limits, NoClock, Observer, Puzzle,
};
use quadrille_formats::{Line, ReadOptions, read_text};
use quadrille_lab::Configuration;
use quadrille_lab::source::{Lewis, collection};
use quadrille_lab::trace::{Header, TraceWriter};

fn puzzles(name: &str) -> Option<Vec<Puzzle>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let text = std::fs::read(path).ok()?;
    let read = read_text(&Line, &text, &ReadOptions::default());
    Some(read.into_iter().map(|puzzle| puzzle.expect("a puzzle")).collect())
}

/// The boards of `data/large` that are filled to that many percent.
fn large(side: usize, fill: u32) -> Vec<Puzzle> {
    let name = format!("../../../shared/data/large/lewis_{side}x{side}.txt");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let wanted = format!("fill={fill}");
    let lines = text.lines().filter(|line| line.split(' ').any(|word| word == wanted));
    let shape = quadrille_core::BoxShape::of_side(side);
    let options = ReadOptions { shape, ..ReadOptions::default() };
    lines
        .flat_map(|line| read_text(&Line, line.as_bytes(), &options))
        .map(|puzzle| puzzle.expect("a puzzle"))
        .collect()
}

fn is_chosen(row: &str) -> bool {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-')).peekable();
    words.peek().is_none() || words.any(|word| row.contains(&word))
}

/// Runs a configuration on all puzzles, if its name holds a word that the user gave, the best of some
/// repetitions; prints counts and puzzles a second.
fn bench(
    configuration: &str,
    puzzles: &[Puzzle],
    budget: Limits,
    what: Counter,
    expected: Option<u64>,
) {
    if !is_chosen(configuration) {
        return;
    }
    let configuration = Configuration::parse(configuration).expect("a configuration");
    let mut best = Duration::MAX;
    let mut total = 0;
    for _ in 0..7 {
        total = 0;
        let start = ProcessTime::now();
        for puzzle in puzzles {
            total += configuration
                .run(puzzle, 1, budget, &CancelFlag::new(), &NoClock, None)
                .unwrap()
                .counters[what];
        }
        best = best.min(start.elapsed());
        if let Some(expected) = expected {
            assert_eq!(total, expected, "{configuration}");
        }
    }
    let seconds = best.as_secs_f64();
    println!(
        "{:<40} {total:>12} {:<10} {seconds:>8.4} s {:>9.2} M/s {:>10.0} puzzles/s",
        configuration.to_string(),
        what.id(),
        total as f64 / seconds / 1e6,
        puzzles.len() as f64 / seconds
    );
}

/// A clock on which only processor time passes, so that limits on time hold on a busy machine.
struct ProcessorClock(ProcessTime);

impl Clock for ProcessorClock {
    fn wall(&self) -> Duration {
        self.0.elapsed()
    }

    fn cpu(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Runs a configuration on each puzzle, with that many seeds, within that processor time; prints
/// how many are solved, and what they took.
fn times(row: &str, configuration: &str, puzzles: &[Puzzle], seeds: u64, limit: Duration) {
    if !is_chosen(row) {
        return;
    }
    let name = configuration;
    let configuration = Configuration::parse(configuration).expect("a configuration");
    let budget = Limits { time: Some(limit), ..Limits::NONE };
    let (mut taken, mut solved) = (Vec::new(), 0);
    for puzzle in puzzles {
        for seed in 1..=seeds {
            let start = ProcessTime::now();
            let clock = ProcessorClock(start);
            let outcome =
                configuration.run(puzzle, seed, budget, &CancelFlag::new(), &clock, None).unwrap();
            taken.push(start.elapsed().as_secs_f64() * 1e3);
            solved += usize::from(outcome.solution.is_some());
        }
    }
    taken.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| taken[((taken.len() as f64 * share).ceil() as usize).max(1) - 1];
    println!(
        "{row:<28} {name:<28} {solved:>5}/{:<5} median {:>8.3} ms, 90 % {:>8.2}, 99 % {:>8.2}, worst {:>8.1}, mean {:>8.3}",
        taken.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        taken.iter().sum::<f64>() / taken.len() as f64,
    );
}

/// What it costs to watch a run: with nobody there, with somebody who does nothing, and with a
/// trace written into memory; the best of some rounds in which they take turns.
fn watched(name: &str, puzzles: &[Puzzle], budget: Limits) {
    struct Idle;
    impl Observer for Idle {
        fn event(&mut self, _: &Counters, _: Event<'_>) {}
    }
    if !is_chosen("watched") {
        return;
    }
    let configuration = Configuration::parse(name).expect("a configuration");
    let mut best = [Duration::MAX; 3];
    let (mut nodes, mut bytes) = ([0; 3], 0);
    for _ in 0..9 {
        for way in 0..3 {
            (nodes[way], bytes) = (0, 0);
            let start = ProcessTime::now();
            for puzzle in puzzles {
                let header = Header {
                    shape: puzzle.shape(),
                    puzzle: puzzle.to_string(),
                    configuration: configuration.to_string(),
                    seed: 1,
                };
                let mut writer = TraceWriter::new(Vec::new(), &header);
                let observer: Option<&mut dyn Observer> = match way {
                    0 => None,
                    1 => Some(&mut Idle),
                    _ => Some(&mut writer),
                };
                let outcome = configuration
                    .run(puzzle, 1, budget, &CancelFlag::new(), &NoClock, observer)
                    .unwrap();
                nodes[way] += outcome.counters[configuration.entry.nodes];
                bytes += writer.finish().expect("memory takes all").len();
            }
            best[way] = best[way].min(start.elapsed());
        }
    }
    assert!(nodes.iter().all(|&count| count == nodes[0]), "{name}: {nodes:?}");
    let [alone, idle, traced] = best.map(|time| nodes[0] as f64 / time.as_secs_f64() / 1e6);
    println!(
        "watched: {name:<24} {alone:>8.2} M nodes/s alone, {idle:>8.2} watched, {traced:>8.2} traced ({} bytes a run)",
        bytes / puzzles.len()
    );
}

fn main() {
    let (Some(hundred), Some(thousand)) = (puzzles("ift3335_100.txt"), puzzles("ift3335_1000.txt"))
    else {
        println!("no ../shared/data beside the checkout: nothing measured");
        return;
    };
    let complete = Limits::NONE;
    bench("dfs-column", &hundred, complete, Counter::Placement, Some(26_152_059));
    bench("dfs-row", &hundred, complete, Counter::Placement, Some(18_973_295));
    bench("dfs-mrv", &thousand, complete, Counter::Placement, Some(524_709));
    bench("norvig", &thousand, complete, Counter::Branch, Some(2_730));
    let evaluations = Limits { evaluations: Some(100_000), ..Limits::NONE };
    bench("annealing-r0", &hundred, evaluations, Counter::Evaluated, None);
    bench("annealing-r0:start=givens", &hundred, evaluations, Counter::Evaluated, None);
    bench("box-descent", &hundred, evaluations, Counter::Evaluated, None);
    bench("greedy-remaining", &hundred, complete, Counter::Expanded, Some(40_639));
    bench("rbfs", &hundred, complete, Counter::Expanded, Some(40_639));
    bench("elimination-best-first", &hundred, complete, Counter::Expanded, Some(4_103));
    bench("elimination-primes", &hundred, complete, Counter::Expanded, Some(4_103));
    bench("elimination-dfs", &hundred, complete, Counter::Expanded, Some(5_373));
    // Runs that do not end, on a board without a solution: what a step costs.
    let none = b".1.4.6....63..5..7.........6........25.......3...4..91..6.....9.....2.........1..";
    let none: Vec<Puzzle> =
        read_text(&Line, none, &ReadOptions::default()).into_iter().flatten().collect();
    let steps = Limits { evaluations: Some(30_000_000), ..Limits::NONE };
    bench("tabu", &none, steps, Counter::Accepted, None);
    bench("tabu:start=givens", &none, steps, Counter::Accepted, None);
    let steps = Limits { evaluations: Some(3_000_000), ..Limits::NONE };
    bench("annealing", &hundred, steps, Counter::Evaluated, None);
    bench("annealing:start=givens", &hundred, steps, Counter::Evaluated, None);

    let own = collection();
    let long = Limits::nodes(2_000_000);
    for configuration in ["tabu:start=givens", "annealing:start=givens", "box-descent:start=givens"]
    {
        watched(configuration, &own[60..80], long);
    }
    for configuration in ["annealing-lewis", "genetic", "cross-entropy", "ant-colony"] {
        watched(configuration, &own[60..80], Limits::nodes(20_000));
    }

    let second = Duration::from_secs(1);
    times("tabu-100", "tabu", &hundred, 10, 2 * second);
    times("tabu-1000", "tabu", &thousand, 3, 2 * second);
    times("tabu-100-givens", "tabu:start=givens", &hundred, 5, 2 * second);
    times("annealing-100", "annealing", &hundred, 10, 2 * second);
    times("annealing-100-givens", "annealing:start=givens", &hundred, 5, 2 * second);
    for (side, fills) in
        [(16, &[0, 20, 30, 35, 40, 45, 50, 55, 60, 80][..]), (25, &[35, 40, 45, 50])]
    {
        for fill in fills {
            let boards = large(side, *fill);
            times(&format!("tabu-{side}x{side}-{fill}"), "tabu", &boards, 2, 2 * second);
        }
    }
    times("restarts-100", "hill-climbing-restarts", &hundred, 1, 2 * second);
    times("cross-entropy-100", "cross-entropy", &hundred, 1, 10 * second);
    let hardest = puzzles("forum_hardest_1106.txt").unwrap_or_default();
    times("ants-1106", "ant-colony", &hardest, 1, second);
    let boards = large(25, 45);
    times("ants-25x25-45", "ant-colony", &boards[..boards.len().min(6)], 2, 10 * second);

    // The frontier: only when asked for by name, as it takes minutes.
    if std::env::args().any(|word| word.starts_with("frontier")) {
        let rows = [
            (36, 20, 10, &[40, 45, 48, 50, 52, 55][..], "tabu"),
            (36, 5, 10, &[40, 45, 50], "auto"),
            (36, 5, 10, &[40, 45, 50], "ils-cp"),
            (36, 5, 10, &[40, 45, 50], "ant-colony"),
            (49, 10, 20, &[30, 40, 45, 47], "tabu"),
            (49, 6, 30, &[50, 52, 55], "tabu"),
            (49, 3, 10, &[40, 45, 55], "auto"),
            (49, 3, 10, &[40, 45, 55], "ils-cp"),
            (49, 3, 10, &[40, 45, 55], "ant-colony"),
        ];
        for (side, count, seconds, fills, configuration) in rows {
            let shape = quadrille_core::BoxShape::of_side(side).expect("a side");
            for &fill in fills {
                let source = Lewis { shape, fill, seed: 1 };
                let boards: Vec<_> = (0..count as u64).map(|index| source.get(index)).collect();
                let row = format!("frontier-{side}-{fill}-{configuration}");
                times(&row, configuration, &boards, 1, seconds * second);
            }
        }
    }
}
