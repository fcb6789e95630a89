//! The pipes between this process and a program: lines of bounded length, and threads that
//! end when the program is closed.
//!
//! A process that escaped may hold the other end of a pipe open for years. On Unix this process
//! therefore never blocks in a pipe: it waits for a moment at a time and checks whether the program
//! is closed. On other systems its threads wait for the other end.

use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};

/// The longest line that is read from standard error.
const LONGEST_ERROR: usize = 4096;

/// What was read from a program.
#[derive(Debug)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line that is too long. Nothing is read after it.
    TooLong,
    /// The end of the output.
    End {
        /// Whether it is in the middle of a line.
        half: bool,
    },
    /// The system could not read the output.
    Broken(io::Error),
}

/// Tells the threads of a program's pipes that it is closed.
#[derive(Clone, Debug, Default)]
pub(super) struct Closed(Arc<AtomicBool>);

impl Closed {
    pub(super) fn announce(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[cfg(unix)]
    fn is_announced(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Our end of a pipe, which ends when the program is closed.
pub(super) struct Pipe<T> {
    end: T,
    #[cfg_attr(not(unix), expect(dead_code))]
    over: Closed,
}

#[cfg(unix)]
mod unix {
    use std::io::{self, ErrorKind, Read, Write};
    use std::os::fd::AsFd;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use rustix::io::Errno;

    use super::{Closed, Pipe};

    /// How often a waiting thread polls whether the program is closed.
    const LOOK_INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

    impl<T: AsFd> Pipe<T> {
        pub(in super::super) fn new(end: T, over: &Closed) -> io::Result<Self> {
            // The program's end has flags of its own.
            let flags = fcntl_getfl(&end)?;
            fcntl_setfl(&end, flags | OFlags::NONBLOCK)?;
            Ok(Self { end, over: over.clone() })
        }

        /// Repeats an operation until it does not have to wait, or the program is closed.
        fn wait(
            &mut self,
            ready: PollFlags,
            mut operation: impl FnMut(&mut T) -> io::Result<usize>,
        ) -> io::Result<usize> {
            loop {
                match operation(&mut self.end) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                    done => return done,
                }
                if self.over.is_announced() {
                    return Ok(0);
                }
                match poll(&mut [PollFd::new(&self.end, ready)], Some(&LOOK_INTERVAL)) {
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }

    impl<T: AsFd + Read> Read for Pipe<T> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.wait(PollFlags::IN, |end| end.read(buffer))
        }
    }

    impl<T: AsFd + Write> Write for Pipe<T> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.wait(PollFlags::OUT, |end| end.write(bytes))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}

#[cfg(not(unix))]
mod other {
    use std::io::{self, Read, Write};

    use super::{Closed, Pipe};

    impl<T> Pipe<T> {
        pub(in super::super) fn new(end: T, over: &Closed) -> io::Result<Self> {
            Ok(Self { end, over: over.clone() })
        }
    }

    impl<T: Read> Read for Pipe<T> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.end.read(buffer)
        }
    }

    impl<T: Write> Write for Pipe<T> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.end.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.end.flush()
        }
    }
}

/// Writes lines until the sender is dropped or the program stops reading.
pub(super) fn write_lines(mut to: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines of bounded length until the end, or until the receiver is dropped.
pub(super) fn read_lines(mut from: impl BufRead, longest: usize, to: &SyncSender<Heard>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = from.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        let heard = match read {
            Err(error) => Heard::Broken(error),
            Ok(_) if whole => Heard::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
            Ok(_) if line.len() > longest => Heard::TooLong,
            Ok(_) => Heard::End { half: !line.is_empty() },
        };
        let is_last = !matches!(heard, Heard::Line(_));
        if to.send(heard).is_err() || is_last {
            return;
        }
    }
}

/// The last line that a program writes to standard error, found in constant memory.
#[derive(Debug, Default)]
pub(super) struct LastLine {
    current: Vec<u8>,
    last: String,
}

impl LastLine {
    /// Takes the next bytes.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' || self.current.len() == LONGEST_ERROR {
                self.end_line();
            }
            if byte != b'\n' {
                self.current.push(byte);
            }
        }
    }

    fn end_line(&mut self) {
        let text = String::from_utf8_lossy(&self.current);
        let text: String = text.trim().chars().take(200).collect();
        if !text.is_empty() {
            self.last = text;
        }
        self.current.clear();
    }

    /// Returns the last line that is not blank.
    pub(super) fn finish(mut self) -> String {
        self.end_line();
        self.last
    }

    /// Reads all lines.
    pub(super) fn of(mut from: impl Read) -> String {
        let mut lines = Self::default();
        let mut buffer = [0; 4096];
        loop {
            match from.read(&mut buffer) {
                Ok(0) | Err(_) => return lines.finish(),
                Ok(count) => lines.add(&buffer[..count]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn errors_of_the_system_are_not_the_end_of_the_output() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::OutOfMemory.into())
            }
        }
        let (to, from) = sync_channel(2);
        read_lines(io::BufReader::new(Failing), 80, &to);
        assert!(matches!(from.recv(), Ok(Heard::Broken(_))));
    }

    #[test]
    fn the_last_line_is_kept() {
        for (text, expected) in [("", ""), ("a\nb", "b"), ("a\n b \n\n \n", "b")] {
            assert_eq!(LastLine::of(text.as_bytes()), expected);
        }
        assert_eq!(LastLine::of(io::repeat(b'x').take(1 << 24)).len(), 200);
    }
}
