//! Counts for operators, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::process;

/// Upper bounds of the histogram in seconds.
const BOUNDS: [f64; 8] = [0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0];

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    requests: Mutex<Counts>,
    /// Puzzles that were searched.
    pub(crate) puzzles: AtomicU64,
    /// Events that slow readers have missed.
    pub(crate) dropped: AtomicU64,
}

#[derive(Default)]
struct Counts {
    /// By route and status.
    requests: BTreeMap<(&'static str, u16), u64>,
    times: [u64; BOUNDS.len()],
    all: u64,
    seconds: f64,
}

impl Metrics {
    /// Counts a request.
    pub(crate) fn add(&self, route: &'static str, status: u16, time: Duration) {
        let mut counts = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.requests.entry((route, status)).or_default() += 1;
        let seconds = time.as_secs_f64();
        for (count, bound) in counts.times.iter_mut().zip(BOUNDS) {
            *count += u64::from(seconds <= bound);
        }
        counts.all += 1;
        counts.seconds += seconds;
    }

    /// Returns the counts, with the number of jobs in each state, and these gauges.
    pub(crate) fn text(&self, jobs: &[(&str, usize)], gauges: &[(&str, usize)]) -> String {
        let counts = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = "# TYPE quadrille_requests_total counter\n".to_owned();
        for ((route, code), count) in &counts.requests {
            let _ = writeln!(
                text,
                "quadrille_requests_total{{route=\"{route}\",code=\"{code}\"}} {count}"
            );
        }
        text += "# TYPE quadrille_request_seconds histogram\n";
        for (bound, count) in BOUNDS.iter().zip(counts.times) {
            let _ = writeln!(text, "quadrille_request_seconds_bucket{{le=\"{bound}\"}} {count}");
        }
        let all = counts.all;
        let _ = writeln!(text, "quadrille_request_seconds_bucket{{le=\"+Inf\"}} {all}");
        let _ = writeln!(text, "quadrille_request_seconds_sum {}", counts.seconds);
        let _ = writeln!(text, "quadrille_request_seconds_count {all}");
        let totals = [("puzzles_solved", &self.puzzles), ("events_dropped", &self.dropped)];
        for (name, count) in totals {
            let name = format!("quadrille_{name}_total");
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(text, "# TYPE {name} counter\n{name} {count}");
        }
        if let Some((memory, seconds)) = process::usage() {
            text += "# TYPE process_resident_memory_bytes gauge\n";
            let _ = writeln!(text, "process_resident_memory_bytes {memory}");
            text += "# TYPE process_cpu_seconds_total counter\n";
            let _ = writeln!(text, "process_cpu_seconds_total {seconds}");
        }
        text += "# TYPE quadrille_jobs gauge\n";
        for (state, count) in jobs {
            let _ = writeln!(text, "quadrille_jobs{{state=\"{state}\"}} {count}");
        }
        for (name, value) in gauges {
            let _ = writeln!(text, "# TYPE quadrille_{name} gauge\nquadrille_{name} {value}");
        }
        text
    }
}
