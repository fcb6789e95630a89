//! Boards of other sizes: what holds on 9x9 boards holds there.

use std::collections::BTreeSet;

use quadrille_core::{
    BoxShape, Candidate, CandidateSet, Cell, Digit, DigitSet, Geometry, Grid, Meter, Puzzle, Rng,
    Solution,
};
use quadrille_generate::puzzle::{Generator, Recipe};
use quadrille_logic::text::{Language, words};
use quadrille_logic::{
    Any, House, Link, LogicGrid, Next, NotRatable, Profile, Rating, Reason, State, TECHNIQUES,
    Technique, Verdict, Walk, hint, rank, rate, samples,
};

use crate::logic::{check, fresh, profile};

/// The shapes of boxes with 4 to 16 digits, but for 3x3.
const SHAPES: [(usize, usize); 11] =
    [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (3, 4), (4, 3), (2, 7), (3, 5), (4, 4)];

fn puzzles(shape: (usize, usize), count: u64, seed: u64) -> Vec<(Puzzle, Solution)> {
    let mut recipe = Recipe::new(BoxShape::new(shape.0, shape.1).unwrap());
    recipe.minimal = recipe.shape.side() < 12;
    let generator = Generator::new(recipe, seed).unwrap();
    let (made, _) = generator.make(0..count, &mut Meter::unlimited());
    made.into_iter().flatten().map(|made| (made.puzzle, made.solution)).collect()
}

/// Techniques that search other sizes in another way than 9x9.
const OWN_WAY: [&str; 2] = ["nishio", "dynamic-forcing-chains"];

/// The techniques that are the same on all sizes.
fn same() -> impl Iterator<Item = &'static &'static dyn Technique> {
    let is_same = |technique: &&&dyn Technique| {
        technique.works_on_any() && !OWN_WAY.contains(&technique.id())
    };
    TECHNIQUES.iter().filter(is_same)
}

/// A profile of the techniques that are the same on all sizes.
fn of_same(profile: &Profile) -> Profile {
    let text = profile.to_string();
    let is_kept = |line: &&str| {
        let id = line.split(' ').next().unwrap();
        ["scale", "limits", "give-up"].contains(&id) || same().any(|known| known.id() == id)
    };
    let lines: Vec<&str> = text.lines().filter(is_kept).collect();
    Profile::parse(profile.id(), &lines.join("\n")).unwrap()
}

/// The profiles, and one of all techniques for every size that none of them has.
fn profiles() -> Vec<Profile> {
    let mut all: Vec<Profile> = Profile::ids().map(profile).collect();
    let is_named = |id: &str| all.iter().any(|profile| profile.techniques().any(|t| t.id() == id));
    let others = same().map(|technique| technique.id()).filter(|id| !is_named(id));
    let lines: Vec<String> = others.map(|id| format!("{id} 2\n")).collect();
    let singles = "hidden-single-box 1\nhidden-single-line 1\nnaked-single 1";
    all.push(Profile::parse("others", &(lines.concat() + singles)).unwrap());
    all
}

#[test]
fn nine_by_nine_boards_of_any_size_take_the_same_steps() {
    let (mut kinds, mut meter) = (BTreeSet::new(), Meter::unlimited());
    for profile in profiles().iter().map(of_same) {
        for (index, (puzzle, _)) in fresh(40, 61).enumerate() {
            let mut nine = Walk::new(&puzzle, &profile).unwrap();
            let mut any = Walk::on(LogicGrid::any(&puzzle).unwrap(), &profile);
            loop {
                if index.is_multiple_of(30) {
                    let all = nine.all(&mut meter).unwrap();
                    assert_eq!(any.all(&mut meter).unwrap(), all, "{puzzle}");
                    let ranked = rank(all.clone(), nine.grid(), &mut meter).unwrap();
                    assert_eq!(rank(all, any.grid(), &mut meter).unwrap(), ranked);
                }
                let step = nine.next(&mut meter).unwrap();
                assert_eq!(any.next(&mut meter).unwrap(), step, "{puzzle}");
                assert_eq!(any.grid().state(), nine.grid().state());
                let Some(step) = step else { break };
                kinds.insert(step.deduction.kind);
            }
        }
    }
    assert!(kinds.len() >= 30, "{kinds:?}");
}

/// The positions of all kinds, which are rare in walks.
#[test]
fn nine_by_nine_boards_of_any_size_have_the_same_samples() {
    let (mut meter, mut count) = (Meter::unlimited(), 0);
    for technique in same() {
        let one = Profile::parse("one", &format!("{} 2", technique.id())).unwrap();
        for kind in technique.kinds() {
            for position in samples(kind.id).take(3) {
                let (values, marks) = (position.before.values(), position.before.marks());
                let any = LogicGrid::any_noted(&position.puzzle, Some(&values), Some(&marks));
                let any = any.unwrap();
                assert_eq!(any.state(), position.before.state());
                let nine = Walk::on(position.before, &one).all(&mut meter).unwrap();
                assert_eq!(Walk::on(any, &one).all(&mut meter).unwrap(), nine, "{}", kind.id);
                count += usize::from(nine.iter().any(|step| step.deduction.kind == kind.id));
            }
        }
    }
    assert!(count > 200, "{count}");
}

/// Panics if a link of a chain does not follow from its causes, or these do not come before it.
fn check_links(links: &[Link], before: &LogicGrid<Any>) {
    let geometry = Geometry::of(before.shape());
    for (index, Link { from, to, reason, .. }) in links.iter().enumerate() {
        let is_known = |cause: &State| links[..index].iter().any(|link| link.to == *cause);
        assert!(from.iter().all(is_known), "{links:?}");
        let (cell, digit) = (to.candidate.cell, to.candidate.digit);
        let is_gone = |cell: Cell, digit: Digit| {
            let gone = State { candidate: Candidate { cell, digit }, is_on: false };
            !before.candidates(cell).contains(digit) || from.contains(&gone)
        };
        let side = geometry.side();
        let cells = match *reason {
            Reason::House(House::Row(number)) => geometry.house(number.into()),
            Reason::House(House::Column(number)) => geometry.house(side + usize::from(number)),
            Reason::House(House::Box(number)) => geometry.house(2 * side + usize::from(number)),
            _ => &[],
        };
        match (reason, to.is_on, &from[..]) {
            (Reason::Assumption, _, from) => assert!(from.is_empty()),
            (Reason::Cell, true, _) => {
                let digits = DigitSet::all(side) - DigitSet::only(digit);
                assert!(digits.iter().all(|other| is_gone(cell, other)), "{links:?}");
            }
            (_, true, _) => {
                let others = cells.iter().filter(|&&other| other != cell);
                assert!(!cells.is_empty() && others.copied().all(|c| is_gone(c, digit)));
            }
            (Reason::Cell, false, [cause]) => assert!(cause.is_on && cause.candidate.cell == cell),
            (_, false, [State { candidate: cause, is_on: true }]) => {
                assert!(
                    cause.digit == digit && cells.contains(&cell) && cells.contains(&cause.cell)
                );
            }
            _ => panic!("{links:?}"),
        }
    }
}

#[test]
fn deductions_on_other_sizes_are_sound() {
    let languages = Language::ids().map(|id| Language::by_id(id).unwrap()).collect::<Vec<_>>();
    let mut meter = Meter::unlimited();
    for profile in profiles() {
        for shape in SHAPES {
            let mut filled = 0;
            let count = if shape.0 * shape.1 < 12 { 8 } else { 2 };
            for (puzzle, solution) in puzzles(shape, count, 7) {
                let mut walk = Walk::on(LogicGrid::any(&puzzle).unwrap(), &profile);
                loop {
                    let before = walk.grid().clone();
                    let Some(step) = walk.next(&mut meter).unwrap() else { break };
                    check(&step.deduction, &before, &solution, &puzzle);
                    check_links(&step.deduction.links, &before);
                    filled += step.deduction.placements.len();
                    let truths = step.deduction.truths();
                    assert!(!truths.is_empty(), "{} of {puzzle}", step.deduction.kind);
                    for language in &languages {
                        let words = words(&step.deduction, language);
                        assert!(!words.contains('{'), "{words}");
                    }
                }
                assert!(!walk.grid().is_full() || walk.grid().values() == *solution.grid());
            }
            assert!(filled > 0, "{shape:?}");
        }
    }
}

/// In a pencilmark puzzle a digit may be missing from the start.
#[test]
fn deductions_on_pencilmark_puzzles_of_other_sizes_are_sound() {
    let mut rng = Rng::from_seed(5);
    for (profile, shape) in profiles().iter().flat_map(|p| SHAPES.map(|shape| (p, shape))) {
        for (puzzle, solution) in puzzles(shape, 2, 13) {
            let mut marks = LogicGrid::any(&puzzle).unwrap().marks();
            for cell in puzzle.geometry().cells() {
                let right = solution.grid().get(cell);
                let kept = marks.get(cell).iter();
                marks.set(cell, kept.filter(|&d| right == Some(d) || rng.below(4) != 0).collect());
            }
            let puzzle = Puzzle::from_marks(marks, Default::default()).unwrap();
            let mut walk = Walk::on(LogicGrid::any(&puzzle).unwrap(), profile);
            loop {
                let before = walk.grid().clone();
                let Some(step) = walk.next(&mut Meter::unlimited()).unwrap() else { break };
                check(&step.deduction, &before, &solution, &puzzle);
            }
        }
    }
}

#[test]
fn ratings_of_other_sizes_are_those_of_their_walks() {
    for (id, shape) in Profile::ids().flat_map(|id| SHAPES.map(|shape| (id, shape))) {
        let profile = profile(id);
        for (puzzle, _) in puzzles(shape, if shape == (4, 4) { 1 } else { 4 }, 29) {
            let mut meter = Meter::unlimited();
            let mut walk = Walk::on(LogicGrid::any(&puzzle).unwrap(), &profile);
            let steps: Vec<u32> =
                std::iter::from_fn(|| Some(walk.next(&mut meter).unwrap()?.rating)).collect();
            let rating = rate(&puzzle, &profile, &mut meter);
            assert_eq!(rating.steps, steps.len(), "{puzzle}");
            let is_full = walk.grid().is_full();
            assert_eq!(rating.verdict == Verdict::Solved, is_full);
            let expected = match (profile.has_scores(), is_full) {
                (true, true) => steps.iter().sum(),
                (false, true) => steps.iter().copied().max().unwrap_or(0),
                (true, false) => continue,
                (false, false) => Rating::UNSOLVED,
            };
            assert_eq!(rating.rating, expected, "{puzzle}");
        }
    }
}

/// A solver who follows the hints gets to the solution, whatever is noted.
#[test]
fn hints_lead_to_the_solution() {
    let (profile, mut meter) = (profile("quadrille"), Meter::unlimited());
    let mut solved = 0;
    for (puzzle, solution) in SHAPES.iter().flat_map(|&shape| puzzles(shape, 2, 31)) {
        let mut entries = Grid::empty(puzzle.shape());
        let mut notes = CandidateSet::none(puzzle.shape());
        loop {
            let hint = hint(&puzzle, Some(&entries), Some(&notes), &profile, &mut meter).unwrap();
            assert!(hint.wrong.is_empty() && hint.missing.is_empty());
            let Next::Step(step) = hint.next else {
                solved += usize::from(hint.next == Next::Done);
                break;
            };
            let board = LogicGrid::any_noted(&puzzle, Some(&entries), Some(&notes)).unwrap();
            check(&step.deduction, &board, &solution, &puzzle);
            let mut after = board.clone();
            after.apply(&step.deduction);
            notes = after.marks();
            step.deduction.placements.iter().for_each(|p| entries.set(p.cell, Some(p.digit)));
        }
    }
    assert!(solved >= 16, "{solved}");
}

#[test]
fn larger_boards_are_refused() {
    let puzzle: Puzzle = ".".repeat(625).parse().unwrap();
    let why = NotRatable::TooLarge(puzzle.shape());
    assert_eq!(LogicGrid::any(&puzzle).err(), Some(why));
    // Whether it has several solutions is known at once.
    let verdict = |puzzle| rate(puzzle, &profile("se121"), &mut Meter::unlimited()).verdict;
    assert_eq!(verdict(&puzzle), Verdict::Several);
    // Full but for a cell.
    let digit = |cell: usize| (cell / 25 % 5 * 5 + cell / 125 + cell % 25) as u8 % 25 + 1;
    let digits: Vec<u8> = (0..625).map(|cell| if cell == 0 { 0 } else { digit(cell) }).collect();
    let nearly = Grid::from_digits(puzzle.shape(), &digits).unwrap();
    assert_eq!(verdict(&Puzzle::try_from(nearly).unwrap()), Verdict::Unsuited(why));
    for language in Language::ids().map(|id| Language::by_id(id).unwrap()) {
        let said = quadrille_logic::text::unsuited(why, &language);
        assert!(said.contains("16x16") && said.contains("5x5"), "{said}");
    }
}
