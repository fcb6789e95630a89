//! Ctrl-C: the first asks all runs to end, so that what is done is written; the second ends the
//! process at once.

use quadrille::CancelFlag;

use crate::exit::Exit;

/// A flag that Ctrl-C (or a termination signal) raises.
pub(crate) fn flag() -> CancelFlag {
    let flag = CancelFlag::new();
    let raised = flag.clone();
    let handler = move || {
        if raised.is_cancelled() {
            std::process::exit(130);
        }
        raised.cancel();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        crate::notes::note(&format!("Ctrl-C will end at once, without last results: {error}"));
    }
    flag
}

/// The status of a command that may have been interrupted.
pub(crate) fn status(flag: &CancelFlag) -> Exit {
    if flag.is_cancelled() { Exit::Interrupted } else { Exit::Done }
}
