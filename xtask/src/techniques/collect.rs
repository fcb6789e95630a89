//! Looks for positions in which kinds of deductions are found.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use quadrille_core::{Meter, Puzzle};
use quadrille_formats::{Extra, Hodoku, PuzzleFormat};
use quadrille_logic::{LogicGrid, Profile, Step, TECHNIQUES, Walk, kinds};

/// The file of the positions.
const FILE: &str = "crates/logic/src/samples.txt";

const HEADER: &str = "\
# A position for each kind of deduction: its id, and a line of a HoDoKu library. `cargo xtask techniques
# --collect FILE…` adds what is missing. The puzzles are from the lists ift3335_1000 and
# forum_hardest_1106.
";

/// Walks through puzzles, and adds positions for the kinds that have none. Of those found in these
/// puzzles it takes the one that is the easiest to read: with the shortest chains and the fewest empty
/// cells.
pub(super) fn collect(inputs: &[String], profile: &str) -> Result<()> {
    let text = fs::read_to_string(FILE).unwrap_or_default();
    let known = text.lines().filter(|line| !line.starts_with('#'));
    let mut samples: BTreeMap<&str, (usize, String)> = known
        .filter_map(|line| line.split_once(' '))
        .map(|(id, position)| (id, (0, position.to_owned())))
        .collect();
    let profile = Profile::by_id(profile).context("no such profile")?;
    for input in inputs {
        let text = fs::read_to_string(input).with_context(|| format!("cannot read {input}"))?;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some(puzzle) = line.get(..81).and_then(|line| line.parse::<Puzzle>().ok()) else {
                continue;
            };
            walk(&puzzle, &profile, &mut samples);
        }
    }
    let mut text = HEADER.to_owned();
    for (_, kind) in kinds() {
        if let Some((_, position)) = samples.get(kind.id) {
            text.extend([kind.id, " ", position, "\n"]);
        } else {
            println!("no sample of {}", kind.id);
        }
    }
    fs::write(FILE, text).with_context(|| format!("cannot write {FILE}"))
}

fn walk(puzzle: &Puzzle, profile: &Profile, samples: &mut BTreeMap<&str, (usize, String)>) {
    let mut meter = Meter::unlimited();
    let Ok(mut walk) = Walk::new(puzzle, profile) else { return };
    loop {
        let before = walk.grid().clone();
        let Ok(Some(step)) = walk.next(&mut meter) else { return };
        take(puzzle, &before, &step, samples);
        // Techniques that others forestall.
        for technique in TECHNIQUES {
            let lacks = technique.kinds().iter().any(|kind| !samples.contains_key(kind.id));
            if technique.is_last_resort() || !lacks {
                continue;
            }
            let Ok(alone) = Profile::parse("alone", &format!("{} 0", technique.id())) else {
                continue;
            };
            let all = Walk::on(before.clone(), &alone).all(&mut meter).unwrap_or_default();
            for step in &all {
                take(puzzle, &before, step, samples);
            }
        }
    }
}

fn take(
    puzzle: &Puzzle,
    before: &LogicGrid,
    step: &Step,
    samples: &mut BTreeMap<&str, (usize, String)>,
) {
    let empty = 81 - before.values().filled().count();
    let cost = 1 + empty + 4 * step.deduction.links.len() + 3 * step.deduction.cells.len();
    if samples.get(step.deduction.kind).is_some_and(|(least, _)| *least <= cost) {
        return;
    }
    let extra = Extra {
        entries: Some(before.values()),
        candidates: Some(before.marks()),
        ..Extra::default()
    };
    let mut position = String::new();
    if Hodoku.write(puzzle, &extra, &mut position).is_ok() {
        samples.insert(step.deduction.kind, (cost, position.trim_end().to_owned()));
    }
}
