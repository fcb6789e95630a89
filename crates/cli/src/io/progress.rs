//! Progress bars on standard error.

use std::fmt::Write;
use std::thread;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::context::Context;

/// Work that ends sooner shows no progress.
const APPEARS_AFTER: Duration = Duration::from_millis(500);

impl Context {
    /// Shows progress toward a known total of units such as "runs", with the rate and the time
    /// left.
    pub(crate) fn progress_bar(&self, total: u64, unit: &str) -> ProgressBar {
        let template = format!(
            "{{bar:20}} {{human_pos}}/{{human_len}} {unit}, {{rate}}, {{eta}} left {{wide_msg}}"
        );
        self.bar(Some(total), &template)
    }

    /// Shows a message while work of unknown length is going on.
    pub(crate) fn spinner(&self) -> ProgressBar {
        self.bar(None, "{spinner} {elapsed} {wide_msg}")
    }

    fn bar(&self, total: Option<u64>, template: &str) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        if self.messages.is_quiet() {
            return bar;
        }
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        bar.set_style(style.with_key("rate", write_rate));
        bar.enable_steady_tick(Duration::from_millis(200));
        let later = bar.downgrade();
        thread::spawn(move || {
            thread::sleep(APPEARS_AFTER);
            if let Some(bar) = later.upgrade().filter(|bar| !bar.is_finished()) {
                bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            }
        });
        bar
    }
}

/// Writes the units per second: whole numbers, except small ones.
fn write_rate(state: &ProgressState, out: &mut dyn Write) {
    let rate = state.per_sec();
    // An error has nowhere to go.
    let _ = if rate < 100.0 {
        write!(out, "{rate:.1}/s")
    } else {
        write!(out, "{}/s", HumanCount(rate as u64))
    };
}
