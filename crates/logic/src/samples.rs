//! A position for each kind of deduction, from which the pages of techniques are drawn.

use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Grid, Meter, Puzzle};

use super::grid::LogicGrid;
use super::profile::Profile;
use super::technique::Technique;
use super::techniques::TECHNIQUES;
use super::walk::{Step, Walk};

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
///
/// ```
/// use quadrille_logic::sample;
///
/// let sample = sample("x-wing").expect("every kind has a sample");
/// assert_eq!(sample.step.deduction.kind, "x-wing");
/// assert!(!sample.step.deduction.eliminations.is_empty());
/// ```
pub fn sample(kind: &str) -> Option<Sample> {
    let of_kind = |line: &'static str| line.strip_prefix(kind)?.strip_prefix(' ');
    let text = SAMPLES.lines().find_map(of_kind)?;
    let (puzzle, before) = read(text)?;
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

/// Reads a line of a HoDoKu library: the puzzle, and the board with what is entered and ruled out.
fn read(text: &str) -> Option<(Puzzle, LogicGrid)> {
    let fields: Vec<&str> = text.split(':').collect();
    let [_, _, _, cells, gone, ..] = fields[..] else { return None };
    let (mut givens, mut entries) = (Grid::empty(BoxShape::NINE), Grid::empty(BoxShape::NINE));
    let (mut index, mut is_entered) = (0, false);
    for symbol in cells.bytes() {
        if symbol == b'+' {
            is_entered = true;
            continue;
        }
        let grid = if std::mem::take(&mut is_entered) { &mut entries } else { &mut givens };
        grid.set(Cell::new(index), Digit::from_symbol(symbol));
        index += 1;
    }
    let puzzle = Puzzle::try_from(givens).ok()?;
    let open = LogicGrid::noted(&puzzle, Some(&entries), None).ok()?;
    let mut noted = CandidateSet::none(BoxShape::NINE);
    for cell in puzzle.geometry().cells() {
        noted.set(cell, open.candidates(cell));
    }
    for candidate in gone.split_ascii_whitespace() {
        let &[digit, row, column] = candidate.as_bytes() else { return None };
        let cell = Cell::new(usize::from(row - b'1') * 9 + usize::from(column - b'1'));
        noted.set(cell, noted.get(cell) - DigitSet::only(Digit::from_symbol(digit)?));
    }
    let board = LogicGrid::noted(&puzzle, Some(&entries), Some(&noted)).ok()?;
    Some((puzzle, board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::kinds;
    use quadrille_core::solve::{self, Solver, Verdict};

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
