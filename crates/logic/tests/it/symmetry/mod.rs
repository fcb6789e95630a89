//! Every technique, on the samples of its kinds and on other positions: what it finds is sound, and a
//! symmetry of the board changes nothing but names.
//!
//! The order of cells decides which deduction comes first, and which of several that show the same is
//! kept. So what is compared is all that a technique finds: the candidates that it places or removes.
//! Where more depends on the order, [`DEPENDENT`] says why, and what is compared instead.

mod position;

use quadrille_core::{BoxShape, Meter, Rng, Symmetry};
use quadrille_logic::{Profile, TECHNIQUES, Technique, Walk, sample};

use self::position::{Position, Renaming, shown};
use crate::logic::{fresh, profile};

/// What has to be the same on a board and on its image.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Same {
    /// The candidates that are placed and those that are removed.
    Shown,
    /// The candidates that are shown to be false, be it by placing another one in the cell.
    RuledOut,
    /// The board on which no single, nothing of the technique and nothing of these techniques is left. If
    /// these are none, whether anything is found as well.
    End(&'static [&'static str]),
    /// What is found on either is shown on the board by this technique, which does not depend on the order.
    Among(&'static str),
    /// By the definition of the technique, what is found on the image holds on the board.
    AlsChains,
}

const STOPS: &str = "an assumption is followed to the first contradiction";
const LOOPS: &str =
    "of the shortest chains to a candidate the first is taken, if it does not cross itself";
const DIVIDED: &str =
    "the places of a digit in a box are divided in one way, where there may be more";
const LINKS: &str = "of the links within one box, not all are looked at";
const LOCKED: &[&str] = &["pointing", "claiming"];

/// The techniques of which the order of cells and digits decides what they find, what is compared, and
/// the reason.
const DEPENDENT: &[(&str, Same, &str)] = &[
    (
        "direct-hidden-triple",
        Same::End(&[]),
        "of the singles that a set leaves, the first is placed",
    ),
    ("strong-links-2", Same::End(LOCKED), DIVIDED),
    ("strong-links-3", Same::End(LOCKED), DIVIDED),
    ("strong-links-4", Same::End(LOCKED), DIVIDED),
    ("strong-links-5", Same::End(LOCKED), DIVIDED),
    ("skyscraper", Same::End(LOCKED), LINKS),
    ("two-string-kite", Same::End(LOCKED), LINKS),
    (
        "forcing-chains",
        Same::RuledOut,
        "of two digits in a cell, one is placed or the other removed",
    ),
    ("nice-loop", Same::End(&[]), LOOPS),
    ("grouped-nice-loop", Same::Among("tabling-forcing-chains"), LOOPS),
    ("multiple-forcing-chains", Same::End(&[]), STOPS),
    ("dynamic-forcing-chains", Same::End(&[]), STOPS),
    ("dynamic-forcing-chains-plus", Same::End(&[]), STOPS),
    ("als-chain", Same::AlsChains, "sets are linked in the order in which they are found"),
    ("brute-force", Same::End(&[]), "it fills the cell in the middle"),
];

/// Whether it takes minutes to list all that a technique finds on a board, or to walk to the end.
/// Of these only the first step is looked at, and the end by those who have the time.
fn is_slow(technique: &dyn Technique) -> bool {
    technique.id().contains("nested") || technique.id() == "tabling-forcing-nets"
}

/// The sample of each kind of a technique.
fn samples(technique: &dyn Technique) -> Vec<Position> {
    let samples = technique.kinds().iter().filter_map(|kind| sample(kind.id));
    samples.map(|sample| Position::new(sample.puzzle, sample.before)).collect()
}

/// Positions in fresh puzzles, at most two of each puzzle: before singles, before steps that take no
/// chains, and before harder ones. Each class is as large as asked for, unless there are fewer.
fn others(counts: [usize; 3]) -> Vec<Position> {
    let profile = profile("hodoku");
    let mut classes: [Vec<Position>; 3] = Default::default();
    for (puzzle, _) in fresh(160, 31) {
        let mut walk = Walk::new(&puzzle, &profile).unwrap();
        let mut taken = [0; 3];
        loop {
            let board = walk.grid().clone();
            let Some(step) = walk.next(&mut Meter::unlimited()).unwrap() else { break };
            let class = match step.rating {
                0..=140 => 0,
                141..=1500 => 1,
                _ => 2,
            };
            if taken[class] < 2 && classes[class].len() < counts[class] {
                taken[class] += 1;
                classes[class].push(Position::new(puzzle.clone(), board));
            }
        }
    }
    // The hardest come first, so that there are some among few.
    classes.into_iter().rev().flatten().collect()
}

/// Compares what a technique finds on a board and on an image. Returns whether it is the same as it has
/// to be, and whether what is shown is the same if that had to be listed. `is_patient` is for those that
/// take minutes.
fn compare(
    technique: &dyn Technique,
    position: &Position,
    same: Same,
    is_patient: bool,
    rng: &mut Rng,
) -> (bool, Option<bool>) {
    let renaming = Renaming::new(Symmetry::random(BoxShape::NINE, rng));
    let image = position.image(&renaming);
    let ends_are_same = |with: &[&str]| {
        let techniques = [with, &[technique.id()]].concat();
        image.end(&techniques) == renaming.marks(&position.end(&techniques))
    };
    if is_slow(technique) {
        let firsts = [position, &image].map(|position| position.first(technique).is_some());
        return (firsts[0] == firsts[1] && (!is_patient || ends_are_same(&[])), None);
    }
    let [of_board, of_image] = [position, &image].map(|position| position.all(technique));
    let expected = renaming.shown(&shown(&of_board));
    let found = shown(&of_image);
    let is_same = match same {
        Same::Shown => found == expected,
        Same::RuledOut => image.ruled_out(&found) == image.ruled_out(&expected),
        // What the technique finds on one of the two only may be left to the others.
        Same::End(with) => {
            (!with.is_empty() || found.is_empty() == expected.is_empty()) && ends_are_same(with)
        }
        Same::Among(wider) => {
            let wider = TECHNIQUES.iter().find(|technique| technique.id() == wider).unwrap();
            let wider = image.ruled_out(&shown(&image.all(*wider)));
            let both = found.union(&expected).copied().collect();
            image.ruled_out(&both).is_subset(&wider)
        }
        Same::AlsChains => {
            let back = Renaming::new(renaming.symmetry.inverse());
            of_board.iter().all(|chain| image.is_als_chain(&renaming.deduction(chain)))
                && of_image.iter().all(|chain| position.is_als_chain(&back.deduction(chain)))
        }
    };
    (is_same, Some(found == expected))
}

/// Compares on images of the samples, and of other positions. Returns what is wrong.
fn examine(
    technique: &dyn Technique,
    others: &[Position],
    is_patient: bool,
    rng: &mut Rng,
) -> Vec<String> {
    let id = technique.id();
    let mut wrong = Vec::new();
    let dependent = DEPENDENT.iter().find(|(dependent, ..)| *dependent == id);
    let (same, reason) = dependent.map_or((Same::Shown, None), |&(_, same, why)| (same, Some(why)));
    let samples = samples(technique);
    let finds = |position: &Position| position.first(technique).is_some();
    if !samples.iter().all(finds) || samples.is_empty() && !others.iter().any(finds) {
        wrong.push(format!("{id} finds nothing"));
    }
    let mut differs = 0;
    for position in samples.iter().chain(others) {
        let (is_same, shows_same) = compare(technique, position, same, is_patient, rng);
        if !is_same {
            wrong.push(format!("{id} finds others on an image of {}", position.puzzle));
        }
        differs += usize::from(shows_same == Some(false));
    }
    if let Some(reason) = reason.filter(|_| differs == 0) {
        wrong.push(format!("{id} is listed, but shows the same ({reason})"));
    }
    wrong
}

#[test]
fn techniques_are_sound_and_do_not_depend_on_names() {
    let mut rng = Rng::from_seed(17);
    let others = others([10, 30, 30]);
    assert!(others.len() >= 60, "only {} positions", others.len());
    let mut wrong = Vec::new();
    for &technique in TECHNIQUES.iter().filter(|technique| !technique.id().contains("nested")) {
        let count = match technique.id() {
            _ if is_slow(technique) => 0,
            "als-chain" => 6,
            _ if technique.is_last_resort() => 6,
            _ => others.len(),
        };
        wrong.extend(examine(technique, &others[..count], false, &mut rng));
    }
    for (id, ..) in DEPENDENT {
        assert!(Profile::parse("one", &format!("{id} 1.0")).is_ok(), "there is no technique {id}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "takes minutes"]
fn slow_techniques_are_sound_and_do_not_depend_on_names() {
    let mut rng = Rng::from_seed(19);
    let others = others([0, 0, 1]);
    let mut wrong = Vec::new();
    for &technique in TECHNIQUES.iter().filter(|&&technique| is_slow(technique)) {
        wrong.extend(examine(technique, &others, true, &mut rng));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
