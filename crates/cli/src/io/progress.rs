//! Progress bars on standard error.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::input::Position;
use super::output::Output;
use crate::context::Context;

/// How long work may take before progress is worth showing.
const TICK: Duration = Duration::from_millis(200);

impl Context {
    /// Shows progress toward a known total, such as "runs".
    pub(crate) fn progress_bar(&self, total: u64) -> ProgressBar {
        let template = "{bar:30} {human_pos}/{human_len} runs, {elapsed} so far, {eta} left {msg}";
        self.bar(Some(total), style(template))
    }

    /// Shows a message while work of unknown length is going on.
    pub(crate) fn spinner(&self) -> ProgressBar {
        self.bar(None, style("{spinner} {msg}"))
    }

    /// Shows how many puzzles are answered, and how many seconds are left if the size of the inputs
    /// is known. Nothing is shown if answers appear on the terminal.
    pub(crate) fn reading_progress(&self, position: Position, out: &Output) -> ReadingProgress {
        if out.is_terminal() {
            return ReadingProgress {
                bar: ProgressBar::hidden(),
                answered: Arc::default(),
                position,
            };
        }
        let answered = Arc::new(AtomicU64::new(0));
        let template = match position.size {
            Some(_) => "{bar:30} {percent}%, {puzzles}, {elapsed} so far, {eta} left",
            None => "{spinner} {puzzles}, {elapsed}",
        };
        let shown = answered.clone();
        let style = style(template).with_key(
            "puzzles",
            move |state: &ProgressState, text: &mut dyn Write| {
                let answered = shown.load(Ordering::Relaxed);
                let rate = answered as f64 / state.elapsed().as_secs_f64().max(1e-9);
                let _ = write!(text, "{answered} puzzles, {}", rate_text(rate));
            },
        );
        ReadingProgress { bar: self.bar(position.size, style), answered, position }
    }

    fn bar(&self, total: Option<u64>, style: ProgressStyle) -> ProgressBar {
        if self.messages.is_quiet() || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(10));
        bar.set_style(style);
        bar.enable_steady_tick(TICK);
        bar
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is valid")
}

/// Progress through the inputs of a command.
pub(crate) struct ReadingProgress {
    bar: ProgressBar,
    answered: Arc<AtomicU64>,
    position: Position,
}

impl ReadingProgress {
    /// Shows that so many puzzles are answered.
    pub(crate) fn update(&self, answered: u64) {
        self.answered.store(answered, Ordering::Relaxed);
        self.bar.set_position(self.position.bytes());
    }

    /// Removes the bar from the terminal.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Returns a rate in three significant digits, such as `1.47 M/s`.
pub(crate) fn rate_text(per_second: f64) -> String {
    let (value, unit) = match per_second {
        ..1e3 => (per_second, ""),
        1e3..1e6 => (per_second / 1e3, " k"),
        1e6..1e9 => (per_second / 1e6, " M"),
        _ => (per_second / 1e9, " G"),
    };
    let decimals = match value {
        ..10.0 => 2,
        10.0..100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}{unit}/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        for (rate, text) in [
            (0.0, "0.00/s"),
            (7.25, "7.25/s"),
            (999.4, "999/s"),
            (1000.0, "1.00 k/s"),
            (54_321.0, "54.3 k/s"),
            (1_470_046.865_4, "1.47 M/s"),
            (2.5e9, "2.50 G/s"),
        ] {
            assert_eq!(rate_text(rate), text);
        }
    }
}
