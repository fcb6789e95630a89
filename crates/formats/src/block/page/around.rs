//! What is around a grid in a text: labels of its rows and columns, words, other grids. Anything else
//! may be cells, and then the grid is only a piece of a larger one that has a typo or a conflict.

use std::ops::Range;

use quadrille_core::BoxShape;

use super::super::super::session::Session;
use super::found::{Doubt, FoundGrid, MOST_BETWEEN};
use super::rows::{Beside, GridRow, Way};

/// Rows that belong to no grid.
pub(super) struct Torn {
    /// The line of the first.
    pub(super) line: usize,
    pub(super) rows: usize,
    pub(super) side: usize,
    /// A line with another number of cells than the others, and how many it has.
    pub(super) uneven: Option<(usize, usize)>,
}

/// Whether texts are labels that follow each other: numbers, `1` to `9` and then `0` or `A`, or letters;
/// up or down.
pub(super) fn is_sequence(labels: &[&[char]]) -> bool {
    let follows = |a: &[char], b: &[char]| {
        let number = |text: &[char]| text.iter().collect::<String>().parse::<u32>().ok();
        match (number(a), number(b)) {
            (Some(a), Some(b)) => b == a + 1 || (a, b) == (9, 0),
            (Some(9), None) => matches!(*b, ['A' | 'a']),
            (None, None) => matches!((a, b), ([a], [b]) if *a as u32 + 1 == *b as u32),
            _ => false,
        }
    };
    labels.windows(2).all(|pair| follows(pair[0], pair[1]))
        || labels.windows(2).all(|pair| follows(pair[1], pair[0]))
}

/// What other grids must take, for rows below each other to be a whole grid: lines, and characters of
/// them. `None` if they are only a piece of a grid.
pub(super) fn around_of(
    way: Way,
    rows: &[&GridRow],
    texts: &[&[char]],
) -> Option<Vec<(usize, Range<usize>)>> {
    let mut around = Vec::new();
    for end in [0, 1] {
        let beside = || rows.iter().filter_map(|row| Some((row.line, row.beside[end].as_ref()?)));
        let labels = beside().map(|(line, beside)| bare(&texts[line][beside.run.clone()]));
        let labels: Vec<&[char]> = labels.collect();
        if labels.len() == rows.len() && is_sequence(&labels) {
            continue;
        }
        if beside().any(|(_, beside)| !beside.is_apart) {
            return None;
        }
        // No box has a single column. Words may contain figures, but not on every line.
        let is_lone = |(line, beside): (usize, &Beside)| {
            let runs = way.runs(texts[line]);
            let at = runs.iter().position(|run| *run == beside.run);
            let next = at.and_then(|at| if end == 0 { at.checked_sub(1) } else { Some(at + 1) });
            let next = next.and_then(|at| runs.get(at));
            beside.run.len() <= 2
                && next.is_none_or(|run| !way.may_be_cells(&texts[line][run.clone()]))
        };
        if 2 * labels.len() > rows.len() && !beside().all(is_lone) {
            around.extend(beside().map(|(line, beside)| (line, beside.run.clone())));
        }
    }
    let lines: Vec<usize> = rows.iter().map(|row| row.line).collect();
    let (first, last) = (lines[0], lines[lines.len() - 1]);
    let gap = lines.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(1);
    let start = rows.iter().map(|row| row.columns().start).min()?;
    let end = rows.iter().map(|row| row.columns().end).max()?;
    let near = texts.iter().enumerate().take(last + gap + 1).skip(first.saturating_sub(gap));
    for (line, text) in near {
        if !lines.contains(&line)
            && let Some((columns, cells)) = row_like(way, text, &(start..end))
            && (cells <= way.side || (first..last).contains(&line))
        {
            around.push((line, columns));
        }
    }
    Some(around)
}

/// A label without signs around it, such as the full stop after a number.
fn bare(label: &[char]) -> &[char] {
    let end = label.iter().rposition(|c| c.is_alphanumeric()).map_or(label.len(), |at| at + 1);
    &label[label[..end].iter().position(|c| c.is_alphanumeric()).unwrap_or(0)..end]
}

/// The characters of a line that may be a row of cells in these columns, and are no labels; and how
/// many cells.
fn row_like(way: Way, text: &[char], columns: &Range<usize>) -> Option<(Range<usize>, usize)> {
    let runs = way.runs(text);
    let within = |run: &&Range<usize>| run.start < columns.end && columns.start < run.end;
    let runs: Vec<&Range<usize>> = runs.iter().filter(within).collect();
    let may_be_cells = |run: &Range<usize>| way.may_be_cells(&text[run.clone()]);
    let parts = runs.chunk_by(|a, b| may_be_cells(a) && may_be_cells(b));
    let parts = parts.filter(|runs| runs.iter().all(|run| may_be_cells(run)));
    let longest = parts.max_by_key(|runs| cells_in(way, runs))?;
    let cells = cells_in(way, longest);
    let is_row = cells + 1 >= way.side && !way.is_border(text) && !are_labels(way, longest, text);
    is_row.then(|| (longest[0].start..longest[longest.len() - 1].end, cells))
}

fn cells_in(way: Way, runs: &[&Range<usize>]) -> usize {
    if way.has_numbers { runs.len() } else { runs.iter().map(|run| run.len()).sum() }
}

/// Whether runs of a line are labels of columns, perhaps of several grids, perhaps after a sign in the
/// corner.
fn are_labels(way: Way, runs: &[&Range<usize>], text: &[char]) -> bool {
    let labels: Vec<&[char]> = match runs {
        [run] if run.len() >= way.side => text[(*run).clone()].chunks(1).collect(),
        _ => runs.iter().map(|run| &text[(*run).clone()]).collect(),
    };
    let of = |labels: &[&[char]]| !labels.is_empty() && labels.chunks(way.side).all(is_sequence);
    of(&labels) || of(&labels[1..])
}

/// Rows that belong to none of the grids, and are written like the first of them.
pub(super) fn torn_in(texts: &[&[char]], grids: &[FoundGrid], session: &Session) -> Vec<Torn> {
    let expected = session.expected().map(BoxShape::side);
    let is_like = |grid: &&FoundGrid| {
        grid.doubt == Doubt::None && expected.is_none_or(|side| grid.way.side == side)
    };
    let Some(grid) = grids.iter().find(is_like) else {
        return Vec::new();
    };
    let (way, side) = (grid.way, grid.way.side);
    let is_taken = |line: &usize| grids.iter().any(|grid| grid.lines.contains(line));
    let cells = |line: usize| {
        if way.rows(line, texts[line]).iter().any(GridRow::is_whole) {
            return Some(side);
        }
        let (_, cells) = row_like(way, texts[line], &(0..usize::MAX))?;
        (side.abs_diff(cells) <= 1).then_some(cells)
    };
    let rows: Vec<(usize, usize)> = (0..texts.len())
        .filter(|line| !is_taken(line))
        .filter_map(|line| Some((line, cells(line)?)))
        .collect();
    let near = rows.chunk_by(|(a, _), (b, _)| {
        b - a <= MOST_BETWEEN + 1 && !(*a..*b).any(|line| is_taken(&line))
    });
    near.filter(|rows| rows.len() > 2)
        .map(|rows| Torn {
            line: rows[0].0,
            rows: rows.len(),
            side,
            uneven: rows.iter().copied().find(|&(_, cells)| cells != side),
        })
        .collect()
}
