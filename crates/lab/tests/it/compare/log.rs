//! The log: what goes in comes out, what is cut is known, what is damaged is named.

use quadrille_core::{Limits, NoClock, SteppingClock};
use quadrille_lab::Configuration;
use quadrille_lab::experiment::log::{
    Header, LogContents, LogError, read_log, run_line, write_preamble,
};
use quadrille_lab::experiment::{Experiment, Table, TrialRow};
use quadrille_lab::registry::Registry;

use super::bench::{experiment, run};

/// Configurations that the registry knows: a log is read by their names.
fn registered() -> Experiment {
    let configurations = "naive norvig hill-climbing annealing-r0:start=givens";
    let configurations = Configuration::parse_list(configurations).unwrap();
    Experiment { configurations, limits: Limits::nodes(2000), ..experiment() }
}

fn bad_lines() -> Vec<String> {
    vec!["made.txt:3:1: 80 cells, \"expected\" 81\n".to_owned()]
}

fn header(experiment: &Experiment) -> Header {
    Header {
        version: "quadrille 1.2.3".to_owned(),
        machine: "a machine".to_owned(),
        command: "quadrille compare \"x\"".to_owned(),
        threads: 3,
        started_seconds: 1_700_000_000,
        ..Header::of(experiment, bad_lines().len())
    }
}

fn log(experiment: &Experiment, rows: &[TrialRow]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let header = header(experiment);
    write_preamble(&mut bytes, &header, &Table::of(experiment), &bad_lines()).unwrap();
    for row in rows {
        bytes.extend(run_line(experiment, row));
    }
    bytes
}

fn read(bytes: &[u8]) -> Result<(Option<LogContents>, Vec<TrialRow>), LogError> {
    let mut rows = Vec::new();
    let contents = read_log(bytes, &Registry::default(), |_, row| rows.push(row))?;
    Ok((contents, rows))
}

#[test]
fn what_goes_in_comes_out() {
    let experiment = registered();
    let clock = SteppingClock::new(std::time::Duration::from_nanos(12_345_677));
    let rows = run(&experiment, 1, &clock);
    assert!(rows.iter().any(|row| row.trace.as_ref().is_some_and(|trace| trace.0.len() > 1)));
    let bytes = log(&experiment, &rows);
    let (contents, again) = read(&bytes).unwrap();
    assert_eq!(again, rows);
    let contents = contents.unwrap();
    assert_eq!(contents.header, header(&experiment));
    assert_eq!(contents.bad_lines, bad_lines());
    assert_eq!((contents.good_bytes, contents.cut_bytes), (bytes.len() as u64, 0));
    let table = Table::of(&experiment);
    assert_eq!(contents.table.planned, table.planned);
    assert_eq!(format!("{:?}", contents.table.instances), format!("{:?}", table.instances));
    assert_eq!(format!("{:?}", contents.table.limits), format!("{:?}", table.limits));
}

#[test]
fn a_cut_line_is_known_wherever_it_is_cut() {
    let experiment = registered();
    let rows = run(&experiment, 2, &NoClock);
    let rows = &rows[..4];
    let bytes = log(&experiment, rows);
    let preamble = log(&experiment, &[]).len();
    for length in 0..bytes.len() {
        let (contents, read) = read(&bytes[..length]).unwrap();
        match contents {
            None => assert!(length < preamble, "{length}"),
            Some(contents) => {
                assert_eq!(contents.good_bytes + contents.cut_bytes, length as u64);
                assert_eq!(read, rows[..read.len()]);
                // Continuing gives the log that nobody interrupted.
                let mut whole = bytes[..contents.good_bytes as usize].to_vec();
                for row in &rows[read.len()..] {
                    whole.extend(run_line(&experiment, row));
                }
                assert_eq!(whole, bytes);
            }
        }
    }
}

#[test]
fn damage_is_named_with_its_line() {
    let experiment = registered();
    let rows = run(&experiment, 2, &NoClock);
    let bytes = log(&experiment, &rows[..3]);
    let text = String::from_utf8(bytes.clone()).unwrap();
    let head = experiment.instances.len() + 2;
    let changed = read(text.replacen("\"run\":2,", "\"run\":3,", 1).as_bytes()).unwrap_err();
    assert!(changed.to_string().contains("was changed after it was written"), "{changed}");
    // Early logs have no checksums.
    let lead = ",\"checksum_with_seconds\":\"";
    let text: String = text
        .lines()
        .map(|line| format!("{}}}\n", &line[..line.find(lead).expect("a checksum")]))
        .collect();
    assert_eq!(read(text.as_bytes()).unwrap().1.len(), 3);
    let say = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    let line = text.lines().nth(head).unwrap();
    let twice = say(&format!("{text}{line}\n"));
    assert_eq!(
        twice,
        format!("line {}, column 1: run 0 is repeated; the log is damaged", head + 4)
    );
    let unknown = say(&text.replace("\"run\":2,", "\"run\":9999,"));
    assert_eq!(
        unknown,
        format!("line {}, column 1: there is no run 9999; the log is damaged", head + 3)
    );
    let garbled = say(&text.replacen("\"repetition\"", "\"repetiti", 1));
    assert!(garbled.starts_with(&format!("line {}, column ", head + 1)), "{garbled}");
    assert!(!garbled.contains("line 1 column"), "{garbled}");
    let configuration = say(&text.replacen("[\"naive\"", "[\"naiv\"", 1));
    assert!(configuration.contains("did you mean `naive`?"), "{configuration}");
    let twice = say(&text.replacen("\"norvig\"", "\"naive\"", 1));
    assert!(twice.starts_with("`naive` is named twice"), "{twice}");
    let other = say(&text.replacen("\"format\":1", "\"format\":7", 1));
    assert!(other.contains("format 7"), "{other}");
    assert!(matches!(read(b"hello\n"), Err(LogError::Damaged { line: 1, column: 1, .. })));
    assert!(read(b"").unwrap().0.is_none());
}

#[test]
fn only_the_same_experiment_continues() {
    let experiment = registered();
    let first = header(&experiment);
    let differences = |change: &dyn Fn(&mut Experiment)| {
        let mut other = experiment.clone();
        change(&mut other);
        first.require_same(&header(&other)).err().unwrap_or_default()
    };
    assert_eq!(differences(&|_| ()), "");
    assert_eq!(differences(&|e| e.seed = 2), "seed: 1 there, 2 here");
    assert_eq!(differences(&|e| e.runs = 9), "runs: 3 there, 9 here");
    assert_eq!(differences(&|e| e.limits = Limits::NONE), "nodes: 2000 there, no limit here");
    assert_eq!(differences(&|e| e.instances.swap(0, 5)), "the puzzles differ");
    assert_eq!(differences(&|e| drop(e.instances.pop())), "puzzles: 13 there, 12 here");
    assert_eq!(
        differences(&|e| e.configurations.truncate(1)),
        "algorithms: naive norvig hill-climbing annealing-r0:start=givens there, naive here"
    );
    // Another machine, number of threads or day is the same experiment.
    let elsewhere = Header { version: first.version.clone(), ..Header::of(&experiment, 0) };
    assert_eq!(first.require_same(&elsewhere), Ok(()));
    let newer = Header { version: "quadrille 2.0.0".to_owned(), ..header(&experiment) };
    let newer = first.require_same(&newer).unwrap_err();
    assert_eq!(newer, "version: quadrille 1.2.3 there, quadrille 2.0.0 here");
}
