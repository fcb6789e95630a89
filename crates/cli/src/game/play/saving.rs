//! Where the record of a game goes as it is played. The record of a game that a person plays is kept
//! also without `--record`, in a new file that is removed when the game is over: the game can be
//! resumed however it was stopped.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::super::recorder::Recorder;
use crate::context::Context;
use crate::failure::Failure;

/// Files with such names are tried, until one does not exist.
const MOST_FILES: usize = 1000;

/// Where the record of a game goes.
pub(super) enum Saving<'a> {
    /// Where the user wants it, which may be nowhere.
    Asked(Recorder),
    /// A file of its own.
    Kept(Kept<'a>),
}

/// A record that is kept without `--record`.
pub(super) struct Kept<'a> {
    context: &'a Context,
    recorder: Recorder,
    /// The lines of a game that has no moves yet, and therefore no file.
    lines: String,
    /// Why the game is not saved any more. That does not end the game.
    error: Option<Failure>,
    /// Whether the player knows.
    is_told: bool,
}

impl<'a> Saving<'a> {
    /// Keeps the record in a file of its own, from the first move.
    pub(super) fn kept(context: &'a Context) -> Self {
        let (recorder, lines) = (Recorder::Nowhere, String::new());
        Self::Kept(Kept { context, recorder, lines, error: None, is_told: false })
    }

    /// Writes lines at once; `has_moves` if the game has any with them.
    pub(super) fn write(&mut self, lines: &str, has_moves: bool) -> Result<(), Failure> {
        match self {
            Self::Asked(recorder) => return recorder.write(lines),
            Self::Kept(kept) => kept.save(|kept| kept.write(lines, has_moves)),
        }
        Ok(())
    }

    /// Replaces what was written.
    pub(super) fn restart(&mut self, lines: &str, has_moves: bool) -> Result<(), Failure> {
        match self {
            Self::Asked(recorder) => return recorder.restart(lines),
            Self::Kept(kept) => kept.save(|kept| {
                kept.lines.clear();
                match &mut kept.recorder {
                    Recorder::Nowhere => kept.write(lines, has_moves),
                    recorder => recorder.restart(lines),
                }
            }),
        }
        Ok(())
    }

    /// Returns why the game is not saved any more, once.
    pub(super) fn take_warning(&mut self) -> Option<String> {
        match self {
            Self::Kept(Kept { error: Some(error), is_told: told @ false, .. }) => {
                *told = true;
                Some(format!("the game is not saved: {}", reason(error)))
            }
            _ => None,
        }
    }

    /// Completes the record, and returns where it is. That of a game which is over, or has no moves, is
    /// removed unless the user wanted it.
    pub(super) fn finish(&mut self, is_needed: bool) -> Result<Option<PathBuf>, Failure> {
        let kept = match self {
            Self::Asked(recorder) => {
                recorder.finish()?;
                return Ok(recorder.path().map(Path::to_owned));
            }
            Self::Kept(kept) => kept,
        };
        if is_needed {
            kept.save(|kept| kept.recorder.finish());
        }
        let path = kept.recorder.path().map(Path::to_owned);
        if is_needed && let Some(error) = kept.error.take() {
            return Err(error);
        }
        // The lock ends.
        kept.recorder = Recorder::Nowhere;
        match path {
            Some(path) if !is_needed => {
                // What cannot be removed can be resumed.
                let _ = fs::remove_file(path);
                Ok(None)
            }
            path => Ok(path),
        }
    }
}

impl Kept<'_> {
    /// Writes something, unless writing failed before.
    fn save(&mut self, write: impl FnOnce(&mut Self) -> Result<(), Failure>) {
        if self.error.is_none() {
            self.error = write(self).err();
        }
    }

    fn write(&mut self, lines: &str, has_moves: bool) -> Result<(), Failure> {
        if matches!(self.recorder, Recorder::Nowhere) {
            self.lines += lines;
            if !has_moves {
                return Ok(());
            }
            self.recorder = create(self.context)?;
            let lines = std::mem::take(&mut self.lines);
            return self.recorder.write(&lines);
        }
        self.recorder.write(lines)
    }
}

fn reason(failure: &Failure) -> String {
    match failure {
        Failure::Usage(error) | Failure::Internal(error) => format!("{error:#}"),
        Failure::Input(message) => message.clone(),
        Failure::ClosedPipe | Failure::Interrupted => "nothing can be written".to_owned(),
    }
}

/// Creates a file that did not exist.
fn create(context: &Context) -> Result<Recorder, Failure> {
    for number in 1..=MOST_FILES {
        let name = match number {
            1 => "quadrille-game.jsonl".to_owned(),
            number => format!("quadrille-game-{number}.jsonl"),
        };
        let path = PathBuf::from(name);
        match File::options().write(true).create_new(true).open(&path) {
            Ok(_) => return Recorder::for_series(context, Some(&path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(Failure::unwritten(
                    error,
                    format!("cannot write to {}", path.display()),
                ));
            }
        }
    }
    Err(Failure::usage(format!(
        "{MOST_FILES} unfinished games are here; remove some of quadrille-game-*.jsonl"
    )))
}
