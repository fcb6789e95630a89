//! The files of comparisons: in a directory for each, as the command `compare` writes it, or in memory.

use std::collections::HashMap;
use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use futures_util::stream;
use quadrille_api::{Error, ErrorKind};
use quadrille_lab::experiment::log::{LogContents, read_log};
use quadrille_lab::experiment::{Table, TrialRow};
use quadrille_lab::registry::Registry;
use quadrille_lab::report::{FILES, LOG, ReportFiles};
use quadrille_lab::study::Store;
use quadrille_storage::{AppendFile, Links, Replacement};

/// Files by their names.
type Files = HashMap<&'static str, Arc<Vec<u8>>>;

/// The files of all comparisons, by their ids, where nothing is on disk.
#[derive(Default)]
pub(crate) struct Memory(Mutex<HashMap<String, Files>>);

impl Memory {
    fn put(&self, id: &str, name: &'static str, content: Vec<u8>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(id.to_owned()).or_default().insert(name, Arc::new(content));
    }

    pub(crate) fn get(&self, id: &str, name: &str) -> Option<Arc<Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id)?.get(name).cloned()
    }

    pub(crate) fn remove(&self, id: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    pub(crate) fn bytes(&self, id: &str) -> u64 {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(id).map_or(0, |files| files.values().map(|file| file.len() as u64).sum())
    }
}

/// The files of a comparison that is being run.
pub(crate) struct Report<'a> {
    id: &'a str,
    log: Log,
    place: Place<'a>,
}

enum Log {
    File(AppendFile),
    Memory(Vec<u8>),
}

enum Place<'a> {
    Directory(PathBuf),
    Memory(&'a Memory),
}

/// The most bytes of a log in memory.
const MOST_IN_MEMORY: usize = 64 << 20;

fn unsaved(error: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Busy, format!("the comparison cannot be saved: {error}"))
}

impl<'a> Report<'a> {
    /// Opens the directory of a report, which is created if it does not exist.
    pub(crate) fn on_disk(id: &'a str, directory: PathBuf) -> Result<Self, Error> {
        create_private(&directory).map_err(unsaved)?;
        let log = AppendFile::open(&directory.join(LOG), Links::Refuse).map_err(unsaved)?;
        Ok(Self { id, log: Log::File(log), place: Place::Directory(directory) })
    }

    /// Continues a report in memory.
    pub(crate) fn in_memory(id: &'a str, memory: &'a Memory) -> Self {
        let log = memory.get(id, LOG).map_or_else(Vec::new, |log| log.to_vec());
        Self { id, log: Log::Memory(log), place: Place::Memory(memory) }
    }

    /// Returns the names of the files that there are.
    pub(crate) fn names(&self) -> Vec<String> {
        let is_there = |name: &&str| match &self.place {
            Place::Directory(directory) => directory.join(name).is_file(),
            Place::Memory(memory) => memory.get(self.id, name).is_some(),
        };
        FILES.into_iter().filter(is_there).map(ToOwned::to_owned).collect()
    }
}

impl ReportFiles for Report<'_> {
    type Error = Error;

    fn write(
        &self,
        name: &'static str,
        fill: &mut dyn FnMut(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), Error> {
        match &self.place {
            Place::Directory(directory) => {
                let mut file =
                    Replacement::begin(&directory.join(name), Links::Refuse).map_err(unsaved)?;
                fill(&mut file).map_err(unsaved)?;
                file.commit().map_err(unsaved)
            }
            Place::Memory(memory) => {
                let mut content = Vec::new();
                fill(&mut content).map_err(unsaved)?;
                memory.put(self.id, name, content);
                Ok(())
            }
        }
    }

    fn read(
        &self,
        each: &mut dyn FnMut(&mut Table, TrialRow),
    ) -> Result<Option<LogContents>, Error> {
        let registry = Registry::default();
        let contents = match (&self.log, &self.place) {
            (Log::File(_), Place::Directory(directory)) => {
                let file = fs::File::open(directory.join(LOG)).map_err(unsaved)?;
                read_log(BufReader::with_capacity(1 << 20, file), &registry, each)
            }
            (Log::Memory(log), _) => read_log(&log[..], &registry, each),
            (Log::File(_), Place::Memory(_)) => return Ok(None),
        };
        contents.map_err(|error| Error::new(ErrorKind::Damaged, format!("the log: {error}")))
    }
}

impl Store for Report<'_> {
    fn append(&mut self, lines: &[u8]) -> Result<(), Error> {
        match &mut self.log {
            Log::File(file) => file.append(lines).map_err(unsaved),
            Log::Memory(log) if log.len() + lines.len() > MOST_IN_MEMORY => {
                let message = "the log is too long for memory; start the server with --state DIR";
                Err(Error::new(ErrorKind::TooLarge, message))
            }
            Log::Memory(log) => {
                log.extend_from_slice(lines);
                Ok(())
            }
        }
    }

    fn truncate(&mut self, length: u64) -> Result<(), Error> {
        match &mut self.log {
            Log::File(file) => file.truncate(length).map_err(unsaved),
            Log::Memory(log) => {
                log.truncate(usize::try_from(length).unwrap_or(usize::MAX));
                Ok(())
            }
        }
    }

    fn clear(&mut self) -> Result<(), Error> {
        self.truncate(0)
    }

    fn sync(&mut self) -> Result<(), Error> {
        match (&mut self.log, &self.place) {
            (Log::File(file), _) => file.sync().map_err(unsaved),
            (Log::Memory(log), Place::Memory(memory)) => {
                memory.put(self.id, LOG, log.clone());
                Ok(())
            }
            (Log::Memory(_), Place::Directory(_)) => Ok(()),
        }
    }
}

/// A file that is sent piece by piece.
pub(crate) enum Content {
    File(fs::File),
    /// With the number of bytes that were sent.
    Memory(Arc<Vec<u8>>, usize),
}

impl Content {
    /// Opens a file of a report. Nothing but plain files of known names is opened.
    pub(crate) fn open(directory: &Path, name: &str) -> Option<Self> {
        let path = directory.join(FILES.into_iter().find(|known| *known == name)?);
        let is_plain = fs::symlink_metadata(&path).is_ok_and(|data| data.is_file());
        is_plain.then(|| fs::File::open(path).ok().map(Self::File)).flatten()
    }

    /// Returns a body that is read piece by piece.
    pub(crate) fn into_body(self) -> Body {
        Body::from_stream(stream::unfold(self, |mut content| async move {
            let read = tokio::task::spawn_blocking(move || (content.piece(), content)).await;
            let (piece, content) = read.ok()?;
            match piece {
                Ok(piece) if piece.is_empty() => None,
                piece => Some((piece, content)),
            }
        }))
    }

    /// Returns the next piece; an empty one at the end.
    fn piece(&mut self) -> io::Result<Vec<u8>> {
        const PIECE: usize = 256 << 10;
        match self {
            Self::File(file) => {
                let mut piece = Vec::new();
                file.take(PIECE as u64).read_to_end(&mut piece)?;
                Ok(piece)
            }
            Self::Memory(content, sent) => {
                let from = *sent;
                *sent = content.len().min(from + PIECE);
                Ok(content[from..*sent].to_vec())
            }
        }
    }
}

/// Creates a directory that only its owner can enter, as files hold the secrets of seats.
pub(crate) fn create_private(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}
