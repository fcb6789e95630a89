//! The board before a step, with its evidence marked, as SVG.

use std::fmt::Write;

use quadrille_core::printable::markup;
use quadrille_core::{Candidate, Cell, DigitSet, Grid};

use super::links::links;
use super::place::{CELL, RADIUS, center};
use crate::{Deduction, House, LogicGrid, Role, RoleSet, State};

/// Room for the numbers of rows and columns, and for half of the border.
const MARGIN: f64 = 20.0;
/// A board on which a step is found.
#[derive(Clone, Copy)]
pub struct StepDrawing<'a> {
    /// The board before the step.
    pub before: &'a LogicGrid,
    /// The givens of the puzzle, which are drawn bolder than other digits.
    pub givens: &'a Grid,
    /// The step, with its evidence.
    pub deduction: &'a Deduction,
    /// What the picture shows, for those who cannot see it.
    pub label: &'a str,
}

/// How the parts of a drawing look. They differ in shape as well as in color, so that they can be
/// distinguished apart in black and white.
pub(super) const STYLE: &str = include_str!("drawing.css");

/// Returns the picture of a step as a whole SVG file, with light and dark colors.
///
/// Houses of the step are shaded, cells of the pattern are framed, those of its second part with
/// dashes; candidates that it removes are crossed out, digits that it places are ringed. In chains a
/// full disc is a candidate that is true, a ring one that is false; arrows lead from causes to effects,
/// full ones where a false candidate makes another true, dashed ones where a true candidate makes
/// another false.
///
/// ```
/// use quadrille_logic::page::{StepDrawing, step_svg};
/// use quadrille_logic::sample;
///
/// let sample = sample("x-wing").expect("every kind has a sample");
/// let svg = step_svg(StepDrawing {
///     before: &sample.before,
///     givens: sample.puzzle.givens(),
///     deduction: &sample.step.deduction,
///     label: "X-Wing",
/// });
/// assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
/// ```
pub fn step_svg(drawing: StepDrawing<'_>) -> String {
    let mut out = String::new();
    draw(drawing, true, &mut out);
    out
}

/// Appends a picture to a file of its own, or to a page with the [`STYLE`].
pub(super) fn draw(drawing: StepDrawing<'_>, is_whole_file: bool, out: &mut String) {
    let extent = 9.0 * CELL + 1.5 * MARGIN;
    let (namespace, size) = match is_whole_file {
        true => (" xmlns=\"http://www.w3.org/2000/svg\"", " width=\"378\" height=\"378\""),
        false => ("", ""),
    };
    let _ = writeln!(
        out,
        "<svg{namespace} class=\"board\"{size} viewBox=\"-{MARGIN} -{MARGIN} {extent} {extent}\" \
         role=\"img\" aria-label=\"{}\">",
        markup(drawing.label)
    );
    if is_whole_file {
        let _ = writeln!(out, "<style>\n{STYLE}</style>");
    }
    let _ = writeln!(
        out,
        "<rect class=\"paper\" x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{extent}\" height=\"{extent}\"/>"
    );
    let marks = Marks::of(drawing);
    areas(drawing.deduction, out);
    lines(out);
    marks.shapes(out);
    links(&drawing.deduction.links, out);
    digits(drawing, &marks, out);
    out.push_str("</svg>\n");
}

/// Draws the houses and the cells of the pattern.
fn areas(deduction: &Deduction, out: &mut String) {
    for &house in &deduction.houses {
        let (row, column, rows, columns) = match house {
            House::Row(row) => (row, 0, 1, 9),
            House::Column(column) => (0, column, 9, 1),
            House::Box(number) => (number / 3 * 3, number % 3 * 3, 3, 3),
        };
        let [x, y, width, height] = [column, row, columns, rows].map(|part| f64::from(part) * CELL);
        let _ = writeln!(
            out,
            "<rect class=\"house\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }
    for (class, cells) in [("pattern", &deduction.cells), ("other", &deduction.others)] {
        for cell in cells {
            let (row, column) = cell.row_column(9);
            let (x, y) = (column as f64 * CELL + 3.0, row as f64 * CELL + 3.0);
            let size = CELL - 6.0;
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
            );
        }
    }
    out.push('\n');
}

/// Draws the lines of the board, and the numbers of rows and columns.
fn lines(out: &mut String) {
    let end = 9.0 * CELL;
    for (class, is_thick) in [("thin", false), ("thick", true)] {
        let mut path = String::new();
        for at in (0..=9).filter(|at| (at % 3 == 0) == is_thick) {
            let place = f64::from(at) * CELL;
            let _ = write!(path, "M0 {place}H{end}M{place} 0V{end}");
        }
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    let middle = |number: usize| (number as f64 - 0.5) * CELL;
    let columns = (1..=9).map(|number| (middle(number), -6.0, number));
    let rows = (1..=9).map(|number| (-10.0, middle(number) + 4.0, number));
    texts("number", columns.chain(rows), out);
}

/// The candidates that are marked, by cell: bit 0 is digit 1.
struct Marks {
    /// In the digits of the pattern or of its second part.
    pattern: [u32; 81],
    /// True or false in a chain.
    on: [u32; 81],
    off: [u32; 81],
    gone: [u32; 81],
    /// The digit that is placed.
    placed: [u32; 81],
    /// Whether there is a chain, whose candidates stay visible in cells that are filled.
    is_chain: bool,
}

impl Marks {
    fn of(StepDrawing { before, deduction, .. }: StepDrawing<'_>) -> Self {
        let none = [0; 81];
        let is_chain = !deduction.links.is_empty();
        let mut marks =
            Self { pattern: none, on: none, off: none, gone: none, placed: none, is_chain };
        let put = |set: &mut [u32; 81], candidate: Candidate| {
            set[candidate.cell.index()] |= DigitSet::only(candidate.digit).bits() as u32;
        };
        for link in deduction.links.iter().filter(|link| link.depth == 0) {
            for &State { candidate, is_on } in link.from.iter().chain([&link.to]) {
                put(if is_on { &mut marks.on } else { &mut marks.off }, candidate);
            }
        }
        deduction.eliminations.iter().for_each(|&gone| put(&mut marks.gone, gone));
        deduction.placements.iter().for_each(|&placed| put(&mut marks.placed, placed));
        if !is_chain {
            // A cell may have candidates without a color of digits that have one elsewhere. The
            // covers of an exocet are beside its cells.
            let is_part =
                |set: &RoleSet| matches!(set.role, Role::ColorA | Role::ColorB | Role::Cover);
            let sets: Vec<RoleSet> = deduction.sets().into_iter().filter(is_part).collect();
            let mut parts: Vec<(&[Cell], DigitSet)> =
                sets.iter().map(|set| (&set.cells[..], set.digits)).collect();
            if sets.iter().all(|set| set.role == Role::Cover) {
                parts.push((&deduction.cells, deduction.digits));
            }
            parts.push((&deduction.others, deduction.other_digits));
            for (cells, digits) in parts {
                for cell in cells {
                    let marked = before.candidates(*cell) & digits;
                    marks.pattern[cell.index()] |= marked.bits() as u32;
                }
            }
        }
        marks
    }

    /// Draws discs, rings and strokes.
    fn shapes(&self, out: &mut String) {
        // A contradiction makes a candidate true and false: its disc is within a larger ring.
        let both: [u32; 81] = std::array::from_fn(|cell| self.on[cell] & self.off[cell]);
        for (class, set, radius) in [
            ("mark", &self.pattern, RADIUS),
            ("off", &both, RADIUS + 3.0),
            ("off", &self.off, RADIUS + 1.0),
            ("on", &self.on, RADIUS),
        ] {
            for (x, y) in centers(set) {
                let _ = write!(
                    out,
                    "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"
                );
            }
        }
        for cell in (0..81).filter(|&cell| self.placed[cell] != 0) {
            let (x, y) = middle(cell);
            let class = if self.is_chain { "placed open" } else { "placed" };
            let _ = write!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"21\"/>");
        }
        out.push('\n');
    }
}

/// The middle of a cell.
fn middle(cell: usize) -> (f64, f64) {
    let (row, column) = Cell::new(cell).row_column(9);
    ((column as f64 + 0.5) * CELL, (row as f64 + 0.5) * CELL)
}

/// The candidates of a set.
fn candidates(set: &[u32; 81]) -> impl Iterator<Item = Candidate> {
    let of_cell = |(cell, digits): (usize, &u32)| {
        let digits = DigitSet::from_bits((*digits).into());
        digits.iter().map(move |digit| Candidate { cell: Cell::new(cell), digit })
    };
    set.iter().enumerate().flat_map(of_cell)
}

fn centers(set: &[u32; 81]) -> impl Iterator<Item = (f64, f64)> {
    candidates(set).map(center)
}

/// Draws the digits on the board and the candidates.
fn digits(StepDrawing { before, givens, .. }: StepDrawing<'_>, marks: &Marks, out: &mut String) {
    let large = |is_given: bool| {
        let values = before.values();
        let cells: Vec<_> = values.filled().map(|(cell, digit)| (cell, digit.get())).collect();
        cells.into_iter().filter_map(move |(cell, digit)| {
            let (x, y) = middle(cell.index());
            (givens.get(cell).is_some() == is_given).then_some((x, y + 11.0, digit.into()))
        })
    };
    texts("given", large(true), out);
    texts("entered", large(false), out);
    let placed = candidates(&marks.placed).map(|placed| {
        let (x, y) = middle(placed.cell.index());
        (x, y + 11.0, placed.digit.get().into())
    });
    texts("entered", placed.filter(|_| !marks.is_chain), out);
    let mut plain = [0_u32; 81];
    let (mut inverse, mut gone) = (plain, plain);
    for cell in (0..81).filter(|&cell| marks.placed[cell] == 0 || marks.is_chain) {
        let all = before.candidates(Cell::new(cell)).bits() as u32;
        gone[cell] = all & marks.gone[cell] & !marks.on[cell];
        inverse[cell] = all & marks.on[cell];
        plain[cell] = all & !gone[cell] & !inverse[cell];
    }
    for (class, set) in [("candidate", &plain), ("inverse", &inverse), ("gone", &gone)] {
        let small = candidates(set).map(|candidate| {
            let (x, y) = center(candidate);
            (x, y + 4.5, candidate.digit.get().into())
        });
        texts(class, small, out);
    }
    let mut strokes = String::new();
    for (x, y) in centers(&marks.gone) {
        let _ = write!(strokes, "M{:.1} {:.1}l14 -14", x - 7.0, y + 7.0);
    }
    if !strokes.is_empty() {
        let _ = writeln!(out, "<path class=\"stroke\" d=\"{strokes}\"/>");
    }
}

/// Draws digits, given by the middle of their base lines. Those on a line are one element, which keeps
/// files small.
fn texts(class: &str, digits: impl Iterator<Item = (f64, f64, usize)>, out: &mut String) {
    let mut digits: Vec<_> = digits.collect();
    digits.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    for line in digits.chunk_by(|a, b| a.1 == b.1) {
        let places: Vec<String> = line.iter().map(|(x, ..)| format!("{x:.0}")).collect();
        let text: String = line.iter().map(|(.., digit)| digit.to_string()).collect();
        let (y, places) = (line[0].1, places.join(" "));
        let _ = write!(out, "<text class=\"{class}\" x=\"{places}\" y=\"{y:.1}\">{text}</text>");
    }
    if !digits.is_empty() {
        out.push('\n');
    }
}
