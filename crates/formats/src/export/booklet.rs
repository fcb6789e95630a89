//! A booklet: one HTML file with several puzzles a page and their solutions at the end, made to be
//! printed on A4 or Letter paper.

use std::fmt::Write;

use quadrille_core::printable::markup;
use quadrille_core::solve::Verdict;
use quadrille_core::{Puzzle, Solution};

use super::board::{Picture, draw};
use crate::{Detail, Details, Extra};

/// How many puzzles are on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerPage {
    columns: usize,
    rows: usize,
}

impl PerPage {
    /// The numbers that are possible.
    pub const ALL: [usize; 4] = [1, 2, 4, 6];

    /// The layout for a number of puzzles; `None` if it is not one of [`ALL`](Self::ALL).
    pub fn new(puzzles: usize) -> Option<Self> {
        let (columns, rows) = match puzzles {
            1 => (1, 1),
            2 => (1, 2),
            4 => (2, 2),
            6 => (2, 3),
            _ => return None,
        };
        Some(Self { columns, rows })
    }

    /// The usual layout for boards of a side: the cells are large enough to write in.
    pub fn for_side(side: usize) -> Self {
        let puzzles = match side {
            ..=9 => 4,
            10..=16 => 2,
            _ => 1,
        };
        Self::new(puzzles).expect("a possible number")
    }

    /// The layout of solutions of a side, which are only read.
    fn of_solutions(side: usize) -> Self {
        match side {
            ..=9 => Self { columns: 3, rows: 4 },
            10..=16 => Self { columns: 2, rows: 3 },
            _ => Self { columns: 1, rows: 2 },
        }
    }

    fn puzzles(self) -> usize {
        self.columns * self.rows
    }
}

/// What the back of a booklet says about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The only solution.
    Unique(Solution),
    /// There are several solutions.
    Multiple,
    /// There is no solution.
    NoSolution,
    /// Not known: a limit ended the search.
    Undecided,
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Unique(solution) => Self::Unique(solution),
            Verdict::Multiple(_) => Self::Multiple,
            Verdict::NoSolution => Self::NoSolution,
            Verdict::Undecided(_) => Self::Undecided,
        }
    }
}

impl Outcome {
    /// What to print below a puzzle that is not proper.
    pub fn warning(&self) -> Option<&'static str> {
        match self {
            Self::Unique(_) => None,
            Self::Multiple => Some("This puzzle has several solutions."),
            Self::NoSolution => Some("This puzzle has no solution."),
            Self::Undecided => Some("The solution was not found in time."),
        }
    }
}

/// A booklet that is being written, page by page. The solutions are kept until the end.
#[derive(Debug)]
pub struct Booklet {
    title: String,
    per_page: Option<PerPage>,
    /// The solutions, with the numbers of their puzzles.
    solutions: Vec<(usize, Puzzle, Solution)>,
    puzzles: usize,
    page: Page,
}

/// The current page.
#[derive(Debug, Default)]
struct Page {
    number: usize,
    is_open: bool,
    /// Boards that still fit on it.
    left: usize,
}

impl Booklet {
    /// The most puzzles of a booklet.
    pub const MOST: usize = 10_000;

    /// An empty booklet. Without a number of puzzles a page, the first puzzle decides it.
    pub fn new(title: &str, per_page: Option<PerPage>) -> Self {
        let (title, page) = (title.to_owned(), Page::default());
        Self { title, per_page, solutions: Vec::new(), puzzles: 0, page }
    }

    /// Appends the beginning of the file.
    pub fn begin(&self, out: &mut String) {
        let title = markup(&self.title);
        let _ = write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        );
    }

    /// Appends a puzzle.
    ///
    /// # Panics
    /// If there are [`MOST`](Self::MOST) already.
    pub fn add(&mut self, puzzle: &Puzzle, extra: &Extra, outcome: Outcome, out: &mut String) {
        assert!(self.puzzles < Self::MOST, "a booklet has at most {} puzzles", Self::MOST);
        self.puzzles += 1;
        let side = puzzle.shape().side();
        let layout = *self.per_page.get_or_insert(PerPage::for_side(side));
        self.page.make_room(&self.title, layout, "", out);
        let number = self.puzzles;
        let _ = write!(out, "<figure>\n<figcaption><b>{number}</b>");
        caption(&extra.details, out);
        out.push_str("</figcaption>\n");
        let (title, id) = (format!("Puzzle {number}"), format!("p{number}"));
        let picture = Picture { title: &title, id: &id, size: None, is_whole_file: false };
        draw(puzzle, extra, &picture, out);
        if !puzzle.edges().is_empty() {
            out.push_str("<p>Cells joined by a circle hold consecutive digits.</p>\n");
        }
        if let Some(warning) = outcome.warning() {
            let _ = writeln!(out, "<p class=\"warning\">{warning}</p>");
        }
        out.push_str("</figure>\n");
        if let Outcome::Unique(solution) = outcome {
            self.solutions.push((number, puzzle.clone(), solution));
        }
    }

    /// Appends the solutions and the end of the file.
    pub fn end(mut self, out: &mut String) {
        self.page.end(out);
        let mut layout = None;
        for (number, puzzle, solution) in &self.solutions {
            let own = PerPage::of_solutions(puzzle.shape().side());
            if layout.replace(own) != Some(own) {
                self.page.end(out);
            }
            self.page.make_room(&self.title, own, "Solutions", out);
            let _ = writeln!(out, "<figure>\n<figcaption><b>{number}</b></figcaption>");
            let (title, id) = (format!("Solution of puzzle {number}"), format!("s{number}"));
            let picture = Picture { title: &title, id: &id, size: None, is_whole_file: false };
            let filled = Extra { entries: Some(solution.grid().clone()), ..Extra::default() };
            draw(puzzle, &filled, &picture, out);
            out.push_str("</figure>\n");
        }
        self.page.end(out);
        out.push_str("</body>\n</html>\n");
    }
}

impl Page {
    /// Begins a page if the current one is full. `heading` is that of a part of the booklet.
    fn make_room(&mut self, title: &str, layout: PerPage, heading: &str, out: &mut String) {
        if self.left == 0 {
            self.end(out);
            self.number += 1;
            self.is_open = true;
            self.left = layout.puzzles();
            let title = markup(title);
            let (tag, title) = match (self.number, heading) {
                (1, "") => ("h1", title),
                (_, "") => ("p", title),
                _ => ("h2", format!("{title}: {heading}")),
            };
            let (PerPage { columns, rows }, number) = (layout, self.number);
            let _ = writeln!(
                out,
                "<section class=\"page\" aria-label=\"Page {number}\">\n\
                 <header><{tag}>{title}</{tag}></header>\n<div class=\"boards c{columns} r{rows}\">",
            );
        }
        self.left -= 1;
    }

    /// Ends the current page, if there is one.
    fn end(&mut self, out: &mut String) {
        if std::mem::take(&mut self.is_open) {
            let _ = writeln!(out, "</div>\n<footer>{}</footer>\n</section>", self.number);
        }
        self.left = 0;
    }
}

/// Appends what is known about a puzzle.
fn caption(details: &Details, out: &mut String) {
    let title = details.get(Detail::Title);
    let author = details.get(Detail::Author).map(|author| format!("by {author}"));
    let level = details.get(Detail::Level).or(details.get(Detail::Rating));
    let level = level.map(|level| format!("({level})"));
    for text in [title, author.as_deref(), level.as_deref()].into_iter().flatten() {
        let short: String = text.chars().take(60).collect();
        let _ = write!(out, " {}", markup(&short));
    }
}

/// Both A4 and Letter have room for 184 x 250 mm within margins of 12 mm, so no paper is named: the
/// one in the printer is used.
const STYLE: &str = "\
@page { margin: 12mm }
* { box-sizing: border-box }
body { margin: 0; font: 10pt/1.3 Helvetica, Arial, sans-serif; color: #000; background: #fff }
.page { width: 184mm; height: 250mm; margin: 0 auto; display: flex; flex-direction: column;
  break-after: page; break-inside: avoid; overflow: hidden }
.page:last-child { break-after: auto }
header, header p { margin: 0; text-align: center; color: #444 }
h1 { margin: 0 0 2mm; font-size: 18pt; color: #000 }
h2 { margin: 0 0 2mm; font-size: 13pt; color: #000 }
footer { text-align: center; color: #444 }
.boards { flex: 1; min-height: 0; display: grid; gap: 5mm 8mm; margin: 3mm 0 }
.c1 { grid-template-columns: 1fr }
.c2 { grid-template-columns: repeat(2, minmax(0, 1fr)) }
.c3 { grid-template-columns: repeat(3, minmax(0, 1fr)) }
.r1 { grid-template-rows: minmax(0, 1fr) }
.r2 { grid-template-rows: repeat(2, minmax(0, 1fr)) }
.r3 { grid-template-rows: repeat(3, minmax(0, 1fr)) }
.r4 { grid-template-rows: repeat(4, minmax(0, 1fr)) }
figure { margin: 0; min-height: 0; display: flex; flex-direction: column; align-items: center }
figcaption { flex: none; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; margin-bottom: 1mm }
figure svg { flex: 0 1 auto; min-height: 0; width: 100%; max-height: 100% }
figure p { flex: none; margin: 1mm 0 0; font-size: 8pt }
.warning { font-style: italic }
@media screen {
  body { background: #ddd }
  .page { margin: 6mm auto; padding: 8mm; width: 200mm; height: 266mm; background: #fff }
}
@media print { * { print-color-adjust: exact; -webkit-print-color-adjust: exact } }
";
