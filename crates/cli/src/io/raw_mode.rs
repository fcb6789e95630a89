//! The mode of a terminal in which a program draws the screen and gets every key.
//!
//! The mode is the terminal's, not the process's: it must be left however the process ends. `leave` is
//! called when a command ends, and before Ctrl-C ends the process.

#[cfg(not(unix))]
pub(crate) use elsewhere::RawMode;
use std::io;
#[cfg(unix)]
pub(crate) use unix::RawMode;

/// The stream that the terminal shows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stream {
    Stdout,
    Stderr,
}

/// The mode does not exist here; games are played line by line.
#[cfg(not(unix))]
mod elsewhere {
    use super::{Stream, io};

    #[derive(Default)]
    pub(crate) struct RawMode;

    impl RawMode {
        pub(crate) fn enter(&self, _: Stream) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(crate) fn is_on(&self) -> bool {
            false
        }

        pub(crate) fn suspend(&self) -> io::Result<()> {
            Ok(())
        }

        pub(crate) fn leave(&self) {}
    }

    impl Stream {
        pub(crate) fn write(self, _: &[u8]) -> io::Result<()> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::os::fd::BorrowedFd;
    use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

    use rustix::io::Errno;
    use rustix::process::Signal;
    use rustix::termios::{
        InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
    };

    use super::{Stream, io};

    /// The alternate screen, empty, and pasted text in brackets.
    const ENTER: &[u8] = b"\x1b[?1049h\x1b[2J\x1b[?2004h";
    const LEAVE: &[u8] = b"\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l";

    impl Stream {
        fn descriptor(self) -> BorrowedFd<'static> {
            match self {
                Self::Stdout => rustix::stdio::stdout(),
                Self::Stderr => rustix::stdio::stderr(),
            }
        }

        /// Writes at once, past the buffers of the standard library.
        ///
        /// # Errors
        /// When the terminal is gone.
        pub(crate) fn write(self, mut bytes: &[u8]) -> io::Result<()> {
            while !bytes.is_empty() {
                match rustix::io::write(self.descriptor(), bytes) {
                    Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                    Ok(written) => bytes = &bytes[written..],
                    Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(())
        }
    }

    /// Whether the terminal is in that mode, and how it was before.
    #[derive(Default)]
    pub(crate) struct RawMode(Mutex<Option<(Stream, Termios)>>);

    impl RawMode {
        /// Enters the mode: standard input delivers keys, and the stream shows an empty screen. Signals
        /// of keys remain, except that of Ctrl-Z, which has to leave the mode first, and that of
        /// Ctrl-\.
        ///
        /// # Errors
        /// When standard input or the stream is not a terminal.
        pub(crate) fn enter(&self, stream: Stream) -> io::Result<()> {
            let mut mode = self.lock();
            let before = tcgetattr(rustix::stdio::stdin())?;
            let mut raw = before.clone();
            raw.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN;
            raw.input_modes -= InputModes::IXON | InputModes::ICRNL | InputModes::INLCR;
            raw.special_codes[SpecialCodeIndex::VMIN] = 1;
            raw.special_codes[SpecialCodeIndex::VTIME] = 0;
            raw.special_codes[SpecialCodeIndex::VSUSP] = 0;
            raw.special_codes[SpecialCodeIndex::VQUIT] = 0;
            tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &raw)?;
            // Before anything is shown: a signal may come at any time. Entered again, the mode is left
            // for what was before the first time.
            match &mut *mode {
                Some((old, _)) => *old = stream,
                off => *off = Some((stream, before)),
            }
            stream.write(ENTER)
        }

        pub(crate) fn is_on(&self) -> bool {
            match self.0.try_lock() {
                Ok(mode) => mode.is_some(),
                Err(TryLockError::Poisoned(mode)) => mode.into_inner().is_some(),
                Err(TryLockError::WouldBlock) => true,
            }
        }

        /// Leaves the mode, stops the processes of the shell's job until the shell continues them, and
        /// enters the mode again.
        ///
        /// # Errors
        /// When the terminal is gone.
        pub(crate) fn suspend(&self) -> io::Result<()> {
            let Some(stream) = self.lock().as_ref().map(|mode| mode.0) else { return Ok(()) };
            self.leave();
            rustix::process::kill_current_process_group(Signal::TSTP)?;
            self.enter(stream)
        }

        /// Restores what was before. Does nothing if the mode was left already.
        pub(crate) fn leave(&self) {
            if let Some((stream, before)) = self.lock().take() {
                // If the terminal is gone, there is nothing to restore.
                let _ = tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &before);
                let _ = stream.write(LEAVE);
            }
        }

        fn lock(&self) -> MutexGuard<'_, Option<(Stream, Termios)>> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }
}
