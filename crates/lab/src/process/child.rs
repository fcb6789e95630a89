//! A child process: the program or its guard.

use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};

use super::containment::Guard;
#[cfg(target_os = "linux")]
use super::guard::{Control, Ended, Unstarted};

/// A program that was started.
pub(super) struct Process {
    /// The program, or its guard.
    pub(super) child: Child,
    #[cfg(target_os = "linux")]
    control: Option<Control>,
}

/// What is to blame that a program could not be started.
pub enum SpawnError {
    /// The machine, such as no processes left.
    Environment(io::Error),
    /// The program, such as no such file.
    Program(io::Error),
}

impl From<io::Error> for SpawnError {
    fn from(error: io::Error) -> Self {
        if is_environment(&error) { Self::Environment(error) } else { Self::Program(error) }
    }
}

impl Process {
    /// Starts a program with its arguments, by its guard if it has one.
    pub(super) fn spawn(words: &[String], guard: Option<&Guard>) -> Result<Self, SpawnError> {
        #[cfg(target_os = "linux")]
        if let Some(guard) = guard {
            let spawned = Control::spawn(guard, words);
            let (child, control) = spawned.map_err(|error| match error {
                Unstarted::Guard(error) => SpawnError::Environment(error),
                Unstarted::Program(error) => error.into(),
            })?;
            return Ok(Self { child, control: Some(control) });
        }
        let mut command = Command::new(words.first().map_or("", String::as_str));
        command.args(words.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // A group of its own, so that everything it starts can be killed with it.
            use std::os::unix::process::CommandExt as _;
            command.process_group(0);
        }
        Ok(Self {
            child: command.spawn()?,
            #[cfg(target_os = "linux")]
            control: None,
        })
    }

    /// Returns the number of the program's own process.
    pub(super) fn program_id(&self) -> Option<u32> {
        #[cfg(target_os = "linux")]
        if let Some(control) = &self.control {
            return control.program_id();
        }
        Some(self.child.id())
    }

    /// Returns the status of a program that ended, and what its guard read last from its standard
    /// error.
    pub(super) fn ended(&mut self) -> io::Result<Option<(ExitStatus, Option<String>)>> {
        #[cfg(target_os = "linux")]
        if let Some(control) = &mut self.control {
            return match control.ended() {
                Some(Ended::Program(status, error)) => Ok(Some((status, Some(error)))),
                Some(Ended::Guard) => Err(io::Error::other("the guard of the program was killed")),
                None => Ok(None),
            };
        }
        Ok(self.child.try_wait()?.map(|status| (status, None)))
    }

    /// Kills the program and everything that it started, and waits for it.
    pub(super) fn kill(mut self) {
        #[cfg(target_os = "linux")]
        if let Some(control) = self.control {
            return control.end(self.child);
        }
        // The group may outlive its leader, so it is killed even if the program has ended.
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // Fails if no process is left in it.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns whether an error is caused by the machine and not by the program: no file descriptors,
/// memory or processes are left.
fn is_environment(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let exhausted =
            [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::AGAIN, Errno::NOBUFS, Errno::NOSPC];
        if Errno::from_io_error(error).is_some_and(|errno| exhausted.contains(&errno)) {
            return true;
        }
    }
    matches!(error.kind(), io::ErrorKind::OutOfMemory | io::ErrorKind::WouldBlock)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_exhausted_machines_are_environment_errors() {
        use rustix::io::Errno;
        for errno in [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::AGAIN] {
            assert!(is_environment(&errno.into()), "{errno}");
        }
        for errno in [Errno::NOENT, Errno::ACCESS, Errno::NOEXEC, Errno::ISDIR] {
            assert!(!is_environment(&errno.into()), "{errno}");
        }
    }
}
