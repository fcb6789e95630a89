//! The record of a game that is being played, written as it goes: whatever ends the program, what
//! was played is there.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use quadrille_arena::game::{Frame, RecordLine};

use crate::context::Context;
use crate::failure::Failure;
use crate::io::files::is_regular;
use crate::io::output::Output;

/// Where the record goes.
pub(super) enum KeptGame {
    Nowhere,
    Standard(Output),
    File { file: File, path: PathBuf, is_plain: bool },
}

impl KeptGame {
    /// Opens the file, or standard output for `-`. Nobody plays a game that cannot be kept, and
    /// nobody loses one that was.
    pub(super) fn open(
        context: &Context,
        path: Option<&Path>,
        overwrite: bool,
    ) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::Nowhere) };
        if path == Path::new("-") {
            context.used_files.refuse_stdout()?;
            return Ok(Self::Standard(Output::standard(context)));
        }
        let name = path.display();
        if path.is_dir() {
            return Err(Failure::usage(format!("{name}: is a directory; name a file")));
        }
        if path.is_file() && !overwrite {
            return Err(Failure::usage(format!(
                "{name}: exists already; name another file, or say --overwrite"
            )));
        }
        context.used_files.refuse(path)?;
        // Emptied by the first line, not before.
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| Failure::usage(format!("cannot write to {name}: {error}")))?;
        context.used_files.add(path);
        let is_plain = is_regular(&file);
        Ok(Self::File { file, path: path.to_owned(), is_plain })
    }

    /// The next line. A game that begins anew takes the place of what was played before.
    pub(super) fn add(&mut self, line: &RecordLine) -> Result<(), Failure> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Standard(out) => out.text(&line.to_line()).and_then(|()| out.flush()),
            Self::File { file, path, is_plain } => {
                let begins = matches!(line, RecordLine::Frame(Frame::Game(_)));
                let rewound = if begins && *is_plain { rewind(file) } else { Ok(()) };
                rewound.and_then(|()| file.write_all(line.to_line().as_bytes())).map_err(|error| {
                    Failure::usage(format!("cannot write to {}: {error}", path.display()))
                })
            }
        }
    }

    /// The file, when there is one.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::File { path, .. } => Some(path),
            Self::Nowhere | Self::Standard(_) => None,
        }
    }
}

fn rewind(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()
}
