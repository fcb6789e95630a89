//! Ratings, scores and steps of golden puzzles, which other programs have rated.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quadrille_core::{Clock, Meter, Puzzle, WallClock};
use quadrille_logic::{Next, Profile, Step, Walk, hint, rate, title};

use crate::logic::profile;

fn ratings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/ratings")
}

fn data(name: &str) -> String {
    std::fs::read_to_string(ratings().join(name)).unwrap()
}

/// How many ratings of a golden file are equal: of how many, below 6.2, up to 9.0.
fn agreement(profile: &Profile, file: &str, report: &mut String) -> [(usize, usize); 3] {
    let points = |tenths: u32| format!("{}.{}", tenths / 10, tenths % 10);
    let mut counts = [(0, 0); 3];
    for line in data(file).lines() {
        let (text, golden) = line.split_once(' ').unwrap();
        let found = rate(&text.parse().unwrap(), profile, &mut Meter::unlimited());
        let ratings = [found.rating, found.pearl, found.diamond].map(points).join(" ");
        let er: f64 = golden.split(' ').next().unwrap().parse().unwrap();
        for (count, is_in) in counts.iter_mut().zip([true, er < 6.2, er <= 9.0]) {
            count.0 += usize::from(is_in && ratings == golden);
            count.1 += usize::from(is_in);
        }
        if ratings != golden {
            writeln!(report, "{file}: {text} {ratings}, expected {golden}").unwrap();
        }
    }
    counts
}

fn check_golden(profile_id: &str, files: &[&str], least: f64) {
    let profile = profile(profile_id);
    let mut report = String::new();
    let mut total = [(0, 0); 3];
    for file in files {
        let counts = agreement(&profile, file, &mut report);
        println!("{profile_id} {file}: equal, all; below 6.2; up to 9.0: {counts:?}");
        for (total, count) in total.iter_mut().zip(counts) {
            *total = (total.0 + count.0, total.1 + count.1);
        }
    }
    println!("{report}");
    let share = |(equal, all): (usize, usize)| equal as f64 / all.max(1) as f64;
    assert!(share(total[0]) >= least, "{total:?}");
    assert!(share(total[1]) >= 0.99, "below 6.2: {total:?}");
    assert!(share(total[2]) >= least.min(0.97), "up to 9.0: {total:?}");
}

/// Made by SukakuExplainer, with the techniques of Sudoku Explainer 1.2.1 and with its own.
#[test]
#[ignore = "needs ../shared/data"]
fn golden_ratings() {
    let se121 =
        ["100", "1000_first500", "17clue150", "generated250"].map(|set| format!("se121_{set}.txt"));
    check_golden("se121", &se121.each_ref().map(String::as_str), 0.97);
    check_golden("se121", &["se121_magictour60.txt"], 0.9);
    let se = ["100", "1000_first500", "17clue150", "generated250"]
        .map(|set| format!("se_default_{set}.txt"));
    check_golden("se", &se.each_ref().map(String::as_str), 0.97);
    check_golden("se", &["se_default_magictour100.txt"], 0.9);
}

/// Made by HoDoKu 2.2: class and score.
#[test]
#[ignore = "needs ../shared/data"]
fn golden_scores() {
    let profile = profile("hodoku");
    let (mut equal, mut count) = (0, 0);
    for file in ["hodoku_100.txt", "hodoku_generated250.txt"] {
        for line in data(file).lines() {
            let (text, golden) = line.split_once(' ').unwrap();
            let found = rate(&text.parse().unwrap(), &profile, &mut Meter::unlimited());
            let found = format!("{} {}", found.class.unwrap(), found.rating / 10);
            if found != golden {
                println!("{file}: {text} {found}, expected {golden}");
            }
            equal += usize::from(found == golden);
            count += 1;
        }
    }
    println!("hodoku: {equal} of {count} equal");
    assert_eq!(equal, count);
}

/// HoDoKu's names of kinds that have other titles here.
const HODOKU_NAMES: &[(&str, &str)] = &[
    ("Hidden Single", "hidden-single-box"),
    ("Hidden Single", "hidden-single-line"),
    ("Locked Candidates Type 1 (Pointing)", "pointing"),
    ("Locked Candidates Type 2 (Claiming)", "claiming"),
    ("2-String Kite", "two-string-kite"),
    ("Empty Rectangle", "empty-rectangle"),
    ("Uniqueness Test 1", "unique-rectangle-1"),
    ("Uniqueness Test 3", "unique-rectangle-3"),
    ("Uniqueness Test 4", "unique-rectangle-4"),
    ("Uniqueness Test 6", "unique-rectangle-6"),
    ("Almost Locked Set XZ-Rule", "als-xz"),
    ("Almost Locked Set XY-Wing", "als-xy-wing"),
    ("Almost Locked Set Chain", "als-chain"),
    ("Multi Colors 1", "multi-colors-1"),
];

/// How often HoDoKu 2.2 uses each technique, for 100 puzzles.
#[test]
#[ignore = "needs ../shared/data"]
fn golden_counts_of_steps() {
    let profile = profile("hodoku");
    let text = data("hodoku_steps100.txt");
    for line in text.lines() {
        let [puzzle, _class, _score, counts] =
            line.splitn(4, ' ').collect::<Vec<_>>()[..].try_into().unwrap();
        let golden: BTreeMap<String, usize> = counts
            .split("; ")
            .map(|count| count.rsplit_once('x').unwrap())
            .map(|(name, count)| (name.to_lowercase(), count.parse().unwrap()))
            .collect();
        let mut walk = Walk::new(&puzzle.parse().unwrap(), &profile).unwrap();
        let mut meter = Meter::unlimited();
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for step in std::iter::from_fn(|| walk.next(&mut meter).unwrap()) {
            let kind = step.deduction.kind;
            // The file omits "Bivalue Universal Grave + 1", which the scores contain.
            if kind == "bug-1" {
                continue;
            }
            let known = HODOKU_NAMES.iter().find(|(_, id)| *id == kind);
            let name = known.map_or_else(|| title(kind), |(name, _)| *name);
            *found.entry(name.to_lowercase()).or_default() += 1;
        }
        assert_eq!(found, golden, "{puzzle}");
    }
    assert_eq!(text.lines().count(), 100);
}

/// Each step's rating, for 100 puzzles.
#[test]
#[ignore = "needs ../shared/data"]
fn golden_steps() {
    let profile = profile("se121");
    let text = data("se121_trace_100.txt");
    let mut differing = Vec::new();
    for part in text.split("P ").skip(1) {
        let mut lines = part.lines();
        let puzzle = lines.next().unwrap();
        let golden: Vec<&str> = lines
            .filter(|line| !line.starts_with('='))
            .filter_map(|line| line.split('\t').next())
            .collect();
        let mut walk = Walk::new(&puzzle.parse().unwrap(), &profile).unwrap();
        let mut meter = Meter::unlimited();
        let steps = std::iter::from_fn(|| walk.next(&mut meter).unwrap());
        let found: Vec<String> =
            steps.map(|step| format!("{}.{}", step.rating / 10, step.rating % 10)).collect();
        if found != golden {
            let step = found.iter().zip(&golden).take_while(|(a, b)| a == b).count();
            differing.push(format!("{puzzle} differs from step {}", step + 1));
        }
    }
    println!("{}", differing.join("\n"));
    assert!(differing.len() <= 3, "{} of 100", differing.len());
}

/// A hint by the default profile takes less than 50 ms of processor time in every state that a walk
/// through a golden puzzle comes to. By `hodoku`, nets may take longer: their number is printed. Worth
/// running in release mode only.
#[test]
#[ignore = "measures time; needs ../shared/data"]
fn hints_come_at_once_on_many_puzzles() {
    let clock = WallClock::new();
    let mut files: Vec<_> =
        std::fs::read_dir(ratings()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> =
        files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let of_line = |line: &str| line.trim_start_matches("P ").get(..81)?.parse().ok();
    let puzzles: BTreeMap<String, Puzzle> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(of_line)
        .map(|puzzle: Puzzle| (puzzle.to_string(), puzzle))
        .collect();
    assert!(puzzles.len() > 1000, "{}", puzzles.len());
    for id in ["quadrille", "hodoku"] {
        let profile = profile(id);
        let (mut states, mut slow, mut worst) = (0, 0, Duration::ZERO);
        for puzzle in puzzles.values() {
            let mut meter = Meter::unlimited();
            let mut walk = Walk::new(puzzle, &profile).unwrap();
            loop {
                let (entries, notes) = (walk.grid().values(), walk.grid().marks());
                let start = clock.cpu();
                let found = hint(puzzle, Some(&entries), Some(&notes), &profile, &mut meter);
                let time = clock.cpu() - start;
                let found = found.unwrap();
                slow += usize::from(time > Duration::from_millis(50));
                (states, worst) = (states + 1, worst.max(time));
                let expected = walk.next(&mut meter).unwrap();
                match (found.next, expected) {
                    // By the profile `hodoku` a walk takes up what it saw before.
                    (Next::Step(step), Some(expected)) => {
                        // Of the same kind, the one that unlocks most.
                        let what = |step: &Step| (step.deduction.kind, step.rating);
                        let is_same = what(&step) == what(&expected);
                        assert!(is_same || id == "hodoku", "{puzzle}: {step:?}");
                    }
                    (Next::Done | Next::Beyond, None) => break,
                    (found, expected) => panic!("{puzzle}: {found:?}, not {expected:?}"),
                }
            }
        }
        println!(
            "{id}: {states} states of {} puzzles: {slow} slow, worst {worst:?}",
            puzzles.len()
        );
        assert!(id == "hodoku" || slow == 0);
    }
}
