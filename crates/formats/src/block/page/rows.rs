//! The pieces of a line that may be a row of a grid, if digits and empty cells are written in a given
//! way.

use std::ops::Range;

/// A way to write a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) side: usize,
    /// The sign for empty cells besides `0`, if there is one.
    pub(super) filler: Option<char>,
    /// Whether the digits are the letters from A.
    pub(super) has_letters: bool,
    /// Whether a cell is a number of up to two figures, or else a symbol.
    pub(super) has_numbers: bool,
}

/// A piece of a line with as many cells as a row.
#[derive(Clone, Debug)]
pub(super) struct GridRow {
    /// The line.
    pub(super) line: usize,
    /// The characters of each cell.
    pub(super) cells: Vec<Range<usize>>,
    /// What is before the row, and after it.
    pub(super) beside: [Option<Beside>; 2],
    /// Where its cells end, with wide tabs.
    stops: Vec<usize>,
}

/// A run of characters beside a row that may be cells too.
#[derive(Clone, Debug)]
pub(super) struct Beside {
    pub(super) run: Range<usize>,
    /// Whether it is farther from the row than the cells of the row are from each other.
    pub(super) is_apart: bool,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Empty,
    Zero,
    Digit(u8),
}

impl Way {
    /// The value of a cell, or `None` if it cannot be one.
    pub(super) fn value(&self, cell: &[char]) -> Option<Value> {
        let fits = |value: u32| (value as usize <= self.side).then_some(Value::Digit(value as u8));
        match *cell {
            ['0'] | ['0', '0'] => Some(Value::Zero),
            [only] => self.symbol(only),
            [a, b] if self.has_numbers => {
                if self.filler == Some(a) && a == b {
                    return Some(Value::Empty);
                }
                let (tens, ones) = (a.to_digit(10)?, b.to_digit(10)?);
                fits(10 * tens + ones)
            }
            _ => None,
        }
    }

    /// Whether the sign for empty cells is a letter that is a digit.
    pub(super) fn has_digit_as_filler(&self) -> bool {
        self.has_letters
            && self.filler.is_some_and(|filler| {
                Self { filler: None, ..*self }.symbol(filler).is_some() && filler != '0'
            })
    }

    fn symbol(&self, symbol: char) -> Option<Value> {
        if self.filler == Some(symbol) {
            return Some(Value::Empty);
        }
        let upper = symbol.to_ascii_uppercase();
        let value = match upper {
            '0' => return Some(Value::Zero),
            '1'..='9' if !self.has_letters => upper as usize - '0' as usize,
            'A'..='Z' if self.has_letters => upper as usize - 'A' as usize + 1,
            'A'..='Z' if !self.has_numbers => upper as usize - 'A' as usize + 10,
            _ => return None,
        };
        (value <= self.side).then_some(Value::Digit(value as u8))
    }

    /// The pieces of a line that have as many cells as a row.
    pub(super) fn rows(&self, line: usize, text: &[char]) -> Vec<GridRow> {
        let mut rows = Vec::new();
        if self.is_border(text) {
            return rows;
        }
        let runs = self.runs(text);
        let is_valid = |run: &Range<usize>| match self.has_numbers {
            true => self.value(&text[run.clone()]).is_some(),
            false => text[run.clone()].iter().all(|&symbol| self.symbol(symbol).is_some()),
        };
        let valid: Vec<bool> = runs.iter().map(is_valid).collect();
        let beside = |at: Option<usize>| {
            let run = at.and_then(|at| runs.get(at));
            run.filter(|run| self.may_be_cells(&text[(*run).clone()])).cloned()
        };
        let wide = widths(text);
        let mut start = 0;
        for group in valid.chunk_by(|a, b| a == b) {
            let end = start + group.len();
            if group[0] {
                let around = [beside(start.checked_sub(1)), beside(Some(end))];
                self.push_rows(line, &runs[start..end], &around, &wide, &mut rows);
            }
            start = end;
        }
        rows
    }

    /// The runs of characters that are letters, digits or the filler.
    pub(super) fn runs(&self, text: &[char]) -> Vec<Range<usize>> {
        let mut runs = Vec::new();
        let mut at = 0;
        for run in text.chunk_by(|&a, &b| self.is_cell(a) == self.is_cell(b)) {
            if self.is_cell(run[0]) {
                runs.push(at..at + run.len());
            }
            at += run.len();
        }
        runs
    }

    /// Whether a run of characters may be cells of some grid, and not a word.
    pub(super) fn may_be_cells(&self, run: &[char]) -> bool {
        let is_filler = |c: &char| self.filler == Some(*c) && !c.is_alphabetic();
        run.len() == 1 || run.iter().any(is_filler) || run.iter().all(char::is_ascii_digit)
    }

    fn is_cell(&self, character: char) -> bool {
        character.is_alphanumeric() || self.filler == Some(character)
    }

    /// Whether a line has strokes of a border and no digit.
    pub(super) fn is_border(&self, text: &[char]) -> bool {
        let is_of_row = |&c: &char| {
            c.is_whitespace()
                || self.filler == Some(c)
                || "|:!,;\u{2502}\u{2503}\u{2551}".contains(c)
        };
        !text.iter().any(|c| c.is_alphanumeric()) && !text.iter().all(is_of_row)
    }

    /// Adds the rows in runs of cells, given what is before and after these.
    fn push_rows(
        &self,
        line: usize,
        runs: &[Range<usize>],
        around: &[Option<Range<usize>>; 2],
        wide: &[usize],
        rows: &mut Vec<GridRow>,
    ) {
        let side = self.side;
        // Where each run begins, in cells.
        let mut starts = vec![0];
        let mut group: Vec<Range<usize>> = Vec::new();
        for run in runs {
            match self.has_numbers {
                true => group.push(run.clone()),
                false => group.extend(run.clone().map(|place| place..place + 1)),
            }
            starts.push(group.len());
        }
        if group.len() < side {
            return;
        }
        let first = rows.len();
        // A piece from one run to another.
        let mut push = |from: usize, to: usize| {
            let cells = &group[starts[from]..starts[to]];
            if cells.len() == side && !rows[first..].iter().any(|row: &GridRow| row.cells == cells)
            {
                let before = from.checked_sub(1).map(|run| runs[run].clone());
                let after = runs.get(to).cloned();
                let gap = |a: &Range<usize>, b: &Range<usize>| wide[b.start] - wide[a.end];
                let widest = cells.windows(2).map(|pair| gap(&pair[0], &pair[1])).max();
                let before = before.or(around[0].clone()).map(|run| {
                    let is_apart = Some(gap(&run, &cells[0])) > widest;
                    Beside { run, is_apart }
                });
                let after = after.or(around[1].clone()).map(|run| {
                    let is_apart = Some(gap(&cells[side - 1], &run)) > widest;
                    Beside { run, is_apart }
                });
                let stops = cells.iter().map(|cell| wide[cell.end]).collect();
                rows.push(GridRow { line, cells: cells.to_vec(), beside: [before, after], stops });
            }
        };
        let last = runs.len();
        push(0, last);
        let gap = |run: usize| wide[runs[run].start] - wide[runs[run - 1].end];
        let mut gaps: Vec<usize> = (1..last).map(gap).collect();
        gaps.sort_unstable();
        gaps.dedup();
        for &least in gaps.iter().rev().take(4) {
            let mut from = 0;
            for end in (1..last).filter(|&run| gap(run) >= least).chain([last]) {
                push(from, end);
                from = end;
            }
        }
        // Side by side without wider gaps.
        if group.len().is_multiple_of(side) {
            let parts = (0..=group.len()).step_by(side).map(|cell| starts.binary_search(&cell));
            if let Ok(parts) = parts.collect::<Result<Vec<usize>, _>>() {
                parts.windows(2).for_each(|part| push(part[0], part[1]));
            }
        }
        // Without the labels of the rows.
        if last > 1 {
            push(1, last);
            push(0, last - 1);
            push(1, last - 1);
        }
    }
}

impl GridRow {
    /// Where its cells end, which is the same in all rows of a grid whose characters are equally
    /// wide.
    pub(super) fn ends(&self) -> Vec<usize> {
        self.cells.iter().map(|cell| cell.end).collect()
    }

    /// The same, from the first.
    pub(super) fn offsets(&self) -> Vec<usize> {
        self.stops.iter().map(|stop| stop - self.stops[0]).collect()
    }

    /// The characters from its first cell to its last.
    pub(super) fn columns(&self) -> Range<usize> {
        self.cells[0].start..self.cells[self.cells.len() - 1].end
    }

    /// Whether it is not a piece of a longer row.
    pub(super) fn is_whole(&self) -> bool {
        self.beside.iter().flatten().all(|beside| beside.is_apart)
    }
}

/// The width of a text before each of its characters, and of all of it, where tabs are wide.
fn widths(text: &[char]) -> Vec<usize> {
    let mut width = 0;
    let widths = text.iter().map(|character| {
        width += if *character == '\t' { 8 } else { 1 };
        width
    });
    [0].into_iter().chain(widths).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(way: Way, text: &str) -> Vec<String> {
        let text: Vec<char> = text.chars().collect();
        let piece = |row: GridRow| row.cells.iter().flat_map(|cell| &text[cell.clone()]).collect();
        way.rows(0, &text).into_iter().map(piece).collect()
    }

    #[test]
    fn rows_are_found_beside_words_and_other_rows() {
        let way = Way { side: 9, filler: Some('.'), has_letters: false, has_numbers: false };
        let row = "53..7....";
        assert_eq!(pieces(way, "12:03 <bob> 53..7....  first row"), [row]);
        assert_eq!(pieces(way, "| 5 3 . | . 7 . | . . . |  <- here"), [row]);
        assert_eq!(pieces(way, "53..7....   6..195..."), [row, "6..195..."]);
        assert_eq!(pieces(way, "5 3 . . 7 . . . . | 6 . . 1 9 5 . . ."), [row, "6..195..."]);
        assert_eq!(pieces(way, "1 5 3 . . 7 . . . ."), [row, "153..7..."]);
        assert!(pieces(way, "+---+---+---+").is_empty());
        let numbers = Way { side: 16, has_numbers: true, ..way };
        let line = (1..=16).map(|n| format!("{n:02}")).collect::<Vec<_>>().join(" ");
        assert_eq!(pieces(numbers, &line).len(), 1);
    }
}
