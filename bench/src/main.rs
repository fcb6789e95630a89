//! Compares `quadrille-simd` with other solvers: all of them take turns on the same puzzles in one
//! process, timed by thread processor time, puzzles shuffled and relabelled so that branch
//! predictors learn nothing. Every count is checked, and our witnesses are validated outside the
//! timed part.
//!
//! ```text
//! cargo run --release -- [--limit 1|2] [--batch 1024] [--puzzles N] [--rounds N]
//!                        [--solvers avx512,avx2,one-avx512,sudoku,msolve,tdoku] FILE…
//! ```
//!
//! `tdoku` needs `TDOKU=path` to a shared library of it, built by hand.

use std::ffi::c_char;
use std::hint::black_box;
use std::ops::ControlFlow;

use quadrille_simd::{Answer, Backend, Limits, Masks, NEVER, Tally, solve_batch, solve_one};

type Tdoku = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

struct Puzzles {
    lines: Vec<[u8; 82]>,
    masks: Vec<Masks>,
    sudoku: Vec<sudoku::Sudoku>,
    msolve: Vec<msolve::Sudoku>,
}

enum Solver {
    Batch(Backend),
    One(Backend),
    Tdoku(Tdoku),
    Sudoku,
    Msolve,
}

fn cpu_time() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a valid pointer to a timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

struct Rng(u64);

impl Rng {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % below
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.next(i + 1));
        }
    }
}

fn read(path: &str, most: usize, rng: &mut Rng) -> Puzzles {
    let text = std::fs::read_to_string(path).expect("readable file");
    let mut lines: Vec<[u8; 82]> = text
        .lines()
        .filter(|line| !line.starts_with('#') && line.len() >= 81)
        .map(|line| {
            let mut puzzle = [0; 82];
            puzzle[..81].copy_from_slice(&line.as_bytes()[..81]);
            puzzle
        })
        .collect();
    rng.shuffle(&mut lines);
    lines.truncate(most);
    for line in &mut lines {
        let mut labels = *b"123456789";
        rng.shuffle(&mut labels);
        for c in &mut line[..81] {
            *c = if c.is_ascii_digit() && *c != b'0' { labels[(*c - b'1') as usize] } else { b'.' };
        }
    }
    let masks = lines
        .iter()
        .map(|line| {
            std::array::from_fn(|i| if line[i] == b'.' { 0x1ff } else { 1 << (line[i] - b'1') })
        })
        .collect();
    let text = |line: &[u8; 82]| String::from_utf8_lossy(&line[..81]).into_owned();
    let sudoku =
        lines.iter().map(|line| sudoku::Sudoku::from_str_line(&text(line)).expect("a line"));
    let msolve = lines.iter().map(|line| text(line).parse().expect("a line"));
    Puzzles { sudoku: sudoku.collect(), msolve: msolve.collect(), lines, masks }
}

fn valid(puzzle: &Masks, solution: &[u8; 81]) -> bool {
    let mut seen = [[0u16; 9]; 3];
    (0..81).all(|i| {
        let bit = match solution[i] {
            digit @ 1..=9 => 1 << (digit - 1),
            _ => return false,
        };
        let (r, c) = (i / 9, i % 9);
        puzzle[i] & bit != 0
            && [r, c, r / 3 * 3 + c / 3].iter().zip(&mut seen).all(|(&at, house)| {
                house[at] |= bit;
                true
            })
    }) && seen.iter().flatten().all(|&house| house == 0x1ff)
}

/// Returns the sum of the counts, the nodes and the time.
fn time(
    solver: &Solver,
    puzzles: &Puzzles,
    limit: u64,
    batch: usize,
    answers: &mut [Answer],
) -> (u64, u64, f64, Tally) {
    let limits = Limits::solutions(limit);
    let (mut count, mut nodes, mut tally) = (0, 0, Tally::default());
    let start = cpu_time();
    match solver {
        Solver::Batch(backend) => {
            for (puzzles, answers) in puzzles.masks.chunks(batch).zip(answers.chunks_mut(batch)) {
                let part = solve_batch(*backend, puzzles, limits, &NEVER, answers);
                tally.sweeps += part.sweeps;
                tally.lanes += part.lanes;
            }
            let time = cpu_time() - start;
            for answer in answers.iter() {
                count += answer.count;
                nodes += answer.nodes;
            }
            return (count, nodes, time, tally);
        }
        Solver::One(backend) => {
            for puzzle in &puzzles.masks {
                let answer =
                    solve_one(*backend, puzzle, limits, &NEVER, &mut |_| ControlFlow::Continue(()));
                count += answer.count;
                nodes += answer.nodes;
            }
        }
        Solver::Tdoku(solve) => {
            let mut solution = [0u8; 128];
            for line in &puzzles.lines {
                let mut guesses = 0;
                // SAFETY: as the header of tdoku asks: a line of 81 with a terminator, room for 81.
                count += unsafe {
                    solve(
                        line.as_ptr().cast(),
                        limit as usize,
                        0,
                        solution.as_mut_ptr().cast(),
                        &mut guesses,
                    )
                } as u64;
                nodes += guesses as u64;
                black_box(&solution);
            }
        }
        Solver::Sudoku => {
            for puzzle in &puzzles.sudoku {
                count += if limit == 1 {
                    u64::from(black_box(puzzle.some_solution()).is_some())
                } else {
                    puzzle.solutions_count_up_to(limit as usize) as u64
                };
            }
        }
        Solver::Msolve => {
            for puzzle in &puzzles.msolve {
                count += if limit == 1 {
                    u64::from(black_box(puzzle.solve_one()).is_some())
                } else {
                    puzzle.count_solutions(limit as usize) as u64
                };
            }
        }
    }
    (count, nodes, cpu_time() - start, tally)
}

/// Processor time of all threads together, and wall time, for the batch solver on `threads`.
fn threaded(
    backend: Backend,
    puzzles: &Puzzles,
    limit: u64,
    batch: usize,
    threads: usize,
) -> (f64, f64) {
    let mut answers = vec![Answer::default(); puzzles.masks.len()];
    let share = puzzles.masks.len().div_ceil(threads);
    let wall = std::time::Instant::now();
    let work = std::thread::scope(|scope| {
        let parts: Vec<_> = puzzles
            .masks
            .chunks(share)
            .zip(answers.chunks_mut(share))
            .map(|(puzzles, answers)| {
                scope.spawn(move || {
                    let start = cpu_time();
                    for (puzzles, answers) in puzzles.chunks(batch).zip(answers.chunks_mut(batch)) {
                        solve_batch(backend, puzzles, Limits::solutions(limit), &NEVER, answers);
                    }
                    cpu_time() - start
                })
            })
            .collect();
        parts.into_iter().map(|part| part.join().expect("no panic")).sum()
    });
    (work, wall.elapsed().as_secs_f64())
}

fn main() {
    let (mut limit, mut batch, mut most, mut rounds, mut names) =
        (2u64, 1024usize, 8192usize, 7usize, "avx512,tdoku".to_owned());
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect("a value");
        match arg.as_str() {
            "--limit" => limit = value().parse().expect("a number"),
            "--batch" => batch = value().parse().expect("a number"),
            "--puzzles" => most = value().parse().expect("a number"),
            "--rounds" => rounds = value().parse().expect("a number"),
            "--solvers" => names = value(),
            _ => files.push(arg),
        }
    }
    let library = std::env::var("TDOKU").ok().map(|path| {
        // SAFETY: a library that the user built and named.
        unsafe { libloading::Library::new(path) }.expect("a library")
    });
    let solvers: Vec<(&str, Solver)> = names
        .split(',')
        .map(|name| {
            let solver = match name {
                "tdoku" => {
                    let library = library.as_ref().expect("TDOKU=path of the library");
                    // SAFETY: the type is the one of its header.
                    Solver::Tdoku(unsafe {
                        *library.get(b"TdokuSolverDpllTriadSimd").expect("tdoku")
                    })
                }
                "sudoku" => Solver::Sudoku,
                "msolve" => Solver::Msolve,
                one if one.starts_with("one-") => Solver::One(one[4..].parse().expect("a backend")),
                batch => Solver::Batch(batch.parse().expect("a backend")),
            };
            (name, solver)
        })
        .collect();
    for file in &files {
        let mut rng = Rng(2026);
        let puzzles = read(file, most, &mut rng);
        let n = puzzles.masks.len();
        let mut answers = vec![Answer::default(); n];
        let name = file.rsplit('/').next().unwrap_or(file);
        let mut times = vec![Vec::new(); solvers.len()];
        let mut counts = vec![(0, 0, Tally::default()); solvers.len()];
        for _ in 0..rounds {
            for (s, (_, solver)) in solvers.iter().enumerate() {
                let (count, nodes, seconds, tally) =
                    time(solver, &puzzles, limit, batch, &mut answers);
                counts[s] = (count, nodes, tally);
                times[s].push(seconds);
                if let Solver::Batch(_) = solver {
                    for (puzzle, answer) in puzzles.masks.iter().zip(&answers) {
                        assert!(answer.decided);
                        for solution in &answer.witnesses[..answer.count.min(2) as usize] {
                            assert!(valid(puzzle, solution), "{name}: wrong solution");
                        }
                        assert!(answer.count < 2 || answer.witnesses[0] != answer.witnesses[1]);
                    }
                }
            }
        }
        let mut best = [[f64::INFINITY; 2]; 2];
        for _ in 0..rounds {
            for (threads, best) in [1, 2].into_iter().zip(&mut best) {
                let (work, wall) = threaded(Backend::best(), &puzzles, limit, batch, threads);
                *best = [best[0].min(work), best[1].min(wall)];
            }
        }
        println!(
            "{name:28} two threads: {:.3}x the processor time of one, {:.2}x as fast by the clock",
            best[1][0] / best[0][0],
            best[0][1] / best[1][1]
        );
        let base = times.len() - 1;
        for (s, (solver, _)) in solvers.iter().enumerate() {
            // The ratio of each round, then their median: robust against a busy machine.
            let mut ratios: Vec<f64> = (0..rounds).map(|r| times[base][r] / times[s][r]).collect();
            ratios.sort_by(f64::total_cmp);
            let best = times[s].iter().copied().fold(f64::INFINITY, f64::min);
            println!(
                "{name:28} limit {limit} batch {batch:5} {solver:12} {:10.0}/s  {:6.2}x {}  count {} nodes {:.2}  lane-sweeps {:.1} ns/sweep {:.0} busy {:.1}",
                n as f64 / best,
                ratios[rounds / 2],
                solvers[base].0,
                counts[s].0,
                counts[s].1 as f64 / n as f64,
                counts[s].2.lanes as f64 / n as f64,
                best * 1e9 / counts[s].2.sweeps as f64,
                counts[s].2.lanes as f64 / counts[s].2.sweeps as f64,
            );
        }
    }
}
