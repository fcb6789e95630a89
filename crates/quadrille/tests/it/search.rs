//! `search`: what is found, what is new, and how a search continues.

use std::collections::BTreeSet;
use std::fs;

use quadrille::analysis::is_minimal;
use quadrille::canon::{Form, canonical};
use quadrille::solve::{self, Solver};
use quadrille::{Meter, Puzzle};

use crate::program::{PUZZLE, SOLUTION, directory, objects, run, run_with};

/// A puzzle with 17 givens that has neighbors.
const FEW: &str =
    ".................1..2..3.4......53...1......6.7..........17...8..38...9...5.6....";

fn form_of(text: &str) -> String {
    let puzzle: Puzzle = text.parse().unwrap();
    let found = canonical(puzzle.givens(), Form::Pattern, &mut Meter::unlimited()).unwrap();
    quadrille::format::line::text_of(&found.grid)
}

fn differing(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count()
}

fn is_proper(puzzle: &Puzzle) -> bool {
    solve::count(Solver::Bits, puzzle, 2, &mut Meter::unlimited()).count == 1
}

#[test]
fn new_classes_near_a_puzzle_are_found() {
    let here = directory("search-near");
    fs::write(here.join("known.txt"), format!("{PUZZLE}\n")).unwrap();
    let arguments = ["search", "--json", FEW, PUZZLE, "--add", "2", "-j"];
    let said = run(&here, &[&arguments[..], &["1"]].concat());
    assert_eq!(said.status, 0, "{}", said.err);
    assert_eq!(run(&here, &[&arguments[..], &["3"]].concat()).out, said.out);
    let mut forms = BTreeSet::from([form_of(FEW), form_of(PUZZLE)]);
    let rows = objects(&said);
    assert!(rows.len() > 50, "{}", rows.len());
    for row in &rows {
        let text = row["puzzle"].as_str().unwrap();
        let from = row["from"].as_str().unwrap();
        let puzzle: Puzzle = text.parse().unwrap();
        assert!(is_proper(&puzzle), "{text}");
        assert!([FEW, PUZZLE].contains(&from) && (1..=3).contains(&differing(text, from)));
        assert_eq!(row["clues"], puzzle.givens().filled().count());
        assert_eq!(row["canonical"], form_of(text));
        assert!(forms.insert(form_of(text)), "{text} twice");
    }
    // The known neighbor of the forums' kind: one given moved.
    let moved = ".................1..2..3.4......53...1......6.7..........17...8..38...9...56.....";
    let said = run(&here, &["search", "--minimal", FEW]);
    assert!(said.out.lines().any(|line| form_of(line) == form_of(moved)), "{}", said.out);
    for line in said.out.lines() {
        assert_eq!(is_minimal(&line.parse().unwrap(), &mut Meter::unlimited()), Ok(true));
    }
    // What is known is not new.
    fs::write(here.join("known.txt"), format!("{moved}\n")).unwrap();
    let fewer = run(&here, &["search", "--minimal", FEW, "--known", "known.txt"]);
    let rest = said.out.lines().filter(|line| form_of(line) != form_of(moved));
    assert!(fewer.out.lines().eq(rest), "{}", fewer.out);
}

#[test]
fn symmetry_and_objective_are_kept() {
    let here = directory("search-wishes");
    let made = run(&here, &["generate", "puzzle", "--symmetry", "half-turn", "--seed", "4"]);
    let said = run(&here, &["search", "--symmetry", "half-turn", made.out.trim()]);
    assert!(!said.out.is_empty(), "{}", said.err);
    for line in said.out.lines() {
        let given = |cell: usize| line.as_bytes()[cell] != b'.';
        assert!((0..81).all(|cell| given(cell) == given(80 - cell)), "{line}");
    }
    let arguments = ["search", "--json", "--minimize", "givens", "--searches", "4", PUZZLE];
    let said = run(&here, &arguments);
    let clues: Vec<u64> = objects(&said).iter().map(|row| row["clues"].as_u64().unwrap()).collect();
    assert!(clues.iter().all(|&clues| clues <= 30) && clues.contains(&29), "{clues:?}");
    let said = run(&here, &["search", "--json", "--maximize=rating", "--searches=2", PUZZLE]);
    for row in objects(&said) {
        let rated = run(&here, &["rate", "--json", row["puzzle"].as_str().unwrap()]);
        assert_eq!(objects(&rated)[0]["rating"], row["rating"]);
    }
}

#[test]
fn a_search_continues_where_it_ended() {
    let here = directory("search-continued");
    let input = run(&here, &["generate", "puzzle", "-n", "300", "--minimal", "--seed", "2"]).out;
    fs::write(here.join("puzzles.txt"), &input).unwrap();
    for options in [&[][..], &["--json"], &["--minimize=givens", "--json"]] {
        let of = |output: &'static str, searches: &'static str| {
            let mut arguments = vec!["search", "puzzles.txt", "-q", "-o", output, "--searches"];
            arguments.extend([searches]);
            [&arguments[..], options].concat()
        };
        let most = if options.len() > 1 { "600" } else { "290" };
        let whole = run(&here, &of("whole", most));
        assert_eq!((whole.status, whole.err.as_str()), (0, ""), "{options:?}");
        let expected = fs::read_to_string(here.join("whole")).unwrap();
        let ends: Vec<usize> = expected.match_indices('\n').map(|(at, _)| at + 1).collect();
        // Killed after any line, or within one.
        for at in [9, ends[0], ends[ends.len() / 2] - 3, ends[ends.len() - 2]] {
            fs::write(here.join("part"), &expected[..at]).unwrap();
            let said = run(&here, &of("part", most));
            assert_eq!((said.status, said.err.as_str()), (0, ""), "{options:?}");
            assert!(fs::read_to_string(here.join("part")).unwrap() == expected, "{options:?} {at}");
        }
        // Nothing is left to do.
        run(&here, &of("part", most));
        assert!(fs::read_to_string(here.join("part")).unwrap() == expected);
        fs::remove_file(here.join("whole")).unwrap();
    }
    // A list of puzzles with comments.
    run(&here, &["search", "puzzles.txt", "-q", "-o", "found.txt", "--searches", "20"]);
    let read = run(&here, &["check", "found.txt"]);
    assert!(read.out.lines().count() > 100 && read.out.lines().all(|it| it.contains(" proper")));
    // Another search is not continued, nor is another file.
    let kept = fs::read_to_string(here.join("found.txt")).unwrap();
    let said = run(&here, &["search", "puzzles.txt", "--add", "2", "-o", "found.txt"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("holds another search"), "{}", said.err);
    let said = run(&here, &["search", "found.txt", "-o", "puzzles.txt"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("holds no search"), "{}", said.err);
    assert_eq!(fs::read_to_string(here.join("found.txt")).unwrap(), kept);
    assert_eq!(fs::read_to_string(here.join("puzzles.txt")).unwrap(), input);
    // All parts together are the whole.
    let mut parts = BTreeSet::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let said = run(&here, &["search", "-q", "puzzles.txt", "--shard", shard]);
        parts.extend(said.out.lines().map(form_of));
    }
    let whole = run(&here, &["search", "-q", "puzzles.txt"]);
    assert!(whole.out.lines().map(form_of).collect::<BTreeSet<_>>() == parts);
}

#[test]
fn limits_and_inputs_that_do_not_fit_are_said() {
    let here = directory("search-limits");
    let said = run(&here, &["search", FEW, "--remove", "3", "--add", "3", "--time", "50ms"]);
    assert_eq!(said.status, 1);
    assert!(said.err.contains("was not searched to the end (time); raise --time"), "{}", said.err);
    let said = run(&here, &["search", FEW, "--add", "3", "--memory", "1"]);
    assert_eq!(said.status, 2, "{}", said.err);
    assert!(said.err.contains("--memory holds only 1 classes"), "{}", said.err);
    let large = ".".repeat(625);
    let said =
        run_with(&here, &["search", "--mixed-sizes"], format!("{large}\n{PUZZLE}\nx\n").as_bytes());
    assert_eq!(said.status, 2);
    assert!(said.err.contains("stdin:1:1: boards up to 16x16 are searched"), "{}", said.err);
    assert!(said.err.contains("stdin:3:"), "{}", said.err);
    assert!(!said.out.is_empty());
    let said = run(&here, &["search", "--remove=0", "--add=0", PUZZLE]);
    assert_eq!(said.status, 2);
    let said = run(&here, &["search", "--maximize", "rating", "12....3.......4."]);
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    assert!(said.err.contains("--maximize rating is for 9x9 puzzles"), "{}", said.err);
    // A dash is standard output.
    let said = run(&here, &["search", "-q", "-o", "-", "12....3.......4."]);
    assert!(said.status == 0 && !said.out.is_empty() && !here.join("-").exists());
    // A puzzle without a solution has nothing near by additions, and a grid by removals.
    let said = run(&here, &["search", "--remove=0", "11..............", "--box", "2x2"]);
    assert_eq!(said.status, 2, "{}", said.err);
    let said = run(&here, &["search", "--add=0", SOLUTION]);
    assert_eq!((said.status, said.out.lines().count()), (0, 81));
}
