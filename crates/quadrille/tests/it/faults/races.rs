//! Processes that write to the same place at once.

use std::fs;
use std::process::Stdio;
use std::thread;

use quadrille::Rng;

use super::workload::{Site, WORKLOADS, Workload, base, finish};
use crate::program::{PUZZLE, command, directory};

/// Starts a workload in several processes at about the same time. Returns how many succeeded.
fn race(site: &mut Site<'_>, processes: usize, rng: &mut Rng) -> Result<usize, String> {
    site.reset(false);
    let mut children = Vec::new();
    for _ in 0..processes {
        children.push(site.start(site.command()));
        thread::sleep(site.duration.mul_f64(0.4 * rng.fraction().powi(2)));
    }
    let mut won = 0;
    for child in children {
        let (status, err) = finish(child);
        if status == site.status {
            won += 1;
        } else if !(status == 2 && err.contains("another process")) {
            return Err(format!("{}: status {status}: {err}", site.workload.name));
        }
    }
    if won == 0 {
        return Err(format!("{}: no process succeeded", site.workload.name));
    }
    site.check(0)?;
    site.check_complete()?;
    Ok(won)
}

fn race_all<'a>(name: &str, workloads: impl Iterator<Item = &'a Workload>, rounds: usize) -> usize {
    let base = base(name);
    let mut rng = Rng::derive(1, &[name]);
    let (mut all, mut errors) = (0, Vec::new());
    println!("{:<24}{:>8}{:>10}{:>10}", "races of", "races", "succeeded", "refused");
    for workload in workloads {
        let mut site = Site::new(&base, workload);
        let (mut won, mut started) = (0, 0);
        for round in 0..rounds {
            let processes = 2 + round % 2;
            match race(&mut site, processes, &mut rng) {
                Ok(number) => {
                    all += 1;
                    (won, started) = (won + number, started + processes);
                }
                Err(error) => errors.push(error),
            }
        }
        println!("{:<24}{rounds:>8}{won:>10}{:>10}", workload.name, started - won);
    }
    println!("{all} races, {} errors", errors.len());
    assert!(errors.is_empty(), "{errors:#?}");
    all
}

#[test]
fn of_two_writers_one_wins_or_both_are_right() {
    let names = ["compare", "merge", "report", "tune", "solve", "match", "tournament", "man DIR"];
    let chosen = WORKLOADS.iter().filter(|workload| names.contains(&workload.name));
    assert_eq!(race_all("faults-races", chosen, 1), names.len());
}

#[test]
#[ignore = "takes minutes"]
fn many_writers_lose_nothing() {
    assert!(race_all("faults-many-races", WORKLOADS.iter(), 4) >= 20);
}

/// Comparisons without a directory of their own move earlier ones aside, and not those that are
/// being written.
#[test]
fn a_comparison_that_is_written_is_not_moved_aside() {
    let here = directory("faults-aside");
    let arguments = ["compare", "--algorithms=dfs-mrv,tabu", "--puzzles", PUZZLE, "--runs=100"];
    let mut won = 0;
    for _ in 0..3 {
        let start = |_| {
            let mut one = command(&here, &arguments);
            one.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        for child in (0..3).map(start).collect::<Vec<_>>() {
            let (status, err) = finish(child);
            assert!(status == 0 || status == 2 && err.contains("another process"), "{err}");
            won += usize::from(status == 0);
        }
    }
    let directories: Vec<_> = fs::read_dir(&here).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(directories.len(), won);
    for directory in directories {
        let log = fs::read_to_string(directory.join("runs.jsonl")).unwrap();
        assert_eq!(log.matches("{\"type\":\"run\"").count(), 101 + 2, "{}", directory.display());
    }
}
