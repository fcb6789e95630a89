//! Work in progress of SudoCue (`.sdx`): nine lines of nine groups. A digit alone is a given, after
//! `u` an entry; several digits are the candidates of an empty cell.
//!
//! An empty cell with one candidate would look like a given, so this note cannot be written.

use quadrille_core::{CandidateSet, DigitSet, Edges, Grid, Puzzle};

use super::candidates::{CandidateGrid, GridParser, beginning, group_text};
use super::carries::{Carries, LeftOut, Sizes};
use super::error::Unrepresentable;
use super::extra::Extra;
use super::notes::open_candidates;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::{Fault, LineParser};

/// The format `sdx`.
#[derive(Clone, Copy, Debug)]
pub struct Sdx;

impl PuzzleFormat for Sdx {
    fn id(&self) -> &'static str {
        "sdx"
    }

    fn title(&self) -> &'static str {
        "work in progress of SudoCue: candidates, and `u` before entries"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sdx"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        let found = beginning(head);
        match found.rows > 0 && !found.has_borders {
            true if found.has_user => Likelihood::Certain,
            true if found.has_candidates => Likelihood::Certain,
            _ => Likelihood::No,
        }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::new(GridParser::new(record))
    }

    fn carries(&self) -> Carries {
        Carries { sizes: Sizes::Nine, entries: true, candidates: true, ..Carries::GIVENS }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        let mut left_out = self.carries().left_out(extra);
        let values = extra.values(puzzle);
        let set = match &extra.candidates {
            None => shown(&values),
            Some(notes) => {
                let mut set = notes.clone();
                for cell in values.empty_cells().filter(|&cell| notes.get(cell).len() == 1) {
                    set.set(cell, DigitSet::EMPTY);
                    left_out.candidates = true;
                }
                set
            }
        };
        for cell in puzzle.geometry().cells() {
            let digit = values.get(cell).map(DigitSet::only);
            if digit.is_some() && puzzle.givens().get(cell).is_none() {
                out.push('u');
            }
            out.push_str(&group_text(digit.unwrap_or(set.get(cell))));
            out.push(if (cell.index() + 1).is_multiple_of(9) { '\n' } else { ' ' });
        }
        Ok(left_out)
    }

    fn between(&self) -> &'static str {
        "\n"
    }
}

/// The candidates that stand for no notes: what the rules leave, but all digits in place of one,
/// which would be a given.
fn shown(values: &Grid) -> CandidateSet {
    let mut set = open_candidates(values);
    for cell in values.empty_cells() {
        if set.get(cell).len() == 1 {
            set.set(cell, DigitSet::all(values.shape().side()));
        }
    }
    set
}

fn record(grid: &CandidateGrid) -> Result<(Puzzle, Extra), Fault> {
    let mut givens = Grid::empty(grid.shape);
    let mut entries = Grid::empty(grid.shape);
    let mut candidates = CandidateSet::none(grid.shape);
    for (cell, found) in givens.geometry().cells().zip(&grid.cells) {
        match found.digits.single() {
            Some(digit) if found.is_user => entries.set(cell, Some(digit)),
            Some(digit) => givens.set(cell, Some(digit)),
            None => candidates.set(cell, found.digits),
        }
    }
    let puzzle = Puzzle::new(givens, Edges::none())
        .map_err(|conflict| grid.fault(conflict.cells[1], conflict.into()))?;
    let entries = Some(entries).filter(|entries| entries.filled().next().is_some());
    let mut extra = Extra { entries, ..Extra::default() };
    let values = extra.values(&puzzle);
    extra.candidates = Some(candidates).filter(|candidates| *candidates != shown(&values));
    Ok((puzzle, extra))
}

#[cfg(test)]
mod tests {
    use super::super::tests::records;
    use super::super::{by_file_name, detect};
    use super::*;
    use quadrille_core::{Cell, Digit};

    #[test]
    fn progress_is_read_and_written() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut entries = Grid::empty(puzzle.shape());
        entries.set(Cell::new(2), Digit::new(4));
        // A wrong one, which is in conflict with a given.
        entries.set(Cell::new(70), Digit::new(9));
        let mut notes = CandidateSet::none(puzzle.shape());
        notes.set(Cell::new(3), DigitSet::from_bits(0b11_0000));
        let extra = Extra { entries: Some(entries), candidates: Some(notes), ..Extra::default() };
        let mut text = String::new();
        assert!(Sdx.write(&puzzle, &extra, &mut text).unwrap().is_empty());
        assert!(text.starts_with("5 3 u4 56 7 . . . .\n6 . . 1 9 5 . . .\n"), "{text}");
        for name in ["x.sdx", "x.txt"] {
            assert_eq!(detect(text.as_bytes(), by_file_name(name)).id(), "sdx");
        }
        assert_eq!(records(&Sdx, &text), [(puzzle, extra)]);
    }

    #[test]
    fn no_notes_are_what_the_rules_leave() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut text = String::new();
        Sdx.write(&puzzle, Extra::NONE, &mut text).unwrap();
        assert_eq!(records(&Sdx, &text), [(puzzle.clone(), Extra::default())]);
        let mut notes = CandidateSet::none(puzzle.shape());
        notes.set(Cell::new(2), DigitSet::only(Digit::new(1).unwrap()));
        notes.set(Cell::new(3), DigitSet::all(9));
        let extra = Extra { candidates: Some(notes.clone()), ..Extra::default() };
        text.clear();
        assert_eq!(Sdx.write(&puzzle, &extra, &mut text).unwrap().to_string(), "candidates");
        notes.set(Cell::new(2), DigitSet::EMPTY);
        assert_eq!(records(&Sdx, &text)[0].1.candidates, Some(notes));
    }
}
