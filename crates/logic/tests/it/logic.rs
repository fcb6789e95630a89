//! Techniques and ratings: sound, the same however found.

use std::ops::ControlFlow;

use quadrille_core::{BoxShape, Candidate, Digit, Meter, Puzzle, Rng, Solution, Symmetry, solve};
use quadrille_generate::puzzle::{Generator, Recipe};
use quadrille_logic::{
    Board, Class, Deduction, Kind, LogicGrid, Profile, Rating, Sink, Step, TECHNIQUES, Technique,
    Verdict, Walk, rate, title,
};

pub(crate) fn profile(id: &str) -> Profile {
    Profile::by_id(id).unwrap()
}

/// Fresh puzzles with their solutions; every other one is minimal.
pub(crate) fn fresh(count: u64, seed: u64) -> impl Iterator<Item = (Puzzle, Solution)> {
    [false, true].into_iter().flat_map(move |minimal| {
        let mut recipe = Recipe::new(BoxShape::NINE);
        recipe.minimal = minimal;
        let generator = Generator::new(recipe, seed).unwrap();
        let (made, _) = generator.make(0..count.div_ceil(2), &mut Meter::unlimited());
        let made = made.into_iter().flatten();
        made.map(|made| (made.puzzle, made.solution)).collect::<Vec<_>>()
    })
}

/// The rating of a walk, step by step, as the definition has it.
fn slow_rating(puzzle: &Puzzle, profile: &Profile) -> Rating {
    let mut walk = Walk::new(puzzle, profile).unwrap();
    let mut meter = Meter::unlimited();
    let steps: Vec<Step> = std::iter::from_fn(|| walk.next(&mut meter).unwrap()).collect();
    let hardest = |steps: &[Step]| {
        let most = steps.iter().map(|step| step.rating).max()?;
        let first = steps.iter().find(|step| step.rating == most)?;
        Some((most, first.deduction.kind))
    };
    let is_solved = walk.grid().is_full();
    let fills = |step: &Step| !step.deduction.placements.is_empty();
    let until_first = steps.iter().position(fills).map_or(&[][..], |first| &steps[..=first]);
    let (rating, kind) = hardest(&steps).unzip();
    let (pearl, pearl_kind) = hardest(until_first).unzip();
    let verdict = if is_solved { Verdict::Solved } else { Verdict::Beyond };
    let has_scores = profile.has_scores();
    let sum = |steps: &[Step]| steps.iter().map(|step| step.rating).sum();
    // The limits of HoDoKu's classes, in tenths.
    let class = |score: u32| {
        let limits = [8000, 10_000, 16_000, 18_000, u32::MAX];
        let by_score = limits.iter().position(|limit| score <= *limit).unwrap();
        let most = steps.iter().filter_map(|step| step.class).max().unwrap_or(Class::Easy);
        most.max(Class::ALL[by_score])
    };
    Rating {
        verdict,
        rating: match verdict {
            _ if has_scores => sum(&steps),
            Verdict::Solved => rating.unwrap_or(0),
            _ => Rating::UNSOLVED,
        },
        pearl: if has_scores { sum(until_first) } else { pearl.unwrap_or(0) },
        diamond: steps.first().map_or(0, |step| step.rating),
        hardest: kind,
        pearl_kind,
        diamond_kind: steps.first().map(|step| step.deduction.kind),
        class: has_scores.then(|| class(sum(&steps))),
        steps: steps.len(),
    }
}

#[test]
fn quick_ratings_are_those_of_the_walk() {
    for id in ["se", "se121", "hodoku"] {
        let profile = profile(id);
        for (puzzle, solution) in fresh(200, 19) {
            let expected = slow_rating(&puzzle, &profile);
            assert_eq!(rate(&puzzle, &profile, &mut Meter::unlimited()), expected, "{puzzle}");
            // With few empty cells, full houses matter.
            let mut nearly = Puzzle::try_from(solution.grid().clone()).unwrap();
            for cell in puzzle.geometry().cells().filter(|cell| cell.index() % 4 == 1) {
                nearly = nearly.without(cell);
                let expected = slow_rating(&nearly, &profile);
                if solve::many(&[nearly.clone()], 2, &mut Meter::unlimited())[0].count == 1 {
                    let found = rate(&nearly, &profile, &mut Meter::unlimited());
                    assert_eq!(found, expected, "{nearly}");
                }
            }
        }
    }
}

/// Panics if a deduction contradicts the solution, says nothing new, or has no evidence.
pub(crate) fn check<B: Board>(
    deduction: &Deduction,
    before: &LogicGrid<B>,
    solution: &Solution,
    puzzle: &Puzzle,
) {
    let holds = |place: &Candidate| solution.grid().get(place.cell) == Some(place.digit);
    let is_open = |place: &Candidate| before.candidates(place.cell).contains(place.digit);
    let Deduction { placements, eliminations, kind, .. } = deduction;
    assert!(placements.iter().all(holds), "{kind} places a wrong digit: {puzzle} {deduction:?}");
    let is_wrong = eliminations.iter().any(holds);
    assert!(!is_wrong, "{kind} removes a digit of the solution: {puzzle} {deduction:?}");
    assert!(!placements.is_empty() || !eliminations.is_empty(), "{kind} shows nothing: {puzzle}");
    let all = || placements.iter().chain(eliminations);
    assert!(all().all(is_open), "{kind} changes nothing: {puzzle} {deduction:?}");
    let has_evidence = !deduction.cells.is_empty() || !deduction.links.is_empty();
    assert!(has_evidence, "{kind} has no evidence: {puzzle}");
}

fn check_soundness(profile: &Profile, count: u64, seed: u64) {
    for (puzzle, solution) in fresh(count, seed) {
        check_steps(profile, &puzzle, &solution);
    }
}

fn check_steps(profile: &Profile, puzzle: &Puzzle, solution: &Solution) {
    let mut walk = Walk::new(puzzle, profile).unwrap();
    loop {
        let before = walk.grid().clone();
        let Some(step) = walk.next(&mut Meter::unlimited()).unwrap() else { break };
        check(&step.deduction, &before, solution, puzzle);
    }
}

#[test]
fn deductions_are_sound() {
    for id in Profile::ids() {
        check_soundness(&profile(id), 60, 7);
    }
}

/// In a pencilmark puzzle a digit may be missing from the start, and not because of a deduction. Then
/// it cannot be exchanged for a second solution.
#[test]
fn deductions_on_pencilmark_puzzles_are_sound() {
    let mut rng = Rng::from_seed(5);
    for id in Profile::ids() {
        let profile = profile(id);
        for (puzzle, solution) in fresh(40, 13) {
            let mut marks = LogicGrid::new(&puzzle).unwrap().marks();
            for cell in puzzle.geometry().cells() {
                let keeps =
                    |digit: &Digit| solution.grid().get(cell) == Some(*digit) || rng.below(4) != 0;
                let kept = marks.get(cell).iter().filter(keeps).collect();
                marks.set(cell, kept);
            }
            let puzzle = Puzzle::from_marks(marks, Default::default()).unwrap();
            check_steps(&profile, &puzzle, &solution);
        }
    }
}

/// Techniques that no profile names so far, after singles, so that all of them find something.
#[test]
fn deductions_of_other_techniques_are_sound() {
    let named: Vec<&str> = Profile::ids()
        .flat_map(|id| profile(id).techniques().map(Technique::id).collect::<Vec<_>>())
        .collect();
    let singles =
        "full-house 1.0\nhidden-single-box 1.2\nhidden-single-line 1.5\nnaked-single 2.0\n";
    for technique in TECHNIQUES.iter().filter(|technique| !named.contains(&technique.id())) {
        let text = format!("{singles}{} 3.0", technique.id());
        check_soundness(&Profile::parse("one", &text).unwrap(), 30, 41);
    }
}

#[test]
#[ignore = "takes long"]
fn deductions_are_sound_on_many_puzzles() {
    for id in Profile::ids() {
        check_soundness(&profile(id), 100_000, 77);
    }
}

/// Takes the least candidate of a cell with two for true: right half of the time.
struct Guess;

impl Technique for Guess {
    fn id(&self) -> &'static str {
        "guess"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "guess", title: "Guess" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for cell in grid.values().empty_cells() {
            let digits = grid.candidates(cell);
            if let (2, Some(digit)) = (digits.len(), digits.first()) {
                sink.take(Deduction {
                    kind: "guess",
                    placements: vec![Candidate { cell, digit }],
                    cells: vec![cell],
                    ..Deduction::default()
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Finds what is found already.
struct Echo;

impl Technique for Echo {
    fn id(&self) -> &'static str {
        "echo"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "echo", title: "Echo" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let (cell, digit) = grid.values().filled().next().unwrap();
        let eliminations = vec![Candidate { cell, digit }];
        sink.take(Deduction {
            kind: "echo",
            eliminations,
            cells: vec![cell],
            ..Deduction::default()
        })
    }
}

#[test]
fn broken_techniques_are_caught() {
    let singles = "full-house 1.0\nhidden-single-box 1.2\nhidden-single-line 1.5\n";
    let singles = Profile::parse("singles", singles).unwrap();
    check_soundness(&singles, 60, 7);
    for technique in [&Guess as &dyn Technique, &Echo] {
        let profile = singles.clone().with(technique, 99);
        let check = std::panic::AssertUnwindSafe(|| check_soundness(&profile, 60, 7));
        let found = std::panic::catch_unwind(check);
        assert!(found.is_err(), "`{}` was not caught", technique.id());
    }
}

/// Where what a technique finds stays true until it is done, the order does not matter: a symmetry of
/// the board changes neither the rating nor the board at which the techniques end.
#[test]
fn symmetries_change_nothing() {
    let text = "full-house 1.0\nhidden-single-box 1.2\nhidden-single-line 1.5\nnaked-single 2.3\n\
                pointing 2.6\nclaiming 2.8\nnaked-pair 3.0\nx-wing 3.2\nhidden-pair 3.4\n\
                naked-triple 3.6\nswordfish 3.8\nhidden-triple 4.0\nnaked-quad 5.0\njellyfish 5.2\n\
                hidden-quad 5.4\n";
    let profile = Profile::parse("confluent", text).unwrap();
    let end = |puzzle: &Puzzle| {
        let mut walk = Walk::new(puzzle, &profile).unwrap();
        while walk.next(&mut Meter::unlimited()).unwrap().is_some() {}
        walk.grid().clone()
    };
    let mut rng = Rng::from_seed(11);
    for (puzzle, _) in fresh(400, 23) {
        let symmetry = Symmetry::random(BoxShape::NINE, &mut rng);
        let image = Puzzle::try_from(symmetry.apply(puzzle.givens())).unwrap();
        let rate = |puzzle| {
            let found = rate(puzzle, &profile, &mut Meter::unlimited());
            (found.verdict, found.rating)
        };
        assert_eq!(rate(&puzzle), rate(&image), "{puzzle} {image}");
        let (end, end_of_image) = (end(&puzzle), end(&image));
        assert_eq!(symmetry.apply(&end.values()), end_of_image.values(), "{puzzle} {image}");
        let count = |grid: &LogicGrid| -> usize {
            puzzle.geometry().cells().map(|cell| grid.candidates(cell).len()).sum()
        };
        assert_eq!(count(&end), count(&end_of_image), "{puzzle} {image}");
    }
}

/// Not only the first deduction, but each that a technique finds.
#[test]
fn all_deductions_are_sound() {
    for (id, most) in [("se", 90), ("hodoku", u32::MAX)] {
        let profile = profile(id);
        for (puzzle, solution) in fresh(6, 3) {
            let mut walk = Walk::new(&puzzle, &profile).unwrap().up_to(most);
            for _ in 0..60 {
                for step in walk.all(&mut Meter::unlimited()).unwrap() {
                    check(&step.deduction, walk.grid(), &solution, &puzzle);
                }
                if walk.next(&mut Meter::unlimited()).unwrap().is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn unsuited_puzzles_are_said_to_be_so() {
    let rate = |text: &str| {
        rate(&text.parse().unwrap(), &profile("se121"), &mut Meter::unlimited()).verdict
    };
    assert_eq!(rate("1..............."), Verdict::Several);
    assert_eq!(rate("1234341221.....1"), Verdict::Solved);
    assert_eq!(rate(&".".repeat(81)), Verdict::Several);
    // No contradiction is seen at once.
    let none = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
    assert_eq!(rate(none), Verdict::None);
}

#[test]
fn profiles_are_read_and_written() {
    for id in Profile::ids() {
        let profile = profile(id);
        let again = Profile::parse(id, &profile.to_string()).unwrap();
        assert_eq!(again.to_string(), profile.to_string());
        for technique in profile.techniques() {
            for kind in technique.kinds() {
                assert!(profile.rating(kind.id).is_some_and(|rating| rating >= 10), "{}", kind.id);
            }
        }
    }
    // Limits that are omitted, and zero, are kept.
    let text = "scale score\nlimits Easy=0 Medium=70\ngive-up Hard 0\nnaked-pair Unfair 100000\n";
    assert_eq!(Profile::parse("mine", text).unwrap().to_string(), text);
    for (text, line, said) in [
        ("", 1, "no technique"),
        ("# comment\nfull-house\n", 2, "needs a rating"),
        ("full-house 1.0\n\nfull-house 2", 3, "twice"),
        ("full-house 1.00", 1, "no rating"),
        ("full-house -1", 1, "no rating"),
        ("full-house 99999", 1, "no rating"),
        ("no-such 1.0", 1, "no technique is called"),
        ("x-wing y-wing=3.0", 1, "no kind"),
        ("x-wing 3.0 3.1", 1, "more than one"),
        ("scale scores\nx-wing 3.0", 1, "expected `scale hardest`"),
        ("x-wing 3.0\nscale score", 2, "before the techniques"),
        ("limits Easy=800\nx-wing 3.0", 1, "needs `scale score`"),
        ("scale score\nlimits Easy=8 Hard=7", 2, "is below"),
        ("scale score\nlimits Extreme=9", 2, "no limit"),
        ("scale score\nlimits 800", 2, "limits are like"),
        ("scale score\ngive-up 9", 2, "expected a class"),
        ("scale score\nx-wing", 2, "needs a class and a score"),
        ("scale score\nx-wing 140", 2, "no class"),
        ("scale score\nx-wing Hard 1.5", 2, "no score"),
        ("scale score\nx-wing Hard 100001", 2, "no score"),
        ("scale score\nx-wing Hard", 2, "needs a score"),
    ] {
        let error = Profile::parse("mine", text).err().unwrap();
        assert_eq!(error.line, line, "{text:?}: {error}");
        assert!(error.to_string().contains(said), "{text:?}: {error}");
    }
}

#[test]
fn ids_are_unique() {
    let mut ids: Vec<&str> = TECHNIQUES.iter().map(|technique| technique.id()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    let is_plain =
        |id: &str| id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-' || b.is_ascii_digit());
    assert!(ids.iter().all(|id| is_plain(id)), "{ids:?}");
    // A kind may be found by more than one technique, but not by one twice.
    for technique in TECHNIQUES {
        for (index, kind) in technique.kinds().iter().enumerate() {
            assert!(is_plain(kind.id), "{}", kind.id);
            assert_eq!(title(kind.id), kind.title, "{}", kind.id);
            assert!(technique.kinds()[..index].iter().all(|other| other.id != kind.id));
        }
    }
}

/// Class and score as HoDoKu 2.2 gives them; between them the puzzles take most techniques up to
/// rectangles.
#[test]
fn classes_and_scores_are_those_of_hodoku() {
    let profile = profile("hodoku");
    for line in include_str!("hodoku.txt").lines().filter(|line| !line.starts_with('#')) {
        let (puzzle, expected) = line.split_once(' ').unwrap();
        let found = rate(&puzzle.parse().unwrap(), &profile, &mut Meter::unlimited());
        let found = format!("{} {}", found.class.unwrap(), found.rating / 10);
        assert_eq!(found, expected, "{puzzle}");
    }
}
