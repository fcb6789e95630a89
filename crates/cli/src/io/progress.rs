//! Progress bars on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::context::Context;

impl Context {
    /// Shows progress toward a known total, such as "runs".
    pub(crate) fn progress_bar(&self, total: u64) -> ProgressBar {
        let template = "{bar:30} {human_pos}/{human_len} runs, {elapsed} so far, {eta} left {msg}";
        self.bar(Some(total), template)
    }

    /// Shows a message while work of unknown length is going on.
    pub(crate) fn spinner(&self) -> ProgressBar {
        self.bar(None, "{spinner} {msg}")
    }

    fn bar(&self, total: Option<u64>, template: &str) -> ProgressBar {
        if self.messages.is_quiet() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(10));
        bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }
}
