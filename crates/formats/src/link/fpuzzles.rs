//! The format `f-puzzles`: links of <https://f-puzzles.com>, which hold the puzzle as JSON, and that
//! JSON, which links of SudokuPad may hold as well.
//!
//! There is no published description; what the fields mean is taken from what f-puzzles writes and
//! from programs that read it, such as dclamage's SudokuSolver (`FPuzzlesBoard`) and SudokuPad.
//!
//! `size` is the side and `grid` has the rows of cells: `value`, with `given` true for a given and
//! otherwise entered by a solver; `centerPencilMarks`, the candidates that a solver has noted;
//! `givenPencilMarks`, to which the puzzle restricts the cell; and `region` where the regions are
//! not the usual boxes. Every other field that is not listed here is a constraint, and makes the
//! puzzle a variant.

use std::fmt::Write;

use quadrille_core::{BoxShape, Cell, DigitSet, Grid, Puzzle};

use super::draft::{Draft, shape_of_regions};
use super::export::{ExportReader, is_export};
use super::rules::{Rules, constraint};
use super::value::Value;
use super::{LinkError, lz};
use crate::carries::{Carries, LeftOut, Sizes};
use crate::error::{ParseErrorKind, Unrepresentable};
use crate::extra::{Detail, Extra};
use crate::line::Line;
use crate::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use crate::session::LineParser;

/// The format `f-puzzles`.
#[derive(Clone, Copy, Debug)]
pub struct FPuzzles;

/// The details that links hold.
pub(super) const DETAILS: &[Detail] = &[Detail::Title, Detail::Description, Detail::Author];

/// The fields for them.
const DETAIL_FIELDS: [(Detail, &str); 3] =
    [(Detail::Title, "title"), (Detail::Description, "ruleset"), (Detail::Author, "author")];

/// The largest side that the site can show.
pub(super) const LARGEST: usize = 16;

impl PuzzleFormat for FPuzzles {
    fn id(&self) -> &'static str {
        "f-puzzles"
    }

    fn title(&self) -> &'static str {
        "a link a line that opens the puzzle in f-puzzles, which setters use"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        if is_export(head) {
            return Likelihood::Certain;
        }
        super::likelihood(head, super::Site::FPuzzles)
    }

    fn parser(&self, options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::new(ExportReader::new(Line.parser(options)))
    }

    fn carries(&self) -> Carries {
        Carries {
            sizes: Sizes::UpTo(LARGEST),
            entries: true,
            candidates: true,
            details: DETAILS,
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
        out.push_str("https://f-puzzles.com/?load=");
        out.push_str(&lz::compress(&encode(puzzle, extra, &mut left_out)));
        out.push('\n');
        Ok(left_out)
    }
}

/// Fields that say nothing about the puzzle, or only how a program shows or solves it.
const IGNORED: [&str; 9] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
];

/// Fields with drawings, which are decoration if the rules are the usual ones.
const DRAWINGS: [&str; 5] = ["text", "circle", "rectangle", "line", "cage"];

/// Reads a puzzle from the JSON of f-puzzles.
pub(super) fn decode(data: &Value) -> Result<(Puzzle, Extra), ParseErrorKind> {
    let rows = data.get("grid").ok_or(LinkError::NoPuzzle)?.list();
    let side = match data.get("size") {
        Some(size) => size.number().ok_or(LinkError::NoPuzzle)?,
        None => rows.len(),
    };
    if !(BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE).contains(&side) {
        return Err(ParseErrorKind::no_side(side));
    }
    if rows.len() != side {
        return Err(ParseErrorKind::RowCount { found: rows.len(), expected: side });
    }
    if let Some(row) = rows.iter().find(|row| row.list().len() != side) {
        return Err(ParseErrorKind::RowLength { found: row.list().len(), expected: side });
    }
    let cells: Vec<&Value> = rows.iter().flat_map(Value::list).collect();
    let is_ignored = |name: &str| IGNORED.contains(&name) || DRAWINGS.contains(&name);
    for (name, value) in data.fields() {
        if !is_ignored(name) && !value.is_nothing() {
            return Err(constraint(name));
        }
    }
    let rules = Rules::of(data.get("ruleset").and_then(Value::text).unwrap_or_default());
    let mut drawings: Vec<&str> = DRAWINGS
        .into_iter()
        .filter(|name| data.get(name).is_some_and(|value| !value.is_nothing()))
        .collect();
    rules.check(drawings.first().copied())?;
    let is_colored = |cell: &&Value| {
        ["c", "cArray", "highlight", "highlightArray"]
            .into_iter()
            .any(|name| cell.get(name).is_some_and(|value| !value.is_nothing()))
    };
    if cells.iter().any(is_colored) {
        drawings.push("colors");
    }
    let has_corners =
        cells.iter().any(|cell| cell.get("cornerPencilMarks").is_some_and(|it| !it.is_nothing()));
    if has_corners {
        drawings.push("corner marks");
    }

    let mut draft = Draft::new(shape_of(side, &cells)?);
    for (index, cell) in cells.into_iter().enumerate() {
        let at = Cell::new(index);
        let is_given = cell.get("given") == Some(&Value::Bool(true));
        if let Some(value) = cell.get("value").filter(|value| !value.is_nothing()) {
            let text = value.text().ok_or(LinkError::NoPuzzle)?;
            if is_given {
                draft.give(at, text)?;
            } else {
                draft.enter(at, text)?;
            }
        }
        let digits = |name: &str| {
            cell.get(name).map(Value::list).unwrap_or_default().iter().filter_map(Value::text)
        };
        digits("centerPencilMarks").for_each(|text| draft.note(at, text));
        draft.restrict(at, digits("givenPencilMarks"))?;
    }
    for (detail, name) in DETAIL_FIELDS {
        draft.details.push(detail, data.get(name).and_then(Value::text).unwrap_or_default());
    }
    draft.details.push(Detail::Drawing, &drawings.join(", "));
    draft.finish()
}

/// Returns the shape of a board: the usual one, unless cells name their regions.
fn shape_of(side: usize, cells: &[&Value]) -> Result<BoxShape, ParseErrorKind> {
    let usual = BoxShape::of_side(side);
    if cells.iter().all(|cell| cell.get("region").is_none()) {
        return usual.ok_or_else(|| ParseErrorKind::no_side(side));
    }
    let regions: Option<Vec<usize>> = (cells.iter().enumerate())
        .map(|(index, cell)| match cell.get("region") {
            None => usual.map(|shape| shape.box_at(index / side, index % side)),
            Some(region) => region.number(),
        })
        .collect();
    let regions = regions.ok_or(ParseErrorKind::Variant(crate::Variant::JIGSAW))?;
    shape_of_regions(side, &regions)
}

/// Writes the JSON of f-puzzles: what the site writes itself for a board without constraints. A
/// description that would pass for the rules of a variant is omitted.
pub(super) fn encode(puzzle: &Puzzle, extra: &Extra, left_out: &mut LeftOut) -> String {
    let shape = puzzle.shape();
    let side = shape.side();
    let values: Grid = extra.values(puzzle);
    let mut json = format!("{{\"size\":{side}");
    for (detail, name) in DETAIL_FIELDS {
        if let Some(text) = extra.details.get(detail) {
            if name == "ruleset" && Rules::of(text).check(None).is_err() {
                left_out.add(detail);
                continue;
            }
            let _ = write!(json, ",\"{name}\":");
            push_string(text, &mut json);
        }
    }
    json.push_str(",\"grid\":[");
    for index in 0..shape.cells() {
        let cell = Cell::new(index);
        let (row, column) = (index / side, index % side);
        let lead = match (row, column) {
            (0, 0) => "[",
            (_, 0) => "],[",
            _ => ",",
        };
        json.push_str(lead);
        let mut fields = Vec::new();
        if let Some(digit) = values.get(cell) {
            fields.push(format!("\"value\":{digit}", digit = digit.get()));
            if puzzle.givens().get(cell).is_some() {
                fields.push("\"given\":true".to_owned());
            }
        }
        let notes = extra.candidates.as_ref().map_or(DigitSet::EMPTY, |set| set.get(cell));
        if !notes.is_empty() {
            let digits: Vec<String> = notes.iter().map(|digit| digit.get().to_string()).collect();
            fields.push(format!("\"centerPencilMarks\":[{}]", digits.join(",")));
        }
        if BoxShape::of_side(side) != Some(shape) {
            fields.push(format!("\"region\":{}", shape.box_at(row, column)));
        }
        let _ = write!(json, "{{{}}}", fields.join(","));
    }
    json.push_str("]]}");
    json
}

/// Appends text as a JSON string.
fn push_string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            _ if character.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}
