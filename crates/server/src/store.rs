//! Games on disk: `games/ID.jsonl`, the record, a line a ply; and `games/ID.json`, who may play.
//!
//! A ply is written before anybody is told of it, so a server that is killed loses none.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use quadrille_storage::{AppendFile, Error, Links, Replacement};
use serde::{Deserialize, Serialize};

use crate::ServeError;

/// The most bytes of a record that are read.
const LONGEST: u64 = 16 << 20;

/// What a record does not say.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Meta {
    pub(crate) id: String,
    /// The session that created the game.
    pub(crate) owner: String,
    /// The secrets of people's seats.
    pub(crate) secrets: [Option<String>; 2],
    /// Seconds since 1970.
    pub(crate) created: u64,
    #[serde(default)]
    pub(crate) rematch: Option<String>,
}

/// Where games are kept.
pub(crate) struct Store {
    directory: Option<PathBuf>,
    /// Locked while the server runs.
    _lock: Option<AppendFile>,
}

impl Store {
    /// Opens a directory, which is created if it does not exist.
    pub(crate) fn open(state: Option<&Path>) -> Result<Self, ServeError> {
        let Some(state) = state else { return Ok(Self { directory: None, _lock: None }) };
        let directory = state.join("games");
        let failed = |error| ServeError::State { path: state.to_owned(), error };
        create_private(&directory).map_err(failed)?;
        let lock = match AppendFile::open(&state.join("server.lock"), Links::Refuse) {
            Ok(lock) => lock,
            Err(Error::Locked { .. }) => return Err(ServeError::StateInUse(state.to_owned())),
            Err(error) => return Err(failed(std::io::Error::other(error))),
        };
        Ok(Self { directory: Some(directory), _lock: Some(lock) })
    }

    /// Returns what is known of all games. Files that are not those of games are ignored.
    pub(crate) fn metas(&self) -> Vec<Meta> {
        let Some(directory) = &self.directory else { return Vec::new() };
        let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
        let meta = |entry: fs::DirEntry| {
            let path = entry.path();
            let id = path.file_name()?.to_str()?.strip_suffix(".json")?.to_owned();
            let meta: Meta = serde_json::from_str(&read(&path)?).ok()?;
            (meta.id == id && path.with_extension("jsonl").is_file()).then_some(meta)
        };
        entries.flatten().filter_map(meta).collect()
    }

    /// Writes who may play.
    pub(crate) fn put_meta(&self, meta: &Meta) -> Result<(), Error> {
        let Some(path) = self.path(&meta.id, "json") else { return Ok(()) };
        let mut file = Replacement::begin(&path, Links::Refuse)?;
        let text = serde_json::to_vec(meta).expect("plain data");
        // An error comes up again in `commit`.
        let _ = file.write_all(&text);
        file.commit()
    }

    /// Writes a whole record.
    pub(crate) fn put(&self, id: &str, lines: &str) -> Result<(), Error> {
        let Some(path) = self.path(id, "jsonl") else { return Ok(()) };
        let mut file = Replacement::begin(&path, Links::Refuse)?;
        let _ = file.write_all(lines.as_bytes());
        file.commit()
    }

    /// Appends lines to a record.
    pub(crate) fn append(&self, id: &str, lines: &str, sync: bool) -> Result<(), Error> {
        let Some(path) = self.path(id, "jsonl") else { return Ok(()) };
        let mut file = AppendFile::open(&path, Links::Refuse)?;
        file.append(lines.as_bytes())?;
        if sync { file.sync() } else { Ok(()) }
    }

    /// Returns a record as far as its lines are complete. What follows, as a killed server leaves
    /// it, is removed, so that the next line does not continue it.
    pub(crate) fn get(&self, id: &str) -> Option<String> {
        let mut text = read(&self.path(id, "jsonl")?)?;
        let end = text.rfind('\n')? + 1;
        if end < text.len() {
            text.truncate(end);
            self.put(id, &text).ok()?;
        }
        Some(text)
    }

    fn path(&self, id: &str, extension: &str) -> Option<PathBuf> {
        Some(self.directory.as_ref()?.join(format!("{id}.{extension}")))
    }
}

fn read(path: &Path) -> Option<String> {
    let mut text = Vec::new();
    fs::File::open(path).ok()?.take(LONGEST).read_to_end(&mut text).ok()?;
    // A line that was cut off may end within a character.
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Creates a directory that only its owner can enter, as it holds the secrets of seats.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}
