use super::*;
use crate::format::{Detail, Extra};
use crate::logic::text::{Language, Phrase};
use crate::logic::{Profile, Walk};
use crate::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Grid, Meter, Puzzle, solve};

const NINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Checks that a text is well-formed: every tag is closed in turn, and ids are there once.
fn check_tags(text: &str) {
    let mut open = Vec::new();
    let mut ids = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '/']).next().unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !(tag.ends_with('/') || tag.starts_with('!') || name == "meta") {
            open.push(name);
        }
        ids.extend(tag.split_once(" id=\"").map(|(_, id)| id.split('"').next().unwrap()));
    }
    assert!(open.is_empty(), "{open:?}");
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id is there twice");
}

#[test]
fn everything_on_a_board_is_drawn() {
    let puzzle: Puzzle = format!("{NINE} edges=r1c3-r1c4,r1c3-r2c3").parse().unwrap();
    let mut extra = Extra::default();
    let mut entries = Grid::empty(BoxShape::NINE);
    entries.set(Cell::new(2), Digit::new(4));
    extra.entries = Some(entries);
    let mut notes = CandidateSet::none(BoxShape::NINE);
    notes.set(Cell::new(3), DigitSet::from_bits(0b10_0010));
    extra.candidates = Some(notes);
    extra.details.push(Detail::Title, "A <b>\"&'\u{202e}\u{ffff}");
    let picture = svg(&puzzle, &extra);
    check_tags(&picture);
    assert_eq!(picture.matches("<text").count(), 30 + 1 + 2);
    assert_eq!(picture.matches("<circle").count(), 2);
    assert!(picture.contains("font-style=\"italic\"") && picture.contains("role=\"img\""));
    assert!(picture.contains("A &lt;b&gt;&quot;&amp;'\\u{202e}\u{fffd}</title>"), "{picture}");
    assert!(picture.contains("30 givens, 1 entered digits, 2 pairs of cells"), "{picture}");
    assert!(picture.contains("Row 1: 5 3 4 empty 7 empty empty empty empty."), "{picture}");
}

#[test]
fn boards_of_every_size_are_drawn() {
    for side in 4..=49 {
        let Some(shape) = BoxShape::of_side(side) else { continue };
        let mut grid = Grid::empty(shape);
        grid.set(Cell::new(shape.cells() - 1), Digit::new(side as u8));
        let mut marks = CandidateSet::full(shape);
        marks.set(Cell::new(0), DigitSet::from_bits(0b110));
        marks.set(Cell::new(shape.cells() - 1), DigitSet::only(Digit::new(side as u8).unwrap()));
        let puzzle = Puzzle::from_marks(marks, crate::Edges::none()).unwrap();
        let picture = svg(&puzzle, Extra::NONE);
        check_tags(&picture);
        assert_eq!(picture.matches("<text").count(), 1 + 2);
        assert_eq!(svg(&Puzzle::try_from(grid).unwrap(), Extra::NONE).matches("<text").count(), 1);
    }
}

#[test]
fn booklets_have_pages_and_solutions() {
    let texts = [NINE, &".".repeat(81), "11..............", "1...............", &".".repeat(256)];
    let puzzles: Vec<Puzzle> = texts.iter().filter_map(|text| text.parse().ok()).collect();
    assert_eq!(puzzles.len(), 4, "one has a conflict");
    for (per_page, pages) in [(1, 5), (2, 3), (4, 2), (6, 2)] {
        let mut booklet = Booklet::new("Tom & Jerry", PerPage::new(per_page));
        let mut html = String::new();
        booklet.begin(&mut html);
        for puzzle in &puzzles {
            let verdict = solve::verdict(solve::Solver::Auto, puzzle, &mut Meter::unlimited());
            booklet.add(puzzle, Extra::NONE, verdict.into(), &mut html);
        }
        booklet.end(&mut html);
        check_tags(&html);
        assert_eq!(html.matches("<section").count(), pages, "{per_page}");
        assert_eq!(html.matches("<svg").count(), 4 + 1);
        assert_eq!(html.matches("several solutions").count(), 3);
        assert_eq!(html.matches("<h1>Tom &amp; Jerry</h1>").count(), 1);
        assert_eq!(html.matches("Tom &amp; Jerry: Solutions</h2>").count(), 1);
        assert!(html.contains("Solution of puzzle 1</title>"));
        for number in 1..=pages {
            assert!(html.contains(&format!("<footer>{number}</footer>")));
        }
    }
    assert!([0, 3, 5, 7].iter().all(|&number| PerPage::new(number).is_none()));
    let mut empty = String::new();
    let booklet = Booklet::new("Empty", None);
    booklet.begin(&mut empty);
    booklet.end(&mut empty);
    check_tags(&empty);
}

/// A walkthrough page in a language.
fn walkthrough(puzzle: &Puzzle, language: &Language) -> (String, usize) {
    let profile = Profile::by_id("quadrille").unwrap();
    let mut meter = Meter::unlimited();
    let mut walk = Walk::new(puzzle, &profile).unwrap();
    let mut boards = vec![walk.grid().clone()];
    let mut steps = Vec::new();
    while let Some(step) = walk.next(&mut meter).unwrap() {
        steps.push(step);
        boards.push(walk.grid().clone());
    }
    let shown: Vec<PageStep<'_>> = steps
        .iter()
        .zip(&boards)
        .map(|(step, before)| PageStep { before, step, progress: None })
        .collect();
    let mut html = String::new();
    let mut page = Walkthroughs::new(Phrase::Walkthrough, &profile, language);
    page.begin(&mut html);
    page.add(puzzle, &shown, Some("a < b"), &mut html);
    page.end(&mut html);
    (html, steps.len())
}

#[test]
fn walkthroughs_are_drawn() {
    // It takes chains.
    let puzzle: Puzzle =
        ".39.1........73.8.7.8...1.5..5.....8..19.....36........24.....9....8.32......18.."
            .parse()
            .unwrap();
    for language in Language::ids().map(|id| Language::by_id(id).unwrap()) {
        let (html, steps) = walkthrough(&puzzle, &language);
        check_tags(&html);
        assert_eq!(html.matches("role=\"img\"").count(), steps);
        assert_eq!(html.matches("<h3>").count(), steps);
        assert!(html.contains(&format!("<html lang=\"{}\">", language.id())));
        assert!(html.contains("a &lt; b"));
        for outside in ["<script", "http:", "https:", "url(", "@import", " src=", "{", "\\u"] {
            let body = html.split_once("</style>").unwrap().1;
            assert!(!body.contains(outside), "{outside}");
        }
        for drawn in
            ["class=\"link\"", "class=\"link weak\"", "class=\"stroke\"", "class=\"placed\""]
        {
            assert!(html.contains(drawn), "{drawn}");
        }
    }
}

/// The marks of a picture are where the evidence is.
#[test]
fn steps_are_drawn() {
    let puzzle: Puzzle =
        "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1"
            .parse()
            .unwrap();
    let profile = Profile::by_id("se").unwrap();
    let mut walk = Walk::new(&puzzle, &profile).unwrap();
    let mut meter = Meter::unlimited();
    let mut before = walk.grid().clone();
    let step = loop {
        let step = walk.next(&mut meter).unwrap().unwrap();
        if step.deduction.kind == "pointing" {
            break step;
        }
        before = walk.grid().clone();
    };
    let givens = puzzle.givens();
    let deduction = &step.deduction;
    let picture = step_svg(StepDrawing { before: &before, givens, deduction, label: "<&>" });
    check_tags(&picture);
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert!(picture.contains("aria-label=\"&lt;&amp;&gt;\""));
    // 2 must be in r23c5, and is not in r456c5.
    assert_eq!(picture.matches("class=\"house\"").count(), 2);
    assert_eq!(picture.matches("class=\"pattern\"").count(), 2);
    assert!(
        picture.contains("<rect class=\"pattern\" x=\"219\" y=\"57\" width=\"48\" height=\"48\"/>")
    );
    assert_eq!(picture.matches("class=\"mark\"").count(), 2);
    assert!(picture.contains("<circle class=\"mark\" cx=\"243.0\" cy=\"63.0\" r=\"8\"/>"));
    let strokes = picture.split("class=\"stroke\" d=\"").nth(1).unwrap();
    assert_eq!(strokes.split('"').next().unwrap().matches('M').count(), 3);
    let givens = picture.matches("class=\"given\"").count();
    assert!((1..=9).contains(&givens), "{givens}");
}
