//! Measures how many puzzles of a file a second one thread solves and checks for uniqueness, by wall
//! time, as the fastest of nine tries: `rate FILE [BACKEND]`.
//!
//! It also runs as WebAssembly: build it for `wasm32-wasip1` and run `examples/rate.mjs` in Node.

use std::ops::ControlFlow;
use std::time::Instant;

use quadrille_simd::{Backend, Limits, NEVER, Sink, solve_texts};

/// Counts puzzles with a solution, and all solutions.
#[derive(Default)]
struct Counter {
    solved: u64,
    solutions: u64,
}

impl Sink for Counter {
    fn solution(&mut self, _: usize, _: u64, _: &[u8; 81]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn done(&mut self, _: usize, count: u64, _: bool, _: u64) {
        self.solved += u64::from(count > 0);
        self.solutions += count;
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("usage: rate FILE [BACKEND]");
    let backend: Backend = match arguments.next() {
        Some(name) => name.parse().expect("a backend"),
        None => Backend::best(),
    };
    let text = std::fs::read(file).expect("a file");
    let lines = text.split(|&byte| byte == b'\n').filter_map(|line| line.first_chunk::<81>());
    let puzzles: Vec<&[u8; 81]> = lines.collect();
    println!("{} puzzles, backend {}", puzzles.len(), backend.id());
    for (limit, what) in [(1, "first solution"), (2, "uniqueness")] {
        let mut fastest = 0.0_f64;
        let mut counter = Counter::default();
        for _ in 0..9 {
            counter = Counter::default();
            let started = Instant::now();
            for batch in puzzles.chunks(1024) {
                solve_texts(backend, batch, Limits::solutions(limit), &NEVER, &mut counter);
            }
            fastest = fastest.max(puzzles.len() as f64 / started.elapsed().as_secs_f64());
        }
        let Counter { solved, solutions } = counter;
        println!("{what}: {:.0} k/s ({solved} solved, {solutions} solutions)", fastest / 1e3);
    }
}
