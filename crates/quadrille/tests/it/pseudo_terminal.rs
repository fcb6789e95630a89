//! A program on a pseudo-terminal, and a small emulation of what the terminal shows.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// How long a screen may take to appear on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// What progress is drawn over with.
const ERASE_LINE: &str = "\x1b[2K";

/// A program whose streams are a terminal.
pub(crate) struct Terminal {
    pub(crate) child: Child,
    keyboard: File,
    /// The terminal's own end, for its modes.
    own: OwnedFd,
    output: Receiver<Vec<u8>>,
    pub(crate) screen: Screen,
}

/// What a terminal shows.
#[derive(Debug)]
pub(crate) struct Screen {
    height: usize,
    width: usize,
    rows: Vec<Vec<char>>,
    row: usize,
    column: usize,
    /// Everything that was written.
    pub(crate) written: String,
    /// The part of an escape sequence or a character that has arrived.
    pending: Vec<u8>,
}

impl Terminal {
    /// Starts a program on a terminal of that size.
    pub(crate) fn start(mut command: Command, [height, width]: [usize; 2]) -> Self {
        let main = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&main).unwrap();
        unlockpt(&main).unwrap();
        let name = ptsname(&main, Vec::new()).unwrap().into_string().unwrap();
        let own = File::options().read(true).write(true).open(name).unwrap();
        let stream = || own.try_clone().unwrap();
        let child = command.stdin(stream()).stdout(stream()).stderr(stream());
        let keyboard = File::from(main);
        tcsetwinsize(&keyboard, winsize([height, width])).unwrap();
        let child = child.spawn().unwrap();
        let (sender, output) = mpsc::channel();
        let mut reader = keyboard.try_clone().unwrap();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let screen = Screen::new([height, width]);
        Self { child, keyboard, own: own.into(), output, screen }
    }

    /// Types keys.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen shows a text, which may wrap to the next row, and returns the rows.
    pub(crate) fn wait_for(&mut self, text: &str) -> Vec<String> {
        self.wait_until(text, |screen| {
            screen.rows.concat().iter().collect::<String>().contains(text)
        })
    }

    /// Waits until a condition holds, and returns the rows of the screen.
    pub(crate) fn wait_until(
        &mut self,
        what: &str,
        holds: impl Fn(&Screen) -> bool,
    ) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        while !(self.screen.is_complete() && holds(&self.screen)) {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.screen.show(&bytes),
                Err(error) => {
                    let rows = self.screen.rows().join("\n");
                    panic!("{error} before the screen shows {what}:\n{rows}");
                }
            }
        }
        self.screen.rows()
    }

    /// Whether lines are edited by the terminal.
    pub(crate) fn is_cooked(&self) -> bool {
        let modes = tcgetattr(self.own.as_fd()).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Waits until the program ends. Returns its exit status and the rows of the screen.
    pub(crate) fn end(&mut self) -> (Option<i32>, Vec<String>) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < end, "still running:\n{}", self.screen.rows().join("\n"));
            self.drain(Duration::from_millis(5));
        };
        self.drain(Duration::from_millis(100));
        (status.code(), self.screen.rows())
    }

    fn drain(&mut self, wait: Duration) {
        loop {
            match self.output.recv_timeout(wait) {
                Ok(bytes) => self.screen.show(&bytes),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => return thread::sleep(wait),
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn winsize([height, width]: [usize; 2]) -> Winsize {
    Winsize { ws_row: height as u16, ws_col: width as u16, ws_xpixel: 0, ws_ypixel: 0 }
}

impl Screen {
    fn new([height, width]: [usize; 2]) -> Self {
        Self {
            height,
            width,
            rows: vec![vec![' '; width]; height],
            row: 0,
            column: 0,
            written: String::new(),
            pending: Vec::new(),
        }
    }

    /// Returns the rows without blanks at their ends.
    pub(crate) fn rows(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect()
    }

    /// Whether nothing is missing of a character.
    fn is_complete(&self) -> bool {
        self.pending.is_empty()
    }

    fn show(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.pending.push(byte);
            if self.pending[0] == 0x1b {
                if self.pending.len() > 2 && (0x40..=0x7e).contains(&byte) {
                    let sequence = String::from_utf8(std::mem::take(&mut self.pending)).unwrap();
                    self.written += &sequence;
                    if sequence == ERASE_LINE {
                        self.rows[self.row].fill(' ');
                    } else {
                        assert!(sequence.ends_with('m'), "only styles: {sequence:?}");
                    }
                }
            } else if let Ok(text) = std::str::from_utf8(&self.pending) {
                let c = text.chars().next().unwrap();
                self.pending.clear();
                self.written.push(c);
                self.put(c);
            }
        }
    }

    fn put(&mut self, c: char) {
        match c {
            '\r' => self.column = 0,
            '\n' => self.new_line(),
            // The terminal erases what was typed.
            '\x08' => self.column = self.column.saturating_sub(1),
            c => {
                assert!(!c.is_control(), "{c:?}");
                if self.column == self.width {
                    // A character beyond the last column goes to the next line.
                    self.column = 0;
                    self.new_line();
                }
                self.rows[self.row][self.column] = c;
                self.column += 1;
            }
        }
    }

    fn new_line(&mut self) {
        if self.row + 1 < self.height {
            self.row += 1;
            return;
        }
        self.rows.remove(0);
        self.rows.push(vec![' '; self.width]);
    }
}
