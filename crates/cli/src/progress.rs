//! Progress of many runs, on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Common;

/// Done, all, and the time left, where somebody sees it.
pub(crate) fn bar(common: &Common, runs: u64) -> ProgressBar {
    if common.quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(runs), ProgressDrawTarget::stderr_with_hz(10));
    let template = "{bar:30} {human_pos}/{human_len} runs, {elapsed} so far, {eta} left {msg}";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A sign of life with a message, for work whose length nobody knows.
pub(crate) fn spinner(common: &Common) -> ProgressBar {
    if common.quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
