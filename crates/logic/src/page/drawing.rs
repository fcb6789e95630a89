//! The board before a step, with its evidence marked, as SVG.

use std::fmt::Write;

use quadrille_core::printable::markup;
use quadrille_core::{Candidate, Cell, DigitSet, Grid};

use super::links::links;
use super::place::{Layout, RADIUS};
use crate::text::symbol;
use crate::{BoardState, Deduction, Role, RoleSet, State};

/// Room for the numbers of rows and columns, and for half of the border.
const MARGIN: f64 = 20.0;
/// A board on which a step is found.
#[derive(Clone, Copy)]
pub struct StepDrawing<'a> {
    /// The board before the step.
    pub before: &'a BoardState,
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
///     before: &sample.before.state(),
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
    let layout = Layout::of(drawing.givens.shape());
    let extent = layout.extent() + 1.5 * MARGIN;
    let width = layout.extent() * 7.0 / 9.0;
    let (namespace, size) = match is_whole_file {
        true => (
            " xmlns=\"http://www.w3.org/2000/svg\"",
            format!(" width=\"{width:.0}\" height=\"{width:.0}\""),
        ),
        false => ("", String::new()),
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
    areas(drawing.deduction, layout, out);
    lines(layout, out);
    marks.shapes(layout, out);
    links(&drawing.deduction.links, layout, out);
    digits(drawing, &marks, layout, out);
    out.push_str("</svg>\n");
}

/// Draws the houses and the cells of the pattern.
fn areas(deduction: &Deduction, layout: Layout, out: &mut String) {
    let side = layout.shape.side();
    for house in &deduction.houses {
        // A house is a rectangle of cells.
        let cells = house.cells(layout.shape);
        let corner = |cell: Option<&Cell>| cell.map_or((0, 0), |cell| cell.row_column(side));
        let ((row, column), (bottom, right)) = (corner(cells.first()), corner(cells.last()));
        let extents = [column, row, right + 1 - column, bottom + 1 - row];
        let [x, y, width, height] = extents.map(|part| part as f64 * layout.cell);
        let _ = writeln!(
            out,
            "<rect class=\"house\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }
    for (class, cells) in [("pattern", &deduction.cells), ("other", &deduction.others)] {
        for cell in cells {
            let size = layout.cell - 6.0;
            let (x, y) = layout.middle(*cell);
            let (x, y) = (x - size / 2.0, y - size / 2.0);
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>"
            );
        }
    }
    out.push('\n');
}

/// Draws the lines of the board, and the numbers of rows and columns.
fn lines(layout: Layout, out: &mut String) {
    let (shape, end) = (layout.shape, layout.extent());
    for (class, is_thick) in [("thin", false), ("thick", true)] {
        let mut path = String::new();
        for at in 0..=shape.side() {
            let place = at as f64 * layout.cell;
            if at.is_multiple_of(shape.rows()) == is_thick {
                let _ = write!(path, "M0 {place}H{end}");
            }
            if at.is_multiple_of(shape.columns()) == is_thick {
                let _ = write!(path, "M{place} 0V{end}");
            }
        }
        let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    let middle = |number: usize| (number as f64 - 0.5) * layout.cell;
    let numbers = 1..=shape.side();
    let columns = numbers.clone().map(|number| (middle(number), -6.0, number.to_string()));
    let rows = numbers.map(|number| (-10.0, middle(number) + 4.0, number.to_string()));
    texts("number", columns.chain(rows), out);
}

/// The candidates that are marked, by cell: bit 0 is digit 1.
struct Marks {
    /// In the digits of the pattern or of its second part.
    pattern: Vec<u32>,
    /// True or false in a chain.
    on: Vec<u32>,
    off: Vec<u32>,
    gone: Vec<u32>,
    /// The digit that is placed.
    placed: Vec<u32>,
    /// Whether there is a chain, whose candidates stay visible in cells that are filled.
    is_chain: bool,
}

impl Marks {
    fn of(StepDrawing { before, deduction, .. }: StepDrawing<'_>) -> Self {
        let none = || vec![0; deduction.shape.cells()];
        let is_chain = !deduction.links.is_empty();
        let [pattern, on, off, gone, placed] = [(); 5].map(|()| none());
        let mut marks = Self { pattern, on, off, gone, placed, is_chain };
        let put = |set: &mut [u32], candidate: Candidate| {
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
    fn shapes(&self, layout: Layout, out: &mut String) {
        // A contradiction makes a candidate true and false: its disc is within a larger ring.
        let both: Vec<u32> = self.on.iter().zip(&self.off).map(|(on, off)| on & off).collect();
        for (class, set, radius) in [
            ("mark", &self.pattern, RADIUS),
            ("off", &both, RADIUS + 3.0),
            ("off", &self.off, RADIUS + 1.0),
            ("on", &self.on, RADIUS),
        ] {
            for (x, y) in candidates(set).map(|place| layout.center(place)) {
                let _ = write!(
                    out,
                    "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"
                );
            }
        }
        for cell in (0..self.placed.len()).filter(|&cell| self.placed[cell] != 0) {
            let (x, y) = layout.middle(Cell::new(cell));
            let class = if self.is_chain { "placed open" } else { "placed" };
            let _ = write!(out, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"21\"/>");
        }
        out.push('\n');
    }
}

/// The candidates of a set.
fn candidates(set: &[u32]) -> impl Iterator<Item = Candidate> {
    let of_cell = |(cell, digits): (usize, &u32)| {
        let digits = DigitSet::from_bits((*digits).into());
        digits.iter().map(move |digit| Candidate { cell: Cell::new(cell), digit })
    };
    set.iter().enumerate().flat_map(of_cell)
}

/// Draws the digits on the board and the candidates.
fn digits(
    StepDrawing { before, givens, .. }: StepDrawing<'_>,
    marks: &Marks,
    layout: Layout,
    out: &mut String,
) {
    let large = |is_given: bool| {
        before.values.filled().filter_map(move |(cell, digit)| {
            let (x, y) = layout.middle(cell);
            (givens.get(cell).is_some() == is_given).then(|| (x, y + 11.0, symbol(digit)))
        })
    };
    texts("given", large(true), out);
    texts("entered", large(false), out);
    let placed = candidates(&marks.placed).map(|placed| {
        let (x, y) = layout.middle(placed.cell);
        (x, y + 11.0, symbol(placed.digit))
    });
    texts("entered", placed.filter(|_| !marks.is_chain), out);
    let count = marks.placed.len();
    let [mut plain, mut inverse, mut gone] = [(); 3].map(|()| vec![0_u32; count]);
    for cell in (0..count).filter(|&cell| marks.placed[cell] == 0 || marks.is_chain) {
        let all = before.candidates(Cell::new(cell)).bits() as u32;
        gone[cell] = all & marks.gone[cell] & !marks.on[cell];
        inverse[cell] = all & marks.on[cell];
        plain[cell] = all & !gone[cell] & !inverse[cell];
    }
    for (class, set) in [("candidate", &plain), ("inverse", &inverse), ("gone", &gone)] {
        let small = candidates(set).map(|candidate| {
            let (x, y) = layout.center(candidate);
            (x, y + 4.5, symbol(candidate.digit))
        });
        texts(class, small, out);
    }
    let mut strokes = String::new();
    for (x, y) in candidates(&marks.gone).map(|gone| layout.center(gone)) {
        let _ = write!(strokes, "M{:.1} {:.1}l14 -14", x - 7.0, y + 7.0);
    }
    if !strokes.is_empty() {
        let _ = writeln!(out, "<path class=\"stroke\" d=\"{strokes}\"/>");
    }
}

/// Draws digits and numbers, given by the middle of their base lines. Digits on a line are one element,
/// which keeps files small.
fn texts(class: &str, digits: impl Iterator<Item = (f64, f64, String)>, out: &mut String) {
    let mut digits: Vec<_> = digits.collect();
    digits.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    let is_joined = |a: &(f64, f64, String), b: &(f64, f64, String)| {
        a.1 == b.1 && a.2.len() == 1 && b.2.len() == 1
    };
    for line in digits.chunk_by(is_joined) {
        let places: Vec<String> = line.iter().map(|(x, ..)| format!("{x:.0}")).collect();
        let text: String = line.iter().map(|(.., digit)| &digit[..]).collect();
        let (y, places) = (line[0].1, places.join(" "));
        let _ = write!(out, "<text class=\"{class}\" x=\"{places}\" y=\"{y:.1}\">{text}</text>");
    }
    if !digits.is_empty() {
        out.push('\n');
    }
}
