//! Writing records of games while they are played, so that nothing is lost whatever ends the program.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use quadrille_arena::game::GameRecord;

use crate::context::Context;
use crate::failure::Failure;
use crate::io::files::is_regular;
use crate::io::output::Output;

/// Where a record goes.
pub(super) enum Recorder {
    Nowhere,
    Standard(Output),
    File { file: File, path: PathBuf },
}

impl Recorder {
    /// Opens a file for one game, or standard output for `-`. The file keeps its contents until
    /// [`restart`](Self::restart).
    pub(super) fn for_game(
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
                "{name}: already exists; name another file, or add --overwrite"
            )));
        }
        context.used_files.refuse(path)?;
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| cannot_write(path, &error))?;
        context.used_files.add(path);
        Ok(Self::File { file, path: path.to_owned() })
    }

    /// Opens a file for many games and writes those that it held, without an incomplete last one.
    pub(super) fn for_series(
        context: &Context,
        path: Option<&Path>,
        old: &[GameRecord],
    ) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::Nowhere) };
        if path == Path::new("-") {
            return Ok(Self::Standard(Output::standard(context)));
        }
        let partial = path.with_extension("partial");
        let text: String = old.iter().map(GameRecord::to_lines).collect();
        fs::write(&partial, &text)
            .and_then(|()| fs::rename(&partial, path))
            .and_then(|()| OpenOptions::new().append(true).open(path))
            .map(|file| Self::File { file, path: path.to_owned() })
            .map_err(|error| cannot_write(path, &error))
    }

    /// Empties the file. Does nothing for pipes and devices.
    pub(super) fn restart(&mut self) -> Result<(), Failure> {
        let Self::File { file, path } = self else { return Ok(()) };
        if !is_regular(file) {
            return Ok(());
        }
        let restarted = file.set_len(0).and_then(|()| file.rewind());
        restarted.map_err(|error| cannot_write(path, &error))
    }

    /// Writes lines at once.
    pub(super) fn write(&mut self, lines: &str) -> Result<(), Failure> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Standard(out) => out.text(lines).and_then(|()| out.flush()),
            Self::File { file, path } => {
                file.write_all(lines.as_bytes()).map_err(|error| cannot_write(path, &error))
            }
        }
    }

    /// Waits until the file is on disk.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let Self::File { file, path } = self else { return Ok(()) };
        file.sync_all().map_err(|error| cannot_write(path, &error))
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::File { path, .. } => Some(path),
            Self::Nowhere | Self::Standard(_) => None,
        }
    }
}

pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot write to {}: {error}", path.display()))
}
