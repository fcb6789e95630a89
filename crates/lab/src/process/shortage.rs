//! Signs that the machine and not the program failed.
//!
//! A program whose children cannot start, or that the system kills for its memory, ends like one
//! that crashes. That is no fault of the program, so a shortage is looked for before it is blamed.

use std::fs;
use std::io;
use std::process::ExitStatus;
use std::thread;

/// The machine as it was when a program was started.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine {
    memory_kills: Option<u64>,
}

impl Machine {
    /// Looks at the machine.
    pub(super) fn observe() -> Self {
        Self { memory_kills: memory_kills() }
    }

    /// Returns the shortage that may have caused the failure of a program, if there is one: few
    /// processes or no file descriptors are left, or the program was killed when the system had run
    /// out of memory.
    pub(super) fn shortage(self, status: Option<ExitStatus>) -> Option<io::Error> {
        if status.is_some_and(was_killed) && memory_kills() > self.memory_kills {
            return Some(io::Error::new(
                io::ErrorKind::OutOfMemory,
                "the program was killed while the system was out of memory",
            ));
        }
        // A thread counts like a process.
        let thread = thread::Builder::new().stack_size(1 << 16).spawn(|| {});
        let pipe = io::pipe();
        match thread {
            Ok(thread) => drop(thread.join()),
            Err(error) => return Some(error),
        }
        pipe.err().or_else(few_processes)
    }
}

/// Returns an error if more than three quarters of the processes are taken that the user may have. A
/// fork bomb's own processes fail now and then, so that for moments some are left.
#[cfg(target_os = "linux")]
fn few_processes() -> Option<io::Error> {
    use std::os::unix::fs::MetadataExt as _;

    use rustix::process::{Resource, getrlimit, getuid};

    let user = getuid();
    // The limit does not hold for root.
    let most = getrlimit(Resource::Nproc).current.filter(|_| !user.is_root())?;
    let is_number = |entry: &fs::DirEntry| {
        entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
    };
    // Threads count like processes. Each is a directory, and each directory is a link to the one above.
    let threads = |entry: fs::DirEntry| {
        let tasks = fs::metadata(entry.path().join("task")).ok()?;
        (tasks.uid() == user.as_raw()).then(|| tasks.nlink().saturating_sub(2))
    };
    let entries = fs::read_dir("/proc").ok()?.flatten();
    let taken: u64 = entries.filter(is_number).filter_map(threads).sum();
    (taken > most - most / 4).then(|| {
        let what = format!("{taken} of the {most} processes that the user may have are taken");
        io::Error::new(io::ErrorKind::WouldBlock, what)
    })
}

#[cfg(not(target_os = "linux"))]
fn few_processes() -> Option<io::Error> {
    None
}

#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(rustix::process::Signal::KILL.as_raw())
}

#[cfg(not(unix))]
fn was_killed(_: ExitStatus) -> bool {
    false
}

/// Returns how many processes Linux has killed for memory since it started.
fn memory_kills() -> Option<u64> {
    let counters = fs::read_to_string("/proc/vmstat").ok()?;
    counters.lines().find_map(|line| line.strip_prefix("oom_kill "))?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;

    use super::*;

    #[test]
    fn a_kill_counts_as_a_shortage_of_memory_only_if_the_system_made_one() {
        let (killed, failed) = (ExitStatus::from_raw(9), ExitStatus::from_raw(1 << 8));
        let now = Machine::observe();
        assert!(now.shortage(Some(killed)).is_none());
        // A program that was started when there were fewer.
        let before = Machine { memory_kills: None };
        assert!(now.memory_kills.is_some(), "Linux counts them");
        assert!(before.shortage(Some(killed)).is_some());
        assert!(before.shortage(Some(failed)).is_none());
        assert!(before.shortage(None).is_none());
    }
}
