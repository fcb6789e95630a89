//! An example of each kind of chain. The steps and ratings are those of Sudoku Explainer
//! (SukakuExplainer with the techniques of `se121`).

use quadrille_core::{Meter, Puzzle};

use crate::deduction::{Deduction, Link, Reason, State};
use crate::profile::Profile;
use crate::walk::{Step, Walk};

/// The puzzle, the number of the step, its rating in tenths, its kind and what it removes or places.
type Example = (&'static str, usize, u32, &'static str, &'static str);

#[rustfmt::skip]
const EXAMPLES: [Example; 17] = [
    ("302000004000000850000604030518000000020075010000000040000400600090051000007000002",
     18, 73, "bidirectional-cycle", "-6r6c1"),
    ("000057000480900000300060005003000004000509780070400000000000017004005006062700540",
     37, 65, "bidirectional-x-cycle", "-1r4c2 -1r4c6"),
    ("064010000200045070070200000000000580302000019600000000903800204000004900008030050",
     21, 67, "bidirectional-y-cycle", "-8r5c5 -4r5c7 -7r6c6"),
    ("900700300050020010007000009300600700060050030002008006100400600040060080006003004",
     3, 71, "forcing-chain", "-7r7c2"),
    ("002040308600002040008000700500000007000000900004371005000910000403200080060000000",
     4, 66, "forcing-x-chain", "-9r2c9"),
    ("000000005070080030900025000000009006690070050000010807080207000061030000300000400",
     4, 80, "nishio", "-4r4c1"),
    ("000070940070090005300005070087400100463080000000007080800700000700000028050268000",
     4, 83, "cell-forcing-chain", "-2r3c3"),
    ("000000005070080030900025000000009006690070050000010807080207000061030000300000400",
     5, 83, "region-forcing-chain", "-5r4c3"),
    ("000000005070080030900025000000009006690070050000010807080207000061030000300000400",
     8, 90, "dynamic-cell-forcing-chain", "-2r9c8"),
    ("400050009003000800000109000000004000000080290150600070806000040500000003009040780",
     6, 88, "dynamic-region-forcing-chain", "-1r9c9"),
    ("000000040002004001070050090003007000040060000600100800020000100850900060000080003",
     3, 89, "dynamic-contradiction-forcing-chain", "-4r8c5"),
    ("000000940000090005300005070080400100463000000000007080800700000700000028050260000",
     11, 90, "dynamic-double-forcing-chain", "-1r5c5"),
    ("000000002008010900500003040000109300060030080003700000040000005301070800200000000",
     2, 99, "dynamic-plus-contradiction-forcing-chain", "-7r1c2"),
    ("000000008003000400090020060000079000000061200060502070008000500010000020405000003",
     8, 98, "dynamic-plus-region-forcing-chain", "-8r2c4"),
    ("000000008003000400090020060000079000000061200060502070008000500010000020405000003",
     2, 103, "nested-region-forcing-chain", "-4r6c5"),
    ("000000002008010900500003040000109300060030080003700000040000005301070800200000000",
     13, 102, "nested-cell-forcing-chain", "-2r3c4"),
    ("980700600000096000000085000400000030090050700002000001100000003060008500004000020",
     2, 110, "nested-multiple-contradiction-forcing-chain", "-1r4c5"),
];

fn says(deduction: &Deduction) -> String {
    let placed = deduction.placements.iter().map(|place| ("+", place));
    let removed = deduction.eliminations.iter().map(|gone| ("-", gone));
    let words = placed.chain(removed).map(|(sign, candidate)| {
        format!("{sign}{}{}", candidate.digit.get(), candidate.cell.name(9))
    });
    words.collect::<Vec<_>>().join(" ")
}

fn step(puzzle: &str, number: usize) -> Step {
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let profile = Profile::by_id("se121").unwrap();
    let mut walk = Walk::new(&puzzle, &profile).unwrap();
    let mut steps = std::iter::from_fn(|| walk.next(&mut Meter::unlimited()).unwrap());
    steps.nth(number - 1).unwrap()
}

/// Splits the links of a chain, without those of nested chains, at the assumptions.
fn branches(links: &[Link]) -> Vec<Vec<&Link>> {
    let mut branches: Vec<Vec<&Link>> = Vec::new();
    for link in links.iter().filter(|link| link.depth == 0) {
        if link.reason == Reason::Assumption {
            branches.push(Vec::new());
        }
        branches.last_mut().expect("a chain begins with an assumption").push(link);
    }
    branches
}

/// Checks that the links of a deduction show what it says.
fn check_evidence(deduction: &Deduction) {
    let branches = branches(&deduction.links);
    for (number, branch) in branches.iter().enumerate() {
        assert!(branch[0].from.is_empty());
        for (index, link) in branch.iter().enumerate().skip(1) {
            assert!(!link.from.is_empty(), "{link:?} has no cause");
            // Branches of the same assumption share their links.
            let earlier = branches[..number].iter().filter(|other| other[0] == branch[0]).flatten();
            let known: Vec<State> = earlier.chain(&branch[..index]).map(|link| link.to).collect();
            let is_known = |cause: &State| known.contains(cause);
            assert!(link.from.iter().all(is_known), "{link:?} comes before its causes");
        }
    }
    let ends: Vec<State> = branches.iter().map(|branch| branch.last().unwrap().to).collect();
    let opposite = |State { candidate, is_on }| State { candidate, is_on: !is_on };
    let start = branches[0][0].to;
    let is_contradiction = deduction.kind.contains("contradiction") || deduction.kind == "nishio";
    if is_contradiction && branches.len() > 1 {
        assert_eq!(branches.len(), 2);
        assert_eq!(branches[1][0].to, start);
        assert_eq!(ends[1], opposite(ends[0]));
    } else if deduction.kind.contains("cycle") {
        assert_eq!(ends, [start]);
    } else if branches.len() == 1 {
        assert_eq!(ends, [opposite(start)]);
    } else {
        assert!(ends.iter().all(|end| *end == ends[0]));
        let shown = deduction.placements.iter().map(|&candidate| (candidate, true));
        let gone = deduction.eliminations.iter().map(|&candidate| (candidate, false));
        let shown: Vec<_> = shown.chain(gone).collect();
        assert_eq!(shown, [(ends[0].candidate, ends[0].is_on)]);
    }
}

#[test]
fn examples_are_those_of_sudoku_explainer() {
    for (puzzle, number, rating, kind, expected) in EXAMPLES {
        let step = step(puzzle, number);
        let found = (step.rating, step.deduction.kind, says(&step.deduction));
        assert_eq!(found, (rating, kind, expected.to_owned()), "{puzzle} step {number}");
        check_evidence(&step.deduction);
        let has_nested = step.deduction.links.iter().any(|link| link.depth > 0);
        assert_eq!(has_nested, kind.starts_with("nested"), "{kind}");
    }
}

#[test]
fn evidence_does_not_change_the_steps() {
    let (puzzle, ..) = EXAMPLES[5];
    let puzzle: Puzzle = puzzle.parse().unwrap();
    let profile = Profile::by_id("se121").unwrap();
    let mut with = Walk::new(&puzzle, &profile).unwrap();
    let mut without = Walk::new(&puzzle, &profile).unwrap().without_evidence();
    loop {
        let step = without.next(&mut Meter::unlimited()).unwrap();
        let explained = with.next(&mut Meter::unlimited()).unwrap();
        let said = |step: &Option<Step>| {
            step.as_ref().map(|step| (step.rating, step.deduction.kind, says(&step.deduction)))
        };
        assert_eq!(said(&step), said(&explained));
        if step.is_none() {
            return;
        }
    }
}
