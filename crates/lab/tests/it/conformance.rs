//! What every configuration must do, whatever it is. There is no list of exceptions.

use std::collections::HashSet;
use std::time::Duration;

use quadrille_core::{
    BoxShape, CancelFlag, Counter, Counters, Event, Limits, NoClock, Observer, Outcome, Puzzle,
    Rng, Status, SteppingClock, Stop, validate,
};
use quadrille_formats::{Pencilmark, ReadOptions, read_text};
use quadrille_lab::algorithms::ENTRIES;
use quadrille_lab::registry::{Kind, Value};
use quadrille_lab::source::RandomNorvig;
use quadrille_lab::{Configuration, Entry};

use crate::boards::{HARD1, NEWSPAPER, erased, nine, oracle, puzzle, shape, with_edges};

/// Propagation sees nothing wrong with it.
const NO_SOLUTION: &str =
    ".1.4.6....63..5..7.........6........25.......3...4..91..6.....9.....2.........1..";

/// A 4x4 whose first row has these pencilmarks, and all others all.
fn pencilmarks(first_row: &str) -> Puzzle {
    let text = format!("{first_row}{}", "1234".repeat(12));
    let read = read_text(&Pencilmark, text.as_bytes(), &ReadOptions::default());
    read.into_iter().next().expect("a line").expect("pencilmarks")
}

/// Boards of every kind, each with whether it has a solution.
fn boards() -> Vec<(&'static str, Puzzle, bool)> {
    let norvig =
        |side, index| RandomNorvig { shape: BoxShape::of_side(side).unwrap(), seed: 5 }.get(index);
    let mut rng = Rng::from_seed(6);
    let four = shape(2, 2);
    let solved = "1234341221434321";
    let edged_solved = [(0, 1), (1, 2), (10, 11)];
    vec![
        ("empty 4x4", puzzle(four, &".".repeat(16), &[]), true),
        ("4x4", puzzle(four, "1.........2.....", &[]), true),
        ("4x4 with edges", puzzle(four, "1.........2.....", &[(1, 5), (10, 11)]), true),
        ("solved 4x4", puzzle(four, solved, &[]), true),
        ("solved 4x4 with edges", puzzle(four, solved, &edged_solved), true),
        ("4x4 without solution, seen by propagation", puzzle(four, "12........3...4.", &[]), false),
        ("4x4 with pencilmarks", pencilmarks("12..1234.23.1234"), true),
        ("4x4 with pencilmarks, without solution", pencilmarks("12..12..12..1234"), false),
        ("6x6", norvig(6, 0), true),
        ("6x6 with edges", with_edges(shape(2, 3), &mut rng), true),
        ("6x6 with upright boxes", puzzle(shape(3, 2), &format!("1{}", ".".repeat(35)), &[]), true),
        ("Latin square 5x5", puzzle(shape(1, 5), "12345....................", &[]), true),
        ("easy 9x9", nine(NEWSPAPER), true),
        ("hard 9x9", nine(HARD1), true),
        ("9x9 with edges", with_edges(BoxShape::NINE, &mut rng), true),
        ("9x9 without solution", nine(NO_SOLUTION), false),
        ("16x16", erased(shape(4, 4), 65, &mut rng), true),
        ("25x25", erased(shape(5, 5), 75, &mut rng), true),
    ]
}

/// Remembers everything that a run tells, in full.
#[derive(Default, PartialEq, Debug)]
struct Trace(Vec<(Counters, String)>);

impl Observer for Trace {
    fn event(&mut self, at: &Counters, event: Event<'_>) {
        self.0.push((*at, format!("{event:?}")));
    }
}

fn traced(
    configuration: &Configuration,
    puzzle: &Puzzle,
    seed: u64,
    budget: Limits,
) -> (Outcome, Trace) {
    let mut trace = Trace::default();
    let outcome = configuration
        .run(puzzle, seed, budget, &CancelFlag::new(), &NoClock, Some(&mut trace))
        .unwrap();
    (outcome, trace)
}

/// The configuration at its defaults, and once for every other choice or end of range of a parameter.
fn variants(entry: &'static Entry) -> Vec<Configuration> {
    let mut all = vec![Configuration::of(entry)];
    for parameter in entry.parameters {
        let values: Vec<String> = match parameter.kind {
            Kind::Choice(words) => words.iter().map(ToString::to_string).collect(),
            Kind::Integer(low, high) => vec![low.to_string(), high.to_string()],
            Kind::Real(low, high) => vec![low.to_string(), high.to_string()],
            other => panic!("{other:?}: say what to try"),
        };
        for value in values {
            let name = format!("{}:{}={value}", entry.id, parameter.name);
            all.push(Configuration::parse(&name).unwrap());
        }
    }
    all
}

/// Every variant of every entry on every board that it supports.
fn each(mut check: impl FnMut(&Configuration, &str, &Puzzle, bool)) {
    let boards = boards();
    for entry in ENTRIES {
        for configuration in variants(entry) {
            for (name, puzzle, solvable) in &boards {
                if (entry.supports)(puzzle) {
                    check(&configuration, name, puzzle, *solvable);
                }
            }
        }
    }
}

fn same(a: &Outcome, b: &Outcome) -> bool {
    (a.stop, a.counters, a.memory) == (b.stop, b.counters, b.memory)
        && a.solution == b.solution
        && a.refused == b.refused
}

#[test]
fn entries_are_well_formed() {
    let mut ids = HashSet::new();
    for entry in ENTRIES {
        let id = entry.id;
        assert!(ids.insert(id), "{id} twice");
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(id.chars().all(kebab) && !id.starts_with('-') && !id.ends_with('-'), "{id}");
        assert!(!entry.title.is_empty() && !entry.source.is_empty(), "{id}");
        assert!(entry.about.ends_with('.'), "{id}: sentences");
        assert!(entry.counters.contains(&entry.nodes), "{id}: counts its nodes");
        assert_eq!(entry.counters.iter().collect::<HashSet<_>>().len(), entry.counters.len());
        assert!(!entry.may_be_wrong || entry.flaw.is_some(), "{id}: wrong without a flaw");
        assert!(!entry.may_be_wrong || id.ends_with("-original"), "{id}: wrong and not original");
        let mut names = HashSet::new();
        for parameter in entry.parameters {
            assert!(names.insert(parameter.name), "{id}: {} twice", parameter.name);
            assert!(!parameter.help.is_empty(), "{id}: {}", parameter.name);
            let text = parameter.default.to_string();
            assert_eq!(parameter.kind.parse(&text), Some(parameter.default), "{id}: {text}");
            if let (Kind::Real(low, high), Value::Real(default)) =
                (parameter.kind, parameter.default)
            {
                assert!(low < high && default.is_finite(), "{id}: {}", parameter.name);
            }
        }
        for configuration in variants(entry) {
            assert_eq!(
                Configuration::parse(&configuration.to_string()).unwrap().to_string(),
                configuration.to_string()
            );
        }
    }
}

#[test]
fn unsupported_boards_are_said_so() {
    for entry in ENTRIES {
        let mut supported = 0;
        for (name, puzzle, _) in boards() {
            let outcome = Configuration::of(entry)
                .run(&puzzle, 1, Limits::nodes(10), &CancelFlag::new(), &NoClock, None)
                .unwrap();
            let supports = (entry.supports)(&puzzle);
            supported += usize::from(supports);
            assert_eq!(outcome.stop != Stop::Unsupported, supports, "{} on {name}", entry.id);
            assert!(supports || outcome.counters == Counters::default());
        }
        assert!(supported > 0, "{} supports nothing", entry.id);
    }
}

#[test]
fn budgets_are_obeyed_exactly() {
    each(|configuration, name, puzzle, _| {
        let nodes = configuration.entry.nodes;
        // What it does when it may do more than any of the limits.
        let free = configuration
            .run(puzzle, 1, Limits::nodes(1001), &CancelFlag::new(), &NoClock, None)
            .unwrap();
        let needed = free.counters[nodes];
        for limit in [0, 1, 1000] {
            let (cut, trace) = traced(configuration, puzzle, 1, Limits::nodes(limit));
            let told = format!("{configuration} on {name}, {limit} nodes: {:?}", cut.stop);
            if needed > limit {
                assert_eq!((cut.stop, cut.counters[nodes]), (Stop::Nodes, limit), "{told}");
                assert!(cut.solution.is_none() && cut.refused.is_none(), "{told}");
            } else {
                assert!(same(&cut, &free), "{told}, {:?} without", free.stop);
            }
            // And at no moment on the way.
            assert!(trace.0.iter().all(|(at, _)| at[nodes] <= limit), "{told}");
        }
        let evaluations = Limits { evaluations: Some(10), ..Limits::nodes(1000) };
        let cut =
            configuration.run(puzzle, 1, evaluations, &CancelFlag::new(), &NoClock, None).unwrap();
        assert!(cut.counters[Counter::Evaluated] <= 10, "{configuration} on {name}");
    });
}

#[test]
fn memory_is_bounded() {
    each(|configuration, name, puzzle, _| {
        let free = configuration
            .run(puzzle, 1, Limits::nodes(300), &CancelFlag::new(), &NoClock, None)
            .unwrap();
        for limit in [0, 5_000] {
            let budget = Limits { memory: Some(limit), ..Limits::nodes(300) };
            let cut =
                configuration.run(puzzle, 1, budget, &CancelFlag::new(), &NoClock, None).unwrap();
            assert!(cut.memory <= limit, "{configuration} on {name}: {}", cut.memory);
            if free.memory > limit {
                assert_eq!(cut.stop, Stop::Memory, "{configuration} on {name}");
            } else {
                assert!(same(&free, &cut), "{configuration} on {name}");
            }
        }
    });
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    each(|configuration, name, puzzle, _| {
        let budget = Limits::nodes(300);
        let (outcome, trace) = traced(configuration, puzzle, 1, budget);
        let (again, trace_again) = traced(configuration, puzzle, 1, budget);
        assert!(same(&outcome, &again) && trace == trace_again, "{configuration} on {name}");
        // Nor does it matter whether anyone looks, or at what times the clock is read.
        assert!(same(
            &outcome,
            &configuration.run(puzzle, 1, budget, &CancelFlag::new(), &NoClock, None).unwrap()
        ));
        let clock = SteppingClock::new(Duration::from_micros(300));
        let timed = Limits { time: Some(Duration::from_secs(3600)), ..budget };
        let mut trace_timed = Trace::default();
        let timed = configuration
            .run(puzzle, 1, timed, &CancelFlag::new(), &clock, Some(&mut trace_timed))
            .unwrap();
        assert!(same(&outcome, &timed) && trace == trace_timed, "{configuration} on {name}, timed");
        if configuration.entry.deterministic {
            let other =
                configuration.run(puzzle, 2, budget, &CancelFlag::new(), &NoClock, None).unwrap();
            assert!(same(&outcome, &other), "{configuration} on {name} depends on the seed");
        }
    });
}

#[test]
fn claims_are_true_and_counts_declared() {
    each(|configuration, name, puzzle, solvable| {
        let entry = configuration.entry;
        let (outcome, trace) = traced(configuration, puzzle, 1, Limits::nodes(2_000));
        let told = format!("{configuration} on {name}: {:?}", outcome.stop);
        match outcome.stop.status() {
            Status::Solved => {
                let solution = outcome.solution.expect("a solved run has its solution");
                assert_eq!(validate(puzzle, &solution.grid().snapshot()), Ok(()), "{told}");
            }
            Status::Wrong => assert!(entry.may_be_wrong && outcome.refused.is_some(), "{told}"),
            Status::None => assert!(!solvable || entry.may_be_wrong, "{told}"),
            Status::Stuck => assert!(!entry.complete, "{told}"),
            Status::Limit => assert_eq!(outcome.stop, Stop::Nodes, "{told}"),
            other => panic!("{told}: {other}"),
        }
        for counter in Counter::ALL {
            let declared = entry.counters.contains(&counter);
            assert!(declared || outcome.counters[counter] == 0, "{told}: {}", counter.id());
        }
        assert_eq!(trace.0.first().map(|(_, event)| event.as_str()), Some("Started"), "{told}");
        let stopped = format!("Stopped({:?})", outcome.stop);
        assert_eq!(trace.0.last(), Some(&(outcome.counters, stopped)), "{told}");
        for pair in trace.0.windows(2) {
            for counter in Counter::ALL {
                assert!(pair[0].0[counter] <= pair[1].0[counter], "{told}: {}", counter.id());
            }
        }
    });
}

#[test]
fn small_boards_are_solved_by_complete_methods() {
    for (name, puzzle, _) in boards() {
        if puzzle.shape().side() > 6 {
            continue;
        }
        let solvable = !oracle(&puzzle, 1).is_empty();
        for entry in ENTRIES.iter().filter(|e| e.complete && !e.may_be_wrong) {
            if (entry.supports)(&puzzle) {
                let outcome = Configuration::of(entry)
                    .run(&puzzle, 1, Limits::NONE, &CancelFlag::new(), &NoClock, None)
                    .unwrap();
                let expected = if solvable { Stop::Solved } else { Stop::ProvedNone };
                assert_eq!(outcome.stop, expected, "{} on {name}", entry.id);
            }
        }
    }
}

#[test]
fn a_raised_flag_stops_at_once() {
    each(|configuration, name, puzzle, _| {
        let budget = Limits::nodes(5);
        let free =
            configuration.run(puzzle, 1, budget, &CancelFlag::new(), &NoClock, None).unwrap();
        let cancel = CancelFlag::new();
        cancel.cancel();
        let outcome = configuration.run(puzzle, 1, budget, &cancel, &NoClock, None).unwrap();
        let nodes = outcome.counters[configuration.entry.nodes];
        // A run that never counts anything is over before anyone could raise the flag.
        let over = same(&free, &outcome) && free.counters[configuration.entry.nodes] == 0;
        assert!(over || (outcome.stop, nodes) == (Stop::Cancelled, 0), "{configuration} on {name}");
    });
}

#[test]
fn time_ends_every_run() {
    each(|configuration, name, puzzle, _| {
        let clock = SteppingClock::new(Duration::from_millis(1));
        let budget = Limits { time: Some(Duration::from_millis(30)), ..Limits::NONE };
        let outcome =
            configuration.run(puzzle, 1, budget, &CancelFlag::new(), &clock, None).unwrap();
        // Each look at this clock takes a millisecond, and between two looks lies at most a block.
        let nodes = outcome.counters[configuration.entry.nodes];
        let late = outcome.stop == Stop::Time && nodes > 31 * 1024;
        assert!(!late, "{configuration} on {name}: {nodes} nodes in 30 looks");
    });
}

#[test]
fn a_limit_on_evaluations_ends_none_that_makes_none() {
    let budget = Limits { evaluations: Some(1000), ..Limits::NONE };
    let makes_none = |entry: &&&Entry| !entry.counters.contains(&Counter::Evaluated);
    let may_never_end: Vec<_> =
        ENTRIES.iter().filter(|entry| !entry.complete).filter(makes_none).collect();
    assert!(may_never_end.len() > 5);
    for entry in may_never_end {
        let configuration = Configuration::of(entry);
        let granted = configuration.with_defaults(budget);
        assert_eq!(granted.time, Some(Configuration::DEFAULT_TIME), "{configuration}");
        let clock = SteppingClock::new(Duration::from_secs(1));
        let outcome =
            configuration.run(&nine(HARD1), 1, budget, &CancelFlag::new(), &clock, None).unwrap();
        assert!(outcome.stop != Stop::Evaluations, "{configuration}: {:?}", outcome.stop);
    }
    // It is enough for those that make some.
    let granted = Configuration::parse("tabu").unwrap().with_defaults(budget);
    assert_eq!(granted.time, None);
}
