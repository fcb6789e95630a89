//! Progress bars on standard error, if that is a terminal.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::text::Position;
use crate::context::Context;

/// Work that ends sooner shows no progress.
const APPEARS_AFTER: Duration = Duration::from_millis(500);
/// How often the time and the spinner are drawn again.
const TICK: Duration = Duration::from_millis(200);

/// What a search says about its progress, again and again.
pub(crate) type Said = Box<dyn Fn() -> String + Send>;

impl Context {
    /// Shows progress toward a known total of units such as "runs", with the rate and the time
    /// left.
    pub(crate) fn progress_bar(&self, total: u64, unit: &str) -> ProgressBar {
        let template = format!(
            "{{bar:20}} {{human_pos}}/{{human_len}} {unit}, {{rate}}, {{eta}} left {{wide_msg}}"
        );
        let write_rate = |state: &ProgressState, out: &mut dyn Write| {
            // An error has nowhere to go.
            let _ = out.write_str(&rate_text(state.per_sec()));
        };
        self.bar(Some(total), style(&template).with_key("rate", write_rate), None)
    }

    /// Shows progress toward a known total of units that are searched for, and what the search says.
    pub(crate) fn search_bar(&self, total: u64, unit: &str, said: Said) -> ProgressBar {
        let template =
            format!("{{bar:20}} {{human_pos}}/{{human_len}} {unit}, {{elapsed}}, {{wide_msg}}");
        self.bar(Some(total), style(&template), Some(said))
    }

    /// Shows a message while work of unknown length is happening.
    pub(crate) fn spinner(&self) -> ProgressBar {
        self.bar(None, style("{spinner} {elapsed} {wide_msg}"), None)
    }

    /// Shows how many puzzles are answered, and the time left if the size of the inputs is known.
    pub(crate) fn reading_progress(&self, position: Position) -> ReadingProgress {
        let template = match position.size {
            Some(_) => "{bar:20} {percent}%, {puzzles}, {eta} left",
            None => "{spinner} {elapsed} {puzzles}",
        };
        let answered = Arc::new(AtomicU64::new(0));
        let shown = answered.clone();
        let write_puzzles = move |state: &ProgressState, out: &mut dyn Write| {
            let answered = shown.load(Ordering::Relaxed);
            let rate = answered as f64 / state.elapsed().as_secs_f64().max(1e-9);
            // An error has nowhere to go.
            let _ = write!(out, "{answered} puzzles, {}", rate_text(rate));
        };
        let bar = self.bar(position.size, style(template).with_key("puzzles", write_puzzles), None);
        ReadingProgress { bar, answered, position }
    }

    fn bar(&self, total: Option<u64>, style: ProgressStyle, said: Option<Said>) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        if self.messages.is_quiet() {
            return bar;
        }
        bar.set_style(style);
        let later = bar.downgrade();
        let show = move || {
            thread::sleep(APPEARS_AFTER);
            if let Some(bar) = later.upgrade().filter(|bar| !bar.is_finished()) {
                bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            }
            while let Some(bar) = later.upgrade().filter(|bar| !bar.is_finished()) {
                if let Some(said) = &said {
                    bar.set_message(said());
                }
                bar.tick();
                drop(bar);
                thread::sleep(TICK);
            }
        };
        // Where the system starts no more threads, the bar stays hidden, and the work continues.
        let _ = thread::Builder::new().spawn(show);
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
    /// Shows how many puzzles are answered.
    pub(crate) fn update(&self, answered: u64) {
        self.answered.store(answered, Ordering::Relaxed);
        self.bar.set_position(self.position.bytes());
    }

    /// Writes to the terminal while the bar is hidden.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
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
