use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Grid, Meter, Puzzle, solve};

use super::*;
use crate::{Detail, Extra};

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
        let puzzle = Puzzle::from_marks(marks, quadrille_core::Edges::none()).unwrap();
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
