//! What is on disk: `games/ID.jsonl`, the record of a game, a line a ply; `games/ID.json`, who may
//! play; `jobs/ID.json`, a job with its answer; and `jobs/ID/`, the log and report of a comparison, as
//! the command `compare` writes them.
//!
//! A ply is written before it is reported, so a server that is killed loses none.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use quadrille_lab::report::FILES;
use quadrille_storage::{AppendFile, Error, Links, Replacement};
use serde::{Deserialize, Serialize};

use crate::ServeError;
use crate::report::{Content, Memory, Report, create_private};

/// The most bytes of a file that are read.
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

/// Where games and jobs are kept.
pub(crate) struct Store {
    /// With `games` and `jobs`.
    directory: Option<PathBuf>,
    /// About how many bytes the files have. What replaced others is counted again, until all files
    /// are looked at.
    used: AtomicU64,
    /// The files of comparisons where there is no directory.
    reports: Memory,
    /// Locked while the server runs.
    _lock: Option<AppendFile>,
}

impl Store {
    /// Opens a directory, which is created if it does not exist.
    pub(crate) fn open(state: Option<&Path>) -> Result<Self, ServeError> {
        let used = AtomicU64::new(0);
        let reports = Memory::default();
        let Some(state) = state else {
            return Ok(Self { directory: None, used, reports, _lock: None });
        };
        let failed = |error| ServeError::State { path: state.to_owned(), error };
        for part in ["games", "jobs"] {
            create_private(&state.join(part)).map_err(failed)?;
        }
        let lock = match AppendFile::open(&state.join("server.lock"), Links::Refuse) {
            Ok(lock) => lock,
            Err(Error::Locked { .. }) => return Err(ServeError::StateInUse(state.to_owned())),
            Err(error) => return Err(failed(std::io::Error::other(error))),
        };
        let store = Self { directory: Some(state.to_owned()), used, reports, _lock: Some(lock) };
        store.remove_orphans();
        store.measure();
        Ok(store)
    }

    /// Returns whether anything is kept on disk.
    pub(crate) fn is_on_disk(&self) -> bool {
        self.directory.is_some()
    }

    /// Returns the files of a part, with the ids that their names hold. Others are ignored.
    fn files(&self, part: &str, extension: &'static str) -> Vec<(String, PathBuf)> {
        let Some(directory) = &self.directory else { return Vec::new() };
        let Ok(entries) = fs::read_dir(directory.join(part)) else { return Vec::new() };
        let file = |entry: fs::DirEntry| {
            let path = entry.path();
            let name = path.file_name()?.to_str()?.to_owned();
            let id = name.strip_suffix(extension)?.strip_suffix('.')?;
            let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
            is_id.then(|| (id.to_owned(), path))
        };
        entries.flatten().filter_map(file).collect()
    }

    /// Counts the bytes of all files, and returns their number.
    pub(crate) fn measure(&self) -> u64 {
        let all = [("games", "json"), ("games", "jsonl"), ("jobs", "json")];
        let files = all.into_iter().flat_map(|(part, extension)| self.files(part, extension));
        let used: u64 = files.filter_map(|(_, path)| Some(fs::metadata(path).ok()?.len())).sum();
        let used = used + self.reports_on_disk().iter().map(|path| bytes_in(path)).sum::<u64>();
        self.used.store(used, Ordering::Relaxed);
        used
    }

    /// Counts bytes that were written.
    pub(crate) fn count(&self, bytes: u64) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Returns whether the files have more bytes than a limit.
    pub(crate) fn exceeds(&self, limit: u64) -> bool {
        self.used.load(Ordering::Relaxed) > limit && self.measure() > limit
    }

    /// Returns what is known of all games.
    pub(crate) fn metas(&self) -> Vec<Meta> {
        let meta = |(id, path): (String, PathBuf)| {
            let meta: Meta = serde_json::from_str(&read(&path)?).ok()?;
            (meta.id == id && path.with_extension("jsonl").is_file()).then_some(meta)
        };
        self.files("games", "json").into_iter().filter_map(meta).collect()
    }

    /// Returns all jobs as they were written.
    pub(crate) fn jobs(&self) -> Vec<String> {
        self.files("jobs", "json").into_iter().filter_map(|(_, path)| read(&path)).collect()
    }

    /// Returns a job as it was written.
    pub(crate) fn job(&self, id: &str) -> Option<String> {
        read(&self.path("jobs", id, "json")?)
    }

    /// Writes a job.
    pub(crate) fn put_job(&self, id: &str, text: &str) -> Result<(), Error> {
        self.replace("jobs", id, "json", text)
    }

    /// Removes a job with its files.
    pub(crate) fn remove_job(&self, id: &str) {
        self.remove("jobs", id, "json");
        self.reports.remove(id);
        if let Some(directory) = self.report_directory(id) {
            remove_report(&directory);
        }
    }

    fn report_directory(&self, id: &str) -> Option<PathBuf> {
        Some(self.directory.as_ref()?.join("jobs").join(id))
    }

    /// Opens the files of a comparison for writing.
    pub(crate) fn report<'a>(&'a self, id: &'a str) -> Result<Report<'a>, quadrille_api::Error> {
        match self.report_directory(id) {
            Some(directory) => Report::on_disk(id, directory),
            None => Ok(Report::in_memory(id, &self.reports)),
        }
    }

    /// Opens a file of a comparison for reading.
    pub(crate) fn report_file(&self, id: &str, name: &str) -> Option<Content> {
        match self.report_directory(id) {
            Some(directory) => Content::open(&directory, name),
            None => self.reports.get(id, name).map(|file| Content::Memory(file, 0)),
        }
    }

    /// Returns how many bytes the files of a comparison have.
    pub(crate) fn report_bytes(&self, id: &str) -> u64 {
        self.report_directory(id).map_or_else(|| self.reports.bytes(id), |path| bytes_in(&path))
    }

    /// Returns the directories of all comparisons.
    fn reports_on_disk(&self) -> Vec<PathBuf> {
        let Some(directory) = &self.directory else { return Vec::new() };
        let entries = fs::read_dir(directory.join("jobs")).into_iter().flatten().flatten();
        let is_directory = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|t| t.is_dir());
        entries.filter(is_directory).map(|entry| entry.path()).collect()
    }

    /// Removes the files of comparisons that a killed server was about to remove.
    fn remove_orphans(&self) {
        for path in self.reports_on_disk() {
            if !path.with_extension("json").exists() {
                remove_report(&path);
            }
        }
    }

    /// Removes a game.
    pub(crate) fn remove_game(&self, id: &str) {
        self.remove("games", id, "jsonl");
        self.remove("games", id, "json");
    }

    /// Returns how long ago the record of a game was last written.
    pub(crate) fn age(&self, id: &str) -> Option<Duration> {
        let written = fs::metadata(self.path("games", id, "jsonl")?).ok()?.modified().ok()?;
        SystemTime::now().duration_since(written).ok()
    }

    /// Writes who may play.
    pub(crate) fn put_meta(&self, meta: &Meta) -> Result<(), Error> {
        self.replace("games", &meta.id, "json", &serde_json::to_string(meta).expect("plain data"))
    }

    /// Writes a whole record.
    pub(crate) fn put(&self, id: &str, lines: &str) -> Result<(), Error> {
        self.replace("games", id, "jsonl", lines)
    }

    fn replace(&self, part: &str, id: &str, extension: &str, text: &str) -> Result<(), Error> {
        let Some(path) = self.path(part, id, extension) else { return Ok(()) };
        let mut file = Replacement::begin(&path, Links::Refuse)?;
        // An error comes up again in `commit`.
        let _ = file.write_all(text.as_bytes());
        self.used.fetch_add(text.len() as u64, Ordering::Relaxed);
        file.commit_only()
    }

    fn remove(&self, part: &str, id: &str, extension: &str) {
        let Some(path) = self.path(part, id, extension) else { return };
        let length = fs::metadata(&path).map_or(0, |data| data.len());
        if fs::remove_file(path).is_ok() {
            let less = |used: u64| Some(used.saturating_sub(length));
            let _ = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
    }

    /// Appends lines to a record.
    pub(crate) fn append(&self, id: &str, lines: &str, sync: bool) -> Result<(), Error> {
        let Some(path) = self.path("games", id, "jsonl") else { return Ok(()) };
        let mut file = AppendFile::open(&path, Links::Refuse)?;
        let before = file.len();
        file.append(lines.as_bytes())?;
        self.used.fetch_add(lines.len() as u64, Ordering::Relaxed);
        if sync && let Err(error) = file.sync() {
            // What was not saved must not be in the record of the next attempt.
            let _ = file.truncate(before);
            return Err(error);
        }
        Ok(())
    }

    /// Returns the complete lines of a record. What follows, as a killed server leaves
    /// it, is removed, so that the next line does not continue it.
    pub(crate) fn get(&self, id: &str) -> Option<String> {
        let mut text = read(&self.path("games", id, "jsonl")?)?;
        let end = text.rfind('\n')? + 1;
        if end < text.len() {
            text.truncate(end);
            self.put(id, &text).ok()?;
        }
        Some(text)
    }

    fn path(&self, part: &str, id: &str, extension: &str) -> Option<PathBuf> {
        Some(self.directory.as_ref()?.join(part).join(format!("{id}.{extension}")))
    }
}

fn bytes_in(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter_map(|entry| Some(entry.metadata().ok()?.len())).sum()
}

/// Removes the files of a report, and its directory if there are no others.
fn remove_report(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if FILES.iter().any(|file| name == *file) || Replacement::is_partial(&name) {
            let _ = fs::remove_file(entry.path());
        }
    }
    let _ = fs::remove_dir(directory);
}

fn read(path: &Path) -> Option<String> {
    let mut text = Vec::new();
    fs::File::open(path).ok()?.take(LONGEST).read_to_end(&mut text).ok()?;
    // A line that was cut off may end within a character.
    Some(String::from_utf8_lossy(&text).into_owned())
}
