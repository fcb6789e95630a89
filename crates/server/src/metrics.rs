//! Counts for operators, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the histogram in seconds.
const BOUNDS: [f64; 8] = [0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0];

/// What is counted.
#[derive(Default)]
pub(crate) struct Metrics(Mutex<Counts>);

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
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.requests.entry((route, status)).or_default() += 1;
        let seconds = time.as_secs_f64();
        for (count, bound) in counts.times.iter_mut().zip(BOUNDS) {
            *count += u64::from(seconds <= bound);
        }
        counts.all += 1;
        counts.seconds += seconds;
    }

    /// Returns the counts, with these gauges.
    pub(crate) fn text(&self, gauges: &[(&str, usize)]) -> String {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
        for (name, value) in gauges {
            let _ = writeln!(text, "# TYPE quadrille_{name} gauge\nquadrille_{name} {value}");
        }
        text
    }
}
