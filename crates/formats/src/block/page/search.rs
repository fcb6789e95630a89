//! Finds the grids in lines: for each way to write a grid, the rows that stand below each other. Of
//! several grids in the same place, the one with the most cells counts; two different ones of a size
//! are two readings.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use quadrille_core::{Grid, Puzzle};

use super::super::super::alphabet::Zeros;
use super::super::super::session::Session;
use super::super::super::symbol::{UNUSUAL_FILLERS, is_empty_cell};
use super::around::{Torn, around_of, is_sequence, torn_in};
use super::found::{Doubt, FoundGrid, MOST_BETWEEN, SIDES, is_divided};
use super::rows::{GridRow, Value, Way};

/// Signs for empty cells besides `0` and those of other readers.
const FILLERS: [char; 2] = ['#', '~'];

/// The grids of a text, and what may be one that is not complete.
pub(super) struct Grids {
    pub(super) grids: Vec<FoundGrid>,
    pub(super) torn: Vec<Torn>,
}

/// The grids in lines, in the order of their places.
pub(super) fn grids_in(texts: &[&[char]], session: &Session) -> Grids {
    let mut found = Vec::new();
    for way in ways(texts) {
        found.extend(grids_of(way, texts, session));
    }
    // The largest first, and of the same size those without conflicts and with nothing around them;
    // equal ones stay in the order of the ways. A large grid with a conflict leaves no room for a
    // small one within it.
    let key = |grid: &FoundGrid| {
        (Reverse(grid.side()), grid.doubt == Doubt::Conflict, !grid.around.is_empty())
    };
    found.sort_by_key(key);
    let is_tiled: Vec<bool> = found.iter().map(|grid| grid.is_tiled(&found)).collect();
    let mut kept = is_tiled.into_iter();
    found.retain(|_| !kept.next().unwrap_or_default());
    let (sparse, found): (Vec<_>, Vec<_>) = found.into_iter().partition(FoundGrid::is_sparse);
    let mut grids: Vec<FoundGrid> = Vec::new();
    for grid in found {
        let Some(taken) = grids.iter_mut().find(|taken| taken.overlaps(&grid)) else {
            grids.push(grid);
            continue;
        };
        let are_clear = taken.doubt == Doubt::None && grid.doubt == Doubt::None;
        if are_clear && taken.side() == grid.side() && taken.grid != grid.grid {
            taken.doubt = Doubt::Readings(taken.described(), grid.described());
        }
    }
    for grid in sparse {
        if !grids.iter().any(|taken| taken.overlaps(&grid))
            && grids.iter().any(|taken| taken.is_in_line_with(&grid))
        {
            grids.push(grid);
        }
    }
    let is_whole = |grid: &FoundGrid| {
        let is_taken =
            |(line, run): &(usize, Range<usize>)| grids.iter().any(|other| other.takes(*line, run));
        grid.around.iter().all(is_taken)
    };
    let whole: Vec<bool> = grids.iter().map(is_whole).collect();
    for (grid, is_whole) in grids.iter_mut().zip(whole) {
        if !is_whole {
            grid.doubt = Doubt::Around;
        }
    }
    grids.sort_by_key(|grid| (grid.lines.start, grid.columns.start));
    let torn = torn_in(texts, &grids, session);
    Grids { grids, torn }
}

/// The ways in which a text may be written.
fn ways(texts: &[&[char]]) -> Vec<Way> {
    let mut has = [false; 128];
    for &character in texts.iter().copied().flatten().filter(|c| c.is_ascii()) {
        has[character as usize] = true;
    }
    let has = |character: char| has[character as usize];
    let longest = |text: &&[char]| text.iter().filter(|c| !c.is_whitespace()).count();
    let longest = texts.iter().map(longest).max().unwrap_or(0);
    let is_usual = |byte: &u8| is_empty_cell(*byte) && *byte != b'0';
    let usual = (b' '..=b'~').filter(is_usual).chain(UNUSUAL_FILLERS).map(char::from);
    let fillers = usual.chain(FILLERS).filter(|&filler| has(filler));
    let fillers: Vec<Option<char>> = fillers.map(Some).chain([None]).collect();
    let mut ways = Vec::new();
    for side in SIDES.into_iter().filter(|&side| side <= longest && side <= texts.len()) {
        // Larger boards may have an O as a digit.
        let is_filler = |filler: &&Option<char>| side <= 9 || !matches!(filler, Some('o' | 'O'));
        for &filler in fillers.iter().filter(is_filler) {
            for (has_letters, has_numbers) in [(false, false), (false, true), (true, false)] {
                let way = Way { side, filler, has_letters, has_numbers };
                if !way.has_digit_as_filler() {
                    ways.push(way);
                }
            }
        }
    }
    ways
}

/// The grids that are written in one way.
fn grids_of(way: Way, texts: &[&[char]], session: &Session) -> Vec<FoundGrid> {
    let rows: Vec<GridRow> =
        texts.iter().enumerate().flat_map(|(line, text)| way.rows(line, text)).collect();
    if rows.len() < way.side {
        return Vec::new();
    }
    let grids = |rows: &[&GridRow], key: fn(&GridRow) -> Vec<usize>| -> Vec<FoundGrid> {
        let mut groups: BTreeMap<Vec<usize>, Vec<&GridRow>> = BTreeMap::new();
        for &row in rows {
            groups.entry(key(row)).or_default().push(row);
        }
        let segments = groups.values().flat_map(|rows| segments(rows));
        segments.flat_map(|rows| stacked(way, &rows, texts, session)).collect()
    };
    let all: Vec<&GridRow> = rows.iter().collect();
    let found = grids(&all, GridRow::ends);
    if !found.is_empty() {
        return found;
    }
    // Text at the left may shift the rows, and characters of different width their cells. Then only
    // lines with one row are certain.
    let alone = all.chunk_by(|a, b| a.line == b.line).filter(|rows| rows.len() == 1);
    let alone: Vec<&GridRow> = alone.flatten().copied().collect();
    let found = grids(&alone, GridRow::offsets);
    if found.is_empty() { grids(&alone, |_| Vec::new()) } else { found }
}

/// Rows that follow each other with few lines between.
fn segments<'r>(rows: &[&'r GridRow]) -> Vec<Vec<&'r GridRow>> {
    let is_near =
        |a: &&GridRow, b: &&GridRow| a.line < b.line && b.line - a.line <= MOST_BETWEEN + 1;
    rows.chunk_by(|a, b| is_near(a, b)).map(<[&GridRow]>::to_vec).collect()
}

/// The grids of rows below each other, if they are as many as whole grids have.
fn stacked(way: Way, rows: &[&GridRow], texts: &[&[char]], session: &Session) -> Vec<FoundGrid> {
    let is_ruler = |row: &GridRow| {
        let cells = row.cells.iter().map(|cell| &texts[row.line][cell.clone()]);
        is_sequence(&cells.collect::<Vec<_>>())
    };
    // The labels of the columns.
    let rows = match rows {
        [first, rest @ ..] if rows.len() % way.side == 1 && is_ruler(first) => rest,
        [rest @ .., last] if rows.len() % way.side == 1 && is_ruler(last) => rest,
        _ => rows,
    };
    if rows.is_empty() {
        return Vec::new();
    }
    // Where rows are missing, the whole grids are those between wider gaps.
    let mut gaps: Vec<usize> = rows.windows(2).map(|pair| pair[1].line - pair[0].line).collect();
    gaps.sort_unstable();
    gaps.dedup();
    let is_whole = |rows: &&[&GridRow]| rows.len().is_multiple_of(way.side);
    let apart = |gap: usize| {
        let parts = rows.chunk_by(move |a, b| b.line - a.line < gap);
        parts.filter(is_whole).collect::<Vec<_>>()
    };
    let least = gaps.first().copied().unwrap_or(0);
    let wider = gaps.iter().rev().filter(|&&gap| gap > least).map(|&gap| apart(gap));
    let whole = [rows].into_iter().filter(is_whole).collect();
    let parts = [whole].into_iter().chain(wider).find(|parts| !parts.is_empty());
    let chunks = parts.into_iter().flatten().flat_map(|rows| rows.chunks(way.side));
    chunks.filter_map(|rows| grid_of(way, rows, texts, session)).collect()
}

fn grid_of(way: Way, rows: &[&GridRow], texts: &[&[char]], session: &Session) -> Option<FoundGrid> {
    let side = way.side;
    let around = around_of(way, rows, texts)?;
    let cells =
        || rows.iter().flat_map(|row| row.cells.iter().map(|cell| &texts[row.line][cell.clone()]));
    // Labels of rows and columns as cells.
    let labels = |from: usize, step: usize| {
        let labels: Vec<&[char]> = cells().skip(from).step_by(step).take(side).skip(1).collect();
        is_sequence(&labels)
    };
    if labels(0, 1) && labels(0, side) {
        return None;
    }
    let values: Vec<Value> = cells().map(|cell| way.value(cell)).collect::<Option<_>>()?;
    let digit = |value: &Value| if let Value::Digit(digit) = *value { digit } else { 0 };
    let digits: Vec<u8> = values.iter().map(digit).collect();
    let is_lettered = |cell: &[char]| cell.iter().any(char::is_ascii_alphabetic);
    if way.has_letters && !cells().any(is_lettered) {
        return None;
    }
    let columns = box_columns(&rows[0].offsets())
        .filter(|_| rows.iter().all(|row| row.offsets() == rows[0].offsets()));
    let shape = session.shape_of_side(side, columns)?;
    let sign = |index: usize| if values[index] == Value::Zero { b'0' } else { b'.' };
    let zeros = match way.has_letters {
        true => Zeros::Empty,
        false => Zeros::of(shape, &digits, sign),
    };
    let (digits, is_clear) = match zeros {
        Zeros::Empty => (digits, true),
        Zeros::Digits(digits) => (digits, true),
        Zeros::Unclear => (digits, session.is_named),
    };
    let grid = Grid::from_digits(shape, &digits)?;
    let doubt = match Puzzle::try_from(grid.clone()) {
        Err(_) => Doubt::Conflict,
        Ok(_) if is_clear => Doubt::None,
        Ok(_) => {
            Doubt::Readings("0 as an empty cell".to_owned(), "0 as the first digit".to_owned())
        }
    };
    let starts = rows.iter().map(|row| row.columns().start).min()?;
    let ends = rows.iter().map(|row| row.columns().end).max()?;
    Some(FoundGrid {
        lines: rows[0].line..rows[side - 1].line + 1,
        columns: starts..ends,
        rows: rows.iter().copied().cloned().collect(),
        grid,
        way,
        around,
        doubt,
    })
}

/// The columns of a box, if wider gaps separate the cells of a row evenly.
fn box_columns(offsets: &[usize]) -> Option<usize> {
    (2..offsets.len()).find(|&columns| is_divided(offsets, columns))
}
