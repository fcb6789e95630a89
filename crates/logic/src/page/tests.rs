use quadrille_core::Meter;

use super::*;
use crate::{Board, LogicGrid, Walk};

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

/// A walkthrough page in a language.
fn walkthrough<B: Board>(
    grid: LogicGrid<B>,
    puzzle: &Puzzle,
    language: &Language,
) -> (String, usize) {
    let profile = Profile::by_id("quadrille").unwrap();
    let mut meter = Meter::unlimited();
    let mut walk = Walk::on(grid, &profile);
    let mut boards = vec![walk.grid().state()];
    let mut steps = Vec::new();
    while let Some(step) = walk.next(&mut meter).unwrap() {
        steps.push(step);
        boards.push(walk.grid().state());
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
        let grid = LogicGrid::new(&puzzle).unwrap();
        let (html, steps) = walkthrough(grid, &puzzle, &language);
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

/// Boards are drawn with their own boxes, and digits above 9 as letters.
#[test]
fn other_sizes_are_drawn() {
    let small = "...53.....2........23.6...1...6.54..";
    let large = "9.7.....5.B.5...B....C.1.6.3.1.............C...83..8259....6.C...3..B.5A\
                 4....6.7...B....4C..7A.....13.B.4.6...9..B..C.87..549..3....6...8..2....";
    for (text, bold, cells) in [(small, "M0 108H324", 36), (large, "M0 216H864", 144)] {
        let puzzle: Puzzle = text.parse().unwrap();
        let grid = LogicGrid::any(&puzzle).unwrap();
        let (html, steps) = walkthrough(grid, &puzzle, &Language::english());
        check_tags(&html);
        assert!(steps >= cells / 2);
        assert_eq!(html.matches("role=\"img\"").count(), steps);
        assert!(html.split("class=\"thick\" d=\"").skip(1).all(|path| path.contains(bold)));
        assert_eq!(html.contains(">12</text>") && html.contains(" is C."), cells > 81);
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
    let mut before = walk.grid().state();
    let step = loop {
        let step = walk.next(&mut meter).unwrap().unwrap();
        if step.deduction.kind == "pointing" {
            break step;
        }
        before = walk.grid().state();
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
