//! Files of Simple Sudoku (`.ss`), and what it and HoDoKu put on the clipboard: a boxed grid, or up
//! to three grids, of which the first has the givens, the second the entries too, and the third the
//! candidates.

use std::collections::VecDeque;

use quadrille_core::{BoxShape, DigitSet, Grid, Puzzle};

use super::block::{GridCells, GridReader, GridRows};
use super::candidates::{
    Borders, CandidateGrid, Collected, Collector, GridLine, line_of, position, push_grid,
};
use super::carries::{Carries, LeftOut, Sizes};
use super::error::Unrepresentable;
use super::extra::Extra;
use super::notes::{open_candidates, without_filled};
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::sdk::entries_of;
use super::session::{Fault, LineParser, Session, is_idle};
use super::symbol::push_cell;

/// The format `ss`.
#[derive(Clone, Copy, Debug)]
pub struct Ss;

const BORDERS: Borders =
    Borders { top: ['*', '-', '-'], middle: ['|', '-', '+'], bottom: ['*', '-', '-'] };

impl PuzzleFormat for Ss {
    fn id(&self) -> &'static str {
        "ss"
    }

    fn title(&self) -> &'static str {
        "boxed grids of Simple Sudoku: givens, or givens, values and candidates"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ss"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        let mut lines = head.lines().map(str::trim).filter(|line| !is_idle(line.as_bytes()));
        let is_ours = lines.next().is_some_and(is_lid)
            && lines.next().is_none_or(|line| line.starts_with('|'));
        if is_ours { Likelihood::Certain } else { Likelihood::No }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::<SsParser>::default()
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
        push_boxed(puzzle.givens(), out);
        if extra.entries.is_some() || extra.candidates.is_some() {
            let values = extra.values(puzzle);
            out.push('\n');
            push_boxed(&values, out);
            out.push('\n');
            let mut set = extra.candidates.clone().unwrap_or_else(|| open_candidates(&values));
            for (cell, digit) in values.filled() {
                set.set(cell, DigitSet::only(digit));
            }
            push_grid(puzzle.shape(), set.cells(), &BORDERS, out);
        }
        Ok(self.carries().left_out(extra))
    }

    fn between(&self) -> &'static str {
        "\n"
    }
}

/// Whether a line is the upper border, `*-----------*`.
fn is_lid(line: &str) -> bool {
    let inner = line.strip_prefix('*').and_then(|line| line.strip_suffix('*'));
    inner.is_some_and(|inner| inner.len() >= 3 && inner.bytes().all(|byte| byte == b'-'))
}

fn push_boxed(grid: &Grid, out: &mut String) {
    let shape = grid.shape();
    let side = shape.side();
    out.push_str("*-----------*\n");
    for (index, row) in grid.digits().chunks_exact(side).enumerate() {
        if index > 0 && index.is_multiple_of(shape.rows()) {
            out.push_str("|---+---+---|\n");
        }
        for (column, &digit) in row.iter().enumerate() {
            out.push_str(if column.is_multiple_of(shape.columns()) { "|" } else { "" });
            push_cell(digit, side, out);
        }
        out.push_str("|\n");
    }
    out.push_str("*-----------*\n");
}

#[derive(Default)]
struct SsParser {
    grid: GridReader,
    candidates: Collector,
    /// Up to two grids of digits, to which candidates may follow.
    held: VecDeque<GridCells>,
}

impl LineParser for SsParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if line.trim_ascii_start().starts_with(b"#") {
            return;
        }
        let is_of_candidates = if !self.grid.is_empty() {
            false
        } else {
            !self.candidates.is_empty() || self.begins_candidates(session, line)
        };
        if is_of_candidates {
            let collected = self.candidates.line(session, number, line);
            self.take_candidates(session, collected);
        } else {
            let rows = self.grid.line(session, number, line);
            self.take_grid(session, rows);
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        if self.candidates.is_empty() {
            let rows = self.grid.unreadable(session, fault);
            self.take_grid(session, rows);
        } else {
            let collected = self.candidates.unreadable(fault);
            self.take_candidates(session, collected);
        }
    }

    fn end(&mut self, session: &mut Session) {
        let rows = self.grid.finish(session);
        self.take_grid(session, rows);
        let collected = self.candidates.finish();
        self.take_candidates(session, collected);
        self.release(session, 0);
    }
}

impl SsParser {
    /// Whether a line is the first row of a candidate grid: a group for each cell, and no symbols
    /// for empty cells.
    fn begins_candidates(&self, session: &Session, line: &[u8]) -> bool {
        let side = session.expected().unwrap_or(BoxShape::NINE).side();
        match line_of(line) {
            GridLine::Row(groups, _) => {
                let mut texts = groups.iter().map(|group| &line[group.clone()]);
                groups.len() == side
                    // The third grid may begin with cells without notes.
                    && (self.held.len() == 2
                        || texts.clone().any(|text| text.len() > 1)
                        || texts.all(|text| matches!(text, [b'1'..=b'9'])))
            }
            _ => false,
        }
    }

    fn take_grid(&mut self, session: &mut Session, rows: Option<GridRows>) {
        let Some(rows) = rows else { return };
        let line = rows.line();
        match rows.into_cells(session) {
            Ok(cells) => {
                self.release(session, 1);
                // Only a grid that continues where the one before stopped can be its state.
                if self.held.back().is_some_and(|givens| state_of(givens, &cells).is_none()) {
                    self.release(session, 0);
                }
                self.held.push_back(cells);
            }
            Err(fault) => {
                self.release(session, 0);
                session.emit(line, Err(fault));
            }
        }
    }

    fn take_candidates(&mut self, session: &mut Session, collected: Option<Collected>) {
        match collected {
            None => {}
            Some(Err((line, fault))) => {
                self.release(session, 0);
                session.emit(line, Err(fault));
            }
            Some(Ok(grid)) => {
                let record = match (self.held.front(), self.held.back()) {
                    (Some(givens), Some(values)) => together(givens, values, &grid),
                    _ => None,
                };
                if let Some(record) = record {
                    let line = self.held[0].line();
                    self.held.clear();
                    session.emit_with(line, record);
                } else {
                    self.release(session, 0);
                    session.emit_with(grid.line, position(&grid));
                }
            }
        }
    }

    /// Emits the grids that are held as puzzles of their own, but for as many.
    fn release(&mut self, session: &mut Session, except: usize) {
        while self.held.len() > except {
            let cells = self.held.pop_front().expect("more than that");
            session.emit(cells.line(), cells.puzzle());
        }
    }
}

/// The entries of a grid, if it has all digits of another one.
fn state_of(givens: &GridCells, values: &GridCells) -> Option<Option<Grid>> {
    if givens.grid.shape() != values.grid.shape() {
        return None;
    }
    let has_all = givens.grid.filled().all(|(cell, _)| values.grid.get(cell).is_some());
    entries_of(&givens.grid, &values.grid).ok().filter(|_| has_all)
}

/// The record of up to three grids, if they are of one puzzle.
fn together(
    givens: &GridCells,
    values: &GridCells,
    candidates: &CandidateGrid,
) -> Option<Result<(Puzzle, Extra), Fault>> {
    let entries = state_of(givens, values)?;
    let set = candidates.set();
    let fits = candidates.shape == values.grid.shape()
        && values.grid.filled().all(|(cell, digit)| set.get(cell).single() == Some(digit));
    if !fits {
        return None;
    }
    let notes = without_filled(set, &values.grid);
    let candidates = Some(notes).filter(|notes| *notes != open_candidates(&values.grid));
    let extra = Extra { entries, candidates, ..Extra::default() };
    Some(givens.puzzle().map(|puzzle| (puzzle, extra)))
}

#[cfg(test)]
mod tests {
    use super::super::candidates::beginning;
    use super::super::tests::records;
    use super::super::{by_file_name, detect};
    use super::*;
    use quadrille_core::{CandidateSet, Cell, Digit};

    const BOXED: &str = "\
*-----------*
|53.|.7.|...|
|6..|195|...|
|.98|...|.6.|
|---+---+---|
|8..|.6.|..3|
|4..|8.3|..1|
|7..|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
*-----------*
";

    #[test]
    fn boxed_grids_are_read_and_written() {
        for name in ["x.ss", "x.txt"] {
            assert_eq!(detect(BOXED.as_bytes(), by_file_name(name)).id(), "ss");
        }
        let found = records(&Ss, &format!("{BOXED}\n{BOXED}{BOXED}"));
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|record| *record == found[0]));
        let mut text = String::new();
        Ss.write(&found[0].0, Extra::NONE, &mut text).unwrap();
        assert_eq!(text, BOXED);
    }

    #[test]
    fn three_grids_are_one_puzzle() {
        let puzzle = records(&Ss, BOXED).remove(0).0;
        let mut entries = Grid::empty(puzzle.shape());
        entries.set(Cell::new(2), Digit::new(4));
        let mut notes = CandidateSet::none(puzzle.shape());
        notes.set(Cell::new(3), DigitSet::from_bits(0b10));
        notes.set(Cell::new(5), DigitSet::all(9));
        let entries = Some(entries);
        let some_entries = Extra { entries, ..Extra::default() };
        let some_notes = Extra { candidates: Some(notes), ..Extra::default() };
        let both = Extra { candidates: some_notes.candidates.clone(), ..some_entries.clone() };
        let mut text = String::new();
        let mut expected = Vec::new();
        for extra in [&both, &some_entries, Extra::NONE, Extra::NONE, &some_notes, &both] {
            text.push_str(if text.is_empty() { "" } else { Ss.between() });
            assert!(Ss.write(&puzzle, extra, &mut text).unwrap().is_empty());
            expected.push((puzzle.clone(), extra.clone()));
        }
        assert_eq!(records(&Ss, &text), expected, "{text}");
        // Candidates alone are a position.
        let start =
            text.find("\n\n*").map_or(0, |at| text[at + 2..].find("\n\n*").unwrap() + at + 4);
        let end = start + text[start..].find("\n\n").unwrap();
        assert!(beginning(&text[start..end]).rows > 0);
        assert_eq!(records(&Ss, &text[start..end]).len(), 1, "{}", &text[start..end]);
    }
}
