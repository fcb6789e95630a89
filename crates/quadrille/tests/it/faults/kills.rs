//! SIGKILL at random moments.

use std::thread;

use quadrille::Rng;

use super::workload::{Site, WORKLOADS, Workload, base, finish};

/// In which part of a run kills came.
const PHASES: [(&str, f64, f64); 4] =
    [("start", 0.0, 0.15), ("early", 0.15, 0.5), ("late", 0.5, 0.85), ("end", 0.85, 1.15)];

/// Kills a workload several times, one run after the other, and then lets it complete its work.
/// Returns how many kills came in each phase.
fn kill(
    base: &std::path::Path,
    workload: &Workload,
    kills: usize,
    rng: &mut Rng,
) -> Result<[usize; PHASES.len()], String> {
    let mut site = Site::new(base, workload);
    let mut counts = [0; PHASES.len()];
    let mut left_behind = 0;
    site.reset(rng.fraction() < 0.5);
    let mut attempts = 0;
    let first_phase = rng.below(PHASES.len());
    while counts.iter().sum::<usize>() < kills {
        attempts += 1;
        if attempts > 20 * kills + 20 {
            return Err(format!("{}: only {counts:?} kills came in time", workload.name));
        }
        let phase = (first_phase + attempts) % PHASES.len();
        let (_, from, to) = PHASES[phase];
        let mut child = site.start(site.command());
        thread::sleep(site.duration.mul_f64(from + (to - from) * rng.fraction()));
        child.kill().unwrap();
        let (status, err) = finish(child);
        if status == -1 {
            counts[phase] += 1;
            left_behind += 2;
        } else if status != site.status {
            return Err(format!("{}: status {status} after a kill: {err}", workload.name));
        }
        site.check(left_behind)?;
        if status != -1 {
            site.check_complete()?;
            site.reset(rng.fraction() < 0.5);
            left_behind = 0;
        }
    }
    site.complete(left_behind)?;
    Ok(counts)
}

fn kill_all(name: &str, kills: usize) -> usize {
    let base = base(name);
    let mut rng = Rng::derive(1, &[name]);
    let (mut all, mut errors) = (0, Vec::new());
    println!("{:<24}{:>8}{:>8}{:>8}{:>8}", "SIGKILL in", "start", "early", "late", "end");
    for workload in &WORKLOADS {
        match kill(&base, workload, kills, &mut rng) {
            Ok(counts) => {
                all += counts.iter().sum::<usize>();
                let counts = counts.map(|count| format!("{count:>8}")).concat();
                println!("{:<24}{counts}", workload.name);
            }
            Err(error) => errors.push(error),
        }
    }
    println!("{all} kills, {} errors", errors.len());
    assert!(errors.is_empty(), "{errors:#?}");
    all
}

#[test]
fn a_killed_command_loses_nothing() {
    kill_all("faults-kills", 1);
}

#[test]
#[ignore = "takes minutes"]
fn many_kills_lose_nothing() {
    assert!(kill_all("faults-many-kills", 12) >= 200);
}
