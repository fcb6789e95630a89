//! The format `sudokupad`: links of <https://sudokupad.app>, also known as the app of Cracking the
//! Cryptic. A link holds the puzzle as the JSON of f-puzzles, as SudokuPad's own JSON, or, if it is
//! a classic one, as its givens; or only a name under which the server knows the puzzle.
//!
//! SudokuPad's JSON describes a drawing: `cells` has the rows of cells with `value`, and with
//! `centremarks` and `pencilMarks` that are shown from the start; `regions` lists cells. Everything
//! else is drawn, and the rules are text, so drawings make a puzzle a variant unless the rules say
//! that it is a classic one.

use quadrille_core::{BoxShape, Cell, Puzzle};

use super::draft::{Draft, shape_of_regions};
use super::rules::{Rules, constraint};
use super::value::Value;
use super::{LinkError, fpuzzles, lz};
use crate::carries::{Carries, LeftOut, Sizes};
use crate::error::{ParseErrorKind, Unrepresentable};
use crate::extra::{Detail, Extra};
use crate::line::Line;
use crate::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use crate::session::LineParser;
use crate::variant::Variant;

/// The format `sudokupad`.
#[derive(Clone, Copy, Debug)]
pub struct SudokuPad;

impl PuzzleFormat for SudokuPad {
    fn id(&self) -> &'static str {
        "sudokupad"
    }

    fn title(&self) -> &'static str {
        "a link a line that opens the puzzle in SudokuPad, which solvers use"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        super::likelihood(head, super::Site::SudokuPad)
    }

    fn parser(&self, options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Line.parser(options)
    }

    fn carries(&self) -> Carries {
        // The site shows a digit only if it is a given.
        Carries {
            sizes: Sizes::UpTo(fpuzzles::LARGEST),
            candidates: true,
            details: fpuzzles::DETAILS,
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
        let mut left_out = self.carries().left_out(extra);
        out.push_str("https://sudokupad.app/fpuzzles");
        let kept = Extra { entries: None, ..extra.clone() };
        for symbol in lz::compress(&fpuzzles::encode(puzzle, &kept, &mut left_out)).chars() {
            // In the path of an address, servers join slashes that follow each other, and a plus
            // sign may become a blank.
            match symbol {
                '/' => out.push_str("%2F"),
                '+' => out.push_str("%2B"),
                _ => out.push(symbol),
            }
        }
        out.push('\n');
        Ok(left_out)
    }
}

/// Returns a field by its full or its short name.
fn field<'v>(value: &'v Value, name: &str, short: &str) -> Option<&'v Value> {
    value.get(name).or_else(|| value.get(short))
}

/// Returns whether a value is an object that may be a puzzle of SudokuPad.
pub(super) fn is_board(data: &Value) -> bool {
    field(data, "cells", "ce").is_some()
}

/// What is drawn: the name of the field, its short name, and what to call it.
const DRAWINGS: [(&str, &str, &str); 4] = [
    ("arrows", "a", "arrow"),
    ("lines", "l", "line"),
    ("overlays", "o", "drawing"),
    ("underlays", "u", "drawing"),
];

/// Reads a puzzle from SudokuPad's JSON.
pub(super) fn decode(data: &Value) -> Result<(Puzzle, Extra), ParseErrorKind> {
    let rows = field(data, "cells", "ce").ok_or(LinkError::NoPuzzle)?.list();
    let side = rows.len();
    if !(BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE).contains(&side) {
        return Err(ParseErrorKind::no_side(side));
    }
    if let Some(row) = rows.iter().find(|row| row.list().len() != side) {
        return Err(ParseErrorKind::RowLength { found: row.list().len(), expected: side });
    }
    let mut details = Vec::new();
    let mut rules = String::new();
    let mut said = |name: &str, text: &str| match name {
        "title" => details.push((Detail::Title, text.to_owned())),
        "author" => details.push((Detail::Author, text.to_owned())),
        "source" => details.push((Detail::Source, text.to_owned())),
        "rules" => {
            rules.push_str(text);
            rules.push('\n');
        }
        _ => {}
    };
    for metadata in ["metadata", "metaData"].into_iter().filter_map(|name| data.get(name)) {
        for (name, value) in metadata.fields() {
            if is_flag(name) && !value.is_nothing() {
                return Err(constraint(name));
            }
            // `title` has a short form like every field of that name.
            let name = if name == "t" { "title" } else { name };
            std::iter::once(value).chain(value.list()).filter_map(Value::text).for_each(|text| {
                said(name, text);
            });
        }
    }
    for (name, value) in data.fields() {
        if is_flag(name) && !value.is_nothing() {
            return Err(constraint(name));
        }
    }
    // Older puzzles have their details in cages without cells, as `title: Text`.
    for cage in field(data, "cages", "ca").map(Value::list).unwrap_or_default() {
        let text = field(cage, "value", "v").and_then(Value::text).unwrap_or_default();
        let has_cells = field(cage, "cells", "ce").is_some_and(|it| !it.list().is_empty());
        match text.split_once(':') {
            Some((name, text)) if !has_cells => said(name.trim(), text.trim()),
            _ if has_cells && cage.get("hidden") == Some(&Value::Bool(true)) => {
                return Err(ParseErrorKind::Variant(Variant::JIGSAW));
            }
            _ if has_cells => return Err(constraint("killercage")),
            _ => {}
        }
    }
    let mut drawings: Vec<&str> = Vec::new();
    for (name, short, called) in DRAWINGS {
        if field(data, name, short).is_some_and(|value| !value.list().is_empty()) {
            drawings.push(called);
        }
    }
    drawings.dedup();
    Rules::of(&rules).check(drawings.first().copied())?;

    let shape = match field(data, "regions", "re").map(Value::list) {
        None | Some([]) => BoxShape::of_side(side).ok_or_else(|| ParseErrorKind::no_side(side))?,
        Some(regions) => shape_of(side, regions)?,
    };
    let mut draft = Draft::new(shape);
    let mut has_corners = false;
    for (index, cell) in rows.iter().flat_map(Value::list).enumerate() {
        let at = Cell::new(index);
        if let Some(value) = field(cell, "value", "v").filter(|value| !value.is_nothing()) {
            draft.give(at, value.text().ok_or(LinkError::NoPuzzle)?)?;
        }
        let marks = cell.get("centremarks").map(Value::list).unwrap_or_default();
        marks.iter().filter_map(Value::text).for_each(|text| draft.note(at, text));
        has_corners |= cell.get("pencilMarks").is_some_and(|marks| !marks.is_nothing());
    }
    if has_corners {
        drawings.push("corner marks");
    }
    for (detail, text) in details {
        draft.details.push(detail, &text);
    }
    draft.details.push(Detail::Description, &rules);
    draft.details.push(Detail::Drawing, &drawings.join(", "));
    draft.finish()
}

/// Whether a field, if it is set, is a constraint.
fn is_flag(name: &str) -> bool {
    let flags = ["antiknight", "antiking", "nonconsecutive", "diagonal+", "diagonal-", "windoku"];
    flags.contains(&name) || matches!(name, "foglight" | "fogofwar" | "triggereffect")
}

/// Returns the shape of a board from the lists of cells in its regions.
fn shape_of(side: usize, regions: &[Value]) -> Result<BoxShape, ParseErrorKind> {
    let mut region_of = vec![None; side * side];
    for (index, region) in regions.iter().enumerate() {
        for cell in region.list() {
            let place = match cell.list() {
                [row, column] => row.number().zip(column.number()),
                _ => None,
            };
            let (row, column) = place
                .filter(|&(row, column)| row < side && column < side)
                .ok_or(LinkError::NoPuzzle)?;
            region_of[row * side + column] = Some(index);
        }
    }
    shape_of_regions(side, &region_of)
}
