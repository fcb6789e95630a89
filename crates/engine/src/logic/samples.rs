//! A position for each kind of deduction, from which the pages of techniques are drawn.

use super::grid::LogicGrid;
use super::profile::Profile;
use super::technique::Technique;
use super::techniques::TECHNIQUES;
use super::walk::{Step, Walk};
use crate::board::Puzzle;
use crate::control::Meter;
use crate::format::{Extra, Hodoku, ReadOptions, Reader};

/// A line for each kind: its id and a position as in a library of HoDoKu.
const SAMPLES: &str = include_str!("samples.txt");

/// A position in which a kind of deduction is found.
#[derive(Clone)]
pub struct Sample {
    /// The position in the format `hodoku`.
    pub text: &'static str,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The board, with the digits and candidates that are left.
    pub before: LogicGrid,
    /// The first deduction of the kind, rated 0.
    pub step: Step,
}

/// Returns the sample of a kind of deduction; `None` if there is none.
pub fn sample(kind: &str) -> Option<Sample> {
    let of_kind = |line: &'static str| line.strip_prefix(kind)?.strip_prefix(' ');
    let text = SAMPLES.lines().find_map(of_kind)?;
    let (puzzle, extra) = read(text)?;
    let before =
        LogicGrid::noted(&puzzle, extra.entries.as_ref(), extra.candidates.as_ref()).ok()?;
    let step = find(kind, &before)?;
    Some(Sample { text, puzzle, before, step })
}

/// The first deduction of a kind that its technique finds on a board.
fn find(kind: &str, grid: &LogicGrid) -> Option<Step> {
    let technique = technique_of(kind)?;
    let profile = Profile::parse("sample", &format!("{} 0", technique.id())).ok()?;
    let mut meter = Meter::unlimited();
    let first = Walk::on(grid.clone(), &profile).next(&mut meter).ok()??;
    if first.deduction.kind == kind {
        return Some(first);
    }
    let all = Walk::on(grid.clone(), &profile).all(&mut meter).ok()?;
    all.into_iter().find(|step| step.deduction.kind == kind)
}

/// The technique that finds a kind.
fn technique_of(kind: &str) -> Option<&'static dyn Technique> {
    let finds = |technique: &&&dyn Technique| technique.kinds().iter().any(|k| k.id == kind);
    TECHNIQUES.iter().find(finds).copied()
}

fn read(text: &str) -> Option<(Puzzle, Extra)> {
    let options = ReadOptions { format: Some(&Hodoku), ..ReadOptions::default() };
    let mut reader = Reader::new(text.as_bytes(), options);
    let record = reader.next()?.ok()?;
    let extra = record.extra.map(|extra| *extra).unwrap_or_default();
    Some((record.puzzle.ok()?, extra))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::techniques::kinds;
    use crate::solve::{self, Solver, Verdict};

    /// The kinds for which no position was looked for long enough.
    const WITHOUT: &[&str] = &[
        "strong-links-2-mixed",
        "dynamic-double-forcing-chain",
        "nested-cell-forcing-chain",
        "nested-region-forcing-chain",
        "nested-double-forcing-chain",
        "nested-multiple-cell-forcing-chain",
        "nested-multiple-region-forcing-chain",
        "nested-multiple-contradiction-forcing-chain",
        "nested-multiple-double-forcing-chain",
        "nested-dynamic-cell-forcing-chain",
        "nested-dynamic-region-forcing-chain",
        "nested-dynamic-contradiction-forcing-chain",
        "nested-dynamic-double-forcing-chain",
        "nested-dynamic-plus-cell-forcing-chain",
        "nested-dynamic-plus-region-forcing-chain",
        "nested-dynamic-plus-contradiction-forcing-chain",
        "nested-dynamic-plus-double-forcing-chain",
        "doubly-nested-cell-forcing-chain",
        "doubly-nested-region-forcing-chain",
        "doubly-nested-contradiction-forcing-chain",
        "doubly-nested-double-forcing-chain",
        "doubly-nested-multiple-cell-forcing-chain",
        "doubly-nested-multiple-region-forcing-chain",
        "doubly-nested-multiple-contradiction-forcing-chain",
        "doubly-nested-multiple-double-forcing-chain",
    ];

    #[test]
    fn samples_are_what_they_claim() {
        let kinds: Vec<&str> = kinds().map(|(_, kind)| kind.id).collect();
        let mut ids: Vec<&str> = Vec::new();
        for line in SAMPLES.lines().filter(|line| !line.starts_with('#')) {
            let (id, text) = line.split_once(' ').unwrap();
            assert!(kinds.contains(&id), "there is no kind {id}");
            assert!(!ids.contains(&id), "{id} is there twice");
            ids.push(id);
            let (puzzle, _) = read(text).unwrap_or_else(|| panic!("{id}: not a position"));
            let sample = sample(id).unwrap_or_else(|| panic!("{id} is not found in its sample"));
            let verdict = solve::verdict(Solver::Kernel, &puzzle, &mut Meter::unlimited());
            let Verdict::Unique(solution) = verdict else { panic!("{id}: not proper") };
            let solution = solution.grid();
            for cell in puzzle.geometry().cells() {
                let is_open = sample.before.candidates(cell).contains(solution.get(cell).unwrap());
                let value = sample.before.get(cell);
                assert!(is_open || value == solution.get(cell), "{id}: the solution is ruled out");
            }
            for placed in &sample.step.deduction.placements {
                assert_eq!(solution.get(placed.cell), Some(placed.digit), "{id}");
            }
            for gone in &sample.step.deduction.eliminations {
                assert_ne!(solution.get(gone.cell), Some(gone.digit), "{id}");
            }
        }
        let without: Vec<&str> = kinds.into_iter().filter(|kind| !ids.contains(kind)).collect();
        assert_eq!(without, WITHOUT, "samples.txt lacks these");
    }
}
