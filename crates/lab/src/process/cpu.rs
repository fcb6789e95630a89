//! The processor time of another process, as Linux lists it.

use std::fs;
use std::thread;
use std::time::Duration;

/// The unit of `/proc/PID/stat`: `USER_HZ` is 100 on every machine of Linux but Alpha and IA-64.
const TICK: Duration = Duration::from_millis(10);
/// How often, and how long each time, a process is waited for that has answered and still runs.
const LOOKS: u32 = 20;
const LOOK_INTERVAL: Duration = Duration::from_micros(50);

/// The most processes of a program whose times are added up.
const MOST_PROCESSES: usize = 64;

/// Returns the processor time so far of a process and of its descendants that live or
/// were waited for; `None` if it has ended, and on other systems than Linux.
pub(super) fn of_all(pid: u32) -> Option<Duration> {
    let mut total = of(pid)?;
    let mut found = children(pid);
    let mut next = 0;
    while next < found.len() && next < MOST_PROCESSES {
        total += of(found[next]).unwrap_or_default();
        let more = children(found[next]);
        found.extend(more);
        next += 1;
    }
    Some(total)
}

/// Returns the children of a process that live.
fn children(pid: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| {
            list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()
        })
        .collect()
}

/// Returns the processor time of a process, with that of its children that ended and were waited
/// for.
fn of(pid: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, own, children) = parse(&stat)?;
    // The scheduler counts nanoseconds for each thread that lives; the sum of all threads, dead ones
    // too, is rounded down to ticks.
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let living: u64 = tasks
        .filter_map(|task| {
            let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<u64>().ok()
        })
        .sum();
    Some(own.max(Duration::from_nanos(living)) + children)
}

/// Waits a moment until the first thread of a process sleeps.
pub(super) fn settle(pid: u32) {
    for _ in 0..LOOKS {
        match fs::read_to_string(format!("/proc/{pid}/stat")).ok().as_deref().and_then(parse) {
            Some(('R', ..)) => thread::sleep(LOOK_INTERVAL),
            _ => return,
        }
    }
}

/// Reads the state, the processor time, and that of the children.
fn parse(stat: &str) -> Option<(char, Duration, Duration)> {
    // The name of the process may hold any bytes, parentheses too.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u32>().ok();
    let (own, children) = (ticks(11)? + ticks(12)?, ticks(13)? + ticks(14)?);
    Some((fields.first()?.chars().next()?, TICK * own, TICK * children))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_whatever_the_name() {
        let stat = "12 (a) R 1) S 1 12 12 0 -1 4194304 100 0 0 0 7 2 30 1 20 0 1 0 5";
        assert_eq!(parse(stat), Some(('S', TICK * 9, TICK * 31)));
        for bad in ["", "12 (a)", "12 (a) S 1 2", "12 (a) S x x x x x x x x x x x x x x"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
