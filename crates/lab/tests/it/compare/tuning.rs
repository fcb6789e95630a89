//! Racing: the setting that is known to be best wins, at any number of threads; and nothing is
//! claimed where nothing is better.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use quadrille_core::{CancelFlag, Limits, NoClock, Puzzle, Run, Stop};
use quadrille_lab::experiment::Instance;
use quadrille_lab::registry::{Key, Scale};
use quadrille_lab::report::{TextStyle, tuned_table};
use quadrille_lab::tuning::{Claim, Journal, JournalContents, TuneError, Tuned, Tuning};
use quadrille_lab::{Configuration, Entry};

use super::bench::{HASTY, LUCKY, configuration, puzzles, solved};

const WORD: Key<&'static str> = Key::choice("word", &["a", "b", "c"], "a", "a word");
const SIZE: Key<i64> =
    Key::integer("size", 0..=100_000, 10, "a size").on(Scale::log(0.0, 100_000.0));
const COOLING: Key<f64> =
    Key::real("cooling", 0.5..=1.0, 0.9, "a factor").on(Scale::below_one(0.5, 0.999_999));
const STEP: Key<i64> = Key::integer("step", 0..=2, 0, "a step").on(Scale::linear(0.0, 2.0));

/// Solves at each evaluation with a chance of one in that many.
fn by_chance(puzzle: &Puzzle, run: &mut Run<'_>, odds: usize) -> Result<Stop, Stop> {
    loop {
        run.meter.count(LUCKY.nodes)?;
        if run.rng.below(odds) == 0 {
            return Ok(run.claim(&solved(puzzle.shape())));
        }
    }
}

/// Has parameters without any effect.
static PLACEBO: Entry = Entry {
    id: "placebo",
    parameters: &[WORD.parameter, SIZE.parameter, COOLING.parameter],
    run: |puzzle, _, run| {
        // Some puzzles are hard.
        let free = puzzle.givens().empty_cells().count();
        by_chance(puzzle, run, free * free / 4)
    },
    ..LUCKY
};

/// Is best with the word `b` and a cooling of 0.9999; each power of ten from it costs a factor of 4.
static PLANTED: Entry = Entry {
    id: "planted",
    parameters: &[WORD.parameter, SIZE.parameter, COOLING.parameter],
    run: |puzzle, parameters, run| {
        let off = ((1.0 - parameters.get(&COOLING)).log10() + 4.0).abs();
        let word = if parameters.get(&WORD) == "b" { 1.0 } else { 5.0 };
        by_chance(puzzle, run, (30.0 * word * 4.0_f64.powf(off)) as usize)
    },
    ..LUCKY
};

/// Solves no puzzle, but comes nearer the closer the cooling is to 0.9999.
static FLOOR: Entry = Entry {
    id: "floor",
    parameters: &[COOLING.parameter],
    run: |puzzle, parameters, run| {
        let off = ((1.0 - parameters.get(&COOLING)).log10() + 4.0).abs();
        let mut board = solved(puzzle.shape());
        let free = puzzle.givens().empty_cells().take(1 + (10.0 * off) as usize);
        free.for_each(|cell| board[cell.index()] = 0);
        run.offer(|| board.into());
        by_chance(puzzle, run, 1_000_000_000)
    },
    ..LUCKY
};

/// Has three settings only, of which the last is the best.
static SMALL: Entry = Entry {
    id: "small",
    parameters: &[STEP.parameter],
    run: |puzzle, parameters, run| {
        by_chance(puzzle, run, [3000, 2000, 30][parameters.get(&STEP) as usize])
    },
    ..LUCKY
};

fn tuning(configuration: Configuration) -> Tuning {
    let source = Arc::<str>::from("made.txt");
    let instance = |(index, puzzle)| Instance { source: source.clone(), line: index, puzzle };
    let mut training: Vec<Instance> = (1..).zip(puzzles(9, 36)).map(instance).collect();
    let held_out = training.split_off(12);
    Tuning {
        configuration,
        fixed: Vec::new(),
        training,
        held_out,
        seed: 1,
        runs: 3,
        nodes: 2000,
        limits: Limits::NONE,
        settings: 12,
        races: 3,
    }
}

fn run(tuning: &Tuning, threads: usize) -> Result<Option<Tuned>, TuneError> {
    tuning.run(NonZeroUsize::new(threads).unwrap(), &NoClock, &CancelFlag::new(), None, |_| ())
}

/// The fewer the odds the better: from 20 000 the race must come down a long way, and the defaults
/// of the registry are judged beside it.
#[test]
fn the_race_finds_what_is_better() {
    let tuning = tuning(configuration(&LUCKY, "odds=20000"));
    let tuned = run(&tuning, 2).unwrap().unwrap();
    let (_, odds) = tuned.winner.algorithm.split_once("odds=").unwrap();
    assert!(odds.parse::<u32>().unwrap() < 300, "{}", tuned.winner.algorithm);
    assert_eq!(tuned.default.algorithm, "lucky:odds=20000");
    assert!(tuned.winner.success > 0.9 && tuned.default.success < 0.4);
    assert!(tuned.p < 1e-3 && tuned.winner.nodes_par10_high < tuned.default.nodes_par10_low);
    assert!(tuned.standings.iter().any(|standing| !standing.survived));
    assert_eq!(tuned.better.as_deref(), Some(&*tuned.winner.algorithm));
    assert_eq!(tuned.claim, Claim::WinnerBetter);
    assert!(tuned.sets.iter().all(|set| (set.puzzles, set.runs) == (12, 12) && set.p < 0.05));
    let said = tuned_table(&tuned, 24, TextStyle::default()).replace('\n', " ");
    assert!(said.contains("The winner is better than the given setting"), "{said}");
    assert!(said.contains("No race saw their 24 puzzles"), "{said}");
    assert!(tuned.par10_ratio.unwrap() < tuned.par10_ratio_high.unwrap());
    assert!(tuned.par10_ratio_high.unwrap() < 0.5, "{:?}", tuned.par10_ratio_high);
    // The one parameter is all that matters, and the way down is in order.
    let [ref odds] = tuned.importance[..] else { panic!("{:?}", tuned.importance) };
    assert!(odds.parameter == "odds" && odds.share.unwrap() > 0.3, "{odds:?}");
    assert!(said.contains("odds 0."), "{said}");
    let runs: Vec<u64> = tuned.trajectory.iter().map(|moment| moment.runs).collect();
    assert!(runs.is_sorted() && runs[0] >= 6 * 12 * 3, "{runs:?}");
    let last = tuned.trajectory.last().unwrap();
    assert_eq!((last.race, &last.algorithm), (3, &tuned.winner.algorithm));
    let mut raced: Vec<&str> = tuned.standings.iter().map(|s| &*s.algorithm).collect();
    raced.sort_unstable();
    raced.dedup();
    assert!(raced.len() < tuned.standings.len());
    assert!(said.contains(&format!("{} settings raced", raced.len())), "{said}");
    let again = run(&tuning, 7).unwrap().unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), serde_json::to_string(&tuned).unwrap());
}

/// Stopped at any run and continued from its journal, a tuning comes to the same, and runs nothing twice.
#[test]
fn a_stopped_tuning_goes_on_from_its_journal() {
    let tuning = Tuning { settings: 6, races: 2, ..tuning(configuration(&LUCKY, "odds=20000")) };
    let expected = serde_json::to_string(&run(&tuning, 2).unwrap()).unwrap();
    let threads = NonZeroUsize::new(2).unwrap();
    let mut text = tuning.journal_head();
    let (mut left, mut stops) = (1, 0);
    let tuned = loop {
        let contents = JournalContents::read(&text[..], &tuning).unwrap();
        // As a kill leaves it, in the middle of a line.
        let (good, known) = (contents.good_bytes, contents.len());
        text.truncate(good as usize);
        let cancel = CancelFlag::new();
        let mut keep = |line: &[u8]| {
            left -= 1;
            text.extend_from_slice(if left < 0 { &line[..line.len() / 2] } else { line });
            left >= 0
        };
        let journal = Journal::new(contents, &mut keep);
        let tuned = tuning.run(threads, &NoClock, &cancel, Some(&journal), |_| ()).unwrap();
        drop(journal);
        if let Some(tuned) = tuned {
            break tuned;
        }
        // Two threads may each have begun a line that was not kept.
        let end = text.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        text.truncate(end + 1);
        let lines = text.iter().filter(|&&byte| byte == b'\n').count() - 1;
        assert!(lines > known, "{lines}");
        (left, stops) = (1 + 50 * stops, stops + 1);
    };
    assert!(stops > 3, "{stops}");
    assert_eq!(serde_json::to_string(&Some(tuned)).unwrap(), expected);
    let run = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["run"].as_u64();
    let mut numbers: Vec<_> = str::from_utf8(&text).unwrap().lines().skip(1).map(run).collect();
    assert!(numbers.iter().all(Option::is_some));
    numbers.sort_unstable();
    let all = numbers.len();
    numbers.dedup();
    assert_eq!(numbers.len(), all, "a run was made twice");
    // Finished, nothing is left to run.
    let contents = JournalContents::read(&text[..], &tuning).unwrap();
    let mut keep = |_: &[u8]| panic!("a run of a finished tuning");
    let journal = Journal::new(contents, &mut keep);
    let again = tuning.run(threads, &NoClock, &CancelFlag::new(), Some(&journal), |_| ()).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), expected);
}

/// Returns a line of a log with its checksum.
fn line(text: &str) -> Vec<u8> {
    let mut line = text.as_bytes().to_vec();
    quadrille_lab::checksum::add(&mut line);
    line.push(b'\n');
    line
}

#[test]
fn journals_of_others_are_refused() {
    let tuning = tuning(configuration(&LUCKY, ""));
    let other = Tuning { seed: 2, nodes: 7, ..tuning.clone() };
    let refused = |text: &[u8]| JournalContents::read(text, &tuning).unwrap_err().to_string();
    assert_eq!(
        refused(&other.journal_head()),
        "is the log of another tuning (nodes: 7 there, 2000 here; seed: 2 there, 1 here)"
    );
    let timed = Limits { time: Some(Duration::from_secs(1)), ..Limits::NONE };
    let timed = Tuning { limits: timed, ..tuning.clone() };
    assert!(refused(&timed.journal_head()).contains("(time_nanos: 1000000000 there, null here)"));
    assert!(refused(b"x\n").starts_with("line 1, column 1: "));
    // A run, a run without a solution, and what is not a run.
    let mut known = tuning.journal_head();
    known.extend_from_slice(&line(r#"{"type":"run","run":0,"nodes":5}"#));
    known.extend_from_slice(&line(r#"{"type":"run","run":1,"nodes":null}"#));
    assert_eq!(JournalContents::read(&known[..], &tuning).unwrap().len(), 2);
    for damage in ["1", "{}", r#"{"run":1}"#, r#"{"run":-1,"nodes":5}"#, r#"{"run":1,"nodes":"5"}"#]
    {
        let damage = if damage.ends_with('}') { line(damage) } else { b"1\n".to_vec() };
        let said = refused(&[known.clone(), damage].concat());
        assert!(said.starts_with("line 4, column "), "{said}");
    }
    // A changed digit.
    let at = known.iter().rposition(|&byte| byte == b'5').unwrap();
    known[at] = b'6';
    assert!(refused(&known).contains("changed after it was written"));
    assert!(JournalContents::read(&b""[..], &tuning).unwrap().is_empty());
}

/// The best setting is one in hundreds; the scale of `cooling` is what makes it findable.
#[test]
fn a_planted_setting_is_found() {
    for seed in 1..=3 {
        let base = tuning(configuration(&PLANTED, ""));
        let tuned = run(&Tuning { seed, settings: 24, races: 4, ..base }, 2).unwrap().unwrap();
        let parameters = tuned.winner.algorithm.split_once(':').unwrap().1;
        let found = configuration(&PLANTED, parameters).parameters;
        let distance = 1.0 - found.get(&COOLING);
        assert!((1e-5..1e-3).contains(&distance), "{parameters}");
        assert_eq!(found.get(&WORD), "b", "{parameters}");
        assert_eq!(tuned.claim, Claim::WinnerBetter);
    }
}

/// Where nearly no run solves a puzzle, those that come near lead.
#[test]
fn a_race_sees_more_than_failures() {
    for seed in 1..=3 {
        let base = tuning(configuration(&FLOOR, ""));
        let tuned = run(&Tuning { seed, settings: 24, races: 4, ..base }, 2).unwrap().unwrap();
        let parameters = tuned.winner.algorithm.split_once(':').unwrap().1;
        let distance = 1.0 - configuration(&FLOOR, parameters).parameters.get(&COOLING);
        assert!((3e-5..3e-4).contains(&distance), "{parameters}");
        // But nothing is claimed of it, as only solutions count.
        assert_ne!(tuned.claim, Claim::WinnerBetter);
        let figure = |standing: &quadrille_lab::tuning::Standing| standing.nodes_par10;
        assert!(tuned.standings.iter().map(figure).all(|par10| par10 > 19_000.0));
    }
}

/// An A/A test: all settings are equal, so whatever wins was lucky.
#[test]
fn nothing_is_claimed_of_parameters_without_effect() {
    let (mut others, mut single) = (0, 0);
    for seed in 0..SEEDS {
        let base = tuning(configuration(&PLACEBO, ""));
        let tuned = run(&Tuning { seed, nodes: 400, runs: 1, ..base }, 2).unwrap().unwrap();
        assert!((0.2..0.9).contains(&tuned.default.success), "{}", tuned.default.success);
        others += u64::from(tuned.claim != Claim::SameSetting);
        single += u64::from(tuned.claim == Claim::NotRepeated);
        assert_eq!(tuned.better, None, "seed {seed}: {}", tuned.verdict);
        assert!(tuned.verdict.starts_with("Nothing is claimed"), "{}", tuned.verdict);
    }
    // The given setting is one of many: nearly always another wins, and would be praised by a
    // single test now and then.
    assert!(others * 10 > SEEDS * 8, "{others}");
    assert!(single > 0);
}
const SEEDS: u64 = 30;

/// There are only three settings: draws repeat, which widens the models, but nothing loops.
#[test]
fn a_small_space_is_searched() {
    let tuned = run(&Tuning { races: 6, ..tuning(configuration(&SMALL, "")) }, 2);
    let tuned = tuned.unwrap().unwrap();
    assert_eq!(tuned.winner.algorithm, "small:step=2");
    assert!(tuned.soft_restarts > 0);
    assert_eq!(tuned.standings.iter().filter(|standing| standing.race == 1).count(), 3);
}

/// In later races the elite is measured on more, never on less.
#[test]
fn the_elite_collects_results() {
    let tuned = run(&tuning(configuration(&PLACEBO, "")), 2).unwrap().unwrap();
    let last = tuned.standings.iter().filter(|s| s.race == 3 && s.survived);
    let (least, most) = last.fold((usize::MAX, 0), |(least, most), standing| {
        (least.min(standing.puzzles), most.max(standing.puzzles))
    });
    // One pass over 12 puzzles, and 4 more in each of two races.
    assert_eq!((least, most), (20, 20));
    let winner = tuned.standings.iter().find(|standing| standing.race == 3).unwrap();
    assert_eq!(winner.algorithm, tuned.winner.algorithm);
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let refused = |tuning: &Tuning| run(tuning, 1).unwrap_err().to_string();
    assert_eq!(refused(&tuning(configuration(&HASTY, ""))), "`hasty` has no parameters to tune");
    let held = Tuning { fixed: vec!["odds".to_owned()], ..tuning(configuration(&LUCKY, "")) };
    assert_eq!(refused(&held), "`lucky` has no parameters to tune");
    let few = Tuning { training: Vec::new(), ..tuning(configuration(&LUCKY, "")) };
    assert!(refused(&few).starts_with("0 training and 24 held-out puzzles"));
    let mut few = tuning(configuration(&LUCKY, ""));
    few.held_out.truncate(9);
    assert!(refused(&few).ends_with("at least 6 and 10 are needed"));
    let cancel = CancelFlag::new();
    cancel.cancel();
    let one = NonZeroUsize::new(1).unwrap();
    let ended = tuning(configuration(&LUCKY, "")).run(one, &NoClock, &cancel, None, |_| ());
    assert!(ended.unwrap().is_none());
}
