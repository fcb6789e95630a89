//! Compares `quadrille-simd` and the library with other solvers: all of them take turns on the same
//! puzzles in one process, timed by thread processor time. The puzzles of a file are shuffled and
//! replaced by random isomorphs, so that branch predictors learn nothing. `--fresh` draws puzzles
//! of several kinds: minimal ones, and ones with several solutions or none. All solvers must find
//! the same number of solutions of each set, and our witnesses are validated outside the timed part.
//!
//! ```text
//! cargo run --release -- [--limit N] [--batch 1024] [--puzzles N] [--rounds N] [--seed N] [--fresh]
//!     [--solvers avx512,avx2,one-avx512,first,many,parse,sudoku,msolve,tdoku] [FILE…]
//! ```
//!
//! `one-…` solves one puzzle at a time. `first` and `many` are `solve::verdict` and `solve::many`
//! of the library on parsed puzzles, and `parse` parses the puzzles as well. `msolve` only takes
//! puzzles with a solution. `tdoku` needs `TDOKU=path` to a shared library of it, built by hand. The
//! ratios are to the last solver named.

mod sets;

use std::ffi::c_char;
use std::hint::black_box;
use std::ops::ControlFlow;

use quadrille_core::{Meter, Puzzle, solve};
use quadrille_simd::{Answer, Backend, Limits, Masks, NEVER, Tally, solve_batch, solve_one};

use crate::sets::{Cells, Rng};

type Tdoku = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

struct Puzzles {
    parsed: Vec<Puzzle>,
    lines: Vec<[u8; 82]>,
    masks: Vec<Masks>,
    sudoku: Vec<sudoku::Sudoku>,
    msolve: Vec<msolve::Sudoku>,
}

enum Solver {
    Batch(Backend),
    One(Backend),
    First,
    Many,
    Parse,
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

/// Reads the puzzles of a file, in random order, as isomorphs.
fn read(path: &str, most: usize, rng: &mut Rng) -> Vec<Cells> {
    let text = std::fs::read_to_string(path).expect("readable file");
    let lines = text.lines().filter(|line| !line.starts_with('#') && line.len() >= 81);
    let digit = |&symbol: &u8| if symbol.is_ascii_digit() { symbol - b'0' } else { 0 };
    let mut puzzles: Vec<Cells> =
        lines.map(|line| std::array::from_fn(|cell| digit(&line.as_bytes()[cell]))).collect();
    rng.shuffle(&mut puzzles);
    puzzles.truncate(most);
    puzzles.iter().map(|cells| sets::isomorph(rng, cells)).collect()
}

impl Puzzles {
    fn new(cells: &[Cells], for_msolve: bool) -> Self {
        let symbol = |digit: u8| if digit == 0 { b'.' } else { b'0' + digit };
        let lines: Vec<[u8; 82]> = cells
            .iter()
            .map(|cells| std::array::from_fn(|i| cells.get(i).map_or(0, |&digit| symbol(digit))))
            .collect();
        let text = |line: &[u8; 82]| String::from_utf8_lossy(&line[..81]).into_owned();
        let sudoku =
            lines.iter().map(|it| sudoku::Sudoku::from_str_line(&text(it)).expect("a line"));
        let msolve =
            lines.iter().filter(|_| for_msolve).map(|it| text(it).parse().expect("a line"));
        Self {
            parsed: lines.iter().map(|line| text(line).parse().expect("a puzzle")).collect(),
            masks: cells.iter().map(sets::masks).collect(),
            sudoku: sudoku.collect(),
            msolve: msolve.collect(),
            lines,
        }
    }
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
        Solver::First => {
            for puzzle in &puzzles.parsed {
                let meter = &mut Meter::unlimited();
                count += solve::count(solve::Solver::Auto, puzzle, limit, meter).count;
            }
        }
        Solver::Many => {
            for puzzles in puzzles.parsed.chunks(batch) {
                let answers = solve::many(puzzles, limit, &mut Meter::unlimited());
                count += answers.iter().map(|answer| answer.count).sum::<u64>();
            }
        }
        Solver::Parse => {
            for lines in puzzles.lines.chunks(batch) {
                let parse = |line: &[u8; 82]| {
                    let text = std::str::from_utf8(&line[..81]).expect("ASCII");
                    text.parse().expect("a puzzle")
                };
                let puzzles: Vec<Puzzle> = lines.iter().map(parse).collect();
                let answers = solve::many(&puzzles, limit, &mut Meter::unlimited());
                count += answers.iter().map(|answer| answer.count).sum::<u64>();
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
    let (mut seed, mut fresh) = (2026, false);
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
            "--seed" => seed = value().parse().expect("a number"),
            "--fresh" => fresh = true,
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
                "first" => Solver::First,
                "many" => Solver::Many,
                "parse" => Solver::Parse,
                "sudoku" => Solver::Sudoku,
                "msolve" => Solver::Msolve,
                one if one.starts_with("one-") => Solver::One(one[4..].parse().expect("a backend")),
                batch => Solver::Batch(batch.parse().expect("a backend")),
            };
            (name, solver)
        })
        .collect();
    let mut chosen: Vec<(String, Vec<Cells>)> = files
        .iter()
        .map(|file| {
            let name = file.rsplit('/').next().unwrap_or(file).to_owned();
            (name, read(file, most, &mut Rng(seed)))
        })
        .collect();
    if fresh {
        chosen.extend(sets::draw(seed, most).into_iter().map(|(name, set)| (name.to_owned(), set)));
    }
    for (name, cells) in &chosen {
        let puzzles = Puzzles::new(cells, names.contains("msolve"));
        let n = puzzles.masks.len();
        let mut answers = vec![Answer::default(); n];
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
            assert_eq!(counts[s].0, counts[base].0, "{name}: {solver} counts otherwise");
        }
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
