//! Ctrl-C: the first asks all runs to end, so that what is done is written; the second ends the
//! process at once.
//!
//! Commands that write as they go do not wait for a run that takes its time, or for an input that
//! says nothing: shortly after the first, what is done is written for them and the process ends.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use quadrille_engine::CancelFlag;

use crate::exit::Exit;
use crate::output;

/// How long a command may take to end by itself. What comes after takes a while too: memory is
/// given back.
pub(crate) const PATIENCE: Duration = Duration::from_millis(40);
/// The same for one that has a table to show then.
pub(crate) const LONG_PATIENCE: Duration = Duration::from_millis(80);
/// Signals so soon after the first are the same wish: who ends a process and its group, as
/// timeout(1) does, sends two.
const ECHO: Duration = Duration::from_millis(150);
/// How long an output may be busy writing after that; a reader that has stopped reading would keep
/// it busy forever.
const WRITING: Duration = Duration::from_millis(20);

/// A flag that Ctrl-C (or a termination signal) raises.
pub(crate) fn flag() -> CancelFlag {
    on_signal(|| {})
}

/// The same for commands that lose nothing when the process ends at a line of their output: it
/// does when the flag alone has not ended it in that time.
pub(crate) fn prompt_flag(patience: Duration) -> CancelFlag {
    on_signal(move || {
        thread::spawn(move || {
            thread::sleep(patience);
            end();
        });
    })
}

fn on_signal(mut first: impl FnMut() + Send + 'static) -> CancelFlag {
    let flag = CancelFlag::new();
    let raised = flag.clone();
    let mut pressed = None;
    let handler = move || {
        let first_at = *pressed.get_or_insert_with(Instant::now);
        if raised.is_cancelled() {
            if first_at.elapsed() > ECHO {
                exit();
            }
            return;
        }
        raised.cancel();
        first();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        crate::notes::note(&format!("Ctrl-C will end at once, without last results: {error}"));
    }
    flag
}

/// Writes what the command holds back, and ends the process.
fn end() {
    let late = Instant::now() + WRITING;
    while !output::flush_if_idle() && Instant::now() < late {
        thread::sleep(Duration::from_millis(1));
    }
    exit();
}

fn exit() {
    // One exit at a time: the second of two would be undefined behavior on some systems.
    static ONCE: Mutex<()> = Mutex::new(());
    let _once = ONCE.lock();
    std::process::exit(130);
}

/// The status of a command that may have been interrupted.
pub(crate) fn status(flag: &CancelFlag) -> Exit {
    if flag.is_cancelled() { Exit::Interrupted } else { Exit::Done }
}
