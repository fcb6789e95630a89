//! Sinkhorn balancing (Moon, Gunther & Kupin).

use quadrille_core::{Counter, Puzzle, Run, Stop};

use super::open_candidates::OpenCandidates;
use crate::board::{Start, is_valid};
use crate::registry::{Entry, Key, Parameters, Scale, without_edges};

const DECIMATION: Key<&'static str> = Key::choice(
    "decimation",
    &["off", "on"],
    "off",
    "what follows when the probabilities no longer change: the end, as published; or the \
         likeliest undecided candidate is made certain and the balancing resumes (ours)",
);
const ROUNDS: Key<i64> =
    Key::integer("rounds", 1..=1_000_000, 10_000, "rounds after which the run ends")
        .on(Scale::log(10.0, 100_000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "sinkhorn",
    title: "Sinkhorn balancing",
    source: "Moon, Gunther & Kupin, Sinkhorn solves sudoku, IEEE Transactions on Information \
             Theory 55, 2009",
    about: "Every cell has a probability for each of its candidates, equal at first. The \
            probabilities in a house are a matrix of cells and digits, which is balanced: its rows \
            and columns are scaled to a sum of 1 in turn, until all sums are right. A round \
            balances all houses, one after another. After each round every cell takes its \
            likeliest digit. The probabilities settle on the most even ones for which all sums are \
            right, and easy puzzles leave no others than the solution. The run ends with a valid \
            board, or stuck: when the probabilities no longer change (gauge `change`), or after a \
            number of rounds. Nodes are rounds.",
    parameters: &[Start::KEY.parameter, DECIMATION.parameter, ROUNDS.parameter],
    counters: &[Counter::Evaluated, Counter::Branch],
    deterministic: true,
    supports: without_edges,
    run: balance,
    ..Entry::LOCAL
};

/// Sums are right within this.
const RIGHT: f64 = 1e-4;
/// The most times that a house is balanced in a round.
const PASSES: usize = 50;
/// Probabilities that change by less than this in a round have settled.
const STILL: f64 = 1e-6;
/// Candidates below this are as good as gone when the likeliest is made certain.
const CERTAIN: f64 = 0.999;

fn balance(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let decimating = parameters.get(&DECIMATION) == "on";
    let geometry = puzzle.geometry();
    let open = OpenCandidates::new(puzzle, Start::of(parameters))?;
    if open.places.is_empty() {
        return Ok(run.claim(&open.fixed));
    }
    // The groups of each house: of its digits, and of its cells.
    let mut houses: Vec<[Vec<Vec<u32>>; 2]> = vec![Default::default(); geometry.house_count()];
    let [.., cells] = &open.groups;
    for (kind, group) in open.groups[..3]
        .iter()
        .enumerate()
        .flat_map(|(kind, groups)| groups.iter().map(move |group| (kind, group)))
    {
        let (cell, _) = open.places[group[0] as usize];
        houses[geometry.houses_of(cell)[kind]][0].push(group.clone());
    }
    for group in cells {
        for house in geometry.houses_of(open.places[group[0] as usize].0) {
            houses[house][1].push(group.clone());
        }
    }
    let mut chances = vec![1.0; open.places.len()];
    let mut before = chances.clone();
    for _ in 0..parameters.get(&ROUNDS) {
        run.meter.count(Counter::Evaluated)?;
        before.copy_from_slice(&chances);
        for [digits, cells] in &houses {
            // A round on a large board takes long.
            run.meter.poll()?;
            for _ in 0..PASSES {
                let Some(off) = scale(cells, &mut chances) else { return Ok(Stop::Stuck) };
                let Some(other) = scale(digits, &mut chances) else { return Ok(Stop::Stuck) };
                if off.max(other) < RIGHT {
                    break;
                }
            }
        }
        let board = open.likeliest(|candidate| chances[candidate]);
        run.offer(|| board.clone());
        if is_valid(&board, geometry) {
            return Ok(run.claim(&board));
        }
        let change = chances
            .iter()
            .zip(&before)
            .fold(0.0_f64, |most, (new, old)| most.max((new - old).abs()));
        run.gauge("change", || vec![change]);
        if change >= STILL {
            continue;
        }
        let undecided = (0..chances.len()).filter(|&candidate| chances[candidate] < CERTAIN);
        let likeliest =
            undecided.reduce(
                |best, candidate| {
                    if chances[candidate] > chances[best] { candidate } else { best }
                },
            );
        let Some(likeliest) = likeliest.filter(|_| decimating) else { break };
        run.meter.count(Counter::Branch)?;
        for group in open.groups.iter().flatten() {
            if group.contains(&(likeliest as u32)) {
                for &candidate in group {
                    chances[candidate as usize] = 0.0;
                }
            }
        }
        chances[likeliest] = 1.0;
    }
    Ok(Stop::Stuck)
}

/// Scales every group to a sum of 1; returns how far the sums were from it at most, or `None` if one
/// has nothing left to scale.
fn scale(groups: &[Vec<u32>], chances: &mut [f64]) -> Option<f64> {
    let mut most = 0.0_f64;
    for group in groups {
        let sum: f64 = group.iter().map(|&candidate| chances[candidate as usize]).sum();
        if sum <= 0.0 || !sum.is_finite() {
            return None;
        }
        most = most.max((sum - 1.0).abs());
        for &candidate in group {
            chances[candidate as usize] /= sum;
        }
    }
    Some(most)
}
