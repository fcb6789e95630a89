//! What happens when the program panics: one line that says how to report it, and exit status 3.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{IsTerminal, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::printable;

use crate::exit::Exit;

/// Where bugs are reported.
const REPORT_TO: &str = "the maintainers of quadrille, with the command and its input";

/// Runs the program. A panic, on whatever thread, is reported on standard error and makes the exit
/// status [`Exit::Internal`].
pub(crate) fn guard(run: impl FnOnce() -> Exit) -> Exit {
    let panicked = Arc::new(AtomicBool::new(false));
    let seen = panicked.clone();
    panic::set_hook(Box::new(move |info| {
        // A panic of a worker makes other threads panic too. The first one says why.
        if !seen.swap(true, Ordering::Relaxed) {
            report(info);
        }
    }));
    // Nothing of the program is used afterwards.
    match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(exit) if !panicked.load(Ordering::Relaxed) => exit,
        _ => Exit::Internal,
    }
}

fn report(info: &PanicHookInfo<'_>) {
    let message = message(info, std::io::stderr().is_terminal());
    // If standard error is closed, there is no place to report it.
    let _ = std::io::stderr().lock().write_all(message.as_bytes());
}

/// Returns the report: a line, and the backtrace if RUST_BACKTRACE asks for it.
fn message(info: &PanicHookInfo<'_>, is_terminal: bool) -> String {
    let place = info.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    let what = one_line(info.payload_as_str().unwrap_or("no message"));
    let version = env!("CARGO_PKG_VERSION");
    // The line of the terminal may hold a progress bar.
    let clear = if is_terminal { "\r\x1b[2K" } else { "" };
    let mut message = format!(
        "{clear}error: this is a bug in quadrille {version}; please report it to {REPORT_TO}: panicked at \
         {place}: {what}\n"
    );
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        message.push_str(&backtrace.to_string());
    }
    message
}

/// Returns a text, which may come from an input, as one printable line.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    printable::line(&words.join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Output};
    use std::thread;

    use super::*;

    /// Says to a test, which starts itself as another process, what to do there.
    const ROLE: &str = "QUADRILLE_TEST_PANIC";

    fn in_other_process(test: &str, backtrace: &str) -> (Output, String) {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(ROLE, "1")
            .env("RUST_BACKTRACE", backtrace)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        (output, said)
    }

    fn exit_with(exit: Exit) -> ! {
        std::process::exit(if exit == Exit::Internal { 3 } else { 0 })
    }

    #[test]
    fn a_panic_exits_with_3_and_one_line() {
        if std::env::var_os(ROLE).is_some() {
            exit_with(guard(|| panic!("no\nsuch \x1b[31mcell")));
        }
        let name = "panic::tests::a_panic_exits_with_3_and_one_line";
        let (output, said) = in_other_process(name, "0");
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("error: this is a bug in quadrille"), "{said}");
        assert!(said.contains("please report it") && said.contains("panic.rs:"), "{said}");
        assert!(said.ends_with(": no such \\u{1b}[31mcell\n"), "{said}");
        let (output, said) = in_other_process(name, "1");
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.lines().count() > 3, "{said}");
    }

    #[test]
    fn a_progress_bar_is_cleared_on_a_terminal() {
        if std::env::var_os(ROLE).is_some() {
            panic::set_hook(Box::new(|info| eprint!("{}", message(info, true))));
            let _ = panic::catch_unwind(|| panic!("no such cell"));
            std::process::exit(0);
        }
        let name = "panic::tests::a_progress_bar_is_cleared_on_a_terminal";
        let (_, said) = in_other_process(name, "0");
        assert!(said.starts_with("\r\x1b[2Kerror: this is a bug in quadrille"), "{said:?}");
        assert_eq!(said.lines().count(), 1, "{said:?}");
    }

    /// Neither workers that are waited for nor other threads hide a panic.
    #[test]
    fn a_panic_of_another_thread_exits_with_3() {
        if std::env::var_os(ROLE).is_some() {
            exit_with(guard(|| {
                let _ = thread::spawn(|| panic!("alone")).join();
                thread::scope(|scope| {
                    scope.spawn(|| panic!("together"));
                });
                Exit::Done
            }));
        }
        let name = "panic::tests::a_panic_of_another_thread_exits_with_3";
        let (output, said) = in_other_process(name, "0");
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.ends_with(": alone\n"), "{said}");
    }
}
