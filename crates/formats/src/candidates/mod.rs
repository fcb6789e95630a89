//! Candidate grids, as forums and solvers show positions: in each cell all digits it may still hold.
//!
//! A cell with one digit is ambiguous: it may be filled, or have one candidate left. As in HoDoKu, it
//! is filled unless a peer with several candidates still has the digit. Nothing tells givens from
//! digits that were placed since, so all are givens. The candidates are a solver's notes, which do
//! not restrict the puzzle, unless there are too few filled cells without them: then the grid is a
//! pencilmark puzzle.

mod draw;
mod grid;

pub(super) use draw::{Borders, group_text, push_grid};
pub(super) use grid::{
    CandidateGrid, Collected, Collector, GridLine, GridParser, beginning, line_of,
};

use quadrille_core::{BoxShape, CandidateSet, Cell, DigitSet, Edges, Grid, Puzzle};

use super::carries::{Carries, LeftOut, Sizes};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::Extra;
use super::notes::{open_candidates, without_filled};
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::row::{Content, content_of};
use super::session::{Fault, LineParser, is_idle};
use super::symbol::MOST_SYMBOLS;

/// The format `candidates`.
#[derive(Clone, Copy, Debug)]
pub struct Candidates;

const BORDERS: Borders =
    Borders { top: ['.', '-', '.'], middle: [':', '-', '+'], bottom: ['\'', '-', '\''] };

impl PuzzleFormat for Candidates {
    fn id(&self) -> &'static str {
        "candidates"
    }

    fn title(&self) -> &'static str {
        "a grid with the candidates of each cell, as forums show positions"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pm"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        let found = beginning(head);
        if found.rows == 0 || found.has_user {
            Likelihood::No
        } else if found.has_candidates {
            Likelihood::Certain
        } else if has_lid(head) {
            // The grid may be without notes, but `block` reads it too.
            Likelihood::Likely
        } else {
            Likelihood::No
        }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::new(GridParser::new(position))
    }

    fn carries(&self) -> Carries {
        Carries {
            sizes: Sizes::UpTo(MOST_SYMBOLS),
            marks: true,
            candidates: true,
            ..Carries::GIVENS
        }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        let (givens, shape) = (puzzle.givens(), puzzle.shape());
        let mut left_out = self.carries().left_out(extra);
        let is_restricted = givens.filled().count() < least_values(shape);
        let set = match (puzzle.marks(), &extra.candidates) {
            (Some(_), _) if !is_restricted => {
                return Err(Unrepresentable::Marks { format: self.id() });
            }
            (Some(marks), notes) => {
                left_out.candidates = notes.is_some();
                marks.clone()
            }
            (None, Some(notes)) if !is_restricted => {
                let set = with_values(without_filled(notes.clone(), givens), givens);
                let readable = readable(set.clone(), givens);
                left_out.candidates |= readable != set;
                readable
            }
            (None, notes) => {
                left_out.candidates = notes.is_some();
                shown(givens)
            }
        };
        push_grid(shape, set.cells(), &BORDERS, out);
        Ok(left_out)
    }

    fn between(&self) -> &'static str {
        "\n"
    }
}

/// Whether a text begins with our upper border.
fn has_lid(head: &str) -> bool {
    let mut lines = head.lines().map(str::as_bytes).filter(|line| !is_idle(line));
    lines.next().is_some_and(|line| matches!(content_of(line), Content::Dotted(_)))
}

/// The number of filled cells below which candidates must restrict the puzzle, or it would have
/// several solutions. No 9x9 puzzle with 16 givens has just one (McGuire, Tugemann and Civario 2014).
fn least_values(shape: BoxShape) -> usize {
    if shape == BoxShape::NINE { 17 } else { 1 }
}

fn with_values(mut set: CandidateSet, values: &Grid) -> CandidateSet {
    for (cell, digit) in values.filled() {
        set.set(cell, DigitSet::only(digit));
    }
    set
}

/// The grid that stands for a puzzle without notes: what the rules leave.
fn shown(values: &Grid) -> CandidateSet {
    readable(with_values(open_candidates(values), values), values)
}

/// The part of the set that reading finds again: without candidates that the digit of a peer rules
/// out, which would make that digit a candidate too, and without single candidates that would be
/// read as the digits of their cells.
fn readable(mut set: CandidateSet, values: &Grid) -> CandidateSet {
    let open = open_candidates(values);
    for cell in values.empty_cells() {
        set.set(cell, set.get(cell) & open.get(cell));
    }
    for cell in values.empty_cells() {
        if is_value(&set, cell) {
            set.set(cell, DigitSet::EMPTY);
        }
    }
    set
}

/// Whether a cell with one digit is filled: no peer with several candidates has the digit.
fn is_value(set: &CandidateSet, cell: Cell) -> bool {
    let Some(digit) = set.get(cell).single() else { return false };
    let still_has = |&peer: &Cell| set.get(peer).len() > 1 && set.get(peer).contains(digit);
    !set.geometry().peers(cell).iter().any(still_has)
}

/// The puzzle of a candidate grid alone, with the notes in it.
pub(super) fn position(grid: &CandidateGrid) -> Result<(Puzzle, Extra), Fault> {
    let set = grid.set();
    if let Some(cell) = grid.cells.iter().position(|cell| cell.is_user) {
        let kind = ParseErrorKind::Token {
            text: format!("u{}", group_text(grid.cells[cell].digits)),
            wanted: "digits without `u`, which only the format `sdx` has".into(),
        };
        return Err(grid.fault(Cell::new(cell), kind));
    }
    let mut values = Grid::empty(grid.shape);
    for cell in set.geometry().cells().filter(|&cell| is_value(&set, cell)) {
        values.set(cell, set.get(cell).single());
    }
    let conflict =
        |conflict: quadrille_core::Conflict| grid.fault(conflict.cells[1], conflict.into());
    let puzzle = Puzzle::new(values.clone(), Edges::none()).map_err(conflict)?;
    if set == shown(&values) {
        return Ok((puzzle, Extra::default()));
    }
    if values.filled().count() < least_values(grid.shape) {
        let puzzle = Puzzle::from_marks(set, Edges::none()).map_err(conflict)?;
        return Ok((puzzle, Extra::default()));
    }
    let candidates = Some(without_filled(set, &values));
    Ok((puzzle, Extra { candidates, ..Extra::default() }))
}

#[cfg(test)]
mod tests;
